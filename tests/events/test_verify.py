"""Verifying the log itself, in one reading: chains, positions, and what lies beside the events.

How each promise was broken once, to see its test fail, is said with it.
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
from events.envelope import NAMELESS
from events.positions import BITS, Positions
from events.verified_game import PAGE
from events.verify_queries import Queries
from tests.events.build import asks, begin, event, line, play, summary, tamper

FLIPS = 20


def found(store: Store, **part: Any) -> list[LogFault]:
    reading = store.reading(**part)
    return [*(fault for game in reading.games() for fault in game.faults()), *reading.faults()]


def with_all_beside(store: Store) -> UUID:
    """A game of 12 events with a line that was left, requests of every kind, notes, a label, and a wish to undo."""
    game_id = begin(store, 4)
    play(store, game_id, 4, 3, request=asks(game_id, "append"))
    store.append(game_id, 7, [event(8, "undo", 5)], summary(8, head=5, tip=7), notes={8: "a slip"})
    store.append(game_id, 8, [event(9, parent=5), event(10), event(11)], summary(11), request=asks(game_id, "line"))
    store.append(game_id, 11, [event(12, "adjust")], summary(12, tainted=True))
    store.add_note(game_id, NewNote(version=3, seat=1, text="well done"), request=asks(game_id, "note"))
    store.label_line(game_id, 9, "the other way", request=asks(game_id, "label"))
    asked = UndoRequest(game_id=game_id, number=0, version=12, seat=2, to=10)
    store.ask_undo(asked, request=asks(game_id, "undo"))
    return game_id


def test_each_event_is_read_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where games go on over pages; a game by itself costs its own events. Broken by asking for each game's events
    again once its page was read."""
    games = [begin(store, versions) for versions in (PAGE - 1, 3, 2 * PAGE + 1, 1)]
    read, ask = [0], Queries.ask

    def counting(queries: Queries, query: str, values: Any = ()) -> list[Any]:
        rows = ask(queries, query, values)
        read[0] += len(rows) * ("outcomes" in query)
        return rows

    monkeypatch.setattr(Queries, "ask", counting)
    reading = store.reading()
    assert [(game.id, list(game.faults())) for game in reading.games()] == [(each, []) for each in sorted(games)]
    assert list(reading.faults()) == []
    assert (read[0], reading.events, reading.count) == (3 * PAGE + 4, 3 * PAGE + 4, 4)
    read[0] = 0
    assert list(store.verify(games[1])) == []
    assert read[0] == 3


def test_a_log_is_verified_while_it_is_written(store: Store) -> None:
    """No transaction stays open, and what is stored in the meantime is no fault: neither in the game that is read nor
    in one that is yet to come. Broken by taking each event beyond the
    version of a row for a fault of the row."""
    games = sorted(begin(store, PAGE + 5) for _ in range(3))
    reading = store.reading()
    seen = 0
    for game in reading.games():
        for each in games:
            play(store, each, store.game(each).version, 2)
        store.append(game.id, store.game(game.id).version, [event(PAGE + 40, "undo", 2)], summary(2, head=2, tip=3))
        if store._engines.on_sqlite:
            with driver(store._engines.writer) as connection:
                assert connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone() == (0, 0, 0)
        assert list(game.faults()) == []
        seen += 1
    assert (seen, list(reading.faults())) == (3, [])
    assert found(store) == []


def test_only_games_with_something_new_are_read_since_a_position(store: Store) -> None:
    """They are read whole; what is damaged elsewhere, and a gap before the position, is not looked at. Broken by
    reading all games all the same."""
    old, grown = begin(store, 5), begin(store, 6)
    place = store.position()
    play(store, grown, 6, 2)
    born = begin(store, 3)
    reading = store.reading(since=place)
    assert sorted(game.id for game in reading.games()) == sorted([grown, born])
    assert (reading.events, reading.position, reading.expected) == (11, place + 5, 5)
    assert found(store, since=store.position()) == []
    for game_id in (old, grown):
        tamper(store, "update events set effects = '[]' where game_id = :id and version = 2", id=game_id)
    assert [(fault.game_id, fault.version) for fault in found(store, since=place)] == [(grown, 2)]
    tamper(store, "update events set position = position + 70000 where position > :place", place=place + 3)
    assert any("positions 15 to " in fault.what for fault in found(store, since=place)), found(store, since=place)


