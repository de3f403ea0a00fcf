"""The Dask cluster of the settings, which counts statistics and exports games; connected when it is first needed."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING, Any

from sqlalchemy import make_url

from api.errors import ClusterFailed, ClusterUnavailable, Problem
from api.settings import Settings
from events import Store
from rulesets.kit.ruleset import Ruleset

if TYPE_CHECKING:  # Polars takes a moment to load: commands and endpoints without statistics do not wait for it
    from collections.abc import Iterator

    import analytics
    from analytics.cluster import Cluster

log = logging.getLogger("tabletale")

INSTALL = "Install it: pip install 'tabletale[cluster]'."
SAME_VERSIONS = "Install the same versions of Tabletale, Polars and all rulesets on every worker, and start it again."
WHERE = "Read the worker's own log; without --on and TABLETALE_CLUSTER, the work is done here."


def open_log() -> Store:
    """The log, by the environment of this process: a worker's, which must be PostgreSQL."""
    return Store.open(Settings.read().database_url)


class SharedCluster:
    """The cluster of the settings, for all threads of a process; without such a setting there is none."""

    def __init__(self, settings: Settings, rulesets: Callable[[], Mapping[str, Ruleset[Any]]]) -> None:
        self._settings = settings
        self._rulesets = rulesets
        self._lock = Lock()
        self._cluster: Cluster | None = None
        self.explains = False
        """Whether problems name machines and files, as for a command; the service only logs them."""

    def get(self) -> Cluster | None:
        """The cluster, not connected yet. Raises ClusterUnavailable for a bad address, and without Dask."""
        if not self._settings.cluster:
            return None
        from analytics.cluster import Cluster, Site

        with self._lock, self.problems():
            if self._cluster is None:
                self._cluster = Cluster(
                    self._settings.cluster,
                    Site(self._rulesets, open_log),
                    only=self._settings.cluster_only,
                    patience=self._settings.cluster_wait,
                )
            return self._cluster

    def need_valid(self) -> None:
        """Raises ClusterUnavailable, which says why, if the cluster can never answer: its address is none, or Dask is
        missing."""
        self.explains = True
        self.get()
        self.explains = False

    def connected(self) -> Cluster | None:
        """The cluster, whose scheduler has answered. Raises ClusterUnavailable."""
        cluster = self.get()
        if cluster is not None:
            with self.problems():
                cluster.connect()
        return cluster

    def for_export(self, *, copy_games: bool) -> Cluster | None:
        """The cluster, if its workers can read the log or get copies of its games. Raises ClusterUnavailable,
        ClusterFailed."""
        in_file = make_url(self._settings.database_url).get_backend_name() == "sqlite"
        if self._settings.cluster and in_file and not copy_games:
            raise ClusterFailed("The log is a SQLite file, which workers on other machines cannot read.").advise(
                "Export with --copy-games, or without --on and TABLETALE_CLUSTER."
            )
        return self.connected()

    def close(self) -> None:
        """End the connection, if there is one."""
        with self._lock:
            if self._cluster is not None:
                self._cluster.close()

    @contextmanager
    def problems(self) -> Iterator[None]:
        """Raises errors of the cluster as problems."""
        import analytics.errors

        try:
            yield
        except analytics.errors.ClusterError as error:
            raise self._problem(error) from None

    def _problem(self, error: analytics.errors.ClusterError) -> Problem:
        from analytics import errors

        if not self.explains:
            log.error("%s", error)
        text = str(error) if self.explains else ""
        match error:
            case errors.ClusterNotInstalled():
                return ClusterUnavailable(text).advise(INSTALL)
            case errors.WorkerRefused():
                return ClusterFailed(text).advise(SAME_VERSIONS)
            case errors.WorkerFailed():
                return ClusterFailed(text).advise(WHERE)
        return ClusterUnavailable(text)
