"""The places: infirmary, camp and locations."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from rulesets.heroes_of_the_campaign import caption
from rulesets.heroes_of_the_campaign.ids import place_id
from rulesets.heroes_of_the_campaign.phases import ChoosingTeams
from rulesets.heroes_of_the_campaign.picture.glyphs import glyph_of_class, row, sign_of, signs_of_abilities
from rulesets.heroes_of_the_campaign.picture.parts import NOWHERE, LanePart, Point, Row
from rulesets.heroes_of_the_campaign.picture.places import LANE_HEIGHT, LOW, empty_places, one_line_head
from rulesets.heroes_of_the_campaign.picture.tasks import side_by_side
from rulesets.heroes_of_the_campaign.schema import Location
from rulesets.heroes_of_the_campaign.words.terms import CAMP, INFIRMARY
from rulesets.kit.svg import BOLD, Label, label, legible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.heroes_of_the_campaign.components import Components
    from rulesets.heroes_of_the_campaign.ids import CardId, Place
    from rulesets.heroes_of_the_campaign.picture.places import Half
    from rulesets.heroes_of_the_campaign.picture.view import View
    from rulesets.heroes_of_the_campaign.pieces import Hero
    from rulesets.kit.phases import Seat
    from rulesets.kit.svg import Box, Frames

HEAD, LOCATION_HEAD, TASKS = 19, 23, 26
"""The base of the first line; where a location's second line begins."""
LEAST_TASK = 34
"""A task that has no more room than this is left to the title."""
SMALL_HEAD, SMALL_TASKS, SMALL_POUCH = 18.5, 5.5, 16
"""A head of one line: its base; where the tasks in it begin."""
TRAVEL_ROOM, GATE_ROOM = 36, 40
"""What travel cost and capacity take of it."""
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
    here = (*view.board.heroes, *_before(view))
    alone = any(hero.place == place and hero.seat == half.seat for hero in here) or bool(faint)
    return LanePart(
        id_,
        f"{name} of {view.names[half.seat]}",
        None,
        box,
        glyph,
        Label(name, 14),
        HEAD,
        False,
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
    if frames is None or frames.clickable is not None:
        return frames
    here = (h for h in view.board.heroes if h.place == place and (place[0] in "12" or h.seat == half.seat))
    return None if any(f"hero:{h.name}" in view.scene.touched for h in here) else frames


def _location(view: View, half: Half, place: Place, box: Box) -> LanePart:
    card = place[2:]
    known = view.components.strategies[card]
    assert isinstance(known, Location)
    here = sum(hero.place == place for hero in view.board.heroes)
    room, room_title = "", f"{here} here, no limit"
    if known.capacity is not None:
        room = f"{here}/{known.capacity}"
        room_title = f"Capacity: {here} of {known.capacity}{', full' if here >= known.capacity else ''}"
    if one_line_head(here, box, view.plan):
        return _one_line(view, half, place, box, room, room_title)
    id_ = place_id(half.seat, place)
    low, right = box.h < LOW, box.x + box.w
    words = view.plan.words
    width = (words - 8) / BOLD if low else (box.w - (76 if room else 34)) / BOLD
    rows = location_rows(view.components, card, box.x + 7, box.y + TASKS, words - 7 if low else box.w - 55)
    return LanePart(
        id_,
        f"{caption.card_title(view.components, card)} {room_title}.",
        half.seat,
        box,
        "" if low else "tower",
        label(legible(known.name), width, 14, 13),
        LOCATION_HEAD,
        low,
        False,
        True,
        room,
        room_title,
        Point(box.x + 41, box.y + 49) if low else Point(right - 50, box.y + LOCATION_HEAD - 13),
        travel_cost(view, half.seat, known.cost),
        Point(box.x + 3, box.y + 46) if low else Point(right - 43, box.y + TASKS),
        side_by_side(view, half.seat, card, rows),
        (),
        not here and box.h == LANE_HEIGHT and not any(gone.place == place for gone in _before(view)),
        _frames(view, id_, place, half, box),
    )


def _one_line(view: View, half: Half, place: Place, box: Box, room: str, room_title: str) -> LanePart:
    """A crowded location: its name, its tasks, its travel cost and its capacity in one line above its heroes."""
    card, id_ = place[2:], place_id(half.seat, place)
    known = view.components.strategies[card]
    assert isinstance(known, Location)
    gate = box.x + box.w - GATE_ROOM
    travel = (gate if room else box.x + box.w - 5) - TRAVEL_ROOM
    tasks = travel - (31 if room else 44)
    rows = location_rows(view.components, card, tasks, box.y + SMALL_TASKS, travel - tasks, small=True)
    return LanePart(
        id_,
        f"{caption.card_title(view.components, card)} {room_title}.",
        half.seat,
        box,
        "",
        label(legible(known.name), ((tasks if rows else travel) - box.x - 7) / BOLD, 13),
        SMALL_HEAD,
        True,
        False,
        True,
        room,
        room_title,
        Point(gate, box.y + 8),
        travel_cost(view, half.seat, known.cost),
        Point(travel, box.y + SMALL_TASKS),
        side_by_side(view, half.seat, card, rows),
        (),
        False,
        _frames(view, id_, place, half, box),
    )


def _before(view: View) -> tuple[Hero, ...]:
    """The heroes before the last event."""
    return view.scene.before.heroes if view.scene.before else ()


def travel_cost(view: View, seat: Seat, printed: int) -> int:
    """What sending a hero of this seat costs now, if that is the same for all; else what is printed."""
    dearer = {view.values.heroes[hero.name].travel_cost for hero in view.board.team(seat) if hero.at_side}
    return max(0, printed + dearer.pop()) if len(dearer) == 1 else printed


@lru_cache(maxsize=512)
def location_rows(
    components: Components, card: CardId, x: float, y: float, room: float, *, small: bool = False
) -> tuple[Row, ...]:
    """What a location gives: its tasks with their costs, then what its abilities change."""
    known = components.strategies[card]
    assert isinstance(known, Location)
    left, right = x, x + room
    pouch, size = (SMALL_POUCH, 11) if small else (19, 13)
    rows: list[Row] = []
    for task in known.tasks:
        if rows and right - left < LEAST_TASK:
            break
        signs = tuple(map(sign_of, task.actions))
        rows.append(row(signs, left, y, right - left, task.cost, pouch=pouch, size=size))
        left = rows[-1].right + 5
    signs = tuple(signs_of_abilities(known.abilities))
    if signs and right - left >= 13:
        rows.append(row(signs, left, y, right - left, None, pouch=pouch, size=size, class_="muted"))
    return tuple(rows)
