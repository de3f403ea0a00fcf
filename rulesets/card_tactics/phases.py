"""What a board of Card Tactics waits for, or what is automatic on it. `then` is what comes after.

`brief` is what the picture's strip says: of who acts, or of the table where nobody does.

What concerns all, any one seat records (CDT-VAR-02): those are the phases of the table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Protocol, Union

from msgspec import Struct

from rulesets.card_tactics.pieces import CardId
from rulesets.kit import cards, phases
from rulesets.kit.phases import Phase, Seat, SeatPhase, TablePhase, seats_of

if TYPE_CHECKING:
    from collections.abc import Iterator


class Table(phases.Board, Protocol):
    """What phases look at on the board."""

    def is_hero(self, card: CardId) -> bool: ...
    def controller(self, hero: CardId) -> Seat: ...


class AtRest(Phase, frozen=True):
    """A phase that moves begin in: it has two, which share nothing else."""


class UnitPhase(Phase, frozen=True):
    """Of the seat that controls a hero; an enemy's is everybody's (CDT-VAR-02)."""

    part = "Combat"
    unit: CardId

    def who(self, board: Table) -> tuple[Seat, ...]:
        return seats_for(board, self.unit)


def seats_for(board: Table, unit: CardId) -> tuple[Seat, ...]:
    """The seat that controls a hero; any for an enemy."""
    return (board.controller(unit),) if board.is_hero(unit) else seats_of(board)


def seat_or_any(board: Table, seat: Seat) -> tuple[Seat, ...]:
    """The one seat; any for seat 0."""
    return (seat,) if seat else seats_of(board)


# --- the set-up


class ChoosingHeroes(TablePhase, frozen=True):
    """Three heroes are chosen."""

    rule = "CDT-SET-09"
    asks = "to choose three heroes"
    brief = "Three heroes are chosen"


class DiscardingItem(TablePhase, frozen=True):
    """One of the three items drawn is discarded."""

    rule = "CDT-SET-10"
    asks = "to discard one of the items drawn"
    brief = "One item is discarded"
    drawn: tuple[CardId, ...]
    """Sorted."""


class PlacingHeroes(TablePhase, frozen=True):
    """The three heroes take their places."""

    rule = "CDT-SET-11"
    asks = "to line up the heroes"
    brief = "The heroes take their places"
    heroes: tuple[CardId, ...]


# --- the loop


class Camp(AtRest, TablePhase, frozen=True):
    """Heroes are rearranged, items are used, until somebody breaks camp."""

    rule = "CDT-CMP-10"
    asks = "to prepare in the camp, or to leave it"
    brief = "The heroes make camp"
    part = "Camp"


class DrawingEvent(TablePhase, frozen=True):
    """An event is drawn."""

    rule = "CDT-EVT-01"
    brief = "An event is drawn"
    part = "Event"


class ResolvingEvent(TablePhase, frozen=True):
    """The event was followed; the combat begins."""

    rule = "CDT-EVT-02"
    part = "Event"


class StartingRound(TablePhase, frozen=True):
    """A round begins."""

    rule = "CDT-RND-07"
    brief = "A round begins"
    part = "Combat"


class Ordering(TablePhase, frozen=True):
    """Whose turn it is, is worked out afresh."""

    rule = "CDT-RND-05"
    brief = "The next unit gets ready"
    part = "Combat"


class DrawingTreasure(TablePhase, frozen=True):
    """The combat is won; items are drawn."""

    rule = "CDT-TRS-04"
    part = "Treasure"
    boss: bool
    """Whether one was in that combat (CDT-TRS-03)."""


# --- a unit's time to act


class Deciding(AtRest, UnitPhase, frozen=True):
    """A hero's time to act."""

    rule = "CDT-RND-02"
    asks = "to use a skill or an item, or to skip"
    brief = "To act"


class EnemyActing(UnitPhase, frozen=True):
    """An enemy's time to act; which skill was fixed when the slot began (CDT-ENM-01)."""

    rule = "CDT-ENM-08"
    skill: str


class Moving(UnitPhase, frozen=True):
    """Boots are used, before the description is followed or after."""

    rule = "CDT-MOV-07"
    asks = "to use boots, or to stay"
    skill: str
    when: Literal["before", "after"]
    left: int
    """Of a hero, boots printed and not yet used; of an enemy, steps of its plan."""
    then: Pending


class Acted(UnitPhase, frozen=True):
    """The action is done; a free item may still be used (CDT-ITM-08)."""

    rule = "CDT-ITM-08"
    asks = "to use a free item, or to end the action"
    brief = "To finish"


class Ending(UnitPhase, frozen=True):
    """The end-of-action steps: quirks, Bleed, then Restrain and Stun (CDT-ACT-01)."""

    rule = "CDT-ACT-01"
    step: Literal["quirks", "bleed", "tokens"] = "quirks"


# --- in the middle of a text


Went = Literal["", "failed", "done", "ended"]
"""How something for several units went: `done` as soon as one could take it, `ended` as soon as it ended the action."""


class Following(TablePhase, frozen=True):
    """A list of phrases is followed, one by one."""

    rule = "CDT-SKL-02"
    at: str
    """The address of the phrase that is next."""
    me: CardId
    """Whose text it is; empty for an event."""
    source: Literal["skill", "item", "quirk", "event"]
    then: Pending
    targets: tuple[CardId, ...] = ()
    """Fixed by the phrases before."""
    answers: tuple[tuple[str, ...], ...] = ()
    """What was chosen for this phrase so far."""
    subject: CardId = ""
    """Of a quirk: whose deed set it off."""
    called: bool = False
    """Whether it is a list within a phrase, and the attack or the repetition that it is in learns how it went."""
    by: tuple[str, ...] = ()
    """Of a quirk: those that led to it."""


