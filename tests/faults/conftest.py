"""The shim, compiled once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.faults.shim import LACKING, compiled

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="session")
def shim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The compiled library; a test that needs it is skipped where it cannot be made."""
    if LACKING:
        pytest.skip(LACKING)
    return compiled(tmp_path_factory.mktemp("shim"))
