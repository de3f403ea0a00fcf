"""The picture of the table: where everything stands and in which state. `board.svg.jinja` draws it.

640 units wide: the phase bar with the team's pools, the map, a strip with stacks and decks, the players side by side.
The map is drawn in its own units, 96 for a space, and scaled to the width; no text stands in it.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from math import hypot
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from rulesets.kingdom_rush import caption
from rulesets.kingdom_rush.board import (
    CRYSTALS,
    SOLDIERS,
    WILDCAT,
    AbilityTile,
    Attacking,
    Board,
    CardId,
    Hero,
    HeroName,
    Horde,
    SpaceId,
    Stack,
    Tower,
)
from rulesets.kingdom_rush.geometry import BASES, QUARTER, Offset, mask_of
from rulesets.kingdom_rush.scenario import Field, Scenario, blank_name
from rulesets.kingdom_rush.tray_picture import (
    BREAK_GLYPHS,
    NOTHING,
    OTHER_BREAK,
    SPELL_GLYPHS,
    Fresh,
    TrayPart,
    glyph_of,
    middle,
    name_of_source,
    tray_part,
    tray_title,
)
from rulesets.kit import structs, svg
from rulesets.kit.piles import Pile
from rulesets.kit.structs import Seat
from rulesets.kit.svg import Box, Framer, Frames, Label, Scene, Sheet, framed, label, legible

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rulesets.kingdom_rush.schema import DifficultyId


def picture(scene: Scene[Board]) -> str:
    """The board as an SVG document."""
    table = Table(scene)
    title, desc = caption.title(scene.board, scene.version), caption.description(scene.board, table.names)
    parts = table.parts()
    return TEMPLATE.draw(Sheet(title, desc, parts.height), standalone=scene.standalone, t=parts, phases=caption.PHASES)


TEMPLATE = svg.Template(Path(__file__).parent, "table.svg.jinja")


# --- where things stand, in board units

SPACE, MAP_WIDTH, MAP_TOP, MAP_PAD = 96, 600, 70, 8
GAP = 8
TABLE_LEFT, TABLE_RIGHT, TABLE_ROW = 20, 620, 62
PANEL_HEIGHT, PANEL_STEP, BOTTOM = 122, 130, 12
PANELS: dict[int, tuple[tuple[int, int, int], ...]] = {
    1: ((12, 0, 616),),
    2: ((12, 0, 302), (326, 0, 302)),
    3: ((12, 0, 302), (326, 0, 302), (12, 1, 616)),
    4: ((12, 0, 302), (326, 0, 302), (12, 1, 302), (326, 1, 302)),
}
"""By number of seats: left edge, row and width of each player's strip."""

RIGHT = 290
"""Where ability tiles end in a strip of any width."""
TRAY_BOX, SPACE_BOX, SITE_BOX = Box(-45.5, -45.5, 91, 91, 7), Box(-38, -38, 76, 76, 8), Box(-32, -32, 64, 64, 10)
TOWER_BOX, BARRIER_BOX, BACK_BOX = Box(-38, -42, 76, 84, 9), Box(-34, -40, 68, 80, 8), Box(4, 0, 43, 53, 4)
CARD_BOX, LIFE_BOX = Box(0, 0, 32, 42, 5), Box(-28, -28, 56, 56, 5)
POOL_X = (268, 359, 450, 541)
PHASE_WIDTH = 236
BOLD = 0.92
BENCH_X, BENCH_STEP, CALLED_STEP = 365, 40, 88
CARD_STEP, CARD_WIDTH, HAND_LEFT, HAND_Y = 38, 32, 66, 71
MINI, MINI_X, MINI_Y = 28, 36, 52
HEART_STEP, PLAIN_HEALTH = 19, 52
CORNER: Mapping[Offset, Offset] = {(1, 0): (-1, -1), (-1, 0): (1, 1), (0, 1): (-1, -1), (0, -1): (-1, 1)}
"""Where the spawn token lies, by where its route goes: a corner that no Horde passes."""


# --- the parts that the template draws


class LandPart(Struct, frozen=True, gc=False):
    """What never changes on a map."""

    closed: tuple[Offset, ...]
    trees: tuple[tuple[float, float, float], ...]
    routes: tuple[str, ...]


class MapPart(Struct, frozen=True, gc=False):
    """A map: its land, and how it is scaled to the picture."""

    land: LandPart
    x: float
    y: float
    scale: float
    height: float
    """Of the meadow."""
    exits: tuple[tuple[int, int, str], ...]
    labels: tuple[tuple[float, float], ...]
    """Where the Exits' word stands, in board units."""

    def at(self, xy: tuple[float, float]) -> tuple[float, float]:
        """A point of the map in board units."""
        return round(self.x + xy[0] * self.scale, 1), round(self.y + xy[1] * self.scale, 1)


class SpacePart(Struct, frozen=True, gc=False):
    """A space of the Path, or blank terrain."""

    id: str
    title: str
    x: int
    y: int
    frames: Frames | None


class SitePart(Struct, frozen=True, gc=False):
    """A Building site."""

    id: str
    title: str
    x: int
    y: int
    owner: str
    """The class that colours it; empty for a white one."""
    shape: int
    """The seat whose shape it bears, or 0."""
    off: bool
    """Given up for this round."""
    towers: tuple[TowerPart, ...]
    frames: Frames | None
    """Around an empty site."""


class TowerPart(Struct, frozen=True, gc=False):
    """A Tower on its site."""

    id: str
    title: str
    x: int
    y: int
    owner: str
    shape: int
    glyph: str
    level: int
    turn: int
    """Degrees that its card is turned by."""
    face_up: bool
    frames: Frames | None


