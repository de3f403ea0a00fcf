"""The promises of the log, on each database. The docstrings can be read as its manual."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from functools import partial
from hashlib import sha256
from typing import Any
from uuid import UUID

import msgspec
import psycopg
import pytest
from sqlalchemy.exc import DBAPIError

from events import (
    Answer,
    Changes,
    Event,
    EventTooLarge,
    GameExists,
    KeyReused,
    MergedPlayer,
    NameTaken,
    Repeated,
    Request,
    Result,
    SamePlayer,
    Seated,
    Stale,
    Store,
    UndoAsked,
    UndoRequest,
    UndoVoid,
    UnknownComponentSet,
    UnknownGame,
    UnknownPlayer,
    UnknownUndoRequest,
    UnknownVersion,
    hot_path,
    new_game_id,
)
from events import notes as notes_module
from events import store as store_module
from tests.events.build import DOCUMENT, asks, begin, event, line, new_game, play, summary, tamper
from tests.waiting import LIMIT

# What is stored


def test_an_event_is_stored_unchanged(store: Store) -> None:
    """Every field is read back byte for byte."""
    handed_in = event(
        2,
        action='{"type":"Say","text":"\\u0000 \\\\ é 🂡 \'"}',
        outcomes='[6,"knight.2",null]',
        effects='[ {"type" : "Said"} ]',
        by="o:7f",
        seat=2,
        occurred_at=-5,
        board_hash=b"\x00" * 32,
    )
    game_id = begin(store)
    (stored,) = store.append(game_id, 1, [handed_in], summary(2), recorded_at=1_700_000_000_000_000)
    assert store.event(game_id, 2) == stored
    assert {name: getattr(stored, name) for name in handed_in.__struct_fields__} == msgspec.structs.asdict(handed_in)
    assert (stored.game_id, stored.version, stored.position) == (game_id, 2, 2)
    assert stored.recorded_at == 1_700_000_000_000_000
    assert (len(stored.salt), len(stored.hash)) == (16, 32)


def test_creating_a_game_stores_its_row_and_its_first_events(store: Store) -> None:
    """The seats, tags and summary of a new game are stored together with its first event."""
    ann = store.create_player("Ann")
    game = new_game(store, seats=(ann.id, None), tags=("club", "autumn", "club"), place="Kiel", secret_key=b"k" * 32)
    (start,) = store.create(game, line(1, 1), summary(1), recorded_at=5)
    stored = store.game(game.id)
    assert stored.summary == summary(1)
    assert stored.seats == (Seated(1, ann.id, "Ann"), Seated(2, None, None))
    assert stored.tags == ("autumn", "club")
    assert (stored.place, stored.visibility, stored.archived, stored.count_in_statistics) == (
        "Kiel",
        "unlisted",
        False,
        True,
    )
    assert (stored.version, stored.last_hash, stored.created_at, stored.finished_at) == (1, start.hash, 5, None)
    assert store.secret_key(game.id) == b"k" * 32


def test_times_are_microseconds(store: Store) -> None:
    before = datetime.now(UTC)
    game = store.game(begin(store))
    times = [game.created_at, store.event(game.id, 1).recorded_at]
    after = datetime.now(UTC)
    assert all(before <= datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=time) <= after for time in times)


def test_an_append_updates_the_summary(store: Store) -> None:
    """The summary is written in the same transaction as the events that lead to it."""
    game_id = begin(store)
    assert not store.game(game_id).summary.tainted
    ended = summary(2, status="finished", result=Result((2,), "points"), standing=((1, 3), (2, 7.5)), tainted=True)
    (last,) = store.append(game_id, 1, line(2, 1), ended)
    game = store.game(game_id)
    assert game.summary == ended
    assert (game.version, game.last_hash) == (2, last.hash)


def test_a_game_is_finished_when_its_summary_says_so(store: Store) -> None:
    """The time when a game was finished stays while it is finished, and is removed when the end is undone."""
    game_id = begin(store)
    store.append(game_id, 1, line(2, 1), summary(2, status="finished"), recorded_at=10)
    store.append(game_id, 2, line(3, 1), summary(3, status="finished"), recorded_at=20)
    assert store.game(game_id).finished_at == 10
    store.append(game_id, 3, [event(4, "undo", 1)], summary(4, head=1, tip=3), recorded_at=30)
    assert store.game(game_id).finished_at is None


def test_nothing_is_stored_of_an_append_that_fails(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """An append is stored completely or not at all, also if its last part, the reason of an event, is refused."""
    game_id = begin(store)
    before = store.game(game_id)
    monkeypatch.setattr(notes_module, "new_number", lambda: None)
    with pytest.raises((sqlite3.IntegrityError, psycopg.errors.NotNullViolation)):
        play(store, game_id, 1, 3, notes={4: "why"}, request=asks(game_id))
    assert (store.game(game_id), store.position(), store.answered(asks(game_id))) == (before, 1, None)
    play(store, game_id, 1, 3, request=asks(game_id))
    assert list(store.verify()) == []


@pytest.mark.parametrize("parent", [-1, 2, 3])
def test_an_event_builds_on_an_earlier_one(store: Store, parent: int) -> None:
    """The parent of an event is an earlier version of its game, or 0 for the first event."""
    game_id = begin(store)
    with pytest.raises(ValueError, match="parent"):
        store.append(game_id, 1, [event(2, parent=parent)], summary(2))


def test_an_append_takes_at_least_one_event(store: Store) -> None:
    """An append without events is a mistake of the caller."""
    with pytest.raises(ValueError, match="at least one"):
        store.append(begin(store), 1, [], summary(1))


@pytest.mark.parametrize("letter", ["x", "ä", "🎲"])
def test_the_size_of_an_event_is_limited(store: Store, letter: str) -> None:
    """The limit counts bytes; if one event of an append is too large, nothing is stored.

    Broken by counting characters.
    """
    game_id = begin(store)
    room = hot_path.MAX_EVENT_BYTES - len(event(2).action) - len('[""]') - len("[]")
    largest = '["' + letter * (room // len(letter.encode())) + '"]'
    larger = [event(2), event(3, effects=largest + letter), event(4)]
    with pytest.raises(EventTooLarge) as refused:
        store.append(game_id, 1, larger, summary(4), request=asks(game_id))
    assert (refused.value.version, refused.value.size > hot_path.MAX_EVENT_BYTES) == (3, True)
    with pytest.raises(EventTooLarge):
        store.create(new_game(store), [event(1, "start", effects=largest + letter)], summary(1))
    assert (store.position(), store.answered(asks(game_id))) == (1, None)
    store.append(game_id, 1, [event(2, effects=largest)], summary(2))
    assert list(store.verify()) == []


def test_a_game_id_is_used_once(store: Store) -> None:
    """A second game with the same id is refused."""
    game = new_game(store)
    store.create(game, line(1, 1), summary(1))
    with pytest.raises(GameExists):
        store.create(game, line(1, 1), summary(1))
    assert store.position() == 1


def test_a_game_refers_to_what_exists(store: Store) -> None:
    """A game cannot be created with a component set or a player that is not in the log."""
    other_rulesets = store.put_component_set("go", "starter", "", '{"stones":2}')
    for unknown in ("0" * 64, other_rulesets):
        with pytest.raises(UnknownComponentSet):
            begin(store, component_set=unknown)
    with pytest.raises(UnknownPlayer):
        begin(store, seats=(None, new_game_id()))
    assert store.position() == 0


# Append-only

CHANGES = [
    "update events set effects = '[]'",
    "delete from events",
    "delete from events where version = 2",
    "insert or replace into events select * from events",
    "insert or replace into events select position + 9, game_id, version, parent, kind, seat, by, action, outcomes, "
    "effects, ruleset_version, recorded_at, occurred_at, salt, board_hash, hash from events where version = 1",
    "truncate events",
    "insert into events select * from events on conflict (game_id, version) do update set effects = '[]'",
]


@pytest.mark.parametrize("statement", CHANGES)
def test_a_stored_event_cannot_be_changed(store: Store, statement: str) -> None:
    """The database itself refuses to change or delete an event."""
    game_id = begin(store, 2)
    before = list(store.events(game_id))
    with pytest.raises(DBAPIError), store._engines.writer.begin() as connection:
        connection.exec_driver_sql(statement)
    assert list(store.events(game_id)) == before


# Versions, positions, and the reader who follows them


def test_versions_and_positions_have_no_gaps(store: Store) -> None:
    """Versions count the events of a game from 1, positions those of all games; refused appends leave no gap."""
    games = [begin(store), begin(store, 3)]
    for expected in range(1, 4):
        play(store, games[0], expected)
        with pytest.raises(Stale):
            play(store, games[1], expected - 1)
        play(store, games[1], 2 * expected + 1, 2)
    log = store.log()
    assert [e.position for e in log] == list(range(1, 14))
    assert store.position() == 13
    for game_id in games:
        versions = [e.version for e in log if e.game_id == game_id]
        assert versions == list(range(1, len(versions) + 1))


def test_a_log_is_read_in_pages(store: Store) -> None:
    """A reader continues from the last position that it has read, in pages of any size."""
    begin(store, 5)
    begin(store, 2)
    read: list[Event] = []
    while page := store.log(after=read[-1].position if read else 0, limit=2):
        assert len(page) <= 2
        read += page
    assert read == store.log()
    assert len(read) == 7


def tail(store: Store, stop: threading.Event) -> list[Event]:
    """Follow the log by position until `stop` is set and the end is reached."""
    seen: list[Event] = []
    while True:
        over = stop.is_set()
        page = store.log(after=seen[-1].position if seen else 0, limit=50)
        seen += page
        if over and not page:
            return seen


@pytest.mark.parametrize("count", [1, 7], ids=["single", "batch"])
def test_a_reader_of_the_log_misses_no_event(store: Store, count: int) -> None:
    """While many write, a reader who asks for the events after its last position gets every event once."""
    writers, appends = 6, 12
    stop = threading.Event()

    def write(_: int) -> None:
        game_id = begin(store)
        for n in range(appends):
            play(store, game_id, 1 + n * count, count)

    with ThreadPoolExecutor(writers + 1) as pool:
        seen = pool.submit(tail, store, stop)
        try:
            list(pool.map(write, range(writers)))
        finally:
            stop.set()
        positions = [e.position for e in seen.result()]
    assert positions == list(range(1, writers * (1 + appends * count) + 1))
    assert list(store.verify()) == []


# Expected versions


def test_an_append_with_an_old_version_is_refused(store: Store) -> None:
    """If the expected version is not the game's, the append is refused, and the error names the game's version."""
    game_id = begin(store, 3)
    for expected in (0, 2, 4):
        with pytest.raises(Stale) as refused:
            play(store, game_id, expected)
        assert refused.value.version == 3
    assert store.position() == 3


def test_an_unknown_game_is_refused(store: Store) -> None:
    """It can neither be appended to nor read."""
    nowhere = new_game_id()
    for look in (lambda: play(store, nowhere, 0), lambda: play(store, nowhere, 1), lambda: store.game(nowhere)):
        with pytest.raises(UnknownGame):
            look()
    with pytest.raises(UnknownGame):
        store.update_game(nowhere, place="Kiel")
    with pytest.raises(UnknownVersion):
        store.event(nowhere, 1)
    assert (list(store.events(nowhere)), store.effects(nowhere, 1, 9), store.forks(nowhere)) == ([], [], [])
    assert store.joined_effects(nowhere, 1, 9) == (0, "[]")


def test_of_several_appends_at_once_one_is_stored(store: Store) -> None:
    """If they expect the same version, exactly one is stored and the others are refused."""
    writers, each = 6, 5
    game_id = begin(store)

    def write_one() -> None:
        expected = store.game(game_id).version
        while True:
            try:
                play(store, game_id, expected)
            except Stale as stale:
                expected = stale.version
            else:
                return

    def write(_: int) -> None:
        for _ in range(each):
            write_one()

    with ThreadPoolExecutor(writers) as pool:
        list(pool.map(write, range(writers)))
    assert store.game(game_id).version == 1 + writers * each
    assert list(store.verify()) == []


# Requests sent twice


def test_a_request_sent_twice_is_carried_out_once(store: Store) -> None:
    """The same request with the same key gets the first answer, also after the game has changed."""
    game_id = begin(store)
    play(store, game_id, 1, 2, request=asks(game_id))
    play(store, game_id, 3)
    for expected in (1, 4):
        with pytest.raises(Repeated) as repeated:
            play(store, game_id, expected, 2, request=asks(game_id))
        assert repeated.value.answer == Answer(game_id, 2, 3)
    assert store.answered(asks(game_id)) == Answer(game_id, 2, 3)
    assert store.game(game_id).version == 4


def test_a_game_is_created_once_per_request(store: Store) -> None:
    """A repeated request to create a game is answered with the first game."""
    first = new_game(store)
    store.create(first, line(1, 2), summary(2), request=asks("creator"))
    with pytest.raises(Repeated) as repeated:
        store.create(new_game(store), line(1, 2), summary(2), request=asks("creator"))
    assert repeated.value.answer == Answer(first.id, 1, 2)
    assert [game.id for game in store.games()] == [first.id]


def test_a_key_belongs_to_one_request(store: Store) -> None:
    """Another request with a used key is refused, whatever version it expects."""
    game_id = begin(store)
    play(store, game_id, 1, request=asks(game_id))
    other = asks(game_id, what=b"that")
    for expected in (1, 2):
        with pytest.raises(KeyReused):
            play(store, game_id, expected, request=other)
    with pytest.raises(KeyReused):
        store.answered(other)
    store.create(new_game(store), line(1, 1), summary(1), request=asks("creator"))
    with pytest.raises(KeyReused):
        store.create(new_game(store), line(1, 1), summary(1), request=asks("creator", what=b"that"))
    assert store.position() == 3


def test_a_key_is_valid_in_its_scope(store: Store) -> None:
    """Two games may use the same key for different requests."""
    one, two = begin(store), begin(store)
    play(store, one, 1, request=asks(one))
    play(store, two, 1, request=asks(two, what=b"that"))
    assert store.answered(asks(one)) == Answer(one, 2, 2)
    assert store.answered(asks("elsewhere")) is None


def test_a_refused_request_may_be_sent_again(store: Store) -> None:
    """A refused request is not stored, so its key is free."""
    game_id = begin(store, 2)
    with pytest.raises(Stale):
        play(store, game_id, 1, request=asks(game_id))
    assert store.answered(asks(game_id)) is None
    play(store, game_id, 2, request=asks(game_id))


def race(contenders: int, run: Callable[[], tuple[Event, ...]]) -> list[Answer]:
    """Send the same request several times at the same moment, and collect the answers."""
    together = threading.Barrier(contenders, timeout=LIMIT)

    def contend(_: int) -> Answer:
        together.wait()
        try:
            stored = run()
        except Repeated as repeated:
            return repeated.answer
        return Answer(stored[0].game_id, stored[0].version, stored[-1].version)

    with ThreadPoolExecutor(contenders) as pool:
        return list(pool.map(contend, range(contenders)))


def create_again(store: Store, request: Request) -> tuple[Event, ...]:
    """Create a game as a client that repeats its request does: with another id."""
    return store.create(new_game(store), line(1, 1), summary(1), request=request)


def test_equal_requests_at_once_get_one_answer(store: Store) -> None:
    """Equal requests that arrive at the same moment are carried out once, and all get the same answer."""
    game_id = begin(store)
    for n in range(5):
        answers = race(6, partial(play, store, game_id, 1 + n, request=asks(game_id, f"k{n}")))
        assert answers == [Answer(game_id, 2 + n, 2 + n)] * 6
    for n in range(5):
        answers = race(6, partial(create_again, store, asks("creator", f"k{n}")))
        assert answers == [answers[0]] * 6
    assert (len(store.games()), store.position()) == (6, 11)
    assert list(store.verify()) == []


# The chain

TAMPERED: list[tuple[str, Any]] = [
    ("parent", 1),
    ("kind", "adjust"),
    ("seat", 2),
    ("seat", None),
    ("by", "someone"),
    ("action", '{"type":"Go","to":33}'),
    ("outcomes", "[6]"),
    ("effects", "[]"),
    ("ruleset_version", 2),
    ("recorded_at", 0),
    ("occurred_at", 0),
    ("salt", b"\0" * 16),
    ("board_hash", b""),
    ("hash", b"\0" * 32),
]


@pytest.mark.parametrize(("column", "value"), TAMPERED)
def test_a_changed_event_is_found(store: Store, column: str, value: object) -> None:
    """Whatever is changed in a stored event, verify names the game and the version."""
    begin(store, 2)
    game_id = begin(store, 5)
    assert list(store.verify()) == []
    tamper(store, f'update events set "{column}" = :value where game_id = :id and version = 3', value=value, id=game_id)
    for faults in (list(store.verify()), list(store.verify(game_id))):
        assert [(fault.game_id, fault.version) for fault in faults] == [(game_id, 3)]


def lose_an_event(store: Store, game_id: UUID) -> int:
    tamper(store, "delete from events where game_id = :id and version = 3", id=game_id)
    return 3


def lose_the_last_event(store: Store, game_id: UUID) -> int:
    tamper(store, "delete from events where game_id = :id and version = 5", id=game_id)
    return 5


def lose_the_last_event_and_count_it_out(store: Store, game_id: UUID) -> int:
    lose_the_last_event(store, game_id)
    tamper(store, "update games set version = 4 where id = :id", id=game_id)
    return 4


def lose_the_row(store: Store, game_id: UUID) -> int:
    tamper(store, "delete from seats where game_id = :id", id=game_id)
    tamper(store, "delete from games where id = :id", id=game_id)
    return 5


def swap_places(store: Store, game_id: UUID) -> int:
    move = "update events set position = :place where game_id = :id and version = :version"
    for version, place in ((2, 90), (3, 3), (2, 4)):
        tamper(store, move, id=game_id, version=version, place=place)
    return 3


@pytest.mark.parametrize(
    "damage", [lose_an_event, lose_the_last_event, lose_the_last_event_and_count_it_out, lose_the_row, swap_places]
)
def test_a_lost_or_moved_event_is_found(store: Store, damage: Callable[[Store, UUID], int]) -> None:
    """A deleted or moved event is found, also at the end, where no later event depends on it."""
    begin(store)
    game_id = begin(store, 5)
    begin(store)
    version = damage(store, game_id)
    first = next(iter(store.verify()))
    assert (first.game_id, first.version) == (game_id, version)


def test_a_lost_game_is_found(store: Store) -> None:
    """A game that is missing with its row leaves a gap in the positions, reported at the event after it."""
    begin(store)
    lost, after = begin(store, 3), begin(store)
    for table, column in (("events", "game_id"), ("seats", "game_id"), ("games", "id")):
        tamper(store, f"delete from {table} where {column} = :id", id=lost)
    (fault,) = store.verify()
    assert (fault.game_id, fault.version) == (after, 1)
    assert "positions 2 to 4" in fault.what


def test_equal_events_have_different_hashes(store: Store) -> None:
    """Their salts differ, so a hash reveals nothing about a hidden card."""
    one, two = (store.create(new_game(store), line(1, 1), summary(1), recorded_at=1)[0] for _ in range(2))
    assert one.salt != two.salt
    assert one.hash != two.hash


# Reading a game


def test_the_events_of_a_game_are_read_in_order(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """From any version to any other, in chunks, without holding a connection in between."""
    monkeypatch.setattr(store_module, "CHUNK", 3)
    begin(store, 2)
    game_id = begin(store, 8)
    assert [e.version for e in store.events(game_id)] == list(range(1, 9))
    assert [e.version for e in store.events(game_id, 3, 6)] == [3, 4, 5, 6]
    assert [e.version for e in store.events(game_id, 7)] == [7, 8]
    assert list(store.events(game_id, 9)) == []
    assert list(store.events(game_id)) == [store.event(game_id, version) for version in range(1, 9)]
    with pytest.raises(UnknownVersion):
        store.event(game_id, 9)


def test_effects_are_read_without_the_rest(store: Store) -> None:
    """To fold a board, only the effects of a range of versions are read."""
    game_id = begin(store, 4)
    found = store.effects(game_id, 2, 3)
    assert found == [(version, f'[{{"type":"Gone","to":{version}}}]') for version in (2, 3)]
    assert store.joined_effects(game_id, 2, 3) == (2, f"[{','.join(effects for _, effects in found)}]")
    assert store.joined_effects(game_id, 3, 9)[0] == 2


def test_forks_and_markers_are_read_without_other_events(store: Store) -> None:
    """They are every undo and redo, and every event that does not build on the one before it."""
    game_id = begin(store, 3)
    undone = [event(4, "undo", 1), event(5, parent=1), event(6)]
    redone = [event(7, "undo", 5), event(8, "redo", 6), event(9, parent=6)]
    store.append(game_id, 3, undone + redone, summary(9))
    assert store.forks(game_id) == [(4, 1, "undo"), (5, 1, "play"), (7, 5, "undo"), (8, 6, "redo"), (9, 6, "play")]


def test_a_marker_that_changes_nothing_is_among_the_forks(store: Store) -> None:
    """A marker whose parent is the version before it lies on no line either."""
    game_id = begin(store, 2)
    store.append(game_id, 2, [event(3, "redo", 2)], summary(3))
    assert store.forks(game_id) == [(3, 2, "redo")]


def test_headers_of_any_versions_are_read(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many are read in chunks, and versions that do not exist are left out."""
    monkeypatch.setattr(store_module, "CHUNK", 2)
    game_id = begin(store, 4)
    begin(store, 6)
    store.append(game_id, 4, [event(5, "undo", 2, seat=2, by="o:7f", occurred_at=-5)], summary(5))
    found = store.headers(game_id, [1, 3, 5, 6])
    assert sorted(found) == [1, 3, 5]
    for version, header in found.items():
        stored = store.event(game_id, version)
        assert msgspec.structs.asdict(header) == {name: getattr(stored, name) for name in header.__struct_fields__}
    assert store.headers(game_id, []) == {}


