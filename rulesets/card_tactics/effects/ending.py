"""A combat or the game is won or lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.card_tactics.board import Board
from rulesets.card_tactics.effects import common
from rulesets.card_tactics.ids import combat_id, kind_id
from rulesets.card_tactics.phases import DrawingTreasure, GameOver
from rulesets.card_tactics.pieces import CardId
from rulesets.kit.facts import Fact
from rulesets.kit.phases import seats_of
from rulesets.kit.structs import Effect
from rulesets.kit.tuples import insert

if TYPE_CHECKING:
    from collections.abc import Iterable


class _CombatEffect(Effect[Board], frozen=True):
    """Of the combat under way."""

    def facts(self, board: Board) -> Iterable[Fact]:
        """Place: the combat. Kind: the classes of the bosses in it. Value: its number."""
        yield Fact(place=combat_id(board.combat), kind=" ".join(board.bosses) or "no_boss", value=board.combat)


class CombatWon(_CombatEffect, frozen=True):
    """All enemies are defeated: the rest of the action is not carried out (CDT-END-01)."""

    over: tuple[CardId, ...] = ()
    """Events whose time is over with it."""

    def apply(self, board: Board) -> Board:
        discard = board.event_discard
        for card in self.over:
            discard = insert(discard, card)
        return replace(
            common.at_end_of(board, "combat"),
            slot=None,
            fighting=False,
            lasting=tuple(card for card in board.lasting if card not in self.over),
            event_discard=discard,
            pending=DrawingTreasure(bool(board.bosses)),
        )

    def sentence(self, board: Board) -> str:
        return f"Combat {board.combat} is won."

    def facts(self, board: Board) -> Iterable[Fact]:
        """A row more for each event that was in force for it."""
        yield from super().facts(board)
        for card in self.over:
            yield Fact(type="EventEnded", card=kind_id(board, card))


class GameWon(_CombatEffect, frozen=True):
    """The combat of the Unique Boss is won: all seats win."""

    def apply(self, board: Board) -> Board:
        return replace(board, pending=GameOver(seats_of(board), "unique_boss"))

    def sentence(self, board: Board) -> str:
        return "The Unique Boss is defeated: the heroes win."


class GameLost(_CombatEffect, frozen=True):
    """All heroes are defeated: nobody wins."""

    def apply(self, board: Board) -> Board:
        return replace(board, slot=None, fighting=False, pending=GameOver((), "heroes"))

    def sentence(self, board: Board) -> str:
        return f"All heroes are defeated in combat {board.combat}: the game is lost."
