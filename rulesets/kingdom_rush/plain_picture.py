"""The position in words, line by line, until it is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from rulesets.kingdom_rush.effects import hero_name, horde_name, source_name
from rulesets.kingdom_rush.geometry import name_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.kingdom_rush.board import Board
    from rulesets.kit.svg import Scene

LINE, WIDTH = 22, 960


def picture(scene: Scene[Board]) -> str:
    """An SVG of text lines: what lies on the table."""
    lines = list(_lines(scene.board))
    height = LINE * (len(lines) + 1)
    texts = "".join(
        f'<text x="12" y="{LINE * n}" font-size="15">{escape(line)}</text>' for n, line in enumerate(lines, 1)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'role="img" font-family="sans-serif" fill="currentColor"><title>{escape(lines[0])}</title>{texts}</svg>'
    )


def _lines(board: Board) -> Iterator[str]:
    yield f"{board.setting.title}, round {board.round}: {board.hearts} Hearts, {board.crystals} Crystals"
    for horde in board.hordes:
        left = name_of(board.face(horde).all & ~board.covered(horde)) or "nothing"
        yield f"{horde.space}: {horde_name(board, horde.card)}, uncovered {left}"
    for tower in board.towers:
        yield f"{tower.site}: {source_name(board, tower.card)}, facing {tower.facing}"
    for hero in board.heroes:
        yield f"{hero_name(board, hero.name)}: {hero.space or 'on its board'}, health {hero.health}"
    for seat, player in enumerate(board.players, 1):
        yield f"Hand of seat {seat}: {', '.join(source_name(board, tower) for tower in player.hand) or 'empty'}"
