"""What every ruleset is made of: actions and effects, all frozen; phases stand in `phases.py`.

`gc=False` everywhere: boards hold no cycles, and long caches of them stay out of the garbage collector.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal
from uuid import UUID

from msgspec import Struct

from rulesets.kit.effects import (
    ABANDONED,
    ENDINGS,
    RESIGNED,
    SPECTATOR,
    TABLE,
    Asked,
    ChoiceForgone,
    Effect,
    GameEnded,
    Mark,
    Viewer,
    sees,
)
from rulesets.kit.facts import Fact, fact_of
from rulesets.kit.phases import B, Phase, Seat

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from random import Random

    from rulesets.kit.play import Play


__all__ = [
    "ABANDONED",
    "ENDINGS",
    "RESIGNED",
    "SPECTATOR",
    "TABLE",
    "Abandon",
    "Action",
    "Adjust",
    "Asked",
    "ChoiceForgone",
    "ChoiceStep",
    "Chosen",
    "Effect",
    "ForkedFrom",
    "GameEnded",
    "Mark",
    "Numbers",
    "Resign",
    "Start",
    "StoredAction",
    "UndoPolicy",
    "Value",
    "Viewer",
    "sees",
]

UndoPolicy = Literal["free", "own_turn", "no_new_information", "consent"]
"""What undo may pass: anything; a seat's own latest turn; a seat's own events that gave it no new information;
what the other seats agree to."""


class Chosen(Struct, frozen=True):
    """What is chosen so far, in whatever order. Values are texts, as a query has them: `adept`, `3`, `true`."""

    kind: str | None = None
    """The type of action."""
    fixed: Mapping[str, tuple[str, ...]] = {}
    """Fields by name; of one with pieces, those so far, of one with groups the group, the value, or both."""
    taps: tuple[str, ...] = ()
    """Ids of the picture that were tapped: the action touches each of them, as often as it was tapped."""


class Value(Struct, frozen=True):
    """One answer to what is asked."""

    value: Any
    """Of the field that is asked for, or the group it is in; of a whole action nothing."""
    label: str
    """A row's words; `{2}` stands for seat 2's name. Copies that nobody can tell apart are one row: `Squire (2)`."""
    touches: tuple[str, ...]
    """Ids of where it lies; of copies all."""
    count: int | None
    """Actions that it leads to; None for more than a thousand."""
    kind: type[Action[Any]] | None
    """The type of those actions; None where they are of several."""
    action: Action[Any] | None = None
    """The one that is left."""
    is_group: bool = False
    """Whether it stands for several values, of which one is asked for next."""


class Numbers(Struct, frozen=True):
    """The whole numbers that answer a question, told by their limits: a screen can take a number as one."""

    action: Action[Any]
    """One of them; all others differ from it in the field alone."""
    field: str
    least: int
    most: int
    step: int
    """From `least` on. Not every number in between needs to be legal: what is written already is no correction."""


class ChoiceStep(Struct, frozen=True):
    """What is asked next."""

    field: str
    """`seat`, `type`, a field of the action, or `action` where whole actions are listed."""
    values: tuple[Value, ...] = ()
    asks: str = ""
    """What the field asks; empty where it is what the board asks."""
    low: int = 1
    """How many of the values make an answer, at least."""
    high: int = 1
    """And at most: more than one of a set, which is picked piece by piece."""
    enough: Value | None = None
    """What the pieces or the taps so far make, where more may follow."""
    seat: Seat | None = None
    """Who is asked; None where several could be."""
    numbers: Numbers | None = None
    """What the digits can make, where none is chosen yet and nothing else is left to ask."""


class Action(Struct, Generic[B], frozen=True, tag=True, tag_field="type", gc=False, omit_defaults=True):
    """What someone at the table decides. Fields have plain types: what a value may be is for `check` to say."""

    phase: ClassVar[type[Phase] | tuple[type[Phase], ...]]
    """The types of `board.pending` that it answers."""
    exact: ClassVar[bool] = False
    """`options` are legal already and need no check to be listed; `decide` checks all the same."""
    anytime: ClassVar[bool] = False
    """Any seat may take it in its phases without being waited for."""
    needs_version: ClassVar[bool] = False
    """It lets something pass, so it is bound to the version that its player saw."""
    rare: ClassVar[bool] = False
    """A free action that random players take rarely: at every chance it would crowd out the game."""
    open_ended: ClassVar[bool] = False
    """More is accepted than `options` can list: what a table enters by hand. The listed ones are examples."""
    nowhere: ClassVar[str] = ""
    """Why there is nothing in the picture that it is about, or need not be: `it ends a turn`."""
    title: ClassVar[str] = ""
    """Its type in words (`Draft a die`); by default the words of its name."""
    columns: ClassVar[dict[str, str]] = {}
    """The columns of a Fact that fields of other names stand in: `{"hero": "source"}`."""
    silent: ClassVar[dict[str, str]] = {}
    """Fields that statistics keep nothing of, each with the reason."""

    @classmethod
    def options(cls, board: B, seat: Seat) -> Iterable[Action[B]]:
        """Candidates: cheap, lazy, a superset of the legal ones, none twice."""
        raise NotImplementedError

    @classmethod
    def numbers(cls, board: B, seat: Seat) -> Iterable[Numbers]:
        """The legal whole numbers of a field that is entered by digits, for each thing that they are for; none by
        default. Cheap: it does not go through the numbers."""
        return ()

    @classmethod
    def step(cls, ruleset: Any, board: B, seat: Seat, chosen: Chosen) -> ChoiceStep | None:
        """What a screen asks next of this type alone, where thousands are legal; `None` (the default) means: worked out
        from `options`, as `steps.next_step` does. It leads to exactly the legal actions."""
        return None

    @classmethod
    def sample(cls, board: B, seat: Seat, rng: Random) -> Action[B] | None:
        """One legal action at random where listing all is slow; `None` (the default) means: choose from the list."""
        return None

    def check(self, board: B, seat: Seat) -> None:
        """Refuse what the rulebook forbids, with `need`. The only place that does."""

    def perform(self, play: Play[B]) -> None:
        """Emit what follows. Never checks."""
        raise NotImplementedError

    def seen_by(self, viewer: Viewer, seat: Seat) -> Action[B]:
        """The action of `seat` with its secrets unknown, for a viewer who may not know them."""
        return self

    def touches(self, board: B, seat: Seat) -> tuple[str, ...]:
        """Ids (`card:knight.2`, `front:1.3`) of what it is about besides its fields; `Ruleset.touches` gives all."""
        return ()

    def fact(self, board: B, seat: Seat) -> Fact:
        """What statistics keep of it, on the board that it is taken on: by default by `columns` and names."""
        return fact_of(self)

    def label(self, board: B, seat: Seat) -> str:
        """What a screen writes on it; `board` is the one it would be taken on."""
        return type(self).__name__


class Resign(Struct, frozen=True, tag=True, tag_field="type", gc=False):
    """A seat gives the game up. As `Abandon`, it is stored as the action of an event, and no rulebook decides it."""


class Abandon(Struct, frozen=True, tag=True, tag_field="type", gc=False):
    """The table ends the game early, and nobody wins."""


class ForkedFrom(Struct, frozen=True, gc=False):
    """Where a game was copied from, to try another way."""

    game: UUID
    version: int
    viewer: Viewer
    """Who saw what was copied: what this viewer could not know is unknown in the copy."""
    copied: int
    """How many events are copies, the first one included; what follows was decided in the new game."""


class Start(Struct, frozen=True, tag=True, tag_field="type", gc=False, omit_defaults=True):
    """The first event's action: all that is agreed before the first chance is asked."""

    seats: int
    component_set: str
    """SHA-256 of the component set, in hex."""
    chance: Literal["table", "server"]
    undo: UndoPolicy
    options: dict[str, str | int | bool] = {}
    """All of them, as they were agreed on."""
    chance_key_hash: str | None = None
    """SHA-256 of the secret key in hex, where the server rolls."""
    forked_from: ForkedFrom | None = None


class Adjust(Struct, frozen=True, tag=True, tag_field="type", gc=False):
    """The table puts the board right by hand."""

    entered: int
    """How many of the event's effects were entered; the others followed by themselves."""


StoredAction = Action[Any] | Start | Resign | Abandon | Adjust
"""What an event can hold as its action."""
