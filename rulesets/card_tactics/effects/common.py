"""What effects of several topics share: whom they are about, and what ends in time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.card_tactics.board import Board
from rulesets.card_tactics.effects.rows import card_row, unit_row
from rulesets.card_tactics.ids import card_id, kind_id, space_id
from rulesets.card_tactics.pieces import CardId, Used
from rulesets.kit.facts import Fact
from rulesets.kit.structs import Effect

if TYPE_CHECKING:
    from collections.abc import Iterable


class UnitEffect(Effect[Board], frozen=True):
    """Of one unit. By default a row names it, its seat, the space that it stands on, and the text that did it."""

    unit: CardId

    def touches(self) -> tuple[str, ...]:
        return (card_id(self.unit),)

    def facts(self, board: Board) -> Iterable[Fact]:
        return (unit_row(board, self.unit),)


class CardEffect(Effect[Board], frozen=True):
    """Of one card that is no unit. By default a row names it, and the text that did it."""

    card: CardId

    def touches(self) -> tuple[str, ...]:
        return (card_id(self.card),)

    def facts(self, board: Board) -> Iterable[Fact]:
        return (card_row(board, self.card),)


class LineEffect(Effect[Board], frozen=True):
    """Of the heroes, H1 first. By default there is a row for each, with the space that it now stands on."""

    heroes: tuple[CardId, ...]

    def touches(self) -> tuple[str, ...]:
        return tuple(map(card_id, self.heroes))

    def facts(self, board: Board) -> Iterable[Fact]:
        for position, hero in enumerate(self.heroes, 1):
            yield Fact(seat=board.controller(hero), card=kind_id(board, hero), place=space_id("hero", position))


# --- what lasts for a time

SPANS = {"action": 0, "round": 1, "combat": 2, "game": 3}
"""From the shortest to the longest."""


def at_end_of(board: Board, span: str) -> Board:
    """Without what lasts no longer: continuous changes, and the use of quirks that have a limit."""
    if not board.ongoing and not board.used:
        return board
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
