"""Connections to PostgreSQL that are cut in the middle of a write: its caller cannot know whether it was stored.

The write is sent again with its key. It is stored then, or the caller is answered what was stored the first time.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Literal, NamedTuple

import psycopg

from events import ImportResult, NewNote, Repeated, Store, Unavailable, UnknownGame
from events.transfer import LOCK
from tests.events.build import asks, begin, line, new_game, play, summary
from tests.events.crowds import begun, outcome
from tests.events.test_transfer import incoming
from tests.faults.proxy import Cut, Proxy
from tests.waiting import until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from uuid import UUID

KEY = "cut"
COUNT = 3
"""Events of a write."""

Moment = Literal["before the request", "before the commit", "during the commit", "before the answer"]
"""When a connection is cut. `before the commit`, its session on the server ends, too. `during the commit` the session
goes on, and commits when the write that was sent again waits for it.
"""

WAITING = "pid from pg_locks where not granted"


class Write(NamedTuple):
    """A write that may be sent again."""

    name: str
    moments: tuple[Moment, ...]
    text: bytes
    """Text in its last request to the server."""
    send: Callable[[], object]
    stored: Callable[[], int]
    """How many events or notes of it are stored."""


ALL: tuple[Moment, ...] = ("before the request", "before the commit", "during the commit", "before the answer")


def writes(store: Store, elsewhere: Store) -> Iterator[Write]:
    """Every kind of write; `store` is reached through a proxy, and `elsewhere` is another log."""

    def count(game: UUID, before: int) -> int:
        try:
            return store.game(game).version - before
        except UnknownGame:
            return 0

    played, new, other, noted = begin(store), new_game(store), begin(elsewhere, COUNT), begin(store)
    key = f'"key":"{KEY}"'.encode()
    append = partial(play, store, played, 1, COUNT, request=asks(played, KEY))
    yield Write("append", ALL, key, append, lambda: count(played, 1))
    create = partial(store.create, new, line(1, COUNT), summary(COUNT), request=asks(f"who starts {new.id}", KEY))
    yield Write("new game", ALL, key, create, lambda: count(new.id, 0))
    imported = partial(store.import_game, incoming(elsewhere, other))
    yield Write("import", ALL, b"; COMMIT", imported, lambda: count(other, 0))
    note = partial(store.add_note, noted, NewNote(version=1, text="?"), request=asks(noted, KEY))
    # It has no statement that waits and commits
    yield Write("note", (ALL[0], ALL[-1]), b"COMMIT\0", note, lambda: COUNT * len(store.notes(noted)))


def try_cuts(proxy: Proxy, url: str, elsewhere: Store) -> Iterator[tuple[str, list[str]]]:
    """Each kind of write, cut at each moment: what was tried, and what is wrong. `url` leads past the proxy."""
    with Store.open(proxy.url) as store:
        for moment in ALL:
            for write in writes(store, elsewhere):
                if moment in write.moments:
                    wrong = [*_faults(proxy, url, write, moment), *(fault.what for fault in store.verify())]
                    yield f"{write.name}, cut {moment}", wrong


def _faults(proxy: Proxy, url: str, write: Write, moment: Moment) -> Iterator[str]:
    with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as other:
        first, again = _send_twice(proxy, other, write, moment)
    if not isinstance(first, Unavailable):
        yield f"the caller got {first!r}"
    known = isinstance(again, Repeated) or (isinstance(again, ImportResult) and again.state == "here")
    refused = isinstance(again, Exception) and not known
    if refused or known != (moment in ("during the commit", "before the answer")):
        yield f"sent again, it was answered with {again!r}"
    if write.stored() != COUNT:
        yield f"{write.stored()} of {COUNT} events are stored"


def _send_twice(proxy: Proxy, other: psycopg.Connection, write: Write, moment: Moment) -> tuple[object, object]:
    """What the caller got from the write that was cut, and from the one that was sent again."""

    def waiting(count: int) -> bool:
        return len(other.execute(f"select {WAITING}").fetchall()) == count

    if moment not in ("before the commit", "during the commit"):
        proxy.cut = Cut(write.text, "before the request" if moment == "before the request" else "before the answer")
        return outcome(begun(write.send)), outcome(begun(write.send))
    other.execute(f"select pg_advisory_lock({LOCK})")
    proxy.cut = Cut(write.text, "after the request", lambda: until(lambda: waiting(1), "a write that waits"))
    first = outcome(begun(write.send))
    if moment == "before the commit":
        other.execute(f"select pg_terminate_backend(pid) from (select {WAITING}) as waiting")
        until(lambda: waiting(0), "the end of the session")
        other.execute(f"select pg_advisory_unlock({LOCK})")
        return first, outcome(begun(write.send))
    again = begun(write.send)
    until(lambda: waiting(2), "the second write, which waits for the first")
    other.execute(f"select pg_advisory_unlock({LOCK})")
    return first, outcome(again)
