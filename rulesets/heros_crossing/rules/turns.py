"""A turn: draft a die for a row, do its actions, steal a die; then the next seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heros_crossing.board import Board, Die
from rulesets.heros_crossing.effects import (
    ActionSkipped,
    BidWithdrawn,
    DieDrafted,
    DieStolen,
    DieTaken,
    ExtraActionOver,
    StealStarted,
    TurnEnded,
)
from rulesets.heros_crossing.effects.naming import count, die_name
from rulesets.heros_crossing.phases import Acting, Extra, Giving, Stealing, Turn
from rulesets.heros_crossing.powers import values
from rulesets.heros_crossing.rules.actions import Move
from rulesets.heros_crossing.rules.donations import Donate
from rulesets.heros_crossing.rules.rounds import pass_turn
from rulesets.heros_crossing.rules.using import UsePower
from rulesets.kit.phases import seats_of
from rulesets.kit.play import Play, need
from rulesets.kit.structs import Action

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rulesets.kit.phases import Seat


class DraftDie(Action[Board], frozen=True):
    """Use a die of the own pool for a row of the Action Card (from 0), with modifiers spent on it."""

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
        play.emit(DieDrafted(play.seat, self.die, self.row, actions, self.modifiers))

    def touches(self) -> tuple[str, ...]:
        return f"die:{self.die}", f"row:{self.row}"

    def label(self, board: Board, seat: Seat) -> str:
        card = board.components.action_card.get(board.card)
        row = " + ".join(name.replace("_", " ") for name in card.rows[self.row]) if card else f"row {self.row}"
        more = f" and {count(self.modifiers, 'modifier')}" if self.modifiers else ""
        return f"Use {die_name(self.die)}{more}: {row}"


def _skip_rest(play: Play[Board]) -> None:
    """Actions of the row that are not done are left out (HCX-DUA-02, 07)."""
    pending = play.board.pending
    if isinstance(pending, Acting):
        for action in pending.left:
            play.emit(ActionSkipped(play.seat, action))


def close_turn(play: Play[Board]) -> None:
    """HCX-TRN-03: once the actions of the row are done, the turn is over where nothing more can be done in it."""
    board = play.board
    pending = Acting.of(board)
    if pending.left or any(next(iter(kind.options(board, board.seat)), None) is not None for kind in AFTER_THE_ROW):
        return
    end_turn(play, board.seat)


class EndTurn(Action[Board], frozen=True):
    """Let go what is left of the row; bids that were to be raised and were not are withdrawn (HCX-CON-02)."""

    phase = Acting
    exact = True

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[EndTurn]:
        return (cls(),)

    def perform(self, play: Play[Board]) -> None:
        _skip_rest(play)
        end_turn(play, play.seat)

    def label(self, board: Board, seat: Seat) -> str:
        return "End the turn"


def end_turn(play: Play[Board], seat: Seat) -> None:
    """HCX-TRN-01, HCX-CON-02: bids to be raised that were not are withdrawn; the turn passes."""
    for tile in play.board.raises:
        play.emit(BidWithdrawn(seat, tile, "not_raised"))
    play.emit(TurnEnded(seat))
    pass_turn(play)


class EndExtra(Action[Board], frozen=True):
    """Let go the action that a power gave, or what is left of it."""

    phase = Extra

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[EndExtra]:
        yield cls()

    def perform(self, play: Play[Board]) -> None:
        play.emit(ExtraActionOver())

    def label(self, board: Board, seat: Seat) -> str:
        return "Go on"


def close_extra(play: Play[Board]) -> None:
    """What a power gave is over when its action is done, and no more can be moved."""
    pending = Extra.of(play.board)
    if pending.left or next(Move.options(play.board, pending.seat), None) is not None:
        return
    play.emit(ExtraActionOver())


# --- stealing


class StealDie(Action[Board], frozen=True):
    """Steal an unused die of another player, for an own one and a modifier (HCX-STL-01): from whom."""

    victim: int
    phase = (Turn, Acting)
    exact = True
    rare = True

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterator[StealDie]:
        v, side = values(board, seat), board.sides[seat - 1]
        if board.steals >= v.steals or not (side.modifiers or v.steal_free) or not (side.pool or v.steal_keep):
            return
        for victim in seats_of(board):
            if victim != seat and board.sides[victim - 1].pool and not values(board, victim).steal_immune:
                yield cls(victim)

    def check(self, board: Board, seat: Seat) -> None:
        v, side = values(board, seat), board.side(seat)
        need(board.steals < v.steals, "HCX-STL-07")
        need(1 <= self.victim <= board.seats and self.victim != seat, "HCX-STL-01")
        need(side.modifiers or v.steal_free, "HCX-STL-05")
        need(side.pool or v.steal_keep, "HCX-STL-04")
        need(board.side(self.victim).pool, "HCX-STL-03")
        need(not values(board, self.victim).steal_immune, "HCX-POW-02")

    def perform(self, play: Play[Board]) -> None:
        play.emit(StealStarted(play.seat, self.victim))

    def touches(self) -> tuple[str, ...]:
        return (f"seat:{self.victim}",)

    def label(self, board: Board, seat: Seat) -> str:
        return f"Steal a die from seat {self.victim}"


class TakeDie(Action[Board], frozen=True):
    """Which die is stolen (HCX-STL-03)."""

    die: Die
    phase = Stealing
    exact = True

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[TakeDie]:
        return map(cls, dict.fromkeys(board.side(Stealing.of(board).victim).pool))

    def check(self, board: Board, seat: Seat) -> None:
        need(self.die in board.side(Stealing.of(board).victim).pool, "HCX-STL-03")

    def perform(self, play: Play[Board]) -> None:
        pending = Stealing.of(play.board)
        v = values(play.board, play.seat)
        if v.steal_keep:
            play.emit(DieStolen(play.seat, pending.victim, self.die, "", 0 if v.steal_free else 1))
        else:
            play.emit(DieTaken(play.seat, pending.victim, self.die))

    def touches(self) -> tuple[str, ...]:
        return (f"die:{self.die}",)

    def label(self, board: Board, seat: Seat) -> str:
        return f"Take {die_name(self.die)}"


class GiveDie(Action[Board], frozen=True):
    """Which own die is given for the one that is stolen (HCX-STL-04)."""

    die: Die
    phase = Giving
    exact = True

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[GiveDie]:
        return map(cls, dict.fromkeys(board.side(seat).pool))

    def check(self, board: Board, seat: Seat) -> None:
        need(self.die in board.side(seat).pool, "HCX-STL-04")

    def perform(self, play: Play[Board]) -> None:
        pending = Giving.of(play.board)
        paid = 0 if values(play.board, play.seat).steal_free else 1
        play.emit(DieStolen(play.seat, pending.victim, pending.die, self.die, paid))

    def touches(self) -> tuple[str, ...]:
        return (f"die:{self.die}",)

    def label(self, board: Board, seat: Seat) -> str:
        return f"Give {die_name(self.die)}"


AFTER_THE_ROW: tuple[type[Action[Board]], ...] = (StealDie, DraftDie, Donate, Move, UsePower)
"""What can still be done in a turn when no action of the row is left; what is quick to tell comes first."""