# Beside the log


def test_a_reason_can_be_deleted(store: Store) -> None:
    """The reason of an undo is a note; deleting it changes no event."""
    game_id = begin(store, 2)
    store.append(game_id, 2, [event(3, "undo", 1, seat=2)], summary(3), notes={3: "Ann mistook the card"})
    before = list(store.events(game_id))
    (note,) = store.notes(game_id)
    assert (note.version, note.seat, note.text) == (3, 2, "Ann mistook the card")
    assert (note.visible_to, note.visible_from, note.created_at) == ("table", "now", before[-1].recorded_at)
    store.delete_note(game_id, note.n)
    assert (store.notes(game_id), list(store.events(game_id))) == ([], before)


def test_renaming_or_deleting_a_player_changes_no_event(store: Store) -> None:
    """A name can be corrected or deleted; the seat stays, and so does every event."""
    ann, bob = store.create_player("Ann", owner="o1"), store.create_player("Bob")
    game_id = begin(store, 3, seats=(ann.id, bob.id))
    before = list(store.events(game_id))
    assert store.rename_player(ann.id, "Anna") == store.player(ann.id)
    assert store.game(game_id).seats[0].name == "Anna"
    store.forget_player(ann.id)
    assert store.game(game_id).seats == (Seated(1, None, None), Seated(2, bob.id, "Bob"))
    assert list(store.events(game_id)) == before
    for look in (store.player, store.forget_player, lambda id: store.rename_player(id, "Ann")):
        with pytest.raises(UnknownPlayer):
            look(ann.id)


