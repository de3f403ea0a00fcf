"""The table of Heroes of the Campaign, and what it can wait for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from msgspec.structs import replace

from rulesets.heroes_of_the_campaign.components import Components
from rulesets.heroes_of_the_campaign.words.terms import CAMP as CAMP
from rulesets.heroes_of_the_campaign.words.terms import INFIRMARY as INFIRMARY
from rulesets.heroes_of_the_campaign.words.terms import Moment, Until
from rulesets.kit import cards, phases
from rulesets.kit.phases import Phase, Seat, TurnPhase, seats_of
from rulesets.kit.tuples import put

if TYPE_CHECKING:
    from collections.abc import Iterator

CardId = str
"""A card of the component set."""

HeroName = str
"""A hero or deployed support on the table: its owner and its card (`1.captain`), as both may bring the same."""

Place = str
"""`camp`, `infirmary`, or a location by its owner and card (`2.tower`)."""

Address = str
"""A step of a card (`captain.charge.2`), or a list of them (`captain.charge`, `veil`)."""

UNKNOWN = "?"
"""A strategy card that a table has not seen, in a choice of teams; and any card of another's choice, in a view."""

TEAM = 3
"""HOC-SET-01, 02: heroes, and strategy cards, of each player."""

REGULAR = "task"
"""The slot of a regular task; maneuvers have slots called by their card."""

Watch = Literal["no", "attack", "all"]
"""When a seat is asked before something happens: never, before attacks, before each action."""


def other(seat: Seat) -> Seat:
    """The opponent's seat."""
    return 3 - seat


class Part(Struct, frozen=True, gc=False):
    """A part of the board."""


class Held(Part, frozen=True):
    """A status on a hero."""

    name: str
    """A status of the set, a flag, or the address of the step that put it."""
    seat: Seat
    """Whose card put it."""
    source: Address
    """The list of actions that put it."""
    hero: HeroName | None
    """Who performed that list, if a hero did."""
    until: Until
    since: int = 0
    """When it was put, by the board's clock."""


class Hero(Part, frozen=True):
    """A hero or a deployed support."""

    name: HeroName
    seat: Seat
    card: CardId
    support: bool = False
    wounds: int = 0
    place: Place = CAMP
    held: tuple[Held, ...] = ()
    """Statuses, the oldest first."""
    learned: tuple[CardId, ...] = ()
    """Maneuvers, the oldest first."""
    came: int = 0
    """When it came into play, by the board's clock."""
    arrived: int = 0
    """When it came to its location."""
    learned_at: tuple[int, ...] = ()
    """When it learned each of its maneuvers."""
    used: tuple[str, ...] = ()
    """Slots of tasks used: `task` in this turn, maneuvers in this round; sorted."""

    @property
    def at_side(self) -> bool:
        """HOC-SID-01."""
        return self.place != INFIRMARY

    @property
    def location(self) -> CardId | None:
        """The card of the location where it is, if it is at one."""
        return self.place[2:] if self.place[0] in "12" else None


class Side(Part, frozen=True):
    """All that belongs to one seat but its heroes."""

    copper: int = 0
    picked: tuple[CardId, ...] = ()
    """Heroes chosen before the teams are revealed; sorted."""
    hand: tuple[CardId, ...] = ()
    """Strategy cards in hand that this board knows; sorted."""
    unknown: int = 0
    """Strategy cards in hand that this board does not know."""
    shown: tuple[CardId, ...] = ()
    """Events in hand that everybody knows; sorted."""
    used: tuple[CardId, ...] = ()
    """Events used in this round, once for each use; sorted."""
    laws: tuple[CardId, ...] = ()
    """Enacted, the oldest first."""
    enacted_at: tuple[int, ...] = ()
    """When each of them was, by the board's clock."""
    locations: tuple[CardId, ...] = ()
    """Sorted."""
    removed: tuple[CardId, ...] = ()
    """Broken laws, in the order in which they were broken."""
    watches: Watch = "no"
    """The standing word."""
    later: Watch | None = None
    """What the standing word becomes again at the next own turn."""

    @property
    def hidden(self) -> int:
        """How many cards the opponent cannot name."""
        return len(self.hand) + self.unknown - len(self.shown)

    @property
    def in_hand(self) -> int:
        return len(self.hand) + self.unknown

    @property
    def is_chosen(self) -> bool:
        """Whether the team is complete."""
        return len(self.picked) == TEAM and self.in_hand == TEAM

    def wants(self, attack: bool) -> bool:
        """Whether its player wants to be asked before an action of a task, which is an attack or not."""
        return self.watches == "all" or (self.watches == "attack" and attack)


