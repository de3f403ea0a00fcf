"""Work on a Dask cluster: parts of the lake are counted, and games are exported, by workers on other machines.

    cluster = Cluster("tcp://scheduler:8786", Site(installed_rulesets, open_log))
    prepare(lake, "opening_tree", {"ruleset": "kingdom_rush"}).answer(cluster)

What is sent is the name of a function with its arguments: a statistic, its parameters, the lake's address and a part;
or the ids of some games. What comes back is small: counts, or the names of files. Workers have the log's address and
its password in their own environment, so neither passes the scheduler nor is shown on its dashboard.

Every worker has to run the same versions (`versions`): all are compared before anything is sent, and each worker
compares again before it works, in case it came later. A worker that ends loses nothing: Dask gives its work to another.
If there is none for `patience` seconds, the rest is done here, unless `only` workers may do it.

Dask is imported when a cluster is connected, and not before.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Mapping
from concurrent.futures import CancelledError
from contextlib import contextmanager
from functools import lru_cache
from importlib.metadata import version
from importlib.util import find_spec
from threading import Lock
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

import polars as pl
from msgspec import Struct

from analytics.errors import BadClusterAddress, ClusterNotInstalled, ClusterUnavailable, WorkerFailed, WorkerRefused
from analytics.jobs import JOBS
from analytics.lake import Lake
from analytics.schema import SCHEMA_VERSION
from events import Store
from rulesets.kit.ruleset import Ruleset

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from distributed import Client, Future

    from analytics.lake import Part
    from analytics.params import Params

log = logging.getLogger("tabletale")

T = TypeVar("T")

PATIENCE = 30.0
"""Seconds without a worker, or without an answer of the scheduler, until the rest is done here."""
ANSWERING = 10.0
"""Seconds that a connected scheduler has at least to answer, however little patience there is: it may be busy."""
LOOK = 0.25
"""Seconds between two looks at whether there are workers."""
TICK = 0.005
"""Seconds between two looks at what has come back."""

ADDRESS = re.compile(r"(?:tcp|tls)://(?:\[[0-9a-fA-F:.]+\]|[^\s/:@\[\]]+):\d{1,5}", re.ASCII)


def need_cluster(address: str) -> None:
    """Raises BadClusterAddress, or ClusterNotInstalled without the extra."""
    if not ADDRESS.fullmatch(address) or not 0 < int(address.rpartition(":")[2]) < 1 << 16:
        raise BadClusterAddress(f"{address!r} is not the address of a scheduler, such as tcp://scheduler:8786.")
    if find_spec("distributed") is None:
        raise ClusterNotInstalled("Dask is not installed here.")


def address_of(lake: Lake) -> str:
    """The address at which a worker finds a lake: that of a folder as a whole, since it works in another one."""
    return lake.address if "://" in lake.address else str(lake.folder.absolute())


class Site(NamedTuple):
    """What a worker has of its own. Both functions are sent by name: they stand in a module that workers have too."""

    rulesets: Callable[[], Mapping[str, Ruleset[Any]]]
    """The installed rulesets."""
    log: Callable[[], Store]
    """Opens the log by the worker's environment."""


class Task(Struct, Generic[T], frozen=True):
    """Some work for a worker."""

    function: Callable[..., T]
    """It gets the site and the arguments, and is sent by name."""
    arguments: tuple[Any, ...]
    name: str
    """What it works on, as errors name it: a part's file."""


# --- on a worker


class Failed(Struct, frozen=True):
    """A worker's error, as text: not every error can be sent."""

    text: str
    gone: bool = False
    """A file of the lake was replaced."""
    refused: bool = False
    """The worker has other versions."""


def installed_on(site: Site) -> Mapping[str, Ruleset[Any]]:
    """The rulesets of a worker. They are loaded once: to load them plays and draws a game of each."""
    return _loaded(site.rulesets)


@lru_cache
def _loaded(rulesets: Callable[[], Mapping[str, Ruleset[Any]]]) -> Mapping[str, Ruleset[Any]]:
    return rulesets()


@lru_cache
def versions(rulesets: Callable[[], Mapping[str, Ruleset[Any]]]) -> dict[str, str]:
    """What has to be equal here and on each worker, and what it is in this process."""
    return {
        "Tabletale": version("tabletale"),
        "Polars": pl.__version__,
        "the lake's schema": str(SCHEMA_VERSION),
        **{f"the statistic {job.name}": str(job.version) for job in JOBS.values()},
        **{f"the ruleset {ruleset.name}": str(ruleset.version) for ruleset in _loaded(rulesets).values()},
    }


