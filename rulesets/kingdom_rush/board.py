"""The table of Kingdom Rush, and what it can wait for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from msgspec.structs import replace

from rulesets.kingdom_rush.components import Components
from rulesets.kingdom_rush.geometry import BASES, Facing, Mask, Quarter
from rulesets.kingdom_rush.schema import DifficultyId
from rulesets.kit import structs
from rulesets.kit.piles import Pile
from rulesets.kit.structs import Phase, Seat
from rulesets.kit.tuples import put

if TYPE_CHECKING:
    from rulesets.kingdom_rush.cards import Face
    from rulesets.kingdom_rush.scenario import Field, Scenario

CardId = str
SpaceId = str
"""A space of the map: of the Path, a Building site, or blank terrain (`3-4`: column and row)."""
HeroName = str
"""`alleria`, `malik` and so on, or `wildcat`."""
Token = int
"""A Spawn token, which also names the route of the Hordes of its stack."""

SOLDIERS = 12
"""KRR-SOL-08; a component set may hold fewer."""
CRYSTALS = 12
"""KRR-CRY-01; a component set may hold fewer."""
WILDCAT: HeroName = "wildcat"
EVERYBODY: tuple[Seat, ...] = (1, 2, 3, 4)
"""The seats of the largest table."""


class Laid(Struct, frozen=True, gc=False):
    """A Damage tile in a tray."""

    source: str
    """The Tower, hero, ability or Spell that it is of."""
    cells: str


class Horde(Struct, frozen=True, gc=False):
    """A Horde or Portal card on the Path. In a space with several, the later one of the board lies on top."""

    card: CardId
    space: SpaceId
    route: Token
    turn: Quarter
    """How its tray is turned; it never changes."""
    level: int = 0
    """The Tower level that it asks for as a Portal; 0 when it is none."""
    tray: bool = True
    tiles: tuple[Laid, ...] = ()
    tiled: Mask = 0
    """The squares of `tiles`."""
    soldiers: Mask = 0
    gate: str = ""
    """The Portal tile on it, which made a Portal of it."""
    gated: Mask = 0
    """The squares under that."""


class AbilityTile(Struct, frozen=True, gc=False):
    """A special-ability tile in a slot of a Hero board."""

    id: str
    state: Literal["ready", "using", "active", "used"] = "ready"
    """Face up; face up while it takes effect; face up on the portrait until the round ends; face down."""


class Hero(Struct, frozen=True, gc=False):
    """A hero's miniature, health and tiles; also the Wildcat, and a Bench Hero that was called."""

    name: HeroName
    seat: Seat
    health: int
    space: SpaceId | None = None
    """Where it stands; None: on its player's board."""
    base: str | None = None
    """The north-west square under its base, while it is engaged."""
    facing: Facing = "N"
    down: bool = False
    """Knocked out: it lies on its player's board."""
    ready: bool = True
    """Its Hero card is in hand (the Wildcat: it may be activated in this round)."""
    abilities: tuple[AbilityTile, ...] = ()
    ongoing: tuple[str, ...] = ()
    """The ongoing effects that act for it until the round ends."""
    bench: bool = False
    """Called from the Bench: it leaves the game when the round ends."""
    fresh: bool = False
    """The Wildcat before it comes into play for the first time."""
    returned: bool = False
    """It came back in this round and is not activated before the next one: it regenerated, or it is the Wildcat that a
    basic attack brought (KRR-HRO-02, KRR-ALL-02)."""


class Player(Struct, frozen=True, gc=False):
    """What lies before one seat."""

    color: str = ""
    hero: HeroName = ""
    hand: tuple[str, ...] = ()
    """Towers; sorted."""
    incoming: tuple[str, ...] = ()
    """Towers passed to this seat; sorted. They are picked up in phase 5."""
    done: bool = False


class Tower(Struct, frozen=True, gc=False):
    """A Tower on a Building site. Of two on one site the later one of the board lies on top."""

    site: SpaceId
    card: str
    seat: Seat
    facing: Facing
    face_up: bool = True


