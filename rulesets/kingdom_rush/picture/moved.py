"""Where things were before the last event, and the dots that lead to where they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.kingdom_rush.geometry import mask_of
from rulesets.kingdom_rush.ids import horde_id, pathbreaker_id
from rulesets.kingdom_rush.names import horde_name
from rulesets.kingdom_rush.picture.parts import GonePart
from rulesets.kingdom_rush.picture.places import TRAY_BOX, centre, dots
from rulesets.kingdom_rush.picture.trays import middle
from rulesets.kit.svg import Box, legible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.kingdom_rush.picture.view import View


def gone_parts(view: View) -> Iterator[GonePart]:
    """Outlines of what stood elsewhere, or in the game, before the last event."""
    for horde, now in view.trace.hordes:
        x, y = centre(view.field.where[horde.space])
        id_ = "" if now else horde_id(horde.card)
        title = f"{legible(horde_name(view.board, horde.card))} stood here"
        yield GonePart(id_, title, x, y, 91, not now, view.frames(id_, TRAY_BOX) if id_ else None)
    for hero, _ in view.trace.heroes:
        assert hero.space
        x, y = centre(view.field.where[hero.space])
        yield GonePart("", "Stood here", x, y, 40, False, None)
    if view.scene.before is None:
        return
    left = {barrier.card for barrier in view.board.barriers}
    for barrier in view.scene.before.barriers:
        if barrier.card not in left:
            id_ = pathbreaker_id(barrier.card)
            x, y = centre(view.field.where[barrier.space])
            yield GonePart(id_, "Pathbreaker card, removed", x, y, 72, True, view.frames(id_, Box(-36, -36, 72, 72, 7)))


def lure_paths(view: View) -> Iterator[str]:
    """Dots from where something was to where it is, and from a Tower to its tile."""
    moves = [(old.space, now.space) for old, now in view.trace.hordes if now]
    moves += [(old.space, now.space) for old, now in view.trace.heroes if now and old.space and now.space]
    for here, there in moves:
        yield dots(centre(view.field.where[here]), centre(view.field.where[there]), 24, 12)
    place = view.trace.place
    if not place:
        return
    start = centre(view.field.where[place])
    for horde in view.board.hordes:
        fresh = view.trace.fresh.get(horde.card)
        if not fresh or horde.space == place:
            continue
        x, y = centre(view.field.where[horde.space])
        mask = fresh.soldiers
        for laid in horde.tiles[len(horde.tiles) - fresh.tiles :]:
            mask |= mask_of(laid.cells)
        dx, dy = middle(mask)
        yield dots(start, (x + dx, y + dy), 46, 14)
