"""Recruit: gain Soldiers, draw cards, keep the hand limit. Drawing is the same in the set-up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heros_crossing_tactics import effects as e
from rulesets.heros_crossing_tactics.board import Board
from rulesets.heros_crossing_tactics.ids import card_id, front_id, hero_id, pile_id
from rulesets.heros_crossing_tactics.names import card_name
from rulesets.heros_crossing_tactics.phases import Drawing, OverLimit, Recruiting, SetupDrawing, Turn
from rulesets.heros_crossing_tactics.pieces import LEVELS, CardId, Column, Level
from rulesets.heros_crossing_tactics.rules.common import gain, need_card, need_ready_front, ready_columns, show
from rulesets.heros_crossing_tactics.rules.setup import after_setup_drawing
from rulesets.heros_crossing_tactics.rules.turns import end_turn
from rulesets.kit.facts import Fact
from rulesets.kit.play import Play, automatic, need
from rulesets.kit.structs import Action

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.kit.phases import Seat

HAND_LIMIT = 5
"""HCT-REC-09."""


class Recruit(Action[Board], frozen=True):
    """Gain the Soldiers of all heroes of a Front, then draw with their Drawing Power."""

    column: Column
    phase = Turn

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[Recruit]:
        return (cls(column) for column in ready_columns(board, seat))

    def check(self, board: Board, seat: Seat) -> None:
        need_ready_front(board, seat, self.column)

    def perform(self, play: Play[Board]) -> None:
        components, heroes = play.board.components, play.board.front(play.seat, self.column).heroes
        play.emit(e.FrontActivated(play.seat, self.column, "recruit"))
        gain(play, play.seat, self.column)
        if power := components.drawing_power(heroes):
            play.emit(e.Asked(Recruiting(power)))

    def touches(self, board: Board, seat: Seat) -> tuple[str, ...]:
        return tuple(card_id(hero) for hero in board.front(seat, self.column).heroes)

    def label(self, board: Board, seat: Seat) -> str:
        return f"Recruit with Front {self.column}"

    def fact(self, board: Board, seat: Seat) -> Fact:
        return Fact(place=front_id(seat, self.column))


class DrawHero(Action[Board], frozen=True):
    """Draw one card; it costs its level in Drawing Power, the value of its row."""

    title = "Draw"
    level: Level
    phase = (Recruiting, SetupDrawing)

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[DrawHero]:
        return (cls(level) for level in LEVELS)

    def check(self, board: Board, seat: Seat) -> None:
        need(self.level in LEVELS, "HCT-REC-05")
        need(self.level <= Drawing.of(board).power, "HCT-REC-05" if board.round else "HCT-SET-15")
        need(board.pile(self.level).size or _discarded(board, self.level), "HCT-LIM-04")

    def perform(self, play: Play[Board]) -> None:
        board = play.board
        if not board.pile(self.level).size:  # HCT-LIM-02, 03
            play.emit(e.PileRecreated(self.level, _discarded(board, self.level)))
        rule = "HCT-REC-07" if board.round else "HCT-SET-15"
        card = play.chance.draw(
            play.board.pile(self.level).unseen,
            rule=rule,
            unknown_ok=True,
            about=f"the card from the top of the level {self.level} pile",
            place=pile_id(self.level),
        )
        play.emit(e.HeroDrawn(play.seat, self.level, card))

    def label(self, board: Board, seat: Seat) -> str:
        return f"Draw a level {self.level} hero"

    def fact(self, board: Board, seat: Seat) -> Fact:
        return Fact(place=pile_id(self.level), value=self.level)


class FinishDrawing(Action[Board], frozen=True):
    """Draw no more; what power is left is lost (HCT-REC-08, HCT-SET-17): the value of its row."""

    phase = (Recruiting, SetupDrawing)
    nowhere = "it ends the drawing"

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[FinishDrawing]:
        return (cls(),)

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.DrawingEnded(play.seat, Drawing.of(play.board).power))

    def label(self, board: Board, seat: Seat) -> str:
        return "Finish drawing"

    def fact(self, board: Board, seat: Seat) -> Fact:
        return Fact(value=Drawing.of(board).power)


class Discard(Action[Board], frozen=True):
    """Discard one card of a hand that is over the limit."""

    card: CardId
    phase = OverLimit

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[Discard]:
        return (cls(card) for card in dict.fromkeys(board.side(seat).hand))

    def check(self, board: Board, seat: Seat) -> None:
        need_card(self.card in board.side(seat).hand, "HCT-REC-09", board, self.card)

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.HeroDiscarded(play.seat, show(play, self.card)))

    def label(self, board: Board, seat: Seat) -> str:
        return f"Discard {card_name(board, self.card)}"

    def fact(self, board: Board, seat: Seat) -> Fact:
        return Fact(card=hero_id(board, self.card))


@automatic(Recruiting)
def stop_drawing(play: Play[Board]) -> None:
    """Drawing ends by itself when no power is left."""
    if not Recruiting.of(play.board).power:
        play.emit(e.DrawingEnded(play.board.seat))


@automatic(OverLimit)
def keep_limit(play: Play[Board]) -> None:
    """HCT-REC-09, 10: the limit is checked once drawing is over, and never in the set-up."""
    board = play.board
    if not board.round:
        after_setup_drawing(play)
    elif len(board.side(board.seat).hand) <= HAND_LIMIT:
        end_turn(play)


def _discarded(board: Board, level: Level) -> tuple[CardId, ...]:
    levels = board.components.level
    return tuple(card for card in board.discard if levels[card] == level)
