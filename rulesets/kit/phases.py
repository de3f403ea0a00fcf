"""What a board waits for: the phases that every ruleset is made of, and what a screen says of them.

class Recruiting(TurnPhase, frozen=True):
    rule, asks, brief = "HCT-REC-05", "to draw cards", "Recruits · to draw"
    power: int

Recruiting.of(board).power            # typed access; a board of another phase is a mistake in the ruleset
"""

from __future__ import annotations

from typing import Any, ClassVar, Protocol, Self, TypeVar

from msgspec import Struct

Seat = int
"""A place at the table, 1..n. Here, because msgspec reads the types of fields while the program runs."""


class Components(Protocol):
    """A loaded component set: a plain class, shared by identity, written out as its hash."""

    @property
    def hash(self) -> str: ...


class Board(Protocol):
    """All that the rest of the program knows of a board."""

    @property
    def components(self) -> Components: ...
    @property
    def pending(self) -> Phase: ...
    @property
    def seats(self) -> int: ...
    @property
    def round(self) -> int: ...
    @property
    def turn(self) -> int: ...


B = TypeVar("B", bound=Board)


def seats_of(board: Board) -> tuple[Seat, ...]:
    """All seats of the table, in order."""
    return tuple(range(1, board.seats + 1))


class Phase(Struct, frozen=True, tag=True, tag_field="type", gc=False):
    """What a board waits for: its type is the phase, its fields are what that phase needs."""

    rule: ClassVar[str]
    """The rule that "not now" and "not your turn" are refused with."""
    asks: ClassVar[str] = "to act"
    """What is asked of the seat that is waited for: `to pick a hero of the draft`."""
    brief: ClassVar[str] = "To act"
    """The same in a few words, under the seat's name."""
    idle: ClassVar[str] = "Waits"
    """What stands under the names of the others."""
    part: ClassVar[str] = ""
    """The step of the round's strip that it belongs to, where the picture has one."""
    takes_forced: ClassVar[bool] = False
    """Where one seat is left with one action, it is taken without being asked. Only where what can be chosen depends
    on nothing hidden: else it would reveal what the hand lacks."""
    lapses: ClassVar[bool] = False
    """Where nothing can be chosen, play continues with `after` (`ChoiceForgone`)."""
    forgone: ClassVar[str] = "Nobody is chosen."
    """The sentence when nothing is chosen; `{seat}` is the seat of the phase."""

    @classmethod
    def of(cls, board: Any) -> Self:
        """The phase of this board, which is of this type. Raises TypeError: a mistake in the ruleset.

        Not for `apply` of effects, where an assert costs half as much.
        """
        pending = board.pending
        if type(pending) is not cls and not isinstance(pending, cls):  # isinstance of a struct takes longer
            raise TypeError(f"the board waits for {type(pending).__name__}, not for {cls.__name__}")
        return pending

    def after(self) -> Phase:
        """What play goes back to when nothing is chosen: by default the phase in the field `then`."""
        then: Phase = self.then  # type: ignore[attr-defined]
        return then

    def question(self, board: Any, seat: Seat) -> str:
        """What a screen asks `seat`, after its name and a colon: by default `asks` without each `to`."""
        return self.asks.removeprefix("to ").replace(" or to ", " or ")

    def who(self, board: Any) -> tuple[Seat, ...]:
        """The seats that are waited for; several where choices are simultaneous, none in an automatic phase."""
        raise NotImplementedError


class TurnPhase(Phase, frozen=True):
    """Of the seat whose turn it is: `board.seat`."""

    def who(self, board: Any) -> tuple[Seat, ...]:
        return (board.seat,)


class SeatPhase(Phase, frozen=True):
    """Of one seat, which the phase names."""

    seat: Seat

    def who(self, board: Any) -> tuple[Seat, ...]:
        return (self.seat,)


class TablePhase(Phase, frozen=True):
    """Of all together: any seat records what was agreed."""

    def who(self, board: Any) -> tuple[Seat, ...]:
        return seats_of(board)


class GameOver(Phase, frozen=True, tag="GameOver"):
    """Nothing more is waited for. A ruleset may add fields by a subclass of the same tag."""

    rule = "KIT-OVER-01"
    winners: tuple[Seat, ...]
    reason: str
    """An id, `monarch`, that the ruleset's `endings` put into words."""

    def who(self, board: Board) -> tuple[Seat, ...]:
        return ()
