"""How seats open, and how often they win then."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

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


class OpeningParams(Params, frozen=True):
    """What `opening_tree` can be asked."""

    depth: Annotated[int, Meta(title="Depth", description="How many decisions of a seat to follow.", ge=1, le=12)] = 6
    setup: Annotated[
        bool, Meta(title="Set-up", description="Begin with the decisions of the set-up, not with the first turn.")
    ] = False
    children: Annotated[
        int, Meta(title="Children", description="The most frequent continuations shown of each.", ge=1, le=100)
    ] = 12


COUNTS: dict[str, pl.DataType | type[pl.DataType]] = {
    "line": pl.List(pl.String),
    "n": pl.UInt32,
    "wins": pl.Float64,
    "par": pl.Float64,
    "games": pl.List(pl.String),
}
EXAMPLES = 3


def partial(tables: Tables, params: OpeningParams) -> pl.DataFrame:
    """Seat-games by their whole opening. An opening shorter than `depth` is a game that ended there."""
    opened = tables.facts.filter(
        pl.col("category").cast(pl.String) == DECISION,
        ~pl.col("undone"),
        pl.lit(True) if params.setup else pl.col("turn") > 0,
        *wanted(params),
    )
    lines = opened.group_by("game_id", "seat").agg(
        line=pl.col("type").cast(pl.String).sort_by("decision_no").head(params.depth)
    )
    played = tables.seats.filter(*wanted(params)).select("game_id", "seat", "win_share", "par")
    counts = (
        played.join(lines, on=["game_id", "seat"], how="left")
        .join(tables.games.select("game_id", "game_uuid"), on="game_id")
        .group_by("line")
        .agg(
            n=pl.len(),
            wins=pl.col("win_share").sum(),
            par=pl.col("par").sum(),
            games=pl.col("game_uuid").unique().sort().head(EXAMPLES),
        )
    )
    return counts.select(pl.col(name).cast(kind) for name, kind in COUNTS.items()).collect()


def finish(counts: pl.DataFrame, params: OpeningParams) -> Finished:
    """The tree, each node after its parent, the most frequent child first. Nodes below `min_n` are cut off."""
    silent = int(counts.filter(pl.col("line").is_null())["n"].sum())
    nodes = _nodes(counts.filter(pl.col("line").is_not_null()), params.depth)
    rows = _rated(nodes).select(COLUMNS)
    kept = _prune({tuple(row["line"]): row for row in rows.iter_rows(named=True)}, params)
    return Finished(
        pl.DataFrame(kept, schema=rows.schema, orient="row"), {"seats_without_decision": silent} if silent else {}
    )


COLUMNS = ("line", "depth", "action", "n", "share", "wins", "value", "lo", "hi", "shrunk", "base", "examples")


def _nodes(counts: pl.DataFrame, depth: int) -> pl.DataFrame:
    """Every opening of 0 to `depth` decisions, with the counts of all that continue it."""
    levels = [
        counts.filter(pl.col("line").list.len() >= length)
        .group_by(pl.col("line").list.head(length))
        .agg(
            pl.col("n", "wins", "par").sum(),
            examples=pl.col("games").list.explode().unique().sort().head(EXAMPLES),
        )
        .with_columns(depth=pl.lit(length, pl.UInt8))
        for length in range(depth + 1)
    ]
    return pl.concat(levels)


def _rated(nodes: pl.DataFrame) -> pl.DataFrame:
    """Rates of the nodes; the base of each is its parent's rate, that of the root is par (without one, its own)."""
    n, wins = pl.col("n"), pl.col("wins")
    low, high = stats.wilson(wins, n)
    parents = nodes.select(above="line", above_n="n", above_rate=wins / n)
    return (
        nodes.with_columns(above=pl.when(pl.col("depth") > 0).then(pl.col("line").list.slice(0, pl.col("depth") - 1)))
        .join(parents, on="above", how="left")
        .with_columns(
            action=pl.col("line").list.last(),
            share=n / pl.col("above_n").fill_null(n),
            value=wins / n,
            lo=low,
            hi=high,
            base=pl.col("above_rate").fill_null(pl.when(pl.col("par") > 0).then(pl.col("par")).otherwise(wins) / n),
        )
        .with_columns(shrunk=stats.shrunk(wins, n, pl.col("base")))
    )


Line = tuple[str, ...]
Node = dict[str, object]


def _prune(nodes: dict[Line, Node], params: OpeningParams) -> list[Node]:
    """The nodes that are shown, depth first. A root that is too small stays, without its values."""
    below: dict[Line, list[tuple[int, Line]]] = {}
    for line, node in nodes.items():
        if line and node["n"] >= params.min_n:  # type: ignore[operator]
            below.setdefault(line[:-1], []).append((-node["n"], line))  # type: ignore[operator]

    def walk(line: Line) -> list[Node]:
        children = sorted(below.get(line, ()))[: params.children]
        return [nodes[line], *(node for _, child in children for node in walk(child))]

    if () not in nodes:
        return []
    root = nodes[()]
    if root["n"] < params.min_n:  # type: ignore[operator]
        return [root | dict.fromkeys(("wins", "value", "lo", "hi", "shrunk"))]
    return walk(())


