"""`python -m tests.recording.games`: records whole games in Chromium, by taps, by keys and without script, and measures
the time from a tap to its result."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple
from unittest.mock import patch
from uuid import UUID

import click
from playwright.sync_api import Page, sync_playwright

from api.app import create_app
from api.recording.decide import Entry
from api.service import installed_rulesets
from rulesets.kit.bots import random_bot
from tests.api.client import Client
from tests.api.test_record_page import same_by_rest, seen_by
from tests.browser.__main__ import SLOW_CPU, SLOW_LINE
from tests.browser.conftest import DESK, PHONE, serving
from tests.browser.hands import Keys, Links
from tests.browser.minded import Minded
from tests.browser.taps import Fingers, screen
from tests.chromium import launched
from tests.recording.handmade import CHANGES, game_by_hand
from tests.tables import EVERY, PLAYERS, WIDEST, Table, played, recorded
from tests.waiting import LIMIT_MS

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from playwright.sync_api import Browser

    from api.service import Service

OFTEN = 15
"""After so many actions, a seat that may act at any time does so."""
SELDOM = 0.1
"""The probability of opening the page for entries by hand, in a game with cards that need it."""
SEED, LONGEST = 3, 10_000
"""The seed of the bots, and the largest number of their decisions."""
FAULTS_SHOWN = 10
"""The number of faults that are printed for a game."""
WAYS = ("told", "served", "by-hand", "keys", "links")
"""Own dice by touch, rolled by the service with a mouse, cards that are entered by hand, keys alone, without script."""


class Recording(NamedTuple):
    """A game to be recorded, and how."""

    game: str
    fingers: Callable[[Page, Random], Fingers]
    options: dict[str, Any]
    """Options of the browser."""


@click.command()
@click.option("--ruleset", "names", multiple=True, type=click.Choice(sorted(installed_rulesets())))
@click.option("--seats", type=int, help="Tables of this size; else the largest.")
@click.option("--way", "ways", multiple=True, type=click.Choice(WAYS), default=WAYS, help="Else all.")
@click.option("--actions", default=300, show_default=True, help="Actions of a game at most.")
@click.option("--whole", is_flag=True, help="To the end, however many actions that takes.")
@click.option("--last", type=int, help="The end alone: bots decide all but so many, of what a game of theirs has.")
@click.option("--seed", default="", help="Any text: of each, another game.")
@click.option("--minded", is_flag=True, help="By touch, what bots decide: some games hardly end by taps at random.")
@click.option("--times", is_flag=True, help="Measure alone: on a desk, and on a slow phone.")
def main(
    names: tuple[str, ...],
    seats: int | None,
    ways: tuple[str, ...],
    actions: int,
    whole: bool,
    last: int | None,
    seed: str,
    minded: bool,
    times: bool,
) -> None:
    """Record a game of each ruleset in several ways, and compare each log with that of REST.

    Exit code 1 where something is wrong.
    """
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    wrong = 0
    same_key = patch("secrets.token_bytes", bytes)  # so that REST rolls the same dice
    with same_key, TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = launched(playwright)
        with serving(Path(folder), installed_rulesets()) as (service, address):
            for table in _tables(names, seats):
                if times:
                    _measure(browser, service, address, table, actions)
                else:
                    for name, recording in _recordings(service, table, ways, last, minded=minded):
                        what, most = f"{table}, {name}{seed}", None if whole else actions
                        wrong += _record(browser, service, f"{address}/games/{recording.game}", what, recording, most)
        browser.close()
    raise SystemExit(bool(wrong))


def _tables(names: Collection[str], seats: int | None) -> Iterator[Table]:
    for table in WIDEST if seats is None else EVERY:
        if (not names or table.ruleset in names) and seats in (None, table.seats):
            yield table


def _recordings(
    service: Service, table: Table, names: Collection[str], last: int | None, *, minded: bool
) -> Iterator[tuple[str, Recording]]:
    """The games to be recorded at a table, by the names of the ways in which they are recorded."""
    touch, mouse = partial(Fingers, touch=True), partial(Fingers, touch=False)
    for name in names:
        if name == "served":
            yield name, Recording(_served_game(service, table, last), mouse, screen(DESK))
        elif name == "by-hand":
            if table.ruleset in CHANGES:
                fingers = partial(touch, by_hand=SELDOM)
                yield (
                    name,
                    Recording(game_by_hand(service, table.ruleset, seats=table.seats)[0], fingers, screen(PHONE)),
                )
        else:
            decided = 0 if last is None else len(played(table, SEED, LONGEST).entries) - last
            game = str(recorded(service, table, SEED, decided).id)
            if name == "keys":
                yield name, Recording(game, Keys, screen(DESK))
            elif name == "links":
                yield name, Recording(game, Links, screen(DESK) | {"java_script_enabled": False})
            else:
                yield (
                    name,
                    Recording(game, partial(Minded, service=service, touch=True) if minded else touch, screen(PHONE)),
                )


def _served_game(service: Service, table: Table, last: int | None) -> str:
    players = [{"name": name} for name in PLAYERS[: table.seats]]
    body = {"ruleset": table.ruleset, "seats": players, "chance": "server"}

    def begin() -> UUID:
        return UUID(Client(create_app(service)).post("/v1/games", json=body).json["id"])

    game = begin()
    if last is not None:
        whole = _played_by_bots(service, begin(), LONGEST)
        _played_by_bots(service, game, whole - last)
    return str(game)


def _played_by_bots(service: Service, id: UUID, most: int) -> int:
    """Let bots decide up to so many times in a game that the service rolls for; returns how often they did."""
    rng, game = Random(SEED), service.library.game(id)
    ruleset = service.library.ruleset(game)
    for done in range(most):
        if not (waiting := game.summary.waiting_for):
            return done
        seat = rng.choice(waiting)
        board = service.library.board(game, game.summary.head, seat)
        action = random_bot(ruleset, board, seat, rng)
        game = service.recorder.act(id, [Entry(seat=seat, action=action)], expected=game.version).game
    return most


def _record(browser: Browser, service: Service, address: str, what: str, recording: Recording, most: int | None) -> int:
    """Record a game, `most` actions of it or to its end, and compare it with REST; returns the number of faults."""
    page = browser.new_context(**recording.options).new_page()
    page.set_default_timeout(LIMIT_MS)
    page.goto(f"{address}/record")
    fingers = recording.fingers(page, Random(what))
    page.on("pageerror", lambda error: fingers.faults.append(str(error)))
    done, verdict = 0, "broken off"
    try:
        for done in count():
            if done == most or not _record_next(fingers, done):
                break
        verdict = _verdict(Client(create_app(service)), recording.game, fingers.faults, whole=most is None)
    except Exception as error:  # reported with the other faults
        fingers.faults.append(f"{type(error).__name__}: {error}")
    took = f"a step {_quantiles(fingers.steps)}, an action {_quantiles(fingers.times['taken'])}"
    print(f"{what}: {done} actions, {verdict}, {len(fingers.faults)} faults, {took}, {dict(fingers.done)}", flush=True)
    for fault in fingers.faults[:FAULTS_SHOWN]:
        print(f"   {fault[:600]}")
    page.context.close()
    return len(fingers.faults)


def _record_next(fingers: Fingers, done: int) -> bool:
    """Record the next action, sometimes as a seat that may act at any time; returns False if the game is over."""
    if done % OFTEN == OFTEN - 1:
        fingers.uncover()
        fingers.interrupt()
    return fingers.record()


def _verdict(client: Client, game: str, faults: list[str], *, whole: bool) -> str:
    """The result of a game. Raises an error if REST gives another log; a whole game that does not end is a fault."""
    about = client.get(f"/v1/games/{game}").json
    same_by_rest(client, game, about["chance"])
    if whole and about["status"] != "finished":
        faults.append(f"nothing is left to do, and the game is {about['status']}")
    return f"{about['status']} in round {about['round']}, by hand {_by_hand(client, game)}"


def _by_hand(client: Client, game: str) -> int:
    """The number of events that were entered by hand, in the whole log."""
    events = seen_by(client, game, "spectator")
    return sum(event["action"]["type"] == "EnterByHand" for event in events if event["kind"] == "play")


def _measure(browser: Browser, service: Service, address: str, table: Table, actions: int) -> None:
    """Measure the time from a tap to what it shows, for steps and for actions."""
    for name, size, slow in (("desk", DESK, False), ("slow phone", PHONE, True)):
        page = browser.new_context(**screen(size)).new_page()
        page.set_default_timeout(LIMIT_MS)
        page.goto(f"{address}/games/{recorded(service, table, most=0).id}/record")
        if slow:
            session = page.context.new_cdp_session(page)
            session.send("Network.enable")
            session.send("Network.emulateNetworkConditions", SLOW_LINE)
            session.send("Emulation.setCPUThrottlingRate", SLOW_CPU)
        fingers = Fingers(page, Random(str(table)), touch=size == PHONE)
        for _ in range(min(actions, 40)):
            if not fingers.record():
                break
        steps = _quantiles(fingers.steps)
        print(f"{table}, {name}: a step {steps}, an action {_quantiles(fingers.times['taken'])}", flush=True)
        page.context.close()


def _quantiles(times: list[float]) -> str:
    ordered = sorted(times)
    at = [ordered[int(share * (len(ordered) - 1))] for share in (0.5, 0.95)] if ordered else [0.0, 0.0]
    return f"p50 {at[0]:.0f} ms, p95 {at[1]:.0f} ms of {len(ordered)}"


if __name__ == "__main__":
    main()
