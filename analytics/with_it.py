"""Seats that have something, and whether they win more often than seats that have not: sequences, cards.

Where seats compete, seats with it stand against those of the same game without. Where all win or lose together a game
has it if any seat has, and games with it stand against others of as many seats and as long a life.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from analytics import clusters, compare, dotplot, stats
from analytics.compare import MOST, STRATUM, Sides
from analytics.panels import Panel, Strip
from analytics.words import counted, needs, percent

if TYPE_CHECKING:
    from collections.abc import Callable

    import altair as alt

SIDES = Sides(("with_it", "without"), ("with it", "without it"))
WITHIN = (*STRATUM, "life")
"""Sums are kept apart by these. `life` is any number of games that are to be compared with each other alone."""
OF_X = (*clusters.of_x("with"), *clusters.of_m("with"), *compare.SUMS, compare.CHANCE_VARIANCE)
SUMS = ("games", "times", *compare.GAMES, *OF_X, "units", "won")
COUNTS: dict[str, Any] = {"what": pl.String, "seats": pl.UInt8, "team": pl.Boolean, "life": pl.UInt8} | dict.fromkeys(
    SUMS, pl.Float64
)
"""Sums over games: m seats of a game have it (of a team's game: 1), and x is what they won of it. Rows without `what`
have `games`, `units` (seats, or games of teams) and `won` of all."""
MOST_ROWS = 200
"""So many rows an answer has: what most games have."""


def counts(places: pl.LazyFrame, have: pl.LazyFrame) -> pl.DataFrame:
    """Sums over games, out of seats and what they have.

    `places` are seats as `selection.seated` has them, with `life` and `able`: whether it is compared. `have` has
    `game_id`, `seat`, `what`, how many `times`, and whether it counts where seats are compared (`fair`). Rows with
    the same `what` add up.
    """
    units = places.with_columns(unit=pl.when("team").then(0).otherwise("seat"))
    of_unit = units.group_by("game_id", "unit", *WITHIN).agg(won=pl.col("win_share").first(), able=pl.col("able").any())
    of_game = of_unit.group_by("game_id", *WITHIN).agg(units=pl.len(), won=pl.col("won").sum(), **_among("all", "able"))
    having = have.join(units.select("game_id", "seat", "unit"), on=["game_id", "seat"])
    marks = having.group_by("game_id", "unit", "what").agg(pl.col("times").sum(), pl.col("fair").any())
    of_what = marks.join(of_unit, on=["game_id", "unit"]).with_columns(fair=pl.col("fair") & pl.col("able"))
    cells = of_what.group_by("game_id", "what").agg(
        pl.col("times").sum(), m_with=pl.len(), x_with=pl.col("won").sum(), **_among("fair", "fair")
    )
    sides = cells.join(of_game, on="game_id").with_columns(
        a=_mean(_with()), b=_mean(_without()), chance_variance=_chance_variance()
    )
    both = compare.in_pairs(sides)
    frames = [
        both.group_by("what", *WITHIN).agg(
            games=pl.len(), times=pl.col("times").sum(), **compare.games(), **clusters.total(*OF_X)
        ),
        of_game.group_by(*WITHIN).agg(pl.col("units", "won").sum(), games=pl.len()),
    ]
    whole = pl.concat([pl.DataFrame(schema=COUNTS), *pl.collect_all(frames)], how="diagonal_relaxed")
    return whole.select(pl.col(name).cast(kind) for name, kind in COUNTS.items())


def _among(name: str, condition: str) -> dict[str, pl.Expr]:
    """How many seats of a game are compared, what they won, and the squares of that."""
    won = pl.col("won") * pl.col(condition)  # filters take twice as long
    return {f"m_{name}": pl.col(condition).sum(), f"x_{name}": won.sum(), f"xx_{name}": (won**2).sum()}


def _chance_variance() -> pl.Expr:
    return compare.chance_variance(pl.col("m_fair"), pl.col("m_all"), pl.col("x_all"), pl.col("xx_all"))


def _with() -> tuple[pl.Expr, pl.Expr]:
    return pl.col("x_fair"), pl.col("m_fair").cast(pl.Int64)


def _without() -> tuple[pl.Expr, pl.Expr]:
    return pl.col("x_all") - pl.col("x_fair"), pl.col("m_all").cast(pl.Int64) - pl.col("m_fair").cast(pl.Int64)


def _mean(of: tuple[pl.Expr, pl.Expr]) -> pl.Expr:
    x, m = of
    return pl.when(m > 0).then(x / m)


def rows(counts: pl.DataFrame, min_n: int) -> pl.DataFrame:
    """How often each is had, the win rate of those that have it, and how it differs from that of the others; most games
    first."""
    sums = _with_others(counts)
    n, value = pl.col("games").cast(pl.UInt32), clusters.rate("with")
    low, high = clusters.interval("with", n)
    played, units = _all(counts)["games"].sum(), _all(counts)["units"].sum()
    found = (
        sums.group_by("what")
        .agg(
            pl.col("games", "times", *clusters.of_x("with"), *clusters.of_m("with")).sum(),
            base=(pl.col("base") * pl.col("m_with")).sum() / pl.col("m_with").sum(),
        )
        .join(compare.compared(sums, ["what"]), on="what")
        .with_columns(n=n, of_games=pl.lit(played, dtype=pl.UInt32), times=pl.col("times").cast(pl.UInt64))
        .with_columns(seat_games=pl.col("m_with").cast(pl.UInt32), share=pl.col("m_with") / units)
        .with_columns(value=value, lo=low, hi=high)
        .with_columns(shrunk=stats.shrunk(value * n, n, pl.col("base")))
        .with_columns(stats.hide_small(("value", "lo", "hi", "shrunk"), n, min_n))
        .sort(-pl.col("games"), "what")
        .head(MOST_ROWS)
    )
    tested = compare.tested(found, SIDES, "n", min_n)
    lift = pl.when(pl.col("without") > 0).then(pl.col("with_it") / pl.col("without"))
    return tested.with_columns(lift=lift).select(COLUMNS)


COLUMNS = (
    *("what", "n", "of_games", "seat_games", "times", "share", "value", "lo", "hi", "shrunk", "base"),
    *compare.columns(SIDES),
    "lift",
)


def _all(counts: pl.DataFrame) -> pl.DataFrame:
    """Sums of all games."""
    whole = counts.filter(pl.col("what").is_null())
    return whole.group_by(*WITHIN).agg(pl.col("games", "units", "won").sum())


def _with_others(counts: pl.DataFrame) -> pl.DataFrame:
    """The sums of each beside those of all games. A team's games without it are all others; its base is the rate of
    all games, that of a seat its par."""
    own = [name for name in SUMS if name not in ("units", "won")]
    each = counts.filter(pl.col("what").is_not_null()).group_by("what", *WITHIN).agg(pl.col(own).sum())
    joined = each.join(_all(counts).rename({"games": "all_games"}), on=list(WITHIN))
    others, others_won = pl.col("all_games") - pl.col("games_a"), pl.col("won") - pl.col("a")
    return joined.with_columns(
        games_b=pl.when("team").then(others).otherwise("games_b"),
        **{name: pl.when("team").then(others_won).otherwise(name) for name in ("b", "b*b")},
        base=pl.when("team").then(pl.col("won") / pl.col("units")).otherwise(1 / pl.col("seats")),
    )


# --- in words


def finding(rows: pl.DataFrame, label: Callable[[dict[str, Any]], str], cooperative: bool, have: str = "have") -> str:
    """What most have, and the clearest difference; `have` is the verb: what the seats did with it."""
    games, best = int(rows["of_games"][0]), rows.row(0, named=True)
    whose = "teams" if cooperative else "seats"
    first = (
        f"The most frequent is {label(best)}: {percent(best['share'])} of {whose} {have} it ({counted(games, 'game')})."
    )
    second = compare.clearest_difference(
        rows, SIDES, label, lambda name, more: f"{whose.capitalize()} that {have} {name} win {more} often"
    )
    return f"{first} {second or f'There are too few {whose} to compare those with it and those without it.'}"


def panels(rows: pl.DataFrame, label: Callable[[dict[str, Any]], str], min_n: int, cooperative: bool) -> list[Panel]:
    """How often each is had and wins, the best of the most frequent first, and how that differs from the others."""
    known = compare.enough(_best_first(rows))
    found, folded = known.head(MOST).to_dicts(), known.height - min(known.height, MOST)
    rarer = f"{folded:,} rarer not shown{', or more' if rows.height == MOST_ROWS else ''}" if folded else ""
    figures = Panel(
        columns=("", "games", "share", "win rate"),
        rows=tuple(_cells(row, label, min_n) for row in found),
        row_keys=tuple(row["what"] for row in found),
        strips=tuple(Strip(row["value"], row["lo"], row["hi"]) for row in found),
        par=None if cooperative else _par(rows),
        par_is="" if cooperative else f"expected {percent(_par(rows))}",
        below="; ".join([*([rarer] if rarer else []), *compare.hidden(rows, known, min_n)]),
    )
    return [figures, *compare.panel(rows, SIDES, "Win rates", label)]


def _best_first(rows: pl.DataFrame) -> pl.DataFrame:
    """The rows that are shown by their shrunken rates, then the others."""
    ranked = rows.head(MOST).sort(-pl.col("shrunk"), -pl.col("n").cast(pl.Int64), "what", nulls_last=True)
    return pl.concat([ranked, rows.slice(MOST)])


def _par(rows: pl.DataFrame) -> float:
    """The win rate of seats with any of it that is expected by chance."""
    weight = pl.col("seat_games")
    return float(rows.select((pl.col("base") * weight).sum() / weight.sum()).item())


def _cells(row: dict[str, Any], label: Callable[[dict[str, Any]], str], min_n: int) -> tuple[str, ...]:
    won = needs(min_n) if row["value"] is None else percent(row["value"])
    return label(row), f"{row['n']:,}", percent(row["share"]), won


def chart(rows: pl.DataFrame, label: Callable[[dict[str, Any]], str]) -> alt.TopLevelMixin:
    """A disc with its interval for each, and below it how those with it and those without differ."""
    ranked = _best_first(rows)
    labels = pl.Series([label(row) for row in ranked.to_dicts()], dtype=pl.String)
    return dotplot.both(ranked.with_columns(label=labels), "Win rate with it", SIDES, share=True)


def sample(rows: pl.DataFrame) -> str:
    """All games."""
    return counted(int(rows["of_games"][0]), "game")


INTERVAL = clusters.WILSON
TEST = (
    "Student's t-test of the mean difference within a game between seats with it and seats without it; in cooperative "
    "games, between games with it and games without it that have the same number of seats{alike}. Tested from 30 games "
    f"on each side; `q` is the false discovery rate (Benjamini and Hochberg). {compare.AT_LEAST_CHANCE}"
)
INDEPENDENCE = "A game has one result, and its seats depend on each other, so one game is one observation."
