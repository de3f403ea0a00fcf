"""Scenarios ready to play with: the map with all its distances, the stacks for a number of players."""

from __future__ import annotations

from functools import cache, cached_property
from typing import TYPE_CHECKING

from msgspec import Struct

from rulesets.kingdom_rush.geometry import QUARTER, Facing, Offset, adjacent, arrow_reach

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from rulesets.kingdom_rush import schema
    from rulesets.kingdom_rush.cards import Card, HordeCard
    from rulesets.kingdom_rush.schema import DifficultyId

WHITE = "white"
BLANK = "."
NOBODY = "="


class Part(Struct, frozen=True, gc=False):
    """A shuffled part of a stack, for a number of players and a difficulty."""

    cards: tuple[str, ...]
    """Sorted ids of the copies that it is made of."""
    draw: int
    """How many of them lie in the stack."""


Stack = tuple[Part, ...]
"""A stack, from the top."""


class Reach(dict[tuple[str, int, str, Facing], frozenset[str]]):
    """Card, number of its attack, place and facing to the Path spaces in range. Each is worked out when asked first."""

    def __init__(self, cards: Mapping[str, Card], field: Field) -> None:
        super().__init__()
        self.cards = cards
        self.field = field

    def __missing__(self, key: tuple[str, int, str, Facing]) -> frozenset[str]:
        card, number, place, facing = key
        attack, field = self.cards[card].attacks[number], self.field
        spaces = arrow_reach(field.where[place], attack.arrows, QUARTER[facing])
        found = frozenset(field.place[xy] for xy in spaces if xy in field.place) & field.path
        if attack.perfect:
            found = field.path
        if attack.melee:  # Lilith's attack is both (KRR-LIL-01)
            found |= field.path & {place}
        self[key] = found
        return found


class Range(dict[tuple[str, str, Facing], frozenset[str]]):
    """Card, place and facing to the Path spaces that any of its attacks reaches."""

    def __init__(self, cards: Mapping[str, Card], reach: Reach) -> None:
        super().__init__()
        self.cards = cards
        self.reach = reach

    def __missing__(self, key: tuple[str, str, Facing]) -> frozenset[str]:
        card, place, facing = key
        numbers = range(len(self.cards[card].attacks))
        found = self[key] = frozenset().union(*(self.reach[card, number, place, facing] for number in numbers))
        return found


class Walk(dict[tuple[str, int], tuple[str, ...]]):
    """Place and points to the places that a walker gets to with these points or fewer, in the order of the map.

    The place itself is none of them.
    """

    def __init__(self, near: Mapping[str, tuple[str, ...]]) -> None:
        super().__init__()
        self.near = near

    def __missing__(self, key: tuple[str, int]) -> tuple[str, ...]:
        start, points = key
        reached = {start}
        for _ in range(points):
            reached |= {neighbour for place in reached for neighbour in self.near[place]}
        found = self[key] = tuple(place for place in self.near if place in reached and place != start)
        return found


class Field:
    """A map. Places are Path spaces, Building sites and blank terrain; Exits and closed spaces are none.

    Blank terrain without a name of its own is called by its column and row from 1, `3-2`.
    """

    def __init__(self, scenario: schema.Scenario, cards: Mapping[str, Card]) -> None:
        words = [row.split() for row in scenario.map]
        self.width = max(map(len, words))
        self.height = len(words)
        at = {(x, y): word for y, row in enumerate(words) for x, word in enumerate(row)}
        self.closed = frozenset(xy for xy, word in at.items() if word == NOBODY)
        self.exits = {word: xy for xy, word in at.items() if word in scenario.exits}
        self.edge: dict[str, Facing] = dict(scenario.exits)
        """Exit to the side that the purple line of a tray faces."""
        self.place: dict[Offset, str] = {
            xy: blank_name(*xy) if word == BLANK else word
            for xy, word in at.items()
            if word != NOBODY and word not in scenario.exits
        }
        self.where: dict[str, Offset] = {place: xy for xy, place in self.place.items()}
        """Place to its column and row, from 0."""
        self.routes = {int(token): route[:-1] for token, route in sorted(scenario.routes.items())}
        """Token to the Path spaces from Spawn point to Exit."""
        self.exit_of = {int(token): route[-1] for token, route in scenario.routes.items()}
        self.path = frozenset(space for route in self.routes.values() for space in route)
        self.order = tuple(dict.fromkeys(s for route in self.routes.values() for s in reversed(route)))
        """The Path spaces in the order of phase 4 (KRR-AMB-12)."""
        self.rank = {space: rank for rank, space in enumerate(self.order)}
        self.ahead = {
            (token, space): route[index + 1 :]
            for token, route in self.routes.items()
            for index, space in enumerate(route)
        }
        """Token and space to the spaces before it on that route, the nearest first."""
        self.near: dict[str, tuple[str, ...]] = {
            place: tuple(other for other, there in self.where.items() if adjacent(here, there))
            for place, here in self.where.items()
        }
        """Place to the places next to it, corners included."""
        self.entries = tuple(s for s in self.order if any(adjacent(self.where[s], e) for e in self.exits.values()))
        """Path spaces where a Hero comes onto the map (KRR-AMB-54)."""
        self.walk = Walk(self.near)
        self.reach = Reach(cards, self)
        self.range = Range(cards, self.reach)

    def turn_of(self, card: HordeCard, token: int) -> int:
        """Quarter turns of the tray of a Horde on this route (KRR-SPN-08)."""
        return (QUARTER[self.edge[self.exit_of[token]]] - QUARTER[card.purple]) % 4


