"""What decisions of several topics share: the line of heroes that they name, and the rows that statistics keep."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from rulesets.card_tactics.board import Board
from rulesets.card_tactics.ids import card_id, kind_id, kind_ids, place_id, skill_id
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

    def fact(self, board: Board, seat: Seat) -> Fact:
        return line_row(board, self.heroes)

    def label(self, board: Board, seat: Seat) -> str:
        return f"Line up {', then '.join(unit_name(board, hero) for hero in self.heroes)}"


def line_row(board: Board, heroes: tuple[CardId, ...]) -> Fact:
    """A decision about the whole line. Choice: the heroes in it, H1 first."""
    return Fact(kind="line", choice=kind_ids(board, heroes))


def decision_row(board: Board, *, kind: str | None = None, choice: str | None = None) -> Fact:
    """A decision of the hero whose time to act it is, if that is so. Card and source: the hero."""
    pending = board.pending
    if not isinstance(pending, UnitPhase):
        return Fact(kind=kind, choice=choice)
    hero = kind_id(board, pending.unit)
    return Fact(card=hero, place=place_id(board, pending.unit), kind=kind, source=hero, choice=choice)


def item_row(board: Board, hero: CardId, item: CardId, skill: str) -> Fact:
    """A decision to use an item. Source: the hero that uses it. Choice: the skill, if it has any."""
    card = board.components.item[item].card
    choice = skill_id(f"{card}.{skill}") if skill else None
    place, kind = place_id(board, hero), "skill" if skill else None
    return Fact(card=card_id(card), place=place, kind=kind, source=kind_id(board, hero), choice=choice)
