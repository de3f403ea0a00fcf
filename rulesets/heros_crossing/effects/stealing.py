"""Dice stolen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.effects import common
from rulesets.heros_crossing.effects.common import about_die
from rulesets.heros_crossing.ids import die_id, seat_id
from rulesets.heros_crossing.names import die_name
from rulesets.heros_crossing.phases import Acting, Giving, Stealing, Turn
from rulesets.heros_crossing.pieces import Die
from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat
from rulesets.kit.structs import Effect
from rulesets.kit.tuples import insert, put, without
from rulesets.kit.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterable


class StealStarted(common.Untold, frozen=True):
    """A seat steals a die of another."""

    silent = {"seat": "of the decision", "victim": "of the decision"}
    seat: Seat
    victim: Seat

    def apply(self, board: Board) -> Board:
        pending = board.pending
        assert isinstance(pending, Turn | Acting)
        return replace(board, pending=Stealing(self.victim, pending))

    def touches(self) -> tuple[str, ...]:
        return (seat_id(self.victim),)

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} steals a die from {{{self.victim}}}."


class DieTaken(common.Untold, frozen=True):
    """A die is chosen out of another pool; one has to be given for it."""

    silent = {"seat": "of the decision", "victim": "of the decision", "die": "of the decision"}
    seat: Seat
    victim: Seat
    die: Die

    def apply(self, board: Board) -> Board:
        pending = board.pending
        assert isinstance(pending, Stealing)
        return replace(board, pending=Giving(self.victim, self.die, pending.then))

    def touches(self) -> tuple[str, ...]:
        return die_id(self.victim, self.die), seat_id(self.victim)

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} chooses {die_name(self.die)} of {{{self.victim}}}."


class DieStolen(Effect[Board], frozen=True):
    """A die changes hands for another (none, if a power spares it) and a modifier (none, likewise).

    `value`: modifiers paid. In facts the die that is given is a row of its own (`DieGiven`).
    """

    seat: Seat
    victim: Seat
    taken: Die
    given: Die = ""
    modifiers: int = 1

    def apply(self, board: Board) -> Board:
        thief, victim = board.sides[self.seat - 1], board.sides[self.victim - 1]
        kept = without(thief.pool, self.given) if self.given else thief.pool
        left = without(victim.pool, self.taken)
        thief = thief.with_pool(insert(kept, self.taken))
        thief = replace(thief, modifiers=thief.modifiers - self.modifiers)
        victim = replace(
            victim, pool=insert(left, self.given) if self.given else left, modifiers=victim.modifiers + self.modifiers
        )
        pending = board.pending
        return replace(
            board,
            sides=put(put(board.sides, self.seat - 1, thief), self.victim - 1, victim),
            steals=board.steals + 1,
            pending=pending.then if isinstance(pending, Stealing | Giving) else pending,
        )

    def touches(self) -> tuple[str, ...]:
        given = (die_id(self.victim, self.given),) if self.given else ()
        return die_id(self.seat, self.taken), *given, seat_id(self.victim)

    def sentence(self, board: Board) -> str:
        price = [die_name(self.given)] if self.given else []
        price += [counted(self.modifiers, "modifier")] if self.modifiers else []
        paid = f" for {' and '.join(price)}" if price else ""
        return f"{{{self.seat}}} steals {die_name(self.taken)} from {{{self.victim}}}{paid}."

    def facts(self, board: Board) -> Iterable[Fact]:
        target = seat_id(self.victim)
        yield about_die(self.taken, Fact(seat=self.seat, target=target, value=self.modifiers))
        if self.given:
            yield about_die(self.given, Fact(type="DieGiven", seat=self.seat, target=target))
