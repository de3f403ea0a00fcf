"""The scrubber: every event of a line as a tick, with rounds, marks and the branches that were left by undo.

It is drawn once for a line; a script moves its hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from projections.step_summaries import StepSummary
    from projections.tree import Branch

Percent = str
"""A place along the line, `93.44%`: written as an attribute, so that the page needs no inline style."""

ICONS = {
    "note": "g-scroll",
    "amend": "g-amend",
    "adjust": "g-amend",
    "roll": "g-die",
    "reveal": "g-eye",
    "draw": "g-draw",
    "by hand": "g-scroll",
}
"""The mark of an event as a symbol, the rarer before the more usual."""

RANKS = {mark: rank for rank, mark in enumerate(ICONS)}

LENGTH = 300
"""How long the line is at least, in px: on a desk; on a phone it is somewhat longer."""

ICON_EVERY = 16
"""Icons nearer than this, in px, would overlap, so the lesser one becomes a dot."""

STRIDE = 60
"""Where the length is hidden, the line is as long as the next multiple of this."""

TICK = 0.55
"""The width of a tick, where an event has 1."""
WIDTHS = (8, 4, 2)
"""In px, where events are that far apart on a phone: a line of few events has no thicker ticks."""


Marks = Callable[[int], Iterable[str]]
"""The marks of a version."""


class Ticks(Struct, frozen=True, gc=False):
    """The events of one seat, or those of nobody."""

    seat: int | None
    path: str
    """A stroke for each, an event being 1 wide."""


class Icon(Struct, frozen=True, gc=False):
    """The mark of an event for which there is room."""

    x: Percent
    symbol: str


class Split(Struct, frozen=True, gc=False):
    """Where a round begins."""

    x: Percent
    version: int
    name: str
    """As far as there is room for it."""


class UndoneLine(Struct, frozen=True, gc=False):
    """An undone branch."""

    x: Percent
    near_end: bool
    """It would cross the right edge, so it is drawn to the left."""


class Scrubber(Struct, frozen=True):
    """What is drawn below the board."""

    ticks: tuple[Ticks, ...]
    width: str
    """Of a tick: in px, or where they are thin as a part of an event."""
    in_px: bool
    icons: tuple[Icon, ...]
    dots: str
    """The marks that are no icons, as path data like the ticks."""
    splits: tuple[Split, ...]
    undone: tuple[UndoneLine, ...]
    length: int
    """Of the whole line, in ticks."""


LEVELS = {1: 24, 2: 36, 3: 14, 4: 46}
"""The height of a seat's ticks: 1 above the line, 2 below it, 3 and 4 farther out."""
DOTS = 11


def scrubber(
    summaries: Sequence[StepSummary], branches: Iterable[Branch], marks_of: Marks, *, show_length: bool
) -> Scrubber:
    """Lay out a line. `marks_of` gives marks of a version besides those of its event. O(events of the line)."""
    place = {summary.version: index for index, summary in enumerate(summaries, 1)}
    length = length_of(len(summaries), show_length=show_length)
    width = next((px for px in WIDTHS if px <= TICK * LENGTH / length), None)
    icons = _marked(summaries, marks_of, length)
    return Scrubber(
        ticks=tuple(_ticks(summaries)),
        width=f"{width or TICK}",
        in_px=width is not None,
        icons=tuple(Icon(percent(index, length), symbol) for index, symbol in icons.items() if symbol),
        dots=_strokes([index for index, symbol in icons.items() if not symbol], DOTS, "h0", " 0"),
        splits=tuple(_splits(summaries, length)),
        undone=tuple(_undone(place[branch.parts_at], length) for branch in branches if branch.parts_at in place),
        length=length,
    )


def length_of(events: int, *, show_length: bool) -> int:
    """How many ticks a line has room for."""
    return events if show_length else -(-events // STRIDE) * STRIDE


def percent(part: float, length: int) -> Percent:
    """The place of an event along a line of `length`."""
    return f"{100 * part / length:.2f}%"


def round_name(number: int) -> str:
    """What a round is called; 0 is the set-up."""
    return f"Round {number}" if number else "Set-up"


def _ticks(summaries: Sequence[StepSummary]) -> Iterable[Ticks]:
    by_seat: dict[int | None, list[int]] = {}
    for index, summary in enumerate(summaries, 1):
        by_seat.setdefault(summary.seat, []).append(index)
    for seat, indices in by_seat.items():
        yield Ticks(seat, _strokes(indices, LEVELS.get(seat or 0, 30), "v8", "-8"))


def _strokes(indices: Sequence[int], y: int, stroke: str, back: str) -> str:
    """A stroke at each of these places, of which `back` leads to the height of the next one."""
    first = f"M{indices[0]} {y}{stroke}" if indices else ""
    return first + "".join(f"m{after - before}{back}{stroke}" for before, after in pairwise(indices))


def _marked(summaries: Sequence[StepSummary], marks_of: Marks, length: int) -> Mapping[int, str | None]:
    """By place the symbol of a mark that has room, the rarer kinds first; None for those that become a dot."""
    marked = {
        (RANKS[mark], index, ICONS[mark])
        for index, summary in enumerate(summaries, 1)
        for mark in (*summary.marks, *marks_of(summary.version))
        if mark in RANKS
    }
    apart = ICON_EVERY * length / LENGTH
    taken: list[int] = []
    icons: dict[int, str | None] = {}
    for _, index, symbol in sorted(marked):
        room = all(abs(index - other) >= apart for other in taken)
        if room:
            taken.append(index)
        icons.setdefault(index, symbol if room else None)
    return icons


def _splits(summaries: Sequence[StepSummary], length: int) -> Iterable[Split]:
    done = 0
    for number, part in groupby(summaries, key=lambda summary: summary.round):
        events = list(part)
        name = _label(round_name(number), LENGTH * len(events) / length)
        yield Split(percent(done, length), events[0].version, name)
        done += len(events)


def _label(name: str, room: float) -> str:
    """`Round 4`, or `4`, or nothing: what fits into so many px of 12 px letters."""
    return next((text for text in (name, name.rpartition(" ")[2]) if 6.5 * len(text) + 6 <= room), "")


def _undone(index: int, length: int) -> UndoneLine:
    return UndoneLine(percent(index, length), near_end=index / length > 0.9)
