"""Imports while others write, and imports that are killed; `make long SUITE=faults ARGS=imports` has larger ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from events import Store
from tests.faults.imports import GameFile, Kill, every_kill, import_under_load, killed_import, small_file
from tests.forms import either, in_turn

WRITERS = 3
DATABASES = {"sqlite": "sqlite", "postgresql": "postgresql"}
KILLS = either([Kill("row", 1, True), Kill("events", 0, True), Kill("store", 1, True)], every_kill())


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> GameFile:
    """A file of a few games."""
    return small_file(tmp_path_factory.mktemp("exported"))


@pytest.mark.parametrize(("url", "over_rest"), in_turn(DATABASES, {"command": False, "rest": True}), indirect=["url"])
def test_an_import_and_writers_do_not_disturb_each_other(
    url: str, file: GameFile, tmp_path: Path, over_rest: bool
) -> None:
    """No append is lost or refused, and every game of the file is stored.

    Broken by an import that reads the last position before it has the lock.
    """
    Store.open(url, migrate=True).close()
    loaded = import_under_load(tmp_path, url, file, WRITERS, over_rest=over_rest)
    assert loaded.wrong == []
    assert len(loaded.waits) >= WRITERS


@pytest.mark.parametrize("kill", KILLS, ids=str)
def test_a_killed_import_leaves_whole_games_and_may_be_repeated(url: str, file: GameFile, kill: Kill) -> None:
    """Broken by a commit between the row of a game and its events."""
    Store.open(url, migrate=True).close()
    assert killed_import(url, file, kill) == []
