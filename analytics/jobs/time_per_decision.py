"""How many seconds decisions take."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Annotated, Any, Literal

import altair as alt
import polars as pl
from msgspec import Meta

from analytics import against, charts, clusters, compare, dotplot, histograms, stats, words
from analytics.compare import MOST, Sides, clearest
from analytics.job import Finished, Job
from analytics.panels import Panel, Strip
from analytics.params import Params, filters, which_games
from analytics.schema import DECISION, one_of
from analytics.selection import OF_WORDS, in_order, label_of, split_by, what
from analytics.words import clear, counted, duration, needs, number, probability

if TYPE_CHECKING:
    from analytics.job import Asked
    from analytics.lake import Tables
    from analytics.rulebook import Rulebook


class TimeParams(Params, frozen=True):
    """What `time_per_decision` can be asked."""

    by: Annotated[
        Literal["type", "player", "third", "phase", "round", "turn_seat"],
        Meta(
            title="Group by",
            description="The rows of the answer; a `third` is a third of the game's decisions, and `turn_seat` "
            "separates decisions in the seat's own move from those in another seat's move.",
        ),
    ] = "type"
    away: Annotated[
        int,
        Meta(
            title="Longest decision (minutes)",
            description="Decisions that take more minutes than this are not timed: the player was away.",
            ge=1,
            le=10_080,
        ),
    ] = 5


SECOND = 1_000_000
"""The microseconds in a second."""

LEVELS = {"value": 0.5, "quartile_1": 0.25, "quartile_3": 0.75, "percentile_90": 0.9}
"""The columns with quantiles of the times, and their levels: `value` is the median."""
APART = ("forced", "at_once", "away", "unknown")
"""Why decisions are not timed: there was one legal action; the time is 0, since it was recorded together with the one
before; it took longer than `away`; or the time is not known. Each is also the column that counts these decisions."""
COUNTS = {"what": pl.String, "whole": pl.Boolean, "step": pl.Int16} | dict.fromkeys(
    ("decisions", *APART, *histograms.SUMS, *against.SUMS), pl.Float64
)
"""Partial counts by `what`; rows with `whole` count all decisions together.

