"""How benchmarks run, tested with ones that measure nothing: failed and skipped benchmarks are rows."""

from __future__ import annotations

import ast
import gc
import json
import os
import re
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from click.testing import CliRunner

from tests.benchmarks import __main__ as program
from tests.benchmarks import harness
from tests.benchmarks.harness import Bench, Measured, SeparateProcess, Skipped, measure, needs, new_folder
from tests.benchmarks.store import on_postgresql
from tests.databases import sql

if TYPE_CHECKING:
    from collections.abc import Callable

    from click.testing import Result

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]
MODULES = [path for path in sorted(FOLDER.glob("*.py")) if not path.name.startswith("test_")]
LACK = "the disk turns no more"
ERROR = "no [/such] thing"
"""An error with text that rich would take for markup."""
WITH_PEERS = {
    "eventsourcing": {
        "store.append_sqlite",
        "store.append_large",
        "store.append_pg",
        "store.batch_sqlite",
        "store.batch_pg",
        "replay.cold",
    },
    "chess": {"replay.fold", "rules.decide", "rules.playout", "picture.svg"},
}
"""The benchmarks that compare with a package, by the package."""


class Benches(NamedTuple):
    """The benchmarks of these tests, which note their names when they run."""

    executed: list[str]

    def passing(self, name: str, ours: float) -> Measured:
        self.executed.append(name)
        sides = Bench(
            name=name, unit="/s", against="a floor", bar=1, stretch=2, ours=lambda: ours, theirs=lambda: 1.0, rounds=1
        )
        return measure(sides)

    def raising(self, name: str, error: BaseException) -> Measured:
        self.executed.append(name)
        raise error


@pytest.fixture(autouse=True)
def without_collections(monkeypatch: pytest.MonkeyPatch) -> None:
    """These benchmarks measure nothing, and in a process with thousands of tests a collection takes half a second."""
    monkeypatch.setattr(gc, "collect", lambda: 0)


@pytest.fixture
def executed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """Replace the benchmarks by one of every sort, in an empty folder; returns the names of those that run."""
    benches = Benches([])
    sorts: dict[str, Callable[[str], Measured]] = {
        "skips": partial(benches.raising, error=Skipped(LACK)),
        "fails": partial(benches.raising, error=ValueError(ERROR)),
        "exits": partial(benches.raising, error=SystemExit(7)),
        "below": partial(benches.passing, ours=0.5),
        "holds": partial(benches.passing, ours=1.5),
    }
    monkeypatch.setattr(program, "BENCHES", {name: partial(bench, name) for name, bench in sorts.items()})
    monkeypatch.chdir(tmp_path)
    return benches.executed


def bench(*arguments: str) -> Result:
    return CliRunner().invoke(program.main, arguments)


def row(done: Result, name: str) -> str:
    """The row of a benchmark in the table."""
    (found,) = (line for line in done.stdout.splitlines() if line.startswith(f"│ {name} "))
    return found


def test_a_benchmark_that_fails_is_a_row_and_the_others_still_run(executed: list[str]) -> None:
    """The row has type and message, stderr the traceback, and the exit code is 1. Broken by catching `Skipped` alone,
    by exit code 0, and by printing the message as markup."""
    done = bench()
    assert executed == ["skips", "fails", "exits", "below", "holds"]
    assert done.exit_code == 1
    assert f"ValueError: {ERROR}" in row(done, "fails")
    assert "FAILED" in row(done, "fails")
    assert "SystemExit: 7" in row(done, "exits")
    assert "holds" in row(done, "holds")
    assert "Traceback" in done.stderr
    assert "in raising" in done.stderr
    assert "Traceback" not in done.stdout


@pytest.mark.parametrize("name", ["fails", "exits"])
def test_a_single_failure_sets_the_exit_code(executed: list[str], name: str) -> None:
    """Broken by looking at the last row alone."""
    assert bench(name, "holds").exit_code == 1


def test_a_benchmark_that_is_skipped_is_a_row_that_says_why(executed: list[str]) -> None:
    """A skipped benchmark is no failure. Broken by leaving it out of the table, and by exit code 1."""
    done = bench("skips", "holds")
    assert done.exit_code == 0
    assert LACK in row(done, "skips")
    assert "skipped" in row(done, "skips")
    assert done.stderr == ""


