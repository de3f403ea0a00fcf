"""Actions of a row that need no more than the own town: Get Land, Get Modifiers, Produce, Move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heros_crossing import effects as e
from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.effects.common import tile_on
from rulesets.heros_crossing.ids import cell_id, modifiers_id
from rulesets.heros_crossing.names import cell_name, cubes_name, on_cell
from rulesets.heros_crossing.pieces import Cell, Lot
from rulesets.heros_crossing.rules.common import (
    IN_ACTION,
    InOwnTown,
    OnCubes,
    acting,
    colours_for,
    may,
    need_action,
    resource_on,
    take,
    value_for,
)
from rulesets.heros_crossing.rules.town import around, costs, new_cells
from rulesets.heros_crossing.rules.values import values
from rulesets.heros_crossing.tiles import COLOUR_OF
from rulesets.kit.errors import Refused
from rulesets.kit.facts import Fact
from rulesets.kit.play import Play, need
from rulesets.kit.structs import Action
from rulesets.kit.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.heros_crossing.tiles import Tile
    from rulesets.heros_crossing.values import Values
    from rulesets.kit.phases import Seat

HIGH = 4
"""From this value on Get Modifiers gives less and Produce makes more (HCX-GMD-01, HCX-PRD-03)."""
MODIFIERS_LOW, MODIFIERS_HIGH = 2, 1
"""HCX-GMD-01."""


class GetLand(InOwnTown, frozen=True):
    """Place a land tile in a new cell (HCX-LND-01)."""

    phase = IN_ACTION
    exact = True

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterator[GetLand]:
        if may(board, seat, "get_land"):
            yield from map(cls, new_cells(board, seat, building=False))

    def check(self, board: Board, seat: Seat) -> None:
        need_action(board, seat, "get_land")
        if self.cell not in new_cells(board, seat, building=False):
            raise Refused(no_new_cell(board, seat, self.cell))

    def perform(self, play: Play[Board]) -> None:
        take(play, "get_land")
        play.emit(e.LandPlaced(play.seat, self.cell))

    def label(self, board: Board, seat: Seat) -> str:
        return f"Get land at {cell_name(self.cell)}"


def no_new_cell(board: Board, seat: Seat, cell: Cell, *, building: bool = False) -> str:
    """The rule against a tile in a cell: taken, apart from the town, beside a building, or against the zoning."""
    town = board.side(seat).town
    if any(lot.cell == cell for lot in town):
        return "HCX-TWN-01"
    if not any(cell in around(lot.cell) for lot in town):
        return "HCX-TWN-04"
    tiles = board.components.tile
    if building and any(cell in around(lot.cell) and tiles[lot.tile].building for lot in town):
        return "HCX-TWN-05"
    return "HCX-ZON-03"


class GetModifiers(Action[Board], frozen=True):
    """Gain two modifiers with a low value, one with a high one (HCX-GMD-01, 02). In facts `value` is how many."""

    phase = IN_ACTION
    exact = True

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterator[GetModifiers]:
        if may(board, seat, "get_modifiers"):
            yield cls()

    def check(self, board: Board, seat: Seat) -> None:
        need_action(board, seat, "get_modifiers")

    def perform(self, play: Play[Board]) -> None:
        gained = _modifiers(play.board, play.seat)
        take(play, "get_modifiers")
        play.emit(e.ModifiersGained(play.seat, gained))

    def fact(self, board: Board, seat: Seat) -> Fact:
        return Fact(value=_modifiers(board, seat))

    def touches(self, board: Board, seat: Seat) -> tuple[str, ...]:
        return (modifiers_id(seat),)

    def label(self, board: Board, seat: Seat) -> str:
        if not isinstance(board.pending, IN_ACTION):
            return "Get modifiers"
        return f"Get {counted(_modifiers(board, seat), 'modifier')}"


def _modifiers(board: Board, seat: Seat) -> int:
    """What Get Modifiers brings with the die in use."""
    return MODIFIERS_LOW if value_for(board, seat, "get_modifiers") < HIGH else MODIFIERS_HIGH


# --- produce


class Produce(OnCubes, frozen=True):
    """Make cubes in one own Production Center of the die's colour (HCX-PRD-01)."""

    phase = IN_ACTION
    exact = True

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterator[Produce]:
        if not may(board, seat, "produce"):
            return
        v, colours, tiles = values(board, seat), colours_for(board, "produce"), board.components.tile
        for lot in board.sides[seat - 1].town:
            tile = tiles[lot.tile]
            if tile.kind == "production" and v.suits("produce", colours, tile.colour) and lot.cubes < v.limit(tile):
                yield cls(lot.cell)

    def check(self, board: Board, seat: Seat) -> None:
        need_action(board, seat, "produce")
        lot = board.side(seat).lot(self.cell)
        tile = board.components.tile[lot.tile] if lot else None
        if lot is None or tile is None or tile.kind != "production":
            raise Refused("HCX-PRD-01")
        v = values(board, seat)
        need(v.suits("produce", colours_for(board, "produce"), tile.colour), "HCX-PRD-01")
        need(lot.cubes < v.limit(tile), "HCX-PRD-06")

    def perform(self, play: Play[Board]) -> None:
        board = play.board
        lot = board.side(play.seat).lot(self.cell)
        assert lot is not None
        tile = board.components.tile[lot.tile]
        made = _made(board, play.seat, lot, tile)
        take(play, "produce")
        play.emit(e.ResourcesProduced(play.seat, self.cell, tile.resource, made))

    def label(self, board: Board, seat: Seat) -> str:
        lot = board.side(seat).lot(self.cell)
        return f"Produce with {on_cell(board, seat, self.cell)}" if lot else "Produce"


