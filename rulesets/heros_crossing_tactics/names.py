"""How sentences, labels and captions call the things on the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heros_crossing_tactics.pieces import COLUMNS, OTHERS, soldiers_of
from rulesets.kit.piles import is_back
from rulesets.kit.svg import legible
from rulesets.kit.words import counted, joined

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.heros_crossing_tactics.board import Board
    from rulesets.heros_crossing_tactics.pieces import CardId, Column, Kind, Level
    from rulesets.kit.phases import Seat

ENDINGS = {"monarch": "a Monarch is dead"}
"""Why a game is over (HCT-END-01)."""


SLOTS = ("top", "second", "third")
"""The places of a Front, from the top."""


def card_name(board: Board, card: CardId) -> str:
    """A card in a sentence: its name, or what its back shows."""
    return f"a level {board.components.level[card]} hero" if is_back(card) else board.components.hero[card].name


def card_word(board: Board, card: CardId) -> str:
    """A card by itself, as its face or back is titled."""
    return f"Level {board.components.level[card]}" if is_back(card) else board.components.hero[card].name


def drafted_word(board: Board, card: CardId) -> str:
    """A card of the draft by itself."""
    return "Face down" if is_back(card) else board.components.hero[card].name


def drafted_name(board: Board, card: CardId) -> str:
    """A card of the draft, whose back reveals nothing: all are of level 1."""
    return "an unknown hero" if is_back(card) else board.components.hero[card].name


def drafted_names(board: Board, cards: Sequence[CardId]) -> str:
    """Cards of the draft: the names that are known, and how many are not."""
    known = [board.components.hero[card].name for card in cards if not is_back(card)]
    unknown = len(cards) - len(known)
    if not known:
        return counted(unknown, "hero", "heroes")
    return joined([*known, counted(unknown, "unknown hero", "unknown heroes")] if unknown else known)


def placed_words(board: Board, cards: Sequence[CardId]) -> str:
    """Heroes with the Fronts that they are placed in."""
    placed = zip(cards, COLUMNS, strict=True)
    return joined(f"{drafted_name(board, card)} in Front {column}" for card, column in placed)


def sent_words(column: Column, kind: Kind, first: int, second: int) -> str:
    """Soldiers with the Fronts that they are sent to: `2 Potions from Front 2 to Front 1 and 1 Potion to Front 3`."""
    sent = [(soldiers_of(kind, n), to) for to, n in zip(OTHERS[column], (first, second), strict=True) if n]
    (soldiers, to), *more = sent or [(soldiers_of(kind, 0), 0)]
    lead = f"{soldiers} from Front {column}{f' to Front {to}' if to else ''}"
    return " and ".join((lead, *(f"{soldiers} to Front {to}" for soldiers, to in more)))


def card_title(board: Board, card: CardId) -> str:
    """A card with its level; of a hidden one the level alone."""
    level = board.components.level[card]
    return f"a hidden card of level {level}" if is_back(card) else f"{hero_name(board, card)}, level {level}"


def hero_name(board: Board, card: CardId) -> str:
    """The name of a card that is known, or an empty one for a place without a card."""
    return legible(board.components.hero[card].name) if card else ""


def hand_title(board: Board, hand: Sequence[CardId]) -> str:
    """A hand in words: its names, as far as they are known, and the levels of its backs."""
    if not hand:
        return "Hand: no cards"
    count = counted(len(hand), "card")
    if all(map(is_back, hand)):
        levels = ", ".join(str(board.components.level[card]) for card in hand)
        return f"Hand: {count}, hidden, of level {levels}"
    return f"Hand: {count}: {'; '.join(card_title(board, card) for card in hand)}"


def front_name(seat: Seat, column: Column) -> str:
    """A Front where either seat's may be meant."""
    return f"Front {column} of seat {seat}"


def soldiers_name(seat: Seat, column: Column, kind: Kind) -> str:
    """The Soldiers of one type in a Front."""
    return f"{kind.capitalize()} in {front_name(seat, column)}"


def pile_name(level: Level) -> str:
    """A pile of cards."""
    return f"Level {level} pile"
