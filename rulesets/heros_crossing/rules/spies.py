"""Spy and Expel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heros_crossing import effects as e
from rulesets.heros_crossing.board import Board, spies_of
from rulesets.heros_crossing.ids import cell_id, seat_id
from rulesets.heros_crossing.names import cell_name, on_cell
from rulesets.heros_crossing.phases import Acting
from rulesets.heros_crossing.pieces import Cell
from rulesets.heros_crossing.rules.common import IN_ACTION, InOwnTown, acting, may, need_action, take, value_for
from rulesets.heros_crossing.rules.town import spy_lots
from rulesets.heros_crossing.rules.values import values
from rulesets.kit.errors import Refused
from rulesets.kit.facts import Fact
from rulesets.kit.phases import seats_of
from rulesets.kit.play import Play, need
from rulesets.kit.structs import Action

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.kit.phases import Seat


class SendSpy(Action[Board], frozen=True):
    """Put the own spy on a land-class tile of another town, or move it there (HCX-SPY-01, 05).

    `from_town` and `from_cell` name the spy that is moved where a power lets several be out; else they are left out. In
    facts the other town is the `target`, and where that spy stands the `choice`.
    """

    title = "Send a spy"
    town: int
    cell: Cell
    from_town: int = 0
    from_cell: Cell = ""
    phase = IN_ACTION
    exact = True

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterator[SendSpy]:
        if not may(board, seat, "spy"):
            return
        moved = _movable(board, seat)
        for town in seats_of(board):
            if town != seat and not values(board, town).spy_immune:
                for lot in spy_lots(board, town):
                    if seat not in lot.spies:
                        yield from (cls(town, lot.cell, *start) for start in moved)

    def check(self, board: Board, seat: Seat) -> None:
        need_action(board, seat, "spy")
        need(self.town != seat, "HCX-SPY-02")
        need(1 <= self.town <= board.seats, "HCX-SPY-01")
        lot = board.side(self.town).lot(self.cell)
        if lot is None:
            raise Refused("HCX-SPY-01")
        tile = board.components.tile[lot.tile]
        need(not tile.building, "HCX-SPY-03")
        need(tile.kind != "guarded_land", "HCX-SPY-04")
        need(not values(board, self.town).spy_immune, "HCX-POW-02")
        need(seat not in lot.spies, "HCX-SPY-06")
        need((self.from_town, self.from_cell) in _movable(board, seat), "HCX-SPY-05")

    def perform(self, play: Play[Board]) -> None:
        start = (self.from_town, self.from_cell)
        if start == NOWHERE and values(play.board, play.seat).spies == 1:
            start = next(iter(spies_of(play.board, play.seat)), NOWHERE)
        take(play, "spy")
        play.emit(e.SpySent(play.seat, self.town, self.cell, *start))

    def fact(self, board: Board, seat: Seat) -> Fact:
        moved = cell_id(self.from_town, self.from_cell) if self.from_town else None
        return Fact(place=cell_id(self.town, self.cell), target=seat_id(self.town), choice=moved)

    def label(self, board: Board, seat: Seat) -> str:
        moved = f"the spy at {cell_name(self.from_cell)} of {{{self.from_town}}}" if self.from_town else "a spy"
        return f"Send {moved} to {on_cell(board, self.town, self.cell)} of {{{self.town}}}"


NOWHERE = (0, "")


def _movable(board: Board, seat: Seat) -> tuple[tuple[int, Cell], ...]:
    """Where a spy may come from: out of the stock (or, with a single one, from wherever it is), or from a cell."""
    most = values(board, seat).spies
    if most == 1:
        return (NOWHERE,)
    out = spies_of(board, seat)
    return out if len(out) >= most else (NOWHERE, *out)


class ExpelSpy(InOwnTown, frozen=True):
    """Send a spy in the own town back to its owner (HCX-EXP-01), who is the `target` in facts."""

    title = "Expel a spy"
    spy: int
    """Whose."""
    phase = IN_ACTION
    exact = True

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterator[ExpelSpy]:
        if may(board, seat, "expel") and _strong(board, seat):
            yield from (cls(lot.cell, spy) for lot in board.sides[seat - 1].town for spy in lot.spies)

    def check(self, board: Board, seat: Seat) -> None:
        need_action(board, seat, "expel")
        need(_strong(board, seat), "HCX-EXP-01")
        lot = board.side(seat).lot(self.cell)
        need(lot is not None and self.spy in lot.spies, "HCX-EXP-04")

    def perform(self, play: Play[Board]) -> None:
        take(play, "expel")
        play.emit(e.SpyExpelled(play.seat, self.cell, self.spy))

    def fact(self, board: Board, seat: Seat) -> Fact:
        return Fact(place=cell_id(seat, self.cell), target=seat_id(self.spy))

    def label(self, board: Board, seat: Seat) -> str:
        return f"Expel the spy of {{{self.spy}}} from {on_cell(board, seat, self.cell)}"


def _strong(board: Board, seat: Seat) -> bool:
    """HCX-EXP-01: whether the value is high enough; what a power gives without a die always is."""
    if not isinstance(acting(board), Acting):
        return True
    return value_for(board, seat, "expel") >= values(board, seat).expel_threshold
