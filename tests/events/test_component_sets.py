"""Component sets that are stored several at a time, as those that ship are at each start."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import events.component_sets
from events import NewSet, Store, Unavailable

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from events import ComponentSet

SHIPPED = [NewSet("chess", f"set {number}", f"n: {number}", f'{{"n":{number}}}') for number in range(9)]


def test_they_are_listed_in_their_order(store: Store) -> None:
    addresses = store.put_component_sets(SHIPPED)
    assert [each.hash for each in store.component_sets("chess")] == addresses
    assert store.put_component_sets(SHIPPED[:3]) == addresses[:3]
    assert [each.name for each in store.component_sets("chess")] == [new.name for new in SHIPPED]
    assert store.put_component_sets([]) == []


def test_all_of_them_are_stored_or_none(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    put = events.component_sets.put

    def fail_at_the_third(connection: Connection, new: ComponentSet) -> None:
        if len(stored) == 2:
            raise LookupError
        stored.append(new)
        put(connection, new)

    stored: list[ComponentSet] = []
    monkeypatch.setattr(events.component_sets, "put", fail_at_the_third)
    with pytest.raises(LookupError):
        store.put_component_sets(SHIPPED)
    assert store.component_sets("chess") == []


def test_those_that_are_there_do_not_wait_for_a_writer(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are read alone; one that is new has to wait, and nothing is stored if that takes too long."""
    monkeypatch.setattr("events.engines.BUSY_SECONDS", 0.05)
    with Store.open(sqlite_url) as store, Store.open(sqlite_url) as other:
        addresses = store.put_component_sets(SHIPPED[:8])
        with other._engines.writer.begin():
            assert store.put_component_sets(SHIPPED[:8]) == addresses
            with pytest.raises(Unavailable):
                store.put_component_sets(SHIPPED)
        assert len(store.component_sets("chess")) == 8
        assert store.put_component_sets(SHIPPED)[:8] == addresses
