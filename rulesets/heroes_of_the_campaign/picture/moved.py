"""Where heroes stood before the last event, and the dots that lead to where they are."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from rulesets.heroes_of_the_campaign import caption
from rulesets.heroes_of_the_campaign.picture.lanes import faint_glyph
from rulesets.heroes_of_the_campaign.picture.parts import GonePart

if TYPE_CHECKING:
    from rulesets.heroes_of_the_campaign.picture.view import View
    from rulesets.kit.svg import Box

SHORT = 24
"""What the dots leave free at both ends."""


def moves(view: View) -> tuple[tuple[GonePart, ...], tuple[str, ...]]:
    """Outlines where heroes stood that are elsewhere now, and the dots from there."""
    before = view.scene.before
    if before is None or before.heroes is view.board.heroes:
        return (), ()
    were = {hero.name: hero.place for hero in before.heroes}
    went = [hero for hero in view.board.heroes if were.get(hero.name, hero.place) != hero.place]
    if not went:
        return (), ()
    gone, lures = [], []
    for hero in went:
        start, end = view.stood(hero.name), view.layout.spots[hero.name].box
        name = caption.hero_name(view.board, hero.name)
        gone.append(GonePart(f"{name} was here", hero.seat, start, faint_glyph(view.components, hero.card)))
        lures.append(_dots(start, end))
    return tuple(gone), tuple(lures)


def _dots(start: Box, end: Box) -> str:
    x, y = start.x + start.w / 2, start.y + start.h / 2
    to_x, to_y = end.x + end.w / 2, end.y + end.h / 2
    far = max(1.0, hypot(to_x - x, to_y - y))
    dx, dy = (to_x - x) / far, (to_y - y) / far
    stop = max(SHORT, far - end.w / 2 - 6)
    return f"M{x + dx * SHORT:.1f} {y + dy * SHORT:.1f}L{x + dx * stop:.1f} {y + dy * stop:.1f}"
