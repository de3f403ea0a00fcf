"""The size of a chart is estimated once for each answer: its specification takes longer than all else of a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from analytics import chart_size

if TYPE_CHECKING:
    import pytest

SPEC: dict[str, Any] = {
    "title": {"text": ["Win rate"], "subtitle": []},
    "padding": {"left": 0, "right": 0, "top": 0, "bottom": 0},
    "width": 200,
    "height": 100,
    "encoding": {},
}


def test_a_size_is_estimated_once_for_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """Broken by estimating each time, and by remembering without an end."""
    monkeypatch.setattr(chart_size, "_sizes", type(chart_size._sizes)())
    monkeypatch.setattr(chart_size, "SIZES", 2)
    built: list[str] = []

    def size(key: str) -> None:
        def spec() -> dict[str, Any]:
            built.append(key)
            return SPEC

        assert chart_size.remembered(key, spec) == chart_size.estimated(SPEC)

    for key in "aaba":
        size(key)
    assert built == ["a", "b"]
    for key in "cba":
        size(key)
    assert built == ["a", "b", "c", "a"]
