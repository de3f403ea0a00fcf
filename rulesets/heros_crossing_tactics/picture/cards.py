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
from rulesets.heros_crossing_tactics.picture.places import HAND_ROW, STRIP_ROUND, TALL
from rulesets.heros_crossing_tactics.pieces import KINDS
from rulesets.heros_crossing_tactics.rules.setup import DRAFT_HAND
from rulesets.kit.phases import Seat
from rulesets.kit.piles import is_back
from rulesets.kit.svg import Box, Frames, Piece
from rulesets.kit.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rulesets.heros_crossing_tactics.components import Hero
    from rulesets.heros_crossing_tactics.picture.places import Half
    from rulesets.heros_crossing_tactics.picture.view import View
    from rulesets.heros_crossing_tactics.pieces import CardId


class HandPart(Piece, frozen=True):
    """A hand as backs in its seat's strip."""

    backs: tuple[Back, ...]
    frames: Frames | None


class OpenHand(Piece, frozen=True):
    """A hand as faces."""

    box: Box
    cards: tuple[Strip, ...]
    frames: Frames | None


class DraftPart(Piece, frozen=True):
    """The cards of the draft: above those to choose from, below those picked."""

    seat: Seat
    box: Box
    cards: tuple[Strip, ...]
    empty: tuple[Box, ...]
    frames: Frames | None


# --- one card


@lru_cache(maxsize=1024)
def face(hero: Hero, width: int, height: int) -> Face:
    """The face of a hero on a strip of that size; laid out once, for it never changes."""
    power = f"; Drawing Power {hero.drawing_power}" if hero.drawing_power else ""
    title = f"{hero.name}, level {hero.level}: recruits {hero.recruits.words()}{power}{_invented(hero)}"
    counts = ((parts.DRAW, hero.drawing_power), *((kind, hero.recruits.count(kind)) for kind in reversed(KINDS)))
    laid_out = parts.tall_face if height == TALL else parts.face
    return laid_out(title, hero.name, width, counts)


def _invented(hero: Hero) -> str:
    if not hero.invented:
        return ""
    facts = ", ".join(hero.invented).replace("_", " ")
    return "; invented" if len(hero.invented) == len(FACTS) else f"; invented: {facts}"


def strip(
    view: View, card: CardId, x: float, y: float, size: Sequence[int], *, private: bool = False, turned: int = 0
) -> Strip:
    """A card on the table, of a width and a height; `private` if others see its back only."""
    piece, level, (width, height) = card_id(card), view.levels[card], size
    frames = view.frames(piece, Box(0, 0, width, height, STRIP_ROUND))
    if is_back(card):
        return Strip(piece, f"Face down, level {level}", x, y, width, height, level, None, False, turned, frames)
    shown = face(view.board.components.hero[card], width, height)
    title = f"{shown.title}; hidden from others" if private else shown.title
    return Strip(piece, title, x, y, width, height, level, shown, private, turned, frames)


# --- hands


def open_hand(view: View, seat: Seat, y: int) -> OpenHand:
    """A hand whose cards lie face up in rows over the whole width, closer where they are many."""
    plan, hand = view.plan, _by_level(view, view.board.side(seat).hand)
    rows, least = plan.hand
    columns = max(least, -(-len(hand) // rows))
    step = (plan.strip.w - HAND_INSET) // columns
    left, size = plan.strip.x + HAND_INSET, (step - HAND_INSET, TALL)
    cards = tuple(
        strip(view, card, left + n % columns * step, y + 5 + n // columns * HAND_ROW, size, private=True)
        for n, card in enumerate(hand)
    )
    piece = "" if drafting(view, seat) else f"hand:{seat}"
    box = Box(plan.strip.x, y, plan.strip.w, plan.hand_h - 6, 10)
    return OpenHand(piece, f"Hand: {counted(len(hand), 'card')}", box, cards, view.frames(piece, box))


HAND_INSET = 4


def hand_part(view: View, seat: Seat) -> HandPart:
    """A hand as backs; who knows the cards finds their names in the titles."""
    hand, piece = _by_level(view, view.board.side(seat).hand), f"hand:{seat}"
    cards = [(card, card_title(view.board, card), view.levels[card]) for card in hand]
    right, room, _ = view.plan.strip.hand
    backs = parts.row_of_backs(right, room, cards, view.frames)
    left = backs[0].x if backs else right - parts.BACK_WIDTH
    box = Box(left, 0, right - left, parts.BACK_HEIGHT, 4)
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
    plan, side, piece = view.plan.draft, view.board.side(seat), f"hand:{seat}"
    cards: list[Strip] = []
    empty: list[Box] = []
    for (_, top), held in zip(plan.rows, (side.draft, side.drafted), strict=True):
        for slot in range(DRAFT_HAND):
            x, y = plan.cards + plan.step * slot, half.draft + top
            if slot < len(held):
                cards.append(strip(view, held[slot], x, y, (plan.card_w, plan.card_h), private=True))
            else:
                empty.append(Box(x, y, plan.card_w, plan.card_h, STRIP_ROUND))
    title = f"Draft of {view.names[seat]}: {len(side.draft)} to choose from, {len(side.drafted)} picked"
    box = Box(plan.x, half.draft, plan.w, plan.h, 8)
    return DraftPart(piece, title, seat, box, tuple(cards), tuple(empty), view.frames(piece, box))
