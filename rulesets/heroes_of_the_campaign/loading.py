"""Reading a component set: its text, faults with line and column, names that must lead somewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from rulesets.heroes_of_the_campaign.components import Components
from rulesets.heroes_of_the_campaign.set_checks import check
from rulesets.heroes_of_the_campaign.words.cards import (
    MOST_CARDS,
    Document,
    Header,
    HeroCard,
    Status,
    StrategyCard,
)
from rulesets.kit.components import Source, canonical

if TYPE_CHECKING:
    from msgspec import Struct

LISTS = ("heroes", "strategies", "statuses")
MOST_STATUSES = 100

W = TypeVar("W", bound="Struct")


def load(text: str) -> Components:
    """A component set out of its YAML or JSON text. Raises BadComponentSet with every fault found."""
    source = Source(text)
    if not isinstance(source.data, dict):
        source.fault((), "a component set is a mapping")
        source.finish()
    document = _read(source)
    check(source, document)
    source.finish()
    return Components(document, canonical(source.data))


def _read(source: Source) -> Document:
    lists = {name: source.data.pop(name) for name in LISTS if name in source.data}
    header = source.convert((), Header)
    source.data.update(lists)
    heroes = _cards(source, "heroes", HeroCard, 3, MOST_CARDS)
    of_any_type: Any = StrategyCard  # a union, which has no type of its own
    strategies: tuple[StrategyCard, ...] = _cards(source, "strategies", of_any_type, 3, MOST_CARDS)
    statuses = _cards(source, "statuses", Status, 0, MOST_STATUSES)
    source.finish()
    assert header is not None
    return Document(header, heroes, strategies, statuses)


def _cards(source: Source, name: str, kind: type[W], least: int, most: int) -> tuple[W, ...]:
    """The cards of one list, each read for itself: one fault for each card rather than one for the file."""
    found = source.data.get(name, [])
    if not isinstance(found, list) or not least <= len(found) <= most:
        source.fault((name,), f"`{name}` is a list of {least} to {most} entries")
        return ()
    return tuple(card for index in range(len(found)) if (card := source.convert((name, index), kind)) is not None)