class HordePart(Struct, frozen=True, gc=False):
    """A Horde on the map."""

    id: str
    title: str
    x: int
    y: int
    tray: TrayPart
    frames: Frames | None


class HeroPart(Struct, frozen=True, gc=False):
    """A hero's miniature."""

    id: str
    title: str
    seat: int
    x: float
    y: float
    size: int
    glyph: str
    turn: int | None
    """Degrees from north that it looks to."""
    down: bool = False
    away: bool = False
    """Its place on the strip, while it is on the map."""
    frames: Frames | None = None


class MarkPart(Struct, frozen=True, gc=False):
    """A Pathbreaker card, a Boss, or a Portal tile in the supply."""

    id: str
    title: str
    x: float
    y: float
    glyph: str
    size: int
    frames: Frames | None


class GonePart(Struct, frozen=True, gc=False):
    """Where something stood before the last event."""

    id: str
    title: str
    x: int
    y: int
    size: int
    struck: bool
    """It left the game, rather than moved."""
    frames: Frames | None


class SpawnPart(Struct, frozen=True, gc=False):
    """A Spawn token on the map."""

    title: str
    x: float
    y: float
    token: int
    closed: bool


class StackPart(Struct, frozen=True, gc=False):
    """A face-down stack or deck."""

    id: str
    title: str
    count: int
    token: int
    glyph: str
    glyph_x: float
    glyph_y: float
    glyph_size: int
    pays: str
    x: float = 0
    y: float = 0
    frames: Frames | None = None

    @property
    def depth(self) -> int:
        """How many backs are drawn."""
        return min(self.count, 3)

    @property
    def drop(self) -> float:
        """How far down the top one lies."""
        return 2.5 * max(self.depth - 1, 0)

    @property
    def width(self) -> float:
        return 69 + 11 * len(str(self.count))


class CardPart(Struct, frozen=True, gc=False):
    """Equal Towers in a hand, or on their way into one."""

    id: str
    title: str
    x: float
    y: int
    glyph: str
    level: int
    number: int
    incoming: bool
    bar: float
    step: float
    frames: Frames | None


class PlatePart(Struct, frozen=True, gc=False):
    """A special-ability tile, a Spell or a Hero card."""

    id: str
    title: str
    x: float
    y: float
    w: int
    h: int
    size: int
    glyph: str
    state: str
    """`ready`, `using`, `active`, `used` (face down), `turned` (a Hero card that was played) or `gone`."""
    owner: str = ""
    frames: Frames | None = None


class HealthPart(Struct, frozen=True, gc=False):
    """A hero's health."""

    id: str
    title: str
    x: float
    y: float
    health: int
    full: int
    drawn: bool
    """As hearts, rather than as a number."""
    frames: Frames | None


class LifePart(Struct, frozen=True, gc=False):
    """The Boss Life card on top, and how many there are."""

    id: str
    title: str
    x: float
    y: float
    tray: TrayPart
    count: int
    frames: Frames | None


class PoolPart(Struct, frozen=True, gc=False):
    """A number of the whole team."""

    id: str
    title: str
    x: int
    glyph: str
    class_: str
    count: int
    most: int
    frames: Frames | None


class PlayerPart(Struct, frozen=True, gc=False):
    """The strip of a seat."""

    id: str
    title: str
    seat: Seat
    x: int
    y: float
    w: int
    name: Label
    status: Label
    acts: bool
    frames: Frames | None
    hero: Label | None
    hero_x: int
    minis: tuple[HeroPart, ...]
    health: HealthPart | None
    abilities: tuple[PlatePart, ...]
    card: PlatePart | None
    hand_title: str
    hand: tuple[CardPart, ...]
    hand_frames: Frames | None
    incoming_title: str
    incoming: tuple[CardPart, ...]
    incoming_frames: Frames | None
    bench_title: str
    bench: tuple[HeroPart, ...]
    called: tuple[HealthPart, ...]
    """Of the heroes of the Bench on the map."""


class Parts(Struct, frozen=True, gc=False):
    """All that the template draws."""

    height: float
    round: str
    phase: Label
    phase_number: int
    over: str
    over_width: int
    reason: Label | None
    """Why the game is over."""
    pools: tuple[PoolPart, ...]
    map: MapPart
    spaces: tuple[SpacePart, ...]
    spaces_marked: bool
    """Whether one of them has frames; else they are drawn as one."""
    sites: tuple[SitePart, ...]
    gone: tuple[GonePart, ...]
    hordes: tuple[HordePart, ...]
    barriers: tuple[MarkPart, ...]
    heroes: tuple[HeroPart, ...]
    bosses: tuple[MarkPart, ...]
    lures: tuple[str, ...]
    spawns: tuple[SpawnPart, ...]
    table_y: float
    table_height: float
    stacks: tuple[StackPart, ...]
    spells: tuple[PlatePart, ...]
    gates: tuple[MarkPart, ...]
    life: LifePart | None
    players: tuple[PlayerPart, ...]


# --- the map


def centre(xy: Offset) -> tuple[int, int]:
    """The middle of a space, in the map's units."""
    return xy[0] * SPACE + SPACE // 2, xy[1] * SPACE + SPACE // 2


