"""What stands on the map: spaces, Building sites and Towers, Hordes, heroes, Pathbreakers, Bosses, Spawn tokens."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.kingdom_rush import caption
from rulesets.kingdom_rush.geometry import BASES, QUARTER
from rulesets.kingdom_rush.ids import boss_id, hero_id, horde_id, pathbreaker_id, space_id
from rulesets.kingdom_rush.names import FACING
from rulesets.kingdom_rush.phases import Attacking
from rulesets.kingdom_rush.picture.land import space_parts
from rulesets.kingdom_rush.picture.parts import (
    HeroPart,
    HordePart,
    MarkPart,
    NoteText,
    ReachPart,
    SitePart,
    SpawnPart,
    TowerPart,
)
from rulesets.kingdom_rush.picture.places import (
    BARRIER_BOX,
    CORNER,
    SITE_BOX,
    SPACE_BOX,
    TOWER_BOX,
    TRAY_BOX,
    centre,
    spread,
)
from rulesets.kingdom_rush.picture.squares import squared_hordes
from rulesets.kingdom_rush.picture.trays import (
    BREAK_GLYPHS,
    NOTHING,
    OTHER_BREAK,
    glyph_of,
    middle,
    name_of_source,
    tray_part,
    tray_title,
)
from rulesets.kingdom_rush.picture.view import PAINTS
from rulesets.kingdom_rush.pieces import WILDCAT
from rulesets.kit.svg import Box, framed, legible, short

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rulesets.kingdom_rush.geometry import Offset
    from rulesets.kingdom_rush.picture.parts import MapPart, SpacePart
    from rulesets.kingdom_rush.picture.view import View
    from rulesets.kingdom_rush.pieces import Hero, HeroName, SpaceId, Tower
    from rulesets.kingdom_rush.scenario import Field, Scenario
    from rulesets.kit.svg import Frames


def ground_parts(view: View) -> Iterator[SpacePart]:
    """Path and blank terrain."""
    touched, clickable = view.scene.touched, view.scene.clickable
    for space in space_parts(view.field, view.board.setting, view.board.seats):
        if space.id in touched or space.id in clickable:
            yield replace(space, frames=view.frames(space.id, SPACE_BOX))
        else:
            yield space


def site_parts(view: View) -> Iterator[SitePart]:
    """Building sites with their Towers; the frames of a site are those of the Tower on top of it."""
    built: dict[SpaceId, list[Tower]] = {}
    for tower in view.board.towers:
        built.setdefault(tower.site, []).append(tower)
    for site, color in view.board.setting.sites(view.board.seats).items():
        towers, id_ = built.get(site, []), space_id(site)
        touched = id_ in view.scene.touched or bool(towers and site == view.trace.place)
        frames = framed(TOWER_BOX if towers else SITE_BOX, touched, id_ in view.scene.clickable)
        shape = view.seat_of_color.get(color, 0)
        off = view.solo and color == view.board.eliminated
        state = f"{', given up in this round' if off else ''}{'' if towers else ', empty'}"
        yield SitePart(
            id_,
            f"Building site {site}, {color}{state}",
            *centre(view.field.where[site]),
            f"{f'seat-{shape} ' if shape else ''}{f'paint-{color}' if color in PAINTS else ''}".strip(),
            shape,
            off,
            tuple(tower_parts(view, towers, shape, color, frames)),
            None if towers else frames,
        )


def tower_parts(
    view: View, towers: Sequence[Tower], shape: int, colour: str, frames: Frames | None
) -> Iterator[TowerPart]:
    """The Towers of a site; of two the upper one a little aside, with the frames."""
    for index, tower in enumerate(towers):
        kind = view.board.components.tower[tower.card]
        shift = 5 - 9 * index if len(towers) > 1 else 0
        seat = shape if view.solo and shape else tower.seat
        down = "" if tower.face_up else ", face down"
        yield TowerPart(
            "",
            f"{legible(kind.name)}, level {kind.level}, facing {FACING[tower.facing]}{view.colour(tower.seat)}{down}",
            shift,
            shift,
            f"seat-{seat} paint-{colour}" if view.solo and colour in PAINTS else view.paint(seat),
            seat,
            glyph_of(view.board.components, tower.card),
            kind.level,
            90 * QUARTER[tower.facing],
            tower.face_up,
            frames if tower is towers[-1] else None,
        )


def horde_parts(view: View) -> Iterator[HordePart]:
    """Hordes; framed ones last, for their frames reach over their neighbours."""
    board = view.board
    crowd = Counter(horde.space for horde in board.hordes)
    tops = {horde.space: horde.card for horde in board.hordes}
    laid: Counter[SpaceId] = Counter()
    squared, parts = squared_hordes(board), []
    for horde in board.hordes:
        x, y = centre(view.field.where[horde.space])
        shift = aside(laid[horde.space], crowd[horde.space])
        laid[horde.space] += 1
        top = tops[horde.space] == horde.card
        bases = board.bases(horde.space) if top else 0
        fresh = view.trace.fresh.get(horde.card, NOTHING)
        id_ = horde_id(horde.card)
        touched = id_ in view.scene.touched and fresh == NOTHING
        part = HordePart(
            id_,
            tray_title(board.components, horde, bases) + ("" if top else ", beneath another"),
            x + shift,
            y + shift,
            tray_part(board.components, horde, bases, fresh),
            top and horde.card in squared,
            framed(TRAY_BOX, touched, id_ in view.scene.clickable),
        )
        parts.append((horde.space, part))
    marked = {space for space, part in parts if part.frames}
    yield from (part for space, part in parts if space not in marked)
    yield from (part for space, part in parts if space in marked)


def aside(index: int, count: int) -> int:
    """How far a tray of several in a space lies aside: the top one up and to the left."""
    return (6 - 10 * index) if count > 1 else 0


def hero_parts(view: View) -> Iterator[HeroPart]:
    """Heroes on the map: engaged ones on the grid, others side by side in their space."""
    board = view.board
    crowd = Counter(horde.space for horde in board.hordes)
    loose: dict[SpaceId, list[Hero]] = {}
    for hero in board.heroes:
        if hero.space and hero.base:
            x, y = centre(view.field.where[hero.space])
            dx, dy = middle(BASES[hero.base])
            shift = aside(crowd[hero.space] - 1, crowd[hero.space])
            yield hero_part(view, hero, x + dx + shift, y + dy + shift, 34)
        elif hero.space:
            loose.setdefault(hero.space, []).append(hero)
    for space, heroes in loose.items():
        x, y = centre(view.field.where[space])
        size = 40 if len(heroes) == 1 else 36 if len(heroes) <= 4 else 28
        low = 34 if crowd[space] else 0
        for hero, (dx, dy) in zip(heroes, spread(len(heroes), size + 13), strict=True):
            yield hero_part(view, hero, x + dx, y + dy + low, size)


def hero_part(view: View, hero: Hero, x: float, y: float, size: int) -> HeroPart:
    """A miniature, around its middle."""
    cat = hero.name == WILDCAT
    place = f"on space {hero.space}" if hero.space else "knocked out" if hero.down else "on the Hero board"
    facing = f", facing {FACING[hero.facing]}" if hero.space and not cat else ""
    id_ = hero_id(hero.name)
    return HeroPart(
        id_,
        f"{caption.hero_name(view.board, hero.name)}, {place}{facing}{view.colour(hero.seat)}",
        view.paint(hero.seat),
        short(x),
        short(y),
        size,
        "paw" if cat else "helm",
        None if cat or not hero.space else 90 * QUARTER[hero.facing],
        hero.down,
        False,
        view.frames(id_, Box(-size / 2, -size / 2, size, size, 8)),
        emblem(view, hero.name),
    )


EMBLEMS = {"alleria": "archery", "malik": "axe", "magnus": "mage", "lilith": "queen", "ignus": "flame"}


def emblem(view: View, hero: HeroName) -> str:
    """What distinguishes the heroes of a lone player, who all have one colour."""
    return EMBLEMS.get(hero, "") if view.solo else ""


def reach_part(view: View) -> ReachPart | None:
    """The range of the attack under way, by the arrows of its card."""
    at, components = view.board.pending, view.board.components
    if not isinstance(at, Attacking) or not at.place or at.source not in components.card:
        return None
    spaces = view.field.range[at.source, at.place, at.facing]
    if not spaces:
        return None
    places = tuple(sorted(centre(view.field.where[space]) for space in spaces))
    return ReachPart(f"In range of {name_of_source(components, at.source)}", view.paint(at.seat), places)


def barrier_parts(view: View) -> Iterator[MarkPart]:
    """Pathbreaker cards in play."""
    for barrier in view.board.barriers:
        id_ = pathbreaker_id(barrier.card)
        name = legible(view.board.components.pathbreaker[barrier.card].name)
        closes = f", and closes Spawn point {barrier.token}" if barrier.token else ""
        x, y = centre(view.field.where[barrier.space])
        glyph = BREAK_GLYPHS.get(barrier.card, OTHER_BREAK)
        title = f"Pathbreaker card {name}: bars space {barrier.space}{closes}"
        yield MarkPart(id_, title, x, y, glyph, 0, view.frames(id_, BARRIER_BOX))


def boss_parts(view: View) -> Iterator[MarkPart]:
    """Bosses: in the middle of an empty space, else at its corner."""
    board = view.board
    taken = {h.space for h in board.hordes} | {h.space for h in board.heroes} | {t.site for t in board.towers}
    for boss in board.bosses:
        id_ = boss_id(boss.name)
        x, y = centre(view.field.where[boss.space])
        size = 20 if boss.space in taken else 28
        x, y = (x + 28, y - 28) if boss.space in taken else (x, y)
        glyph = "queen" if boss.name.startswith("lilith") else "hourglass" if "mage" in boss.name else "king"
        title = f"Boss: {legible(boss.name.replace('_', ' ').title())}, on space {boss.space}"
        box = Box(-size, -size, 2 * size, 2 * size, size)
        yield MarkPart(id_, title, x, y, glyph, size, view.frames(id_, box))


def spawn_parts(view: View) -> Iterator[SpawnPart]:
    """Spawn tokens, each at a corner of the space before its stack."""
    closed = {barrier.token for barrier in view.board.barriers}
    for token, corner in spawn_corners(view.field):
        shut = token in closed
        title = f"Spawn point {token}{', closed' if shut else ''}"
        yield SpawnPart(title, *view.map.at(corner), token, shut)


def spawn_corners(field: Field) -> Iterator[tuple[int, Offset]]:
    """Each Spawn token with its place on the map."""
    here: Counter[SpaceId] = Counter()
    for token, route in field.routes.items():
        yield token, _spawn_corner(field, token, here[route[0]])
        here[route[0]] += 1


def _spawn_corner(field: Field, token: int, index: int) -> Offset:
    """A corner of the first space of a route that the route does not pass; the next ones for other tokens there."""
    route = field.routes[token]
    here = field.where[route[0]]
    there = field.where[route[1]] if len(route) > 1 else field.exits[field.exit_of[token]]
    dx, dy = there[0] - here[0], there[1] - here[1]
    along = ((dx > 0) - (dx < 0), 0) if dx else (0, (dy > 0) - (dy < 0))
    ox, oy = CORNER[along]
    if index:  # across the route: the other corner, then between the two
        ox, oy = (ox, -oy if index == 1 else 0) if along[0] else (-ox if index == 1 else 0, oy)
    x, y = centre(here)
    return x + 42 * ox, y + 42 * oy


def space_notes(view: View, built: Mapping[str, str]) -> tuple[NoteText, ...]:
    """The names of Building sites and of Path spaces, where nothing lies upon them; of other ground if it is spoken of.

    `built` are the ids of sites with a Tower, with the class that colours it.
    """
    board = view.board
    over = {h.space for h in board.hordes} | {b.space for b in board.barriers} | {b.space for b in board.bosses}
    others = frozenset(id_ for id_ in view.scene.touched if id_.startswith("space:"))
    return _space_notes(view.map, view.field, board.setting, board.seats, frozenset(over), tuple(built.items()), others)


@lru_cache(maxsize=1024)
def _space_notes(
    land: MapPart,
    field: Field,
    setting: Scenario,
    seats: int,
    over: frozenset[SpaceId],
    built: tuple[tuple[str, str], ...],
    others: frozenset[str],
) -> tuple[NoteText, ...]:
    sites, owners = setting.sites(seats), dict(built)
    named = [space for space in field.where if space in sites or space in field.path or space_id(space) in others]
    return tuple(
        _note(land, centre(field.where[space]), space, owners.get(space_id(space)), site=space in sites)
        for space in named
        if space not in over
    )


def _note(land: MapPart, middle: tuple[int, int], space: SpaceId, owner: str | None, *, site: bool) -> NoteText:
    x, y = middle
    if owner:
        px, py = land.at((x + 33, y - 31.5))
        return NoteText(space, px, round(py + 4, 1), f"on-band end s12 {owner}")
    return NoteText(space, *land.at((x, y + (44 if site else 40))), "place mid s12")
