"""What the template draws: one frozen part for each thing on the table."""

from __future__ import annotations

from msgspec import Struct

from rulesets.kingdom_rush.geometry import Offset
from rulesets.kingdom_rush.picture.places import Plan
from rulesets.kingdom_rush.picture.trays import TrayPart
from rulesets.kit.phases import Seat
from rulesets.kit.svg import Frames, Label, Piece, Placed, short


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
    exits: tuple[tuple[int, int, str, str], ...]
    """Middle, id and title."""
    labels: tuple[tuple[float, float], ...]
    """Where the Exits' word stands, in board units."""

    def at(self, xy: tuple[float, float]) -> tuple[float, float]:
        """A point of the map in board units."""
        return short(self.x + xy[0] * self.scale), short(self.y + xy[1] * self.scale)


class SpacePart(Placed, frozen=True):
    """A space of the Path, or blank terrain."""

    frames: Frames | None


class SitePart(Placed, frozen=True):
    """A Building site."""

    owner: str
    """The class that colours it; empty for a white one."""
    shape: int
    """The seat whose shape it bears, or 0."""
    off: bool
    """Given up for this round."""
    towers: tuple[TowerPart, ...]
    frames: Frames | None
    """Around an empty site."""


class TowerPart(Placed, frozen=True):
    """A Tower on its site."""

    owner: str
    shape: int
    glyph: str
    level: int
    turn: int
    """Degrees that its card is turned by."""
    face_up: bool
    frames: Frames | None


class HordePart(Placed, frozen=True):
    """A Horde on the map."""

    tray: TrayPart
    squares: bool
    """Each square is a piece of its own, for squares are asked for."""
    frames: Frames | None


class HeroPart(Piece, frozen=True):
    """A hero's miniature."""

    owner: str
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


class MarkPart(Placed, frozen=True):
    """A Pathbreaker card, a Boss, or a Portal tile in the supply."""

    glyph: str
    size: int
    frames: Frames | None


class GonePart(Placed, frozen=True):
    """Where something stood before the last event."""

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


class StackPart(Piece, frozen=True):
    """A face-down stack or deck."""

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
        return 77 + 11 * len(str(self.count))


class CountPart(Placed, frozen=True):
    """How many Towers of a type and level are left in the supply; its id is those of all of them."""

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


class CardPart(Placed, frozen=True):
    """Equal Towers in a hand, or on their way into one."""

    glyph: str
    level: int
    number: int
    incoming: bool
    bar: float
    step: float
    frames: Frames | None


class PlatePart(Placed, frozen=True):
    """A special-ability tile, a Spell or a Hero card."""

    w: int
    h: int
    size: int
    glyph: str
    state: str
    """`ready`, `using`, `active`, `used` (face down), `turned` (a Hero card that was played) or `gone`."""
    owner: str = ""
    frames: Frames | None = None


class HealthPart(Placed, frozen=True):
    """A hero's health."""

    health: int
    full: int
    drawn: bool
    """As hearts, rather than as a number."""
    frames: Frames | None


class LifePart(Placed, frozen=True):
    """The Boss Life card on top, and how many there are."""

    tray: TrayPart
    squares: bool
    count: int
    frames: Frames | None


class PoolPart(Placed, frozen=True):
    """A number of the whole team."""

    glyph: str
    class_: str
    count: int
    most: int
    frames: Frames | None


class PlayerPart(Piece, frozen=True):
    """The strip of a seat."""

    seat: Seat
    owner: str
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
    bench_holds: str
    """Ids of heroes that were called from it and are not on the map."""
    bench_x: int
    bench_y: int
    h: int
    called: tuple[HealthPart, ...]
    """Of the heroes of the Bench on the map."""


class OfferPart(Piece, frozen=True):
    """What can be chosen in the set-up, before it lies anywhere."""

    x: float
    y: float
    w: float
    glyph: str
    name: Label
    frames: Frames | None


class FacingPart(Placed, frozen=True):
    """A point of the compass."""

    letter: str
    turn: int
    frames: Frames | None


class OutPart(Placed, frozen=True):
    """Hordes that have left the game."""

    holds: str
    """The ids of those that the last event touched."""
    count: int


class EdgePart(Struct, frozen=True, gc=False):
    """The letters or numbers at an edge of a tray."""

    signs: str
    x: float
    y: float
    """The middle one."""
    dx: float
    dy: float
    """From one to the next."""

    @property
    def points(self) -> list[tuple[float, float]]:
        """The middles of all signs."""
        return [(self.x + dx, self.y + dy) for _, dx, dy in self.row]

    @property
    def row(self) -> list[tuple[str, float, float]]:
        """Each sign, and where it stands from the middle one: alike at every tray of a map, so that it packs well."""
        return [(sign, short(n * self.dx), short(n * self.dy)) for n, sign in enumerate(self.signs, -2)]


class NoteText(Struct, frozen=True, gc=False):
    """A word or sign on the map."""

    text: str
    x: float
    y: float
    class_: str


class Parts(Struct, frozen=True, gc=False):
    """All that the template draws."""

    plan: Plan
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
    places: tuple[NoteText, ...]
    edges: tuple[EdgePart, ...]
    table_y: float
    table_height: float
    stacks: tuple[StackPart, ...]
    spells: tuple[PlatePart, ...]
    gates: tuple[MarkPart, ...]
    life: LifePart | None
    supply: tuple[SupplyPart, ...]
    facings: tuple[FacingPart, ...]
    out: OutPart
    offers: tuple[OfferPart, ...]
    players: tuple[PlayerPart, ...]
