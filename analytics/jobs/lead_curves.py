"""The score of winners and losers by round, and how often the leader wins in the end."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Annotated, Any, Literal

import altair as alt
import polars as pl
from msgspec import Meta

from analytics import charts, clusters, compare, dotplot, stats
from analytics.compare import MOST, STRATUM, Sides
from analytics.errors import ParameterFault
from analytics.job import Finished, Job
from analytics.panels import Panel, Strip
from analytics.params import Params, filters, which_games
from analytics.schema import DECISION, SYSTEM, one_of
from analytics.words import change, counted, needs, number, percent, plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from analytics.job import Asked
    from analytics.lake import Tables
    from analytics.rulebook import Rulebook


class CurveParams(Params, frozen=True):
    """What `lead_curves` can be asked."""

    per: Annotated[
        Literal["round", "tenth"],
        Meta(
            title="Group by",
            description="A point for the end of each `round`, or of each `tenth` of the game's decisions.",
        ),
    ] = "round"
    of: Annotated[
        Annotated[str, Meta(min_length=1, max_length=40)] | None,
        Meta(
            title="Resource",
            description="An amount held instead of the score, such as `health` or `crystals`; by round only.",
        ),
    ] = None

    def faults(self) -> Iterator[ParameterFault]:
        yield from super().faults()
        if self.of is not None and self.per != "round":
            yield ParameterFault("/per", "must be `round` when `of` is given")


KEY = ("stage", *STRATUM)
OF_LED = (*clusters.of_x("led"), *clusters.of_m("led"))
COUNTS = {"stage": pl.Int32, "seats": pl.UInt8, "team": pl.Boolean, "lost_lead": pl.Float64} | dict.fromkeys(
    ("reached", "known", *OF_LED, *compare.GAMES, *compare.SUMS), pl.Float64
)
"""Sums over games, by `stage` and number of seats.

`reached`: 1 for each game that reached the stage. `m_led`: 1 for each game in which one seat leads alone, and for each
cooperative game. `x_led`: the win share of that leader or team. `a` and `b`: the mean scores of winners and of losers.
`known`: with `of`, the rows of holdings that the amounts come from; it is 0 if no game has this resource. `lost_lead`:
not a sum, but the largest lead of a sole leader that won nothing.

