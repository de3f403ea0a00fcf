"""Answers that are kept, and whatever may happen to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from analytics import put
from analytics.kept import KEPT, KeptResults
from tests.analytics.made import ask, made

if TYPE_CHECKING:
    from pathlib import Path

    from analytics import Lake

PARAMS = {"ruleset": "toy", "min_n": 1}


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    rows = [{"game_id": game, "seat": seat, "win_share": float(seat == 1)} for game in range(1, 6) for seat in (1, 2)]
    return made(tmp_path / "lake", seats=rows)


def test_an_answer_is_counted_once(lake: Lake, monkeypatch: pytest.MonkeyPatch) -> None:
    first = ask(lake, "win_rate_by_seat")
    monkeypatch.setattr("analytics.asking.Asking._count", lambda _self: pytest.fail("counted again"))
    again = ask(lake, "win_rate_by_seat")
    assert again.rows.equals(first.rows)
    assert (again.excluded, again.finding) == (first.excluded, first.finding)


def test_other_parameters_and_a_changed_lake_are_counted_anew(lake: Lake, tmp_path: Path) -> None:
    key = put(lake, "win_rate_by_seat", PARAMS).key
    assert put(lake, "win_rate_by_seat", PARAMS).key == key
    assert put(lake, "win_rate_by_seat", PARAMS | {"min_n": 2}).key != key
    assert put(lake, "action_mix", PARAMS).key != key
    more = made(tmp_path / "lake", seats=[{"game_id": 1, "seat": 1, "win_share": 0.0}])
    assert put(more, "win_rate_by_seat", PARAMS).key != key
    assert ask(more, "win_rate_by_seat").rows["n"].to_list() == [1]


@pytest.mark.parametrize("broken", [b"", b"PAR1 and no more"])
def test_a_kept_answer_that_is_broken_is_counted_anew(lake: Lake, broken: bytes) -> None:
    wanted = ask(lake, "win_rate_by_seat").rows
    (path,) = (lake.folder / "_results").iterdir()
    path.write_bytes(broken)
    assert ask(lake, "win_rate_by_seat").rows.equals(wanted)
    assert path.stat().st_size > len(broken)


def test_answers_are_had_where_nothing_can_be_kept(lake: Lake) -> None:
    (lake.folder / "_results").write_text("a file stands where the folder should")
    assert ask(lake, "win_rate_by_seat").rows.height == 2


def test_only_so_many_are_kept(lake: Lake) -> None:
    finished = put(lake, "win_rate_by_seat", PARAMS)._count()
    kept = KeptResults(lake.folder)
    for number in range(KEPT + 3):
        kept.put(f"{number:032}", finished)
    assert len(list((lake.folder / "_results").iterdir())) == KEPT
    assert kept.get(f"{KEPT + 2:032}") is not None
