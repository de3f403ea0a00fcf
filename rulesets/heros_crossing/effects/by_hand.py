"""What the table enters by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heros_crossing.board import Board, HeroId
from rulesets.heros_crossing.effects.claiming import back
from rulesets.heros_crossing.ids import hero_id
from rulesets.heros_crossing.names import hero_name
from rulesets.heros_crossing.phases import ByHand
from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat
from rulesets.kit.structs import Effect

if TYPE_CHECKING:
    from collections.abc import Iterable


class HandStarted(Effect[Board], frozen=True):
    """What a card does is entered by the table."""

    seat: Seat
    hero: HeroId

    def apply(self, board: Board) -> Board:
        return replace(board, pending=ByHand(self.seat, self.hero, back(board.pending)))

    def touches(self) -> tuple[str, ...]:
        return (hero_id(self.hero),)

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, card=self.hero),)


class HandEntered(Effect[Board], frozen=True):
    """All that the card does has been entered."""

    seat: Seat
    hero: HeroId

    def apply(self, board: Board) -> Board:
        pending = board.pending
        assert isinstance(pending, ByHand)
        return replace(board, pending=pending.then)

    def touches(self) -> tuple[str, ...]:
        return (hero_id(self.hero),)

    def says(self, board: Board) -> str:
        return f"What the {hero_name(board, self.hero)} does is done."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, card=self.hero),)
