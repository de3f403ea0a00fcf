"""Boards of Kingdom Rush for tests: small maps and plain cards (`plain.yaml`), Hordes drawn in a few signs.

Signs of a tray: `.` blank, `o` plain enemy, `p` resists physical, `m` magical, `b` both, `d` deadly, `H` heal,
`S` speed, `E` dead-eye, four equal digits a Big enemy, `F` `G` `K` the flying, ghost and pathbreaker bar, `#` the
centre of a Portal. Rows and columns that are not drawn are blank.

The maps. Blank terrain is called by column and row; trays lie upright, with the purple edge towards the Exit. The Exit
of the road is in the north, the others are in the west; Hordes come from p6, a1 and c1, p1 and q1, p9::

    lane  .    r1 b1 r2 b2 w1 .        fork  .    r1 b1 a3 a2 a1
          gate p1 p2 p3 p4 p5 p6             gate p1 p2 w1 r2 b2
          .    g1 y1 r3 .  .  .              .    g1 y1 c3 c2 c1

    join  gate p7 p6 p5 p4 p3 p2 p1    road  gate p1 p2 p3 p4 .
          .    r1 b1 g1 q2 q1 y1 .           .    r1 r2 w1 p5 .
                                             .    p9 p8 p7 p6 .
                                             .    b1 g1 y1 .  .

Scenarios on the road: `road` is plain, `mages` has the Time Mages, `angel` Lilith as Boss, `rift` a Portal tile in each
round, `storm` a Portal storm.
"""

from __future__ import annotations

import json
from copy import copy
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

import yaml
from msgspec import Struct

from rulesets.kingdom_rush import RULESET, schema
from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.cards import HordeCard, horde_card, read_tray
from rulesets.kingdom_rush.components import Components, load
from rulesets.kingdom_rush.geometry import SIZE, Facing, mask_of
from rulesets.kingdom_rush.phases import PLAY_CARDS, Pending
from rulesets.kingdom_rush.pieces import WILDCAT, AbilityTile, Barrier, Boss, Hero, Horde, Laid, Side, Stack, Tower
from rulesets.kingdom_rush.rules.towers import PlayTower
from rulesets.kit.piles import Pile
from tests.rulesets.kingdom_rush.checked import Checked, at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Unpack

PLAIN = Path(__file__).with_name("plain.yaml")
COLOURS = ("red", "blue", "green", "yellow")


# --- the component set


@cache
def starter() -> dict[str, Any]:
    """The set that ships, as data."""
    data: dict[str, Any] = json.loads(RULESET.starter_document)
    return data


@cache
def document() -> str:
    """A whole component set: the one that ships, with the attacks, heroes and scenarios of the tests."""
    plain: dict[str, Any] = yaml.safe_load(PLAIN.read_text(encoding="utf-8"))
    attacks = plain["attacks"]
    towers = [tower | {"attacks": attacks.get(tower["id"], tower["attacks"])} for tower in starter()["towers"]]
    own = {part: plain[part] for part in ("heroes", "abilities", "scenarios")}
    return json.dumps(starter() | own | {"towers": towers})


@cache
def cards() -> Components:
    """The set of `document`."""
    return load(document())


# --- Hordes


class Drawn(Struct, frozen=True):
    """A Horde card as it is told: its drawing, where it stands, and what covers it."""

    name: str
    space: str
    rows: tuple[str, ...]
    tiled: str = ""
    soldiers: str = ""
    level: int = 0
    """Of a Portal; 0 for a Horde."""
    crystals: int = 1
    route: int = 0
    """A Spawn token, or 0 for the first one of the map."""
    tray: bool = True
    purple: Facing | None = None
    """The printed side of the purple edge; None for where the Exit is, so that the tray lies as it is drawn."""
    ghost_deck: bool = False
    breaks: tuple[str, ...] = ()
    gated: str = ""
    """The squares under a Portal tile, which made a Portal of level 1 of it."""


