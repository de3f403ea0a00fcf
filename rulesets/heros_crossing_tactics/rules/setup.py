"""Setup: first player, Monarchs, piles, the draft, the first Soldiers and the first cards."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import TYPE_CHECKING

from rulesets.heros_crossing_tactics import effects as e
from rulesets.heros_crossing_tactics.board import Board, Side
from rulesets.heros_crossing_tactics.components import Components
from rulesets.heros_crossing_tactics.effects.setup import UNKNOWN
from rulesets.heros_crossing_tactics.ids import front_id, hero_id, pile_id
from rulesets.heros_crossing_tactics.names import drafted_name, placed_words
from rulesets.heros_crossing_tactics.phases import Drafting, Placing, SetupDrawing
from rulesets.heros_crossing_tactics.pieces import COLUMNS, LEVELS, CardId, other
from rulesets.heros_crossing_tactics.rules.common import gain, need_card
from rulesets.kit.facts import Fact
from rulesets.kit.phases import seats_of
from rulesets.kit.piles import Pile, is_back
from rulesets.kit.play import Play, automatic
from rulesets.kit.structs import Action, sees

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.kit.phases import Seat
    from rulesets.kit.structs import Start, Viewer


DRAFT_HAND = 3
"""HCT-SET-07."""
SETUP_CARDS = 5
"""HCT-SET-16."""


def empty_board(start: Start, components: Components) -> Board:
    """The table before anybody sits down: piles made (HCT-SET-02, 05), all cubes in the supply (HCT-SET-06)."""
    one, two, three = (Pile(len(components.by_level[level]), components.by_level[level]) for level in LEVELS)
    return Board(
        components=components,
        pending=Drafting(),
        first=1,
        seat=1,
        sides=(Side(), Side()),
        piles=(one, two, three),
        supply=components.cubes,
    )


def start(play: Play[Board]) -> None:
    """HCT-SET-01 to 07. The first player gets the King: the pairing has no effect (HCT-AMB-03)."""
    play.emit(
        e.FirstPlayerDetermined(play.chance.pick(seats_of(play.board), rule="HCT-SET-01", about="who goes first"))
    )
    first = play.board.first
    for seat, monarch in ((first, "king"), (other(first), "queen")):
        play.emit(e.MonarchAssigned(seat, play.board.components.monarchs[monarch]))
    for seat in (first, other(first)):
        play.emit(e.DraftHandDealt(seat, _draft_hand(play, seat)))


def _draft_hand(play: Play[Board], seat: Seat) -> tuple[CardId, ...]:
    pile = play.board.piles[0]
    cards: list[CardId] = []
    for _ in range(DRAFT_HAND):
        card = play.chance.draw(
            pile.unseen,
            rule="HCT-SET-07",
            unknown_ok=True,
            about=f"a hero that {{{seat}}} drafts from",
            place=pile_id(1),
        )
        pile = pile.drawn(card)
        cards.append(card or pile.back(1))
    return tuple(sorted(cards))


class PickHero(Action[Board], frozen=True):
    """Choose one card of the draft hand and lay it face down (HCT-SET-08)."""

    title = "Pick a hero of the draft"
    card: CardId
    phase = Drafting

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[PickHero]:
        return (cls(card) for card in dict.fromkeys(board.side(seat).draft))

    def check(self, board: Board, seat: Seat) -> None:
        need_card(self.card in board.side(seat).draft, "HCT-SET-08", board, self.card)

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.DraftCardPicked(play.seat, self.card))

    def seen_by(self, viewer: Viewer, seat: Seat) -> PickHero:
        return self if sees(viewer, seat) else PickHero(UNKNOWN)

    def label(self, board: Board, seat: Seat) -> str:
        return f"Pick {drafted_name(board, self.card)}"

    def fact(self, board: Board, seat: Seat) -> Fact:
        return Fact(card=hero_id(board, self.card))


@automatic(Drafting)
def draft(play: Play[Board]) -> None:
    """HCT-SET-09, 10: pass on when both have picked; the last card is picked by itself."""
    board = play.board
    if not all(Drafting.of(board).picked):
        return None
    if not board.sides[0].draft:
        return play.emit(e.Asked(Placing()))
    one, two = (side.draft for side in board.sides)
    play.emit(e.DraftHandsPassed((two, one)))
    if len(one) == 1:
        for seat in (board.first, other(board.first)):
            play.emit(e.DraftCardPicked(seat, play.board.side(seat).draft[0]))


class PlaceHeroes(Action[Board], frozen=True):
    """Lay the three drafted heroes face down, one in each Front (HCT-SET-11).

    The choice of its row is the three, in the order of the Fronts, as far as they are known.
    """

    first: CardId
    """Into Front 1."""
    second: CardId
    third: CardId
    phase = Placing

    @property
    def cards(self) -> tuple[CardId, CardId, CardId]:
        return self.first, self.second, self.third

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[PlaceHeroes]:
        return (cls(*cards) for cards in dict.fromkeys(permutations(board.side(seat).drafted)))

    def check(self, board: Board, seat: Seat) -> None:
        drafted = board.side(seat).drafted
        need_card(Counter(self.cards) == Counter(drafted), "HCT-SET-11", board, *self.cards)

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.HeroesPlaced(play.seat, self.cards))

    def seen_by(self, viewer: Viewer, seat: Seat) -> PlaceHeroes:
        return self if sees(viewer, seat) else PlaceHeroes(UNKNOWN, UNKNOWN, UNKNOWN)

    def label(self, board: Board, seat: Seat) -> str:
        return f"Place {placed_words(board, self.cards)}"

    def fact(self, board: Board, seat: Seat) -> Fact:
        return Fact(choice=" ".join(filter(None, (hero_id(board, card) for card in self.cards))) or None)


@automatic(Placing)
def flip(play: Play[Board]) -> None:
    """HCT-SET-12 to 14: all six heroes are turned up together, the first player's first (HCT-AMB-04)."""
    board = play.board
    if not all(Placing.of(board).placed):
        return
    seats = (board.first, other(board.first))
    for seat in seats:
        for column in COLUMNS:
            card = play.board.front(seat, column).heroes[0]
            if is_back(card):
                card = play.chance.reveal(
                    play.board.pile(1).pool(card),
                    rule="HCT-SET-12",
                    about=f"the hero of {{{seat}}} in Front {column}",
                    place=front_id(seat, column),
                )
            play.emit(e.HeroFlipped(seat, column, card))
    for seat in seats:
        for column in COLUMNS:
            gain(play, seat, column)
    _start_drawing(play, board.first)


def _start_drawing(play: Play[Board], seat: Seat) -> None:
    """HCT-SET-14: the icons on all three heroes together; the Monarch's do not count (HCT-SET-03)."""
    heroes = tuple(card for front in play.board.side(seat).fronts for card in front.heroes)
    play.emit(e.SetupDrawingStarted(seat, play.board.components.drawing_power(heroes)))


@automatic(SetupDrawing)
def stop_setup_drawing(play: Play[Board]) -> None:
    """HCT-SET-16, 17: no power left, or five cards drawn."""
    pending = SetupDrawing.of(play.board)
    if pending.power == 0 or pending.drawn == SETUP_CARDS:
        play.emit(e.DrawingEnded(play.board.seat, pending.power))


def after_setup_drawing(play: Play[Board]) -> None:
    """HCT-SET-18: then the other seat draws, then round 1 starts."""
    board = play.board
    if board.seat == board.first:
        _start_drawing(play, other(board.first))
    else:
        play.emit(e.RoundStarted(board.first))
