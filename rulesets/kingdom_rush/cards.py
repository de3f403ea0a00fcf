"""Cards ready to play with: what placing and range need is worked out once, when the set is loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from rulesets.kingdom_rush.geometry import (
    CELLS,
    FULL,
    SIZE,
    Direction,
    Facing,
    Mask,
    Offset,
    Quarter,
    Shape,
    spots,
    turned_mask,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from rulesets.kingdom_rush import schema

BARS = {"F": "flying", "G": "ghost", "K": "pathbreaker", "#": "portal"}
"""Signs of what cannot be covered."""

CORNERS = {"nw": 0, "ne": 1, "sw": SIZE, "se": SIZE + 1}


class TileStep(Struct, frozen=True, gc=False):
    """One tile of a card, or all Soldiers of an attack: attacks are laid out as one list, in printed order."""

    attack: int
    damage: str
    kind: str
    """Key of `Face.barred`: the damage type, or `soldier:` and the damage type."""
    linked: bool
    same: bool
    """The same tile as the step before, of the same attack."""
    shape: str
    spots: tuple[dict[str, Mask], ...]
    """By quarter turn of the card: where the tile may lie in an empty tray, name to mask."""
    soldiers: int = 0


class Attack(Struct, frozen=True, gc=False):
    """What one attack reaches; its tiles are steps of its card."""

    damage: str
    arrows: tuple[tuple[Direction, int], ...]
    perfect: bool
    melee: bool
    soldiers: int


class Card(Struct, frozen=True, gc=False):
    """Attacks of a Tower, of a Hero or of an ability tile. The id is that of the Tower, Hero or tile."""

    id: str
    attacks: tuple[Attack, ...] = ()
    steps: tuple[TileStep, ...] = ()


class Tower(Struct, frozen=True, gc=False):
    """A Tower; all of its cards are alike."""

    id: str
    name: str
    type: str
    level: int
    copies: int
    card: Card
    upgrades: tuple[str, ...]
    """Towers of its type one level higher (KRR-PAS-03, KRR-PAS-05)."""


class Hero(Struct, frozen=True, gc=False):
    """A Hero board."""

    id: str
    name: str
    health: int
    move: int
    card: Card
    """The basic attack."""
    towers: Mapping[int, tuple[str, ...]]
    """Starting Towers by number of players."""
    abilities: tuple[str, ...]
    turn: int | None
    """How its bonus tile lies, in degrees clockwise; None: as one likes."""


class Ability(Struct, frozen=True, gc=False):
    """A special-ability tile."""

    id: str
    hero: str
    name: str
    ongoing: bool
    protection: bool
    card: Card
    """Without steps where the text fixes all tiles."""
    damage: str | None
    turn: int | None
    """How the tiles lie that the text fixes by size, in degrees clockwise; None: as one likes."""
    pattern: tuple[Offset, ...] | None
    custom: bool
    """The appendix does not explain it: it is its attack, and its protection."""


class Foe(Struct, frozen=True, gc=False):
    """One enemy on a tray."""

    mask: Mask
    name: str
    sign: str
    defences: tuple[str, ...]
    icons: tuple[str, ...]
    seen: Mask
    """Squares of which one uncovered shows its icons (KRR-AMB-08)."""

    @property
    def big(self) -> bool:
        return self.mask.bit_count() == 4


class Face(Struct, frozen=True, gc=False):
    """A Horde card turned as it lies in its tray."""

    foes: tuple[Foe, ...]
    enemies: tuple[Mask, ...]
    """The squares of each; four bits are a Big one."""
    all: Mask
    """Squares that must be covered (KRR-DES-02)."""
    bars: Mask
    """Squares that cannot be covered (KRR-DMG-06)."""
    barred: Mapping[str, Mask]
    """Squares that may not be covered by `physical`, `magical`, `true`, `base` or `soldier:` and a damage type."""
    heal: Mask
    """A heal icon is visible if one of these squares is uncovered; so for the next two."""
    speed: Mask
    dead_eye: Mask


class HordeCard(Struct, frozen=True, gc=False):
    """All copies of a Horde or Portal."""

    id: str
    name: str
    copies: tuple[str, ...]
    faces: tuple[Face, ...]
    """By quarter turns clockwise of the card."""
    purple: Facing
    crystals: int
    level: int
    """Of a Portal; 0 is a Horde."""
    flying: bool
    ghost: bool
    """It has a ghost bar."""
    breaks: tuple[str, ...]
    """Icons of its pathbreaker bar, left to right; none without one."""
    ghost_deck: bool

    @property
    def back(self) -> str:
        """What its back shows: crystals, and whether a ghost, in one word."""
        return f"{self.crystals}{'-ghost' if self.ghost or self.ghost_deck else ''}"


class Deck(Struct, frozen=True, gc=False):
    """A deck of Timewarp or Portal storm cards."""

    id: str
    cards: tuple[str, ...]
    """Ids of all copies, sorted."""


class Warp(Struct, frozen=True, gc=False):
    """One copy of a card of a deck."""

    id: str
    text: str
    does: tuple[tuple[str, int], ...]


def copies_of(id_: str, count: int) -> tuple[str, ...]:
    """The ids of equal cards."""
    return tuple(f"{id_}-{number}" for number in range(1, count + 1))


# --- attacks


def offsets_of(rows: Iterable[str]) -> Shape:
    """The squares of a drawn tile."""
    return tuple((x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == "x")


def card_of(id_: str, attacks: Iterable[schema.Attack], shapes: Mapping[str, Shape]) -> Card:
    """Attacks with their steps laid out."""
    printed = tuple(attacks)
    steps = tuple(step for number, attack in enumerate(printed) for step in _steps(number, attack, shapes))
    return Card(id_, tuple(map(_attack, printed)), steps)


def _attack(attack: schema.Attack) -> Attack:
    return Attack(attack.damage, attack.arrows.present(), attack.perfect, attack.melee, attack.soldiers)


def _steps(number: int, attack: schema.Attack, shapes: Mapping[str, Shape]) -> Iterator[TileStep]:
    damage, linked = attack.damage, attack.linked
    for index, tile in enumerate(attack.tiles):
        same = index > 0 and attack.tiles[index - 1] == tile
        shape, turn = shapes[tile.shape], tile.turn // 90
        places = tuple(spots(shape, turn + quarter, tile.flip, tile.free) for quarter in range(4))
        yield TileStep(number, damage, damage, linked, same, tile.shape, places)
    if attack.soldiers:
        places = (spots(((0, 0),)),) * 4
        yield TileStep(number, damage, f"soldier:{damage}", linked, False, "1x1", places, soldiers=attack.soldiers)


# --- trays


class Drawn(Struct, frozen=True, gc=False):
    """What a drawing of a tray shows, upright."""

    foes: tuple[Foe, ...]
    bars: Mapping[str, Mask]
    """By name of the bar, and `portal`."""


class BadDrawing(Exception):
    """A drawing without a meaning: `row` is where."""

    def __init__(self, row: int, detail: str) -> None:
        super().__init__(detail)
        self.row = row


def read_tray(rows: tuple[str, ...], enemies: Mapping[str, schema.Enemy]) -> Drawn:
    """The enemies and bars of a drawing. Raises BadDrawing."""
    signs = "".join(rows)
    foes: list[Foe] = []
    bars = dict.fromkeys(BARS.values(), 0)
    used = 0
    for index, sign in enumerate(signs):
        bit = 1 << index
        if sign == "." or used & bit:
            continue
        if name := BARS.get(sign):
            bars[name] |= bit
        elif enemy := enemies.get(sign):
            foe = _foe(enemy, index, signs, used)
            foes.append(foe)
            used |= foe.mask
        else:
            raise BadDrawing(index // SIZE, f"no enemy has the sign {sign!r}")
    return Drawn(tuple(foes), bars)


def _foe(enemy: schema.Enemy, index: int, signs: str, used: Mask) -> Foe:
    mask = 1 << index
    if enemy.big:
        squares = [index + offset for offset in CORNERS.values()]
        mask = sum(1 << square for square in squares)
        if (
            index % SIZE == SIZE - 1
            or index // SIZE == SIZE - 1
            or used & mask
            or {signs[i] for i in squares} != {enemy.sign}
        ):
            raise BadDrawing(index // SIZE, f"the Big {enemy.name} at {CELLS[index]} is not drawn as 2x2 letters")
    seen = 1 << index + CORNERS[enemy.icon_at] if enemy.icon_at else mask
    return Foe(mask, enemy.name, enemy.sign, enemy.defences, enemy.icons, seen)


def face_of(drawn: Drawn, turn: Quarter) -> Face:
    """A drawing turned clockwise, as masks."""
    foes = tuple(
        Foe(turned_mask(f.mask, turn), f.name, f.sign, f.defences, f.icons, turned_mask(f.seen, turn))
        for f in drawn.foes
    )
    every = _union(f.mask for f in foes)
    bars = turned_mask(_union(drawn.bars.values()), turn)
    having = {what: _union(f.mask for f in foes if what in f.defences) for what in ("physical", "magical", "deadly")}
    barred = {"physical": bars | having["physical"], "magical": bars | having["magical"], "true": bars}
    no_soldier = having["deadly"] | FULL & ~every
    barred |= {f"soldier:{damage}": mask | no_soldier for damage, mask in barred.items()}
    barred["base"] = bars | having["deadly"]
    icons = {what: _union(f.seen for f in foes if what in f.icons) for what in ("heal", "speed", "dead_eye")}
    return Face(foes, tuple(f.mask for f in foes), every, bars, barred, **icons)


def _union(masks: Iterable[Mask]) -> Mask:
    union = 0
    for mask in masks:
        union |= mask
    return union


def horde_card(horde: schema.Horde, drawn: Drawn) -> HordeCard:
    """A Horde with its four faces."""
    return HordeCard(
        horde.id,
        horde.name,
        copies_of(horde.id, horde.copies),
        tuple(face_of(drawn, turn) for turn in range(4)),
        horde.purple,
        horde.crystals,
        horde.level or 0,
        bool(drawn.bars["flying"]),
        bool(drawn.bars["ghost"]),
        horde.breaks or (),
        horde.ghost_deck,
    )