def test_a_row_below_its_bar_is_no_failure(executed: list[str]) -> None:
    """Broken by counting it as one."""
    done = bench("below")
    assert done.exit_code == 0
    assert row(done, "below").split("│")[-2].strip() == "below"


@pytest.mark.parametrize(
    ("ratios", "verdict"),
    [
        ([0.5, 0.6, 0.7], "below"),
        ([0.8, 0.95, 1.2], "too noisy"),
        ([0.8, 1.05, 1.2], "too noisy"),
        ([1.1, 1.5, 2.5], "holds"),
        ([2.1, 2.2, 2.3], "stretch"),
    ],
)
def test_a_bar_within_the_noise_neither_holds_nor_fails(ratios: list[float], verdict: str) -> None:
    """Broken by comparing the median alone."""
    assert measured(ratios).verdict() == verdict


@pytest.mark.parametrize(
    ("earlier", "now", "change"),
    [
        ([1, 1.1, 1.2], [1.3, 1.32, 1.34], "+20%"),
        ([1.3, 1.32, 1.34], [1, 1.1, 1.2], "-17%"),
        ([1, 1.1, 1.2], [1.1, 1.2, 1.3], "same"),
        ([1, 1.1, 1.2], [0.9, 1.02, 1.12], "same"),
    ],
)
def test_a_difference_within_the_noise_is_no_change(earlier: list[float], now: list[float], change: str) -> None:
    """Broken by comparing the medians alone, and by looking at the noise of one run."""
    assert measured(now).since(measured(earlier)) == change


def measured(ratios: list[float]) -> Measured:
    """The row of a benchmark whose rounds had these ratios, after one that warms up."""
    rounds = iter([7, *ratios])
    return measure(
        Bench(
            name="any",
            unit="/s",
            against="a floor",
            bar=1,
            stretch=2,
            ours=lambda: next(rounds),
            theirs=lambda: 1.0,
            rounds=len(ratios),
        )
    )


def test_rows_are_compared_with_those_of_an_earlier_run(executed: list[str]) -> None:
    """A benchmark that it did not measure has no change. Broken by a column without a comparison."""
    assert bench("fails", "holds", "--json", "rows.json").exit_code == 1
    done = bench("below", "holds", "--earlier", "rows.json")
    assert done.exit_code == 0
    assert row(done, "holds").split("│")[-2].strip() == "same"
    assert row(done, "below").split("│")[-2].strip() == ""
    assert "change" not in bench("holds").stdout


@pytest.mark.parametrize("content", [None, b"", b"{}", b'[{"ratio": 1, "name": "holds"}]'])
def test_a_file_that_no_earlier_run_wrote_is_refused(
    executed: list[str], tmp_path: Path, content: bytes | None
) -> None:
    """Before anything is measured. Broken by reading it at the end."""
    if content is not None:
        (tmp_path / "rows.json").write_bytes(content)
    done = bench("holds", "--earlier", "rows.json")
    assert done.exit_code == 2
    assert executed == []


def test_nothing_is_written_unless_a_file_is_named(executed: list[str], tmp_path: Path) -> None:
    """The table is printed either way. Broken by writing `bench.json` to the working folder."""
    assert row(bench("holds"), "holds")
    assert list(tmp_path.iterdir()) == []
    assert row(bench("holds", "--json", "rows.json"), "holds")
    assert [path.name for path in tmp_path.iterdir()] == ["rows.json"]


def test_the_file_has_every_row(executed: list[str], tmp_path: Path) -> None:
    """Failed and skipped benchmarks have the whole reason. Broken by writing the measured rows alone."""
    done = bench("skips", "fails", "below", "--json", str(tmp_path / "rows.json"))
    assert done.exit_code == 1
    skips, fails, below = json.loads((tmp_path / "rows.json").read_bytes())
    assert skips == {"name": "skips", "skipped": LACK}
    assert fails == {"name": "fails", "failed": f"ValueError: {ERROR}"}
    fields = ("name", "ours", "theirs", "against", "unit", "ratio", "rounds")
    assert [below[name] for name in fields] == ["below", 0.5, 1, "a floor", "/s", 0.5, 1]


