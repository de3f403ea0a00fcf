"""Magnus: Hocus Pocus. Knowledge is Power stands with the use of abilities; Mirage only places."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.effects import HeroConjured
from rulesets.kingdom_rush.names import hero_name
from rulesets.kingdom_rush.phases import Conjuring
from rulesets.kingdom_rush.pieces import Hero, HeroName, SpaceId
from rulesets.kingdom_rush.rules.common import Decision, on_map, shut
from rulesets.kingdom_rush.rules.heroes import need_standing
from rulesets.kingdom_rush.rules.wildcat import call_wildcat
from rulesets.kit.play import Play, need

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.kit.phases import Seat


class Conjure(Decision, frozen=True):
    """Move a hero in play to any legal space, or leave it where it is; it then attacks (KRR-MAG-03)."""

    hero: HeroName
    space: SpaceId
    phase = Conjuring
    exact = True  # heroes x spaces

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[Conjure]:
        for hero in on_map(board):
            closed = shut(board, hero.name) - {hero.space}
            for space in board.field.where:
                if space not in closed:
                    yield cls(hero.name, space)

    def check(self, board: Board, seat: Seat) -> None:
        hero = board.find_hero(self.hero)
        need(hero and hero.space, "KRR-MAG-03")
        assert hero
        need(self.space not in board.field.exits, "KRR-MOV-11")
        need(self.space in board.field.where, "KRR-MOV-03")
        if self.space != hero.space:
            need_standing(board, self.hero, self.space)

    def perform(self, play: Play[Board]) -> None:
        hero = play.board.hero(self.hero)
        moves = self.space != hero.space
        engages = moves and play.board.horde_at(self.space) is not None
        play.emit(HeroConjured(self.hero, self.space, engages))
        if moves and not engages:  # being moved is a movement, too (KRR-WLD-08)
            call_wildcat(play, self.hero)

    def label(self, board: Board, seat: Seat) -> str:
        hero: Hero | None = board.find_hero(self.hero)
        stays = hero is not None and hero.space == self.space
        return f"{hero_name(board, self.hero)} {'stays' if stays else f'goes to {self.space}'} and attacks"
