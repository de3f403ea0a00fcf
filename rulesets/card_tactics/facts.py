"""Events of Card Tactics as rows for analytics.

`card` is the unit or item that something is about, `target` against whom, `place` where (`hero:2`, `enemy:3`),
`value` health lost, recovered or left, tokens, a total or a defence; each die of each roll is a row of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.card_tactics import effects as e
from rulesets.card_tactics.board import Board
from rulesets.card_tactics.names import item_id, unit_id
from rulesets.card_tactics.phases import Acted, Deciding, Moving
from rulesets.kit.facts import Fact

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulesets.card_tactics.parts import CardId
    from rulesets.kit.phases import Seat
    from rulesets.kit.structs import Action, Effect, Start


def facts(
    board: Board, seat: Seat | None, action: Action[Board] | Start, effects: Sequence[Effect[Board]]
) -> Iterator[Fact]:
    """One event's rows; `board` is the one before it."""
    yield _decision(board, seat, action)
    for step, effect in enumerate(effects, 1):
        yield from _consequence(board, step, effect)
        board = effect.apply(board)


def _decision(board: Board, seat: Seat | None, action: Action[Board] | Start) -> Fact:
    told = {name: getattr(action, name) for name in action.__struct_fields__}
    pending = board.pending
    unit = pending.unit if isinstance(pending, Deciding | Acted | Moving) else told.get("hero")
    kind = told.get("skill") or told.get("way")
    item = told.get("item")
    place = _place(board, unit) if unit else None
    return Fact(
        0,
        type(action).__name__,
        seat,
        type(pending).__name__,
        card=unit or item,
        place=place,
        target=item_id(item) if unit and item else None,
        kind=kind if isinstance(kind, str) else None,
    )


def _place(board: Board, card: CardId) -> str | None:
    """`hero:1` is the hero space next to the centre."""
    position = board.position(card)
    return f"{'hero' if board.is_hero(card) else 'enemy'}:{position}" if position else None


def _consequence(board: Board, step: int, effect: Effect[Board]) -> Iterator[Fact]:
    name = type(effect).__name__
    match effect:
        case e.HeroesChosen(heroes, seats):
            for hero, seat in zip(heroes, seats, strict=True):
                yield Fact(step, name, seat, card=hero)
        case e.HeroesPlaced(heroes) | e.HeroesRearranged(heroes):
            for position, hero in enumerate(heroes, 1):
                yield Fact(step, name, board.controller(hero), card=hero, place=f"hero:{position}")
        case e.StartingItemDiscarded(card) | e.ItemDiscarded(card) | e.EventDrawn(card):
            yield Fact(step, name, card=card)
        case e.ItemDrawn(card, rarity):
            yield Fact(step, name, card=card, kind=rarity)
        case e.ItemUsed(item, unit):
            yield Fact(step, name, _seat(board, unit), card=item, target=unit_id(unit), place=_place(board, unit))
        case e.CombatStarted():
            yield Fact(step, name, value=board.combat + 1)
        case e.CombatWon():
            yield Fact(step, name, value=board.combat)
        case e.RoundStarted():
            yield Fact(step, name, value=board.combat_round + 1)
        case e.EnemyRevealed(card, kind, health):
            yield Fact(step, name, card=card, kind=kind, value=health)
        case e.SlotStarted(unit, skill) | e.SkillUsed(unit, skill):
            yield Fact(step, name, _seat(board, unit), card=unit, place=_place(board, unit), kind=skill)
        case e.ActionSkipped(unit, forced):
            yield Fact(step, name, _seat(board, unit), card=unit, kind="forced" if forced else "chosen")
        case e.SkillStopped(unit, at, reason):
            yield Fact(step, name, _seat(board, unit), card=unit, target=f"phrase:{at}", kind=reason)
        case e.ActionStopped(unit, reason):
            yield Fact(step, name, _seat(board, unit), card=unit, kind=reason)
        case e.DiceRolled(attacker, dice) | e.DiceRerolled(attacker, dice):
            faces = len(board.components.faces)
            for face in dice:
                yield Fact(step, name, _seat(board, attacker), card=attacker, die_sides=faces, die_face=face)
        case e.AttackResolved(attacker, target, outcome, total) | e.CounterResolved(attacker, target, outcome, total):
            whose = _seat(board, attacker)
            yield Fact(step, name, whose, card=attacker, target=unit_id(target), kind=outcome, value=total)
        case e.HealthLost(unit, _, lost, by):
            yield Fact(step, name, _seat(board, unit), card=unit, place=_place(board, unit), kind=by, value=lost)
        case e.BleedTriggered(unit, health):
            yield Fact(step, name, _seat(board, unit), card=unit, place=_place(board, unit), value=health)
        case e.HealthRecovered(unit, _, healed):
            yield Fact(step, name, _seat(board, unit), card=unit, place=_place(board, unit), value=healed)
        case e.UnitDefeated(unit):
            yield Fact(step, name, _seat(board, unit), card=unit, place=_place(board, unit))
        case e.TokensGained(unit, kind, n) | e.TokensDiscarded(unit, kind, n):
            yield Fact(step, name, _seat(board, unit), card=unit, kind=kind, value=n)
        case e.RestrainBecameStun(unit) | e.StunBecameRestrain(unit) | e.ActionEnded(unit):
            yield Fact(step, name, _seat(board, unit), card=unit, place=_place(board, unit))
        case e.UnitMoved(unit, way) | e.BootUsed(unit, way):
            yield Fact(step, name, _seat(board, unit), card=unit, place=_place(board, unit), kind=way)
        case e.QuirkStarted(owner, quirk) | e.QuirkDeclined(owner, quirk):
            yield Fact(step, name, _seat(board, owner), card=owner, kind=quirk)
        case e.HandEntered(seat, n):
            yield Fact(step, name, seat, value=n)
        case e.RerollsSettled(way):
            yield Fact(step, name, kind=way)
        case e.GameWon() | e.GameLost() | e.GameAbandoned():
            yield Fact(step, name, value=board.combat)


def _seat(board: Board, unit: CardId) -> Seat | None:
    """The seat that controls a hero; nobody controls an enemy."""
    return board.controller(unit) if board.is_hero(unit) else None
