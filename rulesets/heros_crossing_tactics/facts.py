"""Events of Tactics as rows for analytics.

`value` is: Soldiers gained, flanked or killed, cards in a recreated pile, points blocked, health left, Drawing Power
unspent, the level of a card drawn or laid. `kind` is: the type of Soldier, or how a Front acted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heros_crossing_tactics import effects as e
from rulesets.heros_crossing_tactics.board import OTHERS, Board, other
from rulesets.heros_crossing_tactics.effects.naming import front_id
from rulesets.heros_crossing_tactics.rules.attack import Attack, AttackReserve, DefenceReserve
from rulesets.heros_crossing_tactics.rules.damage import ChooseCasualty
from rulesets.heros_crossing_tactics.rules.flank import Flank, Send
from rulesets.heros_crossing_tactics.rules.hire import HirePlace, HireReplace
from rulesets.heros_crossing_tactics.rules.recruit import Discard, DrawHero, Recruit
from rulesets.heros_crossing_tactics.rules.setup import PickHero
from rulesets.heros_crossing_tactics.soldiers import KINDS
from rulesets.kit.facts import Fact

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulesets.kit.phases import Seat
    from rulesets.kit.structs import Action, Effect, Start


def facts(
    board: Board, seat: Seat | None, action: Action[Board] | Start, effects: Sequence[Effect[Board]]
) -> Iterator[Fact]:
    """One event's rows; `board` is the one before it."""
    yield _decision(board, seat, action)
    for step, effect in enumerate(effects, 1):
        yield from _consequence(step, effect)


def _decision(board: Board, seat: Seat | None, action: Action[Board] | Start) -> Fact:
    name, phase = type(action).__name__, type(board.pending).__name__
    own = seat or 0
    match action:
        case HirePlace(column, card) | HireReplace(column, _, card):
            return Fact(0, name, seat, phase, card=card, place=front_id(own, column))
        case Recruit(column) | Flank(column):
            return Fact(0, name, seat, phase, place=front_id(own, column))
        case Attack(column, target):
            place, against = front_id(own, column), front_id(other(own), target)
            return Fact(0, name, seat, phase, place=place, target=against)
        case DrawHero(level):
            return Fact(0, name, seat, phase, value=level)
        case PickHero(card) | Discard(card) | AttackReserve(card) | DefenceReserve(card):
            return Fact(0, name, seat, phase, card=card)
        case Send(kind, first, second):
            return Fact(0, name, seat, phase, kind=kind, value=first + second)
        case ChooseCasualty(kind):
            return Fact(0, name, seat, phase, kind=kind)
    return Fact(0, name, seat, phase)


def _consequence(step: int, effect: Effect[Board]) -> Iterator[Fact]:
    name = type(effect).__name__
    match effect:
        case e.FirstPlayerDetermined(seat) | e.GameWon(seat):
            yield Fact(step, name, seat)
        case e.HeroFlipped(seat, column, card) | e.HeroPlaced(seat, column, card):
            yield Fact(step, name, seat, card=card, place=front_id(seat, column))
        case e.HeroReplaced(seat, column, slot, old, new):
            yield Fact(step, name, seat, card=new, target=f"card:{old}", place=front_id(seat, column), value=slot)
        case e.HeroDrawn(seat, level, card):
            yield Fact(step, name, seat, card=card, value=level)
        case e.HeroDiscarded(seat, card):
            yield Fact(step, name, seat, card=card)
        case e.ReserveCommitted(seat, level, card) | e.ReserveShown(seat, level, card):
            yield Fact(step, name, seat, card=card, value=level)
        case e.DrawingFinished(seat, unspent):
            yield Fact(step, name, seat, value=unspent)
        case e.PileRecreated(level, cards):
            yield Fact(step, name, place=f"pile:{level}", value=len(cards))
        case e.FrontActivated(seat, column, action):
            yield Fact(step, name, seat, place=front_id(seat, column), kind=action)
        case e.SoldiersGained(seat, column, gained, missed):
            for kind in KINDS:
                if n := gained.count(kind):
                    yield Fact(step, name, seat, place=front_id(seat, column), kind=kind, value=n)
                if n := missed.count(kind):
                    yield Fact(step, "SoldiersMissed", seat, place=front_id(seat, column), kind=kind, value=n)
        case e.SoldiersFlanked(seat, column, kind, first, second):
            for to, n in zip(OTHERS[column], (first, second), strict=True):
                if n:
                    place, to_front = front_id(seat, column), front_id(seat, to)
                    yield Fact(step, name, seat, place=place, target=to_front, kind=kind, value=n)
        case e.AttackDeclared(seat, column, target):
            straight = "straight" if column == target else "diagonal"
            against = front_id(other(seat), target)
            yield Fact(step, name, seat, place=front_id(seat, column), target=against, kind=straight)
        case e.SoldierKilled(seat, column, kind, source, _):
            yield Fact(step, name, seat, place=front_id(seat, column), kind=kind, target=source, value=1)
        case e.MonarchDamaged(seat, health, by):
            yield Fact(step, name, seat, kind=by, value=health)
        case e.MagicBlocked(seat, column, points):
            yield Fact(step, name, seat, place=front_id(seat, column), value=points)
        case e.RoundEnded(first):
            yield Fact(step, name, first)
