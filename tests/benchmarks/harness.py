"""Runs both sides of a benchmark in turns, and takes the median of their ratios: the host drifts, so only ratios of one
run count."""

from __future__ import annotations

import gc
import multiprocessing
import shutil
import statistics
import tempfile
import traceback
from contextlib import contextmanager, suppress
from functools import wraps
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from multiprocessing.connection import Connection

MIB = 2**20
ROOM = 512 * MIB
"""Bytes that have to be free on the disk: the largest benchmark writes about 200 MiB."""


class Skipped(Exception):
    """The benchmark cannot run on this machine; the message says what is missing."""


def needs(peer: str) -> Callable[[Callable[[], Measured]], Callable[[], Measured]]:
    """Mark a benchmark that needs a package: without the package it raises `Skipped`."""

    def marked(bench: Callable[[], Measured]) -> Callable[[], Measured]:
        @wraps(bench)
        def run() -> Measured:
            if find_spec(peer) is None:
                raise Skipped(f"{peer} is not installed; `pip install -e '.[bench]'` installs it")
            return bench()

        return run

    return marked


@contextmanager
def new_folder() -> Iterator[Path]:
    """Yield an empty folder, and delete it afterwards. Raises `Skipped` if the disk is nearly full."""
    where = tempfile.gettempdir()
    free = shutil.disk_usage(where).free
    if free < ROOM:
        raise Skipped(f"{where} has {free // MIB:,} MiB free, and a benchmark may need {ROOM // MIB:,}")
    with tempfile.TemporaryDirectory(prefix="tabletale-bench-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


class Bench(Struct, frozen=True, kw_only=True):
    """One comparison. Each side does some work and returns how much it did in a second."""

    name: str
    unit: str
    against: str
    bar: float
    stretch: float
    floor: float = 0.0
    """For a part of a median: the smallest ratio that it may have."""
    ours: Callable[[], float]
    theirs: Callable[[], float]
    rounds: int = 7
    notes: tuple[str, ...] = ()


class Measured(Struct, frozen=True):
    """The result of a comparison; a ratio above 1 means that ours is better."""

    name: str
    ours: float
    theirs: float
    against: str
    unit: str
    ratio: float
    """The median over the rounds."""
    low: float
    high: float
    """Between these are the middle half of the rounds' ratios: how noisy the run was."""
    rounds: int
    bar: float
    stretch: float
    floor: float = 0.0
    notes: tuple[str, ...] = ()

    def verdict(self) -> str:
        """Whether the bar holds. `too noisy` where the rounds disagree: the bar lies within their middle half."""
        if self.low < self.bar <= self.high:
            return "too noisy"
        if self.ratio < self.bar:
            return "below"
        return "stretch" if self.low >= self.stretch else "holds"

    def since(self, earlier: Measured) -> str:
        """How the ratio changed since an earlier run; a difference within the noise of both is none."""
        apart = self.low > earlier.high or self.high < earlier.low
        return f"{self.ratio / earlier.ratio - 1:+.0%}" if apart else "same"


def middle_half(values: Sequence[float]) -> tuple[float, float]:
    """The lower and upper quartiles."""
    low, _, high = statistics.quantiles(values, n=4, method="inclusive") if len(values) > 1 else [*values] * 3
    return low, high


def measure(bench: Bench) -> Measured:
    """Run both sides in turns; the first round warms up and does not count."""
    ours: list[float] = []
    theirs: list[float] = []
    for _ in range(bench.rounds + 1):
        gc.collect()
        ours.append(bench.ours())
        gc.collect()
        theirs.append(bench.theirs())
    ratios = [a / b for a, b in zip(ours[1:], theirs[1:], strict=True)]
    low, high = middle_half(ratios)
    return Measured(
        name=bench.name,
        ours=statistics.median(ours[1:]),
        theirs=statistics.median(theirs[1:]),
        against=bench.against,
        unit=bench.unit,
        ratio=statistics.median(ratios),
        low=low,
        high=high,
        rounds=bench.rounds,
        bar=bench.bar,
        stretch=bench.stretch,
        floor=bench.floor,
        notes=bench.notes,
    )


def median_of(name: str, parts: Iterable[Measured]) -> Measured:
    """The rows of several rulesets as one: the median of their ratios.

    The notes list each ratio, and say if it is below its floor.
    """
    return _together(name, list(parts), statistics.median)


def worst_of(name: str, parts: Iterable[Measured]) -> Measured:
    """The rows of several rulesets as one: the smallest of their ratios. The notes list each ratio."""
    return _together(name, list(parts), min)


def _together(name: str, rows: list[Measured], ratio: Callable[[list[float]], float]) -> Measured:
    return Measured(
        name=name,
        ours=statistics.median(row.ours for row in rows),
        theirs=statistics.median(row.theirs for row in rows),
        against=rows[0].against,
        unit=rows[0].unit,
        ratio=ratio([row.ratio for row in rows]),
        low=ratio([row.low for row in rows]),
        high=ratio([row.high for row in rows]),
        rounds=rows[0].rounds,
        bar=rows[0].bar,
        stretch=rows[0].stretch,
        notes=tuple(map(_part, rows)),
    )


def _part(row: Measured) -> str:
    below = f"below its floor of {row.floor:g}" if row.ratio < row.floor else ""
    spread = f"({row.low:.2f} to {row.high:.2f})"
    return " ".join(filter(None, (f"{row.name}: {row.ratio:.2f} {spread}", below, *row.notes)))


class SeparateProcess:
    """A side in a process of its own, so that neither side pays for what the other has loaded.

    A call raises RuntimeError where the side raised anything, or where its process ended.
    """

    def __init__(self, prepare: Callable[..., Callable[[], float]], *args: Any) -> None:
        context = multiprocessing.get_context("spawn")
        self._here, there = context.Pipe()
        self._process = context.Process(target=_serve, args=(there, prepare, args), daemon=True)
        self._process.start()
        there.close()  # otherwise the pipe stays open when the process has ended, and a reader waits for ever

    def __call__(self) -> float:
        try:
            self._here.send(True)
            answer = self._here.recv()
        except (EOFError, OSError):
            self._process.join()
            raise RuntimeError(f"the process of this side ended with exit code {self._process.exitcode}") from None
        if isinstance(answer, str):
            raise RuntimeError(answer)
        return float(answer)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """End the process."""
        with suppress(OSError):  # it has ended already
            self._here.send(False)
        self._process.join(10)


def _serve(pipe: Connection, prepare: Callable[..., Callable[[], float]], args: tuple[Any, ...]) -> None:
    """Answer each call with the result of the side, or with the text of its exception."""
    try:
        side = prepare(*args)
    except Exception as error:
        if pipe.recv():
            _report(pipe, error)
        return
    while pipe.recv():
        gc.collect()
        try:
            pipe.send(side())
        except Exception as error:
            _report(pipe, error)


def _report(pipe: Connection, error: Exception) -> None:
    traceback.print_exception(error)
    pipe.send(repr(error))
