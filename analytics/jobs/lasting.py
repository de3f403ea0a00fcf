"""How many rounds something lasts: from the row of facts that begins it to the row that ends it.

Each row that begins something starts a spell. A spell without an end lasts to the end of its game, and is censored
there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import polars as pl
from msgspec import Meta

from analytics import clusters, dotplot, stats
from analytics.compare import MOST, enough, hidden
from analytics.job import Finished, Job
from analytics.panels import Panel, Strip
from analytics.params import which_games
from analytics.selection import (
    BY,
    CONDITIONS,
    By,
    ChoosingParams,
    Several,
    faults_of,
    in_order,
    in_words,
    label_of,
    last_rounds,
    seated,
    selected,
    split_by,
    what,
    with_nobody,
)
from analytics.words import counted, needs, percent

if TYPE_CHECKING:
    from collections.abc import Iterator

    import altair as alt

    from analytics.errors import ParameterFault
    from analytics.job import Asked
    from analytics.lake import Tables
    from analytics.rulebook import Rulebook

Same = Literal["card", "place", "source", "target", "choice"]


class LastingParams(ChoosingParams, frozen=True):
    """What `lasting` can be asked."""

    ending: Annotated[
        Several | None,
        Meta(title="Ended by", description="What ends it: only these types, separated by spaces; by default any."),
    ] = None
    ending_where: Annotated[
        Several | None, Meta(title="Ended where", description=f"What ends it: {CONDITIONS.description}")
    ] = None
    same: Annotated[
        Same, Meta(title="Matched by", description="The column that has to be equal in the beginning and the end.")
    ] = "card"
    ending_same: Annotated[
        Same | None,
        Meta(title="Matched by, of the end", description="The column of the end, if it is another one."),
    ] = None
    same_seat: Annotated[bool, Meta(title="Same seat", description="Whether the end has to be of the same seat.")] = (
        False
    )
    by: Annotated[By, Meta(title="Group by", description=f"For the beginning. {BY}")] = "type"

    def faults(self) -> Iterator[ParameterFault]:
        yield from super().faults()
        yield from faults_of("/ending_where", self.ending_where)


OF_X = clusters.of_x("all")
OF_M = clusters.of_m("all")
COUNTS = {"what": pl.String, "rounds": pl.Int64} | dict.fromkeys(
    ("ended", "left", "games", "by_owner", *OF_X, *OF_M), pl.Float64
)
"""Partial counts, in three kinds of rows.

Rows with `rounds`: how many spells of `what` ended after this number of rounds (`ended`), and how many had lasted this
long when their game ended (`left`).

Rows with only `what`: sums over games. `m_all`: the spells of a game; `x_all`: those that never ended; `games`: 1 for
each game with a spell; `by_owner`: spells that were ended by the seat for which they began.

