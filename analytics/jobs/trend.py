"""How a measure changes over time, from one version of the rules to the next, or as players play more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import altair as alt
import polars as pl
from msgspec import Meta, Struct

from analytics import charts, clusters, compare, stats
from analytics.compare import MOST, STRATUM, Sides
from analytics.job import Finished, Job
from analytics.panels import Panel, Strip
from analytics.params import Params, filters, which_games
from analytics.schema import DECISION, one_of
from analytics.words import change, clear, counted, needs, number, percent, points, probability

if TYPE_CHECKING:
    from collections.abc import Callable

    from analytics.job import Asked
    from analytics.lake import Tables
    from analytics.rulebook import Rulebook

Measured = Literal["decisions", "rounds", "minutes", "seconds", "undo_rate", "win_rate", "games"]


class TrendParams(Params, frozen=True):
    """What `trend` can be asked."""

    measure: Annotated[
        Measured,
        Meta(
            title="Measure",
            description="`decisions`, `rounds` or `minutes` per game (without pauses of more than 30 minutes), "
            "`seconds` per decision, `undo_rate` (undos per decision), `win_rate` (of the selected seats; by default, "
            "of seat 1 or of the team), or the number of `games`.",
        ),
    ] = "decisions"
    by: Annotated[
        Literal["week", "month", "rules_version", "nth_game"],
        Meta(
            title="Group by",
            description="The `week` (UTC, from Monday) or `month` in which a game ended, the version of the rules, or "
            "`nth_game`: whether it is a player's first, second or n-th selected game.",
        ),
    ] = "month"
    seat: Annotated[
        Annotated[int, Meta(ge=1, le=99)] | None,
        Meta(title="Seat", description="Only the decisions and wins of this seat."),
    ] = None


class Measure(Struct, frozen=True):
    """The texts of a measure: its question, its name, and how its values (`figure`) and differences (`apart`) are
    written."""

    asks: str
    name: str
    figure: Callable[[float | None], str] = number
    apart: Callable[[float | None], str] = change


def _rate(value: float | None) -> str:
    return percent(value, 1)


def _points(value: float | None) -> str:
    return points(value, 1)


MEASURES: dict[str, Measure] = {
    "decisions": Measure("How many decisions does a game have", "Decisions per game"),
    "rounds": Measure("How many rounds does a game have", "Rounds per game"),
    "minutes": Measure("How many minutes does a game take", "Minutes per game"),
    "seconds": Measure("How many seconds does a decision take", "Seconds per decision"),
    "undo_rate": Measure("How many undos are there per decision", "Undos per decision", _rate, _points),
    "win_rate": Measure("How often are games won", "Win rate", percent, points),
    "games": Measure("How many games are played", "Games"),
}
AWAY = 30 * 60 * 1_000_000
"""A pause of this many microseconds or more does not count as playing time."""

SUMS = ("n", "y", "y*y")
OF_A_PLAYER = {"player": pl.String, "game_id": pl.UInt64, "ended_at": pl.Int64}
COUNTS = {"rank": pl.Int64, "seats": pl.UInt8, "team": pl.Boolean} | dict.fromkeys(SUMS, pl.Float64) | OF_A_PLAYER
"""Sums over games by period (`rank`) and number of seats. `y`: the measure of a game; `y*y`: its square; `n`: 1 for
each game.

