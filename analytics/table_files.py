"""A folder with one file for each table, in one of three formats. It is written as a whole or not at all.

Tables come in parts, which wait as Parquet in a folder next to the one that is written, until all are there. Then each
table becomes a file, written part by part, and the folder gets its name.
"""

from __future__ import annotations

import os
import shutil
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

import polars as pl
from msgspec import Struct

from analytics.columns import NOTES, TABLES, TIME, types

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import BinaryIO

ROW_GROUP = 32 * 1024
"""Rows of a Parquet file that are gathered before they are written."""

ISO_8601 = "%Y-%m-%dT%H:%M:%S%.6fZ"

FORMULA = r"^[=+\-@\t\r\n＝＋－＠']"
"""How a text begins that a spreadsheet might calculate; and the mark itself, so that it can be taken off again."""

MARK = "'"
"""Stands in CSV before such a text that a person entered: spreadsheets then take it as text."""


class TableFormat(Struct, frozen=True):
    """How a table is written."""

    ending: str
    write: Callable[[str, list[Path], Path], object]
    """Writes the table of that name; its rows come as parts."""


def _write_parquet(table: str, parts: list[Path], path: Path) -> None:
    rows = pl.scan_parquet(parts, schema=types(TABLES[table]))
    rows.sink_parquet(path, row_group_size=ROW_GROUP, sync_on_close="all")


def _write_csv(table: str, parts: list[Path], path: Path) -> None:
    """As RFC 4180 says, with a byte order mark: without one, Excel reads no UTF-8."""
    entered = [name for name, column in TABLES[table].items() if column.entered]
    with _flushed(path) as file:
        for number, part in enumerate(parts):
            rows = _with_times_as_text(table, part).with_columns(_as_text(name) for name in entered)
            rows.write_csv(file, include_bom=not number, include_header=not number, line_terminator="\r\n")


def _write_json_lines(table: str, parts: list[Path], path: Path) -> None:
    with _flushed(path) as file:
        for part in parts:
            _with_times_as_text(table, part).write_ndjson(file)


@contextmanager
def _flushed(path: Path) -> Iterator[BinaryIO]:
    """A new file, which survives a loss of power when it is closed.

    It is written part by part: a stream of rows into one file holds more of them the longer the table is.
    """
    with path.open("wb") as file:
        yield file
        file.flush()
        os.fsync(file.fileno())


@contextmanager
def _disk_errors() -> Iterator[None]:
    """Raises OSError for what a disk refuses, which Polars mostly calls ComputeError."""
    try:
        yield
    except pl.exceptions.ComputeError as error:
        raise OSError(str(error)) from error


def _with_times_as_text(table: str, part: Path) -> pl.DataFrame:
    times = [name for name, column in TABLES[table].items() if column.type == TIME]
    return pl.read_parquet(part).with_columns(pl.col(name).dt.strftime(ISO_8601) for name in times)


def _as_text(name: str) -> pl.Expr:
    """What a person entered, with a mark where a spreadsheet might calculate it."""
    text = pl.col(name)
    return pl.when(text.str.contains(FORMULA)).then(MARK + text).otherwise(text).alias(name)


FORMATS = {
    "parquet": TableFormat("parquet", _write_parquet),
    "csv": TableFormat("csv", _write_csv),
    "jsonl-flat": TableFormat("jsonl", _write_json_lines),
}


class NoNewFolder(Exception):
    """Tables cannot be written to that folder; the message says why, and what to do."""


class TableFiles:
    """The files of a folder while they are made."""

    def __init__(self, folder: Path, form: TableFormat, *, notes: bool = False) -> None:
        self._folder = folder
        self._format = form
        self._names = [name for name in TABLES if name != NOTES or notes]
        self._parts = folder / "parts"
        self._parts.mkdir(parents=True)
        self._count = 0
        self.add({name: pl.DataFrame(schema=types(TABLES[name])) for name in self._names})

    def add(self, tables: Mapping[str, pl.DataFrame]) -> None:
        """Add rows to the tables."""
        with _disk_errors():
            for name in self._names:
                tables[name].write_parquet(self._part(name, self._count))
        self._count += 1

    def write(self) -> None:
        """Make a file of all parts of each table."""
        for name in self._names:
            parts = [self._part(name, number) for number in range(self._count)]
            with _disk_errors():
                self._format.write(name, parts, self._folder / f"{name}.{self._format.ending}")
            for part in parts:
                part.unlink()
        self._parts.rmdir()

    def _part(self, name: str, number: int) -> Path:
        return self._parts / f"{name}-{number}.parquet"


@contextmanager
def new_folder(folder: str | Path, form: TableFormat, *, notes: bool = False) -> Iterator[TableFiles]:
    """A folder of tables, which is there at the end, unless an error is raised. It must not exist, or be empty.

    Raises NoNewFolder, OSError.
    """
    named = Path(folder).resolve()
    _check(named)
    written = named.parent / f".{named.name}.{uuid4().hex}.tmp"
    try:
        files = TableFiles(written, form, notes=notes)
        yield files
        files.write()
        os.replace(written, named)
    finally:
        shutil.rmtree(written, ignore_errors=True)


def _check(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise NoNewFolder("it is a file; name a new folder")
    if folder.exists() and any(folder.iterdir()):
        raise NoNewFolder("it is not empty; name a new folder, or an empty one")
    if folder == Path.cwd():
        raise NoNewFolder("it is the folder that you are in; name a new one")
    if not folder.parent.is_dir():
        raise NoNewFolder(f"there is no folder {folder.parent}; make it first")
