"""A set of positions of the log, one bit each, to find which are missing or taken twice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

SHIFT = 16
BITS = 1 << SHIFT
"""Positions in one part of the set, which takes 8 KiB."""

SPARE_PARTS = 1_000
"""Parts for positions outside of a log without gaps: a broken position may be any number."""


class Positions:
    """The positions after `since` up to `last` that were observed."""

    def __init__(self, since: int, last: int, count: int) -> None:
        """Start empty; `count` is how many positions are expected."""
        self._since = since
        self._last = last
        self._most = count // BITS + SPARE_PARTS
        self._parts: dict[int, bytearray] = {}

    def observe(self, rows: Iterable[Sequence[Any]]) -> list[Any]:
        """Add the positions, the first column of each row; return the rows with a position that was there before."""
        repeated: list[Any] = []
        since, last, current, part = self._since, self._last, -1, bytearray()
        for row in rows:
            position = row[0]
            if not since < position <= last:
                continue
            number, place = position >> SHIFT, position & BITS - 1
            if number != current:
                if number not in self._parts and len(self._parts) >= self._most:
                    continue
                current, part = number, self._parts.setdefault(number, bytearray(BITS // 8))
            bit = 1 << (place & 7)
            if part[place >> 3] & bit:
                repeated.append(row)
            part[place >> 3] |= bit
        return repeated

    def missing(self) -> Iterator[tuple[int, int]]:
        """The first and last position of each gap."""
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
