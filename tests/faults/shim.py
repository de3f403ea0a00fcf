"""The shim: a small library in C that sees the system calls of SQLite, and can let them fail (`shim.c`).

It has to be loaded before libc, so the code under test runs in a separate Python process, which `child` starts.
"""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

SOURCE = Path(__file__).with_name("shim.c")
ROOT = SOURCE.parents[2]
MISSING = None if shutil.which("gcc") else "gcc is needed, to compile tests/faults/shim.c"
"""Why the shim cannot be used here, or None."""

ALWAYS = 1_000_000
ALL_KINDS = "ORWSTUMFL"
"""Open, read, write, sync, truncate, unlink, map into memory, ask for the size, lock."""


class BlindShim(Exception):
    """The calls of SQLite do not pass through the shim, so nothing was tested."""

    def __init__(self) -> None:
        super().__init__(
            "the shim saw no call of SQLite: is it loaded by LD_PRELOAD, and SQLite linked dynamically to libc?"
        )


class ChildFailed(Exception):
    """A process under the shim ended with an error; the message is what it printed."""


class Calls(NamedTuple):
    """The calls since the shim was armed."""

    number: int
    names: list[str]
    """Kind and file of each, of the first ten thousand or so: `W1` is a write to the -wal."""


def compiled(folder: Path) -> Path:
    """Compile the shim into a folder."""
    library = folder / "shim.so"
    command = ["gcc", "-O2", "-Wall", "-Werror", "-shared", "-fPIC", "-o", str(library), str(SOURCE), "-ldl"]
    subprocess.run(command, check=True)
    return library


def child(library: Path, module: str, *arguments: object) -> Any:
    """Run a module of `tests.faults` under the shim, and return the JSON that it prints. Raises ChildFailed."""
    command = [sys.executable, "-m", f"tests.faults.{module}", *map(str, arguments)]
    environment = os.environ | {"LD_PRELOAD": str(library)}
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        raise ChildFailed(f"{' '.join(command)}\n{done.stderr}")
    return json.loads(done.stdout or "null")


class Shim:
    """The shim that this process runs under. Raises BlindShim if there is none."""

    def __init__(self) -> None:
        self._library = ctypes.CDLL(None)
        try:
            self._library.fault_names.restype = ctypes.c_char_p
        except AttributeError:
            raise BlindShim from None

    def watch(self, database: Path) -> None:
        """Watch the files of this database from now on. It must not be open yet."""
        self._library.fault_watch(str(database).encode())

    def trace(self, path: Path) -> None:
        """Record all changes of these files, for `disk.read_trace`."""
        if self._library.fault_trace(str(path).encode()) < 0:
            raise OSError(f"no trace can be written to {path}")

    def mark(self, text: str) -> None:
        """Add a mark to the trace, for a request of a client or its answer."""
        self._library.fault_mark(text.encode())

    def arm(self, first: int, count: int, error: int, kinds: str = ALL_KINDS) -> None:
        """Let the call number `first` from now on fail, and those after it, `count` in all; 0 counts and fails none."""
        self._library.fault_arm(first, count, error, kinds.encode())

    def disarm(self) -> Calls:
        """Let calls succeed again, and return the calls since `arm`."""
        found = Calls(self._library.fault_count(), self._library.fault_names().decode().split())
        self.arm(0, 0, 0, "")
        return found

    def lie(self) -> None:
        """Be a disk that reports a sync without doing it."""
        self._library.fault_lie(1)

    def slow(self, microseconds: int) -> None:
        """Be a disk with slower syncs."""
        self._library.fault_slow(microseconds)

    def hurry(self) -> None:
        """Let SQLite retry at once: when a lock fails, it would wait up to ten seconds."""
        self._library.fault_hurry(1)
