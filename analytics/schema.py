"""The columns of the lake: five tables of finished games, and one of the games that are left out.

A row of `facts` is one action (`step` 0) or one reported effect (`step` 1..) of an event, or a part of one; game,
version, step and part are its key, and it is sorted by them. Columns that one game or one seat has only once (`seats`,
`ended_at`, `win_share`) are on every row: they cost next to nothing in Parquet, and no job needs a join to filter by
them.

A row of `holdings` is so many of something that a seat, or nobody, had at the end of a round or of the game. A row of
`cards` is what a component set says of an id that stands in other columns.
"""

from __future__ import annotations

import polars as pl

SCHEMA_VERSION = 5
"""Raised when a column changes its meaning; the next export then writes the whole lake anew."""

WORDS = pl.String
"""A column of a few words. Each file keeps it as an Enum of the words that occur in it."""

TIME = pl.Datetime("us", "UTC")

DECISION, CONSEQUENCE, SYSTEM = "decision", "consequence", "system"

FACTS: dict[str, pl.DataType | type[pl.DataType]] = {
    # which event
    "position": pl.UInt64,
    "game_id": pl.UInt64,  # the position of the game's first event: dense enough, and the same after a rebuild
    "version": pl.UInt32,
    "step": pl.UInt16,  # 0: what was decided; from 1 on: its effects
    "part": pl.UInt16,  # an effect of several dice or Soldiers has a row for each, from 0 on, in its own order
    "ruleset_version": pl.UInt16,
    "occurred_at": TIME,
    "undone": pl.Boolean,  # a step that is not on the line that leads to the head; markers (undo, redo) happened
    # who and when in the game, by the board that it was decided on
    "category": WORDS,
    "type": WORDS,
    "seat": pl.UInt8,  # whom it concerns; of a decision, who took it
    "actor": pl.UInt8,  # who took the decision that it followed from
    "player": WORDS,
    "turn_seat": pl.UInt8,  # who began the move
    "move": pl.UInt32,  # the version at which the move began; null during the set-up
    "phase": WORDS,
    "round": pl.UInt16,
    "turn": pl.UInt16,
    "third": pl.UInt8,  # 1, 2 or 3: in which third of the game's decisions the event lies; null when undone
    # of decisions that were not undone (the gap: of all decisions)
    "decision_no": pl.UInt32,  # of its seat, from 1
    "prev_type": WORDS,  # what the seat decided before
    "gap_us": pl.Int64,  # since the move was the seat's; null where the clock went backwards
    "forced": pl.Boolean,  # nothing else was legal
    "n_legal": pl.UInt16,  # how many actions were, counted up to 500; null unless the lake was built with it
    # the subject; the `facts` and `fact` of each effect and action say what it fills in
    "card": WORDS,
    "place": WORDS,
    "target": WORDS,
    "kind": WORDS,
    "source": WORDS,
    "choice": WORDS,
    "value": pl.Int32,  # of a marker: the version gone back, or on, to
    "die_sides": pl.UInt16,
    "die_face": pl.UInt16,
    "chance": pl.Boolean,  # a die, a draw or a shuffle gave it
    "mean": pl.Float64,  # what chance gives on average: of `value`, or else of `die_face`
    "variance": pl.Float64,
    "score": pl.Int32,  # of its seat, after the event
    "delta": pl.Int32,  # what the effect changed of it; each change stands on one row, of a team's score too
    # of the game and the seat
    "component_set": WORDS,
    "options": WORDS,  # of the game: `difficulty=hard scenario=two-bridges`
    "tags": WORDS,  # of the game, sorted, one a line
    "faction": WORDS,  # of the seat, one a line, sorted: `colour=red`, `hero=hero:monk`
    "seats": pl.UInt8,
    "win_share": pl.Float64,
    "ended_at": TIME,
}

SCORE_CHANGED = "ScoreChanged"
"""The type of the row of a change that no row of the effect is of: another seat's score, or one of a silent effect."""

SEATS: dict[str, pl.DataType | type[pl.DataType]] = {
    "game_id": pl.UInt64,
    "seat": pl.UInt8,
    "player": WORDS,
    "turn_order": pl.UInt8,  # 1: had the first turn; null for a seat that never had one
    "decisions": pl.UInt32,
    "score": pl.Int32,
    "rank": pl.UInt8,  # winners first, then by score; equal seats share the better rank
    "win_share": pl.Float64,
    "par": pl.Float64,  # the win share of a seat like any other: 1 over the seats; null where all win or lose together
    "ruleset_version": pl.UInt16,
    "component_set": WORDS,
    "options": WORDS,
    "tags": WORDS,
    "faction": WORDS,
    "seats": pl.UInt8,
    "ended_at": TIME,
}

