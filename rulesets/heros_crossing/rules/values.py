"""What heroes bend: everything that a check asks for, under the powers that hold for a seat.

A check never asks which hero is there. It asks `values(board, seat)` one question, such as `.expel_threshold` or
`.suits(...)`; the answer is the printed rule where no power says otherwise.
"""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from rulesets.heros_crossing.words import bends as w

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from rulesets.heros_crossing.board import Board
    from rulesets.heros_crossing.components import Tile
    from rulesets.kit.phases import Seat

DONATION = (4, 1)
"""Cubes, and the VP for them (HCX-DON-01)."""
TILE_LIMIT = 4
"""Cubes on a tile (HCX-TWN-08)."""
SPIES = 1
"""Out at once (HCX-SPY-05)."""
EXPEL = 4
"""What Expel asks for (HCX-EXP-01)."""
STEALS = 1
"""In a turn (HCX-STL-07)."""


class Values(Struct, frozen=True, gc=False):
    """The rules as they are for one seat."""

    waived: tuple[tuple[str, str], ...] = ()
    """Pairs of an action and a colour that passes its colour test."""
    bonus: tuple[tuple[str, int], ...] = ()
    """Pairs of an action and what it adds to the value of a die."""
    produce: tuple[w.ProduceBonus, ...] = ()
    through_spies: bool = False
    through_buildings: bool = False
    spies: int = SPIES
    spy_immune: bool = False
    expel_threshold: int = EXPEL
    win_bid_ties: bool = False
    bid_guard: int = 0
    """What others must beat a bid of this seat by, beyond being higher."""
    rebid: bool = False
    win_attraction_ties: bool = False
    sell_first: bool = False
    sell_again: bool = False
    sale: tuple[w.SaleRule, ...] = ()
    sell_from_production: bool = False
    steal_free: bool = False
    steals: int = STEALS
    steal_immune: bool = False
    steal_keep: bool = False
    donation: tuple[int, int] = DONATION
    limits: tuple[w.LimitRule, ...] = ()
    ignore_zoning: bool = False
    ignore_adjacency: bool = False
    zoning: str = ""
    """Instead of the face of the Zoning Die."""
    replaced: tuple[tuple[str, str], ...] = ()
    """Pairs of an action of a row and one that may be done instead."""

    def suits(self, action: str, die: tuple[str, ...], wanted: str) -> bool:
        """Whether a die of these colours will do for an action that asks for `wanted` (`""`: any)."""
        return not wanted or wanted in die or any((action, colour) in self.waived for colour in die)

    def added(self, action: str) -> int:
        """What a die counts for beyond its value in one action."""
        return sum(n for of, n in self.bonus if of == action) if self.bonus else 0

    def produced(self, tile: Tile) -> int:
        """Cubes that a Production Center makes, before the value of the die is looked at."""
        extra = (b.n for b in self.produce if b.resource in (None, tile.resource) and b.level in (None, tile.level))
        return tile.amount + sum(extra)

    def limit(self, tile: Tile) -> int:
        """Cubes that a tile may hold."""
        if not self.limits:
            return TILE_LIMIT
        fits = (b.n for b in self.limits if b.kind in (None, tile.kind) and b.level in (None, tile.level))
        return max(fits, default=TILE_LIMIT)

    def fills(self, resource: str, need: str) -> bool:
        """Whether a cube covers a need."""
        return need in ("wild", resource) or any((b.resource, b.substitute) == (resource, need) for b in self.sale)

    def sale_vp(self, tile: Tile) -> int:
        """VP for a cube sold from a tile (HCX-RES-08)."""
        if not self.sale and tile.kind == "shop":
            return tile.amount
        extra = sum(b.vp for b in self.sale if b.resource in (None, tile.resource) and b.level in (None, tile.level))
        return (tile.amount if tile.kind == "shop" else 1) + extra


PRINTED = Values()


def values(board: Board, seat: Seat) -> Values:
    """The rules as they are for `seat` now: its passive powers, and what it has called up this turn."""
    side = board.sides[seat - 1]
    if not side.heroes and not side.bends:
        return PRINTED
    passive = board.components.passive
    bends = side.bends
    for own in side.heroes:
        if own.joined < board.round:  # HCX-POW-01: in turns after it was taken
            bends += passive[own.hero]
    return board.components.values(bends)


def fold(bends: Iterable[w.Bend]) -> Values:
    """All bends on top of what is printed, in their order."""
    return reduce(lambda found, bend: _FOLD[type(bend)](found, bend), bends, PRINTED)


def _waive(v: Values, b: w.WaiveColor) -> Values:
    colours = b.colors or ("grey", "green", "blue", "red")
    return replace(v, waived=(*v.waived, *((b.action, colour) for colour in colours)))


def _spy(v: Values, b: w.SpyRule) -> Values:
    threshold = min(v.expel_threshold, b.threshold) if b.threshold else v.expel_threshold
    return replace(v, spies=v.spies + b.extra, spy_immune=v.spy_immune or b.immune, expel_threshold=threshold)


def _bid(v: Values, b: w.BidRule) -> Values:
    guard = max(v.bid_guard, b.min_margin)
    return replace(v, win_bid_ties=v.win_bid_ties or b.win_ties, bid_guard=guard, rebid=v.rebid or b.rebid)


def _attract(v: Values, b: w.AttractRule) -> Values:
    return replace(
        v,
        win_attraction_ties=v.win_attraction_ties or b.win_ties,
        sell_first=v.sell_first or b.go_first,
        sell_again=v.sell_again or b.extra_worker,
    )


def _sale(v: Values, b: w.SaleRule) -> Values:
    return replace(v, sale=(*v.sale, b), sell_from_production=v.sell_from_production or b.from_production)


def _steal(v: Values, b: w.StealRule) -> Values:
    return replace(
        v,
        steal_free=v.steal_free or b.free,
        steals=v.steals + b.extra,
        steal_immune=v.steal_immune or b.immune,
        steal_keep=v.steal_keep or b.keep_die,
    )


def _pass(v: Values, b: w.PassThrough) -> Values:
    return replace(v, through_spies=v.through_spies or b.spies, through_buildings=v.through_buildings or b.buildings)


def _place(v: Values, b: w.PlaceRule) -> Values:
    return replace(
        v,
        ignore_zoning=v.ignore_zoning or b.ignore_zoning,
        ignore_adjacency=v.ignore_adjacency or b.ignore_adjacency,
    )


_FOLD: dict[type, Callable[..., Values]] = {
    w.WaiveColor: _waive,
    w.ValueBonus: lambda v, b: replace(v, bonus=(*v.bonus, (b.action, b.n))),
    w.ProduceBonus: lambda v, b: replace(v, produce=(*v.produce, b)),
    w.MoveBonus: lambda v, b: replace(v, bonus=(*v.bonus, ("move", b.n))),
    w.PassThrough: _pass,
    w.SpyRule: _spy,
    w.BidRule: _bid,
    w.AttractRule: _attract,
    w.SaleRule: _sale,
    w.StealRule: _steal,
    w.DonationRule: lambda v, b: replace(v, donation=(b.cubes, b.vp)),
    w.LimitRule: lambda v, b: replace(v, limits=(*v.limits, b)),
    w.PlaceRule: _place,
    w.SetZoning: lambda v, b: replace(v, zoning=b.face),
    w.ReplaceAction: lambda v, b: replace(v, replaced=(*v.replaced, (b.from_, b.to))),
    w.EndVp: lambda v, b: v,
}
"""How each bend changes the values. VP at the end of the game change none."""
