"""replay.jump and api.growth: the cost of a long game, compared with a short one."""

from __future__ import annotations

from functools import cache
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Any

from api.app import create_app
from api.recording.decide import Entry
from api.recording.simulate import Played, record
from api.service import Service
from api.settings import Settings
from events import Store
from rulesets.heros_crossing_tactics import RULESET
from tests.api.client import Client
from tests.benchmarks.games import long_game
from tests.benchmarks.harness import Bench, Measured, measure, new_folder

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from events import Game

JUMPS = 200
FIRST = 10
"""The version after which actions are recorded."""
POSTS = 60
EVENTS = 10_000
PLAYERS = ("Ada", "Ben")


@cache
def decisions(length: int) -> tuple[tuple[Any, ...], tuple[Entry, ...]]:
    """The outcomes of the set-up of a game, and its first `length` decisions with their outcomes."""
    game = long_game(RULESET, length)
    return game.outcomes, tuple(
        Entry(seat=move.seat, action=move.action, outcomes=move.outcomes) for move in game.moves
    )


def service_in(folder: Path, name: str = "log") -> Service:
    """A service over a log of its own, with the durability of normal use."""
    settings = Settings(database_url=f"sqlite:///{folder / name}.sqlite3", lake=str(folder / "lake"))
    return Service.over(Store.open(settings.database_url), settings)


def long_game_in(service: Service, events: int) -> Game:
    """A game of so many events, the first ones of a long game."""
    outcomes, entries = decisions(EVENTS - 1)
    return record(service.recorder, RULESET, Played({}, outcomes, entries[: events - 1], over=False), PLAYERS)


def jump() -> Measured:
    """Requests for a random version of 10,000, compared with one of 100: the p95, as boards a second."""
    with new_folder() as folder:
        service = service_in(folder)
        return measure(
            Bench(
                name="replay.jump",
                unit="boards/s (p95)",
                against="the same in a game of 100 events",
                bar=0.5,
                stretch=0.9,
                ours=_jumping(service, long_game_in(service, EVENTS)),
                theirs=_jumping(service, long_game_in(service, 100)),
            )
        )


def _jumping(service: Service, game: Game) -> Callable[[], float]:
    rng, client = Random(1), Client(create_app(service))

    def side() -> float:
        times = []
        for _ in range(JUMPS):
            version = rng.randint(1, game.version)
            begin = perf_counter()
            answer = client.get(f"/v1/games/{game.id}/board?at={version}")
            times.append(perf_counter() - begin)
            assert answer.status_code == 200
        return 1 / sorted(times)[int(JUMPS * 0.95)]

    return side


def growth() -> Measured:
    """POST of an action after version 2,000, compared with one after version 10: the p50, as calls a second."""
    with new_folder() as folder:
        service = service_in(folder)
        return measure(
            Bench(
                name="api.growth",
                unit="calls/s (p50)",
                against="the same behind version 10",
                bar=0.8,
                stretch=0.95,
                ours=_posting(service, 2_000),
                theirs=_posting(service, FIRST),
            )
        )


def _posting(service: Service, version: int) -> Callable[[], float]:
    """Post the same actions on the same boards, and undo them, until the log has reached a version."""
    client, game = Client(create_app(service)), long_game_in(service, FIRST)
    bodies = [
        RULESET.encode({"seat": entry.seat, "action": entry.action, "outcomes": entry.outcomes})
        for entry in decisions(EVENTS - 1)[1][FIRST - 1 : FIRST - 1 + POSTS]
    ]

    def side() -> float:
        times = []
        for body in bodies:
            begin = perf_counter()
            answer = client.post(f"/v1/games/{game.id}/actions", data=body, content_type="application/json")
            times.append(perf_counter() - begin)
            assert answer.status_code == 201, answer.json
        undone = client.post(f"/v1/games/{game.id}/undo", json={"to": str(FIRST)})
        assert undone.status_code == 201, undone.json
        return 1 / sorted(times)[POSTS // 2]

    while service.library.game(game.id).version < version:
        side()
    return side
