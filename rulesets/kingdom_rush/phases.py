"""What the board waits for.

An automatic phase is one that rules/ gives a step; who() still tells whose it is. `then` is the phase that play goes
back to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Protocol

from rulesets.kingdom_rush.geometry import Facing
from rulesets.kingdom_rush.pieces import CardId, HeroName, SpaceId, Token
from rulesets.kit import phases
from rulesets.kit.phases import Phase, Seat, SeatPhase, TablePhase, seats_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.kingdom_rush.pieces import Side


class Table(phases.Board, Protocol):
    """What phases look at on the board."""

    @property
    def sides(self) -> tuple[Side, ...]: ...
    def prepared(self, seat: Seat) -> bool: ...


class Interlude(SeatPhase, frozen=True):
    """A decision of one seat in the middle of something: nobody else acts until it is made (KRR-RND-05).

    Play then goes back to `then`, and to phase 2 where that is none.
    """

    rule = "KRR-RND-05"
    brief = "to act"
    idle = ""
    part = "Play cards"

    def after(self) -> Phase:
        return super().after() or PLAY_CARDS


# --- the set-up


class Recruiting(Phase, frozen=True):
    """Each seat chooses a hero and a colour, then the hero's special abilities."""

    rule = "KRR-SET-05"
    asks = "to choose heroes and abilities"
    brief = "to choose"
    idle = "ready"
    part = "Heroes"

    def who(self, board: Table) -> tuple[Seat, ...]:
        return tuple(seat for seat in seats_of(board) if not board.prepared(seat))


class ChoosingSpells(TablePhase, frozen=True):
    """The team chooses its Spells, one after the other."""

    rule = "KRR-SET-17"
    asks = "to choose Spells"
    brief = "to choose"
    part = "Spells"


class ChoosingBench(TablePhase, frozen=True):
    """The lone player sets up the Bench."""

    rule = "KRR-SLO-07"
    asks = "to set up the Bench"
    brief = "to choose"
    part = "Bench"


class Eliminating(TablePhase, frozen=True):
    """The lone player gives up one colour of Building sites for this round."""

    rule = "KRR-SLO-03"
    asks = "to give up a colour for this round"
    brief = "to give up"
    part = "Spawn"
    then: Spawning


# --- the round


class Spawning(TablePhase, frozen=True):
    """Phase 1: stacks flip by themselves, lowest token first."""

    rule = "KRR-SPN-01"
    part = "Spawn"
    tokens: tuple[Token, ...]
    """Still to flip. Stacks that are empty or closed as the phase begins are none of them."""
    storm: bool = False
    """A card of the Portal storm comes first."""


class PlayCards(Phase, frozen=True):
    """Phase 2: everybody plays Towers and heroes, in any order, until all are done."""

    rule = "KRR-RND-07"
    asks = "to play cards"
    brief = "to play"
    part = "Play cards"

    def who(self, board: Table) -> tuple[Seat, ...]:
        return tuple([seat for seat, side in enumerate(board.sides, 1) if not side.done])


class Attacking(Interlude, frozen=True):
    """Tiles and Soldiers of one Tower, hero, ability or Spell are placed step by step."""

    asks = "to place tiles"
    brief = "to place"
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
    order: tuple[int, ...] = ()
    """The steps that follow, where the player has changed their order; the end of the program is the last of them.
    Empty: they follow as printed."""
    then: Pending | None = None

    def coming(self, end: int) -> Sequence[int]:
        """This step and those that follow it, up to the end of the program."""
        return (self.step, *self.order) if self.order else range(self.step, end + 1)

    def order_from(self, step: int) -> tuple[int, ...]:
        """What `order` is when play has come to a step."""
        return self.order[self.order.index(step) + 1 :] if step in self.order else self.order

    def beyond(self, step: int) -> tuple[int, tuple[int, ...]]:
        """The step that follows a step, and what `order` is then."""
        if not self.order:
            return step + 1, ()
        following = self.order_from(step)
        return following[0], following[1:]


class Activating(Interlude, frozen=True):
    """A hero moves and acts, in either order."""

    rule = "KRR-HRO-03"
    asks = "to move a hero or to act"
    hero: HeroName
    points: int
    """Move points; 0 once it has moved or may not."""
    may: Literal["act", "again", "attack", ""] = "act"
    """What action is open: any; any but the one that gave it (Hammer Time); a basic attack only; none."""
    then: Pending | None = None


class Engaging(Interlude, frozen=True):
    """A hero that ended its movement on a Horde is put on its grid."""

    rule = "KRR-ENG-01"
    asks = "to put a hero on the grid"
    brief = "to engage"
    hero: HeroName
    then: Pending | None = None


class FinishingAbility(Interlude, frozen=True):
    """The effect of a special ability is over: its tile turns by itself."""

    rule = "KRR-SPC-02"
    hero: HeroName
    then: Pending | None = None


class PlacingWildcat(Interlude, frozen=True):
    """The Wildcat may come into play in Alleria's space."""

    rule = "KRR-WLD-08"
    asks = "to place the Wildcat"
    forgone = "The Wildcat of {seat} stays away."
    hero: HeroName
    """In whose space."""
    forgo: bool = False
    """By a basic attack, which need not bring it (KRR-ALL-01)."""
    then: Pending | None = None


class Blessing(Interlude, frozen=True):
    """A hero next to the one that attacked, or that one itself, heals 1 and turns an ability face up."""

    rule = "KRR-LIL-02"
    asks = "to choose who is blessed"
    lapses = True
    hero: HeroName
    then: Pending | None = None


