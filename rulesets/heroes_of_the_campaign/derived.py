"""What heroes and players are derived: plain data, which `values.py` works out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from rulesets.heroes_of_the_campaign.ids import Address, CardId, HeroName
from rulesets.heroes_of_the_campaign.words.reading import Filter
from rulesets.kit.phases import Seat

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.heroes_of_the_campaign.schema import Trigger
    from rulesets.heroes_of_the_campaign.words.terms import Moment

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

    def permits(self, word: str, printed: Iterable[str] = ()) -> bool:
        """Whether the hero has a permission, by itself or by what is `printed` on the task or card that is being used:
        a prohibition beats both (HOC-GLD-03)."""
        return (word in self.allow or word in printed) and word not in self.forbid

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


class Listener(NamedTuple):
    """A trigger, and where it stands."""

    card: CardId
    at: Address
    trigger: Trigger


class Values(Struct):
    """What all heroes and both players are derived."""

    heroes: dict[HeroName, HeroValues] = {}
    costs: dict[tuple[Seat, str], int] = {}
    """By player and type of card: what is added."""
    allowed: list[Limit] = []
    forbidden: list[Limit] = []
    listening: dict[Moment, list[Listener]] = {}
    """The triggers of the cards that a hero has and of the laws in effect, in the order of the set."""
    bearers: dict[CardId, list[int]] = {}
    """Which of the board's heroes have a card with triggers: their own, a maneuver, their location."""
    calm: object = None
    """The heroes among whom nothing was left to be done with these values (HOC-INF-10)."""
    heard: frozenset[str] = NOTHING
    """Moments that one of these waits for, or that a card of the set looks back at."""


class Latest(NamedTuple):
    """The board whose values were asked for last."""

    board: object
    """Known again by its identity."""
    parts: tuple[object, ...]
    """All of it that any modifier could look at."""
    in_play: object
    """The cards and statuses in play."""
    reads: frozenset[str]
    """What their modifiers look at."""
    values: Values
