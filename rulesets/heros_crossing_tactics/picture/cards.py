"""Cards: one on the table, hands, the draft."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from rulesets.heros_crossing_tactics.components import FACTS
from rulesets.heros_crossing_tactics.ids import card_id
from rulesets.heros_crossing_tactics.names import card_title, hand_title
from rulesets.heros_crossing_tactics.phases import Drafting, Placing
from rulesets.heros_crossing_tactics.picture import parts
from rulesets.heros_crossing_tactics.picture.parts import Back, Face, Strip
from rulesets.heros_crossing_tactics.picture.places import DRAFT_WIDTH, HAND_RIGHT, HAND_ROOM, HERO_WIDTH, LANE_STEP
from rulesets.heros_crossing_tactics.pieces import KINDS
from rulesets.heros_crossing_tactics.rules.setup import DRAFT_HAND
from rulesets.kit.phases import Seat
from rulesets.kit.piles import is_back
from rulesets.kit.svg import Box, Frames, Piece

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.heros_crossing_tactics.components import Hero
    from rulesets.heros_crossing_tactics.picture.places import Half
    from rulesets.heros_crossing_tactics.picture.view import View
    from rulesets.heros_crossing_tactics.pieces import CardId


class HandPart(Piece, frozen=True):
    """A hand as backs in its seat's strip."""

    backs: tuple[Back, ...]
    frames: Frames | None


class DraftPart(Piece, frozen=True):
    """The cards of the draft: above those to choose from, below those picked."""

    seat: Seat
    y: int
    cards: tuple[Strip, ...]
    empty: tuple[Box, ...]
    frames: Frames | None


# --- one card


@lru_cache(maxsize=1024)
def face(hero: Hero, width: int) -> Face:
    """The face of a hero on a strip of that width; laid out once, for it never changes."""
    power = f"; Drawing Power {hero.drawing_power}" if hero.drawing_power else ""
    title = f"{hero.name}, level {hero.level}: recruits {hero.recruits.words()}{power}{_invented(hero)}"
    counts = ((parts.DRAW, hero.drawing_power), *((kind, hero.recruits.count(kind)) for kind in reversed(KINDS)))
    return parts.face(title, hero.name, width, counts)


def _invented(hero: Hero) -> str:
    if not hero.invented:
        return ""
    facts = ", ".join(hero.invented).replace("_", " ")
    return "; invented" if len(hero.invented) == len(FACTS) else f"; invented: {facts}"


def strip(
    view: View, card: CardId, x: float, y: float, width: int = HERO_WIDTH, *, private: bool = False, turned: int = 0
) -> Strip:
    """A card on the table; `private` if others see its back only."""
    piece, level = card_id(card), view.levels[card]
    frames = view.frames(piece, Box(0, 0, width, parts.STRIP_HEIGHT, parts.STRIP_ROUND))
    if is_back(card):
        return Strip(piece, f"Face down, level {level}", x, y, width, level, None, False, turned, frames)
    shown = face(view.board.components.hero[card], width)
    title = f"{shown.title}; hidden from others" if private else shown.title
    return Strip(piece, title, x, y, width, level, shown, private, turned, frames)


# --- hands


def own_hand(view: View) -> tuple[Strip, ...]:
    """The faces of the viewer's hand in two rows, below the lanes or, if over six, closer."""
    hand = _by_level(view, view.board.side(view.near).hand)
    columns = max(3, -(-len(hand) // 2))
    step = LANE_STEP if columns == 3 else 606 // columns
    width = HERO_WIDTH if columns == 3 else step - 6
    return tuple(
        strip(view, card, 20 + n % columns * step, 663 + n // columns * 40, width, private=True)
        for n, card in enumerate(hand)
    )


def hand_part(view: View, seat: Seat) -> HandPart:
    """A hand as backs; who knows the cards finds their names in the titles."""
    hand, piece = _by_level(view, view.board.side(seat).hand), f"hand:{seat}"
    cards = [(card, card_title(view.board, card), view.levels[card]) for card in hand]
    backs = parts.row_of_backs(HAND_RIGHT, HAND_ROOM, cards, view.frames)
    left = backs[0].x if backs else HAND_RIGHT - parts.BACK_WIDTH
    box = Box(left, 0, HAND_RIGHT - left, parts.BACK_HEIGHT, 4)
    return HandPart(piece, hand_title(view.board, hand), backs, view.frames(piece, box))


def _by_level(view: View, cards: Iterable[CardId]) -> list[CardId]:
    return sorted(cards, key=lambda card: (view.levels[card], card))


# --- the draft


def drafting(view: View, seat: Seat) -> bool:
    """Whether the cards of the draft lie where the seat's Fronts will be."""
    pending = view.board.pending
    return isinstance(pending, Drafting) or (isinstance(pending, Placing) and not pending.placed[seat - 1])


def draft_part(view: View, seat: Seat, half: Half) -> DraftPart:
    """The cards that a seat chooses from, and those that it has picked."""
    side, piece = view.board.side(seat), f"hand:{seat}"
    cards: list[Strip] = []
    empty: list[Box] = []
    for row, held in enumerate((side.draft, side.drafted)):
        for slot in range(DRAFT_HAND):
            x, y = 118 + 166 * slot, half.draft + 10 + 38 * row
            if slot < len(held):
                cards.append(strip(view, held[slot], x, y, DRAFT_WIDTH, private=True))
            else:
                empty.append(Box(x, y, DRAFT_WIDTH, parts.STRIP_HEIGHT, parts.STRIP_ROUND))
    title = f"Draft of {view.names[seat]}: {len(side.draft)} to choose from, {len(side.drafted)} picked"
    frames = view.frames(piece, Box(24, half.draft, 592, 92, 8))
    return DraftPart(piece, title, seat, half.draft, tuple(cards), tuple(empty), frames)
