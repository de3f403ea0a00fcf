"""Clients that append while the database fails: what is not acknowledged is sent again with its key, until it is."""

from __future__ import annotations

import traceback
from abc import abstractmethod
from collections import Counter
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection, HTTPException, HTTPResponse
from socket import SHUT_RDWR
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any
from uuid import UUID

from msgspec import json

from events import Answer, Repeated, Unavailable
from tests.events.build import asks, begin, play
from tests.following.following import StreamReader, new_game, requests
from tests.waiting import LIMIT, pause, until

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from events import Store
    from tests.api.serving import Running

PATIENCE = 10
"""Pauses before a client tries again: without them, it would take the time that the server needs to start."""
COUNT = 3
"""Events of one append."""
UNAVAILABLE = "/problems/database-unavailable"


class Worker(Thread):
    """A client with its own thread and its own game. It stops at the first wrong answer."""

    def __init__(self, game: UUID) -> None:
        super().__init__(daemon=True)
        self.game = game
        self.version = 1
        """The last version that was acknowledged, or received."""
        self.answers: Counter[str] = Counter()
        self.answered_at = monotonic()
        """When the last version came."""
        self.refused: int | None = 0
        """How often the database was not available to it; None if it does not write."""
        self.wrong: list[str] = []
        self._over = Event()

    def run(self) -> None:
        while not (self._over.is_set() or self.wrong):
            try:
                self._work()
            except Exception:
                self.wrong.append(f"an error that a client does not expect: {traceback.format_exc()}")

    @abstractmethod
    def _work(self) -> None:
        """Send one request."""

    def _reach(self, version: int) -> None:
        self.version, self.answered_at = version, monotonic()

    def _wait(self) -> None:
        if self.refused is not None:
            self.refused += 1
        for _ in range(PATIENCE):
            pause()

    def stop(self) -> None:
        self._over.set()
        self.join()

    def faults(self, store: Store) -> Iterator[str]:
        """What is wrong, once all have stopped."""
        yield from self.wrong


class StoreClient(Worker):
    """Appends to a game of an open store."""

    def __init__(self, store: Store) -> None:
        super().__init__(begin(store))
        self._store = store
        self._hashes: dict[int, bytes] = {}
        """The hash of each version that ended an append, as it was acknowledged."""

    def _work(self) -> None:
        at, last = self.version, self.version + COUNT
        request = asks(self.game, f"at {at}")
        try:
            stored = play(self._store, self.game, at, COUNT, request=request)
        except Unavailable:
            self.answers["Unavailable"] += 1
            return self._wait()
        except Repeated as repeated:
            self.answers["Repeated"] += 1
            if repeated.answer != Answer(self.game, at + 1, last):
                self.wrong.append(f"a request that was sent again has the answer {repeated.answer}")
        else:
            self.answers["stored"] += 1
            self._hashes[last] = stored[-1].hash
        self._reach(last)

    def faults(self, store: Store) -> Iterator[str]:
        yield from super().faults(store)
        stored = {event.version: event.hash for event in store.events(self.game)}
        if [*stored] != [*range(1, self.version + 1)]:
            yield f"version {self.version} was acknowledged, and {len(stored)} versions are stored"
        yield from (f"version {at} is another event" for at, hash in self._hashes.items() if stored.get(at) != hash)


class RestClient(Worker):
    """Records a game over REST: each action with the version that it builds on, and with a key."""

    def __init__(self, service: Running) -> None:
        super().__init__(UUID(new_game(service)))
        self._connection = HTTPConnection("127.0.0.1", service.port, timeout=LIMIT)
        self._requests = requests()
        self.waits: list[float] = []
        """The seconds until each answer."""
        self._next = next(self._requests)

    def _work(self) -> None:
        what, body = self._next
        headers = {"Content-Type": "application/json", "If-Match": f'"{self.version}"'}
        headers["Idempotency-Key"] = f"at-{self.version}"
        begin = monotonic()
        self._connection.request("POST", f"/v1/games/{self.game}/{what}", json.encode(body), headers)
        answer = self._connection.getresponse()
        found = json.decode(answer.read())
        self.waits.append(monotonic() - begin)
        self.answers[str(answer.status)] += 1
        if answer.status == 503:
            self.wrong += refusal_faults(answer, found)
            self._wait()
        elif answer.status == 201 and [each["version"] for each in found["events"]] == [self.version + 1]:
            self._next = next(self._requests)
            self._reach(self.version + 1)
        else:
            self.wrong.append(f"after version {self.version}: {answer.status} {found}")

    def faults(self, store: Store) -> Iterator[str]:
        yield from super().faults(store)
        stored = [event.version for event in store.events(self.game)]
        if stored != [*range(1, self.version + 1)]:
            yield f"version {self.version} was acknowledged, and {len(stored)} versions are stored"


