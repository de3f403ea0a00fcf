"""The share of decisions that each type of action has in each stage of a game, and how winners and losers differ."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import altair as alt
import polars as pl
from msgspec import Meta

from analytics import charts, clusters, compare, dotplot, stats
from analytics.compare import MOST, STRATUM, Sides
from analytics.job import Finished, Job
from analytics.panels import Panel, Strip
from analytics.params import which_games
from analytics.schema import DECISION, one_of
from analytics.selection import (
    SelectingParams,
    conditions,
    counted_for,
    in_words,
    label_of,
    seated,
    selected,
    split_by,
    with_nobody,
)
from analytics.words import counted, needs, percent

if TYPE_CHECKING:
    from analytics.job import Asked
    from analytics.lake import Tables
    from analytics.rulebook import Rulebook


class MixParams(SelectingParams, frozen=True):
    """What `action_mix` can be asked."""

    per: Annotated[
        Literal["game", "third", "round", "phase"],
        Meta(title="Stages", description="The stages of the game; a `third` is a third of its decisions."),
    ] = "third"
    of: Annotated[
        Literal["type", "card", "kind", "place", "source", "target", "choice"],
        Meta(
            title="Shares of",
            description="The column whose values have the shares; rows without a value are left out. Without `type`, "
            "and without a condition on `category`, only decisions count.",
        ),
    ] = "type"


KEY = ("stage", "what")
SIDES = Sides(("winners", "losers"), ("winners", "losers"))
OF_X = (*clusters.of_x("all"), *compare.SUMS)
OF_M = clusters.of_m("all")
GAMES = ("games", *compare.GAMES)
COUNTS = {"stage": pl.String, "what": pl.String, "seats": pl.UInt8, "team": pl.Boolean} | dict.fromkeys(
    ("found", *OF_X, *GAMES, *OF_M), pl.Float64
)
"""Sums over games, separately for each number of `seats` and by `team`: whether all seats of a game win or lose
together. A game of one selected player counts as such, too: the player won it or lost it.

Rows with `what`, one for each `stage`, `what`, `seats` and `team`. `found`: games with such rows of facts in the stage;
`x_all`: the number of these rows in a game; `a`, `b`: their share of the rows of winners and of losers.

Rows without `what`, one for each `stage`, `seats` and `team`. `games`: games with any rows of facts in the stage;
`games_a`, `games_b`: games with rows of winners and of losers (where seats compete, games with both); `m_all`: the
number of rows in a game.

