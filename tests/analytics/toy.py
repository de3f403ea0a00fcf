"""A toy game of two to four seats, in which any seat may decide anything at any time, so that logs can be written by
hand.

`Dig`, `Sell` and `Wait` are decisions of a seat. Their effects are read from the log, not computed.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from rulesets.kit.components import canonical, content_hash
from rulesets.kit.facts import Fact
from rulesets.kit.history import Card, Holding
from rulesets.kit.phases import GameOver, Phase
from rulesets.kit.ruleset import Ruleset
from rulesets.kit.structs import Action, Effect, Start

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.kit.play import Play


class Set:
    """A component set: numbers that bring luck (`{"lucky": [8]}`). The starter set has some of its own."""

    hash = content_hash(canonical({}))

    def __init__(self, text: str = "{}") -> None:
        self.hash = content_hash(text)
        self.lucky = tuple(json.loads(text).get("lucky", (1, 2, 3, 4, 7)))


class Setup(Phase, frozen=True):
    rule = "KIT-OVER-01"

    def who(self, board: Board) -> tuple[int, ...]:
        return tuple(range(1, len(board.scores) + 1))


class Open(Phase, frozen=True):
    rule = "KIT-OVER-01"
    waiting: tuple[int, ...] = ()

    def who(self, board: Board) -> tuple[int, ...]:
        return self.waiting or tuple(range(1, len(board.scores) + 1))


class Bargain(Phase, frozen=True):
    """A phase in the middle of a move."""

    rule = "KIT-OVER-01"

    def who(self, board: Board) -> tuple[int, ...]:
        return tuple(range(1, len(board.scores) + 1))


class Board(Struct, frozen=True, gc=False):
    components: Any
    pending: Setup | Open | Bargain | GameOver
    round: int = 0
    turn: int = 0
    scores: tuple[int, ...] = ()

    @property
    def seats(self) -> int:
        return len(self.scores)


@classmethod  # type: ignore[misc]
def single(cls: type[Any], board: Board, _seat: int) -> Iterator[Action[Board]]:
    """The only action of a type, while it is legal."""
    if board.round <= cls.last:
        yield cls()


class Dig(Action[Board], frozen=True):
    last: ClassVar[int] = 89
    """The last round in which it is legal."""
    phase = (Setup, Open, Bargain)
    options = single  # type: ignore[assignment]


class Sell(Action[Board], frozen=True):
    last: ClassVar[int] = 90
    phase = (Setup, Open, Bargain)
    options = single  # type: ignore[assignment]


class Wait(Action[Board], frozen=True):
    last: ClassVar[int] = 99
    phase = (Setup, Open, Bargain)
    options = single  # type: ignore[assignment]


class Haggle(Action[Board], frozen=True):
    """An action that players agree on: it cannot be listed."""

    open_ended = True
    last: ClassVar[int] = 0
    phase = (Open, Bargain)
    options = single  # type: ignore[assignment]


def scored(board: Board, seat: int, points: int) -> Board:
    """The board after a seat gets points."""
    scores = list(board.scores)
    scores[seat - 1] += points
    return replace(board, scores=tuple(scores))


class Scored(Effect[Board], frozen=True):
    seat: int
    points: int

    def apply(self, board: Board) -> Board:
        return scored(board, self.seat, self.points)

    def facts(self, board: Board) -> Iterator[Fact]:
        yield Fact(seat=self.seat, value=self.points)


class Robbed(Effect[Board], frozen=True):
    """A seat loses points to another; the effect has two rows, both of the robber: the coin, and the points."""

    seat: int
    robber: int
    points: int

    def apply(self, board: Board) -> Board:
        return scored(scored(board, self.seat, -self.points), self.robber, self.points)

    def facts(self, board: Board) -> Iterator[Fact]:
        yield Fact(seat=self.robber, die_sides=2, die_face=1)
        yield Fact(seat=self.robber, value=self.points)


class Taxed(Effect[Board], frozen=True):
    """A seat loses points; the effect has no row."""

    seat: int
    points: int

    def apply(self, board: Board) -> Board:
        return scored(board, self.seat, -self.points)

    def facts(self, board: Board) -> tuple[Fact, ...]:
        return ()


class Thrown(Effect[Board], frozen=True):
    faces: tuple[int, ...]

    def apply(self, board: Board) -> Board:
        return board

    def facts(self, board: Board) -> Iterator[Fact]:
        for face in self.faces:
            yield Fact(die_sides=6, die_face=face)


class RoundBegan(Effect[Board], frozen=True):
    round: int
    waiting: tuple[int, ...] = ()

    def apply(self, board: Board) -> Board:
        return replace(board, round=self.round, turn=self.round, pending=Open(self.waiting))

    def facts(self, board: Board) -> tuple[Fact, ...]:
        return ()


class Bargained(Effect[Board], frozen=True):
    """A bargain begins, or ends."""

    begins: bool

    def apply(self, board: Board) -> Board:
        return replace(board, pending=Bargain() if self.begins else Open())

    def facts(self, board: Board) -> tuple[Fact, ...]:
        return ()


class Ended(Effect[Board], frozen=True):
    winners: tuple[int, ...]

    def apply(self, board: Board) -> Board:
        return replace(board, pending=GameOver(self.winners, "done"))

    def facts(self, board: Board) -> tuple[Fact, ...]:
        return ()


class History:
    """The holdings are the points of each seat and the round; each seat plays one of two colours."""

    def holdings(self, board: Board) -> Iterator[Holding]:
        """Points and the number of the round."""
        yield Holding(None, "rounds", board.round)
        for seat, score in enumerate(board.scores, 1):
            yield Holding(seat, "points", score, "bag")

    def faction(self, board: Board, seat: int) -> dict[str, tuple[str, ...]]:
        """Red or blue, and a lucky number."""
        return {"colour": (("red", "blue")[seat % 2],), "lucky": (f"lucky:{seat}", "lucky:7")}

    def cards(self, components: Any) -> Iterator[Card]:
        """The names of lucky numbers."""
        for number in components.lucky:
            yield Card(f"lucky:{number}", f"Lucky {number}", "number", level=number)


def empty_board(start: Start, components: Any) -> Board:
    return Board(components, Setup(), scores=(0,) * start.seats)


def begin(play: Play[Board]) -> None:
    """The set-up has no effects."""


def toy(name: str, *, cooperative: bool = False) -> Ruleset[Board]:
    """The toy ruleset under some name."""
    return Ruleset(
        __name__,
        name=name,
        title=name.capitalize(),
        seats=range(1, 5),
        home=Open,
        rules=(sys.modules[__name__],),
        effects=sys.modules[__name__],
        board=Board,
        load=Set,
        empty_board=empty_board,
        start=begin,
        standing=lambda board: tuple(enumerate(board.scores, 1)),
        picture=lambda _scene: "",
        cooperative=cooperative,
        holdings=History(),
    )


RULESETS = {name: toy(name) for name in ("toy", "other")} | {"team": toy("team", cooperative=True)}
TOY = RULESETS["toy"]
ACTIONS = {"dig": Dig(), "sell": Sell(), "wait": Wait(), "haggle": Haggle()}
