"""What lies on the table of Heroes of the Campaign: heroes with their statuses, and what belongs to a seat."""

from __future__ import annotations

from bisect import bisect_left
from operator import attrgetter

from msgspec import Struct

from rulesets.heroes_of_the_campaign.ids import Address, CardId, HeroName, Place, Watch
from rulesets.heroes_of_the_campaign.words.terms import CAMP, INFIRMARY, Moment, Until
from rulesets.kit.phases import Seat

TEAM = 3
"""HOC-SET-01, 02: heroes, and strategy cards, of each player."""

REGULAR = "task"
"""The slot of a regular task; maneuvers have slots called by their card."""


def other(seat: Seat) -> Seat:
    """The opponent's seat."""
    return 3 - seat


class Part(Struct, frozen=True, gc=False):
    """A part of the board."""


class Held(Part, frozen=True):
    """A status on a hero."""

    name: str
    """A status of the set, a flag, or the address of the step that put it."""
    seat: Seat
    """Whose card put it."""
    source: Address
    """The list of actions that put it."""
    hero: HeroName | None
    """Who performed that list, if a hero did."""
    until: Until
    since: int = 0
    """When it was put, by the board's clock."""


class Hero(Part, frozen=True):
    """A hero or a deployed support."""

    name: HeroName
    seat: Seat
    card: CardId
    support: bool = False
    wounds: int = 0
    place: Place = CAMP
    held: tuple[Held, ...] = ()
    """Statuses, the oldest first."""
    learned: tuple[CardId, ...] = ()
    """Maneuvers, the oldest first."""
    came: int = 0
    """When it came into play, by the board's clock."""
    arrived: int = 0
    """When it came to its location."""
    learned_at: tuple[int, ...] = ()
    """When it learned each of its maneuvers."""
    used: tuple[str, ...] = ()
    """Slots of tasks used: `task` in this turn, maneuvers in this round; sorted."""

    @property
    def at_side(self) -> bool:
        """HOC-SID-01."""
        return self.place != INFIRMARY

    @property
    def location(self) -> CardId | None:
        """The card of the location where it is, if it is at one."""
        return self.place[2:] if self.place[0] in "12" else None

    @property
    def cards(self) -> tuple[CardId, ...]:
        """The cards whose abilities are its own: its card, its maneuvers, its location."""
        location = self.location
        return (self.card, *self.learned, location) if location else (self.card, *self.learned)

    def has(self, card: CardId) -> bool:
        """Whether a card is one of those."""
        return card == self.card or card in self.learned or card == self.location


class Side(Part, frozen=True):
    """All that belongs to one seat but its heroes."""

    copper: int = 0
    picked: tuple[CardId, ...] = ()
    """Heroes chosen before the teams are revealed; sorted."""
    hand: tuple[CardId, ...] = ()
    """Strategy cards in hand that this board knows; sorted."""
    unknown: int = 0
    """Strategy cards in hand that this board does not know."""
    shown: tuple[CardId, ...] = ()
    """Events in hand that everybody knows; sorted."""
    used: tuple[CardId, ...] = ()
    """Events used in this round, once for each use; sorted."""
    laws: tuple[CardId, ...] = ()
    """Enacted, the oldest first."""
    enacted_at: tuple[int, ...] = ()
    """When each of them was, by the board's clock."""
    locations: tuple[CardId, ...] = ()
    """Sorted."""
    removed: tuple[CardId, ...] = ()
    """Broken laws, in the order in which they were broken."""
    watches: Watch = "no"
    """The standing word."""
    later: Watch | None = None
    """What the standing word becomes again at the next own turn."""

    @property
    def hidden(self) -> int:
        """How many cards the opponent cannot name."""
        return len(self.hand) + self.unknown - len(self.shown)

    @property
    def in_hand(self) -> int:
        return len(self.hand) + self.unknown

    @property
    def is_chosen(self) -> bool:
        """Whether the team is complete."""
        return len(self.picked) == TEAM and self.in_hand == TEAM

    def wants(self, attack: bool) -> bool:
        """Whether its player wants to be asked before an action of a task, which is an attack or not."""
        return self.watches == "all" or (self.watches == "attack" and attack)


Counted = tuple[Moment | Address, Seat, HeroName]


class Count(Part, frozen=True):
    """How often something happened to a hero, or to a player."""

    moment: Moment | Address
    """Or the address of an ability, how often it was set off."""
    seat: Seat
    hero: HeroName
    """Empty where no hero had part in it."""
    turn: int
    round: int
    game: int

    @property
    def key(self) -> Counted:
        """What it counts."""
        return self.moment, self.seat, self.hero


KEY_OF = attrgetter("moment", "seat", "hero")


def counted(tally: tuple[Count, ...], what: Counted) -> Count | None:
    """The count of something in a sorted tally, if it ever happened. O(log n)."""
    index = bisect_left(tally, what, key=KEY_OF)
    return tally[index] if index < len(tally) and tally[index].key == what else None


def count_once_more(tally: tuple[Count, ...], what: Counted) -> tuple[Count, ...]:
    """A sorted tally with something counted once more."""
    old = counted(tally, what)
    index = bisect_left(tally, what, key=KEY_OF)
    new = Count(*what, old.turn + 1, old.round + 1, old.game + 1) if old else Count(*what, 1, 1, 1)
    return (*tally[:index], new, *tally[index + (old is not None) :])
