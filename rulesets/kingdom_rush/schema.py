"""How a component set of Kingdom Rush is written: cards, heroes, scenarios. Every field is bounded.

Trays and maps are drawn as text, as people see them: north is up, west is left.
"""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Literal

from msgspec import Meta, field

from rulesets.kingdom_rush.geometry import COMPASS, Direction, Facing
from rulesets.kingdom_rush.printed import (
    MAX_CRYSTALS,
    MAX_HEARTS,
    MAX_SITES,
    MAX_SOLDIERS,
    MAX_TRAYS,
    PATHBREAKERS,
    PORTAL_TILES,
    HeroId,
    Kind,
    TowerType,
)
from rulesets.kit.cards import Word
from rulesets.kit.checks import by_id
from rulesets.kit.components import CARD_ID, Entries, Id, Name, SomeEntries

END = r"$(?!\n)"

Text = Annotated[str, Meta(max_length=400)]
Sign = Annotated[str, Meta(pattern=rf"^[A-EHIJL-Za-z]{END}")]
"""One letter that stands for an enemy in a drawing of a tray."""

Row = Annotated[str, Meta(pattern=rf"^[.A-Za-z#]{{5}}{END}")]
ShapeRow = Annotated[str, Meta(pattern=rf"^[.x]{{1,5}}{END}")]
MapRow = Annotated[str, Meta(min_length=1, max_length=400)]
Drawing = Annotated[tuple[Row, ...], Meta(min_length=5, max_length=5)]
"""A tray: `.` is blank, a letter an enemy, `F` the flying, `G` the ghost and `K` the pathbreaker bar, `#` the centre of
a Portal."""

Level = Annotated[int, Meta(ge=1, le=4)]
Small = Annotated[int, Meta(ge=1, le=9)]
Digit = Annotated[int, Meta(ge=0, le=9)]
Crystals = Annotated[int, Meta(ge=0, le=MAX_CRYSTALS)]
Soldiers = Annotated[int, Meta(ge=0, le=MAX_SOLDIERS)]
Route = Annotated[int, Meta(ge=1, le=6)]
"""A Spawn token, which also names the route of its Hordes."""

Token = Annotated[str, Meta(pattern=rf"^[1-6]{END}")]
"""The same as a key."""

Players = Annotated[int, Meta(ge=1, le=4)]
Damage = Literal["physical", "magical", "true"]
Defence = Literal["physical", "magical", "deadly"]
Icon = Literal["heal", "speed", "dead_eye"]
Corner = Literal["nw", "ne", "sw", "se"]
Color = Annotated[str, Meta(pattern=CARD_ID, min_length=1, max_length=20)]


class Enemy(Word, frozen=True):
    """A kind of enemy, and the letter that it is drawn with."""

    sign: Sign
    name: Name
    big: bool = False
    """It fills 2x2 squares, drawn as four of its letter (KRR-BIG-01)."""
    defences: Annotated[tuple[Defence, ...], Meta(max_length=3)] = ()
    icons: Annotated[tuple[Icon, ...], Meta(max_length=3)] = ()
    icon_at: Corner | None = None
    """Of a Big enemy: the square that shows its icons; without it they are seen until all four are covered."""


Degrees = Literal[0, 90, 180, 270]


class Tile(Word, frozen=True):
    """A Damage tile as the upright card shows it."""

    shape: Id
    turn: Degrees = 0
    """Degrees clockwise, after the flip."""
    flip: bool = False
    free: bool = False
    """The free-manipulation icon (KRR-DMG-03)."""


class Arrows(Word, frozen=True):
    """How many spaces each arrow of the upright card reaches."""

    N: Digit = 0
    NE: Digit = 0
    E: Digit = 0
    SE: Digit = 0
    S: Digit = 0
    SW: Digit = 0
    W: Digit = 0
    NW: Digit = 0

    def present(self) -> tuple[tuple[Direction, int], ...]:
        """The arrows that are there, clockwise."""
        return tuple((direction, reach) for direction in COMPASS if (reach := getattr(self, direction)))


class Attack(Word, frozen=True):
    """One attack of a Tower, a Hero or an ability."""

    damage: Damage
    arrows: Arrows = Arrows()
    perfect: bool = False
    melee: bool = False
    """Heroes only: the Horde that the Hero is engaged with (KRR-BAS-01)."""
    tiles: Annotated[tuple[Tile, ...], Meta(max_length=8)] = ()
    soldiers: Soldiers = 0
    linked: bool = False
    """The `+` (KRR-DMG-09)."""


