"""Malik: It's Hammer Time. His other abilities only place tiles, or protect."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.effects import AbilityTurned
from rulesets.kingdom_rush.names import hero_name, source_name
from rulesets.kingdom_rush.phases import Refreshing
from rulesets.kingdom_rush.pieces import HeroName
from rulesets.kingdom_rush.rules.common import Decision
from rulesets.kit.play import Play, need

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.kit.phases import Seat


def used_tiles(board: Board) -> list[tuple[HeroName, str]]:
    """The face-down ability tiles of all heroes. The one in use is not face down yet (KRR-AMB-34)."""
    return [(hero.name, tile.id) for hero in board.heroes for tile in hero.abilities if tile.state == "used"]


class Refresh(Decision, frozen=True):
    """Turn a face-down ability tile of any hero face up (KRR-MAL-02)."""

    hero: HeroName
    ability: str
    phase = Refreshing

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[Refresh]:
        return (cls(hero, ability) for hero, ability in used_tiles(board))

    def check(self, board: Board, seat: Seat) -> None:
        need((self.hero, self.ability) in used_tiles(board), "KRR-MAL-02")

    def perform(self, play: Play[Board]) -> None:
        play.emit(AbilityTurned(self.hero, self.ability, "ready"))

    def label(self, board: Board, seat: Seat) -> str:
        return f"Turn {source_name(board, self.ability)} of {hero_name(board, self.hero)} face up"
