"""api.action: POST of an action through WSGI, with a durable append, compared with a bare Flask view that does one
durable insert."""

from __future__ import annotations

from typing import TYPE_CHECKING

from api.app import create_app
from api.service import Service
from api.settings import Settings
from events import Store
from rulesets.heros_crossing_tactics import RULESET
from tests.api.client import Client
from tests.benchmarks import peers
from tests.benchmarks.harness import Bench, Measured, measure, new_folder
from tests.benchmarks.playing import Playing, through

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

CALLS = 150


def action() -> Measured:
    """The p50 of a call, as calls a second: the action is decided, appended, and answered with the board."""
    with new_folder() as folder:
        return measure(
            Bench(
                name="api.action",
                unit="calls/s (p50)",
                against="a bare Flask view with one durable insert",
                bar=0.6,
                stretch=0.85,
                ours=_acting(folder),
                theirs=peers.bare_flask(folder, CALLS),
            )
        )


def _acting(folder: Path) -> Callable[[], float]:
    store = Store.open(f"sqlite:///{folder / 'ours.sqlite3'}", synchronous="FULL")
    settings = Settings(database_url="sqlite://", lake=str(folder / "lake"))
    service = Service.over(store, settings, {RULESET.name: RULESET})
    post = through(Client(create_app(service)))

    def side() -> float:
        playing = Playing(service, RULESET.name, post)
        times = sorted(playing.act() for _ in range(CALLS))
        return 1 / times[CALLS // 2]

    return side