class Stack(Struct, frozen=True, gc=False):
    """The face-down Horde cards of a Spawn point."""

    token: Token
    segments: tuple[Pile, ...]
    """From top to bottom. A segment's cards are in no order that anybody knows."""

    @property
    def size(self) -> int:
        return sum([segment.size for segment in self.segments])

    @property
    def on_top(self) -> Pile:
        """The segment that cards are drawn from. StopIteration when the stack is empty."""
        return next(segment for segment in self.segments if segment.size)


class Barrier(Struct, frozen=True, gc=False):
    """A Pathbreaker card in play."""

    card: str
    space: SpaceId
    """No Horde enters it and no hero ends there."""
    token: Token | None = None
    """The Spawn point that it blocks."""


AFTER_ADVANCE = 4
"""The step of a `BossActing` that comes after the Hordes have advanced: Portal tiles and Time Mages."""


class Boss(Struct, frozen=True, gc=False):
    """A Boss miniature on the map."""

    name: str
    space: SpaceId


# What the board waits for. An automatic phase is one that rules/ gives a step; who() still tells whose it is.
# `then` is the phase that play goes back to.


class TeamPhase(Phase["Board"], frozen=True):
    """A decision of the team: any player may enter it."""

    def who(self, board: Board) -> tuple[Seat, ...]:
        return EVERYBODY[: board.seats]


class SeatPhase(Phase["Board"], frozen=True):
    """A decision of one seat, in the middle of something: nobody else acts until it is made (KRR-RND-05)."""

    rule = "KRR-RND-05"
    seat: Seat

    def who(self, board: Board) -> tuple[Seat, ...]:
        return (self.seat,)


# --- the set-up


class Recruiting(Phase["Board"], frozen=True):
    """Each seat chooses a hero and a colour, then the hero's special abilities."""

    rule = "KRR-SET-05"

    def who(self, board: Board) -> tuple[Seat, ...]:
        return tuple(seat for seat in range(1, board.seats + 1) if not board.prepared(seat))


class ChoosingSpells(TeamPhase, frozen=True):
    """The team chooses its Spells, one after the other."""

    rule = "KRR-SET-17"


class ChoosingBench(TeamPhase, frozen=True):
    """The lone player sets up the Bench."""

    rule = "KRR-SLO-07"


class Eliminating(TeamPhase, frozen=True):
    """The lone player gives up one colour of Building sites for this round."""

    rule = "KRR-SLO-03"
    then: Spawning


# --- the round


class RoundStarting(TeamPhase, frozen=True):
    """A round begins by itself."""

    rule = "KRR-RND-01"


class Spawning(TeamPhase, frozen=True):
    """Phase 1: stacks flip by themselves, lowest token first."""

    rule = "KRR-SPN-01"
    tokens: tuple[Token, ...]
    """Still to flip. Stacks that are empty or closed as the phase begins are none of them."""
    storm: bool = False
    """A card of the Portal storm comes first."""


class PlayCards(Phase["Board"], frozen=True):
    """Phase 2: everybody plays Towers and heroes, in any order, until all are done."""

    rule = "KRR-RND-07"

    def who(self, board: Board) -> tuple[Seat, ...]:
        return tuple([seat for seat, player in enumerate(board.players, 1) if not player.done])


class Attacking(SeatPhase, frozen=True):
    """Tiles and Soldiers of one Tower, hero, ability or Spell are placed step by step."""

    source: str
    """Whose attack: a Tower, hero, ability or Spell of the component set."""
    hero: HeroName = ""
    """Who attacks, where no Tower or Spell does."""
    place: SpaceId = ""
    """Where the range is counted from."""
    facing: Facing = "N"
    step: int = 0
    opened: int = -1
    """The attack of the source that is under way."""
    forced: bool = False
    """Only Portals can be hit: all that fits has to be placed (KRR-POR-09)."""
    horde: CardId = ""
    """Where the last piece of this attack went."""
    cells: str = ""
    """The squares of the last tile of this attack."""
    left: int = -1
    """Equal pieces still to be placed in this step; -1: not begun."""
    placed: int = 0
    """Soldiers of this attack that came out of the supply."""
    sides: str = ""
    """The sides of the hero's base that a tile touches already (KRR-LIL-05)."""
    hit: tuple[CardId, ...] = ()
    """The Hordes that this source hit so far, or that it aims at."""
    portal: bool = False
    """Something was placed on a Portal."""
    then: Pending | None = None


