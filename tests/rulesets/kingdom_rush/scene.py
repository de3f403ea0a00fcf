"""Boards with heroes for tests: a small map, plain heroes, Hordes drawn as they lie in their trays.

The map, with its Exit in the north-west; the path winds from p9 to p1, and blank terrain is called by column and row::

    gate p1 p2 p3 p4 6-1
    1-2  r1 r2 w1 p5 6-2
    1-3  p9 p8 p7 p6 6-3
    1-4  b1 g1 y1 5-4 6-4
"""

from __future__ import annotations

import json
from copy import copy
from functools import cache
from pathlib import Path

import yaml

import rulesets.kingdom_rush
from rulesets.kingdom_rush import schema
from rulesets.kingdom_rush.board import (
    PLAY_CARDS,
    SOLDIERS,
    AbilityTile,
    Board,
    Boss,
    Hero,
    Horde,
    Pending,
    Player,
    Stack,
    Tower,
)
from rulesets.kingdom_rush.cards import horde_card, read_tray
from rulesets.kingdom_rush.components import Components, load
from rulesets.kingdom_rush.geometry import mask_of
from rulesets.kit.components import merge
from rulesets.kit.piles import Pile

FOLDER = Path(rulesets.kingdom_rush.__file__).parent
COLORS = ("red", "blue", "green", "yellow")

HEROES = """
heroes:
  - id: alleria
    name: Alleria
    health: 3
    move: 3
    basic: {damage: physical, arrows: {N: 2, NE: 1}, tiles: [{shape: 1x2}]}
    towers: [[adept, bombard, marksmen, militia], [archer, mage, militia], [archer, mage], [archer]]
  - id: malik
    name: Malik
    health: 5
    move: 2
    basic: {damage: physical, melee: true, tiles: [{shape: 1x3, free: true}]}
    towers: [[archer, artillery, footmen, mage], [archer, bombard, militia], [bombard, militia], [militia]]
  - id: lilith
    name: Lilith
    health: 4
    move: 3
    basic: {damage: "true", melee: true, arrows: {N: 1}, tiles: [{shape: 1x1}]}
    towers: [[archer, artillery, mage, militia], [archer, bombard, mage], [archer, mage], [bombard]]
  - id: magnus
    name: Magnus
    health: 3
    move: 3
    basic: {damage: magical, arrows: {N: 2}, tiles: [{shape: 1x1}]}
    towers: [[adept, archer, artillery, militia], [archer, bombard, mage], [bombard, mage], [mage]]
  - id: ignus
    name: Ignus
    health: 4
    move: 2
    basic: {damage: magical, melee: true, tiles: [{shape: 1x3, free: true}]}
    towers: [[adept, archer, artillery, militia], [bombard, mage, mage], [bombard, mage], [bombard]]

abilities:
  - {id: call_of_the_wild, hero: alleria, name: Call of the Wild, damage: physical}
  - id: like_the_wind
    hero: alleria
    name: Like the Wind
    attack: {damage: physical, arrows: {N: 1}, tiles: [{shape: 1x1}]}
  - id: do_you_bleed
    hero: alleria
    name: Do you bleed?
    attack: {damage: physical, arrows: {N: 1}, tiles: [{shape: 1x1}]}
  - id: hunters_mark
    hero: alleria
    name: Hunter's Mark
    attack: {damage: "true", perfect: true, tiles: [{shape: 1x1}]}
  - {id: its_hammer_time, hero: malik, name: It's Hammer Time}
  - id: earthquake
    hero: malik
    name: Earthquake
    kind: ongoing
    protection: true
    attack: {damage: physical, melee: true, tiles: [{shape: 1x2, free: true}]}
  - id: hammer_smash
    hero: malik
    name: Hammer Smash
    attack: {damage: physical, melee: true, tiles: [{shape: 1x3, free: true}]}
  - {id: cant_touch_this, hero: malik, name: Can't Touch This, kind: ongoing, protection: true}
  - {id: infernal_wheel, hero: lilith, name: Infernal Wheel}
  - {id: reapers_harvest, hero: lilith, name: Reaper's Harvest}
  - {id: heavenly_chaos, hero: lilith, name: Heavenly Chaos}
  - {id: resurrection, hero: lilith, name: Resurrection, kind: ongoing}
  - {id: hocus_pocus, hero: magnus, name: Hocus Pocus, damage: magical}
  - {id: mirage, hero: magnus, name: Mirage}
  - {id: knowledge_is_power, hero: magnus, name: Knowledge is Power}
  - id: arcane_ward
    hero: magnus
    name: Arcane Ward
    kind: ongoing
    protection: true
    attack: {damage: magical, arrows: {N: 1}, tiles: [{shape: 1x1}]}
  - id: flaming_frenzy
    hero: ignus
    name: Flaming Frenzy
    attack: {damage: magical, melee: true, tiles: [{shape: 1x3, free: true}]}
  - id: fire_and_brimstone
    hero: ignus
    name: Fire & Brimstone
    attack: {damage: magical, melee: true, tiles: [{shape: 1x3, free: true}]}
  - {id: surge_of_flames, hero: ignus, name: Surge of Flames, damage: physical}
  - {id: lets_burn, hero: ignus, name: Let's Burn, damage: magical}
"""

