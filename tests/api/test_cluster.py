"""Commands and service with `--on`: what workers count and export is what is counted and exported here."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from polars.testing import assert_frame_equal

from analytics import Lake, export, exporting, spreading
from api.cli import tabletale
from api.service import installed_rulesets
from events import NewNote, Store
from tests.analytics.stores import BUCKET, lake_in_a_store
from tests.analytics.stores import SECRET as SECRET_OF_STORE
from tests.analytics.test_export import TABLES, contents
from tests.analytics.workers import Workers, workers
from tests.api.serving import serving
from tests.benchmarks.analytics import record
from tests.databases import empty
from tests.forms import either

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from click.testing import Result


RULESET = "kingdom_rush"
EVENTS = {RULESET: 700, "heros_crossing_tactics": 300, "card_tactics": 300}
QUESTION = ("statistics", "action_mix", "--param", f"ruleset={RULESET}", "--param", "min_n=1")
NOBODY = "tcp://127.0.0.1:1"
"""Nothing listens there."""
SECRET = "open-sesame"


@pytest.fixture(scope="module")
def log(postgresql_database: str) -> Iterator[str]:
    """A log on PostgreSQL, with games of several rulesets; emptied for the tests of other files."""
    with Store.open(postgresql_database) as store:
        for name in EVENTS:
            record(store, installed_rulesets()[name], EVENTS[name])
        store.update_game(store.games(limit=50)[-1].id, archived=True)
    yield postgresql_database
    empty(postgresql_database)


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory, log: str) -> Iterator[Workers]:
    """Two workers, which no test may kill."""
    with workers(tmp_path_factory.mktemp("two"), 2, TABLETALE_DATABASE_URL=log) as found:
        yield found


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, log: str) -> Path:
    """A user with an empty lake."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("TABLETALE_DATABASE_URL", log)
    monkeypatch.setenv("TABLETALE_LAKE", str(tmp_path / "lake"))
    monkeypatch.setattr(spreading, "LARGEST", 1)
    return tmp_path


def without_time(output: str) -> str:
    """What a statistic printed, but for the minute of its lake."""
    return re.sub(r"up to .*? UTC", "", output)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(tabletale, arguments)


def same(left: Lake, right: Lake) -> None:
    """Assert that two lakes have the same rows."""
    found, expected = contents(left), contents(right)
    for name in TABLES:
        assert_frame_equal(found[name], expected[name])
    exclusions = [lake.read(lake.checkpoint().exclusions).sort("game_uuid") for lake in (left, right)]  # type: ignore[arg-type]
    assert_frame_equal(*exclusions)
    assert left.checkpoint().position == right.checkpoint().position


