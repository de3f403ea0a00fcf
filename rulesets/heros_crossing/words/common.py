"""What the words of all kinds are made of."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from rulesets.kit import cards

Resource = Literal["armor", "potion", "magic", "weapon"]
Colour = Literal["grey", "green", "blue", "red"]
Face = Literal["N", "E", "S", "W", "X"]
ActionName = Literal["get_land", "get_modifiers", "produce", "move", "spy", "expel", "bid", "attract"]
Level = Annotated[int, Meta(ge=1, le=3)]
Whose = Literal["self", "opponent", "any"]
Small = Annotated[int, Meta(ge=0, le=12)]
Change = Annotated[int, Meta(ge=-5, le=5)]
DieFace = Annotated[int, Meta(ge=1, le=6)]

MOST_PARTS = 8
"""Of an expression, a list of colours and the like."""
MOST_DEPTH = 6
"""Expressions may lie this deep in one another."""


class Word(cards.Word, frozen=True, tag_field="do"):
    """One word of the language, named by its `do`."""
