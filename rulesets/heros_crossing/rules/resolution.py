"""Resolution: those who attracted a hero sell to it, and who fills its last need takes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.heros_crossing import effects as e
from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.effects.common import tile_on
from rulesets.heros_crossing.ids import cell_id, hero_id
from rulesets.heros_crossing.names import cubes_name, hero_name, need_name, on_cell
from rulesets.heros_crossing.phases import Selling
from rulesets.heros_crossing.pieces import HERO_SPACES, Cell, Visit
from rulesets.heros_crossing.rules.common import WithoutChoice, resource_on
from rulesets.heros_crossing.rules.values import values
from rulesets.kit.facts import Fact
from rulesets.kit.play import Play, automatic, need
from rulesets.kit.structs import Action

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.heros_crossing.pieces import Lot
    from rulesets.heros_crossing.values import Values
    from rulesets.kit.phases import Seat


def selling_order(board: Board, visit: Visit) -> tuple[Seat, ...]:
    """HCX-RES-02, 03: by attraction total, the earlier worker first among equals; powers go before."""

    def rank(place: int) -> tuple[bool, int, bool, int]:
        stake = visit.stakes[place]
        v = values(board, stake.seat)
        return not v.sell_first, -stake.total, not v.win_attraction_ties, place

    order = tuple(visit.stakes[place].seat for place in sorted(range(len(visit.stakes)), key=rank))
    return order + tuple(seat for seat in order if values(board, seat).sell_again)


@automatic(Selling)
def resolve(play: Play[Board]) -> None:
    """HCX-RES-01: heroes from left to right, sellers in their order; a hero who is served is taken."""
    pending = Selling.of(play.board)
    if pending.seat:
        return _take_served(play, pending)
    if all_served(play.board):  # HCX-END-03, 04
        return play.emit(e.FinalDonationsStarted("all_fulfilled"))
    if pending.rest:
        seat, *rest = pending.rest
        return play.emit(e.Asked(Selling(seat, pending.space, tuple(rest))))
    for space in range(pending.space + 1, HERO_SPACES):
        visit = play.board.visiting[space]
        if visit.stakes:
            seat, *rest = selling_order(play.board, visit)
            return play.emit(e.Asked(Selling(seat, space, tuple(rest))))
    first, *others = play.board.clockwise(play.board.first)
    play.emit(e.ClosingStarted(first, tuple(others)))


def all_served(board: Board) -> bool:
    """HCX-END-03, 05: no hero left to serve, neither in the stack nor visiting."""
    return not board.heroes_left and not any(visit.hero for visit in board.visiting)


def _take_served(play: Play[Board], pending: Selling) -> None:
    """HCX-RES-15: whoever fills the last need takes the hero."""
    visit = play.board.visiting[pending.space]
    if pending.sold and all(visit.filled):
        power = play.board.components.hero[visit.hero].power
        play.emit(e.HeroJoined(pending.seat, visit.hero, power.when == "on_join"))


def sales(board: Board) -> Iterator[tuple[int, Cell]]:
    """What the seller may sell next: open needs (an index) and cells (HCX-RES-06, 07, 13)."""
    pending = Selling.of(board)
    visit = board.visiting[pending.space]
    v = values(board, pending.seat)
    shops = tuple(_shops(board, pending.seat, v))
    for index, wanted in enumerate(board.components.hero[visit.hero].needs):
        if not visit.filled[index]:
            yield from ((index, lot.cell) for lot, resource in shops if v.fills(resource, wanted))


def _shops(board: Board, seat: Seat, v: Values) -> Iterator[tuple[Lot, str]]:
    """HCX-RES-05: own tiles that cubes may be sold from."""
    tiles = board.components.tile
    for lot in board.side(seat).town:
        tile = tiles[lot.tile]
        if lot.cubes and (tile.kind == "shop" or v.sell_from_production):
            yield lot, tile.resource


class SellCube(Action[Board], frozen=True):
    """Sell one cube out of a Shop for one need of the hero (from 0, in the order of the card).

    In facts the Shop is the `source`, and `choice` the need as the card has it (`wild`).
    """

    title = "Sell a cube"
    need: int
    cell: Cell
    phase = Selling
    exact = True

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterator[SellCube]:
        return (cls(need_, cell) for need_, cell in sales(board))

    def check(self, board: Board, seat: Seat) -> None:
        pending = Selling.of(board)
        visit = board.visiting[pending.space]
        needs = board.components.hero[visit.hero].needs
        need(0 <= self.need < len(needs), "HCX-RES-06")
        need(not visit.filled[self.need], "HCX-RES-07")
        v = values(board, seat)
        cells = {lot.cell: resource for lot, resource in _shops(board, seat, v)}
        need(self.cell in cells, "HCX-RES-05")
        need(v.fills(cells[self.cell], needs[self.need]), "HCX-RES-06")

    def perform(self, play: Play[Board]) -> None:
        board = play.board
        pending = Selling.of(board)
        lot = board.side(play.seat).lot(self.cell)
        assert lot is not None
        tile = board.components.tile[lot.tile]
        vp = values(board, play.seat).sale_vp(tile)
        hero = board.visiting[pending.space].hero
        play.emit(e.CubeSold(play.seat, hero, self.need, self.cell, tile.resource, vp))

    def fact(self, board: Board, seat: Seat) -> Fact:
        hero = board.visiting[Selling.of(board).space].hero
        return Fact(
            card=hero_id(hero),
            place=cell_id(seat, self.cell),
            source=tile_on(board, seat, self.cell),
            kind=resource_on(board, seat, self.cell),
            choice=board.components.hero[hero].needs[self.need],
        )

    def label(self, board: Board, seat: Seat) -> str:
        pending = board.pending
        if not isinstance(pending, Selling):
            return "Sell a cube"
        hero = board.visiting[pending.space].hero
        lot = board.side(seat).lot(self.cell)
        cube = cubes_name(board.components.tile[lot.tile].resource if lot else "", 1)
        wanted = need_name(board.components.hero[hero].needs, self.need)
        shop = on_cell(board, seat, self.cell)
        return f"Sell {cube} from {shop} to the {hero_name(board, hero)} for the need of {wanted}"


class EndSale(WithoutChoice, frozen=True):
    """Sell nothing (more) to the hero (HCX-RES-11), by itself where nothing can be sold (HCX-RES-12).

    In facts `value` is how many cubes were sold to it.
    """

    title = "Sell no more"
    nowhere = "it ends the sale"
    phase = Selling

    def fact(self, board: Board, seat: Seat) -> Fact:
        pending = Selling.of(board)
        return Fact(card=hero_id(board.visiting[pending.space].hero), value=pending.sold)

    def perform(self, play: Play[Board]) -> None:
        pending = Selling.of(play.board)
        if not pending.sold:
            play.emit(e.SaleDeclined(play.seat, play.board.visiting[pending.space].hero))
        play.emit(e.SaleEnded(play.seat))

    def label(self, board: Board, seat: Seat) -> str:
        pending = board.pending
        if not isinstance(pending, Selling):
            return "Sell no more"
        hero = hero_name(board, board.visiting[pending.space].hero)
        return f"Sell {'no more' if pending.sold else 'nothing'} to the {hero}"