def test_players_are_listed_oldest_first(store: Store) -> None:
    """In pages, and filtered by name or owner."""
    players = [store.create_player(name, owner=owner) for name, owner in (("Ann", "o"), ("Bob", None), ("Ann", None))]
    assert store.players() == players
    assert store.players(limit=1, after=players[0].id) == [players[1]]
    assert store.players(name="Ann") == [players[0], players[2]]
    assert store.players(name="Ann", owner="o") == [players[0]]


def test_players_are_listed_by_name(store: Store) -> None:
    """In pages, each with the number of games that are not archived."""
    ann, zoe, ben = (
        store.create_player(name, owner=owner) for name, owner in (("Ann", "o"), ("Zoe", None), ("Ben", None))
    )
    other = store.create_player("Ann")
    begin(store, seats=(ben.id, ben.id))
    store.update_game(begin(store, seats=(ben.id, zoe.id)), archived=True)
    assert store.players_by_name() == [(ann, 0), (other, 0), (ben, 1), (zoe, 0)]
    assert store.players_by_name(limit=1, after=ann) == [(other, 0)]
    assert store.players_by_name(limit=2, after=other) == [(ben, 1), (zoe, 0)]
    assert store.players_by_name(search="N") == [(ann, 0), (other, 0), (ben, 1)]


