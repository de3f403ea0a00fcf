"""PostgreSQL is stopped, killed and failed over, its disk is full, and its connections are cut, while clients write.

Afterwards everything that was acknowledged is stored once, what followers received has no gap, and `verify` finds
nothing.
"""

from __future__ import annotations

from contextlib import ExitStack, contextmanager, suppress
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import psycopg

from events import Store
from tests.api.serving import serving
from tests.databases import sql
from tests.faults.clients import Crowd, RestClient, StoreClient, StreamClient, Worker, working
from tests.faults.cuts import try_cuts
from tests.faults.proxy import proxied
from tests.faults.servers import FAST, IMMEDIATE, KILL, new_servers, servers_in, small_disk, url_of
from tests.waiting import until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from signal import Signals

    from tests.api.serving import Running
    from tests.faults.servers import Server

CLIENTS = 3
"""Of a store, and as many of a service, of which each has a follower of its game."""
DISK_MIB, BALLAST_MIB = 160, 1
CHANCE = 0.02
"""Of a cut, for each piece that passes the proxy."""


class Result(NamedTuple):
    """What was tried, and what is wrong."""

    text: str
    wrong: list[str]


@contextmanager
def clients_of(url: str, folder: Path) -> Iterator[Crowd]:
    """Clients of a store and of a service on the log at a URL, with followers; all work until the block ends."""
    with ExitStack() as stack:
        # Its log of errors is no result
        errors = stack.enter_context((folder / "errors").open("a"))
        service = stack.enter_context(serving(folder, options=("--database", url), stderr=errors))
        store = stack.enter_context(Store.open(url))
        yield stack.enter_context(working(workers_of(store, service)))


def workers_of(store: Store, service: Running) -> list[Worker]:
    """The clients of a store and of a service, and followers of the games of the latter."""
    recording = [RestClient(service) for _ in range(CLIENTS)]
    following = [StreamClient(service, client.game) for client in recording]
    return [*of_store(store), *recording, *following]


def of_store(store: Store) -> list[StoreClient]:
    return [StoreClient(store) for _ in range(CLIENTS)]


def faults_of(crowd: Crowd, url: str) -> list[str]:
    """Stop the clients, and check the log. A new store: connections of another one may have died."""
    with Store.open(url) as store:
        return crowd.faults(store)


def summary(crowd: Crowd) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(crowd.answers.items()))


def restarts(folder: Path, times: int) -> Iterator[Result]:
    """Stop and start the server: with and without its sessions, and by `kill -9`."""
    with new_servers(1) as (server,):
        with clients_of(server.url, folder) as crowd:
            for how in (FAST, IMMEDIATE, KILL):
                back = [_restart(server, how, crowd) for _ in range(times)]
                yield Result(f"{how.name}, {times} times: {_recovery(back)}", [])
            wrong = faults_of(crowd, server.url)
        yield Result(f"after all of them: {summary(crowd)}", wrong)


def _restart(server: Server, how: Signals, crowd: Crowd) -> float:
    crowd.go_on()
    server.end(how)
    crowd.notice()
    server.start()
    return crowd.go_on()


def _recovery(seconds: list[float]) -> str:
    return f"all clients and streams went on within {max(seconds):.2f} s"


def failovers(folder: Path, times: int) -> Iterator[Result]:
    """Kill the server, and promote its standby: clients reach it by a list of hosts, or by an address that switches."""
    with new_servers(2) as (primary, standby), proxied(primary) as proxy:
        both = url_of(primary.folder, standby.folder)
        for name, url in (("two hosts in the URL", both), ("an address that switches", proxy.url)):
            with clients_of(url, folder) as crowd:
                back = []
                for _ in range(times):
                    standby.copy(primary)
                    crowd.go_on()
                    primary.end(KILL)
                    crowd.notice()
                    standby.promote()
                    proxy.server = standby.folder
                    back.append(crowd.go_on())
                    primary, standby = standby, primary
                wrong = faults_of(crowd, primary.url)
            yield Result(f"{name}, {times} failovers: {_recovery(back)}; {summary(crowd)}", wrong)


def cuts(folder: Path) -> Iterator[Result]:
    """Cut the connection of a write at each moment."""
    other = Store.open(f"sqlite:///{folder / 'other'}")
    with new_servers(1) as (server,), proxied(server) as proxy, other:
        yield from (Result(*tried) for tried in try_cuts(proxy, server.url, other))


def without_standby() -> Iterator[Result]:
    """The standby is away when the server is killed: nothing is lost if commits wait for it. If not, that is found."""
    for waits in (True, False):
        with new_servers(2) as (primary, standby):
            standby.copy(primary)
            with Store.open(url_of(primary.folder, standby.folder)) as store, working(of_store(store)) as crowd:
                crowd.go_on()
                standby.end(KILL)
                if not waits:
                    primary.set(synchronous_standby_names="")
                    crowd.go_on()
                primary.end(KILL)
                crowd.notice()
                standby.start()
                standby.promote()
                crowd.go_on()
            wrong = faults_of(crowd, standby.url)
        if waits:
            yield Result(f"commits wait for a standby that is away: {summary(crowd)}", wrong)
        else:
            blind = [] if wrong else ["nothing is lost, so the check sees nothing"]
            yield Result(f"commits do not wait for the standby (control): {len(wrong)} losses found", blind)


def full_disk(times: int) -> Iterator[Result]:
    """Fill the disk of the server, and make room again. Raises NoMount."""
    with small_disk(DISK_MIB) as disk, servers_in(disk) as (server,):
        server.create()
        ballast, down = disk / "ballast", 0
        with Store.open(server.url) as store, working(of_store(store)) as crowd:
            back = []
            for _ in range(times):
                crowd.go_on()
                fill(ballast)
                with suppress(psycopg.OperationalError):  # the next commit needs a new file, and so may this
                    sql(server.url, "select pg_switch_wal()")
                crowd.notice()
                down += not server.runs
                ballast.unlink()
                server.start()
                back.append(crowd.go_on())
        text = f"full {times} times, after which the server had ended {down} times: {_recovery(back)}; {summary(crowd)}"
        yield Result(text, faults_of(crowd, server.url))


def fill(ballast: Path) -> None:
    """Write a file as large as there is room for."""
    with ballast.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(BALLAST_MIB << 20))


def random_cuts(times: int) -> Iterator[Result]:
    """Cut connections anywhere, while clients write through them."""
    with new_servers(1) as (server,), proxied(server) as proxy:
        with Store.open(proxy.url) as store, working(of_store(store)) as crowd:
            proxy.dice = Random(1), CHANCE
            until(lambda: proxy.cuts >= times or crowd.wrong, "cut connections")
            proxy.dice = None
            crowd.go_on()
        yield Result(f"{proxy.cuts} connections cut at random: {summary(crowd)}", faults_of(crowd, server.url))
