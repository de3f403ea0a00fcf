"""The standing of all seats over a line, as stepped curves."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

WIDTH, HEIGHT = 224, 84
TOP, BOTTOM = 6, 78
"""The heights of the highest and the lowest score."""

APART = 2
"""Units between the curves of two seats with one score, so that both are seen."""


TEAM = 0
"""Stands for all seats of a cooperative game."""


class Curve(Struct, frozen=True, gc=False):
    """One seat's scores, or the team's."""

    seat: int
    name: str
    score: int | float
    """At the version that is shown."""
    done: str
    """The curve up to there, as path data; `later` is the rest of it."""
    later: str


class Standing(Struct, frozen=True):
    """All that the panel draws."""

    curves: tuple[Curve, ...]
    x: str
    """The place of the version that is shown."""


def standing(
    scores: Sequence[Sequence[tuple[int, int | float]]], names: Mapping[int, str], index: int, length: int
) -> Standing:
    """Curves of the scores after each event, oldest first; `index` (from 1) is looked at, of `length` in all."""
    values = [score for event in scores for _, score in event]
    low, high = min(0, *values), max(1, *values)
    across = WIDTH / length
    curves = []
    for seat, score in scores[index - 1]:
        line = [dict(event)[seat] for event in scores]
        heights = [_height(value, low, high) + APART * max(seat - 1, 0) for value in line]
        done = _steps(heights[:index], 1, across, begin=0)
        later = _steps(heights[index - 1 :], index, across, begin=index)
        curves.append(Curve(seat, names[seat], score, done, later))
    return Standing(tuple(curves), f"{across * index:.1f}")


def _height(value: float, low: float, high: float) -> float:
    return BOTTOM - (value - low) / (high - low) * (BOTTOM - TOP)


def _steps(heights: Sequence[float], first: int, across: float, *, begin: int) -> str:
    """The heights after events `first` and on as a stepped line from event `begin`."""
    parts = [f"M{across * begin:.1f} {heights[0]:g}"]
    for event, (before, height) in enumerate(pairwise(heights), first + 1):
        if height != before:
            parts.append(f"H{across * event:.1f}V{height:g}")
    return f"{''.join(parts)}H{across * (first + len(heights) - 1):.1f}"
