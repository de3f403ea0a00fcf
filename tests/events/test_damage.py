"""A log that is broken or contradicts itself is reported as `Damaged`: at once, and never in a driver's words."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import make_url

from events import Damaged, DamagedGame, LogError, Store, Unavailable, UnknownGame
from events.engines import driver
from tests.events.build import IMPOSSIBLE, MISTYPED, asks, begin, damage_row, mistype_row, play, tamper

PAGE = 4096


def test_a_file_that_is_no_database_is_said_to_be_damaged_and_is_named(tmp_path: Path) -> None:
    """For the wrong file, or one that was overwritten, the error names the file and says what to do."""
    path = tmp_path / "README.md"
    path.write_text("# A page of text, and no database\n" * 200)
    with pytest.raises(Damaged, match=r"README\.md cannot be read: .+restore a backup"):
        Store.open(f"sqlite:///{path}")


def looks(store: Store, game_id: UUID) -> list[Callable[[], Any]]:
    """Everything that can be asked of a store, by SQLAlchemy and past it."""
    return [
        store.position,
        store.log,
        store.games,
        store.players,
        lambda: store.game(game_id),
        lambda: list(store.events(game_id)),
        lambda: store.effects(game_id, 1, 99),
        lambda: store.forks(game_id),
        lambda: store.notes(game_id),
        lambda: store.secret_key(game_id),
        lambda: store.answered(asks(game_id)),
        lambda: store.component_sets("chess"),
        lambda: store.component_set("0" * 64),
        lambda: list(store.verify()),
        lambda: play(store, game_id, 40, request=asks(game_id)),
        lambda: begin(store, 2, secret_key=b"k" * 32),
        lambda: store.create_player("Bob"),
        lambda: store.update_game(game_id, tags=["new"]),
    ]


def test_a_damaged_page_is_said_to_be_damage(sqlite_url: str, tmp_path: Path) -> None:
    """Whatever page of the file is broken, reading what is in it raises `Damaged`, and nothing worse."""
    with Store.open(sqlite_url) as store:
        game_id = begin(store, 40, tags=("club",), seats=(store.create_player("Ann").id, None))
    path = Path(make_url(sqlite_url).database or "")
    sound = path.read_bytes()
    damaged = 0
    for page in range(1, len(sound) // PAGE):
        at = page * PAGE
        path.write_bytes(sound[:at] + b"\xff" * PAGE + sound[at + PAGE :])
        said = said_of(sqlite_url, game_id)
        assert not any(isinstance(error, Unavailable) for error in said)
        damaged += any(isinstance(error, Damaged) for error in said)
    assert damaged > 10


def said_of(url: str, game_id: UUID) -> list[LogError]:
    said: list[LogError] = []
    try:
        store = Store.open(url)
    except Damaged as error:
        return [error]
    with store:
        for look in looks(store, game_id):
            try:
                look()
            except LogError as error:
                said.append(error)
    return said


def test_text_that_is_none_is_said_to_be_damage(sqlite_url: str) -> None:
    """SQLite stores any bytes as text; what cannot be read as such will not be readable a moment later."""
    with Store.open(sqlite_url) as store:
        game_id = begin(store, 2, seats=(store.create_player("Ann").id, None))
        tamper(store, "update events set effects = cast(x'ff' as text) where game_id = :id", id=game_id)
        tamper(store, "update players set name = cast(x'ff' as text)")
        reads: list[Callable[[], Any]] = [
            lambda: store.effects(game_id, 1, 2),
            lambda: store.game(game_id),
            store.players,
        ]
        for read in reads:
            with pytest.raises(Damaged, match="restore a backup"):
                read()


@pytest.mark.parametrize("code", ["data_corrupted", "index_corrupted"])
def test_what_postgresql_finds_corrupted_is_said_to_be_damage(postgresql_url: str, code: str) -> None:
    """PostgreSQL has a word of its own for a damaged page or index; the message names no password."""
    statement = f"do $$ begin raise exception 'invalid page in block 7' using errcode = '{code}'; end $$"
    with Store.open(postgresql_url) as store:
        for engine in (store._engines.writer, store._engines.reader):
            with pytest.raises(Damaged, match="invalid page"), engine.connect() as connection:
                connection.exec_driver_sql(statement)
        with pytest.raises(Damaged, match="invalid page"), driver(store._engines.raw) as raw:
            raw.execute(statement)
        assert store.position() == 0


# A row that is impossible


@pytest.mark.parametrize(("column", "value"), IMPOSSIBLE)
def test_a_row_that_cannot_be_is_damage(store: Store, column: str, value: object) -> None:
    """A row is checked as far as a row can be: head and tip are versions of the game, seats are the game's."""
    game_id = begin(store, 3)
    damage_row(store, game_id, column, value)
    with pytest.raises(DamagedGame, match=str(game_id)):
        store.game(game_id)


@pytest.mark.parametrize(("column", "value"), IMPOSSIBLE)
def test_a_game_that_is_damaged_is_left_out_of_lists(
    store: Store, column: str, value: object, caplog: pytest.LogCaptureFixture
) -> None:
    """Lists of games are whole but for it, whatever the size of their pages, and the program's log names it."""
    sound = [begin(store, 2)]
    game_id = begin(store, 3)
    sound += [begin(store), begin(store)]
    damage_row(store, game_id, column, value)
    assert_listed(store, sound[::-1])
    assert str(game_id) in caplog.text
    assert game_id in store.game_ids()


@pytest.mark.parametrize(("column", "value"), MISTYPED)
def test_a_value_of_the_wrong_kind_is_damage(sqlite_url: str, column: str, value: object) -> None:
    """A damaged page may hold anything in any column, or text that is none; the other games are read all the same."""
    with Store.open(sqlite_url) as store:
        sound = [begin(store, 2)]
        game_id = begin(store, 3)
        sound += [begin(store), begin(store)]
    mistype_row(Path(make_url(sqlite_url).database or ""), game_id, column, value)
    with Store.open(sqlite_url) as store:
        with pytest.raises((Damaged, UnknownGame)):
            store.game(game_id)
        assert_listed(store, sound[::-1])
        assert set(sound) <= set(store.game_ids())


def assert_listed(store: Store, games: list[UUID]) -> None:
    assert [game.id for game in store.games()] == games
    paged: list[UUID] = []
    while page := store.games(limit=1, before=paged[-1] if paged else None):
        paged += [game.id for game in page]
    assert paged == games


def test_a_name_that_is_no_text_keeps_no_other_game_from_being_listed(sqlite_url: str) -> None:
    """What stands beside a row may be broken as well: a player's name, a tag."""
    with Store.open(sqlite_url) as store:
        sound = [begin(store, tags=("club",)), begin(store)]
        begin(store, seats=(None, store.create_player("Ann").id))
        tagged = begin(store, tags=("home",))
        tamper(store, "update players set name = cast(x'ff' as text)")
        tamper(store, "update tags set tag = cast(x'ff' as text) where game_id = :id", id=tagged)
        assert_listed(store, sound[::-1])


def test_seats_that_cannot_be_are_damage(store: Store) -> None:
    """Seats are numbered from 1, and all of them are there."""
    lost, added = begin(store), begin(store)
    tamper(store, "delete from seats where game_id = :id and seat = 1", id=lost)
    tamper(store, "insert into seats (game_id, seat) values (:id, 7)", id=added)
    for game_id in (lost, added):
        with pytest.raises(DamagedGame, match="seats"):
            store.game(game_id)
    assert store.games() == []
