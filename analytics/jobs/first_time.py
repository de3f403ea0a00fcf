"""When an event first happens, to what share of the seats, and whether these seats win more often than the others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import polars as pl
from msgspec import Meta

from analytics import charts, clusters, compare, dotplot, stats
from analytics.compare import MOST, STRATUM, Sides
from analytics.job import Finished, Job
from analytics.panels import Panel, Strip
from analytics.params import which_games
from analytics.schema import DECISION, one_of
from analytics.selection import (
    BY,
    By,
    SelectingParams,
    counted_for,
    in_order,
    in_words,
    label_of,
    seated,
    selected,
    split_by,
    what,
    with_nobody,
)
from analytics.words import counted, needs, percent

if TYPE_CHECKING:
    import altair as alt

    from analytics.job import Asked
    from analytics.lake import Tables
    from analytics.rulebook import Rulebook


class FirstParams(SelectingParams, frozen=True):
    """What `first_time` can be asked."""

    of: Annotated[
        Literal["seat", "game"],
        Meta(
            title="First time for",
            description="`seat`: the first time for each seat; seats that had it are compared with seats that never "
            "had it. `game`: the first time in a game; the seat that had it first is compared with the others.",
        ),
    ] = "seat"
    when: Annotated[
        Literal["round", "decision"],
        Meta(
            title="Time in",
            description="`round`: the number of the round. `decision`: the number of the decision, from 1.",
        ),
    ] = "round"
    by: Annotated[By, Meta(title="By", description=BY)] = "type"


OF_X = (*clusters.of_x("all"), *compare.SUMS, compare.CHANCE_VARIANCE)
OF_M = (*clusters.of_m("all"), "y", "y*y")
KEY = ("what", *STRATUM)
COUNTS = {"what": pl.String, "seats": pl.UInt8, "team": pl.Boolean, "at": pl.UInt32, "whole": pl.Boolean} | (
    dict.fromkeys(("times", "found", *compare.GAMES, *OF_X, "games", *OF_M), pl.Float64)
)
"""Sums over games, separately for each number of `seats` and by `team` (whether all win or lose together), and counts
of times. The unit is a seat, or the game if `of` is `game` or all win or lose together.

Rows with `whole` false, one for each event `what`, `seats` and `team`. `found`: games with the event; `x_all`: units
of a game with the event; `a`, `b`: mean win share of the seats with the event (if `of` is `game`: of the first
seat) and of the other seats; in cooperative games, `a` is the result of the game, and `b` is null; `games_a`,
`games_b`: games with `a` and with `b`; `chance_variance`: the variance of `a` - `b` if the results were assigned to the
seats at random.

Rows with `whole` true, one for each `seats` and `team`. `games`: all games; `m_all`: all units of a game; `y`: the
result of a cooperative game.

Rows with `at`, one for each `what` and `at`. `times`: units that first have the event at this time.

