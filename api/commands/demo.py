"""`tabletale demo`: the service with sample games, recorded through its own interface."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.client import HTTPConnection, HTTPException
from random import Random
from typing import TYPE_CHECKING, Any

import click

from api import collector
from api.commands.common import make_folder, with_progress
from api.commands.listening import need_port
from api.commands.options import database_option
from api.errors import DemoFailed
from api.recording.history import drawn_options
from api.recording.simulate import Played, play
from api.rest.web import JSON, JSON_LINES, encode
from api.service import installed_rulesets
from api.settings import Settings, data_folder
from rulesets.kit.bots import BOTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from rulesets.kit.ruleset import Ruleset

GAMES = 16
"""Games of each ruleset."""
PLAYING_SECONDS = 8
"""The most seconds to play games of each ruleset."""
GAME_SECONDS = 1.5
"""A game that is not over after this many seconds stays unfinished."""
AT_RANDOM = 2
"""This many games are played at random first: that is quick, and they end."""

TAG = "demo"
NAMES = ("Ada", "Ben", "Cleo", "Dev", "Elif", "Finn", "Gita", "Hana", "Ivo", "June", "Kofi", "Lena")
"""Of players; seats beyond these have no name."""
PLACES = ("Kitchen table", "Club night", "Library", "Night train")
PATIENCE_SECONDS = 120
"""How long to wait for the service: on a busy machine it starts slowly."""
WITH_TWO = 0.7
"""The share of games with two players, if the game allows it."""

THOUGHT_SECONDS = (4, 90)
"""Shortest and longest time between two actions."""


class Client:
    """An HTTP client of the service."""

    def __init__(self, port: int) -> None:
        self._connection = HTTPConnection("127.0.0.1", port, timeout=60)

    def get(self, path: str) -> Any:
        """Read something. Raises DemoFailed."""
        return self._send("GET", path, None, JSON)

    def post(self, path: str, body: bytes, media: str = JSON, *, seen: int | None = None) -> Any:
        """Write something; `seen` is the version of the game that it was decided on. Raises DemoFailed."""
        return self._send("POST", path, body, media, {"If-Match": f'"{seen}"'} if seen else {})

    def _send(
        self, method: str, path: str, body: bytes | None, media: str, more: Mapping[str, str] | None = None
    ) -> Any:
        self._connection.request(method, path, body, {"Content-Type": media, **(more or {})})
        answer = self._connection.getresponse()
        data = answer.read()
        self._connection.close()  # the service would close it while a game is played
        if answer.status >= 400:
            raise DemoFailed(f"{method} {path} was answered with {answer.status}: {data.decode()[:500]}")
        return json.loads(data)


@click.command(epilog="Example: tabletale demo --once")
@click.option("--once", is_flag=True, help="Exit after printing what to look at.")
@click.option(
    "--games", type=click.IntRange(1, 1000), default=GAMES, show_default=True, help="The most games of each ruleset."
)
@click.option("--port", type=int, help="The port; by default TABLETALE_PORT, or 8000.")
@database_option
def demo(once: bool, games: int, port: int | None, database: str | None) -> None:
    """Start the service on SQLite, record sample games through it, and print what to look at."""
    settings = _settings(port, database)
    need_port(settings.host, settings.port)  # or the games would go to another service on that port
    make_folder(settings.database_url)
    with _service(settings) as server:
        client = _reach(settings.port, server)
        rulesets = installed_rulesets().values()
        collector.resume()
        for ruleset in rulesets:
            _record(client, ruleset, games)
        for ruleset in rulesets:  # after all games, so that statistics are refreshed once
            _show(client, ruleset, settings.port)
        if not once:
            click.echo("Serving until Ctrl+C.")
            server.wait()


def _settings(port: int | None, database: str | None) -> Settings:
    """The settings of the environment, but with a log and a lake of its own, apart from the user's games."""
    import os

    folder = data_folder(os.environ) / "demo"
    own = database or f"sqlite:///{folder / 'demo.db'}"
    return Settings.read(port=port, database_url=own, lake=str(folder / "lake"))


@contextmanager
def _service(settings: Settings) -> Iterator[subprocess.Popen[bytes]]:
    import os

    environ = os.environ | {"TABLETALE_LAKE": settings.lake, "TABLETALE_DATABASE_URL": settings.database_url}
    command = [sys.executable, "-m", "api.cli", "serve", "--port", str(settings.port)]
    server = subprocess.Popen(command, env=environ)
    try:
        yield server
    except KeyboardInterrupt:
        pass
    finally:
        server.terminate()
        server.wait()