class Activating(SeatPhase, frozen=True):
    """A hero moves and acts, in either order."""

    rule = "KRR-HRO-03"
    hero: HeroName
    points: int
    """Move points; 0 once it has moved or may not."""
    may: Literal["act", "again", "attack", ""] = "act"
    """What action is open: any; any but the one that gave it (Hammer Time); a basic attack only; none."""
    then: Pending | None = None


class Engaging(SeatPhase, frozen=True):
    """A hero that ended its movement on a Horde is put on its grid."""

    rule = "KRR-ENG-01"
    hero: HeroName
    then: Pending | None = None


class FinishingAbility(SeatPhase, frozen=True):
    """The effect of a special ability is over: its tile turns by itself."""

    rule = "KRR-SPC-02"
    hero: HeroName
    then: Pending | None = None


class PlacingWildcat(SeatPhase, frozen=True):
    """The Wildcat may come into play in Alleria's space."""

    rule = "KRR-WLD-08"
    hero: HeroName
    """In whose space."""
    forgo: bool = False
    """By a basic attack, which need not bring it (KRR-ALL-01)."""
    then: Pending | None = None


class Blessing(SeatPhase, frozen=True):
    """A hero next to the one that attacked, or that one itself, heals 1 and turns an ability face up."""

    rule = "KRR-LIL-02"
    hero: HeroName
    then: Pending | None = None


class Healing(SeatPhase, frozen=True):
    """A chosen hero heals."""

    rule = "KRR-HDM-04"
    hero: HeroName
    points: int
    near: bool
    """Only this hero or one adjacent to it."""
    then: Pending | None = None


class Inspiring(SeatPhase, frozen=True):
    """A chosen hero may move one space and perform its basic attack."""

    rule = "KRR-ALL-06"
    hero: HeroName
    then: Pending | None = None


class Conjuring(SeatPhase, frozen=True):
    """A chosen hero is moved to any legal space, and then performs its basic attack."""

    rule = "KRR-MAG-03"
    hero: HeroName
    then: Pending | None = None


class Refreshing(SeatPhase, frozen=True):
    """A chosen hero may turn one face-down ability tile face up."""

    rule = "KRR-MAL-02"
    hero: HeroName
    then: Pending | None = None


class Surging(SeatPhase, frozen=True):
    """A hero moves on, space by space, and burns each Horde that it enters."""

    rule = "KRR-IGN-04"
    hero: HeroName
    left: int
    """Spaces that it may still go."""
    moved: bool = False
    burnt: tuple[CardId, ...] = ()
    then: Pending | None = None


class Sacrificing(TeamPhase, frozen=True):
    """A chosen hero suffers 1 damage for the Gem of Timewarp."""

    rule = "KRR-SPL-13"
    then: Attacking


class Relocating(SeatPhase, frozen=True):
    """Soldiers that a Soldier Tower lacks may be moved from other Hordes."""

    rule = "KRR-SOL-09"
    missing: int
    then: Attacking


class Destroying(TeamPhase, frozen=True):
    """Phase 3 runs by itself: destroy, damage, move heroes off, spawn Ghosts."""

    rule = "KRR-DES-01"
    ghosts: tuple[tuple[SpaceId, Token], ...] = ()
    """Where Ghost cards are still to be spawned, and on which route."""
    leaving: tuple[HeroName, ...] = ()
    """Heroes that must still leave the space of a destroyed Ghost."""
    over: bool = False
    """Hordes are destroyed and heroes damaged."""
    came: bool = False
    """A Ghost card has been spawned: who makes way now goes anywhere, as at a spawn."""


