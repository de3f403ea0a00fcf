"""The time and size of answers about what-ifs, downloads, notes and timelines of long games."""

from __future__ import annotations

import statistics
from random import Random
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any, Literal, NamedTuple
from uuid import UUID

from api.app import create_app
from events import NewNote
from tests.api.client import Client
from tests.benchmarks.growth import EVENTS, long_game_in, service_in
from tests.tables import Table, recorded

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from api.service import Service
    from events import Game
    from tests.api.client import Answer

CROSSING = Table("heros_crossing", 4)
"""The table with the largest boards; its games have 2,000 events."""
NOTES = 500
"""The limit of notes of a seat in a game."""
WORDS = "The archer should have stayed where she was, behind the wall of the second front. "
WHAT_IF_ACTIONS = 40
"""The number of actions in a what-if."""
TIMES = 5
GZIP = {"Accept-Encoding": "gzip"}


class Cost(NamedTuple):
    """The cost of one answer."""

    ms: float
    cpu: float
    """Processor time in ms; the rest is the load of the machine, and waiting for the disk."""
    kilobytes: float
    answer: Answer


def costs(folder: Path) -> None:
    """Print each cost: the first answer of a new process, and the median of later ones."""
    for name, make in (("2,000", _crossing), ("10,000", _tactics)):
        service = service_in(folder, f"costs-{name}")
        game = make(service)
        print(f"# {game.ruleset}, {game.version:,} events")
        for what, path in _reads(game):
            report(what, service_in(folder, f"costs-{name}"), path)
        _what_ifs(service, game)
        _notes(folder, f"costs-{name}", game)


def _crossing(service: Service) -> Game:
    return recorded(service, CROSSING, most=2_000)


def _tactics(service: Service) -> Game:
    return long_game_in(service, EVENTS)


def _reads(game: Game) -> Iterator[tuple[str, str]]:
    rest, page, middle = f"/v1/games/{game.id}", f"/games/{game.id}", game.version // 2
    yield "bundle, the first 1,000", f"{rest}/replay"
    yield "bundle, from the middle", f"{rest}/replay?from={middle}"
    yield "bundle, the last 10", f"{rest}/replay?from={game.version - 9}"
    yield "diff of the start and the end", f"{rest}/diff?from=1"
    yield "timeline", f"{rest}/timeline"
    yield "lines", f"{rest}/lines"
    yield "the page at its head", page
    yield "the page in the middle", f"{page}?v={middle}"
    yield "the page, every round open", f"{page}?v={middle}&round=all"
    yield "a step of it", f"{page}/step?v={middle}"
    yield "a round of its timeline", f"{page}/timeline?v={middle}&round=3"


def _what_ifs(service: Service, game: Game) -> None:
    """Fork at the head, play on, compare, and apply the moves."""
    client, path = Client(create_app(service)), f"/v1/games/{game.id}"
    forks = [_request(client, "POST", f"{path}/fork", {"at": "head"}) for _ in range(TIMES)]
    _print("fork at its head", forks)
    _print("fork in the middle", [_request(client, "POST", f"{path}/fork", {"at": str(game.version // 2)})])
    fork = forks[-1].answer.json["id"]
    _play_on(client, fork, WHAT_IF_ACTIONS)
    _print("compare the two, the page", [_request(client, "GET", f"/games/{fork}/compare") for _ in range(TIMES)])
    body = {"game": fork}
    dry = [_request(client, "POST", f"{path}/adopt?dry_run=1", body, game.version) for _ in range(TIMES)]
    _print(f"adopt, dry run ({dry[-1].answer.json['kept']} kept)", dry)
    _line(service, client, game)


def _line(service: Service, client: Client, game: Game) -> None:
    """Undo to the middle, and try to apply the undone half."""
    path, middle = f"/v1/games/{game.id}", game.version // 2
    back = client.post(f"{path}/undo", json={"to": str(middle)})
    assert back.status_code == 201, back.text
    _play_on(client, str(game.id), 1)
    now = service.library.game(game.id)
    body = {"line": game.version, "after": middle}
    _print("adopt the other half, dry run", [_request(client, "POST", f"{path}/adopt?dry_run=1", body, now.version)])


def _play_on(client: Client, game: str, actions: int) -> None:
    rng = Random(1)
    for _ in range(actions):
        waiting = client.get(f"/v1/games/{game}").json["waiting_for"]
        if not waiting:
            return
        legal = client.get(f"/v1/games/{game}/legal-actions?seat={waiting[0]}&limit=50").json["items"]
        rng.shuffle(legal)
        bodies = ({"seat": waiting[0], "action": each["action"]} for each in legal)
        if not any(client.post(f"/v1/games/{game}/actions", json=body).status_code == 201 for body in bodies):
            return


def _notes(folder: Path, name: str, game: Game) -> None:
    """Write as many notes as allowed, at random versions; measure the last ones, and the pages that show them."""
    service, rng = service_in(folder, name), Random(1)
    client, path = Client(create_app(service)), f"/v1/games/{game.id}"
    for _ in range(NOTES - TIMES):
        version = rng.randint(1, game.version)
        service.store.add_note(UUID(str(game.id)), NewNote(version=version, text=WORDS * 2, visible_to="all"))
    _print("write a note after 495 others", [_note(client, path, rng.randint(1, game.version)) for _ in range(TIMES)])
    report("500 notes, the first 100", service_in(folder, name), f"{path}/annotations")
    report("500 notes, those of a version", service_in(folder, name), f"{path}/annotations?version=7")
    report("the page with 500 notes", service_in(folder, name), f"/games/{game.id}?v={game.version // 2}")
    report("a step with 500 notes", service_in(folder, name), f"/games/{game.id}/step?v={game.version // 2}")


def _note(client: Client, path: str, version: int) -> Cost:
    return _request(client, "POST", f"{path}/annotations", {"version": version, "text": WORDS, "visible_to": "all"})


def report(what: str, service: Service, path: str) -> None:
    client = Client(create_app(service))
    _print(what, [_request(client, "GET", path) for _ in range(TIMES)])


def _print(what: str, found: list[Cost]) -> None:
    first, *more = found
    later = f", then {_median(more, 'ms'):.0f} ({_median(more, 'cpu'):.0f})" if more else ""
    print(f"{what}: {first.ms:.0f} ms ({first.cpu:.0f}){later}; {first.kilobytes:.1f} KB on the wire", flush=True)


def _median(found: list[Cost], of: Literal["ms", "cpu"]) -> float:
    return statistics.median(cost.ms if of == "ms" else cost.cpu for cost in found)


def _request(client: Client, method: str, path: str, body: Any = None, expected: int | None = None) -> Cost:
    """Send a request and read all of its answer; answers to GET are in gzip, as for a browser."""
    headers = GZIP if method == "GET" else {"If-Match": f'"{expected}"'} if expected else {}
    begin, worked = perf_counter(), process_time()
    answer = client.open(path, method=method, json=body, headers=headers)
    size = len(answer.data)
    ms, cpu = (perf_counter() - begin) * 1000, (process_time() - worked) * 1000
    assert answer.status_code < 300, answer.text[:500]
    return Cost(ms, cpu, size / 1024, answer)
