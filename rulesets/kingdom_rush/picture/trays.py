"""How a tray looks: enemies, bars, tiles and Soldiers, placed around the middle of the tray.

An enemy that a tile covers is an open ring on it, so whatever is full is still uncovered.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec import Struct

from rulesets.kingdom_rush.components import Components
from rulesets.kingdom_rush.geometry import QUARTER, SIZE, Mask, Quarter, bits, mask_of, turned_mask
from rulesets.kingdom_rush.names import tile_name
from rulesets.kingdom_rush.pieces import CardId, Horde, Laid
from rulesets.kit.svg import Glyph, legible, short

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.kingdom_rush.cards import Face, Foe, HordeCard

CELL = 17
"""A square of a tray, in board units."""

LEVEL_X, LEVEL_Y = 33, -50
"""Where the level of a Portal stands, from the middle of its tray."""

CACHE_SIZE = 4096
CENTRE: Mask = 1 << 12

ICON_GLYPHS = {"heal": "heal", "speed": "speed", "dead_eye": "deadeye"}
DEFENCE_GLYPHS = {"physical": "armor", "magical": "magic", "deadly": "deadly"}
TOWER_GLYPHS = {"archery": "archery", "cannon": "cannon", "mage": "mage", "soldier": "soldier"}
ABILITY_GLYPHS = {
    "call_of_the_wild": "tree",
    "like_the_wind": "wing",
    "do_you_bleed": "bleed",
    "hunters_mark": "deadeye",
    "its_hammer_time": "turned",
    "earthquake": "break",
    "hammer_smash": "axe",
    "cant_touch_this": "armor",
    "infernal_wheel": "counter",
    "reapers_harvest": "deadly",
    "heavenly_chaos": "queen",
    "resurrection": "heart",
    "hocus_pocus": "magic",
    "mirage": "eye",
    "knowledge_is_power": "scroll",
    "arcane_ward": "armor",
    "flaming_frenzy": "flame",
    "fire_and_brimstone": "torch",
    "surge_of_flames": "boot",
    "lets_burn": "flame",
}
SPELL_GLYPHS = {
    "rain_of_fire": "flame",
    "reinforcements": "meeple",
    "thunderbolt": "stun",
    "lightning_bolt": "magic",
    "hand_of_midas": "coin",
    "gem_of_timewarp": "hourglass",
}
OTHER_GLYPH = "scroll"
"""Of an ability that the appendix does not explain."""
BREAK_GLYPHS = {"axe": "axe", "ram": "ram", "torch": "torch"}
OTHER_BREAK = "break"


# --- the parts that the template draws


class FoePart(Struct, frozen=True, gc=False):
    """An enemy, by its middle."""

    form: str
    """`disc`, `shield`, `hex`, `both` (a shield with a hole), `star` or `big`."""
    x: float
    y: float
    icons: tuple[Glyph, ...]


class BarPart(Struct, frozen=True, gc=False):
    """Squares in line that cannot be covered, and need not."""

    x: float
    y: float
    w: float
    h: float
    icons: tuple[Glyph, ...]


class TilePart(Struct, frozen=True, gc=False):
    """A Damage tile or Portal tile."""

    title: str
    kind: str
    """The class that colours it: a damage type, or `foes` for a Portal tile."""
    outline: str
    unders: tuple[tuple[float, float, float], ...]
    """Covered enemies: middle, and half their width."""
    glyph: Glyph
    ring: str
    """The outline around it if the last event laid it; else empty."""


class TrayPart(Struct, frozen=True, gc=False):
    """A Horde in its tray."""

    tray: bool
    """Whether it lies in one; there are twelve."""
    edge: int
    """Degrees that the purple line is turned by: 0 is north."""
    foes: tuple[FoePart, ...]
    bars: tuple[BarPart, ...]
    portal: bool
    tiles: tuple[TilePart, ...]
    soldiers: tuple[tuple[float, float, bool], ...]
    """Middle, and whether the last event placed it."""
    level: int
    """As a Portal; 0 when it is none."""
    done: bool
    """Nothing is left to be covered."""


class Fresh(Struct, frozen=True, gc=False):
    """What the last event laid into a tray."""

    tiles: int = 0
    """How many of the last tiles."""
    soldiers: Mask = 0


NOTHING = Fresh()


# --- squares


def middle(mask: Mask) -> tuple[float, float]:
    """The middle of the box around some squares, from the middle of the tray."""
    xs, ys = columns_and_rows(mask)
    return short((min(xs) + max(xs) - SIZE + 1) * CELL / 2), short((min(ys) + max(ys) - SIZE + 1) * CELL / 2)


def columns_and_rows(mask: Mask) -> tuple[list[int], list[int]]:
    """The columns and the rows of some squares, from 0."""
    found = [i for i in range(SIZE * SIZE) if mask >> i & 1]
    return [i % SIZE for i in found], [i // SIZE for i in found]


Edge = tuple[int, int, int, int]
"""Where the side of a square begins, and where it goes: clockwise around the square."""


@lru_cache(CACHE_SIZE)
def outline(mask: Mask, inset: float) -> str:
    """The path around some squares, drawn in by `inset`; squares that meet at a corner alone stay apart."""
    return "".join(map(_path, _loops(mask, inset)))


def _path(loop: list[tuple[float, float]]) -> str:
    """The way round: down or up, and across, in turn."""
    x, y = loop[0]
    sides = (f"V{to[1]:g}" if to[0] == at[0] else f"H{to[0]:g}" for at, to in pairwise(loop))
    return f"M{x:g} {y:g}{''.join(sides)}z"


def _loops(mask: Mask, inset: float) -> Iterator[list[tuple[float, float]]]:
    """The corners of each way round."""
    left = dict.fromkeys(_edges(mask))
    while left:
        edge = first = next(iter(left))
        loop: list[tuple[float, float]] = []
        while True:
            del left[edge]
            x, y, dx, dy = edge
            x, y = x + dx, y + dy
            turns = ((x, y, -dy, dx), (x, y, dx, dy), (x, y, dy, -dx))
            after = next((turn for turn in turns if turn in left), first)
            if after[2:] != (dx, dy):
                # inwards is to the right of a side that goes clockwise
                inwards = -dy - after[3], dx + after[2]
                loop.append(((x - SIZE / 2) * CELL + inset * inwards[0], (y - SIZE / 2) * CELL + inset * inwards[1]))
            if after == first:
                break
            edge = after
        yield loop


def _edges(mask: Mask) -> Iterator[Edge]:
    """The sides of squares that no other square of the set lies beyond."""
    inside = [(i % SIZE, i // SIZE) for i in range(SIZE * SIZE) if mask >> i & 1]
    for x, y in inside:
        for edge, beyond in (
            ((x, y, 1, 0), (x, y - 1)),
            ((x + 1, y, 0, 1), (x + 1, y)),
            ((x + 1, y + 1, -1, 0), (x, y + 1)),
            ((x, y + 1, 0, -1), (x - 1, y)),
        ):
            if beyond not in inside:
                yield edge


# --- enemies and bars


def foe_part(foe: Foe) -> FoePart:
    """An enemy with the form of its defences and the glyphs of its icons."""
    x, y = middle(foe.mask)
    if foe.big:
        return FoePart("big", x, y, _big_icons(foe, x, y))
    form = "disc"
    if "deadly" in foe.defences:
        form = "star"
    elif "physical" in foe.defences:
        form = "both" if "magical" in foe.defences else "shield"
    elif "magical" in foe.defences:
        form = "hex"
    return FoePart(form, x, y, tuple(_glyph(ICON_GLYPHS[icon], x, y, 9.2) for icon in foe.icons[:1]))


def _big_icons(foe: Foe, x: float, y: float) -> tuple[Glyph, ...]:
    """What a Big enemy shows: an icon where covering it counts, the rest in the other corners."""
    icons = [ICON_GLYPHS[icon] for icon in foe.icons]
    defences = [DEFENCE_GLYPHS[defence] for defence in foe.defences]
    glyphs = icons + defences
    if len(glyphs) == 1 and foe.seen == foe.mask:
        return (_glyph(glyphs[0], x, y, 16),)
    corners = [middle(bit) for bit in bits(foe.mask)]
    seen = middle(foe.seen) if foe.seen != foe.mask else corners[0]
    corners.sort(key=lambda corner: (corner != seen, (corner[0] != seen[0]) != (corner[1] != seen[1])))
    if len(glyphs) == 2:
        corners[1] = corners[-1] if corners[-1][0] != seen[0] else corners[1]
    near = ((x + (cx - x) * 0.78, y + (cy - y) * 0.78) for cx, cy in corners)
    return tuple(_glyph(name, gx, gy, 11.5) for name, (gx, gy) in zip(glyphs, near, strict=False))


def _glyph(name: str, x: float, y: float, size: float) -> Glyph:
    return Glyph(name, round(x - size / 2, 2), round(y - size / 2, 2), size)


def bar_parts(card: HordeCard, face: Face, turn: Quarter) -> Iterator[BarPart]:
    """The bars of a Horde: pathbreaker along an edge, ghost and flying where they are printed."""
    left = face.bars & ~CENTRE if card.level else face.bars
    if card.breaks:
        squares = [turned_mask(1 << SIZE * (SIZE - 1) + i, turn) for i in range(SIZE)]
        row = sum(squares)
        left &= ~row
        icons = (BREAK_GLYPHS.get(icon, OTHER_BREAK) for icon in card.breaks)
        places = (middle(square) for square in squares[::2])
        yield _bar(row, tuple(_glyph(icon, x, y, 13) for icon, (x, y) in zip(icons, places, strict=False)))
    while left:
        line = _line(left)
        left &= ~line
        name = "untouchable" if line.bit_count() >= 3 or not card.flying else "wing"
        yield _bar(line, (_glyph(name, *middle(line), 14),))


def _line(mask: Mask) -> Mask:
    """The first square of a set and those that follow it, in its row or else in its column."""
    first = mask & -mask
    for step in (1, SIZE):
        line, square = first, first << step
        while square & mask and (step == SIZE or square.bit_length() % SIZE != 1):
            line, square = line | square, square << step
        if line != first:
            return line
    return first


def _bar(mask: Mask, icons: tuple[Glyph, ...]) -> BarPart:
    x, y = middle(mask)
    xs, ys = columns_and_rows(mask)
    w, h = (max(xs) - min(xs) + 1) * CELL - 3, (max(ys) - min(ys) + 1) * CELL - 3
    return BarPart(x - w / 2, y - h / 2, w, h, icons)


# --- tiles


def damage_of(components: Components, laid: Laid) -> str:
    """The damage type of a tile: of its source's tile of that size, else of its first."""
    kinds = [(shot.kind.rpartition(":")[2], shot) for shot in components.program.get(laid.source, ()) if shot.kind]
    if not kinds:
        return "true"
    if all(kind == kinds[0][0] for kind, _ in kinds):
        return kinds[0][0]
    mask = mask_of(laid.cells)
    fitting = (kind for kind, shot in kinds if any(mask in spots.values() for spots in shot.spots))
    return next(fitting, kinds[0][0])


