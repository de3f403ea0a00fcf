"""The rows of facts that a statistic counts: by type, by conditions, for which seat, and grouped by what.

A condition is a column, a comparison and a value: `kind=attack`, `value>=2`, `card.level=2`, `actor=other`. Several are
separated by spaces, and all have to hold; `kind=bow|sword` means either, `place=front:*` anything that begins with
`front:`. A cell that lists several ids (`hero:bard hero:monk`) equals each of them.
"""

from __future__ import annotations

import operator
import re
from typing import TYPE_CHECKING, Annotated, Any, Literal

import polars as pl
from msgspec import Meta, Struct

from analytics.errors import ParameterFault
from analytics.names import Names
from analytics.params import Params, filters
from analytics.schema import SYSTEM, one_of
from analytics.words import listed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from analytics.lake import Tables
    from analytics.rulebook import Rulebook

OF_WORDS = ("type", "kind", "card", "source", "place", "target", "choice", "phase", "category")
OF_NUMBERS = ("value", "delta", "round", "third", "turn", "seat", "die_face", "die_sides")
OF_TRUTH = ("forced", "chance")
OF_SEATS = ("actor", "turn_seat")
"""`own` where it is the row's seat itself, `other` where it is another."""

IDS = ("card", "source", "place", "target", "choice")
CARD_WORDS, CARD_NUMBERS = ("type", "kind", "icons"), ("level", "cost", "speed")
"""What the component set says of an id."""

MOST_CONDITIONS = 8

By = Literal[
    "all",
    "round",
    "third",
    "phase",
    "type",
    "kind",
    "card",
    "card.type",
    "card.kind",
    "card.level",
    "source",
    "source.type",
    "source.kind",
    "source.level",
    "place",
    "place.type",
    "place.kind",
    "place.level",
    "target",
    "target.type",
    "target.kind",
    "target.level",
    "choice",
    "actor",
    "turn_seat",
]
"""What rows may be split by."""

BY = (
    "The rows of the answer: one for each value of a column, of a property in the component set (`card.level`), or for "
    "own and other seats' decisions (`actor`) or moves (`turn_seat`). Rows without a value are left out."
)

Several = Annotated[str, Meta(min_length=1, max_length=400)]
"""Words with spaces."""

TYPES = Meta(
    title="Type",
    description="Only these types of actions and effects, such as `HeroDrawn`; separate several with spaces.",
)
CONDITIONS = Meta(
    title="Where",
    description="Only rows that meet all these conditions, separated by spaces, such as `kind=attack value>=2 "
    "card.level=2`; `a|b` means a or b, `front:*` anything that begins with `front:`, `actor=other` another seat's "
    "decision.",
)


class ChoosingParams(Params, frozen=True):
    """Parameters of statistics over chosen rows of facts."""

    type: Annotated[Several | None, TYPES] = None
    where: Annotated[Several | None, CONDITIONS] = None

    def faults(self) -> Iterator[ParameterFault]:
        yield from super().faults()
        yield from faults_of("/where", self.where)


class SelectingParams(ChoosingParams, frozen=True):
    """The same of statistics that count for seats."""

    whose: Annotated[
        Literal["seat", "actor"],
        Meta(
            title="Count for",
            description="The seat that a row counts for: the `seat` that it concerns, or the `actor`, whose decision "
            "caused it.",
        ),
    ] = "seat"


class Condition(Struct, frozen=True):
    """A column that a value is compared with."""

    column: str
    compare: str
    value: str


_CONDITION = re.compile(r"([a-z_]+(?:\.[a-z]+)?)(!=|<=|>=|=|<|>)(.+)")
_COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    **{"=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
}


def faults_of(pointer: str, where: str | None) -> Iterator[ParameterFault]:
    """What is wrong with conditions."""
    texts = (where or "").split()
    if len(texts) > MOST_CONDITIONS:
        yield ParameterFault(pointer, f"at most {MOST_CONDITIONS} conditions")
    for text in texts:
        if detail := _fault(text):
            yield ParameterFault(pointer, detail)


