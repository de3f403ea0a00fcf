"""`python -m tests.benchmarks.grown`: what a log costs at full size, compared with one of a hundredth of it.

Exit code 1 if a limit is exceeded. `--size` is a fraction of 1,000,000 events in 20,000 games.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

import click
import psycopg
from rich.console import Console
from rich.table import Table

from api.app import create_app
from api.service import Service
from api.settings import Settings
from events import Store, new_game_id
from rulesets.heros_crossing_tactics import RULESET
from tests.api.client import Client
from tests.benchmarks.large_log import APART, FIRST, LargeLog, fill
from tests.benchmarks.store import postgresql
from tests.benchmarks.verify import KIB_PER_MIB, ROOT
from tests.databases import database, sql

if TYPE_CHECKING:
    from collections.abc import Callable

GAMES = 20_000
PART = 100
"""The small log has one game for so many of the full one."""
TIMES = 60
STARTS = 3
WRITES, READS, NOTHING_NEW = 1.3, 2.0, 1.2
START = 1.2
"""The start should take the same time; two runs may differ a little."""
BYTES = {"sqlite": 500, "postgresql": 600}
VERIFY_MIB, EXPORT_MIB = 120, 400
STATISTIC = "/v1/statistics/win_rate_by_seat?ruleset=kingdom_rush"


class Row(NamedTuple):
    """A figure at both sizes. `bar` is the limit of the ratio, or with `alone` that of the figure at full size."""

    name: str
    small: float
    full: float
    unit: str
    bar: float | None
    alone: bool = False

    @property
    def found(self) -> float:
        return self.full if self.alone else self.full / self.small

    @property
    def holds(self) -> bool:
        return self.bar is None or self.found <= self.bar


class Side:
    """A log of one size, and a service over it."""

    def __init__(self, log: LargeLog, folder: Path) -> None:
        self.log, self.lake = log, str(folder / f"lake-{log.games}")
        self.settings = Settings(database_url=log.url, lake=self.lake)
        self.service = Service.over(Store.open(log.url), self.settings)
        self.client = Client(create_app(self.service))
        self.game = next(game for game in self.service.store.games(ruleset=RULESET.name))
        self.player = self.game.seats[0].player

    def get(self, path: str) -> Any:
        """Send a GET request, and return what it answers."""
        answer = self.client.get(path)
        assert answer.status_code == 200, (path, answer.text[:500])
        return answer.json

    def post(self) -> None:
        """Undo an action and redo it: the game is afterwards as it was."""
        head = self.game.summary.head
        for call, to in (("undo", head - 1), ("redo", head)):
            answer = self.client.post(f"/v1/games/{self.game.id}/{call}", json={"to": str(to)})
            assert answer.status_code == 201, answer.text[:500]


def lists(side: Side) -> dict[str, str]:
    """The queries of lists of games, by name: each filter with matching games and without, and pages.

    Both logs are asked for as many games as the small one lists: 50 games take longer than one, in a log of any size.
    """
    nobody, later = side.service.store.create_player(f"Nobody {new_game_id()}").id, "2999-01-01T00:00:00Z"
    last = side.service.store.games(archived=None, limit=1, until=FIRST + APART * 60)[0].id
    cursor = _cursor(last)
    return {
        "first page": "",
        "last page": f"cursor={cursor}",
        "ruleset": f"ruleset={RULESET.name}",
        "ruleset, none": "ruleset=nothing",
        "status": "status=finished",
        "status, none": "status=abandoned",
        "ruleset and status, none": f"ruleset={RULESET.name}&status=abandoned",
        "player": f"player={side.player}",
        "player, none": f"player={nobody}",
        "place": "place=Place+7",
        "place, none": "place=Nowhere",
        "tag": "tag=tag+7",
        "tag, none": "tag=none",
        "archived": "archived=true",
        "forks, none": "forks=true",
        "forked_from, none": f"forked_from={side.game.id}",
        "since": "since=2023-11-15T00:00:00Z",
        "since, none": f"since={later}",
        "until": f"until={later}",
        "until, none": "until=2000-01-01T00:00:00Z",
        "ruleset and since, none": f"ruleset={RULESET.name}&since={later}",
    }


def _cursor(game_id: object) -> str:
    from api.rest.paging import cursor_of

    return cursor_of(game_id)


def alternating_medians(
    small: Callable[[], object], full: Callable[[], object], times: int = TIMES
) -> tuple[float, float]:
    """The medians of both in milliseconds, called in turn; the first call of each does not count."""
    found: tuple[list[float], list[float]] = ([], [])
    for _ in range(times + 1):
        for call, spent in zip((small, full), found, strict=True):
            begin = perf_counter()
            call()
            spent.append((perf_counter() - begin) * 1000)
    return statistics.median(found[0][1:]), statistics.median(found[1][1:])


READY = """
import sys
from api.app import create_app
from api.service import Service
from api.settings import Settings
from events import Store
settings = Settings(database_url=sys.argv[1], lake=sys.argv[2])
client = create_app(Service.over(Store.open(settings.database_url), settings)).test_client()
assert client.get("/v1/games?limit=1").status_code == 200
"""


def start_process(side: Side) -> None:
    """Start a process and wait for its first answer."""
    subprocess.run([sys.executable, "-c", READY, side.log.url, side.lake], check=True, cwd=ROOT)


class Cost(NamedTuple):
    """The cost of a command in a process of its own."""

    seconds: float
    mib: float


COMMAND = """
import atexit, sys
from pathlib import Path
from api.cli import main
atexit.register(lambda: print(Path("/proc/self/status").read_text(), file=sys.stderr))
main()
"""


def run_command(side: Side, *command: str) -> Cost:
    """Run a command of `tabletale` over the log. Raises RuntimeError if it fails."""
    begin = perf_counter()
    environment = os.environ | {"TABLETALE_LAKE": side.lake, "TABLETALE_DATABASE_URL": side.log.url}
    done = subprocess.run(
        [sys.executable, "-c", COMMAND, *command], env=environment, cwd=ROOT, capture_output=True, text=True
    )
    if done.returncode:
        raise RuntimeError(f"{command}: {done.stdout}{done.stderr}")
    peak = next(int(line.split()[1]) for line in done.stderr.splitlines() if line.startswith("VmHWM:"))
    return Cost(perf_counter() - begin, peak / KIB_PER_MIB)


def size_of(log: LargeLog) -> float:
    """Bytes per event, with all indexes."""
    if log.url.startswith("sqlite"):
        return Path(log.url.removeprefix("sqlite:///")).stat().st_size / log.events
    with psycopg.connect(log.url.replace("postgresql+psycopg", "postgresql")) as connection:
        tables = "from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace"
        found: Any = connection.execute(f"select sum(pg_total_relation_size(oid)) {tables}".encode()).fetchone()
        return float(found[0]) / log.events


def measured(small: Side, full: Side) -> list[Row]:
    """Every figure at both sizes."""
    bar = BYTES["sqlite" if full.log.url.startswith("sqlite") else "postgresql"]
    rows = [Row("bytes an event", size_of(small.log), size_of(full.log), "bytes", bar, alone=True)]
    for name, command, limit in (
        ("verify", ("verify",), VERIFY_MIB),
        ("export of facts", ("lake", "rebuild"), EXPORT_MIB),
        ("export of tables", ("export", "--all", "{}", "--format", "parquet"), EXPORT_MIB),
    ):
        with tempfile.TemporaryDirectory() as folder:
            costs = [
                run_command(side, *(word.format(f"{folder}/{side.log.games}") for word in command))
                for side in (small, full)
            ]
        rows.append(Row(f"{name}, peak memory", costs[0].mib, costs[1].mib, "MiB", limit, alone=True))
        slow, fast = (side.log.events / cost.seconds for side, cost in zip((small, full), costs, strict=True))
        rows.append(Row(f"{name}, with its start", slow, fast, "events/s", None))
    started_in = alternating_medians(lambda: start_process(small), lambda: start_process(full), STARTS)
    rows.append(Row("start to ready", *started_in, "ms", START))

    def add_request(name: str, paths: Callable[[Side], str], bar: float = READS) -> None:
        near, far = paths(small), paths(full)
        rows.append(Row(name, *alternating_medians(lambda: small.get(near), lambda: full.get(far)), "ms", bar))

    add_request("GET a game", lambda side: f"/v1/games/{side.game.id}")
    add_request("the board at the head", lambda side: f"/v1/games/{side.game.id}/board")
    near, far = lists(small), lists(full)
    for name in near:
        count = max(1, len(small.get(f"/v1/games?{near[name]}&limit=200")["items"]))
        queries = {id(small): near[name], id(full): far[name]}
        add_request(f"games: {name} ({count})", partial(_path_of, queries, count))
    add_request("a statistic that finds nothing new", lambda _: STATISTIC, NOTHING_NEW)
    rows.append(Row("POST undo, POST redo", *alternating_medians(small.post, full.post, 20), "ms", WRITES))
    return rows


def result_table(rows: list[Row]) -> Table:
    """The rows as a table."""
    table = Table("figure", "1 %", "100 %", "unit", "ratio", "bar", "")
    for row in rows:
        bar = "" if row.bar is None else f"{row.bar:g} {row.unit}" if row.alone else f"{row.bar:g}"
        verdict = "" if row.bar is None else "holds" if row.holds else "MISSED"
        table.add_row(
            row.name, _text(row.small), _text(row.full), row.unit, f"{row.full / row.small:.2f}", bar, verdict
        )
    return table


def _path_of(queries: dict[int, str], count: int, side: Side) -> str:
    return f"/v1/games?{queries[id(side)]}&limit={count}"


def _text(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"


@click.command()
@click.option("--size", type=float, default=1.0, help="A part of 1,000,000 events in 20,000 games.")
@click.option("--database", type=click.Choice(["sqlite", "postgresql"]), default="sqlite")
@click.option("--folder", type=click.Path(path_type=Path), help="Where the logs are kept, and taken again.")
def main(size: float, database: str, folder: Path | None) -> None:
    """Make both logs, measure, and print a table."""
    games = round(GAMES * size)
    with tempfile.TemporaryDirectory() as own:
        there = folder or Path(own)
        there.mkdir(parents=True, exist_ok=True)
        urls, close = _databases(database, there, (games // PART, games))
        try:
            sides = [Side(fill(url, count), Path(own)) for url, count in zip(urls, (games // PART, games), strict=True)]
            rows = measured(*sides)
        finally:
            close()
        Console(width=120).print(result_table(rows))
        full = sides[1].log
        load = f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors"
        print(f"{full.events:,} events in {full.games:,} games, {database}; {load}")
    raise SystemExit(not all(row.holds for row in rows))


def _databases(kind: str, folder: Path, games: tuple[int, int]) -> tuple[list[str], Callable[[], None]]:
    if kind == "sqlite":
        return [f"sqlite:///{folder.resolve() / f'growth-{count}.sqlite3'}" for count in games], lambda: None
    url, close = postgresql()
    names = [f"tabletale_growth_{new_game_id().hex}" for _ in games]
    for name in names:
        sql(url, f"create database {name}")

    def drop() -> None:
        for name in names:
            sql(url, f"drop database {name} with (force)")
        close()

    return [database(url, name) for name in names], drop


if __name__ == "__main__":
    main()
