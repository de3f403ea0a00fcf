"""Boards of Kingdom Rush for tests: a short lane, plain Towers, Hordes drawn in a few signs.

Signs of a tray: `.` blank, `o` plain enemy, `p` resists physical, `m` magical, `b` both, `d` deadly, `H` heal,
`S` speed, `E` dead-eye, four equal digits a Big enemy, `F` `G` `K` the flying, ghost and pathbreaker bar, `#` the
centre of a Portal. Rows and columns that are not drawn are blank.

The maps, every Exit in the west; `route 1` of the lane goes from p6 to p1::

    lane  .    r1 b1 r2 b2 w1 .        fork  .    r1 b1 a3 a2 a1
          gate p1 p2 p3 p4 p5 p6             gate p1 p2 w1 r2 b2
          .    g1 y1 r3 .  .  .              .    g1 y1 c3 c2 c1

    join  gate p7 p6 p5 p4 p3 p2 p1
          .    r1 b1 g1 q2 q1 y1 .
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
    Barrier,
    Board,
    Hero,
    Horde,
    Laid,
    Pending,
    Player,
    Stack,
    Tower,
)
from rulesets.kingdom_rush.cards import HordeCard, horde_card, read_tray
from rulesets.kingdom_rush.components import Components, load
from rulesets.kingdom_rush.geometry import SIZE, Facing, mask_of
from rulesets.kingdom_rush.rules.towers import PlayTower
from rulesets.kit.components import merge
from rulesets.kit.piles import Pile
from tests.rulesets.kingdom_rush.checked import Checked, at

FOLDER = Path(rulesets.kingdom_rush.__file__).parent
FILES = (FOLDER / "starter.yaml", *sorted((FOLDER / "scenarios").glob("*.yaml")))
COLORS = ("red", "blue", "green", "yellow")

ATTACKS = """
archer: [{damage: physical, arrows: {N: 1}, tiles: [{shape: 1x2}]}]
marksmen: [{damage: physical, arrows: {N: 2, NE: 1}, tiles: [{shape: 1x1}, {shape: 1x2}]}]
sharpshooter: [{damage: "true", arrows: {N: 2, NE: 2}, tiles: [{shape: 1x1}]}]
musketeer_garrison: [{damage: "true", perfect: true, tiles: [{shape: 1x1}]}]
bombard: [{damage: physical, arrows: {NE: 1}, tiles: [{shape: 1x1}]}]
artillery: [{damage: physical, arrows: {N: 1}, tiles: [{shape: l3, free: true}]}]
howitzer: [{damage: physical, arrows: {N: 1}, tiles: [{shape: l3}]}]
mage: [{damage: magical, arrows: {N: 1}, tiles: [{shape: 1x1}]}]
adept: [{damage: magical, arrows: {N: 1, NE: 1}, linked: true, tiles: [{shape: 1x1}, {shape: 1x2}]}]
wizard:
  - {damage: magical, arrows: {N: 1}, tiles: [{shape: 1x1}]}
  - {damage: magical, arrows: {NE: 1}, tiles: [{shape: 1x2}]}
militia: [{damage: physical, arrows: {N: 1, NE: 1}, soldiers: 2}]
footmen: [{damage: "true", arrows: {N: 1}, soldiers: 3}]
knights: [{damage: physical, arrows: {N: 1}, tiles: [{shape: 1x1}], soldiers: 1}]
"""
"""Attacks of the Towers that tests play; the others have those of the set that ships."""

LANE = """
id: lane
title: The Lane
source: invented
map:
  - .    r1 b1 r2 b2 w1 .
  - gate p1 p2 p3 p4 p5 p6
  - .    g1 y1 r3 .  .  .
exits: {gate: W}
routes:
  "1": [p6, p5, p4, p3, p2, p1, gate]
sites:
  - {red: [r1, r2, r3], blue: [b1, b2], green: [g1]}
  - {red: [r1, r2, r3], blue: [b1, b2]}
  - {red: [r1, r2, r3], blue: [b1, b2], green: [g1]}
  - {red: [r1, r2, r3], blue: [b1, b2], green: [g1], yellow: [y1]}
white: [w1]
difficulties:
  easy: {hearts: [12, 12, 12, 12], crystals: [6, 6, 6, 6]}
  normal: {hearts: [9, 9, 9, 9], crystals: [2, 2, 2, 2]}
stacks:
  "1":
    - {cards: {goblins: 2}}
    - {cards: {dim-portal: 1}}
towers: {max_level: 4}
win: portals
"""

FORK = """
id: fork
title: The Fork
source: invented
map:
  - .    r1 b1 a3 a2 a1
  - gate p1 p2 w1 r2 b2
  - .    g1 y1 c3 c2 c1
