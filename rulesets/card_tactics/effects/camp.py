"""Camp."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.card_tactics.board import Board
from rulesets.card_tactics.effects import common
from rulesets.card_tactics.effects.rows import LOST, token_rows, unit_row
from rulesets.card_tactics.ids import space_id
from rulesets.card_tactics.names import lined_up, unit_name, unit_names
from rulesets.card_tactics.phases import CAMP, DRAWING_EVENT
from rulesets.card_tactics.pieces import NONE, Unit, readied, unit_index
from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat
from rulesets.kit.structs import Effect

if TYPE_CHECKING:
    from collections.abc import Iterable

RETURNS_WITH = 1
"""CDT-CMP-01."""


class CampEntered(Effect[Board], frozen=True):
    """Defeated heroes come back with 1 health behind the others; everything is ready."""

    def apply(self, board: Board) -> Board:
        back = tuple(Unit(card, RETURNS_WITH) for card in board.aside)
        return replace(
            board,
            heroes=(*readied(board.heroes), *back),
            aside=(),
            pool=readied(board.pool),
            pending=CAMP,
        )

    def sentence(self, board: Board) -> str:
        are = "are" if len(board.aside) > 1 else "is"
        back = f" {unit_names(board, board.aside)} {are} back with {RETURNS_WITH} health." if board.aside else ""
        return f"The heroes make camp.{back}"

    def facts(self, board: Board) -> Iterable[Fact]:
        """Value: how many combats are behind them; of `HeroReturned`, the hero's health."""
        yield Fact(value=board.combat)
        for position, card in enumerate(board.aside, len(board.heroes) + 1):
            row = unit_row(board, card, type="HeroReturned", value=RETURNS_WITH)
            row.place = space_id("hero", position)
            yield row


class CampUseCutShort(common.UnitEffect, frozen=True):
    """The hero that uses an item in Camp was defeated: the rest of its text is not carried out (CDT-ITM-10)."""

    title = "Use of an item cut short"

    def apply(self, board: Board) -> Board:
        return replace(board, pending=CAMP)

    def sentence(self, board: Board) -> str:
        return f"The rest of what {unit_name(board, self.unit)} did is lost."


class HeroesRearranged(common.LineEffect, frozen=True):
    """The heroes stand in another order, H1 first."""

    silent = {"seat": "the decision tells it"}
    seat: Seat

    def apply(self, board: Board) -> Board:
        line = board.heroes
        return replace(board, heroes=tuple(line[unit_index(line, card)] for card in self.heroes))

    def sentence(self, board: Board) -> str:
        return lined_up(board, self.seat, self.heroes)


class CampLeft(Effect[Board], frozen=True):
    """Tokens other than health are removed; an event is due."""

    silent = {"seat": "the decision tells it"}
    seat: Seat

    def apply(self, board: Board) -> Board:
        heroes = tuple(unit if unit.tokens == NONE else unit.with_tokens(NONE) for unit in board.heroes)
        return replace(board, heroes=heroes, pending=DRAWING_EVENT)

    def sentence(self, board: Board) -> str:
        held = [unit.card for unit in board.heroes if unit.tokens != NONE]
        lost = f" The tokens of {unit_names(board, tuple(held))} are discarded." if held else ""
        return f"{{{self.seat}}} leads the heroes out of the camp.{lost}"

    def facts(self, board: Board) -> Iterable[Fact]:
        """The tokens that are removed."""
        for unit in board.heroes:
            yield from token_rows(board, unit.card, LOST)
