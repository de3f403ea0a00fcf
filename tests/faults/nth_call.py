"""`python -m tests.faults.nth_call FOLDER {CASE: EVERY}`, under the shim: lets the N-th call fail, for each N.

A log is copied and opened, the shim armed, something done, the shim disarmed; N grows until what is done ends before
its N-th call, by EVERY. Each fault is tried. Prints a list of `Tried` as JSON.
"""

from __future__ import annotations

import errno
import shutil
import sqlite3
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import NamedTuple, Protocol

import msgspec

from events import Answer, LogError, Repeated, Request, Store
from events.engines import driver
from tests.events.build import asks, begin, event, line, new_game, play, summary
from tests.faults.shim import ALL_KINDS, FOR_EVER, BlindShim, Shim, child

NEVER = 10**9
STORED = "stored"


class Fault(NamedTuple):
    """What the system says, of which calls, and how often."""

    error: int
    times: int
    kinds: str


FAULTS = {
    "I/O error once": Fault(errno.EIO, 1, ALL_KINDS),
    "I/O error until it is mended": Fault(errno.EIO, FOR_EVER, ALL_KINDS),
    "disk full once": Fault(errno.ENOSPC, 1, "OWT"),
    "disk full until there is room": Fault(errno.ENOSPC, FOR_EVER, "OWT"),
    "read-only": Fault(errno.EROFS, FOR_EVER, "OWTU"),
    "no descriptors left": Fault(errno.EMFILE, FOR_EVER, "O"),
    "lock refused once": Fault(errno.EAGAIN, 1, "L"),
    "no locks": Fault(errno.ENOLCK, 1, "L"),
}


class Tried(msgspec.Struct):
    """What came of one fault at each call of a case."""

    case: str
    fault: str
    calls: int
    """How many were let fail, one in each run."""
    told: dict[str, int]
    """What the caller was told, and how often."""
    wrong: list[str]
    """What must not be, each with its call."""


class Case(Protocol):
    """Something that is done while a call fails."""

    def prepare(self, database: Path) -> Callable[[], object]:
        """Make ready what is to be done, and return it."""

    def after(self, database: Path, answer: str) -> list[str]:
        """What is wrong after it was done, by what the caller was told."""


def said_of(act: Callable[[], object]) -> str:
    """What somebody is told who does something: `stored`, or an error of the log. Any other error is no answer."""
    try:
        act()
    except Repeated as error:
        return f"Repeated {error.answer.first} to {error.answer.last}"
    except LogError as error:
        return type(error).__name__
    except Exception as error:
        return f"not an error of the log, but {type(error).__name__}: {error}"
    return STORED


def faulty(store: Store, last: int | None = None) -> list[str]:
    """What is wrong with a log by itself; `last` is where it must end."""
    positions = [each.position for each in store.log(0, 10_000)]
    wrong = [] if positions == [*range(1, len(positions) + 1)] else [f"positions {positions}"]
    if last is not None and len(positions) != last:
        wrong.append(f"it has {len(positions)} events, not {last}")
    return wrong + [f"verify: {fault.what}" for fault in store.verify()]


class Append:
    """One append on a store that is held open over the fault, as a server holds it."""

    def __init__(self, origin: Path, *, size: int = 1, warm: bool = False, checkpoint: int = 1, cache: int = 0) -> None:
        self.origin, self.size, self.warm, self.checkpoint, self.cache = origin, size, warm, checkpoint, cache

    def prepare(self, database: Path) -> Callable[[], object]:
        shutil.copy(self.origin, database)
        self.store = Store.open(f"sqlite:///{database}")
        self.game = self.store.games()[0].id
        with driver(self.store._engines.writer) as connection:
            connection.execute(f"PRAGMA wal_autocheckpoint = {self.checkpoint}")
            if self.cache:
                connection.execute(f"PRAGMA cache_size = {self.cache}")
        if self.warm:
            play(self.store, self.game, 3, request=asks(self.game, "warm"))
        self.at = self.store.game(self.game).version
        return self.append

    def append(self) -> object:
        return play(self.store, self.game, self.at, self.size, request=asks(self.game))

    def after(self, database: Path, answer: str) -> list[str]:
        last = self.at + self.size
        with self.store as store:
            wrong = retried(self.append, answer, self.at + 1, last)
            if (said := said_of(lambda: store.game(self.game))) != STORED:
                wrong.append(f"reading after it: {said}")
            said = said_of(lambda: play(store, self.game, last, request=asks(self.game, "next")))
            if said != STORED:
                wrong.append(f"the next append: {said}")
            wrong += faulty(store, last + 1)
        with Store.open(f"sqlite:///{database}") as store:
            if (version := store.game(self.game).version) != last + 1:
                wrong.append(f"opened anew, it is at version {version}")
            if store.answered(asks(self.game)) != Answer(self.game, self.at + 1, last):
                wrong.append("opened anew, the key is not answered")
            return wrong + faulty(store, last + 1)


