"""How sentences, labels and captions call the parts of a sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.kit.words import joined
from rulesets.scoresheet.board import END

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.kit.phases import Seat
    from rulesets.scoresheet.board import Board
    from rulesets.scoresheet.schema import Category, Document

ENDINGS = {
    "finished": "the table finished it",
    "rounds": "all rounds are over",
    "target": "the target is reached",
    "beaten": "the game beat the table",
}
"""Why a game is over."""

MINUS = "\u2212"


def number(value: int) -> str:
    """A number as it is written: `12`, `−5`."""
    return f"{MINUS}{-value}" if value < 0 else str(value)


def change(value: int) -> str:
    """A number with its sign: `+1`, `−5`."""
    return number(value) if value < 0 else f"+{value}"


def amount(category: Category, value: int) -> str:
    """A number with its unit: `1 point`, `12 tricks`."""
    return f"{number(value)} {category.unit if value == 1 else category.units or f'{category.unit}s'}"


def category_name(board: Board, category: str) -> str:
    """What points are for."""
    return board.components.category[category].name


def when(board: Board, round: int) -> str:
    """The round of a cell in a sentence; a sheet of one round and the end of a game need none."""
    return f" in round {round}" if round != END and board.components.sheet.rounds.number != 1 else ""


def seat_name(seat: Seat) -> str:
    """A seat, for sentences."""
    return f"{{{seat}}}"


def seats_joined(seats: Sequence[Seat]) -> str:
    """Several seats, for sentences."""
    return joined(map(seat_name, seats))


def score_word(sheet: Document) -> str:
    """What a score counts: the unit of all categories, if it is one."""
    units = {category.units or f"{category.unit}s" for category in sheet.categories}
    return units.pop() if len(units) == 1 else "points"


def move_sentence(board: Board, move: str, thing: str, other: Seat | None, place: str) -> str:
    """A move as a sentence has it: `settles Farm in North`."""
    return _with(board, board.components.move[move].does, move, thing, other, place)


def move_label(board: Board, move: str, thing: str, other: Seat | None, place: str) -> str:
    """A move as its button has it: `Settle Farm in North`."""
    return _with(board, board.components.move[move].name, move, thing, other, place)


def _with(board: Board, verb: str, move: str, thing: str, other: Seat | None, place: str) -> str:
    components = board.components
    what = f" {components.objects[move][thing].name}" if thing else ""
    where = components.places[move][place].name if place else f"{{{other}}}" if other else ""
    return f"{verb}{what} {components.move[move].to} {where}" if where else f"{verb}{what}"
