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


def hand_id(seat: Seat) -> str:
    """The id of the tiles that a seat drafts from."""
    return f"hand:{seat}"


def stack_id(level: int) -> str:
    """The id of a stack of tiles."""
    return f"stack:{level}"


def space_id(space: int) -> str:
    """The id of a space for a visiting hero; `space` counts from 0, the id from 1."""
    return f"space:{space + 1}"


def card_id(card: str) -> str:
    """The id of an Action Card."""
    return f"card:{card}"


def row_id(row: int) -> str:
    """The id of a row of the Action Card, from 0."""
    return f"row:{row}"
