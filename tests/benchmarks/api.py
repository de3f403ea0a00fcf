"""api.action: POST of an action through WSGI, with a durable append, compared with a bare Flask view that does one
durable insert."""

from __future__ import annotations

from random import Random
from time import perf_counter
from typing import TYPE_CHECKING
from uuid import UUID

from api.app import create_app
from api.service import Service
from api.settings import Settings
from events import Store
from rulesets.heros_crossing_tactics import RULESET
from tests.api.client import Client
from tests.benchmarks import peers
from tests.benchmarks.harness import Bench, Measured, measure, new_folder

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
    client = Client(create_app(service))
    rng = Random(1)

    def new_game() -> str:
        body = {"ruleset": RULESET.name, "seats": [{"name": "Ann"}, {"name": "Bob"}], "chance": "server"}
        answer = client.post("/v1/games", json=body)
        assert answer.status_code == 201, answer.json
        return str(answer.json["id"])

    def side() -> float:
        times: list[float] = []
        game_id = new_game()
        while len(times) < CALLS:
            game = service.library.game(UUID(game_id))
            if not game.summary.waiting_for:
                game_id = new_game()
                continue
            seat = rng.choice(game.summary.waiting_for)
            legal = service.library.ruleset(game).legal_actions(service.library.head(game), seat)
            chosen = rng.choice(list(legal))
            body = RULESET.encode({"seat": seat, "action": chosen})
            begin = perf_counter()
            answer = client.post(f"/v1/games/{game_id}/actions", data=body, content_type="application/json")
            times.append(perf_counter() - begin)
            assert answer.status_code == 201, answer.json
        return 1 / sorted(times)[CALLS // 2]

    return side