SCENARIO = """
source: invented
map:
  - gate p1 p2 p3 p4 .
  - .    r1 r2 w1 p5 .
  - .    p9 p8 p7 p6 .
  - .    b1 g1 y1 .  .
exits: {gate: N}
routes:
  "3": [p9, p8, p7, p6, p5, p4, p3, p2, p1, gate]
sites:
  - {red: [r1, r2], blue: [b1], green: [g1]}
  - {red: [r1, r2], blue: [b1, g1]}
  - {red: [r1, r2], blue: [b1], green: [g1]}
  - {red: [r1, r2], blue: [b1], green: [g1], yellow: [y1]}
white: [w1]
difficulties:
  normal: {hearts: [9, 9, 9, 9], crystals: [2, 2, 2, 2]}
stacks:
  "3":
    - {cards: {goblins: 2}}
towers: {max_level: 4}
spells: {count: 2, max_power: 2}
"""
SCENARIOS = {
    "road": "win: rounds\nrounds: 9",
    "mages": "win: rounds\nrounds: 9\nboss: {boss: time_mages, at: [p9, p8]}",
    "angel": """
win: boss
heroes: {allowed: [alleria, malik, magnus, ignus]}
boss:
  boss: lilith
  at: p3
  route: 3
  deck: timewarp
  life: [[wing-1, wing-2], [wing-1, wing-2], [wing-1, wing-2], [wing-1, wing-2]]
""",
    "rift": "win: rounds\nrounds: 9\nportal_tiles: place_one",
    "storm": "win: rounds\nrounds: 9\nstorm: portal-storm",
}
"""Scenarios on one map: plain; with the Time Mages; with Lilith as Boss; with a Portal tile in each round; with a
Portal storm."""


@cache
def document() -> str:
    """The set that ships, with heroes and scenarios of the tests in the place of its own."""
    files = [FOLDER / "starter.yaml", *sorted((FOLDER / "scenarios").glob("*.yaml"))]
    data = json.loads(merge([file.read_text(encoding="utf-8") for file in files]))
    scenarios = [
        yaml.safe_load(SCENARIO + own) | {"id": id_, "title": f"The Road, {id_}"} for id_, own in SCENARIOS.items()
    ]
    return json.dumps(data | yaml.safe_load(HEROES) | {"scenarios": scenarios})


@cache
def cards() -> Components:
    """The set of `document`."""
    return load(document())


class Drawn:
    """A Horde as it will stand on a board: where, its drawing, and what covers it."""

    def __init__(
        self,
        name: str,
        space: str,
        *rows: str,
        tiled: str = "",
        soldiers: str = "",
        level: int = 0,
        crystals: int = 1,
        gate: str = "",
        gated: str = "",
    ) -> None:
        self.name, self.rows, self.level, self.crystals = name, rows, level, crystals
        self.horde = Horde(
            name,
            space,
            3,
            0,
            level,
            tiled=mask_of(tiled) if tiled else 0,
            soldiers=mask_of(soldiers) if soldiers else 0,
            gate=gate,
            gated=mask_of(gated) if gated else 0,
        )


GOBLINS = (".....", ".gg..", ".gg..", ".....", ".....")
FIELD = ("ggggg", "ggggg", "ggggg", "ggggg", "ggggg")
PORTAL = (".....", ".gg..", ".g#..", ".....", ".....")


def horde(name: str, space: str, *rows: str, tiled: str = "", soldiers: str = "", crystals: int = 1) -> Drawn:
    """A Horde; without rows it is four Goblins on b2 c2 b3 c3."""
    return Drawn(name, space, *(rows or GOBLINS), tiled=tiled, soldiers=soldiers, crystals=crystals)


def portal(name: str, space: str, *rows: str, level: int = 1, tiled: str = "") -> Drawn:
    """A Portal; without rows it has Goblins on b2 c2 b3."""
    return Drawn(name, space, *(rows or PORTAL), level=level, tiled=tiled)


def gated(name: str, space: str, cells: str, *rows: str) -> Drawn:
    """A Horde that a Portal tile made a Portal of level 1."""
    return Drawn(name, space, *(rows or GOBLINS), level=1, gate="azure-rift", gated=cells)


