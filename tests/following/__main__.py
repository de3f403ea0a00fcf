"""`python -m tests.following`: follows long games over interrupted connections, and measures many clients at once."""

from __future__ import annotations

import os
import signal
import statistics
import time
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from tests.api.serving import Running, serving
from tests.benchmarks.store import postgresql
from tests.following.following import FollowingClients, enter, new_game
from tests.following.losing import following_faults

if TYPE_CHECKING:
    from collections.abc import Iterator

MANY = 200
THREADS = "256"
ELSEWHERE = 20
"""The number of clients of the second service."""
MEASURED = 100
PAUSE = 0.2
"""Seconds between two actions."""


@click.command()
@click.option("--events", default=10_000, show_default=True, help="Of the game that is followed while all is cut off.")
@click.option("--database", "kinds", multiple=True, type=click.Choice(["sqlite", "postgresql"]))
def main(events: int, kinds: tuple[str, ...]) -> None:
    """List missed events, and measure how long it takes until all of two hundred clients have seen an action."""
    wrong = 0
    for kind in kinds or ("sqlite", "postgresql"):
        with _log(kind) as (folder, url):
            found = following_faults(folder, url, events=events, cuts=20) if events else []
            print(f"{kind}: {events} events over 20 cuts and a restart, in two processes: {found or 'none missed'}")
            wrong += len(found)
        with _log(kind) as (folder, url):
            _print_times(kind, folder, url)
    raise SystemExit(bool(wrong))


@contextmanager
def _log(kind: str) -> Iterator[tuple[Path, str]]:
    with TemporaryDirectory() as folder:
        if kind == "sqlite":
            yield Path(folder), f"sqlite:///{folder}/log.db"
        else:
            url, close = postgresql()
            yield Path(folder), url
            close()


def _print_times(kind: str, folder: Path, url: str) -> None:
    os.environ["TABLETALE_THREADS"] = THREADS
    alone = _shutdown_seconds(folder, url, 0)
    with (
        serving(folder, options=("--database", url, "--migrate")) as here,
        serving(folder, options=("--database", url)) as there,
    ):
        game = new_game(here)
        _, quiet = _time_posts(here, new_game(here))
        groups = [FollowingClients(here.port, game, MANY), FollowingClients(there.port, game, ELSEWHERE)]
        stored, post = _time_posts(here, game)
        time.sleep(1)
        for clients in groups:
            clients.close()
    for name, clients in zip(("here", "in a second process"), groups, strict=True):
        waits = clients.waits(stored)
        assert len(waits) == MEASURED * clients.many, "a client missed an event"
        print(f"{kind}: {clients.many} clients {name}: stored to seen {_quantiles(waits)}")
    print(f"{kind}: POST p50 {post:.1f} ms, {quiet:.1f} without clients: {post / quiet:.2f} times")
    print(f"{kind}: ended after {_shutdown_seconds(folder, url, MANY):.1f} s, {alone:.1f} without clients", flush=True)


def _time_posts(service: Running, game: str) -> tuple[dict[int, float], float]:
    """The time of recording of each version, and the median time of a POST in ms."""
    stored, took, begin = {}, [], time.perf_counter()
    for version, at in enter([service], game, MEASURED):
        took.append(time.perf_counter() - begin)
        stored[version] = at
        time.sleep(PAUSE)
        begin = time.perf_counter()
    return stored, statistics.median(took) * 1000


def _shutdown_seconds(folder: Path, url: str, many: int) -> float:
    """The seconds that a service takes to stop while `many` clients follow."""
    with serving(folder, options=("--database", url, "--migrate")) as service:
        clients = FollowingClients(service.port, new_game(service), many)
        begin = time.monotonic()
        service.process.send_signal(signal.SIGTERM)
        service.process.wait()
        took = time.monotonic() - begin
        clients.close()
    return took


def _quantiles(waits: list[float]) -> str:
    return f"p50 {waits[len(waits) // 2]:.0f} ms, p95 {waits[int(len(waits) * 0.95)]:.0f}, at most {waits[-1]:.0f}"


if __name__ == "__main__":
    main()
