"""The picture of the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulesets.heros_crossing_tactics.board import Board
    from rulesets.kit.svg import Scene


def picture(scene: Scene[Board]) -> str:
    """The board as an SVG document."""
    return ""
