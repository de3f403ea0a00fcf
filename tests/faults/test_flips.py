"""Stored values and rows that are changed at random; `make long SUITE=faults` changes many more."""

from __future__ import annotations

import pytest

from tests.faults.flips import PROMISED, Log, Tried, flips, rows

FLIPS, ROWS = 195, 45


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Log:
    return Log(tmp_path_factory.mktemp("flips"))


def wrong_of(tried: list[Tried]) -> list[str]:
    return [wrong for each in tried for wrong in each.wrong]


def test_flipped_bits_are_found_where_the_page_says_so(log: Log) -> None:
    """Of each table of which something is promised, some are."""
    assert all(log.rows.values())
    tried = flips(log, FLIPS)
    assert wrong_of(tried) == []
    assert all(each.found for each in tried if each.kind in PROMISED)


def test_rows_that_are_swapped_dropped_or_doubled_are_found(log: Log) -> None:
    """Each of them."""
    tried = rows(log, ROWS)
    assert wrong_of(tried) == []
    assert all(each.found for each in tried)
