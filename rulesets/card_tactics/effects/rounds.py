"""Rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.card_tactics.board import Board
from rulesets.card_tactics.effects import common
from rulesets.card_tactics.ids import combat_id
from rulesets.card_tactics.phases import ORDERING, STARTING_ROUND
from rulesets.card_tactics.pieces import readied
from rulesets.kit.facts import Fact
from rulesets.kit.structs import Effect

if TYPE_CHECKING:
    from collections.abc import Iterable


class RoundStarted(Effect[Board], frozen=True):
    """A round begins with the hero side."""

    def apply(self, board: Board) -> Board:
        return replace(board, round=board.round + 1, combat_round=board.combat_round + 1, side="hero", pending=ORDERING)

    def sentence(self, board: Board) -> str:
        return f"Round {board.combat_round + 1} begins."

    def facts(self, board: Board) -> Iterable[Fact]:
        """Place: the combat. Value: the number of the round in it."""
        return (Fact(place=combat_id(board.combat), value=board.combat_round + 1),)


class RoundEnded(Effect[Board], frozen=True):
    """All have acted: all cards are turned upright."""

    def apply(self, board: Board) -> Board:
        board = common.at_end_of(board, "round")
        return replace(
            board,
            heroes=readied(board.heroes),
            enemies=readied(board.enemies),
            pool=readied(board.pool),
            pending=STARTING_ROUND,
        )

    def facts(self, board: Board) -> Iterable[Fact]:
        return ()