One row without `what`: `games`, the number of all selected games.
"""


def partial(tables: Tables, params: LastingParams) -> pl.DataFrame:
    """The counts of spells by `what` and `rounds`, and sums over games by `what`; see `COUNTS`."""
    spells = _spells(tables, params)
    lasted = spells.group_by("what", "rounds").agg(ended=pl.col("ended").sum(), left=(~pl.col("ended")).sum())
    by_game = spells.group_by("game_id", "what").agg(
        x_all=(~pl.col("ended")).sum().cast(pl.Float64),
        m_all=pl.len().cast(pl.Float64),
        by_owner=pl.col("by_owner").sum(),
    )
    sums = by_game.group_by("what").agg(
        games=pl.len(), by_owner=pl.col("by_owner").sum(), **clusters.total(*OF_X, *OF_M)
    )
    games = seated(tables, params).select(games=pl.col("game_id").n_unique())
    frames = pl.collect_all([lasted, sums, games])
    return pl.concat([pl.DataFrame(schema=COUNTS), *frames], how="diagonal_relaxed").select(
        pl.col(name).cast(kind) for name, kind in COUNTS.items()
    )


def example_games(tables: Tables, params: LastingParams) -> pl.LazyFrame:
    """One row for each spell: `game_id`, and `row_key`, the `what` of the result row that counts the spell."""
    return _spells(tables, params).select("game_id", row_key="what")


def _spells(tables: Tables, params: LastingParams) -> pl.LazyFrame:
    """One row for each spell: `game_id`, `what`, whether it `ended`, its length in `rounds`, and whether the seat for
    which it began decided the end (`by_owner`). A spell without an end lasts to the last round of its game."""
    key = ["game_id", "key", *(["seat"] if params.same_seat else [])]
    begun = _with_key(selected(tables, params.type, params.where, by=(params.by,)), params.same)
    asked = with_nobody(seated(tables, params), params).select("game_id", "seat")
    begun = begun.with_columns(what=what(params.by)).drop_nulls("what")
    begun = begun.join(asked, on=["game_id", "seat"], how="semi", nulls_equal=True)
    ends = _with_key(selected(tables, params.ending, params.ending_where), params.ending_same or params.same)
    found = (
        begun.select(*dict.fromkeys((*key, "seat")), "what", "place_in_log", "round")
        .sort("place_in_log")
        .join_asof(
            ends.select(*key, "place_in_log", "actor", end="round").sort("place_in_log"),
            on="place_in_log",
            by=key,
            strategy="forward",
            allow_exact_matches=False,
            check_sortedness=False,
        )
    )
    last = last_rounds(tables)
    return found.join(last, on="game_id").select(
        *("game_id", "what"),
        ended=pl.col("end").is_not_null(),
        rounds=pl.coalesce("end", "last").cast(pl.Int64) - pl.col("round").cast(pl.Int64),
        by_owner=(pl.col("actor") == pl.col("seat")).fill_null(False),
    )


def _with_key(rows: pl.LazyFrame, column: str) -> pl.LazyFrame:
    """The rows with a value in `column`, as `key`, and `place_in_log`, a number that sorts them as in the log."""
    place = pl.col("version").cast(pl.Int64) * 2**31 + pl.col("step").cast(pl.Int64) * 2**16 + pl.col("part")
    named = rows.with_columns(key=pl.col(column).cast(pl.String), place_in_log=place.cast(pl.Int64))
    return named.drop_nulls("key")


def finish(counts: pl.DataFrame, params: LastingParams) -> Finished:
    """One row for each `what`: the share of spells that never ended (`value`) with its interval, the quartiles of the
    length in rounds, and the share of spells left after 1, 2 and 4 rounds."""
    sums = (
        counts.filter(pl.col("rounds").is_null()).group_by("what").agg(pl.col("games", "by_owner", *OF_X, *OF_M).sum())
    )
    known = sums.filter(pl.col("what").is_not_null())
    known = known if known.height else sums.filter(pl.col("games") > 0)
    lasted = counts.filter(pl.col("rounds").is_not_null()).group_by("what", "rounds").agg(pl.col("ended", "left").sum())
    value, n = clusters.rate("all").fill_nan(None), pl.col("games").cast(pl.UInt32)
    low, high = clusters.interval("all", n)
    ended = pl.col("m_all") - pl.col("x_all")
    rows = (
        known.join(_survival(lasted), on="what", how="left")
        .with_columns(n=n, begun=pl.col("m_all").cast(pl.UInt64), value=value)
        .with_columns(lo=low.fill_nan(None), hi=high.fill_nan(None))
        .with_columns(base=(pl.col("x_all").sum() / pl.col("m_all").sum()).fill_nan(None))
        .with_columns(shrunk=stats.shrunk(pl.col("value") * n, n, pl.col("base")))
        .with_columns(by_owner=pl.when(ended > 0).then(pl.col("by_owner") / ended))
        .with_columns(stats.hide_small((*FIGURES, *QUARTILES, *LEFT), n, params.min_n))
    )
    return Finished(rows.sort(in_order(params.by), stats.unexpected(), "what", nulls_last=True).select(COLUMNS))


FIGURES = ("value", "lo", "hi", "shrunk", "by_owner")
QUARTILES = {"lower": 0.75, "median": 0.5, "upper": 0.25}
"""Columns with the number of rounds after which at most this share of the spells is left."""
LEFT = {"left_1": 1, "left_2": 2, "left_4": 4}
"""Columns with the share of the spells that is left after this number of rounds."""
COLUMNS = ("what", "n", "begun", "value", "lo", "hi", "shrunk", "base", *QUARTILES, *LEFT, "by_owner")


def _survival(lasted: pl.DataFrame) -> pl.DataFrame:
    """One row for each `what`: the columns of `LEFT` and `QUARTILES`, by the estimate of E. L. Kaplan and P. Meier
    (1958). A spell counts as at risk of ending until its game ends.

    A share is null after the longest spell unless all have ended; a quartile is null if fewer spells have ended.
    """
    spells = pl.col("ended") + pl.col("left")
    at_risk = spells.cum_sum(reverse=True).over("what", order_by="rounds")
    curve = lasted.with_columns(at_risk=at_risk).sort("what", "rounds")
    ending = pl.col("ended") / pl.col("at_risk")
    curve = curve.with_columns(share=(1 - ending).cum_prod().over("what", order_by="rounds"))
    rounds, share = pl.col("rounds"), pl.col("share")
    left = {name: share.filter(rounds <= after).last().fill_null(1.0) for name, after in LEFT.items()}
    known = {
        name: pl.when((rounds.max() >= after) | (share.min() <= 0)).then(left[name]) for name, after in LEFT.items()
    }
    ended = {name: rounds.filter(share <= part + 1e-12).min() for name, part in QUARTILES.items()}
    return curve.group_by("what").agg(**known, **ended)


def question(params: LastingParams, ruleset: Rulebook) -> str:
    """The question in words."""
    first = in_words(params.type, params.where, ruleset, "any action or effect")
    last = in_words(params.ending, params.ending_where, ruleset, "any other")
    same = f"of the same {params.same}"
    same += f" as its {params.ending_same}" if params.ending_same and params.ending_same != params.same else ""
    same += " and seat" if params.same_seat else ""
    games = which_games(params, ruleset.title)
    return f"How many rounds is it from {first} to {last} {same}, {split_by(params.by)}, in {games}?"


def finding(rows: pl.DataFrame, asked: Asked[LastingParams]) -> str:
    """How many rounds the most frequent kind of spell lasts."""
    games = counted(stats.most(rows), "game")
    if not rows["begun"].sum():
        return f"It never begins in {games}."
    shown = rows.filter(pl.col("value").is_not_null())
    if shown.is_empty():
        return f"Not enough games yet ({games})."
    most = shown.sort("begun", "what", descending=[True, False]).row(0, named=True)
    often = f"{counted(most['begun'], 'time')} in {counted(most['n'], 'game')}"
    return f"{_label(most, asked)}: {_lasts(most)}; {percent(most['value'])} of {often} lasted to the end of the game."


def _lasts(row: dict[str, Any]) -> str:
    if row["median"] is None:
        return "less than half of them ended"
    if not row["median"]:
        return "half of them ended in the same round"
    return f"half of them ended within {counted(row['median'], 'round')}"


def _label(row: dict[str, Any], asked: Asked[LastingParams]) -> str:
    return label_of(row["what"], asked.params.by, asked.names)


def panels(rows: pl.DataFrame, asked: Asked[LastingParams]) -> list[Panel]:
    """One panel: for each `what`, the share of spells that never ended, and the median length in rounds."""
    known = enough(rows)
    shown, folded = known.head(MOST).to_dicts(), known.height - MOST
    few = hidden(rows, known, asked.params.min_n)
    return [
        Panel(
            columns=("", "games", "begun", "never ended", "rounds", "by owner"),
            rows=tuple(_cells(row, asked) for row in shown),
            row_keys=tuple(row["what"] or "" for row in shown),
            strips=tuple(Strip(row["value"], row["lo"], row["hi"]) for row in shown),
            below="; ".join([*([f"{folded:,} more not shown"] if folded > 0 else []), *few, ROUNDS]),
        )
    ]


ROUNDS = "rounds: the median until the end"


def _cells(row: dict[str, Any], asked: Asked[LastingParams]) -> tuple[str, ...]:
    small = row["n"] < asked.params.min_n
    value = needs(asked.params.min_n) if small else percent(row["value"])
    median = "–" if row["median"] is None else str(row["median"])
    return _label(row, asked), f"{row['n']:,}", f"{row['begun']:,}", value, median, percent(row["by_owner"])


def chart(rows: pl.DataFrame, asked: Asked[LastingParams]) -> alt.TopLevelMixin:
    """A dot with its interval for the share of spells that never ended; the label of each row has the median."""
    labels = [_label(row, asked) + _median(row) for row in rows.to_dicts()]
    labelled = rows.with_columns(label=pl.Series(labels, dtype=pl.String))
    return dotplot.figures(labelled, "Share that lasted to the end of the game", share=True)


def _median(row: dict[str, Any]) -> str:
    return "" if row["median"] is None else f", {counted(row['median'], 'round')}"


def sample(rows: pl.DataFrame) -> str:
    """The sample size: the games of the row with the most games."""
    return counted(stats.most(rows), "game")


JOB = Job(
    name="lasting",
    title="Duration",
    about="How many rounds something lasts, and how often it lasts to the end of the game.",
    definition="Something ends with the first later row that names the same card (place, source, target): the share "
    "that never ended (`value`), the rounds after which half had ended (`median`, with the quartiles `lower` and "
    "`upper`), the share left after 1, 2 and 4 rounds, and the share of endings that the owner decided "
    "(`by_owner`). 0 rounds means the same round. `n` counts the games in which it begins, `begun` how often it "
    "begins.",
    sample_unit="one game",
    interval=clusters.WILSON,
    test="",
    independence="What begins in one game depends on each other, so one game is one observation.",
    limitations="Medians and shares left are Kaplan-Meier estimates. They assume that what was still there when its "
    "game ended would have ended like the rest; where games end because of it, they are too long. They have no "
    "interval.",
    params=LastingParams,
    question=question,
    partial=partial,
    finish=finish,
    finding=finding,
    panels=panels,
    chart=chart,
    sample=sample,
    example_games=example_games,
    empty=pl.DataFrame(schema=COUNTS),
)
