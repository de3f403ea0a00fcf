"""Seats that have something - a faction, a place - against seats of the same games that do not.

Where all win or lose together a game has it or not, and is one result: games that have it are compared with all other
games of as many seats.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from analytics import clusters, compare, dotplot, stats
from analytics.compare import MOST, STRATUM, Sides
from analytics.panels import Panel, Strip
from analytics.words import change, counted, needs, number, percent

if TYPE_CHECKING:
    from collections.abc import Callable

    import altair as alt

    from analytics.job import Asked

    Label = Callable[[dict[str, Any]], str]

KEY = ("what", *STRATUM)
OF_SEATS = (*clusters.of_x("seats"), *clusters.of_m("seats"))
FIGURES = ("figure", "figure*figure", "figures")
COUNTS = {"what": pl.String, "seats": pl.UInt8, "team": pl.Boolean} | dict.fromkeys(
    ("games", "having", *OF_SEATS, *compare.GAMES, *compare.SUMS, compare.CHANCE_VARIANCE, *FIGURES), pl.Float64
)
"""Sums over games by what is had and number of seats: m seats of a game have it (`having`; a team counts once), x is
what they win; `figure` is the mean of theirs. Rows without `what` have those of all games."""

INTERVAL = clusters.WILSON

SIDES = Sides(("with_it", "without_it"), ("seats with it", "seats without it"))
TEAMS = Sides(SIDES.columns, ("games with it", "games without it"))


def count(seats: pl.LazyFrame, having: pl.LazyFrame) -> pl.DataFrame:
    """Sums over games. `seats` are those that are looked at: `game_id`, `seat`, `seats`, `win_share`, `team`; `having`
    says `what` a seat has, once each, with a `figure` of its own or null."""
    won = pl.col("win_share")
    whole = seats.group_by("game_id", *STRATUM).agg(all=pl.len(), won=won.sum(), won_squares=(won**2).sum())
    has = having.join(seats.select("game_id", "seat", "win_share"), on=["game_id", "seat"])
    by_game = (
        has.group_by("game_id", "what")
        .agg(having=pl.len(), x=pl.col("win_share").sum(), figure=pl.col("figure").mean())
        .join(whole, on="game_id")
    )
    others = pl.col("all") - pl.col("having")
    without = pl.when(others > 0, ~pl.col("team")).then((pl.col("won") - pl.col("x")) / others)
    by_chance = compare.chance_variance(pl.col("having"), pl.col("all"), pl.col("won"), pl.col("won_squares"))
    of_each = _sums(compare.in_pairs(_won(by_game).with_columns(b=without, chance_variance=by_chance)), KEY)
    alone = _won(whole.with_columns(x="won", having="all")).with_columns(b=None, figure=None, chance_variance=None)
    of_all = _sums(alone, STRATUM)
    return pl.concat([pl.DataFrame(schema=COUNTS), *pl.collect_all([of_each, of_all])], how="diagonal_relaxed").select(
        pl.col(name).cast(kind) for name, kind in COUNTS.items()
    )


def _won(games: pl.LazyFrame) -> pl.LazyFrame:
    """What was won of what could be: of the seats that have it, of a team once."""
    rate, once = pl.col("x") / pl.col("having"), pl.when("team")
    seats = pl.col("having").cast(pl.Float64)
    return games.with_columns(a=rate, x_seats=once.then(rate).otherwise("x"), m_seats=once.then(1.0).otherwise(seats))


def _sums(games: pl.LazyFrame, key: tuple[str, ...]) -> pl.LazyFrame:
    frame = games.with_columns(pl.col("a", "b", "figure", compare.CHANCE_VARIANCE).cast(pl.Float64))
    return frame.group_by(*key).agg(
        games=pl.len(),
        having=pl.col("having").sum(),
        figures=pl.col("figure").count(),
        **compare.games(),
        **compare.sums(),
        **clusters.total(*OF_SEATS, compare.CHANCE_VARIANCE, "figure", "figure*figure"),
    )


def added(counts: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The counts of all parts by `what` and number of seats, and those of all games by number of seats."""
    sums, each = counts.group_by(*KEY).sum(), pl.col("what").is_not_null()
    return sums.filter(each), sums.filter(~each).drop("what")


def rates(found: pl.DataFrame, whole: pl.DataFrame, figure: str, min_n: int) -> pl.DataFrame:
    """How often seats win that have it, beside 1 over the seats (of teams: what all of them win), and how that differs
    from the others; best first. `figure` names the column of the mean figure."""
    of_teams = pl.when("team").then(clusters.rate("seats"))
    usual = whole.select(*STRATUM, usual=of_teams.otherwise(1 / pl.col("seats")))
    found = _with_others(found, whole).join(usual, on=list(STRATUM))
    sums = found.group_by("what").agg(
        pl.col("games", "having", *OF_SEATS, *FIGURES).sum(), base=(pl.col("usual") * pl.col("m_seats")).sum()
    )
    n, value = pl.col("games").cast(pl.UInt32), clusters.rate("seats")
    low, high = clusters.interval("seats", n)
    rows = (
        sums.join(compare.compared(found, ["what"]), on="what")
        .with_columns(n=n, games=pl.lit(whole["games"].sum()).cast(pl.UInt32), value=value, lo=low, hi=high)
        .with_columns(
            seat_games=pl.col("having").cast(pl.UInt32), wins="x_seats", base=pl.col("base") / pl.col("m_seats")
        )
        .with_columns(
            shrunk=stats.shrunk(pl.col("value") * pl.col("n"), pl.col("n"), pl.col("base")), **_figures(figure)
        )
    )
    small = ("wins", "value", "lo", "hi", "shrunk", figure, f"{figure}_lo", f"{figure}_hi")
    hidden = rows.with_columns(stats.hide_small(small, pl.col("n"), min_n))
    best = hidden.sort("shrunk", "what", descending=[True, False], nulls_last=True)
    return compare.tested(best, SIDES, "n", min_n).select(columns(figure))


