"""How much a page sends, and how much of the log a step reads, in every ruleset and in a long game."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from typing import Any

import pytest

from api.app import create_app
from api.pages.assets import ASSETS
from api.service import Service, installed_rulesets
from api.settings import Settings
from events import Game, Store
from tests.api.client import Client
from tests.tables import WIDEST, Table, recorded

KB = 1024
STEP, STEP_OF = 10 * KB, {"heros_crossing": 20 * KB}
"""A step on the wire."""
FIRST_VIEW, ITS_PICTURE = 100 * KB, 15 * KB
LONG = Table("heros_crossing", 4)
GZIP = {"Accept-Encoding": "gzip"}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service with every ruleset."""
    folder = tmp_path_factory.mktemp("weight")
    settings = Settings.read({}, database_url=f"sqlite:///{folder / 'log.db'}", lake=str(folder / "lake"))
    with Store.open(settings.database_url, synchronous="NORMAL") as store:
        yield Service.over(store, settings, installed_rulesets())


@pytest.fixture(scope="module")
def client(service: Service) -> Client:
    return Client(create_app(service))


@pytest.fixture(scope="module")
def long_game(service: Service) -> Game:
    """A game of more than 2,000 events."""
    game = recorded(service, LONG, most=2_100)
    assert game.version > 2_000
    return game


def wire(client: Client, address: str, **headers: str) -> int:
    """The number of bytes of an answer on the wire, without headers."""
    answer = client.get(address, headers={**GZIP, **headers})
    assert answer.status_code == 200, address
    return len(answer.data)


@pytest.mark.parametrize("table", WIDEST, ids=str)
def test_a_step_sends_few_bytes(client: Client, service: Service, table: Table) -> None:
    game = recorded(service, table)
    most = STEP_OF.get(table.ruleset, STEP)
    for version in range(1, game.version + 1, 12):
        for arrangement in ("wide", "narrow"):
            address = f"/games/{game.id}/step?v={version}&arrangement={arrangement}"
            assert wire(client, address) <= most, address


@pytest.mark.parametrize("viewer", ["table", "spectator"])
def test_a_late_step_sends_as_few_bytes_as_an_early_one(client: Client, long_game: Game, viewer: str) -> None:
    """Except for the board, which grows during a game."""
    address = f"/games/{long_game.id}/step?v={{}}&arrangement=wide&viewer={viewer}"
    early, late = (_without_board(client.get(address.format(version)).text) for version in (10, 2_000))
    assert len(gzip.compress(late.encode())) <= 1.2 * len(gzip.compress(early.encode()))
    assert wire(client, address.format(2_000)) <= STEP_OF[LONG.ruleset]


def _without_board(text: str) -> str:
    return re.sub(r'(?s)<div data-part="picture">.*?</div>', "", text)


def test_the_first_view_of_a_long_game_sends_few_bytes(client: Client, long_game: Game) -> None:
    """Measured are page, style sheets and modules without the picture, and with the picture in one arrangement."""
    address = f"/games/{long_game.id}?v=1000"
    page = client.get(address).text
    sheets = set(re.findall(r'(?:href|src)="(/assets/[^"]+)"', page))
    modules = {f"/assets/0/{name}" for name in ASSETS if name.endswith(".js") and name != "replay.js"}
    loaded = sum(wire(client, part) for part in sheets | modules)
    bare = re.sub(r"(?s)<figure.*?</figure>", "", page)
    assert len(gzip.compress(bare.encode())) + loaded <= FIRST_VIEW
    assert wire(client, address, Cookie="arrangement=wide") + loaded <= FIRST_VIEW + ITS_PICTURE


def test_a_step_reads_no_more_of_a_long_game_than_of_a_short_one(
    client: Client, long_game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once the line is cached, a step reads only the events around it."""
    read: list[Any] = []
    event, effects, events, joined = Store.event, Store.effects, Store.events, Store.joined_effects

    def count(rows: Any) -> Any:
        read.append(rows)
        return rows

    def counted(found: tuple[int, str]) -> tuple[int, str]:
        read.append([None] * found[0])
        return found

    def asked(version: int) -> int:
        read.clear()
        client.get(f"/games/{long_game.id}/step?v={version}&arrangement=narrow")
        return sum(len(rows) if isinstance(rows, list | tuple) else 1 for rows in read)

    for version in (9, 1_999):
        asked(version)
    monkeypatch.setattr(Store, "event", lambda *given: count(event(*given)))
    monkeypatch.setattr(Store, "effects", lambda *given: count(effects(*given)))
    monkeypatch.setattr(Store, "events", lambda *given: count(list(events(*given))))
    monkeypatch.setattr(Store, "joined_effects", lambda *given: counted(joined(*given)))
    early, late = asked(10), asked(2_000)
    assert 0 < late <= early


def test_the_sentences_of_a_line_are_worked_out_once(
    client: Client, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second page of a game works out only the sentence of its own version."""
    game = recorded(service, WIDEST[0])
    client.get(f"/games/{game.id}?v=5")
    versions: list[int] = []
    read = service.library._read

    def tell(game: Game, event: Any, *more: Any) -> Any:
        versions.append(event.version)
        return read(game, event, *more)

    monkeypatch.setattr(service.library, "_read", tell)
    client.get(f"/games/{game.id}?v=20")
    assert set(versions) == {20}