HOLDINGS: dict[str, pl.DataType | type[pl.DataType]] = {
    "game_id": pl.UInt64,
    "round": pl.UInt16,
    "final": pl.Boolean,  # at the end of the game, rather than of the round
    "seat": pl.UInt8,  # null: nobody's, or the whole team's
    "what": WORDS,
    "place": WORDS,
    "n": pl.Int32,
    "player": WORDS,
    "win_share": pl.Float64,  # of the seat; of a team's game also where nobody's
    "ruleset_version": pl.UInt16,
    "component_set": WORDS,
    "options": WORDS,
    "tags": WORDS,
    "faction": WORDS,
    "seats": pl.UInt8,
    "ended_at": TIME,
}

CARDS: dict[str, pl.DataType | type[pl.DataType]] = {
    "component_set": WORDS,
    "id": WORDS,
    "name": WORDS,
    "type": WORDS,
    "level": pl.Int16,
    "kind": WORDS,
    "cost": pl.Int16,
    "speed": pl.Int16,
    "icons": WORDS,
}

GAMES: dict[str, pl.DataType | type[pl.DataType]] = {
    "game_id": pl.UInt64,
    "game_uuid": pl.String,
    "revision": pl.Int64,
    "ruleset_version": pl.UInt16,
    "component_set": WORDS,
    "options": WORDS,
    "tags": WORDS,
    "seats": pl.UInt8,
    "winners": pl.UInt8,
    "end_reason": WORDS,
    "started_at": TIME,
    "ended_at": TIME,
    "events": pl.UInt32,
    "decisions": pl.UInt32,
    "rounds": pl.UInt16,
    "turns": pl.UInt16,
    "last_position": pl.UInt64,
}

EXCLUSIONS: dict[str, pl.DataType | type[pl.DataType]] = {
    "game_uuid": pl.String,
    "revision": pl.Int64,
    "ruleset": pl.String,
    "reason": pl.String,
    "seats": pl.UInt8,
    "players": pl.List(pl.String),
    "ruleset_version": pl.UInt16,
    "tags": pl.String,
    "rounds": pl.UInt16,  # that it got to
    "versions": pl.UInt32,
    "created_at": TIME,
    "dated_at": TIME,  # when it finished; when it was created, if it has not
}

SORTED_BY = {
    "facts": ("game_id", "version", "step", "part"),
    "seats": ("game_id", "seat"),
    "games": ("game_id",),
    "holdings": ("game_id", "round", "final", "seat", "what", "place"),
    "cards": ("component_set", "id"),
    "exclusions": ("game_uuid",),
}

COLUMNS = {
    "facts": FACTS,
    "seats": SEATS,
    "games": GAMES,
    "holdings": HOLDINGS,
    "cards": CARDS,
    "exclusions": EXCLUSIONS,
}


def empty(table: str) -> pl.DataFrame:
    """No rows of a table, with its columns."""
    return pl.DataFrame(schema=COLUMNS[table])


def to_words(frame: pl.DataFrame, table: str) -> pl.DataFrame:
    """The columns of a file with its Enums as text again, so that files can be joined."""
    return frame.select(pl.col(name).cast(kind) for name, kind in COLUMNS[table].items())


def to_enums(frame: pl.DataFrame, table: str) -> pl.DataFrame:
    """The columns as a file keeps them: words as Enums. Ids that hardly repeat stay text."""
    names = [name for name, kind in COLUMNS[table].items() if kind is WORDS and name not in NOT_WORDS]
    words = frame.select(pl.col(name).unique().drop_nulls().sort().implode() for name in names)
    return frame.with_columns(pl.col(name).cast(pl.Enum(words[name][0])) for name in names)


def in_order(frame: pl.DataFrame, table: str) -> pl.DataFrame:
    """The rows in the order of a file. Facts of one game are in order as they are read, so only games are sorted."""
    if table == "facts":
        return frame if frame["game_id"].is_sorted() else frame.sort("game_id", maintain_order=True)
    return frame.sort(SORTED_BY[table], nulls_last=True)


NOT_WORDS = frozenset({"game_uuid", "ruleset", "reason", "id", "name"})
