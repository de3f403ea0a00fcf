"""Calls of the system that fail, some of them; `make long SUITE=faults` lets each of them fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults.nth_call import FAULTS, Tried, tried
from tests.faults.shim import ChildFailed, child

SHORT = {
    "append": 2,
    "first append, with a checkpoint": 13,
    "append of 300, more than the cache holds": 61,
    "undo with a note": 31,
    "new game": 29,
    "reading": 76,
    "opening": 47,
    "migration": 150,
}
"""Of the calls of each case, one in so many fails."""


@pytest.fixture(scope="module")
def some(shim: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Tried]:
    return tried(shim, tmp_path_factory.mktemp("calls"), SHORT)


@pytest.mark.parametrize("case", SHORT)
def test_whatever_call_fails_nothing_is_lost_and_the_next_try_is_right(some: list[Tried], case: str) -> None:
    """And who asked is told so in an error of the log. Broken by acknowledging an append whose commit failed."""
    found = [each for each in some if each.case == case]
    assert [each.fault for each in found] == [*FAULTS]
    assert [(each.fault, wrong) for each in found for wrong in each.wrong] == []
    assert sum(each.calls for each in found) > 0


def test_a_fault_is_felt(some: list[Tried]) -> None:
    """Else nothing would have been tried."""
    told = {said for each in some for said in each.told}
    assert {"stored", "Unavailable"} <= told <= {"stored", "Unavailable", "Damaged"}


def test_who_sees_no_call_fails(tmp_path: Path) -> None:
    """A shim that stands beside SQLite would find nothing wrong with anything."""
    with pytest.raises(ChildFailed, match="BlindShim"):
        child(Path("/dev/null"), "nth_call", tmp_path, '{"append": 1}')
