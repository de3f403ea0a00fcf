"""Effects: what follows from actions, in the past tense; and who may see what of them.

`gc=False` everywhere: boards hold no cycles, and long caches of them stay out of the garbage collector.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal

from msgspec import Struct
from msgspec.structs import replace

from rulesets.kit.facts import Fact, fact_of
from rulesets.kit.phases import B, GameOver, Phase, Seat

if TYPE_CHECKING:
    from collections.abc import Iterable

Viewer = int | Literal["table", "spectator"]
"""Who looks: a seat, the table (sees everything) or a spectator (sees what is public)."""

Mark = Literal["roll", "draw", "reveal", "by hand"]
"""What a timeline marks: outcomes of chance, and what a table entered by hand."""

TABLE: Literal["table"] = "table"

SPECTATOR: Literal["spectator"] = "spectator"


def sees(viewer: Viewer, seat: Seat) -> bool:
    """Whether `viewer` may know what is private to `seat`."""
    return viewer in (seat, TABLE)


class Effect(Struct, Generic[B], frozen=True, tag=True, tag_field="type", gc=False, omit_defaults=True):
    """One thing that followed. Past tense; once released, it never changes meaning."""

    mark: ClassVar[Mark | None] = None
    """What a timeline marks it with: an outcome of chance, or something hidden that became public."""
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
        """What statistics keep of it, `board` being the one before: by default one row, by `columns` and names."""
        return (fact_of(self),)


class Asked(Effect[B], frozen=True):
    """A choice is put to somebody. It changes nothing else, and is no row of the statistics.

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