class Tower(Word, frozen=True):
    """All cards of one Tower."""

    id: Id
    name: Name
    type: TowerType
    level: Level
    copies: Annotated[int, Meta(ge=0, le=44)]
    attacks: Annotated[tuple[Attack, ...], Meta(min_length=1, max_length=4)]


class Horde(Word, frozen=True):
    """All cards of one Horde or Portal. Each copy gets an id of its own, `goblins-1`."""

    id: Id
    name: Name
    copies: Annotated[int, Meta(ge=1, le=91)]
    grid: Drawing
    purple: Facing = "S"
    """The edge of the upright card with the purple line (KRR-SPN-08)."""
    crystals: Crystals = 0
    """On its back."""
    level: Level | None = None
    """Of a Portal: the number in its centre."""
    breaks: Annotated[tuple[Id, ...], Meta(min_length=3, max_length=3)] | None = None
    """The three icons of a pathbreaker bar, left to right."""
    ghost_deck: bool = False
    """Its cards are the Ghost deck."""


class Hero(Word, frozen=True):
    """A Hero board."""

    id: HeroId
    name: Name
    health: Small
    move: Small
    basic: Attack
    towers: Annotated[tuple[Annotated[tuple[Id, ...], Meta(max_length=8)], ...], Meta(min_length=4, max_length=4)]
    """Starting Towers with 1, 2, 3 and 4 players."""
    turn: Degrees | None = None
    """Of a bonus tile that the text fixes by size: how the picture shows it, in degrees clockwise from upright; without
    it the tile is turned at will (KRR-AMB-65)."""


class Ability(Word, frozen=True):
    """A special-ability tile. An id that the appendix does not explain is carried out as its attack, and no more."""

    id: Id
    hero: HeroId
    name: Name
    kind: Kind = "instant"
    protection: bool = False
    """Of a tile that the appendix does not explain: it protects its Hero until the end of the round."""
    attack: Attack | None = None
    damage: Damage | None = None
    """Of tiles that the text fixes by size only."""
    turn: Degrees | None = None
    """Of the same tiles: as for a Hero."""
    pattern: (
        Annotated[
            tuple[Annotated[tuple[int, ...], Meta(min_length=2, max_length=2)], ...], Meta(min_length=4, max_length=4)
        ]
        | None
    ) = None
    """Call of the Wild: its four squares, steps east and south of the north-west square of the Wildcat's base; without
    it any four."""


class Spell(Word, frozen=True):
    """A Spell tile: all that it does stands in the rulebook."""

    id: Id
    name: Name
    power: Annotated[int, Meta(ge=1, le=2)]


class Pathbreaker(Word, frozen=True):
    """A Pathbreaker card; its id is the icon."""

    id: Id
    name: Name


class PortalTile(Word, frozen=True):
    """A tile that turns a Horde into a Portal of its level."""

    id: Id
    shape: Id
    level: Level


class Deed(Word, frozen=True):
    """One thing that a Timewarp or Portal storm card does, by itself and without a choice.

    `hearts`: the Kingdom loses them. `crystals_lost`, `crystals_gained`. `heroes`: each Hero on the map suffers so much
    damage. `soldiers`: all go back to the supply. `heal`: the Damage tiles leave this many Hordes, first those that act
    first in phase 4. `march`: this many Hordes, in the same order, make a move attempt.
    """

    what: Literal["hearts", "crystals_lost", "crystals_gained", "heroes", "soldiers", "heal", "march"]
    amount: Small = 1


class Warp(Word, frozen=True):
    """All cards of one Timewarp or Portal storm. Each copy gets an id of its own."""

    id: Id
    text: Text = field(name="says")
    copies: Annotated[int, Meta(ge=1, le=22)]
    does: Annotated[tuple[Deed, ...], Meta(max_length=4)] = ()


class Deck(Word, frozen=True):
    """A deck that a scenario draws from, shuffled; when it is empty its cards are shuffled again."""

    id: Id
    of: Literal["portal_storm", "boss_special"]
    cards: Annotated[tuple[Warp, ...], Meta(min_length=1, max_length=22)]


