"""What every ruleset is made of: actions and effects, all frozen; phases stand in `phases.py`.

`gc=False` everywhere: boards hold no cycles, and long caches of them stay out of the garbage collector.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from rulesets.kit.facts import Fact, fact_of
from rulesets.kit.phases import B, GameOver, Phase, Seat

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from rulesets.kit.play import Play
    from rulesets.kit.steps import ChoiceStep, Chosen

Viewer = int | Literal["table", "spectator"]
"""Who looks: a seat, the table (sees everything) or a spectator (sees what is public)."""

UndoPolicy = Literal["free", "own_turn", "no_new_information", "consent"]
"""What undo may pass: anything; a seat's own latest turn; a seat's own events that told it nothing; what the other
seats agree to."""

Mark = Literal["roll", "draw", "reveal", "by hand"]
"""What a timeline marks: what chance told, and what a table entered by hand."""

TABLE: Literal["table"] = "table"
SPECTATOR: Literal["spectator"] = "spectator"


def sees(viewer: Viewer, seat: Seat) -> bool:
    """Whether `viewer` may know what is private to `seat`."""
    return viewer in (seat, TABLE)


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
        """Ids (`card:knight.2`, `front:1.3`) of what it is about beside its fields: `Ruleset.touches` tells all."""
        return ()

    def fact(self, board: B, seat: Seat) -> Fact:
        """What statistics keep of it, on the board that it is taken on: by default what `columns` and names tell."""
        return fact_of(self)

    def label(self, board: B, seat: Seat) -> str:
        """What a screen writes on it; `board` is the one it would be taken on."""
        return type(self).__name__


class Effect(Struct, Generic[B], frozen=True, tag=True, tag_field="type", gc=False, omit_defaults=True):
    """One thing that followed. Past tense; once released, it never changes meaning."""

    mark: ClassVar[Mark | None] = None
    """What a timeline marks it with: chance told something, or something hidden became public."""
    adjustable: ClassVar[bool] = False
    """A table may enter it by hand; `check` says on which boards."""
    title: ClassVar[str] = ""
    """Its type in words (`Draft a die`); by default the words of its name."""
    columns: ClassVar[dict[str, str]] = {}
    """The columns of a Fact that fields of other names stand in: `{"hero": "source"}`."""
    silent: ClassVar[dict[str, str]] = {}
    """Fields that statistics keep nothing of, each with the reason."""

    def apply(self, board: B) -> B:
        """The next board. Pure: never refuses, never asks chance, never reads a clock or the component set."""
        raise NotImplementedError

    def check(self, board: B) -> None:
        """Refuse, with `need`, what cannot be on this board. Asked of adjustable effects that a table enters."""

    def seen_by(self, viewer: Viewer) -> Effect[B]:
        """The effect as `viewer` may know it: the same type, with secrets unknown. A view is the fold of these."""
        return self

    def touches(self) -> tuple[str, ...]:
        """Ids of the components and places it concerns."""
        return ()

    def sentence(self, board: B) -> str:
        """A sentence, `board` being the one before; `""` when it is not worth one. `{2}` stands for seat 2's name."""
        return ""

    def facts(self, board: B) -> Iterable[Fact]:
        """What statistics keep of it, `board` being the one before: by default one row, as `columns` and names tell."""
        return (fact_of(self),)


class Asked(Effect[B], frozen=True):
    """A choice is put to somebody. It tells nothing else, and is no row of the statistics.

    A ruleset narrows `phase` to its own: `class Asked(structs.Asked[Board], frozen=True): phase: Pending`. Only for
    phases without `then`: a phase that nests is opened by an effect of its own, which puts `board.pending` beneath it,
    so that the log never holds a chain of phases.
    """

    silent = {"phase": "the answer is a row"}
    phase: Phase

    def apply(self, board: Any) -> Any:
        return replace(board, pending=self.phase)

    def facts(self, board: Any) -> Iterable[Fact]:
        return ()


class ChoiceForgone(Effect[Any], frozen=True):
    """Nothing is chosen, since nothing could be or nobody wanted to: play goes back. It is no row of the statistics."""

    def apply(self, board: Any) -> Any:
        return replace(board, pending=board.pending.after())

    def sentence(self, board: Any) -> str:
        text = str(board.pending.forgone)
        return text.replace("{seat}", f"{{{board.pending.seat}}}") if "{seat}" in text else text

    def facts(self, board: Any) -> Iterable[Fact]:
        return ()


RESIGNED, ABANDONED = "resigned", "abandoned"
"""Why a game can be over in every ruleset: ids of `ENDINGS`."""

ENDINGS = {RESIGNED: "the other resigned", ABANDONED: "the table ended it early"}
"""Those in words that go on after a colon."""


class GameEnded(Effect[Any], frozen=True):
    """An end that the rulebook does not know: somebody resigned, or the table went home."""

    columns = {"reason": "kind"}
    silent = {"winners": "stands in `win_share`"}
    winners: tuple[Seat, ...]
    reason: str

    def apply(self, board: Any) -> Any:
        return replace(board, pending=GameOver(self.winners, self.reason))

    def sentence(self, board: Any) -> str:
        if self.reason == RESIGNED:
            others = (f"{{{seat}}}" for seat in range(1, board.seats + 1) if seat not in self.winners)
            return f"{' and '.join(others)} resigns."
        return f"The game ends: {ENDINGS.get(self.reason, self.reason)}."


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
    """So many events are copies, the first one included; what follows was decided in the new game."""


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
    """So many of the event's effects were entered; what follows them came by itself."""


StoredAction = Action[Any] | Start | Resign | Abandon | Adjust
"""What an event can hold as its action."""