def test_players_are_found_by_a_part_of_their_names(store: Store) -> None:
    """In upper or lower case, in any script; wildcards of patterns are ordinary characters."""
    names = ["Ann", "Hannah", "ÉLIF", "Дев", "100 %", "a_b", "x\\y"]
    for name in names:
        store.create_player(name)
    found = {
        part: [player.name for player in store.players(search=part)] for part in ("AN", "élif", "де", "%", "_", "\\")
    }
    assert found == {
        "AN": ["Ann", "Hannah"],
        "élif": ["ÉLIF"],
        "де": ["Дев"],
        "%": ["100 %"],
        "_": ["a_b"],
        "\\": ["x\\y"],
    }


def test_ids_of_merged_players_lead_to_the_profile_that_is_left(store: Store) -> None:
    """Also if that one was merged later."""
    ann, anna, ben = (store.create_player(name).id for name in ("Ann", "Anna", "Ben"))
    assert store.merged_players() == {}
    store.merge_players(ann, anna)
    store.merge_players(anna, ben)
    assert store.merged_players() == {ann: ben, anna: ben}


def test_a_seat_with_a_name_gets_the_profile_of_that_name(store: Store) -> None:
    """The first game with a new name creates the profile, in its own transaction."""
    bob = store.create_player("Bob")
    ids = [begin(store, seats=seats) for seats in (("Ann", "Bob"), (bob.id, "Ann"), (None, "Cleo"))]
    ann, cleo = (store.players(name=name)[0].id for name in ("Ann", "Cleo"))
    assert [[seated.player for seated in store.game(game).seats] for game in ids] == [
        [ann, bob.id],
        [bob.id, ann],
        [None, cleo],
    ]
    assert [seated.name for seated in store.update_game(ids[2], seats={1: "Ann", 2: "Dan"}).seats] == ["Ann", "Dan"]
    assert {player.name for player in store.players()} == {"Bob", "Ann", "Cleo", "Dan"}
    assert len(store.players()) == 4