With `by=nth_game`: one row for each player and game instead, with the measure `y` of the player in the game. Only all
parts of the lake together tell which game is a player's n-th.
"""


# --- counting


def partial(tables: Tables, params: TrendParams) -> pl.DataFrame:
    """The sums over games by period; with `by=nth_game`, one row for each player and game. See `COUNTS`."""
    rows = _measured(tables, params).with_columns(y=pl.col("y").cast(pl.Float64)).filter(pl.col("y").is_not_null())
    if params.by == "nth_game":
        counts = rows.filter(pl.col("player").is_not_null()).group_by("game_id", "player", *STRATUM)
        found = counts.agg(pl.col("y").mean(), pl.col("ended_at").first().cast(pl.Int64))
    else:
        games = rows.group_by("game_id", *STRATUM).agg(pl.col("y").mean(), rank=_rank(params).first())
        found = games.group_by("rank", *STRATUM).agg(n=pl.len(), **clusters.total("y", "y*y"))
    return pl.concat([pl.DataFrame(schema=COUNTS), found.collect()], how="diagonal_relaxed").select(
        pl.col(name).cast(kind) for name, kind in COUNTS.items()
    )


def example_games(tables: Tables, params: TrendParams) -> pl.LazyFrame:
    """`game_id` and `row_key`, the period, for each selected seat. None with `by=nth_game`: one part of the lake does
    not tell which game is a player's n-th."""
    games = _measured(tables, params).filter(pl.lit(params.by != "nth_game"), pl.col("y").is_not_null())
    return games.select("game_id", rank=_rank(params)).select("game_id", row_key=_period_text(params))


def _rank(params: TrendParams) -> pl.Expr:
    """The period of a game as a number that sorts: the days from 1970 to its Monday or to the first day of its month,
    or the version of the rules."""
    if params.by == "rules_version":
        return pl.col("ruleset_version").cast(pl.Int64)
    every = "1w" if params.by == "week" else "1mo"
    return pl.col("ended_at").dt.truncate(every).dt.epoch("d").cast(pl.Int64)


def _asked(params: TrendParams) -> list[pl.Expr]:
    """The conditions on rows of `seats` and `facts`: the filters of every statistic, and `seat`."""
    return [*filters(params), *([] if params.seat is None else [pl.col("seat") == params.seat])]


def _measured(tables: Tables, params: TrendParams) -> pl.LazyFrame:
    """One row for each selected seat, with the measure as `y`.

    `y` belongs to the seat for wins, and with `by=nth_game` also for decisions and seconds; otherwise to its game.
    Without a filter on seats, only the wins of seat 1, or of the team, count; with `by=nth_game`, those of all seats.
    """
    team = pl.col("par").is_null()
    seats = tables.seats.filter(*_asked(params)).with_columns(
        team=team, player=pl.col("player").cast(pl.String), decisions=pl.col("decisions").cast(pl.Float64)
    )
    if params.measure == "games":
        return seats.with_columns(y=1.0)
    if params.measure == "win_rate":
        any_seat = params.seat is None and params.faction is None and params.player is None
        chosen = seats.filter(team | (pl.col("seat") == 1)) if any_seat and params.by != "nth_game" else seats
        return chosen.with_columns(y="win_share")
    if params.measure == "decisions":
        own = pl.col("decisions") if params.by == "nth_game" else pl.col("decisions").sum().over("game_id")
        return seats.with_columns(y=own)
    if params.measure == "seconds":
        return _with_seconds(seats, tables.facts.filter(*_asked(params)), params)
    return seats.join(_by_game(tables, params), on="game_id")


def _with_seconds(seats: pl.LazyFrame, facts: pl.LazyFrame, params: TrendParams) -> pl.LazyFrame:
    """The seats with `y`, the mean seconds of the decisions in their game, or with `by=nth_game` of their own
    decisions. Seats without such decisions are left out."""
    key = ["game_id", "seat"] if params.by == "nth_game" else ["game_id"]
    taken = facts.filter(_decided(), ~pl.col("undone"), pl.col("gap_us") < AWAY)
    return seats.join(taken.group_by(key).agg(y=pl.col("gap_us").mean() / 1_000_000), on=key)


def _decided() -> pl.Expr:
    """Whether a row of facts is a decision, and not one of its effects."""
    return one_of("category", DECISION) & (pl.col("step") == 0)


