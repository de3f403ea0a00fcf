"""A Dask scheduler and its workers, as processes of this machine; and work that lasts until a test says so."""

from __future__ import annotations

import json
import os
import signal
from contextlib import contextmanager
from copy import copy
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analytics.cluster import Cluster, Site
from tests.analytics.toy import RULESETS
from tests.forked import Forked
from tests.running import ROOT
from tests.waiting import LIMIT, until

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from events import Store
    from rulesets.kit.ruleset import Ruleset

DASK = "import dask; dask.config.refresh(); from dask.cli import run_cli; run_cli()"
"""What the command `dask` does, with the settings of its environment."""
QUIET = ("--host", "127.0.0.1", "--no-dashboard")


class Workers:
    """The processes of a cluster."""

    def __init__(self, folder: Path, **environ: str) -> None:
        self.folder = folder
        self.environ = environ
        self._log = (folder / "dask.log").open("w")
        written = folder / "scheduler.json"
        self.scheduler = self._start("scheduler", "--port", "0", "--scheduler-file", str(written))
        until(lambda: written.exists() and written.read_text(), "the scheduler's address")
        self.address: str = json.loads(written.read_text())["address"]
        self.running: list[Forked] = []

    def add(self, **environ: str) -> Forked:
        """Start another worker."""
        number = len(list(self.folder.glob("of-worker-*")))
        folder = self.folder / f"of-worker-{number}"
        folder.mkdir()
        options = ("--nthreads", "1", "--no-nanny", "--local-directory", str(folder))
        self.running.append(self._start("worker", self.address, *options, **environ))
        return self.running[-1]

    def wait_for(self, number: int) -> None:
        """Wait until the scheduler has so many workers."""
        waits_for_workers(self.address, number)

    def wait_for_no_tasks(self) -> None:
        """Wait until the scheduler has nothing to do."""
        from distributed import Client

        with Client(self.address, set_as_default=False, timeout=LIMIT) as client:
            until(lambda: not client.run_on_scheduler(tasks_of), "the end of all tasks")

    def kill(self, worker: Forked | None = None) -> None:
        """Kill a worker, the last one if none is named, so that it cannot say goodbye."""
        worker = worker or self.running[-1]
        self.running.remove(worker)
        worker.kill()
        worker.wait()

    def end(self) -> None:
        """End all processes."""
        for process in (*self.running, self.scheduler):
            process.kill()
        for process in (*self.running, self.scheduler):
            process.wait()
        self._log.close()

    def printed(self) -> str:
        """What all of them printed."""
        return (self.folder / "dask.log").read_text()

    def _start(self, role: str, *arguments: str, **environ: str) -> Forked:
        given = self.environ | environ
        path = os.pathsep.join(filter(None, (given.get("PYTHONPATH"), str(ROOT))))
        env = os.environ | {"POLARS_MAX_THREADS": "1"} | given | {"PYTHONPATH": path}
        command = (role, *QUIET, *arguments)
        return Forked(DASK, *command, environ=env, folder=self.folder, stdout=self._log, stderr=self._log)


def waits_for_workers(address: str, number: int) -> None:
    """Wait until a scheduler has so many workers."""
    from distributed import Client

    with Client(address, set_as_default=False, timeout=LIMIT) as client:
        until(lambda: len(client.nthreads()) == number, f"{number} workers")


@contextmanager
def workers(folder: Path, number: int, **environ: str) -> Iterator[Workers]:
    """A cluster with so many workers, which ends with the block."""
    found = Workers(folder, **environ)
    try:
        for _ in range(number):
            found.add()
        found.wait_for(number)
        yield found
    finally:
        found.end()


@contextmanager
def connected(address: str, site: Site | None = None, **options: Any) -> Iterator[Cluster]:
    """A connection to a cluster, which is closed with the block."""
    cluster = Cluster(address, site or Site(toys, no_log), **{"patience": LIMIT} | options)
    try:
        yield cluster
    finally:
        cluster.close()


# --- what schedulers and workers run


def tasks_of(dask_scheduler: Any) -> int:
    """How many tasks a scheduler knows."""
    return len(dask_scheduler.tasks)


def toys() -> Mapping[str, Ruleset[Any]]:
    """The toy rulesets, in the version that the environment says."""
    found = {name: copy(ruleset) for name, ruleset in RULESETS.items()}
    for ruleset in found.values():
        ruleset.version = int(os.environ.get("TOY_VERSION", "1"))
    return found


def no_log() -> Store:
    """Workers that only count need none."""
    raise AssertionError("no log is opened")


def held(_site: Site, folder: str, number: int) -> int:
    """Say that it has begun, and wait for the file `go`."""
    (Path(folder) / f"{number}-{os.getpid()}").touch()
    until(lambda: (Path(folder) / "go").exists(), "the file `go`")
    return number


def holder(folder: Path, number: int) -> int:
    """The process that works on this number, once one does."""

    def found() -> list[int]:
        return [int(path.name.partition("-")[2]) for path in folder.glob(f"{number}-*")]

    return until(found, f"work on {number}")[0]


def ends_its_process(_site: Site) -> None:
    """What takes too much memory is killed by the system."""
    os.kill(os.getpid(), signal.SIGKILL)


def fails(_site: Site) -> None:
    raise ValueError("seven\nlines")
