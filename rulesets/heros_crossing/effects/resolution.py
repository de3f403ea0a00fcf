"""Heroes served and taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.effects import common
from rulesets.heros_crossing.effects.common import tile_on
from rulesets.heros_crossing.ids import cell_id, hero_id, seat_id
from rulesets.heros_crossing.names import cubes_name, hero_name, on_cell
from rulesets.heros_crossing.phases import Joining, Selling
from rulesets.heros_crossing.pieces import Cell, HeroId, Owned, Visit
from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat
from rulesets.kit.structs import Effect
from rulesets.kit.tuples import put

if TYPE_CHECKING:
    from collections.abc import Iterable


class CubeSold(Effect[Board], frozen=True):
    """A cube goes from a Shop onto a need (an index) of the hero; it brings VP at once.

    In facts the `source` is the Shop, `choice` the need as the card has it (`wild`), and `value` the VP.
    """

    seat: Seat
    hero: HeroId
    need: int
    cell: Cell
    resource: str
    vp: int

    def apply(self, board: Board) -> Board:
        space = board.space_of(self.hero)
        pending = board.pending
        side = board.sides[self.seat - 1].with_cubes(self.cell, -1)
        assert isinstance(pending, Selling)
        visit = board.visiting[space]
        visit = replace(
            visit, filled=put(visit.filled, self.need, self.resource), by=put(visit.by, self.need, self.seat)
        )
        return replace(
            board,
            sides=put(board.sides, self.seat - 1, replace(side, vp=side.vp + self.vp)),
            visiting=put(board.visiting, space, visit),
            pending=replace(pending, sold=pending.sold + 1),
        )

    def touches(self) -> tuple[str, ...]:
        return hero_id(self.hero), cell_id(self.seat, self.cell)

    def sentence(self, board: Board) -> str:
        cube, shop = cubes_name(self.resource, 1), on_cell(board, self.seat, self.cell)
        return f"{{{self.seat}}} sells {cube} from {shop} to the {hero_name(board, self.hero)} for {self.vp} VP."

    def facts(self, board: Board) -> Iterable[Fact]:
        need, shop = board.components.hero[self.hero].needs[self.need], tile_on(board, self.seat, self.cell)
        yield Fact(
            seat=self.seat,
            card=hero_id(self.hero),
            place=cell_id(self.seat, self.cell),
            source=shop,
            kind=self.resource,
            choice=need,
            value=self.vp,
        )


class SaleDeclined(Effect[Board], frozen=True):
    """A seat that attracted the hero sells nothing to it."""

    title = "Nothing sold"
    seat: Seat
    card: HeroId

    def apply(self, board: Board) -> Board:
        return board

    def touches(self) -> tuple[str, ...]:
        return hero_id(self.card), seat_id(self.seat)

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} sells nothing to the {hero_name(board, self.card)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(seat=self.seat, card=hero_id(self.card)),)


class SaleEnded(common.Untold, frozen=True):
    """A seat has sold what it wants to; the next one follows."""

    silent = {"seat": "of the sales"}
    seat: Seat

    def apply(self, board: Board) -> Board:
        pending = board.pending
        assert isinstance(pending, Selling)
        return replace(board, pending=Selling(0, pending.space, pending.rest))

    def sentence(self, board: Board) -> str:
        pending = board.pending
        if not isinstance(pending, Selling) or not pending.sold or not board.visiting[pending.space].hero:
            return ""
        return f"{{{self.seat}}} sells no more to the {hero_name(board, board.visiting[pending.space].hero)}."


class HeroJoined(Effect[Board], frozen=True):
    """Whoever filled the last need takes the hero; others sell nothing more to it.

    In facts `kind` is `sniped` where the taker filled less than half of its needs, else `served`; `value`: its VP.
    """

    silent = {"power": "stands on the card"}
    seat: Seat
    hero: HeroId
    power: bool = False
    """Whether it does something when it joins."""

    def apply(self, board: Board) -> Board:
        space = board.space_of(self.hero)
        pending = board.pending
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

    def sentence(self, board: Board) -> str:
        vp = board.components.hero[self.hero].vp
        return f"All needs of the {hero_name(board, self.hero)} are filled: worth {vp} VP, it joins {{{self.seat}}}."

    def facts(self, board: Board) -> Iterable[Fact]:
        card, by = hero_id(self.hero), board.visiting[board.space_of(self.hero)].by
        kind = "sniped" if 2 * by.count(self.seat) < len(by) else "served"
        return (Fact(seat=self.seat, card=card, source=card, kind=kind, value=board.components.hero[self.hero].vp),)
