"""What the table of Heroes of the Campaign can wait for, and the words for it.

An automatic phase is one that `rules/` gives a step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from rulesets.heroes_of_the_campaign.ids import Address, HeroName
from rulesets.kit import cards, phases
from rulesets.kit.phases import Phase, Seat, TurnPhase, seats_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rulesets.heroes_of_the_campaign.components import Components
    from rulesets.heroes_of_the_campaign.pieces import Side


class Table(phases.Board, Protocol):
    """What phases look at on the board."""

    @property
    def components(self) -> Components: ...
    @property
    def seat(self) -> Seat: ...
    @property
    def sides(self) -> tuple[Side, Side]: ...


class ChoosingTeams(Phase, frozen=True):
    """Each seat chooses its heroes and strategy cards, in secret."""

    rule, asks = "HOC-SET-01", "to choose three heroes and three strategy cards"

    def who(self, board: Table) -> tuple[Seat, ...]:
        return tuple([seat for seat, side in enumerate(board.sides, 1) if not side.is_chosen])


class AgreeingStarter(Phase, frozen=True):
    """The players agree who begins."""

    rule, asks = "HOC-SET-07", "to say who begins"
    said: tuple[Seat, Seat] = (0, 0)
    """Whom each named; 0 for nobody yet."""

    def who(self, board: Table) -> tuple[Seat, ...]:
        if 0 not in self.said:
            return seats_of(board)  # they disagree: either may give way
        return tuple([seat for seat in seats_of(board) if not self.said[seat - 1]])


class Turn(Phase, frozen=True):
    """The seat sends heroes on tasks and uses strategy cards; the other one may step in, and is asked if it said so."""

    rule, asks, brief = "HOC-TRN-02", "to act or to end the turn", "to act"

    def who(self, board: Table) -> tuple[Seat, ...]:
        seat = board.seat
        foe = board.sides[2 - seat]
        return seats_of(board) if foe.watches == "all" and foe.in_hand else (seat,)


class EndingTurn(TurnPhase, frozen=True):
    """Everything that ends with the turn ends, then the next one starts."""

    rule = "HOC-TRN-05"


class Running(Phase, frozen=True):
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

    def who(self, board: Table) -> tuple[Seat, ...]:
        return watchers(board)


class Fighting(Phase, frozen=True):
    """A defender is chosen, and the wounds are not yet dealt."""

    rule, asks, brief = "HOC-ANY-06", "to let the wounds be dealt or to step in", "to go on"
    attacker: HeroName
    defender: HeroName
    then: Running
    modified: Address | None = None
    """The attack's step, if it has modifiers of its own."""
    passed: tuple[Seat, ...] = ()

    def who(self, board: Table) -> tuple[Seat, ...]:
        return watchers(board)


class Fired(Struct, frozen=True, gc=False):
    """An ability that was set off."""

    ability: Address
    seat: Seat
    me: HeroName | None
    subject: HeroName | None = None
    other: HeroName | None = None
    gone: bool = False
    """What set it off made its own card inactive; it works that once (HOC-VOC-16)."""

    @property
    def key(self) -> tuple[Address, Seat, HeroName]:
        """Which ability it is, and whose."""
        return self.ability, self.seat, self.me or ""


class Triggering(Phase, frozen=True):
    """Abilities wait for their turn, the turn player's first."""

    rule, asks, brief = "HOC-VOC-04", "to use abilities that were set off", "to act"
    queue: tuple[Fired, ...]
    then: Pending
    answers: tuple[tuple[str, ...], ...] = ()

    def who(self, board: Table) -> tuple[Seat, ...]:
        return (self.queue[0].seat,)


class Choosing(cards.Choosing, frozen=True):
    """A choice that an action or an ability asks for."""

    rule, asks, brief = "HOC-TSK-07", "to make a choice that a card asks for", "to choose"
    then: Running | Triggering


class Entering(Phase, frozen=True):
    """The table enters what a card does that the language cannot express."""

    rule, asks, brief = "HOC-GLD-01", "to enter by hand what a card does", "to enter by hand"
    then: Running

    def who(self, board: Table) -> tuple[Seat, ...]:
        return (self.then.seat,)


class GameOver(phases.GameOver, frozen=True, tag="GameOver"):
    """An attack found nobody to be attacked."""

    rule = "HOC-END-01"


Pending = (
    ChoosingTeams
    | AgreeingStarter
    | Turn
    | EndingTurn
    | Running
    | Fighting
    | Triggering
    | Choosing
    | Entering
    | GameOver
)


TURN = Turn()


def outermost(pending: Running | Triggering | Fighting) -> bool:
    """Whether nothing else is half done under it."""
    return not any(type(below) is Running or type(below) is Fighting for below in beneath(pending.then))


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


def at_work(pending: Pending) -> Running | None:
    """The list of actions that is being performed, also while an action of it waits for something."""
    if isinstance(pending, Fighting | Choosing | Entering):
        return at_work(pending.then)
    return pending if isinstance(pending, Running) else None


def has_window(board: Table, run: Running) -> bool:
    """Whether cards may be used before the next action: it is one of a task that lies within nothing (HOC-ANY-03)."""
    return run.at is not None and type(run.then) is Turn and run.home in board.components.tasks


def watchers(board: Table) -> tuple[Seat, ...]:
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


def different(queue: Iterable[Fired]) -> tuple[str, ...]:
    """The numbers in the queue of what its first player can take next: of each ability of each hero the first."""
    first: dict[tuple[Address, HeroName | None], str] = {}
    turn: Seat | None = None
    for number, fired in enumerate(queue):
        turn = turn or fired.seat
        if fired.seat == turn:
            first.setdefault((fired.ability, fired.me), str(number))
    return tuple(sorted(first.values()))
