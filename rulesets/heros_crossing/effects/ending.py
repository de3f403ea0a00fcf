"""The end: last donations, powers that bring VP, the final score."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.effects import common
from rulesets.heros_crossing.ids import hero_id, seat_id
from rulesets.heros_crossing.names import ENDINGS, hero_name
from rulesets.heros_crossing.phases import Acting, GameOver, LastDonations, Scoring
from rulesets.heros_crossing.pieces import HeroId
from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat
from rulesets.kit.structs import Effect
from rulesets.kit.tuples import insert, put
from rulesets.kit.words import joined

if TYPE_CHECKING:
    from collections.abc import Iterable


class FinalDonationsStarted(Effect[Board], frozen=True):
    """The game has ended; only donations and end-game powers are left. `kind`: `rounds` or `all_fulfilled`."""

    title = "Play ended"
    kind: str

    def apply(self, board: Board) -> Board:
        assert not isinstance(board.pending, Acting)
        return replace(board, pending=LastDonations(reason=self.kind))

    def sentence(self, board: Board) -> str:
        return f"{ENDINGS[self.kind].capitalize()}: the game ends."


class FinalDonationsEnded(common.OfSeat, frozen=True):
    """A seat donates no more."""

    silent = {"seat": "of the decision"}

    def apply(self, board: Board) -> Board:
        pending = board.pending
        assert isinstance(pending, LastDonations)
        closed = tuple(sorted((*pending.closed, self.seat)))
        return replace(board, pending=LastDonations(closed, pending.reason))

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} donates no more."

    def facts(self, board: Board) -> Iterable[Fact]:
        return ()


class ScoringStarted(common.Untold, frozen=True):
    """All have donated: end-game powers are counted."""

    def apply(self, board: Board) -> Board:
        pending = board.pending
        assert isinstance(pending, LastDonations)
        return replace(board, pending=Scoring(pending.reason))


class EndPowerScored(Effect[Board], frozen=True):
    """A power brings VP at the end of the game. `value`: VP."""

    title = "End-game power scored"
    seat: Seat
    card: HeroId
    value: int

    def apply(self, board: Board) -> Board:
        pending = board.pending
        assert isinstance(pending, Scoring)
        side = board.sides[self.seat - 1]
        return replace(
            board,
            sides=put(board.sides, self.seat - 1, replace(side, vp=side.vp + self.value)),
            pending=Scoring(pending.reason, insert(pending.applied, self.card)),
        )

    def touches(self) -> tuple[str, ...]:
        return hero_id(self.card), seat_id(self.seat)

    def sentence(self, board: Board) -> str:
        return f"The {hero_name(board, self.card)} brings {{{self.seat}}} {self.value or 'no'} VP."

    def facts(self, board: Board) -> Iterable[Fact]:
        hero = hero_id(self.card)
        return (Fact(seat=self.seat, card=hero, source=hero, value=self.value),)


class FinalScoreComputed(Effect[Board], frozen=True):
    """The final scores by seat, and who won. `value`: the score."""

    title = "Final score"
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]

    def apply(self, board: Board) -> Board:
        pending = board.pending
        assert isinstance(pending, Scoring)
        return replace(board, pending=GameOver(self.winners, pending.reason, self.scores))

    def touches(self) -> tuple[str, ...]:
        return tuple(map(seat_id, self.winners))

    def sentence(self, board: Board) -> str:
        scores = ", ".join(
            f"{{{seat}}} {score}{_parts(board, seat, score)}" for seat, score in enumerate(self.scores, 1)
        )
        won = joined(f"{{{seat}}}" for seat in self.winners)
        return f"Final score: {scores}. {won} {'wins' if len(self.winners) == 1 else 'share the victory'}."

    def facts(self, board: Board) -> Iterable[Fact]:
        for seat, score in enumerate(self.scores, 1):
            yield Fact(seat=seat, kind="won" if seat in self.winners else "lost", value=score)


def _parts(board: Board, seat: Seat, score: int) -> str:
    """Of a final score: ` (12 on the track, 9 from heroes and wells)`; nothing where all of it is on the track."""
    track = board.side(seat).vp
    return f" ({track} on the track, {score - track} from heroes and wells)" if score != track else ""
