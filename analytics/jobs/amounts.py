"""How many points, resources or events a seat has in a game, and whether winners have more of them than losers."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Annotated, Any, Literal

import polars as pl
from msgspec import Meta

from analytics import charts, clusters, compare, dotplot, stats
from analytics.compare import MOST, STRATUM, Sides
from analytics.errors import ParameterFault
from analytics.job import Finished, Job
from analytics.panels import Panel, Strip
from analytics.params import which_games
from analytics.selection import (
    BY,
    By,
    SelectingParams,
    Several,
    conditions,
    counted_for,
    faults_of,
    in_order,
    in_words,
    label_of,
    last_rounds,
    meets,
    seated,
    selected,
    split_by,
    what,
    with_nobody,
)
from analytics.words import change, counted, listed, needs, number, percent

if TYPE_CHECKING:
    from collections.abc import Iterator

    import altair as alt

    from analytics.job import Asked
    from analytics.lake import Tables
    from analytics.rulebook import Rulebook


class AmountParams(SelectingParams, frozen=True):
    """What `amounts` can be asked."""

    of: Annotated[
        Literal["points", "value", "rows", "share", "luck"],
        Meta(
            title="Count",
            description="`points`: changes of the score. `value`: the amounts in the rows, or the faces of dice. "
            "`rows`: how often it happens. `share`: the share of rows that meet the condition `meeting`. `luck`: the "
            "results of chance minus their average.",
        ),
    ] = "points"
    per: Annotated[
        Literal["seat", "game", "row"],
        Meta(
            title="Mean per",
            description="`seat`: per seat and game; in cooperative games, per game. `game`: per game, with rows that "
            "belong to no seat. `row`: per row; for `rows`, the share of all selected rows.",
        ),
    ] = "seat"
    by: Annotated[By, Meta(title="By", description=BY)] = "type"
    meeting: Annotated[
        Several | None,
        Meta(title="Condition of a share", description="For `share` only: conditions like those of `where`."),
    ] = None

    def faults(self) -> Iterator[ParameterFault]:
        yield from super().faults()
        yield from faults_of("/meeting", self.meeting)
        if (self.of == "share") != (self.meeting is not None):
            yield ParameterFault("/meeting", "must be given with `of=share`, and only with it")

    @property
    def unit(self) -> str:
        """The unit of the mean: `seat`, `game` or `row`; a share is always one of rows."""
        return "row" if self.of == "share" else self.per


SIDES = ("all", "won", "lost")
KEY = ("what", *STRATUM)
OF_X = (*clusters.of_x("all"), *compare.SUMS, "variance", "below", "above")
OF_M = (*clusters.of_m("all"),)
GAMES = ("games", *compare.GAMES)
COUNTS = {"what": pl.String, "seats": pl.UInt8, "team": pl.Boolean, "whole": pl.Boolean} | dict.fromkeys(
    ("found", *OF_X, *GAMES, *OF_M), pl.Float64
)
"""Sums over games, separately for each number of `seats` and by `team`: whether all seats win or lose together.

Rows with `whole` false, one for each `what`, `seats` and `team`. `found`: games whose amounts do not add up to 0;
`x_all`: the sum of the amounts of a game; `a`, `b`: its mean per unit for winners and for losers; `variance`: the
variance that chance gives `x_all`; `below`, `above`: the number of rows with an amount below and above 0.

Rows with `whole` true, one for each `seats` and `team`, and for each `what` if `m_all` depends on it. `m_all`: the
units of a game (seats, games or rows) that could have an amount; `games`: games with such a unit; `games_a`, `games_b`:
games with units of winners and of losers (where seats compete, games with both).

