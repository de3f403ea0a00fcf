"""Attract: lay the die in use on a visiting hero."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heros_crossing.board import Board, HeroId, Laid
from rulesets.heros_crossing.effects import HeroAttracted
from rulesets.heros_crossing.effects.naming import hero_name
from rulesets.heros_crossing.phases import Acting
from rulesets.heros_crossing.powers import values
from rulesets.heros_crossing.rules.common import may, need_action, take
from rulesets.kit.play import Play, need
from rulesets.kit.structs import Action

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.kit.structs import Seat


class Attract(Action[Board], frozen=True):
    """Attract a visiting hero with a die of one of its colours (HCX-ATT-01, 02)."""

    hero: HeroId
    phase = Acting

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterator[Attract]:
        if may(board, seat, "attract"):
            yield from (cls(visit.hero) for visit in board.visiting if visit.hero)

    def check(self, board: Board, seat: Seat) -> None:
        pending = need_action(board, seat, "attract")
        need(board.space_of(self.hero) is not None, "HCX-ATT-01")
        dice, v = board.components.hero[self.hero].dice, values(board, seat)
        need(any(v.suits("attract", pending.colours, colour) for colour in dice), "HCX-ATT-02")
        need(self.hero not in pending.laid, "HCX-DUA-10")

    def perform(self, play: Play[Board]) -> None:
        pending = play.board.pending
        assert isinstance(pending, Acting)
        bonus = values(play.board, play.seat).added("attract")
        take(play, "attract")
        laid = Laid(pending.die, pending.modifiers, bonus, bool(pending.laid))
        play.emit(HeroAttracted(play.seat, self.hero, laid))

    def touches(self) -> tuple[str, ...]:
        return (f"hero:{self.hero}",)

    def label(self, board: Board, seat: Seat) -> str:
        return f"Attract the {hero_name(board, self.hero)}"