@lru_cache(maxsize=256)
def map_part(field: Field) -> MapPart:
    """A map; worked out once, for it never changes."""
    scale = round(min(1, MAP_WIDTH / (field.width * SPACE)), 4)
    x, y = round(320 - field.width * SPACE * scale / 2, 1), MAP_TOP + MAP_PAD
    exits = tuple((*centre(xy), f"Exit {name}") for name, xy in field.exits.items())
    part = MapPart(land(field), x, y, scale, round(field.height * SPACE * scale + 2 * MAP_PAD, 1), exits, ())
    return replace(part, labels=tuple(part.at((ex, ey + 32)) for ex, ey, _ in exits))


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
        SpacePart(f"space:{place}", f"{'Path' if place in field.path else 'Open ground'}, {place}", *centre(xy), None)
        for place, xy in field.where.items()
        if place not in sites
    )


@lru_cache(maxsize=1024)
def portals_of(setting: Scenario, seats: int, difficulty: DifficultyId) -> int:
    """How many Portals a game begins with."""
    return setting.portals(seats, difficulty)


# --- what the last event did


class Trace(Struct, frozen=True, gc=False):
    """What moved, came or left since the board before."""

    fresh: dict[CardId, Fresh]
    place: SpaceId
    """Where the tiles came from; empty when they came from nowhere on the map."""
    hordes: tuple[tuple[Horde, Horde | None], ...]
    """Hordes that are not where they were, and what they are now."""
    heroes: tuple[tuple[Hero, Hero | None], ...]
    hurt: frozenset[HeroName]
    """Heroes whose health changed."""
    decks: frozenset[str]


def trace(board: Board, before: Board | None) -> Trace:
    """What the last event changed."""
    if before is None:
        return Trace({}, "", (), (), frozenset(), frozenset())
    hordes, heroes = {h.card: h for h in board.hordes}, {h.name: h for h in board.heroes}
    old = {h.card: h for h in (*before.hordes, *before.lives)}
    fresh = {}
    for horde in (*board.hordes, *board.lives):
        was = old.get(horde.card)
        if was and was is not horde:
            new = Fresh(max(0, len(horde.tiles) - len(was.tiles)), horde.soldiers & ~was.soldiers)
            if new != NOTHING:
                fresh[horde.card] = new
    shot = before.pending if isinstance(before.pending, Attacking) else board.pending
    went = tuple((h, hordes.get(h.card)) for h in before.hordes if getattr(hordes.get(h.card), "space", "") != h.space)
    walked = tuple(
        (h, heroes.get(h.name))
        for h in before.heroes
        if h.space and getattr(heroes.get(h.name), "space", "") != h.space
    )
    hurt = frozenset(h.name for h in before.heroes if h.name in heroes and heroes[h.name].health != h.health)
    decks = frozenset(name for name in DECKS if getattr(board, name) != getattr(before, name))
    return Trace(fresh, shot.place if fresh and isinstance(shot, Attacking) else "", went, walked, hurt, decks)


DECKS = {
    "ghosts": ("Ghost deck", "untouchable"),
    "timewarp": ("Timewarp", "hourglass"),
    "storm": ("Portal storm", "portal"),
}
"""Piles of a board: what they are called, and their glyph."""


# --- the table


