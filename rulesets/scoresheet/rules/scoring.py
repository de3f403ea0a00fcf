"""Scoring: points, corrections, counters, and who won where nothing is counted."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from rulesets.kit.facts import Fact
from rulesets.kit.play import Play, need
from rulesets.kit.steps import Narrowing
from rulesets.kit.structs import Action, ChoiceStep, Numbers
from rulesets.scoresheet import effects as e
from rulesets.scoresheet.board import END, Board
from rulesets.scoresheet.ids import category_id, cell_id, counter_id, line_id, round_id, seat_id
from rulesets.scoresheet.names import amount, category_name, change, number, when
from rulesets.scoresheet.phases import FinalScoring, Free, Turn
from rulesets.scoresheet.standing import sides

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from random import Random

    from rulesets.kit.phases import Seat
    from rulesets.kit.ruleset import Ruleset
    from rulesets.kit.structs import Chosen

    Cell = tuple[int, str]
    """A round and a category."""

CHANGES = (1, 2, 3, 5, 10, 50, 100)
"""By how much a counter goes up or down at a time (SHT-CNT-02)."""


class Score(Action[Board], frozen=True):
    """Write a number into an empty cell of this round, or of the end of the game."""

    phase = (Free, Turn, FinalScoring)
    anytime = True
    exact = True  # up to 2,000 amounts
    columns = {"amount": "value"}
    category: str
    amount: int

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterator[Score]:
        if board.place(seat).playing:
            for _, category in open_cells(board, seat):
                for value in board.components.amounts[category]:
                    yield cls(category, value)

    @classmethod
    def numbers(cls, board: Board, seat: Seat) -> Iterator[Numbers]:
        """Of each empty cell."""
        if board.place(seat).playing:
            for _, category in open_cells(board, seat):
                amounts = board.components.amounts[category]
                yield Numbers(cls(category, amounts[0]), "amount", amounts[0], amounts[-1], amounts.step)

    def check(self, board: Board, seat: Seat) -> None:
        need(board.place(seat).playing, "SHT-SEA-01")
        need_category(board, self.category)
        over = isinstance(board.pending, FinalScoring)
        need(not over or self.category in board.components.at_end, "SHT-SCO-05")
        need(board.written(seat, round_of(board, self.category), self.category) is None, "SHT-SCO-03")
        need(self.amount in board.components.amounts[self.category], "SHT-SCO-02")

    def perform(self, play: Play[Board]) -> None:
        round = round_of(play.board, self.category)
        play.emit(e.PointsScored(play.seat, self.category, self.amount, round))

    def touches(self, board: Board, seat: Seat) -> tuple[str, ...]:
        return (cell_id(seat, round_of(board, self.category), self.category),)

    def fact(self, board: Board, seat: Seat) -> Fact:
        return Fact(source=category_id(self.category), value=self.amount)

    def label(self, board: Board, seat: Seat) -> str:
        category = board.components.category[self.category]
        return f"{category.name}: {amount(category, self.amount)}"


class Correct(Action[Board], frozen=True):
    """Write another number into a cell, or one that was forgotten in an earlier round.

    The listed ones are examples: of twelve rounds with five categories there would be tens of thousands.
    """

    title = "Correct a score"
    phase = (Free, Turn, FinalScoring)
    anytime = True
    open_ended = True
    rare = True
    columns = {"amount": "value"}
    round: int
    """0 for what is scored once for the whole game."""
    category: str
    amount: int

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterator[Correct]:
        """The number that was written last, a little less or more."""
        cells = board.place(seat).cells
        if cells:
            last = cells[-1]
            step = board.components.category[last.category].step
            yield from (cls(last.round, last.category, last.value + n * step) for n in (-1, 1))

    @classmethod
    def sample(cls, board: Board, seat: Seat, rng: Random) -> Correct | None:
        cell = rng.choice(list(filled_cells(board, seat)))
        return rng.choice(list(islice(cls.of_cell(board, seat, cell), 1000)))

    @classmethod
    def of_cell(cls, board: Board, seat: Seat, cell: Cell) -> Iterator[Correct]:
        """All that may be written into a cell instead of what stands there."""
        round, category = cell
        before = board.written(seat, round, category)
        amounts = board.components.amounts[category]
        return (cls(round, category, value) for value in amounts if value != before)

    @classmethod
    def step(cls, ruleset: Ruleset[Any], board: Board, seat: Seat, chosen: Chosen) -> ChoiceStep:
        """Which cell, then digit by digit."""
        return Corrections(ruleset, cls, board, seat, chosen).step()

    def check(self, board: Board, seat: Seat) -> None:
        need_category(board, self.category)
        cell = (self.round, self.category)
        need(cell in filled_cells(board, seat), "SHT-SCO-04")
        need(self.amount in board.components.amounts[self.category], "SHT-SCO-02")
        need(self.amount != board.written(seat, *cell), "SHT-SCO-06")

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.ScoreCorrected(play.seat, self.category, self.amount, self.round))

    def touches(self, board: Board, seat: Seat) -> tuple[str, ...]:
        return (place_of(board, seat, self.round, self.category),)

    def fact(self, board: Board, seat: Seat) -> Fact:
        return Fact(source=category_id(self.category), place=round_id(self.round), value=self.amount)

    def label(self, board: Board, seat: Seat) -> str:
        called = f"{category_name(board, self.category)}{when(board, self.round)}"
        return f"Correct {called}: {amount(board.components.category[self.category], self.amount)}"


class Corrections(Narrowing):
    """Corrections by steps: two of each cell stand for all of it, until only one cell is left."""

    def legal(self) -> Iterable[Correct]:
        cells = [cell for cell in filled_cells(self.board, self.seat) if self._fits(*cell)]
        most = None if len(cells) == 1 else 2
        return [each for cell in cells for each in islice(Correct.of_cell(self.board, self.seat, cell), most)]

    def _fits(self, round: int, category: str) -> bool:
        fixed = self.chosen.fixed
        if fixed.get("round", (str(round),)) != (str(round),) or fixed.get("category", (category,)) != (category,):
            return False
        return {*self.chosen.taps} <= {place_of(self.board, self.seat, round, category)}

    def _beyond(self, some: Sequence[Action[Any]]) -> tuple[str, ...]:
        """Rounds and categories lie where their numbers do, also where that is one place."""
        return tuple(
            sorted({id_ for action in some for id_ in self._open(action, action.touches(self.board, self.seat))})
        )

    def step(self) -> ChoiceStep:
        """What is asked next; no values where nothing fits."""
        found = list(self.fitting())
        if len(found) > 1:
            return self.field_step(found)
        return ChoiceStep("action", tuple(map(self.whole, found)))


class Count(Action[Board], frozen=True):
    """Let a counter go up or down."""

    phase = (Free, Turn, FinalScoring)
    anytime = True
    rare = True
    columns = {"by": "value"}
    counter: str
    by: int

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterator[Count]:
        for counter in board.components.counter:
            yield from (cls(counter, sign * by) for by in CHANGES for sign in (1, -1))

    def check(self, board: Board, seat: Seat) -> None:
        need(board.place(seat).playing, "SHT-SEA-01")
        counter = board.components.counter.get(self.counter)
        need(counter, "SHT-CNT-01")
        assert counter
        need(abs(self.by) in CHANGES, "SHT-CNT-02")
        need(counter.least <= board.count(seat, self.counter) + self.by <= counter.most, "SHT-CNT-03")

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.CounterChanged(play.seat, self.counter, self.by))

    def fact(self, board: Board, seat: Seat) -> Fact:
        return Fact(source=counter_id(self.counter), value=self.by)

    def label(self, board: Board, seat: Seat) -> str:
        after = number(board.count(seat, self.counter) + self.by)
        return f"{board.components.counter[self.counter].name} {change(self.by)}, to {after}"


class ClaimWin(Action[Board], frozen=True):
    """Note that the own side won, where points do not tell."""

    title = "Note a win"
    phase = (Free, Turn, FinalScoring)
    anytime = True
    rare = True

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[ClaimWin]:
        return (cls(),)

    def check(self, board: Board, seat: Seat) -> None:
        need(board.components.wins_are_noted, "SHT-WIN-04")
        need(board.place(seat).playing, "SHT-SEA-01")
        need(not board.place(seat).won, "SHT-WIN-06")

    def perform(self, play: Play[Board]) -> None:
        (side,) = (side for side in sides(play.board) if play.seat in side)
        play.emit(e.WinClaimed(play.seat, side))

    def touches(self, board: Board, seat: Seat) -> tuple[str, ...]:
        return (seat_id(seat),)

    def label(self, board: Board, seat: Seat) -> str:
        return "Note a win"


def need_category(board: Board, category: str) -> None:
    """Refuse a category that the sheet does not have."""
    need(category in board.components.category, "SHT-SCO-01")


def round_of(board: Board, category: str) -> int:
    """The round that a number of a category is written into now."""
    return END if category in board.components.at_end else board.round


def place_of(board: Board, seat: Seat, round: int, category: str) -> str:
    """Where a number is tapped: in its cell, or in the one place that a round is added up in."""
    return line_id(seat, round) if board.is_added_up(round) else cell_id(seat, round, category)


def open_cells(board: Board, seat: Seat) -> Iterator[Cell]:
    """The empty cells that can be scored now (SHT-SCO-03, 05)."""
    components = board.components
    if not isinstance(board.pending, FinalScoring):
        yield from (
            (board.round, each) for each in components.each_round if board.written(seat, board.round, each) is None
        )
    yield from ((END, each) for each in components.at_end if board.written(seat, END, each) is None)


def filled_cells(board: Board, seat: Seat) -> Iterator[Cell]:
    """The cells that can be corrected (SHT-SCO-04): those of rounds that are over, and those that are written."""
    components = board.components
    over = board.round + isinstance(board.pending, FinalScoring)
    for round in range(1, board.round + 1):
        for category in components.each_round:
            if round < over or board.written(seat, round, category) is not None:
                yield round, category
    yield from ((END, each) for each in components.at_end if board.written(seat, END, each) is not None)
