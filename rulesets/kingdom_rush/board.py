"""The whole table at one version."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from rulesets.kingdom_rush.components import Components
from rulesets.kingdom_rush.geometry import BASES, Mask, name_of
from rulesets.kingdom_rush.phases import Pending
from rulesets.kingdom_rush.pieces import (
    Barrier,
    Boss,
    CardId,
    Hero,
    HeroName,
    Horde,
    Side,
    SpaceId,
    Stack,
    Tower,
)
from rulesets.kingdom_rush.schema import DifficultyId
from rulesets.kit.phases import Seat
from rulesets.kit.piles import Pile
from rulesets.kit.tuples import put

if TYPE_CHECKING:
    from rulesets.kingdom_rush.cards import Face
    from rulesets.kingdom_rush.scenario import Field, Scenario


class Board(Struct, frozen=True, gc=False):
    """The whole table at one version."""

    components: Components
    pending: Pending
    scenario: str
    difficulty: DifficultyId
    seats: int
    sides: tuple[Side, ...]
    heroes: tuple[Hero, ...] = ()
    """In the order of the seats, then the Wildcat and called Bench Heroes."""
    hordes: tuple[Horde, ...] = ()
    towers: tuple[Tower, ...] = ()
    """By site, and there in the order of playing: equal tables are equal boards."""
    stacks: tuple[Stack, ...] = ()
    ghosts: Pile = Pile(0)
    """The Ghost deck."""
    timewarp: Pile = Pile(0)
    """The Timewarp cards of Lilith, the Boss."""
    storm: Pile = Pile(0)
    """The Portal storm."""
    supply: tuple[str, ...] = ()
    """Towers; sorted."""
    hearts: int = 0
    """Of the Kingdom."""
    crystals: int = 0
    soldiers: int = 0
    """In the supply."""
    barriers: tuple[Barrier, ...] = ()
    gates: tuple[str, ...] = ()
    """Portal tiles in the supply."""
    bosses: tuple[Boss, ...] = ()
    lives: tuple[Horde, ...] = ()
    """Boss Life cards, off the map; the first lies on top."""
    spells: tuple[str, ...] = ()
    """Chosen and not yet used; sorted."""
    bench: tuple[HeroName, ...] = ()
    """Solo: not yet called; sorted."""
    eliminated: str = ""
    """Solo: the colour given up in this round, or in the last one until it is chosen."""
    destroyed: tuple[CardId, ...] = ()
    """Horde cards out of the game, sorted."""
    escaped: tuple[CardId, ...] = ()
    """Sorted."""
    round: int = 0
    """From 1; 0 in the set-up."""

    @property
    def turn(self) -> int:
        """Turn and round mean the same (KRR-RND-08)."""
        return self.round

    @property
    def setting(self) -> Scenario:
        """The scenario that is played."""
        return self.components.scenario[self.scenario]

    @property
    def field(self) -> Field:
        """Its map, with all that can be worked out about it."""
        return self.components.field[self.scenario]

    def side(self, seat: Seat) -> Side:
        """What belongs to a seat."""
        return self.sides[seat - 1]

    def prepared(self, seat: Seat) -> bool:
        """Whether a seat has chosen all it has to choose in the set-up."""
        hero = self.hero_of(seat)
        return hero is not None and bool(hero.abilities)

    def hero_of(self, seat: Seat) -> Hero | None:
        """The hero of a seat, once it is chosen; in solo mode the Main Hero."""
        name = self.side(seat).hero
        return self.hero(name) if name else None

    def hero(self, name: HeroName) -> Hero:
        """The hero of a name. KeyError when it is not in the game."""
        for hero in self.heroes:
            if hero.name == name:
                return hero
        raise KeyError(name)

    def find_hero(self, name: HeroName) -> Hero | None:
        """The hero of a name, or None."""
        for hero in self.heroes:
            if hero.name == name:
                return hero
        return None

    def horde(self, card: CardId) -> Horde:
        """The Horde of a card. KeyError when it is not on the map."""
        for horde in self.hordes:
            if horde.card == card:
                return horde
        raise KeyError(card)

    def horde_at(self, space: SpaceId | None) -> Horde | None:
        """The Horde on top of a space."""
        found = None
        for horde in self.hordes:
            if horde.space == space:
                found = horde
        return found

    def face(self, horde: Horde) -> Face:
        """The card of a Horde as it lies in its tray."""
        return self.components.face[horde.card][horde.turn]

    def bases(self, space: SpaceId) -> Mask:
        """The squares under heroes in a space; they stand on the top Horde."""
        mask = 0
        for hero in self.heroes:
            if hero.base and hero.space == space:
                mask |= BASES[hero.base]
        return mask

    def covered(self, horde: Horde) -> Mask:
        """The squares of a Horde that a tile, a Soldier, a hero or a Portal tile covers."""
        mask = horde.tiled | horde.soldiers | horde.gated
        for hero in self.heroes:
            if hero.base and hero.space == horde.space and self.horde_at(hero.space) is horde:
                mask |= BASES[hero.base]
        return mask

    def with_side(self, seat: Seat, side: Side) -> Board:
        """The board with this in the place of what belongs to the seat."""
        return replace(self, sides=put(self.sides, seat - 1, side))

    def with_hero(self, hero: Hero, pending: Pending | None = None) -> Board:
        """The board with this hero in the place of the one of its name; waiting for `pending`, if it is given."""
        for index, old in enumerate(self.heroes):
            if old.name == hero.name:
                return replace(self, heroes=put(self.heroes, index, hero), pending=pending or self.pending)
        raise KeyError(hero.name)

    def with_horde(self, horde: Horde) -> Board:
        """The board with this Horde in the place of the one of its card."""
        return replace(self, hordes=put(self.hordes, place_of(self.hordes, horde.card), horde))


MASKS = ("tiled", "soldiers", "gated")


def shown(board: Board) -> dict[str, object]:
    """The board's fields as people read them; what covers a Horde reads `b2 b3`, as in actions."""
    fields = {name: getattr(board, name) for name in board.__struct_fields__}
    return fields | {"hordes": list(map(_horde, board.hordes)), "lives": list(map(_horde, board.lives))}


def _horde(horde: Horde) -> dict[str, object]:
    fields = {name: getattr(horde, name) for name in horde.__struct_fields__}
    return fields | {name: name_of(fields[name]) for name in MASKS}


def heroes_on(board: Board, horde: Horde) -> tuple[Hero, ...]:
    """The heroes that engage a Horde: they stand on the top one of their space."""
    found = [hero for hero in board.heroes if hero.base and hero.space == horde.space]
    return tuple(found) if found and board.horde_at(horde.space) is horde else ()


def place_of(hordes: tuple[Horde, ...], card: CardId) -> int:
    """Where in `hordes` the one of a card is. KeyError when it is none of them."""
    for index, horde in enumerate(hordes):
        if horde.card == card:
            return index
    raise KeyError(card)