class Advancing(TeamPhase, frozen=True):
    """Phase 4: Hordes advance by themselves, one after the other."""

    rule = "KRR-ADV-01"
    left: tuple[CardId, ...]
    """The first one is under way."""
    attempts: int = -1
    """Move attempts left; -1: its icons have not been looked at."""
    dead_eye: bool = False
    rising: bool = False
    """A Flying Horde has just shaken off what was on it."""
    march: bool = False
    """A card makes these Hordes move once, whatever their icons."""
    then: BossActing | Spawning | None = None


class Displacing(SeatPhase, frozen=True):
    """A hero has to leave its space."""

    rule = "KRR-ADV-11"
    hero: HeroName
    to: tuple[SpaceId, ...]
    then: Pending


class BossActing(TeamPhase, frozen=True):
    """The Bosses act by themselves."""

    rule = "KRR-BOS-01"
    step: int = 0
    """How far the Boss's card is worked off."""
    placed: int = 0
    """Portal tiles placed in this activation."""


class Sharing(TeamPhase, frozen=True):
    """Phase 5: the team decides who takes the Towers of white Building sites, one after the other."""

    rule = "KRR-WHT-02"


class PlacingPortal(TeamPhase, frozen=True):
    """The team puts a Portal tile on a Horde."""

    rule = "KRR-TMG-02"
    then: BossActing


class LosingTower(TeamPhase, frozen=True):
    """The team gives up a Tower adjacent to Lilith, the Boss."""

    rule = "KRR-BLI-04"
    then: BossActing


class Buying(TeamPhase, frozen=True):
    """Phase 6: the team spends Crystals."""

    rule = "KRR-BUY-04"


class GameOver(structs.GameOver, frozen=True, tag="GameOver"):
    """All have won or all have lost."""

    rule = "KRR-LOS-04"


PLAY_CARDS = PlayCards()
BUYING = Buying()
ROUND_STARTING = RoundStarting()

Pending = (
    Recruiting
    | ChoosingSpells
    | ChoosingBench
    | Eliminating
    | RoundStarting
    | Spawning
    | PlayCards
    | Attacking
    | Activating
    | Engaging
    | FinishingAbility
    | PlacingWildcat
    | Blessing
    | Healing
    | Inspiring
    | Conjuring
    | Refreshing
    | Surging
    | Sacrificing
    | Relocating
    | Destroying
    | Advancing
    | Displacing
    | BossActing
    | PlacingPortal
    | LosingTower
    | Sharing
    | Buying
    | GameOver
)


