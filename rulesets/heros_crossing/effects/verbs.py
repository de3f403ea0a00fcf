"""What hero powers do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.effects import common
from rulesets.heros_crossing.effects.claiming import back
from rulesets.heros_crossing.effects.common import BY_HAND, LARGEST, about_die, tile_on
from rulesets.heros_crossing.ids import cell_id, dice_id, die_id, face_id
from rulesets.heros_crossing.names import ACTIONS, by_hero, cubes_name, die_name, on_cell, row_name
from rulesets.heros_crossing.phases import Acting, Extra, Placing
from rulesets.heros_crossing.pieces import COLOUR, DIE_SIDES, FACE, Assigned, Cell, Die, TileId
from rulesets.heros_crossing.values import TILE_LIMIT
from rulesets.kit.facts import Fact, rolled
from rulesets.kit.play import need
from rulesets.kit.tuples import insert, put, without
from rulesets.kit.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterable


class DieChanged(common.ByPower, frozen=True):
    """A die of the seat's pool shows something else.

    In facts `kind` is the colour that it then has, and `value` how much more it shows.
    """

    adjustable = True
    old: Die
    new: Die

    def apply(self, board: Board) -> Board:
        side = board.sides[self.seat - 1]
        side = side.with_pool(insert(without(side.pool, self.old), self.new))
        return replace(board, sides=put(board.sides, self.seat - 1, side))

    def check(self, board: Board) -> None:
        super().check(board)
        need(self.old in board.side(self.seat).pool and self.new in FACE, BY_HAND)
        need(COLOUR[self.new] == COLOUR[self.old], BY_HAND)

    def touches(self) -> tuple[str, ...]:
        return (die_id(self.seat, self.new),)

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} has {die_name(self.old)} turned to {die_name(self.new)}{by_hero(board, self.source)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        (row,) = super().facts(board)
        row.card, row.kind = dice_id(COLOUR[self.old]), COLOUR[self.new]
        row.die_sides, row.die_face, row.value = DIE_SIDES, FACE[self.new], FACE[self.new] - FACE[self.old]
        return (row,)


class DieRerolled(DieChanged, frozen=True):
    """A die of the seat's pool is rolled again."""

    adjustable = False
    mark = "roll"
    title = "Die rolled again"
    silent = {"old": "what was rolled before is told where it was rolled"}

    def sentence(self, board: Board) -> str:
        die, by = die_name(self.old), by_hero(board, self.source)
        return f"{{{self.seat}}} has {die} rolled again{by}: it shows {FACE[self.new]}."

    def facts(self, board: Board) -> Iterable[Fact]:
        card, source = dice_id(COLOUR[self.new]), common.power_of(board, self.source)
        return (rolled(DIE_SIDES, FACE[self.new], seat=self.seat, card=card, source=source),)


class DieAssigned(common.ByPower, frozen=True):
    """A die of the seat's pool, which is to be drafted this turn, will do an action whatever its colour."""

    die: Die
    action: str

    def apply(self, board: Board) -> Board:
        side = board.sides[self.seat - 1]
        side = replace(side, assigned=tuple(sorted((*side.assigned, Assigned(self.die, self.action)))))
        return replace(board, sides=put(board.sides, self.seat - 1, side))

    def touches(self) -> tuple[str, ...]:
        return (die_id(self.seat, self.die),)

    def sentence(self, board: Board) -> str:
        die, by = die_name(self.die), by_hero(board, self.source)
        return f"{{{self.seat}}} may {ACTIONS[self.action]} with {die} whatever its colour{by}."

    def facts(self, board: Board) -> Iterable[Fact]:
        source = common.power_of(board, self.source)
        return (about_die(self.die, Fact(seat=self.seat, kind=self.action, source=source)),)


class ModifiersLost(common.ByPower, frozen=True):
    """A seat loses modifiers. `value`: how many."""

    adjustable = True
    value: int

    def apply(self, board: Board) -> Board:
        side = board.sides[self.seat - 1]
        side = replace(side, modifiers=side.modifiers - self.value)
        return replace(board, sides=put(board.sides, self.seat - 1, side))

    def check(self, board: Board) -> None:
        super().check(board)
        need(0 <= self.value <= board.side(self.seat).modifiers, BY_HAND)

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} loses {counted(self.value, 'modifier')}{by_hero(board, self.source)}."


class PointsGained(common.ByPower, frozen=True):
    """A power brings VP. `value`: VP."""

    adjustable = True
    value: int

    def apply(self, board: Board) -> Board:
        side = board.sides[self.seat - 1]
        return replace(board, sides=put(board.sides, self.seat - 1, replace(side, vp=side.vp + self.value)))

    def check(self, board: Board) -> None:
        super().check(board)
        need(0 <= self.value <= LARGEST, BY_HAND)

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} gains {self.value} VP{by_hero(board, self.source)}."


