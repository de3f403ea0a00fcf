"""Tokens other than health."""

from __future__ import annotations

from rulesets.card_tactics.board import Board
from rulesets.card_tactics.names import counted, unit_id, unit_name
from rulesets.card_tactics.parts import TOKEN_NAMES, CardId
from rulesets.kit.structs import Effect


class TokensGained(Effect[Board], frozen=True):
    """A unit gets tokens of a kind."""

    unit: CardId
    kind: str
    n: int = 1

    def apply(self, board: Board) -> Board:
        unit = board.unit(self.unit)
        return board.with_unit(unit.with_tokens(unit.tokens.plus(self.kind, self.n)))

    def touches(self) -> tuple[str, ...]:
        return (unit_id(self.unit),)

    def says(self, board: Board) -> str:
        return f"{unit_name(board, self.unit)} gains {counted(self.n, f'{TOKEN_NAMES[self.kind]} token')}."


class TokensDiscarded(Effect[Board], frozen=True):
    """A unit loses tokens of a kind."""

    unit: CardId
    kind: str
    n: int = 1

    def apply(self, board: Board) -> Board:
        unit = board.unit(self.unit)
        return board.with_unit(unit.with_tokens(unit.tokens.plus(self.kind, -self.n)))

    def touches(self) -> tuple[str, ...]:
        return (unit_id(self.unit),)

    def says(self, board: Board) -> str:
        return f"{unit_name(board, self.unit)} discards {counted(self.n, f'{TOKEN_NAMES[self.kind]} token')}."


class RestrainBecameStun(Effect[Board], frozen=True):
    """Restrained once more, the unit is stunned instead (CDT-RST-06)."""

    unit: CardId

    def apply(self, board: Board) -> Board:
        unit = board.unit(self.unit)
        return board.with_unit(unit.with_tokens(unit.tokens.plus("restrain", -1).plus("stun", 1)))

    def touches(self) -> tuple[str, ...]:
        return (unit_id(self.unit),)

    def says(self, board: Board) -> str:
        return f"{unit_name(board, self.unit)} is restrained again, and stunned."


class StunBecameRestrain(Effect[Board], frozen=True):
    """Healed, a stunned unit is only restrained (CDT-RST-11)."""

    unit: CardId

    def apply(self, board: Board) -> Board:
        unit = board.unit(self.unit)
        return board.with_unit(unit.with_tokens(unit.tokens.plus("stun", -1).plus("restrain", 1)))

    def touches(self) -> tuple[str, ...]:
        return (unit_id(self.unit),)

    def says(self, board: Board) -> str:
        return f"{unit_name(board, self.unit)} is no longer stunned, but restrained."
