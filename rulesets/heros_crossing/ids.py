"""Ids of pieces and places."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulesets.heros_crossing.components import Components
    from rulesets.heros_crossing.pieces import Cell, Die, HeroId, TileId
    from rulesets.kit.phases import Seat

DONATION = "donation"
"""What brings the VP of a donation, in facts."""

CACHE_SIZE = 1024
"""Ids that are remembered: a fact takes several, and most are equal."""


@lru_cache(CACHE_SIZE)
def cell_id(seat: Seat, cell: Cell) -> str:
    """The id of a cell of a town on screens and in facts."""
    return f"cell:{seat}.{cell}"


@lru_cache(CACHE_SIZE)
def tile_id(tile: TileId) -> str:
    """The id of a tile on screens."""
    return f"tile:{tile}"


def face_id(components: Components, tile: TileId) -> str | None:
    """The id of a tile in facts: copies share it, since they look alike. Of a hidden tile there is none."""
    return tile_id(components.tile[tile].face) if tile in components.tile else None


@lru_cache(CACHE_SIZE)
def hero_id(hero: HeroId) -> str:
    """The id of a hero on screens and in facts."""
    return f"hero:{hero}"


def die_id(seat: Seat, die: Die) -> str:
    """The id of a die in a pool on screens."""
    return f"die:{seat}.{die}"


def pool_id(seat: Seat) -> str:
    """The id of the unspent dice of a seat."""
    return f"pool:{seat}"


def modifiers_id(seat: Seat) -> str:
    """The id of the modifiers of a seat."""
    return f"modifiers:{seat}"


def spy_id(seat: Seat) -> str:
    """The id of the place for a seat's own spy, in its strip."""
    return f"spy:{seat}"


def lands_id(seat: Seat) -> str:
    """The id of the plain land tiles that a seat has still to lay, which are all equal."""
    return f"land:{seat}"


def colour_id(colour: str) -> str:
    """The id of the workers of a colour, before a seat has them."""
    return f"colour:{colour}"


def need_id(hero: HeroId, need: int) -> str:
    """The id of a need of a visiting hero, from 0."""
    return f"need:{hero}.{need}"


def offer_id(on: str, seat: Seat) -> str:
    """The id of what a seat has laid on a tile or a hero, which has the id `on`: `offer:1.hero.dancer`."""
    return f"offer:{seat}.{on.replace(':', '.')}"


def dice_id(colour: str) -> str:
    """The id of the dice of a colour in facts: nobody knows which of them it was."""
    return f"die:{colour}"


def seat_id(seat: Seat) -> str:
    """The id of a seat on screens and in facts."""
    return f"seat:{seat}"


def hand_id(seat: Seat) -> str:
    """The id of the tiles that a seat drafts from."""
    return f"hand:{seat}"


def stack_id(level: int) -> str:
    """The id of a stack of tiles on screens and in facts."""
    return f"stack:{level}"


def space_id(space: int) -> str:
    """The id of a space for a visiting hero, on screens and in facts; `space` counts from 0, the id from 1."""
    return f"space:{space + 1}"


def card_id(card: str) -> str:
    """The id of an Action Card on screens and in facts."""
    return f"card:{card}"


def row_id(row: int) -> str:
    """The id of a row of the Action Card, from 0."""
    return f"row:{row}"
