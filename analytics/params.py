"""The parameters of statistics, as structs that queries and flags are read into, and the filters made from them."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, TypeVar
from unicodedata import normalize
from uuid import UUID

import msgspec
import polars as pl
from msgspec import Meta, Struct, structs

from analytics.errors import BadParameters, ParameterFault
from analytics.schema import one_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

P = TypeVar("P", bound="Params")

LEFT_OUT = "-"
"""Before the hash of a component set in the parameter `sheet`: games with it are left out."""


class Params(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The filters that every statistic takes: which games count."""

    ruleset: Annotated[str, Meta(title="Ruleset", description="Only games of this ruleset.", max_length=64)]
    seats: Annotated[
        Annotated[int, Meta(ge=1, le=99)] | None,
        Meta(title="Number of seats", description="Only games with this number of seats."),
    ] = None
    sheet: Annotated[
        Annotated[str, Meta(min_length=1, max_length=20_000)] | None,
        Meta(
            title="Title or component set",
            description="Only games of this title, if each component set of the ruleset is a game of its own; or only "
            "games with component sets of this name, or with these hashes, separated by spaces. The number of excluded "
            "games does not depend on it.",
        ),
    ] = None
    option: Annotated[
        Annotated[str, Meta(min_length=1, max_length=200)] | None,
        Meta(
            title="Option",
            description="Only games with this option, such as `scenario=two-bridges`; separate several with spaces. "
            "The number of excluded games does not depend on it.",
        ),
    ] = None
    tag: Annotated[
        Annotated[str, Meta(min_length=1, max_length=200)] | None,
        Meta(title="With tag", description="Only games with this tag."),
    ] = None
    without_tag: Annotated[
        Annotated[str, Meta(min_length=1, max_length=200)] | None,
        Meta(title="Without tag", description="Only games without this tag, such as `simulated`."),
    ] = None
    faction: Annotated[
        Annotated[str, Meta(min_length=1, max_length=200)] | None,
        Meta(title="Faction", description="Only seats with this faction, such as `colour=red` or `hero=hero:monk`."),
    ] = None
    rules_version: Annotated[
        Annotated[int, Meta(ge=1, le=65_535)] | None,
        Meta(title="Version of the rules", description="Only games that were played with this version of the ruleset."),
    ] = None
    player: Annotated[UUID | None, Meta(title="Player", description="Only seats of this player, by name or id.")] = None
    since: Annotated[
        date | None, Meta(title="From", description="Only games that ended on this day (UTC) or later.")
    ] = None
    until: Annotated[
        date | None, Meta(title="To", description="Only games that ended on this day (UTC) or earlier.")
    ] = None
    adjusted: Annotated[
        bool,
        Meta(
            title="Include adjusted games",
            description="Whether games count whose boards were adjusted by hand.",
        ),
    ] = False
    min_n: Annotated[
        int,
        Meta(
            title="Minimum sample size",
            description="Rows with fewer games show their `n`, but no value.",
            ge=1,
            le=1_000_000,
        ),
    ] = 10

    def faults(self) -> Iterator[ParameterFault]:
        """What is wrong with the combination of parameters."""
        if self.since and self.until and self.since > self.until:
            yield ParameterFault("/until", "must not be before `since`")


def read(kind: type[P], given: Mapping[str, object]) -> P:
    """Parameters from plain data or from the texts of a query. Raises BadParameters with every fault."""
    faults = [
        ParameterFault(_pointer(name), f"unknown parameter; there are {', '.join(kind.__struct_fields__)}")
        for name in given
        if name not in kind.__struct_fields__
    ]
    # one by one, so that all faults are reported and not just the first
    for field in _fields(kind):
        if field.name not in given:
            if field.required:
                faults.append(ParameterFault(_pointer(field.name), "this parameter is required"))
            continue
        if not _is_text(given[field.name]):
            faults.append(ParameterFault(_pointer(field.name), "is not valid Unicode text"))
            continue
        try:
            msgspec.convert(given[field.name], field.type, strict=False)
        except msgspec.ValidationError as error:
            faults.append(ParameterFault(_pointer(field.name), _first_lower(str(error))))
    if faults:
        raise BadParameters(faults)
    params = msgspec.convert(dict(given), kind, strict=False)
    if faults := list(params.faults()):
        raise BadParameters(faults)
    return params


def schema(kind: type[Params]) -> Mapping[str, Any]:
    """The JSON Schema of the parameters, with titles, descriptions, bounds and defaults."""
    return _schema(kind)


@cache
def _schema(kind: type[Params]) -> Mapping[str, Any]:
    _, parts = msgspec.json.schema_components([kind])  # slow, and each page about statistics shows all of them
    found: dict[str, Any] = parts[kind.__name__]
    return found


@cache
def _fields(kind: type[Params]) -> tuple[structs.FieldInfo, ...]:
    """The fields of parameters, whose annotations msgspec would evaluate anew."""
    return structs.fields(kind)


def filters(params: Params) -> list[pl.Expr]:
    """The conditions on rows of `facts` or `seats`."""
    return [*filters_without_tags(params), *tag_filters(params)]


def tag_filters(params: Params) -> list[pl.Expr]:
    """The conditions on the tags of a game."""
    found = conditions(params)
    return [*found.get("tag", ()), *found.get("without_tag", ())]