def _made(board: Board, seat: Seat, lot: Lot, tile: Tile) -> int:
    """HCX-PRD-02 to 04: what the tile prints, one more for a high value, no more than the tile holds."""
    v = values(board, seat)
    more = value_for(board, seat, "produce") >= HIGH
    return min(v.produced(tile) + more, v.limit(tile) - lot.cubes)


# --- move


class Move(Action[Board], frozen=True):
    """Move `n` cubes from one Production Center to one Shop; with points left, others may follow (HCX-MOV-04).

    Where the row has another Move, a step that the points left do not cover begins it.
    """

    source: Cell
    target: Cell
    n: int
    phase = IN_ACTION
    exact = True

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterator[Move]:
        points = _points(board, seat)
        return _steps(board, seat, points) if points else iter(())

    def check(self, board: Board, seat: Seat) -> None:
        points = _points(board, seat)
        need(points, "HCX-DUA-06")
        side, tiles, v = board.side(seat), board.components.tile, values(board, seat)
        start, end = side.lot(self.source), side.lot(self.target)
        need(end is None or tiles[end.tile].building, "HCX-MOV-08")
        if start is None or end is None or tiles[start.tile].kind != "production" or tiles[end.tile].kind != "shop":
            raise Refused("HCX-MOV-02")
        need(tiles[start.tile].resource == tiles[end.tile].resource, "HCX-MOV-02")
        need(_starts(board, seat, v, tiles[start.tile]), "HCX-MOV-01")
        need(1 <= self.n <= start.cubes, "HCX-MOV-02")
        cost = costs(board, seat, self.source, v).get(self.target)
        if cost is None:
            raise Refused(self._no_path(board, seat, v))
        need(cost * self.n <= points, "HCX-MOV-03")
        need(end.cubes + self.n <= v.limit(tiles[end.tile]), "HCX-MOV-10")

    def _no_path(self, board: Board, seat: Seat, v: Values) -> str:
        """The rule against all paths: spies stand on them, or they cross buildings, or empty cells."""
        if self.target in costs(board, seat, self.source, replace(v, through_spies=True)):
            return "HCX-MOV-07"
        beyond = replace(v, through_spies=True, through_buildings=True)
        return "HCX-MOV-06" if self.target in costs(board, seat, self.source, beyond) else "HCX-MOV-05"

    def perform(self, play: Play[Board]) -> None:
        board = play.board
        points = acting(board).points
        cost = self.n * costs(board, play.seat, self.source, values(board, play.seat))[self.target]
        lot = board.side(play.seat).lot(self.source)
        assert lot is not None
        resource = board.components.tile[lot.tile].resource
        if cost > points:
            take(play, "move")
            points = value_for(board, play.seat, "move")
        play.emit(e.ResourcesMoved(play.seat, self.source, self.target, resource, self.n, cost, points - cost))

    def fact(self, board: Board, seat: Seat) -> Fact:
        return Fact(
            place=cell_id(seat, self.source),
            target=cell_id(seat, self.target),
            source=tile_on(board, seat, self.source),
            kind=resource_on(board, seat, self.source),
            value=self.n,
        )

    def label(self, board: Board, seat: Seat) -> str:
        lot = board.side(seat).lot(self.source)
        resource = board.components.tile[lot.tile].resource if lot else ""
        start, end = (on_cell(board, seat, cell) for cell in (self.source, self.target))
        return f"Move {cubes_name(resource, self.n)} from {start} to {end}"


def _steps(board: Board, seat: Seat, points: int) -> Iterator[Move]:
    """What may be moved with this many points."""
    v, tiles = values(board, seat), board.components.tile
    sources = [lot for lot in board.sides[seat - 1].town if lot.cubes and _starts(board, seat, v, tiles[lot.tile])]
    if not sources:
        return
    town = {lot.cell: lot for lot in board.sides[seat - 1].town}
    dealt_in = {tiles[lot.tile].resource for lot in town.values() if tiles[lot.tile].kind == "shop"}
    for lot in sources:
        resource = tiles[lot.tile].resource
        if resource not in dealt_in:
            continue
        for cell, cost in sorted(costs(board, seat, lot.cell, v, points).items()):
            shop = tiles[town[cell].tile]
            if shop.resource == resource:
                most = min(lot.cubes, v.limit(shop) - town[cell].cubes, points // cost)
                yield from (Move(lot.cell, cell, n) for n in range(1, most + 1))


def _points(board: Board, seat: Seat) -> int:
    """The most points that a step may cost: those of a new Move, if one may be begun, or what is left of the last."""
    return value_for(board, seat, "move") if may(board, seat, "move") else acting(board).points


def _starts(board: Board, seat: Seat, v: Values, tile: Tile) -> bool:
    """Whether cubes of a tile may be moved with the die in use (HCX-MOV-01)."""
    return tile.kind == "production" and v.suits("move", colours_for(board, "move"), COLOUR_OF[tile.resource])
