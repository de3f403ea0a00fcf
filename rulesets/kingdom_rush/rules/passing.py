"""Passing Tower cards: the way to upgrade them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.kingdom_rush import effects as e
from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.names import source_name
from rulesets.kingdom_rush.phases import PlayCards
from rulesets.kingdom_rush.rules.common import Decision
from rulesets.kit.phases import Seat, seats_of
from rulesets.kit.piles import has
from rulesets.kit.play import Play, need

if TYPE_CHECKING:
    from collections.abc import Iterable


def upgrades(board: Board, tower: str, levels: int = 1) -> list[str]:
    """What a Tower can become `levels` higher: Towers of its type that the supply and the scenario have."""
    towers = board.components.tower
    found = towers[tower].upgrades
    for _ in range(levels - 1):
        found = tuple(dict.fromkeys([up for name in found for up in towers[name].upgrades]))
    if not found:
        return []
    most, supply = board.setting.max_level, board.supply
    return [name for name in found if towers[name].level <= most and has(supply, name)]


def takers(board: Board, seat: Seat) -> list[Seat]:
    """To whom a Tower can be passed: the others; in solo mode oneself (KRR-SLO-13)."""
    return [to for to in seats_of(board) if to != seat] or [seat]


def need_in_hand(board: Board, seat: Seat, tower: str) -> None:
    """Only what is in hand can be passed; an incoming Tower not yet."""
    side = board.side(seat)
    if tower not in side.hand:
        need(tower not in side.incoming, "KRR-PAS-08")
        need(False, "KRR-PAS-01")


class PassTower(Decision, frozen=True):
    """Pass a Tower from hand to another player; it is upgraded if that is possible."""

    tower: str
    to: Seat
    becomes: str
    """What it is upgraded to; itself where no upgrade is possible."""
    phase = PlayCards
    exact = True  # hand x players
    title = "Pass a Tower"
    columns = {"tower": "card", "to": "target", "becomes": "choice"}

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[PassTower]:
        hand = board.side(seat).hand
        to = takers(board, seat) if hand else ()
        return [
            cls(tower, taker, up)
            for tower in dict.fromkeys(hand)
            for up in upgrades(board, tower) or (tower,)
            for taker in to
        ]

    def check(self, board: Board, seat: Seat) -> None:
        need_in_hand(board, seat, self.tower)
        need(self.to in takers(board, seat), "KRR-SLO-13" if board.seats == 1 else "KRR-PAS-01")
        possible = upgrades(board, self.tower)
        if possible:
            need(self.becomes != self.tower, "KRR-PAS-02")
            variant = self.becomes in board.components.tower[self.tower].upgrades
            need(self.becomes in possible, "KRR-PAS-05" if variant else "KRR-PAS-03")
        need(possible or self.becomes == self.tower, self._why_not(board))

    def _why_not(self, board: Board) -> str:
        """Why there is no upgrade: the highest level, or a supply without the card."""
        level = board.components.tower[self.tower].level
        return "KRR-PAS-07" if level >= min(4, board.setting.max_level) else "KRR-PAS-06"

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.TowerPassed(play.seat, self.to, self.tower, self.becomes))

    def label(self, board: Board, seat: Seat) -> str:
        up = f", which becomes {source_name(board, self.becomes)}" if self.becomes != self.tower else ""
        return f"Pass {source_name(board, self.tower)} to {{{self.to}}}{up}"
