"""An import while others write, and an import that is killed at each of its steps.

The log then holds whole games only, the file can be imported again, and no writer has lost anything.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import ExitStack
from http.client import HTTPConnection
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from msgspec import json

from api.recording.game_file import lines_of
from api.recording.importing import Importer
from api.rest.web import JSON_LINES
from api.service import Service
from api.settings import Settings
from events import Store, transfer
from tests.api.serving import serving
from tests.benchmarks.verify import fill
from tests.faults.clients import RestClient, working
from tests.forked import FORKS, run
from tests.tables import EVERY, recorded
from tests.waiting import LIMIT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from uuid import UUID

    from tests.api.serving import Running

GAMES, LENGTH = 3, 30
"""Games of a small file, and the limit of decisions in each."""
TABLETALE = "from api.cli import main; main()"


class GameFile(NamedTuple):
    """A file of games."""

    path: Path
    versions: dict[UUID, int]
    """The number of events of each game."""

    @classmethod
    def of(cls, url: str, path: Path) -> GameFile:
        """Export all games of a log."""
        written: set[str] = set()
        with Store.open(url) as store, path.open("wb") as file:
            games = [store.game(game) for game in store.all_game_ids()]
            for game in games:
                file.writelines(lines_of(store, game, written))
        return cls(path, {game.id: game.version for game in games})

    @property
    def events(self) -> int:
        return sum(self.versions.values())


class Loaded(NamedTuple):
    """An import while others wrote."""

    waits: list[float]
    """The seconds that each POST of a writer waited, in order of length."""
    wrong: list[str]


def import_under_load(folder: Path, url: str, file: GameFile, writers: int, *, over_rest: bool) -> Loaded:
    """Import a file with the command, or over REST, while writers record games over the same service."""
    with ExitStack() as stack:
        service = stack.enter_context(serving(folder, options=("--database", url)))
        clients = [RestClient(service) for _ in range(writers)]
        with working(clients) as crowd:
            crowd.go_on()
            for client in clients:
                client.waits.clear()
            wrong = _post(service, file) if over_rest else _command(url, file)
            crowd.go_on()  # who waited for the import has its answer
        with Store.open(url) as store:
            wrong += [*crowd.faults(store), *partial_games(store, file)]
            wrong += [f"{game} is missing" for game in file.versions.keys() - {*store.all_game_ids()}]
    return Loaded(sorted(wait for client in clients for wait in client.waits), wrong)


def _command(url: str, file: GameFile) -> list[str]:
    ran = run(TABLETALE, "import", file.path, "--database", url)
    expected = f"{len(file.versions)} games and {file.events} events stored"
    return [] if ran.stdout.startswith(expected) else [f"not {expected}: {ran.stdout}{ran.stderr}"]


def _post(service: Running, file: GameFile) -> list[str]:
    connection = HTTPConnection("127.0.0.1", service.port, timeout=LIMIT)
    connection.request("POST", "/v1/imports", file.path.read_bytes(), {"Content-Type": JSON_LINES})
    answer = connection.getresponse()
    states = [json.decode(line).get("state") for line in answer.read().splitlines()]
    return [] if states == ["new"] * len(file.versions) else [f"{answer.status}: {states}"]


def partial_games(store: Store, file: GameFile) -> Iterator[str]:
    """The games of a file that are stored with another number of events."""
    for game in {*store.all_game_ids()} & file.versions.keys():
        stored = sum(1 for _ in store.events(game))
        if stored != file.versions[game]:
            yield f"{stored} of {file.versions[game]} events of {game} are stored"


# --- killed


class Kill(NamedTuple):
    """When an import is killed: at the `nth` game, before or after a step."""

    step: str
    nth: int
    after: bool

    def __str__(self) -> str:
        return f"{'after' if self.after else 'before'} step {self.step!r} of game {self.nth + 1}"

    @property
    def stored(self) -> set[int]:
        """How many games may be stored then. On PostgreSQL, the last statement for the events commits, too."""
        committed = {"store": {1}, "events": {0, 1}}.get(self.step, {0}) if self.after else {0}
        return {self.nth + each for each in committed}


STEPS: dict[str, tuple[object, str]] = {
    "row": (transfer, "_create"),
    "events": (transfer, "_insert"),
    "store": (Store, "import_game"),
}
"""The steps for a checked game: its row with all that it refers to, its events, and all of it."""


def every_kill() -> list[Kill]:
    """Each moment at which an import of a small file can be killed."""
    return [Kill(step, nth, after) for nth in range(GAMES) for step in STEPS for after in (False, True)]


def killed_import(url: str, file: GameFile, kill: Kill) -> list[str]:
    """Kill an import into an empty log, and import the file again; returns what is wrong."""
    process = FORKS.Process(target=_import, args=(url, file.path, kill))
    process.start()
    process.join()
    if process.exitcode != -signal.SIGKILL:
        return [f"the import ended with {process.exitcode}, and was not killed"]
    with Store.open(url) as store:
        stored = len([*store.all_game_ids()])
        wrong = [] if stored in kill.stored else [f"{stored} games are stored"]
        wrong += [*partial_games(store, file), *(fault.what for fault in store.verify())]
        service = Service.over(store, Settings.read({}, database_url=url))
        found = [*Importer(service.library).games(BytesIO(file.path.read_bytes()))]
        states = [each.imported and each.imported.state for each in found]
        if states != ["here"] * stored + ["new"] * (len(file.versions) - stored):
            wrong.append(f"imported again: {states}")
        return [*wrong, *partial_games(store, file), *(fault.what for fault in store.verify())]


def _import(url: str, path: Path, kill: Kill) -> None:
    """Run the command, in the new process."""
    from api.cli import main

    owner, name = STEPS[kill.step]
    setattr(owner, name, _killing(getattr(owner, name), kill))
    sys.argv = ["tabletale", "import", str(path), "--database", url]
    main()


def _killing(step: Callable[..., object], kill: Kill) -> Callable[..., object]:
    """The step, wrapped so that this process dies at one of its calls."""
    calls = count()

    def guarded(*args: object) -> object:
        dies = next(calls) == kill.nth
        if dies and not kill.after:
            os.kill(os.getpid(), signal.SIGKILL)
        done = step(*args)
        if dies:
            os.kill(os.getpid(), signal.SIGKILL)
        return done

    return guarded


def small_file(folder: Path) -> GameFile:
    """A file of a few short games."""
    url = f"sqlite:///{folder / 'played'}"
    with Store.open(url, synchronous="NORMAL") as store:
        service = Service.over(store, Settings.read({}, database_url=url))
        for seed in range(GAMES):
            recorded(service, EVERY[seed], seed, LENGTH)
    return GameFile.of(url, folder / "few.jsonl")


def large_file(folder: Path, events: int) -> GameFile:
    """A file with copies of whole random games of every ruleset."""
    url = f"sqlite:///{folder / 'copies'}"
    fill(url, events)
    return GameFile.of(url, folder / "many.jsonl")


def summary(waits: list[float]) -> str:
    """How long the writers waited."""
    middle, most = waits[len(waits) // 2], waits[len(waits) * 95 // 100]
    return f"{len(waits)} POSTs took {middle:.3f} s (median), {most:.3f} s (95 %), {waits[-1]:.3f} s (longest)"