class Scenario:
    """A scenario of a component set."""

    def __init__(
        self,
        scenario: schema.Scenario,
        colours: Iterable[str],
        hordes: Mapping[str, HordeCard],
        cards: Mapping[str, Card],
    ) -> None:
        self.id = scenario.id
        self.title = scenario.title
        self.text = scenario.text
        self.source = scenario.source
        self.data = scenario
        self.win = scenario.win
        self.rounds = scenario.rounds
        self.round_limit = scenario.round_limit
        self.max_level = scenario.towers.max_level
        self.heroes = scenario.heroes
        self.spells = scenario.spells
        self.boss = scenario.boss
        self.storm = scenario.storm
        self.portal_tiles = scenario.portal_tiles
        self.difficulties = scenario.difficulties.present()
        self.white = scenario.white
        self.pathbreakers = scenario.pathbreakers
        self.field = Field(scenario, cards)
        self._hordes = hordes
        self._colours = tuple(colours)
        self._deal = cache(self._dealt)
        self.colours = cache(self._colours_of)
        """Players to the colours in use: one for each player, in solo three."""
        self.sites = cache(self._sites)
        """Players to Building site to its colour, in the order of the colours; white sites last. Not to be changed."""

    def hearts(self, players: int, difficulty: DifficultyId) -> int:
        """Hearts of the Kingdom at the start."""
        return self.difficulties[difficulty].hearts[players - 1]

    def crystals(self, players: int, difficulty: DifficultyId) -> int:
        """Crystals of the team at the start."""
        return self.difficulties[difficulty].crystals[players - 1]

    def _sites(self, players: int) -> dict[str, str]:
        sites = self.data.sites[players - 1]
        mine = {site: colour for colour in self.colours(players) for site in sites[colour]}
        return mine | dict.fromkeys(self.white, WHITE)

    def _colours_of(self, players: int) -> tuple[str, ...]:
        used = self.data.sites[players - 1]
        return tuple(colour for colour in self._colours if colour in used)

    def stacks(self, players: int, difficulty: DifficultyId) -> dict[int, Stack]:
        """Spawn token to its stack, in ascending order."""
        return self._deal(players, difficulty)[1]

    def initial(self, players: int, difficulty: DifficultyId) -> tuple[tuple[str, str, int], ...]:
        """Hordes on the map before round 1: card, space, route."""
        return self._deal(players, difficulty)[0]

    def portals(self, players: int, difficulty: DifficultyId) -> int:
        """How many Portals stacks and map begin with (KRR-SET-15)."""
        initial, stacks = self._deal(players, difficulty)
        cards = [card for card, _, _ in initial] + [
            c for parts in stacks.values() for part in parts for c in part.cards
        ]
        portals = {copy for horde in self._hordes.values() if horde.level for copy in horde.copies}
        return sum(card in portals for card in cards)

    @cached_property
    def ghosts(self) -> bool:
        """Whether the Ghost deck is laid out (KRR-SET-19)."""
        return any(self._hordes[id_].ghost for id_ in used_hordes(self.data))

    def _dealt(
        self, players: int, difficulty: DifficultyId
    ) -> tuple[tuple[tuple[str, str, int], ...], dict[int, Stack]]:
        """Copies in the order of the file: initial Hordes, then the stacks by token, from the top."""
        left = {id_: iter(horde.copies) for id_, horde in self._hordes.items()}
        initial = tuple(
            (next(left[placed.card]), placed.space, placed.route)
            for placed in self.data.initial
            if is_for(placed.players, players)
        )
        stacks: dict[int, Stack] = {}
        for token, segments in sorted(self.data.stacks.items()):
            parts = []
            for segment in segments:
                if is_for(segment.players, players) and is_for(segment.difficulties, difficulty):
                    cards = sorted(next(left[id_]) for id_, count in segment.cards.items() for _ in range(count))
                    parts.append(Part(tuple(cards), segment.draw or len(cards)))
            stacks[int(token)] = tuple(parts)
        return initial, stacks


def is_for(only: tuple[object, ...], what: object) -> bool:
    """Whether something that is for some only is for `what`; for none named it is for all."""
    return not only or what in only


def used_hordes(scenario: schema.Scenario) -> set[str]:
    """Ids of all Hordes that a scenario names."""
    stacked = {id_ for segments in scenario.stacks.values() for segment in segments for id_ in segment.cards}
    return stacked | {placed.card for placed in scenario.initial}


def blank_name(x: int, y: int) -> str:
    """The name of blank terrain that has none of its own: column and row."""
    return f"{x + 1}-{y + 1}"
