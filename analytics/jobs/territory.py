"""What seats hold in each place, such as soldiers on a front, and whether seats that hold it win more often."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import polars as pl
from msgspec import Meta

from analytics import compare, having
from analytics.compare import STRATUM
from analytics.job import Finished, Job
from analytics.params import Params, filters, which_games
from analytics.schema import one_of
from analytics.words import plain

if TYPE_CHECKING:
    import altair as alt

    from analytics.job import Asked
    from analytics.lake import Tables
    from analytics.panels import Panel
    from analytics.rulebook import Rulebook

END = "end"


class TerritoryParams(Params, frozen=True):
    """What `territory` can be asked."""

    what: Annotated[
        Annotated[str, Meta(min_length=1, max_length=40)] | None,
        Meta(title="What", description="Only this kind of holding, such as `soldiers` or `tiles`."),
    ] = None
    at: Annotated[
        str,
        Meta(
            title="At the end of",
            description="The number of a round, or `end` for the whole game.",
            pattern="^(end|[1-9][0-9]{0,4})$",
        ),
    ] = END
    holds: Annotated[
        Literal["some", "more"],
        Meta(
            title="Holds",
            description="`some`: seats that hold any, compared with seats that hold none. `more`: seats that hold more "
            "than the average of the others, as many, or fewer, in places where anybody holds any; in cooperative "
            "games, the same as `some`.",
        ),
    ] = "some"


BETWEEN = "|"
"""Separates the parts of the key `what`: the kind of holding, the place, whose place it is (`own`, `other` or `all`),
and how much is held (`some`, or `more`, `equal` or `fewer` compared with the others): `soldiers|front:2|own|more`."""
TEAM = 0
"""The value of `seat` for the team of a cooperative game."""
PLACE = r"^([^:]+):(\d+)\.(.+)$"
"""The pattern of a place that belongs to a seat: `front:1.2` is place `front:2` of seat 1."""


def partial(tables: Tables, params: TerritoryParams) -> pl.DataFrame:
    """The sums over the games that reached the round asked about, by `what` (see `BETWEEN`) and number of seats; the
    columns are those of `having.COUNTS`."""
    return having.count(*_holding(tables, params))


def example_games(tables: Tables, params: TerritoryParams) -> pl.LazyFrame:
    """`game_id` and `row_key`, the `what`, for each selected unit to which it applies."""
    asked, held = _holding(tables, params)
    return held.join(asked, on=["game_id", "seat"], how="semi").select("game_id", row_key="what")


def _holding(tables: Tables, params: TerritoryParams) -> tuple[pl.LazyFrame, pl.LazyFrame]:
    """Two frames: the selected units of the games that reached the round asked about, and what all units of these games
    hold in each place (see `_relations`)."""
    rows = _holdings_at(tables, params)
    units = _units(tables.seats).join(rows, on="game_id", how="semi")
    asked = units.join(_units(tables.seats.filter(*filters(params))), on=["game_id", "seat"], how="semi")
    held = _held(rows, units, params)
    return asked, _relations(held, units, params)


def _units(seats: pl.LazyFrame) -> pl.LazyFrame:
    """One row for each unit that can hold something: a seat, or the team of a cooperative game (`seat` is `TEAM`)."""
    team = pl.col("par").is_null()
    unit = pl.when(team).then(TEAM).otherwise("seat").cast(pl.UInt8)
    return seats.select("game_id", "seats", "win_share", seat=unit, team=team).unique(["game_id", "seat"])


def _holdings_at(tables: Tables, params: TerritoryParams) -> pl.LazyFrame:
    """The rows of holdings at the end of the round asked about, or of the game. Where a game ended in that round, these
    are the holdings at its end."""
    if params.at == END:
        return tables.holdings.filter("final")
    of_round = tables.holdings.filter(pl.col("round") == int(params.at))
    return of_round.filter(pl.col("final") == pl.col("final").max().over("game_id"))


def _held(rows: pl.LazyFrame, units: pl.LazyFrame, params: TerritoryParams) -> pl.LazyFrame:
    """One row for each unit and `key` (kind of holding, place, and whose place it is): `n`, how many the unit holds.

    A place that belongs to a seat loses the number of that seat: `front:1.2` becomes `front:2`, and `whose` it is
    becomes `own` or `other`.
    """
    of_what = pl.lit(True) if params.what is None else one_of("what", params.what)
    teams = units.select("game_id", *STRATUM).unique()
    place = pl.col("place").cast(pl.String)
    owner = pl.when(~pl.col("team")).then(place.str.extract(PLACE, 2).cast(pl.UInt64, strict=False))
    owned = owner.is_between(1, pl.col("seats"))
    own = pl.when(owned & (owner == pl.col("seat"))).then(pl.lit("own"))
    held = (
        rows.filter(of_what, place.is_not_null())
        .select("game_id", "seat", "what", "place", "n")
        .join(teams, on="game_id")
    )
    return (
        held.with_columns(
            seat=pl.when("team").then(TEAM).otherwise("seat").cast(pl.UInt8),
            place=pl.when(owned).then(place.str.replace(PLACE, "$1:$3")).otherwise(place),
            whose=own.when(owned).then(pl.lit("other")).otherwise(pl.lit("all")),
        )
        .filter(pl.col("seat").is_not_null())
        .group_by("game_id", "seat", key=pl.concat_str("what", "place", "whose", separator=BETWEEN))
        .agg(pl.col("n").sum().cast(pl.Float64))
    )


def _relations(held: pl.LazyFrame, units: pl.LazyFrame, params: TerritoryParams) -> pl.LazyFrame:
    """One row for each unit and `what` that applies to it, with the amount it holds as `figure`.

    `what` is a key of `_held` and a relation. With `holds=some`, and in cooperative games, it is `some` for units that
    hold any. With `holds=more`, it is `more`, `equal` or `fewer`, compared with the mean of the other units, if any
    unit of the game holds some.
    """
    grid = held.select("game_id", "key").unique().join(units, on="game_id")
    each = grid.join(held, on=["game_id", "seat", "key"], how="left").with_columns(pl.col("n").fill_null(0.0))
    n, others = pl.col("n"), pl.col("n").sum().over("game_id", "key") - pl.col("n")
    some = pl.when(n > 0).then(pl.lit("some"))
    excess = n * (pl.len().over("game_id", "key") - 1) - others
    more = pl.when(excess > 0).then(pl.lit("more")).when(excess < 0).then(pl.lit("fewer")).otherwise(pl.lit("equal"))
    compared = pl.when("team").then(some).when(pl.col("seats") > 1).then(more)
    relation = some if params.holds == "some" else compared
    labelled = each.with_columns(relation=relation).filter(pl.col("relation").is_not_null())
    what = pl.concat_str("key", "relation", separator=BETWEEN)
    return labelled.select("game_id", "seat", what=what, figure="n")


def finish(counts: pl.DataFrame, params: TerritoryParams) -> Finished:
    """One row for each `what`, split into `held`, `place`, `whose` and `holds`: the win rate of the seats to which it
    applies, and its difference to that of other seats of the same games."""
    rows = having.rates(*having.added(counts), "amount", params.min_n)
    parts = pl.col("what").str.split(BETWEEN).list
    columns = {name: parts.get(at) for at, name in enumerate(("held", "place", "whose", "holds"))}
    return Finished(rows.with_columns(**columns).select(*columns, pl.exclude(*columns)))


def question(params: TerritoryParams, ruleset: Rulebook) -> str:
    """The question in words."""
    when, games = _when(params), which_games(params, ruleset.title)
    when += f" ({plain(params.what).lower()})" if params.what else ""
    if ruleset.cooperative:
        return f"What is in each place {when}, and how often are games with it won, in {games}?"
    how = "it there" if params.holds == "some" else "more of it there, as many or fewer than the others"
    return f"What do seats hold in each place {when}, and how often do seats win that hold {how}, in {games}?"


def _when(params: TerritoryParams) -> str:
    return "at the end" if params.at == END else f"after round {params.at}"


def finding(rows: pl.DataFrame, asked: Asked[TerritoryParams]) -> str:
    """The clearest difference between the win rates of seats that hold something and of seats that do not."""
    return having.finding(rows, asked, lambda row: _label(row, asked), lambda label, more: _claim(label, more, asked))


def _claim(label: str, more: str, asked: Asked[TerritoryParams]) -> str:
    what = f"{label[:1].lower()}{label[1:]} {_when(asked.params)}"
    if asked.ruleset.cooperative:
        return f"Games with {what} are won {more} often than those without"
    return f"Seats with {what} win {more} often than those without"


HOLDS = {"more": "More {}", "equal": "As many {}", "fewer": "Fewer {}"}
WHOSE = {"own": "own ", "other": "another's "}


def _label(row: dict[str, Any], asked: Asked[TerritoryParams]) -> str:
    """The name of a row, as readers see it: `Soldiers at own Front 2`, `More soldiers at ...`."""
    words = plain(row["held"])
    holds = HOLDS[row["holds"]].format(words.lower()) if row["holds"] in HOLDS else words
    return f"{holds} at {WHOSE.get(row['whose'], '')}{asked.names.thing(row['place'])}"


def panels(rows: pl.DataFrame, asked: Asked[TerritoryParams]) -> list[Panel]:
    """A panel of the win rates of seats that hold something, and one of the tested differences to seats that do not."""
    heading = f"{_when(asked.params)[:1].upper()}{_when(asked.params)[1:]}"
    return having.panels(rows, asked, lambda row: _label(row, asked), heading, "amount")


def chart(rows: pl.DataFrame, asked: Asked[TerritoryParams]) -> alt.TopLevelMixin:
    """The win rates with their intervals, above the tested differences to seats that do not hold the same."""
    return having.chart(rows, asked, lambda row: _label(row, asked))


JOB = Job(
    name="territory",
    title="Win rate by territory",
    about="What seats hold in each place, and how often they win with it.",
    definition="What seats hold in each place at the end of a round or of the game, and how often seats that hold "
    "it win, compared with seats of the same games that do not. `base` is the share expected by chance, 1 divided "
    "by the number of seats. `amount` is how much they hold there. A place that belongs to a seat, such as a Front, "
    "is its own or another's. In cooperative games, a game is one result, `base` is the share of all games with the "
    "same number of seats that are won, and games in which anybody holds it, or it belongs to nobody in particular, "
    "are compared with the others.",
    sample_unit="one game in which it is held; `seat_games` counts the seats, `games` all games that got to that round",
    interval=having.INTERVAL,
    test="Student's t-test of the difference within a game, from 30 games on; `q` is the false discovery rate "
    f"(Benjamini and Hochberg). {compare.AT_LEAST_CHANCE}",
    independence="A game is one observation: the difference between its seats with it and its seats without it.",
    limitations="A seat that is ahead can hold more, and loses less of it, so what it holds need not be the reason "
    "for its win.",
    params=TerritoryParams,
    question=question,
    partial=partial,
    finish=finish,
    finding=finding,
    panels=panels,
    chart=chart,
    sample=having.sample,
    example_games=example_games,
    empty=pl.DataFrame(schema=having.COUNTS),
    version=2,
)
