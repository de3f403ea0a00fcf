"""What the fields of actions are called, and where they lie in the picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulesets.kit.fields import A_SEAT, Field
from rulesets.scoresheet.board import END
from rulesets.scoresheet.ids import cell_id, die_id, pile_id, seat_id, tally_id
from rulesets.scoresheet.names import MINUS, change

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rulesets.kit.phases import Seat
    from rulesets.scoresheet.board import Board

    Fixed = Mapping[str, Any]


def _amount(_board: Board, _seat: Seat, digits: int | str, _fixed: Fixed) -> str:
    """A digit, or the whole number."""
    return str(digits).replace("-", MINUS)


def _category(board: Board, _seat: Seat, category: str, _fixed: Fixed) -> str:
    return board.components.category[category].name


def _scored_ids(board: Board, seat: Seat, category: str, _fixed: Fixed) -> tuple[str, ...]:
    round = END if category in board.components.at_end else board.round
    return (cell_id(seat, round, category),)


def _round(_board: Board, _seat: Seat, round: int, _fixed: Fixed) -> str:
    return "At the end" if round == END else f"Round {round}"


def _counter(board: Board, _seat: Seat, counter: str, _fixed: Fixed) -> str:
    return board.components.counter[counter].name


def _tally_ids(board: Board, seat: Seat, counter: str, _fixed: Fixed) -> tuple[str, ...]:
    of = board.components.counter[counter].of
    return (tally_id(seat if of == "seat" else 0, counter),)


def _by(_board: Board, _seat: Seat, by: int, _fixed: Fixed) -> str:
    return change(by)


def _die(board: Board, _seat: Seat, die: str, _fixed: Fixed) -> str:
    return board.components.die[die].name


def _pile(board: Board, _seat: Seat, pile: str, _fixed: Fixed) -> str:
    return board.components.pile[pile].name


def _move(board: Board, _seat: Seat, move: str, _fixed: Fixed) -> str:
    return board.components.move[move].name


def _object(board: Board, _seat: Seat, thing: str, fixed: Fixed) -> str:
    return board.components.objects[fixed["move"]][thing].name if thing else "Nothing"


def _place(board: Board, _seat: Seat, place: str, fixed: Fixed) -> str:
    return board.components.places[fixed["move"]][place].name if place else "Nowhere"


def _role(board: Board, _seat: Seat, role: str, _fixed: Fixed) -> str:
    return board.components.role[role].name


def _team(board: Board, _seat: Seat, team: str, _fixed: Fixed) -> str:
    return board.components.team[team].name


def _result(_board: Board, _seat: Seat, result: str, _fixed: Fixed) -> str:
    return {"won": "We won", "lost": "We lost"}.get(result, "As it stands")


FIELDS = {
    "round": Field(_round, asks="Which round?"),
    "Score.category": Field(_category, _scored_ids, asks="What for?"),
    "category": Field(_category, asks="What for?"),
    "counter": Field(_counter, _tally_ids, asks="Which counter?"),
    "die": Field(_die, lambda _board, _seat, die, _fixed: (die_id(die),), asks="Which die?"),
    "pile": Field(_pile, lambda _board, _seat, pile, _fixed: (pile_id(pile),), asks="From which pile?"),
    "move": Field(_move, asks="Which move?"),
    "object": Field(_object, asks="With what?"),
    "other": Field(A_SEAT.word, lambda _board, _seat, other, _fixed: (seat_id(other),), asks="With whom?"),
    "place": Field(_place, asks="Where?"),
    "role": Field(_role, asks="Which role?"),
    "team": Field(_team, asks="Which team?"),
    "result": Field(_result, asks="How did it end?"),
    "amount": Field(_amount, pieces="digits", asks="How many?"),
    "by": Field(_by, asks="By how much?"),
}
"""In the order in which they are asked for: what it is about before how much."""


def _as_written(_board: Board, _seat: Seat, outcome: int | str, _fixed: Fixed) -> str:
    """A face or a card, which the sheet names in words."""
    return str(outcome)


OUTCOMES = {"roll": Field(_as_written), "draw": Field(_as_written)}
"""What outcomes of chance are called."""