def glyph_of(components: Components, source: str) -> str:
    """The symbol of a Tower, hero, ability or Spell."""
    if source in components.tower:
        return TOWER_GLYPHS[components.tower[source].type]
    if source in components.ability:
        return ABILITY_GLYPHS.get(source, OTHER_GLYPH)
    return SPELL_GLYPHS.get(source, "helm")


def name_of_source(components: Components, source: str) -> str:
    """The name of a Tower, hero, ability or Spell."""
    for table in (components.tower, components.hero, components.ability, components.spell):
        if source in table:
            return legible(table[source].name)
    return source


def _tile(components: Components, face: Face, laid: Laid, under: Mask, fresh: bool) -> TilePart:
    """A tile; `under` are squares whose enemies are covered, Big ones once they are covered wholly."""
    mask, damage = mask_of(laid.cells), damage_of(components, laid)
    title = f"{name_of_source(components, laid.source)}: {damage} damage on {laid.cells}"
    return _covering(title, damage, face, mask, under, glyph_of(components, laid.source), fresh)


def _covering(title: str, kind: str, face: Face, mask: Mask, under: Mask, glyph: str, fresh: bool = False) -> TilePart:
    unders = tuple(
        (*middle(foe.mask), 13.5 if foe.big else 6.46) for foe in face.foes if foe.mask & mask and not foe.mask & ~under
    )
    blank = mask & ~face.all
    spot = middle(blank & -blank if blank else mask & -mask)
    size = 12.2 if blank else 9.8
    ring = outline(mask, -2.5) if fresh else ""
    return TilePart(title, kind, outline(mask, 1.6), unders, _glyph(glyph, *spot, size), ring)