class GivenChance(TypedDict, total=False):
    """The fields of a Horde that may be told by name; see `Drawn`."""

    tiled: str
    soldiers: str
    level: int
    crystals: int
    route: int
    tray: bool
    purple: Facing
    ghost_deck: bool
    breaks: tuple[str, ...]


FOUR = ("", ".oo", ".oo")
FIELD = ("ooooo",) * SIZE
"""A tray full of enemies."""


def horde(name: str, space: str = "", *rows: str, **given: Unpack[GivenChance]) -> Drawn:
    """A Horde, drawn as it lies on the map; without rows one enemy on a1. With a level it is a Portal."""
    return Drawn(name, space, rows or ("o",), **given)


def pack(name: str, space: str, **given: Unpack[GivenChance]) -> Drawn:
    """A Horde of four enemies on b2 c2 b3 c3."""
    return horde(name, space, *FOUR, **given)


def gated(name: str, space: str, cells: str) -> Drawn:
    """The same with a Portal tile on these squares."""
    return Drawn(name, space, FOUR, gated=cells)


def ghost(name: str = "ghost") -> Drawn:
    """A card of the Ghost deck."""
    return horde(name, "", "o", crystals=2, ghost_deck=True)


def portal(name: str, space: str = "", *rows: str, **given: Unpack[GivenChance]) -> Drawn:
    """A Portal, of level 1 unless told; without rows it has enemies on c2 and c4."""
    given.setdefault("level", 1)
    return horde(name, space, *(rows or ("", "..o", "..#", "..o")), **given)


DEFENCES: dict[str, tuple[schema.Defence, ...]] = {
    "o": (),
    "p": ("physical",),
    "m": ("magical",),
    "b": ("physical", "magical"),
    "d": ("deadly",),
}
ICONS: dict[str, schema.Icon] = {"H": "heal", "S": "speed", "E": "dead_eye"}
ENEMIES = {
    **{sign: schema.Enemy(sign, sign, defences=given) for sign, given in DEFENCES.items()},
    **{sign: schema.Enemy(sign, sign, icons=(icon,)) for sign, icon in ICONS.items()},
    **{sign: schema.Enemy(sign, "Big", big=True) for sign in "0123456789"},
}


def _card(drawn: Drawn, exit: Facing) -> HordeCard:
    grid = tuple(row.ljust(SIZE, ".") for row in drawn.rows) + ("." * SIZE,) * (SIZE - len(drawn.rows))
    given = schema.Horde(
        drawn.name,
        drawn.name.title(),
        1,
        grid,
        drawn.purple or exit,
        drawn.crystals,
        drawn.level or None,
        drawn.breaks or None,
        drawn.ghost_deck,
    )
    return horde_card(given, read_tray(grid, ENEMIES))


def _standing(drawn: Drawn, route: int) -> Horde:
    return Horde(
        drawn.name,
        drawn.space,
        drawn.route or route,
        0,
        1 if drawn.gated else drawn.level,
        drawn.tray,
        (Laid("archer", drawn.tiled),) if drawn.tiled else (),
        _mask(drawn.tiled),
        _mask(drawn.soldiers),
        "azure-rift" if drawn.gated else "",
        _mask(drawn.gated),
    )


def _mask(cells: str) -> int:
    mask = mask_of(cells) if cells else 0
    assert mask or not cells, f"{cells} is no name of squares"
    return mask


# --- heroes and Towers


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
    most = 1 if name == WILDCAT else cards().hero[name].health
    return Hero(
        name,
        seat,
        0 if down else most if health is None else health,
        space,
        base,
        down=down,
        ready=ready,
        abilities=tuple(AbilityTile(tile) if isinstance(tile, str) else tile for tile in abilities),
        ongoing=ongoing,
        bench=bench,
        fresh=fresh,
    )


def tower(site: str, card: str, seat: int = 1, facing: Facing = "N", *, face_up: bool = True) -> Tower:
    """A Tower that is built already."""
    return Tower(site, card, seat, facing, face_up)


def build(board: Board, card: str, site: str, facing: Facing = "N", seat: int = 1) -> Checked:
    """What follows when a seat plays a Tower."""
    return at(board).when(seat, PlayTower(card, site, facing))


