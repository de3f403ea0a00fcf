"""Events of Hero's Crossing as rows for analytics.

`value` is: cubes made, moved or given back, VP gained, a die's value, modifiers gained or spent, the place of a seller,
the round after which the game ends, a final score. `card` is a tile, a hero or an Action Card; `kind` a resource, an
action of a row, or how something came about; `target` a hero, a seat or a cell that something was done to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from rulesets.heros_crossing import effects as e
from rulesets.heros_crossing.board import COLOUR, FACE, Board, Die
from rulesets.heros_crossing.effects.naming import cell_id, hero_id, seat_id
from rulesets.heros_crossing.rules.actions import Move
from rulesets.heros_crossing.rules.resolution import SellCube
from rulesets.heros_crossing.rules.spies import SendSpy
from rulesets.heros_crossing.rules.turns import DraftDie
from rulesets.kit.facts import Fact

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulesets.kit.phases import Seat
    from rulesets.kit.structs import Action, Effect, Start

SIDES = 6
"""Of a die."""


def facts(
    board: Board, seat: Seat | None, action: Action[Board] | Start, effects: Sequence[Effect[Board]]
) -> Iterator[Fact]:
    """One event's rows; `board` is the one before it."""
    yield _decision(board, seat, action)
    for step, effect in enumerate(effects, 1):
        yield from _consequence(board, step, effect)
        board = effect.apply(board)


def _decision(board: Board, seat: Seat | None, action: Action[Board] | Start) -> Fact:
    name, phase = type(action).__name__, type(board.pending).__name__
    match action:
        case DraftDie(die, row, modifiers):
            return _die(Fact(0, name, seat, phase, kind=f"row-{row}", value=modifiers), die)
        case Move(source, target, n):
            place, to = cell_id(seat or 0, source), cell_id(seat or 0, target)
            return Fact(0, name, seat, phase, place=place, target=to, value=n)
        case SendSpy(town, cell):
            return Fact(0, name, seat, phase, place=cell_id(town, cell), target=seat_id(town))
        case SellCube(need, cell):
            return Fact(0, name, seat, phase, place=cell_id(seat or 0, cell), value=need)
    told = {field: getattr(action, field) for field in action.__struct_fields__}
    card = told.get("tile") or told.get("hero")
    where = cell_id(seat or 0, told["cell"]) if "cell" in told else None
    return Fact(0, name, seat, phase, card=card, place=where, kind=told.get("die") or told.get("colour"))


def _die(fact: Fact, die: Die) -> Fact:
    return msgspec.structs.replace(fact, card=die, die_sides=SIDES, die_face=FACE[die])


def _consequence(board: Board, step: int, effect: Effect[Board]) -> Iterator[Fact]:
    name = type(effect).__name__
    match effect:
        case e.DiceRolled(pools):
            for owner, pool in enumerate(pools, 1):
                yield from (_die(Fact(step, name, owner, kind=COLOUR[die]), die) for die in pool)
        case e.FinalScoreComputed(scores, winners):
            for seat, score in enumerate(scores, 1):
                yield Fact(step, name, seat, kind="won" if seat in winners else "lost", value=score)
        case e.DieDrafted(seat, die, _, actions, modifiers):
            yield _die(Fact(step, name, seat, target=board.card, kind="+".join(actions), value=modifiers), die)
        case e.DieAssigned(seat, die, action):
            yield _die(Fact(step, name, seat, kind=action), die)
        case e.DieStolen(seat, victim, taken, given, modifiers):
            yield _die(Fact(step, name, seat, target=seat_id(victim), kind=given or None, value=modifiers), taken)
        case e.BidPlaced(seat, tile, laid, how):
            yield _die(Fact(step, name, seat, place=f"tile:{tile}", kind=how, value=laid.value), laid.die)
        case e.HeroAttracted(seat, hero, laid):
            yield _die(Fact(step, name, seat, target=hero_id(hero), value=laid.value), laid.die)
        case e.CubeSold(seat, hero, _, cell, resource, vp):
            place, target = cell_id(seat, cell), hero_id(hero)
            yield Fact(step, name, seat, place=place, target=target, kind=resource, value=vp)
        case e.HeroJoined(seat, hero):
            yield Fact(step, name, seat, card=hero, value=board.components.hero[hero].vp)
        case e.ResourcesMoved(seat, source, target, resource, n):
            place, to = cell_id(seat, source), cell_id(seat, target)
            yield Fact(step, name, seat, place=place, target=to, kind=resource, value=n)
        case e.SpySent(seat, town, cell):
            yield Fact(step, name, seat, place=cell_id(town, cell), target=seat_id(town))
        case e.SpyExpelled(seat, cell, spy):
            yield Fact(step, name, seat, place=cell_id(seat, cell), target=seat_id(spy))
        case e.TileReplaced(seat, cell, tile, old):
            yield Fact(step, name, seat, card=tile, place=cell_id(seat, cell), target=f"tile:{old}")
        case e.ZoningRolled(face) | e.ZoningSideChosen(face):
            yield Fact(step, name, kind=face)
        case e.ActionCardDrawn(card):
            yield Fact(step, name, card=card)
        case e.DraftHandDealt() | e.DraftHandsPassed():
            yield Fact(step, name)
        case _:
            yield _plain(step, name, effect)


def _plain(step: int, name: str, effect: Effect[Board]) -> Fact:
    """An effect whose fields have the names of what they are."""
    told = {field: getattr(effect, field) for field in effect.__struct_fields__}
    seat = told.get("seat") or None
    number = next((told[field] for field in ("vp", "n", "era", "last_round", "space") if field in told), None)
    return Fact(
        step,
        name,
        seat,
        card=told.get("tile") or told.get("hero"),
        place=cell_id(seat, told["cell"]) if seat and "cell" in told else None,
        kind=next((told[field] for field in ("resource", "reason", "action", "colour") if field in told), None),
        value=number,
    )
