"""Options of the tests, and fixtures that all of them use."""

from __future__ import annotations

import gc
import os
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings

from tests.forms import Form

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

# Before Polars is imported: logs of tests are small, and threads that wait for one another only slow their queries
os.environ.setdefault("POLARS_MAX_THREADS", "1")

pytest_plugins = ["tests.chromium", "tests.databases", "tests.deaths", "tests.prepared"]

HERE = Path(__file__).parent

LONGEST_NAME = 40
"""Bytes of a parameter that are still part of its test's name."""

# A busy machine is no fault
settings.register_profile("tabletale", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tabletale")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--games", type=int, help="random games that each case of the conformance suite plays: its long form"
    )
    parser.addoption("--actions", type=int, help="actions that are entered over a line that is cut, and by two at once")
    parser.addoption(
        "--states", type=int, help="states of each ruleset whose steps are compared with and without script"
    )
    parser.addoption("--steps", type=int, help="calls of the log that are compared with a model of it: its long form")
    parser.addoption("--faults", action="store_true", help="kill an export at every step, and often at random")
    parser.addoption("--all", action="store_true", help="run the tests that are marked `long` too")


def pytest_configure(config: pytest.Config) -> None:
    Form.long = config.getoption("--all")
    worker: dict[str, Any] = getattr(config, "workerinput", {})
    if worker and [Path(argument).absolute() for argument in config.args] == [HERE]:
        config.args[:] = _files_from(config, int(worker["workerid"].removeprefix("gw")), worker["workercount"])


def _files_from(config: pytest.Config, worker: int, workers: int) -> list[str]:
    """All files with tests, for each worker from another one on, so that each compiles others first: on a fresh machine
    all of them would compile all files and packages at the same time."""
    files = sorted({str(file) for pattern in config.getini("python_files") for file in HERE.rglob(pattern)})
    start = len(files) * worker // workers
    return files[start:] + files[:start]


@pytest.hookimpl(optionalhook=True, wrapper=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """For `-n auto` two more than there would be: who waits for a browser or for another process needs no core."""
    return (yield) + 2


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what only the long form runs: more of what a shorter test tries already.

    What stands right here follows whole documents and takes longest: at the end, other workers would wait for it.
    """
    items.sort(key=lambda item: (item.path.parent != HERE, str(item.path)))  # each worker has to have the same order
    if Form.long:
        return
    left_out = [item for item in items if item.get_closest_marker("long")]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if not item.get_closest_marker("long")]


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Name long bytes by their number: they may hold the time, and every worker must collect the same names."""
    return f"{argname}-{len(val)}-bytes" if isinstance(val, bytes) and len(val) > LONGEST_NAME else None


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keep the garbage collector away from modules and tests, which stay to the end: it took a tenth of the run."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()
        gc.set_threshold(20_000, 20, 20)


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in the last lines what was skipped and why, such as all that needs Chromium where there is none."""
    skipped = terminalreporter.stats.get("skipped", [])
    for reason, count in Counter(report.longrepr[2] for report in skipped).items():
        terminalreporter.write_line(f"{count} skipped: {reason.removeprefix('Skipped: ')}")


@pytest.fixture
def games(request: pytest.FixtureRequest) -> int | None:
    """How many random games each case of the conformance suite shall play; None leaves it to the case."""
    chosen: int | None = request.config.getoption("games")
    return chosen


@pytest.fixture(scope="session", autouse=True)
def one_key() -> Iterator[None]:
    """Games of the tests all have the same key: the same actions lead to the same dice and cards in every run.

    Games whose key a test wants to differ patch it again, and services that run as a process of their own draw theirs.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("secrets.token_bytes", bytes)
        yield
