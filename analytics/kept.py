"""Answers that were counted already: one Parquet file each, named by what it was counted from."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING
from uuid import uuid4

import msgspec
import polars as pl

from analytics.job import Finished

if TYPE_CHECKING:
    from pathlib import Path

KEPT = 500
"""So many answers are kept, the latest ones."""


class KeptResults:
    """Answers beside a lake. Losing them costs time alone, so nothing here is an error."""

    def __init__(self, lake: Path) -> None:
        self._folder = lake / "_results"

    def get(self, key: str) -> Finished | None:
        """The answer of this key, if it is kept."""
        path = self._folder / f"{key}.parquet"
        try:
            excluded = msgspec.json.decode(pl.read_parquet_metadata(path)["excluded"], type=dict[str, int])
            rows = pl.read_parquet(path)
            os.utime(path)
        except (OSError, KeyError, msgspec.DecodeError, pl.exceptions.PolarsError):  # not kept, or cut off by a crash
            return None
        return Finished(rows, excluded)

    def put(self, key: str, finished: Finished) -> None:
        """Keep an answer, and drop those that were not asked for the longest time."""
        told = {"excluded": msgspec.json.encode(finished.excluded).decode()}
        with suppress(OSError):  # a full or read-only disk: then it is counted again
            self._folder.mkdir(parents=True, exist_ok=True)
            temporary = self._folder / f"{uuid4().hex}.tmp"
            finished.rows.write_parquet(temporary, metadata=told)
            os.replace(temporary, self._folder / f"{key}.parquet")
            self._drop_old()

    def _drop_old(self) -> None:
        files = sorted(self._folder.iterdir(), key=lambda path: path.stat().st_mtime, reverse=True)
        for path in files[KEPT:]:
            path.unlink(missing_ok=True)
