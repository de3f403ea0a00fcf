"""Heroes: those who visit, with what was laid on them, and those who have joined a seat."""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from typing import TYPE_CHECKING

from msgspec import Struct

from rulesets.heros_crossing.ids import hero_id, need_id, space_id
from rulesets.heros_crossing.names import need_name
from rulesets.heros_crossing.picture.dice import OfferPart, in_a_row
from rulesets.heros_crossing.picture.plan import OWNED_ROW, OwnedPlace, owned_places
from rulesets.heros_crossing.picture.tiles import LINE, Line, line
from rulesets.heros_crossing.picture.view import TYPES
from rulesets.heros_crossing.tiles import RESOURCE_OF
from rulesets.kit.svg import BOLD, Box, Frames, Piece, Placed, advance, legible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.heros_crossing.components import Hero
    from rulesets.heros_crossing.picture.plan import Place
    from rulesets.heros_crossing.picture.view import View
    from rulesets.heros_crossing.schema import PowerForm
    from rulesets.kit.phases import Seat

TWO_ROWS, NEED, NEED_STEP = 90, 27, 30
"""A card that is not as high as this has the needs and the dice of its hero side by side."""
NAMES_FLAT, NAMES = (16, LINE), (16, LINE, 13)
"""Sizes of the names of visitors: a low card is seen on a desk, where smaller ones could not be read."""
OWNED_AT, OWNED_HEIGHT = 60, 24
NUMBERED = 35
"""How much of an owned hero all but its name takes, without the digits of its points."""


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
    has_text: bool
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
    holds: str = ""
    """The id of the space, where a hero stands there: the next one may come in the same decision."""


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
        frames = view.frames(id_, box)
        yield VisitorPart(id_, hero_title(hero), place.x, place.y, place.w, h, card, row, frames, space)


def hero_title(hero: Hero) -> str:
    """A Hero Card in words; with what the set made up."""
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
        line(legible(hero.name), laurel - 33, *(NAMES_FLAT if flat else NAMES)),
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
    for own, place in zip(view.board.side(seat).heroes, places_of(view, seat, w), strict=True):
        hero, id_ = view.components.hero[own.hero], hero_id(own.hero)
        name = line(legible(hero.name), place.w - _numbered(hero)) if place.named else None
        title = f"{hero_title(hero)}{'; exhausted' if own.exhausted else ''}"
        frames = view.frames(id_, Box(0, 0, place.w, OWNED_HEIGHT, 6))
        y = OWNED_AT + OWNED_ROW * place.row
        yield OwnedPart(id_, title, place.x, y, place.w, hero.level, name, hero.vp, own.exhausted, frames)


def places_of(view: View, seat: Seat, w: int) -> tuple[OwnedPlace, ...]:
    """Where the heroes of a seat stand in `w` units."""
    return _places(tuple([view.components.hero[own.hero] for own in view.board.side(seat).heroes]), w)


@lru_cache(maxsize=1024)
def _places(heroes: tuple[Hero, ...], w: int) -> tuple[OwnedPlace, ...]:
    return owned_places([ceil(_numbered(hero) + BOLD * advance(legible(hero.name), LINE)) for hero in heroes], w)


def _numbered(hero: Hero) -> int:
    """What an owned hero has on its card beside its name."""
    return NUMBERED + 9 * len(str(hero.vp))
