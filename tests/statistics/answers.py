"""Answers of many draws, out of what is counted once for all of them by a statistic's own `partial` and `finish`."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import polars as pl

from tests.statistics.added import Added
from tests.statistics.histories import InMemory
from tests.statistics.reshuffled import WAYS, name_of, named, seated

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.statistics.added import Part
    from tests.statistics.asked import Question
    from tests.statistics.permutation import Ends, Permuted

OF_RANKS = ("head_to_head",)
"""Statistics of who ended before whom; all others are of win shares alone."""

WAYS_OF_EACH = 200
"""So many ways of each tenth of the games are counted where more draws than that are asked for."""


class Counts:
    """What a statistic counts of each game, for each way that it can end: counted once.

    Counts of parts add up, and a game is a part; so an answer is made of counts that are there, by the statistic's own
    `partial` and `finish`, and takes no longer where games are long.
    """

    def __init__(self, question: Question, permuted: Permuted) -> None:
        self._question = question
        self._permuted = permuted
        self._added = Added(question.empty)
        self._counted: dict[tuple[int, tuple[float, ...], Ends | None], Part] = {}

    def answer(self, ends: Sequence[Ends]) -> pl.DataFrame:
        """The rows of the answer where games end so."""
        return self._question.finished([self._added.total([self._of(place, end) for place, end in enumerate(ends)])])

    def _of(self, place: int, ends: Ends) -> Part:
        ranks = ends if self._question.job in OF_RANKS else None
        key = place, tuple(share for share, _ in ends), ranks
        if key not in self._counted:
            self._counted[key] = self._added.part(self._question.of_part(self._permuted.games[place].ended([ends])))
        return self._counted[key]


class CountsOfPlayers:
    """What a statistic counts of each player in `what`, for each seat of each game: counted once.

    Nobody sits twice at a table, so the counts of a player are those of the seats added up, and who sits where can be
    drawn afterwards.
    """

    def __init__(self, question: Question, tables: InMemory) -> None:
        self._question = question
        self._seats = tables.frames["seats"]
        self._added = Added(question.empty)
        counts = question.of_part(named(tables)).partition_by("what", as_dict=True)
        self._of_seats = {str(seat): self._added.part(own) for (seat,), own in counts.items() if seat is not None}
        self._of_all = self._added.part(counts.get((None,), question.empty))
        self._of_players: dict[tuple[str, str], Part] = {}

    def answer(self, rng: Random) -> pl.DataFrame:
        """The rows of the answer where players are drawn; nobody is nobody's row."""
        sits = seated(self._seats, rng).select(name_of(), player=pl.col("player").cast(pl.String)).drop_nulls("player")
        theirs = [self._of(seat, player) for seat, player in sits.iter_rows() if seat in self._of_seats]
        return self._question.finished([self._added.total([self._of_all, *theirs])])

    def _of(self, seat: str, player: str) -> Part:
        if (seat, player) not in self._of_players:
            self._of_players[seat, player] = self._added.renamed(self._of_seats[seat], "what", player)
        return self._of_players[seat, player]


class CountsOfWays:
    """What a statistic counts of each tenth of the games, for so many ways that these are drawn: counted once.

    A draw then takes any one of the ways for each tenth. That is nearly as good as to draw all games anew: ways of one
    tenth are drawn again, but hardly two draws have many of them in common.
    """

    def __init__(self, question: Question, tables: InMemory, ways: int = WAYS_OF_EACH) -> None:
        self._question = question
        self._added = Added(question.empty)
        drawn = (WAYS[question.drawn](tables, Random(f"{question}/way {way}")) for way in range(ways))
        counted = ([self._added.part(question.of_part(tenth)) for tenth in tenths(one)] for one in drawn)
        self._of_tenths = [*zip(*counted, strict=True)]

    def answer(self, rng: Random) -> pl.DataFrame:
        """The rows of the answer where a way of each tenth is drawn."""
        return self._question.finished([self._added.total([rng.choice(ways) for ways in self._of_tenths])])


def tenths(tables: InMemory) -> list[InMemory]:
    """Ten parts of the games."""
    games = tables.frames["games"].sort("seats", "game_id")["game_id"].unique(maintain_order=True)
    return [only(tables, games.gather_every(10, place)) for place in range(10)]


def only(tables: InMemory, games: pl.Series) -> InMemory:
    """The tables with these games alone."""
    among = pl.col("game_id").is_in(games.implode())
    return InMemory(
        {name: frame.filter(among) if "game_id" in frame.columns else frame for name, frame in tables.frames.items()}
    )
