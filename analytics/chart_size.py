"""How large a chart will be, estimated from its Vega-Lite specification: a page keeps its place before it is drawn."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Iterator

Rows = list[dict[str, Any]]

LINE, SMALL_LINE, BELOW_TITLE = 20, 16, 24
"""The heights of a line of the title and of the subtitle, and of the space below them (pixels)."""
LETTER = 6.6
"""The mean width of a letter of a label."""
AXIS, LEGEND, HEADER, BETWEEN = 42, 32, 28, 20


class _View(Struct, frozen=True):
    """A plot with its rows; `panels` of them are side by side."""

    spec: dict[str, Any]
    rows: Rows
    panels: int = 1
    header: bool = False


def estimated(chart: dict[str, Any]) -> tuple[int, int]:
    """About how wide and high a chart is, in pixels."""
    title, padding = chart["title"], chart["padding"]
    views = list(_views(chart))
    heading = LINE * len(title["text"]) + SMALL_LINE * len(title["subtitle"]) + BELOW_TITLE
    width = max(map(_width, views), default=0.0)
    height = sum(_height(view) + BETWEEN for view in views) - BETWEEN
    return (
        round(width + padding["left"] + padding["right"]),
        round(height + heading + padding["top"] + padding["bottom"]),
    )


def _views(spec: dict[str, Any], rows: Rows | None = None) -> Iterator[_View]:
    """The views of a chart from top to bottom; a facet by row has one for each value."""
    rows = spec.get("data", {}).get("values", rows or [])
    if "vconcat" in spec:
        yield from chain.from_iterable(_views(part, rows) for part in spec["vconcat"])
    elif "facet" in spec:
        ((direction, by),) = spec["facet"].items()
        panels = [[row for row in rows if row[by["field"]] == value] for value in {row[by["field"]]: 0 for row in rows}]
        if direction == "row":
            yield from (_View(spec["spec"], panel, header=True) for panel in panels)
        else:
            yield _View(spec["spec"], rows, len(panels), header=True)
    else:
        yield _View(spec, rows)


def _layers(view: _View) -> list[tuple[dict[str, Any], Rows]]:
    """The encodings of a view, each with its rows."""
    layers = view.spec.get("layer", [view.spec])
    return [(layer.get("encoding", {}), layer.get("data", {}).get("values", view.rows)) for layer in layers]


def _labels(view: _View) -> list[str]:
    """The labels of the vertical axis, if it has texts."""
    for encoding, rows in _layers(view):
        y = encoding.get("y", {})
        if y.get("type") == "nominal" and y.get("axis", {}) is not None:
            return list({str(row[y["field"]]): 0 for row in rows})
    return []


def _width(view: _View) -> float:
    labels = _labels(view)
    beside = min(max(map(len, labels), default=0) * LETTER, 320) + 12 if labels else 50
    return float(view.spec["width"]) * view.panels + BETWEEN * (view.panels - 1) + beside + _note_width(view)


def _note_width(view: _View) -> float:
    """How far texts at the right end reach beyond the plot."""
    ends = (
        max((len(str(row["note"])) for row in rows if row.get("note") is not None), default=0)
        for encoding, rows in _layers(view)
        if encoding.get("text", {}).get("field") == "note" and "value" in encoding.get("x", {})
    )
    return max(ends, default=0) * LETTER


def _height(view: _View) -> float:
    height = view.spec["height"]
    plot = float(height["step"] * len(_labels(view))) if isinstance(height, dict) else float(height)
    return plot + AXIS + (LEGEND if _has_legend(view) else 0) + (HEADER if view.header else 0)


def _has_legend(view: _View) -> bool:
    return any(
        "field" in encoding.get("color", {})
        and encoding["color"].get("legend", {}) is not None
        and "scale" in encoding["color"]
        and encoding["color"]["scale"]
        for encoding, _ in _layers(view)
    )
