"""A unit's time to act."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.card_tactics.board import Board
from rulesets.card_tactics.effects import common
from rulesets.card_tactics.effects.entered import need_unit
from rulesets.card_tactics.effects.rows import SPENT, token_rows, unit_row
from rulesets.card_tactics.ids import skill_id
from rulesets.card_tactics.names import hero_name, unit_name
from rulesets.card_tactics.phases import ORDERING, Acted, Deciding, Ending, EnemyActing
from rulesets.card_tactics.pieces import CardId, Side, Slot, Tokens, Unit
from rulesets.kit.play import need

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.kit.facts import Fact


class SlotStarted(common.UnitEffect, frozen=True):
    """A unit's time to act; of an enemy, with the skill of the position that it stands on now."""

    title = "Time to act"
    skill: str | None = None

    def apply(self, board: Board) -> Board:
        pending = Deciding(self.unit) if self.skill is None else EnemyActing(self.unit, self.skill)
        return replace(board, slot=Slot(self.unit), turn=board.turn + 1, pending=pending)

    def facts(self, board: Board) -> Iterable[Fact]:
        """Source: the skill that an enemy will use."""
        return (unit_row(board, self.unit, source=skill_id(self.skill) if self.skill else None),)


class FreeItemsForgone(common.UnitEffect, frozen=True):
    """A hero uses no free item any more: its action ends."""

    silent = {"unit": "the decision tells it"}

    def apply(self, board: Board) -> Board:
        return replace(board, pending=Ending(self.unit))

    def sentence(self, board: Board) -> str:
        return f"{{{board.controller(self.unit)}}} ends the action of {unit_name(board, self.unit)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        """None: the decision is a row."""
        return ()


class ActionSkipped(common.UnitEffect, frozen=True):
    """A hero passes, or a stunned unit has to."""

    forced: bool = False

    def apply(self, board: Board) -> Board:
        if not self.forced:
            return replace(board, pending=Acted(self.unit))
        return replace(board, slot=Slot(self.unit, True), pending=Ending(self.unit))

    def sentence(self, board: Board) -> str:
        why = "is stunned and skips" if self.forced else "skips"
        return f"{hero_name(board, self.unit)} {why} its action."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (unit_row(board, self.unit, kind="forced" if self.forced else "chosen"),)


class ActionCalledOff(common.UnitEffect, frozen=True):
    """In the midst of something a text ends the action of the acting unit; what is under way is resolved first."""

    def apply(self, board: Board) -> Board:
        slot = board.slot
        assert slot is not None
        return replace(board, slot=Slot(slot.unit, slot.skipped, slot.moved, True))


class ActionStopped(common.UnitEffect, frozen=True):
    """The acting unit does nothing more in its slot, though no skill of it was under way."""

    reason: str

    def apply(self, board: Board) -> Board:
        return replace(board, pending=Ending(self.unit))

    def sentence(self, board: Board) -> str:
        return f"{unit_name(board, self.unit)} stops: {self.reason}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (unit_row(board, self.unit, kind=self.reason),)


class ActionEnded(common.UnitEffect, frozen=True):
    """The end of a slot: Restrain goes, Stun goes if it made the unit skip, the unit is exhausted."""

    def apply(self, board: Board) -> Board:
        unit, slot = board.unit(self.unit), board.slot
        tokens = unit.tokens
        if tokens.restrain or tokens.stun:
            assert slot is not None
            tokens = _unbound(tokens, skipped=slot.skipped)
        return _without_slot(board.with_unit(Unit(unit.card, unit.health, True, tokens)), self.unit)

    def sentence(self, board: Board) -> str:
        """What keeps a unit from moving or acting no longer: that the action is over is no news."""
        tokens, slot = board.unit(self.unit).tokens, board.slot
        if tokens.restrain:
            return f"{unit_name(board, self.unit)} is restrained no longer."
        free = tokens.stun and slot is not None and slot.skipped
        return f"{unit_name(board, self.unit)} is stunned no longer." if free else ""

    def facts(self, board: Board) -> Iterable[Fact]:
        """The token that goes; the next row is about the end of the time to act."""
        skipped = board.slot is not None and board.slot.skipped
        return token_rows(board, self.unit, SPENT, ("restrain", "stun") if skipped else ("restrain",))


def _unbound(tokens: Tokens, *, skipped: bool) -> Tokens:
    if tokens.restrain:
        return tokens.plus("restrain", -tokens.restrain)
    return tokens.plus("stun", -1) if skipped else tokens


def _without_slot(board: Board, unit: CardId) -> Board:
    """The slot of a unit is over; the other side is next."""
    side: Side = "enemy" if board.components.unit[unit].hero else "hero"
    return replace(common.at_end_of(board, "action"), slot=None, side=side, pending=ORDERING)


class SlotCutShort(common.UnitEffect, frozen=True):
    """The acting unit was defeated: its turn counts as taken (CDT-ACT-03)."""

    title = "Action cut short"

    def apply(self, board: Board) -> Board:
        return _without_slot(board, self.unit)


class UnitExhausted(common.UnitEffect, frozen=True):
    """A text turns a unit sideways."""

    adjustable = True

    def apply(self, board: Board) -> Board:
        return board.with_unit(replace(board.unit(self.unit), exhausted=True))

    def check(self, board: Board) -> None:
        need(not need_unit(board, self.unit).exhausted, "CDT-RND-06")

    def sentence(self, board: Board) -> str:
        return f"{unit_name(board, self.unit)} is exhausted."


class UnitReadied(common.UnitEffect, frozen=True):
    """A text turns a unit upright: it may act again."""

    adjustable = True

    def apply(self, board: Board) -> Board:
        return board.with_unit(replace(board.unit(self.unit), exhausted=False))

    def check(self, board: Board) -> None:
        need(need_unit(board, self.unit).exhausted, "CDT-RND-06")

    def sentence(self, board: Board) -> str:
        return f"{unit_name(board, self.unit)} is ready again."
