"""Where heroes stood before the last event, and the dots that lead to where they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heroes_of_the_campaign import caption
from rulesets.heroes_of_the_campaign.picture.lanes import faint_glyph
from rulesets.heroes_of_the_campaign.picture.parts import GonePart
from rulesets.heroes_of_the_campaign.picture.paths import line, move_path

if TYPE_CHECKING:
    from rulesets.heroes_of_the_campaign.picture.view import View


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
        start, end = view.stood(hero.name).box, view.layout.spots[hero.name].box
        if start == end:
            continue  # who stays closed up, and another one stands there now
        name = caption.hero_name(view.board, hero.name)
        gone.append(GonePart(f"{name} was here", hero.seat, start, faint_glyph(view.components, hero.card)))
        lures.append(line(move_path(view.layout, start, end)))
    return tuple(gone), tuple(lures)