`decisions`: all decisions; the columns of `APART`: those that are not timed. `step`, `x`, `xx`, `xm` and `games`: the
histogram of the times in microseconds (see `histograms.added_up`). The other columns are the sums over games of
`against.sums`. `m_row`: the timed decisions of `what` in a game; `x_row`: the sum of the base-2 logarithms of their
seconds; `m_all` and `x_all`: the same for all decisions of the game.
"""


def partial(tables: Tables, params: TimeParams) -> pl.DataFrame:
    """The counts and sums by `what`, and for all decisions together; see `COUNTS`."""
    decisions = _decisions(tables, params).collect().lazy()  # once for all frames
    split = decisions.filter(pl.col("what").is_not_null())
    timed = split.filter(pl.col("apart") == "").with_columns(step=histograms.step_of(pl.col("gap_us")))
    seconds = pl.col("gap_us").cast(pl.Float64) / SECOND
    logged = seconds.log(2.0).sum()
    # Once for all frames: a game has ten times as many decisions
    cells = timed.group_by("game_id", "what", "step").agg(k=pl.len().cast(pl.Float64), x=logged).collect().lazy()
    of_what = cells.group_by("game_id", "what").agg(pl.col("x").sum(), m=pl.col("k").sum())
    apart = {reason: (pl.col("apart") == reason).sum() for reason in APART}
    frames = [
        split.group_by("what").agg(decisions=pl.len(), **apart),
        decisions.select(decisions=pl.len(), **apart).with_columns(whole=True),
        histograms.added_up(cells, ["what"]),
        histograms.added_up(cells.with_columns(whole=True), ["whole"]),
        *against.sums(of_what, ["what"]),
    ]
    found = pl.concat([pl.DataFrame(schema=COUNTS), *pl.collect_all(frames)], how="diagonal_relaxed")
    return found.select(pl.col(name).cast(kind) for name, kind in COUNTS.items())


def _decisions(tables: Tables, params: TimeParams) -> pl.LazyFrame:
    """One row for each decision: `game_id`, `what` (its value of `params.by`), `gap_us` (the time that it took), and
    `apart` (why it is not timed, one of `APART`; empty if it is timed)."""
    rows = tables.facts.filter(one_of("category", DECISION), ~pl.col("undone"), pl.col("part") == 0, *filters(params))
    gap = pl.col("gap_us")
    reason = {name: pl.lit(name, dtype=pl.Enum(["", *APART])) for name in ("", *APART)}
    apart = (
        pl.when(pl.col("forced").fill_null(False))
        .then(reason["forced"])
        .when(gap.is_null())
        .then(reason["unknown"])
        .when(gap < 1)
        .then(reason["at_once"])
        .when(gap > params.away * 60 * SECOND)
        .then(reason["away"])
        .otherwise(reason[""])
    )
    # Enums are grouped faster than texts
    return rows.select("game_id", "gap_us", what=params.by if params.by in OF_WORDS else what(params.by), apart=apart)


def example_games(tables: Tables, params: TimeParams) -> pl.LazyFrame:
    """`game_id` and `row_key` of each decision: once with its `what`, and once with the empty key of the row of all
    decisions."""
    decisions = _decisions(tables, params)
    return pl.concat([decisions.select("game_id", row_key=of) for of in (pl.col("what").cast(pl.String), pl.lit(""))])


def finish(counts: pl.DataFrame, params: TimeParams) -> Finished:
    """One row for all decisions, then one for each `what`: quantiles of the times in seconds, and the tested ratio to
    the times of all decisions (`times`)."""
    whole = pl.col("whole").fill_null(False)
    numbers = counts.filter(pl.col("decisions") > 0).group_by("what").agg(pl.col("decisions", *APART).sum())
    steps = counts.filter(pl.col("step").is_not_null())
    timed = pl.concat(
        [
            histograms.quantiles(steps.filter(~whole), ["what"], LEVELS),
            histograms.quantiles(steps.filter(whole), ["what"], LEVELS),
        ]
    )
    found = numbers.join(timed, on="what", how="left", nulls_equal=True)
    compared = against.compared(counts, ["what"]).select("what", "found", "difference", "error")
    n = pl.col("games").fill_null(0).cast(pl.UInt32)
    of_all = found.filter(pl.col("what").is_null())["value"]
    shown = ("value", "lo", "hi", "quartile_1", "quartile_3", "percentile_90")
    rows = (
        found.join(compared, on="what", how="left")
        .with_columns(n=n, base=pl.lit(of_all.first() if of_all.len() else None, dtype=pl.Float64))
        .with_columns(pl.col("base", *shown) / SECOND)
        .with_columns(pl.col("decisions", *APART).cast(pl.UInt64), shrunk=_shrunk())
        .with_columns(stats.hide_small((*shown, "shrunk"), n, params.min_n))
        .with_columns(difference=pl.when(n >= params.min_n).then("difference"))
    )
    tested = clusters.tested(rows, "found", "found").with_columns(
        _ratio(name).alias(column)
        for name, column in (("difference", "times"), ("difference_lo", "times_lo"), ("difference_hi", "times_hi"))
    )
    in_all = pl.col("what").is_null()
    ordered = tested.sort(in_all, in_order(params.by), "decisions", "what", descending=[True, False, True, False])
    left_out = int(ordered.filter(in_all)["decisions"].sum()) - int(ordered.filter(~in_all)["decisions"].sum())
    return Finished(ordered.select(COLUMNS), {f"decisions_without_{params.by}": left_out} if left_out else {})


def _shrunk() -> pl.Expr:
    """The median shrunk towards that of all decisions. Both are averaged as logarithms, because times are compared as
    ratios."""
    n = pl.col("n").cast(pl.Float64)
    drawn = (n * pl.col("value").log() + stats.WEIGHT * pl.col("base").log()) / (n + stats.WEIGHT)
    return drawn.exp()


def _ratio(name: str) -> pl.Expr:
    """The ratio of two times, from a column with the difference of their base-2 logarithms."""
    return pl.lit(2.0) ** pl.col(name)


COLUMNS = (
    *("what", "n", "decisions", *APART, "value", "lo", "hi", "shrunk", "base"),
    *("quartile_1", "quartile_3", "percentile_90", "times", "times_lo", "times_hi", "p_value", "q"),
)


def question(params: TimeParams, ruleset: Rulebook) -> str:
    """The question in words."""
    split = {"turn_seat": "in and out of turn"}.get(params.by, split_by(params.by))
    away = f"up to {counted(params.away, 'minute')}"
    return f"How long does a decision take ({away}), {split}, in {which_games(params, ruleset.title)}?"


def finding(rows: pl.DataFrame, asked: Asked[TimeParams]) -> str:
    """The median time of all decisions, and which decisions clearly take longer or shorter than all."""
    whole = rows.row(0, named=True)
    if whole["value"] is None:
        return f"Not enough games with times yet ({counted(whole['n'], 'game')})."
    median = f"Half of the decisions take up to {_time(whole['value'])} ({counted(whole['n'], 'game')})."
    tested = clearest(_relative(rows))
    if tested.is_empty():
        return f"{median} There are too few games for a comparison."
    best = tested.row(0, named=True)
    label, figures = _label(best, asked), f"{_factor(best['times'])} ({probability(best['q'], 'q')})"
    if not clear(q=best["q"]):
        return f"{median} No clear difference: the largest, {label}, {figures}, may be due to chance."
    longer = "longer" if best["times"] > 1 else "shorter"
    return f"{median} {_subject(label, asked.params)} takes {longer} than all decisions on average: {figures}."


def _subject(label: str, params: TimeParams) -> str:
    if params.by in ("type", "player"):
        return label
    inner = f"{label[:1].lower()}{label[1:]}"
    of = {"turn_seat": "", "phase": "in the phase "}.get(params.by, "of the ")
    return f"A decision {of}{inner}"


def _factor(times: float | None) -> str:
    return "–" if times is None else f"{number(times, 2)} times as long"


def _relative(rows: pl.DataFrame) -> pl.DataFrame:
    """The rows other than that of all decisions, with `difference` and the ends of its interval as shares: 0.2 where
    decisions take 20 % longer than all."""
    ends = {name.replace("times", "difference"): pl.col(name) - 1 for name in ("times", "times_lo", "times_hi")}
    return rows.filter(pl.col("what").is_not_null()).with_columns(**ends)


def _time(seconds: float | None) -> str:
    return duration(None if seconds is None else seconds * SECOND)


def _label(row: dict[str, Any], asked: Asked[TimeParams]) -> str:
    if row["what"] is None:
        return "All decisions"
    if asked.params.by == "player":
        return asked.names.player(row["what"])
    return label_of(row["what"], asked.params.by, asked.names)


def panels(rows: pl.DataFrame, asked: Asked[TimeParams]) -> list[Panel]:
    """A panel of the times, and one of the tested differences to all decisions."""
    return [_times_panel(rows, asked), *_differences_panel(rows, asked)]


def _ranked(rows: pl.DataFrame, params: TimeParams) -> pl.DataFrame:
    """The rows as they are shown: all decisions first, then the slowest; thirds and rounds stay in their order."""
    if params.by in ("third", "round"):
        return rows
    return rows.sort(pl.col("what").is_not_null(), -pl.col("shrunk"), nulls_last=True, maintain_order=True)


def _times_panel(rows: pl.DataFrame, asked: Asked[TimeParams]) -> Panel:
    known = compare.enough(_ranked(rows, asked.params))
    shown, folded = known.head(MOST).to_dicts(), known.height - MOST
    others = [f"{folded:,} more not shown"] if folded > 0 else []
    few = compare.hidden(rows, known, asked.params.min_n)
    return Panel(
        columns=("", "games", "median", "95 %", "quartiles", "90 % up to"),
        rows=tuple(_cells(row, asked) for row in shown),
        row_keys=tuple(row["what"] or "" for row in shown),
        below="; ".join([*_not_timed(rows, asked.params), *few, *others]),
    )


def _cells(row: dict[str, Any], asked: Asked[TimeParams]) -> tuple[str, ...]:
    label, games = _label(row, asked), f"{row['n']:,}"
    if row["value"] is None:
        return label, games, needs(asked.params.min_n), "–", "–", "–"
    sure, half = (_from_to(row[low], row[high]) for low, high in (("lo", "hi"), ("quartile_1", "quartile_3")))
    return label, games, _time(row["value"]), sure, half, _time(row["percentile_90"])


def _from_to(low: float | None, high: float | None) -> str:
    """Two times as a range, `7–35 s`; a dash if an end is unknown."""
    if low is None or high is None:
        return "–"
    first, last = _time(low), _time(high)
    same = first.split(" ")[1] == last.split(" ")[1]
    return f"{first.split(' ')[0] if same else first}–{last}"


def _log(value: float | None) -> float | None:
    return None if value is None else math.log(value)


def _not_timed(rows: pl.DataFrame, params: TimeParams) -> list[str]:
    """The note below the panel: how many decisions are not timed, by reason."""
    whole = rows.row(0, named=True)
    reasons = {
        "forced": "with one legal action",
        "at_once": "recorded with the one before",
        "away": f"over {params.away} min",
        "unknown": "without a time",
    }
    counts = [f"{whole[reason]:,} {why}" for reason, why in reasons.items() if whole[reason]]
    return [f"not timed: {', '.join(counts)}"] if counts else []


def _differences_panel(rows: pl.DataFrame, asked: Asked[TimeParams]) -> list[Panel]:
    tested = clearest(_relative(rows)).head(MOST).to_dicts()
    return compare.differences(
        "Compared with all decisions",
        ("times as long", "q"),
        [(_label(row, asked), number(row["times"], 2), words.tested(row["q"])) for row in tested],
        [Strip(*(_log(row[name]) for name in ("times", "times_lo", "times_hi"))) for row in tested],
        lambda value: number(math.exp(value), 2),
    )


SIDES = Sides(("times", "one"), ("each", "all decisions"), unit="%")


def chart(rows: pl.DataFrame, asked: Asked[TimeParams]) -> alt.TopLevelMixin:
    """The medians with their intervals, quartiles and 90th percentiles, above the tested differences."""
    ranked = _ranked(rows, asked.params)
    labelled = ranked.with_columns(label=pl.Series([_label(row, asked) for row in ranked.to_dicts()], dtype=pl.String))
    above, below = _figures(labelled), dotplot.differences(_relative(labelled), SIDES)
    if below is None:
        return above
    stacked: alt.TopLevelMixin = alt.vconcat(above, below).resolve_scale(
        y="independent", color="independent", shape="independent"
    )
    return stacked


def _figures(rows: pl.DataFrame) -> alt.LayerChart:
    few = pl.when(pl.col("value").is_null()).then(pl.lit(", too few")).otherwise(pl.lit(""))
    shown = compare.enough(rows).head(MOST).with_columns(note=pl.format("n = {}", "n") + few)
    tips = charts.tips(
        *(
            ("", "label:N"),
            ("Games", "n:Q"),
            ("Median (s)", "value:N"),
            ("Interval from", "lo:N"),
            ("Interval to", "hi:N"),
        ),
        *(("First quartile", "quartile_1:N"), ("Third quartile", "quartile_3:N"), ("90 % within", "percentile_90:N")),
    )
    y = alt.Y(
        "label:N", title=None, sort=None, axis=alt.Axis(ticks=False, domain=False, labelLimit=dotplot.LABEL_LIMIT)
    )
    base = alt.Chart(charts.inline(shown)).encode(y=y, tooltip=tips)
    title = "Seconds: median with its interval, the middle half (bar), 90 % within (tick)"
    x = alt.X("value:Q", title=title, scale=alt.Scale(type="log"), axis=alt.Axis(tickCount=5, format="~g"))
    drawn = alt.layer(
        base.mark_bar(height=13, color=charts.LANE, cornerRadius=2).encode(x="quartile_1:Q", x2="quartile_3:Q"),
        base.mark_rule(color=charts.EDGE, strokeWidth=2).encode(x="lo:Q", x2="hi:Q"),
        base.mark_tick(thickness=2, size=13, color=charts.INK_2).encode(x="percentile_90:Q"),
        base.mark_point(size=90, filled=True, opacity=1, stroke=charts.INK, strokeWidth=0.8, color=charts.GOLD).encode(
            x=x
        ),
        base.mark_text(align="left", dx=8, fontSize=11, color=charts.INK_2).encode(
            x=alt.value(charts.WIDTH), text="note:N"
        ),
    ).properties(width=charts.WIDTH, height=alt.Step(dotplot.STEP))
    return drawn  # type: ignore[return-value]


def sample(rows: pl.DataFrame) -> str:
    """The sample size: the games with timed decisions, and the number of these decisions."""
    whole = rows.row(0, named=True)
    timed = whole["decisions"] - sum(whole[reason] for reason in APART)
    return f"{counted(whole['n'], 'game')} with {counted(timed, 'timed decision')}"


JOB = Job(
    name="time_per_decision",
    title="Time per decision",
    about="How long players take to decide.",
    definition="How many seconds a decision takes, from the moment the seat could decide: the median (`value`), the "
    "quartiles, and what 90 % take at most. Counted but not timed are decisions with one legal action (`forced`), "
    "decisions recorded together with the one before (`at_once`), decisions longer than `away` minutes, and "
    "decisions without a time (`unknown`). `times` is the ratio to all decisions (of geometric means). The first "
    "row is all decisions.",
    sample_unit="one game",
    interval="Woodruff's for the median: the times at which the share of faster decisions may be one half, with "
    "games as clusters. Quantiles are accurate to 5 %.",
    test="Student's t-test of the mean logarithm of the time against all decisions, with games as clusters, from 30 "
    "games on that have it; `q` is the false discovery rate (Benjamini and Hochberg).",
    independence="The decisions of one game depend on each other, so one game is one observation.",
    limitations="Times are those of recording. A table that talks, or enters several moves together, records other "
    "times than it takes to decide. Games with all numbers of seats are taken together.",
    params=TimeParams,
    question=question,
    partial=partial,
    finish=finish,
    finding=finding,
    panels=panels,
    chart=chart,
    sample=sample,
    example_games=example_games,
    empty=pl.DataFrame(schema=COUNTS),
    names_players=True,
)
