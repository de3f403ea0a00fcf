"""A service on a port of its own, and a real Chromium in front of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any, TypeVar
from uuid import UUID

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect
from werkzeug.serving import make_server

from api.app import create_app
from api.service import Service, installed_rulesets
from api.settings import Settings
from events import Game, Store
from rulesets.heros_crossing_tactics import RULESET
from rulesets.kit.ruleset import Ruleset
from tests.api.client import Client
from tests.api.conftest import begin, played
from tests.forms import either
from tests.tables import Table, recorded
from tests.waiting import LIMIT_MS

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 800}
LOOKS = pytest.mark.parametrize(
    ("size", "theme"),
    [
        pytest.param(PHONE, "dark", id="dark-phone"),
        pytest.param(DESK, "light", id="light-desk"),
        pytest.param(PHONE, "light", id="light-phone", marks=pytest.mark.long),
        pytest.param(DESK, "dark", id="dark-desk", marks=pytest.mark.long),
    ],
)
"""Each size and each theme once, and in the long form each size in each theme."""

T = TypeVar("T")
Seen = Callable[[Sequence[T]], Sequence[T]]


@pytest.fixture
def seen(size: dict[str, int]) -> Seen[Any]:
    """Chooses the pages that a test of one of `LOOKS` looks at: of all every second, which the other look leaves out;
    in the long form all of them."""
    return either(lambda pages: pages[int(size is DESK) :: 2], lambda pages: pages)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


expect.set_options(timeout=LIMIT_MS)

THREADS = 200
"""A page that is closed keeps one until its stream next finds out, and tests open many pages in that time."""


class Site:
    """The service with its address, and games to look at."""

    def __init__(self, service: Service, address: str) -> None:
        self.service = service
        self.address = address
        self.client = Client(create_app(service))

    def game(self, count: int | None = None, seed: int = 1, **more: Any) -> str:
        """The address of a game with its first so many actions, or all of them."""
        id = begin(self.client, seed, **more)
        self.service.recorder.act(UUID(id), played(seed).entries[:count])
        return f"{self.address}/games/{id}"


class GameServer(Site):
    """One with a game of every table that is asked for."""

    def __init__(self, service: Service, address: str) -> None:
        super().__init__(service, address)
        self._games: dict[tuple[Table, int], Game] = {}

    def own(self, table: Table, most: int) -> tuple[str, int]:
        """The address of a game that no other test has, for tests that record on, and how many events it has."""
        game = recorded(self.service, table, most=most)
        return f"{self.address}/games/{game.id}", game.version

    def table(self, table: Table, most: int = 250) -> tuple[str, int]:
        """The address of a game to look at, which other tests look at too, and how many events it has."""
        if (table, most) not in self._games:
            self._games[table, most] = recorded(self.service, table, most=most)
        game = self._games[table, most]
        return f"{self.address}/games/{game.id}", game.version


@contextmanager
def serving(folder: Path, rulesets: Mapping[str, Ruleset[Any]]) -> Iterator[tuple[Service, str]]:
    """A service on a port of its own, and its address."""
    log, lake = f"sqlite:///{folder / 'log.db'}", str(folder / "lake")
    settings = Settings.read({}, database_url=log, lake=lake, threads=THREADS)
    with Store.open(settings.database_url, synchronous="NORMAL") as store:
        service = Service.over(store, settings, rulesets)
        server = make_server("127.0.0.1", 0, create_app(service), threaded=True)
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield service, f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with serving(tmp_path_factory.mktemp("site"), {RULESET.name: RULESET}) as (service, address):
        yield Site(service, address)


@pytest.fixture(scope="session")
def test_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GameServer]:
    with serving(tmp_path_factory.mktemp("hall"), installed_rulesets()) as (service, address):
        yield GameServer(service, address)


class Cuts:
    """Requests of a page to the addresses of a pattern, which fail while `on`; if a `method` is given, only those.

    It has to be made before the page is loaded: of 200 pages that were loaded first, 3 sent the request of a key that
    was pressed right after `Page.route` without asking whether there is a route.
    """

    def __init__(self, page: Page, pattern: str, method: str | None = None) -> None:
        assert page.url == "about:blank"
        self.on = False
        self._method = method
        page.route(pattern, self._answer)

    def _answer(self, route: Route) -> None:
        if self.on and self._method in (None, route.request.method):
            route.abort()
        else:
            route.continue_()


@pytest.fixture
def opened(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens an address in a window of its own; whatever the console complains of fails the test."""
    complaints: list[str] = []
    with contexts(browser) as context:

        def open_page(address: str, **options: Any) -> Page:
            page = context(**{"viewport": DESK} | options).new_page()
            page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.goto(address)
            return page

        yield open_page
    assert not complaints


@contextmanager
def contexts(browser: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """Browser contexts that are closed in the end."""
    made: list[BrowserContext] = []

    def make(**options: Any) -> BrowserContext:
        made.append(browser.new_context(**options))
        made[-1].set_default_timeout(LIMIT_MS)
        return made[-1]

    yield make
    for context in made:
        context.close()
