"""Options of the tests."""

import pytest

from tests.databases import postgresql_database, postgresql_url, server  # noqa: F401 - fixtures


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--games", type=int, help="random games that each case of the conformance suite plays: its long form"
    )


@pytest.fixture
def games(request: pytest.FixtureRequest) -> int | None:
    """How many random games each case of the conformance suite shall play; None leaves it to the case."""
    chosen: int | None = request.config.getoption("games")
    return chosen
