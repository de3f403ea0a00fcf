"""What checks ask for: the printed rules, and how the powers of heroes change them.

`rules/values.py` gives them for a seat of a board.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any, get_args

from msgspec import Struct

from rulesets.heros_crossing.words import bends as w
from rulesets.heros_crossing.words.common import Colour

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.heros_crossing.tiles import Tile

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

COLOURS = get_args(Colour)


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


def fold(bends: Iterable[w.Bend]) -> Values:
    """All bends on top of what is printed; of two that replace the same, the later one counts.

    VP at the end of the game change none of it.
    """
    of: defaultdict[type[w.Bend], list[Any]] = defaultdict(list)
    for bend in bends:
        of[type(bend)].append(bend)
    spies, bids, attractions, steals = of[w.SpyRule], of[w.BidRule], of[w.AttractRule], of[w.StealRule]
    return Values(
        waived=tuple((b.action, colour) for b in of[w.WaiveColor] for colour in b.colors or COLOURS),
        bonus=(*((b.action, b.n) for b in of[w.ValueBonus]), *(("move", b.n) for b in of[w.MoveBonus])),
        produce=tuple(of[w.ProduceBonus]),
        through_spies=any(b.spies for b in of[w.PassThrough]),
        through_buildings=any(b.buildings for b in of[w.PassThrough]),
        spies=SPIES + sum(b.extra for b in spies),
        spy_immune=any(b.immune for b in spies),
        expel_threshold=min((EXPEL, *(b.threshold or EXPEL for b in spies))),
        win_bid_ties=any(b.win_ties for b in bids),
        bid_guard=max((b.min_margin for b in bids), default=0),
        rebid=any(b.rebid for b in bids),
        win_attraction_ties=any(b.win_ties for b in attractions),
        sell_first=any(b.go_first for b in attractions),
        sell_again=any(b.extra_worker for b in attractions),
        sale=tuple(of[w.SaleRule]),
        sell_from_production=any(b.from_production for b in of[w.SaleRule]),
        steal_free=any(b.free for b in steals),
        steals=STEALS + sum(b.extra for b in steals),
        steal_immune=any(b.immune for b in steals),
        steal_keep=any(b.keep_die for b in steals),
        donation=next(((b.cubes, b.vp) for b in reversed(of[w.DonationRule])), DONATION),
        limits=tuple(of[w.LimitRule]),
        ignore_zoning=any(b.ignore_zoning for b in of[w.PlaceRule]),
        ignore_adjacency=any(b.ignore_adjacency for b in of[w.PlaceRule]),
        zoning=next((b.face for b in reversed(of[w.SetZoning])), ""),
        replaced=tuple((b.from_, b.to) for b in of[w.ReplaceAction]),
    )