# --- trays


@lru_cache(CACHE_SIZE)
def tray_part(components: Components, horde: Horde, bases: Mask, fresh: Fresh) -> TrayPart:
    """A Horde or Boss Life card in its tray. `bases` are the squares under heroes on it."""
    face = face_of(components, horde)
    card = components.horde.get(horde.card)
    covered = horde.tiled | horde.soldiers | horde.gated | bases
    first_fresh = len(horde.tiles) - fresh.tiles
    tiles = [_tile(components, face, laid, covered, index >= first_fresh) for index, laid in enumerate(horde.tiles)]
    if horde.gated:
        tiles.append(_covering(f"Portal tile {tile_name(horde.gate)}", "foes", face, horde.gated, covered, "portal"))
    return TrayPart(
        horde.tray,
        90 * ((QUARTER[card.purple] + horde.turn) % 4) if card else -1,
        tuple(map(foe_part, face.foes)),
        tuple(bar_parts(card, face, horde.turn)) if card else (),
        bool(card and card.level),
        tuple(tiles),
        tuple((*middle(bit), bool(bit & fresh.soldiers)) for bit in bits(horde.soldiers)),
        horde.level,
        not face.all & ~covered,
    )


def face_of(components: Components, horde: Horde) -> Face:
    """The card of a Horde as it lies in its tray; also of a Boss Life card."""
    return components.boss_life.get(horde.card) or components.face[horde.card][horde.turn]