class TestExport:
    def test_workers_write_the_lake_that_is_written_here(
        self, home: Path, two: Workers, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Each batch has one game, so workers merge what they wrote."""
        on = ("--on", two.address, "--on-only")
        exported = run("lake", "export", *on)
        assert exported.exit_code == 0, exported.output
        monkeypatch.setenv("TABLETALE_LAKE", str(home / "here"))
        here = run("lake", "export")
        assert (exported.output, exported.exit_code) == (here.output, 0)
        assert here.output.startswith(f"{games(Lake(home / 'here'))} games with ")
        same(Lake(home / "lake"), Lake(home / "here"))
        (part,) = [part for part in Lake(home / "lake").checkpoint().parts if part.ruleset == RULESET]
        assert part.games.rows > exporting.MANY + 1
        assert run("lake", "rebuild", *on).exit_code == 0
        same(Lake(home / "here"), Lake(home / "lake"))

    def test_games_that_changed_are_written_again(self, home: Path, two: Workers, log: str) -> None:
        on = ("--on", two.address, "--on-only")
        assert run("lake", "export", *on).exit_code == 0
        with Store.open(log) as store:
            of_ruleset = [game for game in store.games(limit=100) if game.ruleset == RULESET]
            for game in of_ruleset[1:4]:
                store.update_game(game.id, tags=["=1+1", 'two\u2603 "words"'])
            store.add_note(of_ruleset[5].id, NewNote(version=1, text="no fact of it changes"))
        changed = run("lake", "export", *on)
        assert changed.output.startswith("3 games with "), changed.output
        fresh = Lake(home / "fresh")
        with Store.open(log) as store:
            export(store, installed_rulesets(), fresh)
        same(Lake(home / "lake"), fresh)

    def test_a_lake_in_an_object_store(
        self, home: Path, tmp_path: Path, log: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Workers write parts there and count them, with credentials of their own environment."""
        here = Lake(home / "lake")
        with Store.open(log) as store:
            export(store, installed_rulesets(), here)
        expected = run(*QUESTION)
        with (
            lake_in_a_store(monkeypatch) as (_, access),
            workers(tmp_path, 1, TABLETALE_DATABASE_URL=log, **access) as found,
        ):
            on = ("--on", found.address, "--on-only")
            assert run("lake", "export", *on).exit_code == 0
            same(Lake(f"s3://{BUCKET}/lake"), here)
            counted = run(*QUESTION, *on)
            assert without_time(counted.output) == without_time(expected.output)
            assert counted.exit_code == 0
            assert SECRET_OF_STORE not in found.printed() + counted.output

    def test_a_worker_that_ends_changes_nothing(self, home: Path, tmp_path: Path, log: str) -> None:
        """Killed when the first batches are read; another one comes."""
        with workers(tmp_path, 2, TABLETALE_DATABASE_URL=log) as found, Store.open(log) as store:
            from analytics.cluster import Cluster, Site
            from api.cluster import open_log

            for moment in either((1,), (1, 2, 3, 4)):

                def kill(done: int, of: int, moment: int = moment) -> None:
                    if done == 3 * moment:
                        found.kill()
                        found.add()

                cluster = Cluster(found.address, Site(installed_rulesets, open_log), only=True)
                lake = Lake(home / f"lake-{moment}")
                export(store, installed_rulesets(), lake, progress=kill, cluster=cluster)
                cluster.close()
                expected = Lake(home / f"expected-{moment}")
                export(store, installed_rulesets(), expected)
                same(lake, expected)
                found.wait_for(2)

    def test_a_lake_that_is_not_shared_is_refused(
        self, home: Path, two: Workers, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Workers that write to a folder of their own are noticed, and nothing is published."""
        monkeypatch.setattr("analytics.spreading.address_of", lambda _: str(home / "elsewhere"))
        refused = run("lake", "export", "--on", two.address, "--on-only")
        assert refused.exit_code == 1
        assert "a worker wrote it, and it is not here; is the lake's folder shared?" in refused.output
        assert not Lake(home / "lake").checkpoint().exported_at

    def test_sqlite_is_refused(self, home: Path, two: Workers) -> None:
        refused = run("lake", "export", "--on", two.address, "--database", f"sqlite:///{home}/log.db")
        assert refused.exit_code == 1
        assert "The log is a SQLite file, which workers on other machines cannot read.\nExport with --copy-games" in (
            refused.output
        )
        assert not (home / "lake").exists()

    def test_a_worker_of_another_log_is_refused(self, home: Path, tmp_path: Path) -> None:
        """And nothing is published. Its password is told to nobody."""
        other = f"sqlite:///{tmp_path / 'other.db'}"
        with workers(tmp_path, 1, TABLETALE_DATABASE_URL=other) as found:
            refused = run("lake", "export", "--on", found.address, "--on-only")
        assert refused.exit_code == 1
        assert "the log of this worker is not the one that is exported" in refused.output
        assert not Lake(home / "lake").checkpoint().exported_at

    def test_the_password_of_the_log_is_never_told(self, home: Path, tmp_path: Path) -> None:
        url = f"postgresql+psycopg://tabletale:{SECRET}@127.0.0.1:1/nothing"
        with workers(tmp_path, 1, TABLETALE_DATABASE_URL=url) as found:
            refused = run("lake", "export", "--on", found.address, "--on-only")
            assert refused.exit_code == 1
            assert "Unavailable" in refused.output
            assert SECRET not in refused.output + found.printed()


def games(lake: Lake) -> int:
    return sum(part.games.rows for part in lake.checkpoint().parts)


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory, log: str) -> Path:
    """An export in many parts."""
    folder = tmp_path_factory.mktemp("lake")
    with pytest.MonkeyPatch.context() as patch, Store.open(log) as store:
        patch.setattr(exporting, "PART", 200)
        patch.setattr(exporting, "BATCH", 100)
        patch.setattr(exporting, "SMALL", 0)
        patch.setattr(spreading, "LARGEST", 1)
        export(store, installed_rulesets(), Lake(folder))
    return folder


class TestStatistics:
    @pytest.fixture(autouse=True)
    def exported(self, home: Path, lake: Path) -> None:
        shutil.copytree(lake, home / "lake")

    def test_a_statistic_is_the_one_that_is_counted_here(
        self, home: Path, two: Workers, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        here = run(*QUESTION)
        shutil.rmtree(home / "lake" / "_results")
        monkeypatch.setattr("analytics.query.Query._count_part", lambda *_: pytest.fail("counted here"))
        there = run(*QUESTION, "--on", two.address, "--on-only")
        assert (without_time(there.output), there.exit_code) == (without_time(here.output), 0)
        shutil.rmtree(home / "lake" / "_results")
        monkeypatch.setenv("TABLETALE_CLUSTER", two.address)
        assert without_time(run(*QUESTION).output) == without_time(here.output)

    @pytest.mark.parametrize("command", [QUESTION, ("lake", "export"), ("lake", "rebuild")], ids=" ".join)
    @pytest.mark.parametrize(
        ("address", "text"),
        [
            (NOBODY, "Cluster not available. No scheduler answers at tcp://127.0.0.1:1"),
            ("scheduler", "Cluster not available. 'scheduler' is not the address of a scheduler"),
            ("tcp://'\"\u2603:1\n", "is not the address of a scheduler, such as tcp://scheduler:8786."),
        ],
    )
    def test_no_cluster_there(
        self, home: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...], address: str, text: str
    ) -> None:
        """One line says so, one what to do, and the lake is as it was."""
        before = (home / "lake" / "_checkpoint.json").read_bytes()
        monkeypatch.setenv("TABLETALE_CLUSTER_WAIT", "0")
        refused = run(*command, "--on", address)
        assert refused.exit_code == 1
        assert text in refused.output
        assert refused.output.count("\n") == 2
        assert "TABLETALE_CLUSTER says" in refused.output
        assert (home / "lake" / "_checkpoint.json").read_bytes() == before

    def test_no_workers_there(self, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        here = run(*QUESTION)
        shutil.rmtree(home / "lake" / "_results")
        monkeypatch.setenv("TABLETALE_CLUSTER_WAIT", "0")
        with workers(tmp_path, 0) as found:
            refused = run(*QUESTION, "--on", found.address, "--on-only")
            assert (refused.exit_code, refused.output.count("\n")) == (1, 2)
            assert "has had no workers for 0 seconds." in refused.output
            done = run(*QUESTION, "--on", found.address)
        assert done.exit_code == 0
        assert without_time(done.output).endswith(without_time(here.output))

    def test_without_the_extra_it_says_what_to_install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("analytics.cluster.find_spec", lambda _: None)
        refused = run(*QUESTION, "--on", NOBODY)
        assert refused.exit_code == 1
        assert "Install it: pip install 'tabletale[cluster]'." in refused.output

    def test_the_service_asks_the_cluster(self, home: Path, two: Workers) -> None:
        """It connects for the first question, and leaves when it ends."""
        path = f"/v1/statistics/action_mix?ruleset={RULESET}&min_n=1"
        with serving() as service:
            here = service.ask("GET", path)
        shutil.rmtree(home / "lake" / "_results")
        with serving(options=("--on", two.address, "--on-only"), before=FAIL_HERE) as service:
            assert service.ask("GET", path)["rows"] == here["rows"]

    def test_the_service_tells_the_log_where_the_cluster_is(
        self, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """And not those who ask."""
        monkeypatch.setenv("TABLETALE_CLUSTER_WAIT", "0")
        options = ("--on", NOBODY, "--on-only")
        with (tmp_path / "stderr").open("w") as stderr, serving(options=options, stderr=stderr) as service:
            question = f"{service.address}/v1/statistics/action_mix?ruleset={RULESET}"
            answer = subprocess.check_output(["curl", "-s", question], text=True)
        assert '"type":"/problems/cluster-unavailable"' in answer
        assert "127.0.0.1:1" not in answer
        assert f"No scheduler answers at {NOBODY}" in (tmp_path / "stderr").read_text()

    def test_the_service_does_not_start_with_a_bad_address(self, home: Path) -> None:
        code = "from api.cli import main; main()"
        command = [sys.executable, "-c", code, "serve", "--port", "0", "--on", "scheduler"]
        ended = subprocess.run(command, capture_output=True, text=True, check=False, env=dict(os.environ))
        assert ended.returncode == 1
        assert "'scheduler' is not the address of a scheduler" in ended.stderr
        assert "Check that the scheduler" in ended.stderr


FAIL_HERE = "import analytics.query; analytics.query.Query._count_part = None"
"""A service with this line cannot count."""
