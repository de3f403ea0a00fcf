"""The cache in a lake's folder: answers, and counts of parts, as Parquet files named by the hash of their inputs."""

from __future__ import annotations

import os
from contextlib import suppress
from itertools import accumulate
from typing import TYPE_CHECKING
from uuid import uuid4

import msgspec
import polars as pl

from analytics.job import Finished

if TYPE_CHECKING:
    from pathlib import Path

MOST_RESULTS = 500
"""How many answers are cached: those used last."""

MOST_BYTES = 256 * 1024 * 1024
"""How large the cache of counts may be."""


class ResultCache:
    """Cached answers. Losing them only costs time, so nothing here raises an error."""

    def __init__(self, lake: Path) -> None:
        self._folder = lake / "_results"

    def get(self, key: str) -> Finished | None:
        """The answer with this key, if it is cached."""
        path = self._folder / f"{key}.parquet"
        try:
            excluded = msgspec.json.decode(pl.read_parquet_metadata(path)["excluded"], type=dict[str, int])
        except (OSError, KeyError, msgspec.DecodeError, pl.exceptions.PolarsError):  # not cached, or cut off by a crash
            return None
        rows = _read(path)
        return None if rows is None else Finished(rows, excluded)

    def put(self, key: str, finished: Finished) -> None:
        """Cache an answer, and drop those that were not used for the longest time."""
        metadata = {"excluded": msgspec.json.encode(finished.excluded).decode()}
        with suppress(OSError):  # a full or read-only disk: then it is counted again
            _write(self._folder / f"{key}.parquet", finished.rows, metadata)
            for path in _latest(self._folder)[MOST_RESULTS:]:
                path.unlink(missing_ok=True)


class CountsCache:
    """Cached counts of parts: when the lake grows, parts that did not change are not counted again."""

    def __init__(self, lake: Path) -> None:
        self._folder = lake / "_counts"

    def get(self, key: str) -> pl.DataFrame | None:
        """The counts with this key, if they are cached."""
        return _read(self._folder / f"{key}.parquet")

    def put(self, key: str, counts: pl.DataFrame) -> None:
        """Cache counts."""
        with suppress(OSError):
            _write(self._folder / f"{key}.parquet", counts)

    def drop_old(self) -> None:
        """Drop those that were not used for the longest time, until there is room for more."""
        with suppress(OSError):
            paths = _latest(self._folder)
            sizes = accumulate(path.stat().st_size for path in paths)
            for path, size in zip(paths, sizes, strict=True):
                if size > MOST_BYTES:
                    path.unlink(missing_ok=True)


def _read(path: Path) -> pl.DataFrame | None:
    try:
        rows = pl.read_parquet(path)
        os.utime(path)
    except (OSError, pl.exceptions.PolarsError):
        return None
    return rows


def _write(path: Path, rows: pl.DataFrame, metadata: dict[str, str] | None = None) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f"{uuid4().hex}.tmp")
    rows.write_parquet(temporary, metadata=metadata)
    os.replace(temporary, path)


def _latest(folder: Path) -> list[Path]:
    """The files of a folder, last used first."""
    return sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