Rows without `stage` have `m_led` and `x_led` of all cooperative games.
"""

TENTHS = 10
"""The number of stages of a game with `per=tenth`."""


# --- counting


def partial(tables: Tables, params: CurveParams) -> pl.DataFrame:
    """The sums over games by `stage` and number of seats; see `COUNTS`."""
    units = _units(tables, params)
    games = compare.in_pairs(_games(_curves(tables, units, params)))
    by_stage = games.group_by(*KEY).agg(
        *(pl.col("reached", "known").sum(), pl.col("lost_lead").max()),
        **compare.games(),
        **compare.sums(),
        **clusters.total(*OF_LED),
    )
    won = pl.col("win_share")
    teams = units.filter("team").group_by(*STRATUM).agg(x_led=won.sum(), m_led=pl.len())
    frames = pl.collect_all([by_stage, teams])
    return pl.concat([pl.DataFrame(schema=COUNTS), *frames], how="diagonal_relaxed").select(
        pl.col(name).cast(kind) for name, kind in COUNTS.items()
    )


def example_games(tables: Tables, params: CurveParams) -> pl.LazyFrame:
    """`game_id` and `row_key`, the stage, for each unit of each game that reached the stage."""
    return _curves(tables, _units(tables, params), params).select("game_id", row_key=pl.col("stage").cast(pl.String))


def _curves(tables: Tables, units: pl.LazyFrame, params: CurveParams) -> pl.LazyFrame:
    """One row for each unit and stage: its `score`, or the amount that it holds, at the end of the stage."""
    return _scores(tables, units, params) if params.of is None else _held(tables, units, params.of)


def _units(tables: Tables, params: CurveParams) -> pl.LazyFrame:
    """One row for each unit of the selected games. A unit has a score of its own: a seat, or a team (unit 0).

    All units of a game are needed to tell who leads; `mine` marks those that the filters select.
    """
    mine = tables.seats.filter(*filters(params)).select("game_id", "seat", mine=pl.lit(True))
    seats = tables.seats.join(mine, on=["game_id", "seat"], how="left").with_columns(team=pl.col("par").is_null())
    units = seats.group_by("game_id", unit=_unit()).agg(
        pl.col("seats", "team", "win_share", "score", "lowest").first(), mine=pl.col("mine").any()
    )
    return units.filter(pl.col("mine").any().over("game_id"))


def _unit() -> pl.Expr:
    return pl.when("team").then(0).otherwise("seat").cast(pl.UInt8)


def _scores(tables: Tables, units: pl.LazyFrame, params: CurveParams) -> pl.LazyFrame:
    """One row for each unit and each stage that its game reached, with the `score` at the end of the stage.

    This is the score on the unit's last row of facts so far. Before its first row, it is the score that the event of
    that row changed. A unit without rows has its final score at all stages.
    """
    teams = units.select("game_id", "team").unique()
    not_undone = tables.facts.filter(~pl.col("undone"), ~one_of("category", SYSTEM))
    facts = not_undone.join(teams, on="game_id").with_columns(unit=_unit(), stage=_stage(params))
    last = pl.col("stage").max() if params.per == "round" else pl.lit(TENTHS, pl.Int32)
    stages = facts.group_by("game_id").agg(stage=pl.int_range(0, last + 1, dtype=pl.Int32)).explode("stage")
    scored = facts.filter(pl.col("score").is_not_null())
    ends = scored.group_by("game_id", "unit", "stage").agg(left=pl.col("score").sort_by("version").last())
    first = pl.col("version") == pl.col("version").min().over("game_id", "unit")
    starts = scored.filter(first).group_by("game_id", "unit").agg(start=pl.col("score").first() - pl.col("delta").sum())
    left = pl.col("left").forward_fill().over("game_id", "unit", order_by="stage")
    return (
        units.join(stages, on="game_id")
        .join(ends, on=["game_id", "unit", "stage"], how="left")
        .join(starts, on=["game_id", "unit"], how="left")
        .with_columns(score=pl.coalesce(left, "start", "score"), known=pl.lit(1))
        .filter(pl.col("stage") > 0)
    )


def _stage(params: CurveParams) -> pl.Expr:
    """The stage of a row of facts: its round, or its tenth of the game's decisions. Decision i of n lies in tenth
    1 + (i - 1) * 10 // n, and so do its effects."""
    if params.per == "round":
        return pl.col("round").cast(pl.Int32)
    decision = (one_of("category", DECISION) & (pl.col("step") == 0)).cast(pl.Int64)
    decided = decision.cum_sum().over("game_id", order_by=["version", "step", "part"])
    n = decision.sum().over("game_id").clip(1)
    return (1 + (decided - 1).clip(0) * TENTHS // n).cast(pl.Int32)


def _held(tables: Tables, units: pl.LazyFrame, of: str) -> pl.LazyFrame:
    """One row for each unit and each round that its game has holdings of: `score` is how much of the resource `of` the
    unit holds in all places at the end of the round, and `known` the number of rows that were added up."""
    ends = tables.holdings.filter(pl.col("final") == pl.col("final").max().over("game_id", "round"))
    teams = units.select("game_id", "team").unique()
    rows = ends.join(teams, on="game_id").with_columns(unit=_unit(), stage=pl.col("round").cast(pl.Int32))
    held = rows.filter(one_of("what", of)).group_by("game_id", "unit", "stage")
    return (
        units.drop("score")
        .with_columns(lowest=False)
        .join(rows.select("game_id", "stage").unique(), on="game_id")
        .join(held.agg(score=pl.col("n").sum(), known=pl.len()), on=["game_id", "unit", "stage"], how="left")
        .with_columns(pl.col("score", "known").fill_null(0))
        .filter(pl.col("stage") > 0)
    )


def _games(curves: pl.LazyFrame) -> pl.LazyFrame:
    """One row for each game and stage: the mean score of the winners (`a`) and of the losers (`b`), `m_led` (1 if one
    of the selected seats leads alone, or for a team), `x_led` (the win share of that leader or team), and `lost_lead`
    (the lead of a sole leader that wins nothing)."""
    score, won, mine = pl.col("score").cast(pl.Float64), pl.col("win_share") > 0, pl.col("mine")
    best = pl.when(pl.col("lowest").fill_null(False)).then(-score).otherwise(score)
    first = best == best.max()
    alone = (first.sum() == 1) & (pl.len() > 1) & score.is_not_null().all()
    games = curves.group_by("game_id", *KEY).agg(
        a=score.filter(mine & won).mean(),
        b=score.filter(mine & ~won).mean(),
        alone=alone,
        share=pl.col("win_share").filter(mine & first).max(),
        lead=best.max() - best.sort(descending=True).slice(1, 1).first(),
        reached=pl.lit(1),
        known=pl.col("known").sum(),
        team_won=pl.col("win_share").max(),
    )
    leads = pl.col("alone") & pl.col("share").is_not_null() & ~pl.col("team")
    return games.with_columns(
        m_led=(leads | pl.col("team")).cast(pl.Float64),
        x_led=pl.when("team").then("team_won").when(leads).then("share").otherwise(0.0),
        lost_lead=pl.when(leads, pl.col("share") == 0).then("lead"),
    )


def finish(counts: pl.DataFrame, params: CurveParams) -> Finished:
    """One row for each stage: how often the sole leader wins (`value`), and the mean scores of `winners` and `losers`
    with their difference."""
    sums = counts.group_by(*KEY).agg(pl.col("lost_lead").max(), pl.exclude(*KEY, "lost_lead").sum())
    of_teams = sums.filter(pl.col("stage").is_null()).select(*STRATUM, rate=clusters.rate("led"))
    expected = pl.when("team").then("rate").otherwise(1 / pl.col("seats"))
    found = sums.filter(pl.col("stage").is_not_null()).join(of_teams, on=list(STRATUM), how="left")
    if not found["known"].sum():
        found = found.clear()
    rates = found.group_by("stage").agg(
        pl.col("lost_lead").max(), pl.col("reached", *OF_LED).sum(), base=(expected * pl.col("m_led")).sum()
    )
    n, value = pl.col("m_led").cast(pl.UInt32), clusters.rate("led").fill_nan(None)
    low, high = clusters.interval("led", n)
    rows = (
        rates.join(compare.compared(found, ["stage"]), on="stage")
        .join(compare.sides(found, ["stage"]), on="stage", how="left")
        .sort("stage")
        .with_columns(base=(pl.col("base") / pl.col("m_led")).fill_nan(None), value=value, lo=low, hi=high, n=n)
        .with_columns(shrunk=stats.shrunk(pl.col("value") * n, n, pl.col("base")), what=pl.col("stage").cast(pl.String))
        .with_columns(pl.col("reached").cast(pl.UInt32))
        .with_columns(stats.hide_small(("value", "lo", "hi", "shrunk", "lost_lead"), pl.col("n"), params.min_n))
    )
    tested = compare.tested(rows, SCORES, "reached", params.min_n)
    of_sides = [pl.when(pl.col(name[:-3]).is_not_null()).then(of).alias(name) for name, of in OF_SIDES.items()]
    return Finished(tested.with_columns(of_sides).select(COLUMNS))


SCORES = Sides(("winners", "losers"), ("winners", "losers"), number, change, "")
OF_TEAMS = Sides(SCORES.columns, ("won games", "lost games"), number, change, "")
OF_SIDES = {"winners_lo": "a_lo", "winners_hi": "a_hi", "losers_lo": "b_lo", "losers_hi": "b_hi"}
"""The ends of the intervals of the means, by the names that `compare.sides` gives them."""
COLUMNS = (
    *("what", "n", "reached", "value", "lo", "hi", "shrunk", "base", "lost_lead"),
    *(*compare.columns(SCORES), *OF_SIDES),
)


# --- in words


def question(params: CurveParams, ruleset: Rulebook) -> str:
    """The question in words."""
    games, score = (
        which_games(params, ruleset.title),
        "score" if ruleset.score == "score" else f"score ({ruleset.score})",
    )
    what = f"What {score}" if params.of is None else f"How much of {plain(params.of).lower()}"
    per = "by round" if params.per == "round" else "by tenth of the decisions"
    if ruleset.cooperative:
        return f"{what} do won and lost games have, {per}, and how many are still won, in {games}?"
    return f"{what} do winners and losers have, {per}, and how often does the leader win, in {games}?"


def title_for(params: CurveParams, _ruleset: Rulebook) -> str:
    """The title with these parameters: what is compared, and by which stages."""
    what = "Score" if params.of is None else plain(params.of)
    return f"{what} by {'round' if params.per == 'round' else 'tenth of the game'}"


def _score(params: CurveParams, ruleset: Rulebook) -> str:
    return ruleset.score if params.of is None else plain(params.of).lower()


def finding(rows: pl.DataFrame, asked: Asked[CurveParams]) -> str:
    """How often the leader wins at the middle one of the stages that at least half of the games reach, and the clearest
    difference between the scores of winners and losers."""
    shown = rows.filter(pl.col("value").is_not_null(), pl.col("reached") * 2 >= rows["reached"].max())
    second = compare.clearest_difference(
        rows, _sides(asked), lambda row: _label(row, asked), lambda label, more: _claim(label, more, asked)
    )
    if shown.is_empty():
        return second or f"Not enough games yet ({sample(rows)})."
    middle = shown.row((shown.height - 1) // 2, named=True)
    rate, games, when = percent(middle["value"]), counted(middle["n"], "game"), _when(_label(middle, asked), asked)
    first = f"The leader {when} wins {rate} of {games}."
    if asked.ruleset.cooperative:
        first = f"{rate} of the {games} still running {when} are won."
    return f"{first} {second}".strip()


def _claim(label: str, more: str, asked: Asked[CurveParams]) -> str:
    one, other = _sides(asked).names
    score = _score(asked.params, asked.ruleset)
    return f"{one[:1].upper()}{one[1:]} have {more} than {other} {_when(label, asked)} ({score})"


def _sides(asked: Asked[CurveParams]) -> Sides:
    return OF_TEAMS if asked.ruleset.cooperative else SCORES


def _label(row: dict[str, Any], asked: Asked[CurveParams]) -> str:
    return f"Round {row['what']}" if asked.params.per == "round" else f"{int(row['what']) * TENTHS} %"


def _when(label: str, asked: Asked[CurveParams]) -> str:
    return f"after {label.lower()}" if asked.params.per == "round" else f"after {label} of the decisions"


def panels(rows: pl.DataFrame, asked: Asked[CurveParams]) -> list[Panel]:
    """A panel of scores and leaders by stage, and one of the tested differences between winners and losers."""
    score = _score(asked.params, asked.ruleset)
    labels = functools.partial(_label, asked=asked)
    return [_stages(rows, asked), *compare.panel(rows, _sides(asked), f"{score[:1].upper()}{score[1:]}", labels)]


def _stages(rows: pl.DataFrame, asked: Asked[CurveParams]) -> Panel:
    known = compare.enough(rows, pl.coalesce("value", "winners", "losers"))
    shown, together = known.head(MOST).to_dicts(), asked.ruleset.cooperative
    return Panel(
        columns=("", "games", *_sides(asked).names, *(("won",) if together else ("with leader", "leader wins"))),
        rows=tuple(_cells(row, asked) for row in shown),
        row_keys=tuple(row["what"] for row in shown),
        strips=tuple(Strip(row["value"], row["lo"], row["hi"]) for row in shown),
        below="; ".join(_below(known, compare.hidden(rows, known, asked.params.min_n), asked)),
    )


def _cells(row: dict[str, Any], asked: Asked[CurveParams]) -> tuple[str, ...]:
    rate = needs(asked.params.min_n) if row["value"] is None else percent(row["value"])
    led = () if asked.ruleset.cooperative else (f"{row['n']:,}",)
    return _label(row, asked), f"{row['reached']:,}", number(row["winners"]), number(row["losers"]), *led, rate


def _below(rows: pl.DataFrame, few: list[str], asked: Asked[CurveParams]) -> Iterator[str]:
    """The notes below the panel: how many rounds are not shown, and the largest lead that was lost."""
    if rows.height > MOST:
        yield f"{counted(rows.height - MOST, 'later round')} not shown"
    yield from few
    lost = rows.filter(pl.col("lost_lead").is_not_null()).sort("lost_lead", descending=True, maintain_order=True)
    if lost.height:
        row = lost.row(0, named=True)
        yield f"largest lead lost: {number(row['lost_lead'])} {_when(_label(row, asked), asked)}"


# --- the chart


def chart(rows: pl.DataFrame, asked: Asked[CurveParams]) -> alt.TopLevelMixin:
    """The scores of winners and losers as lines, above how often the leader wins and how the scores differ."""
    labelled = rows.with_columns(label=pl.Series([_label(row, asked) for row in rows.to_dicts()], dtype=pl.String))
    title = "Win rate" if asked.ruleset.cooperative else "Win rate of the leader"
    below = dotplot.both(labelled, title, _sides(asked), share=True)
    if labelled["winners"].is_null().all() and labelled["losers"].is_null().all():
        return below
    drawn: alt.TopLevelMixin = alt.vconcat(_lines(_with_means(labelled).head(MOST), asked), below).resolve_scale(  # type: ignore[arg-type]
        color="independent", shape="independent"
    )
    return drawn


def _with_means(rows: pl.DataFrame) -> pl.DataFrame:
    """The rows up to the last one with a mean score; later stages have too few games."""
    known = rows.select(pl.any_horizontal(pl.col(SCORES.columns).is_not_null()).arg_true()).to_series()
    return rows.head(int(known.max()) + 1)  # type: ignore[arg-type]


def _lines(rows: pl.DataFrame, asked: Asked[CurveParams]) -> alt.LayerChart:
    names = list(_sides(asked).names)
    data = pl.concat(
        rows.select("label", n=f"n_{side}", side=pl.lit(name), mean=side, low=f"{side}_lo", high=f"{side}_hi")
        for side, name in zip(SCORES.columns, names, strict=True)
    )
    shades = alt.Scale(domain=names, range=[charts.GOLD, charts.FOE])
    axis = alt.Axis(labelAngle=0, ticks=False, labelOverlap=True, labelSeparation=6, titlePadding=8)
    axis.labelExpr = "replace(datum.label, 'Round ', '')"
    base = alt.Chart(charts.inline(data)).encode(
        x=alt.X("label:N", title=_title(rows, asked), sort=None, axis=axis),
        y=alt.Y("mean:Q", title=f"Mean {_score(asked.params, asked.ruleset)}", axis=alt.Axis(tickCount=5)),
        color=alt.Color("side:N", title=None, scale=shades, legend=alt.Legend(symbolOpacity=1)),
        tooltip=charts.tips(
            *(("", "label:N"), ("", "side:N"), ("Games", "n:Q"), ("Mean", "mean:Q")),
            *(("Interval from", "low:N"), ("Interval to", "high:N")),
        ),
    )
    shape = alt.Shape("side:N", title=None, scale=alt.Scale(domain=names, range=["diamond", "circle"]))
    points = base.mark_point(size=80, filled=True, opacity=1, stroke=charts.INK, strokeWidth=0.8).encode(shape=shape)
    spans = base.mark_rule(strokeWidth=4, strokeOpacity=0.4).encode(y="low:Q", y2="high:Q")
    drawn = alt.layer(spans, base.mark_line(strokeWidth=2), points).properties(width=charts.WIDTH, height=200)
    return drawn  # type: ignore[return-value]


def _title(rows: pl.DataFrame, asked: Asked[CurveParams]) -> str:
    """The title of the horizontal axis: what a stage is, and how many games the means come from."""
    games = sorted({int(n) for side in SCORES.columns for n in rows.filter(pl.col(side).is_not_null())[f"n_{side}"]})
    sizes = f"n = {games[-1]:,}" if len(games) == 1 else f"n = {games[-1]:,} to {games[0]:,}"
    return f"{'Round' if asked.params.per == 'round' else 'Share of the decisions'} ({sizes})"


def sample(rows: pl.DataFrame) -> str:
    """The sample size: the games of the stage that the most games reach."""
    return counted(int(rows["reached"].max()), "game")  # type: ignore[arg-type]


JOB = Job(
    name="lead_curves",
    title="Score by round",
    about="The score of winners and losers round by round, and how often the leader wins.",
    definition="The mean score (or the mean amount held, with `of`) of the later winners and losers at the end of "
    "each round or tenth of the decisions, and how often the sole leader at that point wins (`value`). `base` is "
    "the share expected by chance, 1 divided by the number of seats. `reached` counts the games that got this far, "
    "`n` those of them with a sole leader, and `lost_lead` is the largest lead of a seat that won nothing in the "
    "end. Where the lowest score is the best, the leader has the lowest. In cooperative games, `value` is the share of "
    "games that got this far and were won, and `base` is the share of all games with the same number of seats that are "
    "won. `winners_lo`, `winners_hi`, `losers_lo` and "
    "`losers_hi` are the ends of the intervals of the means.",
    sample_unit="one game that got this far and has a sole leader; in cooperative games, one that got this far",
    interval="Wilson's, with Student's t.",
    test="Student's t-test of the mean difference between winners and losers within a game; in cooperative games, "
    "between won and lost games with the same number of seats. Tested from 30 games on; `q` is the false discovery "
    "rate (Benjamini and Hochberg).",
    independence="A game is one observation at each stage; the stages of a game depend on each other.",
    limitations="Later rounds exist only in long games. What causes the win may also raise the score, so a lead "
    "need not be the reason for a win.",
    params=CurveParams,
    title_for=title_for,
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
