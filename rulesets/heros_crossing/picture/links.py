"""The row of links of the narrow arrangement, which is some three screens high: to the supply, and to each town."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import escape

from rulesets.heros_crossing import caption

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rulesets.heros_crossing.picture.view import View
    from rulesets.kit.phases import Seat

ROW = 52
"""High enough for a finger: 48 px on a screen of 390."""
SIDE, BETWEEN = 12, 5
SHAPE, GAP, TO_ACT = 18, 4, 43
"""How wide they are: a seat's shape, what is between, and the two words."""


def links(view: View, width: float, seats: Sequence[Seat]) -> str:
    """A drawing of its own, since what can be followed does not stand inside an image."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="tt narrow" viewBox="0 0 {width} {ROW}" '
        f'role="group" aria-label="Parts of the board">{"".join(_cells(view, width, seats))}</svg>\n'
    )


def _cells(view: View, width: float, seats: Sequence[Seat]) -> Iterator[str]:
    w = (width - 2 * SIDE - BETWEEN * len(seats)) / (len(seats) + 1)
    yield _cell("n-table", "Table", "", 0, w, f'<text x="{w / 2:.1f}" y="31" class="s16 mid">Table</text>')
    for n, seat in enumerate(seats, 1):
        acts = bool(caption.status(view.board, seat))
        left = (w - SHAPE - acts * (GAP + TO_ACT)) / 2
        drawn = f'<use href="#tt-seat-{seat}" x="{left:.1f}" y="17" width="{SHAPE}" height="{SHAPE}"/>'
        if acts:
            drawn += f'<text x="{left + SHAPE + GAP:.1f}" y="31" class="num s14 tint">to act</text>'
        name = f"{view.names[seat]}{', to act' if acts else ''}"
        yield _cell(f"n-seat-{seat}", name, view.tints[seat], n * (w + BETWEEN), w, drawn)


def _cell(to: str, name: str, kind: str, x: float, width: float, drawn: str) -> str:
    return (
        f'<a href="#{to}" aria-label="{escape(name)}" class="{kind}"><g transform="translate({SIDE + x:.1f} 0)">'
        f'<rect x=".7" y="1.7" width="{width - 1.4:.1f}" height="{ROW - 3.4}" rx="8" class="strip"/>{drawn}</g></a>'
    )