class Undo(Append):
    """An undo with a note."""

    def append(self) -> object:
        at = self.at
        undo, after = event(at + 1, "undo", parent=at - 1, effects="[]"), summary(at + 1, head=at - 1)
        return self.store.append(self.game, at, [undo], after, notes={at + 1: "a slip"}, request=asks(self.game))

    def after(self, database: Path, answer: str) -> list[str]:
        wrong = super().after(database, answer)
        with Store.open(f"sqlite:///{database}") as store:
            if [note.text for note in store.notes(self.game)] != ["a slip"]:
                wrong.append("the note")
        return wrong


def retried(act: Callable[[], object], answer: str, first: int, last: int) -> list[str]:
    """What is wrong when the client sends the same request again, as it may after any answer."""
    repeated = f"Repeated {first} to {last}"
    allowed = {repeated} if answer == STORED else {repeated, STORED}
    wrong = [f"told: {answer}"] if answer not in {STORED, "Unavailable", "Damaged"} else []
    again = said_of(act)
    return wrong if again in allowed else [*wrong, f"told {answer}, and the same request again: {again}"]


class NewGame:
    """A game is created whole or not at all, with its players and seats."""

    def __init__(self, origin: Path) -> None:
        self.origin = origin

    def prepare(self, database: Path) -> Callable[[], object]:
        shutil.copy(self.origin, database)
        self.store = Store.open(f"sqlite:///{database}")
        self.new = new_game(self.store, tags=("club",))
        return self.create

    def create(self) -> object:
        return self.store.create(self.new, line(1, 3), summary(3), request=self.request)

    @property
    def request(self) -> Request:
        return asks("me")

    def after(self, database: Path, answer: str) -> list[str]:
        with self.store as store:
            wrong = retried(self.create, answer, 1, 3)
            play(store, self.new.id, 3)
            wrong += faulty(store, 7)
        with Store.open(f"sqlite:///{database}") as store:
            game = store.game(self.new.id)
            if (game.version, game.tags, len(game.seats)) != (4, ("club",), 2):
                wrong.append(f"opened anew, it is not whole: {game}")
            if store.answered(self.request) != Answer(self.new.id, 1, 3):
                wrong.append("opened anew, the key is not answered")
            return wrong + faulty(store, 7)


class Opening:
    """A log is opened: one that is there, or an empty file, which is migrated."""

    def __init__(self, origin: Path, *, empty: bool) -> None:
        self.origin, self.empty = origin, empty
        self.whole = schema_of(origin)

    def prepare(self, database: Path) -> Callable[[], object]:
        if not self.empty:
            shutil.copy(self.origin, database)
        return lambda: Store.open(f"sqlite:///{database}").close()

    def after(self, database: Path, answer: str) -> list[str]:
        wrong = [f"told: {answer}"] if answer not in {STORED, "Unavailable", "Damaged"} else []
        with Store.open(f"sqlite:///{database}") as store:
            begin(store, 2)
            wrong += faulty(store, 2 if self.empty else 5)
        if missing := self.whole ^ schema_of(database):
            wrong.append(f"tables, indexes or triggers: {sorted(missing)}")
        return wrong