A column such as `x_all*m_all` is the sum over games of the product.
"""


def partial(tables: Tables, params: AmountParams) -> pl.DataFrame:
    """Sums over games (see `COUNTS`) by value of `what` and number of seats."""
    seats = _seats_and_units(tables, params)
    rows = _amounts_of_seats(tables, seats, params)
    found = rows.group_by("game_id", "what").agg(
        **_by_side("x", "amount"),
        variance=pl.col("variance").sum(),
        below=(pl.col("amount") < 0).sum(),
        above=(pl.col("amount") > 0).sum(),
    )
    units = _units(tables, rows, seats, params)
    on = ["game_id", "what"] if "what" in units.collect_schema() else ["game_id"]
    cells = compare.in_pairs(found.join(units, on=on).with_columns(a=_mean("won"), b=_mean("lost")))
    of_x = cells.group_by(*KEY).agg(found=(pl.col("x_all") != 0).sum(), **clusters.total(*OF_X))
    sides = compare.in_pairs(units.with_columns(a=_one_if_any("won"), b=_one_if_any("lost")))
    of_m = sides.group_by(*(name for name in KEY if name in (*on, *STRATUM))).agg(
        games=(pl.col("m_all") > 0).sum(), **compare.games(), **clusters.total(*OF_M)
    )
    frames = pl.collect_all([of_x.with_columns(whole=False), of_m.with_columns(whole=True)])
    return pl.concat([pl.DataFrame(schema=COUNTS), *frames], how="diagonal_relaxed").select(
        pl.col(name).cast(kind) for name, kind in COUNTS.items()
    )


def example_games(tables: Tables, params: AmountParams) -> pl.LazyFrame:
    """`game_id` and `row_key` (`what`) of each row with an amount other than 0."""
    return (
        _amounts_of_seats(tables, _seats_and_units(tables, params), params)
        .filter(pl.col("amount") != 0)
        .select("game_id", row_key="what")
    )


def _amounts_of_seats(tables: Tables, seats: pl.LazyFrame, params: AmountParams) -> pl.LazyFrame:
    """The rows of `_amounts` that count for a selected seat or for the game, with the columns of `_seats_and_units`."""
    return _amounts(tables, params).join(seats, on=["game_id", "seat"], nulls_equal=True)


def _seats_and_units(tables: Tables, params: AmountParams) -> pl.LazyFrame:
    """One row for each selected seat of a game, and one without `seat` for rows that belong to no seat, if these count.

    `unit`: the seat, or null if the mean is taken over games or rows; `won`: null if seats compete and `per` is `game`.
    """
    seats = with_nobody(seated(tables, params), params)
    if params.unit == "seat":
        game_is_unit = pl.col("team")
        seats = seats.filter(game_is_unit | pl.col("seat").is_not_null())
    else:
        game_is_unit = pl.lit(True)
    won = pl.when(pl.col("team") | pl.lit(params.unit != "game")).then("won")
    return seats.select("game_id", "seat", *STRATUM, won=won, unit=pl.when(~game_is_unit).then("seat").cast(pl.UInt8))


def _amounts(tables: Tables, params: AmountParams) -> pl.LazyFrame:
    """`game_id`, `seat`, `what`, `amount` and its `variance` by chance, for each selected row that has an amount."""
    value_or_face = pl.coalesce(pl.col("value").cast(pl.Float64), pl.col("die_face").cast(pl.Float64))
    amount = {
        "points": pl.col("delta").cast(pl.Float64),
        "value": value_or_face,
        "rows": pl.lit(1.0),
        "share": meets(params.meeting).cast(pl.Float64),
        "luck": value_or_face - pl.col("mean"),
    }[params.of]
    columns = [condition.column for condition in conditions(params.meeting)]
    rows = selected(tables, params.type, params.where, params.whose, (params.by, *columns))
    return rows.select(
        "game_id", seat="who", what=what(params.by), amount=amount, variance=pl.col("variance").fill_null(0.0)
    ).drop_nulls(["what", "amount"])


def _by_side(prefix: str, column: str) -> dict[str, pl.Expr]:
    """Sums of a column over all rows, winners' rows and losers' rows: `x_all`, `x_won`, `x_lost` for the prefix `x`."""
    amount, won = pl.col(column), pl.col("won").fill_null(False)
    lost = (~pl.col("won")).fill_null(False)
    return {
        f"{prefix}_all": amount.sum(),
        f"{prefix}_won": amount.filter(won).sum(),
        f"{prefix}_lost": amount.filter(lost).sum(),
    }


def _mean(side: str) -> pl.Expr:
    """The mean amount per unit of a side (`won` or `lost`) in a game; null if the side has no unit."""
    return pl.when(pl.col(f"m_{side}") > 0).then(pl.col(f"x_{side}") / pl.col(f"m_{side}"))


def _one_if_any(side: str) -> pl.Expr:
    """1 if the side (`won` or `lost`) has a unit in the game, else null."""
    return pl.when(pl.col(f"m_{side}") > 0).then(1.0)


def _units(tables: Tables, rows: pl.LazyFrame, seats: pl.LazyFrame, params: AmountParams) -> pl.LazyFrame:
    """One row for each game: `m_all`, `m_won` and `m_lost`, its units (seats, games or rows) that could have an amount.
    One row for each game and `what` if the number of units depends on `what`."""
    games = seats.group_by("game_id").agg(pl.col(STRATUM).first())
    if params.unit == "row":
        key = ["game_id"] if params.of == "rows" else ["game_id", "what"]
        counts = rows.with_columns(one=1.0).group_by(key).agg(**_by_side("m", "one"))
        units = games.join(counts, on="game_id", how="left")
        return units.with_columns(pl.col(f"m_{side}").fill_null(0.0) for side in SIDES)
    distinct = seats.unique(["game_id", "unit"]).with_columns(one=1.0)
    units = games.join(distinct.group_by("game_id").agg(**_by_side("m", "one")), on="game_id")
    if params.by != "round":
        return units
    return units.join(_rounds(tables), on="game_id", how="left").with_columns(pl.col("what").fill_null("0"))


def _rounds(tables: Tables) -> pl.LazyFrame:
    """One row for each game and each round that it reached: `game_id` and `what`, the round; 0 is the set-up."""
    reached = pl.int_ranges(0, pl.col("last") + 1)
    return (
        last_rounds(tables).select("game_id", what=reached).explode("what").with_columns(pl.col("what").cast(pl.String))
    )


def finish(counts: pl.DataFrame, params: AmountParams) -> Finished:
    """One row for each `what`: its mean with the interval, the means of winners and of losers, and their difference."""
    sums = _sums_with_zeros(counts)
    found = sums.group_by("what").agg(pl.col("found", *OF_X, *OF_M, "games").sum()).drop(*compare.SUMS)
    sides = compare.compared(sums, ["what"])
    value, n = clusters.rate("all").fill_nan(None), pl.col("games").cast(pl.UInt32)
    low, high = clusters.interval("all", n) if _is_share(params) else _mean_interval(value, n)
    if params.of != "luck":  # if no amount is below 0, neither is the mean
        low = pl.when(pl.col("below") > 0).then(low).otherwise(low.clip(0))
        high = pl.when(pl.col("above") > 0).then(high).otherwise(high.clip(upper_bound=0))
    base = pl.lit(0.0) if params.of == "luck" else pl.col("x_all").sum() / pl.col("m_all").sum()
    rows = (
        found.join(sides, on="what", nulls_equal=True)
        .with_columns(n=n, games_with=pl.col("found").cast(pl.UInt32), total=pl.col("x_all"), value=value)
        .with_columns(lo=low, hi=high, base=base.fill_nan(None), z=_z(params))
        .with_columns(shrunk=stats.shrunk(pl.col("value") * n, n, pl.col("base")))
    )
    if params.by == "round" and rows.height > 1:
        rows = rows.filter((pl.col("what") != "0") | (pl.col("found") > 0))
    hidden = rows.with_columns(stats.hide_small(("value", "lo", "hi", "shrunk", "z"), pl.col("n"), params.min_n))
    tested = compare.tested(hidden, _sides(params), "games_with", params.min_n)
    return Finished(tested.sort(in_order(params.by), -pl.col("shrunk").abs(), "what", nulls_last=True).select(COLUMNS))


def _sums_with_zeros(counts: pl.DataFrame) -> pl.DataFrame:
    """Add up `counts`: one row for each `what`, `seats` and `team`, with sums of 0 if there are no such amounts."""
    of_x = counts.filter(~pl.col("whole")).group_by(*KEY).agg(pl.col("found", *OF_X).sum())
    of_m = counts.filter("whole").group_by(*KEY).agg(pl.col(*GAMES, *OF_M).sum())
    each = of_m.filter(pl.col("what").is_not_null())
    if each.is_empty():
        return compare.in_each(of_x, of_m.drop("what"))
    return each.join(of_x, on=list(KEY), how="left").with_columns(pl.col("found", *OF_X).fill_null(0.0))


def _is_share(params: AmountParams) -> bool:
    return params.of == "share" or (params.of == "rows" and params.per == "row")


def _mean_interval(value: pl.Expr, games: pl.Expr) -> tuple[pl.Expr, pl.Expr]:
    """The 95 % interval of the mean `value`, by Student's t with games as clusters; null if there is only one game."""
    half = clusters.variance("all").sqrt() * clusters.quantile(games)
    return (value - half).fill_nan(None), (value + half).fill_nan(None)


