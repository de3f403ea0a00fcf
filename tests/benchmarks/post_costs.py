"""`python -m tests.benchmarks.post_costs`: where the time of a POST of an action goes, layer by layer.

Two players take random actions. Once they go through the whole service, as `tabletale serve` starts it, over one
connection; then through WSGI alone, in one process, where the calls at the edge of each layer are timed. A layer has
the time that none of the layers below it has.
"""

from __future__ import annotations

import statistics
from collections import defaultdict
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from time import perf_counter
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import click
from flask import Flask
from rich.console import Console
from rich.table import Table

from api.app import create_app
from api.recording import recorder
from api.resources import actions
from api.rest import web
from api.service import Service, installed_rulesets
from api.settings import Settings
from events import Store
from events.hot_path import SqliteHotPath
from projections.boards import Boards
from projections.library import Library
from tests.api.client import Client
from tests.benchmarks.harness import new_folder
from tests.benchmarks.peers import bare_flask
from tests.benchmarks.playing import Playing, through
from tests.benchmarks.serving import serving
from tests.waiting import LIMIT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

WARM = 100
"""Actions that come first and do not count."""
MICRO = 1_000_000


class Layer:
    """The calls that make up one layer, and what it does."""

    def __init__(self, name: str, *calls: tuple[Any, str]) -> None:
        self.name, self.calls = name, calls


LAYERS = (
    Layer("routing: Flask finds the view, and finishes the answer", (Flask, "wsgi_app")),
    Layer("request: address, query, headers and body are read and checked", (web, "_read_part"), (web, "_body_reader")),
    Layer("view: what it asks of the layers below", (web, "_serve")),
    Layer("game: its row is read, with seats and tags", (Store, "game")),
    Layer("board: the board at the head, for the rules and for the viewer", (Boards, "at"), (Library, "head")),
    Layer("decide: the rules check the action and give its effects", (recorder, "decide")),
    Layer("append: digest and row of the event", (Store, "append")),
    Layer("commit: SQLite writes and syncs", (SqliteHotPath, "append")),
    Layer("answer: the event and the board as the viewer may see them", (actions, "recorded_shape")),
    Layer("encoding: the answer as JSON", (web, "_write")),
)


class Clock:
    """The time that each layer takes itself, without the layers that it calls."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = defaultdict(float)
        self._open: list[list[float]] = []

    def timed(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        """The call, which adds its own time to a layer; a call that makes another one times that, too."""

        def run(*args: Any, **more: Any) -> Any:
            self._open.append([0.0])
            begin = perf_counter()
            try:
                return call(*args, **more)
            finally:
                whole = perf_counter() - begin
                (inner,) = self._open.pop()
                self.spent[name] += whole - inner
                if self._open:
                    self._open[-1][0] += whole

        return run

    def reset(self) -> dict[str, float]:
        """What was spent since the last time."""
        spent, self.spent = self.spent, defaultdict(float)
        return spent


MAKERS = ("_body_reader", "_serve")
"""They return the function that is called for each request."""


@contextmanager
def timing(clock: Clock) -> Iterator[None]:
    """Time the calls of all layers."""
    with ExitStack() as stack:
        for layer in LAYERS:
            for owner, attribute in layer.calls:
                call = getattr(owner, attribute)
                stack.enter_context(patch.object(owner, attribute, _replaced(clock, layer.name, attribute, call)))
        yield


def _replaced(clock: Clock, name: str, attribute: str, call: Callable[..., Any]) -> Callable[..., Any]:
    if attribute in MAKERS:
        return lambda *args: clock.timed(name, call(*args))
    timed = clock.timed(name, call)
    return lambda *args, **more: timed(*args, **more)  # a function, so that it becomes a method


def layers(folder: Path, ruleset: str, count: int) -> tuple[dict[str, float], float]:
    """The median microseconds of each layer, and those of the whole POST through WSGI without the clock."""
    settings = Settings(database_url=f"sqlite:///{folder / 'layers.sqlite3'}", lake=str(folder / "lake"))
    clock = Clock()
    with Store.open(settings.database_url) as store:
        service = Service.over(store, settings, installed_rulesets())
        bare = Playing(service, ruleset, through(Client(create_app(service))))
        whole = [bare.act() for _ in range(WARM + count)][WARM:]
        with timing(clock):
            post, rows = through(Client(create_app(service))), []

            def clocked(path: str, body: bytes) -> bytes:
                clock.reset()  # choosing the action took some time, too
                answer = post(path, body)
                rows.append(clock.reset())
                return answer

            timed = Playing(service, ruleset, clocked)
            for _ in range(WARM + count):
                timed.act()
    own = {each.name: statistics.median(row.get(each.name, 0.0) for row in rows[WARM:]) * MICRO for each in LAYERS}
    return own, statistics.median(whole) * MICRO


def served(folder: Path, ruleset: str, count: int) -> float:
    """The median microseconds of a POST to a service of its own, over one connection."""
    with serving(folder) as (_, port):
        settings = Settings(database_url=f"sqlite:///{folder / 'log'}", lake=str(folder / "lake"))
        connection = HTTPConnection("127.0.0.1", port, timeout=LIMIT)

        def post(path: str, body: bytes) -> bytes:
            connection.request("POST", path, body, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            data = answer.read()
            assert answer.status == 201, data
            return data

        with Store.open(settings.database_url) as store:
            playing = Playing(Service.over(store, settings, installed_rulesets()), ruleset, post)
            return statistics.median([playing.act() for _ in range(WARM + count)][WARM:]) * MICRO


@click.command()
@click.option("--ruleset", type=click.Choice(sorted(installed_rulesets())), default="heros_crossing_tactics")
@click.option("--count", type=click.IntRange(1), default=600, show_default=True, help="How many actions count.")
def main(ruleset: str, count: int) -> None:
    """Print the layers of a POST of an action, in microseconds."""
    with new_folder() as folder:
        own, whole = layers(folder, ruleset, count)
        through_server = served(folder, ruleset, count)
        bare = MICRO / bare_flask(folder, count)()
    table = Table("layer", "µs", title=f"POST of an action of {ruleset}, median of {count}")
    for name, spent in own.items():
        table.add_row(name, f"{spent:,.0f}")
    table.add_section()
    table.add_row("whole POST through WSGI, with the test client", f"{whole:,.0f}")
    table.add_row("bare Flask view with one durable insert, with the test client", f"{bare:,.0f}")
    table.add_row("whole POST through `tabletale serve`, over one connection", f"{through_server:,.0f}")
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
