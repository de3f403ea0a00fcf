"""Permutation tests: with random results nothing makes a difference, and the tests of statistics must say so.

Who won is drawn, or where a test is not of that, what it compares: see `reshuffled`.

Where it is who won, the games stay as they were played. Where seats compete, the win shares and ranks of each game
change places within it; where all win or lose together, half of the games of as many seats are won. So whatever the
statistic finds is chance: a test at 5 % must find something in 5 of 100 draws, and the interval of a difference must
hold 0 in the other 95.
"""

from __future__ import annotations

import time
from collections import defaultdict
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import polars as pl

from analytics.schema import SEATS
from analytics.words import CLEAR_P, CLEAR_Q
from tests.statistics.answers import WAYS_OF_EACH, Counts, CountsOfPlayers, CountsOfWays
from tests.statistics.asked import CELLS, WINNERS, tested
from tests.statistics.histories import InMemory, history
from tests.statistics.reshuffled import WAYS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from tests.statistics.asked import Question

MOST_CELLS, EACH_CELL = (0.03, 0.07), (0.02, 0.08)
"""How often 19 cells of 20, and how often each, may find a difference that is none."""

MOST_TABLES = 0.12
"""In how many tables any `q` may be below `CLEAR_Q`."""

FEW = 3
"""After so many draws that all say the same no more are needed."""

OFTEN = 0.5
"""Of cells that are tested in fewer of the draws, too little is known."""

OF_PLAYERS = ("player_profile",)
"""Statistics that count each player by itself."""

OF_GAMES = ("moves", "labels")
"""What is drawn of each game by itself."""

End = tuple[float, int]
"""How a game ended for a seat: its win share and rank."""
Ends = tuple[End, ...]
"""The same of all seats of a game."""
ENDS = {name: SEATS[name] for name in ("win_share", "rank")}


