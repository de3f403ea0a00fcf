"""Which positions of the log were seen, in whatever order: one bit each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

SHIFT = 16
BITS = 1 << SHIFT
"""Positions of a part that is kept as one piece of memory, of 8 KiB."""

SPARE_PARTS = 1_000
"""Parts beyond those that a log without gaps needs: a broken position may be any number."""


class Positions:
    """The positions after `since` up to `last`."""

    def __init__(self, since: int, last: int, count: int) -> None:
        """Begin with none seen; `count` is how many there may be."""
        self._since = since
        self._last = last
        self._most = count // BITS + SPARE_PARTS
        self._parts: dict[int, bytearray] = {}

    def see(self, rows: Iterable[Sequence[Any]]) -> list[Any]:
        """Note the positions of rows, which stand first in them; the rows whose positions were noted before."""
        twice: list[Any] = []
        since, last, at_hand, part = self._since, self._last, -1, bytearray()
        for row in rows:
            position = row[0]
            if not since < position <= last:
                continue
            number, place = position >> SHIFT, position & BITS - 1
            if number != at_hand:
                if number not in self._parts and len(self._parts) >= self._most:
                    continue
                at_hand, part = number, self._parts.setdefault(number, bytearray(BITS // 8))
            bit = 1 << (place & 7)
            if part[place >> 3] & bit:
                twice.append(row)
            part[place >> 3] |= bit
        return twice

    def missing(self) -> Iterator[tuple[int, int]]:
        """The first and the last of each run of positions that were not seen."""
        at = self._since + 1
        for number in sorted(self._parts):
            part, begin = self._parts[number], number * BITS
            for byte, bits in enumerate(part):
                if bits == 0xFF and at == begin + byte * 8:
                    at += 8
                elif bits:
                    for place in (begin + byte * 8 + bit for bit in range(8) if bits >> bit & 1):
                        if place > at:
                            yield at, place - 1
                        at = place + 1
        if at <= self._last:
            yield at, self._last
