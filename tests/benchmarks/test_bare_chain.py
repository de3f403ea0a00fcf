"""The lower bound of `store.verify` reads every event, and computes the same hashes as the log."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from events import Store
from tests.benchmarks import bare_chain
from tests.events.build import begin, damage_row, event, play, summary, tamper

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty log on each database in turn."""
    if request.param == "postgresql":
        found: str = request.getfixturevalue("postgresql_url")
        return found
    url = f"sqlite:///{tmp_path / 'log.sqlite3'}"
    Store.open(url).close()
    return url


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    with Store.open(url) as opened:
        yield opened


def test_the_bare_chain_accepts_a_valid_log(store: Store, url: str) -> None:
    """The log has events with and without each nullable field, and games with interleaved events.

    Broken by leaving any field of `_bytes` out, and by not beginning each game anew.
    """
    first, second = begin(store, 3), begin(store, 2)
    play(store, first, 3, 2)
    full = event(3, by="Jürgen", occurred_at=1, board_hash=bytes(32), outcomes="[6]")
    store.append(second, 2, [full, event(4, seat=None)], summary(4))
    assert bare_chain.check(url) == 9


def test_an_empty_log_has_no_events(store: Store, url: str) -> None:
    """Broken by expecting a first event."""
    assert bare_chain.check(url) == 0


@pytest.mark.parametrize("column", ["action", "effects", "hash", "salt"])
def test_the_bare_chain_compares_each_hash(store: Store, url: str, column: str) -> None:
    """Broken by leaving the comparison out."""
    game = begin(store, 3)
    value = b"0" * 32 if column in ("hash", "salt") else "[]"
    tamper(store, f"update events set {column} = :value where game_id = :id and version = 2", value=value, id=game)
    with pytest.raises(ValueError, match="version 2 of game"):
        bare_chain.check(url)


def test_the_bare_chain_reads_the_rows_of_games(store: Store, url: str) -> None:
    """Broken by reading the events alone."""
    begin(store, 2)
    damage_row(store, begin(store, 3), "last_hash", bytes(32))
    with pytest.raises(ValueError, match="rows of the games"):
        bare_chain.check(url)


def test_the_bare_chain_checks_the_number_of_events(store: Store, url: str) -> None:
    """The speed would be wrong otherwise. Broken by dividing by a number that nobody compares."""
    begin(store, 3)
    assert bare_chain.by_the_clock(url, 3)() > 0
    with pytest.raises(ValueError, match="3 events instead of 4"):
        bare_chain.by_the_clock(url, 4)()