class BossLife(Word, frozen=True):
    """A Boss Life card: it is gone when all its enemies are covered. Only the Gem of Timewarp can (KRR-SPL-11)."""

    id: Id
    name: Name
    grid: Drawing


class Limits(Word, frozen=True):
    """What the box holds of each."""

    crystals: Crystals = MAX_CRYSTALS
    soldiers: Soldiers = MAX_SOLDIERS
    trays: Annotated[int, Meta(ge=1, le=MAX_TRAYS)] = MAX_TRAYS


# --- scenarios

DifficultyId = Literal["easy", "normal", "hard"]

Ids = Annotated[tuple[Id, ...], Meta(max_length=40)]
FourHearts = Annotated[tuple[Annotated[int, Meta(ge=1, le=MAX_HEARTS)], ...], Meta(min_length=4, max_length=4)]
FourCrystals = Annotated[tuple[Crystals, ...], Meta(min_length=4, max_length=4)]
SitesOf = Annotated[
    dict[Color, Annotated[tuple[Id, ...], Meta(min_length=1, max_length=MAX_SITES)]], Meta(max_length=4)
]
Counts = Annotated[dict[Id, Annotated[int, Meta(ge=1, le=44)]], Meta(min_length=1, max_length=91)]


class Difficulty(Word, frozen=True):
    """What the Kingdom begins with, for 1, 2, 3 and 4 players."""

    hearts: FourHearts
    crystals: FourCrystals


class Difficulties(Word, frozen=True):
    """Ways to play a scenario; one of them everybody knows."""

    normal: Difficulty
    easy: Difficulty | None = None
    hard: Difficulty | None = None

    def present(self) -> dict[DifficultyId, Difficulty]:
        """Those that are there, the easiest first."""
        all_: dict[DifficultyId, Difficulty | None] = {"easy": self.easy, "normal": self.normal, "hard": self.hard}
        return {name: difficulty for name, difficulty in all_.items() if difficulty}


class Segment(Word, frozen=True):
    """A shuffled part of a stack. It lies on the segment after it."""

    cards: Counts
    """Horde id to number of copies."""
    draw: Small | None = None
    """Only this many of them, at random, unseen; else all."""
    players: Annotated[tuple[Players, ...], Meta(max_length=4)] = ()
    """With this many players only; else always."""
    difficulties: Annotated[tuple[DifficultyId, ...], Meta(max_length=3)] = ()
    """On these only; else always."""


class Placed(Word, frozen=True):
    """A Horde that is on the map before round 1."""

    card: Id
    space: Id
    route: Route
    players: Annotated[tuple[Players, ...], Meta(max_length=4)] = ()


class Block(Word, frozen=True):
    """Where a Pathbreaker card lies."""

    card: Id
    space: Id
    opens: Route | None = None
    """The Spawn token whose stack is closed as long as it lies there."""


class Towers(Word, frozen=True):
    """The Towers of a scenario."""

    max_level: Level
    supply: Annotated[dict[Id, Annotated[int, Meta(ge=0, le=44)]], Meta(max_length=20)] | None = None
    """Cards of each, before starting Towers are taken out of it; without it, all of the box."""
    starting: dict[HeroId, Annotated[tuple[Id, ...], Meta(max_length=8)]] | None = None
    """Instead of those on the Hero boards."""


class Heroes(Word, frozen=True):
    """The Heroes of a scenario."""

    allowed: Annotated[tuple[HeroId, ...], Meta(min_length=4, max_length=5)] = (
        "alleria",
        "malik",
        "lilith",
        "magnus",
        "ignus",
    )
    abilities: Annotated[int, Meta(ge=1, le=4)] = 2
    """This many of the four tiles are in play."""
    start: dict[HeroId, Id] = field(default_factory=dict)
    """Spaces of those that do not begin on their boards."""


class Spells(Word, frozen=True):
    """How many Spells the team chooses, and how mighty they may be."""

    count: Annotated[int, Meta(ge=1, le=6)]
    max_power: Annotated[int, Meta(ge=1, le=2)]


class TimeMages(Word, frozen=True, tag_field="boss", tag="time_mages"):
    """Two Time Mages on their way to the white Building site; one that enters it has won the game for them."""

    at: Annotated[tuple[Id, ...], Meta(min_length=2, max_length=2)]


