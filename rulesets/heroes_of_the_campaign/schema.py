"""Abilities, tasks, cards, and the whole document of a component set."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from rulesets.heroes_of_the_campaign.words.reading import Allows, Condition, Conditions, Filter, Modifiers
from rulesets.heroes_of_the_campaign.words.terms import Active, Count, Id, Many, Moment, Name, Text
from rulesets.heroes_of_the_campaign.words.verbs import SomeVerbs, Verbs
from rulesets.kit.cards import Word
from rulesets.kit.components import MOST_ENTRIES, Entries


class Static(Word, frozen=True, tag_field="kind", tag="static"):
    """Holds as long as its card is active and `while` is true."""

    modifiers: Modifiers
    affects: Filter | Literal["self"] = "self"
    while_: Condition | None = field(default=None, name="while")
    active: Active = "side"


class Trigger(Word, frozen=True, tag_field="kind", tag="trigger"):
    """Sets off its actions after a moment."""

    on: Moment
    actions: SomeVerbs
    subject: Filter | None = None
    other: Filter | None = None
    player: Literal["you", "opponent", "either"] = "either"
    if_: Condition | None = field(default=None, name="if")
    optional: bool = False
    once_per: Literal["turn", "round", "game"] | None = None
    active: Active = "side"


class Note(Word, frozen=True, tag_field="kind", tag="by_hand"):
    """An ability that this language cannot express: it is shown, and its player enters what it does."""

    text: Text


Ability = Static | Trigger | Note
Abilities = Annotated[tuple[Ability, ...], Meta(max_length=24)]


class Task(Word, frozen=True):
    """What a hero can do: pay, then perform the actions in this order."""

    id: Id
    actions: SomeVerbs
    name: Name = ""
    """What it is called on the card; its id by default."""
    cost: Count = 0
    conditions: Conditions = ()
    allows: Allows = ()


Tasks = Annotated[tuple[Task, ...], Meta(max_length=8)]
Classes = Annotated[tuple[Id, ...], Meta(max_length=8)]


class HeroCard(Word, frozen=True):
    """A hero."""

    id: Id
    name: Name
    attack: Count
    resistance: Many
    classes: Classes = ()
    abilities: Abilities = ()
    tasks: Tasks = ()


class Strategy(Word, frozen=True, tag_field="type", kw_only=True):
    """What all strategy cards say."""

    id: Id
    name: Name
    at_any_time: bool = False
    window: Literal["turn", "combat"] = "turn"
    allows: Allows = ()
    conditions: Conditions = ()
    cost: Count = 0


class Support(Strategy, frozen=True, tag="support", kw_only=True):
    """Counts as a hero once it is deployed."""

    attack: Count
    resistance: Many
    classes: Classes = ()
    abilities: Abilities = ()
    tasks: Tasks = ()


class Maneuver(Strategy, frozen=True, tag="maneuver", kw_only=True):
    """Learned by a hero for the rest of the game."""

    learner: Filter = Filter()
    abilities: Abilities = ()
    tasks: Tasks = ()


class Event(Strategy, frozen=True, tag="event", kw_only=True):
    """Takes effect and returns to the hand."""

    actions: SomeVerbs


class Law(Strategy, frozen=True, tag="law", kw_only=True):
    """In effect until it is broken."""

    abilities: Abilities = ()
    on_enact: Verbs = ()

    def __post_init__(self) -> None:
        if not self.abilities and not self.on_enact:
            raise ValueError("a law has `abilities`, or `on_enact`, or both")


class Location(Strategy, frozen=True, tag="location", kw_only=True):
    """A place that heroes are sent to."""

    capacity: Many | None = None
    visitor: Filter = Filter()
    abilities: Abilities = ()
    tasks: Tasks = ()


StrategyCard = Support | Maneuver | Event | Law | Location
Card = HeroCard | StrategyCard


class Status(Word, frozen=True):
    """A named status."""

    id: Id
    modifiers: Modifiers
    name: Name = ""
    """What it is called; its id by default."""


THREE_OR_MORE = Meta(min_length=3, max_length=MOST_ENTRIES)
"""Cards of the hand that each player begins with."""


class Document(Word, frozen=True):
    """The whole file."""

    game: Literal["heroes_of_the_campaign"]
    id: Id
    source: Literal["printed", "invented"]
    heroes: Annotated[tuple[HeroCard, ...], THREE_OR_MORE]
    strategies: Annotated[tuple[StrategyCard, ...], THREE_OR_MORE]
    statuses: Entries[Status] = ()
    classes: Annotated[tuple[Id, ...], Meta(max_length=60)] = ()
    name: Name = ""
