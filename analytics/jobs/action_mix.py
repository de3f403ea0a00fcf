"""What is decided, when, and whether winners decide differently."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import altair as alt
import polars as pl
from msgspec import Meta

from analytics import charts, stats
from analytics.job import Finished, Job
from analytics.params import Params, wanted, which_games
from analytics.schema import DECISION

if TYPE_CHECKING:
    from analytics.job import Asked
    from analytics.lake import Tables


class MixParams(Params, frozen=True):
    """What `action_mix` can be asked."""

    per: Annotated[
        Literal["game", "third", "round", "phase"],
        Meta(title="Per", description="The stages that the game is split into; a `third` is one of its decisions."),
    ] = "third"


COUNTS = {"stage": pl.String, "type": pl.String, "won": pl.Boolean, "n": pl.UInt32, "seat_games": pl.UInt32}


def partial(tables: Tables, params: MixParams) -> pl.DataFrame:
    """Decisions by stage, type and winning; the number of seat-games is in rows without a type."""
    stage = pl.lit("game") if params.per == "game" else pl.col(params.per).cast(pl.String)
    decisions = tables.facts.filter(pl.col("category").cast(pl.String) == DECISION, ~pl.col("undone"), *wanted(params))
    decisions = decisions.select("game_id", "seat", "type", stage=stage, won=pl.col("win_share") > 0)
    by_type = decisions.group_by("stage", "type", "won").agg(n=pl.len(), seat_games=pl.lit(0))
    whole = decisions.group_by("stage", "won").agg(
        type=pl.lit(None), n=pl.lit(0), seat_games=pl.struct("game_id", "seat").n_unique()
    )
    frames = pl.collect_all([frame.select(pl.col(c).cast(k) for c, k in COUNTS.items()) for frame in (by_type, whole)])
    return pl.concat(frames)


def finish(counts: pl.DataFrame, params: MixParams) -> Finished:
    """Shares of each type in each stage, of all seats, of winners and of losers."""
    won, lost = pl.col("won"), ~pl.col("won")
    by_type = (
        counts.filter(pl.col("type").is_not_null())
        .group_by("stage", "type")
        .agg(count=pl.col("n").sum(), w=pl.col("n").filter(won).sum(), x=pl.col("n").filter(lost).sum())
    )
    stages = by_type.group_by("stage").agg(
        n=pl.col("count").sum(), n_winners=pl.col("w").sum(), n_losers=pl.col("x").sum()
    )
    behind = (
        counts.group_by("stage")
        .agg(
            seat_games=pl.col("seat_games").sum(),
            w_games=pl.col("seat_games").filter(won).sum(),
            x_games=pl.col("seat_games").filter(lost).sum(),
        )
        .with_columns(fewer=pl.min_horizontal("w_games", "x_games"))
    )
    bases = by_type.group_by("type").agg(base=pl.col("count").sum() / by_type["count"].sum())
    n, count = pl.col("n"), pl.col("count")
    low, high = stats.wilson(count, n)
    sides = (pl.col("w"), pl.col("n_winners"), pl.col("x"), pl.col("n_losers"))
    apart = stats.newcombe(*sides)
    rows = (
        by_type.join(stages, on="stage")
        .join(behind, on="stage")
        .join(bases, on="type")
        .with_columns(
            value=count / n,
            lo=low,
            hi=high,
            shrunk=stats.shrunk(count, n, pl.col("base")),
            winners=sides[0] / sides[1],
            losers=sides[2] / sides[3],
            difference=sides[0] / sides[1] - sides[2] / sides[3],
            difference_lo=apart[0],
            difference_hi=apart[1],
        )
        .with_columns(stats.hide_small(("count", "value", "lo", "hi", "shrunk"), pl.col("seat_games"), params.min_n))
        .with_columns(stats.hide_small(("winners",), pl.col("w_games"), params.min_n))
        .with_columns(stats.hide_small(("losers",), pl.col("x_games"), params.min_n))
        .with_columns(stats.hide_small(DIFFERENCE, pl.col("fewer"), params.min_n))
        .sort(_order(params), pl.col("base"), pl.col("type"), descending=[False, True, False])
        .select(COLUMNS)
    )
    return Finished(rows)


DIFFERENCE = ("difference", "difference_lo", "difference_hi")
COLUMNS = (
    *("stage", "type", "n", "count", "value", "lo", "hi", "shrunk", "base", "seat_games"),
    *("n_winners", "winners", "n_losers", "losers", *DIFFERENCE),
)


def _order(params: MixParams) -> pl.Expr:
    return pl.col("stage").cast(pl.Int32) if params.per in ("third", "round") else pl.col("stage")


def question(params: MixParams, title: str) -> str:
    """The question in words."""
    per = {"game": "in the whole game", "third": "in each third", "round": "in each round", "phase": "in each phase"}
    return f"What is decided {per[params.per]}, by winners and losers, in {which_games(params, title)}?"


FEW_STAGES = 3
"""Up to so many stages are shown side by side; more are shown as a heat map."""


def chart(rows: pl.DataFrame, asked: Asked[MixParams]) -> alt.TopLevelMixin:
    """Bars with winners' and losers' marks for a few stages; a heat map for many."""
    return _bars(rows, asked) if rows["stage"].n_unique() <= FEW_STAGES else _map(rows, asked)


def _bars(rows: pl.DataFrame, asked: Asked[MixParams]) -> alt.TopLevelMixin:
    stages = {"1": "First third", "2": "Second third", "3": "Last third", "game": "Whole game"}
    named = stages if asked.params.per in ("third", "game") else {}
    heading = pl.format("{} · n = {}", pl.col("stage").replace(named), "n")
    shown = rows.with_columns(heading=heading, action=charts.spaced("type"))
    data = charts.inline(shown)
    order = shown["action"].unique(maintain_order=True).to_list()
    panels = shown["heading"].unique(maintain_order=True).to_list()
    y = alt.Y("action:N", title=None, sort=_by_base(shown, order), axis=alt.Axis(ticks=False, domain=False))
    x = alt.X("value:Q", title="Share of decisions", axis=alt.Axis(format="%", tickCount=4))
    tips = charts.tips(
        *(("Action", "action:N"), ("Decisions", "n:Q"), *charts.RATE_TIPS),
        *(("Winners", "winners:Q"), ("Losers", "losers:Q")),
    )
    base = alt.Chart(data).encode(y=y, tooltip=tips)
    folded = (
        base.transform_fold(["winners", "losers"], as_=["side", "share"])
        .transform_filter("isValid(datum.share)")
        .mark_point(size=64, filled=True, opacity=1, stroke=charts.INK, strokeWidth=0.8)
        .encode(
            x="share:Q",
            color=alt.Color("side:N", title=None, scale=alt.Scale(domain=SIDES, range=[charts.GOLD, charts.SURFACE])),
            shape=alt.Shape("side:N", title=None, scale=alt.Scale(domain=SIDES, range=["diamond", "circle"])),
        )
    )
    drawn = alt.layer(
        base.mark_bar(color=charts.LANE, height=15, cornerRadius=2).encode(x=x),
        base.mark_rule(color=charts.EDGE, strokeWidth=1.5).encode(x="lo:Q", x2="hi:Q"),
        folded,
    ).properties(width=charts.WIDTH / len(panels) - 12, height=alt.Step(24))
    return charts.faceted(drawn, len(panels), alt.Column("heading:N", title=None, sort=panels))


SIDES = ["winners", "losers"]


def _by_base(rows: pl.DataFrame, names: list[str]) -> list[str]:
    return (
        rows.sort("base", "action", descending=[True, False])["action"].unique(maintain_order=True).to_list() or names
    )


def _map(rows: pl.DataFrame, asked: Asked[MixParams]) -> alt.TopLevelMixin:
    enough = rows.filter(pl.col("value").is_not_null().any().over("stage"))
    shown = enough.with_columns(action=charts.spaced("type"))
    if asked.params.per == "phase":
        shown = shown.with_columns(stage=charts.spaced("stage"))
    stages = shown["stage"].unique(maintain_order=True).to_list()
    per = asked.params.per.capitalize()
    x = alt.X("stage:N", title=per, sort=stages, axis=_stage_axis(per))
    y = alt.Y("action:N", title=None, sort=_by_base(shown, []), axis=alt.Axis(ticks=False, domain=False))
    most = float(shown["value"].max() or 1)  # type: ignore[arg-type]
    shade = alt.Color(
        "value:Q",
        title="Share of decisions",
        scale=alt.Scale(domain=[0, most], range=[charts.SURFACE, charts.GOLD], type="sqrt"),
        legend=alt.Legend(format=".0%", orient="top", gradientLength=200, values=[0, most / 4, most]),
    )
    tips = charts.tips((per, "stage:N"), ("Action", "action:N"), ("Decisions", "n:Q"), *charts.RATE_TIPS)
    data = charts.inline(shown)
    drawn: alt.Chart = (
        alt.Chart(data)
        .mark_rect(stroke=charts.PAGE, strokeWidth=1.5)
        .encode(x=x, y=y, color=shade, tooltip=tips)
        .properties(width=charts.WIDTH, height=alt.Step(22))
    )
    return drawn


def _stage_axis(per: str) -> alt.Axis:
    if per == "Phase":
        return alt.Axis(ticks=False, labelAngle=-40)
    return alt.Axis(ticks=False, labelAngle=0, labelOverlap=True)


def sample(rows: pl.DataFrame) -> str:
    """Decisions of all stages."""
    return f"n = {rows.unique('stage')['n'].sum()} decisions"


JOB = Job(
    name="action_mix",
    title="Action mix",
    about="What share of the decisions each type of action has, stage by stage, and how winners differ from losers (a "
    "difference with its Newcombe interval). `n` counts decisions, which are not independent within a game: intervals "
    "are a little too narrow. A stage is shown from `min_n` seats' games on.",
    params=MixParams,
    question=question,
    partial=partial,
    finish=finish,
    chart=chart,
    sample=sample,
    empty=pl.DataFrame(schema=COUNTS),
)
