"""Turns: dice drafted, stolen and spent; donations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heros_crossing.board import COLOUR, FACE, Assigned, Board, Cell, Die
from rulesets.heros_crossing.effects.dice import of_die
from rulesets.heros_crossing.ids import cell_id, die_id, seat_id
from rulesets.heros_crossing.names import CUBES, count, die_name
from rulesets.heros_crossing.phases import (
    SETTLING,
    TURN,
    Acting,
    Donating,
    Extra,
    Giving,
    LastDonations,
    Return,
    Stealing,
    Turn,
)
from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat
from rulesets.kit.structs import Effect
from rulesets.kit.tuples import insert, put, without

if TYPE_CHECKING:
    from collections.abc import Iterable


class TurnStarted(Effect[Board], frozen=True):
    """The turn passes to a seat."""

    seat: Seat

    def apply(self, board: Board) -> Board:
        return replace(board, seat=self.seat, turn=board.turn + 1, steals=0, drafts=1, raises=(), pending=SETTLING)

    def touches(self) -> tuple[str, ...]:
        return (seat_id(self.seat),)


class TurnOpened(Effect[Board], frozen=True):
    """The seat has settled its bids, and may draft a die."""

    def apply(self, board: Board) -> Board:
        return replace(board, pending=TURN)


class DieDrafted(Effect[Board], frozen=True):
    """A die is used for a row of the Action Card (from 0), with modifiers spent on it. `value`: modifiers spent."""

    seat: Seat
    die: Die
    row: int
    actions: tuple[str, ...]
    """Of that row."""
    modifiers: int = 0

    def apply(self, board: Board) -> Board:
        side = board.sides[self.seat - 1]
        assigned, waived = _taken(side.assigned, self.die) if side.assigned else ((), ())
        pool, modifiers = without(side.pool, self.die), side.modifiers - self.modifiers
        side = replace(side, pool=pool, modifiers=modifiers, assigned=assigned)
        value = FACE[self.die] + self.modifiers
        return replace(
            board,
            sides=put(board.sides, self.seat - 1, side),
            drafts=board.drafts - 1,
            graveyard=spent(board),  # of a die drafted before in this turn
            pending=Acting(self.die, self.modifiers, self.actions, value, (COLOUR[self.die],), (), 0, waived, self.row),
        )

    def touches(self) -> tuple[str, ...]:
        return (die_id(self.seat, self.die),)

    def says(self, board: Board) -> str:
        more = f" with {count(self.modifiers, 'modifier')}" if self.modifiers else ""
        row = " and ".join(name.replace("_", " ") for name in self.actions)
        return f"{{{self.seat}}} uses {die_name(self.die)}{more} for {row}."

    def facts(self, board: Board) -> Iterable[Fact]:
        actions = "+".join(self.actions)
        return (of_die(self.die, Fact(seat=self.seat, target=board.card, kind=actions, value=self.modifiers)),)


def _taken(assigned: tuple[Assigned, ...], die: Die) -> tuple[tuple[Assigned, ...], tuple[str, ...]]:
    """What is left of assignments when a die is drafted, and the actions that it was assigned to.

    Of two dice that show the same one alone takes them along.
    """
    own = sorted({one for one in assigned if one.die == die})
    for one in own:
        assigned = without(assigned, one)
    return assigned, tuple([one.action for one in own])


class ActionTaken(Effect[Board], frozen=True):
    """One action of the row (or that a power gave) is done; `action` is what the row calls it."""

    seat: Seat
    action: str

    def apply(self, board: Board) -> Board:
        pending = board.pending
        assert isinstance(pending, (Acting, Extra))
        return replace(board, pending=replace(pending, left=without(pending.left, self.action), points=0))

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, kind=self.action),)


class ActionSkipped(Effect[Board], frozen=True):
    """One action of the row is left out."""

    seat: Seat
    action: str

    def apply(self, board: Board) -> Board:
        pending = board.pending
        assert isinstance(pending, Acting)
        return replace(board, pending=replace(pending, left=without(pending.left, self.action), points=0))

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, kind=self.action),)


class TurnEnded(Effect[Board], frozen=True):
    """The die goes to the graveyard, unless it lies on a tile or a hero. What was called up ends."""

    seat: Seat

    def apply(self, board: Board) -> Board:
        sides = board.sides
        side = sides[self.seat - 1]
        if side.bends or side.assigned:
            sides = put(sides, self.seat - 1, replace(side, bends=(), assigned=()))
        return replace(
            board,
            sides=sides,
            graveyard=spent(board),
            raises=(),
        )


def spent(board: Board) -> tuple[Die, ...]:
    """The graveyard once the die in use is done with."""
    pending = board.pending
    if isinstance(pending, Acting) and not pending.laid:
        return insert(board.graveyard, pending.die)
    return board.graveyard


class StealStarted(Effect[Board], frozen=True):
    """A seat steals a die of another."""

    seat: Seat
    victim: Seat

    def apply(self, board: Board) -> Board:
        pending = board.pending
        assert isinstance(pending, Turn | Acting)
        return replace(board, pending=Stealing(self.victim, pending))

    def touches(self) -> tuple[str, ...]:
        return (seat_id(self.victim),)


class DieTaken(Effect[Board], frozen=True):
    """A die is chosen out of another pool; one has to be given for it."""

    seat: Seat
    victim: Seat
    die: Die

    def apply(self, board: Board) -> Board:
        pending = board.pending
        assert isinstance(pending, Stealing)
        return replace(board, pending=Giving(self.victim, self.die, pending.then))

    def touches(self) -> tuple[str, ...]:
        return die_id(self.victim, self.die), seat_id(self.victim)


class DieStolen(Effect[Board], frozen=True):
    """A die changes hands for another (none, if a power spares it) and a modifier (none, likewise).

    `value`: modifiers paid.
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

    def says(self, board: Board) -> str:
        price = [die_name(self.given)] if self.given else []
        price += [count(self.modifiers, "modifier")] if self.modifiers else []
        paid = f" for {' and '.join(price)}" if price else ""
        return f"{{{self.seat}}} steals {die_name(self.taken)} from {{{self.victim}}}{paid}."

    def facts(self, board: Board) -> Iterable[Fact]:
        given = self.given or None
        target = seat_id(self.victim)
        return (of_die(self.taken, Fact(seat=self.seat, target=target, kind=given, value=self.modifiers)),)


