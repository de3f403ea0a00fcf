"""What decisions of several topics share: the line of heroes that they name, and the rows that statistics keep."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from rulesets.card_tactics.board import Board
from rulesets.card_tactics.effects.common import placed_row
from rulesets.card_tactics.ids import card_id
from rulesets.card_tactics.names import unit_name
from rulesets.card_tactics.phases import UnitPhase
from rulesets.card_tactics.pieces import CardId
from rulesets.kit.facts import Fact
from rulesets.kit.structs import Action

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.kit.phases import Seat


class HeroAction(Action[Board], frozen=True):
    """Of a hero in its time to act, which is what statistics keep of it. By default there is nothing to choose."""

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[Self]:
        return (cls(),)

    def fact(self, board: Board, seat: Seat) -> Fact:
        return decision_row(board)


class LineAction(Action[Board], frozen=True):
    """Puts the heroes into their line, H1 first."""

    heroes: tuple[CardId, ...]
    needs_version = True

    def touches(self) -> tuple[str, ...]:
        return tuple(map(card_id, self.heroes))

    def label(self, board: Board, seat: Seat) -> str:
        return f"Line up as {', '.join(unit_name(board, hero) for hero in self.heroes)}"


def decision_row(board: Board, *, kind: str | None = None, item: CardId = "") -> Fact:
    """A decision: of the unit whose time to act it is, if that is so, with the item that it takes."""
    pending = board.pending
    if isinstance(pending, UnitPhase):
        return user_row(board, pending.unit, kind=kind, item=item)
    return Fact(kind=kind)


def user_row(board: Board, hero: CardId, *, kind: str | None, item: CardId) -> Fact:
    """A decision for a hero to use a skill, of an item or its own."""
    row = placed_row(board, hero, kind=kind or None)
    row.target = card_id(item) if item else None
    return row
