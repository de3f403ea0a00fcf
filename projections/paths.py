"""Paths through a game, as ranges of versions, and how to read them in few queries."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

Version = int
"""The number of an event in its game, from 1."""

Path = tuple[range, ...]
"""Versions in rising order, as ranges, none of them empty."""

GAP = 64
"""Fewer versions than this between two ranges are read with them, since another query would cost more."""


def contains(path: Path, version: Version) -> bool:
    """Whether a version lies on a path. O(log(parts))."""
    index = bisect_right(path, version, key=lambda part: part.start) - 1
    return index >= 0 and version in path[index]


def before(path: Path, version: Version) -> Path:
    """The part of a path before a version."""
    return tuple(range(part.start, min(part.stop, version)) for part in path if part.start < version)


def since(path: Path, version: Version) -> Path:
    """The part of a path from a version on."""
    return tuple(range(max(part.start, version), part.stop) for part in path if part.stop > version)


def grouped(path: Path) -> Iterator[tuple[range, Sequence[range]]]:
    """The ranges of a path in groups that lie close together, each with the range of versions that covers the group."""
    group: list[range] = []
    for part in path:
        if group and part.start - group[-1].stop >= GAP:
            yield range(group[0].start, group[-1].stop), group
            group = []
        group.append(part)
    if group:
        yield range(group[0].start, group[-1].stop), group


def first_where(path: Path, test: Callable[[Version], bool]) -> Version | None:
    """The first version that passes a test, which all later versions pass as well. O(log(events))."""
    index = bisect_left(path, True, key=lambda part: test(part[-1]))
    if index == len(path):
        return None
    part = path[index]
    return part[bisect_left(part, True, key=test)]