def _z(params: AmountParams) -> pl.Expr:
    """`z`: the sum of the luck, divided by its standard deviation under chance; null if luck was not asked for."""
    spread = pl.col("variance").sqrt()
    return pl.when(pl.lit(params.of == "luck"), spread > 0).then(pl.col("x_all") / spread)


def _sides(params: AmountParams) -> Sides:
    names = ("winners", "losers")
    return Sides(names, names) if _is_share(params) else Sides(names, names, number_of, change_of, "")


def number_of(value: float | None) -> str:
    """A mean as a text: with two decimals below 10, else with one."""
    return number(value, 1 if value is None or abs(value) >= 10 else 2)


def change_of(value: float | None) -> str:
    """A difference of means as a text with its sign: with two decimals below 10, else with one."""
    return change(value, 1 if value is None or abs(value) >= 10 else 2)


COLUMNS = (
    *("what", "n", "games_with", "total", "value", "lo", "hi", "shrunk", "base", "z"),
    *compare.columns(Sides(("winners", "losers"), ("winners", "losers"))),
)

ASKS = {
    "points": "How many points{score} come from",
    "value": "How much comes from",
    "rows": "How often is there",
    "luck": "How far is chance above its average in",
}


def question(params: AmountParams, ruleset: Rulebook) -> str:
    """The question in words."""
    asks = _question_start(params).format(score="" if ruleset.score == "score" else f" ({ruleset.score})")
    things = in_words(params.type, params.where, ruleset)
    per = "" if _is_share(params) else f", {_unit(params, ruleset.cooperative)}"
    games = which_games(params, ruleset.title)
    return f"{asks} {things}{counted_for(params)}{per}, {split_by(params.by)}, in {games}?"


