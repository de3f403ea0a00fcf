"""How large a chart will be, estimated from its Vega-Lite specification: a page keeps its place before it is drawn."""

from __future__ import annotations

from collections import OrderedDict
from itertools import chain
from threading import Lock
from typing import TYPE_CHECKING, Any

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Rows = list[dict[str, Any]]

LINE, SMALL_LINE, BELOW_TITLE = 20, 16, 12
"""The heights of a line of the title and of the subtitle, and of the space below them (pixels)."""
LETTER = 6.3
"""The mean width of a letter of a label."""
SMALL_LETTER = 5.8
"""And of a letter of a note."""
MOST_LABEL = 320
"""Longer labels are cut (pixels)."""
AXIS, LEGEND, HEADER, BETWEEN = 42, 32, 28, 20
"""The heights of an axis with its title, of a legend, of a heading, and of the space between two plots (pixels)."""
ANGLED = 36
"""How much higher an axis with slanted labels is (pixels)."""


SIZES = 1_024
"""How many sizes a process remembers: to build a specification takes longer than all else of a page."""

_sizes: OrderedDict[str, tuple[int, int]] = OrderedDict()
_lock = Lock()


def remembered(key: str, spec: Callable[[], dict[str, Any]]) -> tuple[int, int]:
    """The estimated size of the chart of an answer, whose specification is built once for each key."""
    size = _sizes.get(key)
    if size is None:
        size = estimated(spec())
        with _lock:
            _sizes[key] = size
            if len(_sizes) > SIZES:
                _sizes.popitem(last=False)
    return size


class _View(Struct, frozen=True):
    """A plot with its rows; `panels` of them are side by side."""

    spec: dict[str, Any]
    rows: Rows
    panels: int = 1
    header: bool = False
    axis: bool = True


def estimated(chart: dict[str, Any]) -> tuple[int, int]:
    """About how wide and high a chart is, in pixels."""
    title, padding = chart["title"], chart["padding"]
    views = list(_views(chart, chart.get("datasets", {})))
    heading = LINE * len(title["text"]) + SMALL_LINE * len(title["subtitle"]) + BELOW_TITLE
    width = max(map(_width, views), default=0.0)
    height = sum(_height(view) + BETWEEN for view in views) - BETWEEN
    return (
        round(width + padding["left"] + padding["right"]),
        round(height + heading + padding["top"] + padding["bottom"]),
    )


def _views(spec: dict[str, Any], datasets: dict[str, Rows], rows: Rows | None = None) -> Iterator[_View]:
    """The views of a chart from top to bottom; a facet by row has one for each value."""
    rows = _rows(spec, datasets, rows or [])
    if "vconcat" in spec:
        yield from chain.from_iterable(_views(part, datasets, rows) for part in spec["vconcat"])
    elif "facet" in spec:
        ((direction, by),) = spec["facet"].items()
        values = list(dict.fromkeys(row[by["field"]] for row in rows))
        if direction == "row":
            for value in values:
                of_value = [row for row in rows if row[by["field"]] == value]
                yield _View(spec["spec"], of_value, header=True, axis=value == values[-1])
        else:
            yield _View(spec["spec"], rows, len(values), header=True)
    elif "layer" in spec:
        yield _View(spec, [row for layer in spec["layer"] for row in _rows(layer, datasets, rows)])
    else:
        yield _View(spec, rows)


def _rows(spec: dict[str, Any], datasets: dict[str, Rows], rows: Rows) -> Rows:
    data = spec.get("data", {})
    found: Rows = data.get("values", datasets.get(data.get("name", ""), rows))
    return found


def _encodings(view: _View) -> list[dict[str, Any]]:
    return [layer.get("encoding", {}) for layer in view.spec.get("layer", [view.spec])]


def _labels(view: _View) -> list[str]:
    """The labels of the vertical axis, if it has texts."""
    for encoding in _encodings(view):
        y = encoding.get("y", {})
        if y.get("type") == "nominal":
            return list(dict.fromkeys(str(row[y["field"]]) for row in view.rows if y["field"] in row))
    return []


def _width(view: _View) -> float:
    labels = _labels(view)
    axis = min(max(map(len, labels), default=0) * LETTER, MOST_LABEL) + 12 if labels else 50
    return float(view.spec["width"]) * view.panels + BETWEEN * (view.panels - 1) + axis + _note_width(view)


def _note_width(view: _View) -> float:
    """How far notes at the right end reach beyond the plot."""
    beyond = any(
        encoding.get("text", {}).get("field") == "note" and "value" in encoding.get("x", {})
        for encoding in _encodings(view)
    )
    lengths = (len(str(row["note"])) for row in view.rows if row.get("note") is not None)
    return max(lengths, default=0) * SMALL_LETTER + 12 if beyond else 0.0


def _height(view: _View) -> float:
    height = view.spec["height"]
    plot = float(height["step"] * len(_labels(view))) if isinstance(height, dict) else float(height)
    return (
        plot
        + (_axis_height(view) if view.axis else 0)
        + (LEGEND if _has_legend(view) else 0)
        + (HEADER if view.header else 0)
    )


def _axis_height(view: _View) -> float:
    axes = (encoding.get("x", {}).get("axis") or {} for encoding in _encodings(view))
    return AXIS + (ANGLED if any(axis.get("labelAngle") for axis in axes) else 0)


def _has_legend(view: _View) -> bool:
    colours = (encoding.get("color", {}) for encoding in _encodings(view))
    return any("field" in colour and colour.get("legend", {}) is not None and colour.get("scale") for colour in colours)