class LilithBoss(Word, frozen=True, tag_field="boss", tag="lilith"):
    """Lilith, who walks `route` back from `at` to its Spawn point. A Portal destroyed takes one Boss Life card away."""

    at: Id
    route: Route
    deck: Id
    """The Timewarp cards."""
    life: Annotated[tuple[Ids, ...], Meta(min_length=4, max_length=4)]
    """Boss Life cards, with 1, 2, 3 and 4 players; the first lies on top."""


class Scenario(Word, frozen=True):
    """A scenario: its map, hordes, and how it is won."""

    id: Id
    title: Name
    source: Literal["printed", "invented"]
    map: Annotated[tuple[MapRow, ...], Meta(min_length=1, max_length=24)]
    """Rows of words: `.` is blank terrain, `=` a space that nobody may enter, any other word names its space."""
    exits: Annotated[dict[Id, Facing], Meta(min_length=1, max_length=2)]
    """Exit and its edge: the side that the purple line of a tray faces."""
    routes: Annotated[dict[Token, Annotated[tuple[Id, ...], Meta(min_length=2, max_length=60)]], Meta(min_length=1)]
    """Spawn token to the spaces from its Spawn point up to an Exit. Routes may share spaces: so paths fork."""
    sites: Annotated[tuple[SitesOf, ...], Meta(min_length=4, max_length=4)]
    """Colour to Building sites, with 1, 2, 3 and 4 players."""
    difficulties: Difficulties
    stacks: Annotated[dict[Token, Annotated[tuple[Segment, ...], Meta(max_length=40)]], Meta(min_length=1)]
    """Spawn token to its stack, from the top."""
    towers: Towers
    win: Literal["portals", "rounds", "stacks", "boss"]
    """`portals`: all destroyed. `rounds`: this many survived. `stacks`: all empty, and no Horde on the map. `boss`: no
    Boss Life card left. Judged at the end of a round (KRR-WIN-01)."""
    text: Text = field(default="", name="says")
    rounds: Annotated[int, Meta(ge=1, le=60)] | None = None
    round_limit: Annotated[int, Meta(ge=1, le=60)] | None = None
    """Lost when this many rounds are over and the game is not won (KRR-LOS-03)."""
    white: Annotated[tuple[Id, ...], Meta(max_length=4)] = ()
    """Building sites of everybody."""
    initial: Annotated[tuple[Placed, ...], Meta(max_length=24)] = ()
    pathbreakers: Annotated[tuple[Block, ...], Meta(max_length=3)] = ()
    heroes: Heroes = Heroes()
    spells: Spells | None = None
    boss: TimeMages | LilithBoss | None = None
    storm: Id | None = None
    """A deck: from round 2 on one of its cards is drawn and carried out before the stacks spawn."""
    portal_tiles: Literal["none", "place_one"] = "none"
    """`place_one`: KRR-TMG-05."""


class Document(Word, frozen=True, dict=True, gc=True):
    """The whole file."""

    game: Literal["kingdom_rush"]
    id: Id
    name: Name
    source: Literal["printed", "invented"]
    colors: Annotated[tuple[Color, ...], Meta(min_length=4, max_length=4)]
    shapes: Annotated[
        dict[Id, Annotated[tuple[ShapeRow, ...], Meta(min_length=1, max_length=5)]], Meta(min_length=1, max_length=60)
    ]
    """Damage tiles, drawn: `x` is a square."""
    enemies: SomeEntries[Enemy]
    towers: SomeEntries[Tower]
    hordes: SomeEntries[Horde]
    heroes: SomeEntries[Hero]
    abilities: SomeEntries[Ability]
    scenarios: SomeEntries[Scenario]
    spells: Entries[Spell] = ()
    pathbreakers: Annotated[tuple[Pathbreaker, ...], Meta(max_length=PATHBREAKERS)] = ()
    portal_tiles: Annotated[tuple[PortalTile, ...], Meta(max_length=PORTAL_TILES)] = ()
    decks: Entries[Deck] = ()
    boss_life: Entries[BossLife] = ()
    limits: Limits = Limits()

    @cached_property
    def tower(self) -> dict[str, Tower]:
        return by_id(self.towers)

    @cached_property
    def horde(self) -> dict[str, Horde]:
        return by_id(self.hordes)

    @cached_property
    def enemy(self) -> dict[str, Enemy]:
        """By sign."""
        return {enemy.sign: enemy for enemy in self.enemies}
