"""Heroes: those who visit, with what was laid on them, and those who have joined a seat."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from rulesets.heros_crossing.components import RESOURCE_OF
from rulesets.heros_crossing.ids import hero_id, need_id, space_id
from rulesets.heros_crossing.names import need_name
from rulesets.heros_crossing.picture.dice import OfferPart, in_a_row
from rulesets.heros_crossing.picture.plan import OWNED_GAP, OWNED_ROW, hero_columns
from rulesets.heros_crossing.picture.tiles import Line, line
from rulesets.heros_crossing.picture.view import TYPES
from rulesets.kit.svg import Box, Frames, Piece, Placed, legible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.heros_crossing.components import Hero
    from rulesets.heros_crossing.picture.plan import Place
    from rulesets.heros_crossing.picture.view import View
    from rulesets.heros_crossing.schema import PowerForm
    from rulesets.kit.phases import Seat

TWO_ROWS, NEED, NEED_STEP = 90, 27, 30
"""A card that is not as high as this has the needs and the dice of its hero side by side."""
OWNED_AT, OWNED_HEIGHT = 60, 24
NAMED_FROM, NUMBERED = 92, 32
"""How wide an owned hero must be to bear its name, and how much of it the rest takes."""


class NeedPart(Struct, frozen=True, gc=False):
    """A need: open, or covered by a cube that a seat sold."""

    id: str
    title: str
    need: str
    cube: str
    by: Seat
    tint: str
    x: float
    size: float


class HeroPart(Struct, frozen=True, gc=False):
    """The card of a visiting hero."""

    w: float
    h: float
    level: int
    name: Line
    vp: int
    laurel_x: float
    needs_y: float
    needs: tuple[NeedPart, ...]
    says: bool
    """There is room for a word before the dice that it takes."""
    takes_x: float
    takes_y: float
    takes: tuple[str, ...]
    power: str
    sign: str


class VisitorPart(Placed, frozen=True):
    """A space for a visiting hero, and the lane below it."""

    w: float
    h: float
    hero: HeroPart | None
    offers: tuple[OfferPart, ...]
    frames: Frames | None


class OwnedPart(Piece, frozen=True):
    """A hero in front of its owner."""

    x: float
    y: float
    w: float
    level: int
    name: Line | None
    vp: int
    exhausted: bool
    frames: Frames | None


def visitors(view: View, places: tuple[Place, ...], h: float) -> Iterator[VisitorPart]:
    """The spaces for visiting heroes, from left to right: the order in which they are resolved."""
    for n, (visit, place) in enumerate(zip(view.board.visiting, places, strict=True), 1):
        box = Box(0, 0, place.w, h, 6)
        space = space_id(n - 1)
        if not visit.hero:
            title = "No hero visits here"
            yield VisitorPart(space, title, place.x, place.y, place.w, h, None, (), view.frames(space, box))
            continue
        hero, id_ = view.components.hero[visit.hero], hero_id(visit.hero)
        row = in_a_row(view, id_, visit.stakes, h + 9, place.w - 2)
        card = hero_part(hero, visit.filled, visit.by, tuple([view.tints[seat] for seat in visit.by]), place.w, h)
        yield VisitorPart(id_, hero_title(hero), place.x, place.y, place.w, h, card, row, view.frames(id_, box))


def hero_title(hero: Hero) -> str:
    """A Hero Card in words; what a set has made up is told."""
    invented = f"; invented: {', '.join(hero.invented).replace('_', ' ')}" if hero.invented else ""
    return legible(f"{hero.name}, level {hero.level}, {hero.vp} VP. {power_words(hero.power)}{invented}")


def power_words(power: PowerForm) -> str:
    """When a power works, and what it does."""
    return f"{_WHEN[_sign(power)]}: {power.text}"


_WHEN = {"turned": "Once a round", "stun": "When it joins", "laurel": "At the end", "scroll": "Lasting"}


def _sign(power: PowerForm) -> str:
    """The sign of a power: turned once a round, at once when it joins, at the end of the game, or lasting."""
    if power.when == "activated" and power.exhaust:
        return "turned"
    return {"on_join": "stun", "end_game": "laurel"}.get(power.when, "scroll")


@lru_cache(maxsize=1024)
def hero_part(
    hero: Hero, filled: tuple[str, ...], by: tuple[Seat, ...], tints: tuple[str, ...], w: float, h: float
) -> HeroPart:
    """The card of a visiting hero, with its needs as they are now."""
    laurel = w - 40 - 9 * (len(str(hero.vp)) - 1)
    takes = tuple(kind for kind in TYPES if kind in {RESOURCE_OF[colour] for colour in hero.dice})
    flat = h < TWO_ROWS
    takes_x = w - 36 - 21 * len(takes) if flat else 70
    return HeroPart(
        w,
        h,
        hero.level,
        _called(legible(hero.name), laurel - 33),
        hero.vp,
        laurel,
        41 if flat else 33,
        tuple(_needs(hero, filled, by, tints, takes_x - 6 if flat else w)),
        not flat,
        takes_x,
        45 if flat else 71,
        takes,
        legible(power_words(hero.power)),
        _sign(hero.power),
    )


def _called(name: str, room: float) -> Line:
    """Large, or as small as any name is."""
    large = line(name, room, 16)
    return line(name, room) if large.squeezed else large


def _needs(
    hero: Hero, filled: tuple[str, ...], by: tuple[Seat, ...], tints: tuple[str, ...], end: float
) -> Iterator[NeedPart]:
    """Needs side by side up to `end`."""
    count, room = len(hero.needs), end - 29 - 4
    size = min(NEED, (room - 3 * (count - 1)) // count)
    step = size + NEED_STEP - NEED
    for n, (need, cube, seat, tint) in enumerate(zip(hero.needs, filled, by, tints, strict=True)):
        wanted = need_name(hero.needs, n).capitalize()
        state = f"covered with {cube.capitalize()} by seat {seat}" if cube else "open"
        yield NeedPart(need_id(hero.id, n), f"{wanted}: {state}", need, cube, seat, tint, 29 + step * n, size)


def owned(view: View, seat: Seat, w: int) -> Iterator[OwnedPart]:
    """The heroes of a seat in rows; they bear their names as long as they have room for them."""
    heroes = view.board.side(seat).heroes
    columns = hero_columns(w, len(heroes))
    width = round((w - OWNED_GAP * (columns - 1)) / columns, 1)
    for n, own in enumerate(heroes):
        hero, id_ = view.components.hero[own.hero], hero_id(own.hero)
        room = width - NUMBERED - 9 * len(str(hero.vp))
        name = line(legible(hero.name), room) if width >= NAMED_FROM else None
        title = f"{hero_title(hero)}{'; exhausted' if own.exhausted else ''}"
        frames = view.frames(id_, Box(0, 0, width, OWNED_HEIGHT, 6))
        x, y = round((width + OWNED_GAP) * (n % columns), 1), OWNED_AT + OWNED_ROW * (n // columns)
        yield OwnedPart(id_, title, x, y, width, hero.level, name, hero.vp, own.exhausted, frames)
