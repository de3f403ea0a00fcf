"""The shim: a small library in C that sees what SQLite asks of the system, and can let it fail (`shim.c`).

It has to be loaded before libc, so what is tried runs in a Python process of its own, which `child` starts.
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
LACKING = None if shutil.which("gcc") else "gcc is needed, to compile tests/faults/shim.c"
"""Why the shim cannot be used here, if it cannot."""

FOR_EVER = 1_000_000
ALL_KINDS = "ORWSTUMFL"
"""Open, read, write, sync, truncate, unlink, map into memory, ask for the size, lock."""


class BlindShim(Exception):
    """SQLite's calls do not pass through the shim: whatever was tried has tried nothing."""

    def __init__(self) -> None:
        super().__init__(
            "the shim saw no call of SQLite: is it loaded by LD_PRELOAD, and SQLite linked dynamically to libc?"
        )


class ChildFailed(Exception):
    """A process under the shim ended with an error; the message is what it printed."""


class Calls(NamedTuple):
    """What was counted since the shim was armed."""

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
    """Run a module of `tests.faults` under the shim; what it prints, which is JSON. Raises ChildFailed."""
    command = [sys.executable, "-m", f"tests.faults.{module}", *map(str, arguments)]
    environment = os.environ | {"LD_PRELOAD": str(library)}
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        raise ChildFailed(f"{' '.join(command)}\n{done.stderr}")
    return json.loads(done.stdout or "null")


class Shim:
    """The shim that this process runs under. Raises BlindShim where it does not."""

    def __init__(self) -> None:
        self._library = ctypes.CDLL(None)
        try:
            self._library.fault_names.restype = ctypes.c_char_p
        except AttributeError:
            raise BlindShim from None

    def watch(self, database: Path) -> None:
        """Look at the files of this database from now on. It may not be open yet."""
        self._library.fault_watch(str(database).encode())

    def trace(self, path: Path) -> None:
        """Write down what changes these files, for `disk.read_trace`."""
        if self._library.fault_trace(str(path).encode()) < 0:
            raise OSError(f"no trace can be written to {path}")

    def mark(self, text: str) -> None:
        """Put what a client asked, or was told, into the trace."""
        self._library.fault_mark(text.encode())

    def arm(self, first: int, count: int, error: int, kinds: str = ALL_KINDS) -> None:
        """Let the call number `first` from now on fail, and those after it, `count` in all; 0 counts and fails none."""
        self._library.fault_arm(first, count, error, kinds.encode())

    def disarm(self) -> Calls:
        """Let calls succeed again; what was counted since `arm`."""
        found = Calls(self._library.fault_count(), self._library.fault_names().decode().split())
        self.arm(0, 0, 0, "")
        return found

    def lie(self) -> None:
        """Be a disk that says that it has synced, and has not."""
        self._library.fault_lie(1)

    def slow(self, microseconds: int) -> None:
        """Be a disk whose every sync takes so much longer."""
        self._library.fault_slow(microseconds)

    def hurry(self) -> None:
        """Let SQLite try again at once whatever it tries again: up to ten seconds, where a lock fails."""
        self._library.fault_hurry(1)