def test_the_names_of_an_owner_are_unique(store: Store) -> None:
    """A name that is taken is refused for new profiles and for renames."""
    ann, bob = store.create_player("Ann"), store.create_player("Bob")
    with pytest.raises(NameTaken, match="Ann"):
        store.create_player("Ann")
    with pytest.raises(NameTaken, match="Ann"):
        store.rename_player(bob.id, "Ann")
    assert store.rename_player(ann.id, "Ann") == ann
    assert store.create_player("Ann", owner="o").name == "Ann"
    assert store.player(bob.id).name == "Bob"


def test_a_refused_game_creates_no_player(store: Store) -> None:
    """A refused game or change creates no profiles, also if others use the same names at the same time."""
    with pytest.raises(UnknownComponentSet):
        store.create(new_game(store, seats=("Ann", None), component_set="none"), line(1, 1), summary(1))
    game_id = begin(store)
    with pytest.raises(UnknownPlayer):
        store.update_game(game_id, seats={1: "Ann", 2: new_game_id()})
    assert store.players() == []


def test_games_with_the_same_new_players_share_profiles(store: Store) -> None:
    """However many games use a new name at the same time, it gets one profile."""
    names = [f"Player {number}" for number in range(3)]

    def bring(number: int) -> UUID | None:
        seats = (names[number % 3], names[(number + 1) % 3])
        broken: dict[str, Any] = {"component_set": "none"} if number % 4 == 0 else {}
        try:
            return begin(store, seats=seats, **broken)
        except UnknownComponentSet:
            return None

    with ThreadPoolExecutor(8) as pool:
        games = [game for game in pool.map(bring, range(40)) if game]
    assert len(games) == 30
    assert sorted(player.name for player in store.players()) == names
    assert all(seated.name for game in games for seated in store.game(game).seats)


def sitters(store: Store, game_id: UUID) -> list[UUID | None]:
    """The players of a game, seat by seat."""
    return [seated.player for seated in store.game(game_id).seats]


def test_two_profiles_of_one_person_are_merged(store: Store) -> None:
    """The seats of one profile go to the other in every game, whose revision rises; no event or note changes."""
    ann, anna, bob = (store.create_player(name) for name in ("Ann", "Anna", "Bob"))
    ids = [begin(store, 2, seats=seats) for seats in ((ann.id, bob.id), (bob.id, anna.id), (anna.id, ann.id))]
    store.append(ids[0], 2, [event(3, "undo", 1)], summary(3), notes={3: "Ann mistook the card"})
    before = [(list(store.events(game)), store.notes(game), store.game(game).revision) for game in ids]
    assert store.merge_players(ann.id, anna.id) == anna
    assert [sitters(store, game) for game in ids] == [[anna.id, bob.id], [bob.id, anna.id], [anna.id, anna.id]]
    after = [(list(store.events(game)), store.notes(game), store.game(game).revision) for game in ids]
    assert [events for events, _, _ in after] == [events for events, _, _ in before]
    assert [notes for _, notes, _ in after] == [notes for _, notes, _ in before]
    raised = [now - was for (_, _, was), (_, _, now) in zip(before, after, strict=True)]
    assert [bool(more) for more in raised] == [True, False, True]
    assert store.players() == [anna, bob]
    assert store.create_player("Ann").id not in (ann.id, anna.id)


