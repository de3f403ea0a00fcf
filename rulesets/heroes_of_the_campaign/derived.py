"""What heroes and players are derived: plain data, which `values.py` works out."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct

from rulesets.heroes_of_the_campaign.ids import HeroName
from rulesets.heroes_of_the_campaign.words.reading import Filter
from rulesets.kit.phases import Seat

NOTHING: frozenset[str] = frozenset()


class HeroValues(Struct, gc=False):
    """What one hero is derived. Never changed once its values are handed out."""

    classes: tuple[str, ...]
    attack: int
    resistance: int
    flags: frozenset[str] = NOTHING
    allow: frozenset[str] = NOTHING
    forbid: frozenset[str] = NOTHING
    wounds_taken: int = 0
    task_cost: int = 0
    travel_cost: int = 0
    untouchable_by: tuple[tuple[Seat, HeroName | None, Filter], ...] = ()
    """Filters of attackers, each with whose it is and its `self`."""
    givers: tuple[tuple[str, str], ...] = ()
    """Flags and prohibitions, each with a card or named status that gives it."""

    def givers_of(self, word: str) -> tuple[str, ...]:
        """The cards and named statuses that give the hero a flag or prohibition, each once."""
        return tuple(dict.fromkeys(name for given, name in self.givers if given == word))


class Limit(NamedTuple):
    """A permission or prohibition of a player."""

    seat: Seat
    word: str
    cards: str | None
    """A type, or a strategy card; all if `None`."""
    giver: str
    """The card or named status that says so."""


class Values(Struct):
    """What all heroes and both players are derived."""

    heroes: dict[HeroName, HeroValues] = {}
    costs: dict[tuple[Seat, str], int] = {}
    """By player and type of card: what is added."""
    allowed: list[Limit] = []
    forbidden: list[Limit] = []
