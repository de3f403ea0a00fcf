"""What the own town gains: land, modifiers, cubes made and moved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.effects import common
from rulesets.heros_crossing.effects.common import BY_HAND, LARGEST, tile_on
from rulesets.heros_crossing.ids import cell_id, face_id, modifiers_id
from rulesets.heros_crossing.names import by_hero, cell_name, cubes_name, on_cell
from rulesets.heros_crossing.phases import Acting, Extra, Placing
from rulesets.heros_crossing.pieces import Cell, Lot
from rulesets.heros_crossing.tiles import LAND
from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat
from rulesets.kit.play import need
from rulesets.kit.structs import Effect
from rulesets.kit.tuples import put
from rulesets.kit.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterable


class LandPlaced(common.InTown, frozen=True):
    """A land tile comes into a town."""

    def apply(self, board: Board) -> Board:
        side = board.sides[self.seat - 1].with_lot(Lot(self.cell, LAND))
        pending = board.pending
        return replace(
            board,
            sides=put(board.sides, self.seat - 1, side),
            pending=pending.then if isinstance(pending, Placing) else pending,
        )

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} places land at {cell_name(self.cell)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        card = face_id(board.components, LAND)
        return (Fact(seat=self.seat, card=card, place=cell_id(self.seat, self.cell)),)


class ModifiersGained(common.ByPower, frozen=True):
    """A seat gains modifiers, by the action of that name or by a power. `value`: how many."""

    adjustable = True
    value: int

    def touches(self) -> tuple[str, ...]:
        return (modifiers_id(self.seat),)

    def apply(self, board: Board) -> Board:
        side = board.sides[self.seat - 1]
        side = replace(side, modifiers=side.modifiers + self.value)
        return replace(board, sides=put(board.sides, self.seat - 1, side))

    def check(self, board: Board) -> None:
        super().check(board)
        need(0 <= self.value <= LARGEST, BY_HAND)

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} gains {counted(self.value, 'modifier')}{by_hero(board, self.source)}."


class ResourcesProduced(common.OnOwnTile, frozen=True):
    """A Production Center makes cubes. `value`: how many."""

    kind: str
    value: int

    def apply(self, board: Board) -> Board:
        side = board.sides[self.seat - 1].with_cubes(self.cell, self.value)
        return replace(board, sides=put(board.sides, self.seat - 1, side))

    def sentence(self, board: Board) -> str:
        made = cubes_name(self.kind, self.value)
        return f"{{{self.seat}}} produces {made} with {on_cell(board, self.seat, self.cell)}."


class ResourcesMoved(Effect[Board], frozen=True):
    """Cubes travel from a Production Center to a Shop, for `cost` movement points; `points` are left.

    `value`: how many.
    """

    silent = {"cost": "how far it is, follows from the two places", "points": "steers the rest of the Move"}
    seat: Seat
    source: Cell
    target: Cell
    resource: str
    n: int
    cost: int
    points: int

    def apply(self, board: Board) -> Board:
        pending = board.pending
        assert isinstance(pending, (Acting, Extra))
        side = board.sides[self.seat - 1].with_cubes(self.source, -self.n).with_cubes(self.target, self.n)
        return replace(
            board,
            sides=put(board.sides, self.seat - 1, side),
            pending=replace(pending, points=self.points),
        )

    def touches(self) -> tuple[str, ...]:
        return cell_id(self.seat, self.source), cell_id(self.seat, self.target)

    def sentence(self, board: Board) -> str:
        moved = cubes_name(self.resource, self.n)
        start, end = (on_cell(board, self.seat, cell) for cell in (self.source, self.target))
        left = f", with {counted(self.points, 'movement point')} left" if self.points else ""
        return f"{{{self.seat}}} moves {moved} from {start} to {end}{left}."

    def facts(self, board: Board) -> Iterable[Fact]:
        place, target = cell_id(self.seat, self.source), cell_id(self.seat, self.target)
        center = tile_on(board, self.seat, self.source)
        return (Fact(seat=self.seat, place=place, target=target, source=center, kind=self.resource, value=self.n),)
