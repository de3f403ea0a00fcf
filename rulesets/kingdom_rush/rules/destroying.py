"""Phase 3: fully covered Hordes are destroyed and pay, heroes on them are damaged, Ghosts come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.kingdom_rush import effects as e
from rulesets.kingdom_rush.board import Board, heroes_on
from rulesets.kingdom_rush.ids import deck_id
from rulesets.kingdom_rush.phases import Destroying
from rulesets.kingdom_rush.pieces import WILDCAT, Hero, Horde
from rulesets.kingdom_rush.rules.common import (
    fully_covered,
    hurt,
    in_order,
    max_health,
    stores,
)
from rulesets.kingdom_rush.rules.displacing import displace, make_way
from rulesets.kingdom_rush.rules.spawning import come
from rulesets.kingdom_rush.schema import LilithBoss
from rulesets.kit.play import automatic

if TYPE_CHECKING:
    from rulesets.kit.play import Play

RESURRECTED_HEALTH = 3
"""KRR-LIL-08."""


@automatic(Destroying)
def destroy(play: Play[Board]) -> None:
    """One step of phase 3 (KRR-DES-01): all Hordes, then all heroes, then what Ghosts and stacks leave to do."""
    at = Destroying.of(play.board)
    if not at.over:
        return destroy_hordes(play)
    if at.leaving:  # KRR-GHO-02
        return displace(play, play.board.hero(at.leaving[0]), anywhere=True)
    if make_way(play, anywhere=at.came):  # KRR-FLY-12, KRR-SPN-10
        return None
    if at.ghosts:
        return spawn_ghost(play)
    return end_destruction(play)


def destroy_hordes(play: Play[Board]) -> None:
    """KRR-DES-04: what is destroyed is fixed before anything changes."""
    board, cards = play.board, play.board.components.horde
    covered = fully_covered(board)
    gone = [(horde, heroes_on(board, horde)) for horde in in_order(board) if horde in covered] if covered else []
    for horde, heroes in gone:
        crystals = stores(play.board, cards[horde.card].crystals)  # KRR-DES-06, KRR-GHO-04, 05
        play.emit(e.HordeDestroyed(horde.card, crystals, tuple(hero.name for hero in heroes)))
    if isinstance(board.setting.boss, LilithBoss):
        _take_lives(play, [horde for horde, _ in gone])
    for horde, heroes in gone:
        for hero in heroes:
            _damage(play, hero, horde)
    ghosts = [(horde, heroes) for horde, heroes in gone if cards[horde.card].ghost]
    leaving = tuple(h.name for _, heroes in ghosts for h in heroes if play.board.hero(h.name).space)
    if ghosts or _must_make_way(play.board):
        play.emit(e.DestructionEnded(leaving, tuple((horde.space, horde.route) for horde, _ in ghosts)))
    else:
        end_destruction(play)


def _damage(play: Play[Board], hero: Hero, horde: Horde) -> None:
    """KRR-DES-08; not the Wildcat (KRR-WLD-04). Resurrection comes before the damage (KRR-LIL-08).

    It heals a hero that is protected already, too: its text depends on the destruction alone.
    """
    if hero.name == WILDCAT:
        return
    if e.RESURRECTION in hero.ongoing:
        health = min(hero.health + RESURRECTED_HEALTH, max_health(play.board, hero.name))
        play.emit(e.HeroResurrected(hero.name, health))
    hurt(play, play.board.hero(hero.name), horde.card)


def _take_lives(play: Play[Board], gone: list[Horde]) -> None:
    """Boss Lilith loses a Life card for each Portal destroyed, and one that is fully covered (KRR-BOS-01)."""
    life = play.board.components.boss_life
    for card in [card.card for card in play.board.lives if not life[card.card].all & ~card.tiled]:
        play.emit(e.LifeLost(card))
    for _ in (horde for horde in gone if horde.level):
        if play.board.lives:
            play.emit(e.LifeLost(play.board.lives[0].card))


def _must_make_way(board: Board) -> bool:
    """Whether a hero of a destroyed top Horde stands where another one lies (KRR-FLY-12)."""
    loose = [hero.space for hero in board.heroes if hero.space and not hero.base]
    return any(horde.space in loose for horde in board.hordes) if loose else False


def spawn_ghost(play: Play[Board]) -> None:
    """The top card of the Ghost deck comes where a Ghost was (KRR-GHO-03, 06 to 08)."""
    board = play.board
    at = Destroying.of(board)
    space, route = at.ghosts[0]
    if not board.ghosts.size:
        return play.emit(e.GhostStayedAway())
    card = play.chance.draw(
        board.ghosts.unseen, rule="KRR-GHO-03", about="the Horde from the Ghost deck", place=deck_id("ghosts")
    )
    assert card
    return come(play, card, route, (space, *board.field.ahead[route, space]), "ghost")


def end_destruction(play: Play[Board]) -> None:
    """Phase 4 follows, in a scenario with Lilith as Boss after her activation (KRR-BLI-01)."""
    if isinstance(play.board.setting.boss, LilithBoss):
        play.emit(e.BossStepStarted())
    else:
        play.emit(e.AdvanceStarted(tuple([horde.card for horde in in_order(play.board)])))
