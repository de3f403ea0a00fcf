"""Undo and redo under each policy: their cost at 10,000 events, compared with 10."""

from __future__ import annotations

import statistics
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any, Literal

from api.app import create_app
from api.recording.recorder import NewGameRequest
from api.recording.undo import UndoRefused, undo_target
from rulesets.heros_crossing_tactics import RULESET
from tests.api.client import Client
from tests.benchmarks.growth import EVENTS, PLAYERS, decisions, service_in

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from api.service import Service
    from events import Game
    from rulesets.kit.structs import UndoPolicy

POLICIES: tuple[UndoPolicy, ...] = ("free", "own_turn", "no_new_information", "consent")
SHORT = range(8, 15)
"""The lengths of short games."""
LONG = range(EVENTS - len(SHORT) + 1, EVENTS + 1)
"""The lengths of long games."""
AT_LEAST = 3
"""At least so many games of both lengths must allow an undo."""
TIMES = 20

Request = Literal["undo", "redo", "can"]


def undos_by_policy(folder: Path) -> None:
    """Measure undo, redo, and the header of a game, in long and short games in turn."""
    service = service_in(folder, "policies")
    client = Client(create_app(service))
    for policy in POLICIES:
        pair = [list(_games(service, policy, lengths)) for lengths in (SHORT, LONG)]
        took: dict[tuple[Request, int], list[float]] = {}
        for _ in range(TIMES):
            for size, games in enumerate(pair):
                for game in games:
                    for what, ms in _undo_and_redo_times(client, game).items():
                        took.setdefault((what, size), []).append(ms)
        kinds: tuple[Request, ...] = ("undo", "redo", "can")
        for what in kinds:
            short, long = (statistics.median(took[what, size]) for size in range(2))
            called = what if what != "can" else "can_undo and can_redo (the moves before these differ)"
            bar = "; at most 1.2" if what != "can" else ""
            times = f"{long:.2f} ms at {EVENTS} events, {short:.2f} at 10: {long / short:.2f} times"
            print(f"{called}, {policy}: {times}{bar}", flush=True)


def _games(service: Service, policy: UndoPolicy, lengths: range) -> list[Game]:
    """The games of these lengths in which the policy allows the last seat to undo its action."""
    found = []
    outcomes, entries = decisions(EVENTS - 1)
    for length in lengths:
        request = NewGameRequest(ruleset=RULESET.name, players=PLAYERS, outcomes=outcomes, undo=policy)
        game = service.recorder.create(request).game
        game = service.recorder.act(game.id, entries[: length - 1], expected=1).game
        try:
            undo_target(service.library, game, str(game.version - 1), _last(game))
        except UndoRefused:
            continue
        found.append(game)
    assert len(found) >= AT_LEAST, f"{policy} lets {len(found)} go back"
    return found


def _last(game: Game) -> int:
    """The seat that acted last."""
    return decisions(EVENTS - 1)[1][game.version - 2].seat


def _undo_and_redo_times(client: Client, game: Game) -> Mapping[Request, float]:
    """The time of each request, in ms."""
    seat, path = _last(game), f"/v1/games/{game.id}"
    return {
        "can": _timed(partial(client.get, f"{path}?seat={seat}"), 200),
        "undo": _timed(partial(_move_head, client, game, "undo", {"seat": seat, "to": str(game.version - 1)}), 201),
        "redo": _timed(partial(_move_head, client, game, "redo", {"seat": seat, "to": str(game.version)}), 201),
    }


def _move_head(client: Client, game: Game, verb: str, body: dict[str, Any]) -> Any:
    """Undo or redo; if the other seat has to accept, it does."""
    path = f"/v1/games/{game.id}"
    answer = client.post(f"{path}/{verb}", json=body)
    if answer.status_code != 202:
        return answer
    accept = f"{path}/undo-requests/{answer.json['n']}/accept"
    return client.post(accept, json={"seat": 3 - body["seat"]})


def _timed(ask: Callable[[], Any], status: int) -> float:
    begin = perf_counter()
    answer = ask()
    took = (perf_counter() - begin) * 1000
    assert answer.status_code == status, answer.text
    return took
