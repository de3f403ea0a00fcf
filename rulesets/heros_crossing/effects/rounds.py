"""The round: Action Card, Zoning Die, dice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.effects import common
from rulesets.heros_crossing.ids import card_id, dice_id, pool_id
from rulesets.heros_crossing.names import action_card_name, row_name
from rulesets.heros_crossing.phases import ROLLING, ROUND_STARTING, ChoosingZoning, Selling
from rulesets.heros_crossing.pieces import COLOUR, DIE_SIDES, FACE, Die
from rulesets.kit.facts import Fact, rolled
from rulesets.kit.structs import Effect
from rulesets.kit.tuples import without

if TYPE_CHECKING:
    from collections.abc import Iterable


CHOOSE = "*"
"""The face of the Zoning Die that the first player turns to another one (HCX-ZON-07)."""


ZONING = {
    "N": "north",
    "E": "east",
    "S": "south",
    "W": "west",
    "X": "no restriction",
    CHOOSE: "the first player's choice",
}


class RoundStarted(common.Untold, frozen=True):
    """A new round."""

    def apply(self, board: Board) -> Board:
        return replace(board, round=board.round + 1, seat=board.first, pending=ROUND_STARTING)

    def sentence(self, board: Board) -> str:
        return f"Round {board.round + 1} starts."


class ActionDeckReshuffled(common.Untold, frozen=True):
    """The Action Cards that were used become the deck again."""

    def apply(self, board: Board) -> Board:
        return replace(board, deck=board.discard, discard=())

    def sentence(self, board: Board) -> str:
        return "The Action Cards are shuffled."


class ActionCardDrawn(Effect[Board], frozen=True):
    """An Action Card comes into force."""

    mark = "draw"
    card: str

    def apply(self, board: Board) -> Board:
        return replace(board, deck=without(board.deck, self.card), card=self.card)

    def touches(self) -> tuple[str, ...]:
        return (card_id(self.card),)

    def sentence(self, board: Board) -> str:
        rows = "; ".join(map(row_name, board.components.action_card[self.card].rows))
        return f"The Action Card {action_card_name(self.card)} is drawn: {rows}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(card=card_id(self.card)),)


class ZoningRolled(Effect[Board], frozen=True):
    """The Zoning Die shows a face."""

    title = "Zoning Die rolled"
    mark = "roll"
    face: str

    def apply(self, board: Board) -> Board:
        if self.face == CHOOSE:
            return replace(board, rolled=self.face, zoning="", pending=ChoosingZoning())
        return replace(board, rolled=self.face, zoning=self.face, pending=ROLLING)

    def touches(self) -> tuple[str, ...]:
        return ("zoning",)

    def sentence(self, board: Board) -> str:
        return f"The Zoning Die shows {ZONING[self.face]}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(kind=ZONING[self.face]),)


class ZoningSideChosen(Effect[Board], frozen=True):
    """The first player turns the Zoning Die."""

    title = "Zoning Die set"
    face: str

    def apply(self, board: Board) -> Board:
        return replace(board, zoning=self.face, pending=ROLLING)

    def touches(self) -> tuple[str, ...]:
        return ("zoning",)

    def sentence(self, board: Board) -> str:
        return f"{{{board.first}}} sets the Zoning Die to {ZONING[self.face]}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=board.first, kind=ZONING[self.face]),)


class DiceRolled(Effect[Board], frozen=True):
    """All dice are rolled. `pools` holds each seat's dice, sorted."""

    mark = "roll"
    pools: tuple[tuple[Die, ...], ...]

    def apply(self, board: Board) -> Board:
        sides = tuple(replace(side, pool=pool) for side, pool in zip(board.sides, self.pools, strict=True))
        return replace(board, sides=sides)

    def touches(self) -> tuple[str, ...]:
        return tuple(pool_id(seat) for seat in range(1, len(self.pools) + 1))

    def sentence(self, board: Board) -> str:
        pools = (f"{{{seat}}} {', '.join(map(_short, pool))}" for seat, pool in enumerate(self.pools, 1))
        return f"The dice: {'; '.join(pools)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        for seat, pool in enumerate(self.pools, 1):
            yield from (rolled(DIE_SIDES, FACE[die], seat=seat, card=dice_id(COLOUR[die])) for die in pool)


def _short(die: Die) -> str:
    return f"{COLOUR[die]} {die[-1]}"


class ResolutionStarted(common.Untold, frozen=True):
    """All dice are spent: the heroes are resolved."""

    def apply(self, board: Board) -> Board:
        return replace(board, pending=Selling(0))

    def sentence(self, board: Board) -> str:
        return "All dice are used: the heroes are resolved."
