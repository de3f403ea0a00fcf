"""Stored values and rows are changed at random; `make long SUITE=faults` changes many more."""

from __future__ import annotations

import pytest

from tests.faults.flips import PROMISED, ChangeResult, Log, flips, rows

FLIPS, ROWS = 195, 45


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Log:
    return Log(tmp_path_factory.mktemp("flips"))


def wrong_of(results: list[ChangeResult]) -> list[str]:
    return [wrong for each in results for wrong in each.wrong]


def test_flipped_bits_are_found_as_documented(log: Log) -> None:
    """In each table with a promise, some are found."""
    assert all(log.rows.values())
    results = flips(log, FLIPS)
    assert wrong_of(results) == []
    assert all(each.found for each in results if each.kind in PROMISED)


def test_swapped_deleted_and_duplicated_rows_are_found(log: Log) -> None:
    """All of them."""
    results = rows(log, ROWS)
    assert wrong_of(results) == []
    assert all(each.found for each in results)
