"""Games drawn from a known distribution, without being played: two seats, four decisions each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import polars as pl

from analytics.schema import COLUMNS
from tests.analytics.made import DEFAULTS
from tests.statistics.histories import InMemory

if TYPE_CHECKING:
    from random import Random

DECISIONS = 4
X, INSTEAD, OTHERS = "Xylograph", "Instead", ("Dig", "Sell", "Wait")
"""What a seat with the planted thing decides first, and what others decide instead; then what says nothing."""

OPENING = f"{X}( card:x)? · 1 · {X}.*"
"""The row of the opening tree that begins with it, by types or with what they are about."""

WITH_X, WITHOUT = "colour=red", "colour=blue"
"""A seat with the planted thing plays red."""


class Odds(NamedTuple):
    """How games are drawn."""

    games: int
    with_x: float = 0.5
    """In how many of the games one seat has X; who, is drawn by lot."""
    wins: float = 0.5
    """How often that seat wins."""


class _Seat(NamedTuple):
    game_id: int
    seat: int
    win_share: float
    has: bool
    decided: tuple[str, ...]


def games(rng: Random, odds: Odds) -> InMemory:
    """Such games."""
    return _tables([seat for number in range(1, odds.games + 1) for seat in _game(rng, number, odds)])


def _game(rng: Random, number: int, odds: Odds) -> list[_Seat]:
    has = rng.choice((1, 2)) if rng.random() < odds.with_x else None
    won = has if has and rng.random() < odds.wins else 3 - has if has else rng.choice((1, 2))
    style = rng.betavariate(1, 1)  # of the game: its decisions are far from independent
    return [
        _Seat(number, seat, float(seat == won), seat == has, (X if seat == has else INSTEAD, *_others(rng, style)))
        for seat in (1, 2)
    ]


def _others(rng: Random, style: float) -> list[str]:
    return rng.choices(OTHERS, weights=(style, 1 - style, 0.5), k=DECISIONS - 1)


def _tables(seats: list[_Seat]) -> InMemory:
    of_seats = pl.DataFrame(seats, schema=list(_Seat._fields), orient="row").with_columns(
        faction=pl.when("has").then(pl.lit(WITH_X)).otherwise(pl.lit(WITHOUT)), turn_order="seat", decisions=DECISIONS
    )
    facts = (
        of_seats.explode("decided")
        .with_columns(decision_no=pl.int_range(1, pl.len() + 1).over("game_id", "seat"))
        .with_columns(
            type="decided",
            actor="seat",
            turn_seat="seat",
            version=pl.col("decision_no") * 2 + pl.col("seat") - 1,
            third=1 + (pl.col("decision_no") - 1) * 3 // DECISIONS,
            card=pl.when(pl.col("decided") == X).then(pl.lit("card:x")).otherwise(pl.lit("card:y")),
        )
        .sort("game_id", "version")
    )
    of_games = of_seats.select("game_id").unique(maintain_order=True)
    of_games = of_games.with_columns(game_uuid=pl.col("game_id").cast(pl.String))
    frames = {"facts": facts, "seats": of_seats, "games": of_games}
    return InMemory(
        {name: _framed(name, frames.get(name, pl.DataFrame({"seat": []}))) for name in ("facts", "seats", "games")}
        | {name: pl.DataFrame(schema=COLUMNS[name]) for name in ("holdings", "cards")}
    )


def _framed(table: str, rows: pl.DataFrame) -> pl.DataFrame:
    """Rows with all columns of a table; what they do not say is as `made` has it."""
    defaults: dict[str, Any] = dict.fromkeys(COLUMNS[table]) | DEFAULTS[table]
    return rows.select(
        (pl.col(name) if name in rows.columns else _constant(defaults[name], kind)).cast(kind).alias(name)
        for name, kind in COLUMNS[table].items()
    )


def _constant(value: Any, kind: Any) -> pl.Expr:
    if isinstance(value, int) and kind == pl.Datetime:
        return pl.lit(value, dtype=pl.Int64)
    return pl.lit(value)