class Permuted:
    """A history whose winners can be drawn again."""

    def __init__(self, tables: InMemory) -> None:
        self._frames = tables.frames
        self._seats = self._frames["seats"].with_row_index("place")
        self._together = bool(self._seats["par"].is_null().any())
        self._ends: list[Ends] = []
        self._games: dict[int, list[int]] = defaultdict(list)
        """The places of games in `_ends`, by number of seats."""
        for game in self._seats.partition_by("game_id", maintain_order=True):
            self._games[game.height].append(len(self._ends))
            self._ends.append(tuple(game.select("win_share", "rank").rows()))
        self._places = {name: self._places_of(name) for name in ("facts", "holdings")}

    def _places_of(self, table: str) -> pl.Series:
        """The row of `seats` that each row of a table has its win share from; null where it has none."""
        places = self._seats.select("game_id", "seat", "place")
        found = self._frames[table].select("game_id", "seat", "win_share")
        if self._together:  # nobody's holdings are the team's
            team = self._seats.group_by("game_id").agg(team=pl.col("place").first())
            found = found.join(team, on="game_id", how="left", maintain_order="left")
        found = found.join(places, on=["game_id", "seat"], how="left", maintain_order="left")
        place = pl.coalesce("place", "team") if self._together else pl.col("place")
        return found.select(pl.when(pl.col("win_share").is_not_null()).then(place).alias("place"))["place"]

    def drawn(self, rng: Random) -> InMemory:
        """The same games with other winners."""
        return self.ended(self.ends(rng))

    def ends(self, rng: Random) -> list[Ends]:
        """How each game ends at random."""
        if self._together:
            return self._drawn_together(rng)
        return [tuple(rng.sample(game, len(game))) for game in self._ends]

    def ended(self, ends: Sequence[Ends]) -> InMemory:
        """The same games, ended so."""
        drawn = pl.DataFrame([end for game in ends for end in game], schema=ENDS, orient="row")
        frames = self._frames | {"seats": self._frames["seats"].with_columns(drawn.get_columns())}
        for name, places in self._places.items():
            frames[name] = frames[name].with_columns(drawn["win_share"].gather(places))
        return InMemory(frames)

    @cached_property
    def decisions(self) -> InMemory:
        """The same games with no facts but what was decided, undone or redone: the effects are left out."""
        events = (pl.col("step") == 0) & (pl.col("part") == 0)
        return InMemory(self._frames | {"facts": self._frames["facts"].filter(events)})

    @cached_property
    def games(self) -> list[Permuted]:
        """Each of the games alone."""
        ids = self._seats["game_id"].unique(maintain_order=True)
        parted = {
            name: frame.partition_by("game_id", as_dict=True)
            for name, frame in self._frames.items()
            if "game_id" in frame.columns
        }
        return [
            Permuted(
                InMemory(
                    self._frames
                    | {name: games.get((game,), self._frames[name].clear()) for name, games in parted.items()}
                )
            )
            for game in ids
        ]

    def _drawn_together(self, rng: Random) -> list[Ends]:
        ends: list[Ends] = [tuple((0.0, rank) for _, rank in game) for game in self._ends]
        for games in self._games.values():
            for game in rng.sample(games, len(games) // 2):
                ends[game] = ((1.0, 1),) * len(ends[game])
        return ends


class Cell(NamedTuple):
    """How often a cell was tested, and found something."""

    name: str
    tests: int
    found: float
    """How often its `p_value` was below 5 %."""
    missed: float | None
    """How often the interval of its difference did not hold 0."""


class Held(NamedTuple):
    """What many draws say of one question."""

    question: Question
    draws: int
    cells: tuple[Cell, ...]
    """Those that are tested in most draws."""
    unmoved: tuple[str, ...]
    """Cells whose test is not of what was drawn: it says the same in every draw."""
    rare: int
    """How many others were tested too seldom."""
    tables: float | None
    """In how many draws any `q` was small."""
    seconds: float

    @property
    def astray(self) -> list[Cell]:
        """Cells outside the bounds of most."""
        return [cell for cell in self.cells if not _within(cell, MOST_CELLS)]

    @property
    def faults(self) -> list[str]:
        """What is not as it must be."""
        each = [f"{cell.name}: {_figures(cell)}" for cell in self.cells if not _within(cell, EACH_CELL)]
        most = [f"{len(self.astray)} cells beyond 3-7 %"] if len(self.astray) > max(1, len(self.cells) / 20) else []
        often = self.tables is not None and self.tables > MOST_TABLES
        return [*each, *most, *([f"{self.tables:.1%} of tables"] if often else [])]


def _figures(cell: Cell) -> str:
    missed = "" if cell.missed is None or abs(cell.missed - cell.found) < 0.0005 else f", missed in {cell.missed:.1%}"
    return f"{cell.found:.1%} of {cell.tests}{missed}"


def _within(cell: Cell, bounds: tuple[float, float]) -> bool:
    figures = [cell.found] if cell.missed is None else [cell.found, cell.missed]
    return all(bounds[0] <= figure <= bounds[1] for figure in figures)


def of_history(draws: int, question: Question) -> Held:
    """Draw permutations of the cached history of the ruleset."""
    return draw(question, Permuted(InMemory.of(history(question.ruleset).lake)), draws)


def draw(question: Question, permuted: Permuted, draws: int) -> Held:
    """Ask a question of so many draws."""
    begun = time.monotonic()
    answers = list(_answers(question, permuted, draws))
    every = pl.concat([pl.DataFrame(schema=CELLS), *answers])
    cells = list(_cells(every))
    moved = every.group_by("cell").agg(pl.col("p_value").round(12).n_unique()).filter(pl.col("p_value") > 1)["cell"]
    moving = [cell for cell in cells if cell.name in set(moved)]
    often = tuple(cell for cell in moving if cell.tests >= OFTEN * draws)
    with_q = [float(family["q"].min()) for answer in answers for family in _families(answer)]  # type: ignore[arg-type]
    return Held(
        question,
        len(answers),
        often,
        tuple(sorted({cell.name for cell in cells} - set(moved))),
        len(moving) - len(often),
        sum(q < CLEAR_Q for q in with_q) / len(with_q) if with_q and moving else None,
        time.monotonic() - begun,
    )


def _families(answer: pl.DataFrame) -> Iterable[pl.DataFrame]:
    """The cells that have their `q` of each other."""
    return (family for family in answer.partition_by("family") if family["q"].count())


def _answers(question: Question, permuted: Permuted, draws: int) -> Iterator[pl.DataFrame]:
    """The tested cells of each draw; a few draws are enough where all of them are the same."""
    answer, first = _drawing(question, permuted, draws), []
    for seed in range(draws):
        cells = tested(answer(Random(f"{question}/{seed}")))
        yield cells
        first += [cells.sort("cell").with_columns(pl.col("p_value", "q").round(9))] if seed < FEW else []
        if seed == FEW - 1 and all(first[0].equals(other) for other in first):
            return


def _drawing(question: Question, permuted: Permuted, draws: int) -> Callable[[Random], pl.DataFrame]:
    """A function that gives the rows of the answer for one permutation."""
    if question.drawn == WINNERS:
        counts = Counts(question, permuted)
        return lambda rng: counts.answer(permuted.ends(rng))
    if question.job in OF_PLAYERS:
        return CountsOfPlayers(question, permuted.decisions).answer
    if question.drawn in OF_GAMES and draws > WAYS_OF_EACH:
        return CountsOfWays(question, permuted.decisions).answer
    drawn = WAYS[question.drawn]
    return lambda rng: question.counted(drawn(permuted.decisions, rng))


def _cells(every: pl.DataFrame) -> Iterator[Cell]:
    counted = every.group_by("cell").agg(
        tests=pl.len(), found=(pl.col("p_value") < CLEAR_P).mean(), missed=(~pl.col("holds")).mean()
    )
    yield from (Cell(*row) for row in counted.sort("cell").iter_rows())