@lru_cache(CACHE_SIZE)
def tray_title(components: Components, horde: Horde, bases: Mask) -> str:
    """A Horde in words: what it is, how many of its enemies are covered, what it still shows."""
    face, card = face_of(components, horde), components.horde.get(horde.card)
    covered = horde.tiled | horde.soldiers | horde.gated | bases
    count = sum(not mask & ~covered for mask in face.enemies)
    words = [f"{count} of {len(face.enemies)} enemies covered"]
    if horde.soldiers:
        words.append(soldiers(horde.soldiers.bit_count()))
    icons = [
        name
        for name, seen in (("heal", face.heal), ("speed", face.speed), ("dead-eye", face.dead_eye))
        if seen & ~covered
    ]
    if icons:
        words.append(f"still shows {' and '.join(icons)}")
    if card is None:
        return f"The Boss Life card: {', '.join(words)}"
    for name, has in (("flying", card.flying), ("ghost", card.ghost), ("pathbreaker", card.breaks)):
        if has:
            words.append(name)
    if not horde.tray:
        words.append("without tray")
    kind = f", Portal of level {horde.level}" if horde.level else ""
    return (
        f"{horde_name(components, horde.card)}{kind}, on space {horde.space}, route {horde.route}: {', '.join(words)}"
    )


def soldiers(count: int) -> str:
    """`1 Soldier`, `2 Soldiers`."""
    return f"{count} Soldier" if count == 1 else f"{count} Soldiers"


def horde_name(components: Components, card: CardId) -> str:
    """A Horde with the number of its copy."""
    return f"{legible(components.horde[card].name)} {card.rpartition('-')[2]}"
