"""Hordes that reach the Exit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.kingdom_rush.effects import HordeEscaped
from rulesets.kingdom_rush.rules.common import lose, stores

if TYPE_CHECKING:
    from rulesets.kingdom_rush.board import Board, Horde
    from rulesets.kingdom_rush.geometry import Mask
    from rulesets.kit.play import Play

BIG_HEARTS = 4


def price(enemy: Mask) -> int:
    """Hearts that an enemy costs at the Exit: 1, or 4 for a Big one, which fills several squares (KRR-ESC-01, 02)."""
    return BIG_HEARTS if enemy.bit_count() > 1 else 1


def escape(play: Play[Board], horde: Horde) -> None:
    """A Heart for each enemy that no Damage tile covers (KRR-ESC-01 to 03); a Portal loses the game (KRR-ESC-07)."""
    board = play.board
    masks = board.face(horde).enemies
    hearts = min(sum(price(mask) for mask in masks if mask & ~horde.tiled), board.hearts)
    lost = horde.level or hearts == board.hearts
    crystals = 0 if lost else stores(board, board.components.horde[horde.card].crystals)  # KRR-ESC-04, 05
    play.emit(HordeEscaped(horde.card, hearts, crystals))
    if horde.level:
        lose(play, "a Portal reached the Exit")  # KRR-LOS-02
    elif lost:
        lose(play, "no Heart is left")  # KRR-LOS-01
