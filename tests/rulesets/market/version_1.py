"""The market as it was first: one effect for what is bought, and one that counts it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.kit.ruleset import Ruleset
from rulesets.kit.structs import Action, Effect
from rulesets.kit.tuples import put
from tests.rulesets.market.table import ITEMS, Board, Turn, empty_board, passed_on

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.kit.play import Play


class Bought(Effect[Board], frozen=True):
    seat: int
    card: str
    gold: int

    def apply(self, board: Board) -> Board:
        items = put(board.items, self.seat - 1, (*board.items[self.seat - 1], self.card))
        return replace(board, items=items, gold=put(board.gold, self.seat - 1, board.gold[self.seat - 1] + self.gold))

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} pays {self.gold} for {self.card}."


class Counted(Effect[Board], frozen=True):
    n: int

    def apply(self, board: Board) -> Board:
        return board

    def sentence(self, board: Board) -> str:
        return ""


class Passed(Effect[Board], frozen=True):
    def apply(self, board: Board) -> Board:
        return passed_on(board)

    def sentence(self, board: Board) -> str:
        return ""


class Buy(Action[Board], frozen=True):
    card: str
    gold: int
    phase = Turn

    @classmethod
    def options(cls, board: Board, seat: int) -> Iterator[Buy]:
        return (cls(item, gold) for item in ITEMS for gold in (1, 2))

    def perform(self, play: Play[Board]) -> None:
        play.emit(Bought(play.seat, self.card, self.gold))
        play.emit(Counted(sum(map(len, play.board.items))))
        play.emit(Passed())


RULESET: Ruleset[Board] = Ruleset(
    __name__,
    name="market",
    title="Market",
    seats=range(2, 3),
    home=Turn,
    board=Board,
    empty_board=empty_board,
    rules=(sys.modules[__name__],),
    effects=sys.modules[__name__],
    standing=lambda board: tuple(enumerate(board.gold, 1)),
)
