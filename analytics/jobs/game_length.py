"""How long games last, and how they end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import altair as alt
import polars as pl
from msgspec import Meta

from analytics import charts, stats, survival
from analytics.job import Finished, Job
from analytics.panels import Panel, Strip
from analytics.params import Params, filters, tag_filters, which_games
from analytics.words import capital, counted, needs, number, percent, plain

if TYPE_CHECKING:
    from analytics.job import Asked
    from analytics.lake import Tables
    from analytics.rulebook import Rulebook


class LengthParams(Params, frozen=True):
    """What `game_length` can be asked."""

    unit: Annotated[
        Literal["rounds", "decisions", "minutes"],
        Meta(
            title="Unit",
            description="The unit of the length. `minutes` are from the first event to the last.",
        ),
    ] = "rounds"


COUNTS = {
    **{"seats": pl.UInt8, "length": pl.Float64, "end_reason": pl.String},
    **{"ended": pl.UInt32, "unfinished": pl.UInt32, "abandoned": pl.UInt32},
}
"""Numbers of games by number of `seats` and `length`. `ended`: finished games with this length and `end_reason`;
`unfinished`, `abandoned`: games without an end that have got to this length so far."""

UNFINISHED = ("unfinished", "abandoned")
MINUTE = 60_000_000
"""In microseconds."""


def partial(tables: Tables, params: LengthParams) -> pl.DataFrame:
    """The number of finished games (`ended`) by number of seats, length and `end_reason`: see `COUNTS`."""
    minutes = ((pl.col("ended_at") - pl.col("started_at")).dt.total_microseconds() // MINUTE).clip(0)
    length = minutes if params.unit == "minutes" else pl.col(params.unit)
    ends = _finished(tables, params).with_columns(length=length.cast(pl.Float64)).filter(_has_length(params))
    return _counts(ends.group_by("seats", "length", "end_reason").agg(ended=pl.len()).collect())


def _finished(tables: Tables, params: LengthParams) -> pl.LazyFrame:
    """The rows of `games` with a selected seat, one for each finished game; an unknown `end_reason` is empty."""
    chosen = tables.seats.filter(*filters(params)).select("game_id").unique()
    ended = pl.col("end_reason").cast(pl.String).fill_null("")
    return tables.games.join(chosen, on="game_id", how="semi").with_columns(end_reason=ended)


def _has_length(params: LengthParams) -> pl.Expr:
    """Whether the length of a game is known: not in minutes, if all of it was entered at one moment."""
    return pl.col("ended_at") > pl.col("started_at") if params.unit == "minutes" else pl.lit(value=True)


def example_games(tables: Tables, params: LengthParams) -> pl.LazyFrame:
    """`game_id` and `row_key` of each finished game: one row for its number of seats, and one for its ending."""
    games = _finished(tables, params).filter(_has_length(params))
    keys = (pl.col("seats").cast(pl.String), pl.format("{} {}", "seats", "end_reason"))
    return pl.concat([games.select("game_id", row_key=key) for key in keys])


def count_excluded(exclusions: pl.DataFrame, params: LengthParams) -> pl.DataFrame:
    """The number of games without an end by number of seats and length so far: see `COUNTS`.

    None are counted in minutes, or with filters on options or factions: these are unknown for games without an end.
    """
    if params.unit == "minutes" or params.option is not None or params.faction is not None:
        return pl.DataFrame(schema=COUNTS)
    # version 1 is the start of the game, not a decision
    reached = pl.col("rounds") if params.unit == "rounds" else pl.col("versions").cast(pl.Int64) - 1
    without_end = exclusions.filter(pl.col("reason").is_in(UNFINISHED), *tag_filters(params)).with_columns(
        length=reached.clip(0).cast(pl.Float64)
    )
    by_reason = {reason: (pl.col("reason") == reason).sum() for reason in UNFINISHED}
    return _counts(without_end.group_by("seats", "length").agg(**by_reason))


def _counts(found: pl.DataFrame) -> pl.DataFrame:
    """The rows with the columns of `COUNTS`; columns that are missing are null."""
    whole = pl.concat([pl.DataFrame(schema=COUNTS), found], how="diagonal_relaxed")
    return whole.select(pl.col(name).cast(kind) for name, kind in COUNTS.items())


def finish(counts: pl.DataFrame, params: LengthParams) -> Finished:
    """Rows of three kinds for each number of seats: `median` (the length), `end` (a row for each ending) and `lasting`
    (the survival curve)."""
    times = counts.group_by("seats", "length").agg(
        ended=pl.col("ended").sum(), censored=pl.sum_horizontal(*UNFINISHED).sum()
    )
    curve = survival.curve(times, ["seats"])
    sizes = times.group_by("seats").agg(
        n=(pl.col("ended") + pl.col("censored")).sum().cast(pl.UInt32),
        finished=pl.col("ended").sum().cast(pl.UInt32),
        unfinished=pl.col("censored").sum().cast(pl.UInt32),
    )
    medians = survival.quantiles(curve, ["seats"], LEVELS)
    rows = pl.concat(
        [
            pl.DataFrame(schema=SCHEMA),
            _with_schema(sizes.join(medians, on="seats", how="left").with_columns(row=pl.lit("median"))),
            _with_schema(_endings(counts).with_columns(row=pl.lit("end"))),
            _with_schema(
                survival.thinned(curve, ["seats"]).join(sizes, on="seats").with_columns(row=pl.lit("lasting"))
            ),
        ]
    )
    hidden = ("value", "lo", "hi", "quartile_1", "quartile_3")
    order = pl.col("row").replace_strict({"median": 0, "end": 1, "lasting": 2})
    ordered = (
        rows.filter(pl.col("n") > 0)
        .with_columns(stats.hide_small(hidden, pl.col("n"), params.min_n))
        .sort("seats", order, "length", -pl.col("finished").cast(pl.Int64), "end_reason", nulls_last=True)
    )
    not_excluded = {name: 0 for name in UNFINISHED if counts[name].sum()}
    return Finished(ordered.select(*SCHEMA), not_excluded)


LEVELS = {"value": 0.5, "quartile_1": 0.25, "quartile_3": 0.75}
SCHEMA = {
    **{"seats": pl.UInt8, "row": pl.String, "length": pl.Float64, "end_reason": pl.String},
    **{"n": pl.UInt32, "finished": pl.UInt32, "unfinished": pl.UInt32},
    **dict.fromkeys(("value", "lo", "hi", "shrunk", "base", "quartile_1", "quartile_3"), pl.Float64),
}
"""The columns of the answer. `value`: the median length, the share of the finished games with this ending, or the share
of games that last longer than `length`."""


def _with_schema(rows: pl.DataFrame) -> pl.DataFrame:
    """The rows with the columns of `SCHEMA`; columns that are missing are null."""
    return rows.select(
        (pl.col(name) if name in rows.columns else pl.lit(None).alias(name)).cast(kind) for name, kind in SCHEMA.items()
    )


def _endings(counts: pl.DataFrame) -> pl.DataFrame:
    """One row for each number of seats and ending: `value`, its share of the `n` finished games, with its interval."""
    ends = counts.filter(pl.col("ended") > 0).group_by("seats", "end_reason").agg(finished=pl.col("ended").sum())
    n, x = pl.col("n").cast(pl.Float64), pl.col("finished")
    low, high = stats.wilson(x, n)
    return ends.with_columns(n=x.sum().over("seats")).with_columns(value=x / n, lo=low, hi=high)


def question(params: LengthParams, ruleset: Rulebook) -> str:
    """The question in words."""
    return f"How many {params.unit} do games last, and how do they end, in {which_games(params, ruleset.title)}?"


def finding(rows: pl.DataFrame, asked: Asked[LengthParams]) -> str:
    """The median lengths for the most frequent numbers of seats, and the most frequent ending for the first of them."""
    medians = rows.filter(pl.col("row") == "median").sort(-pl.col("n").cast(pl.Int64), "seats").to_dicts()
    known = [row for row in medians if row["value"] is not None][:MOST_LENGTHS]
    if not known:
        return f"Not enough games yet ({_why_no_median(medians[0], asked)})."
    lengths = " ".join(_length_sentence(row, asked) for row in known)
    seats = known[0]["seats"]
    ends = rows.filter(pl.col("row") == "end", pl.col("seats") == seats).drop_nulls("value").to_dicts()
    if len(ends) < 2:
        return lengths
    most = f"{_ending(ends[0], asked)}, {percent(ends[0]['value'])}"
    return f"{lengths} The most frequent ending of {_of_seats(seats)}: {most}."


MOST_LENGTHS = 3
"""The finding tells the median length for at most this many numbers of seats."""


def _why_no_median(row: dict[str, Any], asked: Asked[LengthParams]) -> str:
    if row["n"] < asked.params.min_n:
        return f"{counted(row['n'], 'game')} {of_seats(row['seats'])}"
    return f"less than half of {counted(row['n'], 'game')} {of_seats(row['seats'])} have ended"


def _length_sentence(row: dict[str, Any], asked: Asked[LengthParams]) -> str:
    unit = asked.params.unit.removesuffix("s")
    sure = f"95 % interval {_interval(row['lo'], row['hi'])}, " if row["lo"] is not None else ""
    games = counted(row["n"], "game") + (f", {row['unfinished']:,} unfinished" if row["unfinished"] else "")
    return f"Half of {_of_seats(row['seats'])} last up to {counted_length(row['value'], unit)} ({sure}{games})."


def _of_seats(seats: int) -> str:
    return f"the games {of_seats(seats)}"


def of_seats(seats: int) -> str:
    """`of 3 seats`."""
    return f"of {counted(seats, 'seat')}"


def counted_length(value: float, unit: str) -> str:
    """`12 rounds`."""
    return counted(round(value), unit)


def _interval(low: float | None, high: float | None) -> str:
    """An interval as a text: `7–12`, `from 7` without an upper end, or a dash."""
    if low is None:
        return "–"
    return f"{number(low)}–{number(high)}" if high is not None else f"from {number(low)}"


def _ending(row: dict[str, Any], asked: Asked[LengthParams]) -> str:
    return asked.ruleset.endings.get(row["end_reason"]) or plain(row["end_reason"]) or "Unknown"


def panels(rows: pl.DataFrame, asked: Asked[LengthParams]) -> list[Panel]:
    """A table of the lengths by number of seats, and a table of the endings for each number of seats."""
    medians = rows.filter(pl.col("row") == "median").to_dicts()
    lengths = Panel(
        heading=asked.params.unit.capitalize(),
        columns=("", "games", "unfinished", "median", "95 %", "quartiles"),
        rows=tuple(_cells(row, asked) for row in medians),
        row_keys=tuple(str(row["seats"]) for row in medians),
        below="unfinished games count as far as they got" if any(row["unfinished"] for row in medians) else "",
    )
    ends = rows.filter(pl.col("row") == "end")
    return [lengths, *(_endings_panel(ends.filter(seats=row["seats"]), row["seats"], asked) for row in medians)]


def _cells(row: dict[str, Any], asked: Asked[LengthParams]) -> tuple[str, ...]:
    label, games = counted(row["seats"], "seat"), (f"{row['n']:,}", f"{row['unfinished']:,}")
    if row["n"] < asked.params.min_n:
        return label, *games, needs(asked.params.min_n), "–", "–"
    median = "not reached" if row["value"] is None else number(row["value"])
    half = f"{number(row['quartile_1'])}–{number(row['quartile_3'])}"
    return label, *games, median, _interval(row["lo"], row["hi"]), half if row["quartile_1"] is not None else "–"


MOST_ENDS = 12


def _endings_panel(rows: pl.DataFrame, seats: int, asked: Asked[LengthParams]) -> Panel:
    shown, folded = rows.head(MOST_ENDS).to_dicts(), rows.slice(MOST_ENDS)
    return Panel(
        heading=f"Endings, {counted(seats, 'seat')}",
        columns=("", "games", "share"),
        rows=tuple((capital(_ending(row, asked)), f"{row['finished']:,}", _share(row, asked)) for row in shown),
        row_keys=tuple(f"{seats} {row['end_reason']}" for row in shown),
        strips=tuple(Strip(row["value"], row["lo"], row["hi"]) for row in shown),
        below=f"{counted(folded.height, 'rarer ending')}: {counted(int(folded['finished'].sum()), 'game')}"
        if folded.height
        else "",
    )


def _share(row: dict[str, Any], asked: Asked[LengthParams]) -> str:
    return needs(asked.params.min_n) if row["value"] is None else percent(row["value"])


def chart(rows: pl.DataFrame, asked: Asked[LengthParams]) -> alt.TopLevelMixin:
    """The survival curve with its interval for each number of seats: the share of games that last longer."""
    lasting = rows.filter(pl.col("row") == "lasting", pl.col("value").is_not_null())
    if lasting.is_empty():
        return charts.nothing("There are too few games to draw how long they last.")
    first = lasting.unique("seats", keep="any").with_columns(length=pl.lit(0.0), value=pl.lit(1.0), lo=1.0, hi=1.0)
    table = pl.format("{} · n = {}", pl.when(pl.col("seats") == 1).then(pl.lit("1 seat")).otherwise(
        pl.format("{} seats", "seats")), "n")  # fmt: skip
    drawn = pl.concat([first, lasting.filter(pl.col("length") > 0)]).sort("seats", "length").with_columns(table=table)
    base = alt.Chart(charts.inline(drawn)).encode(
        x=alt.X("length:Q", title=asked.params.unit.capitalize(), axis=alt.Axis(tickCount=8)),
        tooltip=charts.tips(("Length", "length:Q"), ("Games", "n:Q"), *charts.RATE_TIPS),
    )
    share = alt.Y("value:Q", title="Games that last longer", scale=alt.Scale(domain=[0, 1]))
    share.axis = alt.Axis(format="%", tickCount=5)  # type: ignore[assignment]
    half = base.mark_rule(color=charts.EDGE, strokeDash=[3, 3]).encode(y=alt.datum(0.5), x=alt.value(0))
    layers = alt.layer(
        base.mark_area(interpolate="step-after", color=charts.EDGE, opacity=0.3).encode(y="lo:Q", y2="hi:Q"),
        base.mark_line(interpolate="step-after", color=charts.GOLD, strokeWidth=2).encode(y=share),
        half.encode(x2=alt.value(charts.WIDTH)),
    ).properties(width=charts.WIDTH, height=180)
    return charts.faceted(layers, drawn["seats"].n_unique(), alt.Row("table:N", title=None, sort=None))


def sample(rows: pl.DataFrame) -> str:
    """The sample as a text: the number of games, and how many of them are unfinished."""
    medians = rows.filter(pl.col("row") == "median")
    unfinished = int(medians["unfinished"].sum())
    note = f", {unfinished:,} of them unfinished" if unfinished else ""
    return f"{counted(int(medians['n'].sum()), 'game')}{note}"


JOB = Job(
    name="game_length",
    title="Game length",
    about="How long games last, and how they end.",
    definition="How many rounds, decisions or minutes games last, by number of seats. Unfinished games count as far "
    "as they got (censored), so long games are not left out for being long (E. L. Kaplan and P. Meier, 1958). Rows "
    "`median` have the median, its interval and the quartiles; rows `end` the share of finished games with each "
    "ending; rows `lasting` the share of games that last longer than `length`.",
    sample_unit="one game, finished or not",
    interval="Greenwood's variance on the log(-log) scale; for a median, the lengths whose interval contains one "
    "half. Wilson's for endings.",
    test="",
    independence="A game has one length and one ending.",
    limitations="Games that were given up because they took long are assumed to go on like the others. The versions "
    "of an unfinished game count as its decisions, undone ones too. In minutes, and with filters on options or "
    "factions, only finished games count; in minutes, none that was entered at once, without its length.",
    params=LengthParams,
    question=question,
    partial=partial,
    finish=finish,
    finding=finding,
    panels=panels,
    chart=chart,
    sample=sample,
    example_games=example_games,
    empty=pl.DataFrame(schema=COUNTS),
    count_excluded=count_excluded,
    version=2,
)