def _by_game(tables: Tables, params: TrendParams) -> pl.LazyFrame:
    """One row for each game, with the measure as `y`; undos per decision are null without a decision."""
    if params.measure == "rounds":
        return tables.games.select("game_id", y="rounds")
    if params.measure == "minutes":
        return _minutes(tables)
    undos = one_of("type", "Undo").sum()
    counts = tables.facts.filter(*_asked(params)).group_by("game_id").agg(undos=undos, decisions=_decided().sum())
    return counts.select("game_id", y=pl.when(pl.col("decisions") > 0).then(pl.col("undos") / pl.col("decisions")))


def _minutes(tables: Tables) -> pl.LazyFrame:
    """One row for each game: `y`, the minutes from its first event to its last, undone ones included.

    Pauses (see `AWAY`) do not count, unless a game has two moments alone, its beginning and its end: what lies between
    them is the game. A game whose events are all of one moment has no length that is known.
    """
    events = tables.facts.group_by("game_id", "version").agg(pl.col("occurred_at").first())
    gap = pl.col("occurred_at").dt.epoch("us").diff().over("game_id", order_by="version").clip(0)
    gaps = events.with_columns(gap=gap).filter(pl.col("gap") > 0)
    of_two = pl.len().over("game_id") == 1
    played = gaps.filter(of_two | (pl.col("gap") < AWAY))
    return played.group_by("game_id").agg(y=pl.col("gap").sum() / 60_000_000)


# --- figures


def finish(counts: pl.DataFrame, params: TrendParams) -> Finished:
    """One row for each period, with the mean of the measure. All rows repeat the one test of the later half against the
    earlier half."""
    if params.by == "nth_game":
        numbered = _numbered(counts)
        sums, halves, games = _by_band(numbered), _halves_of_players(numbered), numbered["game_id"].n_unique()
    else:
        sums = counts.group_by("rank", *STRATUM).agg(pl.col(SUMS).sum())
        halves, games = _halves_of_games(sums), int(sums["n"].sum())
    rows = _rows(sums, params).with_columns(games=pl.lit(games, pl.UInt32))
    tested = compare.tested(compare.compared(halves, ["half"]), SIDES, "fewer", params.min_n).select(TEST)
    if params.measure == "games":
        untested = (name for name in TEST if not name.startswith("n_"))
        tested = tested.with_columns(pl.lit(None, pl.Float64).alias(name) for name in untested)
    return Finished(rows.join(tested, how="cross").select(COLUMNS))


def _rows(sums: pl.DataFrame, params: TrendParams) -> pl.DataFrame:
    """One row for each period: the mean (`value`) with its interval, and `base`, the mean over all periods for the same
    numbers of seats. For the measure `games`, `value` is their number, without an interval."""
    mean = pl.col("y").sum().over(STRATUM) / pl.col("n").sum().over(STRATUM)
    added = sums.with_columns(usual=mean * pl.col("n")).group_by("rank").agg(pl.col("usual", *SUMS).sum()).sort("rank")
    n, value = pl.col("n").cast(pl.UInt32), pl.col("y") / pl.col("n")
    of_mean = clusters.mean_interval(pl.col("y"), pl.col("y*y"), pl.col("n"))
    low, high = clusters.interval("share", n) if params.measure == "win_rate" else of_mean
    is_number_of_games = pl.lit(params.measure == "games")
    rows = (
        added.with_columns(**{name: pl.col(of) for name, of in SHARES.items()})
        .with_columns(period=_period_text(params), value=value, lo=low, hi=high, base=pl.col("usual") / pl.col("n"))
        .with_columns(n=n, shrunk=stats.shrunk(pl.col("y"), pl.col("n"), pl.col("base")))
        .with_columns(stats.hide_small(("value", "lo", "hi", "shrunk"), n, params.min_n))
    )
    shown = rows.with_columns(
        pl.when(~is_number_of_games).then(pl.col(name)).alias(name) for name in ("lo", "hi", "shrunk", "base")
    )
    return shown.with_columns(value=pl.when(is_number_of_games).then(n.cast(pl.Float64)).otherwise("value"))