class PointsLost(common.ByPower, frozen=True):
    """A power costs VP. `value`: VP."""

    adjustable = True
    value: int

    def apply(self, board: Board) -> Board:
        side = board.sides[self.seat - 1]
        return replace(board, sides=put(board.sides, self.seat - 1, replace(side, vp=side.vp - self.value)))

    def check(self, board: Board) -> None:
        super().check(board)
        need(0 <= self.value <= board.side(self.seat).vp, BY_HAND)

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} loses {self.value} VP{by_hero(board, self.source)}."


class _CubesOnTile(common.ByPower, frozen=True):
    """Cubes that come onto a tile of the seat's town, or leave it. `value`: how many."""

    cell: Cell
    kind: str
    value: int

    def touches(self) -> tuple[str, ...]:
        return (cell_id(self.seat, self.cell),)

    def facts(self, board: Board) -> Iterable[Fact]:
        (row,) = super().facts(board)
        row.card, row.place = tile_on(board, self.seat, self.cell), cell_id(self.seat, self.cell)
        return (row,)


class CubesGained(_CubesOnTile, frozen=True):
    """Cubes come onto a tile out of the stock. `value`: how many."""

    adjustable = True

    def apply(self, board: Board) -> Board:
        side = board.sides[self.seat - 1].with_cubes(self.cell, self.value)
        return replace(board, sides=put(board.sides, self.seat - 1, side))

    def check(self, board: Board) -> None:
        super().check(board)
        lot = board.side(self.seat).lot(self.cell)
        need(lot is not None and board.components.tile[lot.tile].resource == self.kind, BY_HAND)
        need(lot is not None and 0 < self.value <= TILE_LIMIT - lot.cubes, "HCX-TWN-08")

    def sentence(self, board: Board) -> str:
        gained, tile = cubes_name(self.kind, self.value), on_cell(board, self.seat, self.cell)
        return f"{{{self.seat}}} gains {gained} on {tile}{by_hero(board, self.source)}."


class CubesRemoved(_CubesOnTile, frozen=True):
    """Cubes go from a tile back to the stock. `value`: how many."""

    adjustable = True

    def apply(self, board: Board) -> Board:
        side = board.sides[self.seat - 1].with_cubes(self.cell, -self.value)
        return replace(board, sides=put(board.sides, self.seat - 1, side))

    def check(self, board: Board) -> None:
        super().check(board)
        lot = board.side(self.seat).lot(self.cell)
        need(lot is not None and board.components.tile[lot.tile].resource == self.kind, BY_HAND)
        need(lot is not None and 0 < self.value <= lot.cubes, BY_HAND)

    def sentence(self, board: Board) -> str:
        lost, tile = cubes_name(self.kind, self.value), on_cell(board, self.seat, self.cell)
        return f"{{{self.seat}}} loses {lost} from {tile}{by_hero(board, self.source)}."


class DraftsGained(common.ByPower, frozen=True):
    """A seat may draft more dice this turn. `value`: how many."""

    title = "More dice to draft"
    value: int

    def apply(self, board: Board) -> Board:
        return replace(board, drafts=board.drafts + self.value)

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} may draft {counted(self.value, 'more die', 'more dice')}."


class ExtraActionGiven(common.ByPower, frozen=True):
    """One more action: with the die in use (value 0), or without a die."""

    columns = {"action": "kind"}
    silent = {"colours": "stand on the card"}
    action: str
    value: int = 0
    colours: tuple[str, ...] = ()

    def apply(self, board: Board) -> Board:
        pending = board.pending
        if not self.value:
            assert isinstance(pending, Acting)
            return replace(board, pending=replace(pending, left=(*pending.left, self.action)))
        return replace(board, pending=Extra(self.seat, (self.action,), self.value, self.colours, back(pending)))

    def sentence(self, board: Board) -> str:
        how = f"with {counted(self.value, 'point')}" if self.value and self.action == "move" else "once more"
        return f"{{{self.seat}}} may {ACTIONS[self.action]} {how}{by_hero(board, self.source)}."


class ExtraActionEnded(common.Untold, frozen=True):
    """The action that a power gave is done, or let go."""

    def apply(self, board: Board) -> Board:
        pending = board.pending
        assert isinstance(pending, Extra)
        return replace(board, pending=pending.then)

    def sentence(self, board: Board) -> str:
        pending = board.pending
        assert isinstance(pending, Extra)
        left = f"does not {row_name(pending.left)}" if pending.left else "is done with what the hero gave"
        return f"{{{pending.seat}}} {left}."


class LandWon(common.ByPower, frozen=True):
    """A power brings a land tile, which is to be placed."""

    title = "Land gained"
    card: TileId

    def apply(self, board: Board) -> Board:
        return replace(board, pending=Placing(self.seat, self.card, back(board.pending)))

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} gains a land tile{by_hero(board, self.source)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        (row,) = super().facts(board)
        row.card = face_id(board.components, self.card)
        return (row,)
