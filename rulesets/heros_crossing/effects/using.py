"""Powers used, heroes exhausted and refreshed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.effects import common
from rulesets.heros_crossing.effects.common import BY_HAND, power_of
from rulesets.heros_crossing.ids import hero_id, seat_id
from rulesets.heros_crossing.names import by_hero, hero_name
from rulesets.heros_crossing.phases import Joining
from rulesets.heros_crossing.pieces import HeroId
from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat
from rulesets.kit.play import need
from rulesets.kit.structs import Effect
from rulesets.kit.tuples import put
from rulesets.kit.words import counted, joined

if TYPE_CHECKING:
    from collections.abc import Iterable


class PowerUsed(Effect[Board], frozen=True):
    """The owner of a hero uses its power, and pays for it: modifiers (in facts the `value`) and VP.

    In facts `kind` is when the card works: `activated` or `on_join`.
    """

    silent = {"vp": "is the change of the score"}
    seat: Seat
    card: HeroId
    modifiers: int = 0
    vp: int = 0

    def apply(self, board: Board) -> Board:
        pending = board.pending
        if not (self.modifiers or self.vp):
            return replace(board, pending=pending.then) if isinstance(pending, Joining) else board
        side = board.sides[self.seat - 1]
        side = replace(side, modifiers=side.modifiers - self.modifiers, vp=side.vp - self.vp)
        return replace(board, sides=put(board.sides, self.seat - 1, side))

    def touches(self) -> tuple[str, ...]:
        return hero_id(self.card), seat_id(self.seat)

    def sentence(self, board: Board) -> str:
        price = [counted(self.modifiers, "modifier")] if self.modifiers else []
        price += [f"{self.vp} VP"] if self.vp else []
        paid = f" for {joined(price)}" if price else ""
        return f"{{{self.seat}}} uses the {hero_name(board, self.card)}{paid}."

    def facts(self, board: Board) -> Iterable[Fact]:
        card, kind = hero_id(self.card), board.components.hero[self.card].power.when
        return (Fact(seat=self.seat, card=card, source=card, kind=kind, value=self.modifiers),)


class PowerCalledUp(Effect[Board], frozen=True):
    """A bend holds for the rest of the turn; `bend` is its address. In facts `kind` is the word of the card."""

    title = "Rule changed for the turn"
    seat: Seat
    bend: str

    def apply(self, board: Board) -> Board:
        side = board.sides[self.seat - 1]
        return replace(board, sides=put(board.sides, self.seat - 1, replace(side, bends=(*side.bends, self.bend))))

    def facts(self, board: Board) -> Iterable[Fact]:
        hero, word = self.bend.rpartition(".")[0], board.components.bend[self.bend]
        return (Fact(seat=self.seat, source=hero_id(hero), kind=str(word.__struct_config__.tag)),)


class HeroExhausted(common.OfHero, frozen=True):
    """A hero is turned sideways until the clean-up."""

    adjustable = True

    def apply(self, board: Board) -> Board:
        return _turned(board, self.seat, self.card, exhausted=True)

    def sentence(self, board: Board) -> str:
        """Nothing of a hero whose own power exhausts it: another sentence says that it is used."""
        if not self.source and power_of(board) is None:
            return ""
        return f"The {hero_name(board, self.card)} of {{{self.seat}}} is exhausted{by_hero(board, self.source)}."

    def check(self, board: Board) -> None:
        super().check(board)
        own = board.side(self.seat).owned(self.card)
        need(own is not None and not own.exhausted, BY_HAND)


class HeroRefreshed(common.OfHero, frozen=True):
    """A hero is turned back."""

    adjustable = True

    def apply(self, board: Board) -> Board:
        return _turned(board, self.seat, self.card, exhausted=False, refreshed=board.turn)

    def check(self, board: Board) -> None:
        super().check(board)
        own = board.side(self.seat).owned(self.card)
        need(own is not None and own.exhausted, BY_HAND)

    def sentence(self, board: Board) -> str:
        return f"The {hero_name(board, self.card)} of {{{self.seat}}} is refreshed{by_hero(board, self.source)}."


def _turned(board: Board, seat: Seat, hero: HeroId, **changes: int) -> Board:
    side = board.sides[seat - 1]
    heroes = tuple(replace(own, **changes) if own.hero == hero else own for own in side.heroes)
    return replace(board, sides=put(board.sides, seat - 1, replace(side, heroes=heroes)))