def test_the_id_of_a_merged_player_leads_to_the_other_profile(store: Store) -> None:
    """Also after another merge; games are found by either id, and writes are refused with the other id."""
    ann, anna, hannah = (store.create_player(name) for name in ("Ann", "Anna", "Hannah"))
    game_id = begin(store, seats=(ann.id, None))
    store.merge_players(ann.id, anna.id)
    store.merge_players(anna.id, hannah.id)
    assert [game.id for game in store.games(player=ann.id)] == [game_id]
    assert [game.id for game in store.games(player=hannah.id)] == [game_id]
    for refused in (
        store.player,
        store.forget_player,
        lambda id: store.rename_player(id, "Ann"),
        lambda id: store.merge_players(id, hannah.id),
        lambda id: store.merge_players(hannah.id, id),
        lambda id: store.update_game(game_id, seats={2: id}),
        lambda id: begin(store, seats=(id, None)),
    ):
        for old in (ann.id, anna.id):
            with pytest.raises(MergedPlayer, match=str(hannah.id)) as merged:
                refused(old)
            assert (merged.value.player, merged.value.into) == (old, hannah.id)


def test_deleting_a_merged_player_leaves_nothing(store: Store) -> None:
    """No id leads to a deleted player, who cannot be merged; nor can a player with the same player."""
    ann, anna, bob = (store.create_player(name) for name in ("Ann", "Anna", "Bob"))
    game_id = begin(store, seats=(ann.id, bob.id))
    store.merge_players(ann.id, anna.id)
    store.forget_player(anna.id)
    assert sitters(store, game_id) == [None, bob.id]
    for gone in (ann.id, anna.id, new_game_id()):
        for pair in ((gone, bob.id), (bob.id, gone)):
            with pytest.raises(UnknownPlayer) as unknown:
                store.merge_players(*pair)
            assert type(unknown.value) is UnknownPlayer
    with pytest.raises(SamePlayer):
        store.merge_players(bob.id, bob.id)
    assert sitters(store, game_id) == [None, bob.id]


def test_merges_at_once_happen_one_after_the_other(store: Store) -> None:
    """Two opposite merges do not lose a player, and two merges of one player do not split the seats."""
    for number in range(6):
        ann, anna, hannah = (store.create_player(f"{name} {number}") for name in ("Ann", "Anna", "Hannah"))
        games = [begin(store, seats=(ann.id, anna.id)), begin(store, seats=(anna.id, ann.id))]

        def merge(pair: tuple[UUID, UUID]) -> UUID | None:
            try:
                return store.merge_players(*pair).id
            except MergedPlayer:
                return None

        crossing = [(ann.id, anna.id), (anna.id, ann.id)]
        parting = [(ann.id, anna.id), (ann.id, hannah.id)]
        with ThreadPoolExecutor(2) as pool:
            found = list(pool.map(merge, crossing if number % 2 else parting))
        (kept,) = filter(None, found)
        expected = {kept} if number % 2 else {kept, anna.id}
        assert {player for game in games for player in sitters(store, game)} == expected


def test_a_merge_while_games_are_created_loses_no_seat(store: Store) -> None:
    """Each game has the remaining profile or a new one of that name; a game with the old id is refused."""
    ann, anna = store.create_player("Ann"), store.create_player("Anna")
    start = threading.Barrier(7, timeout=LIMIT)

    def bring(number: int) -> UUID | None:
        start.wait()
        try:
            return begin(store, seats=("Ann", "Anna") if number % 2 else (anna.id, ann.id))
        except MergedPlayer:
            return None

    def merge() -> None:
        start.wait()
        store.merge_players(ann.id, anna.id)

    with ThreadPoolExecutor(7) as pool:
        brought = [pool.submit(bring, number) for number in range(6)]
        pool.submit(merge).result()
        games = [game for game in (one.result() for one in brought) if game]
    assert len(games) >= 3
    there = {player.id for player in store.players()}
    assert ann.id not in there
    for game in games:
        assert None not in sitters(store, game)
        assert set(sitters(store, game)) <= there


def test_the_metadata_of_a_game_can_be_changed(store: Store) -> None:
    """Place, tags, visibility, seats and the rest can change; what is unset stays."""
    ann, bob = store.create_player("Ann"), store.create_player("Bob")
    game_id = begin(store, seats=(ann.id, None), place="Kiel", tags=("club",))
    assert store.update_game(game_id, tags=["home", "away"]).tags == ("away", "home")
    assert store.game(game_id).place == "Kiel"
    changed = store.update_game(
        game_id, place=None, tags=(), visibility="public", archived=True, count_in_statistics=False, seats={2: bob.id}
    )
    assert changed == store.game(game_id)
    assert (changed.place, changed.tags, changed.visibility) == (None, (), "public")
    assert (changed.archived, changed.count_in_statistics) == (True, False)
    assert [seated.name for seated in changed.seats] == ["Ann", "Bob"]


def test_a_change_of_a_game_may_expect_a_version(store: Store) -> None:
    """With another expected version it is refused, and nothing changes."""
    game_id = begin(store, 2)
    with pytest.raises(Stale) as refused:
        store.update_game(game_id, expected=1, place="Kiel")
    assert (refused.value.version, store.game(game_id).place) == (2, None)
    assert store.update_game(game_id, expected=2, place="Kiel").place == "Kiel"
    with pytest.raises(UnknownPlayer):
        store.update_game(game_id, seats={1: new_game_id()}, place="Bonn")
    with pytest.raises(ValueError, match="seat 3"):
        store.update_game(game_id, seats={3: None}, place="Bonn")
    assert store.game(game_id).place == "Kiel"


