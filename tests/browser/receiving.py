"""`python -m tests.browser.receiving`: all that a seat's browser receives of a game that the service deals, and whether
it holds a card that the seat cannot see then."""

from __future__ import annotations

import logging
import re
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlparse

import click
from msgspec import json
from playwright.sync_api import sync_playwright

from api.recording.decide import Entry
from api.recording.recorder import NewGameRequest
from api.service import installed_rulesets
from projections import seen, seen_action
from rulesets.kit.bots import random_bot
from tests.browser.conftest import DESK, PHONE, GameServer, contexts, serving
from tests.browser.taps import Fingers, screen
from tests.chromium import launched
from tests.following.cutting import CuttingProxy
from tests.lookalikes import strings_in
from tests.tables import PLAYERS, WIDEST, Table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from playwright.sync_api import Browser, Page

    from api.service import Service
    from events import Game

HIDING = [table for table in WIDEST if table.ruleset not in ("card_tactics", "kingdom_rush")]
"""Those whose games hide cards from a seat."""
SEAT = 1
LOOKED_AT = 500
"""Legal actions of the seat, at most: what may be chosen is no secret."""
OVERLAP = 64
"""Bytes of a part before the next in which a name can begin."""
WAIT = """version => {
  const answers = document.querySelector(".answers");
  const drawn = answers && Number(answers.dataset.drawn.split(".")[0]);
  return drawn >= version && !document.body.classList.contains("sending");
}"""


class Part(NamedTuple):
    """Bytes that a browser received."""

    version: int
    """Of the game, once they had come."""
    asked: str
    """The address, as far as it is known."""
    data: bytes


class Listening(CuttingProxy):
    """Carries connections, and keeps all that comes back."""

    def __init__(self, port: int, service: Service, game: Game) -> None:
        super().__init__(port, Random(1))
        self._service, self._game = service, game
        self._asked: dict[int, str] = {}
        self._tail: dict[int, bytes] = {}
        self.parts: list[Part] = []

    def passes(self, came: bytes, connection: int, *, back: bool) -> bytes:
        """Ask for what can be read, and keep it."""
        if not back:
            if line := re.match(rb"(?:GET|POST) (\S+)", came):
                self._asked[connection] = line[1].decode()
            return re.sub(rb"(?i)accept-encoding: [^\r]*", b"Accept-Encoding: identity", came)
        version = self._service.library.game(self._game.id).version
        self.parts.append(
            Part(version, self._asked.get(connection, ""), self._tail.get(connection, b"") + came),
        )
        self._tail[connection] = came[-OVERLAP:]
        return came


def received(browser: Browser, test_server: GameServer, table: Table, most: int) -> tuple[Game, list[Part]]:
    """A game of so many actions: one seat records in its browser, and looks around; bots act for the others."""
    service, rng = test_server.service, Random(str(table))
    wanted = NewGameRequest(ruleset=table.ruleset, players=PLAYERS[: table.seats], chance="server")
    game = service.recorder.create(wanted).game
    line = Listening(urlparse(test_server.address).port or 0, service, game)
    path = f"/games/{game.id}"
    with contexts(browser) as context:
        cookie: Any = {"name": "eyes", "value": f"{SEAT}.{SEAT}", "domain": "127.0.0.1", "path": path}
        at_hand, looking = context(**screen(PHONE)), context(viewport=DESK)
        for each in (at_hand, looking):
            each.add_cookies([cookie])
        page, replay = at_hand.new_page(), looking.new_page()
        page.goto(f"{line.address}{path}/record")
        replay.goto(f"{line.address}{path}?viewer={SEAT}")
        fingers = Fingers(page, rng, touch=True)
        for number in range(most):
            game = service.library.game(game.id)
            waiting = game.summary.waiting_for
            if not waiting:
                break
            if SEAT in waiting:
                page.wait_for_function(WAIT, arg=game.version)
                fingers.record()
            else:
                _act(service, game, rng)
            if number % 5 == 0:
                _look_around(replay, f"{line.address}{path}", rng)
    line.close()
    return service.library.game(game.id), line.parts


