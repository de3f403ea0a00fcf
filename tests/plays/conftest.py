from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from api.service import Service, installed_rulesets
from api.settings import Settings
from events import Store


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    """A service over an empty log."""
    yield from opened(tmp_path / "log.db")


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Service]:
    """A service over another empty log."""
    yield from opened(tmp_path / "other.db")


def opened(path: Path) -> Iterator[Service]:
    settings = Settings.read({}, database_url=f"sqlite:///{path}")
    with Store.open(settings.database_url, synchronous="NORMAL") as store:
        yield Service.over(store, settings, installed_rulesets())
