"""Verifying the log in one pass: hash chains, positions, and the metadata of games.

Many docstrings end with a change to the code that makes the test fail.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import make_url

from events import Damaged, LogFault, NewNote, Store, UndoRequest
from events.engines import driver
from events.envelope import NO_GAME
from events.positions import BITS, Positions
from events.verified_game import PAGE
from events.verify_queries import Queries
from tests.events.build import asks, begin, event, line, play, summary, tamper

FLIPS = 20


def faults(store: Store, **part: Any) -> list[LogFault]:
    verification = store.verification(**part)
    return [*(fault for game in verification.games() for fault in game.faults()), *verification.faults()]


def game_with_metadata(store: Store) -> UUID:
    """A game of 12 events with two lines, requests of every kind, notes, a label and an undo request."""
    game_id = begin(store, 4)
    play(store, game_id, 4, 3, request=asks(game_id, "append"))
    store.append(game_id, 7, [event(8, "undo", 5)], summary(8, head=5, tip=7), notes={8: "a slip"})
    store.append(game_id, 8, [event(9, parent=5), event(10), event(11)], summary(11), request=asks(game_id, "line"))
    store.append(game_id, 11, [event(12, "adjust")], summary(12, tainted=True))
    store.add_note(game_id, NewNote(version=3, seat=1, text="well done"), request=asks(game_id, "note"))
    store.label_line(game_id, 9, "another try", request=asks(game_id, "label"))
    asked = UndoRequest(game_id=game_id, number=0, version=12, seat=2, to=10)
    store.request_undo(asked, request=asks(game_id, "undo"))
    return game_id


def test_each_event_is_read_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if a game continues on the next page; verifying one game reads its events only. Fails if the events of each
    game are read again after their page."""
    games = [begin(store, versions) for versions in (PAGE - 1, 3, 2 * PAGE + 1, 1)]
    read, ask = [0], Queries.ask

    def counting(queries: Queries, query: str, values: Any = ()) -> list[Any]:
        rows = ask(queries, query, values)
        read[0] += len(rows) * ("outcomes" in query)
        return rows

    monkeypatch.setattr(Queries, "ask", counting)
    verification = store.verification()
    assert [(game.id, list(game.faults())) for game in verification.games()] == [(each, []) for each in sorted(games)]
    assert list(verification.faults()) == []
    assert (read[0], verification.events, verification.count) == (3 * PAGE + 4, 3 * PAGE + 4, 4)
    read[0] = 0
    assert list(store.verify(games[1])) == []
    assert read[0] == 3


def test_a_log_is_verified_while_it_is_written(store: Store) -> None:
    """No transaction stays open, and what is stored meanwhile is no fault, in this game or a later one. Fails if every
    event after the version of the row counts as a fault."""
    games = sorted(begin(store, PAGE + 5) for _ in range(3))
    verification = store.verification()
    seen = 0
    for game in verification.games():
        for each in games:
            play(store, each, store.game(each).version, 2)
        store.append(game.id, store.game(game.id).version, [event(PAGE + 40, "undo", 2)], summary(2, head=2, tip=3))
        if store._engines.on_sqlite:
            with driver(store._engines.raw_writer) as connection:
                assert connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone() == (0, 0, 0)
        assert list(game.faults()) == []
        seen += 1
    assert (seen, list(verification.faults())) == (3, [])
    assert faults(store) == []


def test_since_a_position_only_games_with_new_events_are_read(store: Store) -> None:
    """They are read from the start; damage in other games and gaps before the position are not looked for. Fails if all
    games are read."""
    old, grown = begin(store, 5), begin(store, 6)
    place = store.position()
    play(store, grown, 6, 2)
    born = begin(store, 3)
    verification = store.verification(since=place)
    assert sorted(game.id for game in verification.games()) == sorted([grown, born])
    assert (verification.events, verification.position, verification.expected) == (11, place + 5, 5)
    assert faults(store, since=store.position()) == []
    for game_id in (old, grown):
        tamper(store, "update events set effects = '[]' where game_id = :id and version = 2", id=game_id)
    assert [(fault.game_id, fault.version) for fault in faults(store, since=place)] == [(grown, 2)]
    tamper(store, "update events set position = position + 70000 where position > :place", place=place + 3)
    assert any("positions 15 to " in fault.what for fault in faults(store, since=place)), faults(store, since=place)


