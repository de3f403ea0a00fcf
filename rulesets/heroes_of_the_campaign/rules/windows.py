"""Windows: letting something happen, and saying when one wants to be asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from rulesets.heroes_of_the_campaign import effects as e
from rulesets.heroes_of_the_campaign.board import Board
from rulesets.heroes_of_the_campaign.effects.common import work_fact
from rulesets.heroes_of_the_campaign.ids import Watch, hero_id
from rulesets.heroes_of_the_campaign.names import WATCHES
from rulesets.heroes_of_the_campaign.phases import Choosing, Entering, Fighting, Running, Turn, watchers
from rulesets.kit.play import need
from rulesets.kit.structs import Action

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.kit.facts import Fact
    from rulesets.kit.phases import Seat
    from rulesets.kit.play import Play

WORDS: tuple[Watch, ...] = get_args(Watch)


class GoOn(Action[Board], frozen=True):
    """Let the next action, or the wounds of a combat, happen."""

    title = "Let it happen"
    phase = (Running, Fighting)
    needs_version = True
    exact = True

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[GoOn]:
        return (cls(),) if seat in watchers(board) else ()

    def check(self, board: Board, seat: Seat) -> None:
        need(seat in watchers(board), "HOC-ANY-04")

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.Passed(play.seat))

    def touches(self, board: Board, seat: Seat) -> tuple[str, ...]:
        pending = board.pending
        if isinstance(pending, Fighting):
            return hero_id(pending.attacker), hero_id(pending.defender)
        return (hero_id(pending.me),) if isinstance(pending, Running) and pending.me else ()

    def label(self, board: Board, seat: Seat) -> str:
        return "Let the wounds be dealt" if isinstance(board.pending, Fighting) else "Let the next action happen"

    def fact(self, board: Board, seat: Seat) -> Fact:
        return work_fact(board, kind="wounds" if isinstance(board.pending, Fighting) else "action")


class WatchFor(Action[Board], frozen=True):
    """Set when you want to be asked. It reveals nothing of your hand, and is allowed in anybody's turn (HOC-AMB-34)."""

    title = "Say when to be asked"
    columns = {"when": "kind", "this_turn": "choice"}
    when: Watch
    this_turn: bool = False
    """Only until your own next turn."""
    phase = (Turn, Running, Fighting, Choosing, Entering)
    anytime = True
    rare = True
    exact = True

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[WatchFor]:
        now = board.side(seat).watches
        for when in WORDS:
            if when != now:
                yield cls(when)
                if board.seat != seat:
                    yield cls(when, this_turn=True)

    def check(self, board: Board, seat: Seat) -> None:
        need(self.when in WORDS and self.when != board.side(seat).watches, "HOC-ANY-04")
        need(not self.this_turn or board.seat != seat, "HOC-ANY-04")

    def perform(self, play: Play[Board]) -> None:
        side = play.board.side(play.seat)
        later = (side.later or side.watches) if self.this_turn else None
        play.emit(e.WordGiven(play.seat, self.when, later))

    def label(self, board: Board, seat: Seat) -> str:
        return WATCHES[self.when] + (", in this turn" if self.this_turn else "")
