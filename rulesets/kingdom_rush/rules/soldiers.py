"""Soldiers that the supply lacks: a Soldier Tower may take them from other squares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.kingdom_rush import effects as e
from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.geometry import mask_of, name_of
from rulesets.kingdom_rush.ids import horde_id
from rulesets.kingdom_rush.names import horde_name
from rulesets.kingdom_rush.phases import Relocating
from rulesets.kingdom_rush.pieces import CardId
from rulesets.kingdom_rush.rules.aiming import targets
from rulesets.kingdom_rush.rules.attacks import relocations
from rulesets.kingdom_rush.rules.common import Decision
from rulesets.kingdom_rush.rules.misses import need_soldiers_fit
from rulesets.kit.play import Play, need
from rulesets.kit.structs import ChoiceForgone

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.kingdom_rush.programs import Shot
    from rulesets.kit.facts import Fact
    from rulesets.kit.phases import Seat


def _relocating(board: Board) -> tuple[Relocating, Shot]:
    at = Relocating.of(board)
    return at, board.components.program[at.then.source][at.step]


class RelocateSoldier(Decision, frozen=True):
    """Move one Soldier from any Horde to a legal square of a Horde in range of the Tower (KRR-SOL-09)."""

    horde: CardId
    cell: str
    to: CardId
    square: str
    phase = Relocating
    exact = True  # Soldiers x squares
    title = "Move a Soldier"
    columns = {"horde": "card", "to": "target"}
    silent = dict.fromkeys(("cell", "square"), "squares of two Hordes tell nothing over many games")

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[RelocateSoldier]:
        at, shot = _relocating(board)
        for horde, bit, to, square in relocations(board, at.then, shot):
            yield cls(horde.card, name_of(bit), to.card, name_of(square))

    def check(self, board: Board, seat: Seat) -> None:
        at, shot = _relocating(board)
        horde = next((horde for horde in board.hordes if horde.card == self.horde), None)
        cell, square = mask_of(self.cell), mask_of(self.square)
        need(horde and cell.bit_count() == 1 and horde.soldiers & cell, "KRR-SOL-09")
        target = next((t for t in targets(board, at.then, shot) if t[0].card == self.to), None)
        need(target, "KRR-SOL-09")
        assert target
        need(square.bit_count() == 1, "KRR-SOL-02")
        need_soldiers_fit(board, *target, square)

    def perform(self, play: Play[Board]) -> None:
        portal = bool(play.board.horde(self.to).level)
        play.emit(e.SoldierRelocated(self.horde, self.cell, self.to, self.square, portal))

    def fact(self, board: Board, seat: Seat) -> Fact:
        kept = super().fact(board, seat)
        kept.target = horde_id(self.to)
        return kept

    def label(self, board: Board, seat: Seat) -> str:
        old, new = horde_name(board, self.horde), horde_name(board, self.to)
        return f"Move the Soldier on {self.cell} of {old} to {self.square} of {new}"


class StopRelocating(Decision, frozen=True):
    """Move no more Soldiers."""

    phase = Relocating
    nowhere = "it moves nothing"
    title = "Move no more Soldiers"

    def perform(self, play: Play[Board]) -> None:
        play.emit(ChoiceForgone())

    def label(self, board: Board, seat: Seat) -> str:
        return "Move no more Soldiers"
