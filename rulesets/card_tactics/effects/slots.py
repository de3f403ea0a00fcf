"""A unit's time to act."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.card_tactics.board import Board
from rulesets.card_tactics.effects.entered import need_unit
from rulesets.card_tactics.effects.lasting import outlasting, still_used
from rulesets.card_tactics.effects.rows import placed_row, unit_row
from rulesets.card_tactics.ids import card_id
from rulesets.card_tactics.names import unit_name
from rulesets.card_tactics.phases import ORDERING, Acted, Deciding, Ending, EnemyActing
from rulesets.card_tactics.pieces import CardId, Slot, Tokens, Unit
from rulesets.kit.play import need
from rulesets.kit.structs import Effect

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.kit.facts import Fact


class SlotStarted(Effect[Board], frozen=True):
    """A unit's time to act; of an enemy, with the skill of the position that it stands on now."""

    unit: CardId
    skill: str | None = None

    def apply(self, board: Board) -> Board:
        pending = Deciding(self.unit) if self.skill is None else EnemyActing(self.unit, self.skill)
        return replace(board, slot=Slot(self.unit), turn=board.turn + 1, pending=pending)

    def touches(self) -> tuple[str, ...]:
        return (card_id(self.unit),)

    def facts(self, board: Board) -> Iterable[Fact]:
        return (placed_row(board, self.unit, kind=self.skill),)


class ActionSkipped(Effect[Board], frozen=True):
    """A hero passes, or a stunned unit has to."""

    unit: CardId
    forced: bool = False

    def apply(self, board: Board) -> Board:
        if not self.forced:
            return replace(board, pending=Acted(self.unit))
        return replace(board, slot=Slot(self.unit, True), pending=Ending(self.unit))

    def touches(self) -> tuple[str, ...]:
        return (card_id(self.unit),)

    def says(self, board: Board) -> str:
        name = unit_name(board, self.unit)
        return f"{name} is stunned and skips its action." if self.forced else f"{name} skips its action."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (unit_row(board, self.unit, kind="forced" if self.forced else "chosen"),)


class ActionCalledOff(Effect[Board], frozen=True):
    """In the midst of something a text ends the action of the acting unit; what is under way is resolved first."""

    unit: CardId

    def apply(self, board: Board) -> Board:
        slot = board.slot
        assert slot is not None
        return replace(board, slot=Slot(slot.unit, slot.skipped, slot.moved, True))

    def touches(self) -> tuple[str, ...]:
        return (card_id(self.unit),)

    def facts(self, board: Board) -> Iterable[Fact]:
        return (placed_row(board, self.unit),)


class ActionStopped(Effect[Board], frozen=True):
    """The acting unit does nothing more in its slot, though no skill of it was under way."""

    unit: CardId
    reason: str

    def apply(self, board: Board) -> Board:
        return replace(board, pending=Ending(self.unit))

    def touches(self) -> tuple[str, ...]:
        return (card_id(self.unit),)

    def says(self, board: Board) -> str:
        return f"{unit_name(board, self.unit)} stops: {self.reason}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (unit_row(board, self.unit, kind=self.reason),)


class ActionEnded(Effect[Board], frozen=True):
    """The end of a slot: Restrain goes, Stun goes if it made the unit skip, the unit is exhausted."""

    unit: CardId

    def apply(self, board: Board) -> Board:
        unit, slot = board.unit(self.unit), board.slot
        tokens = unit.tokens
        if tokens.restrain or tokens.stun:
            assert slot is not None
            tokens = _unbound(tokens, skipped=slot.skipped)
        hero = board.components.unit[self.unit].hero
        board = board.with_unit(Unit(unit.card, unit.health, True, tokens))
        return replace(
            board,
            slot=None,
            side="enemy" if hero else "hero",
            ongoing=outlasting(board.ongoing, "end_of_action") if board.ongoing else (),
            used=still_used(board.used, "action") if board.used else (),
            pending=ORDERING,
        )

    def touches(self) -> tuple[str, ...]:
        return (card_id(self.unit),)

    def says(self, board: Board) -> str:
        """Only where a free item could still have been used: else the action ends by itself."""
        free = isinstance(board.pending, Acted) and any(
            not item.exhausted and not board.components.item[item.card].costs_action for item in board.pool
        )
        return f"{unit_name(board, self.unit)} ends its action." if free and board.is_hero(self.unit) else ""

    def facts(self, board: Board) -> Iterable[Fact]:
        return (placed_row(board, self.unit),)


def _unbound(tokens: Tokens, *, skipped: bool) -> Tokens:
    if tokens.restrain:
        return tokens.plus("restrain", -tokens.restrain)
    return tokens.plus("stun", -1) if skipped else tokens


class SlotCutShort(Effect[Board], frozen=True):
    """The acting unit was defeated: its turn counts as taken (CDT-ACT-03)."""

    unit: CardId

    def apply(self, board: Board) -> Board:
        hero = board.components.unit[self.unit].hero
        return replace(
            board,
            slot=None,
            side="enemy" if hero else "hero",
            ongoing=outlasting(board.ongoing, "end_of_action"),
            used=still_used(board.used, "action"),
            pending=ORDERING,
        )

    def touches(self) -> tuple[str, ...]:
        return (card_id(self.unit),)

    def facts(self, board: Board) -> Iterable[Fact]:
        return (unit_row(board, self.unit),)


class UnitExhausted(Effect[Board], frozen=True):
    """A text turns a unit sideways."""

    adjustable = True
    unit: CardId

    def apply(self, board: Board) -> Board:
        return board.with_unit(replace(board.unit(self.unit), exhausted=True))

    def check(self, board: Board) -> None:
        need(not need_unit(board, self.unit).exhausted, "CDT-RND-06")

    def touches(self) -> tuple[str, ...]:
        return (card_id(self.unit),)

    def says(self, board: Board) -> str:
        return f"{unit_name(board, self.unit)} is exhausted."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (placed_row(board, self.unit),)


class UnitReadied(Effect[Board], frozen=True):
    """A text turns a unit upright: it may act again."""

    adjustable = True
    unit: CardId

    def apply(self, board: Board) -> Board:
        return board.with_unit(replace(board.unit(self.unit), exhausted=False))

    def check(self, board: Board) -> None:
        need(need_unit(board, self.unit).exhausted, "CDT-RND-06")

    def touches(self) -> tuple[str, ...]:
        return (card_id(self.unit),)

    def says(self, board: Board) -> str:
        return f"{unit_name(board, self.unit)} is ready again."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (placed_row(board, self.unit),)
