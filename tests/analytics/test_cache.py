"""The caches of answers and of counts, and their faults."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from analytics import Lake, cache, prepare
from analytics.cache import MOST_RESULTS, ResultCache
from analytics.jobs import JOBS
from tests.analytics.made import ask, make_lake

if TYPE_CHECKING:
    from pathlib import Path

PARAMS = {"ruleset": "toy", "min_n": 1}


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    rows = [{"game_id": game, "seat": seat, "win_share": float(seat == 1)} for game in range(1, 6) for seat in (1, 2)]
    return make_lake(tmp_path / "lake", seats=rows)


def test_an_answer_is_counted_once(lake: Lake, monkeypatch: pytest.MonkeyPatch) -> None:
    first = ask(lake, "win_rate_by_seat")
    monkeypatch.setattr("analytics.query.Query._count", lambda *_: pytest.fail("counted again"))
    again = ask(lake, "win_rate_by_seat")
    assert again.rows.equals(first.rows)
    assert (again.excluded, again.finding) == (first.excluded, first.finding)


def test_other_parameters_and_a_changed_lake_are_counted_again(lake: Lake, tmp_path: Path) -> None:
    key = prepare(lake, "win_rate_by_seat", PARAMS).key
    assert prepare(lake, "win_rate_by_seat", PARAMS).key == key
    assert prepare(lake, "win_rate_by_seat", PARAMS | {"min_n": 2}).key != key
    assert prepare(lake, "action_mix", PARAMS).key != key
    more = make_lake(tmp_path / "lake", seats=[{"game_id": 1, "seat": 1, "win_share": 0.0}])
    assert prepare(more, "win_rate_by_seat", PARAMS).key != key
    assert ask(more, "win_rate_by_seat").rows["n"].to_list() == [1]


@pytest.mark.parametrize("broken", [b"", b"PAR1 and no more"])
def test_a_broken_cache_file_is_replaced(lake: Lake, broken: bytes) -> None:
    expected = ask(lake, "win_rate_by_seat").rows
    (path,) = (lake.folder / "_results").iterdir()
    path.write_bytes(broken)
    assert ask(lake, "win_rate_by_seat").rows.equals(expected)
    assert path.stat().st_size > len(broken)


def test_answers_are_given_without_a_cache(lake: Lake) -> None:
    (lake.folder / "_results").write_text("a file in place of the folder")
    assert ask(lake, "win_rate_by_seat").rows.height == 2


def test_the_cache_of_answers_has_a_limit(lake: Lake) -> None:
    finished = prepare(lake, "win_rate_by_seat", PARAMS)._count()
    results = ResultCache(lake.folder)
    for number in range(MOST_RESULTS + 3):
        results.put(f"{number:032}", finished)
    assert len(list((lake.folder / "_results").iterdir())) == MOST_RESULTS
    assert results.get(f"{MOST_RESULTS + 2:032}") is not None


class TestCounts:
    """The counts of large parts are cached too."""

    @pytest.fixture(autouse=True)
    def parts_are_large(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("analytics.query.LARGE", 0)

    @pytest.fixture
    def counted(self, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        """The files of facts of the parts that are counted, in order."""
        found: list[str] = []
        job = JOBS["action_mix"]

        def watched(tables: Any, params: Any) -> Any:
            found.append(tables.part.facts.path)
            return job.partial(tables, params)

        monkeypatch.setitem(JOBS, job.name, replace(job, partial=watched))
        return found

    def test_a_part_that_did_not_change_is_counted_once(self, tmp_path: Path, counted: list[str]) -> None:
        """If a lake grows, only changed parts are counted again; the answer is that of a new lake with all games."""
        ask(self.lake(tmp_path / "lake", 6), "action_mix")
        assert len(set(counted)) == 3
        grown = self.lake(tmp_path / "lake", 8)
        found = ask(grown, "action_mix")
        assert len(counted) == 3 + 2  # of three parts, two got a game
        assert found.rows.equals(ask(self.lake(tmp_path / "anew", 8), "action_mix").rows)
        ask(grown, "action_mix", min_n=2)
        assert len(counted) == 3 + 2 + 3 + 3

    @pytest.mark.parametrize("broken", [b"", b"PAR1 and no more"])
    def test_broken_cached_counts_are_counted_again(self, tmp_path: Path, counted: list[str], broken: bytes) -> None:
        lake = self.lake(tmp_path, 6)
        expected = ask(lake, "action_mix").rows
        for folder in ("_results", "_counts"):
            for path in (tmp_path / folder).iterdir():
                path.write_bytes(broken)
        assert ask(lake, "action_mix").rows.equals(expected)
        assert len(counted) == 6

    def test_the_cache_of_counts_has_a_size_limit(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        lake = self.lake(tmp_path, 6)
        ask(lake, "action_mix")
        one = max(path.stat().st_size for path in (tmp_path / "_counts").iterdir())
        monkeypatch.setattr(cache, "MOST_BYTES", 4 * one)
        ask(lake, "action_mix", per="round")
        assert 0 < sum(path.stat().st_size for path in (tmp_path / "_counts").iterdir()) <= 4 * one

    def lake(self, folder: Path, games: int) -> Lake:
        seats: list[dict[str, Any]] = [
            {"game_id": game, "seat": seat, "win_share": float(seat == game % 2 + 1)}
            for game in range(1, games + 1)
            for seat in (1, 2)
        ]
        facts = [row | {"type": "Dig" if row["seat"] == 1 else "Sell", "version": row["seat"]} for row in seats]
        return make_lake(folder, parts=3, seats=seats, facts=facts)
