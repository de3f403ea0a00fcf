"""Games drawn from a known distribution, without being played: two seats, five decisions each, each one a move.

One seat of some games has X. What it does instead of others, and how such a game ends, is written down here; what
follows from that for each statistic is worked out in `planted`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import polars as pl

from analytics.schema import COLUMNS
from tests.analytics.made import DEFAULTS, NOON
from tests.statistics.histories import InMemory

if TYPE_CHECKING:
    from random import Random

X, INSTEAD, SEQUEL, OTHERS = "Xylograph", "Instead", "Sequel", ("Dig", "Sell", "Wait")
"""What a seat that has X decides first, and what others decide instead; what each decides once after that; and what
says nothing."""

DECISIONS = 5
OTHER_DECISIONS = DECISIONS - 2
"""So many decisions of a seat say nothing."""

FOLLOWS = 0.8
"""How often `SEQUEL` comes next after X. Else, and of seats without X always, it comes anywhere later at random."""

POINTS = 3
"""What X is worth."""

SLOWER = 2
"""So many times as long a decision for X takes."""

UNDONE_X, UNDONE = 0.3, 0.1
"""How often a decision is taken back, and taken again: for X, and others."""

ROUNDS, LONGER = 100, 51
"""A game has up to so many rounds, each number as likely, and so many more if a seat has X."""

OPENING = f"{X}( card:x)? · 1 · {X}.*"
"""The row of the opening tree that begins with it, by types or with what they are about."""

WITH_X, WITHOUT = "colour=red", "colour=blue"
"""A seat with X plays red."""

ADA, BERT = "ada", "bert"
"""Who has X, and who sits at the same table. At other tables sit others."""

HELD, PLACE = "keep", "hill"
"""What a seat with X holds in the end, and where."""

BY_X = "x"
"""How a game ends that the seat with X wins."""

MONTH = 31 * 24 * 60 * 60 * 1_000_000


class Odds(NamedTuple):
    """How games are drawn."""

    games: int
    with_x: float = 0.5
    """In how many of the games one seat has X."""
    wins: float = 0.5
    """How often that seat wins; without X each wins half of the time."""
    seat: int | None = None
    """Which seat has it; otherwise one at random."""
    later: bool = False
    """Whether X is only in the later half of the games, which end a month after the others."""
    together: bool = False
    """Whether both seats win together."""


class _Seat(NamedTuple):
    game_id: int
    seat: int
    win_share: float
    has: bool
    in_game: bool
    """Whether any seat has X."""
    score: int
    rounds: int
    later: bool
    decided: list[str]
    named: list[str]
    """The card of each decision."""
    gap_us: list[int]
    taken_back: list[bool]


def games(rng: Random, odds: Odds) -> InMemory:
    """Such games."""
    seats = [seat for number in range(1, odds.games + 1) for seat in _game(rng, number, odds)]
    return _tables(seats, together=odds.together)


def _game(rng: Random, number: int, odds: Odds) -> list[_Seat]:
    later = odds.later and number * 2 > odds.games
    in_game = rng.random() < odds.with_x and (later or not odds.later)
    has = (odds.seat or rng.choice((1, 2))) if in_game else None
    wins = rng.random() < (odds.wins if in_game else 0.5)
    winners = ({1, 2} if wins else set()) if odds.together else {has or 1} if wins else {3 - (has or 1)}
    style, level = rng.betavariate(1, 1), rng.gauss(0, 0.5)  # of the game: its decisions are far from independent
    rounds, score = rng.randint(1, ROUNDS) + LONGER * in_game, rng.randint(0, 4)
    seats = []
    for seat in (1, 2):
        first = seat == has
        decided, named = _decided(rng, first, style)
        points = POINTS * (in_game if odds.together else first)
        seats.append(
            _Seat(
                *(number, seat, float(seat in winners), first, in_game),
                score + points if odds.together else rng.randint(0, 4) + points,
                *(rounds, later, decided, named, [_gap(rng, level, kind) for kind in decided]),
                [rng.random() < (UNDONE_X if kind == X else UNDONE) for kind in decided],
            )
        )
    return seats


def _decided(rng: Random, has: bool, style: float) -> tuple[list[str], list[str]]:
    """What a seat decides, and which cards that names: after X the sequel names the same card."""
    others = rng.choices(OTHERS, weights=(style, 1 - style, 0.5), k=OTHER_DECISIONS)
    follows = has and rng.random() < FOLLOWS
    at = 0 if follows else rng.randrange(1 if has else 0, DECISIONS - 1)
    decided = [X if has else INSTEAD, *others[:at], SEQUEL, *others[at:]]
    return decided, ["card:x" if kind == X or (kind == SEQUEL and follows) else "card:y" for kind in decided]


def _gap(rng: Random, level: float, kind: str) -> int:
    return int(8_000_000 * 2 ** (level + rng.gauss(0, 0.5)) * (SLOWER if kind == X else 1))


def _tables(seats: list[_Seat], *, together: bool) -> InMemory:
    team = pl.lit(None, pl.Float64) if together else pl.lit(0.5)
    of_seats = pl.DataFrame(seats, schema=list(_Seat._fields), orient="row").with_columns(
        faction=pl.when("has").then(pl.lit(WITH_X)).otherwise(pl.lit(WITHOUT)),
        player=_player(),
        options=pl.format("x={}", "in_game"),
        ended_at=NOON + MONTH * pl.col("later").cast(pl.Int64),
        turn_order="seat",
        decisions=DECISIONS,
        par=team,
        rank=pl.when(pl.col("win_share") > 0).then(1).otherwise(2),
    )
    won_by_x = (pl.col("has") & (pl.col("win_share") > 0)).any()
    of_games = of_seats.group_by("game_id", maintain_order=True).agg(
        pl.col("rounds", "ended_at", "options").first(),
        game_uuid=pl.col("game_id").first().cast(pl.String),
        end_reason=pl.when(won_by_x).then(pl.lit(BY_X)).otherwise(pl.lit("done")),
    )
    frames = {"facts": _facts(of_seats), "seats": of_seats, "games": of_games, "holdings": _holdings(of_seats)}
    return InMemory(
        {name: _framed(name, frame) for name, frame in frames.items()}
        | {"cards": pl.DataFrame(schema=COLUMNS["cards"])}
    )


def _player() -> pl.Expr:
    at_its_table = pl.when("has").then(pl.lit(ADA)).otherwise(pl.lit(BERT))
    return pl.when("in_game").then(at_its_table).otherwise(pl.format("seat {} elsewhere", "seat"))


EVENTS = 3
"""The most of a decision: one that is taken back, the undo, and the one that stays."""


def _facts(seats: pl.DataFrame) -> pl.DataFrame:
    """A row of each decision, and of one that is taken back two before it."""
    decisions = (
        seats.explode("decided", "named", "gap_us", "taken_back")
        .with_columns(decision_no=pl.int_range(1, pl.len() + 1).over("game_id", "seat"))
        .with_columns(
            type="decided",
            card="named",
            actor="seat",
            turn_seat="seat",
            version=EVENTS * ((pl.col("decision_no") - 1) * 2 + pl.col("seat")),
            third=1 + (pl.col("decision_no") - 1) * 3 // DECISIONS,
            delta=pl.when(pl.col("has") & (pl.col("decision_no") == 1)).then(POINTS),
            undone=pl.lit(value=False),
        )
        .with_columns(move="version")
    )
    taken_back, version = decisions.filter("taken_back"), pl.col("version")
    none = {name: pl.lit(None) for name in ("decision_no", "third", "delta", "gap_us")}
    undone = taken_back.with_columns(version=version - 2, undone=pl.lit(value=True), move=version - 2, **none)
    undos = taken_back.with_columns(
        version=version - 1, value=version - EVENTS, type=pl.lit("Undo"), category=pl.lit("system"), card=None, **none
    )
    whole = pl.concat([decisions, undone, undos], how="diagonal_relaxed").sort("game_id", "version")
    return whole.with_columns(
        category=pl.col("category").fill_null("decision"), occurred_at=NOON + 10_000_000 * pl.col("version")
    )


def _holdings(seats: pl.DataFrame) -> pl.DataFrame:
    """At the end: a hand of each seat, and what those with X hold."""
    held = seats.filter("has").with_columns(what=pl.lit(HELD), place=pl.lit(PLACE))
    hands = seats.with_columns(what=pl.lit("hand"))
    return pl.concat([hands, held], how="diagonal_relaxed").with_columns(n=1, final=pl.lit(value=True), round=1)


def _framed(table: str, rows: pl.DataFrame) -> pl.DataFrame:
    """Rows with all columns of a table; what they do not say is as `make_lake` has it."""
    defaults: dict[str, Any] = dict.fromkeys(COLUMNS[table]) | DEFAULTS[table]
    return rows.select(
        (pl.col(name) if name in rows.columns else _constant(defaults[name], kind)).cast(kind).alias(name)
        for name, kind in COLUMNS[table].items()
    )


def _constant(value: Any, kind: Any) -> pl.Expr:
    if isinstance(value, int) and kind == pl.Datetime:
        return pl.lit(value, dtype=pl.Int64)
    return pl.lit(value)
