"""What may be entered by hand: effects that are marked as adjustable are checked with these."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.card_tactics.phases import attack_in
from rulesets.kit.play import need

if TYPE_CHECKING:
    from rulesets.card_tactics.board import Board
    from rulesets.card_tactics.phases import Attacking
    from rulesets.card_tactics.pieces import CardId, Item, Unit

MOST_TOKENS = 9
"""Of a kind, at once: as many as a card can give."""
LARGEST = 99
"""Change of a total or of a defence, as a card can make it."""


def need_unit(board: Board, card: CardId) -> Unit:
    """The unit, refused unless it stands in its line with health left (CDT-HP-08)."""
    unit = board.find(card)
    need(unit is not None and unit.health, "CDT-HP-08")
    return board.unit(card)


def need_item(board: Board, card: CardId) -> Item:
    """The item, refused unless it is in the pool (CDT-ITM-01) and not in use: that is put away afterwards."""
    item = board.item(card)
    need(item is not None, "CDT-ITM-01")
    need(card != board.using, "CDT-ITM-10")
    assert item is not None
    return item


def need_attack(board: Board) -> Attacking:
    """The attack under way, refused unless there is one (CDT-ATK-01)."""
    attack = attack_in(board.pending)
    need(attack is not None, "CDT-ATK-01")
    assert attack is not None
    return attack
