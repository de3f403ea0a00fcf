"""Powers used, heroes exhausted and refreshed."""

from __future__ import annotations

from msgspec.structs import replace

from rulesets.heros_crossing.board import Board, HeroId
from rulesets.heros_crossing.effects.common import BY_HAND, need_seat
from rulesets.heros_crossing.ids import hero_id, seat_id
from rulesets.heros_crossing.names import hero_name
from rulesets.heros_crossing.phases import Joining
from rulesets.kit.phases import Seat
from rulesets.kit.play import need
from rulesets.kit.structs import Effect
from rulesets.kit.tuples import put


class PowerUsed(Effect[Board], frozen=True):
    """The owner of a hero uses its power, and pays for it. `value`: VP paid."""

    seat: Seat
    card: HeroId
    modifiers: int = 0
    value: int = 0

    def apply(self, board: Board) -> Board:
        pending = board.pending
        if not (self.modifiers or self.value):
            return replace(board, pending=pending.then) if isinstance(pending, Joining) else board
        side = board.sides[self.seat - 1]
        side = replace(side, modifiers=side.modifiers - self.modifiers, vp=side.vp - self.value)
        return replace(board, sides=put(board.sides, self.seat - 1, side))

    def touches(self) -> tuple[str, ...]:
        return hero_id(self.card), seat_id(self.seat)

    def says(self, board: Board) -> str:
        return f"{{{self.seat}}} uses the {hero_name(board, self.card)}."


class PowerCalledUp(Effect[Board], frozen=True):
    """A bend holds for the rest of the turn; `bend` is its address."""

    seat: Seat
    bend: str

    def apply(self, board: Board) -> Board:
        side = board.sides[self.seat - 1]
        return replace(board, sides=put(board.sides, self.seat - 1, replace(side, bends=(*side.bends, self.bend))))


class HeroExhausted(Effect[Board], frozen=True):
    """A hero is turned sideways until the clean-up."""

    adjustable = True
    seat: Seat
    card: HeroId

    def apply(self, board: Board) -> Board:
        return _turned(board, self.seat, self.card, exhausted=True)

    def check(self, board: Board) -> None:
        need_seat(board, self.seat)
        own = board.side(self.seat).owned(self.card)
        need(own is not None and not own.exhausted, BY_HAND)

    def touches(self) -> tuple[str, ...]:
        return (hero_id(self.card),)


class HeroRefreshed(Effect[Board], frozen=True):
    """A hero is turned back."""

    adjustable = True
    seat: Seat
    card: HeroId

    def apply(self, board: Board) -> Board:
        return _turned(board, self.seat, self.card, exhausted=False, refreshed=board.turn)

    def check(self, board: Board) -> None:
        need_seat(board, self.seat)
        own = board.side(self.seat).owned(self.card)
        need(own is not None and own.exhausted, BY_HAND)

    def touches(self) -> tuple[str, ...]:
        return (hero_id(self.card),)

    def says(self, board: Board) -> str:
        return f"The {hero_name(board, self.card)} is refreshed."


def _turned(board: Board, seat: Seat, hero: HeroId, **changes: int) -> Board:
    side = board.sides[seat - 1]
    heroes = tuple(replace(own, **changes) if own.hero == hero else own for own in side.heroes)
    return replace(board, sides=put(board.sides, seat - 1, replace(side, heroes=heroes)))
