"""docs/how-to/use-a-cluster.md from top to end, with processes of this machine in place of the three machines."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING
from urllib.request import urlopen

import pytest
import yaml

from analytics import Lake
from api.service import installed_rulesets
from events import Store
from tests.analytics.workers import waits_for_workers
from tests.benchmarks.analytics import record
from tests.running import ROOT
from tests.test_documents import GUIDES, OF_SEVERAL_MACHINES, TABLETALE, matches, steps
from tests.waiting import LIMIT, until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

(GUIDE,) = [guide for guide in GUIDES if guide.stem == OF_SEVERAL_MACHINES]
DASK = f'#!/bin/sh\nexec {sys.executable} -m dask "$@"\n'
URL = "postgresql+psycopg://tabletale@one/tabletale"
ADDRESS = "tcp://one:8786"
LAKE = "/srv/tabletale/lake"


class Machines:
    """Types commands into shells of this machine; what does not end by itself ends with the test."""

    def __init__(self, home: Path, log: str, stack: ExitStack) -> None:
        self._home = home
        self._stack = stack
        self.instead = {URL: log, LAKE: str(home / "lake")}
        environment = home / ".venv" / "bin"
        environment.mkdir(parents=True)
        for name, script in {"tabletale": TABLETALE, "dask": DASK}.items():
            (environment / name).write_text(script)
            (environment / name).chmod(0o755)

    def type(self, command: str) -> str:
        """Run a command to its end; returns what it printed."""
        done = subprocess.run(self._shell(command), cwd=self._home, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def start(self, command: str, pattern: str) -> str:
        """Start a command that stays; returns what matches in its first lines."""
        output = self._home / f"{len(list(self._home.glob('*.log')))}.log"
        with output.open("w") as file:
            process = subprocess.Popen(
                self._shell(command), cwd=self._home, stdout=file, stderr=file, start_new_session=True
            )
        self._stack.callback(_end, process)
        found = until(lambda: re.search(pattern, output.read_text()), f"{command} prints {pattern}")
        return str(found[0]) if found else ""

    def _shell(self, command: str) -> list[str]:
        for text, own in self.instead.items():
            command = command.replace(text, own)
        return ["bash", "-euo", "pipefail", "-c", command]


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a shell and what it has started: they have a session of their own."""
    os.killpg(process.pid, 15)
    process.wait(timeout=LIMIT)


@pytest.fixture
def log(postgresql_url: str) -> str:
    """The log on `one`, with some games."""
    with Store.open(postgresql_url) as store:
        record(store, installed_rulesets()["kingdom_rush"], 400)
    return postgresql_url


@pytest.fixture
def machines(tmp_path: Path, log: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Machines]:
    """`one`, `two` and `three`."""
    for name in ("TABLETALE_DATABASE_URL", "TABLETALE_LAKE", "TABLETALE_CLUSTER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    with ExitStack() as stack:
        yield Machines(tmp_path, log, stack)


def test_the_guide_can_be_followed(machines: Machines, tmp_path: Path) -> None:
    (_, scheduler, worker, export, ask, serve, copy) = steps(GUIDE)
    here = scheduler[0].replace("--port 8786", "--port 0 --host 127.0.0.1")
    address = machines.start(here, r"tcp://127\.0\.0\.1:\d+")
    machines.instead[ADDRESS] = address
    for _ in ("two", "three"):
        machines.start(worker[0], "Registered to: +tcp://")
    waits_for_workers(address, 4)

    exports = "".join(line for line in export[0].splitlines(keepends=True) if line.startswith("export"))
    for command, shown in (export, (exports + ask[0], ask[1])):
        printed = machines.type(command)
        assert matches(shown, printed) is not None, printed
    assert sum(part.games.rows for part in Lake(tmp_path / "lake").checkpoint().parts) > 1

    printed = machines.type(exports + copy[0])
    assert matches(copy[1], printed) is not None, printed

    served = machines.start(f"{exports}{serve[0].strip()} --port 0\n", r"http://127\.0\.0\.1:\d+/")
    with urlopen(f"{served}v1/statistics/action_mix?ruleset=kingdom_rush") as answer:
        assert answer.status == 200


def test_the_containers_are_those_of_the_guide() -> None:
    """The same commands, under their profile; and nothing can be reached from other machines."""
    services = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))["services"]
    _, scheduler, worker, *_ = (command.splitlines()[-1] for command, _ in steps(GUIDE))
    assert f".venv/bin/{services['scheduler']['command']}" == scheduler
    assert f".venv/bin/{services['worker']['command']}" == worker.replace("//one:", "//scheduler:")
    assert services["worker"]["deploy"]["replicas"] == 2
    assert {name for name, service in services.items() if service.get("profiles") == ["cluster"]} == {
        *("scheduler", "worker")
    }
    ports = [port for service in services.values() for port in service.get("ports", ())]
    assert ports
    assert all(port.startswith("127.0.0.1:") for port in ports)
    assert services["worker"]["environment"].keys() >= {"TABLETALE_DATABASE_URL", "TABLETALE_LAKE"}
