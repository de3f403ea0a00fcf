"""What both versions of the market share: the board, and whose turn it is."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from rulesets.kit.phases import GameOver, TurnPhase
from rulesets.kit.ruleset import NoComponents
from rulesets.kit.structs import Start

ITEMS = ("apple", "bread", "candle")
MOST = 12
"""Items that are bought until the game is over."""


class Turn(TurnPhase, frozen=True):
    rule, asks, brief = "MKT-TRN-01", "to buy something", "To buy"


class Board(Struct, frozen=True, gc=False):
    components: NoComponents
    pending: Turn | GameOver
    items: tuple[tuple[str, ...], ...]
    gold: tuple[int, ...]
    """What each seat has spent."""
    seat: int = 1
    turn: int = 1
    round: int = 1

    @property
    def seats(self) -> int:
        return len(self.gold)


def passed_on(board: Board) -> Board:
    """The next seat has its turn, or the market closes."""
    if sum(map(len, board.items)) >= MOST:
        most = max(board.gold)
        return replace(
            board, pending=GameOver(tuple(s for s, gold in enumerate(board.gold, 1) if gold == most), "closed")
        )
    return replace(board, seat=board.seat % board.seats + 1, turn=board.turn + 1)


def empty_board(start: Start, components: NoComponents) -> Board:
    return Board(components, Turn(), items=((),) * start.seats, gold=(0,) * start.seats)
