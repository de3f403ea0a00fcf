"""The cards of a component set, each by itself."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from msgspec import Struct

from rulesets.kingdom_rush.geometry import QUARTER
from rulesets.kingdom_rush.ids import exit_id, space_id
from rulesets.kingdom_rush.picture.land import land
from rulesets.kingdom_rush.picture.on_map import spawn_corners
from rulesets.kingdom_rush.picture.parts import LandPart, PlatePart, SitePart, SpawnPart, TowerPart
from rulesets.kingdom_rush.picture.places import SPACE, centre
from rulesets.kingdom_rush.picture.table import TEMPLATE
from rulesets.kingdom_rush.picture.trays import (
    BREAK_GLYPHS,
    NOTHING,
    OTHER_BREAK,
    SPELL_GLYPHS,
    columns_and_rows,
    glyph_of,
    middle,
    outline,
    soldiers,
    tray_part,
)
from rulesets.kingdom_rush.picture.view import PAINTS
from rulesets.kingdom_rush.pieces import Horde
from rulesets.kit.faces import EVERYTHING, CardFace, counted_once, spelled
from rulesets.kit.svg import Box, Glyph, legible
from rulesets.kit.words import counted, joined

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rulesets.kingdom_rush.cards import Ability, Attack, Card, Face, Hero, HordeCard, Tower, Warp
    from rulesets.kingdom_rush.components import Components
    from rulesets.kingdom_rush.geometry import Mask
    from rulesets.kingdom_rush.scenario import Scenario
    from rulesets.kingdom_rush.schema import Difficulty, Pathbreaker, Spell

CELL, GAP = 17, 14
"""A square of a tray, and the room between the tiles of an attack."""
PLATE, SIGN, DEED = 56, 36, 30
CHART = 260
"""How wide the map of a scenario is."""
MOST_PLAYERS = 4
AROUND_TRAY, AROUND_TOWER, AROUND_PLATE = (
    Box(-50, -62, 102, 114),
    Box(-42, -50, 86, 98),
    Box(-2, -2, PLATE + 4, PLATE + 4),
)


RECTANGLE = re.compile(r"\dx\d")
DEEDS = {
    "hearts": "Hearts lost: {}",
    "crystals_lost": "Crystals lost: {}",
    "crystals_gained": "Crystals gained: {}",
    "heroes": "Damage to each Hero on the map: {}",
    "soldiers": "All Soldiers go back to the supply",
    "heal": "Hordes that lose their Damage tiles: {}",
    "march": "Hordes that make a move attempt: {}",
}
DEED_SIGNS = {
    "hearts": ("heart", "\N{MINUS SIGN}"),
    "crystals_lost": ("crystal", "\N{MINUS SIGN}"),
    "crystals_gained": ("crystal", "+"),
    "heroes": ("helm", "\N{MINUS SIGN}"),
    "soldiers": ("meeple", ""),
    "heal": ("heal", ""),
    "march": ("boot", ""),
}
"""What a card of a deck does: its symbol, and what stands before its number."""
RESISTS = {"physical": "resists physical", "magical": "resists magical", "deadly": "deadly"}


class Drawn(Struct, frozen=True, gc=False):
    """A Damage tile beside the card that places it."""

    x: float
    y: float
    kind: str
    """The class that colours it: a damage type."""
    outline: str


class ChartPart(Struct, frozen=True):
    """The map of a scenario."""

    width: float
    height: float
    scale: float
    land: LandPart
    exits: tuple[tuple[int, int, str, str], ...]
    sites: tuple[SitePart, ...]
    spawns: tuple[SpawnPart, ...]


class WarpPart(Struct, frozen=True):
    """A card of a deck."""

    w: int
    h: int
    deeds: tuple[Glyph, ...]


class SourcePart(Struct, frozen=True):
    """A Tower, a hero, an ability or a Spell, with the tiles that it places."""

    tower: TowerPart | None
    plate: PlatePart | None
    tiles: tuple[Drawn, ...]


def cards(components: Components) -> tuple[CardFace, ...]:
    """Towers by type, Heroes with their abilities, Spells, Hordes and Portals, what scenarios add, the scenarios."""
    copies = {copy: card for card in components.horde.values() for copy in card.copies[:1]}
    hordes = sorted(copies.values(), key=lambda card: (_kind_of(card), card.level, card.name))
    return (
        *(_tower(components, tower) for tower in components.tower.values()),
        *(_hero(components, hero) for hero in components.hero.values()),
        *(_ability(components, tile) for tile in components.ability.values()),
        *(_spell(components, spell) for spell in components.spell.values()),
        *(_horde(components, card) for card in hordes),
        *(_life(components, id_, face) for id_, face in components.boss_life.items()),
        *(_pathbreaker(components, card) for card in components.pathbreaker.values()),
        *counted_once(((warp.text, warp.does), _warp(components, warp)) for warp in components.warp.values()),
        *(_scenario(components, scenario) for scenario in components.scenario.values()),
    )


def _invented(components: Components, *facts: str) -> tuple[str, ...]:
    """The box prints names, types and levels of much; what it does not print is made up in a set that says so."""
    return (facts or EVERYTHING) if components.source == "invented" else ()


# --- what attacks


def _tower(components: Components, tower: Tower) -> CardFace:
    title = legible(f"{tower.name}, level {tower.level}")
    part = TowerPart("", title, 0, 0, "seat-1", 0, glyph_of(components, tower.id), tower.level, 0, True, None)
    picture = _source(components, tower.card, title, tower=part)
    text = (f"{tower.type.capitalize()} of level {tower.level}.", *_attacks(components, tower.card))
    made_up = _invented(components, "copies", "attacks")
    return CardFace(
        id=tower.id,
        name=tower.name,
        kind="Towers",
        text=text,
        picture=picture,
        copies=max(1, tower.copies),
        invented=made_up,
    )


def _hero(components: Components, hero: Hero) -> CardFace:
    title = legible(f"{hero.name}: health {hero.health}, {hero.move} move points")
    return CardFace(
        id=hero.id,
        name=hero.name,
        kind="Heroes",
        text=(
            f"Health {hero.health}, {counted(hero.move, 'move point')}.",
            *_attacks(components, hero.card),
            *_starting(components, hero),
        ),
        picture=_source(components, hero.card, title, plate=_plate(title, "helm", "seat-1")),
        invented=_invented(components, "health", "move points", "basic attack"),
    )


def _starting(components: Components, hero: Hero) -> Iterator[str]:
    for players, towers in hero.towers.items():
        names = joined(components.tower[tower].name for tower in towers)
        yield f"With {counted(players, 'player')} begins with {names}."


def _ability(components: Components, tile: Ability) -> CardFace:
    of = components.hero[tile.hero].name if tile.hero in components.hero else tile.hero.capitalize()
    protects = " Protects its Hero." if tile.protection else ""
    text = f"{'Ongoing' if tile.ongoing else 'Instant'} ability of {of}.{protects}"
    title = legible(f"{tile.name}, ability of {of}")
    picture = _source(components, tile.card, title, plate=_plate(title, glyph_of(components, tile.id)))
    made_up = _invented(components, *(() if tile.custom else ("tiles",)))
    return CardFace(
        id=tile.id,
        name=tile.name,
        kind="Abilities",
        text=(text, *_attacks(components, tile.card)),
        picture=picture,
        invented=made_up,
    )


def _spell(components: Components, spell: Spell) -> CardFace:
    title = legible(f"Spell {spell.name}, power {spell.power}")
    picture = TEMPLATE.draw_piece("plate", _plate(title, SPELL_GLYPHS.get(spell.id, "scroll")), AROUND_PLATE, title)
    return CardFace(id=spell.id, name=spell.name, kind="Spells", text=(f"Power {spell.power}.",), picture=picture)


def _plate(title: str, glyph: str, owner: str = "") -> PlatePart:
    size = 16 if owner else SIGN
    return PlatePart("", title, 0, 0, PLATE, PLATE, size, glyph, "ready", owner)


def _source(
    components: Components, card: Card, title: str, *, tower: TowerPart | None = None, plate: PlatePart | None = None
) -> str:
    """A card with the tiles of its attacks at its right, in their order."""
    own = AROUND_TOWER if tower else AROUND_PLATE
    left, y = own.x + own.w + GAP / 2, own.y + own.h / 2
    tiles, high = [], own.h
    for step in card.steps:
        if step.shape:
            mask = next(iter(components.spots[step.shape].values()))
            wide, tall = _size(mask)
            tiles.append(_tile(mask, step.damage, left + wide / 2, y))
            left, high = left + wide + GAP, max(high, tall + 6)
    box = Box(own.x, y - high / 2, left - own.x, high)
    return TEMPLATE.draw_piece("source", SourcePart(tower, plate, tuple(tiles)), box, title)


def _size(mask: Mask) -> tuple[int, int]:
    columns, rows = columns_and_rows(mask)
    return CELL * (max(columns) - min(columns) + 1), CELL * (max(rows) - min(rows) + 1)


def _tile(mask: Mask, damage: str, x: float, y: float) -> Drawn:
    """A tile around a place."""
    across, down = middle(mask)
    return Drawn(round(x - across, 1), round(y - down, 1), damage, outline(mask, 1.6))


def _attacks(components: Components, card: Card) -> Iterator[str]:
    for number, attack in enumerate(card.attacks):
        shapes = [step.shape for step in card.steps if step.attack == number and step.shape]
        yield _attack(attack, [_shape(components, shape) for shape in shapes])


def _shape(components: Components, shape: str) -> str:
    """A tile of a shape as players call it, `1x3`; of others, how many squares it has."""
    return shape if RECTANGLE.fullmatch(shape) else f"{len(components.shape[shape])} squares"


def _attack(attack: Attack, shapes: list[str]) -> str:
    """`Physical damage: 1x3, 1x1 and 2 Soldiers; reaches N 2, NE 1.`"""
    what = [*shapes, *([soldiers(attack.soldiers)] if attack.soldiers else [])]
    reach = ["engaged Horde"] if attack.melee else ["any space"] if attack.perfect else []
    reach += [f"{direction} {spaces}" for direction, spaces in attack.arrows]
    return (
        f"{attack.damage.capitalize()} damage: {', '.join(what) or 'nothing'}; reaches {', '.join(reach) or 'nothing'}."
    )


# --- what is attacked


def _kind_of(card: HordeCard) -> str:
    return "Portals" if card.level else "Ghosts" if card.ghost_deck else "Hordes"


def _horde(components: Components, card: HordeCard) -> CardFace:
    turn = -QUARTER[card.purple] % 4
    tray = tray_part(components, Horde(card.copies[0], "", 1, turn, card.level), 0, NOTHING)
    bars = [word for word, has in (("flying", card.flying), ("ghost", card.ghost), ("pathbreaker", card.breaks)) if has]
    level = f"Portal of level {card.level}. " if card.level else ""
    return CardFace(
        id=card.id,
        name=card.name,
        kind=_kind_of(card),
        text=(
            f"{level}{_enemies(card.faces[0])}.",
            *([f"{', '.join(bars).capitalize()}."] if bars else []),
            f"Pays {counted(card.crystals, 'Crystal')}.",
        ),
        picture=TEMPLATE.draw_piece("tray", tray, AROUND_TRAY, legible(card.name)),
        copies=len(card.copies),
        invented=_invented(components),
    )


def _enemies(face: Face) -> str:
    """`2 Goblins and a Shaman (heal)`, each kind with what it resists and shows."""
    kinds = Counter((foe.name, (*(RESISTS[word] for word in foe.defences), *foe.icons)) for foe in face.foes)
    texts = (f"{count} {name}{f' ({_signs(signs)})' if signs else ''}" for (name, signs), count in kinds.items())
    return ", ".join(texts) or "No enemies"


def _signs(signs: Iterable[str]) -> str:
    return ", ".join(sign.replace("_", " ") for sign in signs)


def _life(components: Components, id_: str, face: Face) -> CardFace:
    name = components.life_name[id_]
    tray = tray_part(components, Horde(id_, "", 1, 0), 0, NOTHING)
    picture = TEMPLATE.draw_piece("tray", tray, AROUND_TRAY, legible(name))
    text = (f"{_enemies(face)}.",)
    return CardFace(id=id_, name=name, kind="Boss Life", text=text, picture=picture, invented=_invented(components))


# --- what scenarios add, and the scenarios


def _pathbreaker(components: Components, card: Pathbreaker) -> CardFace:
    title = legible(card.name)
    picture = TEMPLATE.draw_piece("plate", _plate(title, BREAK_GLYPHS.get(card.id, OTHER_BREAK)), AROUND_PLATE, title)
    made_up = _invented(components)
    return CardFace(id=card.id, name=card.name, kind="Pathbreakers", picture=picture, invented=made_up)


def _warp(components: Components, warp: Warp) -> CardFace:
    does = "; ".join(DEEDS[what].format(amount) for what, amount in warp.does)
    name = spelled(warp.id.rpartition("-")[0].replace("-", "_")).capitalize()
    text = (warp.text, *([f"{does}."] if does else []))
    deeds = tuple(_deed(n, what, amount) for n, (what, amount) in enumerate(warp.does))
    part = WarpPart(PLATE + 24, PLATE - 20 + DEED * max(len(deeds) - 1, 0), deeds or (Glyph("hourglass", 28, 6, 24),))
    picture = TEMPLATE.draw_piece(
        "warp", part, Box(-2, -2, part.w + 4, part.h + 4), legible(f"{name}: {does or 'nothing'}")
    )
    kind, made_up = "Timewarp and Portal storm", _invented(components)
    return CardFace(id=warp.id, name=name, kind=kind, text=text, picture=picture, invented=made_up)


def _deed(row: int, what: str, amount: int) -> Glyph:
    """A sign of what a card does, with how much of it there is."""
    glyph, before = DEED_SIGNS[what]
    number = f"{before}{amount}" if before else f"{amount}" if amount > 1 else ""
    return Glyph(glyph, 14 if number else 28, 6 + DEED * row, 24, number)


def _chart(components: Components, scenario: Scenario) -> str:
    """The map of a scenario, with the Building sites that most players have."""
    field = components.field[scenario.id]
    scale = round(CHART / (SPACE * field.width), 4)
    width, height = round(SPACE * field.width * scale), round(SPACE * field.height * scale)
    sites = tuple(
        SitePart(
            space_id(site),
            f"Building site {site}, {colour}",
            *centre(field.where[site]),
            f"paint-{colour}" if colour in PAINTS else "",
            0,
            False,
            (),
            None,
        )
        for site, colour in scenario.sites(MOST_PLAYERS).items()
    )
    exits = tuple((*centre(xy), exit_id(name), f"Exit {name}") for name, xy in field.exits.items())
    spawns = tuple(
        SpawnPart(f"Spawn point {token}", round(x * scale, 1), round(y * scale, 1), token, False)
        for token, (x, y) in spawn_corners(field)
    )
    part = ChartPart(width, height, scale, land(field), exits, sites, spawns)
    title = legible(f"The map of {scenario.title}")
    return TEMPLATE.draw_piece("chart", part, Box(-12, -12, width + 24, height + 24), title)


def _scenario(components: Components, scenario: Scenario) -> CardFace:
    made_up = EVERYTHING if scenario.source == "invented" else ()
    lines = (scenario.text, *(_difficulty(name, each) for name, each in scenario.difficulties.items()))
    picture = _chart(components, scenario)
    return CardFace(
        id=scenario.id,
        name=scenario.title,
        kind="Scenarios",
        text=tuple(filter(None, lines)),
        picture=picture,
        invented=made_up,
    )


def _difficulty(name: str, difficulty: Difficulty) -> str:
    """`Normal: with 1 to 4 players 8, 8, 8 or 8 Hearts and 2, 2, 2 or 3 Crystals.`"""
    hearts, crystals = (", ".join(map(str, each)) for each in (difficulty.hearts, difficulty.crystals))
    return f"{name.capitalize()}: Hearts for 1, 2, 3 and 4 players {hearts}; Crystals {crystals}."
