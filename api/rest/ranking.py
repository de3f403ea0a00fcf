"""The final places of seats."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable


def ranks(
    winners: Collection[int], standing: Iterable[tuple[int, int | float]], *, lowest: bool = False
) -> dict[int, int]:
    """The final place of each seat, from 1: winners first, then by score, of which the highest or the lowest is the
    best; equal seats share a place."""
    order = {seat: (seat in winners, -score if lowest else score) for seat, score in standing}
    return {seat: 1 + sum(other > mine for other in order.values()) for seat, mine in order.items()}
