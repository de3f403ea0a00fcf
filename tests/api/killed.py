"""An export in a process of its own that is killed with SIGKILL, so that it cannot tidy up."""

from __future__ import annotations

import os
import signal
from fcntl import LOCK_EX, LOCK_NB, flock
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from tests.forked import FORKS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


class Kill(NamedTuple):
    """When to kill the process: at the `nth` call of a step, before or after it takes effect, or after so many
    seconds."""

    step: str = ""
    """`write` writes a table; `replace` renames a written file; `publish` writes the checkpoint."""
    nth: int = 0
    after: bool = False
    seconds: float | None = None


def export(log: str, lake: Path, kill: Kill | None = None) -> int:
    """Run `tabletale lake export` in a process of its own; returns its exit code, -9 if it was killed."""
    process = FORKS.Process(target=_export, args=(log, str(lake), kill))
    process.start()
    process.join(kill.seconds if kill else None)
    if process.is_alive() and kill and kill.seconds is not None:
        process.kill()
    process.join()
    assert process.exitcode is not None
    return process.exitcode


def is_locked(lake: Path) -> bool:
    """Whether a process holds the lock of a lake."""
    with (lake / "_lock").open("w") as lock:
        try:
            flock(lock, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            return True
    return False


def _export(log: str, lake: str, kill: Kill | None) -> None:
    """Run the export, in the new process."""
    from analytics import Lake
    from api.cli import main

    os.environ |= {"TABLETALE_LAKE": lake, "TABLETALE_DATABASE_URL": log}
    if kill and kill.step:
        owner = os if kill.step == "replace" else Lake
        setattr(owner, kill.step, _killing(getattr(owner, kill.step), kill))
    main(["lake", "export"])


def _killing(step: Callable[..., object], kill: Kill) -> Callable[..., object]:
    """The step, wrapped so that this process dies at one of its calls."""
    calls = count()

    def guarded(*args: object, **named: object) -> object:
        dies = next(calls) == kill.nth
        if dies and not kill.after:
            os.kill(os.getpid(), signal.SIGKILL)
        done = step(*args, **named)
        if dies:
            os.kill(os.getpid(), signal.SIGKILL)
        return done

    return guarded
