"""Where the files of a lake are kept: in a folder, or in an object store (`analytics.object_store`).

Files have paths relative to the lake. One that is written is whole or absent, and is never changed; only the checkpoint
is replaced, at once.
"""

from __future__ import annotations

import errno
import hashlib
import os
from abc import ABC, abstractmethod
from contextlib import ExitStack, contextmanager
from fcntl import LOCK_EX, flock
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import polars as pl
from msgspec import Struct

from analytics.errors import LakeUnavailable
from analytics.schema import SORTED_BY

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator
    from contextlib import AbstractContextManager
    from pathlib import Path

    Write = Callable[[Path], object]

CHECKPOINT = "_checkpoint.json"
ADJUSTED = "adjusted"
"""The folder of games with adjusted boards, which most readers leave out."""
COPIES = "copies"
"""The folder of games that are copied for workers, while an export lasts."""
FOLDERS = (*SORTED_BY, ADJUSTED, COPIES)
"""Files are in these folders; anything else at the same place belongs to others."""

FULL = "Make room there, then export again: nothing of this export counts."


class Written(Struct, frozen=True):
    """A file that was written."""

    path: str
    size: int
    sha256: str


class Place(ABC):
    """Files under relative paths. Methods raise LakeUnavailable where they cannot be read or written."""

    address: str
    """As it was given; it has no secrets."""
    folder: Path
    """On this machine: of the files themselves, or of the caches of an object store."""

    def scan(self, path: str) -> pl.LazyFrame:
        """The rows of a file, lazily; to be collected while `reading`."""
        return pl.scan_parquet(self.url(path), glob=False, **self._options())

    @contextmanager
    def reading(self) -> Iterator[None]:
        """While files are read: FileNotFoundError says that one is gone, LakeUnavailable tells all other faults."""
        try:
            yield
        except FileNotFoundError:
            raise
        except OSError as error:
            raise LakeUnavailable(self.address, "read", *self._reason(error)) from None

    @abstractmethod
    def url(self, path: str) -> str:
        """Where a reader of Parquet files finds this one."""

    @abstractmethod
    def read(self, path: str) -> bytes:
        """What a small file holds. Raises FileNotFoundError."""

    @abstractmethod
    def writing(self, listed: Callable[[], Collection[str] | None]) -> AbstractContextManager[None]:
        """Lock it for the writers of this machine, and delete files of earlier exports that nothing lists.

        `listed` gives the paths in the checkpoint as it is; None if they are not known, and nothing may be deleted.
        """

    @abstractmethod
    def write(self, folder: str, write: Write, held: str = "") -> Written | None:
        """Make a new file in this folder, which `write` fills; or None, if the content is `held`, a SHA-256."""

    @abstractmethod
    def delete(self, paths: Collection[str]) -> None:
        """Delete files, if they are there."""

    @abstractmethod
    def publish(self, checkpoint: bytes) -> None:
        """Replace the checkpoint. Raises LakeConflict if another writer did so since `writing` began."""

    @abstractmethod
    def _reason(self, error: Exception) -> tuple[str, str]:
        """What happened, without secrets, and what to do."""

    def _options(self) -> dict[str, Any]:
        """What Polars' readers need to know."""
        return {}


class Folder(Place):
    """A folder of this machine.

    A file is written under another name, flushed, renamed. All writers wait for one another, so whatever no checkpoint
    lists when one begins was left by a crash, or replaced by the export before.
    """

    def __init__(self, folder: Path) -> None:
        self.address = str(folder)
        self.folder = folder

    def url(self, path: str) -> str:
        return str(self.folder / path)

    def read(self, path: str) -> bytes:
        with self._problems("read"):
            return (self.folder / path).read_bytes()

    @contextmanager
    def writing(self, listed: Callable[[], Collection[str] | None]) -> Iterator[None]:
        with ExitStack() as stack:
            with self._problems("written"):
                stack.enter_context(locked(self.folder))
            current = listed()
            if current is not None:
                self._sweep(current)
            yield

    def write(self, folder: str, write: Write, held: str = "") -> Written:  # the same content has the same path
        with self._problems("written"):
            (self.folder / folder).mkdir(parents=True, exist_ok=True)
            temporary = self.folder / folder / f"{uuid4().hex}.tmp"
            write(temporary)
            digest, size = _flush(temporary), temporary.stat().st_size
            path = f"{folder}/{digest[:24]}.parquet"
            _rename(temporary, self.folder / path)
        return Written(path, size, digest)

    def delete(self, paths: Collection[str]) -> None:
        with self._problems("tidied up"):
            for path in paths:
                (self.folder / path).unlink(missing_ok=True)

    def publish(self, checkpoint: bytes) -> None:
        with self._problems("written"):
            temporary = self.folder / f"{CHECKPOINT}.tmp"
            temporary.write_bytes(checkpoint)
            _flush(temporary)
            _rename(temporary, self.folder / CHECKPOINT)

    def _sweep(self, listed: Collection[str]) -> None:
        with self._problems("written"):
            for folder in FOLDERS:
                for path in (self.folder / folder).rglob("*"):
                    of_ours = path.suffix in (".parquet", ".tmp")
                    if of_ours and path.relative_to(self.folder).as_posix() not in listed:
                        path.unlink()

    @contextmanager
    def _problems(self, what: str) -> Iterator[None]:
        try:
            yield
        except FileNotFoundError:
            raise
        except OSError as error:
            raise LakeUnavailable(self.address, what, *self._reason(error)) from None

    def _reason(self, error: Exception) -> tuple[str, str]:
        number, reason = getattr(error, "errno", None), getattr(error, "strerror", None) or str(error).splitlines()[0]
        if number in (errno.ENOSPC, errno.EDQUOT) or "os error 28" in reason:
            return reason, FULL
        return reason, "Check that TABLETALE_LAKE is a folder that this user may read and write."


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold a lock in this folder; others of this machine wait."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "_lock").open("w") as lock:
        flock(lock, LOCK_EX)
        yield


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