def filters_without_tags(params: Params) -> list[pl.Expr]:
    """The conditions on everything but tags."""
    others = {name: found for name, found in conditions(params).items() if name not in ("tag", "without_tag")}
    return [condition for found in others.values() for condition in found] or [pl.lit(True)]


def conditions(params: Params) -> dict[str, list[pl.Expr]]:
    """The conditions on rows of `facts`, `seats` or `holdings`, by parameter.

    Tags are compared in NFC: a letter with an accent may be one character or two, in the log and in a question.
    """
    tags = pl.col("tags").cast(pl.String).str.normalize("NFC").str.split("\n").list
    options = pl.col("options").cast(pl.String).str.split(" ").list
    factions = pl.col("faction").cast(pl.String).str.split("\n").list
    found: dict[str, list[pl.Expr]] = {
        "sheet": _of_sets(params),
        "seats": [pl.col("seats") == (params.seats or 0)],
        "option": [options.contains(option) for option in (params.option or "").split()],
        "tag": [tags.contains(normalize("NFC", params.tag or ""))],
        "without_tag": [~tags.contains(normalize("NFC", params.without_tag or ""))],
        "rules_version": [pl.col("ruleset_version") == (params.rules_version or 0)],
        "faction": [factions.contains(params.faction or "")],
        "player": [one_of("player", str(params.player))],
        "since": _since(params, pl.col("ended_at")),
        "until": _until(params, pl.col("ended_at")),
    }
    return {name: conditions for name, conditions in found.items() if getattr(params, name) is not None}


def exclusion_filters(params: Params) -> list[pl.Expr]:
    """The same conditions on rows of `exclusions`, whose date is their end or, if they never ended, their start."""
    conditions = [pl.col("ruleset") == params.ruleset, *_between(params, pl.col("dated_at"))]
    if params.seats is not None:
        conditions.append(pl.col("seats") == params.seats)
    if params.rules_version is not None:
        conditions.append(pl.col("ruleset_version") == params.rules_version)
    if params.player is not None:
        conditions.append(pl.col("players").list.contains(str(params.player)))
    if params.adjusted:
        conditions.append(pl.col("reason") != "adjusted")
    return [*conditions, *tag_filters(params)]


def in_months(params: Params, month: str) -> bool:
    """Whether `since` and `until` allow games that ended in `month` (`2026-11`)."""
    since = params.since.isoformat() if params.since else month
    until = params.until.isoformat() if params.until else month
    return since[:7] <= month <= until[:7]


def which_games(params: Params, title: str) -> str:
    """The selected games, in words: `games of Kingdom Rush with 3 seats since 2026-01-01`."""
    words = words_of(params)
    words.pop("sheet", None)  # the title is that of the sheet
    return " ".join([f"games of {title}", *words.values()])


def words_of(params: Params) -> dict[str, str]:
    """Each filter that is set, in words."""
    words = {
        "sheet": "with this component set",
        "seats": "with one seat" if params.seats == 1 else f"with {params.seats} seats",
        "option": f"played with {params.option}",
        "tag": f"tagged {params.tag}",
        "without_tag": f"not tagged {params.without_tag}",
        "rules_version": f"with version {params.rules_version} of the rules",
        "faction": f"for seats with {params.faction}",
        "player": "for one player",
        "since": f"since {params.since}",
        "until": f"until {params.until}",
        "adjusted": "including adjusted games",
    }
    return {name: text for name, text in words.items() if getattr(params, name) not in (None, False)}


def without_sets(params: P, sets: Iterable[str]) -> P:
    """The parameters for all games but those with these component sets; as they are, if there is no such set."""
    left_out = " ".join(f"{LEFT_OUT}{name}" for name in sorted(sets))
    return structs.replace(params, sheet=left_out) if left_out else params


def leave_sets_out(params: Params) -> bool:
    """Whether the parameters are those of `without_sets`."""
    return params.sheet is not None and params.sheet.startswith(LEFT_OUT)


def _of_sets(params: Params) -> list[pl.Expr]:
    column, sets = pl.col("component_set").cast(pl.String), (params.sheet or "").split()
    if leave_sets_out(params):
        return [~column.is_in([name.removeprefix(LEFT_OUT) for name in sets])]
    return [column.is_in(sets)]


def _between(params: Params, ended_at: pl.Expr) -> list[pl.Expr]:
    return [*_since(params, ended_at), *_until(params, ended_at)]


def _since(params: Params, ended_at: pl.Expr) -> list[pl.Expr]:
    return [] if params.since is None else [ended_at >= datetime.combine(params.since, time.min, UTC)]


def _until(params: Params, ended_at: pl.Expr) -> list[pl.Expr]:
    return [] if params.until is None else [ended_at <= datetime.combine(params.until, time.max, UTC)]


def _is_text(value: object) -> bool:
    """Whether it can be encoded: a command line may contain bytes that are not UTF-8, and Python lets them pass."""
    return not isinstance(value, str) or value.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in value)


def _pointer(name: str) -> str:
    return "/" + re.sub("[~/]", lambda found: {"~": "~0", "/": "~1"}[found[0]], name)


def _first_lower(text: str) -> str:
    return text[:1].lower() + text[1:]