class Board(Struct, frozen=True, gc=False):
    """The whole table at one version."""

    components: Components
    pending: Pending
    scenario: str
    difficulty: DifficultyId
    seats: int
    players: tuple[Player, ...]
    heroes: tuple[Hero, ...] = ()
    """In the order of the seats, then the Wildcat and called Bench Heroes."""
    hordes: tuple[Horde, ...] = ()
    towers: tuple[Tower, ...] = ()
    """By site, and there in the order of playing: equal tables are equal boards."""
    stacks: tuple[Stack, ...] = ()
    ghosts: Pile = Pile(0)
    """The Ghost deck."""
    timewarp: Pile = Pile(0)
    """The Timewarp cards of Lilith, the Boss."""
    storm: Pile = Pile(0)
    """The Portal storm."""
    supply: tuple[str, ...] = ()
    """Towers; sorted."""
    hearts: int = 0
    """Of the Kingdom."""
    crystals: int = 0
    soldiers: int = 0
    """In the supply."""
    barriers: tuple[Barrier, ...] = ()
    gates: tuple[str, ...] = ()
    """Portal tiles in the supply."""
    bosses: tuple[Boss, ...] = ()
    lives: tuple[Horde, ...] = ()
    """Boss Life cards, off the map; the first lies on top."""
    spells: tuple[str, ...] = ()
    """Chosen and not yet used; sorted."""
    bench: tuple[HeroName, ...] = ()
    """Solo: not yet called; sorted."""
    eliminated: str = ""
    """Solo: the colour given up in this round, or in the last one until it is chosen."""
    destroyed: tuple[CardId, ...] = ()
    """Horde cards out of the game, sorted."""
    escaped: tuple[CardId, ...] = ()
    """Sorted."""
    round: int = 0
    """From 1; 0 in the set-up."""

    @property
    def turn(self) -> int:
        """Turn and round mean the same (KRR-RND-08)."""
        return self.round

    @property
    def setting(self) -> Scenario:
        """The scenario that is played."""
        return self.components.scenario[self.scenario]

    @property
    def field(self) -> Field:
        """Its map, with all that can be worked out about it."""
        return self.components.field[self.scenario]

    def prepared(self, seat: Seat) -> bool:
        """Whether a seat has chosen all it has to choose in the set-up."""
        hero = self.hero_of(seat)
        return hero is not None and bool(hero.abilities)

    def hero_of(self, seat: Seat) -> Hero | None:
        """The hero of a seat, once it is chosen; in solo mode the Main Hero."""
        name = self.players[seat - 1].hero
        return self.hero(name) if name else None

    def hero(self, name: HeroName) -> Hero:
        """The hero of a name. KeyError when it is not in the game."""
        for hero in self.heroes:
            if hero.name == name:
                return hero
        raise KeyError(name)

    def find_hero(self, name: HeroName) -> Hero | None:
        """The hero of a name, or None."""
        for hero in self.heroes:
            if hero.name == name:
                return hero
        return None

    def horde(self, card: CardId) -> Horde:
        """The Horde of a card. KeyError when it is not on the map."""
        for horde in self.hordes:
            if horde.card == card:
                return horde
        raise KeyError(card)

    def horde_at(self, space: SpaceId | None) -> Horde | None:
        """The Horde on top of a space."""
        found = None
        for horde in self.hordes:
            if horde.space == space:
                found = horde
        return found

    def face(self, horde: Horde) -> Face:
        """The card of a Horde as it lies in its tray."""
        return self.components.face[horde.card][horde.turn]

    def bases(self, space: SpaceId) -> Mask:
        """The squares under heroes in a space; they stand on the top Horde."""
        mask = 0
        for hero in self.heroes:
            if hero.base and hero.space == space:
                mask |= BASES[hero.base]
        return mask

    def covered(self, horde: Horde) -> Mask:
        """The squares of a Horde that a tile, a Soldier, a hero or a Portal tile covers."""
        mask = horde.tiled | horde.soldiers | horde.gated
        for hero in self.heroes:
            if hero.base and hero.space == horde.space and self.horde_at(hero.space) is horde:
                mask |= BASES[hero.base]
        return mask

    def with_player(self, seat: Seat, player: Player) -> Board:
        """The board with this player in the place of the one of the seat."""
        return replace(self, players=put(self.players, seat - 1, player))

    def with_hero(self, hero: Hero, pending: Pending | None = None) -> Board:
        """The board with this hero in the place of the one of its name; waiting for `pending`, if that is told."""
        for index, old in enumerate(self.heroes):
            if old.name == hero.name:
                return replace(self, heroes=put(self.heroes, index, hero), pending=pending or self.pending)
        raise KeyError(hero.name)

    def with_horde(self, horde: Horde) -> Board:
        """The board with this Horde in the place of the one of its card."""
        return replace(self, hordes=put(self.hordes, place_of(self.hordes, horde.card), horde))


def place_of(hordes: tuple[Horde, ...], card: CardId) -> int:
    """Where in `hordes` the one of a card is. KeyError when it is none of them."""
    for index, horde in enumerate(hordes):
        if horde.card == card:
            return index
    raise KeyError(card)
