"""The ids of pieces and places."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulesets.card_tactics.board import Board
    from rulesets.card_tactics.components import Address
    from rulesets.card_tactics.pieces import CardId, Position, Side

CACHE_SIZE = 4096
"""Ids that are remembered: a fact takes several, and most are equal."""


@lru_cache(CACHE_SIZE)
def card_id(card: CardId) -> str:
    """A hero, an enemy, an item or an event: `card:orc-2`."""
    return f"card:{card}"


def kind_id(board: Board, card: CardId) -> str:
    """A card as statistics know it, for which equal copies are one: `card:orc`."""
    components = board.components
    face = components.unit.get(card) or components.item.get(card) or components.event[card]
    return card_id(face.card)


def kind_ids(board: Board, cards: tuple[CardId, ...]) -> str | None:
    """Several cards as one text, in the order given: `card:orc card:wolf`; None for none."""
    return " ".join(kind_id(board, card) for card in cards) or None


@lru_cache(CACHE_SIZE)
def skill_id(skill: Address) -> str:
    """A skill of a unit or an item: `skill:guardian.shield_bash`."""
    return f"skill:{skill}"


@lru_cache(CACHE_SIZE)
def quirk_id(quirk: Address) -> str:
    """A quirk: `quirk:guardian.bodyguard`."""
    return f"quirk:{quirk}"


def token_id(kind: str) -> str:
    """A kind of tokens: `token:bleed`."""
    return f"token:{kind}"


def option_id(branch: str) -> str:
    """A branch of a text that says "choose one", counted from 1: `option:1`."""
    return f"option:{int(branch) + 1}"


WITHOUT = "option:without"
"""The id of doing without a quirk that may be used."""


def choice_id(kind: str, name: str) -> str:
    """What can be chosen, by the kind of the choice: a branch, else a card."""
    return option_id(name) if kind == "branch" else card_id(name)


def combat_id(number: int) -> str:
    """A combat, counted from 1: `combat:4`."""
    return f"combat:{number}"


def stack_id(kind: str) -> str:
    """A face-down stack: `stack:common`, `stack:events`, `stack:challenge`."""
    return f"stack:{kind}"


@lru_cache(CACHE_SIZE)
def space_id(side: Side, position: Position) -> str:
    """A space of a line: `hero:1` is the hero space next to the centre."""
    return f"{side}:{position}"


def place_id(board: Board, card: CardId) -> str | None:
    """The space that a unit stands on; None for one in no line."""
    side: Side = "hero" if board.components.unit[card].hero else "enemy"
    for position, unit in enumerate(board.heroes if side == "hero" else board.enemies, 1):
        if unit.card == card:
            return space_id(side, position)
    return None
