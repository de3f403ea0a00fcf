"""A board as people read it: squares by their names, where the board itself keeps masks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.kingdom_rush.geometry import name_of

if TYPE_CHECKING:
    from rulesets.kingdom_rush.board import Board
    from rulesets.kingdom_rush.pieces import Horde

MASKS = ("tiled", "soldiers", "gated")


def shown(board: Board) -> dict[str, object]:
    """The board's fields; what covers a Horde reads `b2 b3`, as in actions."""
    told = {name: getattr(board, name) for name in board.__struct_fields__}
    return told | {"hordes": list(map(_horde, board.hordes)), "lives": list(map(_horde, board.lives))}


def _horde(horde: Horde) -> dict[str, object]:
    told = {name: getattr(horde, name) for name in horde.__struct_fields__}
    return told | {name: name_of(told[name]) for name in MASKS}
