"""What follows from actions of several topics, and what effects share: rows of dice, what may be entered by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.ids import cell_id, dice_id, face_id, hero_id, seat_id, tile_id
from rulesets.heros_crossing.phases import ByHand, Pending
from rulesets.heros_crossing.pieces import COLOUR, DIE_SIDES, FACE, Cell, HeroId, TileId
from rulesets.kit import structs
from rulesets.kit.facts import Fact, fact_of
from rulesets.kit.phases import Seat
from rulesets.kit.play import need
from rulesets.kit.structs import Effect

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.heros_crossing.pieces import Die

__all__ = ["Asked"]  # what is an effect itself, and not what effects are made of

BY_HAND = "HCX-POW-14"
"""What a table enters by hand must be possible on its board."""
LARGEST = 99
"""VP or modifiers entered at once."""


class OfSeat(Effect[Board], frozen=True):
    """What happens to a seat as a whole."""

    seat: Seat

    def touches(self) -> tuple[str, ...]:
        return (seat_id(self.seat),)


class InTown(Effect[Board], frozen=True):
    """What happens on a cell of a seat's town."""

    seat: Seat
    cell: Cell

    def touches(self) -> tuple[str, ...]:
        return (cell_id(self.seat, self.cell),)


class Untold(Effect[Board], frozen=True):
    """What only moves the game on: statistics keep no row of it."""

    def facts(self, board: Board) -> Iterable[Fact]:
        return ()


class OnOwnTile(InTown, frozen=True):
    """What a tile of a seat's town does, or what is done on it."""

    def facts(self, board: Board) -> Iterable[Fact]:
        row = fact_of(self)
        row.place, row.source = cell_id(self.seat, self.cell), tile_on(board, self.seat, self.cell)
        return (row,)


class ByPower(OfSeat, frozen=True, kw_only=True):
    """What the power of a hero does to a seat; `source` is that hero.

    Where the table enters what a hero does, the board knows which one, and `source` is left out.
    """

    source: HeroId = ""

    def check(self, board: Board) -> None:
        need_seat(board, self.seat)
        need(not self.source, BY_HAND)

    def facts(self, board: Board) -> Iterable[Fact]:
        row = fact_of(self)
        row.source = power_of(board, self.source)
        return (row,)


class OfHero(ByPower, frozen=True):
    """What the power of a hero does to a hero of a seat, which may be itself."""

    card: HeroId

    def touches(self) -> tuple[str, ...]:
        return (hero_id(self.card),)

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, card=hero_id(self.card), source=power_of(board, self.source)),)


class AboutTile(Effect[Board], frozen=True):
    """What happens to a tile that is not in a town."""

    seat: Seat
    card: TileId

    def touches(self) -> tuple[str, ...]:
        return (tile_id(self.card),)

    def facts(self, board: Board) -> Iterable[Fact]:
        row = fact_of(self)
        row.card = face_id(board.components, self.card)
        return (row,)


class Asked(structs.Asked[Board], frozen=True):
    """A choice is put to a seat: what to swap, to lay, to draft or to sell. The phase says which."""

    phase: Pending


def need_seat(board: Board, seat: Seat) -> None:
    """Refuse a seat that is not at the table."""
    need(1 <= seat <= board.seats, BY_HAND)


def of_die(die: Die, fact: Fact) -> Fact:
    """A row about something that is done with a die, with what it shows; a roll of it is a row of `rolled`."""
    fact.source, fact.die_sides, fact.die_face = dice_id(COLOUR[die]), DIE_SIDES, FACE[die]
    return fact


def about_die(die: Die, fact: Fact) -> Fact:
    """A row about a die itself, with what it shows."""
    fact.card, fact.die_sides, fact.die_face = dice_id(COLOUR[die]), DIE_SIDES, FACE[die]
    return fact


def power_of(board: Board, hero: HeroId = "") -> str | None:
    """The id of the hero whose power it is: the one that is named, or whose doings the table enters."""
    if not hero and isinstance(board.pending, ByHand):
        hero = board.pending.hero
    return hero_id(hero) if hero else None


def well(board: Board, tile: TileId) -> str | None:
    """The id of a tile if it is a Wishing Well, which brings VP as long as it is in a town (HCX-SPC-03)."""
    return face_id(board.components, tile) if tile in board.components.wells else None


def tile_on(board: Board, seat: Seat, cell: Cell) -> str | None:
    """The id of the tile on a cell, as facts have it."""
    lot = board.side(seat).lot(cell)
    return face_id(board.components, lot.tile) if lot else None
