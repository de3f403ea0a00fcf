"""The lake: the facts of finished games as Parquet files, and the checkpoint that says which files count.

    <folder>/_checkpoint.json
    <folder>/<facts|seats|games|holdings|cards>/ruleset=<name>/month=<2026-11>/<hash>.parquet
    <folder>/adjusted/<facts|...>/...
    <folder>/exclusions/<hash>.parquet

A file is written under another name, flushed, renamed; then the checkpoint is replaced by a rename. So a crash at any
point leaves the lake as it was before: a file that no checkpoint lists does not count. Such files are deleted when the
next export begins, and not sooner, since somebody may still be reading them. A file is named by the hash of its
content.

A game never spans two parts, so whatever is counted per game or per seat can be counted part by part and added up.
"""

from __future__ import annotations

import hashlib
import os
from contextlib import contextmanager
from fcntl import LOCK_EX, flock
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

import msgspec
import polars as pl
from msgspec import Struct, field

from analytics.errors import LakeUnreadable
from analytics.rulebook import Rulebook
from analytics.schema import SCHEMA_VERSION, SORTED_BY, in_order, to_enums

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

CHECKPOINT = "_checkpoint.json"
ADJUSTED = "adjusted"
"""The folder of games with adjusted boards, which most readers leave out."""

ROW_GROUP = 128 * 1024


class File(Struct, frozen=True):
    """One Parquet file; `path` is relative to the lake."""

    path: str
    rows: int
    size: int
    sha256: str


class Part(Struct, frozen=True):
    """Some whole games of one ruleset that ended in one month."""

    ruleset: str
    month: str
    adjusted: bool
    """Their boards were adjusted by hand. They are in files of their own, and count only with the filter `adjusted`."""
    facts: File
    seats: File
    games: File
    holdings: File
    cards: File
    first: str = ""
    """The least id of its games; empty in a part that an older program wrote,"""
    last: str = "g"
    """and the greatest; beyond all ids there."""

    def may_hold(self, games: Collection[str]) -> bool:
        """Whether one of these games may be among its own: ids begin with the time, so it seldom is for nothing."""
        return any(self.first <= game <= self.last for game in games)

    def files(self) -> tuple[File, ...]:
        """All that belongs to it."""
        return self.facts, self.seats, self.games, self.holdings, self.cards


class Checkpoint(Struct, frozen=True, kw_only=True):
    """What the lake holds: the whole log up to `position`."""

    schema_version: int = SCHEMA_VERSION
    position: int = 0
    metadata: int = field(default=0, name="beside")
    """The position in the changes of metadata: notes, labels, tags."""
    hash: str = ""
    """Of the event at `position`: says whether a log is the one that the lake was made of."""
    exported_at: int = 0
    """Microseconds UTC."""
    rulesets: dict[str, Rulebook] = {}
    """The rulesets that could be asked for, by name."""
    parts: tuple[Part, ...] = ()
    exclusions: File | None = None
    damaged: tuple[str, ...] = ()
    """Games whose row could not be read: each export tries them again."""

    def files(self) -> Iterator[File]:
        """Every file that counts."""
        for part in self.parts:
            yield from part.files()
        if self.exclusions:
            yield self.exclusions


class Tables:
    """The tables of one part, lazily."""

    def __init__(self, folder: Path, part: Part) -> None:
        self._folder = folder
        self.part = part

    @property
    def facts(self) -> pl.LazyFrame:
        """See `analytics.schema.FACTS`."""
        return pl.scan_parquet(self._folder / self.part.facts.path)

    @property
    def seats(self) -> pl.LazyFrame:
        """See `analytics.schema.SEATS`."""
        return pl.scan_parquet(self._folder / self.part.seats.path)

    @property
    def games(self) -> pl.LazyFrame:
        """See `analytics.schema.GAMES`."""
        return pl.scan_parquet(self._folder / self.part.games.path)

    @property
    def holdings(self) -> pl.LazyFrame:
        """See `analytics.schema.HOLDINGS`."""
        return pl.scan_parquet(self._folder / self.part.holdings.path)

    @property
    def cards(self) -> pl.LazyFrame:
        """See `analytics.schema.CARDS`: of the component sets that games of this part were played with."""
        return pl.scan_parquet(self._folder / self.part.cards.path)


class Lake:
    """A folder of Parquet files. Many may read while one writes."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)

    # --- reading

    def checkpoint(self) -> Checkpoint:
        """What the lake holds; nothing, if nothing was ever exported. Raises LakeUnreadable."""
        try:
            text = (self.folder / CHECKPOINT).read_bytes()
        except FileNotFoundError:
            return Checkpoint()
        found = msgspec.json.decode(text, type=_Version).schema_version
        if found != SCHEMA_VERSION:
            raise LakeUnreadable(found, SCHEMA_VERSION)
        return msgspec.json.decode(text, type=Checkpoint)

    def tables(self, part: Part) -> Tables:
        """The tables of one part."""
        return Tables(self.folder, part)

    def read(self, file: File) -> pl.DataFrame:
        """All rows of a file."""
        return pl.read_parquet(self.folder / file.path)

    # --- writing

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Lock the lake for writing; other writers wait. What a crash left over is deleted first."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / "_lock").open("w") as lock:
            flock(lock, LOCK_EX)
            self._sweep()
            yield

    def write(
        self, table: str, frame: pl.DataFrame, ruleset: str = "", month: str = "", *, adjusted: bool = False
    ) -> File:
        """Write rows of a table to a file of its own. It counts once a checkpoint lists it."""
        folder = self.folder / (ADJUSTED if adjusted else "") / table
        if ruleset:
            folder = folder / f"ruleset={ruleset}" / f"month={month}"
        folder.mkdir(parents=True, exist_ok=True)
        temporary = folder / f"{uuid4().hex}.tmp"
        ready = to_enums(in_order(frame, table), table)
        ready.write_parquet(temporary, compression="zstd", row_group_size=ROW_GROUP)
        digest = _flush(temporary)
        path = folder / f"{digest[:24]}.parquet"
        size = temporary.stat().st_size
        _rename(temporary, path)
        return File(str(path.relative_to(self.folder)), ready.height, size, digest)

    def publish(self, checkpoint: Checkpoint) -> None:
        """Replace the checkpoint by this one, atomically."""
        temporary = self.folder / f"{CHECKPOINT}.tmp"
        temporary.write_bytes(msgspec.json.format(msgspec.json.encode(checkpoint), indent=1))
        _flush(temporary)
        _rename(temporary, self.folder / CHECKPOINT)

    def _sweep(self) -> None:
        try:
            listed = {self.folder / file.path for file in self.checkpoint().files()}
        except LakeUnreadable:  # another program's files count until a checkpoint of ours replaces them
            return
        for folder in (*SORTED_BY, ADJUSTED):
            for path in (self.folder / folder).rglob("*"):
                if path.suffix in (".parquet", ".tmp") and path not in listed:
                    path.unlink()


class _Version(Struct, frozen=True):
    schema_version: int


def _flush(path: Path) -> str:
    """Make a file survive a loss of power; the SHA-256 of what it holds."""
    with path.open("rb") as file:
        os.fsync(file.fileno())
        return hashlib.file_digest(file, "sha256").hexdigest()


def _rename(old: Path, new: Path) -> None:
    os.replace(old, new)
    folder = os.open(new.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