def title_for(params: AmountParams, _ruleset: Rulebook) -> str:
    """The title with these parameters: `Points by round`."""
    names = {"points": "Points", "value": "Amounts", "rows": "Counts", "share": "Shares", "luck": "Luck"}
    name = "Shares" if _is_share(params) else names[params.of]
    return name if params.by == "all" else f"{name} {split_by(params.by)}"


def _question_start(params: AmountParams) -> str:
    if params.of == "share":
        return f"What share has {listed((params.meeting or '').split())}, of"
    return "What share of these rows is each of" if _is_share(params) else ASKS[params.of]


def _unit(params: AmountParams, cooperative: bool) -> str:
    if params.unit == "row":
        return "of these rows" if _is_share(params) else "per row"
    return "per game" if cooperative or params.unit == "game" else "per seat and game"


def finding(rows: pl.DataFrame, asked: Asked[AmountParams]) -> str:
    """The largest mean, and the clearest difference between winners and losers."""
    params, games = asked.params, counted(stats.most(rows), "game")
    if not rows["games_with"].sum():
        return f"{'No row meets the condition' if params.of == 'share' else 'It never happened'} in {games}."
    shown = rows.filter(pl.col("value").is_not_null())
    if shown.is_empty():
        return f"Not enough games yet ({games})."
    best = shown.sort(-pl.col("shrunk").abs(), "what").row(0, named=True)
    unit = _unit(params, asked.ruleset.cooperative)
    figures = f"{_figure(params, best['value'])} {unit} ({games})"
    first = f"In all, {figures}." if params.by == "all" else f"The largest is {_label(best, asked)}: {figures}."
    second = compare.clearest_difference(rows, _sides(params), lambda row: _noun(row, asked), CLAIMS[params.of].format)
    return f"{first} {second or _not_compared(rows)}".strip()


def _not_compared(rows: pl.DataFrame) -> str:
    """A sentence that says why winners and losers are not compared; empty if there are no winners and losers."""
    winners, losers = (int(rows[f"n_{side}"].max() or 0) for side in ("winners", "losers"))  # type: ignore[arg-type]
    if not (winners or losers):
        return ""
    if not (winners and losers):
        return f"Only games that were {'won' if winners else 'lost'} can have any of it."
    if nobody := [side for side in ("winners", "losers") if (rows[side] == 0).all() and not rows[side].has_nulls()]:
        return f"Only games that were {'won' if nobody == ['losers'] else 'lost'} had any of it."
    return "There are too few games to compare winners and losers."


def _noun(row: dict[str, Any], asked: Asked[AmountParams]) -> str:
    return "it" if asked.params.by == "all" else _label(row, asked)


