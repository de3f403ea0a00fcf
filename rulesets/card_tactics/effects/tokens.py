"""Tokens other than health."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.card_tactics.board import Board
from rulesets.card_tactics.effects import common
from rulesets.card_tactics.effects.entered import MOST_TOKENS, need_unit
from rulesets.card_tactics.effects.rows import unit_row
from rulesets.card_tactics.names import unit_name
from rulesets.card_tactics.pieces import KINDS, TOKEN_NAMES
from rulesets.kit.play import need
from rulesets.kit.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.kit.facts import Fact

BONDS = frozenset(("restrain", "stun"))
"""Of these a unit holds one at most (CDT-RST-06)."""
SINGLE = BONDS | {"counter"}
"""CDT-TKN-04."""


class _TokensEffect(common.UnitEffect, frozen=True):
    """Of tokens of one kind on a unit."""

    adjustable = True
    kind: str
    n: int = 1

    def facts(self, board: Board) -> Iterable[Fact]:
        """Value: how many."""
        return (unit_row(board, self.unit, kind=self.kind, value=self.n),)


class TokensGained(_TokensEffect, frozen=True):
    """A unit gets tokens of a kind."""

    def apply(self, board: Board) -> Board:
        unit = board.unit(self.unit)
        return board.with_unit(unit.with_tokens(unit.tokens.plus(self.kind, self.n)))

    def check(self, board: Board) -> None:
        tokens = need_unit(board, self.unit).tokens
        need(self.kind in KINDS and 1 <= self.n <= MOST_TOKENS, "CDT-TKN-01")
        need(self.kind not in SINGLE or (self.n == 1 and not tokens.count(self.kind)), "CDT-TKN-04")
        need(self.kind not in BONDS or not (tokens.restrain or tokens.stun), "CDT-RST-06")
        need(self.n <= board.tokens_left(self.kind), "CDT-TKN-06")

    def sentence(self, board: Board) -> str:
        return f"{unit_name(board, self.unit)} gains {counted(self.n, f'{TOKEN_NAMES[self.kind]} token')}."


class TokensDiscarded(_TokensEffect, frozen=True):
    """A unit loses tokens of a kind."""

    def apply(self, board: Board) -> Board:
        unit = board.unit(self.unit)
        return board.with_unit(unit.with_tokens(unit.tokens.plus(self.kind, -self.n)))

    def check(self, board: Board) -> None:
        tokens = need_unit(board, self.unit).tokens
        need(self.kind in KINDS and 1 <= self.n <= tokens.count(self.kind), "CDT-TKN-03")

    def sentence(self, board: Board) -> str:
        return f"{unit_name(board, self.unit)} discards {counted(self.n, f'{TOKEN_NAMES[self.kind]} token')}."


class RestrainBecameStun(common.UnitEffect, frozen=True):
    """Restrained once more, the unit is stunned instead (CDT-RST-06)."""

    adjustable = True

    def apply(self, board: Board) -> Board:
        unit = board.unit(self.unit)
        return board.with_unit(unit.with_tokens(unit.tokens.plus("restrain", -1).plus("stun", 1)))

    def check(self, board: Board) -> None:
        need(need_unit(board, self.unit).tokens.restrain, "CDT-RST-06")
        need(board.tokens_left("stun"), "CDT-TKN-06")

    def sentence(self, board: Board) -> str:
        return f"{unit_name(board, self.unit)} is restrained again, and stunned."


class StunBecameRestrain(common.UnitEffect, frozen=True):
    """Healed, a stunned unit is only restrained (CDT-RST-11)."""

    adjustable = True

    def apply(self, board: Board) -> Board:
        unit = board.unit(self.unit)
        return board.with_unit(unit.with_tokens(unit.tokens.plus("stun", -1).plus("restrain", 1)))

    def check(self, board: Board) -> None:
        need(need_unit(board, self.unit).tokens.stun, "CDT-RST-11")

    def sentence(self, board: Board) -> str:
        return f"{unit_name(board, self.unit)} is no longer stunned, but restrained."
