"""What the template draws: one frozen part for each thing on the table."""

from __future__ import annotations

from msgspec import Struct

from rulesets.kingdom_rush.geometry import Offset
from rulesets.kingdom_rush.picture.trays import TrayPart
from rulesets.kit.phases import Seat
from rulesets.kit.svg import Frames, Label


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
    emblem: str = ""
    """Its own glyph, where one player leads several heroes."""


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


class CountPart(Struct, frozen=True, gc=False):
    """How many Towers of a type and level are left in the supply."""

    id: str
    title: str
    x: int
    y: int
    level: int
    count: int
    frames: Frames | None


class SupplyPart(Struct, frozen=True, gc=False):
    """The Towers of one type in the supply."""

    title: str
    glyph: str
    counts: tuple[CountPart, ...]
    x: float
    y: float


class ReachPart(Struct, frozen=True, gc=False):
    """The spaces in range of the attack under way."""

    title: str
    owner: str
    spaces: tuple[tuple[int, int], ...]


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
    reach: ReachPart | None
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
    supply: tuple[SupplyPart, ...]
    players: tuple[PlayerPart, ...]