def _reach(port: int, server: subprocess.Popen[bytes]) -> Client:
    """A client of the service, once it answers."""
    until = time.monotonic() + PATIENCE_SECONDS
    while server.poll() is None and time.monotonic() < until:
        try:
            client = Client(port)
            client.get("/readyz")
            return client
        except (OSError, HTTPException):
            time.sleep(0.1)
    raise DemoFailed("The service does not answer.")


def _record(client: Client, ruleset: Ruleset[Any], games: int) -> None:
    """Record sample games of a ruleset, up to `games` games."""
    there = len(client.get(f"/v1/games?ruleset={ruleset.name}&tag={TAG}&limit=200")["items"])
    label = f"recording {ruleset.title}"
    until = time.monotonic() + PLAYING_SECONDS
    for number in with_progress(range(there, games), label, max(games - there, 0)):
        if (left := until - time.monotonic()) <= 0:
            break
        rng = Random(f"demo/{ruleset.name}/{number}")
        allowed = ruleset.seats_with(ruleset.starter_components)
        seats = 2 if 2 in allowed and rng.random() < WITH_TWO else rng.choice(allowed)
        kinds = ("random",) if number < AT_RANDOM else ("greedy", "greedy", "random")
        bots = {seat: BOTS[rng.choice(kinds)] for seat in range(1, seats + 1)}
        options = drawn_options(ruleset, seats, {}, rng)
        played = play(ruleset, ruleset.starter_components, seats, bots, rng, options, seconds=min(left, GAME_SECONDS))
        begin = datetime.now(UTC) - timedelta(days=7 * (games - number))
        begun = client.post("/v1/games", encode(_game(ruleset, played, seats, begin, rng)))
        if lines := _lines(ruleset, played, begin, rng):  # none if dealing alone took the time of a game
            client.post(f"/v1/games/{begun['id']}/actions", lines, JSON_LINES, seen=begun["version"])


def _game(ruleset: Ruleset[Any], played: Played, seats: int, at: datetime, rng: Random) -> dict[str, Any]:
    nameless = [None] * (seats - len(NAMES))
    return {
        "ruleset": ruleset.name,
        "seats": [{"name": name} for name in rng.sample([*NAMES, *nameless], seats)],
        "options": played.options,
        "outcomes": played.outcomes,
        "place": rng.choice(PLACES),
        "tags": [TAG],
        "occurred_at": at,
    }


def _lines(ruleset: Ruleset[Any], played: Played, at: datetime, rng: Random) -> bytes:
    """The actions of a game as JSON Lines, with the times that people would have taken them at."""
    lines = []
    for entry in played.entries:
        at += timedelta(seconds=rng.randint(*THOUGHT_SECONDS))
        action = json.loads(ruleset.encode(entry.action))
        lines.append(encode({"seat": entry.seat, "action": action, "outcomes": entry.outcomes, "occurred_at": at}))
    return b"\n".join(lines)


def _show(client: Client, ruleset: Ruleset[Any], port: int) -> None:
    newest = client.get(f"/v1/games?ruleset={ruleset.name}&limit=1")["items"][0]
    found = client.get(f"/v1/statistics/win_rate_by_seat?ruleset={ruleset.name}")
    click.echo(f"\n{ruleset.title}: watch http://127.0.0.1:{port}/games/{newest['id']}?v=1")
    click.echo(found["question"])
    for line in rates(found["rows"]):
        click.echo(f"  {line}")


def rates(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """How often each seat wins or, in a cooperative game, how often it is won, whatever its options."""
    for row in rows:
        if row["options"]:
            continue
        if row["value"] is not None:
            yield f"{_subject(row)}: {row['value']:.0%} ({row['lo']:.0%} to {row['hi']:.0%}) of {_games(row['n'])}"
        else:
            yield f"{_subject(row)}: {_games(row['n'])}, too few to say"


def _subject(row: Mapping[str, Any]) -> str:
    if row["seat"]:
        return f"seat {row['seat']} of {row['seats']}"
    return "1 seat" if row["seats"] == 1 else f"{row['seats']} seats together"


def _games(count: int) -> str:
    return "1 game" if count == 1 else f"{count} games"
