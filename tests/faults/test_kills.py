"""Writers that are killed; `make long SUITE=faults` kills as many as one likes."""

from __future__ import annotations

from pathlib import Path

from tests.faults.kills import kills

KILLS = 3


def test_what_was_acknowledged_outlives_a_crowd_of_writers(url: str, tmp_path: Path) -> None:
    """On both databases."""
    acknowledged, wrong = kills(url, tmp_path, KILLS)
    assert wrong == []
    assert acknowledged >= KILLS