class Repeating(TablePhase, frozen=True):
    """Some phrases are followed for one unit after the other."""

    rule = "CDT-SKL-13"
    units: tuple[CardId, ...]
    """Still to come."""
    then: Pending
    """The list that says so, still at that phrase."""
    went: Went = ""
    """Whether any of them could take it so far."""


class Choosing(cards.Choosing, frozen=True, tag="Choosing"):
    """Somebody chooses; seat 0 means any."""

    rule = "CDT-ENM-08"
    asks = "to choose"
    brief = "To choose"
    then: Pending

    def who(self, board: Table) -> tuple[Seat, ...]:
        return seat_or_any(board, self.seat)


class Entering(SeatPhase, frozen=True):
    """The table enters by hand what a phrase does; seat 0 means any."""

    rule = "CDT-SKL-02"
    asks = "to enter what the card does"
    brief = "To enter"
    then: Following
    """The list, still at that phrase."""

    def who(self, board: Table) -> tuple[Seat, ...]:
        return seat_or_any(board, self.seat)


class Attacking(TablePhase, frozen=True):
    """An attack is under way."""

    rule = "CDT-ATK-01"
    attacker: CardId
    targets: tuple[CardId, ...]
    """In the order in which they are resolved; fixed before the roll (CDT-ATK-12)."""
    bonus: int
    """The printed one, and what continuous changes add."""
    then: Pending
    """The list that attacks, still at that phrase."""
    step: Literal["declared", "rolled", "checking", "struck", "effects", "countering"] = "declared"
    index: int = 0
    """Which target, or which counter, is being resolved."""
    dice: tuple[int, ...] = ()
    tokens: int = 0
    """What the attacker's tokens add."""
    plus: int = 0
    """What texts add to the total."""
    fixed: int | None = None
    """What a text set the total to."""
    guards: tuple[tuple[CardId, int], ...] = ()
    """What texts add to the defence of a unit, or of all targets (an empty name)."""
    counters: tuple[CardId, ...] = ()
    """Targets that held a Counter when they were attacked."""
    asked: tuple[str, ...] = ()
    """Quirks that this roll has set off."""
    outcome: Literal["", "miss", "hit", "critical"] = ""
    """For the target being resolved."""
    loss: int = 0
    """About to be lost by it."""
    calls: tuple[str, ...] = ()
    """Addresses of what a hit or a miss still sets off."""
    went: Went = ""
    """Whether those could be carried out."""

    @property
    def natural(self) -> int:
        """The sum of the dice."""
        return sum(self.dice)

    @property
    def total(self) -> int:
        """What is compared with the defence (CDT-ATK-01)."""
        return sum(self.dice) + self.bonus + self.tokens + self.plus if self.fixed is None else self.fixed

    @property
    def target(self) -> CardId:
        """The one that is being resolved."""
        return self.targets[self.index]


class Fired(Struct, frozen=True, gc=False):
    """A quirk that is about to take place."""

    owner: CardId
    """The unit; of an item's quirk, the hero that uses it."""
    quirk: str
    subject: CardId = ""


class Triggering(TablePhase, frozen=True):
    """Quirks take place, one after the other."""

    rule = "CDT-QRK-06"
    queue: tuple[Fired, ...]
    then: Pending
    answers: tuple[tuple[str, ...], ...] = ()
    """Whose comes first, where the players had to say."""
    by: tuple[str, ...] = ()
    """Quirks that led to these: none of them is set off again by what it led to (CDT-AMB-53)."""


class Offering(Phase, frozen=True):
    """A quirk that is not mandatory may be used."""

    rule = "CDT-QRK-03"
    asks = "to use a quirk or not"
    brief = "Quirk or not"
    fired: Fired
    then: Pending
    by: tuple[str, ...] = ()
    """Quirks that led to this one."""

    def who(self, board: Table) -> tuple[Seat, ...]:
        return seats_for(board, self.fired.owner)


class ChoosingRerolls(TablePhase, frozen=True):
    """Two quirks ask for re-rolls of one attack; the table says which way it goes."""

    rule = "CDT-ATK-16"
    asks = "to settle how competing re-rolls go"
    brief = "To settle"
    then: Pending


class GameOver(phases.GameOver, frozen=True, tag="GameOver"):
    """Won, lost, or left."""

    rule = "CDT-END-09"
    part = "Combat"


CAMP = Camp()
DRAWING_EVENT = DrawingEvent()
RESOLVING_EVENT = ResolvingEvent()
STARTING_ROUND = StartingRound()
ORDERING = Ordering()

Pending = Union[  # noqa: UP007 - a name in itself
    ChoosingHeroes,
    DiscardingItem,
    PlacingHeroes,
    Camp,
    DrawingEvent,
    ResolvingEvent,
    StartingRound,
    Ordering,
    DrawingTreasure,
    Deciding,
    EnemyActing,
    Moving,
    Acted,
    Ending,
    Following,
    Repeating,
    Choosing,
    Entering,
    Attacking,
    Triggering,
    Offering,
    ChoosingRerolls,
    GameOver,
]


def bottom(pending: Pending) -> Pending:
    """What play goes back to in the end: what a board waits for lies on top of it."""
    while (inner := getattr(pending, "then", None)) is not None:
        pending = inner
    return pending


def chain(pending: Pending) -> Iterator[Pending]:
    """What the board waits for, and what lies below that, outermost last."""
    now: Pending | None = pending
    while now is not None:
        yield now
        now = getattr(now, "then", None)


def attack_in(pending: Pending) -> Attacking | None:
    """The innermost attack that is under way, if any."""
    inner: Pending | None = pending
    while inner is not None and type(inner) is not Attacking:  # isinstance of another struct takes 0.4 us
        inner = getattr(inner, "then", None)
    return inner
