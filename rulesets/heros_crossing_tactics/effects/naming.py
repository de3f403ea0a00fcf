"""How sentences and ids call the things on the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.kit.piles import is_back

if TYPE_CHECKING:
    from rulesets.heros_crossing_tactics.board import Board
    from rulesets.heros_crossing_tactics.pieces import CardId, Column, Kind
    from rulesets.kit.phases import Seat


def named(board: Board, card: CardId) -> str:
    """A card in a sentence: its name, or what its back shows."""
    return f"a level {board.components.level[card]} hero" if is_back(card) else board.components.hero[card].name


def front_id(seat: Seat, column: Column) -> str:
    """The id of a Front on screens and in facts."""
    return f"front:{seat}.{column}"


def soldiers_id(seat: Seat, column: Column, kind: Kind) -> str:
    """The id of the stack of cubes of one type in a Front."""
    return f"soldiers:{seat}.{column}.{kind}"
