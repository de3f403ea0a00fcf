"""Heroes that have to leave their space, because a Horde comes, rises or leaves a Ghost behind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.kingdom_rush import effects as e
from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.ids import hero_id, space_id
from rulesets.kingdom_rush.names import hero_name, opening, space_name
from rulesets.kingdom_rush.phases import Advancing, Destroying, Displacing
from rulesets.kingdom_rush.pieces import Hero, SpaceId
from rulesets.kingdom_rush.rules.common import Decision
from rulesets.kit.play import Play, need

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.kit.facts import Fact
    from rulesets.kit.phases import Seat


def destinations(board: Board, space: SpaceId, *, anywhere: bool) -> tuple[SpaceId, ...]:
    """Adjacent spaces where a displaced hero may go (KRR-AMB-11).

    `anywhere`: any space without Horde, Tower or Boss, blank terrain included (phase 1, Flying, Ghost); else a Path
    space without Horde or a site without Tower (phase 4).
    """
    field = board.field
    taken = {horde.space for horde in board.hordes} | {tower.site for tower in board.towers}
    taken.update(barrier.space for barrier in board.barriers)
    if anywhere:
        taken.update(boss.space for boss in board.bosses)
        return tuple(near for near in field.near[space] if near not in taken)
    sites = board.setting.sites(board.seats)
    return tuple(near for near in field.near[space] if near not in taken and (near in field.path or near in sites))


def make_way(play: Play[Board], *, anywhere: bool) -> bool:
    """Moves, or asks about, one hero that stands unengaged where a Horde is. Whether there was one.

    Heroes go in the order of the board: they share spaces, so the order has no outcome (KRR-AMB-13).
    """
    for hero in play.board.heroes:
        if hero.space and not hero.base and play.board.horde_at(hero.space):
            displace(play, hero, anywhere=anywhere)
            return True
    return False


def displace(play: Play[Board], hero: Hero, *, anywhere: bool) -> None:
    """One destination is no choice; with none the hero goes to its board, unharmed (KRR-SPN-11, KRR-ADV-13)."""
    assert hero.space
    to = destinations(play.board, hero.space, anywhere=anywhere)
    if len(to) > 1:
        play.emit(e.DisplacementAsked(hero.name, to))
    else:
        play.emit(e.HeroDisplaced(hero.name, to[0] if to else None))


def _rule(board: Board, at: Displacing) -> str:
    """The rule for where this hero may go: what comes, rises, or is destroyed under it."""
    match at.then:
        case Advancing(rising=True):
            return "KRR-FLY-04"
        case Advancing():
            return "KRR-ADV-11"
        case Destroying(came=False):
            return "KRR-FLY-12" if board.horde_at(board.hero(at.hero).space) else "KRR-GHO-02"
    return "KRR-SPN-10"


class Displace(Decision, frozen=True):
    """Choose where a displaced hero goes."""

    to: SpaceId
    phase = Displacing
    exact = True
    title = "Give way"

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[Displace]:
        at = Displacing.of(board)
        return (cls(space) for space in at.to)

    def check(self, board: Board, seat: Seat) -> None:
        at = Displacing.of(board)
        need(self.to in at.to, _rule(board, at))

    def perform(self, play: Play[Board]) -> None:
        at = Displacing.of(play.board)
        play.emit(e.HeroDisplaced(at.hero, self.to))

    def touches(self, board: Board, seat: Seat) -> tuple[str, ...]:
        return (hero_id(Displacing.of(board).hero),)

    def fact(self, board: Board, seat: Seat) -> Fact:
        kept = super().fact(board, seat)
        kept.card, kept.place = hero_id(Displacing.of(board).hero), space_id(self.to)
        return kept

    def label(self, board: Board, seat: Seat) -> str:
        at = Displacing.of(board)
        return f"{opening(hero_name(board, at.hero))} gives way to {space_name(board, self.to)}"
