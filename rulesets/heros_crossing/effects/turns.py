"""Turns: dice drafted and spent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.effects import common
from rulesets.heros_crossing.effects.common import of_die
from rulesets.heros_crossing.ids import card_id, die_id, row_id
from rulesets.heros_crossing.names import ACTIONS, die_words, row_name
from rulesets.heros_crossing.phases import SETTLING, Acting, Extra
from rulesets.heros_crossing.pieces import COLOUR, FACE, Assigned, Die
from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat
from rulesets.kit.structs import Effect
from rulesets.kit.tuples import insert, put, without

if TYPE_CHECKING:
    from collections.abc import Iterable


class TurnStarted(common.OfSeat, frozen=True):
    """The turn passes to a seat."""

    silent = {"seat": "whose turn it is, is told of each row"}

    def apply(self, board: Board) -> Board:
        return replace(board, seat=self.seat, turn=board.turn + 1, steals=0, drafts=1, raises=(), pending=SETTLING)

    def facts(self, board: Board) -> Iterable[Fact]:
        return ()


class DieDrafted(Effect[Board], frozen=True):
    """A die is used for a row of the Action Card (from 0), with modifiers spent on it.

    In facts `card` is the Action Card, `kind` the two actions of the row, and `value` the modifiers spent.
    """

    silent = {"row": "its actions are told"}
    seat: Seat
    die: Die
    row: int
    actions: tuple[str, ...]
    """Of that row."""
    modifiers: int = 0

    def apply(self, board: Board) -> Board:
        side = board.sides[self.seat - 1]
        assigned, waived = _taken(side.assigned, self.die) if side.assigned else ((), ())
        pool, modifiers = without(side.pool, self.die), side.modifiers - self.modifiers
        side = replace(side, pool=pool, modifiers=modifiers, assigned=assigned)
        value = FACE[self.die] + self.modifiers
        return replace(
            board,
            sides=put(board.sides, self.seat - 1, side),
            drafts=board.drafts - 1,
            graveyard=spent(board),  # of a die drafted before in this turn
            pending=Acting(self.die, self.modifiers, self.actions, value, (COLOUR[self.die],), (), 0, waived, self.row),
        )

    def touches(self) -> tuple[str, ...]:
        return die_id(self.seat, self.die), row_id(self.row)

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} uses {die_words(self.die, self.modifiers)} to {row_name(self.actions)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        card, kind = card_id(board.card), row_kind(self.actions)
        return (of_die(self.die, Fact(seat=self.seat, card=card, kind=kind, value=self.modifiers)),)


def row_kind(actions: Iterable[str]) -> str | None:
    """The actions of a row, or those that are left of it, as facts have them."""
    return "+".join(actions) or None


def _taken(assigned: tuple[Assigned, ...], die: Die) -> tuple[tuple[Assigned, ...], tuple[str, ...]]:
    """What is left of assignments when a die is drafted, and the actions that it was assigned to.

    Of two dice that show the same one alone takes them along.
    """
    own = sorted({one for one in assigned if one.die == die})
    for one in own:
        assigned = without(assigned, one)
    return assigned, tuple([one.action for one in own])


class ActionTaken(Effect[Board], frozen=True):
    """One action of the row (or that a power gave) is done; `kind` is what the row calls it."""

    title = "Action done"
    seat: Seat
    kind: str

    def apply(self, board: Board) -> Board:
        pending = board.pending
        assert isinstance(pending, (Acting, Extra))
        return replace(board, pending=replace(pending, left=without(pending.left, self.kind), points=0))


class ActionSkipped(ActionTaken, frozen=True):
    """One action of the row is left out."""

    title = "Action left out"

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} does not {ACTIONS[self.kind]}."


class TurnEnded(common.Untold, frozen=True):
    """The die goes to the graveyard, unless it lies on a tile or a hero. What was called up ends."""

    silent = {"seat": "whose turn it was, is told of each row"}
    seat: Seat

    def apply(self, board: Board) -> Board:
        sides = board.sides
        side = sides[self.seat - 1]
        if side.bends or side.assigned:
            sides = put(sides, self.seat - 1, replace(side, bends=(), assigned=()))
        return replace(board, sides=sides, graveyard=spent(board), raises=())

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} ends the turn."


def spent(board: Board) -> tuple[Die, ...]:
    """The graveyard once the die in use is done with."""
    pending = board.pending
    if isinstance(pending, Acting) and not pending.laid:
        return insert(board.graveyard, pending.die)
    return board.graveyard
