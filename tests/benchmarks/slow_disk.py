"""store.crowd_slow_disk: the crowd, on a disk whose every sync takes longer, as one without a cache of its own does.

A sync that is nearly free leaves little to share: only here is seen what one commit for many is worth.
"""

from __future__ import annotations

import os
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tests.benchmarks.crowd import Crowd, bare
from tests.benchmarks.harness import Apart, Bench, Measured, Skipped, measure, new_folder
from tests.faults.shim import MISSING, BlindShim, Shim, compiled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

LONGER = 1000
"""Microseconds that every sync takes more."""


def crowd_slow_disk() -> Measured:
    """Both sides under the shim, each in a process of its own, since it looks at one database of a process.

    Raises `Skipped` where the shim cannot be compiled, and RuntimeError where it has seen no sync.
    """
    if MISSING:
        raise Skipped(MISSING)
    with new_folder() as new, ExitStack() as stack:
        folder = new.resolve()
        with loaded_before(compiled(folder)):
            ours = stack.enter_context(Apart(crowd, str(folder / "ours")))
            theirs = stack.enter_context(Apart(one_thread, str(folder / "bare")))
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
    """Processes that are started meanwhile load the library before libc."""
    before = os.environ.get("LD_PRELOAD")
    os.environ["LD_PRELOAD"] = " ".join(filter(None, (str(library), before)))
    try:
        yield
    finally:
        del os.environ["LD_PRELOAD"]
        if before is not None:
            os.environ["LD_PRELOAD"] = before


def crowd(path: str) -> Callable[[], float]:
    """The threads' side, in its process."""
    shim = slowed(path)
    return seen_by(shim, Crowd(f"sqlite:///{path}"))


def one_thread(path: str) -> Callable[[], float]:
    """The other side, in its process."""
    shim = slowed(path)
    return seen_by(shim, bare(Path(path)))


def slowed(path: str) -> Shim:
    """Make every sync of a database slow, before it is opened."""
    shim = Shim()
    shim.watch(Path(path))
    shim.slow(LONGER)
    return shim


def seen_by(shim: Shim, side: Callable[[], float]) -> Callable[[], float]:
    """A side that fails where the shim saw no sync: then none was slow."""

    def run() -> float:
        shim.arm(0, 0, 0, "S")
        speed = side()
        if not shim.disarm().number:
            raise BlindShim
        return speed

    return run