class Count(Part, frozen=True):
    """How often something happened to a hero, or to a player."""

    moment: Moment | Address
    """Or the address of an ability, how often it was set off."""
    seat: Seat
    hero: HeroName
    """Empty where no hero had part in it."""
    turn: int
    round: int
    game: int


# What the board waits for. An automatic phase is one that rules/ gives a step.


class ChoosingTeams(Phase["Board"], frozen=True):
    """Each seat chooses its heroes and strategy cards, in secret."""

    rule, asks = "HOC-SET-01", "to choose three heroes and three strategy cards"

    def who(self, board: Board) -> tuple[Seat, ...]:
        return tuple([seat for seat, side in enumerate(board.sides, 1) if not side.is_chosen])


class AgreeingStarter(Phase["Board"], frozen=True):
    """The players agree who begins."""

    rule, asks = "HOC-SET-07", "to say who begins"
    said: tuple[Seat, Seat] = (0, 0)
    """Whom each named; 0 for nobody yet."""

    def who(self, board: Board) -> tuple[Seat, ...]:
        if 0 not in self.said:
            return seats_of(board)  # they disagree: either may give way
        return tuple([seat for seat in seats_of(board) if not self.said[seat - 1]])


class Turn(Phase["Board"], frozen=True):
    """The seat sends heroes on tasks and uses strategy cards; the other one may step in, and is asked if it said so."""

    rule, asks, brief = "HOC-TRN-02", "to act or to end the turn", "to act"

    def who(self, board: Board) -> tuple[Seat, ...]:
        seat = board.seat
        foe = board.sides[2 - seat]
        return seats_of(board) if foe.watches == "all" and foe.in_hand else (seat,)


class TurnOver(TurnPhase["Board"], frozen=True):
    """Everything that ends with the turn ends, then the next one starts."""

    rule = "HOC-TRN-05"


class Running(Phase["Board"], frozen=True):
    """A list of a card's actions, half done."""

    rule, asks, brief = "HOC-ANY-04", "to let the next action happen or to step in", "to go on"
    home: Address
    """The list: a task, an ability, an event, an enactment."""
    at: Address | None
    """The next action; `None` when the list is done."""
    seat: Seat
    """Whose card it is: "you"."""
    then: Pending
    me: HeroName | None = None
    """Who performs it, if a hero does."""
    subject: HeroName | None = None
    other: HeroName | None = None
    last: tuple[HeroName, ...] = ()
    """HOC-VOC-10."""
    moved: int = 0
    answers: tuple[tuple[str, ...], ...] = ()
    """Choices made for the next action so far."""
    passed: tuple[Seat, ...] = ()
    """Who lets the next action happen; sorted."""

    def who(self, board: Board) -> tuple[Seat, ...]:
        return watchers(board)


class Fighting(Phase["Board"], frozen=True):
    """A defender is chosen, and the wounds are not yet dealt."""

    rule, asks, brief = "HOC-ANY-06", "to let the wounds be dealt or to step in", "to go on"
    attacker: HeroName
    defender: HeroName
    then: Running
    modified: Address | None = None
    """The attack's step, if it has modifiers of its own."""
    passed: tuple[Seat, ...] = ()

    def who(self, board: Board) -> tuple[Seat, ...]:
        return watchers(board)


class Fired(Part, frozen=True):
    """An ability that was set off."""

    ability: Address
    seat: Seat
    me: HeroName | None
    subject: HeroName | None = None
    other: HeroName | None = None
    gone: bool = False
    """What set it off made its own card inactive; it works that once (HOC-VOC-16)."""


class Triggering(Phase["Board"], frozen=True):
    """Abilities wait for their turn, the turn player's first."""

    rule, asks, brief = "HOC-VOC-04", "to use abilities that were set off", "to act"
    queue: tuple[Fired, ...]
    then: Pending
    answers: tuple[tuple[str, ...], ...] = ()

    def who(self, board: Board) -> tuple[Seat, ...]:
        return (self.queue[0].seat,)