def difference(expected: Mapping[str, str], found: Mapping[str, str]) -> str:
    """In which version a worker differs; empty if in none. More rulesets than here do not matter."""
    for name, text in expected.items():
        if name not in found:
            return f"it lacks {name}, of which version {text} is used here"
        if found[name] != text:
            return f"it has version {found[name]} of {name}, and version {text} is used here"
    return ""


def run_task(task: Task[T], site: Site, expected: Mapping[str, str]) -> T | Failed:
    """Do some work on this worker, if it has the expected versions."""
    try:
        if why := difference(expected, versions(site.rulesets)):
            return Failed(why, refused=True)
        return task.function(site, *task.arguments)
    except FileNotFoundError as error:
        return Failed(str(error), gone=True)
    except Exception as error:  # whatever it is, the process that asked reports it
        return Failed(_text(error))


def count_part(_site: Site, name: str, params: Params, lake: str, part: Part) -> pl.DataFrame:
    """The counts of one part."""
    found = Lake(lake)
    try:
        with found.reading():
            return JOBS[name].partial(found.tables(part), params)
    except FileNotFoundError:
        if not found.checkpoint().exported_at:
            raise ValueError(f"there is no lake at {lake} on this machine") from None
        raise


# --- in the process that asks


class Cluster:
    """The workers of a scheduler. Safe to share between threads; it connects when it is first needed."""

    def __init__(self, address: str, site: Site, *, only: bool = False, patience: float = PATIENCE) -> None:
        """Raises BadClusterAddress, ClusterNotInstalled."""
        need_cluster(address)
        self.address = address
        self._site = site
        self._only = only
        self._patience = patience
        self._connecting = Lock()
        self._client: Client | None = None
        self._compared: set[str] = set()
        """Workers that have the same versions."""
        self._gave_up = float("-inf")
        """When work was last done here because there was no worker."""

    def connect(self) -> Client:
        """The connection, which is made if there is none. Raises ClusterUnavailable."""
        with self._connecting:
            if self._client is None or self._client.status != "running":
                self._close()
                self._client = _connected(self.address, max(1.0, self._patience))
            return self._client

    def close(self) -> None:
        """End the connection."""
        with self._connecting:
            self._close()

    def _close(self) -> None:
        if self._client is not None:
            self._client.close(timeout=1)
        self._client = None
        self._compared.clear()

    @property
    def threads(self) -> int:
        """How many tasks the workers can do at once; 1 if there are none."""
        try:
            return max(1, sum(_threads(self.connect(), self._patience).values()))
        except ClusterUnavailable:
            return 1

    def count(
        self, lake: Lake, job: str, params: Params, parts: Sequence[Part], here: Callable[[Part], pl.DataFrame]
    ) -> Iterator[tuple[int, pl.DataFrame]]:
        """The counts of parts, each with its place in the list, as they come.

        Raises FileNotFoundError if a file was replaced, and what `spread` raises.
        """
        address = address_of(lake)
        tasks = [Task(count_part, (job, params, address, part), part.facts.path) for part in parts]
        return self.spread(f"count-{job}", tasks, lambda number: here(parts[number]))

    def spread(self, name: str, tasks: Sequence[Task[T]], here: Callable[[int], T]) -> Iterator[tuple[int, T]]:
        """The results of tasks, each with its place in the list, as they come. `here` does one in this process, which
        is asked for if there are no workers.

        Raises WorkerRefused, WorkerFailed, FileNotFoundError, and ClusterUnavailable if only workers may do it.
        """
        left = set(range(len(tasks)))
        if not left:
            return
        try:
            for number, result in self._from_workers(name, tasks):
                left.discard(number)
                yield number, result
        except ClusterUnavailable as error:
            self._gave_up = monotonic()
            if self._only:
                raise
            log.warning("%s %d of %d tasks (%s) are done here.", error, len(left), len(tasks), name)
        for number in sorted(left):
            yield number, here(number)

    def _from_workers(self, name: str, tasks: Sequence[Task[T]]) -> Iterator[tuple[int, T]]:
        waited_just_now = monotonic() - self._gave_up < self._patience
        if waited_just_now and self._client is None:
            raise ClusterUnavailable(f"The scheduler at {self.address} did not answer a moment ago.")
        client = self.connect()
        expected = versions(self._site.rulesets)
        self._wait_for_workers(client, 0.0 if waited_just_now else self._patience)
        self._compare(client, expected)
        sent = client.map(run_task, tasks, site=self._site, expected=expected, key=name, pure=False)
        numbers = {future.key: number for number, future in enumerate(sent)}
        with _cancelling(client, sent):
            for future, result in self._arriving(client, sent):
                yield numbers[future.key], _result_of(future, result, tasks[numbers[future.key]], self.address)

    def _wait_for_workers(self, client: Client, patience: float) -> None:
        end = monotonic() + patience
        while not _threads(client, self._patience):
            if monotonic() >= end:
                raise self._no_workers()
            sleep(LOOK)

    def _compare(self, client: Client, expected: Mapping[str, str]) -> None:
        """Compare the versions of workers that were not compared yet. Raises WorkerRefused."""
        new = _threads(client, self._patience).keys() - self._compared
        found = client.run(versions, self._site.rulesets, workers=list(new), on_error="return") if new else {}
        for worker, answer in found.items():
            if isinstance(answer, OSError):  # it has ended; if it has not, it compares before it works
                continue
            failed = isinstance(answer, Exception)
            why = f"it fails with {_text(answer)}" if failed else difference(expected, answer)
            if why:
                raise WorkerRefused(f"The worker {worker} cannot be used: {why}.")
            self._compared.add(worker)

    def _arriving(self, client: Client, sent: Sequence[Future[Any]]) -> Iterator[tuple[Future[Any], Any]]:
        """What comes back. Raises ClusterUnavailable if there is no worker for too long."""
        from distributed import as_completed

        arriving = as_completed(sent, loop=client.loop, with_results=True, raise_errors=False)
        seen = looked = monotonic()
        while not arriving.is_empty():
            if batch := arriving.next_batch(block=False):
                yield from batch
                continue
            sleep(TICK)
            if monotonic() - looked < LOOK:
                continue
            looked = monotonic()
            if _threads(client, self._patience):
                seen = looked
            elif looked - seen >= self._patience:
                raise self._no_workers()

    def _no_workers(self) -> ClusterUnavailable:
        return ClusterUnavailable(f"The cluster at {self.address} has had no workers for {self._patience:g} seconds.")