def _fault(text: str) -> str:
    found = _CONDITION.fullmatch(text)
    if not found:
        return f"`{text}` is not a condition; write a column, a comparison and a value, such as `kind=attack`"
    column, compare, value = found.groups()
    if _is_number(column):
        return "" if re.fullmatch(r"-?\d{1,9}", value) else f"`{column}` needs a whole number"
    if not (_is_words(column) or column in OF_TRUTH + OF_SEATS):
        return f"there is no column `{column}`; there are {', '.join(columns())}"
    if compare not in ("=", "!="):
        return f"`{column}` can only be compared by `=` or `!=`"
    choices = {**dict.fromkeys(OF_TRUTH, ("yes", "no")), **dict.fromkeys(OF_SEATS, ("own", "other"))}.get(column)
    return f"`{column}` must be {listed(choices, 'or')}" if choices and value not in choices else ""


def columns() -> tuple[str, ...]:
    """The columns that conditions can compare."""
    properties = tuple(f"{name}.{part}" for name in IDS for part in CARD_WORDS + CARD_NUMBERS)
    return (*OF_WORDS, *OF_NUMBERS, *OF_TRUTH, *OF_SEATS, *properties)


def _is_number(column: str) -> bool:
    name, _, part = column.partition(".")
    return column in OF_NUMBERS or (name in IDS and part in CARD_NUMBERS)


def _is_words(column: str) -> bool:
    name, _, part = column.partition(".")
    return column in OF_WORDS or (name in IDS and part in CARD_WORDS)


def conditions(where: str | None) -> list[Condition]:
    """Conditions without fault."""
    found = (_CONDITION.fullmatch(text) for text in (where or "").split())
    return [Condition(*match.groups()) for match in found if match]


def selected(
    tables: Tables, type: str | None, where: str | None, whose: str = "seat", by: Iterable[str] = ()
) -> pl.LazyFrame:
    """The selected rows, without undone ones and markers: `who` is the seat that a row counts for; properties from the
    component set are joined where a condition or `by` needs them."""
    asked = conditions(where)
    rows = tables.facts.filter(~pl.col("undone"), ~one_of("category", SYSTEM))
    if type is not None:
        rows = rows.filter(one_of("type", *type.split()))
    for name in sorted({name for name in (*(c.column for c in asked), *by) if "." in name}):
        rows = _with_property(rows, tables, name)
    return rows.filter(*map(_holds, asked)).with_columns(who=pl.col(whose))


def meets(where: str | None) -> pl.Expr:
    """Whether rows of `selected` meet conditions, whose columns were named in `by` there; without any, they do."""
    return pl.all_horizontal(pl.lit(True), *map(_holds, conditions(where)))


def _with_property(rows: pl.LazyFrame, tables: Tables, column: str) -> pl.LazyFrame:
    """A column such as `card.level`, by the component set of the game."""
    name, _, part = column.partition(".")
    keys = [pl.col("component_set").cast(pl.String).alias("of_set"), pl.col("id").cast(pl.String).alias("of_id")]
    cards = tables.cards.select(*keys, pl.col(part).alias(column)).unique(["of_set", "of_id"])
    keyed = rows.with_columns(of_set=pl.col("component_set").cast(pl.String), of_id=pl.col(name).cast(pl.String))
    return keyed.join(cards, on=["of_set", "of_id"], how="left").drop("of_set", "of_id")


def _holds(condition: Condition) -> pl.Expr:
    column, value = pl.col(condition.column), condition.value
    if _is_number(condition.column):
        return _COMPARE[condition.compare](column.cast(pl.Int64), int(value))  # type: ignore[no-any-return]
    if condition.column in OF_TRUTH:
        equal = column == (value == "yes")
    elif condition.column in OF_SEATS:
        equal = (column == pl.col("seat")) == (value == "own")
    else:
        equal = pl.any_horizontal(_is(column.cast(pl.String), text) for text in value.split("|"))
    return equal.fill_null(False) if condition.compare == "=" else ~equal.fill_null(False)