def hero(
    name: str,
    space: str | None = None,
    base: str | None = None,
    *,
    seat: int = 1,
    health: int | None = None,
    abilities: tuple[str | AbilityTile, ...] = (),
    ongoing: tuple[str, ...] = (),
    ready: bool = True,
    down: bool = False,
    bench: bool = False,
    fresh: bool = False,
) -> Hero:
    """A hero in full health, unless told; abilities are face up, unless told."""
    most = 1 if name == "wildcat" else cards().hero[name].health
    tiles = tuple(AbilityTile(tile) if isinstance(tile, str) else tile for tile in abilities)
    return Hero(
        name,
        seat,
        0 if down else most if health is None else health,
        space,
        base,
        down=down,
        ready=ready,
        abilities=tiles,
        ongoing=ongoing,
        bench=bench,
        fresh=fresh,
    )


def table(
    *things: Hero | Drawn | Tower,
    seats: int = 2,
    scenario: str = "road",
    pending: Pending = PLAY_CARDS,
    hands: tuple[tuple[str, ...], ...] = (),
    spells: tuple[str, ...] = (),
    bench: tuple[str, ...] = (),
    eliminated: str = "",
    hearts: int = 9,
    crystals: int = 2,
    stacks: tuple[Stack, ...] = (),
    supply: tuple[str, ...] | None = None,
    bosses: tuple[Boss, ...] = (),
    lives: tuple[str, ...] = (),
    gates: tuple[str, ...] = (),
    round: int = 2,
) -> Board:
    """A board in phase 2 of round 2. A seat without a hero gets one that stands on its board, out of the way."""
    heroes = [thing for thing in things if isinstance(thing, Hero)]
    drawn = [thing for thing in things if isinstance(thing, Drawn)]
    components = _with(drawn)
    allowed = components.scenario[scenario].heroes.allowed
    for seat in range(1, seats + 1):
        if not any(own.seat == seat and own.name != "wildcat" and not own.bench for own in heroes):
            taken = {own.name for own in heroes}
            heroes.append(hero(next(name for name in reversed(allowed) if name not in taken), seat=seat))
    return Board(
        components=components,
        pending=pending,
        scenario=scenario,
        difficulty="normal",
        seats=seats,
        players=tuple(
            Player(COLORS[seat - 1], _own(heroes, seat), hands[seat - 1] if len(hands) >= seat else ())
            for seat in range(1, seats + 1)
        ),
        heroes=tuple(heroes),
        hordes=tuple(one.horde for one in drawn),
        towers=tuple(thing for thing in things if isinstance(thing, Tower)),
        stacks=stacks,
        supply=_supply(components) if supply is None else supply,
        hearts=hearts,
        crystals=crystals,
        soldiers=SOLDIERS - sum(one.horde.soldiers.bit_count() for one in drawn),
        gates=gates,
        bosses=bosses,
        lives=tuple(Horde(card, "", 0, 0) for card in lives),
        timewarp=_timewarp(components) if lives else Pile(0),
        spells=tuple(sorted(spells)),
        bench=tuple(sorted(bench)),
        eliminated=eliminated,
        round=round,
    )


def _own(heroes: list[Hero], seat: int) -> str:
    return next(own.name for own in heroes if own.seat == seat and own.name != "wildcat" and not own.bench)


def _supply(components: Components) -> tuple[str, ...]:
    return tuple(sorted(tower.id for tower in components.tower.values() for _ in range(tower.copies)))


def _timewarp(components: Components) -> Pile:
    deck = components.deck["timewarp"].cards
    return Pile(len(deck), deck)


def _with(drawn: list[Drawn]) -> Components:
    """The set with these Hordes besides its own; they lie upright on the route of the map."""
    plain = cards()
    components = copy(plain)
    enemies = _enemies()
    made = {}
    for one in drawn:
        told = schema.Horde(one.name, one.name.title(), 1, one.rows, purple="N", crystals=one.crystals)
        made[one.name] = horde_card(told, read_tray(one.rows, enemies))
    components.horde = plain.horde | made
    components.face = plain.face | {name: card.faces for name, card in made.items()}
    return components


@cache
def _enemies() -> dict[str, schema.Enemy]:
    told = yaml.safe_load((FOLDER / "starter.yaml").read_text(encoding="utf-8"))["enemies"]
    return {
        enemy["sign"]: schema.Enemy(
            enemy["sign"],
            enemy["name"],
            enemy.get("big", False),
            tuple(enemy.get("defences", ())),
            tuple(enemy.get("icons", ())),
            enemy.get("icon_at"),
        )
        for enemy in told
    }