class Table:
    """A scene as parts to be drawn."""

    def __init__(self, scene: Scene[Board]) -> None:
        self.scene = scene
        self.board = board = scene.board
        self.field = board.field
        self.map = map_part(board.field)
        self.names = {s: legible(scene.names.get(s, f"Seat {s}")) for s in range(1, board.seats + 1)}
        self.trace = trace(board, scene.before)
        self.frames = Framer(scene.touches, scene.may)
        self.seat_of_color = self._seats_of_colors()
        self.solo = board.seats == 1

    def _seats_of_colors(self) -> dict[str, int]:
        """Whose shape and colour the sites of a player colour have; alone, each colour has its own."""
        board = self.board
        if board.seats == 1:
            return {color: n for n, color in enumerate(board.setting.colors(1), 1)}
        return {player.color: seat for seat, player in enumerate(board.players, 1) if player.color}

    def parts(self) -> Parts:
        """The whole table."""
        board, pending = self.board, self.board.pending
        table_y = MAP_TOP + self.map.height + GAP
        stacks, spells, gates, life, rows = self.common()
        table_height = TABLE_ROW * rows
        panels_y = table_y + table_height + GAP
        boxes = PANELS[board.seats]
        spaces = tuple(self.spaces())
        over, reason = "", None
        if isinstance(pending, structs.GameOver):
            over, reason = "won" if pending.winners else "lost", label(legible(pending.reason), PHASE_WIDTH, 15, 14)
        round_name = caption.round_name(board)
        room = PHASE_WIDTH - svg.advance(round_name, 20) - 14
        return Parts(
            height=round(panels_y + PANEL_STEP * (boxes[-1][1] + 1) - PANEL_STEP + PANEL_HEIGHT + BOTTOM, 1),
            round=round_name,
            phase=label(caption.phase_name(board), room, 16, 14),
            phase_number=caption.phase_number(pending),
            over=over,
            over_width=60,
            reason=reason,
            pools=tuple(self.pools()),
            map=self.map,
            spaces=spaces,
            spaces_marked=any(space.frames for space in spaces),
            sites=tuple(self.sites()),
            gone=tuple(self.gone()),
            hordes=tuple(self.hordes()),
            barriers=tuple(self.barriers()),
            heroes=tuple(self.heroes()),
            bosses=tuple(self.bosses()),
            lures=tuple(self.lures()),
            spawns=tuple(self.spawns()),
            table_y=round(table_y, 1),
            table_height=table_height,
            stacks=stacks,
            spells=spells,
            gates=gates,
            life=life,
            players=tuple(
                self.player(seat, x, round(panels_y + PANEL_STEP * row, 1), w)
                for seat, (x, row, w) in enumerate(boxes, 1)
            ),
        )

    # --- pools

    def pools(self) -> Iterator[PoolPart]:
        """Hearts, Crystals, Soldiers, and what the scenario is won by."""
        board, setting = self.board, self.board.setting
        hearts = setting.hearts(board.seats, board.difficulty)
        yield self._pool(0, "hearts", "heart", "heart", board.hearts, hearts, "Kingdom: {} of {} Hearts")
        yield self._pool(1, "crystals", "crystal", "crystal", board.crystals, CRYSTALS, "Crystals: {} of {}")
        yield self._pool(2, "soldiers", "meeple", "muted", board.soldiers, SOLDIERS, "Soldiers in the supply: {} of {}")
        if setting.win == "portals":
            most = portals_of(setting, board.seats, board.difficulty)
            horde = board.components.horde
            left = most - sum(card in horde and horde[card].level > 0 for card in board.destroyed)
            yield self._pool(3, "portals", "portal", "muted", left, most, "Portals left: {} of {}")
        elif setting.win == "stacks":
            most = sum(part.draw for stack in setting.stacks(board.seats, board.difficulty).values() for part in stack)
            left = sum(stack.size for stack in board.stacks)
            yield self._pool(3, "cards", "draw", "muted", left, most, "Cards left in the stacks: {} of {}")
        elif setting.win == "boss" and setting.boss:
            life = getattr(setting.boss, "life", ())
            most = len(life[board.seats - 1]) if life else 0
            yield self._pool(3, "lives", "queen", "gold", len(board.lives), most, "Boss Life cards left: {} of {}")

    def _pool(self, at: int, id_: str, glyph: str, class_: str, count: int, most: int, title: str) -> PoolPart:
        wide = 30 + 12 * len(str(count)) + 15 + 9 * len(str(most))
        return PoolPart(
            id_,
            title.format(count, most),
            POOL_X[at],
            glyph,
            class_,
            count,
            most,
            self.frames(id_, Box(-3, -1, wide, 26, 6)),
        )

    # --- the map

    def spaces(self) -> Iterator[SpacePart]:
        """Path and blank terrain."""
        touches, may = self.scene.touches, self.scene.may
        for space in space_parts(self.field, self.board.setting, self.board.seats):
            if space.id in touches or space.id in may:
                yield replace(space, frames=self.frames(space.id, SPACE_BOX))
            else:
                yield space

    def sites(self) -> Iterator[SitePart]:
        """Building sites with their Towers; the frames of a site are those of the Tower on top of it."""
        built: dict[SpaceId, list[Tower]] = {}
        for tower in self.board.towers:
            built.setdefault(tower.site, []).append(tower)
        for site, color in self.board.setting.sites(self.board.seats).items():
            towers, id_ = built.get(site, []), f"space:{site}"
            ring = id_ in self.scene.touches or bool(towers and site == self.trace.place)
            frames = framed(TOWER_BOX if towers else SITE_BOX, ring, id_ in self.scene.may)
            shape = self.seat_of_color.get(color, 0)
            off = self.solo and color == self.board.eliminated
            whose = f" of seat {shape}" if shape and not self.solo else ""
            state = f"{', given up in this round' if off else ''}{'' if towers else ', empty'}"
            yield SitePart(
                id_,
                f"Building site {site}, {color}{whose}{state}",
                *centre(self.field.where[site]),
                f"seat-{shape}" if shape else "",
                shape,
                off,
                tuple(self.towers(towers, shape, frames)),
                None if towers else frames,
            )

    def towers(self, towers: Sequence[Tower], shape: int, frames: Frames | None) -> Iterator[TowerPart]:
        """The Towers of a site; of two the upper one a little aside, with the frames."""
        for index, tower in enumerate(towers):
            kind = self.board.components.tower[tower.card]
            shift = 5 - 9 * index if len(towers) > 1 else 0
            seat = shape if self.solo and shape else tower.seat
            down = "" if tower.face_up else ", face down"
            yield TowerPart(
                f"tower:{tower.card}",
                f"{legible(kind.name)}, level {kind.level}, facing {tower.facing}, of seat {tower.seat}{down}",
                shift,
                shift,
                f"seat-{seat}",
                seat,
                glyph_of(self.board.components, tower.card),
                kind.level,
                90 * QUARTER[tower.facing],
                tower.face_up,
                frames if tower is towers[-1] else None,
            )

    def hordes(self) -> Iterator[HordePart]:
        """Hordes; framed ones last, for their frames reach over their neighbours."""
        board = self.board
        crowd = Counter(horde.space for horde in board.hordes)
        tops = {horde.space: horde.card for horde in board.hordes}
        laid: Counter[SpaceId] = Counter()
        parts = []
        for horde in board.hordes:
            x, y = centre(self.field.where[horde.space])
            shift = self._shift(laid[horde.space], crowd[horde.space])
            laid[horde.space] += 1
            top = tops[horde.space] == horde.card
            bases = board.bases(horde.space) if top else 0
            fresh = self.trace.fresh.get(horde.card, NOTHING)
            id_ = f"horde:{horde.card}"
            ring = id_ in self.scene.touches and fresh == NOTHING
            part = HordePart(
                id_,
                tray_title(board.components, horde, bases) + ("" if top else ", beneath another"),
                x + shift,
                y + shift,
                tray_part(board.components, horde, bases, fresh),
                framed(TRAY_BOX, ring, id_ in self.scene.may),
            )
            parts.append((horde.space, part))
        marked = {space for space, part in parts if part.frames}
        yield from (part for space, part in parts if space not in marked)
        yield from (part for space, part in parts if space in marked)

    @staticmethod
    def _shift(index: int, count: int) -> int:
        """How far a tray of several in a space lies aside: the top one up and to the left."""
        return (6 - 10 * index) if count > 1 else 0

    def heroes(self) -> Iterator[HeroPart]:
        """Heroes on the map: engaged ones on the grid, others side by side in their space."""
        board = self.board
        crowd = Counter(horde.space for horde in board.hordes)
        loose: dict[SpaceId, list[Hero]] = {}
        for hero in board.heroes:
            if hero.space and hero.base:
                x, y = centre(self.field.where[hero.space])
                dx, dy = middle(BASES[hero.base])
                shift = self._shift(crowd[hero.space] - 1, crowd[hero.space])
                yield self._hero(hero, x + dx + shift, y + dy + shift, 34)
            elif hero.space:
                loose.setdefault(hero.space, []).append(hero)
        for space, heroes in loose.items():
            x, y = centre(self.field.where[space])
            size = 40 if len(heroes) == 1 else 36 if len(heroes) <= 4 else 28
            low = 34 if crowd[space] else 0
            for hero, (dx, dy) in zip(heroes, spread(len(heroes), size + 13), strict=True):
                yield self._hero(hero, x + dx, y + dy + low, size)

    def _hero(self, hero: Hero, x: float, y: float, size: int) -> HeroPart:
        cat = hero.name == WILDCAT
        place = f"on {hero.space}" if hero.space else "knocked out" if hero.down else "on the Hero board"
        facing = f", facing {hero.facing}" if hero.space and not cat else ""
        id_ = f"hero:{hero.name}"
        return HeroPart(
            id_,
            f"{caption.hero_name(self.board, hero.name)}, {place}{facing}, of seat {hero.seat}",
            hero.seat,
            round(x, 1),
            round(y, 1),
            size,
            "paw" if cat else "helm",
            None if cat or not hero.space else 90 * QUARTER[hero.facing],
            hero.down,
            False,
            self.frames(id_, Box(-size / 2, -size / 2, size, size, 8)),
        )

    def barriers(self) -> Iterator[MarkPart]:
        """Pathbreaker cards in play."""
        for barrier in self.board.barriers:
            id_ = f"pathbreaker:{barrier.card}"
            name = legible(self.board.components.pathbreaker[barrier.card].name)
            closes = f", and closes Spawn point {barrier.token}" if barrier.token else ""
            x, y = centre(self.field.where[barrier.space])
            glyph = BREAK_GLYPHS.get(barrier.card, OTHER_BREAK)
            title = f"Pathbreaker card {name}: bars {barrier.space}{closes}"
            yield MarkPart(id_, title, x, y, glyph, 0, self.frames(id_, BARRIER_BOX))

    def bosses(self) -> Iterator[MarkPart]:
        """Bosses: in the middle of an empty space, else at its corner."""
        board = self.board
        taken = {h.space for h in board.hordes} | {h.space for h in board.heroes} | {t.site for t in board.towers}
        for boss in board.bosses:
            id_ = f"boss:{boss.name}"
            x, y = centre(self.field.where[boss.space])
            size = 20 if boss.space in taken else 28
            x, y = (x + 28, y - 28) if boss.space in taken else (x, y)
            glyph = "queen" if boss.name.startswith("lilith") else "hourglass" if "mage" in boss.name else "king"
            title = f"Boss: {legible(boss.name.replace('_', ' ').title())}, on {boss.space}"
            box = Box(-size, -size, 2 * size, 2 * size, size)
            yield MarkPart(id_, title, x, y, glyph, size, self.frames(id_, box))

    def spawns(self) -> Iterator[SpawnPart]:
        """Spawn tokens, each at a corner of the space before its stack."""
        closed = {barrier.token for barrier in self.board.barriers}
        here: Counter[SpaceId] = Counter()
        for token, route in self.field.routes.items():
            x, y = self.spawn_corner(token, here[route[0]])
            here[route[0]] += 1
            shut = token in closed
            title = f"Spawn point {token}{', closed' if shut else ''}"
            yield SpawnPart(title, *self.map.at((x, y)), token, shut)

    def spawn_corner(self, token: int, index: int) -> tuple[int, int]:
        """A corner of the first space of a route that the route does not pass; the next ones for other tokens there."""
        route = self.field.routes[token]
        here = self.field.where[route[0]]
        there = self.field.where[route[1]] if len(route) > 1 else self.field.exits[self.field.exit_of[token]]
        dx, dy = there[0] - here[0], there[1] - here[1]
        along = ((dx > 0) - (dx < 0), 0) if dx else (0, (dy > 0) - (dy < 0))
        ox, oy = CORNER[along]
        if index:  # across the route: the other corner, then between the two
            ox, oy = (ox, -oy if index == 1 else 0) if along[0] else (-ox if index == 1 else 0, oy)
        x, y = centre(here)
        return x + 42 * ox, y + 42 * oy

    # --- what moved

    def gone(self) -> Iterator[GonePart]:
        """Outlines of what stood elsewhere, or in the game, before the last event."""
        for horde, now in self.trace.hordes:
            x, y = centre(self.field.where[horde.space])
            id_ = "" if now else f"horde:{horde.card}"
            yield GonePart(id_, "Stood here", x, y, 91, not now, self.frames(id_, TRAY_BOX) if id_ else None)
        for hero, _ in self.trace.heroes:
            assert hero.space
            x, y = centre(self.field.where[hero.space])
            yield GonePart("", "Stood here", x, y, 40, False, None)
        if self.scene.before is None:
            return
        left = {barrier.card for barrier in self.board.barriers}
        for barrier in self.scene.before.barriers:
            if barrier.card not in left:
                id_ = f"pathbreaker:{barrier.card}"
                x, y = centre(self.field.where[barrier.space])
                yield GonePart(
                    id_, "Pathbreaker card, removed", x, y, 72, True, self.frames(id_, Box(-36, -36, 72, 72, 7))
                )

    def lures(self) -> Iterator[str]:
        """Dots from where something was to where it is, and from a Tower to its tile."""
        moves = [(old.space, now.space) for old, now in self.trace.hordes if now]
        moves += [(old.space, now.space) for old, now in self.trace.heroes if now and old.space and now.space]
        for here, there in moves:
            yield dots(centre(self.field.where[here]), centre(self.field.where[there]), 24, 12)
        place = self.trace.place
        if not place:
            return
        start = centre(self.field.where[place])
        for horde in self.board.hordes:
            fresh = self.trace.fresh.get(horde.card)
            if not fresh or horde.space == place:
                continue
            x, y = centre(self.field.where[horde.space])
            mask = fresh.soldiers
            for laid in horde.tiles[len(horde.tiles) - fresh.tiles :]:
                mask |= mask_of(laid.cells)
            dx, dy = middle(mask)
            yield dots(start, (x + dx, y + dy), 46, 14)

    # --- stacks and decks

    def common(
        self,
    ) -> tuple[tuple[StackPart, ...], tuple[PlatePart, ...], tuple[MarkPart, ...], LifePart | None, int]:
        """What lies below the map, from left to right in as many rows as it needs; the number of rows last."""
        flow = Flow()
        stacks = []
        for part in (*self.spawn_stacks(), *self.decks()):
            x, y = flow.place(part.width)
            stacks.append(replace(part, x=x, y=y + 4))
        spells = []
        for spell in self.spells():
            x, y = flow.place(40)
            spells.append(replace(spell, x=x, y=y + 15))
        gates = []
        for gate in self.board.gates if self.board.setting.boss else ():
            x, y = flow.place(36)
            gates.append(MarkPart("", f"Portal tile in the supply: {gate}", x, y + 17, "portal", 0, None))
        life = self.life(*flow.place(94)) if self.board.lives else None
        return tuple(stacks), tuple(spells), tuple(gates), life, flow.row + 1

    def spawn_stacks(self) -> Iterator[StackPart]:
        """The stack of each Spawn point."""
        closed = {barrier.token for barrier in self.board.barriers}
        for stack in self.board.stacks:
            pays, ghost = self.back(stack)
            says = f", the top one shows {self._back_words(pays, ghost)}" if stack.size else ""
            shut = ", closed" if stack.token in closed else ""
            title = f"Spawn {stack.token}{shut}: {stack.size} cards left{says}"
            part = StackPart(f"stack:{stack.token}", title, stack.size, stack.token, "", 0, 0, 13, pays)
            if stack.size:
                lone = not pays
                glyph = "untouchable" if ghost and lone else "crystal" if pays else ""
                part = replace(
                    part, glyph=glyph, glyph_x=16.5 if lone else 10 if len(pays) == 1 else 6, glyph_y=31 + part.drop
                )
            yield replace(part, frames=self.frames(part.id, BACK_BOX))

    def back(self, stack: Stack) -> tuple[str, bool]:
        """What the back of the top card shows, as far as the cards that it may be agree: crystals, and a ghost."""
        segment = next((segment for segment in stack.segments if segment.size), None)
        if segment is None:
            return "", False
        cards = [self.board.components.horde[card] for card in segment.unseen]
        counts = sorted({card.crystals for card in cards})
        ghost = any(card.ghost or card.ghost_deck for card in cards)
        if not counts or counts == [0]:
            return "", ghost
        return (str(counts[0]) if len(counts) == 1 else f"{counts[0]}–{counts[-1]}"), ghost

    @staticmethod
    def _back_words(pays: str, ghost: bool) -> str:
        words = [f"{pays} Crystal{'' if pays == '1' else 's'}"] if pays else []
        if ghost:
            words.append("a ghost")
        return " or ".join(words) or "nothing"

    def decks(self) -> Iterator[StackPart]:
        """Face-down decks that the scenario uses."""
        setting = self.board.setting
        uses = {
            "ghosts": setting.ghosts,
            "timewarp": setting.win == "boss",
            "storm": bool(setting.storm),
        }
        for name, (title, glyph) in DECKS.items():
            pile: Pile = getattr(self.board, name)
            if not (uses[name] or pile.size):
                continue
            drawn = name in self.trace.decks and any(touched.startswith("warp:") for touched in self.scene.touches)
            part = StackPart(f"deck:{name}", f"{title}: {pile.size} cards", pile.size, 0, glyph, 13, 0, 20, "")
            yield replace(part, glyph_y=14 + part.drop, frames=framed(BACK_BOX, drawn, False))

    def spells(self) -> Iterator[PlatePart]:
        """Spells of the team; one that has just been cast is struck out."""
        before = self.scene.before
        cast = [spell for spell in before.spells if spell not in self.board.spells] if before else []
        for spell in sorted({*self.board.spells, *cast}):
            known = self.board.components.spell[spell]
            id_, state = f"spell:{spell}", "gone" if spell in cast else "ready"
            title = f"Spell {legible(known.name)}, power {known.power}{', cast' if spell in cast else ''}"
            glyph = SPELL_GLYPHS.get(spell, "scroll")
            yield PlatePart(id_, title, 0, 0, 32, 32, 20, glyph, state, "", self.frames(id_, Box(0, 0, 32, 32, 6)))

    def life(self, x: float, y: float) -> LifePart:
        """The Boss Life card on top."""
        life, components = self.board.lives[0], self.board.components
        ring = any(touched == f"horde:{life.card}" or touched.startswith("life:") for touched in self.scene.touches)
        may = bool({f"life:{life.card}", f"horde:{life.card}"} & self.scene.may)
        count = len(self.board.lives)
        title = f"{tray_title(components, life, 0)}; {count} left"
        tray = tray_part(components, life, 0, self.trace.fresh.get(life.card, NOTHING))
        return LifePart(f"life:{life.card}", title, x + 30, y + 31, tray, count, framed(LIFE_BOX, ring, may))

    # --- players

    def player(self, seat: Seat, x: int, y: float, w: int) -> PlayerPart:
        """The strip of a seat."""
        board, player = self.board, self.board.players[seat - 1]
        hero = board.hero_of(seat)
        acts = seat in board.pending.who(board)
        words = label(caption.status(board, seat), 110, 15, 14)
        minis = tuple(self.minis(seat))
        hero_x = 56 + 32 * (len(minis) - 1 if minis else 0)
        abilities = tuple(self.abilities(hero)) if hero else ()
        left = min((a.x for a in abilities), default=RIGHT + 6) - 6
        hero_label = label(caption.short_name(board, hero.name), 62, 16, 14) if hero else None
        health_x = hero_x + (round(svg.advance(hero_label.text, hero_label.size)) + 10 if hero_label else 0)
        incoming = tuple(self.cards(seat, player.incoming, HAND_LEFT, w - 12, incoming=True))
        right = incoming[0].x - 26 if incoming else w - 12
        hand = tuple(self.cards(seat, player.hand, HAND_LEFT, right, incoming=False))
        bench = tuple(self.bench()) if self.solo else ()
        return PlayerPart(
            f"seat:{seat}",
            f"Seat {seat}{f', {player.color}' if player.color and not self.solo else ''}",
            seat,
            x,
            y,
            w,
            label(self.names[seat], self.name_room(w, words), 20, 16),
            words,
            acts,
            self.frames(f"seat:{seat}", Box(0, 0, w, PANEL_HEIGHT, 8)),
            hero_label,
            hero_x,
            minis,
            self.health(hero, health_x, left - health_x) if hero else None,
            abilities,
            self.hero_card(seat, hero) if hero else None,
            f"Hand: {self._names(player.hand)}",
            hand,
            self._holder(f"hand:{seat}", hand, right),
            f"On the way into the hand: {self._names(player.incoming)}",
            incoming,
            self._holder(f"incoming:{seat}", incoming, w - 12),
            f"Bench: {', '.join(caption.hero_name(board, name) for name in board.bench)}",
            bench,
            tuple(self.health(h, BENCH_X + 20 + CALLED_STEP * n, 0) for n, h in enumerate(self.called())),
        )

    @staticmethod
    def name_room(width: int, status: Label) -> float:
        """What a player's name may take beside a status; both are bold, so wider than they are measured."""
        return (width - 70) * BOLD - svg.advance(status.text, status.size) / BOLD

    def _names(self, towers: Sequence[str]) -> str:
        counts = Counter(towers)
        names = (f"{name_of_source(self.board.components, t)}{f' ({n})' if n > 1 else ''}" for t, n in counts.items())
        return ", ".join(names) or "no Towers"

    def _holder(self, id_: str, cards: Sequence[CardPart], right: float) -> Frames | None:
        """Around a whole hand that is touched, unless a card in it is."""
        if any(card.frames and card.frames.ring for card in cards):
            return None
        left = cards[0].x if cards else right - CARD_WIDTH
        end = cards[-1].x + CARD_WIDTH if cards else right
        return self.frames(id_, Box(left - 3, HAND_Y - 3, end - left + 6, 48, 7))

    def minis(self, seat: Seat) -> Iterator[HeroPart]:
        """The places of a seat's miniatures on its Hero board; those on the map leave a dashed outline."""
        own = [hero for hero in self.board.heroes if hero.seat == seat and not hero.bench]
        for index, hero in enumerate(own):
            x = MINI_X + 32 * index
            if hero.space is None:
                yield self._hero(hero, x, MINI_Y, MINI)
            else:
                title = f"{caption.hero_name(self.board, hero.name)} is on the map"
                glyph = "paw" if hero.name == WILDCAT else "helm"
                yield HeroPart("", title, seat, x, MINI_Y, MINI, glyph, None, away=True)

    def health(self, hero: Hero, x: float, room: float) -> HealthPart:
        """Hearts, as far as there is room for them."""
        known = self.board.components.hero.get(hero.name)
        full = max(known.health if known else hero.health, hero.health)
        drawn = full <= 6 and HEART_STEP * full <= room
        wide = HEART_STEP * full if drawn else PLAIN_HEALTH
        title = f"{caption.hero_name(self.board, hero.name)}: health {hero.health} of {full}"
        ring = hero.name in self.trace.hurt and f"hero:{hero.name}" in self.scene.touches
        frames = framed(Box(-2, -2, wide + 2, 21, 6), ring, False)
        return HealthPart(f"health:{hero.name}", title, x, 42, hero.health, full, drawn, frames)

    def abilities(self, hero: Hero) -> Iterator[PlatePart]:
        """Ability tiles; smaller if there are more than two."""
        size, step = (28, 34) if len(hero.abilities) <= 2 else (22, 25)
        left = RIGHT - step * len(hero.abilities) + step - size
        for index, tile in enumerate(hero.abilities):
            yield self._ability(tile, left + step * index, 38 + (28 - size) / 2, size)

    def _ability(self, tile: AbilityTile, x: float, y: float, size: int) -> PlatePart:
        known = self.board.components.ability[tile.id]
        words = {"ready": "ready", "using": "taking effect", "active": "active", "used": "face down"}[tile.state]
        id_, kind = f"ability:{tile.id}", ", ongoing" if known.ongoing else ""
        state = "active" if tile.state == "using" else tile.state
        glyph = glyph_of(self.board.components, tile.id)
        return PlatePart(
            id_,
            f"{legible(known.name)}{kind}: {words}",
            x,
            y,
            size,
            size,
            round(size * 0.65),
            glyph,
            state,
            "",
            self.frames(id_, Box(0, 0, size, size, 6)),
        )

    def hero_card(self, seat: Seat, hero: Hero) -> PlatePart:
        """The Hero card: in hand, or played."""
        words = "in hand" if hero.ready else "played"
        id_ = f"herocard:{hero.name}"
        title = f"Hero card of {caption.hero_name(self.board, hero.name)}: {words}"
        state = "ready" if hero.ready else "turned"
        return PlatePart(id_, title, 22, HAND_Y, 32, 42, 16, "helm", state, f"seat-{seat}", self.frames(id_, CARD_BOX))

    def cards(
        self, seat: Seat, towers: Sequence[str], left: float, right: float, *, incoming: bool
    ) -> Iterator[CardPart]:
        """A hand from the left; incoming Towers up to the right. Too many are counted by name."""
        room = (right - left) * (0.42 if incoming else 1)
        counts = [(tower, 1) for tower in towers]
        if len(counts) * CARD_STEP - CARD_STEP + CARD_WIDTH > room:
            counts = list(Counter(towers).items())
        step = min(CARD_STEP, (room - CARD_WIDTH) / max(1, len(counts) - 1))
        start = right - CARD_WIDTH - step * (len(counts) - 1) if incoming else left
        ringed = f"{'incoming' if incoming else 'hand'}:{seat}" in self.scene.touches
        chooses = self.scene.viewer == seat or not isinstance(self.scene.viewer, int)
        once: set[str] = set()
        for index, (tower, number) in enumerate(counts):
            known, id_ = self.board.components.tower[tower], f"tower:{tower}"
            ring = ringed and id_ in self.scene.touches and tower not in once
            may = chooses and not incoming and id_ in self.scene.may
            once.add(tower)
            bar, gap = (6.0, 8.0) if known.level < 4 else (4.5, 6.5)
            yield CardPart(
                id_,
                f"{legible(known.name)}, level {known.level}{f', {number} of them' if number > 1 else ''}",
                round(start + step * index, 1),
                HAND_Y,
                glyph_of(self.board.components, tower),
                known.level,
                number,
                incoming,
                bar,
                gap,
                framed(CARD_BOX, ring, may),
            )

    def bench(self) -> Iterator[HeroPart]:
        """Solo: heroes that were called, who are on the map, and those that can still be called."""
        x = BENCH_X
        for hero in self.called():
            title = f"{caption.hero_name(self.board, hero.name)} is called from the Bench for this round"
            yield HeroPart("", title, 1, x, MINI_Y, MINI, "helm", None, away=True)
            x += CALLED_STEP
        for name in self.board.bench:
            id_ = f"hero:{name}"
            title = f"{caption.hero_name(self.board, name)}, on the Bench"
            box = Box(-MINI / 2, -MINI / 2, MINI, MINI, 8)
            yield HeroPart(id_, title, 1, x, MINI_Y, MINI, "helm", None, frames=self.frames(id_, box))
            x += BENCH_STEP

    def called(self) -> list[Hero]:
        """Heroes of the Bench that take part in this round."""
        return [hero for hero in self.board.heroes if hero.bench and hero.name != WILDCAT]


