"""No event is missed or sent twice, with interrupted connections, restarts and two processes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.following.losing import following_faults
from tests.forms import either

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_a_client_with_interrupted_connections_misses_nothing(
    request: pytest.FixtureRequest, tmp_path: Path, database: str
) -> None:
    """Broken by a stream that starts at the newest version instead of the last one sent."""
    url = request.getfixturevalue("postgresql_url") if database == "postgresql" else f"sqlite:///{tmp_path}/log.db"
    assert following_faults(tmp_path, url, events=either(40, 120), cuts=either(8, 20)) == []
