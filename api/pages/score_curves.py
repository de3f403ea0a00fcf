"""The standing of all seats over a line, as stepped curves: drawn once for a line, a script moves its hand."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Sequence

WIDTH, HEIGHT = 224, 84
TOP, BOTTOM = 6, 78
"""The heights of the highest and the lowest score."""

APART = 2
"""The most units between the curves of two seats with one score, so that both are seen."""

TEAM = 0
"""Stands for all seats of a cooperative game."""


class Curve(Struct, frozen=True, gc=False):
    """One seat's scores, or the team's."""

    seat: int
    path: str
    """The whole curve, as path data."""


def curves(
    scores: Sequence[Sequence[tuple[int, int | float]]], length: int, *, lowest: bool = False
) -> tuple[Curve, ...]:
    """Curves of the scores after each event, oldest first, on a line of `length` events. The best score is on top: the
    highest, or the lowest."""
    if lowest:
        scores = [[(seat, -score) for seat, score in event] for event in scores]
    values = [score for event in scores for _, score in event]
    low, high = (min(-1, *values), max(0, *values)) if lowest else (min(0, *values), max(1, *values))
    across = WIDTH / length
    others = max((seat for seat, _ in scores[-1]), default=0) - 1
    apart = min(APART, (HEIGHT - BOTTOM) / max(others, 1))  # the last curve of many seats ends within the picture, too
    drawn = []
    for place, (seat, _) in enumerate(scores[-1]):
        heights = [_height(event[place][1], low, high) + apart * max(seat - 1, 0) for event in scores]
        drawn.append(Curve(seat, _steps(heights, across)))
    return tuple(drawn)


def _height(value: float, low: float, high: float) -> float:
    return BOTTOM - (value - low) / (high - low) * (BOTTOM - TOP)


def _steps(heights: Sequence[float], across: float) -> str:
    """The heights after each event as a stepped line."""
    parts = [f"M0 {heights[0]:g}"]
    for event, (before, height) in enumerate(pairwise(heights), 2):
        if height != before:
            parts.append(f"H{across * event:.1f}V{height:g}")
    return f"{''.join(parts)}H{across * len(heights):.1f}"
