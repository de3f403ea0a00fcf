"""`python -m tests.following.browsers`: one browser records by taps and two others follow, also over connections that
are cut."""

from __future__ import annotations

import logging
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click
from msgspec import Struct, field
from playwright.sync_api import sync_playwright

from api.service import Service, installed_rulesets
from api.settings import Settings
from events import Store
from tests.api.serving import serving
from tests.browser.conftest import DESK, PHONE, contexts
from tests.browser.taps import Fingers, screen
from tests.chromium import launched
from tests.following.cutting import CuttingProxy
from tests.following.watching import REPORT_SENT, WatchedPage, regressions
from tests.tables import WIDEST, Table, recorded

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, BrowserContext

    from tests.api.serving import Running

RECORDED_BEFORE = 21
"""The number of actions that are recorded before the browsers open the game."""
LOOKED_AT = 5
"""The version that one browser looks at."""
STEP_EVERY = 5
"""After this many actions, that browser steps to the next version."""


class FollowingResult(Struct):
    """The result of following."""

    waits: list[float] = field(default_factory=list)
    """Milliseconds from the click to the sentence in each other browser."""
    actions: int = 0
    faults: list[str] = field(default_factory=list)


class Following:
    """One browser records a game, one follows it, and one looks at an earlier version."""

    def __init__(
        self, context: Callable[..., BrowserContext], game: str, here: str, there: str, ask: Callable[[str], Any]
    ) -> None:
        """`here` is the address for the recording browser, `there` for the others; `ask` calls the REST API."""
        self.game, self.ask = game, ask
        self.sent: list[float] = []
        page = context(**screen(PHONE)).new_page()
        page.expose_function("sent", lambda at: self.sent.append(at))
        page.add_init_script(f"({REPORT_SENT})()")
        page.goto(f"{here}/games/{game}/record")
        self.fingers = Fingers(page, Random(game), touch=True, ends=False)
        self.at_the_table = WatchedPage(context(**screen(PHONE)).new_page())
        self.at_the_table.page.goto(f"{there}/games/{game}/record")
        self.looking_back = WatchedPage(context(viewport=DESK).new_page(), LOOKED_AT)
        self.looking_back.page.goto(f"{there}/games/{game}?v={LOOKED_AT}")

    def follow(self, most: int, result: FollowingResult) -> None:
        """Record up to `most` actions, and wait for each of them in the other browsers."""
        for number in range(1, most + 1):
            if not self.fingers.record():
                break
            result.actions += 1
            self._look_for(self.ask(f"/v1/games/{self.game}")["version"], result)
            if number % STEP_EVERY == 0:
                self._step(result)
        for watched in (self.at_the_table, self.looking_back):
            result.faults += regressions(watched.shown)

    def _look_for(self, version: int, result: FollowingResult) -> None:
        """Wait for the sentence for the table or for a spectator, since a phone on the table hides hands."""
        events = f"/v1/games/{self.game}/events?from={version}&limit=1"
        texts = [self.ask(f"{events}&viewer={viewer}")["items"][0]["text"] for viewer in ("table", "spectator")]
        for watched in (self.at_the_table, self.looking_back):
            shown = watched.until(version)
            if shown is None or not any(" ".join(text.split()) in (shown.text or "") for text in texts):
                result.faults.append(f"{texts} at {version}, but {shown or watched.shown[-1]}")
            else:
                result.waits.append(shown.at - self.sent[-1])
            result.faults += watched.moved()

    def _step(self, result: FollowingResult) -> None:
        """Step to the next version, or back."""
        looking = self.looking_back
        key, to = ("ArrowRight", LOOKED_AT + 1) if looking.looks == LOOKED_AT else ("ArrowLeft", LOOKED_AT)
        if not looking.step(key, to):
            result.faults.append(f"a step leads to {looking.shown[-1].looks}, and not to {to}")


@click.command()
@click.option("--ruleset", "names", multiple=True, type=click.Choice(sorted(installed_rulesets())))
@click.option("--actions", default=50, show_default=True, help="Of each ruleset.")
def main(names: tuple[str, ...], actions: int) -> None:
    """Measure when other browsers show each action, and check that none leaves the version that it shows."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    wrong = 0
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser, url = launched(playwright), f"sqlite:///{folder}/log.db"
        with serving(Path(folder), options=("--database", url, "--migrate")) as running, Store.open(url) as store:
            service = Service.over(store, Settings(database_url=url, lake=f"{folder}/lake"), installed_rulesets())
            for table in (table for table in WIDEST if not names or table.ruleset in names):
                for cut in (False, True):
                    wrong += _follow_table(browser, service, running, table, actions, cut=cut)
        browser.close()
    raise SystemExit(bool(wrong))


def _follow_table(
    browser: Browser, service: Service, running: Running, table: Table, actions: int, *, cut: bool
) -> int:
    """Follow games of one ruleset, print the times, and return the number of faults."""
    result, here, seed, ask = FollowingResult(), running.address, 3, partial(running.ask, "GET")
    line = CuttingProxy(running.port, Random(str(table)))
    while result.actions < actions:
        game = recorded(service, table, seed, RECORDED_BEFORE)
        seed += 1
        with contexts(browser) as context:
            sitting = Following(context, str(game.id), here, line.address if cut else here, ask)
            if cut:
                line.cut_often()
            sitting.follow(actions - result.actions, result)
            line.stop_cutting()
    line.close()
    waits = sorted(result.waits)
    p50, p95 = (waits[int(share * (len(waits) - 1))] for share in (0.5, 0.95))
    what = f"lines cut {line.cuts} times" if cut else "p95 at most 1000"
    print(f"{table}: {result.actions} actions, click to sentence p50 {p50:.0f} ms, p95 {p95:.0f} ({what})", flush=True)
    for fault in result.faults:
        print(f"   {fault[:400]}")
    return len(result.faults)


if __name__ == "__main__":
    main()
