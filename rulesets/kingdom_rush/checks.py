"""What a component set must hold, and what is wrong with one, at its line and column."""

from __future__ import annotations

from typing import Any, TypeVar

from msgspec import Struct

from rulesets.kingdom_rush import schema
from rulesets.kit.components import Source

T = TypeVar("T")


class Parts(Struct, frozen=True):
    """A file, read part by part."""

    header: schema.Header
    enemies: tuple[schema.Enemy, ...]
    towers: tuple[schema.Tower, ...]
    hordes: tuple[schema.Horde, ...]
    heroes: tuple[schema.Hero, ...]
    abilities: tuple[schema.Ability, ...]
    spells: tuple[schema.Spell, ...]
    pathbreakers: tuple[schema.Pathbreaker, ...]
    portal_tiles: tuple[schema.PortalTile, ...]
    decks: tuple[schema.Deck, ...]
    boss_life: tuple[schema.BossLife, ...]
    scenarios: tuple[schema.Scenario, ...]


LISTS: dict[str, type[Struct]] = {
    "enemies": schema.Enemy,
    "towers": schema.Tower,
    "hordes": schema.Horde,
    "heroes": schema.Hero,
    "abilities": schema.Ability,
    "spells": schema.Spell,
    "pathbreakers": schema.Pathbreaker,
    "portal_tiles": schema.PortalTile,
    "decks": schema.Deck,
    "boss_life": schema.BossLife,
    "scenarios": schema.Scenario,
}
NEEDED = ("enemies", "towers", "hordes", "heroes", "abilities", "scenarios")
MOST = 200
"""Entries of one list."""


def read(source: Source) -> Parts:
    """The parts of a file. Raises BadComponentSet with all that does not fit the schema."""
    if not isinstance(source.data, dict):
        source.fault((), "a component set is a mapping")
        source.finish()
    whole: dict[str, Any] = source.data
    source.data = {key: value for key, value in whole.items() if key not in LISTS}
    header = source.convert((), schema.Header)
    source.data = whole
    parts = {name: _list(source, name, kind) for name, kind in LISTS.items()}
    source.finish()
    return Parts(header, **parts)  # type: ignore[arg-type]


def _list(source: Source, name: str, kind: type[T]) -> tuple[T, ...]:
    entries = source.data.get(name)
    if entries is None and name not in NEEDED:
        return ()
    if not isinstance(entries, list) or len(entries) > MOST:
        source.fault((name,), f"`{name}` is a list of at most {MOST}")
        return ()
    read = (source.convert((name, index), kind) for index in range(len(entries)))
    return tuple(entry for entry in read if entry is not None)


def check(source: Source, parts: Parts) -> None:
    """Note every fault of a file that fits the schema."""