class Flow:
    """Places from left to right, row after row."""

    def __init__(self) -> None:
        self.x: float = TABLE_LEFT
        self.row = 0

    def place(self, width: float) -> tuple[float, float]:
        """The next place of that width."""
        if self.x + width > TABLE_RIGHT and self.x > TABLE_LEFT:
            self.x, self.row = TABLE_LEFT, self.row + 1
        x, self.x = self.x, self.x + width
        return x, self.row * TABLE_ROW


def spread(count: int, step: float) -> Iterator[tuple[float, float]]:
    """Places for so many pieces around a middle, in rows."""
    columns = 1 if count == 1 else 2 if count <= 4 else 3
    rows = -(-count // columns)
    for index in range(count):
        row = index // columns
        in_row = min(columns, count - row * columns)
        yield (index % columns - (in_row - 1) / 2) * step, (row - (rows - 1) / 2) * step


def dots(start: tuple[float, float], end: tuple[float, float], after: float, short: float) -> str:
    """A line of dots that begins `after` its start and stops `short` of its end."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    far = hypot(dx, dy) or 1
    after, short = (after, short) if far > after + short + 8 else (0, 0)
    x1, y1 = start[0] + dx * after / far, start[1] + dy * after / far
    x2, y2 = end[0] - dx * short / far, end[1] - dy * short / far
    return f"M{x1:.1f} {y1:.1f}L{x2:.1f} {y2:.1f}"