def test_positions_are_looked_up_in_pages(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Broken by a page that begins one position late."""
    monkeypatch.setattr("events.verify_queries.INDEX_ROWS", 2)
    begin(store, 8)
    assert [position for position, *_ in Queries(store._engines).indexed_positions(2, 7)] == [2, 3, 4, 5, 6, 7]


def test_a_page_that_comes_again_is_not_read_for_ever(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A broken key leads to it. The rest of that game is reported, and the next game is read."""
    games, page, repeated = sorted(begin(store, 3) for _ in range(2)), Queries.page, 0

    def repeating(queries: Queries, after: tuple[bytes, int], _size: int) -> Any:
        nonlocal repeated
        if after != (games[0].bytes, 2):
            return page(queries, after, 2)
        repeated += 1
        assert repeated < 3, "read again and again"
        return page(queries, (b"", 0), 2)

    monkeypatch.setattr(Queries, "page", repeating)
    found = [(game.id, [fault.what for fault in game.faults()]) for game in store.verification().games()]
    assert found == [(games[0], ["version 3 is missing"]), (games[1], [])]
    assert repeated == 1


WRONG_METADATA = [
    ("update requests set first = 6 where key = 'append'", "led to versions 6 to 7, but the events say 5"),
    ("update requests set last = 6 where key = 'append'", "led to versions 5 to 6"),
    ("update requests set first = 700, last = 700 where key = 'append'", "led to versions 700 to 700"),
    ("update requests set recorded_at = 5 where key = 'append'", "which were not stored with it"),
    ("update requests set last = 40, first = 41 where key = 'undo'", "which do not exist"),
    ("update requests set first = 8, last = 8 where key = 'label'", "which were not stored with it"),
    ("update requests set first = 0, last = 0 where key = 'note'", "led to versions 0 to 0"),
    ("update requests set fingerprint = :short where key = 'line'", "a fingerprint of 5 bytes"),
    ("update requests set scope = 'local' where key = 'line'", "no game was created with these"),
    ("update requests set last = 3 where key = 'begin'", "no game was created with these"),
    ("update notes set version = 13 where text = 'a slip'", "on version 13"),
    ("update notes set version = 0 where text = 'a slip'", "on version 0"),
    ("update notes set seat = 3 where text = 'well done'", "of seat 3"),
    ("update line_labels set line = 6", "a label for line 6"),
    ("update line_labels set line = 13", "a label for line 13"),
    ("update undo_requests set version = 14", "undo 1 was requested"),
    ("update undo_requests set target = 14", "back to version 14"),
    ("update undo_requests set seat = 3", "by seat 3"),
]


@pytest.mark.parametrize(("statement", "what"), WRONG_METADATA, ids=[statement for statement, _ in WRONG_METADATA])
def test_metadata_that_refers_to_missing_events_is_found(store: Store, statement: str, what: str) -> None:
    """In requests, notes, labels and undo requests. Each case fails without its check."""
    begin(store)
    game_id = game_with_metadata(store)
    other = begin(store, 4)
    tamper(
        store,
        "insert into requests (scope, key, fingerprint, game_id, first, last, recorded_at) "
        "select 'local', 'begin', :print, game_id, 1, 4, recorded_at from events where game_id = :id and version = 1",
        id=other,
        print=b"x" * 32,
    )
    assert faults(store) == []
    values = {"short": b"short"} if ":short" in statement else {}
    tamper(store, statement, **values)
    (fault,) = faults(store)
    assert fault.kind == "beside"
    assert fault.game_id == (other if "'begin'" in statement else game_id)
    assert what in fault.what


@pytest.mark.parametrize("table", ["notes", "line_labels", "undo_requests", "requests"])
def test_rows_of_a_missing_game_are_found(store: Store, table: str) -> None:
    """Fails without the query for such rows."""
    begin(store)
    game_with_metadata(store)
    missing = UUID(int=77)
    tamper(store, f"update {table} set game_id = :id", id=missing)
    assert (missing, f"{table} refers to the game, which has no row") in [
        (fault.game_id, fault.what) for fault in faults(store)
    ]


def test_the_row_counts_the_events(store: Store) -> None:
    """Version and hash are compared without the ruleset; the fault names both values, and the rest of the log is still
    read. Fails if reading stops at the version of the row."""
    begin(store)
    game_id = begin(store, 5)
    last_hash = store.game(game_id).last_hash
    for version in (3, 9):
        tamper(store, "update games set version = :version where id = :id", version=version, id=game_id)
        (fault,) = faults(store)
        assert (fault.game_id, fault.column, fault.stored, fault.worked_out) == (game_id, "version", version, 5)
    long = begin(store, PAGE + 3)
    tamper(store, "update games set version = :version where id = :id", version=PAGE, id=long)
    assert [(fault.column, fault.worked_out) for fault in store.verify(long)] == [("version", PAGE + 3)]
    tamper(store, "update games set version = :version where id = :id", version=PAGE + 3, id=long)
    tamper(store, "update games set version = 5, last_hash = :hash where id = :id", hash=b"\x01" * 32, id=game_id)
    (fault,) = faults(store)
    assert (fault.column, fault.stored, fault.worked_out) == ("last_hash", "01" * 32, last_hash.hex())


def test_a_component_set_has_the_address_of_its_document(store: Store) -> None:
    """Fails if only games are verified."""
    begin(store)
    if store._engines.on_sqlite:
        tamper(store, "drop trigger component_sets_no_update")
    tamper(store, "update component_sets set document = replace(document, 'rook', 'crow')")
    (fault,) = faults(store)
    assert (fault.kind, fault.game_id) == ("set", NO_GAME)
    assert "component set" in fault.what


def test_the_index_of_forks_agrees_with_the_events(sqlite_url: str) -> None:
    """The tree is built from it, so it must not differ from the events; the same holds for the index of adjusts. Fails
    without the comparison."""
    with Store.open(sqlite_url) as store:
        game_id = game_with_metadata(store)
    for name, version in (("events_forks", 8), ("events_adjusts", 12)):
        rename = "UPDATE sqlite_master SET sql = replace(sql, ?, ?) WHERE name = ?"
        with closing(sqlite3.connect(make_url(sqlite_url).database or "")) as log, log:
            (sql,) = log.execute("SELECT sql FROM sqlite_master WHERE name = ?", (name,)).fetchone()
            log.execute(f"DROP INDEX {name}")
            log.execute(f"{sql} AND version > 12")
            log.execute("PRAGMA writable_schema = ON")
            log.execute(rename, (" AND version > 12", "", name))
        with Store.open(sqlite_url) as store:
            fault = next(fault for fault in faults(store) if name.removeprefix("events_") in fault.what)
            assert (fault.game_id, fault.version, fault.kind) == (game_id, version, "beside")


def test_missing_positions_are_listed_as_ranges() -> None:
    """For positions in any order, in several parts of memory, and with impossible numbers among them. Fails if the gaps
    between parts are left out."""
    positions = Positions(10, 3 * BITS, 3 * BITS)
    seen = [
        (place,) for place in range(11, 3 * BITS + 1) if place not in (11, 12, 900, 2 * BITS, 2 * BITS + 1, 3 * BITS)
    ]
    Random(1).shuffle(seen)
    assert positions.observe([*seen, (2**62,), (3,)]) == []
    assert list(positions.missing()) == [(11, 12), (900, 900), (2 * BITS, 2 * BITS + 1), (3 * BITS, 3 * BITS)]
    assert positions.observe([(13,), (900,), (14,)]) == [(13,), (14,)]
    far = Positions(0, 2**62, 3)
    assert far.observe([(1,), (2**62,)]) == []
    assert list(far.missing()) == [(2, 2**62 - 1)]


def test_a_flipped_bit_of_the_file_is_found(sqlite_url: str) -> None:
    """It leads to a fault or to `Damaged`, unless every row can still be read as it was; and the verification always
    ends. Fails without the hash chain."""
    with Store.open(sqlite_url) as store:
        for _ in range(4):
            game_with_metadata(store)
        begin(store, 40)
    path = Path(make_url(sqlite_url).database or "")
    sound, before = path.read_bytes(), rows_of(path)
    rng, visible, invisible = Random(5), 0, 0
    while visible < FLIPS:
        broken = bytearray(sound)
        broken[rng.randrange(4096, len(sound))] ^= 1 << rng.randrange(8)
        path.write_bytes(broken)
        if rows_of(path) == before:
            invisible += 1
            assert invisible < 50 * FLIPS
            continue
        visible += 1
        assert reports_a_fault(sqlite_url)


def rows_of(path: Path) -> Any:
    """All events and rows of games; None if they cannot be read."""
    with closing(sqlite3.connect(path)) as log:
        log.text_factory = bytes
        checked = "SELECT id, version, last_hash FROM games ORDER BY id"
        try:
            return log.execute("SELECT * FROM events ORDER BY game_id, version").fetchall(), log.execute(
                checked
            ).fetchall()
        except (sqlite3.DatabaseError, UnicodeDecodeError):
            return None


def reports_a_fault(url: str) -> bool:
    try:
        with Store.open(url) as store:
            return bool(faults(store))
    except Damaged:
        return True


QUERIES: list[tuple[Callable[[Queries], str], tuple[Any, ...], str]] = [
    (lambda queries: queries._page, (b"", 1, 9), "SEARCH events USING PRIMARY KEY ((game_id,version)>(?,?))"),
    (lambda queries: queries._events, (b"", 1, 9), "SEARCH events USING PRIMARY KEY (game_id=? AND version>?)"),
    (lambda queries: queries._parts["forks"], (b"", b""), "COVERING INDEX events_forks"),
    (lambda queries: queries._parts["adjusts"], (b"", b""), "COVERING INDEX events_adjusts"),
    (lambda queries: queries._parts["notes"], (b"", b""), "SEARCH notes USING PRIMARY KEY"),
    (lambda queries: queries._requests, ("", ""), "SEARCH requests USING PRIMARY KEY"),
    (lambda queries: queries._all_requests, ("", ""), "SEARCH requests USING PRIMARY KEY"),
]


@pytest.mark.parametrize(("query", "values", "plan"), QUERIES)
def test_verification_reads_in_key_order(
    sqlite_url: str, query: Callable[[Queries], str], values: tuple[Any, ...], plan: str
) -> None:
    """No query sorts, and each uses the smallest index."""
    with Store.open(sqlite_url) as store:
        asked = query(Queries(store._engines))
        with driver(store._engines.raw) as connection:
            (row,) = connection.execute(f"explain query plan {asked}", values).fetchall()
    assert plan in row[3]


def test_a_label_of_a_version_that_starts_no_line_is_found(store: Store) -> None:
    """Here for a game with one line; `test_metadata_that_refers_to_missing_events_is_found` has two lines."""
    game_id = begin(store, 3)
    store.append(game_id, 3, line(4, 2), summary(5))
    store.label_line(game_id, 1, "all of it")
    assert faults(store) == []
    store.label_line(game_id, 4, "none")
    assert [fault.what for fault in faults(store)] == ["there is a label for line 4, which does not exist"]
