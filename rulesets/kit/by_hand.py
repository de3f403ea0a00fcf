"""What a table enters by hand: the outcome of a card that a ruleset cannot carry out itself.

    class EnterByHand(ByHand[Board], frozen=True):
        effects: tuple[HealthSet | CardMoved, ...] = ()      # the ruleset's adjustable effects
        phase = ByHandDue

        def perform(self, play: Play[Board]) -> None:
            super().perform(play)                            # emits them, one after the other
            play.emit(StepDone(...))                         # and play goes on

Only where the table rolls: where the service does, a player could enter any fate. So a ruleset with such cards keeps
`Start.chance` on its boards, and skips what would have to be entered where it is `server`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Protocol, TypeVar

from msgspec.structs import replace

from rulesets.kit.phases import Board
from rulesets.kit.play import Play, need
from rulesets.kit.structs import Action, Effect

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Self

    from rulesets.kit.phases import Seat
    from rulesets.kit.structs import Viewer

WHERE_THE_TABLE_ROLLS = "KIT-HAND-01"
MOST_AT_ONCE = "KIT-HAND-02"
ONLY_ADJUSTABLE = "KIT-HAND-03"

MOST_EFFECTS = 50
"""KIT-HAND-02: far more than any one card does."""


class HandBoard(Board, Protocol):
    """A board that tells who answers for chance."""

    @property
    def chance(self) -> Literal["table", "server"]: ...


H = TypeVar("H", bound=HandBoard)


class ByHand(Action[H], frozen=True):
    """Enter what a card did. A ruleset narrows the type of `effects` to a union of its adjustable ones."""

    open_ended = True
    effects: tuple[Effect[H], ...] = ()
    """In the order in which they happen."""

    @classmethod
    def options(cls, board: H, seat: Seat) -> Iterable[Self]:
        """The empty entry alone, "nothing happens": it shows that something may be entered."""
        return (cls(),)

    def check(self, board: H, seat: Seat) -> None:
        """Where the table rolls, not too many, and each of them possible on the board that it meets."""
        need(board.chance == "table", WHERE_THE_TABLE_ROLLS)
        need(len(self.effects) <= MOST_EFFECTS, MOST_AT_ONCE)
        for effect in self.effects:
            need(effect.adjustable, ONLY_ADJUSTABLE)
            effect.check(board)
            board = effect.apply(board)

    def perform(self, play: Play[H]) -> None:
        for effect in self.effects:
            play.emit(effect)

    def seen_by(self, viewer: Viewer, seat: Seat) -> Self:
        return replace(self, effects=tuple(effect.seen_by(viewer) for effect in self.effects))

    def touches(self, board: H, seat: Seat) -> tuple[str, ...]:
        return tuple(dict.fromkeys(piece for effect in self.effects for piece in effect.touches()))

    def label(self, board: H, seat: Seat) -> str:
        return "Enter what happens" if self.effects else "Nothing happens"