SHARES = {"x_share": "y", "m_share": "n", "x_share*x_share": "y*y", "x_share*m_share": "y", "m_share*m_share": "n"}
"""For win rates: the sums over games that `clusters.interval` needs, and the sums of `COUNTS` that they are. The win
share of a game is `x`, and `m` is 1."""


def _period_text(params: TrendParams) -> pl.Expr:
    """The period as text, from `rank`: `2026-06`, `2026-06-01` (a Monday), `3` (a version), `11-20` (games of a
    player)."""
    rank = pl.col("rank")
    if params.by in ("week", "month"):
        return pl.from_epoch(rank, "d").dt.strftime("%Y-%m-%d" if params.by == "week" else "%Y-%m")
    names = {start: _band(start) for start in BANDS}
    return rank.cast(pl.String) if params.by == "rules_version" else rank.replace_strict(names, return_dtype=pl.String)


BANDS = (*range(1, 11), 11, 21, 51, 101)
"""The first game number of each row with `by=nth_game`: a player's games 1 to 10 have a row each, later games are
grouped."""


def _band(start: int) -> str:
    if start < 11:
        return str(start)
    end = {11: 20, 21: 50, 51: 100}.get(start)
    return f"{start}-{end}" if end else f"{start}+"


def _numbered(counts: pl.DataFrame) -> pl.DataFrame:
    """The rows of players and games with `nth`, the number of the game among the player's games, and `later`: whether
    it is in the later half of the player's games with this number of seats."""
    order = ["ended_at", "game_id"]
    sorted_ = counts.sort("player", *order)
    nth, same = pl.int_range(1, pl.len() + 1), ["player", *STRATUM]
    later = nth.over(same) * 2 > pl.len().over(same)
    return sorted_.with_columns(nth=nth.over("player"), later=later)


def _by_band(numbered: pl.DataFrame) -> pl.DataFrame:
    """Sums over games by band of `nth` (as `rank`) and number of seats. If several players of a game are in the same
    band, the mean of their `y` counts."""
    starts = pl.Series(BANDS)
    band = pl.col("nth").map_elements(lambda nth: int(starts.filter(starts <= nth).max()), return_dtype=pl.Int64)  # type: ignore[arg-type]
    games = numbered.with_columns(rank=band).group_by("rank", "game_id", *STRATUM).agg(pl.col("y").mean())
    return games.group_by("rank", *STRATUM).agg(n=pl.len().cast(pl.Float64), **clusters.total("y", "y*y"))


def _halves_of_players(numbered: pl.DataFrame) -> pl.DataFrame:
    """One row for each number of seats: sums over players of the mean `y` of a player's later games (`a`) and earlier
    games (`b`), and `compare.SHARED`.

    Players who share games are not independent: their differences rise and fall together. So the variance for
    independent players is increased by the covariances of players within each game (A. C. Cameron, J. B. Gelbach and
    D. L. Miller, J. Bus. Econ. Stat. 29 (2011): clustered by player and by game).
    """
    y, later = pl.col("y"), pl.col("later")
    players = numbered.group_by("player", "seats").agg(a=y.filter(later).mean(), b=y.filter(~later).mean())
    pairs = compare.in_pairs(players.with_columns(team=pl.lit(False)).lazy()).collect()
    mean_difference: float = pairs.select((pl.col("a") - pl.col("b")).mean()).item() or 0.0
    shared = _shared_covariance(numbered.with_columns(y=y - later.cast(pl.Float64) * mean_difference))
    sums = pairs.group_by(STRATUM).agg(**compare.games(), **compare.sums())
    return sums.join(shared, on="seats", how="left").with_columns(half=0)