def _act(service: Service, game: Game, rng: Random) -> None:
    seat = rng.choice(game.summary.waiting_for)
    ruleset = service.library.ruleset(game)
    action = random_bot(ruleset, service.library.board(game, game.summary.head, seat), seat, rng)
    service.recorder.act(game.id, [Entry(seat=seat, action=action)], expected=game.version)


def _look_around(page: Page, address: str, rng: Random) -> None:
    """What the replay page asks for: a step, the pieces, the signs, all rounds, and what a spectator sees."""
    for key in ("ArrowLeft", "ArrowRight", "i", "Escape"):
        page.keyboard.press(key)
    way = rng.choice([f"?viewer={SEAT}&round=all", f"/pieces?viewer={SEAT}", "?viewer=spectator", f"?viewer={SEAT}"])
    other = page.context.new_page()
    other.goto(address + way)
    other.close()


def hidden_cards(service: Service, game: Game) -> Mapping[int, frozenset[str]]:
    """At each version, the ids and names in the log so far that the seat was never told and may not choose.

    What lies there to be chosen from stays there until the phase is over, though the seat has chosen.
    """
    library, ruleset = service.library, service.library.ruleset(game)
    true: set[str] = set()
    known = {seated.name or "" for seated in game.seats}
    found: dict[int, frozenset[str]] = {}
    offered: set[str] = set()
    phase: object = None
    for event in library.store.events(game.id):
        effects, action = (
            ruleset.stored_effects(event.effects, event.ruleset_version),
            ruleset.stored_action(event.action, event.ruleset_version),
        )
        true |= {*_named(effects, ruleset), *_named(action, ruleset)}
        known |= {*_named(list(seen(effects, SEAT)), ruleset), *_named(seen_action(action, SEAT, event.seat), ruleset)}
        board = library.board(game, event.version, SEAT) if event.version < game.version else None
        legal = islice(ruleset.legal_actions(board, SEAT), LOOKED_AT) if board is not None else ()
        if board is not None and type(board.pending) is not phase:
            phase, offered = type(board.pending), set()
        offered |= {name for action in legal for name in _named(action, ruleset)}
        found[event.version] = frozenset(_forms(true) - _forms(known | offered))
    return found


def _named(value: Any, ruleset: Any) -> Iterator[str]:
    return strings_in(json.decode(ruleset.encode(value)))


def leaks(service: Service, game: Game, parts: list[Part]) -> tuple[int, list[str]]:
    """How many bytes were searched, and where they hold a card that the seat could not see, by id or by name."""
    hidden, bytes_, found = hidden_cards(service, game), 0, []
    for version, asked, data in parts:
        if asked.startswith("/assets/") or (service.library.over(game) and version >= game.version):
            continue
        bytes_ += len(data)
        found += [
            f"{name} at {version} in {asked}"
            for name in hidden.get(version, ())
            if re.search(rb"(?<![\w-])%b(?![\w-])" % re.escape(name.encode()), data)
        ]
    return bytes_, found


def _forms(ids: Iterable[str]) -> set[str]:
    """Ids, and what they are called: `Warden` for `warden-1`."""
    return {*ids, *(re.sub(r"[-_]\d+\w?$", "", id_).replace("-", " ").replace("_", " ").title() for id_ in ids)}


@click.command()
@click.option("--ruleset", "names", multiple=True, type=click.Choice([table.ruleset for table in HIDING]))
@click.option("--actions", default=1_000, show_default=True, help="Of a game at most.")
def main(names: tuple[str, ...], actions: int) -> None:
    """List the cards that a seat's browser received though the seat could not see them."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    wrong = 0
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = launched(playwright)
        with serving(Path(folder), installed_rulesets()) as (service, address):
            for table in (table for table in HIDING if not names or table.ruleset in names):
                game, parts = received(browser, GameServer(service, address), table, actions)
                searched, found = leaks(service, game, parts)
                most = max(map(len, hidden_cards(service, game).values()))
                print(
                    f"{table}: {game.version} events, {game.summary.status}; {len(parts)} parts, {searched:,} bytes, "
                    f"at most {most} hidden names at once: {len(found)} leaks",
                    flush=True,
                )
                for leak in found[:10]:
                    print(f"   {leak}")
                wrong += len(found)
        browser.close()
    raise SystemExit(bool(wrong))


if __name__ == "__main__":
    main()
