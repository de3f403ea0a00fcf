"""Connections of the driver that stay taken from the pool."""

from __future__ import annotations

from threading import Thread
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import QueuePool

from events import Store, Unavailable
from events.engines import SPARE, Drivers, Engines, driver
from tests.databases import sql
from tests.events.build import begin
from tests.events.test_crash import BREAK_CONNECTIONS
from tests.waiting import until

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def engines(sqlite_url: str) -> Iterator[Engines]:
    with Engines.open(sqlite_url) as engines:
        yield engines


def taken(drivers: Drivers) -> int:
    """How many connections the pool has given, and not got back."""
    pool = drivers.engine.pool
    assert isinstance(pool, QueuePool)
    return pool.checkedout()


def test_a_connection_stays_taken_and_is_used_again(engines: Engines) -> None:
    """Broken by giving each back to the pool."""
    for drivers in (engines.raw, engines.raw_writer):
        with driver(drivers) as first:
            pass
        with driver(drivers) as second:
            pass
        assert first is second
        assert taken(drivers) == 1


def test_only_a_few_stay_taken(engines: Engines) -> None:
    many = [engines.raw.take() for _ in range(SPARE + 2)]
    for connection in many:
        engines.raw.give_back(connection)
    assert taken(engines.raw) == SPARE


def test_a_transaction_gets_the_only_connection_that_writes(engines: Engines) -> None:
    """Broken by a pool that does not ask for it: the transaction waits until it gives up."""
    with driver(engines.raw_writer) as connection:
        pass
    with engines.writer.begin() as transaction:
        assert transaction.connection.driver_connection is connection
    assert taken(engines.raw_writer) == 0


def test_who_waits_for_the_only_connection_gets_it_next(engines: Engines) -> None:
    """Broken by keeping it although somebody waits."""
    got = []

    def begin_transaction() -> None:
        with engines.writer.begin() as transaction:
            got.append(transaction.connection.driver_connection)

    waiting = Thread(target=begin_transaction)
    with driver(engines.raw_writer) as connection:
        waiting.start()
        until(lambda: engines.raw_writer._wanted == 1, "the transaction waits for the connection")
    waiting.join()
    assert got == [connection]
    assert engines.raw_writer._wanted == 0


def test_no_connection_is_open_after_closing(sqlite_url: str) -> None:
    """Broken by closing the pool alone."""
    with Engines.open(sqlite_url) as engines:
        connections = []
        for drivers in (engines.raw, engines.raw_writer):
            with driver(drivers) as connection:
                connections.append(connection)
    for connection in connections:
        with pytest.raises(Exception, match="closed"):
            connection.execute("select 1")


def test_all_that_stay_taken_are_given_up_when_one_is_lost(postgresql_url: str) -> None:
    """Broken by giving up the lost one alone: each of the others would fail once more."""
    with Store.open(postgresql_url) as store:
        game_id = begin(store)
        reads = (lambda: store.game(game_id), lambda: store.games())  # by a connection that stays taken, and by a pool
        for read in reads:
            raw = store._engines.raw
            for connection in [raw.take(), raw.take(), raw.take()]:
                raw.give_back(connection)
            store.games()  # so that the pool has one, too
            sql(postgresql_url, BREAK_CONNECTIONS)
            with pytest.raises(Unavailable):
                read()
            for _ in range(SPARE):
                assert store.game(game_id).id == game_id
                assert len(store.games()) == 1
