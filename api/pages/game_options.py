"""The form of a new game: seats, options, undo rules, and who rolls."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from api.errors import UnknownAddress
from api.recording.recorder import NewGameRequest
from api.rest import shapes
from api.rest.web import convert, invalid

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rulesets.kit.ruleset import Ruleset

POLICIES = {
    "": "Default",
    "free": "Anyone may undo anything",
    "own_turn": "Your own moves of the latest turn",
    "no_new_information": "Your own moves that revealed nothing new",
    "consent": "Anything, if the others agree",
}
"""Undo rules in words, by policy; empty for the default."""

SUGGESTED = 200
"""At most this many known players are suggested."""

OPTION, SEAT = "option.", "seat."
"""Prefixes of form fields, before the name of an option or the number of a seat."""


class Choice(Struct, frozen=True):
    """A value of an option, as a form sends it."""

    text: str
    label: str


class Option(Struct, frozen=True):
    """An option of the ruleset."""

    name: str
    label: str
    about: str
    values: tuple[Choice, ...]
    """Empty if people type the value."""
    value: str
    """The chosen or default value."""


def options_of(ruleset: Ruleset[Any], sent: Mapping[str, str]) -> tuple[Option, ...]:
    """The options of a ruleset with what was sent."""
    schema = msgspec.json.schema(ruleset.options)["$defs"][ruleset.options.__name__]
    listed = ruleset.choices(ruleset.starter_components)
    return tuple(
        _option(name, field, listed.get(name), sent.get(OPTION + name))
        for name, field in schema.get("properties", {}).items()
    )


def _option(name: str, field: Mapping[str, Any], listed: Sequence[str] | None, sent: str | None) -> Option:
    values = tuple(_values(field, listed))
    default = field.get("default")
    text = default if isinstance(default, str) else msgspec.json.encode(default).decode()
    return Option(
        name, _words(name), field.get("description", ""), values, sent or text or (values[0].text if values else "")
    )


def _values(field: Mapping[str, Any], listed: Sequence[str] | None) -> Iterator[Choice]:
    if field.get("type") == "boolean":
        yield from (Choice("false", "No"), Choice("true", "Yes"))
    for value in listed or field.get("enum", ()):
        yield Choice(value, _words(value))


def _words(name: str) -> str:
    """`night-over-the-moor` as `Night over the moor`."""
    text = name.replace("_", " ").replace("-", " ")
    return text[:1].upper() + text[1:]


def policies_of(seats: int) -> dict[str, str]:
    """The undo rules for so many players; a single player has nobody to ask."""
    return {name: words for name, words in POLICIES.items() if name != "consent" or seats > 1}


def wanted_in(ruleset: Ruleset[Any], seats: int, sent: Mapping[str, str]) -> NewGameRequest:
    """The game that a form describes. Raises InvalidRequest with a pointer to the wrong field."""
    body: dict[str, Any] = {
        "ruleset": ruleset.name,
        "seats": [_sitter(sent.get(f"{SEAT}{seat}", "").strip()) for seat in range(1, seats + 1)],
        "options": {option.name: _value(ruleset, option) for option in options_of(ruleset, sent)},
        "chance": sent.get("chance", "table"),
        "undo": sent.get("undo") or None,
        "place": sent.get("place", "").strip() or None,
    }
    field = convert(body, shapes.GameBody, "body", strict=True)
    return NewGameRequest(
        ruleset=field.ruleset,
        players=tuple(seat.name for seat in field.seats),
        options=field.options,
        chance=field.chance,
        undo=field.undo,
        place=field.place,
    )


def _sitter(name: str) -> dict[str, str]:
    return {"name": name} if name else {}


def _value(ruleset: Ruleset[Any], option: Option) -> str | int | bool:
    """The value of an option: text if the ruleset takes text, otherwise JSON."""
    field = msgspec.json.schema(ruleset.options)["$defs"][ruleset.options.__name__]["properties"][option.name]
    if field.get("type") == "string" or "enum" in field:
        return option.value
    try:
        return msgspec.json.decode(option.value, type=int | bool)
    except msgspec.MsgspecError:
        raise invalid(f"{option.label}: this value is not possible", f"/options/{option.name}") from None


def seats_in(ruleset: Ruleset[Any], text: str | None, named: int) -> int:
    """The number of seats; by default one for each name, or the fewest seats above one. Raises UnknownAddress."""
    if text is None:
        usual = next((count for count in ruleset.seats if count > 1), ruleset.seats.start)
        return named if named in ruleset.seats else usual
    found = next((count for count in ruleset.seats if str(count) == text), None)
    if found is None:
        raise UnknownAddress(f"{ruleset.title} takes {ruleset.seats.start} to {ruleset.seats.stop - 1} players.")
    return found
