"""Some system calls fail; `make long SUITE=faults` lets each of them fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults.nth_call import FAULTS, FaultResult, try_cases
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
"""For each case, every how many calls one fails."""


@pytest.fixture(scope="module")
def some(shim: Path, tmp_path_factory: pytest.TempPathFactory) -> list[FaultResult]:
    return try_cases(shim, tmp_path_factory.mktemp("calls"), SHORT)


@pytest.mark.parametrize("case", SHORT)
def test_after_a_failed_call_nothing_is_lost_and_a_retry_works(some: list[FaultResult], case: str) -> None:
    """The caller gets an error of the log. Broken by acknowledging an append whose commit failed."""
    found = [each for each in some if each.case == case]
    assert [each.fault for each in found] == [*FAULTS]
    assert [(each.fault, wrong) for each in found for wrong in each.wrong] == []
    assert sum(each.calls for each in found) > 0


def test_faults_reach_the_caller(some: list[FaultResult]) -> None:
    """If not, nothing would have been tested."""
    answers = {answer for each in some for answer in each.answers}
    assert {"stored", "Unavailable"} <= answers <= {"stored", "Unavailable", "Damaged"}


def test_a_shim_that_sees_no_call_is_an_error(tmp_path: Path) -> None:
    """Without calls through the shim, nothing would ever be found wrong."""
    with pytest.raises(ChildFailed, match="BlindShim"):
        child(Path("/dev/null"), "nth_call", tmp_path, '{"append": 1}')
