"""Hire: place a new hero, or replace one by a hero of the next level."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heros_crossing_tactics import effects as e
from rulesets.heros_crossing_tactics.board import Board
from rulesets.heros_crossing_tactics.ids import front_id, hero_id
from rulesets.heros_crossing_tactics.names import SLOTS, card_name
from rulesets.heros_crossing_tactics.phases import Turn
from rulesets.heros_crossing_tactics.pieces import CardId, Column
from rulesets.heros_crossing_tactics.rules.common import gain, need_card, need_ready_front, ready_columns, show
from rulesets.kit.facts import Fact
from rulesets.kit.play import Play, need
from rulesets.kit.structs import Action

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.kit.phases import Seat

FRONT_LIMIT = 3
"""HCT-HIR-04."""


class HirePlace(Action[Board], frozen=True):
    """Place a level 1 hero at the bottom of the activated Front."""

    title = "Hire"
    column: Column
    card: CardId
    phase = Turn

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[HirePlace]:
        cards = tuple(dict.fromkeys(board.side(seat).hand))
        return (cls(column, card) for column in ready_columns(board, seat) for card in cards)

    def check(self, board: Board, seat: Seat) -> None:
        need_ready_front(board, seat, self.column)
        need_card(self.card in board.side(seat).hand, "HCT-HIR-02", board, self.card)
        need(board.components.level[self.card] == 1, "HCT-HIR-02")
        need(len(board.front(seat, self.column).heroes) < FRONT_LIMIT, "HCT-HIR-04")

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.FrontActivated(play.seat, self.column, "hire"))
        card = show(play, self.card)
        play.emit(e.HeroPlaced(play.seat, self.column, card))
        gain(play, play.seat, self.column, card)

    def label(self, board: Board, seat: Seat) -> str:
        return f"Place {card_name(board, self.card)} in Front {self.column}"

    def fact(self, board: Board, seat: Seat) -> Fact:
        return Fact(card=hero_id(board, self.card), place=front_id(seat, self.column))


class HireReplace(Action[Board], frozen=True):
    """Replace any hero of the activated Front by one of the next level.

    In its row the hero that leaves is the `target`, and `kind` is its slot: `top`, `second` or `third`.
    """

    title = "Hire instead of another"
    column: Column
    slot: int
    """From 1, the top hero."""
    card: CardId
    phase = Turn

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[HireReplace]:
        level = board.components.level
        cards = tuple((card, level[card] - 1) for card in dict.fromkeys(board.side(seat).hand))
        return (
            cls(column, slot, card)
            for column in ready_columns(board, seat)
            for slot, hero in enumerate(board.front(seat, column).heroes, 1)
            for card, below in cards
            if level[hero] == below
        )

    def check(self, board: Board, seat: Seat) -> None:
        need_ready_front(board, seat, self.column)
        heroes = board.front(seat, self.column).heroes
        need(1 <= self.slot <= len(heroes), "HCT-HIR-06")
        need_card(self.card in board.side(seat).hand, "HCT-HIR-05", board, self.card)
        level = board.components.level
        need(level[self.card] == level[heroes[self.slot - 1]] + 1, "HCT-HIR-05")

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.FrontActivated(play.seat, self.column, "hire"))
        card = show(play, self.card)
        old = play.board.front(play.seat, self.column).heroes[self.slot - 1]
        play.emit(e.HeroReplaced(play.seat, self.column, self.slot, old, card))
        gain(play, play.seat, self.column, card)

    def label(self, board: Board, seat: Seat) -> str:
        old = board.front(seat, self.column).heroes[self.slot - 1]
        place = SLOTS[self.slot - 1]
        return f"Replace {card_name(board, old)} ({place}) with {card_name(board, self.card)} in Front {self.column}"

    def fact(self, board: Board, seat: Seat) -> Fact:
        front = board.front(seat, self.column)
        return Fact(
            card=hero_id(board, self.card),
            place=front_id(seat, self.column),
            target=hero_id(board, front.heroes[self.slot - 1]),
            kind=SLOTS[self.slot - 1],
        )