def _shared_covariance(numbered: pl.DataFrame) -> pl.DataFrame:
    """One row for each number of seats: `compare.SHARED`, what shared games add to the variance of the sum of the
    players' differences between later and earlier games.

    `adds` is what a game adds to the difference of one of its players. A game adds twice the sum of the products of
    `adds` over all pairs of its players. The caller has subtracted the mean difference from the `y` of later games.
    """
    own, n = ["player", "seats"], pl.len()
    in_half = pl.len().over(*own, "later") * pl.when("later").then(1.0).otherwise(-1.0)
    # residuals about a mean of n games are too small by this factor
    correction = (n / (n - 1)).sqrt().over(own)
    adds = (pl.col("y") - pl.col("y").mean().over(own)) * correction / in_half
    in_both_halves = numbered.filter((n > 1).over(own)).with_columns(adds=adds)
    games = in_both_halves.group_by("game_id", "seats").agg(pl.col("adds").sum() ** 2 - (pl.col("adds") ** 2).sum())
    return games.group_by("seats").agg(pl.col("adds").sum().alias(compare.SHARED))


def _halves_of_games(sums: pl.DataFrame) -> pl.DataFrame:
    """One row for each number of seats: sums over the games of the later half (`a`) and of the earlier half (`b`).

    A period is in the later half if more than half of all games lie before its middle. `team` is true, because
    `compare` then takes the halves as different games, not as two sides of the same games.
    """
    periods = sums.group_by("rank").agg(pl.col("n").sum()).sort("rank")
    later = pl.col("n").cum_sum() - pl.col("n") / 2 > pl.col("n").sum() / 2
    each = sums.join(periods.select("rank", later=later), on="rank")
    of = {True: ("games_a", "a", "a*a"), False: ("games_b", "b", "b*b")}
    halves = [
        pl.col(name).filter(pl.col("later") == is_later).sum().alias(name_of_half)
        for is_later, names in of.items()
        for name, name_of_half in zip(SUMS, names, strict=True)
    ]
    different_games = {"team": pl.lit(True), "a*b": pl.lit(0.0), "half": pl.lit(0)}
    return each.group_by("seats").agg(halves).with_columns(**different_games)


SIDES = Sides(("later", "earlier"), ("later half", "earlier half"), unit="")
TEST = tuple(name for name in compare.columns(SIDES) if name != "q")
COLUMNS = ("period", "n", "games", "value", "lo", "hi", "shrunk", "base", *TEST)


# --- in words


def question(params: TrendParams, ruleset: Rulebook) -> str:
    """The question in words."""
    return f"{_asks(params, ruleset)}, {_by(params)}, in {which_games(params, ruleset.title)}?"


def title_for(params: TrendParams, _ruleset: Rulebook) -> str:
    """The title with these parameters: what is measured, by which periods."""
    return f"{MEASURES[params.measure].name} {_by(params)}"


def _by(params: TrendParams) -> str:
    by = {"rules_version": "by version of the rules", "nth_game": "by number of games played"}
    return by.get(params.by, f"by {params.by}")


def _asks(params: TrendParams, ruleset: Rulebook) -> str:
    somebody = params.faction is not None or params.player is not None or params.by == "nth_game"
    if params.measure != "win_rate" or ruleset.cooperative or (somebody and params.seat is None):
        asks = MEASURES[params.measure].asks
        return asks if params.seat is None else f"{asks}, of seat {params.seat}"
    return f"How often does seat {params.seat or 1} win"


def finding(rows: pl.DataFrame, asked: Asked[TrendParams]) -> str:
    """The value of the latest period, and whether the later half of the games differs from the earlier half."""
    measure, shown = MEASURES[asked.params.measure], rows.filter(pl.col("value").is_not_null())
    if shown.is_empty():
        none = f"No {_period(asked)} has enough games ({sample(rows)})."
        return f"{none} {_change(rows.row(0, named=True), asked)}" if rows["p_value"].count() else _nothing(rows)
    last = shown.row(-1, named=True)
    first = f"{measure.name}, {_label(last['period'], asked)}: {measure.figure(last['value'])}."
    return f"{first} {_change(last, asked)}".strip()


