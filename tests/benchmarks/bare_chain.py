"""A lower bound for `tabletale verify`: the database driver alone reads the rows, and the hash chain is checked.

Nothing of the program is imported. `events/chain.py` says what of an event is hashed.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing, contextmanager
from hashlib import sha256
from struct import Struct
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any

import psycopg

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

ORIGIN = bytes(32)
HEAD = Struct(">16s 6q 2? 7i")
EVENTS = """
select {id}(game_id), version, parent, {text}(kind), seat, {text}("by"), {text}(action), {text}(outcomes),
    {text}(effects), ruleset_version, recorded_at, occurred_at, salt, board_hash, hash
from events order by game_id, version
"""
GAMES = "select {id}(id), version, last_hash from games"
AT_ONCE = 500
"""Rows that PostgreSQL sends at once."""


def by_the_processor(url: str, events: int) -> Callable[[], float]:
    """Check a SQLite log of so many events; returns events per second of processor time."""
    return _checking(url, events, process_time)


def by_the_clock(url: str, events: int) -> Callable[[], float]:
    """Check a log of so many events; returns events per second."""
    return _checking(url, events, perf_counter)


def _checking(url: str, events: int, clock: Callable[[], float]) -> Callable[[], float]:
    def side() -> float:
        begin = clock()
        found = check(url)
        spent = clock() - begin
        if found != events:
            raise ValueError(f"the log has {found} events instead of {events}")
        return events / spent

    return side


def check(url: str) -> int:
    """Hash every event of a log and compare each hash with the stored one, and the last of each game with its row.

    Returns the number of events. Raises ValueError for the first difference.
    """
    with _reading(url) as read:
        count, last = _hashed(read(EVENTS))
        if last != {game: (version, hash) for game, version, hash in read(GAMES)}:
            raise ValueError("the rows of the games end with other hashes than their events")
    return count


def _hashed(events: Iterable[Any]) -> tuple[int, dict[bytes, tuple[int, bytes]]]:
    """The number of events, and the last version and hash of each game."""
    last: dict[bytes, tuple[int, bytes]] = {}
    count, opened, before, at = 0, b"", ORIGIN, 0
    for row in events:
        game, version, *_, stored = row
        if game != opened:
            if opened:
                last[opened] = at, before
            opened, before = game, ORIGIN
        before, at = sha256(before + sha256(_bytes(*row[:-1])).digest()).digest(), version
        if before != stored:
            raise ValueError(f"version {version} of game {game.hex()} has another hash")
        count += 1
    if opened:
        last[opened] = at, before
    return count, last


def _bytes(
    game: bytes,
    version: int,
    parent: int,
    kind: bytes,
    seat: int | None,
    by: bytes | None,
    action: bytes,
    outcomes: bytes,
    effects: bytes,
    ruleset_version: int,
    recorded_at: int,
    occurred_at: int | None,
    salt: bytes,
    board_hash: bytes | None,
) -> bytes:
    """The bytes of an event that the chain hashes."""
    texts = (kind, by, action, outcomes, effects, salt, board_hash)
    head = HEAD.pack(
        game,
        version,
        parent,
        seat or 0,
        ruleset_version,
        recorded_at,
        occurred_at or 0,
        seat is None,
        occurred_at is None,
        *[-1 if text is None else len(text) for text in texts],
    )
    return b"".join((head, *filter(None, texts)))


@contextmanager
def _reading(url: str) -> Iterator[Callable[[str], Iterator[Any]]]:
    """Give a function that runs a query, row by row; ids and texts come as bytes."""
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as log:
            log.text_factory = bytes
            yield lambda query: log.execute(query.format(id="", text=""))
    else:
        with psycopg.connect(url.replace("postgresql+psycopg", "postgresql")) as server:
            yield lambda query: _from_server(server, query)


def _from_server(server: psycopg.Connection[Any], query: str) -> Iterator[Any]:
    with server.cursor("rows", binary=True) as cursor:
        cursor.itersize = AT_ONCE
        yield from cursor.execute(query.format(id="uuid_send", text="textsend").encode())
