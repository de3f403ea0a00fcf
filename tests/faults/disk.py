"""The files of a log as a power cut may have left them, rebuilt from a trace of what was written and synced."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from struct import Struct
from typing import Literal, NamedTuple, get_args

Model = Literal["dropped", "pages", "torn", "kept"]
"""What becomes of the writes that no sync followed: none survives; each page of 4 KiB, or each sector of 512 bytes, is
as it was, or as any of these writes left it; all survive, which is what kill -9 does, and all that it can show."""

MODELS: tuple[Model, ...] = get_args(Model)
UNIT: dict[Model, int] = {"pages": 4096, "torn": 512}

DATABASE, WAL, JOURNAL, FOLDER = 0, 1, 3, 4
SUFFIX = {DATABASE: "", WAL: "-wal", JOURNAL: "-journal"}
"""Of the files that survive. The -shm is not among them: whoever opens the log first makes it anew from the -wal."""

_head = Struct("<cbhIq")


class Record(NamedTuple):
    """One thing that was done, in the order of the trace."""

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
    """What of one file is safe, and what was written since its last sync."""

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
        """Every unit in one of its states since the last sync, never a mixture of two; the size apart from them."""
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
    """The files of a log, while a trace is told. The name of a file is safe once its folder was synced."""

    def __init__(self) -> None:
        self._named: dict[int, File] = {}
        self._safely_named: dict[int, File] = {}

    def tell(self, record: Record) -> None:
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
        """The files by the suffix of their names. Of names that no sync of the folder followed, any may be there."""
        found = {}
        for file, suffix in SUFFIX.items():
            now, safe = self._named.get(file), self._safely_named.get(file)
            chosen = {"dropped": safe, "kept": now}.get(model, rng.choice((now, safe)))
            if chosen is not None:
                found[suffix] = chosen.cut(model, rng)
        return found


def lay_down(files: dict[str, bytes], database: Path) -> None:
    """Write the files of a cut where they can be opened as a database."""
    for suffix in ("", "-wal", "-shm", "-journal"):
        Path(f"{database}{suffix}").unlink(missing_ok=True)
    for suffix, data in files.items():
        Path(f"{database}{suffix}").write_bytes(data)
