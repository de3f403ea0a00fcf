"""How the seats stand; and for greedy bots, how well: points made, and what will make points."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from rulesets.heros_crossing import effects as e
from rulesets.heros_crossing.phases import Cleaning, Closing, Joining, Selling
from rulesets.heros_crossing.rules.ending import final_score, hero_points, well_points
from rulesets.heros_crossing.rules.town import costs_in
from rulesets.heros_crossing.rules.values import values
from rulesets.kit.history import changed_by
from rulesets.kit.phases import seats_of

if TYPE_CHECKING:
    from rulesets.heros_crossing.board import Board
    from rulesets.heros_crossing.components import Components
    from rulesets.heros_crossing.pieces import Lot, Visit
    from rulesets.heros_crossing.values import Values
    from rulesets.kit.phases import Seat

IN_SHOP, IN_CENTER, STRANDED = 0.45, 0.2, 0.08
"""A cube that can be sold, that can be moved to a Shop, and any other."""
MODIFIER, BUILDING, TRADE, BID = 0.08, 0.2, 0.5, 0.3
"""A modifier; a level of a building; a Production Center with a Shop in reach; a bid that leads."""
WANTED, JOINS = 0.5, 0.7
"""What a cube in a Shop is worth beyond that when an attracted hero wants it, still less than the VP of its sale; the
part of the hero's VP that counts when all its needs can be filled."""
FAR = 7
"""A Shop further than this is out of reach of a die."""


@changed_by(
    *(e.CubeSold, e.ResourcesDonated, e.PowerUsed, e.PointsGained, e.PointsLost, e.EndPowerScored),
    *(e.HeroJoined, e.BuildingPlaced, e.TileReplaced, e.TileLaid, e.LandPlaced),
)
def standing(board: Board) -> tuple[tuple[Seat, int], ...]:
    """VP of each seat if the game ended now, without end-game powers: the track, heroes owned, Wishing Wells."""
    return tuple((seat, final_score(board, seat)) for seat in seats_of(board))


def score_parts(board: Board, seat: Seat) -> tuple[tuple[int, str], ...]:
    """What a score is made of (HCX-END-08); the victory track shows the first alone."""
    return (
        (board.side(seat).vp, "on the track"),
        (hero_points(board, seat), "from heroes"),
        (well_points(board, seat), "from Wishing Wells"),
    )


def colours(board: Board) -> dict[Seat, str]:
    """The workers that seats chose (HCX-SET-01); nothing of one that has not chosen yet."""
    return {seat: side.colour for seat, side in enumerate(board.sides, 1)}


def value_of(board: Board, seat: Seat) -> float:
    """The seat's prospects less those of the best other."""
    rivals = (_prospects(board, other) for other in seats_of(board) if other != seat)
    return _prospects(board, seat) - 0.5 * max(rivals)


def _prospects(board: Board, seat: Seat) -> float:
    side, tiles = board.sides[seat - 1], board.components.tile
    bids = sum([tiles[slot.tile].level or 1 for slot in board.bids_of(seat) if slot.highest is slot.bid(seat)])
    return (
        final_score(board, seat)
        + MODIFIER * min(side.modifiers, 6)
        + BID * bids
        + _town(board.components, side.town, values(board, seat))
        + sum([_attraction(board, seat, visit) for visit in _to_serve(board, seat)])
    )


@lru_cache(maxsize=1 << 12)
def _town(components: Components, town: tuple[Lot, ...], v: Values) -> float:
    """What a town promises. Kept: most actions change one town at most, and a greedy bot looks at all of them."""
    tiles = components.tile
    shops = {lot.cell: tiles[lot.tile] for lot in town if tiles[lot.tile].kind == "shop"}
    found = 0.0
    for lot in town:
        tile = tiles[lot.tile]
        found += BUILDING * tile.level
        if tile.kind == "shop":
            found += IN_SHOP * lot.cubes
        elif tile.kind == "production":
            own = {cell for cell, shop in shops.items() if shop.resource == tile.resource}
            near = costs_in(town, components, lot.cell, v, FAR) if own else {}
            found += _center(lot, min([cost for cell, cost in near.items() if cell in own], default=FAR))
    return found


def _center(lot: Lot, reach: int) -> float:
    """What a Production Center promises, by the movement points to its nearest Shop."""
    if reach >= FAR:
        return STRANDED * lot.cubes
    return IN_CENTER * lot.cubes + TRADE * (1 - reach / FAR)


def _to_serve(board: Board, seat: Seat) -> list[Visit]:
    """The heroes that the seat attracts and has not yet had its sale with, this round."""
    pending = board.pending
    selling = pending.then if isinstance(pending, Joining) else pending
    if isinstance(selling, Closing | Cleaning):
        return []
    visits: tuple[Visit, ...] = board.visiting
    if isinstance(selling, Selling):
        here = visits[selling.space : selling.space + 1] if seat in (selling.seat, *selling.rest) else ()
        visits = (*here, *visits[selling.space + 1 :])
    return [visit for visit in visits if any(stake.seat == seat for stake in visit.stakes)]


def _attraction(board: Board, seat: Seat, visit: Visit) -> float:
    """What can be sold to a hero that the seat attracts."""
    hero, tiles = board.components.hero[visit.hero], board.components.tile
    stock = [tiles[lot.tile].resource for lot in board.side(seat).town if tiles[lot.tile].kind == "shop" and lot.cubes]
    open_needs = [need for need, cube in zip(hero.needs, visit.filled, strict=True) if not cube]
    cubes = sum(lot.cubes for lot in board.side(seat).town if tiles[lot.tile].kind == "shop")
    wanted = min(cubes, sum(need == "wild" or need in stock for need in open_needs))
    return WANTED * wanted + (JOINS * hero.vp if wanted == len(open_needs) else 0.0)
