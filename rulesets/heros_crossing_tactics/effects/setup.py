"""What happens before the first round: the draft, the Fronts of the first three heroes, the first cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heros_crossing_tactics.board import Board, Front
from rulesets.heros_crossing_tactics.ids import card_id, front_id, hero_id
from rulesets.heros_crossing_tactics.names import card_name, drafted_names, placed_words
from rulesets.heros_crossing_tactics.phases import TURN, Drafting, Placing, SetupDrawing
from rulesets.heros_crossing_tactics.pieces import CardId, Column
from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat
from rulesets.kit.piles import is_back
from rulesets.kit.structs import Effect, Viewer, sees
from rulesets.kit.tuples import insert, put, without

if TYPE_CHECKING:
    from collections.abc import Iterable

UNKNOWN = "?1"
"""A card of the draft as those see it who do not hold it: all are of level 1."""

Hands = tuple[tuple[CardId, ...], tuple[CardId, ...]]


class FirstPlayerDetermined(Effect[Board], frozen=True):
    """Seat `seat` holds the First Player card."""

    title = "First player"
    mark = "roll"
    seat: Seat

    def apply(self, board: Board) -> Board:
        return replace(board, first=self.seat, seat=self.seat)

    def touches(self) -> tuple[str, ...]:
        return (f"seat:{self.seat}",)

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} goes first."


class MonarchAssigned(Effect[Board], frozen=True):
    """A Monarch takes its place outside the Fronts."""

    seat: Seat
    card: CardId

    def apply(self, board: Board) -> Board:
        return board.with_side(self.seat, replace(board.side(self.seat), monarch=self.card))

    def touches(self) -> tuple[str, ...]:
        return (card_id(self.card),)

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, card=hero_id(board, self.card)),)


class DraftHandDealt(Effect[Board], frozen=True):
    """A seat draws its draft hand: a row for each card."""

    title = "Dealt for the draft"
    mark = "draw"
    seat: Seat
    cards: tuple[CardId, ...]

    def apply(self, board: Board) -> Board:
        pile = board.piles[0]
        for card in self.cards:
            pile = pile.drawn(None if is_back(card) else card)
        side = replace(board.side(self.seat), draft=tuple(sorted(self.cards)))
        return replace(board.with_side(self.seat, side), piles=put(board.piles, 0, pile), pending=Drafting())

    def seen_by(self, viewer: Viewer) -> DraftHandDealt:
        return self if sees(viewer, self.seat) else replace(self, cards=(UNKNOWN,) * len(self.cards))

    def touches(self) -> tuple[str, ...]:
        return (f"hand:{self.seat}",)

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} draws {drafted_names(board, self.cards)} for the draft."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, card=hero_id(board, card)) for card in self.cards)


class DraftCardPicked(Effect[Board], frozen=True):
    """A seat lays one card of its draft hand aside, face down."""

    title = "Picked in the draft"
    seat: Seat
    card: CardId

    def apply(self, board: Board) -> Board:
        side = board.side(self.seat)
        side = replace(side, draft=without(side.draft, self.card), drafted=insert(side.drafted, self.card))
        pending = board.pending
        assert isinstance(pending, Drafting)
        return replace(board.with_side(self.seat, side), pending=Drafting(put(pending.picked, self.seat - 1, True)))

    def seen_by(self, viewer: Viewer) -> DraftCardPicked:
        return self if sees(viewer, self.seat) else replace(self, card=UNKNOWN)

    def touches(self) -> tuple[str, ...]:
        return (f"hand:{self.seat}",)

    def sentence(self, board: Board) -> str:
        hero = "a hero" if is_back(self.card) else card_name(board, self.card)
        last = len(board.side(self.seat).draft) == 1
        return f"{{{self.seat}}} keeps {hero}, the last one." if last else f"{{{self.seat}}} picks {hero}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, card=hero_id(board, self.card)),)


class DraftHandsPassed(Effect[Board], frozen=True):
    """Both seats pass the rest of their draft hands on. `hands` is what each now holds: a row for each card."""

    title = "Passed on in the draft"
    hands: Hands

    def apply(self, board: Board) -> Board:
        known = {card for hand in self.hands for card in hand}
        pile = board.piles[0]
        for side in board.sides:
            for card in side.draft:
                if card not in known and not is_back(card):  # it went out of the viewer's sight
                    pile = pile.hidden(card)
        for hand in self.hands:
            for card in hand:
                if not is_back(card):  # it came into sight; names already in sight are in no pool
                    pile = pile.placed(card)
        one, two = board.sides
        sides = (replace(one, draft=self.hands[0]), replace(two, draft=self.hands[1]))
        return replace(board, sides=sides, piles=put(board.piles, 0, pile), pending=Drafting())

    def seen_by(self, viewer: Viewer) -> DraftHandsPassed:
        one, two = (hand if sees(viewer, seat) else (UNKNOWN,) * len(hand) for seat, hand in enumerate(self.hands, 1))
        return DraftHandsPassed((one, two))

    def touches(self) -> tuple[str, ...]:
        return ("hand:1", "hand:2")

    def sentence(self, board: Board) -> str:
        return "{1} and {2} pass the rest of their draft hands to each other."

    def facts(self, board: Board) -> Iterable[Fact]:
        for seat, hand in enumerate(self.hands, 1):
            yield from (Fact(seat=seat, card=hero_id(board, card)) for card in hand)


class HeroesPlaced(Effect[Board], frozen=True):
    """A seat lays its drafted heroes face down, one in each Front: a row for each."""

    seat: Seat
    cards: tuple[CardId, CardId, CardId]

    def apply(self, board: Board) -> Board:
        pending = board.pending
        assert isinstance(pending, Placing)
        one, two, three = self.cards
        side = replace(board.side(self.seat), drafted=(), fronts=(Front((one,)), Front((two,)), Front((three,))))
        return replace(board.with_side(self.seat, side), pending=Placing(put(pending.placed, self.seat - 1, True)))

    def seen_by(self, viewer: Viewer) -> HeroesPlaced:
        return self if sees(viewer, self.seat) else HeroesPlaced(self.seat, (UNKNOWN,) * 3)

    def touches(self) -> tuple[str, ...]:
        return tuple(front_id(self.seat, column) for column in (1, 2, 3))

    def sentence(self, board: Board) -> str:
        known = not any(map(is_back, self.cards))
        return f"{{{self.seat}}} places {placed_words(board, self.cards) if known else 'three heroes'}, face down."

    def facts(self, board: Board) -> Iterable[Fact]:
        for column, card in enumerate(self.cards, 1):
            yield Fact(seat=self.seat, card=hero_id(board, card), place=front_id(self.seat, column))


class HeroFlipped(Effect[Board], frozen=True):
    """A placed hero is turned face up."""

    title = "Hero turned up"
    mark = "reveal"
    seat: Seat
    column: Column
    card: CardId

    def apply(self, board: Board) -> Board:
        side = board.sides[self.seat - 1]
        fronts = put(side.fronts, self.column - 1, Front((self.card,)))
        side = replace(side, fronts=fronts, first_heroes=(*side.first_heroes, self.card))
        return replace(
            board,
            sides=put(board.sides, self.seat - 1, side),
            piles=put(board.piles, 0, board.piles[0].placed(self.card)),
        )

    def touches(self) -> tuple[str, ...]:
        return (card_id(self.card), front_id(self.seat, self.column))

    def sentence(self, board: Board) -> str:
        hero = card_name(board, self.card)  # the three of a seat are one sentence
        return (f"{{{self.seat}}} shows {hero},", hero, f"and {hero}.")[self.column - 1]

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, card=hero_id(board, self.card), place=front_id(self.seat, self.column)),)


class SetupDrawingStarted(Effect[Board], frozen=True):
    """A seat may draw cards with the Drawing Power of its first three heroes, the value of its row."""

    title = "Drawing Power of the first heroes"
    columns = {"power": "value"}
    seat: Seat
    power: int

    def apply(self, board: Board) -> Board:
        return replace(board, seat=self.seat, pending=SetupDrawing(self.power))

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} has {self.power or 'no'} Drawing Power for the first cards."


class RoundStarted(Effect[Board], frozen=True):
    """The set-up is over: round 1, first turn. It is no row of the statistics."""

    silent = {"first": "`FirstPlayerDetermined` says it"}
    first: Seat

    def apply(self, board: Board) -> Board:
        return replace(board, round=1, turn=1, seat=self.first, pending=TURN)

    def sentence(self, board: Board) -> str:
        return "Round 1 starts."

    def facts(self, board: Board) -> Iterable[Fact]:
        return ()