exits: {gate: W}
routes:
  "1": [a1, a2, a3, p2, p1, gate]
  "2": [c1, c2, c3, p2, p1, gate]
sites:
  - {red: [r1, r2], blue: [b1, b2], green: [g1]}
  - {red: [r1, r2], blue: [b1, b2]}
  - {red: [r1, r2], blue: [b1, b2], green: [g1]}
  - {red: [r1, r2], blue: [b1, b2], green: [g1], yellow: [y1]}
white: [w1]
difficulties:
  normal: {hearts: [9, 9, 9, 9], crystals: [2, 2, 2, 2]}
stacks:
  "1":
    - {cards: {goblins: 1}}
  "2":
    - {cards: {goblins: 1}}
towers: {max_level: 3}
spells: {count: 1, max_power: 1}
win: rounds
rounds: 3
"""

JOIN = """
id: join
title: The Join
source: invented
map:
  - gate p7 p6 p5 p4 p3 p2 p1
  - .    r1 b1 g1 q2 q1 y1 .
exits: {gate: W}
routes:
  "1": [p1, p2, p3, p4, p5, p6, p7, gate]
  "2": [q1, q2, p5, p6, p7, gate]
sites:
  - {red: [r1], blue: [b1], green: [g1]}
  - {red: [r1], blue: [b1]}
  - {red: [r1], blue: [b1], green: [g1]}
  - {red: [r1], blue: [b1], green: [g1], yellow: [y1]}
difficulties:
  normal: {hearts: [9, 9, 9, 9], crystals: [2, 2, 2, 2]}
stacks:
  "1":
    - {cards: {goblins: 1}}
  "2":
    - {cards: {goblins: 1}}
