"""The cards of a component set, each face up by itself: for people who look through the set."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct
from msgspec.structs import replace

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

EVERYTHING = ("everything",)
"""What is made up about a card of which nothing is printed."""


class CardFace(Struct, frozen=True, kw_only=True):
    """A card, a tile, or anything else of a component set."""

    id: str
    """As the set writes it; of equal copies the first's."""
    name: str
    kind: str
    """What it lies among: `Heroes of level 1`."""
    text: tuple[str, ...] = ()
    """What it says, in lines."""
    picture: str = ""
    """Its face as an SVG document, to be coloured by the style sheets of a page; empty where it has none."""
    copies: int = 1
    """How many equal ones there are."""
    invented: tuple[str, ...] = ()
    """Which of its facts somebody made up, in words; empty for a printed one."""


def made_up(facts: Sequence[str], most: int) -> tuple[str, ...]:
    """Invented facts in words; `most` are those of a card of which nothing is printed."""
    return EVERYTHING if len(facts) >= most else tuple(fact.replace("_", " ") for fact in facts)


def spelled(part: object) -> str:
    """A part of a component set in words, as its file writes it: `{do: wound, amount: 1, target: self}` becomes
    `wound, amount 1, target self`."""
    data = msgspec.to_builtins(part)
    if isinstance(data, dict):
        return ", ".join(_entry(key, value) for key, value in data.items())
    if isinstance(data, list | tuple):
        return "; ".join(map(spelled, data)) or "nothing"
    return str(data).replace("_", " ")


LEADING = ("do", "kind", "type")
"""Keys whose value says of itself what it is."""


def _entry(key: str, value: object) -> str:
    word = key.replace("_", " ")
    if isinstance(value, bool):
        return word if value else f"not {word}"
    if key in LEADING:
        return spelled(value)
    return f"{word} ({spelled(value)})" if isinstance(value, dict | list | tuple) else f"{word} {spelled(value)}"


def counted_once(cards: Iterable[tuple[Hashable, CardFace]]) -> tuple[CardFace, ...]:
    """Equal cards as one with their number: `cards` come with what makes them equal."""
    first: dict[Hashable, CardFace] = {}
    copies: dict[Hashable, int] = {}
    for key, card in cards:
        first.setdefault(key, card)
        copies[key] = copies.get(key, 0) + card.copies
    return tuple(replace(card, copies=copies[key]) for key, card in first.items())