def columns(figure: str) -> tuple[str, ...]:
    """The columns of `rates`."""
    names = ("what", "n", "games", "seat_games", "wins", "value", "lo", "hi", "shrunk", "base")
    return (*names, figure, f"{figure}_lo", f"{figure}_hi", *compare.columns(SIDES))


def _with_others(found: pl.DataFrame, whole: pl.DataFrame) -> pl.DataFrame:
    """A team's game has one side alone: the other side is all other games of teams."""
    teams = whole.filter("team").select(*STRATUM, all_games="games", all_a="a", all_aa="a*a")
    team, names = pl.col("team"), [*STRATUM]
    return (
        found.join(teams, on=names, how="left")
        .with_columns(
            games_b=pl.when(team).then(pl.col("all_games") - pl.col("games_a")).otherwise("games_b"),
            b=pl.when(team).then(pl.col("all_a") - pl.col("a")).otherwise("b"),
        )
        .with_columns(pl.when(team).then(pl.col("all_aa") - pl.col("a*a")).otherwise("b*b").alias("b*b"))
        .drop("all_games", "all_a", "all_aa")
    )


def _figures(name: str) -> dict[str, pl.Expr]:
    """The mean figure of a game, with its interval by Student's t; null where there is none."""
    n, total = pl.col("figures"), pl.col("figure")
    low, high = clusters.mean_interval(total, pl.col("figure*figure"), n)
    return {name: pl.when(n > 0).then(total / n), f"{name}_lo": low, f"{name}_hi": high}


# --- in words


def finding(rows: pl.DataFrame, asked: Asked[Any], label: Label, claim: Callable[[str, str], str]) -> str:
    """The clearest difference, or why there is none."""
    least = max(clusters.LEAST_TESTED, asked.params.min_n)
    fewer = rows.select(pl.min_horizontal("n_with_it", "n_without_it").max()).item()
    sides = "games with it and without it" if asked.ruleset.cooperative else "games in which some seats have it"
    none = f"Not enough games yet: a test needs {least} {sides}, and the most so far is {fewer:,}."
    return compare.clearest_difference(rows, _sides(asked), label, claim) or none


def _sides(asked: Asked[Any]) -> Sides:
    return TEAMS if asked.ruleset.cooperative else SIDES


def panels(rows: pl.DataFrame, asked: Asked[Any], label: Label, heading: str, figure: str) -> list[Panel]:
    """How often each wins, and how that differs from those without it."""
    return [
        _rates(rows, asked, label, heading, figure),
        *compare.panel(rows, _sides(asked), "Win rates", label),
    ]


def _rates(rows: pl.DataFrame, asked: Asked[Any], label: Label, heading: str, figure: str) -> Panel:
    known = compare.enough(rows)
    shown, folded = known.head(MOST).to_dicts(), known.height - MOST
    several = any(row["seat_games"] != row["n"] for row in shown) and not asked.ruleset.cooperative
    figures = (figure,) if any(row[figure] is not None for row in shown) else ()
    return Panel(
        heading=heading,
        columns=("", "games", *(("seats",) if several else ()), "wins", "expected", *figures, "win rate"),
        rows=tuple((label(row), *_cells(row, asked, figures, several)) for row in shown),
        row_keys=tuple(row["what"] for row in shown),
        strips=tuple(Strip(row["value"], row["lo"], row["hi"]) for row in shown),
        below="; ".join(
            [*([f"{folded:,} more not shown"] if folded > 0 else []), *compare.hidden(rows, known, asked.params.min_n)]
        ),
    )


def _cells(row: dict[str, Any], asked: Asked[Any], figures: tuple[str, ...], several: bool) -> tuple[str, ...]:
    few = row["value"] is None
    rate = needs(asked.params.min_n) if few else percent(row["value"])
    shown = (change(row[figure]) if figure == "margin" else number(row[figure]) for figure in figures)
    games = (f"{row['n']:,}", f"{row['seat_games']:,}") if several else (f"{row['n']:,}",)
    return *games, number(row["wins"]), percent(row["base"]), *shown, rate


def chart(rows: pl.DataFrame, asked: Asked[Any], label: Label) -> alt.TopLevelMixin:
    """Rates with intervals, and below them differences to those without."""
    labelled = rows.with_columns(label=pl.Series(map(label, rows.to_dicts()), dtype=pl.String))
    return dotplot.both(labelled, "Win rate", _sides(asked), share=True)


def sample(rows: pl.DataFrame) -> str:
    """All games that are looked at."""
    return counted(int(rows["games"][0]), "game")
