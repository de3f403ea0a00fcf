"""The generator of large lakes makes a lake as an export does: games of their own, each once, in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl
import pytest

from analytics import Lake, run
from analytics.schema import SORTED_BY, to_words
from rulesets.heros_crossing_tactics import RULESET
from tests.benchmarks import large_lake

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def lake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Lake:
    """Copies of one game in several parts."""
    monkeypatch.setattr(large_lake, "EVENTS", 1)
    monkeypatch.setattr(large_lake, "PART", 2_500)
    lake = Lake(tmp_path / "lake")
    large_lake.make(lake, 7_000)
    return lake


def rows(lake: Lake, table: str) -> pl.DataFrame:
    return pl.concat([to_words(lake.read(getattr(part, table)), table) for part in lake.checkpoint().parts])


def test_games_are_copies_with_keys_and_times_of_their_own(lake: Lake) -> None:
    parts, games, facts = lake.checkpoint().parts, rows(lake, "games"), rows(lake, "facts")
    assert len(parts) > 2
    assert len({part.month for part in parts}) == len(parts)
    assert facts.height >= 7_000
    assert games["game_uuid"].n_unique() == games["game_id"].n_unique() == games.height > len(parts)
    for name in ("facts", "seats", "holdings"):
        key = rows(lake, name).select(SORTED_BY[name])
        assert key.is_unique().all()
        assert key.equals(key.sort(key.columns, nulls_last=True))
    for part in parts:
        assert set(lake.read(part.games)["ended_at"].dt.strftime("%Y-%m")) == {part.month}
        assert all(part.first <= uuid <= part.last for uuid in lake.read(part.games)["game_uuid"])


def test_a_statistic_counts_each_copy(lake: Lake) -> None:
    games = rows(lake, "games").height
    found = run(lake, "win_rate_by_seat", {"ruleset": RULESET.name, "min_n": 1}).rows
    assert set(found["n"]) == {games}
    large_lake.add_game(lake)
    assert rows(lake, "games").height == games + 1
    found = run(lake, "win_rate_by_seat", {"ruleset": RULESET.name, "min_n": 1}).rows
    assert set(found["n"]) == {games + 1}
    assert rows(lake, "facts").select("game_id", "version", "step", "part").is_unique().all()