CLAIMS = {
    "points": "Winners have {1} points from {0} than losers",
    "value": "Winners have {1} from {0} than losers",
    "rows": "Winners have {0} {1} often than losers",
    "share": "For {0}, winners meet the condition {1} often than losers",
    "luck": "Winners have {1} luck in {0} than losers",
}


def _label(row: dict[str, Any], asked: Asked[AmountParams]) -> str:
    return label_of(row["what"], asked.params.by, asked.names)


def _figure(params: AmountParams, value: float | None) -> str:
    return percent(value, 1) if _is_share(params) else change_of(value) if params.of == "luck" else number_of(value)


def panels(rows: pl.DataFrame, asked: Asked[AmountParams]) -> list[Panel]:
    """A table of the means, and a table of the differences between winners and losers."""
    if not rows["games_with"].sum():
        return []
    labels = functools.partial(_label, asked=asked)
    return [_amount_panel(rows, asked), *compare.panel(rows, _sides(asked.params), "Winners and losers", labels)]


def _amount_panel(rows: pl.DataFrame, asked: Asked[AmountParams]) -> Panel:
    known = compare.enough(rows)
    params, shown, folded = asked.params, known.head(MOST).to_dicts(), known.slice(MOST)
    others = f"{folded.height:,} more not shown: {number_of(float(folded['total'].sum()))} in all"
    low = min([0.0, *(row["lo"] for row in shown if row["lo"] is not None)])
    high = max([0.0, *(row["hi"] for row in shown if row["hi"] is not None)])
    low, high = (0.0, 1.0) if _is_share(params) or low == high else (low, high)
    return Panel(
        columns=("", "games", "with it", "share" if _is_share(params) else _unit(params, asked.ruleset.cooperative)),
        rows=tuple(_cells(row, asked) for row in shown),
        row_keys=tuple(row["what"] or "" for row in shown),
        strips=tuple(Strip(row["value"], row["lo"], row["hi"]) for row in shown),
        span=(low, high),
        ends=(percent(low), percent(high)) if _is_share(params) else (_figure(params, low), _figure(params, high)),
        below="; ".join([*([others] if folded.height else []), *compare.hidden(rows, known, params.min_n)]),
    )


def _cells(row: dict[str, Any], asked: Asked[AmountParams]) -> tuple[str, ...]:
    small = row["n"] < asked.params.min_n
    value = needs(asked.params.min_n) if small else _figure(asked.params, row["value"])
    return _label(row, asked), f"{row['n']:,}", f"{row['games_with']:,}", value


def chart(rows: pl.DataFrame, asked: Asked[AmountParams]) -> alt.TopLevelMixin:
    """A dot plot of the means with their intervals; below, the differences between winners and losers."""
    if not rows["games_with"].sum():
        return charts.nothing(finding(rows, asked))
    labelled = rows.with_columns(label=pl.Series([_label(row, asked) for row in rows.to_dicts()], dtype=pl.String))
    share = _is_share(asked.params)
    unit = _unit(asked.params, asked.ruleset.cooperative)
    title = "Share of rows" if share else f"{asked.params.of.capitalize()} {unit}"
    return dotplot.both(labelled, title, _sides(asked.params), share=share)


def sample(rows: pl.DataFrame) -> str:
    """The sample as a text: `300 games`."""
    return counted(stats.most(rows), "game")


JOB = Job(
    name="amounts",
    title="Amounts per game",
    about="How many points, resources or events a seat has in a game, and how winners differ.",
    definition="How much of something a seat has in a game: points, amounts, how often something happens, or luck "
    "(how far chance was above its average; `z` gives this in standard deviations). `n` counts the games that could "
    "have it, also those without any (for a round: those that reached it); `games_with` counts the games that had "
    "it. `base` is the mean over all rows; for luck it is 0. In cooperative games, the game has it, not a seat.",
    sample_unit="one game",
    interval="Student's t for a ratio of sums over games, with games as clusters; for shares, Wilson's, for the "
    "effective sample size.",
    test="Student's t-test of the mean difference between winners and losers within a game; in cooperative games, "
    "between won and lost games with the same number of seats. Tested from 30 games on each side that have it; `q` "
    "is the false discovery rate (Benjamini and Hochberg).",
    independence="The rows and seats of one game depend on each other, so one game is one observation.",
    limitations="Winners may have more of something because they are ahead; this does not say which came first. "
    "Long games have more of everything.",
    params=AmountParams,
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
