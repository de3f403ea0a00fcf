"""The table of Heroes of the Campaign."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from msgspec.structs import replace

from rulesets.heroes_of_the_campaign.components import Components
from rulesets.heroes_of_the_campaign.ids import HeroName
from rulesets.heroes_of_the_campaign.phases import Pending
from rulesets.heroes_of_the_campaign.pieces import Count, Hero, Side
from rulesets.kit.phases import Seat
from rulesets.kit.tuples import put

if TYPE_CHECKING:
    from collections.abc import Iterator


class Board(Struct, frozen=True, gc=False):
    """The whole table at one version."""

    components: Components
    pending: Pending
    sides: tuple[Side, Side]
    chance: Literal["table", "server"]
    """Who rolls and deals; there is no chance in this game, but only a table enters anything by hand."""
    heroes: tuple[Hero, ...] = ()
    """On both sides, the infirmary included, in the order in which they came."""
    seat: Seat = 1
    """Whose turn it is."""
    starter: Seat = 1
    tally: tuple[Count, ...] = ()
    """Only of what some card of the set looks back at; sorted."""
    clock: int = 0
    """Counts what came into force: of two cards that set a number, the newer one counts (HOC-GLD-03)."""
    round: int = 0
    """From 1; 0 in the set-up."""
    turn: int = 0
    """From 1 over the whole game; 0 in the set-up."""

    @property
    def seats(self) -> int:
        return len(self.sides)

    def side(self, seat: Seat) -> Side:
        return self.sides[seat - 1]

    def hero(self, name: HeroName) -> Hero:
        """A hero on the table. KeyError if there is none of that name."""
        for hero in self.heroes:
            if hero.name == name:
                return hero
        raise KeyError(name)

    def team(self, seat: Seat) -> Iterator[Hero]:
        """A seat's heroes and supports, wherever they are."""
        return (hero for hero in self.heroes if hero.seat == seat)

    def with_side(self, seat: Seat, side: Side) -> Board:
        return replace(self, sides=put(self.sides, seat - 1, side))

    def with_hero(self, hero: Hero) -> Board:
        for index, known in enumerate(self.heroes):
            if known.name == hero.name:
                return replace(self, heroes=put(self.heroes, index, hero))
        raise KeyError(hero.name)
