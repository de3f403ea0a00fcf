"""What a log stores: the JSON Schema of every action, effect and start, and which changes old logs would not survive.

`stored.json` of a ruleset holds the schemas of its `version`. A log keeps JSON for ever, so a type in it may get a
field with a default, and there may be a new type; everything else needs a new version of the ruleset and a function
that makes today's JSON out of the old.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rulesets.kit.structs import Abandon, Adjust, Resign, Start

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rulesets.kit.ruleset import Ruleset

GOLDEN = Path(__file__).parent
PROSE = {"description", "title"}
"""What a schema says for people."""


class Stored(Struct, frozen=True):
    """The types that the logs of a version of a ruleset hold."""

    version: int
    types: dict[str, dict[str, Any]]
    """JSON Schemas by name."""
    upcast: dict[str, int] = {}
    """The types for which the ruleset has an upcaster, and of which version the last one is."""


def stored(ruleset: Ruleset[Any]) -> Stored:
    """What a ruleset stores now."""
    kinds = (*ruleset.actions, *ruleset.effects, Start, Resign, Abandon, Adjust)
    _, schemas = msgspec.json.schema_components(kinds, ref_template="{name}")
    types = {name: _without_prose(schema) for name, schema in sorted(schemas.items())}
    plain = msgspec.json.decode(msgspec.json.encode(Stored(ruleset.version, types)), type=Stored)
    return replace(plain, upcast=ruleset.upcasters.newest())


def _without_prose(part: Any) -> Any:
    if isinstance(part, dict):
        return {
            name: _without_prose(each) for name, each in part.items() if name not in PROSE or isinstance(each, dict)
        }
    return [_without_prose(each) for each in part] if isinstance(part, list) else part


def file_of(ruleset: Ruleset[Any]) -> Path:
    """Where the schemas of a ruleset stand."""
    return GOLDEN / ruleset.name / "stored.json"


def read(ruleset: Ruleset[Any]) -> Stored:
    """The schemas that stand in its file."""
    return msgspec.json.decode(file_of(ruleset).read_bytes(), type=Stored)


def write(ruleset: Ruleset[Any]) -> None:
    """Write the schemas of today. Raises SystemExit if logs of the same version would not be read any more."""
    now = stored(ruleset)
    if file_of(ruleset).exists() and (lost := unreadable(read(ruleset), now)):
        raise SystemExit(f"{ruleset.name}: {' '.join(lost)}")
    types = ",\n".join(f'"{name}":{msgspec.json.encode(schema).decode()}' for name, schema in now.types.items())
    file_of(ruleset).write_text(f'{{"version":{now.version},"types":{{\n{types}\n}}}}\n', encoding="utf-8")


def unreadable(before: Stored, now: Stored) -> list[str]:
    """What old logs hold and today's types would not read as it was meant, where no upcaster of a new version does.

    A type that actions and effects are made of has no upcaster of its own: those that hold it need one, so for it alone
    a new version is enough.
    """
    upcast = {name for name, version in now.upcast.items() if version > before.version}
    parts = {name for name, schema in before.types.items() if not _is_tagged(schema)}
    known = upcast | parts if now.version > before.version else set()
    return [text for name, text in _unreadable(before.types, now.types) if name not in known]


def _is_tagged(schema: Mapping[str, Any]) -> bool:
    """Whether it is an action or an effect, or has a `type` as they have."""
    return "type" in schema.get("properties", {})


NEEDS = "raise the ruleset's version, and write an upcaster"


def _unreadable(before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, old in before.items():
        new = now.get(name)
        if new is None:
            yield name, f"{name} is gone: keep it, or {NEEDS}."
        elif "properties" not in old:
            if old != new:
                yield name, f"{name} has changed: {NEEDS}."
        else:
            yield from ((name, text) for text in _changed_fields(name, old, new))


def _changed_fields(name: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    fields, needed = new.get("properties", {}), set(new.get("required", ()))
    for field, schema in old["properties"].items():
        if field not in fields:
            yield f"{name}.{field} is gone: keep it, or {NEEDS}."
        elif not _reads(schema, fields[field]):
            yield f"{name}.{field} has another type or default: {NEEDS}."
    for field in needed - set(old.get("required", ())):
        if field in old["properties"]:
            yield f"{name}.{field} has no default any more, and old logs leave it out: {NEEDS}."
        else:
            yield f"{name}.{field} is new and has no default: give it one, or {NEEDS}."


def _reads(old: Mapping[str, Any], new: Mapping[str, Any]) -> bool:
    """Whether every old value of a field means the same. An enumeration may have grown, and so may a union."""
    if old == new:
        return True
    grown = next((key for key in ("enum", "anyOf") if key in old and key in new), None)
    if grown is None:
        return False
    others = [{key: value for key, value in schema.items() if key != grown} for schema in (old, new)]
    return others[0] == others[1] and all(value in new[grown] for value in old[grown])
