"""store.crowd_slow_disk: many writers on a disk with slow syncs, as a disk without a cache has.

If a sync is nearly free, there is little to share: only a slow one shows what a group commit is worth.
"""

from __future__ import annotations

import os
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tests.benchmarks.crowd import Writers, bare
from tests.benchmarks.harness import Bench, Measured, SeparateProcess, Skipped, measure, new_folder
from tests.faults.shim import MISSING, BlindShim, Shim, compiled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

LONGER = 1000
"""Microseconds that are added to every sync."""


def crowd_slow_disk() -> Measured:
    """Both sides run with the slow disk, each in a process of its own, since the shim watches one database per process.

    Raises `Skipped` where the shim cannot be compiled, and RuntimeError where it has seen no sync.
    """
    if MISSING:
        raise Skipped(MISSING)
    with new_folder() as new, ExitStack() as stack:
        folder = new.resolve()
        with loaded_before(compiled(folder)):
            ours = stack.enter_context(SeparateProcess(writers, str(folder / "ours")))
            theirs = stack.enter_context(SeparateProcess(one_thread, str(folder / "bare")))
        return measure(
            Bench(
                name="store.crowd_slow_disk",
                unit="actions/s",
                against="bare insert and commit, one thread",
                bar=5,
                stretch=7,
                ours=ours,
                theirs=theirs,
                notes=(f"every sync takes {LONGER:,} µs longer, on both sides",),
            )
        )


@contextmanager
def loaded_before(library: Path) -> Iterator[None]:
    """Processes that are started inside load the library before libc."""
    before = os.environ.get("LD_PRELOAD")
    os.environ["LD_PRELOAD"] = " ".join(filter(None, (str(library), before)))
    try:
        yield
    finally:
        del os.environ["LD_PRELOAD"]
        if before is not None:
            os.environ["LD_PRELOAD"] = before


def writers(path: str) -> Callable[[], float]:
    """The side with many threads, in its process."""
    shim = slowed(path)
    return seen_by(shim, Writers(f"sqlite:///{path}"))


def one_thread(path: str) -> Callable[[], float]:
    """The side with one thread, in its process."""
    shim = slowed(path)
    return seen_by(shim, bare(Path(path)))


def slowed(path: str) -> Shim:
    """Make every sync of a database slow, before it is opened."""
    shim = Shim()
    shim.watch(Path(path))
    shim.slow(LONGER)
    return shim


def seen_by(shim: Shim, side: Callable[[], float]) -> Callable[[], float]:
    """The side, which fails if the shim saw no sync, since then none was slow."""

    def run() -> float:
        shim.arm(0, 0, 0, "S")
        speed = side()
        if not shim.disarm().number:
            raise BlindShim
        return speed

    return run
