"""How often seats win that played, drew, had or kept a card, or anything else with an id: a tower, a tile, an item."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import polars as pl
from msgspec import Meta

from analytics import with_it
from analytics.errors import ParameterFault
from analytics.job import Finished, Job
from analytics.params import filters, which_games
from analytics.schema import DECISION, one_of
from analytics.selection import SelectingParams, counted_for, in_words, seated, selected
from analytics.words import plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    import altair as alt

    from analytics.job import Asked
    from analytics.lake import Tables
    from analytics.panels import Panel
    from analytics.rulebook import Rulebook


class CardParams(SelectingParams, frozen=True):
    """What `card_performance` can be asked."""

    what: Annotated[
        Literal["played", "had", "drawn", "kept"],
        Meta(
            title="What",
            description="`played`: a decision of the seat names the card, after the set-up. `drawn`: the seat drew it. "
            "`had`: any of these, or another row of the seat names it as card or source, or the seat held it at the "
            "end of a round. `kept`: the seat held it at the end of the game. With `type`, the rows of these types "
            "count instead of decisions and draws.",
        ),
    ] = "played"
    card_type: Annotated[
        Annotated[str, Meta(min_length=1, max_length=64)] | None,
        Meta(title="Type of card", description="Only cards of this type in the component set, such as `tower`."),
    ] = None
    level: Annotated[
        Annotated[int, Meta(ge=-99, le=999)] | None,
        Meta(title="Level", description="Only cards of this level in the component set."),
    ] = None

    def faults(self) -> Iterator[ParameterFault]:
        yield from super().faults()
        if self.what == "kept":
            for name in ("type", "where"):
                if getattr(self, name) is not None:
                    yield ParameterFault(f"/{name}", "cannot be combined with `what=kept`")


COUNTS: dict[str, Any] = with_it.COUNTS | {"type": pl.String, "level": pl.Int16}
"""The sums of `with_it.COUNTS`, with the card's id as `what`, and its `type` and `level` in the component set."""
PLACES = ("place", "space")
"""Types in the component set that name a location: a seat holds what lies there, not the location."""


def partial(tables: Tables, params: CardParams) -> pl.DataFrame:
    """Sums over games (see `COUNTS`) by card and number of seats."""
    known = _card_properties(tables)
    cards = _cards_of_seats(tables, known, params)
    have = cards.select("game_id", "seat", "times", what="id", fair=pl.lit(value=True))
    seats = seated(tables, params).with_columns(life=pl.lit(0, dtype=pl.UInt8), able=pl.lit(value=True))
    counts = with_it.counts(seats, have)
    properties = known.group_by(what="id").agg(pl.col("type", "level").min())
    return counts.join(properties, on="what", how="left").select(
        pl.col(name).cast(kind) for name, kind in COUNTS.items()
    )


def example_games(tables: Tables, params: CardParams) -> pl.LazyFrame:
    """`game_id` and `row_key` (the id of the card) for each row of `_cards_of_seats` with a selected seat."""
    have = _cards_of_seats(tables, _card_properties(tables), params)
    return have.join(seated(tables, params), on=["game_id", "seat"], how="semi").select("game_id", row_key="id")


def _card_properties(tables: Tables) -> pl.DataFrame:
    """One row for each card of a component set: `component_set`, `id`, `type` and `level`."""
    return tables.cards.select(pl.col("component_set", "id", "type").cast(pl.String), "level").unique().collect()


def _cards_of_seats(tables: Tables, known: pl.DataFrame, params: CardParams) -> pl.LazyFrame:
    """Each card asked about that a seat played, drew, had or kept; one has several rows if it is named in several ways.

    The columns are `CARD_COLUMNS`, `type` and `level`.
    """
    sources = [_named_in_facts(tables, params), _held_by_seats(tables, params)]
    named = pl.concat([found for found in sources if found is not None])
    return named.join(known.lazy(), on=["component_set", "id"], how="left").filter(
        *_card_conditions(params, known.height > 0)
    )


def _named_in_facts(tables: Tables, params: CardParams) -> pl.LazyFrame | None:
    """How many `times` selected rows of facts name an id for a seat: `CARD_COLUMNS`. None if only held cards count.

    A cell may list several ids, separated by spaces.
    """
    if params.what == "kept":
        return None
    rows = selected(tables, params.type, params.where, params.whose).filter(_is_counted(params))
    columns = ("card", "source") if params.what == "had" else ("card",)
    chosen = rows.select("game_id", "component_set", *columns, seat="who")
    found = chosen.filter(pl.any_horizontal(pl.col(columns).is_not_null()))
    named = found.group_by("game_id", "component_set", "seat", *columns).agg(times=pl.len().cast(pl.Int64))
    # the same few cells stand in many rows
    cells = named.select("component_set", *columns).unique()
    ids = cells.with_columns(id=pl.concat_list(pl.col(columns).cast(pl.String).str.split(" ").fill_null([])))
    listed = named.join(ids.explode("id"), on=["component_set", *columns], nulls_equal=True)
    return listed.with_columns(pl.col("component_set").cast(pl.String)).select(CARD_COLUMNS)


CARD_COLUMNS = ("game_id", "component_set", "seat", "id", "times")
"""A `seat` has the card `id`; `times`: how many rows of facts name the card, 0 if the seat only held it."""