A column such as `x_all*m_all` is the sum over games of the product.
"""


def partial(tables: Tables, params: FirstParams) -> pl.DataFrame:
    """Sums over games (see `COUNTS`) by event and number of seats, and counts of first times by event and time."""
    first_times = _first_times(tables, params)
    seats = seated(tables, params)
    games = seats.group_by("game_id", *STRATUM).agg(
        m_seats=pl.len().cast(pl.Float64),
        shares=pl.col("win_share").sum(),
        squares=(pl.col("win_share") ** 2).sum(),
        y=pl.when("team").then("win_share").first(),
    )
    one_unit = pl.col("team") | pl.lit(params.of == "game")
    games = games.with_columns(m_all=pl.when(one_unit).then(1.0).otherwise("m_seats"))
    by_game = first_times.group_by("game_id", "what").agg(
        had=pl.col("seat").count().cast(pl.Float64),
        had_won=pl.col("win_share").sum(),
        x_seats=pl.len().cast(pl.Float64),
    )
    cells = (
        by_game.join(games, on="game_id")
        .with_columns(x_all=pl.when(one_unit).then(1.0).otherwise("x_seats"), others=pl.col("m_seats") - pl.col("had"))
        .with_columns(a=pl.when("team").then("y").when(pl.col("had") > 0).then(pl.col("had_won") / pl.col("had")))
        .with_columns(b=_mean_of_others(), chance_variance=_chance_variance())
    )
    of_x = compare.in_pairs(cells).group_by(*KEY).agg(found=pl.len(), **compare.games(), **clusters.total(*OF_X))
    of_m = games.group_by(*STRATUM).agg(games=pl.len(), **clusters.total(*OF_M))
    times = first_times.group_by("what", "at").agg(times=pl.len())
    frames = pl.collect_all([of_x.with_columns(whole=False), of_m.with_columns(whole=True), times])
    return pl.concat([pl.DataFrame(schema=COUNTS), *frames], how="diagonal_relaxed").select(
        pl.col(name).cast(kind) for name, kind in COUNTS.items()
    )


def example_games(tables: Tables, params: FirstParams) -> pl.LazyFrame:
    """`game_id` and `row_key` (`what`) of each first time of an event."""
    return _first_times(tables, params).select("game_id", row_key="what")


def _mean_of_others() -> pl.Expr:
    """The mean win share of the seats without the event; null if there are none, and in cooperative games."""
    lost = pl.col("shares") - pl.col("had_won")
    return pl.when(~pl.col("team"), pl.col("others") > 0, pl.col("had") > 0).then(lost / pl.col("others"))


def _chance_variance() -> pl.Expr:
    return compare.chance_variance(pl.col("had"), pl.col("m_seats"), pl.col("shares"), pl.col("squares"))


def _first_times(tables: Tables, params: FirstParams) -> pl.LazyFrame:
    """One row for each unit (seat or game) and event `what` that it has: the time `at`, the `seat` and its `win_share`.

    `seat` and `win_share` are null if the first row of the event belongs to no seat.
    """
    seats = with_nobody(seated(tables, params), params).select("game_id", "seat", "team", "win_share")
    where = params.where if params.type or params.where else "category=decision"
    rows = _with_times(selected(tables, params.type, where, params.whose, (params.by,)), tables, params)
    order = ("version", "step", "part")
    rows = rows.select("game_id", *order, "at", seat="who", what=what(params.by)).drop_nulls("what")
    teams = seats.unique("game_id").select("game_id", "team")
    one_unit = pl.col("team") | pl.lit(params.of == "game")
    with_unit = rows.join(teams, on="game_id").with_columns(unit=pl.when(~one_unit).then("seat"))
    known = with_unit.filter(one_unit | pl.col("seat").is_not_null())
    if params.of == "seat":  # in cooperative games, too, only rows of selected seats count
        known = known.join(seats.select("game_id", "seat"), on=["game_id", "seat"], how="semi", nulls_equal=True)
    first = known.group_by("game_id", "what", "unit").agg(pl.col("at", "seat").sort_by(*order).first())
    return first.join(
        seats.select("game_id", "seat", win_share=pl.when(pl.col("seat").is_not_null()).then("win_share")),
        on=["game_id", "seat"],
        nulls_equal=True,
    )


def _with_times(rows: pl.LazyFrame, tables: Tables, params: FirstParams) -> pl.LazyFrame:
    """The rows with the time `at`: their round, or the number of their decision, counted from 1 in each game; 0 if they
    belong to no decision."""
    if params.when == "round":
        return rows.with_columns(at=pl.col("round").cast(pl.UInt32))
    decisions = tables.facts.filter(~pl.col("undone"), one_of("category", DECISION))
    numbered = (
        decisions.select("game_id", "version")
        .unique()
        .with_columns(at=pl.col("version").rank("dense").over("game_id").cast(pl.UInt32))
    )
    return rows.join(numbered, on=["game_id", "version"], how="left").with_columns(pl.col("at").fill_null(0))


def finish(counts: pl.DataFrame, params: FirstParams) -> Finished:
    """One row for each event: the share of units with it, the quartiles of the first times, and the win rates of both
    sides."""
    of_x = counts.filter(~pl.col("whole")).group_by(*KEY).agg(pl.col("found", *compare.GAMES, *OF_X).sum())
    of_m = counts.filter("whole").group_by(*STRATUM).agg(pl.col("games", *OF_M).sum())
    sums = compare.in_each(of_x, of_m).with_columns(_games_without())
    found = sums.group_by("what").agg(pl.col("found", *clusters.of_x("all"), *OF_M, "games").sum())
    times = counts.filter(pl.col("at").is_not_null()).group_by("what", "at").agg(pl.col("times").sum())
    value, n = clusters.rate("all").fill_nan(None), pl.col("games").cast(pl.UInt32)
    low, high = clusters.interval("all", n)
    base = (pl.col("x_all").sum() / pl.col("m_all").sum()).fill_nan(None)
    rows = (
        found.join(compare.compared(sums, ["what"]), on="what", nulls_equal=True)
        .join(_quartiles(times), on="what", how="left")
        .with_columns(n=n, games_with=pl.col("found").cast(pl.UInt32), value=value, lo=low, hi=high, base=base)
        .with_columns(shrunk=stats.shrunk(pl.col("value") * n, n, pl.col("base")))
        .with_columns(stats.hide_small(("value", "lo", "hi", "shrunk"), n, params.min_n))
        .with_columns(stats.hide_small(QUARTILES, pl.col("found"), params.min_n))
    )
    tested = compare.tested(rows, SIDES, "games_with", params.min_n)
    return Finished(tested.sort(in_order(params.by), -pl.col("shrunk"), "what", nulls_last=True).select(COLUMNS))


def _games_without() -> list[pl.Expr]:
    """Sums of cooperative games without the event, as those of all games minus those of games with the event."""
    complement = {"games_a": pl.col("found"), "games_b": pl.col("games") - pl.col("found")}
    complement |= {"b": pl.col("y") - pl.col("a"), "b*b": pl.col("y*y") - pl.col("a*a")}
    return [pl.when("team").then(of).otherwise(name).alias(name) for name, of in complement.items()]


QUARTILES = ("lower", "median", "upper")


def _quartiles(times: pl.DataFrame) -> pl.DataFrame:
    """One row for each `what`: the quartiles of its first times, `lower`, `median` and `upper`."""
    cumulative = times.sort("what", "at").with_columns(
        share=pl.col("times").cum_sum().over("what") / pl.col("times").sum().over("what")
    )
    return cumulative.group_by("what").agg(
        pl.col("at").filter(pl.col("share") >= part - 1e-12).min().alias(name)
        for name, part in zip(QUARTILES, (0.25, 0.5, 0.75), strict=True)
    )


SIDES = Sides(("had_it", "others"), ("with it", "without it"))
COLUMNS = (
    *("what", "n", "games_with", "value", "lo", "hi", "shrunk", "base", *QUARTILES),
    *compare.columns(SIDES),
)


def question(params: FirstParams, ruleset: Rulebook) -> str:
    """The question in words."""
    things = f"{in_words(params.type, params.where, ruleset, 'a decision')}{counted_for(params)}"
    whose = "a game" if params.of == "game" or ruleset.cooperative else "a seat"
    asks = f"In which round does {whose} first have" if params.when == "round" else ""
    asks = asks or f"After how many decisions does {whose} first have"
    wins = "do games with it end in a win more often" if ruleset.cooperative else _wins(params)
    return f"{asks} {things}, {split_by(params.by)}, and {wins}, in {which_games(params, ruleset.title)}?"


def _wins(params: FirstParams) -> str:
    return f"do seats that have it{' first' if params.of == 'game' else ''} win more often"


def finding(rows: pl.DataFrame, asked: Asked[FirstParams]) -> str:
    """The most frequent event with its median time, and the clearest difference in win rates."""
    games = counted(stats.most(rows), "game")
    if not rows["games_with"].sum():
        return f"It never happened in {games}."
    shown = rows.filter(pl.col("value").is_not_null())
    if shown.is_empty():
        return f"Not enough games yet ({games})."
    best = shown.sort(-pl.col("shrunk"), "what").row(0, named=True)
    when = "" if best["median"] is None else f", half of them {_by(best['median'], asked.params)}"
    first = f"{_label(best, asked)}: {percent(best['value'])} of {_unit(asked)} have it{when} ({games})."
    second = compare.clearest_difference(
        rows, SIDES, lambda row: _label(row, asked), lambda label, more: _claim(label, more, asked)
    )
    return f"{first} {second or 'There are too few games to compare wins with it and without it.'}"


def _claim(label: str, more: str, asked: Asked[FirstParams]) -> str:
    if asked.ruleset.cooperative:
        return f"Games with {label} are won {more} often than those without"
    return (
        f"Seats with {label}{' first' if asked.params.of == 'game' else ''} win {more} often than others of their game"
    )


SET_UP = "set-up"
"""How a table writes time 0: before the first round or the first decision."""


def _by(at: int, params: FirstParams) -> str:
    return (
        f"by {params.when} {at}" if at else {"round": "in the set-up", "decision": "before any decision"}[params.when]
    )


def _when(at: int, params: FirstParams) -> str:
    return f"{params.when} {at}" if at else SET_UP


def _unit(asked: Asked[FirstParams]) -> str:
    return "games" if asked.ruleset.cooperative or asked.params.of == "game" else "seats"


def _label(row: dict[str, Any], asked: Asked[FirstParams]) -> str:
    return label_of(row["what"], asked.params.by, asked.names)


def panels(rows: pl.DataFrame, asked: Asked[FirstParams]) -> list[Panel]:
    """A table of the shares and times, and a table of the differences in win rates."""
    if not rows["games_with"].sum():
        return []
    return [_when_panel(rows, asked), *compare.panel(rows, SIDES, "Win rates", lambda row: _label(row, asked))]


def _when_panel(rows: pl.DataFrame, asked: Asked[FirstParams]) -> Panel:
    shown, folded = rows.head(MOST).to_dicts(), rows.height - MOST
    return Panel(
        columns=("", "games", "have it", f"median {asked.params.when}", "quartiles"),
        rows=tuple(_cells(row, asked) for row in shown),
        row_keys=tuple(row["what"] or "" for row in shown),
        strips=tuple(Strip(row["value"], row["lo"], row["hi"]) for row in shown),
        below=f"{folded:,} rarer not shown" if folded > 0 else "",
    )


def _cells(row: dict[str, Any], asked: Asked[FirstParams]) -> tuple[str, ...]:
    min_n = asked.params.min_n
    share = needs(min_n) if row["n"] < min_n else percent(row["value"])
    return _label(row, asked), f"{row['n']:,}", share, *_times(row)


def _times(row: dict[str, Any]) -> tuple[str, str]:
    if row["median"] is None:
        return "–", "–"
    lower, median, upper = (str(row[name]) if row[name] else SET_UP for name in QUARTILES)
    return median, lower if lower == upper else f"{lower}–{upper}"


def chart(rows: pl.DataFrame, asked: Asked[FirstParams]) -> alt.TopLevelMixin:
    """A dot plot of the shares with their intervals and median times; below, the differences in win rates."""
    if not rows["games_with"].sum():
        return charts.nothing(finding(rows, asked))
    labels = [_label(row, asked) + _median(row, asked) for row in rows.to_dicts()]
    labelled = rows.with_columns(label=pl.Series(labels, dtype=pl.String))
    return dotplot.both(labelled, f"Share of {_unit(asked)} that have it", SIDES, share=True)


def _median(row: dict[str, Any], asked: Asked[FirstParams]) -> str:
    return "" if row["median"] is None else f", {_when(row['median'], asked.params)}"


def sample(rows: pl.DataFrame) -> str:
    """The sample as a text: `300 games`."""
    return counted(stats.most(rows), "game")


JOB = Job(
    name="first_time",
    title="First occurrence",
    about="When something first happens in a game, and whether seats with it win more often.",
    definition="The share of seats (or of games) that ever have something; the round or decision by which half of "
    "them have had it (`median`, with the quartiles `lower` and `upper`); and the win rates of seats that had it "
    "and of the other seats of their game (`had_it`, `others`). `n` counts all games, `games_with` those that have "
    "it. In cooperative games, the win rates are those of games with it and of games without it. Without `type` and "
    "`where`, only decisions count.",
    sample_unit="one game",
    interval=clusters.WILSON,
    test="Student's t-test of the mean difference in win rate between seats with it and seats without it, within "
    "games that have both; in cooperative games, between games with it and games without it that have the same "
    "number of seats. Tested from 30 games on each side; `q` is the false discovery rate (Benjamini and Hochberg). "
    f"{compare.AT_LEAST_CHANCE}",
    independence="The seats of one game depend on each other, so one game is one observation.",
    limitations="What only happens to seats that are ahead, or in long games, goes with winning without causing it. "
    "Times are those of games that have it; a game without it has no time.",
    params=FirstParams,
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
