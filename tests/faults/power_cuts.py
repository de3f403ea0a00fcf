"""The power is cut after every call of a trace, and what is left of the log is opened and checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import cycle, pairwise
from pathlib import Path
from random import Random
from typing import NamedTuple
from uuid import UUID

import msgspec

from events import Answer, LogError, Store
from events.engines import driver
from tests.events.build import asks, begin, play
from tests.faults.disk import DATABASE, MODELS, Disk, Model, Record, lay_down, read_trace
from tests.faults.shim import BlindShim, child
from tests.faults.writing import ASKED, OPENED, STORED, Asked

LOST, DAMAGED, REFUSED, BARE = "lost", "damaged", "refused", "bare"
"""Something acknowledged is gone; the log cannot be opened or is incomplete; it refuses appends; or it raises an error
that is not one of the log."""
MAX_EXAMPLES = 3


class Client:
    """The requests of the clients, and their answers, when the power was cut."""

    def __init__(self) -> None:
        self.acknowledged: dict[UUID, Asked] = {}
        self.waiting: dict[UUID, Asked] = {}

    def note(self, mark: str) -> None:
        what, _, text = mark.partition(" ")
        if what in (ASKED, STORED):
            asked = msgspec.json.decode(text, type=Asked)
            if what == ASKED:
                self.waiting[asked.game] = asked
            else:
                self.acknowledged[asked.game] = self.waiting.pop(asked.game)


class Problem(NamedTuple):
    """Something that is wrong with the log after a cut."""

    kind: str
    what: str


def check(database: Path, client: Client) -> list[Problem]:
    """Open a log after a cut, which may migrate it, and compare it with what was acknowledged."""
    try:
        with Store.open(f"sqlite:///{database}", synchronous="NORMAL") as store:
            wrong = [*_whole(store), *_acknowledged(store, client)]
            return wrong or [*_goes_on(store, client)]
    except LogError as error:
        return [Problem(DAMAGED, f"{type(error).__name__}: {error}")]
    except Exception as error:
        return [Problem(BARE, f"{type(error).__name__}: {error}")]


def _whole(store: Store) -> Iterator[Problem]:
    with driver(store._engines.raw) as connection:
        for (text,) in connection.execute("PRAGMA integrity_check").fetchall():
            if text != "ok":
                yield Problem(DAMAGED, text)
    yield from (Problem(DAMAGED, f"verify: {fault.what}") for fault in store.verify())
    positions = [each.position for each in store.log(0, 100_000)]
    if positions != [*range(1, len(positions) + 1)]:
        yield Problem(DAMAGED, f"positions {positions}")


def _acknowledged(store: Store, client: Client) -> Iterator[Problem]:
    there = Counter(each.game_id for each in store.log(0, 100_000))
    for game in client.acknowledged.keys() | client.waiting.keys() | there.keys():
        asked, waiting = client.acknowledged.get(game), client.waiting.get(game)
        last = asked.last if asked else 0
        if there[game] < last:
            yield Problem(LOST, f"game {game} has {there[game]} events of {last} that were acknowledged")
        elif asked and (answer := store.answered(asked.request)) != Answer(game, asked.at + 1, asked.last):
            yield Problem(LOST, f"the last key that was acknowledged is answered {answer}")
        elif there[game] not in (last, waiting.last if waiting else last):
            yield Problem(DAMAGED, f"game {game} has {there[game]} events, of {last} and {waiting}")
        elif waiting and (store.answered(waiting.request) is None) != (there[game] == last):
            yield Problem(DAMAGED, f"events and key of {waiting} are not both there, or both not")


def _goes_on(store: Store, client: Client) -> Iterator[Problem]:
    try:
        if not client.acknowledged:
            begin(store)
        for game in client.acknowledged:
            version = store.game(game).version
            play(store, game, version, request=asks(game, f"after {version}"))
    except LogError as error:
        yield Problem(REFUSED, f"{type(error).__name__}: {error}")
    yield from (Problem(DAMAGED, f"verify, after the next appends: {fault.what}") for fault in store.verify())


class CutResult(msgspec.Struct):
    """The result of all power cuts in one model."""

    model: Model
    cuts: int = 0
    checked: int = 0
    """Cuts with other files or answers than all before; only these are checked."""
    problems: Counter[str] = msgspec.field(default_factory=Counter)
    """The number of cuts by what was wrong."""
    examples: list[str] = msgspec.field(default_factory=list)
    """Descriptions of the first problems."""


class Trace(NamedTuple):
    """A trace of how a log was written."""

    records: Sequence[Record]

    @classmethod
    def of(cls, library: Path, run: str, folder: Path) -> Trace:
        """Write a log under the shim. Raises BlindShim if it saw no calls."""
        child(library, "writing", run, folder)
        found = cls([*read_trace(folder / "trace")])
        if all(record.op == "M" for record in found.records):
            raise BlindShim
        return found

    def parts(self) -> dict[str, range]:
        """The records of the migration, of an append without a checkpoint, and of an append with one."""
        marks = [(n, record.data.decode().split()[0]) for n, record in enumerate(self.records) if record.op == "M"]
        opened = next(n for n, mark in marks if mark == OPENED)
        found = {"migration": range(opened + 1)}
        appends = [
            range(n, after + 1)
            for (n, mark), (after, next_mark) in pairwise(marks)
            if mark == ASKED and next_mark == STORED
        ]
        writes = [any(self.records[n].op == "W" and self.records[n].file == DATABASE for n in part) for part in appends]
        found["append"] = appends[writes.index(False)]
        found["checkpoint"] = appends[writes.index(True)]
        return found

    def cut(
        self, folder: Path, every: int = 1, parts: Sequence[range] = (), *, in_turn: bool = False
    ) -> list[CutResult]:
        """Cut the power after one of `every` records, and after all records of some parts.

        Each cut is made in every model, or with `in_turn` in one of them.
        """
        disk, client, rng = Disk(), Client(), Random(1)
        results = [CutResult(model) for model in MODELS]
        turn = cycle(range(len(MODELS)))
        checked: dict[bytes, list[Problem]] = {}
        for n, record in enumerate(self.records):
            if record.op == "M":
                client.note(record.data.decode())
            else:
                disk.note(record)
            if n % every and not any(n in part for part in parts):
                continue
            for found in [results[next(turn)]] if in_turn else results:
                files = disk.cut(found.model, rng)
                seen = _digest(files, client)
                if seen not in checked:
                    lay_down(files, folder / "cut")
                    checked[seen] = check(folder / "cut", client)
                    found.checked += 1
                found.cuts += 1
                found.problems.update({problem.kind for problem in checked[seen]})
                if checked[seen] and len(found.examples) < MAX_EXAMPLES:
                    found.examples.append(f"record {n} ({record.op}{record.file}): {checked[seen][0]}")
        return results


def _digest(files: dict[str, bytes], client: Client) -> bytes:
    """Equal for cuts with the same files and answers, which are checked once."""
    digest = sha256(repr((client.acknowledged, client.waiting)).encode())
    for suffix, data in sorted(files.items()):
        digest.update(f"{suffix} {len(data)} ".encode() + data)
    return digest.digest()
