"""Heroes attracted, served and taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heros_crossing.board import Board, Cell, HeroId, Laid, Owned, Stake, Visit
from rulesets.heros_crossing.effects.dice import of_die
from rulesets.heros_crossing.effects.entered import BY_HAND, need_seat
from rulesets.heros_crossing.ids import cell_id, hero_id, seat_id
from rulesets.heros_crossing.names import CUBES, die_name, hero_name
from rulesets.heros_crossing.phases import Acting, Joining, Selling
from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat
from rulesets.kit.play import need
from rulesets.kit.structs import Effect
from rulesets.kit.tuples import put

if TYPE_CHECKING:
    from collections.abc import Iterable


class HeroAttracted(Effect[Board], frozen=True):
    """The die in use is laid on a visiting hero. `value`: of the die, as it lies there."""

    seat: Seat
    hero: HeroId
    laid: Laid

    def apply(self, board: Board) -> Board:
        space = board.space_of(self.hero)
        pending = board.pending
        assert space is not None
        assert isinstance(pending, Acting)
        visit = board.visiting[space]
        stakes = visit.stakes
        place = next((i for i, stake in enumerate(stakes) if stake.seat == self.seat), None)
        if place is None:
            stakes = (*stakes, Stake(self.seat, (self.laid,)))
        else:
            stakes = put(stakes, place, Stake(self.seat, (*stakes[place].dice, self.laid)))
        return replace(
            board,
            visiting=put(board.visiting, space, replace(visit, stakes=stakes)),
            pending=replace(pending, laid=(*pending.laid, self.hero)),
        )

    def touches(self) -> tuple[str, ...]:
        return hero_id(self.hero), seat_id(self.seat)

    def says(self, board: Board) -> str:
        return f"{{{self.seat}}} attracts the {hero_name(board, self.hero)} with {die_name(self.laid.die)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        target, laid = hero_id(self.hero), self.laid
        return (of_die(laid.die, Fact(seat=self.seat, target=target, value=laid.value)),)


class SaleOpened(Effect[Board], frozen=True):
    """A seat may sell to the hero in a space (an index), then those in `rest`. Seat 0: nobody there.

    `value`: the space.
    """

    seat: Seat
    space: int
    rest: tuple[Seat, ...] = ()

    def apply(self, board: Board) -> Board:
        return replace(board, pending=Selling(self.seat, self.space, self.rest))

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat or None, value=self.space),)


class CubeSold(Effect[Board], frozen=True):
    """A cube goes from a Shop onto a need (an index) of the hero; it brings VP at once. `value`: VP."""

    seat: Seat
    hero: HeroId
    need: int
    cell: Cell
    resource: str
    vp: int

    def apply(self, board: Board) -> Board:
        space = board.space_of(self.hero)
        pending = board.pending
        side = board.sides[self.seat - 1]
        lot = side.lot(self.cell)
        assert space is not None
        assert lot is not None
        assert isinstance(pending, Selling)
        visit = board.visiting[space]
        visit = replace(
            visit, filled=put(visit.filled, self.need, self.resource), by=put(visit.by, self.need, self.seat)
        )
        side = replace(side.with_lot(replace(lot, cubes=lot.cubes - 1)), vp=side.vp + self.vp)
        return replace(
            board,
            sides=put(board.sides, self.seat - 1, side),
            visiting=put(board.visiting, space, visit),
            pending=replace(pending, sold=pending.sold + 1),
        )

    def touches(self) -> tuple[str, ...]:
        return hero_id(self.hero), cell_id(self.seat, self.cell)

    def says(self, board: Board) -> str:
        return f"{{{self.seat}}} sells {CUBES[self.resource]} to the {hero_name(board, self.hero)} for {self.vp} VP."

    def facts(self, board: Board) -> Iterable[Fact]:
        place, target = cell_id(self.seat, self.cell), hero_id(self.hero)
        return (Fact(seat=self.seat, place=place, target=target, kind=self.resource, value=self.vp),)


class SaleDeclined(Effect[Board], frozen=True):
    """A seat that attracted the hero sells nothing to it."""

    seat: Seat
    hero: HeroId

    def apply(self, board: Board) -> Board:
        return board

    def touches(self) -> tuple[str, ...]:
        return hero_id(self.hero), seat_id(self.seat)

    def says(self, board: Board) -> str:
        return f"{{{self.seat}}} sells nothing to the {hero_name(board, self.hero)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, card=self.hero),)


class SaleClosed(Effect[Board], frozen=True):
    """A seat has sold what it wants to; the next one follows."""

    seat: Seat

    def apply(self, board: Board) -> Board:
        pending = board.pending
        assert isinstance(pending, Selling)
        return replace(board, pending=Selling(0, pending.space, pending.rest))


class HeroJoined(Effect[Board], frozen=True):
    """Whoever filled the last need takes the hero; others sell nothing more to it. `value`: the hero's VP."""

    seat: Seat
    hero: HeroId
    power: bool = False
    """Whether it does something when it joins."""

    def apply(self, board: Board) -> Board:
        space = board.space_of(self.hero)
        pending = board.pending
        assert space is not None
        assert isinstance(pending, Selling)
        side = board.sides[self.seat - 1]
        onward = Selling(0, pending.space)
        stakes = board.visiting[space].stakes
        dice = [laid.die for stake in stakes for laid in stake.dice if not laid.substitute]
        side = replace(side, heroes=(*side.heroes, Owned(self.hero, board.round)))
        return replace(
            board,
            sides=put(board.sides, self.seat - 1, side),
            visiting=put(board.visiting, space, Visit()),
            graveyard=tuple(sorted((*board.graveyard, *dice))),
            pending=Joining(self.seat, self.hero, onward) if self.power else onward,
        )

    def touches(self) -> tuple[str, ...]:
        return hero_id(self.hero), seat_id(self.seat)

    def says(self, board: Board) -> str:
        return f"The {hero_name(board, self.hero)} joins {{{self.seat}}}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, card=self.hero, value=board.components.hero[self.hero].vp),)


class HeroExhausted(Effect[Board], frozen=True):
    """A hero is turned sideways until the clean-up."""

    adjustable = True
    seat: Seat
    hero: HeroId

    def apply(self, board: Board) -> Board:
        return _turned(board, self.seat, self.hero, exhausted=True)

    def check(self, board: Board) -> None:
        need_seat(board, self.seat)
        own = board.side(self.seat).owned(self.hero)
        need(own is not None and not own.exhausted, BY_HAND)

    def touches(self) -> tuple[str, ...]:
        return (hero_id(self.hero),)

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, card=self.hero),)


class HeroRefreshed(Effect[Board], frozen=True):
    """A hero is turned back."""

    adjustable = True
    seat: Seat
    hero: HeroId

    def apply(self, board: Board) -> Board:
        return _turned(board, self.seat, self.hero, exhausted=False, refreshed=board.turn)

    def check(self, board: Board) -> None:
        need_seat(board, self.seat)
        own = board.side(self.seat).owned(self.hero)
        need(own is not None and own.exhausted, BY_HAND)

    def touches(self) -> tuple[str, ...]:
        return (hero_id(self.hero),)

    def says(self, board: Board) -> str:
        return f"The {hero_name(board, self.hero)} is refreshed."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, card=self.hero),)


def _turned(board: Board, seat: Seat, hero: HeroId, **changes: int) -> Board:
    side = board.sides[seat - 1]
    heroes = tuple(replace(own, **changes) if own.hero == hero else own for own in side.heroes)
    return replace(board, sides=put(board.sides, seat - 1, replace(side, heroes=heroes)))
