"""Ids of pieces and places."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulesets.heros_crossing.board import Cell, Die, HeroId, TileId
    from rulesets.kit.phases import Seat


def cell_id(seat: Seat, cell: Cell) -> str:
    """The id of a cell of a town on screens and in facts."""
    return f"cell:{seat}.{cell}"


def tile_id(tile: TileId) -> str:
    """The id of a tile on screens and in facts."""
    return f"tile:{tile}"


def hero_id(hero: HeroId) -> str:
    """The id of a hero on screens and in facts."""
    return f"hero:{hero}"


def die_id(seat: Seat, die: Die) -> str:
    """The id of a die in a pool on screens."""
    return f"die:{seat}.{die}"


def seat_id(seat: Seat) -> str:
    """The id of a seat on screens."""
    return f"seat:{seat}"
