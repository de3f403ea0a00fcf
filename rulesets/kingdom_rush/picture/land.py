"""The ground of a map, worked out once for each: it never changes."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.kingdom_rush.ids import exit_id, space_id
from rulesets.kingdom_rush.picture.parts import LandPart, MapPart, SpacePart
from rulesets.kingdom_rush.picture.places import MAP_PAD, SPACE, Plan, centre
from rulesets.kingdom_rush.scenario import Field, Scenario, blank_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.kingdom_rush.schema import DifficultyId


@lru_cache(maxsize=256)
def map_part(field: Field, plan: Plan) -> MapPart:
    """A map; worked out once, for it never changes."""
    scale = round(min(1, plan.map_width / (field.width * SPACE)), 4)
    x, y = round(plan.width / 2 - field.width * SPACE * scale / 2, 1), plan.map_top + MAP_PAD
    exits = tuple(
        (*centre(xy), exit_id(name), "The Exit" if len(field.exits) == 1 else f"Exit {name}")
        for name, xy in field.exits.items()
    )
    part = MapPart(land(field), x, y, scale, round(field.height * SPACE * scale + 2 * MAP_PAD, 1), exits, ())
    return replace(part, labels=tuple(part.at((ex, ey + 30)) for ex, ey, *_ in exits))


def land(field: Field) -> LandPart:
    """The ground: closed spaces, trees where nobody needs the room, the routes up to their Exits."""
    routes = []
    for token, route in field.routes.items():
        points = [centre(field.where[space]) for space in route] + [centre(field.exits[field.exit_of[token]])]
        routes.append("M" + "L".join(f"{x} {y}" for x, y in points))
    blank = [xy for place, xy in field.where.items() if place == blank_name(*xy)]
    spots = [centre(xy) for xy in blank if (xy[0] * 7 + xy[1] * 5) % 3 != 1]
    trees = [spot for x, y in spots for spot in ((x + 14, y - 40, 1.0), (x - 38, y + 16, 0.7))]
    wood = [spot for xy in sorted(field.closed) for spot in _wood(*centre(xy))]
    return LandPart(tuple(centre(xy) for xy in sorted(field.closed)), (*trees, *wood), tuple(routes))


def _wood(x: int, y: int) -> Iterator[tuple[float, float, float]]:
    for dx, dy in ((-40, -36), (-4, -42), (-24, 0), (12, 2)):
        yield x + dx, y + dy, 1.2


@lru_cache(maxsize=1024)
def space_parts(field: Field, setting: Scenario, seats: int) -> tuple[SpacePart, ...]:
    """All spaces that are no Building sites, at rest."""
    sites = setting.sites(seats)
    return tuple(
        SpacePart(
            space_id(place),
            f"Space {place}, {'on the Path' if place in field.path else 'open ground'}",
            *centre(xy),
            None,
        )
        for place, xy in field.where.items()
        if place not in sites
    )


@lru_cache(maxsize=1024)
def portals_of(setting: Scenario, seats: int, difficulty: DifficultyId) -> int:
    """How many Portals a game begins with."""
    return setting.portals(seats, difficulty)
