"""Heroes attracted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.effects.common import of_die
from rulesets.heros_crossing.ids import hero_id
from rulesets.heros_crossing.names import hero_name, laid_words
from rulesets.heros_crossing.phases import Acting
from rulesets.heros_crossing.pieces import HeroId, Laid, Stake
from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat
from rulesets.kit.structs import Effect
from rulesets.kit.tuples import put

if TYPE_CHECKING:
    from collections.abc import Iterable


class HeroAttracted(Effect[Board], frozen=True):
    """The die in use is laid on a visiting hero. `value`: of the die, as it lies there."""

    seat: Seat
    hero: HeroId
    laid: Laid

    def apply(self, board: Board) -> Board:
        space = board.space_of(self.hero)
        pending = board.pending
        assert isinstance(pending, Acting)
        visit = board.visiting[space]
        stakes = visit.stakes
        place = next((i for i, stake in enumerate(stakes) if stake.seat == self.seat), None)
        if place is None:
            stakes = (*stakes, Stake(self.seat, (self.laid,)))
        else:
            stakes = put(stakes, place, Stake(self.seat, (*stakes[place].dice, self.laid)))
        return replace(
            board,
            visiting=put(board.visiting, space, replace(visit, stakes=stakes)),
            pending=replace(pending, laid=(*pending.laid, self.hero)),
        )

    def touches(self) -> tuple[str, ...]:
        return (hero_id(self.hero),)

    def sentence(self, board: Board) -> str:
        stakes = board.visiting[board.space_of(self.hero)].stakes
        before = sum(stake.total for stake in stakes if stake.seat == self.seat)
        total = f", {before + self.laid.value} in all" if before else ""
        return f"{{{self.seat}}} attracts the {hero_name(board, self.hero)} with {laid_words(self.laid)}{total}."

    def facts(self, board: Board) -> Iterable[Fact]:
        card, laid = hero_id(self.hero), self.laid
        return (of_die(laid.die, Fact(seat=self.seat, card=card, value=laid.value)),)
