"""Phase 5: Towers and Hero cards are picked up; those of white sites go to whom the team wants."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.kingdom_rush import effects as e
from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.ids import space_id
from rulesets.kingdom_rush.names import source_name, space_name
from rulesets.kingdom_rush.phases import Sharing
from rulesets.kingdom_rush.pieces import Tower
from rulesets.kingdom_rush.rules.common import Decision
from rulesets.kit.phases import Seat, seats_of
from rulesets.kit.play import Play, need

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.kit.facts import Fact


def pick_up(play: Play[Board]) -> None:
    """KRR-PKU-01 to 05. Alone, or in whose hands the Towers are anyway, white sites ask nothing."""
    white = play.board.setting.white if play.board.seats > 1 else ()
    play.emit(e.CardsPickedUp(tuple(white)))


def _next(board: Board) -> Tower:
    return board.towers[0]


class TakeWhiteTower(Decision, frozen=True):
    """Decide who takes the next Tower of a white site: site by site, the lower one first."""

    tower: str
    to: Seat
    phase = Sharing
    title = "Share out a Tower"
    columns = {"tower": "card", "to": "target"}

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[TakeWhiteTower]:
        return (cls(_next(board).card, to) for to in seats_of(board))

    def check(self, board: Board, seat: Seat) -> None:
        need(self.tower == _next(board).card, "KRR-WHT-02")
        need(1 <= self.to <= board.seats, "KRR-WHT-02")

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.WhiteTowerTaken(self.to, self.tower, _next(play.board).site, play.seat))

    def fact(self, board: Board, seat: Seat) -> Fact:
        kept = super().fact(board, seat)
        kept.place = space_id(_next(board).site)
        return kept

    def label(self, board: Board, seat: Seat) -> str:
        name, site = source_name(board, self.tower), space_name(board, _next(board).site)
        return f"{{{self.to}}} takes {name} of {site}"
