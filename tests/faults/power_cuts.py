"""The power is cut after every call that a trace tells of, and what is left of the log is opened and looked at."""

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
"""Something acknowledged is gone; the log cannot be opened, or is not whole; it takes no more; or it raises what is no
error of the log."""
SHOWN = 3


class Client:
    """What the clients had asked and been told when the power went."""

    def __init__(self) -> None:
        self.acknowledged: dict[UUID, Asked] = {}
        self.waiting: dict[UUID, Asked] = {}

    def tell(self, mark: str) -> None:
        what, _, text = mark.partition(" ")
        if what in (ASKED, STORED):
            asked = msgspec.json.decode(text, type=Asked)
            if what == ASKED:
                self.waiting[asked.game] = asked
            else:
                self.acknowledged[asked.game] = self.waiting.pop(asked.game)


class Left(NamedTuple):
    """What is wrong with the log after a cut."""

    kind: str
    what: str


def check(database: Path, client: Client) -> list[Left]:
    """Open a log after a cut, which migrates it where that was cut, and hold it against what was acknowledged."""
    try:
        with Store.open(f"sqlite:///{database}", synchronous="NORMAL") as store:
            wrong = [*_whole(store), *_kept(store, client)]
            return wrong or [*_goes_on(store, client)]
    except LogError as error:
        return [Left(DAMAGED, f"{type(error).__name__}: {error}")]
    except Exception as error:
        return [Left(BARE, f"{type(error).__name__}: {error}")]


def _whole(store: Store) -> Iterator[Left]:
    with driver(store._engines.raw) as connection:
        for (text,) in connection.execute("PRAGMA integrity_check").fetchall():
            if text != "ok":
                yield Left(DAMAGED, text)
    yield from (Left(DAMAGED, f"verify: {fault.what}") for fault in store.verify())
    positions = [each.position for each in store.log(0, 100_000)]
    if positions != [*range(1, len(positions) + 1)]:
        yield Left(DAMAGED, f"positions {positions}")


def _kept(store: Store, client: Client) -> Iterator[Left]:
    there = Counter(each.game_id for each in store.log(0, 100_000))
    for game in client.acknowledged.keys() | client.waiting.keys() | there.keys():
        asked, waiting = client.acknowledged.get(game), client.waiting.get(game)
        last = asked.last if asked else 0
        if there[game] < last:
            yield Left(LOST, f"game {game} has {there[game]} events of {last} that were acknowledged")
        elif asked and (answer := store.answered(asked.request)) != Answer(game, asked.at + 1, asked.last):
            yield Left(LOST, f"the last key that was acknowledged is answered {answer}")
        elif there[game] not in (last, waiting.last if waiting else last):
            yield Left(DAMAGED, f"game {game} has {there[game]} events, of {last} and {waiting}")
        elif waiting and (store.answered(waiting.request) is None) != (there[game] == last):
            yield Left(DAMAGED, f"events and key of {waiting} are not both there, or both not")


def _goes_on(store: Store, client: Client) -> Iterator[Left]:
    try:
        if not client.acknowledged:
            begin(store)
        for game in client.acknowledged:
            version = store.game(game).version
            play(store, game, version, request=asks(game, f"after {version}"))
    except LogError as error:
        yield Left(REFUSED, f"{type(error).__name__}: {error}")
    yield from (Left(DAMAGED, f"verify, after it went on: {fault.what}") for fault in store.verify())


class Tried(msgspec.Struct):
    """What came of cutting the power in one model."""

    model: Model
    cuts: int = 0
    looked: int = 0
    """At so many that left other files, or were to be held against other answers, than all before."""
    bad: Counter[str] = msgspec.field(default_factory=Counter)
    """Cuts by what was wrong after them."""
    shown: list[str] = msgspec.field(default_factory=list)
    """The first of these, in words."""


class Trace(NamedTuple):
    """A trace, and where its parts begin and end."""

    records: Sequence[Record]

    @classmethod
    def of(cls, library: Path, run: str, folder: Path) -> Trace:
        """Write a log under the shim. Raises BlindShim where it saw nothing."""
        child(library, "writing", run, folder)
        found = cls([*read_trace(folder / "trace")])
        if all(record.op == "M" for record in found.records):
            raise BlindShim
        return found

    def parts(self) -> dict[str, range]:
        """The migration, an append without a checkpoint, an append with one."""
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

    def cut(self, folder: Path, every: int = 1, parts: Sequence[range] = (), *, in_turn: bool = False) -> list[Tried]:
        """Cut the power after each record, or after one of so many and in all of some parts.

        Each cut is made in every model, or, `in_turn`, in one of them.
        """
        disk, client, rng = Disk(), Client(), Random(1)
        tried = [Tried(model) for model in MODELS]
        turn = cycle(range(len(MODELS)))
        looked: dict[bytes, list[Left]] = {}
        for n, record in enumerate(self.records):
            if record.op == "M":
                client.tell(record.data.decode())
            else:
                disk.tell(record)
            if n % every and not any(n in part for part in parts):
                continue
            for found in [tried[next(turn)]] if in_turn else tried:
                files = disk.cut(found.model, rng)
                seen = _digest(files, client)
                if seen not in looked:
                    lay_down(files, folder / "cut")
                    looked[seen] = check(folder / "cut", client)
                    found.looked += 1
                found.cuts += 1
                found.bad.update({left.kind for left in looked[seen]})
                if looked[seen] and len(found.shown) < SHOWN:
                    found.shown.append(f"record {n} ({record.op}{record.file}): {looked[seen][0]}")
        return tried


def _digest(files: dict[str, bytes], client: Client) -> bytes:
    """What tells a cut from others that need not be looked at again."""
    digest = sha256(repr((client.acknowledged, client.waiting)).encode())
    for suffix, data in sorted(files.items()):
        digest.update(f"{suffix} {len(data)} ".encode() + data)
    return digest.digest()
