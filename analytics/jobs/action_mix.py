"""What is decided, when, and whether winners decide differently."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Annotated, Literal

import altair as alt
import polars as pl
from msgspec import Meta

from analytics import charts, clusters, stats
from analytics.job import Finished, Job
from analytics.params import Params, wanted, which_games
from analytics.schema import DECISION

if TYPE_CHECKING:
    from analytics.job import Asked, Rulebook
    from analytics.lake import Tables


class MixParams(Params, frozen=True):
    """What `action_mix` can be asked."""

    per: Annotated[
        Literal["game", "third", "round", "phase"],
        Meta(title="Per", description="The stages that the game is split into; a `third` is one of its decisions."),
    ] = "third"


SIDES = ("all", "won", "lost")
OF_A_TYPE = (*chain(*map(clusters.of_x, SIDES)), "x_won*x_lost", "x_won*m_lost", "x_lost*m_won")
OF_A_STAGE = (*chain(*map(clusters.of_m, SIDES)), "m_won*m_lost")
GAMES = ("games", "games_won", "games_lost")
COUNTS = {"stage": pl.String, "type": pl.String} | dict.fromkeys(("found", *GAMES, *OF_A_TYPE, *OF_A_STAGE), pl.Float64)
"""Sums over games: a game has x decisions of a type, and m of the stage, of all seats, of winners and of losers.

