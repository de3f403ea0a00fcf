"""Copper earned, lost, taken and paid: `value` is how much, `card` the list of actions that moved it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.effects import common
from rulesets.heroes_of_the_campaign.ids import Address, copper_id
from rulesets.heroes_of_the_campaign.names import bought_words
from rulesets.heroes_of_the_campaign.phases import Running
from rulesets.heroes_of_the_campaign.pieces import other
from rulesets.kit.cards import LARGEST
from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat, seats_of
from rulesets.kit.play import need

if TYPE_CHECKING:
    from collections.abc import Iterable


class _OfCopper(common.OfSeat, frozen=True):
    """Something of a player's copper."""

    def touches(self) -> tuple[str, ...]:
        return (copper_id(self.seat),)


class _CopperMoved(_OfCopper, frozen=True):
    """Copper of a player and the bank."""

    value: int
    verb: ClassVar[str]
    sign: ClassVar[int] = -1
    """1 where it comes from the bank, -1 where it goes there."""

    def apply(self, board: Board) -> Board:
        return _with_copper(board, self.seat, self.sign * self.value)

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} {self.verb} {self.value or 'no'} copper."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (common.work_fact(board, seat=self.seat, value=self.value),)


class CopperEarned(_CopperMoved, frozen=True):
    """A player gained copper from the bank."""

    adjustable = True
    verb, sign = "earns", 1

    def check(self, board: Board) -> None:
        need(self.seat in seats_of(board) and 0 <= self.value <= LARGEST, "HOC-COP-04")


class CopperLost(_CopperMoved, frozen=True):
    """A player lost copper to the bank."""

    adjustable = True
    verb = "loses"

    def check(self, board: Board) -> None:
        need(self.seat in seats_of(board) and 0 <= self.value <= board.side(self.seat).copper, "HOC-COP-01")


class CopperPaid(_CopperMoved, frozen=True):
    """A player paid a cost. In its row `kind` is what sort of thing was paid for, `card` which one."""

    verb = "pays"
    bought: Address
    """A task, a strategy card, or the location that a hero is sent to."""

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} pays {self.value} copper for {bought_words(board, self.bought)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        bought, pending, components = self.bought, board.pending, board.components
        hero = pending.me if isinstance(pending, Running) and pending.home == bought else None
        source = common.owned_id(board, hero) if hero else None
        kind, card = components.type_of(bought), components.ids[bought]
        return (Fact(seat=self.seat, value=self.value, card=card, kind=kind, source=source),)


class CopperTaken(common.OfSeat, frozen=True):
    """A player gained what the opponent lost: `value` of `asked`."""

    adjustable = True
    silent = {"asked": "is printed on the card; the opponent had no more than `value`"}
    asked: int
    value: int

    def apply(self, board: Board) -> Board:
        return _with_copper(_with_copper(board, self.seat, self.value), other(self.seat), -self.value)

    def check(self, board: Board) -> None:
        need(self.seat in seats_of(board) and 0 <= self.value <= min(self.asked, LARGEST), "HOC-TAK-01")
        need(self.value <= board.side(other(self.seat)).copper, "HOC-TAK-01")

    def touches(self) -> tuple[str, ...]:
        return copper_id(1), copper_id(2)

    def sentence(self, board: Board) -> str:
        taken = f"{{{self.seat}}} takes {self.value or 'no'} copper from {{{other(self.seat)}}}"
        if self.value == self.asked:
            return f"{taken}."
        return f"{taken}, who has {'no more' if self.value else 'none'}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (common.work_fact(board, seat=self.seat, value=self.value),)


def _with_copper(board: Board, seat: Seat, more: int) -> Board:
    side = board.sides[seat - 1]
    return board.with_side(seat, replace(side, copper=side.copper + more))
