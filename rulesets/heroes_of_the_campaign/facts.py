"""Events of Heroes of the Campaign as rows for analytics.

`value` is: copper, wounds taken or healed, attack power, the round; `card` is a card of the set or a task on it
(`captain.charge`), `place` and `target` are ids of heroes (`hero:1.captain`), `kind` is a word: the slot of a task, a
status, why an action was skipped.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heroes_of_the_campaign import effects as e
from rulesets.heroes_of_the_campaign.names import hero_id
from rulesets.kit.facts import Fact
from rulesets.kit.structs import Start

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulesets.heroes_of_the_campaign.board import Board, HeroName
    from rulesets.kit.phases import Seat
    from rulesets.kit.structs import Action, Effect


def facts(
    board: Board, seat: Seat | None, action: Action[Board] | Start, effects: Sequence[Effect[Board]]
) -> Iterator[Fact]:
    """The event as rows: what was decided, then what followed."""
    yield _decision(board, seat, action)
    for step, effect in enumerate(effects, 1):
        if (row := _row(step, effect)) is not None:
            yield row


def _decision(board: Board, seat: Seat | None, action: Action[Board] | Start) -> Fact:
    phase = None if isinstance(action, Start) else type(board.pending).__name__
    told = {name: getattr(action, name, None) for name in ("card", "hero", "task", "place", "when")}
    return Fact(
        0,
        type(action).__name__,
        seat,
        phase,
        card=told["card"] or told["task"],
        place=hero_id(told["hero"]) if told["hero"] else None,
        target=told["place"],
        kind=told["when"],
    )


def _row(step: int, effect: Effect[Board]) -> Fact | None:
    return _of_hero(step, effect) or _of_seat(step, effect)


def _of_hero(step: int, effect: Effect[Board]) -> Fact | None:
    name = type(effect).__name__
    match effect:
        case e.TaskStarted(_, hero, task, slot, _):
            return _hero(step, name, hero, card=task, kind=slot or "extra")
        case e.TaskFinished(hero, task) | e.TaskAborted(hero, task):
            return _hero(step, name, hero, card=task)
        case e.HeroWounded(hero, _, value, by) | e.HeroHealed(hero, _, value, by):
            return _hero(step, name, hero, value=value, by=by)
        case e.HeroSentToInfirmary(hero, value, _, by) | e.HeroLeftInfirmary(hero, value, by):
            return _hero(step, name, hero, value=value, by=by)
        case e.InfirmaryWoundsAdjusted(hero, value):
            return _hero(step, name, hero, value=value)
        case e.HeroSentToLocation(hero, place):
            return _hero(step, name, hero, card=place[2:])
        case e.HeroSentToCamp(hero):
            return _hero(step, name, hero)
        case e.StatusApplied(hero, held):
            return _hero(step, name, hero, kind=held.name, by=held.hero)
        case e.StatusEnded(hero, kind, _):
            return _hero(step, name, hero, kind=kind)
        case e.AttackDeclared(attacker, defender, _):
            return Fact(step, name, int(attacker[0]), place=hero_id(attacker), target=hero_id(defender))
        case e.AttackMade(attacker, defender, power, _):
            return Fact(step, name, int(attacker[0]), place=hero_id(attacker), target=hero_id(defender), value=power)
        case _:
            return None


def _hero(
    step: int,
    name: str,
    hero: HeroName,
    *,
    card: str | None = None,
    kind: str | None = None,
    value: int | None = None,
    by: HeroName | None = None,
) -> Fact:
    target = hero_id(by) if by else None
    return Fact(
        step, name, int(hero[0]), card=card or hero[2:], place=hero_id(hero), target=target, kind=kind, value=value
    )


def _of_seat(step: int, effect: Effect[Board]) -> Fact | None:
    name = type(effect).__name__
    match effect:
        case e.CopperEarned(seat, value) | e.CopperLost(seat, value) | e.CopperPaid(seat, value):
            return Fact(step, name, seat, value=value)
        case e.CopperTaken(seat, _, value):
            return Fact(step, name, seat, value=value)
        case e.HeroPicked(seat, card) | e.StrategyPicked(seat, card):
            return Fact(step, name, seat, card=card)
        case e.CardShown(seat, card, _) | e.EventUsed(seat, card):
            return Fact(step, name, seat, card=card)
        case e.LawEnacted(seat, card) | e.SupportDeployed(seat, card):
            return Fact(step, name, seat, card=card)
        case e.LawBroken(seat, card, by):
            return Fact(step, name, seat, card=card, target=hero_id(by) if by else None)
        case e.ManeuverLearned(seat, card, hero):
            return Fact(step, name, seat, card=card, place=hero_id(hero))
        case e.StarterAgreed(seat) | e.TurnStarted(seat) | e.TurnEnded(seat) | e.HandEntered(seat):
            return Fact(step, name, seat)
        case e.TriggerStarted(fired, _) | e.TriggerDeclined(fired):
            return Fact(step, name, fired.seat, card=fired.ability, place=hero_id(fired.me) if fired.me else None)
        case e.RoundEnded(value):
            return Fact(step, name, value=value)
        case e.RoundStarted(value, seat):
            return Fact(step, name, seat, value=value)
        case e.ActionSkipped(_, rule, heroes):
            return Fact(step, name, place=hero_id(heroes[0]) if heroes else None, kind=rule)
        case e.GameWon(seat, hero):
            return Fact(step, name, seat, place=hero_id(hero))
        case _:
            return None
