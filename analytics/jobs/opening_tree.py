"""The first steps of each seat as a tree of openings, and how often seats with each opening win."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import altair as alt
import polars as pl
from msgspec import Meta

from analytics import charts, clusters, dotplot, stats
from analytics.compare import MOST
from analytics.job import Finished, Job
from analytics.panels import Panel, Strip
from analytics.params import filters, which_games
from analytics.steps import LEFT_OUT, SteppingParams, label_of, options_of, steps
from analytics.words import counted, needs, percent

if TYPE_CHECKING:
    from analytics.job import Asked
    from analytics.lake import Tables
    from analytics.rulebook import Rulebook


class OpeningParams(SteppingParams, frozen=True):
    """What `opening_tree` can be asked."""

    depth: Annotated[int, Meta(title="Depth", description="How many steps of each seat to follow.", ge=1, le=12)] = 6
    children: Annotated[
        int, Meta(title="Branches", description="How many continuations to show of each opening.", ge=1, le=100)
    ] = 12


SUMS = (*clusters.of_x("node"), *clusters.of_m("node"))
COUNTS: dict[str, Any] = {
    "line": pl.List(pl.String),
    "seats": pl.UInt8,
    "team": pl.Boolean,
    "games": pl.UInt32,
    **dict.fromkeys(SUMS, pl.Float64),
}
"""Sums over games by opening (`line`, its steps in order) and number of seats.

`games`: 1 for each game in which a seat has this opening. `m_node`: the seats of a game that have it; `x_node`: the
sum of their win shares. In a cooperative game, `m_node` is 1 and `x_node` 1 or 0, however many seats have the opening.

