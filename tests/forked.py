"""Python in a process of its own, forked from one that has imported the program: imports take most of a short process.

Only what is imported when it starts differs from a process that is started with the same code. What a test says of a
start itself, and every command of a document, is run as users run it.
"""

from __future__ import annotations

import atexit
import os
import random
import signal
import sys
from importlib.metadata import entry_points
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, NamedTuple

from api.service import GROUP
from tests.waiting import LIMIT

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import IO

IMPORTED = (
    *("api.app", "api.cli", "api.commands.serve", "api.serving.worker"),
    *(ruleset.module for ruleset in entry_points(group=GROUP)),
    *("distributed.cli.dask_scheduler", "distributed.cli.dask_worker"),
)
"""Polars is not among them: it has threads, which a fork would leave behind."""

FORKS = get_context("forkserver")
"""Where to start a process that runs a function."""
FORKS.set_forkserver_preload([*IMPORTED])


class Forked:
    """A process that has begun to run `code` with these arguments. Its methods do what those of `Popen` do."""

    def __init__(
        self,
        code: str,
        *arguments: str,
        environ: Mapping[str, str] | None = None,
        folder: Path | None = None,
        stdout: IO[str] | None = None,
        stderr: IO[str] | None = None,
    ) -> None:
        """Unless given, its output can be read from `stdout`, and its errors are those of the tests."""
        reader, writer = FORKS.Pipe(duplex=False)
        output = _shared(stdout) if stdout else writer
        errors = _shared(stderr or sys.__stderr__ or sys.stderr)
        given = (code, arguments, dict(environ or os.environ), folder or Path.cwd(), output, errors)
        self._process = FORKS.Process(target=_run, args=given)
        self._process.start()
        for end in (writer, output, errors):
            end.close()
        self.stdout = os.fdopen(os.dup(reader.fileno()))
        reader.close()

    @property
    def pid(self) -> int:
        assert self._process.pid
        return self._process.pid

    def send_signal(self, number: int) -> None:
        if self._process.is_alive():
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def wait(self, timeout: float = LIMIT) -> int:
        """The exit code, once it has ended."""
        self._process.join(timeout)
        assert self._process.exitcode is not None, "it has not ended"
        return self._process.exitcode


class Ended(NamedTuple):
    """A process that has run to its end."""

    returncode: int
    stdout: str
    stderr: str


def run(code: str, *arguments: str | Path) -> Ended:
    """Run code in a process of its own to its end."""
    with TemporaryFile("w+") as errors:
        process = Forked(code, *map(str, arguments), stderr=errors)
        with process.stdout:
            printed = process.stdout.read()
        code_at_end = process.wait()
        errors.seek(0)
        return Ended(code_at_end, printed, errors.read())


def _shared(file: IO[str]) -> Connection:
    """A file that can be handed to the process."""
    return Connection(os.dup(file.fileno()), readable=False)


def _run(
    code: str,
    arguments: Sequence[str],
    environ: Mapping[str, str],
    folder: Path,
    stdout: Connection,
    stderr: Connection,
) -> None:
    """Make this process look like one that was started for `code`, and run it."""
    os.environ.clear()
    os.environ.update(environ)
    sys.path[:0] = filter(None, environ.get("PYTHONPATH", "").split(os.pathsep))
    sys.argv = ["-c", *arguments]
    os.chdir(folder)
    os.dup2(stdout.fileno(), 1)
    os.dup2(stderr.fileno(), 2)
    stdout.close()
    stderr.close()
    random.seed()
    try:
        exec(code, {"__name__": "__main__"})
    finally:
        atexit._run_exitfuncs()  # which a process of `multiprocessing` does not call
