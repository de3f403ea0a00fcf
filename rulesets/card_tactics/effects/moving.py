"""Moving: two neighbours of one side exchange their places, by boots before and after a description or by a text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from rulesets.card_tactics.board import Board
from rulesets.card_tactics.effects import common
from rulesets.card_tactics.effects.entered import need_unit
from rulesets.card_tactics.effects.rows import displaced_rows, unit_row
from rulesets.card_tactics.ids import card_id, place_id
from rulesets.card_tactics.names import hero_name, unit_name
from rulesets.card_tactics.phases import Following, Moving
from rulesets.card_tactics.pieces import CardId, Slot, Unit, unit_index
from rulesets.kit.phases import Seat
from rulesets.kit.play import need
from rulesets.kit.structs import Effect
from rulesets.kit.tuples import insert

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.kit.facts import Fact

Direction = Literal["push", "pull"]


class UnitMoved(common.UnitEffect, frozen=True):
    """A unit moves one space, exchanging places with its neighbour, which does not move (CDT-MOV-03)."""

    adjustable = True
    way: Direction

    def apply(self, board: Board) -> Board:
        return stepped(board, self.unit, self.way)

    def check(self, board: Board) -> None:
        need_unit(board, self.unit)
        need(can_move(board, self.unit, self.way), "CDT-MOV-05")

    def sentence(self, board: Board) -> str:
        does = "pushed away from" if self.way == "push" else "pulled towards"
        return f"{unit_name(board, self.unit)} is {does} the centre{_past(board, self.unit, self.way)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return _step_rows(board, self.apply(board), self.unit, self.way)


class BootUsed(common.UnitEffect, frozen=True):
    """The same, by a boot of the skill in use."""

    way: Direction

    def apply(self, board: Board) -> Board:
        pending = board.pending
        assert isinstance(pending, Moving)
        board = stepped(board, self.unit, self.way)
        return replace(board, pending=replace(pending, left=pending.left - 1))

    def sentence(self, board: Board) -> str:
        past = _past(board, self.unit, self.way)
        return f"{hero_name(board, self.unit)} moves {WHERE[self.way]} the centre{past}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return _step_rows(board, self.apply(board), self.unit, self.way)


def _step_rows(board: Board, after: Board, unit: CardId, way: Direction) -> Iterable[Fact]:
    """Place and target: the spaces before and after. The neighbour has a row, too."""
    yield unit_row(board, unit, kind=way, target=place_id(after, unit))
    yield from displaced_rows(board, after, unit)


WHERE: dict[Direction, str] = {"push": "away from", "pull": "towards"}


class DescriptionStarted(Effect[Board], frozen=True):
    """Movement before is over: the text is followed, and then boots may be used again."""

    silent = {"left": "each boot that is used is a row", "seat": "the decision tells it"}
    left: int | None = None
    """Of a hero, boots printed and not used: whether it can use them is seen then. Of an enemy, steps of its plan."""
    seat: Seat = 0
    """Who chose to stay; nobody where no step was possible."""

    def apply(self, board: Board) -> Board:
        pending = board.pending
        assert isinstance(pending, Moving)
        then = pending.then if self.left is None else replace(pending, when="after", left=self.left)
        source: Literal["item", "skill"] = "item" if board.using else "skill"
        return replace(board, pending=Following(f"{pending.skill}.0", pending.unit, source, then))

    def sentence(self, board: Board) -> str:
        return f"{hero_name(board, Moving.of(board).unit)} stays in place for now." if self.seat else ""

    def facts(self, board: Board) -> Iterable[Fact]:
        return ()


class MovementEnded(Effect[Board], frozen=True):
    """No boot is used any more."""

    silent = {"seat": "the decision tells it"}
    seat: Seat = 0
    """Who chose to stay; nobody where no step was possible."""

    def apply(self, board: Board) -> Board:
        pending = board.pending
        assert isinstance(pending, Moving)
        return replace(board, pending=pending.then)

    def sentence(self, board: Board) -> str:
        return f"{hero_name(board, Moving.of(board).unit)} stays in place." if self.seat else ""

    def facts(self, board: Board) -> Iterable[Fact]:
        return ()


def _past(board: Board, unit: CardId, way: Direction) -> str:
    """The neighbour that it changes places with, if there is one."""
    return f", past {unit_name(board, neighbour(board, unit, way))}" if can_move(board, unit, way) else ""


def neighbour(board: Board, unit: CardId, way: Direction) -> CardId:
    """Who stands where a step leads (CDT-MOV-05); somebody does."""
    line = board.line_of(unit)
    return line[unit_index(line, unit) + (1 if way == "push" else -1)].card


class UnitsSwapped(Effect[Board], frozen=True):
    """Two units of one side exchange their places; both have moved."""

    adjustable = True
    one: CardId
    other: CardId

    def apply(self, board: Board) -> Board:
        line = list(board.line_of(self.one))
        i, j = (unit_index(tuple(line), card) for card in (self.one, self.other))
        line[i], line[j] = line[j], line[i]
        board = _with_line(board, self.one, tuple(line))
        return noted(noted(board, self.one), self.other)

    def check(self, board: Board) -> None:
        need_unit(board, self.one)
        need_unit(board, self.other)
        need(self.one != self.other and board.is_hero(self.one) is board.is_hero(self.other), "CDT-GEO-02")

    def touches(self) -> tuple[str, ...]:
        return card_id(self.one), card_id(self.other)

    def sentence(self, board: Board) -> str:
        return f"{unit_name(board, self.one)} and {unit_name(board, self.other)} change places."

    def facts(self, board: Board) -> Iterable[Fact]:
        """A row for each. Place and target: the spaces before and after."""
        for unit, other in ((self.one, self.other), (self.other, self.one)):
            yield unit_row(board, unit, target=place_id(board, other))


def can_move(board: Board, unit: CardId, way: Direction) -> bool:
    """Whether there is a neighbour to exchange places with (CDT-MOV-05)."""
    line = board.line_of(unit)
    index = unit_index(line, unit)
    return index < len(line) - 1 if way == "push" else index > 0


def stepped(board: Board, unit: CardId, way: Direction) -> Board:
    """The board after one step, which the unit is noted to have made; there must be a neighbour."""
    line = board.line_of(unit)
    index = unit_index(line, unit)
    low = index if way == "push" else index - 1
    return noted(_with_line(board, unit, (*line[:low], line[low + 1], line[low], *line[low + 2 :])), unit)


def _with_line(board: Board, unit: CardId, line: tuple[Unit, ...]) -> Board:
    return replace(board, heroes=line) if board.components.unit[unit].hero else replace(board, enemies=line)


def noted(board: Board, unit: CardId) -> Board:
    """With the unit among those that moved in this slot."""
    slot = board.slot
    if slot is None or unit in slot.moved:
        return board
    return replace(board, slot=Slot(slot.unit, slot.skipped, insert(slot.moved, unit), slot.called_off))