class DonationStarted(Effect[Board], frozen=True):
    """A seat gives back cubes: `cubes` of them."""

    seat: Seat
    cubes: int

    def apply(self, board: Board) -> Board:
        pending = board.pending
        assert isinstance(pending, Turn | Acting | LastDonations)
        return replace(board, pending=Donating(self.seat, self.cubes, pending))


class CubesGiven(Effect[Board], frozen=True):
    """Cubes of one cell go back to the stock. `value`: how many."""

    seat: Seat
    cell: Cell
    resource: str
    n: int

    def apply(self, board: Board) -> Board:
        side = board.sides[self.seat - 1]
        lot = side.lot(self.cell)
        pending = board.pending
        assert lot is not None
        assert isinstance(pending, Donating)
        side = side.with_lot(replace(lot, cubes=lot.cubes - self.n))
        return replace(
            board,
            sides=put(board.sides, self.seat - 1, side),
            pending=replace(pending, left=pending.left - self.n),
        )

    def touches(self) -> tuple[str, ...]:
        return (cell_id(self.seat, self.cell),)

    def says(self, board: Board) -> str:
        return f"{{{self.seat}}} gives back {self.n} {CUBES[self.resource]}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, place=cell_id(self.seat, self.cell), kind=self.resource, value=self.n),)


class ResourcesDonated(Effect[Board], frozen=True):
    """A donation brings VP. `value`: VP."""

    seat: Seat
    vp: int

    def apply(self, board: Board) -> Board:
        side = board.sides[self.seat - 1]
        pending = board.pending
        assert isinstance(pending, Donating)
        then: Return = pending.then
        return replace(board, sides=put(board.sides, self.seat - 1, replace(side, vp=side.vp + self.vp)), pending=then)

    def touches(self) -> tuple[str, ...]:
        return (seat_id(self.seat),)

    def says(self, board: Board) -> str:
        return f"{{{self.seat}}} gains {self.vp} VP for a donation."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, value=self.vp),)
