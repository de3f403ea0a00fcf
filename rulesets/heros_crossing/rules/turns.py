"""A turn: draft a die for a row, do its actions; then the next seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heros_crossing import effects as e
from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.effects.common import of_die
from rulesets.heros_crossing.effects.turns import row_kind
from rulesets.heros_crossing.ids import card_id
from rulesets.heros_crossing.names import die_words, row_name
from rulesets.heros_crossing.phases import Acting, Extra, Turn
from rulesets.heros_crossing.pieces import Die
from rulesets.heros_crossing.rules.actions import Move
from rulesets.heros_crossing.rules.common import WithoutChoice
from rulesets.heros_crossing.rules.donations import Donate
from rulesets.heros_crossing.rules.rounds import pass_turn
from rulesets.heros_crossing.rules.stealing import StealDie
from rulesets.heros_crossing.rules.using import UsePower
from rulesets.kit.facts import Fact
from rulesets.kit.play import Play, automatic, need
from rulesets.kit.structs import Action

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.kit.phases import Seat


class DraftDie(Action[Board], frozen=True):
    """Use a die of the own pool for a row of the Action Card (from 0), with modifiers spent on it.

    In facts `card` is the Action Card, `kind` the two actions of the row, and `value` the modifiers.
    """

    title = "Draft a die"
    die: Die
    row: int
    modifiers: int = 0
    phase = (Turn, Acting)
    exact = True

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[DraftDie]:
        if not board.drafts:
            return ()
        side = board.sides[seat - 1]
        dice = [own.die for own in side.assigned] or side.pool
        rows = range(len(board.components.action_card[board.card].rows))
        spend = range(side.modifiers + 1)
        return (cls(die, row, n) for die in dict.fromkeys(dice) for row in rows for n in spend)

    def check(self, board: Board, seat: Seat) -> None:
        need(board.drafts > 0, "HCX-TRN-01")
        side = board.side(seat)
        need(self.die in side.pool, "HCX-TRN-05")
        need(not side.assigned or any(own.die == self.die for own in side.assigned), "HCX-POW-08")
        need(0 <= self.row < len(board.components.action_card[board.card].rows), "HCX-DUA-01")
        need(self.modifiers >= 0, "HCX-FRE-03")
        need(self.modifiers <= side.modifiers, "HCX-FRE-01")

    def perform(self, play: Play[Board]) -> None:
        _skip_rest(play)
        actions = play.board.components.action_card[play.board.card].rows[self.row]
        play.emit(e.DieDrafted(play.seat, self.die, self.row, actions, self.modifiers))

    def fact(self, board: Board, seat: Seat) -> Fact:
        actions = board.components.action_card[board.card].rows[self.row]
        return of_die(self.die, Fact(card=card_id(board.card), kind=row_kind(actions), value=self.modifiers))

    def label(self, board: Board, seat: Seat) -> str:
        card = board.components.action_card.get(board.card)
        row = f" to {row_name(card.rows[self.row])}" if card else ""
        return f"Use {die_words(self.die, self.modifiers)}{row}"


def _skip_rest(play: Play[Board]) -> None:
    """Actions of the row that are not done are left out (HCX-DUA-02, 07)."""
    pending = play.board.pending
    if isinstance(pending, Acting):
        for action in pending.left:
            play.emit(e.ActionSkipped(play.seat, action))


@automatic(Acting)
def end_spent_turn(play: Play[Board]) -> None:
    """HCX-TRN-03: once the actions of the row are done, the turn is over where nothing more can be done in it."""
    board = play.board
    pending = Acting.of(board)
    if pending.left or any(next(iter(kind.options(board, board.seat)), None) is not None for kind in AFTER_THE_ROW):
        return
    end_turn(play, board.seat)


class EndTurn(WithoutChoice, frozen=True):
    """Let go what is left of the row; bids that were to be raised and were not are withdrawn (HCX-CON-02).

    In facts `kind` is what is left of the row, and `value` how many actions.
    """

    title = "End the turn"
    nowhere = "it ends the turn"
    phase = Acting

    def fact(self, board: Board, seat: Seat) -> Fact:
        left = Acting.of(board).left
        return Fact(kind=row_kind(left), value=len(left))

    def perform(self, play: Play[Board]) -> None:
        _skip_rest(play)
        end_turn(play, play.seat)

    def label(self, board: Board, seat: Seat) -> str:
        return "End the turn"


def end_turn(play: Play[Board], seat: Seat) -> None:
    """HCX-TRN-01, HCX-CON-02: bids to be raised that were not are withdrawn; the turn passes."""
    for tile in play.board.raises:
        play.emit(e.BidWithdrawn(seat, tile, "not_raised"))
    play.emit(e.TurnEnded(seat))
    pass_turn(play)


class EndExtra(WithoutChoice, frozen=True):
    """Let go the action that a power gave, or what is left of it. In facts `kind` is that action, if none is done."""

    title = "Go on without the extra action"
    nowhere = "it lets go what a hero gives"
    phase = Extra

    def fact(self, board: Board, seat: Seat) -> Fact:
        left = Extra.of(board).left
        return Fact(kind=row_kind(left), value=len(left))

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.ExtraActionEnded())

    def label(self, board: Board, seat: Seat) -> str:
        pending = board.pending
        left = pending.left if isinstance(pending, Extra) else ()
        return f"Do not {row_name(left)}" if left else "Move no more"


AFTER_THE_ROW: tuple[type[Action[Board]], ...] = (StealDie, DraftDie, Donate, Move, UsePower)
"""What can still be done in a turn when no action of the row is left; what is quick to find comes first."""
