"""The lake: the facts of finished games as Parquet files, and the checkpoint that says which files count.

    <lake>/_checkpoint.json
    <lake>/<facts|seats|games|holdings|cards>/ruleset=<name>/month=<2026-11>/<hash>.parquet
    <lake>/adjusted/<facts|...>/...
    <lake>/exclusions/<hash>.parquet
    <lake>/copies/<hash>.parquet

It is kept in a folder or in an object store. Files are written first, then the checkpoint is replaced at once. So a
crash at any point leaves the lake as it was before: a file that no checkpoint lists does not count. Such files are
deleted by the next export, and not sooner, since somebody may still be reading them. A file is named by the hash of its
content.

A game never spans two parts, so whatever is counted per game or per seat can be counted part by part and added up.
"""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import msgspec
import polars as pl
from msgspec import Struct, field

from analytics.errors import CheckpointDamaged, LakeUnreadable
from analytics.object_store import ObjectStore
from analytics.places import ADJUSTED, CHECKPOINT, COPIES, Folder
from analytics.rulebook import Rulebook
from analytics.schema import SCHEMA_VERSION, in_order, to_enums

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from contextlib import AbstractContextManager

    from analytics.places import Place

ROW_GROUP = 128 * 1024
COMPRESSION: Literal["zstd"] = "zstd"

__all__ = ["CHECKPOINT", "ROW_GROUP", "Checkpoint", "File", "Lake", "Part", "Tables"]


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

    def __init__(self, place: Place, part: Part) -> None:
        self._place = place
        self.part = part

    @property
    def facts(self) -> pl.LazyFrame:
        """See `analytics.schema.FACTS`."""
        return self._place.scan(self.part.facts.path)

    @property
    def seats(self) -> pl.LazyFrame:
        """See `analytics.schema.SEATS`."""
        return self._place.scan(self.part.seats.path)

    @property
    def games(self) -> pl.LazyFrame:
        """See `analytics.schema.GAMES`."""
        return self._place.scan(self.part.games.path)

    @property
    def holdings(self) -> pl.LazyFrame:
        """See `analytics.schema.HOLDINGS`."""
        return self._place.scan(self.part.holdings.path)

    @property
    def cards(self) -> pl.LazyFrame:
        """See `analytics.schema.CARDS`: of the component sets that games of this part were played with."""
        return self._place.scan(self.part.cards.path)


class Lake:
    """Parquet files and a checkpoint, in a folder or an object store. Many may read while one writes.

    Methods raise LakeUnavailable where files cannot be read or written.
    """

    def __init__(self, address: str | Path) -> None:
        """`address` is a folder, or `s3://bucket/folder`, `gs://bucket/folder` or `az://container/folder`."""
        in_store = isinstance(address, str) and "://" in address
        self._place: Place = ObjectStore(str(address)) if in_store else Folder(Path(address))
        self.address = self._place.address
        self.folder = self._place.folder
        """On this machine: of all its files, or of the caches alone where the lake is in an object store."""

    # --- reading

    def checkpoint(self) -> Checkpoint:
        """What the lake holds; nothing, if nothing was ever exported. Raises LakeUnreadable."""
        try:
            text = self._place.read(CHECKPOINT)
        except FileNotFoundError:
            return Checkpoint()
        try:
            found = _version_of(text).schema_version
            if found == SCHEMA_VERSION:
                return _checkpoint_of(text)
        except msgspec.DecodeError:
            raise CheckpointDamaged(SCHEMA_VERSION) from None
        raise LakeUnreadable(found, SCHEMA_VERSION)

    def tables(self, part: Part) -> Tables:
        """The tables of one part."""
        return Tables(self._place, part)

    def read(self, file: File) -> pl.DataFrame:
        """All rows of a file."""
        with self.reading():
            return self._place.scan(file.path).collect()

    def scan(self, file: File) -> pl.LazyFrame:
        """The rows of a file, lazily; to be collected while `reading`."""
        return self._place.scan(file.path)

    def reading(self) -> AbstractContextManager[None]:
        """Surrounds whatever collects rows of its tables. Raises FileNotFoundError for a file that a later export has
        replaced; LakeUnavailable for anything else that keeps it from being read."""
        return self._place.reading()

    def url(self, file: File) -> str:
        """Where other readers of Parquet files find it: a path, or an address in the object store."""
        return self._place.url(file.path)

    # --- writing

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Lock the lake for writing; other writers of this machine wait. What a crash left is deleted."""
        with self._place.writing(self._listed):
            yield

    def write(
        self,
        table: str,
        frame: pl.DataFrame,
        ruleset: str = "",
        month: str = "",
        *,
        adjusted: bool = False,
        held: File | None = None,
    ) -> File:
        """Write rows of a table to a file of its own. It counts once a checkpoint lists it.

        `held`, a file of the lake, is given back if it has the same content.
        """
        ready = to_enums(in_order(frame, table), table)

        def write(path: Path) -> None:
            ready.write_parquet(path, compression=COMPRESSION, row_group_size=ROW_GROUP)

        written = self._place.write(_folder(table, ruleset, month, adjusted), write, held.sha256 if held else "")
        if held and written is None:
            return held
        assert written
        return File(written.path, ready.height, written.size, written.sha256)

    def sink(self, table: str, rows: pl.LazyFrame, ruleset: str, month: str, *, adjusted: bool = False) -> File:
        """Write rows, which have types and order of a file already, without holding all of them in memory."""
        height = 0

        def write(path: Path) -> None:
            nonlocal height
            with self.reading():
                rows.sink_parquet(path, compression=COMPRESSION, row_group_size=ROW_GROUP)
            height = pl.scan_parquet(path, glob=False).select(pl.len()).collect().item()

        written = self._place.write(_folder(table, ruleset, month, adjusted), write)
        assert written
        return File(written.path, height, written.size, written.sha256)

    def write_copies(self, frame: pl.DataFrame) -> File:
        """Write copies of games for a worker, which no checkpoint lists. See `analytics.copies`."""
        written = self._place.write(COPIES, lambda path: frame.write_parquet(path, compression=COMPRESSION))
        assert written
        return File(written.path, frame.height, written.size, written.sha256)

    def delete(self, files: Collection[File]) -> None:
        """Delete files that no checkpoint lists; who still reads one is told that it is gone."""
        self._place.delete([file.path for file in files])

    def publish(self, checkpoint: Checkpoint) -> None:
        """Replace the checkpoint by this one, at once. Raises LakeConflict if another host did so meanwhile."""
        self._place.publish(msgspec.json.format(msgspec.json.encode(checkpoint), indent=1))

    def _listed(self) -> set[str] | None:
        try:
            return {file.path for file in self.checkpoint().files()}
        except LakeUnreadable:  # another program's files count until a checkpoint of ours replaces them
            return None


def _folder(table: str, ruleset: str, month: str, adjusted: bool) -> str:
    folder = f"{ADJUSTED}/{table}" if adjusted else table
    return f"{folder}/ruleset={ruleset}/month={month}" if ruleset else folder


class _Version(Struct, frozen=True):
    schema_version: int


# Made while the module is loaded, by one thread: msgspec must not meet a struct for the first time in two at once
_version_of = msgspec.json.Decoder(_Version).decode
_checkpoint_of = msgspec.json.Decoder(Checkpoint).decode
