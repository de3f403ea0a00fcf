"""What can go wrong when a statistic is asked for.

AnalyticsError
├── UnknownJob             there is no statistic of that name
├── BadParameters          a parameter is unknown, malformed or out of its bounds: field by field
├── LakeUnreadable         the lake was written by another version of the program: it has to be made again
│   └── CheckpointDamaged    nobody wrote it like this
├── LakeUnavailable        the folder or the object store of the lake cannot be read or written
├── LakeConflict           another host has written the lake meanwhile: nothing of this export counts
└── ClusterError           work on a cluster
    ├── BadClusterAddress    the text is not the address of a scheduler
    ├── ClusterNotInstalled  the extra `cluster` is missing
    ├── ClusterUnavailable   no scheduler answers, or it has no workers
    ├── WorkerRefused        a worker has other versions than this process
    └── WorkerFailed         a worker could not do its work
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class AnalyticsError(Exception):
    """An error instead of a result."""


class UnknownJob(AnalyticsError):
    """There is no statistic of that name; `known` are all there are."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        self.name = name
        self.known = tuple(known)
        super().__init__(f"There is no statistic {name!r}; there are {', '.join(self.known)}.")


class ParameterFault(Struct, frozen=True):
    """One bad parameter: a JSON pointer to it, and what it should be."""

    pointer: str
    detail: str


class BadParameters(AnalyticsError):
    """Parameters that a statistic cannot be asked with."""

    def __init__(self, faults: Sequence[ParameterFault]) -> None:
        super().__init__("; ".join(f"{fault.pointer}: {fault.detail}" for fault in faults))
        self.faults = tuple(faults)


class LakeUnreadable(AnalyticsError):
    """The lake was written under another schema; `export(..., rebuild=True)` makes it again from the log."""

    def __init__(self, found: int, expected: int) -> None:
        super().__init__(f"The lake has schema {found}; this program reads schema {expected}.")
        self.found = found
        self.expected = expected


class CheckpointDamaged(LakeUnreadable):
    """What lies where the checkpoint should be is none; the next export makes the lake again."""

    def __init__(self, expected: int) -> None:
        super().__init__(0, expected)
        self.args = ("The lake's checkpoint is damaged.",)


class LakeUnavailable(AnalyticsError):
    """The place of the lake cannot be read or written; `advice` says what to do."""

    def __init__(self, address: str, what: str, reason: str, advice: str) -> None:
        super().__init__(f"The lake {address} cannot be {what}: {reason}.")
        self.advice = advice


class LakeConflict(AnalyticsError):
    """The checkpoint is no longer the one that the export began with."""

    def __init__(self, address: str) -> None:
        super().__init__(f"Another program has written the lake {address} meanwhile; nothing of this export counts.")
        self.advice = "Let one host write to a lake; all others may read it. Then export again."


class ClusterError(AnalyticsError):
    """Something went wrong with a cluster."""


class BadClusterAddress(ClusterError):
    """The text is not the address of a scheduler."""


class ClusterNotInstalled(ClusterError):
    """The extra `cluster` is missing."""


class ClusterUnavailable(ClusterError):
    """No scheduler answers at the address, or it has no workers."""


class WorkerRefused(ClusterError):
    """A worker has other versions than the process that asks it."""


class WorkerFailed(ClusterError):
    """A worker could not do its work; the text names the part's file, or the games."""
