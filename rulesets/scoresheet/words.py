"""Moves of a sheet in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulesets.kit.phases import Seat
    from rulesets.scoresheet.board import Board


def told(board: Board, move: str, thing: str, other: Seat | None, place: str) -> str:
    """A move as a sentence has it: `settles Farm in North`."""
    return _with(board, board.components.move[move].does, move, thing, other, place)


def named(board: Board, move: str, thing: str, other: Seat | None, place: str) -> str:
    """A move as its button has it: `Settle Farm in North`."""
    return _with(board, board.components.move[move].name, move, thing, other, place)


def _with(board: Board, verb: str, move: str, thing: str, other: Seat | None, place: str) -> str:
    components = board.components
    what = f" {components.objects[move][thing].name}" if thing else ""
    where = components.places[move][place].name if place else f"{{{other}}}" if other else ""
    return f"{verb}{what} {components.move[move].to} {where}" if where else f"{verb}{what}"
