"""The forms in which a component set of Hero's Crossing is written."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from rulesets.heros_crossing.words import AnyWord
from rulesets.heros_crossing.words.common import ActionName, Colour, Level, Resource
from rulesets.heros_crossing.words.numbers import Expr
from rulesets.kit.components import Entries, Id, Name

Text = Annotated[str, Meta(min_length=1, max_length=400)]
Need = Literal["armor", "potion", "magic", "weapon", "wild"]
Special = Literal["wishing_well", "guarded_land", "supply_line", "foundation"]


class Cost(Struct, frozen=True, forbid_unknown_fields=True):
    """What the owner pays for an activated power."""

    modifiers: Annotated[int, Meta(ge=0, le=12)] = 0
    vp: Annotated[int, Meta(ge=0, le=12)] = 0


class PowerForm(Struct, frozen=True, forbid_unknown_fields=True, rename={"if_": "if"}):
    """What a hero does for its owner."""

    text: Text
    """As the card has it."""
    when: Literal["activated", "passive", "on_join", "end_game"]
    effects: tuple[AnyWord, ...]
    exhaust: bool = False
    """The printed symbol: once a round."""
    window: Literal["own_turn", "at_draft", "in_action", "resolution"] = "own_turn"
    """When an activated power is used: in the own turn, before or after the die is drafted, or before an own sale."""
    cost: Cost = Cost()
    if_: Expr | None = None


class HeroForm(Struct, frozen=True, forbid_unknown_fields=True):
    """One Hero Card."""

    id: Id
    name: Name
    level: Level
    vp: Annotated[int, Meta(ge=0, le=30)]
    needs: Annotated[tuple[Need, ...], Meta(min_length=1, max_length=8)]
    attraction_dice: Annotated[tuple[Colour, ...], Meta(min_length=1, max_length=4)]
    power: PowerForm
    printed: tuple[Literal["name", "level", "vp", "needs", "attraction_dice", "power"], ...] = ()
    """Which of its facts the rulebook prints; all others are invented."""


class BuildingForm(Struct, frozen=True, forbid_unknown_fields=True):
    """A Production Center or a Shop, and how many tiles there are of it."""

    id: Id
    name: Name
    kind: Literal["production", "shop"]
    resource: Resource
    level: Level
    copies: Annotated[int, Meta(ge=1, le=20)] = 1
    items_produced: Annotated[int, Meta(ge=1, le=9)] | None = None
    """Of a Production Center; its level, if it is not given."""
    vp: Annotated[int, Meta(ge=1, le=9)] | None = None
    """Of a Shop, for each sale; its level, if it is not given."""
    printed: tuple[Literal["name", "resource", "items_produced", "vp"], ...] = ()


class SpecialForm(Struct, frozen=True, forbid_unknown_fields=True):
    """A special tile: its back decides which stack it lies in."""

    id: Id
    special: Special
    back_level: Level
    copies: Annotated[int, Meta(ge=1, le=20)] = 1


class ActionCard(Struct, frozen=True, forbid_unknown_fields=True):
    """One Action Card: rows of two actions."""

    id: Id
    rows: Annotated[tuple[tuple[ActionName, ActionName], ...], Meta(min_length=1, max_length=8)]


class Document(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    game: Literal["heros_crossing"]
    id: Id
    name: Name
    source: Literal["printed", "invented"]
    heroes: Entries[HeroForm]
    buildings: Entries[BuildingForm]
    specials: Entries[SpecialForm]
    action_cards: Annotated[tuple[ActionCard, ...], Meta(min_length=5, max_length=5)]
    """HCX-SET-02."""
    land_tiles: Annotated[int, Meta(ge=1, le=999)] = 28
