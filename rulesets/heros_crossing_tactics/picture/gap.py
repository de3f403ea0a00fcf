"""The gap between the lanes: the attack, its reserves, and what is left to do in this phase."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from rulesets.heros_crossing_tactics.names import card_title, hero_name
from rulesets.heros_crossing_tactics.phases import (
    AttackerReserve,
    DefenderReserve,
    Flanking,
    OverLimit,
    Recruiting,
    SetupDrawing,
)
from rulesets.heros_crossing_tactics.picture.cards import strip
from rulesets.heros_crossing_tactics.picture.parts import DRAW, Strip
from rulesets.heros_crossing_tactics.picture.places import STRIP_ROUND
from rulesets.heros_crossing_tactics.pieces import NONE, Soldiers, other, soldiers_of
from rulesets.heros_crossing_tactics.rules.recruit import HAND_LIMIT
from rulesets.heros_crossing_tactics.rules.setup import SETUP_CARDS
from rulesets.kit.phases import Seat
from rulesets.kit.svg import Box, Frames, Glyph, Label, Piece, advance, label, name_label

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.heros_crossing_tactics.phases import Attack
    from rulesets.heros_crossing_tactics.picture.trace import Clash
    from rulesets.heros_crossing_tactics.picture.view import View
    from rulesets.heros_crossing_tactics.pieces import CardId, Kind


class ReservePart(Piece, frozen=True):
    """The place of a reserve card: the card, or a word about why there is none."""

    seat: Seat
    x: int
    y: int
    card: Strip | None
    word: Label
    tally: tuple[Glyph, ...] | None
    """Soldiers that strike, or that stand against them; none of an attack that is over."""
    empty: str
    """The word in place of a tally of none."""
    frames: Frames | None


class ArrowPart(Struct, frozen=True, gc=False):
    """An attack, with its points as signs and numbers."""

    title: str
    seat: Seat
    path: str
    x: int
    y: int
    points: tuple[tuple[Kind, int], ...]
    """The kind that strikes now first."""
    over: bool


class NotePart(Struct, frozen=True, gc=False):
    """A pill in the gap: what is left to do in this phase."""

    sign: str
    number: int | None
    words: str
    number_x: int
    words_x: int
    width: int


# --- the attack


def arrow_part(view: View, shown: Clash) -> ArrowPart:
    """The attack with its force: the Soldiers that strike, and once the reserves are shown the points that are left."""
    attack, half, plan = shown.attack, view.half(shown.seat), view.plan
    force = NONE if shown.over else _force(view, attack)
    points = tuple((kind, force.count(kind)) for kind in force.kinds)
    ahead = "straight ahead " if attack.straight else ""
    left = "".join(f"; {soldiers_of(kind, n)} left" for kind, n in points)
    start, end = (plan.lane[column] + plan.lane_w // 2 for column in (attack.column, attack.target))
    return ArrowPart(
        f"Attack {ahead}from Front {attack.column} to Front {attack.target}{left}",
        shown.seat,
        arrow_path(start, end, half.inwards, plan.gap.head, plan.gap.shaft, (plan.gap.top, plan.gap.bottom)),
        end,
        plan.gap.top + SHOULDER if half.inwards < 0 else plan.gap.bottom - SHOULDER,
        points,
        shown.over,
    )


def _force(view: View, attack: Attack) -> Soldiers:
    if isinstance(view.board.pending, AttackerReserve | DefenderReserve):
        return attack.striking(view.board.front(view.board.seat, attack.column).soldiers)
    return Soldiers(weapon=attack.weapon, magic=attack.magic)


SHOULDER = 40

ArrowHeights = tuple[int, int, int, int, int, int]
"""Of an arrow: tip, shoulder, tail; of a band: the edge towards the gap, the other, and its beginning."""


def _upwards(top: int, bottom: int) -> ArrowHeights:
    return top - 4, top + SHOULDER, bottom + 12, bottom - 11, bottom + 1, bottom + 14


def _downwards(top: int, bottom: int) -> ArrowHeights:
    return bottom + 8, bottom - 36, top - 1, top + 11, top - 1, top - 13


@lru_cache(maxsize=64)
def arrow_path(start: int, end: int, inwards: int, wide: int, shaft: int, gap: tuple[int, int]) -> str:
    """A broad arrow over the gap into the lane with its middle at `end`; from another lane, a band leads up to it.

    `wide` is half the width of its head; `gap` are the edges of the lanes.
    """
    up = -inwards  # drawn as if it went upwards; downwards it is mirrored, and begins clear of the numbers there
    tip, shoulder, tail, near, far, stub = _upwards(*gap) if up > 0 else _downwards(*gap)
    if start == end:
        head = f"H{end - wide}L{end} {tip}L{end + wide} {shoulder}H{end + shaft}"
        return f"M{end - shaft} {tail}V{shoulder}{head}V{tail}q{-shaft} {-9 * up}{-2 * shaft} 0z"
    side = 1 if end > start else -1
    inner, outer, bend = end - shaft * side, end + shaft * side, 8 * side
    head = f"H{end - wide * side}L{end} {tip}L{end + wide * side} {shoulder}H{outer}"
    return (
        f"M{start - 6 * side} {stub}V{far}Q{start - 6 * side} {near} {start + bend} {near}H{inner}V{shoulder}{head}"
        f"V{far - 8 * up}Q{outer} {far} {outer - bend} {far}H{start + 6 * side}V{stub}z"
    )


# --- the reserves


def reserve_parts(view: View, shown: Clash) -> tuple[ReservePart, ...]:
    """The places of both reserve cards; clear of the band of an attack that does not go straight."""
    attack, plan = shown.attack, view.plan.gap
    y = plan.top + plan.reserve + (0 if attack.straight else 6 * view.half(shown.seat).inwards)
    cards = (attack.attacker_card, attack.defender_card)
    seats = (shown.seat, other(shown.seat))
    return tuple(
        _reserve_part(view, seat, card, x, y, shown)
        for seat, card, x in zip(seats, cards, plan.reserve_x[attack.target], strict=True)
    )


def _reserve_part(view: View, seat: Seat, card: CardId | None, x: int, y: int, shown: Clash) -> ReservePart:
    pending, piece, plan = view.board.pending, f"reserve:{seat}", view.plan.gap
    size, attacks = (plan.reserve_w, plan.reserve_h), seat == shown.seat
    soldiers = _force(view, shown.attack) if attacks else _defence(view, seat, shown.attack)
    hidden = isinstance(pending, AttackerReserve | DefenderReserve)
    undecided = hidden and (seat in pending.who(view.board) or isinstance(pending, AttackerReserve))
    none = "no reserve yet" if undecided else "no reserve"
    laid = hero_name(view.board, card) if card and shown.over else ""
    title = f"Reserve of {view.names[seat]}: {card_title(view.board, card) if card else none}"
    room = plan.reserve_w - 16
    return ReservePart(
        piece,
        f"{title}{_soldiers_in_words(soldiers, attacks, shown)}",
        seat,
        x,
        y,
        None if shown.over or not card else strip(view, card, x, y, size, private=hidden),
        name_label(laid, room, 16, 14, 13) if laid else label(none, room, 16, 14, 13),
        None if shown.over else tuple(_tally(plan.tally, x + 17, y, soldiers)),
        "no force" if attacks else "no Soldiers",
        view.frames(piece, Box(x, y, *size, STRIP_ROUND)),
    )


def _defence(view: View, seat: Seat, attack: Attack) -> Soldiers:
    """All that stand against an attack, those out of a reserve card that was turned up among them."""
    return view.board.front(seat, attack.target).soldiers + attack.temporary


def _soldiers_in_words(soldiers: Soldiers, attacks: bool, shown: Clash) -> str:
    return "" if shown.over else f"; {'strikes with' if attacks else 'defends with'} {soldiers.words()}"


def _tally(size: int, x: int, y: int, soldiers: Soldiers) -> Iterator[Glyph]:
    """Signs of Soldiers with their numbers, in a row above `y`."""
    left: float = x
    for kind in soldiers.kinds:
        number = str(soldiers.count(kind))
        yield Glyph(kind, round(left, 1), y - 11 - size + 2, size, number)
        left += size + 1 + DIGIT * len(number) + 3


DIGIT = 9


# --- the note


def note_part(view: View) -> NotePart | None:
    """What is left to do in this phase."""
    board, pending = view.board, view.board.pending
    if isinstance(pending, Recruiting):
        return _note_part(DRAW, pending.power, "Drawing Power left")
    if isinstance(pending, SetupDrawing):
        return _note_part(DRAW, pending.power, f"left, {pending.drawn} of {SETUP_CARDS} cards drawn")
    if isinstance(pending, OverLimit):
        return _note_part("", len(board.side(board.seat).hand) - HAND_LIMIT, "over the hand limit")
    if isinstance(pending, Flanking):
        return _note_part(pending.kinds[0], None, "may leave now")
    return None


def _note_part(sign: str, number: int | None, words: str) -> NotePart:
    """A pill as wide as its sign, its number and its words."""
    number_x = 44 if sign else 18
    words_x = number_x + (12 * len(str(number)) + 7 if number is not None else 0)
    return NotePart(sign, number, words, number_x, words_x, round(words_x + advance(words, 15) + 14))
