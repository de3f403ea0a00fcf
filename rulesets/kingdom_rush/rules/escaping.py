"""Hordes that reach the Exit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.kingdom_rush import effects as e
from rulesets.kingdom_rush.rules.common import lose, stores

if TYPE_CHECKING:
    from rulesets.kingdom_rush.board import Board
    from rulesets.kingdom_rush.geometry import Mask
    from rulesets.kingdom_rush.pieces import Horde
    from rulesets.kit.play import Play

BIG_HEARTS = 4


def price(enemy: Mask) -> int:
    """Hearts that an enemy costs at the Exit: 1, or 4 for a Big one, which fills several squares (KRR-ESC-01, 02)."""
    return BIG_HEARTS if enemy.bit_count() > 1 else 1


def escape(play: Play[Board], horde: Horde) -> None:
    """A Portal loses the game, whatever it shows (KRR-ESC-07); another Horde costs Hearts, and pays (KRR-ESC-01 to 06).

    The Hearts that are left are the score, so a Portal takes none: the game is over before they are counted.
    """
    if horde.level:
        play.emit(e.HordeEscaped(horde.card))
        return lose(play, "exit")  # KRR-LOS-02
    board = play.board
    hearts = min(toll(board, horde), board.hearts)
    lost = hearts == board.hearts
    crystals = 0 if lost else stores(board, board.components.horde[horde.card].crystals)  # KRR-ESC-04, 05
    play.emit(e.HordeEscaped(horde.card, hearts, crystals))
    return lose(play, "hearts") if lost else None  # KRR-LOS-01


def toll(board: Board, horde: Horde) -> int:
    """Hearts that a Horde costs: those of each enemy that no Damage tile covers (KRR-ESC-01 to 03)."""
    return sum(price(mask) for mask in board.face(horde).enemies if mask & ~horde.tiled)
