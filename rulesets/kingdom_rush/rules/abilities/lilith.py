"""Lilith: the second half of her basic attack. Her abilities only place tiles, or last."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.effects import AbilityTurned
from rulesets.kingdom_rush.names import hero_name, source_name
from rulesets.kingdom_rush.phases import Blessing
from rulesets.kingdom_rush.pieces import HeroName
from rulesets.kingdom_rush.rules.common import Decision, heal, near_heroes
from rulesets.kit.play import Play, need

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.kit.phases import Seat


def blessings(board: Board) -> list[tuple[HeroName, str]]:
    """A hero near Lilith, herself included, and a face-down tile of it; no tile where all are face up."""
    at = Blessing.of(board)
    space = board.hero(at.hero).space
    found: list[tuple[HeroName, str]] = []
    for hero in near_heroes(board, space) if space else ():
        used = [(hero.name, tile.id) for tile in hero.abilities if tile.state == "used"]
        found += used or [(hero.name, "")]
    return found


class Bless(Decision, frozen=True):
    """Choose a hero near Lilith: it heals 1 and turns a face-down ability tile face up (KRR-LIL-02)."""

    hero: HeroName
    ability: str = ""
    """Empty where none of its tiles is face down."""
    phase = Blessing

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[Bless]:
        return (cls(hero, ability) for hero, ability in blessings(board))

    def check(self, board: Board, seat: Seat) -> None:
        need((self.hero, self.ability) in blessings(board), "KRR-LIL-02")

    def perform(self, play: Play[Board]) -> None:
        if self.ability:
            play.emit(AbilityTurned(self.hero, self.ability, "ready"))
        heal(play, self.hero, 1)

    def label(self, board: Board, seat: Seat) -> str:
        turned = f", {source_name(board, self.ability)} face up" if self.ability in board.components.ability else ""
        return f"Bless {hero_name(board, self.hero)}{turned}"