class Choosing(cards.Choosing["Board"], frozen=True):
    """A choice that an action or an ability asks for."""

    rule, asks, brief = "HOC-TSK-07", "to make a choice that a card asks for", "to choose"
    then: Running | Triggering


class Entering(Phase["Board"], frozen=True):
    """The table enters what a card does that the language cannot express."""

    rule, asks, brief = "HOC-GLD-01", "to enter by hand what a card does", "to enter by hand"
    then: Running

    def who(self, board: Board) -> tuple[Seat, ...]:
        return (self.then.seat,)


class GameOver(phases.GameOver, frozen=True, tag="GameOver"):
    """An attack found nobody to be attacked."""

    rule = "HOC-END-01"


Pending = (
    ChoosingTeams | AgreeingStarter | Turn | TurnOver | Running | Fighting | Triggering | Choosing | Entering | GameOver
)

TURN = Turn()


class Board(Struct, frozen=True, gc=False):
    """The whole table at one version."""

    components: Components
    pending: Pending
    sides: tuple[Side, Side]
    chance: Literal["table", "server"]
    """Who tells chance; there is none in this game, but only a table enters anything by hand."""
    heroes: tuple[Hero, ...] = ()
    """On both sides, the infirmary included, in the order in which they came."""
    seat: Seat = 1
    """Whose turn it is."""
    starter: Seat = 1
    tally: tuple[Count, ...] = ()
    """Only of what some card of the set looks back at; sorted."""
    clock: int = 0
    """Counts what came into force: of two cards that set a number, the newer one counts (HOC-GLD-03)."""
    round: int = 0
    """From 1; 0 in the set-up."""
    turn: int = 0
    """From 1 over the whole game; 0 in the set-up."""

    @property
    def seats(self) -> int:
        return len(self.sides)

    def side(self, seat: Seat) -> Side:
        return self.sides[seat - 1]

    def hero(self, name: HeroName) -> Hero:
        """A hero on the table. KeyError if there is none of that name."""
        for hero in self.heroes:
            if hero.name == name:
                return hero
        raise KeyError(name)

    def team(self, seat: Seat) -> Iterator[Hero]:
        """A seat's heroes and supports, wherever they are."""
        return (hero for hero in self.heroes if hero.seat == seat)

    def with_side(self, seat: Seat, side: Side) -> Board:
        return replace(self, sides=put(self.sides, seat - 1, side))

    def with_hero(self, hero: Hero) -> Board:
        name = hero.name
        return replace(self, heroes=tuple([hero if h.name == name else h for h in self.heroes]))


def outermost(pending: Running | Triggering | Fighting) -> bool:
    """Whether nothing else is half done under it."""
    return not any(isinstance(below, Running | Fighting) for below in beneath(pending.then))


def beneath(pending: Pending) -> Iterator[Pending]:
    """A phase and all that wait under it, the newest first."""
    while True:
        yield pending
        below = getattr(pending, "then", None)
        if below is None:
            return
        pending = below


def combat(pending: Pending) -> Fighting | None:
    """The combat under way, the innermost one if there are several."""
    while type(pending) is not Fighting:
        below = getattr(pending, "then", None)
        if below is None:
            return None
        pending = below
    return pending


def has_window(board: Board, run: Running) -> bool:
    """Whether cards may be used before the next action: it is one of a task that lies within nothing (HOC-ANY-03)."""
    return run.at is not None and type(run.then) is Turn and run.home in board.components.tasks


def watchers(board: Board) -> tuple[Seat, ...]:
    """Who is asked before the next action or the next wounds: by public words and public counts alone.

    Where there is a window, and in every combat if the set has a card for it (HOC-ANY-06): those who want to be asked,
    hold a card that could be used, and have not passed.
    """
    pending, (one, two) = board.pending, board.sides
    if one.watches == two.watches == "no":
        return ()
    if type(pending) is Running:
        if not has_window(board, pending):
            return ()
        attack = pending.at in board.components.attacks
    elif type(pending) is Fighting and board.components.combat_window:
        attack = True
    else:
        return ()
    return tuple(
        [
            seat
            for seat, side in enumerate(board.sides, 1)
            if side.wants(attack) and side.in_hand and seat not in pending.passed
        ]
    )
