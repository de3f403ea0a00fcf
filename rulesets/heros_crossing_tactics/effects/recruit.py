"""Cards between piles, hands and the discard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heros_crossing_tactics.board import Board
from rulesets.heros_crossing_tactics.ids import card_id, hero_id, pile_id
from rulesets.heros_crossing_tactics.names import card_name
from rulesets.heros_crossing_tactics.phases import OVER_LIMIT, Recruiting, SetupDrawing
from rulesets.heros_crossing_tactics.pieces import CardId, Level
from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat
from rulesets.kit.structs import Effect, Viewer, sees
from rulesets.kit.tuples import insert, put, without
from rulesets.kit.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterable


class HeroDrawn(Effect[Board], frozen=True):
    """A seat draws a card. `card` is null when it is not known; its back shows the level, the value of its row."""

    mark = "draw"
    seat: Seat
    level: Level
    card: CardId | None = None

    def apply(self, board: Board) -> Board:
        pile = board.piles[self.level - 1]
        side = board.sides[self.seat - 1]
        pending = board.pending
        if type(pending) is Recruiting:
            pending = Recruiting(pending.power - self.level)
        elif type(pending) is SetupDrawing:
            pending = SetupDrawing(pending.power - self.level, pending.drawn + 1)
        return replace(
            board,
            pending=pending,
            piles=put(board.piles, self.level - 1, pile.drawn(self.card)),
            sides=put(
                board.sides,
                self.seat - 1,
                replace(side, hand=insert(side.hand, self.card or pile.back(self.level))),
            ),
        )

    def seen_by(self, viewer: Viewer) -> HeroDrawn:
        return self if sees(viewer, self.seat) else HeroDrawn(self.seat, self.level)

    def touches(self) -> tuple[str, ...]:
        return (card_id(self.card) if self.card else f"hand:{self.seat}", pile_id(self.level))

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} draws {card_name(board, self.card or board.pile(self.level).back(self.level))}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, card=hero_id(board, self.card), place=pile_id(self.level), value=self.level),)


class DrawingEnded(Effect[Board], frozen=True):
    """No more cards are drawn; what power is left is lost: the value of its row."""

    columns = {"unspent": "value"}
    seat: Seat
    unspent: int = 0

    def apply(self, board: Board) -> Board:
        return replace(board, pending=OVER_LIMIT)

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} leaves {self.unspent} Drawing Power unspent." if self.unspent else ""


class PileRecreated(Effect[Board], frozen=True):
    """The discarded cards of a level become its new pile. The value of its row is how many they are."""

    level: Level
    cards: tuple[CardId, ...]

    def apply(self, board: Board) -> Board:
        made = set(self.cards)
        pile = board.piles[self.level - 1].recreated(self.cards)
        return replace(
            board,
            piles=put(board.piles, self.level - 1, pile),
            discard=tuple(card for card in board.discard if card not in made),
        )

    def touches(self) -> tuple[str, ...]:
        return (pile_id(self.level), "discard")

    def sentence(self, board: Board) -> str:
        return f"The level {self.level} pile is made anew of {counted(len(self.cards), 'discarded card')}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(place=pile_id(self.level), value=len(self.cards)),)


class HeroDiscarded(Effect[Board], frozen=True):
    """A card goes from a hand to the discard."""

    seat: Seat
    card: CardId

    def apply(self, board: Board) -> Board:
        side = board.sides[self.seat - 1]
        return replace(
            board,
            sides=put(board.sides, self.seat - 1, replace(side, hand=without(side.hand, self.card))),
            discard=insert(board.discard, self.card),
        )

    def touches(self) -> tuple[str, ...]:
        return (card_id(self.card), f"hand:{self.seat}", "discard")

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} discards {card_name(board, self.card)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, card=hero_id(board, self.card)),)