def refusal_faults(answer: HTTPResponse, problem: Any) -> Iterator[str]:
    """What is wrong with an answer while the database is away."""
    if problem.get("type") != UNAVAILABLE or not problem.get("next_step"):
        yield f"not the problem of a database that is away: {problem}"
    if answer.headers["Retry-After"] is None:
        yield "it does not say when to try again"


class StreamClient(Worker):
    """Follows a game that another client records, and connects again whenever the stream ends."""

    def __init__(self, service: Running, game: UUID) -> None:
        super().__init__(game)
        self.refused = None
        self._port = service.port
        self._connection: HTTPConnection | None = None

    def _work(self) -> None:
        self._connection = HTTPConnection("127.0.0.1", self._port, timeout=LIMIT)
        headers = {"Last-Event-ID": str(self.version)}
        with closing(self._connection), suppress(OSError, HTTPException):
            self._connection.request("GET", f"/v1/games/{self.game}/stream", headers=headers)
            self._read(self._connection.getresponse())

    def stop(self) -> None:
        """Stop reading, too: a stream has no end."""
        self._over.set()
        if self._connection and self._connection.sock:
            with suppress(OSError):
                self._connection.sock.shutdown(SHUT_RDWR)
        super().stop()

    def _read(self, answer: HTTPResponse) -> None:
        self.answers[f"stream {answer.status}"] += 1
        if answer.status != 200:
            self.wrong += refusal_faults(answer, json.decode(answer.read()))
            return self._wait()
        reader = StreamReader()
        while not self._over.is_set() and (came := answer.read1()):
            for version in reader.read(came):
                if version != self.version + 1:
                    self.wrong.append(f"version {version} was sent after {self.version}")
                self._reach(version)


class Crowd:
    """Clients that work at the same time."""

    def __init__(self, workers: Sequence[Worker]) -> None:
        self._workers = workers

    def go_on(self) -> float:
        """Wait until each has come further, or one is wrong, whose game then ends; return the seconds until then."""
        begin, before = monotonic(), [worker.version for worker in self._workers]
        until(lambda: self.wrong or all(w.version > at for w, at in zip(self._workers, before, strict=True)), "answers")
        return max(worker.answered_at for worker in self._workers) - begin

    @property
    def wrong(self) -> bool:
        """Whether a client has stopped at a wrong answer."""
        return any(worker.wrong for worker in self._workers)

    @property
    def answers(self) -> Counter[str]:
        return sum((worker.answers for worker in self._workers), Counter())

    def notice(self) -> None:
        """Wait until each that writes has been told that the database is not available."""
        before = {worker: worker.refused for worker in self._workers if worker.refused is not None}
        until(lambda: all(w.wrong or (w.refused or 0) > at for w, at in before.items()), "clients that were refused")

    def stop(self) -> None:
        for worker in self._workers:
            worker.stop()

    def faults(self, store: Store) -> list[str]:
        """Stop, and tell what is wrong: something acknowledged is missing, or stored twice, or `verify` finds it."""
        self.stop()
        return [*(fault for each in self._workers for fault in each.faults(store)), *(f.what for f in store.verify())]


@contextmanager
def working(workers: Sequence[Worker]) -> Iterator[Crowd]:
    """Let clients work until the block ends."""
    for worker in workers:
        worker.start()
    crowd = Crowd(workers)
    try:
        yield crowd
    finally:
        crowd.stop()
