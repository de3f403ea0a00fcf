"""The table of an answer: panels of a few columns, in words, that fit on 80 columns of text and on a phone."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

WIDTH = 80
MOST_COLUMNS = 7
STRIP, LEAST_STRIP, NARROW_STRIP = 40, 16, 12
"""How wide a strip is at most; at least, beside labels in one line; and beside wrapped ones: else it is left out."""


class Strip(Struct, frozen=True):
    """A value with its 95 % interval, drawn on the panel's scale; what is null is not drawn."""

    value: float | None
    lo: float | None = None
    hi: float | None = None


class Panel(Struct, frozen=True, kw_only=True):
    """One table. Cells are words: numbers are written by `analytics.words`."""

    heading: str = ""
    columns: tuple[str, ...]
    """The headings of at most seven columns; the first is that of the labels, and may be empty."""
    rows: tuple[tuple[str, ...], ...]
    """As many cells as columns. The first is the label."""
    depths: tuple[int, ...] = ()
    """How deep each row lies in a tree; none: all alike."""
    strips: tuple[Strip | None, ...] = ()
    """What is drawn beside each row; none: nothing is."""
    span: tuple[float, float] = (0.0, 1.0)
    """What the ends of a strip stand for;"""
    ends: tuple[str, str] = ("0 %", "100 %")
    """and that in words."""
    par: float | None = None
    """Where a strip has its mark: what would be usual;"""
    par_is: str = ""
    """and that in words: `par 33 %`."""
    below: str = ""
    """A line below the rows: `17 rarer ones: 2 %`."""
    row_keys: tuple[str, ...] = ()
    """The key of each row, by which `Job.example_games` finds its games; none: rows have no games."""

    @property
    def drawn(self) -> bool:
        """Whether any row has something to draw."""
        return any(strip is not None and strip.value is not None for strip in self.strips)

    def plain(self) -> dict[str, Any]:
        """What it says, without how it is drawn."""
        rows = [list(row) for row in self.rows]
        return {"heading": self.heading, "columns": list(self.columns), "rows": rows, "below": self.below}


def text_of(panels: Sequence[Panel]) -> str:
    """The panels as text, at most 80 columns wide, with an empty line between them."""
    return "\n\n".join("\n".join(_lines(panel)) for panel in panels)


def _lines(panel: Panel) -> Iterator[str]:
    widths = [max(map(len, (panel.columns[i], *(row[i] for row in panel.rows)))) for i in range(len(panel.columns))]
    labels = _labels(panel)
    longest = max((len(label) for label in (*labels, _heading(panel))), default=0)
    room = WIDTH - sum(2 + width for width in widths[1:])
    strip = _strip_width(room - 4, longest) if panel.drawn else 0
    label = min(longest, room - (strip + 4 if strip else 0))
    *above, heading = _wrapped(_heading(panel), label)
    yield from above
    yield _row(heading, panel.columns[1:], label, widths[1:], _scale(panel, strip) if strip else "")
    for i, row in enumerate(panel.rows):
        drawn = _drawn(panel, panel.strips[i], strip) if strip else ""
        first, *more = _wrapped(labels[i], label)
        yield _row(first, row[1:], label, widths[1:], drawn)
        yield from (f"{part}".rstrip() for part in more)
    if panel.below:
        yield from textwrap.wrap(panel.below, WIDTH, initial_indent="  ", subsequent_indent="  ")


def _strip_width(room: int, longest: int) -> int:
    """What labels leave of this room, wrapped ones if need be; 0 if that is too narrow."""
    if room - longest >= LEAST_STRIP:
        return min(STRIP, room - longest)
    wrapped = room - min(longest, LEAST_LABEL)
    return min(LEAST_STRIP, wrapped) if wrapped >= NARROW_STRIP else 0


LEAST_LABEL = 20
"""Labels are not wrapped to less than this for a strip."""


def _heading(panel: Panel) -> str:
    return panel.heading or panel.columns[0]


def _labels(panel: Panel) -> list[str]:
    depths = panel.depths or (0,) * len(panel.rows)
    return [f"{'  ' * (depth + 1)}{row[0]}" for depth, row in zip(depths, panel.rows, strict=True)]


def _wrapped(label: str, width: int) -> list[str]:
    indent = " " * (len(label) - len(label.lstrip()) + 2)
    return textwrap.wrap(label, max(width, 12), subsequent_indent=indent, drop_whitespace=True) or [""]


def _row(label: str, cells: Sequence[str], width: int, widths: Sequence[int], drawn: str) -> str:
    padded = "".join(f"  {cell:>{size}}" for cell, size in zip(cells, widths, strict=True))
    return f"{label:<{width}}{padded}{'    ' + drawn if drawn else ''}".rstrip()


def _scale(panel: Panel, width: int) -> str:
    """The heading of the strips: both ends, and par above its mark."""
    low, high = panel.ends
    line = list(f"{low}{high:>{width - len(low)}}")
    if panel.par is not None and panel.par_is:
        start = min(max(_at(panel, panel.par, width) - len(panel.par_is) // 2, 0), width - len(panel.par_is))
        around = line[max(start - 1, 0) : start + len(panel.par_is) + 1]
        if start >= 0 and not "".join(around).strip():
            line[start : start + len(panel.par_is)] = panel.par_is
    return "".join(line)


def _at(panel: Panel, value: float, width: int) -> int:
    low, high = panel.span
    return round(min(max((value - low) / ((high - low) or 1), 0), 1) * (width - 1))


def _drawn(panel: Panel, strip: Strip | None, width: int) -> str:
    line = ["·"] * width
    if panel.par is not None:
        line[_at(panel, panel.par, width)] = "│"
    if strip is None or strip.value is None:
        return "".join(line)
    if strip.lo is not None and strip.hi is not None:
        first, last = _at(panel, strip.lo, width), _at(panel, strip.hi, width)
        for place in range(first, last + 1):
            line[place] = "┼" if line[place] == "│" else "─"
        line[first], line[last] = "├", "┤"
    line[_at(panel, strip.value, width)] = "●"
    return "".join(line)
