"""Wounds, the infirmary, and statuses that end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heroes_of_the_campaign import effects as e
from rulesets.heroes_of_the_campaign.ids import card_of
from rulesets.heroes_of_the_campaign.rules.rights import permitted
from rulesets.heroes_of_the_campaign.values import values
from rulesets.heroes_of_the_campaign.words.terms import INFIRMARY

if TYPE_CHECKING:
    from rulesets.heroes_of_the_campaign.board import Board
    from rulesets.heroes_of_the_campaign.ids import Address, HeroName
    from rulesets.heroes_of_the_campaign.pieces import Hero
    from rulesets.heroes_of_the_campaign.words.terms import Until
    from rulesets.kit.phases import Seat
    from rulesets.kit.play import Play

PROTECTED_ROUND = 1
"""HOC-SET-08."""


def taken(board: Board, hero: Hero, dealt: int, home: Address) -> int:
    """How many wounds a hero takes of a lot that the task or card `home` deals."""
    derived = values(board).heroes[hero.name]
    if not dealt or not hero.at_side or "cannot_be_wounded" in derived.flags:
        return 0
    protected = board.round == PROTECTED_ROUND and hero.seat != board.starter  # HOC-SET-08, HOC-SUP-04
    if protected and not permitted(board, hero, "wounds_in_round_1", home):  # HOC-AMB-47
        return 0
    return max(0, dealt + derived.wounds_taken)


def cascade(play: Play[Board], since: int) -> None:
    """HOC-INF-10: all heroes due go to the infirmary together, until nothing changes.

    It ends: a hero only ever goes in, and its values there do not hang on its wounds (HOC-AMB-31).
    """
    while True:
        board, found = play.board, values(play.board)
        if found.calm is board.heroes:  # most effects change neither
            return
        derived = found.heroes
        due: list[Hero] = []
        off: list[Hero] = []
        for hero in board.heroes:
            resistance = derived[hero.name].resistance
            if hero.place == INFIRMARY:
                if hero.wounds != resistance:
                    off.append(hero)
            elif hero.wounds >= resistance:
                due.append(hero)
        if due:
            makers = _makers(play, since)
            for hero in due:  # HOC-INF-01, 04, 08, 09
                resistance = derived[hero.name].resistance
                play.emit(e.HeroSentToInfirmary(hero.name, resistance, hero.place, makers.get(hero.name)))
        elif off:
            for hero in off:  # HOC-INF-05
                play.emit(e.InfirmaryWoundsAdjusted(hero.name, derived[hero.name].resistance))
        elif not end_statuses(play, ("while_source",), only_inactive=True):
            found.calm = board.heroes
            return


def _makers(play: Play[Board], since: int) -> dict[HeroName, HeroName | None]:
    """Who wounded each hero last."""
    return {
        effect.hero: effect.by for effect in play.effects[since:] if isinstance(effect, e.HeroWounded) and effect.value
    }


def end_statuses(
    play: Play[Board], untils: tuple[Until, ...], seat: Seat | None = None, *, only_inactive: bool = False
) -> bool:
    """End all statuses that last until one of `untils` (put by `seat`, if given). Whether there were any."""
    since = len(play.effects)
    for hero in play.board.heroes:
        if not hero.held:
            continue
        for index in reversed(range(len(hero.held))):
            held = hero.held[index]
            if held.until not in untils or (seat is not None and held.seat != seat):
                continue
            if not only_inactive or not is_active(play.board, held.source, held.seat, held.hero):
                play.emit(e.StatusEnded(hero.name, held.name, index))
    return len(play.effects) > since


def is_active(board: Board, source: Address, seat: Seat, name: HeroName | None) -> bool:
    """HOC-VOC-05: whether a list of actions is active: the hero that has its card is there, or it is an enacted law."""
    if name is None:
        return card_of(source) in board.side(seat).laws
    hero, where = board.hero(name), board.components.active(source)
    return hero.has(card_of(source)) and (where == "always" or hero.at_side == (where == "side"))
