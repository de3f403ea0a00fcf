"""What the board waits for."""

from __future__ import annotations

from typing import Protocol

from rulesets.kit import phases
from rulesets.kit.phases import GameOver, Phase, Seat, TurnPhase


class Table(phases.Board, Protocol):
    """What phases look at on the board."""

    @property
    def seat(self) -> Seat: ...
    @property
    def playing(self) -> tuple[Seat, ...]: ...


class Recording(Phase, frozen=True):
    """A round is under way."""


class Free(Recording, frozen=True):
    """A round without an order: whoever has something to record does."""

    rule, asks, brief, idle = "SHT-TRN-01", "to score or to move", "Plays", "Has left"

    def who(self, board: Table) -> tuple[Seat, ...]:
        return board.playing


class Turn(Recording, TurnPhase, frozen=True):
    """A round in the order of the seats; scores may be entered for any of them."""

    rule, asks, brief = "SHT-TRN-02", "to take a turn", "In turn"


class FinalScoring(Phase, frozen=True):
    """All rounds are over: what is scored at the end is, and then the game is finished."""

    rule, asks, brief, idle = "SHT-END-02", "to score the end of the game", "Final scoring", "Has left"

    def who(self, board: Table) -> tuple[Seat, ...]:
        return board.playing


FREE, TURN, FINAL_SCORING = Free(), Turn(), FinalScoring()

Pending = Free | Turn | FinalScoring | GameOver