BESIDE = [
    ("update requests set first = 6 where key = 'append'", "led to versions 6 to 7, and by the events to versions 5"),
    ("update requests set last = 6 where key = 'append'", "led to versions 5 to 6"),
    ("update requests set first = 700, last = 700 where key = 'append'", "led to versions 700 to 700"),
    ("update requests set recorded_at = 5 where key = 'append'", "which were not stored with it"),
    ("update requests set last = 40, first = 41 where key = 'undo'", "which there are not"),
    ("update requests set first = 8, last = 8 where key = 'label'", "which were not stored with it"),
    ("update requests set first = 0, last = 0 where key = 'note'", "led to versions 0 to 0"),
    ("update requests set fingerprint = :short where key = 'line'", "a fingerprint of 5 bytes"),
    ("update requests set scope = 'local' where key = 'line'", "no game was stored that begins with these"),
    ("update requests set last = 3 where key = 'begin'", "no game was stored that begins with these"),
    ("update notes set version = 13 where text = 'a slip'", "on version 13"),
    ("update notes set version = 0 where text = 'a slip'", "on version 0"),
    ("update notes set seat = 3 where text = 'well done'", "of seat 3"),
    ("update line_labels set line = 6", "a label of line 6"),
    ("update line_labels set line = 13", "a label of line 13"),
    ("update undo_requests set version = 14", "undo 1 was asked for"),
    ("update undo_requests set target = 14", "back to version 14"),
    ("update undo_requests set seat = 3", "by seat 3"),
]


@pytest.mark.parametrize(("statement", "what"), BESIDE, ids=[statement for statement, _ in BESIDE])
def test_what_lies_beside_the_events_speaks_of_events_that_there_are(store: Store, statement: str, what: str) -> None:
    """Requests, whole, notes, labels and wishes to undo. Each was let through once by leaving its check out."""
    begin(store)
    game_id = with_all_beside(store)
    other = begin(store, 4)
    tamper(
        store,
        "insert into requests (scope, key, fingerprint, game_id, first, last, recorded_at) "
        "select 'local', 'begin', :print, game_id, 1, 4, recorded_at from events where game_id = :id and version = 1",
        id=other,
        print=b"x" * 32,
    )
    assert found(store) == []
    values = {"short": b"short"} if ":short" in statement else {}
    tamper(store, statement, **values)
    (fault,) = found(store)
    assert fault.kind == "beside"
    assert fault.game_id == (other if "'begin'" in statement else game_id)
    assert what in fault.what


@pytest.mark.parametrize("table", ["notes", "line_labels", "undo_requests", "requests"])
def test_rows_of_a_game_that_is_not_there_are_found(store: Store, table: str) -> None:
    """Broken by leaving that question out."""
    begin(store)
    with_all_beside(store)
    nobody = UUID(int=77)
    tamper(store, f"update {table} set game_id = :id", id=nobody)
    assert (nobody, f"{table} speaks of the game, which has no row") in [
        (fault.game_id, fault.what) for fault in found(store)
    ]


def test_the_row_counts_the_events(store: Store) -> None:
    """The two columns that need no rules, with both values; the rest of the log is read all the same. Broken by ending
    a game at the version that its row counts."""
    begin(store)
    game_id = begin(store, 5)
    last_hash = store.game(game_id).last_hash
    for version in (3, 9):
        tamper(store, "update games set version = :version where id = :id", version=version, id=game_id)
        (fault,) = found(store)
        assert (fault.game_id, fault.column, fault.stored, fault.worked_out) == (game_id, "version", version, 5)
    long = begin(store, PAGE + 3)
    tamper(store, "update games set version = :version where id = :id", version=PAGE, id=long)
    assert [(fault.column, fault.worked_out) for fault in store.verify(long)] == [("version", PAGE + 3)]
    tamper(store, "update games set version = :version where id = :id", version=PAGE + 3, id=long)
    tamper(store, "update games set version = 5, last_hash = :hash where id = :id", hash=b"\x01" * 32, id=game_id)
    (fault,) = found(store)
    assert (fault.column, fault.stored, fault.worked_out) == ("last_hash", "01" * 32, last_hash.hex())


def test_a_component_set_has_the_address_of_its_document(store: Store) -> None:
    """Broken by looking at the games alone."""
    begin(store)
    if store._engines.on_sqlite:
        tamper(store, "drop trigger component_sets_no_update")
    tamper(store, "update component_sets set document = replace(document, 'rook', 'crow')")
    (fault,) = found(store)
    assert (fault.kind, fault.game_id) == ("set", NAMELESS)
    assert "component set" in fault.what


def test_the_index_of_forks_holds_what_the_events_say(sqlite_url: str) -> None:
    """Boards are found through it, so it may not differ from the events: neither it nor that of adjusts. Broken by
    leaving the comparison out."""
    with Store.open(sqlite_url) as store:
        game_id = with_all_beside(store)
    for name, version in (("events_forks", 8), ("events_adjusts", 12)):
        rename = "UPDATE sqlite_master SET sql = replace(sql, ?, ?) WHERE name = ?"
        with closing(sqlite3.connect(make_url(sqlite_url).database or "")) as log, log:
            (sql,) = log.execute("SELECT sql FROM sqlite_master WHERE name = ?", (name,)).fetchone()
            log.execute(f"DROP INDEX {name}")
            log.execute(f"{sql} AND version > 12")
            log.execute("PRAGMA writable_schema = ON")
            log.execute(rename, (" AND version > 12", "", name))
        with Store.open(sqlite_url) as store:
            fault = next(fault for fault in found(store) if name.removeprefix("events_") in fault.what)
            assert (fault.game_id, fault.version, fault.kind) == (game_id, version, "beside")