A column such as `x_all*m_all` is the sum over games of the product.
"""


def partial(tables: Tables, params: MixParams) -> pl.DataFrame:
    """Sums over games (see `COUNTS`) by stage, value of `what` and number of seats."""
    rows = _rows_of_seats(tables, params).collect().lazy()  # once for all frames
    by_stage = rows.group_by("game_id", "stage", *STRATUM).agg(**_by_side("m"))
    by_what = rows.group_by("game_id", *KEY).agg(**_by_side("x"))
    cells = compare.in_pairs(by_what.join(by_stage, on=["game_id", "stage"]).with_columns(**_shares()))
    stages = compare.in_pairs(by_stage.with_columns(a=_one_if_any("won"), b=_one_if_any("lost")))
    frames = [
        cells.group_by(*KEY, *STRATUM).agg(found=pl.len(), **clusters.total(*OF_X)),
        stages.group_by("stage", *STRATUM).agg(games=pl.len(), **compare.games(), **clusters.total(*OF_M)),
    ]
    counts = pl.concat([pl.DataFrame(schema=COUNTS), *pl.collect_all(frames)], how="diagonal_relaxed")
    return counts.select(pl.col(name).cast(kind) for name, kind in COUNTS.items())


def _rows_of_seats(tables: Tables, params: MixParams) -> pl.LazyFrame:
    """How many selected rows of facts (`rows`) each seat has of each `stage` and `what`, and whether it `won`.

    `stage` and `what` are as facts have them: Enums and numbers are grouped faster than texts.
    """
    stage = pl.lit("game") if params.per == "game" else pl.col(params.per)
    found = selected(tables, params.type, params.where, params.whose)
    if _only_decisions(params):
        found = found.filter(one_of("category", DECISION))
    chosen = found.select("game_id", seat="who", stage=stage, what=params.of).drop_nulls("what")
    seats = with_nobody(seated(tables, params), params).select("game_id", "seat", *STRATUM, "won")
    # one player either wins or loses a game, like the seats of a cooperative game
    seats = seats.with_columns(team=pl.col("team") | pl.lit(params.player is not None))
    rows = chosen.group_by("game_id", "seat", *KEY).agg(rows=pl.len())
    return rows.join(seats, on=["game_id", "seat"], nulls_equal=True)


def example_games(tables: Tables, params: MixParams) -> pl.LazyFrame:
    """`game_id` and `row_key` (`stage` and `what`) of the rows of facts that are counted."""
    return _rows_of_seats(tables, params).select("game_id", row_key=_row_key())


def _row_key() -> pl.Expr:
    return pl.concat_str(pl.col(*KEY).cast(pl.String), separator=" ")


def _only_decisions(params: MixParams) -> bool:
    return params.type is None and not any(asked.column == "category" for asked in conditions(params.where))


def _by_side(prefix: str) -> dict[str, pl.Expr]:
    """The numbers of all rows, winners' rows and losers' rows: `x_all`, `x_won` and `x_lost` for the prefix `x`."""
    rows, won = pl.col("rows"), pl.col("won")
    sides = {"all": rows, "won": rows * won, "lost": rows * ~won}  # filters take half as long again
    return {f"{prefix}_{side}": of_side.sum() for side, of_side in sides.items()}


def _shares() -> dict[str, pl.Expr]:
    """`a`, `b`: the share of `what` in the rows of winners and of losers in a stage; null if they have no such row."""
    sides = {"a": "won", "b": "lost"}
    return {name: pl.col(f"x_{side}") / pl.col(f"m_{side}") * _one_if_any(side) for name, side in sides.items()}


def _one_if_any(side: str) -> pl.Expr:
    """1 if the side (`won` or `lost`) has a row in the stage, else null."""
    return pl.when(pl.col(f"m_{side}") > 0).then(1.0)


def finish(counts: pl.DataFrame, params: MixParams) -> Finished:
    """One row for each stage and `what`: its share for all seats, for winners and for losers, and their difference."""
    sums = _sums_with_zeros(counts)
    n, value = pl.col("games").cast(pl.UInt32), clusters.rate("all")
    low, high = clusters.interval("all", n)
    base = pl.col("x_all").sum().over("what") / pl.col("x_all").sum()
    rows = (
        sums.group_by(*KEY)
        .agg(pl.col("found", "x_all", "x_all*x_all", "x_all*m_all", *OF_M, "games").sum())
        .join(compare.compared(sums, KEY), on=KEY)
        .with_columns(n=n, rows=pl.col("m_all").cast(pl.UInt64), count=pl.col("x_all").cast(pl.UInt64))
        .with_columns(value=value, lo=low, hi=high, base=base)
        .with_columns(shrunk=stats.shrunk(value * n, n, pl.col("base")))
        .with_columns(stats.hide_small(("count", "value", "lo", "hi", "shrunk"), n, params.min_n))
    )
    tested = compare.tested(rows, SIDES, "found", params.min_n)
    return Finished(tested.sort(_stage_order(params), -pl.col("base"), "what").select(COLUMNS))


def _sums_with_zeros(counts: pl.DataFrame) -> pl.DataFrame:
    """Add up `counts`: one row for each `stage`, `what`, `seats` and `team`, with sums of 0 without `what`."""
    has_what = pl.col("what").is_not_null()
    of_x = counts.filter(has_what).group_by(*KEY, *STRATUM).agg(pl.col("found", *OF_X).sum())
    of_m = counts.filter(~has_what).group_by("stage", *STRATUM).agg(pl.col(*GAMES, *OF_M).sum())
    grid = of_m.join(of_x.select(KEY).unique(), on="stage").join(of_x, on=[*KEY, *STRATUM], how="left")
    return grid.with_columns(pl.col("found", *OF_X).fill_null(0.0))


COLUMNS = (*KEY, "n", "rows", "count", "value", "lo", "hi", "shrunk", "base", *compare.columns(SIDES))


def _stage_order(params: MixParams) -> pl.Expr:
    return pl.col("stage").cast(pl.Int32) if params.per in ("third", "round") else pl.col("stage")


PER = {"game": "in the whole game", "third": "in each third", "round": "in each round", "phase": "in each phase"}


def question(params: MixParams, ruleset: Rulebook) -> str:
    """The question in words."""
    games = which_games(params, ruleset.title)
    if params.of == "type" and params.type is None and params.where is None:
        return f"What is decided {PER[params.per]}, by winners and losers, in {games}?"
    things = in_words(params.type, params.where, ruleset, _things(params))
    return (
        f"What share has each of {things}{counted_for(params)}, {split_by(params.of)}, {PER[params.per]}, in {games}?"
    )


def _things(params: MixParams) -> str:
    return "decisions" if _only_decisions(params) else "actions and effects"


# --- in words

FEW_STAGES = 3
"""Up to this many stages have a table and a bar chart each; more stages share one table and a heat map."""
RARE = 0.01
"""Smaller shares have no line in the table of a stage."""


def finding(rows: pl.DataFrame, asked: Asked[MixParams]) -> str:
    """The largest share, and the clearest difference between winners and losers."""
    shown = rows.filter(pl.col("value").is_not_null())
    games = counted(stats.most(rows), "game")
    if shown.is_empty():
        return f"Not enough games yet ({games})."
    best = shown.sort(-pl.col("shrunk"), *KEY).row(0, named=True)
    share = f"{percent(best['value'])} of {_rows_words(asked)}"
    first = f"The most frequent is {_label(best, asked)}: {share} ({counted(best['n'], 'game')})."
    second = compare.clearest_difference(rows, SIDES, lambda row: _label(row, asked), _claim)
    return f"{first} {second or 'There are too few games to compare winners and losers.'}"


def _rows_words(asked: Asked[MixParams]) -> str:
    return "decisions" if _only_decisions(asked.params) else "these rows"


def _claim(label: str, more: str) -> str:
    return f"Winners have a {'larger' if more == 'more' else 'smaller'} share of {label} than losers"


def _label(row: dict[str, Any], asked: Asked[MixParams]) -> str:
    label = label_of(row["what"], asked.params.of, asked.names)
    return label if asked.params.per == "game" else f"{label}, {_in_stage(row['stage'], asked)}"


def _in_stage(stage: str, asked: Asked[MixParams]) -> str:
    words = _stage(stage, asked)
    return words if asked.params.per == "phase" else words[:1].lower() + words[1:]


def _stage(stage: str, asked: Asked[MixParams]) -> str:
    return "Whole game" if stage == "game" else label_of(stage, asked.params.per, asked.names)


def panels(rows: pl.DataFrame, asked: Asked[MixParams]) -> list[Panel]:
    """Tables of the shares, and a table of the differences between winners and losers."""
    stages = rows["stage"].unique(maintain_order=True).to_list()
    few = len(stages) <= FEW_STAGES
    shares = [_shares_panel(rows.filter(pl.col("stage") == stage), asked) for stage in stages] if few else []
    tables = shares or [_stages_panel(rows, stages, asked)]
    return [*tables, *compare.panel(rows, SIDES, "Winners and losers", lambda row: _label(row, asked))]


def _shares_panel(rows: pl.DataFrame, asked: Asked[MixParams]) -> Panel:
    """The largest shares of one stage; a line below adds up the others."""
    large = rows.sort(-pl.col("value"), -pl.col("base"), "what", nulls_last=True)
    found = large.filter((pl.col("value") >= RARE) | pl.col("value").is_null()).head(MOST)
    folded = rows.join(found, on="what", how="anti")
    stage = rows.row(0, named=True)
    high = float(max([0.0, *found["hi"].drop_nulls()])) or 1.0
    return Panel(
        heading=f"{_stage(stage['stage'], asked)}, {counted(stage['n'], 'game')}",
        columns=("", "count", "share", "winners", "losers"),
        rows=tuple(_cells(row, asked) for row in found.to_dicts()),
        row_keys=tuple(found.select(_row_key()).to_series()),
        strips=tuple(Strip(row["value"], row["lo"], row["hi"]) for row in found.to_dicts()),
        span=(0.0, high),
        ends=("0 %", percent(high)),
        below=f"{folded.height:,} rarer: {percent(_total_share(folded))}" if folded.height else "",
    )


def _total_share(rows: pl.DataFrame) -> float | None:
    return float(rows["value"].sum()) if rows["value"].count() else None


def _cells(row: dict[str, Any], asked: Asked[MixParams]) -> tuple[str, ...]:
    few = row["value"] is None
    share = needs(asked.params.min_n) if few else percent(row["value"])
    sides = (percent(row[side]) for side in SIDES.columns)
    return label_of(row["what"], asked.params.of, asked.names), "–" if few else f"{row['count']:,}", share, *sides


def _stages_panel(rows: pl.DataFrame, stages: list[str], asked: Asked[MixParams]) -> Panel:
    """A line for each stage, with its two largest shares."""
    folded = len(stages) - MOST
    return Panel(
        heading=asked.params.per.capitalize(),
        columns=("", "games", "rows", "most frequent"),
        rows=tuple(_stage_cells(rows.filter(pl.col("stage") == stage), asked) for stage in stages[:MOST]),
        below=f"{counted(folded, 'more stage')}" if folded > 0 else "",
    )


def _stage_cells(rows: pl.DataFrame, asked: Asked[MixParams]) -> tuple[str, ...]:
    stage, shown = rows.row(0, named=True), rows.filter(pl.col("value") > 0).sort(-pl.col("value"), "what")
    best = ", ".join(
        f"{label_of(row['what'], asked.params.of, asked.names)} {percent(row['value'])}"
        for row in shown.head(2).to_dicts()
    )
    most = needs(asked.params.min_n) if shown.is_empty() else best
    return _stage(stage["stage"], asked), f"{stage['n']:,}", f"{stage['rows']:,}", most


# --- chart


def chart(rows: pl.DataFrame, asked: Asked[MixParams]) -> alt.TopLevelMixin:
    """Bars if there are few stages, else a heat map; below, the differences between winners and losers."""
    dicts = rows.to_dicts()
    named = rows.with_columns(
        action=pl.Series([label_of(row["what"], asked.params.of, asked.names) for row in dicts], dtype=pl.String),
        named_stage=pl.Series([_stage(row["stage"], asked) for row in dicts], dtype=pl.String),
        label=pl.Series([_label(row, asked) for row in dicts], dtype=pl.String),
    )
    most_frequent = rows.group_by("what").agg(pl.col("base").first()).sort(-pl.col("base"), "what").head(MOST)
    frequent = named.join(most_frequent, on="what", how="semi", maintain_order="left")
    above = _bars(frequent) if rows["stage"].n_unique() <= FEW_STAGES else _heat_map(frequent, asked)
    below = dotplot.differences(named, SIDES)
    if below is None:
        return above
    both: alt.TopLevelMixin = alt.vconcat(above, below).resolve_scale(  # type: ignore[arg-type]
        y="independent", color="independent", shape="independent"
    )
    return both


def _bars(rows: pl.DataFrame) -> alt.TopLevelMixin:
    shown = rows.with_columns(heading=pl.format("{} · n = {}", "named_stage", "n"))
    panels = shown["heading"].unique(maintain_order=True).to_list()
    y = alt.Y("action:N", title=None, sort=_by_base(shown), axis=alt.Axis(ticks=False, domain=False))
    x = alt.X("value:Q", title="Share", axis=alt.Axis(format="%", tickCount=4))
    tips = charts.tips(("", "action:N"), ("Count", "count:Q"), ("Games", "n:Q"), *charts.RATE_TIPS)
    base = alt.Chart(charts.inline(shown)).encode(y=y, tooltip=tips)
    drawn = alt.layer(
        base.mark_bar(color=charts.LANE, height=15, cornerRadius=2).encode(x=x),
        base.mark_rule(color=charts.EDGE, strokeWidth=1.5).encode(x="lo:Q", x2="hi:Q"),
    ).properties(width=charts.WIDTH / len(panels) - 12, height=alt.Step(24))
    return charts.faceted(drawn, len(panels), alt.Column("heading:N", title=None, sort=panels))


def _by_base(rows: pl.DataFrame) -> list[str]:
    return rows.sort(-pl.col("base"), "action")["action"].unique(maintain_order=True).to_list()


MOST_STAGES = 40


def _heat_map(rows: pl.DataFrame, asked: Asked[MixParams]) -> alt.TopLevelMixin:
    stages = rows["stage"].unique(maintain_order=True).to_list()[:MOST_STAGES]
    shown = rows.filter(pl.col("stage").is_in(stages))
    order = shown["named_stage"].unique(maintain_order=True).to_list()
    per = asked.params.per.capitalize()
    x = alt.X(
        "named_stage:N", title=per, sort=order, axis=alt.Axis(ticks=False, labelAngle=-40, labelOverlap=per == "Round")
    )
    y = alt.Y("action:N", title=None, sort=_by_base(shown), axis=alt.Axis(ticks=False, domain=False))
    most = float(shown["value"].max() or 1)  # type: ignore[arg-type]
    shade = alt.Color(
        "value:Q",
        title="Share",
        scale=alt.Scale(domain=[0, most], range=[charts.SURFACE, charts.GOLD], type="sqrt"),
        legend=alt.Legend(format=".0%", orient="top", gradientLength=200, values=[0, most / 4, most]),
    )
    tips = charts.tips((per, "named_stage:N"), ("", "action:N"), ("Games", "n:Q"), *charts.RATE_TIPS)
    drawn: alt.Chart = (
        alt.Chart(charts.inline(shown))
        .mark_rect(stroke=charts.PAGE, strokeWidth=1.5)
        .encode(x=x, y=y, color=shade, tooltip=tips)
        .properties(width=charts.WIDTH, height=alt.Step(22))
    )
    return drawn


def sample(rows: pl.DataFrame) -> str:
    """The sample as a text: the games of the stage that most games have, and the rows of all stages."""
    games, found = rows.unique("stage").select(pl.col("n").max(), pl.col("rows").sum()).row(0)
    return f"{counted(games, 'game')} with {counted(found, 'row')}"


JOB = Job(
    name="action_mix",
    title="Action mix",
    about="What share of the decisions each type of action has, in each stage of the game.",
    definition="The share of decisions that each type of action has, by stage of the game, and how winners differ "
    "from losers. With `type`, `where` or `of`: the share of the selected rows that each type, card, kind, place, "
    "source, target or choice has. `rows` counts all rows of the stage, `count` those of this line; `base` is its "
    "share over all stages. `n` counts games.",
    sample_unit="one game",
    interval=clusters.WILSON,
    test="Student's t-test of the mean difference between winners' and losers' shares within a game; in cooperative "
    "games, and for one player, between won and lost games with the same number of seats. Tested from 30 games on "
    "that have it, and have winners and losers; `q` is the false discovery rate (Benjamini and Hochberg).",
    independence="The decisions of one game depend on each other, so one game is one observation.",
    limitations="A share does not say when in the stage something was done, nor whether anything else was possible. "
    "Winners may do something more often because they are ahead.",
    params=MixParams,
    question=question,
    partial=partial,
    finish=finish,
    finding=finding,
    panels=panels,
    chart=chart,
    sample=sample,
    example_games=example_games,
    empty=pl.DataFrame(schema=COUNTS),
    version=2,
)
