"""Statistics that are counted on a cluster have the rows that they have here, whichever workers end meanwhile."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from concurrent.futures import CancelledError
from dataclasses import replace
from random import Random
from threading import Thread
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from polars.testing import assert_frame_equal

from analytics import Lake, cluster, export, exporting, prepare
from analytics.cluster import Site, Task, need_cluster, versions
from analytics.errors import BadClusterAddress, ClusterNotInstalled, ClusterUnavailable, WorkerFailed, WorkerRefused
from analytics.jobs import JOBS
from api.service import installed_rulesets
from events import Store
from tests.analytics.made import make_lake
from tests.analytics.workers import (
    Workers,
    connected,
    ends_its_process,
    fails,
    held,
    holder,
    no_log,
    toys,
    workers,
)
from tests.benchmarks.analytics import record
from tests.benchmarks.games import RULESETS
from tests.forms import either, mostly
from tests.running import ROOT
from tests.waiting import LIMIT, until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from analytics import Query, Result
    from analytics.cluster import Cluster


TIES = {"follow_ups"}
"""Sums of floats in no fixed order, here as well: what is a small difference of them has a larger relative error, and
rows that are sorted by them may change places."""
NOBODY = "tcp://127.0.0.1:1"
"""Nothing listens there."""
INSTALLED = Site(installed_rulesets, no_log)
TOYS = Site(toys, no_log)


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    """Random games of every ruleset, in several parts each."""
    folder = tmp_path_factory.mktemp("games")
    found = Lake(folder / "lake")
    with Store.open(f"sqlite:///{folder / 'log.db'}", synchronous="NORMAL") as store, pytest.MonkeyPatch.context() as p:
        p.setattr(exporting, "BATCH", 500)
        p.setattr(exporting, "WAITING", 1_000)
        p.setattr(exporting, "PART", 1_000)
        p.setattr(exporting, "MANY", 1_000)
        for ruleset in RULESETS:
            record(store, ruleset, 4_000 if ruleset.name == "heros_crossing" else 800)  # its games are the longest
        export(store, {ruleset.name: ruleset for ruleset in RULESETS}, found)
    return found


@pytest.fixture(scope="module")
def toy_lake(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    """A lake of six parts."""
    seats: list[dict[str, Any]] = [
        {"game_id": game, "seat": seat, "win_share": float(seat == game % 2 + 1)}
        for game in range(1, 13)
        for seat in (1, 2)
    ]
    facts = [row | {"type": "Dig" if row["seat"] == 1 else "Sell", "version": row["seat"]} for row in seats]
    return make_lake(tmp_path_factory.mktemp("toy"), parts=6, seats=seats, facts=facts)


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workers]:
    """Two workers, which no test may kill."""
    with workers(tmp_path_factory.mktemp("two"), 2) as found:
        yield found


@pytest.fixture
def few(tmp_path: Path) -> Iterator[Workers]:
    """A worker of one test."""
    with workers(tmp_path, 1) as found:
        yield found


def fresh(query: Query, on: Cluster | None = None) -> Result:
    """The answer, counted anew."""
    for name in ("_results", "_counts"):
        shutil.rmtree(query.lake.folder / name, ignore_errors=True)
    return query.answer(on)


def ask(lake: Lake, on: Cluster | None = None, **params: object) -> Result:
    return fresh(prepare(lake, "action_mix", {"ruleset": "toy", "min_n": 1} | params), on)


def in_other_order(query: Query) -> Query:
    parts = list(query.checkpoint.parts)
    Random(1).shuffle(parts)
    checkpoint = type(query.checkpoint)(
        **{name: getattr(query.checkpoint, name) for name in query.checkpoint.__struct_fields__ if name != "parts"},
        parts=tuple(parts),
    )
    return replace(query, checkpoint=checkpoint)


class TestRows:
    """On one worker, on two, here, and with the parts in another order: the rows are the same."""

    @pytest.mark.parametrize("ruleset", mostly([ruleset.name for ruleset in RULESETS], ["heroes_of_the_campaign"]))
    def test_every_statistic_and_question(self, lake: Lake, two: Workers, ruleset: str) -> None:
        questions = [question.name for question in installed_rulesets()[ruleset].questions]
        assert len([part for part in lake.checkpoint().parts if part.ruleset == ruleset]) >= 2
        with connected(two.address, INSTALLED, only=True) as on:
            for number, name in enumerate((*JOBS, *questions)):
                params = {"ruleset": ruleset, "min_n": 1}
                query = prepare(lake, name, params)
                expected = fresh(query)
                asked = [query, in_other_order(query)] if number < either(6, 99) else [query]
                for found in (fresh(each, on) for each in asked):
                    ties = query.job.name in TIES
                    assert_frame_equal(
                        *(found.rows, expected.rows),
                        rel_tol=1e-12,
                        abs_tol=1e-12 if ties else 0,
                        check_row_order=not ties,
                    )
                    assert (found.excluded, found.finding) == (expected.excluded, expected.finding)

    def test_a_lake_at_a_relative_address(self, toy_lake: Lake, two: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
        """Workers have another working directory."""
        monkeypatch.chdir(toy_lake.folder.parent)
        with connected(two.address, only=True) as on:
            assert ask(Lake(toy_lake.folder.name), on).rows.equals(ask(toy_lake).rows)

    @pytest.mark.long
    def test_one_worker(self, lake: Lake, few: Workers) -> None:
        with connected(few.address, INSTALLED, only=True) as on:
            for ruleset, name in zip((ruleset.name for ruleset in RULESETS), JOBS, strict=False):
                query = prepare(lake, name, {"ruleset": ruleset, "min_n": 1})
                assert_frame_equal(fresh(query, on).rows, fresh(query).rows, rel_tol=1e-12, abs_tol=0)


class TestCachedCounts:
    @pytest.fixture(autouse=True)
    def parts_are_large(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("analytics.query.LARGE", 0)

    def test_what_workers_counted_is_not_counted_again_here(
        self, toy_lake: Lake, two: Workers, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with connected(two.address, only=True) as on:
            expected = ask(toy_lake, on)
        shutil.rmtree(toy_lake.folder / "_results")
        job = JOBS["action_mix"]
        monkeypatch.setitem(JOBS, job.name, replace(job, partial=lambda *_: pytest.fail("counted again")))
        assert prepare(toy_lake, "action_mix", {"ruleset": "toy", "min_n": 1}).answer().rows.equals(expected.rows)

    def test_what_was_counted_here_is_not_sent(self, toy_lake: Lake) -> None:
        """No connection is made: nobody answers at that address."""
        expected = ask(toy_lake)
        shutil.rmtree(toy_lake.folder / "_results")
        query = prepare(toy_lake, "action_mix", {"ruleset": "toy", "min_n": 1})
        with connected(NOBODY, only=True) as on:
            assert query.answer(on).rows.equals(expected.rows)


class TestWorkersEnd:
    def test_while_they_work(self, few: Workers, tmp_path: Path) -> None:
        """The work of one that is killed is done by another."""
        few.add()
        few.wait_for(2)
        tasks = [Task(held, (str(tmp_path), number), f"number {number}") for number in range(4)]
        with connected(few.address) as on:

            def end_one() -> None:
                os.kill(holder(tmp_path, 0), signal.SIGKILL)
                (tmp_path / "go").touch()

            killer = Thread(target=end_one)
            killer.start()
            found = list(on.spread("held", tasks, lambda _: pytest.fail("there is a worker left")))
            killer.join()
        assert sorted(found) == [(number, number) for number in range(4)]
        assert len(list(tmp_path.glob("0-*"))) == 2

    def test_at_any_moment(self, lake: Lake, few: Workers) -> None:
        """One of two workers is killed after as many parts as chance says, and a new one comes."""
        few.add()
        chance = Random(7)
        query = prepare(lake, "action_mix", {"ruleset": "card_tactics", "min_n": 1})
        expected = fresh(query).rows
        parts = len(query._parts)
        for _ in range(either(2, 10)):
            few.wait_for(2)
            moment, which = chance.randrange(parts), chance.choice(few.running)

            def kill(done: int, of: int, moment: int = moment, which: Any = which) -> None:
                assert of == parts
                if done == moment + 1:
                    few.kill(which)
                    few.add()

            for name in ("_results", "_counts"):
                shutil.rmtree(lake.folder / name, ignore_errors=True)
            with connected(few.address, INSTALLED, only=True) as on:
                assert_frame_equal(query.answer(on, kill).rows, expected, rel_tol=1e-12, abs_tol=0)

    def test_one_that_has_given_its_result_already(self) -> None:
        """Dask then works it out once more, and says that the task is not done; what has come here is enough."""
        again: Any = SimpleNamespace(status="pending")
        assert cluster._result_of(again, 7, Task(held, (), "a part"), NOBODY) == 7
        with pytest.raises(ClusterUnavailable, match="was lost"):
            cluster._result_of(again, CancelledError(), Task(held, (), "a part"), NOBODY)

    def test_all_of_them(self, toy_lake: Lake, few: Workers, caplog: pytest.LogCaptureFixture, tmp_path: Path) -> None:
        """The rest is done here, with a line that says so; or not, if only workers may."""
        expected = ask(toy_lake).rows
        few.kill()
        few.wait_for(0)
        with connected(few.address, patience=0) as on:
            assert ask(toy_lake, on).rows.equals(expected)
        assert caplog.messages == [
            f"The cluster at {few.address} has had no workers for 0 seconds. 6 of 6 tasks (count-action_mix) are done "
            "here."
        ]
        with connected(few.address, patience=0, only=True) as on, pytest.raises(ClusterUnavailable, match="no workers"):
            ask(toy_lake, on)

    def test_the_last_one_while_it_works(self, few: Workers, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
        """What it had not done is done here."""
        tasks = [Task(held, (str(tmp_path), number), f"number {number}") for number in range(3)]

        def end_it() -> None:
            holder(tmp_path, 0)
            few.kill()

        with connected(few.address, patience=0) as on:
            killer = Thread(target=end_it)
            killer.start()
            assert dict(on.spread("held", tasks, lambda number: -number)) == {0: 0, 1: -1, 2: -2}
            killer.join()
        assert "has had no workers for 0 seconds. 3 of 3 tasks (held) are done here." in caplog.text

    def test_and_the_scheduler_while_they_work(
        self, few: Workers, tmp_path: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        tasks = [Task(held, (str(tmp_path), number), f"number {number}") for number in range(2)]
        with connected(few.address) as on:

            def end_it() -> None:
                holder(tmp_path, 0)
                few.scheduler.kill()

            killer = Thread(target=end_it)
            killer.start()
            found = dict(on.spread("held", tasks, lambda number: number + 100))
            killer.join()
        assert found == {0: 100, 1: 101}
        assert "2 of 2 tasks (held) are done here" in caplog.text

    def test_one_that_needs_too_much_memory_is_named(self, tmp_path: Path) -> None:
        """A task that ends each worker that gets it ends with an error, not with all workers."""
        tasks = [Task(ends_its_process, (), "facts/x.parquet")]
        with (
            workers(tmp_path, 1, DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES="0") as found,
            connected(found.address) as on,
            pytest.raises(WorkerFailed, match=r"^facts/x\.parquet: .*memory"),
        ):
            dict(on.spread("ends", tasks, lambda _: pytest.fail("there is a worker left")))


class TestErrors:
    def test_of_a_worker_name_the_file_on_one_line(self, two: Workers) -> None:
        with connected(two.address) as on, pytest.raises(WorkerFailed) as caught:
            dict(on.spread("fails", [Task(fails, (), "facts/x.parquet")], lambda _: None))
        assert str(caught.value) == "facts/x.parquet: ValueError: seven lines."

    def test_of_a_damaged_file(self, toy_lake: Lake, two: Workers, tmp_path: Path) -> None:
        damaged = Lake(shutil.copytree(toy_lake.folder, tmp_path / "lake"))
        path = damaged.checkpoint().parts[2].facts.path
        (damaged.folder / path).write_bytes(b"PAR1 and no more")
        with connected(two.address) as on, pytest.raises(WorkerFailed, match=f"^{path}: "):
            ask(damaged, on)

    def test_a_file_that_was_replaced_is_as_it_is_here(self, toy_lake: Lake, two: Workers, tmp_path: Path) -> None:
        """So that the new lake is counted instead."""
        replaced = Lake(shutil.copytree(toy_lake.folder, tmp_path / "lake"))
        (replaced.folder / replaced.checkpoint().parts[2].facts.path).unlink()
        with connected(two.address) as on, pytest.raises(FileNotFoundError):
            ask(replaced, on)

    def test_a_worker_without_the_lake_says_so(self, toy_lake: Lake, two: Workers, tmp_path: Path) -> None:
        query = prepare(toy_lake, "action_mix", {"ruleset": "toy"})
        elsewhere = replace(query, lake=Lake(tmp_path / "\u2603 it's\nelsewhere"))
        with connected(two.address) as on, pytest.raises(WorkerFailed, match="there is no lake at"):
            fresh(elsewhere, on)

    def test_work_is_cancelled_when_nobody_waits_for_it(self, two: Workers, tmp_path: Path) -> None:
        """As by Ctrl-C: what has not begun never begins, and the workers are free for others."""
        tasks = [Task(held, (str(tmp_path), number), f"number {number}") for number in range(9)]

        def interrupt(_done: int) -> None:
            raise KeyboardInterrupt

        with connected(two.address) as on:
            (tmp_path / "go").touch()
            arriving = on.spread("held", tasks[:1], lambda _: 0)
            assert list(arriving) == [(0, 0)]
            (tmp_path / "go").unlink()
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(cluster, "sleep", interrupt)
                with pytest.raises(KeyboardInterrupt):
                    list(on.spread("held", tasks[1:], lambda _: 0))
            two.wait_for_no_tasks()
            (tmp_path / "go").touch()
            assert dict(on.spread("again", [Task(held, (str(tmp_path), 100), "again")], lambda _: 0)) == {0: 100}
        assert not list(tmp_path.glob("8-*"))

    def test_ctrl_c_cancels_the_work_of_a_process(self, two: Workers, tmp_path: Path) -> None:
        code = """if True:
            import sys
            from analytics.cluster import Task
            from tests.analytics.workers import connected, held
            tasks = [Task(held, (sys.argv[2], number), f"number {number}") for number in range(9)]
            with connected(sys.argv[1]) as on:
                list(on.spread("held", tasks, lambda _: 0))
        """
        command = [sys.executable, "-c", code, two.address, str(tmp_path)]
        with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE) as asking:
            until(lambda: len(list(tmp_path.iterdir())) == 2, "work on both workers")
            asking.send_signal(signal.SIGINT)
            _, printed = asking.communicate(timeout=LIMIT)
        assert printed.strip().endswith(b"KeyboardInterrupt")
        two.wait_for_no_tasks()
        (tmp_path / "go").touch()
        assert not list(tmp_path.glob("8-*"))


class TestVersions:
    def test_another_ruleset_is_refused_by_name(self, few: Workers, toy_lake: Lake) -> None:
        few.add(TOY_VERSION="2")
        few.wait_for(2)
        with connected(few.address) as on, pytest.raises(WorkerRefused) as caught:
            ask(toy_lake, on)
        assert "it has version 2 of the ruleset toy, and version 1 is used here" in str(caught.value)
        assert str(caught.value).startswith("The worker tcp://127.0.0.1:")

    @pytest.mark.parametrize(("package", "name"), [("tabletale", "Tabletale")])
    def test_another_version_of_the_program_is_refused_by_name(
        self, tmp_path: Path, toy_lake: Lake, package: str, name: str
    ) -> None:
        installed = tmp_path / "packages" / f"{package}-99.0.dist-info"
        installed.mkdir(parents=True)
        (installed / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 99.0\n")
        with (
            workers(tmp_path, 1, PYTHONPATH=str(installed.parent)) as found,
            connected(found.address) as on,
            pytest.raises(WorkerRefused, match=f"it has version 99.0 of {name}, and version"),
        ):
            ask(toy_lake, on)

    def test_all_that_must_be_equal_is_compared(self) -> None:
        names = {"Tabletale", "Polars", "the lake's schema", "the ruleset toy", "the statistic action_mix"}
        assert names <= versions(toys).keys()

    def test_a_worker_that_comes_later_compares_too(self) -> None:
        found = cluster.run_task(Task(fails, (), ""), TOYS, versions(toys) | {"Polars": "0.1"})
        assert isinstance(found, cluster.Failed)
        assert found.refused
        assert "of Polars, and version 0.1 is used here" in found.text

    def test_more_rulesets_than_here_do_not_matter(self) -> None:
        assert not cluster.difference({"a": "1"}, {"a": "1", "b": "2"})
        assert cluster.difference({"a": "1"}, {}) == "it lacks a, of which version 1 is used here"


class TestAddresses:
    @pytest.mark.parametrize(
        "address",
        [
            *("scheduler", "scheduler:8786", "http://scheduler:8786", "tcp://scheduler", "tcp://:8786", "tcp://a:0"),
            *("tcp://a:99999", "tcp://a:8786/x", "tcp://a b:8786", "tcp://user:word@host:1", "tcp://a:8786\n", "=1+1"),
            "\u2603",
        ],
    )
    def test_what_is_none_is_refused(self, address: str) -> None:
        with pytest.raises(BadClusterAddress, match="such as tcp://scheduler:8786"):
            need_cluster(address)

    @pytest.mark.parametrize("address", ["tcp://scheduler:8786", "tls://10.0.0.7:1", "tcp://[::1]:65535"])
    def test_what_is_one_is_not(self, address: str) -> None:
        need_cluster(address)

    def test_nobody_answers(self, toy_lake: Lake, caplog: pytest.LogCaptureFixture) -> None:
        with connected(NOBODY, patience=0) as on, pytest.raises(ClusterUnavailable, match="No scheduler answers at"):
            on.connect()
        with connected(NOBODY, patience=0) as on:
            assert ask(toy_lake, on).rows.equals(ask(toy_lake).rows)
        assert "6 of 6 tasks (count-action_mix) are done here" in caplog.text

    def test_without_dask_it_is_said(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(cluster, "find_spec", lambda _: None)
        with pytest.raises(ClusterNotInstalled):
            need_cluster(NOBODY)


def test_dask_and_the_dialect_of_postgresql_are_imported_only_when_they_are_used() -> None:
    code = (
        "import sys; from analytics import run; from api.cli import tabletale; import api.app, api.commands.serve, "
        "api.commands.statistics, api.commands.lake, analytics.cluster; analytics.cluster.need_cluster('tcp://a:1'); "
        "rare = {'dask', 'distributed', 'tornado', 'obstore', 'sqlalchemy.dialects.postgresql'}; "
        "print(sorted(rare & sys.modules.keys()))"
    )
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "[]\n"