def test_every_change_of_a_game_raises_its_revision(store: Store) -> None:
    """The same revision means that row, seats and names have not changed."""
    ann = store.create_player("Ann")
    game_id = begin(store, seats=(ann.id, None))
    changes: list[Callable[[], object]] = [
        lambda: play(store, game_id, 1),
        lambda: store.update_game(game_id, tags=["club"]),
        lambda: store.update_game(game_id, seats={2: ann.id}),
        lambda: store.rename_player(ann.id, "Anna"),
        lambda: store.forget_player(ann.id),
    ]
    revisions = [store.game(game_id).revision]
    for change in changes:
        change()
        revisions.append(store.game(game_id).revision)
    assert revisions == sorted(set(revisions))


def test_games_are_listed_newest_first(store: Store) -> None:
    """In pages, filtered by ruleset, player, status, date, tag and place; archived games are listed separately."""
    ann = store.create_player("Ann")
    go = store.put_component_set("go", "starter", "", "{}")
    ids = [
        begin(store),
        begin(store, seats=(None, ann.id), tags=("club", "tag")),
        begin(store, ruleset="go", component_set=go, tags=("tag",)),
        begin(store),
    ]
    store.append(ids[0], 1, line(2, 1), summary(2, status="finished"))
    store.update_game(ids[3], archived=True)
    store.update_game(ids[2], place="Kiel")
    created = store.game(ids[1]).created_at

    def listed(**which: Any) -> list[int]:
        return [ids.index(game.id) for game in store.games(**which)]

    assert listed() == [2, 1, 0]
    assert listed(archived=True) == [3]
    assert listed(archived=None) == [3, 2, 1, 0]
    assert (listed(limit=2), listed(limit=2, before=ids[1])) == ([2, 1], [0])
    assert (listed(ruleset="go"), listed(player=ann.id), listed(status="finished")) == ([2], [1], [0])
    assert (listed(tag="tag"), listed(tag="club", ruleset="chess"), listed(tag="t")) == ([2, 1], [1], [])
    assert (listed(place="Kiel"), listed(place="kiel"), listed(place="Kiel", ruleset="chess")) == ([2], [], [])
    assert (listed(since=created), listed(until=created)) == ([2, 1], [0])
    assert store.games(player=ann.id) == [store.game(ids[1])]


def test_a_page_has_fifty_unless_asked_otherwise(store: Store) -> None:
    games = [begin(store) for _ in range(52)]
    assert [game.id for game in store.games()] == games[:1:-1]
    players = [store.create_player(f"Player {number:02}") for number in range(52)]
    assert store.players() == players[:50]
    assert [player for player, _ in store.players_by_name()] == players[:50]


def test_games_of_some_dates_are_listed_by_creation(store: Store) -> None:
    """In pages, whatever the order of ids. Broken by a next page that compares ids only."""
    times = (30, 10, 20, 10, 40, 20)
    ids = []
    for time in times:
        ids.append((game := new_game(store)).id)
        store.create(game, line(1, 1), summary(1), recorded_at=time)
    newest = sorted(range(len(times)), key=lambda n: (times[n], ids[n]), reverse=True)
    for since, until in ((None, 99), (10, None), (11, 40), (41, None), (None, 10)):
        found: list[int] = []
        while page := store.games(since=since, until=until, limit=2, before=ids[found[-1]] if found else None):
            found += [ids.index(game.id) for game in page]
        assert found == [n for n in newest if (since or 0) <= times[n] < (until or 99)]


def test_what_ifs_are_listed_separately(store: Store) -> None:
    """A what-if names the game that it was forked from, and does not count as a game of its players."""
    ann = store.create_player("Ann")
    played = begin(store, seats=(ann.id, None))
    tried = begin(store, seats=(ann.id, None), forked_from=played, name="the archer first")
    again = begin(store, seats=(ann.id, None), forked_from=tried)
    assert (store.game(tried).forked_from, store.game(tried).name) == (played, "the archer first")
    assert store.update_game(again, name="the monk").name == "the monk"
    assert store.update_game(again, place="Kiel").name == "the monk"
    found = {forks: [game.id for game in store.games(forks=forks)] for forks in (None, False, True)}
    assert found == {None: [again, tried, played], False: [played], True: [again, tried]}
    assert [game.id for game in store.games(forked_from=played)] == [tried]
    assert store.players_by_name() == [(ann, 1)]


# Component sets


def test_the_address_of_a_component_set_is_its_hash(store: Store) -> None:
    """Storing the same set again changes nothing, also with another name."""
    first = store.put_component_set("chess", "starter", "# ours\ncards: [knight, rook]", DOCUMENT)
    again = store.put_component_set("chess", "mine", "cards: [knight, rook]", DOCUMENT)
    other = store.put_component_set("chess", "other", "cards: []", '{"cards":[]}')
    assert first == again == sha256(DOCUMENT.encode()).hexdigest()
    assert (store.component_set(first).name, store.component_set(first).document) == ("starter", DOCUMENT)
    assert [each.hash for each in store.component_sets("chess")] == [first, other]
    with pytest.raises(UnknownComponentSet):
        store.component_set("0" * 64)


def test_two_rulesets_may_have_an_equal_set(store: Store) -> None:
    """A set belongs to its ruleset, also if another ruleset has an equal set."""
    assert store.put_component_set("chess", "a", "", "{}") == store.put_component_set("go", "b", "", "{}")
    assert [each.name for ruleset in ("chess", "go") for each in store.component_sets(ruleset)] == ["a", "b"]


def test_a_component_set_does_not_change(store: Store) -> None:
    """The database refuses to change a set, and to delete one that a game plays with."""
    begin(store)
    for statement in ("update component_sets set document = '{}'", "delete from component_sets"):
        with pytest.raises(DBAPIError), store._engines.writer.begin() as connection:
            connection.exec_driver_sql(statement)


@pytest.fixture
def second(url: str, store: Store) -> Iterator[Store]:
    """The store of another process for the same log."""
    with Store.open(url) as opened:
        yield opened