def _connected(address: str, timeout: float) -> Client:
    from distributed import Client

    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what matters of it is told as an error of ours
    try:
        return Client(address, timeout=timeout, set_as_default=False, name="tabletale")
    except Exception as error:  # no answer, another protocol, no certificate
        raise ClusterUnavailable(f"No scheduler answers at {address} ({_text(error)}).") from None


def _threads(client: Client, patience: float) -> dict[str, int]:
    """The threads of each worker. Raises ClusterUnavailable if the scheduler does not answer."""
    try:
        found: dict[str, int] = client.sync(client.scheduler.ncores, callback_timeout=max(ANSWERING, patience))  # type: ignore[union-attr]
    except Exception as error:  # it has ended, or it hangs
        raise ClusterUnavailable(f"The scheduler does not answer any more ({_text(error)}).") from None
    return found


@contextmanager
def _cancelling(client: Client, sent: Sequence[Future[Any]]) -> Iterator[None]:
    """Cancel what is not done at the end: after Ctrl-C, an error, or when nobody asks for more."""
    try:
        yield
    finally:
        if client.status == "running":
            client.cancel([future for future in sent if not future.done()], force=True)
        for future in sent:
            future.release()


def _result_of(future: Future[T], result: Any, task: Task[T], address: str) -> T:
    """What a task came to. Raises what it failed with."""
    if future.status == "error":  # not of the task itself, which tells its errors
        error = result[1] if isinstance(result, tuple) else result
        if type(error).__name__ == "KilledWorker":
            raise WorkerFailed(f"{task.name}: several workers ended while they worked on it; has each enough memory?")
        raise WorkerFailed(f"{task.name}: {_text(error)}")
    if isinstance(result, CancelledError):  # its status may have changed since: a worker ended that had the result too
        raise ClusterUnavailable(f"The connection to the scheduler at {address} was lost.")
    if isinstance(result, Failed):
        if result.gone:
            raise FileNotFoundError(result.text)
        raise (WorkerRefused if result.refused else WorkerFailed)(f"{task.name}: {result.text}.")
    return result  # type: ignore[no-any-return]


def _text(error: object) -> str:
    """An error on one line."""
    return " ".join(f"{type(error).__name__}: {error}".split())
