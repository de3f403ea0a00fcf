"""How often each seat wins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import altair as alt
import polars as pl
from msgspec import Meta

from analytics import charts, stats
from analytics.job import Finished, Job
from analytics.panels import Panel, Strip
from analytics.params import Params, wanted, which_games
from analytics.words import clear, counted, number, percent, plain, probability, too_few

if TYPE_CHECKING:
    from analytics.job import Asked, Rulebook
    from analytics.lake import Tables


class SeatParams(Params, frozen=True):
    """What `win_rate_by_seat` can be asked."""

    by: Annotated[
        Literal["seat", "turn_order"],
        Meta(
            title="By", description="`seat`: the place at the table. `turn_order`: who has the first turn, and so on."
        ),
    ] = "seat"


COUNTS = {"seats": pl.UInt8, "place": pl.UInt8, "options": pl.String, "n": pl.UInt32, "wins": pl.Float64}
"""By place at the table; where all win or lose together, by the options of the game instead, and a game counts once."""


def partial(tables: Tables, params: SeatParams) -> pl.DataFrame:
    """Games and won shares, by number of seats."""
    place = pl.col("seat" if params.by == "seat" else "turn_order").alias("place")
    rows, together = tables.seats.filter(*wanted(params)), pl.col("par").is_null()
    n, wins = pl.len().alias("n"), pl.col("win_share").sum().alias("wins")
    by_place = rows.filter(~together).group_by("seats", place).agg(n, wins)
    games = rows.filter(together).unique("game_id")
    by_options = games.group_by("seats", pl.col("options").cast(pl.String)).agg(n, wins)
    counts = pl.concat([by_place, by_options], how="diagonal_relaxed").collect()
    return counts.select(
        (pl.col(name) if name in counts.columns else pl.lit(None).alias(name)).cast(kind)
        for name, kind in COUNTS.items()
    )


def finish(counts: pl.DataFrame, params: SeatParams) -> Finished:
    """Rates, each beside its par; a place that is unknown is counted as left out."""
    added = counts.group_by("seats", "place", "options").sum().sort("seats", "place", "options")
    together = pl.col("options").is_not_null()
    unknown = ~together & pl.col("place").is_null()
    known = added.filter(~unknown)
    n, wins, seats = pl.col("n"), pl.col("wins"), pl.col("seats")
    base = pl.when(together).then(wins.sum().over("seats") / n.sum().over("seats")).otherwise(1 / seats)
    low, high = stats.wilson(wins, n)
    rows = (
        known.join(_tests(known, params), on="seats", maintain_order="left")
        .with_columns(value=wins / n, lo=low, hi=high, shrunk=stats.shrunk(wins, n, base), base=base)
        .with_columns(win_index=pl.when(~together).then(pl.col("value") / pl.col("base")))
        .with_columns(
            stats.hide_small(("wins", "value", "lo", "hi", "shrunk", "win_index", "p_value"), n, params.min_n)
        )
        .rename({"place": params.by})
    )
    without = int(added.filter(unknown)["n"].sum())
    return Finished(rows, {"seats_without_turn": without} if without else {})


def _tests(known: pl.DataFrame, params: SeatParams) -> pl.DataFrame:
    """How likely differences as large as these are if all are equal: a chi-square test for each number of seats.

    Of places: not for one player's games, since there the places are not played in the same games. Of options, with
    what was won and what was lost: each game stands on one row.
    """
    n, wins, together = pl.col("n"), pl.col("wins"), pl.col("options").is_not_null().any()
    expected = n * wins.sum() / n.sum()
    lost = pl.when(together).then(stats.chi_square(n - wins, n - expected)).otherwise(0.0)
    tested = known.group_by("seats").agg(
        statistic=stats.chi_square(wins, expected) + lost, degrees=pl.len().cast(pl.Int64) - 1, together=together
    )
    tails = [
        stats.chi_square_tail(statistic, degrees)
        if degrees and statistic >= 0 and (together or params.player is None)
        else None
        for _, statistic, degrees, together in tested.iter_rows()
    ]
    return tested.select("seats", p_value=pl.Series(tails, dtype=pl.Float64))


def question(params: SeatParams, ruleset: Rulebook) -> str:
    """The question in words."""
    if ruleset.cooperative:
        return f"How often is it won, with which options, in {which_games(params, ruleset.title)}?"
    what = "seat" if params.by == "seat" else "place in the turn order"
    return f"How often does each {what} win in {which_games(params, ruleset.title)}?"


def finding(rows: pl.DataFrame, asked: Asked[SeatParams]) -> str:
    """Whether places, or options, differ: first of the number of seats with the most games."""
    tests = rows.group_by("seats").agg(pl.col("p_value").first(), pl.col("n").max()).sort("n", descending=True)
    said = [_said(rows.filter(pl.col("seats") == seats), seats, p, asked) for seats, p, _ in tests.iter_rows()]
    return " ".join(said)


def _said(rows: pl.DataFrame, seats: int, p: float | None, asked: Asked[SeatParams]) -> str:
    games = counted(int(rows["n"].sum() if asked.ruleset.cooperative else rows["n"].max()), "game")  # type: ignore[arg-type]
    where = f"{probability(p)}; {games} {of_seats(seats)}"
    shown = rows.filter(pl.col("value").is_not_null())
    if asked.ruleset.cooperative:
        wins, n = float(shown["wins"].sum()), int(shown["n"].sum())
        rate = f"{percent(wins / n)} of {counted(n, 'game')} {of_seats(seats)} were won" if n else f"Too few: {where}"
        return f"{rate}, with clear differences between options ({probability(p)})." if clear(p=p) else f"{rate}."
    if shown.is_empty() or p is None:
        return f"Nothing can be said yet: {games} {of_seats(seats)}."
    what = "seat" if asked.params.by == "seat" else "place in the turn order"
    if not clear(p=p):
        return f"No {what} wins clearly more often than the others ({where})."
    best = shown.sort("shrunk", descending=True).row(0, named=True)
    label = f"{'Seat' if what == 'seat' else 'Turn'} {best[asked.params.by]}"
    return f"{label} wins more often than the others: {percent(best['value'])}, par {percent(best['base'])} ({where})."


def of_seats(seats: int) -> str:
    """`of three seats`, as a figure."""
    return f"of {counted(seats, 'seat')}"


def panels(rows: pl.DataFrame, asked: Asked[SeatParams]) -> list[Panel]:
    """One for each number of seats."""
    return [_panel(rows.filter(pl.col("seats") == seats), asked) for seats in rows["seats"].unique(maintain_order=True)]


def _panel(rows: pl.DataFrame, asked: Asked[SeatParams]) -> Panel:
    found = rows.to_dicts()
    base = found[0]["base"]
    return Panel(
        heading=counted(found[0]["seats"], "seat"),
        columns=("", "games", "wins", "rate"),
        rows=tuple(_cells(row, asked) for row in found),
        strips=tuple(Strip(row["value"], row["lo"], row["hi"]) for row in found),
        par=base,
        par_is="" if asked.ruleset.cooperative else f"par {percent(base)}",
    )


def _cells(row: dict[str, Any], asked: Asked[SeatParams]) -> tuple[str, ...]:
    by = asked.params.by
    label = f"{'Seat' if by == 'seat' else 'Turn'} {row[by]}" if row[by] is not None else in_words(row["options"])
    rate = too_few(row["n"], asked.params.min_n) if row["value"] is None else percent(row["value"])
    return label, f"{row['n']:,}", number(row["wins"]), rate


def in_words(options: str) -> str:
    """Options as a player reads them: `scenario=two-bridges` is `scenario two bridges`."""
    pairs = (option.partition("=")[::2] for option in options.split())
    return ", ".join(f"{name.replace('_', ' ')} {plain(value).lower()}" for name, value in pairs) or "all games"


def chart(rows: pl.DataFrame, asked: Asked[SeatParams]) -> alt.TopLevelMixin:
    """A point with its interval for each place, beside a tick at par."""
    by = asked.params.by
    words = "Seat" if by == "seat" else "Turn"
    words_of = pl.col("options").str.replace_all("=", ": ", literal=True).str.replace_all(" ([a-z_]+: )", "\n$1")
    options = pl.when(pl.col("options") != "").then(words_of).otherwise(pl.lit("all games"))
    data = charts.inline(
        rows.with_columns(
            label=pl.coalesce(pl.format(f"{words} {{}}", by), options),
            table=pl.when(pl.col("seats") == 1).then(pl.lit("1 seat")).otherwise(pl.format("{} seats", "seats")),
            place=pl.col(by).cast(pl.String).fill_null("1"),
            note=pl.when(pl.col("value").is_null()).then(pl.lit("too few: ")).otherwise(pl.lit(""))
            + pl.format("n = {}", "n"),
            percent=charts.percent("value"),
            par=pl.when(pl.col("options").is_null()).then(pl.format("par {}", charts.percent("base"))),
        )
    )
    lines = "split(datum.label, '\\n')"
    axis = alt.Axis(ticks=False, domain=False, labelPadding=10, labelExpr=lines)
    y = alt.Y("label:N", title=None, sort=None, axis=axis)
    x = alt.X("value:Q", title="Share of wins", scale=alt.Scale(domain=[0, 1]), axis=alt.Axis(format="%", tickCount=5))
    tips = charts.tips(("Place", "label:N"), ("Games", "n:Q"), *charts.RATE_TIPS, ("Par", "base:Q"))
    base = alt.Chart(data).encode(y=y, tooltip=tips)
    colour, shape = charts.seat_colour("place"), charts.seat_shape("place")
    drawn = alt.layer(
        base.mark_tick(thickness=2, size=24, color=charts.EDGE).encode(x="base:Q"),
        base.mark_text(dy=20, fontSize=11, color=charts.INK_2).encode(x="base:Q", text="par:N"),
        base.mark_bar(height=5, cornerRadius=2.5, opacity=0.45).encode(x="lo:Q", x2="hi:Q", color=colour),
        base.mark_point(size=190, filled=True, opacity=1, stroke=charts.INK, strokeWidth=1).encode(
            x=x, color=colour, shape=shape
        ),
        base.mark_text(dy=-20, fontWeight=600).encode(x="value:Q", text="percent:N"),
        base.mark_text(align="right", dx=-6, color=charts.INK_2).encode(x=alt.value(charts.WIDTH), text="note:N"),
    ).properties(width=charts.WIDTH, height=alt.Step(60))
    return charts.faceted(drawn, rows["seats"].n_unique(), alt.Row("table:N", title=None, sort=None))


def sample(rows: pl.DataFrame) -> str:
    """Games, whatever their number of seats."""
    together = rows["options"].is_not_null().any()
    games = rows.group_by("seats").agg(pl.col("n").sum() if together else pl.col("n").max())["n"].sum()
    return counted(int(games), "game")


JOB = Job(
    name="win_rate_by_seat",
    title="Win rate by seat",
    about="The share of wins of each seat (a win that m seats share counts 1/m for each) beside its par, 1 over the "
    "number of seats; `win_index` is one over the other. Where all win or lose together, it asks how often a game is "
    "won, by number of seats and options: a game is one result, and `base` is the share of all games of so many seats "
    "that are won.",
    unit="one game",
    interval="Wilson's",
    test="Chi-square: all seats, or all options, of one number of seats are equal",
    clusters="A game has one result, so nothing is counted twice.",
    blind="Who sits where is often agreed, or the seat of the stronger player; then a seat's rate is its player's.",
    params=SeatParams,
    question=question,
    partial=partial,
    finish=finish,
    finding=finding,
    panels=panels,
    chart=chart,
    sample=sample,
    empty=pl.DataFrame(schema=COUNTS),
)