`found` counts the games that have the type in the stage. Sums of the stage alone stand on rows without a type.
"""


def partial(tables: Tables, params: MixParams) -> pl.DataFrame:
    """Sums over games, by stage and type."""
    stage = pl.lit("game") if params.per == "game" else pl.col(params.per).cast(pl.String)
    decisions = tables.facts.filter(pl.col("category").cast(pl.String) == DECISION, ~pl.col("undone"), *wanted(params))
    decisions = decisions.select(
        "game_id", pl.col("type").cast(pl.String), stage=stage, all=pl.lit(True), won=pl.col("win_share") > 0
    ).with_columns(lost=~pl.col("won"))
    of_stage = decisions.group_by("game_id", "stage").agg(pl.col(SIDES).sum().name.prefix("m_"))
    of_type = decisions.group_by("game_id", "stage", "type").agg(pl.col(SIDES).sum().name.prefix("x_"))
    by_game = of_type.join(of_stage, on=["game_id", "stage"])
    types = by_game.group_by("stage", "type").agg(found=pl.len(), **clusters.total(*OF_A_TYPE))
    stages = of_stage.group_by("stage").agg(
        games=pl.len(),
        games_won=(pl.col("m_won") > 0).sum(),
        games_lost=(pl.col("m_lost") > 0).sum(),
        **clusters.total(*OF_A_STAGE),
    )
    empty = pl.DataFrame(schema=COUNTS)
    return pl.concat([empty, *pl.collect_all([types, stages])], how="diagonal_relaxed").select(
        pl.col(name).cast(kind) for name, kind in COUNTS.items()
    )


def finish(counts: pl.DataFrame, params: MixParams) -> Finished:
    """Shares of each type in each stage, of all seats, of winners and of losers, and how these two differ."""
    of_type = pl.col("type").is_not_null()
    types = counts.filter(of_type).group_by("stage", "type").agg(pl.col("found", *OF_A_TYPE).sum())
    stages = counts.filter(~of_type).group_by("stage").agg(pl.col(*GAMES, *OF_A_STAGE).sum())
    bases = types.group_by("type").agg(base=pl.col("x_all").sum() / types["x_all"].sum())
    games = pl.col("games").cast(pl.UInt32)
    low, high = clusters.interval("all", games)
    rows = (
        types.join(stages, on="stage")
        .join(bases, on="type")
        .with_columns(
            n=games,
            decisions=pl.col("m_all").cast(pl.UInt64),
            count=pl.col("x_all").cast(pl.UInt64),
            value=clusters.rate("all"),
            lo=low,
            hi=high,
            shrunk=stats.shrunk(clusters.rate("all") * games, games, pl.col("base")),
            n_winners=pl.col("games_won").cast(pl.UInt32),
            winners=clusters.rate("won"),
            n_losers=pl.col("games_lost").cast(pl.UInt32),
            losers=clusters.rate("lost"),
            fewer=pl.min_horizontal("games_won", "games_lost"),
            error=clusters.variance_of_difference("won", "lost").sqrt(),
        )
        .with_columns(stats.hide_small(("count", "value", "lo", "hi", "shrunk"), games, params.min_n))
        .with_columns(stats.hide_small(("winners",), pl.col("n_winners"), params.min_n))
        .with_columns(stats.hide_small(("losers",), pl.col("n_losers"), params.min_n))
        .with_columns(difference=pl.col("winners") - pl.col("losers"), least=pl.min_horizontal("found", "fewer"))
        .sort(_order(params), pl.col("base"), pl.col("type"), descending=[False, True, False])
    )
    return Finished(clusters.tested(rows, "fewer", "least").select(COLUMNS))


COLUMNS = (
    *("stage", "type", "n", "decisions", "count", "value", "lo", "hi", "shrunk", "base"),
    *("n_winners", "winners", "n_losers", "losers"),
    *("difference", "difference_lo", "difference_hi", "p_value", "q"),
)


def _order(params: MixParams) -> pl.Expr:
    return pl.col("stage").cast(pl.Int32) if params.per in ("third", "round") else pl.col("stage")


def question(params: MixParams, ruleset: Rulebook) -> str:
    """The question in words."""
    per = {"game": "in the whole game", "third": "in each third", "round": "in each round", "phase": "in each phase"}
    return f"What is decided {per[params.per]}, by winners and losers, in {which_games(params, ruleset.title)}?"


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
        *(("Action", "action:N"), ("Decisions", "decisions:Q"), ("Games", "n:Q"), *charts.RATE_TIPS),
        *(("Winners", "winners:Q"), ("Losers", "losers:Q")),
    )
    base = alt.Chart(data).encode(y=y, tooltip=tips)
    folded = (
        base.transform_fold(["winners", "losers"], as_=["side", "share"])
        .transform_filter("isValid(datum.share)")
        .mark_point(size=64, filled=True, opacity=1, stroke=charts.INK, strokeWidth=0.8)
        .encode(
            x="share:Q",
            color=alt.Color("side:N", title=None, scale=alt.Scale(domain=NAMED, range=[charts.GOLD, charts.SURFACE])),
            shape=alt.Shape("side:N", title=None, scale=alt.Scale(domain=NAMED, range=["diamond", "circle"])),
        )
    )
    drawn = alt.layer(
        base.mark_bar(color=charts.LANE, height=15, cornerRadius=2).encode(x=x),
        base.mark_rule(color=charts.EDGE, strokeWidth=1.5).encode(x="lo:Q", x2="hi:Q"),
        folded,
    ).properties(width=charts.WIDTH / len(panels) - 12, height=alt.Step(24))
    return charts.faceted(drawn, len(panels), alt.Column("heading:N", title=None, sort=panels))


NAMED = ["winners", "losers"]


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
    tips = charts.tips(
        (per, "stage:N"), ("Action", "action:N"), ("Decisions", "decisions:Q"), ("Games", "n:Q"), *charts.RATE_TIPS
    )
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
    """The games of the stage that most of them reach, and the decisions of all stages."""
    stages = rows.unique("stage")
    games, decisions = stages.select(pl.col("n").max(), pl.col("decisions").sum()).row(0)
    return f"n = {games} games with {decisions} decisions"


JOB = Job(
    name="action_mix",
    title="Action mix",
    about="What share of the decisions each type of action has, stage by stage, and how winners differ from losers. "
    "`n` counts games, and so do intervals and tests: the decisions of one game are one residual. A difference has an "
    "interval and a test (Student's t) where 30 games or more have such a decision, and as many have winners and "
    "losers; `q` tells how many of the differences up to this one are false alarms (Benjamini and Hochberg).",
    unit="one game",
    interval="Wilson's for as many independent draws as vary as much, with Student's t",
    test="",
    clusters="The decisions of one game are one observation.",
    blind="A share says nothing of when within the stage, nor whether anything else could be done.",
    params=MixParams,
    question=question,
    partial=partial,
    finish=finish,
    finding=lambda _rows, _asked: "",
    panels=lambda _rows, _asked: [],
    chart=chart,
    sample=sample,
    empty=pl.DataFrame(schema=COUNTS),
)