def _is(column: pl.Expr, text: str) -> pl.Expr:
    if text.endswith("*"):
        return column.str.starts_with(text[:-1])
    return (column == text) | column.str.split(" ").list.contains(text)


def what(by: str) -> pl.Expr:
    """What rows are split by, as a text; null where a row does not tell it."""
    if by == "all":
        return pl.lit("all")
    if by in OF_SEATS:
        own = (pl.col(by) == pl.col("seat")).fill_null(False)
        return pl.when(own).then(pl.lit("own")).when(pl.col(by).is_not_null()).then(pl.lit("other"))
    return pl.col(by).cast(pl.String)


def in_order(by: str) -> pl.Expr:
    """What rows of `what` are sorted by where it has an order of its own; else null."""
    ordered = by in ("round", "third") or by.endswith(".level")
    return pl.when(pl.lit(ordered)).then(pl.col("what").cast(pl.Int64, strict=False))


def seated(tables: Tables, params: Params) -> pl.LazyFrame:
    """The selected seats, with `won`, and `team` where all win or lose together."""
    return tables.seats.filter(*filters(params)).select(
        *("game_id", "seat", "seats", "win_share"), won=pl.col("win_share") > 0, team=pl.col("par").is_null()
    )


def with_nobody(seats: pl.LazyFrame, params: Params) -> pl.LazyFrame:
    """Seats, and for each game a place for rows that are nobody's, unless one player or faction is asked about."""
    if params.player is not None or params.faction is not None:
        return seats
    nobody = seats.unique("game_id").with_columns(
        seat=pl.lit(None, dtype=pl.UInt8), won=pl.when("team").then("won"), win_share=pl.when("team").then("win_share")
    )
    return pl.concat([seats, nobody])


def last_rounds(tables: Tables) -> pl.LazyFrame:
    """The round that each game reached, as `last`."""
    counted = tables.facts.filter(~pl.col("undone"))
    return counted.group_by("game_id").agg(last=pl.col("round").max().cast(pl.Int64))


# --- in words

SPLIT = {
    **{"all": "in all", "third": "by third of the game"},
    **{"actor": "by who decided it", "turn_seat": "by whose move it was"},
}


def split_by(by: str) -> str:
    """`by kind`, `by level of the card`."""
    name, _, part = by.partition(".")
    if part:
        return f"by {part} of the {name}"
    return SPLIT.get(by, f"by {by}")


def in_words(type: str | None, where: str | None, ruleset: Rulebook, anything: str = "all actions and effects") -> str:
    """The selected rows: `Hire or Recruit where kind=bow`."""
    names = Names(ruleset.titles)
    types = listed(map(names.type, type.split()), "or") if type else anything
    return f"{types} where {listed((where or '').split())}" if where else types


def counted_for(params: SelectingParams) -> str:
    """The seat that rows count for, where it is not the seat that they concern."""
    return ", counted for the seat that decided" if params.whose == "actor" else ""


def label_of(value: str | None, by: str, names: Names) -> str:
    """A value of `what` as a player reads it."""
    if value is None:
        return "Nothing"
    if by == "all":
        return "In all"
    if by == "third":
        return {"1": "First third", "2": "Second third", "3": "Last third"}.get(value, value)
    if by == "round":
        return "Set-up" if value == "0" else f"Round {value}"
    if by.endswith(".level"):
        return f"Level {value}"
    if by == "actor":
        return "Its own decision" if value == "own" else "Another seat's decision"
    if by == "turn_seat":
        return "In its own move" if value == "own" else "In another seat's move"
    return names.type(value) if by in ("type", "phase") else names.thing(value)
