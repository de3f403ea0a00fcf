"""Histories in which chance has the say in what a test compares, where that is not who won.

`moves`: the moves of each seat come in any order, each with all that was decided in it. `labels`: what decisions of a
game are of comes from another game, in any order, so a type says nothing of how long they took or whether they were
taken back. `players`: those of one table sit at another of as many seats, in any order. `dates`: games of as many seats
ended when others did. All else stays: some games are long, slow or full of mistakes, and what one decision of a game
says the next may say too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from analytics.schema import DECISION
from tests.statistics.histories import InMemory

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

OF_MOVES = ("game_id", "turn_seat")
OF_SEATS = ("game_id", "seat")


def moves(tables: InMemory, rng: Random) -> InMemory:
    """Each seat's moves in another order."""
    facts = tables.frames["facts"]
    begun = facts.select(*OF_MOVES, "move").drop_nulls().unique().sort(*OF_MOVES, "move")
    drawn = begun.with_columns(at=_random(rng, begun.height)).sort(*OF_MOVES, "at")
    became = begun.with_columns(became=drawn["move"]).select("game_id", "move", "became")
    moved = facts.join(became, on=["game_id", "move"], how="left", maintain_order="left")
    return _with(tables, facts=moved.with_columns(move="became").drop("became"))


def labels(tables: InMemory, rng: Random) -> InMemory:
    """Decisions are of types that were drawn, one by one, from those of another game."""
    facts = tables.frames["facts"]
    decided = (pl.col("category") == DECISION) & (pl.col("step") == 0) & (pl.col("part") == 0)
    found = facts.filter(decided).group_by("game_id", maintain_order=True).agg("type")["type"].to_list()
    others = rng.sample(found, len(found))
    types = [kind for own, other in zip(found, others, strict=True) for kind in rng.choices(other, k=len(own))]
    rows = facts.with_row_index("row")
    chosen = rows.filter(decided).select("row", "game_id").sort("game_id", maintain_order=True)
    became = chosen.select("row", became=pl.Series(types, dtype=pl.String))
    relabelled = rows.join(became, on="row", how="left", maintain_order="left")
    return _with(tables, facts=relabelled.with_columns(type=pl.coalesce("became", "type")).drop("row", "became"))


def players(tables: InMemory, rng: Random) -> InMemory:
    """The players of each table at another of as many seats, in any order."""
    sits = seated(tables.frames["seats"], rng)
    return _with(tables, **{name: _seated(tables.frames[name], sits) for name in ("seats", "facts", "holdings")})


def seated(seats: pl.DataFrame, rng: Random) -> pl.DataFrame:
    """Who sits where then: `game_id`, `seat`, `player`."""
    seats = seats.sort(*OF_SEATS)
    at = seats.select("game_id", "seats").unique(maintain_order=True)
    tables_drawn = at.with_columns(at=_random(rng, at.height)).sort("seats", "at")
    to = at.sort("seats", maintain_order=True).select("game_id", whose=tables_drawn["game_id"])
    who = seats.select(whose="game_id", player="player", order=_random(rng, seats.height)).sort("whose", "order")
    who = who.with_columns(place=pl.int_range(pl.len()).over("whose"))
    places = seats.select(*OF_SEATS).with_columns(place=pl.int_range(pl.len()).over("game_id"))
    return places.join(to, on="game_id").join(who, on=["whose", "place"]).select(*OF_SEATS, "player")


def named(tables: InMemory) -> InMemory:
    """Every seat of every game has a player of its own, `name_of` it."""
    sits = tables.frames["seats"].select(*OF_SEATS, player=name_of())
    return _with(tables, **{name: _seated(tables.frames[name], sits) for name in ("seats", "facts", "holdings")})


def name_of() -> pl.Expr:
    """The name of a seat."""
    return pl.format("{}/{}", *OF_SEATS)


def _seated(frame: pl.DataFrame, sits: pl.DataFrame) -> pl.DataFrame:
    return frame.drop("player").join(sits, on=list(OF_SEATS), how="left", maintain_order="left").select(frame.columns)


def dates(tables: InMemory, rng: Random) -> InMemory:
    """Each game ended when another of as many seats did."""
    games = tables.frames["games"].sort("seats", "game_id")
    drawn = games.with_columns(at=_random(rng, games.height)).sort("seats", "at")["ended_at"]
    ended = games.select("game_id").with_columns(ended_at=drawn)
    frames = {
        name: tables.frames[name].drop("ended_at").join(ended, on="game_id", maintain_order="left")
        for name in ("games", "seats")
    }
    return _with(tables, **{name: frame.select(tables.frames[name].columns) for name, frame in frames.items()})


def _random(rng: Random, n: int) -> pl.Series:
    return pl.Series([rng.random() for _ in range(n)], dtype=pl.Float64)


def _with(tables: InMemory, **frames: pl.DataFrame) -> InMemory:
    return InMemory(tables.frames | frames)


WAYS: dict[str, Callable[[InMemory, Random], InMemory]] = {
    "moves": moves,
    "labels": labels,
    "players": players,
    "dates": dates,
}
"""By what is drawn."""
