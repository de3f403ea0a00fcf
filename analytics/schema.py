"""The columns of the lake: five tables of finished games, and one of the games that are left out.

A row of `facts` is one action (`step` 0) or one reported effect (`step` 1..) of an event, or a part of one; game,
version, step and part are its key, and it is sorted by them. Columns that one game or one seat has only once (`seats`,
`ended_at`, `win_share`) are on every row: they cost next to nothing in Parquet, and no job needs a join to filter by
them. What each column means stands in `columns.py` and `lake_columns.py`.

A row of `holdings` is so many of something that a seat, or nobody, had at the end of a round or of the game. A row of
`cards` is what a component set says of an id that stands in other columns.
"""

from __future__ import annotations

import polars as pl

from analytics.columns import WORDS, types
from analytics.lake_columns import TABLES

SCHEMA_VERSION = 6
"""Raised when a column changes its meaning; the next export then writes the whole lake anew."""

DECISION, CONSEQUENCE, SYSTEM = "decision", "consequence", "system"

COLUMNS = {name: types(columns) for name, columns in TABLES.items()}
FACTS, SEATS, GAMES, HOLDINGS, CARDS, EXCLUSIONS = COLUMNS.values()

SCORE_CHANGED = "ScoreChanged"
"""The type of the row of a change that no row of the effect is of: another seat's score, or one of a silent effect."""

SORTED_BY = {
    "facts": ("game_id", "version", "step", "part"),
    "seats": ("game_id", "seat"),
    "games": ("game_id",),
    "holdings": ("game_id", "round", "final", "seat", "what", "place"),
    "cards": ("component_set", "id"),
    "exclusions": ("game_uuid",),
}


def empty(table: str) -> pl.DataFrame:
    """No rows of a table, with its columns."""
    return pl.DataFrame(schema=COLUMNS[table])


def to_words(frame: pl.DataFrame, table: str) -> pl.DataFrame:
    """The columns of a file with its Enums as text again, so that files can be joined."""
    return frame.select(pl.col(name).cast(kind) for name, kind in COLUMNS[table].items())


def to_enums(frame: pl.DataFrame, table: str) -> pl.DataFrame:
    """The columns as a file keeps them: words as Enums. Ids that hardly repeat stay text."""
    names = words(table)
    occurring = frame.select(pl.col(name).unique().drop_nulls().sort().implode() for name in names)
    return frame.with_columns(pl.col(name).cast(pl.Enum(occurring[name][0])) for name in names)


def words(table: str) -> list[str]:
    """The columns that a file keeps as Enums."""
    return [name for name, kind in COLUMNS[table].items() if kind is WORDS and name not in NOT_WORDS]


def one_of(column: str, *words: str) -> pl.Expr:
    """Whether a column says one of these words.

    The words of an Enum are compared as numbers, for a third of the time of texts. Polars reads no file by `==` whose
    Enum lacks the word, but by `is_in`.
    """
    return pl.col(column).is_in(words)


def in_order(frame: pl.DataFrame, table: str) -> pl.DataFrame:
    """The rows in the order of a file. Facts of one game are in order as they are read, so only games are sorted."""
    if table == "facts":
        return frame if frame["game_id"].is_sorted() else frame.sort("game_id", maintain_order=True)
    return frame.sort(SORTED_BY[table], nulls_last=True)


NOT_WORDS = frozenset({"game_uuid", "ruleset", "reason", "id", "name"})
