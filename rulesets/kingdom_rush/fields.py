"""What the fields of actions are called, and where they lie in the picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from rulesets.kingdom_rush.caption import hero_name
from rulesets.kingdom_rush.geometry import BASES, cells_of
from rulesets.kingdom_rush.ids import (
    ability_id,
    facing_id,
    held_id,
    hero_id,
    horde_id,
    portal_tile_id,
    seat_id,
    space_id,
    spell_id,
    square_id,
    supply_id,
)
from rulesets.kingdom_rush.names import FACING, horde_name, opening, source_name, space_name, tile_name
from rulesets.kingdom_rush.phases import Engaging, PlacingWildcat
from rulesets.kit.fields import Field

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from rulesets.kingdom_rush.board import Board
    from rulesets.kit.phases import Seat

    Fixed = Mapping[str, Any]


def _where(id_of: Callable[[Any], str]) -> Callable[[Board, Seat, Any, Fixed], tuple[str, ...]]:
    """What lies under an id of its own, if there is any."""
    return lambda _board, _seat, value, _fixed: (id_of(value),) if value else ()


def _hero(board: Board, _seat: Seat, hero: str, _fixed: Fixed) -> str:
    return hero_name(board, hero)


def _tile(_board: Board, _seat: Seat, tile: str, _fixed: Fixed) -> str:
    return tile_name(tile)


def _horde(board: Board, _seat: Seat, card: str, _fixed: Fixed) -> str:
    return opening(horde_name(board, card))


def _source(board: Board, _seat: Seat, source: str, _fixed: Fixed) -> str:
    return source_name(board, source) if source else "Nothing else"


def _held(_board: Board, seat: Seat, tower: str, _fixed: Fixed) -> tuple[str, ...]:
    return (held_id(seat, tower),)


def _becomes(_board: Board, seat: Seat, becomes: str, fixed: Fixed) -> tuple[str, ...]:
    return (held_id(seat, becomes) if becomes == fixed["tower"] else supply_id(becomes),)


def _next_white(board: Board, _seat: Seat, _tower: str, _fixed: Fixed) -> tuple[str, ...]:
    return (space_id(board.towers[0].site),)


def _site_of(_board: Board, _seat: Seat, _tower: str, fixed: Fixed) -> tuple[str, ...]:
    return (space_id(fixed["site"]),)


def _space(board: Board, _seat: Seat, space: str, _fixed: Fixed) -> str:
    return opening(space_name(board, space))


def _sites(board: Board, _seat: Seat, colour: str, _fixed: Fixed) -> tuple[str, ...]:
    return tuple(space_id(site) for site, of in board.setting.sites(board.seats).items() if of == colour)


def _seat(_board: Board, _seat: Seat, to: Seat, _fixed: Fixed) -> str:
    return f"{{{to}}}"


def _facing(_board: Board, _seat: Seat, facing: Any, _fixed: Fixed) -> str:
    return opening(FACING[facing])


def _square(_board: Board, _seat: Seat, cell: str, fixed: Fixed) -> tuple[str, ...]:
    return (square_id(fixed["horde"], cell),)


def _square_there(_board: Board, _seat: Seat, cell: str, fixed: Fixed) -> tuple[str, ...]:
    return (square_id(fixed["to"], cell),)


def _cell(_board: Board, _seat: Seat, cell: str, _fixed: Fixed) -> str:
    return cell


def _base(_board: Board, _seat: Seat, base: str, _fixed: Fixed) -> str:
    return f"{base} in its north-west" if base else "No Horde is there"


def _under(board: Board, _seat: Seat, base: str, _fixed: Fixed) -> tuple[str, ...]:
    """The four squares of a base, on the Horde in the space of the hero."""
    at = board.pending
    assert isinstance(at, Engaging | PlacingWildcat)
    space = board.hero(at.hero).space
    horde = board.horde_at(space)
    if not base or horde is None:
        return ()
    return tuple(square_id(horde.card, cell) for cell in cells_of(BASES[base]))


def _piece(_board: Board, _seat: Seat, piece: int, _fixed: Fixed) -> str:
    return f"Piece {piece}"


def _turned(_board: Board, _seat: Seat, face_up: bool, _fixed: Fixed) -> str:
    return "The one face up" if face_up else "The one face down"


def _drawn(board: Board, _seat: Seat, card: str, _fixed: Fixed) -> str:
    """A Horde, or a Timewarp or Portal storm card."""
    if card in board.components.warp:
        return opening(card.rpartition("-")[0].replace("_", " "))
    return opening(horde_name(board, card))


_SPACE = Field(_space, _where(space_id))

FIELDS = {
    "spell": Field(_source, _where(spell_id), asks="Which Spell?"),
    "BuyTower.tower": Field(_source, _where(supply_id), asks="Which Tower?"),
    "TakeWhiteTower.tower": Field(_source, _next_white, asks="Which Tower?"),
    "GiveUpTower.site": replace(_SPACE, asks="On which site?"),
    "GiveUpTower.tower": Field(_source, _site_of, asks="Which Tower?"),
    "tower": Field(_source, _held, asks="Which Tower?"),
    "becomes": Field(_source, _becomes, asks="What does it become?"),
    "hero": Field(_hero, _where(hero_id), asks="Which hero?"),
    "heroes": Field(_hero, _where(hero_id), "set", asks="Which heroes?"),
    "colour": Field(ids=_sites, asks="Which colour?"),
    "ability": Field(_source, _where(ability_id), asks="Which ability?"),
    "abilities": Field(_source, _where(ability_id), "set", asks="Which abilities?"),
    "copies": Field(_source, _where(ability_id), asks="As which ability?"),
    "tile": Field(_tile, _where(portal_tile_id), asks="Which Portal tile?"),
    "horde": Field(_horde, _where(horde_id), asks="Which Horde?"),
    "cell": Field(_cell, _square, asks="Which square?"),
    "cells": Field(_cell, _square, "set", asks="Which squares?"),
    "Displace.to": replace(_SPACE, asks="Where to?"),
    "RelocateSoldier.to": Field(_horde, _where(horde_id), asks="To which Horde?"),
    "square": Field(_cell, _square_there, asks="To which square?"),
    "site": replace(_SPACE, asks="On which site?"),
    "space": replace(_SPACE, asks="Where to?"),
    "base": Field(_base, _under, asks="On which squares?"),
    "to": Field(_seat, _where(seat_id), asks="To whom?"),
    "face_up": Field(_turned, asks="Which of the two?"),
    "facing": Field(
        _facing, lambda _board, _seat, facing, _fixed: (facing_id(FACING[facing]),), asks="Facing which way?"
    ),
    "piece": Field(_piece, asks="Which piece comes first?"),
}
"""In the order in which they are asked for: a piece before its place, a place before its squares, a facing last."""

OUTCOMES = {"draw": Field(_drawn)}
"""What outcomes of chance are called."""
