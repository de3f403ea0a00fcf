"""The shape of a game: which event follows on which, where the head is, where redo leads."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from projections.paths import Version

MARKER, OVER, TAINTED = 1, 2, 4
"""Flags of a version, one bit each: it is an undo or redo; the game is over; the board was adjusted before."""


class Shape:
    """The events of a game so far. About 17 bytes for each event."""

    def __init__(self) -> None:
        self.flags = bytearray(1)
        """By version, from 0."""
        self.head: Version = 0
        self.tips: set[Version] = {0}
        """Where redo may lead: two versions after an undo, since a correction that only removes is stored as one."""
        self.finished_at: int | None = None
        """When the game was over, unless that was undone: the time of the append that ended it."""
        self._parents = array("q", [0])
        self._first_children = array("q", [0])
        self._recorded_at: int | None = None

    def play(self, parent: Version, recorded_at: int, *, over: bool, adjust: bool) -> None:
        """Add an event that is not a marker."""
        flags = self.flags
        if recorded_at != self._recorded_at:
            self.end_append()
            self._recorded_at = recorded_at
        self.head = version = len(flags)
        self._parents.append(parent)
        self._first_children.append(0)
        flags.append((OVER if over else 0) | (TAINTED if adjust else flags[parent] & TAINTED))
        if not self._first_children[parent]:
            self._first_children[parent] = version
        self.tips = {version}

    def mark(self, kind: bytes, target: Version, recorded_at: int) -> None:
        """Add an undo or redo that leads to a version."""
        if recorded_at != self._recorded_at:
            self.end_append()
            self._recorded_at = recorded_at
        self._parents.append(target)
        self._first_children.append(0)
        self.flags.append(MARKER)
        self.head = target
        if kind == b"undo":
            self.tips = {*self.tips, target}
        else:
            self.tips = {tip if self._leads(target, tip) else self._end(target) for tip in self.tips}

    def end_append(self) -> None:
        """End the events that were stored in one append."""
        if not self.flags[self.head] & OVER:
            self.finished_at = None
        elif self.finished_at is None:
            self.finished_at = self._recorded_at

    def path(self, version: Version) -> list[range]:
        """The versions from the first to this one along parents, as ranges."""
        ranges: list[range] = []
        while version:
            first = last = version
            while self._parents[first] == first - 1 > 0:
                first -= 1
            ranges.append(range(first, last + 1))
            version = self._parents[first]
        return ranges[::-1]

    def _leads(self, ancestor: Version, version: Version) -> bool:
        while version > ancestor:
            version = self._parents[version]
        return version == ancestor

    def _end(self, version: Version) -> Version:
        while child := self._first_children[version]:
            version = child
        return version
