"""What can go wrong when a statistic is asked for.

AnalyticsError
├── UnknownJob             there is no statistic of that name
├── BadParameters          a parameter is unknown, malformed or out of its bounds: field by field
├── LakeUnreadable         the lake on disk was written by another version of the program: it has to be made again
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
