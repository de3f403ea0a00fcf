"""Health and defeat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from rulesets.card_tactics.board import Board
from rulesets.card_tactics.descriptions import text_name
from rulesets.card_tactics.effects import common
from rulesets.card_tactics.effects.entered import need_unit
from rulesets.card_tactics.effects.rows import (
    LOST,
    SPENT,
    cause_of,
    displaced_rows,
    text_under_way,
    token_rows,
    unit_row,
)
from rulesets.card_tactics.ids import space_id, token_id
from rulesets.card_tactics.names import unit_name
from rulesets.card_tactics.phases import Attacking, Ending
from rulesets.card_tactics.pieces import Unit
from rulesets.kit.play import need
from rulesets.kit.tuples import insert, without

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.kit.facts import Fact

Cause = Literal["attack", "counter", "text"]


class HealthLost(common.UnitEffect, frozen=True):
    """A unit loses health; `health` is what is left."""

    silent = {"health": "follows from what it had and what it lost"}
    adjustable = True
    health: int
    lost: int
    by: Cause

    def apply(self, board: Board) -> Board:
        unit = board.unit(self.unit)
        board = board.with_unit(Unit(unit.card, self.health, unit.exhausted, unit.tokens))
        pending = board.pending
        if self.by == "attack" and isinstance(pending, Attacking):  # what the hit was about to cause is caused
            return replace(board, pending=replace(pending, step="effects", loss=0))
        return board

    def check(self, board: Board) -> None:
        unit = need_unit(board, self.unit)
        need(self.by == "text", "CDT-MOD-07")
        need(self.lost >= 1 and 0 <= self.health == unit.health - self.lost, "CDT-HP-01")

    def sentence(self, board: Board) -> str:
        name = unit_name(board, self.unit)
        if not self.lost:
            return f"{name} loses no health."
        if self.by == "text" and (text := text_name(board, text_under_way(board.pending))):
            return f"{text[:1].upper()}{text[1:]} costs {name} {self.lost} health, {self.health} left."
        return f"{name} loses {self.lost} health, {self.health} left."

    def facts(self, board: Board) -> Iterable[Fact]:
        """Value: health lost."""
        return (unit_row(board, self.unit, kind=self.by, value=self.lost),)


class BleedTriggered(common.UnitEffect, frozen=True):
    """At the end of its action a unit loses one Bleed token and 1 health; `health` is what is left."""

    title = "Bled"
    silent = {"health": "follows from what it had and what it lost"}
    health: int
    lost: int = 1
    """Nothing, if a text says that it loses no health."""

    def apply(self, board: Board) -> Board:
        unit = board.unit(self.unit)
        board = board.with_unit(Unit(unit.card, self.health, unit.exhausted, unit.tokens.plus("bleed", -1)))
        return replace(board, pending=Ending(self.unit, "tokens"))

    def sentence(self, board: Board) -> str:
        lost = f"loses {self.lost} health, {self.health} left" if self.lost else "loses no health"
        return f"{unit_name(board, self.unit)} bleeds and {lost}."

    def facts(self, board: Board) -> Iterable[Fact]:
        """Value: health lost."""
        yield unit_row(board, self.unit, value=self.lost, source=token_id("bleed"))
        yield unit_row(board, self.unit, type=SPENT, kind="bleed", value=1, source=token_id("bleed"))


class HealthRecovered(common.UnitEffect, frozen=True):
    """A unit is healed; `health` is what it then has, `healed` what it really recovered."""

    silent = {"health": "follows from what it had and what it recovered"}
    adjustable = True
    health: int
    healed: int

    def apply(self, board: Board) -> Board:
        unit = board.unit(self.unit)
        return board.with_unit(Unit(unit.card, self.health, unit.exhausted, unit.tokens))

    def check(self, board: Board) -> None:
        unit = need_unit(board, self.unit)
        need(self.healed >= 1 and self.health == unit.health + self.healed, "CDT-HP-07")
        need(self.health <= board.components.unit[self.unit].health, "CDT-HP-06")

    def sentence(self, board: Board) -> str:
        return f"{unit_name(board, self.unit)} recovers {self.healed} health and has {self.health}."

    def facts(self, board: Board) -> Iterable[Fact]:
        """Value: health recovered."""
        return (unit_row(board, self.unit, value=self.healed),)


class UnitDefeated(common.UnitEffect, frozen=True):
    """A unit leaves its line, with all its tokens; those farther out close up."""

    def apply(self, board: Board) -> Board:
        if board.components.unit[self.unit].hero:
            line = tuple([unit for unit in board.heroes if unit.card != self.unit])
            return replace(board, heroes=line, aside=(*board.aside, self.unit))
        line = tuple([unit for unit in board.enemies if unit.card != self.unit])
        return replace(board, enemies=line, discard=insert(board.discard, self.unit))

    def sentence(self, board: Board) -> str:
        return f"{unit_name(board, self.unit)} is defeated."

    def facts(self, board: Board) -> Iterable[Fact]:
        """Kind: how. Its tokens that are lost and those who close up are rows, too."""
        yield unit_row(board, self.unit, kind=cause_of(board).kind or "text")
        yield from token_rows(board, self.unit, LOST)
        yield from displaced_rows(board, self.apply(board), self.unit)


class HeroRevived(common.UnitEffect, frozen=True):
    """A set-aside hero is back in the line, behind the others."""

    adjustable = True
    health: int

    def apply(self, board: Board) -> Board:
        heroes = (*board.heroes, Unit(self.unit, self.health))
        return replace(board, heroes=heroes, aside=without(board.aside, self.unit))

    def check(self, board: Board) -> None:
        need(self.unit in board.aside, "CDT-HP-08")
        need(1 <= self.health <= board.components.unit[self.unit].health, "CDT-HP-06")

    def sentence(self, board: Board) -> str:
        return f"{unit_name(board, self.unit)} is back with {self.health} health."

    def facts(self, board: Board) -> Iterable[Fact]:
        """Place: where it comes to stand. Value: its health."""
        row = unit_row(board, self.unit, value=self.health)
        row.place = space_id("hero", len(board.heroes) + 1)
        return (row,)