towers: {max_level: 3}
portal_tiles: place_one
win: stacks
"""


@cache
def starter() -> dict[str, object]:
    """The set that ships, as data."""
    data: dict[str, object] = json.loads(merge([file.read_text(encoding="utf-8") for file in FILES]))
    return data


@cache
def document() -> str:
    """A whole component set: the one that ships, with the Towers and maps of the tests."""
    data, attacks = dict(starter()), yaml.safe_load(ATTACKS)
    towers = data["towers"]
    assert isinstance(towers, list)
    data["towers"] = [tower | {"attacks": attacks.get(tower["id"], tower["attacks"])} for tower in towers]
    data["scenarios"] = [yaml.safe_load(told) for told in (LANE, FORK, JOIN)]
    return json.dumps(data)


@cache
def cards() -> Components:
    """The set of `document`."""
    return load(document())


@cache
def _enemies() -> dict[str, schema.Enemy]:
    defences = {"o": (), "p": ("physical",), "m": ("magical",), "b": ("physical", "magical"), "d": ("deadly",)}
    icons = {"H": ("heal",), "S": ("speed",), "E": ("dead_eye",)}
    small = [schema.Enemy(sign, sign, False, told) for sign, told in defences.items()]  # type: ignore[arg-type]
    small += [schema.Enemy(sign, sign, False, (), told) for sign, told in icons.items()]  # type: ignore[arg-type]
    big = [schema.Enemy(sign, "Big", True) for sign in "0123456789"]
    return {enemy.sign: enemy for enemy in (*small, *big)}


class Drawn:
    """A Horde card, where it stands, and what covers it."""

    def __init__(self, card: HordeCard, horde: Horde) -> None:
        self.card = card
        self.horde = horde


def horde(
    name: str,
    space: str = "",
    *rows: str,
    tiled: str = "",
    soldiers: str = "",
    level: int = 0,
    crystals: int = 0,
    route: int = 1,
    tray: bool = True,
    purple: Facing = "W",
    ghost_deck: bool = False,
    breaks: tuple[str, ...] = (),
) -> Drawn:
    """A Horde, drawn as it lies on the map; with a level a Portal, without rows one enemy on a1."""
    grid = tuple(row.ljust(SIZE, ".") for row in (rows or ("o",))) + (".....",) * (SIZE - len(rows or ("o",)))
    told = schema.Horde(name, name.title(), 1, grid, purple, crystals, level or None, breaks or None, ghost_deck)
    card = horde_card(told, read_tray(grid, _enemies()))
    laid = (Laid("archer", tiled),) if tiled else ()
    return Drawn(card, Horde(name, space, route, 0, level, tray, laid, _mask(tiled), _mask(soldiers)))


def ghost(name: str = "ghost") -> Drawn:
    """A card of the Ghost deck."""
    return horde(name, "", "o", crystals=2, ghost_deck=True)


def portal(name: str, space: str = "", *rows: str, level: int = 1, **told: object) -> Drawn:
    """A Portal; without rows it has enemies on c2 and c4."""
    return horde(name, space, *(rows or ("", "..o", "..#", "..o")), level=level, **told)  # type: ignore[arg-type]


def hero(
    name: str,
    space: str | None = None,
    base: str | None = None,
    *,
    seat: int = 1,
    health: int | None = None,
    down: bool = False,
    ready: bool = True,
) -> Hero:
    """A hero in full health, unless told, without special abilities."""
    most = 1 if name == "wildcat" else cards().hero[name].health
    return Hero(name, seat, 0 if down else most if health is None else health, space, base, down=down, ready=ready)


def tower(site: str, card: str, seat: int = 1, facing: Facing = "N", *, face_up: bool = True) -> Tower:
    """A Tower that is built already."""
    return Tower(site, card, seat, facing, face_up)


def table(
    *things: Hero | Drawn | Tower | Barrier,
    seats: int = 2,
    scenario: str = "lane",
    pending: Pending = PLAY_CARDS,
    hands: tuple[tuple[str, ...], ...] = (),
    incoming: tuple[tuple[str, ...], ...] = (),
    stacks: tuple[tuple[int, tuple[Drawn, ...]], ...] = (),
    ghosts: tuple[Drawn, ...] = (),
    supply: tuple[str, ...] | None = None,
    soldiers: int | None = None,
    hearts: int = 9,
    crystals: int = 2,
    eliminated: str = "",
    round: int = 2,
    max_level: int | None = None,
) -> Board:
    """A board in phase 2 of round 2. A seat without a hero gets one that stands on its board, out of the way.

    A stack is told as its token and its cards, from the top. The supply is all that no hand, slot or site holds.
    """
    heroes = [thing for thing in things if isinstance(thing, Hero)]
    drawn = [thing for thing in things if isinstance(thing, Drawn)]
    towers = tuple(thing for thing in things if isinstance(thing, Tower))
    for seat in range(1, seats + 1):
        if not any(own.seat == seat and own.name != "wildcat" for own in heroes):
            taken = {own.name for own in heroes}
            heroes.append(
                hero(next(name for name in ("magnus", "ignus", "malik", "lilith") if name not in taken), seat=seat)
            )
    components = _with([*drawn, *ghosts, *(card for _, stack in stacks for card in stack)], scenario, max_level)
    hands += ((),) * (seats - len(hands))
    incoming += ((),) * (seats - len(incoming))
    out = [*(card for cards in (*hands, *incoming) for card in cards), *(built.card for built in towers)]
    standing = sum(one.horde.soldiers.bit_count() for one in drawn)
    return Board(
        components=components,
        pending=pending,
        scenario=scenario,
        difficulty="normal",
        seats=seats,
        players=tuple(
            Player(COLORS[seat], _main(heroes, seat + 1), tuple(sorted(hands[seat])), tuple(sorted(incoming[seat])))
            for seat in range(seats)
        ),
        heroes=tuple(sorted(heroes, key=lambda own: own.seat)),
        hordes=tuple(one.horde for one in drawn),
        towers=towers,
        stacks=tuple(Stack(token, tuple(Pile(1, (card.horde.card,)) for card in stack)) for token, stack in stacks),
        ghosts=Pile(len(ghosts), tuple(sorted(card.horde.card for card in ghosts))),
        supply=tuple(sorted(_rest(components, out) if supply is None else supply)),
        hearts=hearts,
        crystals=crystals,
        soldiers=SOLDIERS - standing if soldiers is None else soldiers,
        barriers=tuple(thing for thing in things if isinstance(thing, Barrier)),
        eliminated=eliminated,
        round=round,
    )


def build(board: Board, card: str, site: str, facing: Facing = "N", seat: int = 1) -> Checked:
    """What follows when a seat plays a Tower."""
    return at(board).when(seat, PlayTower(card, site, facing))


def _mask(cells: str) -> int:
    mask = mask_of(cells) if cells else 0
    assert mask or not cells, f"{cells} is no name of squares"
    return mask


def _main(heroes: list[Hero], seat: int) -> str:
    return next(own.name for own in heroes if own.seat == seat and own.name != "wildcat")


def _rest(components: Components, out: list[str]) -> list[str]:
    rest = [card.id for card in components.tower.values() for _ in range(card.copies)]
    for card in out:
        rest.remove(card)
    return rest


def _with(drawn: list[Drawn], scenario: str, max_level: int | None) -> Components:
    """The set with these Hordes besides its own."""
    components = copy(cards())
    made = {one.horde.card: one.card for one in drawn}
    components.horde = components.horde | made
    components.face = components.face | {name: card.faces for name, card in made.items()}
    components.portals = components.portals | {name for name, card in made.items() if card.level}
    if max_level:
        setting = copy(components.scenario[scenario])
        setting.max_level = max_level
        components.scenario = components.scenario | {scenario: setting}
    return components
