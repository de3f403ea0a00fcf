"""What several topics share: kinds of actions, drawing tiles, dice in use, the actions of a row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heros_crossing import effects as e
from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.effects.common import tile_on
from rulesets.heros_crossing.ids import cell_id, face_id, stack_id
from rulesets.heros_crossing.phases import Acting, Extra
from rulesets.heros_crossing.pieces import SLOT_LEVELS, Cell, TileId
from rulesets.heros_crossing.rules.values import values
from rulesets.heros_crossing.tiles import COLOURS
from rulesets.kit.errors import Refused
from rulesets.kit.facts import Fact
from rulesets.kit.play import Play
from rulesets.kit.structs import Action

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Self

    from rulesets.kit.phases import Seat

IN_ACTION = (Acting, Extra)
"""Phases in which the actions of a row are done."""


class OnTile(Action[Board], frozen=True):
    """An action about one tile that does not lie in a town."""

    tile: TileId

    def fact(self, board: Board, seat: Seat) -> Fact:
        return Fact(card=face_id(board.components, self.tile))


class InOwnTown(Action[Board], frozen=True):
    """An action on one cell of the own town."""

    cell: Cell

    def fact(self, board: Board, seat: Seat) -> Fact:
        return Fact(place=cell_id(seat, self.cell))


class OnCubes(InOwnTown, frozen=True):
    """An action on cubes of one tile of the own town. In facts that is the `source`, and `kind` what it deals in."""

    def fact(self, board: Board, seat: Seat) -> Fact:
        return Fact(
            place=cell_id(seat, self.cell),
            source=tile_on(board, seat, self.cell),
            kind=resource_on(board, seat, self.cell),
        )


class WithoutChoice(Action[Board], frozen=True):
    """An action that is always legal in its phase, without a choice in it."""

    exact = True

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[Self]:
        return (cls(),)


def resource_on(board: Board, seat: Seat, cell: Cell) -> str | None:
    """What the tile on a cell deals in, if there is one and it does."""
    lot = board.side(seat).lot(cell)
    return (board.components.tile[lot.tile].resource or None) if lot else None


def draw_tile(play: Play[Board], level: int, rule: str) -> TileId | None:
    """The uppermost tile of a stack, if there is one. It is not taken off yet."""
    stack = play.board.stacks[level - 1]
    if stack.hidden.size:
        about = f"the tile from the top of stack {level}"
        return play.chance.draw(stack.hidden.unseen, rule=rule, about=about, place=stack_id(level))
    return stack.bottom[0] if stack.bottom else None


def refill(play: Play[Board], slot: int, rule: str) -> None:
    """Turn a tile up into an empty building space, if its stack has one (HCX-CMP-02)."""
    tile = draw_tile(play, SLOT_LEVELS[slot], rule)
    if tile is not None:
        play.emit(e.BuildingRevealed(slot, tile))


def acting(board: Board) -> Acting | Extra:
    """The die in use, or what a power lets do without one."""
    pending = board.pending
    return pending if isinstance(pending, Extra) else Acting.of(board)


def colours_for(board: Board, action: str) -> tuple[str, ...]:
    """The colours that the die in use counts as in an action: its own, or all (HCX-POW-08, 09)."""
    pending = acting(board)
    return COLOURS if isinstance(pending, Acting) and action in pending.waived else pending.colours


def may(board: Board, seat: Seat, action: str) -> bool:
    """Whether the action is among those left of the row (or that a power lets do instead of one)."""
    left = acting(board).left
    if action in left or not left:
        return bool(left)
    replaced = values(board, seat).replaced
    return bool(replaced) and any(to == action and of in left for of, to in replaced)


def need_action(board: Board, seat: Seat, action: str) -> Acting | Extra:
    """Refuse an action that the row does not have, or that is done already."""
    if not may(board, seat, action):
        raise Refused("HCX-DUA-06")
    return acting(board)


def value_for(board: Board, seat: Seat, action: str) -> int:
    """What the die counts for in an action."""
    return acting(board).value + values(board, seat).added(action)


def take(play: Play[Board], action: str) -> None:
    """One action of the row is done."""
    left = acting(play.board).left
    if action not in left:  # done instead of another
        replaced = values(play.board, play.seat).replaced
        action = next(of for of, to in replaced if to == action and of in left)
    play.emit(e.ActionTaken(play.seat, action))
