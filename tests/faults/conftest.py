"""The shim, compiled once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.faults.shim import MISSING, compiled

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="session")
def shim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The compiled library; a test that needs it is skipped where it cannot be made."""
    if MISSING:
        pytest.skip(MISSING)
    return compiled(tmp_path_factory.mktemp("shim"))


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty log on each database in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'log'}"
    found: str = request.getfixturevalue("postgresql_url")
    return found