def _is_counted(params: CardParams) -> pl.Expr:
    """Whether a selected row of facts counts: all rows with `type` or for `had`, else only decisions or only draws."""
    if params.type is not None or params.what == "had":
        return pl.lit(value=True)
    if params.what == "played":
        return one_of("category", DECISION) & (pl.col("turn") > 0)
    return pl.col("chance").fill_null(False) & pl.col("die_face").is_null()


def _held_by_seats(tables: Tables, params: CardParams) -> pl.LazyFrame | None:
    """One row for each card that a seat held at the end of a round or of the game: `CARD_COLUMNS`. None if held
    cards do not count."""
    if params.what not in ("had", "kept") or params.type is not None or params.where is not None:
        return None
    rows = tables.holdings.filter(
        pl.col("n") > 0, pl.col("seat").is_not_null(), pl.col("final") | pl.lit(params.what == "had"), *filters(params)
    )
    frames = [
        rows.select(
            "game_id",
            pl.col("component_set").cast(pl.String),
            "seat",
            id=pl.col(name).cast(pl.String),
            times=pl.lit(0, dtype=pl.Int64),
        )
        for name in ("what", "place")
    ]
    cards = tables.cards.filter(~one_of("type", *PLACES))
    ids = cards.select(pl.col("component_set", "id").cast(pl.String))
    return pl.concat(frames).join(ids, on=["component_set", "id"], how="semi").select(CARD_COLUMNS)


def _card_conditions(params: CardParams, known: bool) -> Iterator[pl.Expr]:
    """Conditions on cards: the type and level asked for and, if component sets are `known`, that one lists the card."""
    if known:
        yield pl.col("type").is_not_null()
    if params.card_type is not None:
        yield pl.col("type") == params.card_type
    if params.level is not None:
        yield pl.col("level") == params.level


def finish(counts: pl.DataFrame, params: CardParams) -> Finished:
    """One row for each card: the columns of `with_it.rows`, `type` and `level`; the cards of the most games first."""
    cards = counts.filter(pl.col("what").is_not_null()).group_by("what").agg(pl.col("type", "level").min())
    rows = with_it.rows(counts.drop("type", "level"), params.min_n)
    return Finished(
        rows.join(cards, on="what", maintain_order="left").select("what", "type", "level", *rows.columns[1:])
    )


# --- in words

VERBS = {"played": "played", "had": "had", "drawn": "drew", "kept": "kept"}


def _verb(params: CardParams) -> str:
    """The verb for what a seat did with a card: `had` if `type` is given, since any row may name the card then."""
    return "had" if params.type is not None else VERBS[params.what]


def question(params: CardParams, ruleset: Rulebook) -> str:
    """The question in words."""
    level = f" of level {params.level}" if params.level is not None else ""
    rows = f" by {in_words(params.type, params.where, ruleset)}" if params.type or params.where else ""
    who = "teams" if ruleset.cooperative else "seats"
    end = " to the end" if params.what == "kept" else ""
    thing = plain(params.card_type).lower() if params.card_type else "card"
    did = f"{_verb(params)} a {thing}{level}{end}{rows}{counted_for(params)}"
    return f"How often do {who} win that {did}, in {which_games(params, ruleset.title)}?"


def _label(row: dict[str, Any], asked: Asked[CardParams]) -> str:
    name = asked.names.thing(row["what"])
    return name if row["level"] is None else f"{name} (level {row['level']})"


def finding(rows: pl.DataFrame, asked: Asked[CardParams]) -> str:
    """The most frequent card, and the clearest difference between seats with and without a card."""
    verb = _verb(asked.params)
    return with_it.finding(rows, lambda row: _label(row, asked), asked.ruleset.cooperative, verb)


def panels(rows: pl.DataFrame, asked: Asked[CardParams]) -> list[Panel]:
    """A table of the most frequent cards, and a table of the differences between seats with and without them."""
    return with_it.panels(rows, lambda row: _label(row, asked), asked.params.min_n, asked.ruleset.cooperative)


def chart(rows: pl.DataFrame, asked: Asked[CardParams]) -> alt.TopLevelMixin:
    """A dot plot of the win rates with each card; below, the differences between seats with and without it."""
    return with_it.chart(rows, lambda row: _label(row, asked))


JOB = Job(
    name="card_performance",
    title="Win rate by card",
    about="How often seats win that played, drew, had or kept each card.",
    definition="How often seats win that played, drew, had or kept a card, or anything else with a name: a tower, a "
    "tile, a strategy, an item. `n` counts the games in which a seat did, `times` the rows that name it, and "
    "`share` is the share of seats (in cooperative games: of games) that did. `base` is the win rate expected by "
    "chance; in cooperative games, the share of games with the same number of seats that are won. `lift` is the win "
    f"rate with the card divided by the win rate without it. Only the {with_it.MOST_ROWS} cards that occur in the "
    "most games are shown.",
    sample_unit="one game",
    interval=with_it.INTERVAL,
    test=with_it.TEST.format(alike=""),
    independence=with_it.INDEPENDENCE,
    limitations="A seat that is ahead can play more cards, and a seat that plays longer has more of them. A hidden "
    "card counts only where a row names it.",
    params=CardParams,
    question=question,
    partial=partial,
    finish=finish,
    finding=finding,
    panels=panels,
    chart=chart,
    sample=with_it.sample,
    example_games=example_games,
    empty=pl.DataFrame(schema=COUNTS),
    version=2,
)