@pytest.mark.parametrize(
    "arguments",
    [("holds", "--json", "nowhere/rows.json"), ("holds", "--json", "."), ("holds", "--json"), ("nothing", "holds")],
)
def test_bad_arguments_are_refused_before_anything_is_measured(executed: list[str], arguments: tuple[str, ...]) -> None:
    """Broken by opening the file at the end, and by looking up each name in its turn."""
    assert bench(*arguments).exit_code == 2
    assert executed == []


def test_benchmarks_are_skipped_without_the_package_that_they_need(tmp_path: Path) -> None:
    """No module needs such a package to be imported.

    Broken by importing chess in `games`, and by leaving `needs` away from each of these in turn.
    """
    hidden = f"import sys; sys.modules.update(dict.fromkeys({list(WITH_PEERS)}))"
    command = f"{hidden}; from tests.benchmarks.__main__ import main; main()"
    names = [name for those in WITH_PEERS.values() for name in those]
    arguments = [*names, "--json", str(tmp_path / "rows.json")]
    done = subprocess.run([sys.executable, "-c", command, *arguments], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    rows = json.loads((tmp_path / "rows.json").read_bytes())
    expected = {name: f"{peer} is not installed" for peer, those in WITH_PEERS.items() for name in those}
    assert {found["name"]: found["skipped"].partition(";")[0] for found in rows} == expected


def test_a_benchmark_runs_if_its_package_is_installed() -> None:
    """Broken by skipping it all the same."""
    measured = Benches([]).passing("any", 1)
    assert needs("json")(lambda: measured)() == measured


def test_a_disk_that_is_nearly_full_is_a_reason_to_skip(monkeypatch: pytest.MonkeyPatch) -> None:
    """Broken by not checking the free space."""
    monkeypatch.setattr(harness, "ROOM", 2**80)
    with pytest.raises(Skipped, match=r"has [\d,]+ MiB free"), new_folder():
        pass


def test_the_folder_of_a_benchmark_that_fails_is_deleted() -> None:
    """Broken by making it with `mkdtemp`."""
    made: list[Path] = []

    def failing() -> None:
        with new_folder() as folder:
            made.append(folder)
            (folder / "log.sqlite3").touch()
            raise ValueError("full")

    with pytest.raises(ValueError, match="full"):
        failing()
    assert not made[0].exists()


def test_each_benchmark_has_its_own_database_on_a_given_server(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a benchmark would verify what another one stored.

    Broken by using the database in the URL, and by not dropping the new one.
    """
    monkeypatch.setenv("TABLETALE_TEST_DATABASE_URL", server)
    with on_postgresql() as first, on_postgresql() as second:
        sql(first, "create table events (id int)")
        sql(second, "create table events (id int)")
    with pytest.raises(Exception, match="does not exist"):
        sql(first, "select 1")


@pytest.mark.parametrize(
    ("prepare", "why"),
    [
        (partial(int, "no side"), "ValueError.*'no side'"),
        (partial(partial, int, "no speed"), "ValueError.*'no speed'"),
        (partial(partial, os._exit, 3), "ended with exit code 3"),
    ],
    ids=["prepare", "run", "end"],
)
def test_a_side_in_a_separate_process_reports_its_failure(prepare: Callable[..., Any], why: str) -> None:
    """Broken by keeping this process's copy of the other end of the pipe open: the caller then waits for ever."""
    with SeparateProcess(prepare) as apart, pytest.raises(RuntimeError, match=why):
        apart()


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_no_benchmark_needs_the_history_of_the_repository(path: Path) -> None:
    """Benchmarks compare with a package, or with a lower bound of the same run; an older program cannot read today's
    logs. Broken by a command that begins with git, by a line of shell with it, and by a package that reads a
    repository."""
    nodes = list(ast.walk(ast.parse(path.read_text())))
    docstrings = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    texts = [node.value for node in nodes if isinstance(node, ast.Constant) and id(node) not in docstrings]
    assert [text for text in texts if isinstance(text, str) and re.search(r"\bgit\b", text)] == []
    imported = {alias.name for node in nodes if isinstance(node, ast.Import | ast.ImportFrom) for alias in node.names}
    imported |= {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in imported} & {"git", "pygit2", "dulwich"} == set()