# --- the table


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
    spells: tuple[str, ...] = (),
    bench: tuple[str, ...] = (),
    bosses: tuple[Boss, ...] = (),
    lives: tuple[str, ...] = (),
    gates: tuple[str, ...] = (),
    eliminated: str = "",
    round: int = 2,
    max_level: int | None = None,
) -> Board:
    """A board in phase 2 of round 2. A seat without a hero gets one that stands on its board, out of the way.

    A stack is told as its token and its cards, from the top. The supply is all that no hand, slot or site holds. With
    Life cards of a Boss comes the whole Timewarp deck.
    """
    heroes = [thing for thing in things if isinstance(thing, Hero)]
    drawn = [thing for thing in things if isinstance(thing, Drawn)]
    towers = tuple(thing for thing in things if isinstance(thing, Tower))
    components = _with([*drawn, *ghosts, *(card for _, stack in stacks for card in stack)], scenario, max_level)
    route = next(iter(components.field[scenario].routes))
    for seat in range(1, seats + 1):
        if not any(map(_main_of(seat), heroes)):
            taken = {own.name for own in heroes}
            free = (name for name in reversed(components.scenario[scenario].heroes.allowed) if name not in taken)
            heroes.append(hero(next(free), seat=seat))
    hands += ((),) * (seats - len(hands))
    incoming += ((),) * (seats - len(incoming))
    out = [*(card for cards in (*hands, *incoming) for card in cards), *(built.card for built in towers)]
    standing = sum(mask.bit_count() for mask in (_mask(one.soldiers) for one in drawn))
    timewarp = components.deck["timewarp"].cards if lives else ()
    return Board(
        components=components,
        pending=pending,
        scenario=scenario,
        difficulty="normal",
        seats=seats,
        sides=tuple(
            Side(colour, next(filter(_main_of(seat), heroes)).name, tuple(sorted(hand)), tuple(sorted(coming)))
            for seat, (colour, hand, coming) in enumerate(zip(COLOURS, hands, incoming, strict=False), 1)
        ),
        heroes=tuple(sorted(heroes, key=lambda own: own.seat)),
        hordes=tuple(_standing(one, route) for one in drawn),
        towers=towers,
        stacks=tuple(Stack(token, tuple(Pile(1, (card.name,)) for card in stack)) for token, stack in stacks),
        ghosts=Pile(len(ghosts), tuple(sorted(card.name for card in ghosts))),
        supply=tuple(sorted(_rest(components, out) if supply is None else supply)),
        hearts=hearts,
        crystals=crystals,
        soldiers=components.limits.soldiers - standing if soldiers is None else soldiers,
        barriers=tuple(thing for thing in things if isinstance(thing, Barrier)),
        gates=gates,
        bosses=bosses,
        lives=tuple(Horde(card, "", 0, 0) for card in lives),
        timewarp=Pile(len(timewarp), timewarp),
        spells=tuple(sorted(spells)),
        bench=tuple(sorted(bench)),
        eliminated=eliminated,
        round=round,
    )


road = partial(table, scenario="road")
"""A board on the road."""


def _main_of(seat: int) -> Callable[[Hero], bool]:
    return lambda own: own.seat == seat and own.name != WILDCAT and not own.bench


def _rest(components: Components, out: list[str]) -> list[str]:
    rest = [card.id for card in components.tower.values() for _ in range(card.copies)]
    for card in out:
        rest.remove(card)
    return rest


def _with(drawn: Iterable[Drawn], scenario: str, max_level: int | None) -> Components:
    """The set with these Hordes besides its own."""
    components = copy(cards())
    (exit,) = set(components.field[scenario].edge.values())
    made = {one.name: _card(one, exit) for one in drawn}
    components.horde = components.horde | made
    components.face = components.face | {name: card.faces for name, card in made.items()}
    components.portals = components.portals | {name for name, card in made.items() if card.level}
    if max_level:
        setting = copy(components.scenario[scenario])
        setting.max_level = max_level
        components.scenario = components.scenario | {scenario: setting}
    return components
