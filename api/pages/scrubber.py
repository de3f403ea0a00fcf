"""The scrubber: every event of a line as a tick, with rounds, marks and the branches that were left by undo."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from projections.timeline import Entry
    from projections.tree import Branch

Percent = str
"""A place or a width along the line, `93.44%`: written as an attribute, so that the page needs no inline style."""

ICONS = {"note": "g-scroll", "roll": "g-die", "reveal": "g-eye", "draw": "g-draw"}
"""The mark of an event as a symbol, the rarer before the more usual."""

ICON_EVERY = 4.4
"""Icons nearer than this (in percent of the line: 16 px on a phone) would overlap, so the lesser one becomes a dot."""

ON_DESK, ON_PHONE = 600, 358
"""How long the line is at least, in px."""

STRIDE = 60
"""Where the length is hidden, the line is as long as the next multiple of this."""


class Tick(Struct, frozen=True, gc=False):
    """One event."""

    version: int
    seat: int | None
    x: Percent
    y: int
    width: Percent
    from_: Percent
    """Where what can be clicked begins; it is `span` wide and as high as the scrubber."""
    span: Percent
    later: bool


class Icon(Struct, frozen=True, gc=False):
    """The mark of an event; a dot (no symbol) where there is no room."""

    x: Percent
    symbol: str | None


class Split(Struct, frozen=True, gc=False):
    """Where a round begins."""

    x: Percent
    on_desk: str
    """Its name, as far as there is room for it."""
    on_phone: str


class UndoneLine(Struct, frozen=True, gc=False):
    """A branch that was left by undo."""

    x: Percent
    version: int
    length: int
    near_end: bool
    """It would cross the right edge, so it is drawn to the left."""


class Scrubber(Struct, frozen=True):
    """What is drawn below the board."""

    ticks: tuple[Tick, ...]
    icons: tuple[Icon, ...]
    splits: tuple[Split, ...]
    undone: tuple[UndoneLine, ...]
    knob: Percent
    index: int
    """The tick that the knob is on, from 1; 0 before all."""
    length: int
    """Of the whole line, in ticks."""


LEVELS = {1: 24, 2: 36, 3: 14, 4: 46}
"""The height of a seat's ticks: 1 above the line, 2 below it, 3 and 4 farther out."""


def scrubber(
    rounds: Sequence[tuple[str, Sequence[Entry]]],
    branches: Iterable[Branch],
    noted: frozenset[int],
    at: int,
    *,
    show_length: bool,
) -> Scrubber:
    """Lay out a line. `rounds` are (label, entries); `noted` the versions with a note; `at` the version of the knob."""
    entries = [entry for _, part in rounds for entry in part]
    place = {entry.version: index for index, entry in enumerate(entries, 1)}
    length = len(entries) if show_length else -(-len(entries) // STRIDE) * STRIDE
    index = place.get(at, 0)
    return Scrubber(
        ticks=tuple(_tick(entry, place[entry.version], length, index) for entry in entries),
        icons=_icons(entries, noted, length),
        splits=tuple(_splits(rounds, length)),
        undone=tuple(
            _undone(branch, place[branch.parts_at], length) for branch in branches if branch.parts_at in place
        ),
        knob=_percent(index, length),
        index=index,
        length=length,
    )


def _percent(part: float, length: int) -> Percent:
    return f"{100 * part / length:.2f}%"


def _tick(entry: Entry, index: int, length: int, current: int) -> Tick:
    return Tick(
        version=entry.version,
        seat=entry.seat,
        x=_percent(index - 0.275, length),
        y=LEVELS.get(entry.seat or 0, 30),
        width=_percent(0.55, length),
        from_=_percent(index - 0.5, length),
        span=_percent(1, length),
        later=index > current,
    )


def _icons(entries: Sequence[Entry], noted: frozenset[int], length: int) -> tuple[Icon, ...]:
    """Icons where they have room, the rarer kinds first; dots for the rest."""
    marked = [
        (rank, index, symbol)
        for index, entry in enumerate(entries, 1)
        for rank, (mark, symbol) in enumerate(ICONS.items())
        if mark in entry.marks or (mark == "note" and entry.version in noted)
    ]
    taken: list[float] = []
    icons: dict[int, Icon] = {}
    for _, index, symbol in sorted(marked):
        x = 100 * index / length
        room = all(abs(x - other) >= ICON_EVERY for other in taken)
        if room:
            taken.append(x)
        icons.setdefault(index, Icon(_percent(index, length), symbol if room else None))
    return tuple(icons.values())


def _splits(rounds: Sequence[tuple[str, Sequence[Entry]]], length: int) -> Iterable[Split]:
    done = 0
    for name, entries in rounds:
        room = len(entries) / length
        yield Split(_percent(done, length), _label(name, room * ON_DESK), _label(name, room * ON_PHONE))
        done += len(entries)


def _label(name: str, room: float) -> str:
    """`Round 4`, or `4`, or nothing: what fits into so many px of 12 px letters."""
    return next((text for text in (name, name.rpartition(" ")[2]) if 6.5 * len(text) + 6 <= room), "")


def _undone(branch: Branch, index: int, length: int) -> UndoneLine:
    return UndoneLine(_percent(index, length), branch.start, branch.length, near_end=index / length > 0.9)
