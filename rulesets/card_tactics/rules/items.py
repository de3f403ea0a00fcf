"""Items: drawn, used, put away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.card_tactics import effects as e
from rulesets.card_tactics.effects.items import STACKS
from rulesets.card_tactics.ids import stack_id

if TYPE_CHECKING:
    from rulesets.card_tactics.board import Board
    from rulesets.card_tactics.pieces import CardId
    from rulesets.kit.play import Play


def put_away(play: Play[Board]) -> None:
    """CDT-ITM-04, 06, 10: the item in use, if any, is exhausted or discarded, also when its skill was stopped."""
    board = play.board
    if board.using:
        play.emit(e.ItemPutAway(board.components.item[board.using].after_use))  # type: ignore[arg-type]


def turnable(board: Board, *, exhausted: bool) -> list[CardId]:
    """Items of the pool that a text can turn, out of those that are exhausted or of the others; by name."""
    return [item.card for item in board.pool if item.exhausted is exhausted and item.card != board.using]


def discardable(board: Board, rarity: str | None) -> list[CardId]:
    """Items that a text can take out of the pool, of one rarity or of any; by name."""
    faces = board.components.item
    return [item.card for item in board.pool if rarity in (None, faces[item.card].rarity) and item.card != board.using]


def draw_item(play: Play[Board], rarity: str, rule: str) -> bool:
    """The next item of a stack comes into the pool; nothing, and False, if the stack is empty (CDT-ITM-12)."""
    pile = play.board.stacks[STACKS[rarity]]
    if not pile.size:
        return False
    card = play.chance.draw(pile.unseen, rule=rule, about=f"the {rarity} item", place=stack_id(rarity))
    assert card is not None
    play.emit(e.ItemDrawn(card, rarity))
    return True