Rows with a null `line` count the seats that took no step.
"""


def partial(tables: Tables, params: OpeningParams) -> pl.DataFrame:
    """The sums over games for every opening of 0 to `depth` steps; see `COUNTS`."""
    by_game = (
        _opened(tables, params)
        .group_by("game_id", "line", "seats", "team")
        .agg(x_node=pl.col("win_share").sum(), m_node=pl.len())
        .with_columns(
            pl.col("x_node", "m_node") / pl.when("team", pl.col("line").is_not_null()).then("m_node").otherwise(1)
        )
    )
    counts = by_game.group_by("line", "seats", "team").agg(games=pl.len(), **clusters.total(*SUMS))
    return counts.select(pl.col(name).cast(kind) for name, kind in COUNTS.items()).collect()


def _opened(tables: Tables, params: OpeningParams) -> pl.LazyFrame:
    """One row for each selected seat and each `line` that its steps begin with: no step, the first step, and so on, to
    `depth` steps. A seat that took no step has one row, with a null `line`."""
    lines = (
        steps(tables, params)
        .lazy()
        .group_by("game_id", "seat")
        .agg(whole=pl.col("step").sort_by("decision_no").head(params.depth))
    )
    played = tables.seats.filter(*filters(params)).select(
        "game_id", "seat", "seats", "win_share", team=pl.col("par").is_null()
    )
    return (
        played.join(lines, on=["game_id", "seat"], how="left")
        .with_columns(length=pl.int_ranges(0, pl.col("whole").list.len().fill_null(0).cast(pl.Int64) + 1))
        .explode("length")
        .with_columns(line=pl.col("whole").list.head("length"))
    )


def example_games(tables: Tables, params: OpeningParams) -> pl.LazyFrame:
    """`game_id` and `row_key`, the opening, for each seat with the opening."""
    return (
        _opened(tables, params)
        .drop_nulls("line")
        .select("game_id", row_key=pl.col("line").cast(pl.List(pl.String)).list.join(THEN))
    )


THEN = " > "
"""Joins the steps of an opening to its key."""


def finish(counts: pl.DataFrame, params: OpeningParams) -> Finished:
    """One row for each opening, with its frequency and its win rate, in the order of the tree: each node after its
    parent, and the most frequent child first. Openings with fewer games than `min_n` are left out."""
    silent = int(counts.filter(pl.col("line").is_null())["m_node"].sum())
    by_seats = (
        counts.filter(pl.col("line").is_not_null()).group_by("line", "seats", "team").agg(pl.col("games", *SUMS).sum())
    )
    rows = _rated(by_seats).select(COLUMNS).sort(-pl.col("seat_games").cast(pl.Int64), "depth", "line").head(MOST_NODES)
    kept = _prune({tuple(row["line"]): row for row in rows.iter_rows(named=True)}, params)
    return Finished(
        pl.DataFrame(kept, schema=rows.schema, orient="row"), {"seats_without_decision": silent} if silent else {}
    )


MOST_NODES = 2_000
"""An answer has at most this many openings: the most frequent ones, and so their parents, which are no rarer."""
COLUMNS = (*("line", "depth", "action", "n", "seat_games", "share", "wins", "value", "lo", "hi", "shrunk", "base"),)


def _rated(by_seats: pl.DataFrame) -> pl.DataFrame:
    """One row for each opening: its win rate (`value`), and `base`, the win rate of its parent, or at the root the one
    expected by chance.

    `base` is weighted by the opening's own mix of numbers of seats. Otherwise an opening would look good just because
    it is played at small tables.
    """
    low, high = clusters.interval("node", pl.col("n"))
    nodes = (
        _with_bases(by_seats)
        .group_by("line")
        .agg(
            pl.col(*SUMS).sum(),
            n=pl.col("games").sum(),
            base=(pl.col("base") * pl.col("m_node")).sum() / pl.col("m_node").sum(),
        )
        .with_columns(depth=pl.col("line").list.len().cast(pl.UInt8), value=clusters.rate("node"), above=_parent())
    )
    parents = nodes.select(above="line", whole="m_node")
    return nodes.join(parents, on="above", how="left").with_columns(
        action=pl.col("line").list.last(),
        seat_games=pl.col("m_node").cast(pl.UInt32),
        share=pl.col("m_node") / pl.col("whole").fill_null(pl.col("m_node")),
        wins=pl.col("x_node"),
        lo=low,
        hi=high,
        shrunk=stats.shrunk(pl.col("value") * pl.col("n"), pl.col("n"), pl.col("base")),
    )


def _with_bases(by_seats: pl.DataFrame) -> pl.DataFrame:
    """The rows with `base`, the win rate expected with this number of seats: that of the parent opening. At the root it
    is 1 divided by the number of seats, or in cooperative games the share of games won."""
    rate = clusters.rate("node")
    parents = by_seats.select("seats", "team", above="line", above_rate=rate)
    at_root = pl.when("team").then(rate).otherwise(1 / pl.col("seats"))
    return (
        by_seats.with_columns(above=_parent())
        .join(parents, on=["above", "seats", "team"], how="left")
        .with_columns(base=pl.col("above_rate").fill_null(at_root))
    )


def _parent() -> pl.Expr:
    """The parent of an opening: its steps without the last one; null at the root."""
    length = pl.col("line").list.len()
    return pl.when(length > 0).then(pl.col("line").list.head(length.cast(pl.Int64) - 1))


Line = tuple[str, ...]
Node = dict[str, object]


def _prune(nodes: dict[Line, Node], params: OpeningParams) -> list[Node]:
    """The nodes to show, depth first: of each node, the most frequent `children` that have `min_n` games. A root with
    fewer games stays, without values."""
    children_of: dict[Line, list[tuple[int, Line]]] = {}
    for line, node in nodes.items():
        if line and node["n"] >= params.min_n:  # type: ignore[operator]
            children_of.setdefault(line[:-1], []).append((-node["seat_games"], line))  # type: ignore[operator]

    def subtree(line: Line) -> list[Node]:
        children = sorted(children_of.get(line, ()))[: params.children]
        return [nodes[line], *(node for _, child in children for node in subtree(child))]

    if () not in nodes:
        return []
    root = nodes[()]
    if root["n"] < params.min_n:  # type: ignore[operator]
        return [root | dict.fromkeys(("wins", "value", "lo", "hi", "shrunk"))]
    return subtree(())


def question(params: OpeningParams, ruleset: Rulebook) -> str:
    """The question in words."""
    how = f"How do seats open{options_of(params)}, and how often do they win"
    return f"{how}, in {which_games(params, ruleset.title)}?"


# --- in words


def finding(rows: pl.DataFrame, asked: Asked[OpeningParams]) -> str:
    """The most frequent first step, and how often seats win with it."""
    games = counted(rows["n"][0], "game")
    first = rows.filter(pl.col("depth") == 1)
    if rows["value"][0] is None or first.is_empty():
        return f"Not enough games yet ({games}{', and no opening has enough' if rows['value'][0] is not None else ''})."
    best = first.row(0, named=True)
    interval = f"{percent(best['lo'])} to {percent(best['hi'])}"
    return (
        f"The most frequent opening is {label_of(best['action'], asked.names)}: {percent(best['share'])} of seats. It "
        f"wins {percent(best['value'])} ({interval}); all openings together win {percent(rows['value'][0])} ({games})."
    )


def panels(rows: pl.DataFrame, asked: Asked[OpeningParams]) -> list[Panel]:
    """One panel: the most frequent openings, indented as a tree."""
    often = (
        rows.with_row_index("order")
        .sort(-pl.col("seat_games").cast(pl.Int64), "depth", "order")
        .head(MOST)
        .sort("order")
    )
    found, folded = often.to_dicts(), rows.height - often.height
    base = rows["base"][0]
    return [
        Panel(
            columns=("Opening", "games", "share", "win rate"),
            rows=tuple(_cells(row, asked) for row in found),
            depths=tuple(row["depth"] for row in found),
            strips=tuple(Strip(row["value"], row["lo"], row["hi"]) for row in found),
            par=base,
            par_is="" if asked.ruleset.cooperative else f"expected {percent(base)}",
            below=f"{folded:,} rarer not shown" if folded else "",
            row_keys=tuple(THEN.join(row["line"]) for row in found),
        )
    ]


def _cells(row: dict[str, Any], asked: Asked[OpeningParams]) -> tuple[str, ...]:
    label = label_of(row["action"], asked.names) if row["depth"] else "All openings"
    won = needs(asked.params.min_n) if row["value"] is None else percent(row["value"])
    return label, f"{row['n']:,}", percent(row["share"]), won


# --- as a picture

HEIGHT = 460
LEAST_HEIGHT = 13
"""Blocks of fewer pixels in height are not drawn."""


def chart(rows: pl.DataFrame, asked: Asked[OpeningParams]) -> alt.TopLevelMixin:
    """The tree of openings, above the win rates of the first steps."""
    named = rows.with_columns(
        label=pl.Series([label_of(step or "", asked.names) for step in rows["action"]], dtype=pl.String)
    )
    first = named.filter(pl.col("depth") == 1)
    if first.is_empty():
        return charts.nothing(finding(rows, asked))
    below = dotplot.figures(first, "Win rate after the first step", share=True)
    both: alt.TopLevelMixin = alt.vconcat(_tree(named), below).resolve_scale(y="independent", color="independent")
    return both


def _tree(rows: pl.DataFrame) -> alt.LayerChart:
    """The openings as nested blocks from left to right: the height is the share of seats, the colour the win rate."""
    deep = max(int(rows["depth"].max() or 0), 1)  # type: ignore[arg-type]
    middle = float(rows["value"][0] or 0.5)
    data = charts.inline(_blocks(rows, charts.WIDTH / deep, middle))
    heading = alt.Axis(
        orient="top", values=[i + 0.5 for i in range(deep)], labelExpr="'Step ' + ceil(datum.value)",
        title=None, grid=False, ticks=False, domain=False,
    )  # fmt: skip
    x = alt.X("left:Q", axis=heading, scale=alt.Scale(domain=[0, deep], nice=False))
    y = alt.Y("top:Q", axis=None, scale=alt.Scale(domain=[1, 0], nice=False))
    ends = [middle - SPREAD, middle, middle + SPREAD]
    colour = alt.Color(
        "shrunk:Q",
        title="Win rate, shrunk towards its parent's",
        scale=alt.Scale(domain=ends, range=[charts.FOE, charts.GROUND, charts.GOLD], interpolate="rgb", clamp=True),
        legend=alt.Legend(format=".0%", orient="top", gradientLength=200, values=ends),
    )
    tips = charts.tips(("Step", "step:N"), ("Games", "n:Q"), ("Share", "share:Q"), *charts.RATE_TIPS)
    base = alt.Chart(data).encode(x=x, y=y, tooltip=tips)
    blocks = base.mark_rect(stroke=charts.PAGE, strokeWidth=1.5, cornerRadius=3)
    texts = base.mark_text(align="left", dx=6, fontSize=11)
    drawn = alt.layer(
        blocks.encode(x2="right:Q", y2="bottom:Q", color=colour),
        texts.encode(y=alt.Y("middle:Q", axis=None), text="label:N", color=alt.Color("ink:N", scale=None)),
    ).properties(width=charts.WIDTH, height=HEIGHT)
    return drawn  # type: ignore[return-value]


SPREAD = 0.25
"""A win rate this far from that of all openings has the strongest colour."""


def _blocks(rows: pl.DataFrame, width: float, middle: float) -> pl.DataFrame:
    """One row for each block to draw: the nodes below the root that are high enough, with their texts, their edges, and
    `ink`, the colour of the text that is readable on the block."""
    away = (pl.col("shrunk") - middle) / SPREAD
    dark = (away < -0.68) | (away > 0.8)
    rate = charts.percent("value")
    label = charts.fitted(pl.col("label"), width - 48) + " · " + rate
    return (
        _laid_out(rows)
        .filter(pl.col("depth") > 0, (pl.col("bottom") - pl.col("top")) * HEIGHT >= LEAST_HEIGHT)
        .with_columns(
            label=label,
            step="label",
            ink=pl.when(dark).then(pl.lit(charts.ON_DARK)).otherwise(pl.lit(charts.INK)),
            left=pl.col("depth") - 1,
            right=pl.col("depth"),
            middle=(pl.col("top") + pl.col("bottom")) / 2,
        )
    )


def _laid_out(rows: pl.DataFrame) -> pl.DataFrame:
    """The rows with `top` and `bottom`, the edges of each block from 0 at the top to 1: below its earlier siblings, and
    within its parent."""
    tops: list[float] = []
    bottoms: list[float] = []
    free: dict[Line, float] = {(): 0.0}
    whole = rows["seat_games"][0]
    for line, n in rows.select("line", "seat_games").iter_rows():
        path = tuple(line)
        top = free.get(path[:-1], 0.0)
        free[path] = top
        if path:
            free[path[:-1]] = top + n / whole
        tops.append(top)
        bottoms.append(top + n / whole)
    return rows.with_columns(top=pl.Series(tops, dtype=pl.Float64), bottom=pl.Series(bottoms, dtype=pl.Float64))


def sample(rows: pl.DataFrame) -> str:
    """The sample size: the games of the root."""
    return counted(rows["n"][0], "game")


JOB = Job(
    name="opening_tree",
    title="Win rate by opening",
    about="The first steps of each seat as a tree, and how often each opening wins.",
    definition="The first steps of each seat as a tree, with the win rate of each opening, shrunk towards the win "
    f"rate of its parent. A step is a type of decision and what it is about. {LEFT_OUT} `n` counts games, "
    "`seat_games` the seats with this opening, and `share` is their share of the seats with the parent opening. In "
    "cooperative games a game counts once, however many seats opened this way. Openings that reach the same "
    "position in another order are separate. Nodes with fewer games than `min_n` are not shown, and only the most "
    "frequent children of each node are.",
    sample_unit="one game",
    interval=clusters.WILSON,
    test="",
    independence="The openings of one game depend on each other, so one game is one observation.",
    limitations="Players who open this way may be stronger, or sit in a better seat. Rare openings are hidden by "
    "`min_n` and `children`. Differences between openings are not tested.",
    params=OpeningParams,
    question=question,
    partial=partial,
    finish=finish,
    finding=finding,
    panels=panels,
    chart=chart,
    sample=sample,
    example_games=example_games,
    empty=pl.DataFrame(schema=COUNTS),
    version=3,
)
