"""Counts of parts of the games, kept so that any choice of them is added up at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import polars as pl

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

NO_SUMS = ("at", "length", "lost_lead")
"""Numbers in counts that are not added up: rows that differ in them stay apart."""


class Part(NamedTuple):
    """The counts of one part: the numbers of its rows among all, and their sums."""

    rows: NDArray[np.intp]
    sums: NDArray[np.float64]


class Added:
    """Parts that were counted, by the keys of their rows.

    An answer is made of the sums over parts, however these were cut. To add up 150 frames takes three times as long as
    to finish the answer, so keys are compared once for each part, and sums alone are added up for each draw.
    """

    def __init__(self, empty: pl.DataFrame) -> None:
        """`empty` are the counts of no part at all."""
        kinds = empty.schema
        self._empty = empty
        self._sums = [name for name, kind in kinds.items() if kind in (pl.Float64, pl.UInt32) and name not in NO_SUMS]
        self._keys = {name: kind for name, kind in kinds.items() if name not in self._sums}
        self._rows: dict[tuple[Any, ...], int] = {}
        self._known = pl.DataFrame(schema=self._keys)

    def part(self, counts: pl.DataFrame) -> Part:
        """The counts of a part."""
        added = counts.group_by(*self._keys).agg(pl.col(self._sums).sum())
        sums = added.select(pl.col(self._sums).cast(pl.Float64)).to_numpy()
        return Part(self._numbers(added.select(*self._keys).iter_rows()), sums)

    def renamed(self, part: Part, key: str, name: str) -> Part:
        """The same counts, of rows with another `key`."""
        place, rows = [*self._keys].index(key), [*self._rows]
        found = (rows[row] for row in part.rows)
        return Part(self._numbers((*row[:place], name, *row[place + 1 :]) for row in found), part.sums)

    def total(self, parts: Iterable[Part]) -> pl.DataFrame:
        """The counts of all these parts together."""
        sums = np.zeros((len(self._rows), len(self._sums)))
        there = np.zeros(len(self._rows), dtype=np.bool_)
        for rows, counted in parts:
            sums[rows] += counted
            there[rows] = True
        found = pl.DataFrame(sums[there], schema=dict.fromkeys(self._sums, pl.Float64))
        whole = self._known_keys().filter(pl.Series(there)).hstack(found)
        return whole.select(pl.col(name).cast(kind) for name, kind in self._empty.schema.items())

    def _numbers(self, keys: Iterable[tuple[Any, ...]]) -> NDArray[np.intp]:
        return np.array([self._rows.setdefault(_hashable(key), len(self._rows)) for key in keys], dtype=np.intp)

    def _known_keys(self) -> pl.DataFrame:
        if self._known.height < len(self._rows):
            self._known = pl.DataFrame([*self._rows], schema=self._keys, orient="row")
        return self._known


def _hashable(key: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(tuple(part) if isinstance(part, list) else part for part in key)