def test_positions_that_were_not_seen_are_told_in_runs() -> None:
    """In any order, over parts of memory, and also where a position is a number that none can be. Broken by
    leaving out the gaps between."""
    positions = Positions(10, 3 * BITS, 3 * BITS)
    seen = [
        (place,) for place in range(11, 3 * BITS + 1) if place not in (11, 12, 900, 2 * BITS, 2 * BITS + 1, 3 * BITS)
    ]
    Random(1).shuffle(seen)
    assert positions.see([*seen, (2**62,), (3,)]) == []
    assert list(positions.missing()) == [(11, 12), (900, 900), (2 * BITS, 2 * BITS + 1), (3 * BITS, 3 * BITS)]
    assert positions.see([(13,), (900,), (14,)]) == [(13,), (14,)]
    far = Positions(0, 2**62, 3)
    assert far.see([(1,), (2**62,)]) == []
    assert list(far.missing()) == [(2, 2**62 - 1)]


def test_whatever_bit_of_the_file_is_flipped_is_found_where_it_shows(sqlite_url: str) -> None:
    """A flipped bit is named, or the log is said to be damaged, unless every row can still be read as it was; and the
    reading always ends. Broken by leaving the chain out."""
    with Store.open(sqlite_url) as store:
        for _ in range(4):
            with_all_beside(store)
        begin(store, 40)
    path = Path(make_url(sqlite_url).database or "")
    sound, before = path.read_bytes(), rows_of(path)
    rng, shown, hidden = Random(5), 0, 0
    while shown < FLIPS:
        broken = bytearray(sound)
        broken[rng.randrange(4096, len(sound))] ^= 1 << rng.randrange(8)
        path.write_bytes(broken)
        if rows_of(path) == before:
            hidden += 1
            assert hidden < 50 * FLIPS
            continue
        shown += 1
        assert faulty(sqlite_url)


def rows_of(path: Path) -> Any:
    """All events and rows as they can be read, or None."""
    with closing(sqlite3.connect(path)) as log:
        log.text_factory = bytes
        checked = "SELECT id, version, last_hash FROM games ORDER BY id"
        try:
            return log.execute("SELECT * FROM events ORDER BY game_id, version").fetchall(), log.execute(
                checked
            ).fetchall()
        except (sqlite3.DatabaseError, UnicodeDecodeError):
            return None


def faulty(url: str) -> bool:
    try:
        with Store.open(url) as store:
            return bool(found(store))
    except Damaged:
        return True


QUERIES: list[tuple[Callable[[Queries], str], tuple[Any, ...], str]] = [
    (lambda queries: queries._page, (b"", 1, 9), "SEARCH events USING PRIMARY KEY ((game_id,version)>(?,?))"),
    (lambda queries: queries._events, (b"", 1, 9), "SEARCH events USING PRIMARY KEY (game_id=? AND version>?)"),
    (lambda queries: queries._beside["forks"], (b"", b""), "COVERING INDEX events_forks"),
    (lambda queries: queries._beside["adjusts"], (b"", b""), "COVERING INDEX events_adjusts"),
    (lambda queries: queries._beside["notes"], (b"", b""), "SEARCH notes USING PRIMARY KEY"),
    (lambda queries: queries._requests, ("", ""), "SEARCH requests USING PRIMARY KEY"),
    (lambda queries: queries._all_requests, ("", ""), "SEARCH requests USING PRIMARY KEY"),
]


@pytest.mark.parametrize(("query", "values", "plan"), QUERIES)
def test_verifying_reads_along_the_keys(
    sqlite_url: str, query: Callable[[Queries], str], values: tuple[Any, ...], plan: str
) -> None:
    """No page sorts, and no index of few events is passed over for all of them."""
    with Store.open(sqlite_url) as store:
        asked = query(Queries(store._engines))
        with driver(store._engines.raw) as connection:
            (row,) = connection.execute(f"explain query plan {asked}", values).fetchall()
    assert plan in row[3]


def test_a_game_of_one_line_has_one(store: Store) -> None:
    """Labels of other versions than those that begin a line are found; see `with_all_beside`."""
    game_id = begin(store, 3)
    store.append(game_id, 3, line(4, 2), summary(5))
    store.label_line(game_id, 1, "all of it")
    assert found(store) == []
    store.label_line(game_id, 4, "none")
    assert [fault.what for fault in found(store)] == ["there is a label of line 4, and no such line"]
