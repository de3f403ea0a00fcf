"""`python -m tests.benchmarks.past`: the cost of undo, corrections, timelines and lines in long games, with limits."""

from __future__ import annotations

import shutil
import statistics
import tempfile
from itertools import islice
from operator import itemgetter
from pathlib import Path
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Any

from msgspec import json

from api.app import create_app
from api.recording.amend import AmendRefused, Change, ChangeRefused
from tests.api.client import Answer, Client
from tests.benchmarks.growth import EVENTS, decisions, long_game_in, service_in
from tests.benchmarks.past_costs import costs
from tests.benchmarks.past_policies import undos_by_policy
from tests.tables import Table, recorded

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from api.service import Service
    from events import Game

CROSSING = Table("heros_crossing", 4)
"""The table whose games have 2,000 events."""
SHORTER = Table("heros_crossing", 2)
"""A table whose games have 1,600 events, and some first choices that do not affect later moves."""
MOST_TRIED = 20
"""The number of other actions that are tried at a version."""
LINES = 200
AFTER_ROUND_3 = 200
APART = 9
"""The number of actions on each line."""
TIMES = 30


def main() -> None:
    """Print each figure with its limit."""
    folder = Path(tempfile.mkdtemp())
    try:
        undos_by_policy(folder)
        _amends(folder)
        _timeline(folder)
        _lines(folder)
        costs(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def report(what: str, times: Sequence[float], bar: str) -> None:
    worst = sorted(times)[int(len(times) * 0.95)]
    print(f"{what}: p50 {statistics.median(times):.2f} ms, p95 {worst:.2f}; {bar}", flush=True)


def _timed(ask: Callable[[], Answer], status: int) -> float:
    begin = perf_counter()
    answer = ask()
    took = (perf_counter() - begin) * 1000
    assert answer.status_code == status, answer.text
    return took


def _amends(folder: Path) -> None:
    """Correct an action near version 10 of a long game, so that as many later actions as possible are kept."""
    service = service_in(folder, "amends")
    client = Client(create_app(service))
    for query, bar in (("?dry_run=1", 500), ("", 1_000)):
        times = []
        for _ in range(5):
            game = recorded(service, SHORTER, most=2_000)
            change = {"changes": [_change_that_keeps_most(service, game)]}
            begin = perf_counter()
            answer = client.post(
                f"/v1/games/{game.id}/amend{query}", json=change, headers={"If-Match": f'"{game.version}"'}
            )
            times.append((perf_counter() - begin) * 1000)
            assert answer.status_code in (200, 201), answer.text
        kept = f"{answer.json['kept']} of {game.version} kept{', dry run' if query else ''}"
        report(f"amend of version {change['changes'][0]['version']} ({kept})", times, f"at most {bar} ms")


def _change_that_keeps_most(service: Service, game: Game) -> dict[str, Any]:
    """The correction near version 10 that keeps most of the later actions."""
    library = service.library
    best: tuple[int, dict[str, Any]] = (-1, {})
    ruleset = library.ruleset(game)
    for version in range(5, 13):
        event = library.store.event(game.id, version)
        for action in islice(ruleset.legal_actions(library.board(game, version - 1), event.seat or 0), MOST_TRIED):
            change = Change(version=version, seat=event.seat, action=action)
            try:
                found, _ = service.recorder.would_amend(game.id, [change], expected=game.version)
            except (AmendRefused, ChangeRefused):
                continue
            plain = {"version": version, "seat": event.seat, "action": json.decode(ruleset.encode(action))}
            best = max(best, (found.kept, plain), key=itemgetter(0))
    return best[1]


def _timeline(folder: Path) -> None:
    """The first timeline of 2,000 events, with empty caches."""
    times = []
    with_game = service_in(folder, "timeline")
    game = recorded(with_game, CROSSING, most=2_000)
    for _ in range(5):
        times.append(_get_ms(Client(create_app(service_in(folder, "timeline"))), game, "timeline"))
    report(f"first timeline of {game.version} events", times, "at most 300 ms")


def _lines(folder: Path) -> None:
    """Boards with their neighbours, `round:3` of a line, and the list of lines, in 10,000 events with 200 lines."""
    service, rng = service_in(folder, "lines"), Random(1)
    game, entries = long_game_in(service, EVENTS - LINES * (APART + 2)), decisions(EVENTS - 1)[1]
    trunk = parting = game.version
    for _ in range(LINES):
        version = rng.randint(AFTER_ROUND_3, trunk - APART)
        service.recorder.undo(game.id, to=str(min(version, parting)))
        if version > parting:
            service.recorder.redo(game.id, to=str(version))
        game = service.recorder.act(game.id, entries[version - 1 : version - 1 + APART]).game
        parting = version
    lines = service.library.tree(game).lines()
    client = Client(create_app(service))
    requests: dict[str, Callable[[], str]] = {
        "a board with its neighbours": lambda: f"board?at={rng.randint(1, game.version)}",
        "round:3 of any line": lambda: f"board?at=round:3&line={rng.choice(lines)}",
        "all lines": lambda: "lines",
    }
    for what, path in requests.items():
        cold = [_get_ms(Client(create_app(service_in(folder, "lines"))), game, path()) for _ in range(5)]
        warm = [_get_ms(client, game, path()) for _ in range(100)]
        report(f"{what}, {game.version} events on {len(lines)} lines, warm", warm, "under 20 ms")
        report(f"{what}, cold", cold, "under 150 ms")


def _get_ms(client: Client, game: Game, path: str) -> float:
    return _timed(lambda: client.get(f"/v1/games/{game.id}/{path}"), 200)


if __name__ == "__main__":
    main()
