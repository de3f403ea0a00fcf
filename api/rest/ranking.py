"""The places that seats came to."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable


def ranks(winners: Collection[int], standing: Iterable[tuple[int, int | float]]) -> dict[int, int]:
    """The place of each seat, from 1: who won comes first, then the higher score; equals share one."""
    order = {seat: (seat in winners, score) for seat, score in standing}
    return {seat: 1 + sum(other > mine for other in order.values()) for seat, mine in order.items()}
