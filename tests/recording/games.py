"""`python -m tests.recording.games`: records whole games by taps in Chromium, and measures from the tap to what is
shown."""

from __future__ import annotations

import logging
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import click
from playwright.sync_api import sync_playwright

from api.app import create_app
from api.service import installed_rulesets
from tests.api.client import Client
from tests.api.test_record_page import same_by_rest
from tests.browser.__main__ import SLOW_CPU, SLOW_LINE
from tests.browser.conftest import DESK, PHONE, serving
from tests.browser.taps import Fingers, screen
from tests.chromium import launched
from tests.recording.handmade import CHANGES, begun
from tests.tables import PLAYERS, WIDEST, Table, recorded

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

    from api.service import Service

OFTEN = 15
"""Every so many actions somebody who may act at any time does."""
PATIENCE = 60_000
"""Milliseconds: machines are busy."""


@click.command()
@click.option("--ruleset", "names", multiple=True, type=click.Choice(sorted(installed_rulesets())))
@click.option("--actions", default=300, show_default=True, help="Actions of a game at most.")
@click.option("--times", is_flag=True, help="Measure alone: on a desk, and on a slow phone.")
def main(names: tuple[str, ...], actions: int, times: bool) -> None:
    """Record a game of each ruleset by taps: by touch and with a mouse, with chance told and served, and by hand."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    wrong = 0
    same_key = patch("secrets.token_bytes", bytes)  # so that REST rolls the same dice
    with same_key, TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = launched(playwright)
        with serving(Path(folder), installed_rulesets()) as (service, address):
            for table in (table for table in WIDEST if not names or table.ruleset in names):
                if times:
                    _measure(browser, service, address, table, actions)
                else:
                    for what, game, size in _games(service, table):
                        wrong += _record(browser, service, f"{address}/games/{game}", f"{table}, {what}", size, actions)
        browser.close()
    raise SystemExit(bool(wrong))


def _games(service: Service, table: Table) -> Iterator[tuple[str, str, dict[str, int]]]:
    """What is recorded, in which game, on which screen."""
    yield "chance told, touch", str(recorded(service, table, most=0).id), PHONE
    yield "served, mouse", _served(service, table), DESK
    if table.ruleset in CHANGES:
        yield "cards by hand, touch", begun(service, table.ruleset, seats=table.seats)[0], PHONE


def _served(service: Service, table: Table) -> str:
    players = [{"name": name} for name in PLAYERS[: table.seats]]
    body = {"ruleset": table.ruleset, "seats": players, "chance": "server"}
    return str(Client(create_app(service)).post("/v1/games", json=body).json["id"])


def _record(browser: Browser, service: Service, address: str, what: str, size: dict[str, int], actions: int) -> int:
    """Record a game, and compare it with REST; how many faults there were."""
    page = browser.new_context(**screen(size)).new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{address}/record")
    fingers = Fingers(page, Random(what), touch=size == PHONE)
    count, faults = 0, fingers.faults
    try:
        while count < actions:
            if count % OFTEN == OFTEN - 1:
                fingers.uncover()
                fingers.interrupt()
            if not fingers.record():
                break
            count += 1
        client, game = Client(create_app(service)), address.rpartition("/")[2]
        about = client.get(f"/v1/games/{game}").json
        if "by hand" not in what:
            same_by_rest(client, game, about["chance"])
        told = f"{about['status']}, by hand {_by_hand(client, game)}"
    except Exception as error:  # told with the others
        faults.append(f"{type(error).__name__}: {error}")
        told = "broken off"
    print(f"{what}: {count} actions, {told}, {dict(fingers.done)}, {len(faults)} faults", flush=True)
    for fault in faults[:10]:
        print(f"   {fault[:600]}")
    page.context.close()
    return len(faults)


def _by_hand(client: Client, game: str) -> int:
    events: list[dict[str, Any]] = client.get(f"/v1/games/{game}/events?limit=200").json["items"]
    return sum(event["action"]["type"] == "EnterByHand" for event in events if event["kind"] == "play")


def _measure(browser: Browser, service: Service, address: str, table: Table, actions: int) -> None:
    """How long it takes from a tap until what it leads to is on show: for steps, and for actions."""
    for name, size, slow in (("desk", DESK, False), ("slow phone", PHONE, True)):
        page = browser.new_context(**screen(size)).new_page()
        page.set_default_timeout(PATIENCE)
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
        steps = _quantiles([*fingers.times["frames"], *fingers.times["rows"]])
        print(f"{table}, {name}: a step {steps}, an action {_quantiles(fingers.times['taken'])}", flush=True)
        page.context.close()


def _quantiles(times: list[float]) -> str:
    ordered = sorted(times)
    at = [ordered[int(share * (len(ordered) - 1))] for share in (0.5, 0.95)] if ordered else [0.0, 0.0]
    return f"p50 {at[0]:.0f} ms, p95 {at[1]:.0f} ms of {len(ordered)}"


if __name__ == "__main__":
    main()
