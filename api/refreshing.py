"""Keeps the facts that statistics read up to date with the log, in the background."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any

from api.settings import Settings
from events import Store
from rulesets.kit.ruleset import Ruleset

if TYPE_CHECKING:  # Polars takes a moment to load: commands and endpoints without statistics do not wait for it
    import analytics

log = logging.getLogger("tabletale")

MOMENT = 0.5
"""Seconds that the request which starts an export waits for it: most are done by then."""


class Refresher:
    """Exports the log to the lake, one export at a time. Safe to share between threads."""

    def __init__(self, store: Store, rulesets: Mapping[str, Ruleset[Any]], settings: Settings) -> None:
        self._store, self._rulesets, self._settings = store, rulesets, settings
        self._lock = Lock()
        self._running: Thread | None = None
        self._tried = float("-inf")
        """When the last export began, in seconds of a monotonic clock."""

    def refresh(self, lake: analytics.Lake, *, waits: bool = False) -> None:
        """Begin to export what was recorded since, unless that was done a moment ago.

        This waits for the export if the lake is empty or from an older program, if `waits` is set, or if the setting is
        0. Raises LakeUnreadable if a newer program wrote the lake, and errors of the store.
        """
        every = self._settings.statistics_refresh
        exported_at = _exported_at(lake)
        if waits or every == 0 or exported_at is None:
            self._export(lake)
        elif time.time() - exported_at >= every:
            self._in_background(lake, every)

    def _in_background(self, lake: analytics.Lake, every: int) -> None:
        with self._lock:
            if (self._running and self._running.is_alive()) or time.monotonic() - self._tried < every:
                return
            self._tried = time.monotonic()
            self._running = Thread(target=self._try, args=(lake,), name="refresh statistics", daemon=True)
            self._running.start()
        self._running.join(MOMENT)

    def _try(self, lake: analytics.Lake) -> None:
        try:
            self._export(lake)
        except Exception:  # the lake as it is answers, and a later request tries again
            log.exception("Statistics do not know what was recorded last: the log could not be read to its end.")

    def _export(self, lake: analytics.Lake) -> None:
        import analytics

        analytics.export(self._store, self._rulesets, lake)


def _exported_at(lake: analytics.Lake) -> float | None:
    """When the lake was last exported, in seconds UTC; None if it has to be filled first."""
    import analytics

    try:
        at = lake.checkpoint().exported_at
    except analytics.LakeUnreadable as error:
        if error.found > error.expected:
            raise
        return None
    return at / 1_000_000 if at else None