def test_two_processes_share_a_log(store: Store, second: Store) -> None:
    """Two stores on one database see each other's events at once and keep the same promises."""
    game_id = begin(store)
    play(second, game_id, 1)
    with pytest.raises(Stale):
        play(store, game_id, 1)
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda each: [begin(each) for _ in range(10)], (store, second)))
    assert [e.position for e in store.log()] == list(range(1, 23))


# Undo that others have to agree to


def undo_request(game_id: UUID, version: int = 1, seat: int = 1, **more: Any) -> UndoRequest:
    return UndoRequest(game_id=game_id, number=0, version=version, seat=seat, to=1, **more)


def test_an_undo_request_is_no_event(store: Store) -> None:
    """It has a number in its game, and is open while the game stays at its version."""
    game_id = begin(store, versions=3)
    asked = store.request_undo(undo_request(game_id, 3, reason="a slip", occurred_at=5))
    assert asked == UndoRequest(game_id=game_id, number=1, version=3, seat=1, to=1, reason="a slip", occurred_at=5)
    assert store.undo_request(game_id, 1) == store.open_undo_request(game_id, 3) == asked
    assert store.open_undo_request(game_id, 4) is None
    assert store.position() == 3
    other = begin(store)
    assert store.request_undo(undo_request(other)).number == 1
    for number in (0, 2):
        with pytest.raises(UnknownUndoRequest):
            store.undo_request(game_id, number)


def test_one_undo_request_is_open_at_a_time(store: Store) -> None:
    """A second is refused with the number of the first, until it is answered or the game goes on."""
    game_id = begin(store)
    store.request_undo(undo_request(game_id, reason="a slip"))
    with pytest.raises(UndoAsked) as refused:
        store.request_undo(undo_request(game_id, seat=2))
    assert refused.value.number == 1
    play(store, game_id, 1)
    with pytest.raises(Stale):
        store.request_undo(undo_request(game_id))
    assert store.request_undo(undo_request(game_id, 2)).number == 2
    assert (store.undo_request(game_id, 1).state, store.undo_request(game_id, 1).reason) == ("void", None)
    store.close_undo(game_id, 2, "declined")
    assert store.request_undo(undo_request(game_id, 2)).number == 3
    with pytest.raises(UnknownGame):
        store.request_undo(undo_request(new_game_id()))


def test_of_seats_that_agree_at_once_the_last_sees_all(store: Store) -> None:
    """However many agree at the same moment, none is lost, and at least one sees that all have."""
    game_id = begin(store)
    store.request_undo(undo_request(game_id))
    seats = range(2, 8)
    with ThreadPoolExecutor(len(seats)) as pool:
        found = list(pool.map(lambda seat: store.accept_undo(game_id, 1, seat, seats), seats))
    assert sorted(len(asked.accepted) for asked in found) == list(range(1, 7))
    assert store.undo_request(game_id, 1).accepted == tuple(seats)


@pytest.mark.parametrize("answer", ["declined", "withdrawn", "gone on"])
def test_a_closed_undo_request_cannot_be_answered(store: Store, answer: str) -> None:
    """Nothing changes then; the reason is deleted with the answer."""
    game_id = begin(store)
    store.request_undo(undo_request(game_id, reason="a slip"))
    if answer == "gone on":
        play(store, game_id, 1)
    else:
        store.close_undo(game_id, 1, answer)  # type: ignore[arg-type]
        assert store.undo_request(game_id, 1).reason is None
    before = store.undo_request(game_id, 1)
    for late in (partial(store.accept_undo, game_id, 1, 2, (2,)), partial(store.close_undo, game_id, 1, "declined")):
        with pytest.raises(UndoVoid):
            late()
    assert store.undo_request(game_id, 1) == before
    assert store.open_undo_request(game_id, store.game(game_id).version) is None


def test_a_repeated_undo_request_is_stored_once(store: Store) -> None:
    """An equal request gets the same result; another request with its key is refused, also an append."""
    game_id = begin(store)
    asked = store.request_undo(undo_request(game_id), request=asks(game_id))
    assert store.request_undo(undo_request(game_id), request=asks(game_id)) == asked
    answer = store.answered(asks(game_id))
    assert answer
    assert not answer.wrote
    with pytest.raises(KeyReused):
        store.request_undo(undo_request(game_id), request=asks(game_id, what=b"that"))
    with pytest.raises(KeyReused):
        play(store, game_id, 1, request=asks(game_id, what=b"that"))
    closed = store.close_undo(game_id, 1, "declined", request=asks(game_id, "other"))
    assert store.close_undo(game_id, 1, "declined", request=asks(game_id, "other")) == closed


def test_a_reader_finds_the_newest_version_of_each_changed_game(store: Store) -> None:
    """However many events were stored since, in whatever order. Broken by the first new version instead of the last."""
    games = [begin(store) for _ in range(3)]
    cursor = store.cursor()
    for game_id, version in ((games[1], 1), (games[0], 1), (games[1], 2), (games[1], 3), (games[0], 2)):
        play(store, game_id, version)
    changes = store.changes(cursor)
    assert changes.versions == {games[0]: 3, games[1]: 4}
    assert changes.cursor.position == cursor.position + 5
    assert store.changes(changes.cursor).versions == {}


def test_a_reader_finds_changes_of_metadata(store: Store) -> None:
    """Each change has a higher number than all before, over all games; a reader gets each once."""
    game_id, other = begin(store), begin(store)
    cursor = store.cursor()
    assert store.changes(cursor).metadata == {}
    store.request_undo(undo_request(game_id))
    first = store.changes(cursor)
    assert (list(first.metadata), first.versions, first.cursor.position) == ([game_id], {}, cursor.position)
    store.request_undo(undo_request(other))
    store.accept_undo(game_id, 1, 2, (2, 3))
    play(store, other, 1)
    later = store.changes(first.cursor)
    assert later.metadata.keys() == {game_id, other}
    assert min(later.metadata.values()) > first.cursor.metadata
    assert later.versions == {other: 2}
    assert store.changes(later.cursor) == Changes(later.cursor, {}, {})
    assert store.cursor() == later.cursor
