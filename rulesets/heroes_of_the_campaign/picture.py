"""The picture of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import escape

if TYPE_CHECKING:
    from rulesets.heroes_of_the_campaign.board import Board
    from rulesets.kit.svg import Scene


def picture(scene: Scene[Board]) -> str:
    """The round, as an SVG document."""
    title = escape(f"Heroes of the Campaign, round {scene.board.round}, version {scene.version}")
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 520 678" role="img"><title>{title}</title></svg>'
