"""Stores on each database, since the promises of the log are tested on both."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from events import Store


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("template") / "log.sqlite3"
    Store.open(f"sqlite:///{path}").close()
    return path


@pytest.fixture
def sqlite_url(sqlite_template: Path, tmp_path: Path) -> str:
    return f"sqlite:///{shutil.copy(sqlite_template, tmp_path / 'log.sqlite3')}"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest) -> str:
    """An empty log on each database in turn."""
    found: str = request.getfixturevalue(f"{request.param}_url")
    return found


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    with Store.open(url) as opened:
        yield opened


@pytest.fixture
def elsewhere(sqlite_template: Path, tmp_path: Path) -> Iterator[Store]:
    """Another log, on SQLite."""
    path = tmp_path / "elsewhere.sqlite3"
    path.write_bytes(sqlite_template.read_bytes())
    with Store.open(f"sqlite:///{path}") as opened:
        yield opened
