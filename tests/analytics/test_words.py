"""Figures as text."""

from __future__ import annotations

import pytest

from analytics import words


@pytest.mark.parametrize(
    ("written", "text"),
    [
        (words.percent(0.266), "27 %"),
        (words.percent(None), "–"),
        (words.percent(-0.0), "0 %"),
        (words.points(0.04), "+4 points"),
        (words.points(-0.125, 1), "−12.5 points"),
        (words.points(0.0035), "+0.4 points"),
        (words.points(-0.0004), "0 points"),
        (words.plain("cell:1.-2"), "Cell 1 −2"),
        (words.number(1234.0), "1,234"),
        (words.number(-3.5), "−3.5"),
        (words.number(-0.04), "0"),
        (words.change(3.0), "+3"),
        (words.change(-0.01), "0"),
        (words.duration(400_000), "0.4 s"),
        (words.duration(30_000), "under 0.1 s"),
        (words.duration(0), "0 s"),
        (words.duration(240_000_000), "4 min"),
        (words.duration(9_000_000_000), "2.5 h"),
        (words.needs(10), "needs 10 games"),
        (words.probability(0.0001), "p < 0.001"),
        (words.probability(0.034, "q"), "q = 0.034"),
        (words.probability(0.5), "p = 0.50"),
        (words.probability(None), "not tested"),
        (words.counted(1, "game"), "1 game"),
        (words.counted(2000, "game"), "2,000 games"),
        (words.listed(["a", "b", "c"]), "a, b and c"),
        (words.plain("space:old-bridge.2"), "Space old bridge 2"),
    ],
)
def test_a_figure_is_formatted(written: str, text: str) -> None:
    assert written == text


@pytest.mark.parametrize(
    ("q", "p", "clear"),
    [(0.09, None, True), (0.1, None, False), (None, 0.049, True), (None, 0.05, False), (None, None, False)],
)
def test_when_a_difference_is_called_clear(q: float | None, p: float | None, clear: bool) -> None:
    assert words.clear(q=q, p=p) is clear