def question(params: OpeningParams, title: str) -> str:
    """The question in words."""
    return f"How do seats open, and how often do they win, in {which_games(params, title)}?"


HEIGHT = 460
LEAST_HEIGHT = 13
"""A node less high than this (pixels) shows no text."""


def chart(rows: pl.DataFrame, asked: Asked[OpeningParams]) -> alt.TopLevelMixin:
    """Nested blocks from left to right: as high as often played, as golden as often won."""
    deep = max(int(rows["depth"].max() or 0), 1)  # type: ignore[arg-type]
    middle = float(rows["value"][0] or 0.5)
    data = charts.inline(_blocks(rows, charts.WIDTH / deep, middle))
    heading = alt.Axis(
        orient="top", values=[i + 0.5 for i in range(deep)], labelExpr="'Decision ' + ceil(datum.value)",
        title=None, grid=False, ticks=False, domain=False,
    )  # fmt: skip
    x = alt.X("left:Q", axis=heading, scale=alt.Scale(domain=[0, deep], nice=False))
    y = alt.Y("top:Q", axis=None, scale=alt.Scale(domain=[1, 0], nice=False))
    ends = [middle - SPREAD, middle, middle + SPREAD]
    colour = alt.Color(
        "shrunk:Q",
        title="Win rate, drawn towards its parent's",
        scale=alt.Scale(domain=ends, range=[charts.FOE, charts.GROUND, charts.GOLD], interpolate="rgb", clamp=True),
        legend=alt.Legend(format=".0%", orient="top", gradientLength=200, values=ends),
    )
    tips = charts.tips(("Decision", "action:N"), ("Seats' games", "n:Q"), ("Share", "share:Q"), *charts.RATE_TIPS)
    base = alt.Chart(data).encode(x=x, y=y, tooltip=tips)
    blocks = base.mark_rect(stroke=charts.PAGE, strokeWidth=1.5, cornerRadius=3)
    texts = base.transform_filter("datum.label != null").mark_text(align="left", dx=6, fontSize=11)
    return alt.layer(
        blocks.encode(x2="right:Q", y2="bottom:Q", color=colour),
        texts.encode(y=alt.Y("middle:Q", axis=None), text="label:N", color=alt.Color("ink:N", scale=None)),
    ).properties(width=charts.WIDTH, height=HEIGHT)


SPREAD = 0.25
"""So far from the middle a win rate has the fullest colour."""


def _blocks(rows: pl.DataFrame, width: float, middle: float) -> pl.DataFrame:
    """The nodes below the root as blocks, with their texts; `ink` is what reads best on each."""
    away = (pl.col("shrunk") - middle) / SPREAD
    dark = (away < -0.68) | (away > 0.8)
    rate = charts.percent("value")
    label = charts.fitted(charts.spaced("action"), width - 42) + " " + rate
    return (
        _laid_out(rows)
        .filter(pl.col("depth") > 0)
        .with_columns(
            label=pl.when((pl.col("bottom") - pl.col("top")) * HEIGHT >= LEAST_HEIGHT).then(label),
            ink=pl.when(dark).then(pl.lit(charts.ON_DARK)).otherwise(pl.lit(charts.INK)),
            action=charts.spaced("action"),
            left=pl.col("depth") - 1,
            right=pl.col("depth"),
            middle=(pl.col("top") + pl.col("bottom")) / 2,
        )
    )


def _laid_out(rows: pl.DataFrame) -> pl.DataFrame:
    """Where each node begins and ends, from 0 at the top to 1: below its older siblings, within its parent."""
    tops: list[float] = []
    bottoms: list[float] = []
    free: dict[Line, float] = {(): 0.0}
    whole = rows["n"][0]
    for line, n in rows.select("line", "n").iter_rows():
        path = tuple(line)
        top = free.get(path[:-1], 0.0)
        free[path] = top
        if path:
            free[path[:-1]] = top + n / whole
        tops.append(top)
        bottoms.append(top + n / whole)
    return rows.with_columns(top=pl.Series(tops, dtype=pl.Float64), bottom=pl.Series(bottoms, dtype=pl.Float64))


def sample(rows: pl.DataFrame) -> str:
    """Seats' games, as the root has them."""
    return f"n = {rows['n'][0]} seats' games"


JOB = Job(
    name="opening_tree",
    title="Opening tree",
    about="The first decisions of each seat as a tree, with the win rate of each opening, shrunk towards that of its "
    "parent. `n` counts seats' games. Openings that reach the same through another order are not put together. Nodes "
    "below `min_n` are cut off, and of each node's children the most frequent are shown.",
    params=OpeningParams,
    question=question,
    partial=partial,
    finish=finish,
    chart=chart,
    sample=sample,
    empty=pl.DataFrame(schema=COUNTS),
)