def _nothing(rows: pl.DataFrame) -> str:
    return f"Not enough games yet ({sample(rows)})."


def _period(asked: Asked[TrendParams]) -> str:
    return {"rules_version": "version", "nth_game": "n-th game"}.get(asked.params.by, asked.params.by)


def _change(row: dict[str, Any], asked: Asked[TrendParams]) -> str:
    measure = MEASURES[asked.params.measure]
    if asked.params.measure == "games":
        return ""
    if row["p_value"] is None:
        return f"The change is not tested: that needs {clusters.LEAST_TESTED} {_observed(asked)} in each half."
    figures = f"{measure.figure(row['later'])} against {measure.figure(row['earlier'])} ({probability(row['p_value'])})"
    if not clear(p=row["p_value"]):
        return f"No clear change: the later half has {figures}, which may be due to chance."
    return f"The later half has {'more' if row['difference'] > 0 else 'less'} than the earlier: {figures}."


def _observed(asked: Asked[TrendParams]) -> str:
    return "players" if asked.params.by == "nth_game" else "games"


MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def _label(period: str, asked: Asked[TrendParams]) -> str:
    """The period as readers see it: `Jun 2026`, `week of 1 Jun 2026`, `version 3`, `game 11-20`."""
    by = asked.params.by
    if by in ("week", "month"):
        year, month, *day = period.split("-")
        name = f"{MONTHS[int(month) - 1]} {year}"
        return f"week of {int(day[0])} {name}" if day else name
    return f"version {period}" if by == "rules_version" else f"game {period}"


def panels(rows: pl.DataFrame, asked: Asked[TrendParams]) -> list[Panel]:
    """A panel of the latest 20 periods, and one of the tested difference between the later and the earlier half."""
    return [_periods(rows, asked), *_halves(rows, asked)]


def _periods(rows: pl.DataFrame, asked: Asked[TrendParams]) -> Panel:
    measure, known = MEASURES[asked.params.measure], compare.enough(rows)
    shown, before = known.tail(MOST).to_dicts(), known.height - MOST
    low, high = _span(shown, asked)
    plain = asked.params.measure == "games"
    return Panel(
        columns=("", "games") if plain else ("", "games", "average", measure.name.lower()),
        rows=tuple(_cells(row, asked)[: 2 if plain else 4] for row in shown),
        row_keys=() if asked.params.by == "nth_game" else tuple(row["period"] for row in shown),
        strips=tuple(Strip(row["value"], row["lo"], row["hi"]) for row in shown),
        span=(low, high),
        ends=(measure.figure(low), measure.figure(high)),
        below="; ".join(
            [
                *([f"{before:,} earlier not shown"] if before > 0 else []),
                *compare.hidden(rows, known, asked.params.min_n),
            ]
        ),
    )


def _span(shown: list[dict[str, Any]], asked: Asked[TrendParams]) -> tuple[float, float]:
    if asked.params.measure == "win_rate":
        return 0.0, 1.0
    ends = [row[name] for row in shown for name in ("lo", "value", "hi") if row[name] is not None]
    return min([0.0, *ends]), max([0.0, *ends]) or 1.0


def _cells(row: dict[str, Any], asked: Asked[TrendParams]) -> tuple[str, ...]:
    measure = MEASURES[asked.params.measure]
    value = needs(asked.params.min_n) if row["value"] is None else measure.figure(row["value"])
    label = _label(row["period"], asked)
    return f"{label[:1].upper()}{label[1:]}", f"{row['n']:,}", measure.figure(row["base"]), value


