"""The files of a log as a power cut may leave them, rebuilt from a trace of writes and syncs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from struct import Struct
from typing import Literal, NamedTuple, get_args

Model = Literal["dropped", "pages", "torn", "kept"]
"""What happens to writes without a sync after them: none survives; each page of 4 KiB, or each sector of 512 bytes, is
in the state before or after any of these writes; all survive, as after kill -9."""

MODELS: tuple[Model, ...] = get_args(Model)
UNIT: dict[Model, int] = {"pages": 4096, "torn": 512}

DATABASE, WAL, JOURNAL, FOLDER = 0, 1, 3, 4
SUFFIX = {DATABASE: "", WAL: "-wal", JOURNAL: "-journal"}
"""The files that survive. The -shm file is made again from the -wal file when the log is opened."""

_head = Struct("<cbhIq")


class Record(NamedTuple):
    """One entry of the trace."""

    op: str
    """C: a file was made; W: a write; S: a sync; X: a sync that failed; T: cut to a size; U: deleted; M: a mark."""
    file: int
    offset: int
    data: bytes


def read_trace(path: Path) -> Iterator[Record]:
    raw, at = path.read_bytes(), 0
    while at < len(raw):
        op, file, _, size, offset = _head.unpack_from(raw, at)
        at += _head.size + size
        yield Record(op.decode(), file, offset, raw[at - size : at])


class File:
    """One file: what is safe, and what was written since its last sync."""

    def __init__(self) -> None:
        self.safe = bytearray()
        self.pending: list[Record] = []

    def sync(self) -> None:
        for record in self.pending:
            _do(self.safe, record)
        self.pending.clear()

    def cut(self, model: Model, rng: Random) -> bytes:
        """The file after a power cut."""
        if model == "dropped":
            return bytes(self.safe)
        if model == "kept":
            now = bytearray(self.safe)
            for record in self.pending:
                _do(now, record)
            return bytes(now)
        return self._mixed(UNIT[model], rng)

    def _mixed(self, unit: int, rng: Random) -> bytes:
        """Each unit in one of its states since the last sync; the size of the file varies independently."""
        now, sizes = bytearray(self.safe), [len(self.safe)]
        states: dict[int, list[bytes]] = {}
        for record in self.pending:
            touched = range(record.offset // unit, -(-(record.offset + len(record.data)) // unit))
            for n in touched:
                states.setdefault(n, [bytes(now[n * unit : (n + 1) * unit])])
            _do(now, record)
            sizes.append(len(now))
            for n in touched:
                states[n].append(bytes(now[n * unit : (n + 1) * unit]))
        left = bytearray(self.safe)
        for n, possible in states.items():
            if chosen := rng.choice(possible):
                _do(left, Record("W", DATABASE, n * unit, chosen))
        size = rng.choice(sizes)
        return bytes(left[:size].ljust(size, b"\0"))  # a file may have grown, and hold zeros


def _do(to: bytearray, record: Record) -> None:
    if record.op == "T":
        del to[record.offset :]
        to.extend(bytes(record.offset - len(to)))
    else:
        to.extend(bytes(max(0, record.offset - len(to))))
        to[record.offset : record.offset + len(record.data)] = record.data


class Disk:
    """The files of a log while a trace is replayed. The name of a file is safe once its folder was synced."""

    def __init__(self) -> None:
        self._named: dict[int, File] = {}
        self._safely_named: dict[int, File] = {}

    def note(self, record: Record) -> None:
        match record.op:
            case "C":
                self._named[record.file] = File()
            case "U":
                self._named.pop(record.file, None)
            case "S" if record.file == FOLDER:
                self._safely_named = dict(self._named)
            case "S":
                self._named[record.file].sync()
            case "X" if record.file != FOLDER:
                # Linux marks pages that it could not write as clean: no later sync writes them
                self._named[record.file].pending.clear()
            case "W" | "T":
                self._named[record.file].pending.append(record)

    def cut(self, model: Model, rng: Random) -> dict[str, bytes]:
        """The files by suffix. A name without a sync of the folder after it may or may not be there."""
        found = {}
        for file, suffix in SUFFIX.items():
            now, safe = self._named.get(file), self._safely_named.get(file)
            chosen = {"dropped": safe, "kept": now}.get(model, rng.choice((now, safe)))
            if chosen is not None:
                found[suffix] = chosen.cut(model, rng)
        return found


def lay_down(files: dict[str, bytes], database: Path) -> None:
    """Write the files of a cut to a folder, to open them as a database."""
    for suffix in ("", "-wal", "-shm", "-journal"):
        Path(f"{database}{suffix}").unlink(missing_ok=True)
    for suffix, data in files.items():
        Path(f"{database}{suffix}").write_bytes(data)
