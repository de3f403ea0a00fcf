"""After an export is killed at any step or moment, the lake is as it was before the export or as it is after it.

`make long SUITE=killed-exports` kills at every step, and more often at random.
"""

from __future__ import annotations

import hashlib
import shutil
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import pytest
from click.testing import CliRunner

from analytics import Lake, run
from api.cli import tabletale
from events import Store
from tests.api.killed import Kill, export, is_locked
from tests.forms import either

if TYPE_CHECKING:
    from pathlib import Path

RULESET = "kingdom_rush"
KILLED = -9
faults = pytest.mark.skipif("not config.getoption('--faults')", reason="the long form: make long SUITE=killed-exports")
MOMENTS = 40


class LakeContents(NamedTuple):
    """What a lake holds, and how it answers a statistic."""

    files: dict[str, str]
    """The files that count, by path: their SHA-256, worked out of what lies there."""
    answer: list[dict[str, object]]

    @classmethod
    def at(cls, folder: Path) -> LakeContents:
        lake = Lake(folder)
        listed = {file.path: hashlib.sha256((folder / file.path).read_bytes()) for file in lake.checkpoint().files()}
        assert {file.path: file.sha256 for file in lake.checkpoint().files()} == {
            path: found.hexdigest() for path, found in listed.items()
        }
        result = run(lake, "action_mix", {"ruleset": RULESET, "min_n": 1})
        return cls({path: found.hexdigest() for path, found in listed.items()}, result.rows.to_dicts())


class Prepared(NamedTuple):
    """A log, the lake of its first games, and the contents before and after the next export."""

    log: str
    lake: Path
    before: LakeContents
    after: LakeContents

    def copy(self, folder: Path) -> Path:
        return shutil.copytree(self.lake, folder)


def simulated(log: str, seed: int) -> None:
    arguments = ("--games", "7", "--seats", "2", "--bots", "random", "--seed", str(seed), "--processes", "1")
    assert CliRunner().invoke(tabletale, ["simulate", RULESET, *arguments, "--database", log]).exit_code == 0


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Prepared:
    """The lake holds games of several months; then others are played, and one of the first is excluded."""
    folder = tmp_path_factory.mktemp("prepared")
    log, lake = f"sqlite:///{folder / 'log.db'}", folder / "lake"
    simulated(log, 1)
    assert export(log, lake) == 0
    before = LakeContents.at(lake)
    simulated(log, 2)
    with Store.open(log) as store:
        store.update_game(store.games(limit=50)[-1].id, archived=True)
    whole = shutil.copytree(lake, folder / "whole")
    assert export(log, whole) == 0
    return Prepared(log, lake, before, LakeContents.at(whole))


def assert_old_or_new(prepared: Prepared, lake: Path) -> bool:
    """Assert that the lake is as before or as after the export; returns whether the killed export was complete."""
    found = LakeContents.at(lake)
    assert found in (prepared.before, prepared.after)
    assert not is_locked(lake)
    return found == prepared.after


def assert_next_export_completes(prepared: Prepared, lake: Path) -> None:
    """Assert that the next export does the rest, and that the one after it tidies up, with the same files as without a
    kill."""
    for _ in range(2):
        assert export(prepared.log, lake) == 0
        assert LakeContents.at(lake) == prepared.after
    left = {str(path.relative_to(lake)) for path in lake.rglob("*.*") if "_results" not in path.parts}
    assert left == {"_checkpoint.json", *prepared.after.files}


def test_several_killed_exports_in_a_row(prepared: Prepared, tmp_path: Path) -> None:
    """Each export leaves the files that it wrote, and the next begins with them."""
    lake = prepared.copy(tmp_path / "lake")
    first = either((), (Kill("write", 0),))
    for kill in (*first, Kill("write", 7, after=True), Kill("replace", 9), Kill("publish")):
        assert export(prepared.log, lake, kill) == KILLED
        assert not assert_old_or_new(prepared, lake)
    export(prepared.log, lake, Kill(seconds=Random().uniform(0, 1)))
    assert_old_or_new(prepared, lake)
    assert_next_export_completes(prepared, lake)


def test_an_export_that_is_killed_after_publishing_is_complete(prepared: Prepared, tmp_path: Path) -> None:
    """Nothing is lost, although the command did not report success."""
    lake = prepared.copy(tmp_path / "lake")
    assert export(prepared.log, lake, Kill("publish", after=True)) == KILLED
    assert assert_old_or_new(prepared, lake)
    assert_next_export_completes(prepared, lake)


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("step", ["write", "replace", "publish"])
@faults
def test_an_export_may_be_killed_at_every_step(prepared: Prepared, tmp_path: Path, step: str, after: bool) -> None:
    nth, ended = 0, list[bool]()
    while True:
        lake = prepared.copy(tmp_path / str(nth))
        if export(prepared.log, lake, Kill(step, nth, after)) != KILLED:
            break
        ended.append(assert_old_or_new(prepared, lake))
        assert_next_export_completes(prepared, lake)
        nth += 1
    assert nth > (0 if step == "publish" else 20)
    assert ended == [False] * (nth - 1) + [after and step != "write"]


@faults
def test_an_export_may_be_killed_at_any_moment(prepared: Prepared, tmp_path: Path) -> None:
    for number in range(MOMENTS):
        lake = prepared.copy(tmp_path / str(number))
        export(prepared.log, lake, Kill(seconds=Random(number).uniform(0, 2)))
        assert_old_or_new(prepared, lake)
        assert_next_export_completes(prepared, lake)
