"""`python -m tests.faults.nth_call FOLDER {CASE: EVERY}`, under the shim: lets the N-th system call fail, for each N.

For each fault, a log is copied and opened, the shim is armed, an action runs, and the shim is disarmed. N grows by
EVERY until the action ends before its N-th call. Prints a list of `FaultResult` as JSON.
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
from tests.faults.shim import ALL_KINDS, ALWAYS, BlindShim, Shim, child

NEVER = 10**9
STORED = "stored"


class Fault(NamedTuple):
    """The error that system calls return, how often, and which calls."""

    error: int
    times: int
    kinds: str


FAULTS = {
    "I/O error once": Fault(errno.EIO, 1, ALL_KINDS),
    "I/O error until it is mended": Fault(errno.EIO, ALWAYS, ALL_KINDS),
    "disk full once": Fault(errno.ENOSPC, 1, "OWT"),
    "disk full until there is room": Fault(errno.ENOSPC, ALWAYS, "OWT"),
    "read-only": Fault(errno.EROFS, ALWAYS, "OWTU"),
    "no descriptors left": Fault(errno.EMFILE, ALWAYS, "O"),
    "lock refused once": Fault(errno.EAGAIN, 1, "L"),
    "no locks": Fault(errno.ENOLCK, 1, "L"),
}


class FaultResult(msgspec.Struct):
    """The result of one fault at each call of a case."""

    case: str
    fault: str
    calls: int
    """How many calls failed, one in each run."""
    answers: dict[str, int]
    """The answers that the caller got, with their number."""
    wrong: list[str]
    """What must not happen, each with its call."""


class Case(Protocol):
    """An action that runs while a call fails."""

    def prepare(self, database: Path) -> Callable[[], object]:
        """Prepare the action, and return it."""

    def after(self, database: Path, answer: str) -> list[str]:
        """What is wrong after the action, given the answer that the caller got."""


def answer_to(act: Callable[[], object]) -> str:
    """The answer to an action: `stored`, or the name of an error of the log. No other error is allowed."""
    try:
        act()
    except Repeated as error:
        return f"Repeated {error.answer.first} to {error.answer.last}"
    except LogError as error:
        return type(error).__name__
    except Exception as error:
        return f"not an error of the log, but {type(error).__name__}: {error}"
    return STORED


def faults_of(store: Store, last: int | None = None) -> list[str]:
    """What is wrong with a log; `last` is the position where it must end."""
    positions = [each.position for each in store.log(0, 10_000)]
    wrong = [] if positions == [*range(1, len(positions) + 1)] else [f"positions {positions}"]
    if last is not None and len(positions) != last:
        wrong.append(f"it has {len(positions)} events, not {last}")
    return wrong + [f"verify: {fault.what}" for fault in store.verify()]


class Append:
    """One append on a store that stays open during the fault, as in a server."""

    def __init__(self, origin: Path, *, size: int = 1, warm: bool = False, checkpoint: int = 1, cache: int = 0) -> None:
        self.origin, self.size, self.warm, self.checkpoint, self.cache = origin, size, warm, checkpoint, cache

    def prepare(self, database: Path) -> Callable[[], object]:
        shutil.copy(self.origin, database)
        self.store = Store.open(f"sqlite:///{database}")
        self.game = self.store.games()[0].id
        with driver(self.store._engines.raw_writer) as connection:
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
            wrong = check_retry(self.append, answer, self.at + 1, last)
            if (answered_with := answer_to(lambda: store.game(self.game))) != STORED:
                wrong.append(f"reading after it: {answered_with}")
            answered_with = answer_to(lambda: play(store, self.game, last, request=asks(self.game, "next")))
            if answered_with != STORED:
                wrong.append(f"the next append: {answered_with}")
            wrong += faults_of(store, last + 1)
        with Store.open(f"sqlite:///{database}") as store:
            if (version := store.game(self.game).version) != last + 1:
                wrong.append(f"opened again, it is at version {version}")
            if store.answered(asks(self.game)) != Answer(self.game, self.at + 1, last):
                wrong.append("opened again, the key is not answered")
            return wrong + faults_of(store, last + 1)


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


def check_retry(act: Callable[[], object], answer: str, first: int, last: int) -> list[str]:
    """What is wrong if the client sends the same request again, as it may after any answer."""
    repeated = f"Repeated {first} to {last}"
    allowed = {repeated} if answer == STORED else {repeated, STORED}
    wrong = [f"answer: {answer}"] if answer not in {STORED, "Unavailable", "Damaged"} else []
    again = answer_to(act)
    return wrong if again in allowed else [*wrong, f"the answer was {answer}, and to the same request again {again}"]


class NewGame:
    """A game is created completely or not at all, with its players and seats."""

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
            wrong = check_retry(self.create, answer, 1, 3)
            play(store, self.new.id, 3)
            wrong += faults_of(store, 7)
        with Store.open(f"sqlite:///{database}") as store:
            game = store.game(self.new.id)
            if (game.version, game.tags, len(game.seats)) != (4, ("club",), 2):
                wrong.append(f"opened again, it is not complete: {game}")
            if store.answered(self.request) != Answer(self.new.id, 1, 3):
                wrong.append("opened again, the key is not answered")
            return wrong + faults_of(store, 7)


class Opening:
    """An existing log is opened, or an empty file, which is migrated."""

    def __init__(self, origin: Path, *, empty: bool) -> None:
        self.origin, self.empty = origin, empty
        self.whole = schema_of(origin)

    def prepare(self, database: Path) -> Callable[[], object]:
        if not self.empty:
            shutil.copy(self.origin, database)
        return lambda: Store.open(f"sqlite:///{database}").close()

    def after(self, database: Path, answer: str) -> list[str]:
        wrong = [f"answer: {answer}"] if answer not in {STORED, "Unavailable", "Damaged"} else []
        with Store.open(f"sqlite:///{database}") as store:
            begin(store, 2)
            wrong += faults_of(store, 2 if self.empty else 5)
        if missing := self.whole ^ schema_of(database):
            wrong.append(f"tables, indexes or triggers: {sorted(missing)}")
        return wrong


def schema_of(database: Path) -> set[tuple[str, str]]:
    """Tables, indexes and triggers of a file, each with its SQL."""
    with closing(sqlite3.connect(database)) as log:
        return {*log.execute("SELECT name, coalesce(sql, '') FROM sqlite_schema")}


class Reads:
    """Nothing is written: everything is read from a log that is in no cache."""

    def __init__(self, origin: Path) -> None:
        self.origin = origin

    def prepare(self, database: Path) -> Callable[[], object]:
        shutil.copy(self.origin, database)
        with Store.open(f"sqlite:///{database}") as store:
            self.game = store.games()[0].id
        self.store = Store.open(f"sqlite:///{database}")
        return self.read

    def read(self) -> object:
        """Read everything, and raise the first failure at the end."""
        store, game = self.store, self.game
        cases: list[Callable[[], object]] = [
            lambda: store.game(game),
            lambda: list(store.events(game)),
            store.games,
            lambda: store.answered(asks(game)),
            store.position,
            lambda: store.notes(game),
            lambda: list(store.verify()),
        ]
        failed = []
        for ask in cases:
            try:
                ask()
            except Exception as error:
                failed.append(error)
        if failed:
            raise next((error for error in failed if not isinstance(error, LogError)), failed[0])
        return None

    def after(self, database: Path, answer: str) -> list[str]:
        wrong = [f"answer: {answer}"] if answer not in {STORED, "Unavailable", "Damaged"} else []
        with self.store as store:
            if (answered_with := answer_to(self.read)) != STORED:
                wrong.append(f"reading after it: {answered_with}")
            return wrong + faults_of(store, 3)


CASES: dict[str, Callable[[Path], Case]] = {
    "append": partial(Append, warm=True, checkpoint=NEVER),
    "first append, with a checkpoint": Append,
    "append of 300, more than the cache holds": partial(Append, size=300, checkpoint=20, cache=10),
    "undo with a note": Undo,
    "new game": NewGame,
    "reading": Reads,
    "opening": partial(Opening, empty=False),
    "migration": partial(Opening, empty=True),
}
"""The actions, on copies of a log with one game of 3 events."""


def each_call(shim: Shim, folder: Path, case: Case, fault: Fault, every: int) -> tuple[Counter[str], list[str]]:
    """Let every call fail, or one of `every`, until the action ends before it: the answers, and what is wrong.

    Raises BlindShim if the shim saw no calls.
    """
    answers, wrong = Counter[str](), list[str]()
    nth = 0  # without a failing call, nothing may be wrong
    while True:
        here = folder / "here"
        here.mkdir()
        shim.watch(here / "log")
        act = case.prepare(here / "log")
        shim.arm(nth, fault.times, fault.error, fault.kinds)
        answer = answer_to(act)
        counted = shim.disarm()
        at = f"call {nth} ({counted.names[nth - 1]})" if 0 < nth <= len(counted.names) else "no call"
        wrong += [f"{at}: {each}" for each in case.after(here / "log", answer)]
        shutil.rmtree(here)
        if counted.number == 0 and "L" in fault.kinds:
            raise BlindShim
        if counted.number < max(nth, 1):
            return answers, wrong
        if nth:
            answers[answer] += 1
        nth += every if nth else 1


def try_cases(library: Path, folder: Path, cases: dict[str, int]) -> list[FaultResult]:
    """Try cases in a separate process; `cases` says for each, every how many calls one fails."""
    found = child(library, "nth_call", folder, msgspec.json.encode(cases).decode())
    return msgspec.convert(found, list[FaultResult])


def main(folder: Path, cases: dict[str, int]) -> None:
    shim = Shim()
    shim.hurry()
    with Store.open(f"sqlite:///{folder / 'origin'}") as store:
        begin(store, 3)
    found = []
    for name, every in cases.items():
        for fault, kind in FAULTS.items():
            answers, wrong = each_call(shim, folder, CASES[name](folder / "origin"), kind, every)
            found.append(FaultResult(name, fault, answers.total(), dict(answers), wrong))
    print(msgspec.json.encode(found).decode())


if __name__ == "__main__":
    main(Path(sys.argv[1]), msgspec.json.decode(sys.argv[2], type=dict[str, int]))
