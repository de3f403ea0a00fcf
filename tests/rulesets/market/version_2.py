"""The market as it is now: paying and taking are two effects, nothing is counted, and a card is called an item."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.kit.ruleset import NoComponents, Ruleset
from rulesets.kit.structs import Action, Effect, Start
from rulesets.kit.tuples import put
from rulesets.kit.upcasting import Json, Upcaster
from tests.rulesets.market.table import ITEMS, Board, Turn, empty_board, passed_on

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rulesets.kit.play import Play


class Paid(Effect[Board], frozen=True):
    seat: int
    gold: int

    def apply(self, board: Board) -> Board:
        return replace(board, gold=put(board.gold, self.seat - 1, board.gold[self.seat - 1] + self.gold))

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} pays {self.gold}."


class Taken(Effect[Board], frozen=True):
    seat: int
    item: str

    def apply(self, board: Board) -> Board:
        return replace(board, items=put(board.items, self.seat - 1, (*board.items[self.seat - 1], self.item)))

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} takes {self.item}."


class Passed(Effect[Board], frozen=True):
    def apply(self, board: Board) -> Board:
        return passed_on(board)

    def sentence(self, board: Board) -> str:
        return ""


class Buy(Action[Board], frozen=True):
    item: str
    gold: int
    phase = Turn

    @classmethod
    def options(cls, board: Board, seat: int) -> Iterator[Buy]:
        return (cls(item, gold) for item in ITEMS for gold in (1, 2))

    def perform(self, play: Play[Board]) -> None:
        play.emit(Paid(play.seat, self.gold))
        play.emit(Taken(play.seat, self.item))
        play.emit(Passed())


def card_is_item(old: Json) -> Json:
    """A renamed field."""
    return {"type": "Buy", "item": old["card"], "gold": old["gold"]}


def paid_and_taken(old: Json) -> list[Json]:
    """One effect that became two."""
    paid = {"type": "Paid", "seat": old["seat"], "gold": old["gold"]}
    return [paid, {"type": "Taken", "seat": old["seat"], "item": old["card"]}]


def gone(_old: Json) -> list[Json]:
    """An effect that is not needed any more."""
    return []


UPCASTERS = (Upcaster(2, "Buy", card_is_item), Upcaster(2, "Bought", paid_and_taken), Upcaster(2, "Counted", gone))


def market(
    upcasters: tuple[Upcaster, ...] = UPCASTERS, empty_board: Callable[[Start, NoComponents], Board] = empty_board
) -> Ruleset[Board]:
    """The ruleset with some upcasters, and another way to begin."""
    return Ruleset(
        __name__,
        name="market",
        title="Market",
        version=2,
        upcasters=upcasters,
        seats=range(2, 3),
        home=Turn,
        board=Board,
        empty_board=empty_board,
        rules=(sys.modules[__name__],),
        effects=sys.modules[__name__],
        standing=lambda board: tuple(enumerate(board.gold, 1)),
    )


RULESET = market()
