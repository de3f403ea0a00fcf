"""`python -m tests.browser`: steps through games of each ruleset in Chromium, and tells what is wrong, and how long."""

from __future__ import annotations

import logging
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click
from playwright.sync_api import sync_playwright

from api.service import installed_rulesets
from tests.browser.conftest import DESK, PHONE, GameServer, serving
from tests.browser.stepping import DRAG, TAP, faults_of_steps
from tests.chromium import launched
from tests.tables import EVERY, WIDEST, Table

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

LONG = Table("heros_crossing", 4)
EVENTS = 2_100
SLOW_LINE = {"offline": False, "downloadThroughput": 200_000, "uploadThroughput": 200_000, "latency": 150}
"""1.6 Mbit/s, as Chromium is told."""
SLOW_CPU = {"rate": 4}
APART = 500
"""Milliseconds between two steps."""


@click.command()
@click.option("--ruleset", "names", multiple=True, type=click.Choice(sorted(installed_rulesets())))
@click.option("--steps", default=200, show_default=True, help="Random steps on a phone, of each table.")
@click.option("--times", is_flag=True, help="Also how long a step takes, and what a page sends.")
def main(names: tuple[str, ...], steps: int, times: bool) -> None:
    """List what a phone does not show of what a step touched and said; with `--times` how long steps take."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    wrong = 0
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = launched(playwright)
        with serving(Path(folder), installed_rulesets()) as (service, address):
            test_server = GameServer(service, address)
            for table in EVERY:
                if not names or table.ruleset in names:
                    wrong += _tell_faults(browser, test_server, table, steps)
            if times:
                for table in WIDEST:
                    _tell_times(browser, test_server, table, 250)
                _tell_times(browser, test_server, LONG, EVENTS)
        browser.close()
    raise SystemExit(bool(wrong))


def _tell_faults(browser: Browser, test_server: GameServer, table: Table, steps: int) -> int:
    address, events = test_server.table(table)
    page = browser.new_page(viewport=_size(PHONE), has_touch=True, is_mobile=True)
    page.goto(f"{address}?v=2")
    found = Counter(f"v{fault.version}: {fault.what}" for fault in faults_of_steps(page, events, steps))
    print(f"{table}: {steps} steps, {len(found)} faults", flush=True)
    for fault, count in found.most_common(10):
        print(f"   {fault} ({count})")
    page.close()
    return len(found)


def _tell_times(browser: Browser, test_server: GameServer, table: Table, most: int) -> None:
    address, events = test_server.table(table, most)
    for name, size, slow in (("desk", DESK, False), ("slow phone", PHONE, True)):
        page = browser.new_page(viewport=_size(size))
        session = page.context.new_cdp_session(page)
        sent: list[float] = []
        session.send("Network.enable")
        session.on("Network.loadingFinished", lambda event, sent=sent: sent.append(event["encodedDataLength"]))
        page.goto(f"{address}?v={max(events // 2, 2)}")
        page.wait_for_load_state("networkidle")
        first = sum(sent)
        if slow:
            session.send("Network.emulateNetworkConditions", SLOW_LINE)
            session.send("Emulation.setCPUThrottlingRate", SLOW_CPU)
        steps = _steps(page, 40)
        lag = max(page.evaluate(DRAG, [1, events]))
        print(
            f"{table}, {events} events, {name}: first view {first / 1024:.0f} KB with its neighbours, "
            f"key to picture p50 {steps[len(steps) // 2]:.0f} ms, p95 {steps[int(len(steps) * 0.95)]:.0f} ms, "
            f"dragged at most {lag:.0f} ms behind",
            flush=True,
        )
        page.close()


def _size(of: dict[str, int]) -> ViewportSize:
    return {"width": of["width"], "height": of["height"]}


def _steps(page: Page, count: int) -> list[float]:
    """How long so many steps took, in ms, from the fastest; two are taken a second."""
    took: list[Any] = []
    for step in range(count):
        page.wait_for_timeout(APART)
        took.append(page.evaluate(TAP, "step-next" if step % 10 < 8 else "step-prev"))
    return sorted(ms for ms in took if ms is not None)


if __name__ == "__main__":
    main()
