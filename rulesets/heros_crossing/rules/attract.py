"""Attract: lay the die in use on a visiting hero."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heros_crossing import effects as e
from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.ids import hero_id
from rulesets.heros_crossing.names import hero_name
from rulesets.heros_crossing.phases import Acting
from rulesets.heros_crossing.pieces import HeroId, Laid
from rulesets.heros_crossing.rules.common import acting, colours_for, may, need_action, take
from rulesets.heros_crossing.rules.values import values
from rulesets.kit.facts import Fact
from rulesets.kit.play import Play, need
from rulesets.kit.structs import Action

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.kit.phases import Seat


class Attract(Action[Board], frozen=True):
    """Attract a visiting hero with a die of one of its colours (HCX-ATT-01, 02)."""

    hero: HeroId
    phase = Acting
    exact = True

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterator[Attract]:
        if not may(board, seat, "attract"):
            return
        laid = acting(board).laid
        for visit in board.visiting:
            if visit.hero and visit.hero not in laid and _suits(board, seat, visit.hero):
                yield cls(visit.hero)

    def check(self, board: Board, seat: Seat) -> None:
        pending = need_action(board, seat, "attract")
        need(board.visited_by(self.hero), "HCX-ATT-01")
        need(_suits(board, seat, self.hero), "HCX-ATT-02")
        need(self.hero not in pending.laid, "HCX-DUA-10")

    def perform(self, play: Play[Board]) -> None:
        pending = Acting.of(play.board)
        bonus = values(play.board, play.seat).added("attract")
        take(play, "attract")
        laid = Laid(pending.die, pending.modifiers, bonus, bool(pending.laid))
        play.emit(e.HeroAttracted(play.seat, self.hero, laid))

    def fact(self, board: Board, seat: Seat) -> Fact:
        return Fact(card=hero_id(self.hero))

    def label(self, board: Board, seat: Seat) -> str:
        return f"Attract the {hero_name(board, self.hero)}"


def _suits(board: Board, seat: Seat, hero: HeroId) -> bool:
    """Whether the die in use has a colour that attracts the hero (HCX-ATT-02)."""
    colours, v = colours_for(board, "attract"), values(board, seat)
    return any(v.suits("attract", colours, colour) for colour in board.components.hero[hero].dice)
