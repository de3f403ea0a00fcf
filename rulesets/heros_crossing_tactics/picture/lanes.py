"""The Fronts: lanes with their heroes and cubes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heros_crossing_tactics.ids import front_id, soldiers_id
from rulesets.heros_crossing_tactics.phases import Damage, GameOver
from rulesets.heros_crossing_tactics.picture.cards import strip
from rulesets.heros_crossing_tactics.picture.parts import CUBE, Stack, Strip, heights
from rulesets.heros_crossing_tactics.picture.places import Half
from rulesets.heros_crossing_tactics.pieces import KINDS, NONE, Soldiers, soldiers_of
from rulesets.kit.phases import Seat
from rulesets.kit.svg import Box, Frames, Piece

if TYPE_CHECKING:
    from rulesets.heros_crossing_tactics.picture.view import View
    from rulesets.heros_crossing_tactics.pieces import Column, Kind


class FrontPart(Piece, frozen=True):
    """A lane with its cubes and heroes."""

    seat: Seat
    x: int
    half: Half
    activated: bool
    stacks: tuple[Stack, ...]
    heroes: tuple[Strip, ...]
    frames: Frames | None


def front_part(view: View, seat: Seat, half: Half, column: Column) -> FrontPart:
    """A lane and what stands in it; the top hero is drawn last, for it may be turned."""
    plan, front, piece = view.plan, view.board.front(seat, column), front_id(seat, column)
    x, (inset, *size) = plan.lane[column], plan.hero
    tilts = (half.tilt * front.activated, 0, 0)
    heroes = [
        strip(view, card, x + inset, half.hero + n * half.step, size, turned=tilts[n])
        for n, card in enumerate(front.heroes)
    ]
    return FrontPart(
        piece,
        f"Front {column} of {view.names[seat]}{', activated this round' if front.activated else ''}",
        seat,
        x,
        half,
        front.activated,
        stack_parts(view, seat, half, column, front.soldiers),
        tuple(reversed(heroes)),
        view.frames(piece, Box(x, half.lane, plan.lane_w, plan.lane_h, 10)),
    )


def stack_parts(view: View, seat: Seat, half: Half, column: Column, soldiers: Soldiers) -> tuple[Stack, ...]:
    """The cubes of a Front, those for this attack only upon them."""
    temporary = _temporary(view, seat, column)
    return tuple(
        _stack_part(view, seat, half, column, kind, soldiers.count(kind), temporary.count(kind)) for kind in KINDS
    )


def _stack_part(view: View, seat: Seat, half: Half, column: Column, kind: Kind, cubes: int, brief: int) -> Stack:
    piece = soldiers_id(seat, column, kind)
    away = view.trace.away.get(piece, 0)
    shape = heights(cubes, brief, away)
    only = f", {brief} of them for this attack only" if brief else ""
    return Stack(
        piece,
        f"{soldiers_of(kind, cubes + brief)}{only}",
        round(view.plan.lane[column] + view.plan.slots[kind], 1),
        half.cubes,
        kind,
        cubes + brief,
        shape,
        bool(away) and view.trace.killed,
        view.plan.scale,
        view.frames(piece, shape.box),
    )


def _temporary(view: View, seat: Seat, column: Column) -> Soldiers:
    """Soldiers out of a reserve card that was turned up (HCT-EMR-06)."""
    pending = view.board.pending
    attack = pending.attack if isinstance(pending, Damage | GameOver) else None
    if attack is None:
        return NONE
    if seat != view.board.seat:
        return attack.temporary if column == attack.target else NONE
    if column != attack.column or attack.attacker_card is None:
        return NONE
    return view.board.components.hero[attack.attacker_card].recruits


def lure_path(view: View, seat: Seat, source: Column, target: Column, kind: Kind) -> str:
    """The way of flanking Soldiers: an arc through the gap."""
    plan, half = view.plan, view.half(seat)
    slot = plan.slots[kind] + CUBE * plan.scale / 2
    start, end = (round(plan.lane[column] + slot, 1) for column in (source, target))
    return f"M{start} {half.edge}Q{(start + end) / 2} {half.edge + 64 * half.inwards} {end} {half.edge}"
