"""How often seats win with each faction, such as a hero, a colour or a trio of heroes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import polars as pl
from msgspec import Meta

from analytics import clusters, compare, having
from analytics.job import Finished, Job
from analytics.params import Params, filters, which_games
from analytics.words import plain

if TYPE_CHECKING:
    import altair as alt

    from analytics.job import Asked
    from analytics.lake import Tables
    from analytics.panels import Panel
    from analytics.rulebook import Rulebook


class FactionParams(Params, frozen=True):
    """What `win_rate_by_faction` can be asked."""

    of: Annotated[
        Annotated[str, Meta(min_length=1, max_length=40)] | None,
        Meta(
            title="Kind of faction",
            description="What the seats are compared by, such as `hero` or `colour`; by default the kind with the most "
            "values that can be tested.",
        ),
    ] = None


def partial(tables: Tables, params: FactionParams) -> pl.DataFrame:
    """The sums over games by faction (`what`, such as `hero=hero:monk`) and number of seats; see `having.COUNTS`."""
    return having.count(*_played(tables, params))


def _played(tables: Tables, params: FactionParams) -> tuple[pl.LazyFrame, pl.LazyFrame]:
    """Two frames: the selected seats, and one row for each seat and faction (`what`), with the seat's margin
    (`figure`)."""
    seats = tables.seats.filter(*filters(params)).with_columns(team=pl.col("par").is_null())
    # the same few texts stand at many seats
    each = seats.select("faction").unique().with_columns(what=_factions()).explode("what").filter(pl.col("what") != "")
    return seats, seats.select("game_id", "seat", "faction", figure=_margin()).join(each, on="faction").drop("faction")


def example_games(tables: Tables, params: FactionParams) -> pl.LazyFrame:
    """`game_id` and `row_key`, the faction, for each selected seat with the faction."""
    return _played(tables, params)[1].select("game_id", row_key="what")


def _factions() -> pl.Expr:
    """The factions of a seat, each once."""
    return pl.col("faction").cast(pl.String).str.split("\n").list.unique()


def _margin() -> pl.Expr:
    """How much better the score of a seat is than the mean score of the other seats; null in cooperative games, without
    other seats, and if any seat has no score."""
    score, n = pl.col("score").cast(pl.Float64), pl.len().over("game_id")
    mean = (score.sum().over("game_id") - score) / (n - 1)
    competes = ~pl.col("team") & (n > 1) & (score.count().over("game_id") == n)
    return pl.when(competes).then(pl.when(pl.col("lowest").fill_null(False)).then(mean - score).otherwise(score - mean))


def finish(counts: pl.DataFrame, params: FactionParams) -> Finished:
    """One row for each faction of one kind, such as `hero`: its win rate, the rate expected by chance, and the tested
    difference to other seats of the same games."""
    each, whole = having.added(counts)
    return Finished(having.rates(_of_kind(each, params.of), whole, "margin", params.min_n))


def _of_kind(found: pl.DataFrame, kind: str | None) -> pl.DataFrame:
    """The rows of the factions of this kind. By default: the kind with the most factions that can be tested; of
    several, the one with the most games per faction, then the first by name."""
    of = pl.col("what").str.split("=").list.first()
    games = found.group_by("what").agg(n=pl.col("games").sum()).group_by(of=of)
    ranked = games.agg(testable=(pl.col("n") >= clusters.LEAST_TESTED).sum(), usual=pl.col("n").mean())
    best = ranked.sort("testable", "usual", "of", descending=[True, True, False])["of"].to_list()
    return found.filter(of == (kind or (best or [""])[0]))


def question(params: FactionParams, ruleset: Rulebook) -> str:
    """The question in words."""
    of = plain(params.of).lower() if params.of else "faction"
    return f"How often does each {of} win in {which_games(params, ruleset.title)}?"


def title_for(params: FactionParams, _ruleset: Rulebook) -> str:
    """The title with these parameters: `Win rate by hero`."""
    return f"Win rate by {plain(params.of).lower() if params.of else 'faction'}"


def finding(rows: pl.DataFrame, asked: Asked[FactionParams]) -> str:
    """The clearest difference between the win rates of seats with a faction and of seats without it."""
    return having.finding(
        rows, asked, lambda row: _label(row, asked), lambda label, more: f"{label} wins {more} often than seats without"
    )


def _label(row: dict[str, Any], asked: Asked[FactionParams]) -> str:
    return asked.names.faction(row["what"])


def panels(rows: pl.DataFrame, asked: Asked[FactionParams]) -> list[Panel]:
    """A panel of the win rate of each faction, and one of the tested differences to seats without it."""
    of = plain(rows["what"][0].partition("=")[0])
    return having.panels(rows, asked, lambda row: _label(row, asked), of, "margin")


def chart(rows: pl.DataFrame, asked: Asked[FactionParams]) -> alt.TopLevelMixin:
    """The win rates with their intervals, above the tested differences to seats without the faction."""
    return having.chart(rows, asked, lambda row: _label(row, asked))


JOB = Job(
    name="win_rate_by_faction",
    title="Win rate by faction",
    about="How often seats win with each hero, colour or team.",
    definition="How often seats win that play a hero, a colour or a trio (`of` says which; by default the one with "
    "the most values that have 30 games), and how this differs from seats of the same games without it. `base` is "
    "the share expected by chance, 1 divided by the number of seats. `margin` is the score minus the mean score of "
    "the other seats, where seats compete by score, or the other way round where the lowest score is the best. In "
    "cooperative games, a game with it is one result, `base` is the share of all games with the same number of seats "
    "that are won, and games with it are compared with games without it.",
    sample_unit="one game in which it is played; `seat_games` counts the seats that play it, `games` all games of "
    "the sample",
    interval=clusters.WILSON,
    test="Student's t-test of the difference within a game, from 30 games on; `q` is the false discovery rate "
    f"(Benjamini and Hochberg). {compare.AT_LEAST_CHANCE}",
    independence="A game is one observation: the difference between its seats with it and its seats without it.",
    limitations="Stronger players may choose it. It may only be played with some numbers of seats, or together with "
    "some others.",
    params=FactionParams,
    title_for=title_for,
    question=question,
    partial=partial,
    finish=finish,
    finding=finding,
    panels=panels,
    chart=chart,
    sample=having.sample,
    example_games=example_games,
    empty=pl.DataFrame(schema=having.COUNTS),
    version=3,
)