def schema_of(database: Path) -> set[tuple[str, str]]:
    """Tables, indexes and triggers of a file, each with its SQL."""
    with closing(sqlite3.connect(database)) as log:
        return {*log.execute("SELECT name, coalesce(sql, '') FROM sqlite_schema")}


class Verification:
    """Nothing is written: all is read from a log whose pages are in no cache."""

    def __init__(self, origin: Path) -> None:
        self.origin = origin

    def prepare(self, database: Path) -> Callable[[], object]:
        shutil.copy(self.origin, database)
        with Store.open(f"sqlite:///{database}") as store:
            self.game = store.games()[0].id
        self.store = Store.open(f"sqlite:///{database}")
        return self.read

    def read(self) -> object:
        """All of it, whatever of it fails; the first failure is told."""
        store, game = self.store, self.game
        asked: list[Callable[[], object]] = [
            lambda: store.game(game),
            lambda: list(store.events(game)),
            store.games,
            lambda: store.answered(asks(game)),
            store.position,
            lambda: store.notes(game),
            lambda: list(store.verify()),
        ]
        failed = []
        for ask in asked:
            try:
                ask()
            except Exception as error:
                failed.append(error)
        if failed:
            raise next((error for error in failed if not isinstance(error, LogError)), failed[0])
        return None

    def after(self, database: Path, answer: str) -> list[str]:
        wrong = [f"told: {answer}"] if answer not in {STORED, "Unavailable", "Damaged"} else []
        with self.store as store:
            if (said := said_of(self.read)) != STORED:
                wrong.append(f"reading after it: {said}")
            return wrong + faulty(store, 3)


CASES: dict[str, Callable[[Path], Case]] = {
    "append": partial(Append, warm=True, checkpoint=NEVER),
    "first append, with a checkpoint": Append,
    "append of 300, more than the cache holds": partial(Append, size=300, checkpoint=20, cache=10),
    "undo with a note": Undo,
    "new game": NewGame,
    "reading": Verification,
    "opening": partial(Opening, empty=False),
    "migration": partial(Opening, empty=True),
}
"""What is tried, on copies of a log with one game of 3 events."""


def each_call(shim: Shim, folder: Path, case: Case, fault: Fault, every: int) -> tuple[Counter[str], list[str]]:
    """Let each call fail, or one of so many, until all is over before it: what was told, and what is wrong.

    Raises BlindShim where there are none.
    """
    told, wrong = Counter[str](), list[str]()
    nth = 0  # nothing fails then, and nothing may be wrong
    while True:
        here = folder / "here"
        here.mkdir()
        shim.watch(here / "log")
        act = case.prepare(here / "log")
        shim.arm(nth, fault.times, fault.error, fault.kinds)
        answer = said_of(act)
        counted = shim.disarm()
        at = f"call {nth} ({counted.names[nth - 1]})" if 0 < nth <= len(counted.names) else "no call"
        wrong += [f"{at}: {each}" for each in case.after(here / "log", answer)]
        shutil.rmtree(here)
        if counted.number == 0 and "L" in fault.kinds:
            raise BlindShim
        if counted.number < max(nth, 1):
            return told, wrong
        if nth:
            told[answer] += 1
        nth += every if nth else 1


def tried(library: Path, folder: Path, asked: dict[str, int]) -> list[Tried]:
    """Try cases in a process of its own, one of so many calls of each."""
    found = child(library, "nth_call", folder, msgspec.json.encode(asked).decode())
    return msgspec.convert(found, list[Tried])


def main(folder: Path, asked: dict[str, int]) -> None:
    shim = Shim()
    shim.hurry()
    with Store.open(f"sqlite:///{folder / 'origin'}") as store:
        begin(store, 3)
    found = []
    for name, every in asked.items():
        for fault, meant in FAULTS.items():
            told, wrong = each_call(shim, folder, CASES[name](folder / "origin"), meant, every)
            found.append(Tried(name, fault, told.total(), dict(told), wrong))
    print(msgspec.json.encode(found).decode())


if __name__ == "__main__":
    main(Path(sys.argv[1]), msgspec.json.decode(sys.argv[2], type=dict[str, int]))
