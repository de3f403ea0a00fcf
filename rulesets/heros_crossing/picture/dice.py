"""Dice, and what is laid on tiles and heroes with them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from rulesets.heros_crossing.ids import offer_id
from rulesets.heros_crossing.names import die_name, laid_words
from rulesets.heros_crossing.pieces import FACE
from rulesets.heros_crossing.tiles import RESOURCE_OF
from rulesets.kit.svg import Box, Frames

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.heros_crossing.picture.view import View
    from rulesets.heros_crossing.pieces import Die, Stake
    from rulesets.kit.phases import Seat

IN_OFFER = 22
BETWEEN = 14
"""What is kept free between two offers and around them, for their frames."""


class DiePart(Struct, frozen=True, gc=False):
    """A die of a type."""

    kind: str
    face: int
    x: float
    y: float
    size: int
    title: str
    far: float
    """Where the middle of its chip is."""
    glyph_at: float
    glyph: float
    id: str = ""
    frames: Frames | None = None


@lru_cache(maxsize=4096)
def die_part(die: Die, x: float, y: float, size: int, id_: str = "", frames: Frames | None = None) -> DiePart:
    """A die with its upper left corner at a point."""
    kind, face = RESOURCE_OF[die[:-2]], FACE[die]
    far = round(size * 0.94, 1)
    glyph = round(size * 0.34, 1)
    title = f"{die_name(die).capitalize()}: {kind.capitalize()} die"
    return DiePart(kind, face, x, y, size, title, far, round(far - glyph / 2, 1), glyph, id_, frames)


class OfferPart(Struct, frozen=True, gc=False):
    """A bid or an attraction: the seat's shape, the sum, the dice; or a seat that is barred."""

    id: str
    seat: Seat
    tint: str
    x: float
    y: float
    total: int = 0
    dice: tuple[DiePart, ...] = ()
    plus: int = 0
    plus_x: float = 0
    frames: Frames | None = None
    barred: bool = False
    words: str = ""
    """Its dice in words, where they are not drawn."""


def width_of(stake: Stake) -> float:
    """How much room an offer takes with its dice side by side."""
    return _dice_at(stake) + 24 * len(stake.dice) + (24 if _plus(stake) else 4)


def _dice_at(stake: Stake) -> float:
    return 25 + 10 * len(str(stake.total))


def _plus(stake: Stake) -> int:
    return sum(laid.modifiers + laid.bonus for laid in stake.dice)


def offer(view: View, on: str, stake: Stake, x: float, y: float, room: float, *, bare: bool = False) -> OfferPart:
    """What a seat has laid on the tile or hero with the id `on`; `bare` shows its shape and its sum alone."""
    id_ = offer_id(on, stake.seat)
    start, plus = _dice_at(stake), _plus(stake)
    dice: tuple[DiePart, ...] = ()
    end = start - 4
    if not bare:
        most = room - start - IN_OFFER - (22 if plus else 4)
        step = min(24.0, most / max(1, len(stake.dice) - 1))
        dice = tuple(die_part(laid.die, round(start + step * n, 1), 0, IN_OFFER) for n, laid in enumerate(stake.dice))
        end = start + step * (len(dice) - 1) + IN_OFFER + (24 if plus else 5)
    frames = view.frames(id_, Box(-1, 0, round(end + 1, 1), 24, 6))
    plus = 0 if bare else plus
    words = ", ".join(map(laid_words, stake.dice)) if bare else ""
    tint, plus_x = view.tints[stake.seat], round(end - 19, 1)
    return OfferPart(id_, stake.seat, tint, x, y, stake.total, dice, plus, plus_x, frames, words=words)


def in_a_row(view: View, on: str, stakes: Sequence[Stake], y: float, room: float) -> tuple[OfferPart, ...]:
    """Attractions side by side in their order; without dice where they have no room."""
    widths = [width_of(stake) for stake in stakes]
    if len(stakes) > 2 or (len(stakes) > 1 and sum(widths) + BETWEEN > room):
        step = min(44.0, room / len(stakes))
        return tuple(offer(view, on, s, round(4 + step * n, 1), y, room, bare=True) for n, s in enumerate(stakes))
    lefts = [4.0, BETWEEN + max(60.0, widths[0])] if stakes else []
    return tuple(offer(view, on, stake, x, y, room - x) for stake, x in zip(stakes, lefts, strict=False))


def one_below_the_other(
    view: View, on: str, stakes: Sequence[Stake], barred: Sequence[Seat], room: float
) -> tuple[OfferPart, ...]:
    """Bids with the highest one last; from three on, or with a seat that is barred below two, in two columns."""
    if len(stakes) + bool(barred) <= 2:
        rows = [offer(view, on, stake, 6, 44 + 25 * n, room - 8) for n, stake in enumerate(stakes)]
        return (*rows, *(_barred(view, on, s, 6 + 30 * n, 44 + 25 * len(stakes)) for n, s in enumerate(barred)))
    places = [(6 + room / 2 * (n % 2), 44 + 25 * (n // 2)) for n in range(4)]
    bids = [offer(view, on, stake, *places[n], room, bare=True) for n, stake in enumerate(stakes)]
    return (*bids, *(_barred(view, on, seat, *places[n]) for n, seat in enumerate(barred, len(stakes))))


def _barred(view: View, on: str, seat: Seat, x: float, y: float) -> OfferPart:
    return OfferPart(offer_id(on, seat), seat, view.tints[seat], x, y, barred=True)
