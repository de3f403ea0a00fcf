"""The power is cut after some of the calls; `make long SUITE=faults` cuts it after each of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults.disk import MODELS
from tests.faults.power_cuts import BARE, DAMAGED, LOST, Trace
from tests.faults.shim import BlindShim
from tests.faults.writing import RUNS

EVERY, SELDOM = 10, 40


def problems_of(shim: Path, folder: Path, run: str, *parts: str) -> dict[str, set[str]]:
    """What was wrong, by model."""
    trace = Trace.of(shim, run, folder)
    results = trace.cut(folder, EVERY if parts else SELDOM, [trace.parts()[part] for part in parts], in_turn=True)
    assert [found.model for found in results] == [*MODELS]
    assert all(found.cuts > 5 for found in results)
    return {found.model: {*found.problems} for found in results}


SAFE = [name for name, run in RUNS.items() if run.synchronous == "FULL" and not run.lies]


@pytest.mark.parametrize("run", SAFE)
def test_nothing_that_was_acknowledged_is_lost(shim: Path, tmp_path: Path, run: str) -> None:
    """The log is complete, and takes appends. Broken by NORMAL instead of FULL."""
    parts = ("migration", "append", "checkpoint") if run == "FULL" else ()
    assert problems_of(shim, tmp_path, run, *parts) == {model: set() for model in MODELS}


def test_normal_loses_the_last_events_and_damages_nothing(shim: Path, tmp_path: Path) -> None:
    """A control: if nothing is lost here, the check does not work. kill -9 alone does not show it."""
    lost = {LOST}
    assert problems_of(shim, tmp_path, "NORMAL") == {"dropped": lost, "pages": lost, "torn": lost, "kept": set()}


def test_a_disk_that_lies_damages_the_log(shim: Path, tmp_path: Path) -> None:
    """A control: if the log is complete here, the check does not work. Damage leads to errors of the log only."""
    problems = problems_of(shim, tmp_path, "FULL, a disk that lies")
    assert DAMAGED in problems["pages"] & problems["torn"]
    assert LOST in problems["dropped"]
    assert problems["kept"] == set()
    assert not any(BARE in each for each in problems.values())


def test_an_empty_trace_is_an_error(shim: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Broken by cutting nothing, and finding nothing wrong."""
    monkeypatch.setattr("tests.faults.power_cuts.child", lambda *_: (tmp_path / "trace").write_bytes(b""))
    with pytest.raises(BlindShim):
        Trace.of(shim, "FULL", tmp_path)
