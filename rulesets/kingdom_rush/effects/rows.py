"""What rows of several topics share: what happens to a hero has it as card, what a hero does has it as source."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulesets.kingdom_rush.ids import hero_id, horde_id, space_id
from rulesets.kit.facts import Fact

if TYPE_CHECKING:
    from rulesets.kingdom_rush.board import Board
    from rulesets.kingdom_rush.geometry import Mask
    from rulesets.kingdom_rush.pieces import CardId, HeroName, Horde, SpaceId
    from rulesets.kit.phases import Seat


def about_hero(board: Board, hero: HeroName, **more: Any) -> Fact:
    """A row of what happens to a hero: it concerns its seat."""
    return Fact(seat=seat_of(board, hero), card=hero_id(hero), **more)


def by_hero(board: Board, hero: HeroName, **more: Any) -> Fact:
    """A row of what a hero does, of its seat."""
    return Fact(seat=seat_of(board, hero), source=hero_id(hero), **more)


def seat_of(board: Board, hero: HeroName) -> Seat | None:
    """Whose a hero is, if it is in the game."""
    known = board.find_hero(hero)
    return known.seat if known else None


def place_id(space: SpaceId | None) -> str | None:
    """The id of a space of the map; None of the player's board, and of the Exit."""
    return space_id(space) if space else None


def horde_id_at(board: Board, space: SpaceId | None) -> str | None:
    """The id of the Horde on top of a space, if there is one."""
    horde = board.horde_at(space) if space else None
    return horde_id(horde.card) if horde else None


def enemies_under(board: Board, horde: Horde | None, mask: Mask) -> int:
    """How many of these squares show enemies of a Horde."""
    return (board.face(horde).all & mask).bit_count() if horde else 0


def kind_of(horde: Horde) -> str:
    """Whether a Horde is a Portal at this time."""
    return "portal" if horde.level else "horde"


def overflowed(board: Board, horde: CardId, gained: int) -> tuple[Fact, ...]:
    """A row of the Crystals of a Horde that the team could not take, for it has all there are."""
    lost = board.components.horde[horde].crystals - gained
    return (Fact(type="CrystalsOverflowed", card=horde_id(horde), value=lost),) if lost else ()
