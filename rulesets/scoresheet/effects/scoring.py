"""Points and counters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat
from rulesets.kit.structs import Effect
from rulesets.kit.tuples import put
from rulesets.scoresheet.board import END, TABLE, Board, Cell, Place
from rulesets.scoresheet.ids import category_id, cell_id, counter_id, round_id, seat_id, tally_id
from rulesets.scoresheet.names import amount, category_name, change, number, when

if TYPE_CHECKING:
    from collections.abc import Iterable


class PointsScored(Effect[Board], frozen=True):
    """A number is written into an empty cell. The value of its row is how much, its source the category."""

    seat: Seat
    category: str
    value: int
    round: int
    """0 for what is scored once for the whole game."""

    def apply(self, board: Board) -> Board:
        return board.with_place(
            self.seat, _with_cell(board.place(self.seat), Cell(self.round, self.category, self.value))
        )

    def touches(self) -> tuple[str, ...]:
        return (cell_id(self.seat, self.round, self.category), seat_id(self.seat))

    def sentence(self, board: Board) -> str:
        category = board.components.category[self.category]
        return f"{{{self.seat}}} scores {amount(category, self.value)} for {category.name}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (_points(self.seat, self.category, self.round, self.value),)


class ScoreCorrected(Effect[Board], frozen=True):
    """Another number is written into a cell.

    Its row counts as points that were scored: the value is how much more there is now, and may be below 0.
    """

    seat: Seat
    category: str
    value: int
    round: int

    def apply(self, board: Board) -> Board:
        return board.with_place(
            self.seat, _with_cell(board.place(self.seat), Cell(self.round, self.category, self.value))
        )

    def touches(self) -> tuple[str, ...]:
        return (cell_id(self.seat, self.round, self.category), seat_id(self.seat))

    def sentence(self, board: Board) -> str:
        category, before = board.components.category[self.category], board.written(self.seat, self.round, self.category)
        instead = "" if before is None else f" instead of {number(before)}"
        called = f"{category_name(board, self.category)}{when(board, self.round)}"
        return f"{{{self.seat}}} corrects {called}: {amount(category, self.value)}{instead}."

    def facts(self, board: Board) -> Iterable[Fact]:
        more = self.value - (board.written(self.seat, self.round, self.category) or 0)
        row = _points(self.seat, self.category, self.round, more)
        row.type = PointsScored.__name__
        return (row,)


def _with_cell(place: Place, cell: Cell) -> Place:
    others = [each for each in place.cells if each.round != cell.round or each.category != cell.category]
    return replace(place, cells=tuple(sorted([*others, cell])))


def _points(seat: Seat, category: str, round: int, value: int) -> Fact:
    kind = "end" if round == END else "round"
    return Fact(seat=seat, source=category_id(category), place=round_id(round), kind=kind, value=value)


class CounterChanged(Effect[Board], frozen=True):
    """A counter of the seat or of the table goes up or down: the value of its row is by how much."""

    seat: Seat
    counter: str
    value: int

    def apply(self, board: Board) -> Board:
        for index, tally in enumerate(board.tallies):
            if tally.counter == self.counter and tally.seat in (self.seat, TABLE):
                changed = replace(tally, value=tally.value + self.value)
                return replace(board, tallies=put(board.tallies, index, changed))
        return board

    def touches(self) -> tuple[str, ...]:
        return (seat_id(self.seat),)

    def sentence(self, board: Board) -> str:
        after = board.count(self.seat, self.counter) + self.value
        name = board.components.counter[self.counter].name
        return f"{{{self.seat}}} counts {name} {change(self.value)}, to {number(after)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        of = board.components.counter[self.counter].of
        place = tally_id(self.seat if of == "seat" else TABLE, self.counter)
        return (Fact(seat=self.seat, source=counter_id(self.counter), place=place, kind=of, value=self.value),)


class WinClaimed(Effect[Board], frozen=True):
    """A seat, and all of its team, say that they won."""

    seat: Seat
    side: tuple[Seat, ...]
    silent = {"side": "stands in `win_share`"}

    def apply(self, board: Board) -> Board:
        places = [
            replace(place, won=True) if seat in self.side else place for seat, place in enumerate(board.places, 1)
        ]
        return replace(board, places=tuple(places))

    def touches(self) -> tuple[str, ...]:
        return tuple(map(seat_id, self.side))

    def sentence(self, board: Board) -> str:
        team = board.components.team.get(board.place(self.seat).team)
        return f"{{{self.seat}}} notes a win for {team.name}." if team else f"{{{self.seat}}} notes a win."
