"""Writers are killed; `make long SUITE=faults` kills more of them."""

from __future__ import annotations

from pathlib import Path

from tests.faults.kills import kills

KILLS = 3


def test_acknowledged_appends_survive_killed_writers(url: str, tmp_path: Path) -> None:
    """On both databases."""
    acknowledged, wrong = kills(url, tmp_path, KILLS)
    assert wrong == []
    assert acknowledged >= KILLS
