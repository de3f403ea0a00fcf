"""The places: infirmary, camp and locations."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from rulesets.heroes_of_the_campaign import caption
from rulesets.heroes_of_the_campaign.board import CAMP, INFIRMARY, ChoosingTeams
from rulesets.heroes_of_the_campaign.names import place_id
from rulesets.heroes_of_the_campaign.picture.glyphs import glyph_of_class, row, sign_of, signs_of_abilities
from rulesets.heroes_of_the_campaign.picture.parts import NOWHERE, LanePart, Point, Row
from rulesets.heroes_of_the_campaign.picture.places import LANE_HEIGHT, LOW, empty_places
from rulesets.heroes_of_the_campaign.words.cards import Location
from rulesets.kit.svg import Label, label, legible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.heroes_of_the_campaign.board import CardId, Place
    from rulesets.heroes_of_the_campaign.components import Components
    from rulesets.heroes_of_the_campaign.picture.places import Half
    from rulesets.heroes_of_the_campaign.picture.view import View
    from rulesets.kit.structs import Seat
    from rulesets.kit.svg import Box, Frames

HEAD, LOCATION_HEAD, TASKS = 19, 23, 26
"""The base of the first line; where a location's second line begins."""
LOW_WORDS = 76
"""What is left for words at a low location."""
LEAST_TASK = 34
"""A task that has no more room than this is left to the title."""
FAINT = 12
"""Half of an empty place's glyph."""


def lane_parts(view: View) -> Iterator[LanePart]:
    """All places of both halves."""
    for half in view.layout.halves:
        for place, box in half.lanes.items():
            if place == INFIRMARY:
                yield _infirmary(view, half, box)
            elif place == CAMP:
                yield _camp(view, half, box)
            else:
                yield _location(view, half, place, box)


def _plain(view: View, half: Half, place: Place, box: Box, glyph: str, *, hatched: bool, empty: bool) -> LanePart:
    faint = tuple(_left_empty(view, half)) if empty else ()
    id_, name = place_id(half.seat, place), place.capitalize()
    alone = any(h.place == place for h in view.board.team(half.seat)) or bool(faint)
    return LanePart(
        id_,
        f"{name} of {view.names[half.seat]}",
        None,
        box,
        glyph,
        Label(name, 14),
        HEAD,
        hatched,
        False,
        "",
        "",
        NOWHERE,
        None,
        NOWHERE,
        (),
        faint,
        not alone and not isinstance(view.board.pending, ChoosingTeams),
        _frames(view, id_, place, half, box),
    )


def _left_empty(view: View, half: Half) -> Iterator[tuple[str, float, float]]:
    for card, x, y in empty_places(view.board, half):
        yield faint_glyph(view.components, card), x - FAINT, y - FAINT


def _infirmary(view: View, half: Half, box: Box) -> LanePart:
    return _plain(view, half, INFIRMARY, box, "heal", hatched=True, empty=False)


def _camp(view: View, half: Half, box: Box) -> LanePart:
    return _plain(view, half, CAMP, box, "camp", hatched=False, empty=True)


def faint_glyph(components: Components, card: CardId) -> str:
    """What an empty place of a hero keeps."""
    classes = components.fighters[card].classes
    return glyph_of_class(classes[0] if classes else "") or "helm"


def _frames(view: View, id_: str, place: Place, half: Half, box: Box) -> Frames | None:
    """Around a place that is touched, unless somebody who is there now is touched too."""
    frames = view.frames(id_, box)
    if frames is None or frames.may is not None:
        return frames
    here = (h for h in view.board.heroes if h.place == place and (place[0] in "12" or h.seat == half.seat))
    return None if any(f"hero:{h.name}" in view.scene.touches for h in here) else frames


def _location(view: View, half: Half, place: Place, box: Box) -> LanePart:
    card = place[2:]
    known = view.components.strategies[card]
    assert isinstance(known, Location)
    here = sum(hero.place == place for hero in view.board.heroes)
    room, room_title = "", f"{here} here, no limit"
    if known.capacity is not None:
        room = f"{here}/{known.capacity}"
        room_title = f"Capacity: {here} of {known.capacity}{', full' if here >= known.capacity else ''}"
    id_ = place_id(half.seat, place)
    low, right = box.h < LOW, box.x + box.w
    width = LOW_WORDS - 8 if low else box.w - (78 if room else 34)
    return LanePart(
        id_,
        f"{caption.card_title(view.board, card)} {room_title}.",
        half.seat,
        box,
        "" if low else "tower",
        label(legible(known.name), width, 14),
        LOCATION_HEAD,
        False,
        True,
        room,
        room_title,
        Point(box.x + 38, box.y + 49) if low else Point(right - 53, box.y + LOCATION_HEAD - 13),
        travel_cost(view, half.seat, known.cost),
        Point(box.x + 3, box.y + 46) if low else Point(right - 43, box.y + TASKS),
        location_rows(view.components, card, box.x + 7, box.y + TASKS, LOW_WORDS - 7 if low else box.w - 55),
        (),
        not here and box.h == LANE_HEIGHT,
        _frames(view, id_, place, half, box),
    )


def travel_cost(view: View, seat: Seat, printed: int) -> int:
    """What sending a hero of this seat costs now, if that is the same for all; else what is printed."""
    dearer = {view.values.heroes[hero.name].travel_cost for hero in view.board.team(seat) if hero.at_side}
    return max(0, printed + dearer.pop()) if len(dearer) == 1 else printed


@lru_cache(maxsize=512)
def location_rows(components: Components, card: CardId, x: float, y: float, room: float) -> tuple[Row, ...]:
    """What a location gives: its tasks with their costs, then what its abilities change."""
    known = components.strategies[card]
    assert isinstance(known, Location)
    left, right = x, x + room
    rows: list[Row] = []
    for task in known.tasks:
        if rows and right - left < LEAST_TASK:
            break
        signs = tuple(map(sign_of, task.actions))
        rows.append(row(signs, left, y, right - left, task.cost, pouch=19, size=13))
        left = rows[-1].right + 5
    signs = tuple(signs_of_abilities(known.abilities))
    if signs and right - left >= 13:
        rows.append(row(signs, left, y, right - left, None, pouch=19, size=13, class_="muted"))
    return tuple(rows)
