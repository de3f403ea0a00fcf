"""Rows for statistics: the unit that something is about, where it stands, the dice that it rolled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.card_tactics.ids import card_id, place_id, space_id
from rulesets.card_tactics.phases import UnitPhase
from rulesets.kit.facts import Fact

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulesets.card_tactics.board import Board
    from rulesets.card_tactics.pieces import CardId


def unit_row(
    board: Board, unit: CardId, *, kind: str | None = None, target: str | None = None, value: int | None = None
) -> Fact:
    """A unit, and the seat that controls it; nobody controls an enemy."""
    seat = board.controller(unit) if board.is_hero(unit) else None
    return Fact(seat=seat, card=unit, kind=kind, target=target, value=value)


def placed_row(board: Board, unit: CardId, *, kind: str | None = None, value: int | None = None) -> Fact:
    """The same, and the space that the unit stands on."""
    row = unit_row(board, unit, kind=kind, value=value)
    row.place = place_id(board, unit)
    return row


def line_rows(board: Board, heroes: Sequence[CardId]) -> Iterator[Fact]:
    """A row for each hero of a line, H1 first."""
    for position, hero in enumerate(heroes, 1):
        yield Fact(seat=board.controller(hero), card=hero, place=space_id("hero", position))


def dice_rows(board: Board, unit: CardId, dice: Sequence[int]) -> Iterator[Fact]:
    """A row for each die that a unit rolled."""
    for face in dice:
        row = unit_row(board, unit)
        row.die_sides, row.die_face = len(board.components.faces), face
        yield row


def decision_row(board: Board, *, kind: str | None = None, item: CardId = "") -> Fact:
    """A decision: of the unit whose time to act it is, if that is so, with the item that it takes."""
    pending = board.pending
    if isinstance(pending, UnitPhase):
        return user_row(board, pending.unit, kind=kind, item=item)
    return Fact(kind=kind)


def user_row(board: Board, hero: CardId, *, kind: str | None, item: CardId) -> Fact:
    """A decision for a hero to use a skill, of an item or its own."""
    row = placed_row(board, hero, kind=kind or None)
    row.target = card_id(item) if item else None
    return row
