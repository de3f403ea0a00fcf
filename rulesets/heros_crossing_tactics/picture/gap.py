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
from rulesets.heros_crossing_tactics.picture.parts import DRAW, STRIP_HEIGHT, STRIP_ROUND, Strip
from rulesets.heros_crossing_tactics.picture.places import LANE_WIDTH, LANE_X, RESERVE_WIDTH, RESERVE_X
from rulesets.heros_crossing_tactics.pieces import other
from rulesets.heros_crossing_tactics.rules.recruit import HAND_LIMIT
from rulesets.heros_crossing_tactics.rules.setup import SETUP_CARDS
from rulesets.kit.phases import Seat
from rulesets.kit.svg import Box, Frames, Label, Piece, advance, label

if TYPE_CHECKING:
    from rulesets.heros_crossing_tactics.picture.trace import Clash
    from rulesets.heros_crossing_tactics.picture.view import View
    from rulesets.heros_crossing_tactics.pieces import CardId


class ReservePart(Piece, frozen=True):
    """The place of a reserve card: the card, or a word about why there is none."""

    seat: Seat
    x: int
    y: int
    card: Strip | None
    word: Label
    frames: Frames | None


class ArrowPart(Struct, frozen=True, gc=False):
    """An attack, with its points as signs and numbers."""

    title: str
    seat: Seat
    path: str
    x: int
    y: int
    points: tuple[tuple[str, int | None], ...]
    """The kind that strikes now first; no number before the reserves are shown."""
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
    """The attack; before the reserves are shown, which types strike, then how many points are left."""
    attack, half = shown.attack, view.half(shown.seat)
    points: list[tuple[str, int | None]] = []
    if isinstance(view.board.pending, AttackerReserve | DefenderReserve):
        points = [("weapon", None), ("magic", None)] if attack.straight else [("magic", None)]
    elif not shown.over:
        points = [(kind, n) for kind, n in (("weapon", attack.weapon), ("magic", attack.magic)) if n]
    ahead = "straight ahead " if attack.straight else ""
    left = "".join(f"; {n} {kind.capitalize()} left" for kind, n in points if n)
    start, end = (LANE_X[column] + LANE_WIDTH // 2 for column in (attack.column, attack.target))
    return ArrowPart(
        f"Attack {ahead}from Front {attack.column} to Front {attack.target}{left}",
        shown.seat,
        arrow_path(start, end, half.inwards),
        end,
        330 - 4 * half.inwards,
        tuple(points),
        shown.over,
    )


UPWARDS, DOWNWARDS = (290, 334, 378, 355, 367, 380), (374, 330, 293, 305, 293, 281)
"""Heights of an arrow: tip, shoulder, tail; of a band: the edge towards the gap, the other, and its beginning."""


@lru_cache(maxsize=32)
def arrow_path(start: int, end: int, inwards: int) -> str:
    """A broad arrow over the gap into the lane with its middle at `end`; from another lane, a band leads up to it."""
    up = -inwards  # drawn as if it went upwards; downwards it is mirrored, and begins clear of the numbers there
    tip, shoulder, tail, near, far, stub = UPWARDS if up > 0 else DOWNWARDS
    if start == end:
        head = f"H{end - 53}L{end} {tip}L{end + 53} {shoulder}H{end + 32}"
        return f"M{end - 32} {tail}V{shoulder}{head}V{tail}q-32 {-9 * up}-64 0z"
    side = 1 if end > start else -1
    inner, outer, bend = end - 32 * side, end + 32 * side, 8 * side
    head = f"H{end - 53 * side}L{end} {tip}L{end + 53 * side} {shoulder}H{outer}"
    return (
        f"M{start - 6 * side} {stub}V{far}Q{start - 6 * side} {near} {start + bend} {near}H{inner}V{shoulder}{head}"
        f"V{far - 8 * up}Q{outer} {far} {outer - bend} {far}H{start + 6 * side}V{stub}z"
    )


# --- the reserves


def reserve_parts(view: View, shown: Clash) -> tuple[ReservePart, ...]:
    """The places of both reserve cards; clear of the band of an attack that does not go straight."""
    attack = shown.attack
    y = 322 if attack.straight else 322 + 6 * view.half(shown.seat).inwards
    cards = (attack.attacker_card, attack.defender_card)
    seats = (shown.seat, other(shown.seat))
    return tuple(
        _reserve_part(view, seat, card, x, y, shown.over)
        for seat, card, x in zip(seats, cards, RESERVE_X[attack.target], strict=True)
    )


def _reserve_part(view: View, seat: Seat, card: CardId | None, x: int, y: int, over: bool) -> ReservePart:
    pending, piece = view.board.pending, f"reserve:{seat}"
    hidden = isinstance(pending, AttackerReserve | DefenderReserve)
    undecided = hidden and (seat in pending.who(view.board) or isinstance(pending, AttackerReserve))
    none = "not yet laid" if undecided else "none"
    return ReservePart(
        piece,
        f"Reserve of {view.names[seat]}: {card_title(view.board, card) if card else none}",
        seat,
        x,
        y,
        None if over or not card else strip(view, card, x, y, RESERVE_WIDTH, private=hidden),
        label(hero_name(view.board, card) if card and over else none, RESERVE_WIDTH - 24, 16, 14),
        view.frames(piece, Box(x, y, RESERVE_WIDTH, STRIP_HEIGHT, STRIP_ROUND)),
    )


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
