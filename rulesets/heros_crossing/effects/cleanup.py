"""The clean-up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.effects import common
from rulesets.heros_crossing.pieces import Owned, Slot
from rulesets.kit.facts import Fact
from rulesets.kit.structs import Effect
from rulesets.kit.tuples import insert

if TYPE_CHECKING:
    from collections.abc import Iterable


class EraAdvanced(Effect[Board], frozen=True):
    """Tiles of the next level come into reach. `value`: the era, which in facts is the `kind` too (`era_2`)."""

    value: int

    def apply(self, board: Board) -> Board:
        return replace(board, era=self.value)

    def sentence(self, board: Board) -> str:
        return f"Era {self.value} begins."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(kind=f"era_{self.value}", value=self.value),)


class EndGameTriggered(Effect[Board], frozen=True):
    """The last hero has been drawn: the game ends after `last_round`. `value`: the last round."""

    title = "Last hero drawn"
    value: int

    def apply(self, board: Board) -> Board:
        return replace(board, last_round=self.value)

    def sentence(self, board: Board) -> str:
        return f"The last hero has come: the game ends after round {self.value}."


class HeroesRefreshed(common.Untold, frozen=True):
    """No hero is exhausted any more."""

    def apply(self, board: Board) -> Board:
        sides = tuple(
            replace(side, heroes=tuple(Owned(own.hero, own.joined) for own in side.heroes)) for side in board.sides
        )
        return replace(board, sides=sides)

    def sentence(self, board: Board) -> str:
        return "All heroes are refreshed." if any(own.exhausted for side in board.sides for own in side.heroes) else ""


class WorkersReturned(common.Untold, frozen=True):
    """Workers leave heroes and buildings; spies stay. What was withdrawn from may be bid on again."""

    def apply(self, board: Board) -> Board:
        visiting = tuple(replace(visit, stakes=()) if visit.stakes else visit for visit in board.visiting)
        supply = tuple(Slot(slot.tile) if slot.bids or slot.barred else slot for slot in board.supply)
        return replace(board, visiting=visiting, supply=supply)


class DiceReturned(common.Untold, frozen=True):
    """Everybody has one die of each colour again, to be rolled."""

    def apply(self, board: Board) -> Board:
        sides = tuple(replace(side, pool=()) if side.pool else side for side in board.sides)
        return replace(board, graveyard=(), sides=sides)


class FirstPlayerPassed(common.OfSeat, frozen=True):
    """The Zoning Die goes to the left."""

    def apply(self, board: Board) -> Board:
        return replace(board, first=self.seat)

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} is the first player now."


class RoundEnded(common.Untold, frozen=True):
    """The Action Card is discarded."""

    def apply(self, board: Board) -> Board:
        return replace(board, discard=insert(board.discard, board.card), card="", rolled="", zoning="")
