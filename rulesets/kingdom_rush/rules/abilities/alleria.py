"""Alleria: Like the Wind. Her other abilities only place tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.effects import HeroInspired
from rulesets.kingdom_rush.names import hero_name
from rulesets.kingdom_rush.phases import Inspiring
from rulesets.kingdom_rush.pieces import HeroName
from rulesets.kingdom_rush.rules.common import Decision, on_map
from rulesets.kit.play import Play, need

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.kit.phases import Seat


class Inspire(Decision, frozen=True):
    """Choose a hero in play that may move a space and perform its basic attack (KRR-ALL-06)."""

    hero: HeroName
    phase = Inspiring

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[Inspire]:
        return (cls(hero.name) for hero in on_map(board))

    def check(self, board: Board, seat: Seat) -> None:
        need(any(hero.name == self.hero for hero in on_map(board)), "KRR-ALL-06")

    def perform(self, play: Play[Board]) -> None:
        play.emit(HeroInspired(self.hero))

    def label(self, board: Board, seat: Seat) -> str:
        return f"{hero_name(board, self.hero)} moves a space and attacks"
