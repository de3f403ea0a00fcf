"""A log that is broken or contradicts itself is reported as `Damaged` at once, never as the error of a driver."""

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


def test_a_file_that_is_no_database_is_reported_by_name(tmp_path: Path) -> None:
    """If it is the wrong file or was overwritten, the error names the file and says what to do."""
    path = tmp_path / "README.md"
    path.write_text("# A page of text, and no database\n" * 200)
    with pytest.raises(Damaged, match=r"README\.md cannot be read: .+restore a backup"):
        Store.open(f"sqlite:///{path}")


def all_reads(store: Store, game_id: UUID) -> list[Callable[[], Any]]:
    """Methods of a store that read or write, with SQLAlchemy and with the driver."""
    return [
        store.position,
        store.log,
        store.games,
        store.players,
        lambda: store.game(game_id),
        lambda: list(store.events(game_id)),
        lambda: store.effects(game_id, 1, 99),
        lambda: store.joined_effects(game_id, 1, 99),
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


def test_a_damaged_page_is_reported(sqlite_url: str, tmp_path: Path) -> None:
    """Whichever page of the file is broken, reading it raises `Damaged` and no other error."""
    with Store.open(sqlite_url) as store:
        game_id = begin(store, 40, tags=("club",), seats=(store.create_player("Ann").id, None))
    path = Path(make_url(sqlite_url).database or "")
    sound = path.read_bytes()
    damaged = 0
    for page in range(1, len(sound) // PAGE):
        at = page * PAGE
        path.write_bytes(sound[:at] + b"\xff" * PAGE + sound[at + PAGE :])
        errors = errors_of(sqlite_url, game_id)
        assert not any(isinstance(error, Unavailable) for error in errors)
        damaged += any(isinstance(error, Damaged) for error in errors)
    assert damaged > 10


def errors_of(url: str, game_id: UUID) -> list[LogError]:
    errors: list[LogError] = []
    try:
        store = Store.open(url)
    except Damaged as error:
        return [error]
    with store:
        for read in all_reads(store, game_id):
            try:
                read()
            except LogError as error:
                errors.append(error)
    return errors


def test_invalid_text_is_reported(sqlite_url: str) -> None:
    """SQLite stores any bytes as text; bytes that are not UTF-8 will not be readable later either."""
    with Store.open(sqlite_url) as store:
        game_id = begin(store, 2, seats=(store.create_player("Ann").id, None))
        tamper(store, "update events set effects = cast(x'ff' as text) where game_id = :id", id=game_id)
        tamper(store, "update players set name = cast(x'ff' as text)")
        reads: list[Callable[[], Any]] = [
            lambda: store.effects(game_id, 1, 2),
            lambda: store.joined_effects(game_id, 1, 2),
            lambda: store.game(game_id),
            store.players,
        ]
        for read in reads:
            with pytest.raises(Damaged, match="restore a backup"):
                read()


@pytest.mark.parametrize("code", ["data_corrupted", "index_corrupted"])
def test_corruption_that_postgresql_reports_is_damage(postgresql_url: str, code: str) -> None:
    """PostgreSQL has error codes for a damaged page or index; the message contains no password."""
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
def test_an_impossible_row_is_damage(store: Store, column: str, value: object) -> None:
    """A row is checked on its own: head and tip are versions of the game, and the seats exist."""
    game_id = begin(store, 3)
    damage_row(store, game_id, column, value)
    with pytest.raises(DamagedGame, match=str(game_id)):
        store.game(game_id)


@pytest.mark.parametrize(("column", "value"), IMPOSSIBLE)
def test_a_damaged_game_is_left_out_of_lists(
    store: Store, column: str, value: object, caplog: pytest.LogCaptureFixture
) -> None:
    """Lists hold all other games, whatever their page size, and a log message names the damaged one."""
    sound = [begin(store, 2)]
    game_id = begin(store, 3)
    sound += [begin(store), begin(store)]
    damage_row(store, game_id, column, value)
    assert_listed(store, sound[::-1])
    assert str(game_id) in caplog.text
    assert game_id in store.game_ids()


@pytest.mark.parametrize(("column", "value"), MISTYPED)
def test_a_value_of_the_wrong_kind_is_damage(sqlite_url: str, column: str, value: object) -> None:
    """A damaged page may hold anything in any column, also invalid text; the other games can still be read."""
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


def test_other_games_are_listed_in_spite_of_an_invalid_name(sqlite_url: str) -> None:
    """Names of players and tags may be damaged as well."""
    with Store.open(sqlite_url) as store:
        sound = [begin(store, tags=("club",)), begin(store)]
        begin(store, seats=(None, store.create_player("Ann").id))
        tagged = begin(store, tags=("home",))
        tamper(store, "update players set name = cast(x'ff' as text)")
        tamper(store, "update tags set tag = cast(x'ff' as text) where game_id = :id", id=tagged)
        assert_listed(store, sound[::-1])


def test_impossible_seats_are_damage(store: Store) -> None:
    """Seats are numbered from 1 without a gap."""
    lost, added = begin(store), begin(store)
    tamper(store, "delete from seats where game_id = :id and seat = 1", id=lost)
    tamper(store, "insert into seats (game_id, seat) values (:id, 7)", id=added)
    for game_id in (lost, added):
        with pytest.raises(DamagedGame, match="seats"):
            store.game(game_id)
    assert store.games() == []