class Healing(Interlude, frozen=True):
    """A chosen hero heals."""

    rule = "KRR-HDM-04"
    asks = "to choose who heals"
    lapses = True
    hero: HeroName
    points: int
    near: bool
    """Only this hero or one adjacent to it."""
    then: Pending | None = None


class Inspiring(Interlude, frozen=True):
    """A chosen hero may move one space and perform its basic attack."""

    rule = "KRR-ALL-06"
    asks = "to choose who moves and attacks"
    forgone = "{seat} lets nobody move and attack."
    takes_forced = True  # with nobody to choose, `Forgo` is left
    hero: HeroName
    then: Pending | None = None


class Conjuring(Interlude, frozen=True):
    """A chosen hero is moved to any legal space, and then performs its basic attack."""

    rule = "KRR-MAG-03"
    asks = "to move a hero"
    lapses = True
    hero: HeroName
    then: Pending | None = None


class Refreshing(Interlude, frozen=True):
    """A chosen hero may turn one face-down ability tile face up."""

    rule = "KRR-MAL-02"
    asks = "to turn an ability face up"
    forgone = "{seat} turns no ability face up."
    takes_forced = True  # with nobody to choose, `Forgo` is left
    hero: HeroName
    then: Pending | None = None


class Surging(Interlude, frozen=True):
    """A hero moves on, space by space, and burns each Horde that it enters."""

    rule = "KRR-IGN-04"
    asks = "to move on or to stop"
    hero: HeroName
    left: int
    """Spaces that it may still go."""
    moved: bool = False
    burnt: tuple[CardId, ...] = ()
    then: Pending | None = None


class Sacrificing(TablePhase, frozen=True):
    """A chosen hero suffers 1 damage for the Gem of Timewarp."""

    rule = "KRR-SPL-13"
    asks = "to choose a hero for the Gem of Timewarp"
    brief = "to act"
    forgone = "Nobody suffers damage for the Gem of Timewarp."
    then: Attacking


class Relocating(SeatPhase, frozen=True):
    """Soldiers that a Soldier Tower lacks may be moved from other Hordes."""

    rule = "KRR-SOL-09"
    asks = "to move Soldiers"
    brief = "to act"
    idle = ""
    forgone = "{seat} moves no more Soldiers."
    takes_forced = True  # where no Soldier can go anywhere, `StopRelocating` is left
    missing: int
    step: int
    """The step of the program that asks for it."""
    then: Attacking


class Destroying(TablePhase, frozen=True):
    """Phase 3 runs by itself: destroy, damage, move heroes off, spawn Ghosts."""

    rule = "KRR-DES-01"
    part = "Destroy"
    ghosts: tuple[tuple[SpaceId, Token], ...] = ()
    """Where Ghost cards are still to be spawned, and on which route."""
    leaving: tuple[HeroName, ...] = ()
    """Heroes that must still leave the space of a destroyed Ghost."""
    over: bool = False
    """Hordes are destroyed and heroes damaged."""
    came: bool = False
    """A Ghost card has been spawned: who makes way now goes anywhere, as at a spawn."""


class Advancing(TablePhase, frozen=True):
    """Phase 4: Hordes advance by themselves, one after the other."""

    rule = "KRR-ADV-01"
    part = "Advance"
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
    asks = "to move a hero out of the way"
    brief = "to give way"
    idle = ""
    hero: HeroName
    to: tuple[SpaceId, ...]
    then: Pending


AFTER_TOWER = 3
"""The step of a `BossActing` in which Lilith moves: a Tower is given up, or there was none."""
AFTER_ADVANCE = 4
"""The step that comes after the Hordes have advanced: Portal tiles and Time Mages."""


class BossActing(TablePhase, frozen=True):
    """The Bosses act by themselves."""

    rule = "KRR-BOS-01"
    part = "Advance"
    step: int = 0
    """How far the Boss's card is worked off."""
    placed: int = 0
    """Portal tiles placed in this activation."""


class Sharing(TablePhase, frozen=True):
    """Phase 5: the team decides who takes the Towers of white Building sites, one after the other."""

    rule = "KRR-WHT-02"
    asks = "to share out Towers"
    brief = "to share"
    part = "Pick up"


class PlacingPortal(TablePhase, frozen=True):
    """The team puts a Portal tile on a Horde."""

    rule = "KRR-TMG-02"
    asks = "to place a Portal tile"
    brief = "to act"
    part = "Advance"
    placed: int = 0
    """Portal tiles placed before, in this activation of the Boss."""


class LosingTower(TablePhase, frozen=True):
    """The team gives up a Tower adjacent to Lilith, the Boss."""

    rule = "KRR-BLI-04"
    asks = "to give up a Tower"
    brief = "to act"
    part = "Advance"


class Buying(TablePhase, frozen=True):
    """Phase 6: the team spends Crystals."""

    rule = "KRR-BUY-04"
    asks = "to spend Crystals"
    brief = "to spend"
    part = "Spend Crystals"


class GameOver(phases.GameOver, frozen=True, tag="GameOver"):
    """All have won or all have lost."""

    rule = "KRR-LOS-04"


OF_HERO = (
    Activating,
    Engaging,
    FinishingAbility,
    PlacingWildcat,
    Blessing,
    Healing,
    Inspiring,
    Conjuring,
    Refreshing,
    Surging,
)
"""The phases in which a hero does something."""

PLAY_CARDS = PlayCards()
BUYING = Buying()

Pending = (
    Recruiting
    | ChoosingSpells
    | ChoosingBench
    | Eliminating
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
