"""Options that several commands have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Callable

database_option = click.option(
    "--database", metavar="URL", help="The database of the log; by default TABLETALE_DATABASE_URL."
)

_on_option = click.option(
    "--on",
    "cluster",
    metavar="ADDRESS",
    help="Work on the Dask cluster of this scheduler, such as tcp://scheduler:8786; by default TABLETALE_CLUSTER.",
)
_on_only_option = click.option(
    "--on-only",
    "cluster_only",
    is_flag=True,
    default=None,
    help="Fail if the cluster has no workers, rather than do the work here.",
)


def cluster_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Options of commands that a cluster can do the work of."""
    return _on_option(_on_only_option(command))
