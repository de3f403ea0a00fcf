"""What effects of several topics share: whom they are about, the rows that statistics keep, and what ends in time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.card_tactics.board import Board
from rulesets.card_tactics.ids import card_id, place_id, space_id
from rulesets.card_tactics.pieces import CardId, Used
from rulesets.kit.facts import Fact
from rulesets.kit.structs import Effect

if TYPE_CHECKING:
    from collections.abc import Iterable


class UnitEffect(Effect[Board], frozen=True):
    """Of one unit. By default a row names it, the seat that controls it and the space that it stands on."""

    unit: CardId

    def touches(self) -> tuple[str, ...]:
        return (card_id(self.unit),)

    def facts(self, board: Board) -> Iterable[Fact]:
        return (placed_row(board, self.unit),)


class CardEffect(Effect[Board], frozen=True):
    """Of one card that is no unit."""

    card: CardId

    def touches(self) -> tuple[str, ...]:
        return (card_id(self.card),)


class LineEffect(Effect[Board], frozen=True):
    """Of the heroes, H1 first. By default there is a row for each, with the space that it now stands on."""

    heroes: tuple[CardId, ...]

    def touches(self) -> tuple[str, ...]:
        return tuple(map(card_id, self.heroes))

    def facts(self, board: Board) -> Iterable[Fact]:
        for position, hero in enumerate(self.heroes, 1):
            yield Fact(seat=board.controller(hero), card=hero, place=space_id("hero", position))


def unit_row(
    board: Board, unit: CardId, *, kind: str | None = None, target: str | None = None, value: int | None = None
) -> Fact:
    """A unit, and the seat that controls it; nobody controls an enemy."""
    seat = board.controller(unit) if board.is_hero(unit) else None
    return Fact(seat=seat, card=unit, kind=kind, target=target, value=value)


def placed_row(board: Board, unit: CardId, *, kind: str | None = None, value: int | None = None) -> Fact:
    """The same, and the space that the unit stands on."""
    row = unit_row(board, unit, kind=kind, value=value)
    row.place = place_id(board, unit)
    return row


# --- what lasts for a time

SPANS = {"action": 0, "round": 1, "combat": 2, "game": 3}
"""From the shortest to the longest."""


def at_end_of(board: Board, span: str) -> Board:
    """Without what lasts no longer: continuous changes, and the use of quirks that have a limit."""
    ongoing, used = board.ongoing, board.used and still_used(board.used, span)
    if ongoing:
        ongoing = tuple([change for change in ongoing if SPANS[change.until.removeprefix("end_of_")] > SPANS[span]])
    if len(ongoing) == len(board.ongoing) and len(used) == len(board.used):  # as nearly always
        return board
    return replace(board, ongoing=ongoing, used=used)


def still_used(used: tuple[Used, ...], span: str) -> tuple[Used, ...]:
    """Quirks that are used up for longer than a span."""
    ends = SPANS[span]
    return tuple([quirk for quirk in used if SPANS[quirk.limit] > ends])