def _halves(rows: pl.DataFrame, asked: Asked[TrendParams]) -> list[Panel]:
    row, measure = rows.row(0, named=True), MEASURES[asked.params.measure]
    if row["p_value"] is None:
        return []
    p = probability(row["p_value"]).removeprefix("p ").removeprefix("= ")
    apart = measure.apart(row["difference"])
    return compare.differences(
        "Later and earlier half",
        ("earlier", "later", "difference", "p"),
        [(measure.name, measure.figure(row["earlier"]), measure.figure(row["later"]), apart, p)],
        [compare.strip(row)],
        lambda value: measure.apart(value).removesuffix(" points"),
    )


# --- the chart


def chart(rows: pl.DataFrame, asked: Asked[TrendParams]) -> alt.TopLevelMixin:
    """The latest periods from left to right: a dot with its interval, and the number of games at the top."""
    if rows["value"].is_null().all():
        return charts.nothing(finding(rows, asked))
    rows = compare.enough(rows)
    labels = [_label(period, asked).removeprefix("week of ") for period in rows["period"]]
    shown = rows.with_columns(label=pl.Series(labels, dtype=pl.String), note=pl.format("{}", "n")).tail(MOST)
    share = asked.params.measure in ("win_rate", "undo_rate")
    scale = alt.Scale(domain=[0, 1]) if asked.params.measure == "win_rate" else alt.Scale(zero=True)
    title = MEASURES[asked.params.measure].name
    axis = alt.Axis(tickCount=5, format="%") if share else alt.Axis(tickCount=5)
    base = alt.Chart(charts.inline(shown)).encode(
        x=alt.X("label:N", title=None, sort=None, axis=alt.Axis(labelAngle=-40, ticks=False)),
        tooltip=charts.tips(("", "label:N"), ("Games", "n:Q"), *TIPS),
    )
    y = alt.Y("value:Q", title=title, scale=scale, axis=axis)
    drawn = alt.layer(
        base.mark_bar(width=5, cornerRadius=2.5, color=charts.EDGE, opacity=0.45).encode(y="lo:Q", y2="hi:Q"),
        base.mark_line(strokeWidth=2, color=charts.GOLD).encode(y=y),
        base.mark_point(size=90, filled=True, opacity=1, stroke=charts.INK, strokeWidth=0.8).encode(
            y=y, color=alt.value(charts.GOLD)
        ),
        base.mark_text(fontSize=11, dy=-15, color=charts.INK_2).encode(y=alt.value(0), text="note:N"),
        base.mark_text(fontSize=11, dy=-15, dx=-6, align="right", color=charts.INK_2, text="n =").encode(
            x=alt.value(0), y=alt.value(0)
        ),
    )
    return drawn.properties(width=charts.WIDTH, height=260)


TIPS = (("Value", "value:N"), ("Interval from", "lo:N"), ("Interval to", "hi:N"))


def sample(rows: pl.DataFrame) -> str:
    """The sample size: the games of all periods."""
    return counted(int(rows["games"][0]), "game")


JOB = Job(
    name="trend",
    title="Trend over time",
    about="How games change over time, with the version of the rules, or with experience.",
    definition="The mean of a measure per game, by the week or month in which the game ended, by version of the "
    "rules, or by how many games the player has played. `base` is the mean over all periods, for the same numbers "
    "of seats. Periods without games have no row. One test compares the later half of the games (`later`) with the "
    "earlier half, among games with the same number of seats; with `by=nth_game`, the later and earlier games of "
    "each player.",
    sample_unit="one game; with `by=nth_game`, one game that is somebody's n-th",
    interval="Student's t for means; for win rates, Wilson's, for the effective sample size.",
    test="Student's t-test of the difference between both halves, from 30 games on each side (with `by=nth_game`: "
    "30 players). The number of games is not tested.",
    independence="A game has one figure. With `by=nth_game` a player is one observation, and the test allows for "
    "players who share games.",
    limitations="New players, groups and options arrive over time, so a change need not be one of play. Players "
    "with many games differ from those who stop after a few. In minutes, a game that was entered at once, without its "
    "length, does not count.",
    params=TrendParams,
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
    version=2,
)
