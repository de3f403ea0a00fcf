"""Phase 6: the team spends Crystals; then the round is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.kingdom_rush import effects as e
from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.names import source_name
from rulesets.kingdom_rush.phases import Buying
from rulesets.kingdom_rush.rules.common import Decision
from rulesets.kingdom_rush.rules.ending import end_round
from rulesets.kit.phases import Seat, seats_of
from rulesets.kit.play import Play, automatic, need
from rulesets.kit.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.kit.facts import Fact

PRICES = {1: 2, 2: 3}
"""Crystals by Tower level (KRR-BUY-01 to 03)."""


def for_sale(board: Board) -> list[str]:
    """The Towers of the supply that the team can pay for."""
    most = min(board.setting.max_level, sum(price <= board.crystals for price in PRICES.values()))
    towers = board.components.tower
    return [tower for tower in dict.fromkeys(board.supply) if towers[tower].level <= most] if most else []


class BuyTower(Decision, frozen=True):
    """Buy a Tower out of the supply for a player."""

    tower: str
    to: Seat
    phase = Buying
    exact = True  # Towers x players
    title = "Buy a Tower"
    columns = {"tower": "card", "to": "target"}

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[BuyTower]:
        return (cls(tower, to) for tower in for_sale(board) for to in seats_of(board))

    def check(self, board: Board, seat: Seat) -> None:
        need(self.tower in board.supply, "KRR-BUY-04")
        level = board.components.tower[self.tower].level
        need(level in PRICES, "KRR-BUY-03")
        need(level <= board.setting.max_level, "KRR-BUY-07")
        able = PRICES[level] <= board.crystals and 1 <= self.to <= board.seats
        need(able, "KRR-BUY-01" if level == 1 else "KRR-BUY-02")

    def perform(self, play: Play[Board]) -> None:
        price = PRICES[play.board.components.tower[self.tower].level]
        play.emit(e.TowerBought(self.to, self.tower, price, play.seat))

    def label(self, board: Board, seat: Seat) -> str:
        name, price = source_name(board, self.tower), PRICES[board.components.tower[self.tower].level]
        return f"Buy {name} for {{{self.to}}} with {counted(price, 'Crystal')}"


class EndPurchases(Decision, frozen=True):
    """Buy nothing more: Crystals that are left are kept (KRR-BUY-08)."""

    phase = Buying
    nowhere = "it buys nothing"
    exact = True
    title = "Buy nothing more"

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.PurchasesEnded(play.seat))
        end_round(play)

    def fact(self, board: Board, seat: Seat) -> Fact:
        kept = super().fact(board, seat)
        kept.value = board.crystals
        return kept

    def label(self, board: Board, seat: Seat) -> str:
        return "Buy nothing more"


@automatic(Buying)
def buying_ends(play: Play[Board]) -> None:
    """Where no Tower can be bought, the round ends without a word of the team (KRR-AMB-70)."""
    if not for_sale(play.board):
        end_round(play)
