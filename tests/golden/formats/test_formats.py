"""Games of every released format open in this program, are what they were, and go on."""

from __future__ import annotations

import hashlib
import io
import lzma
from random import Random
from typing import TYPE_CHECKING
from uuid import UUID

import pytest

from api.app import create_app
from api.recording.decide import Entry
from api.recording.importing import Importer
from api.recording.simulate import SeededChance
from api.recording.verify import all_findings
from api.service import Service, installed_rulesets
from api.settings import Settings
from events import Store
from tests.api.client import Client
from tests.golden.formats import FORMATS, HERE, Format, golden_game

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FROZEN = {
    "format-1.json.xz": "b2dfa82cf6f2ea944db36e8e68150ba4ac489fa61ab310538776bbe62ef3dce9",
    "format-1.jsonl.xz": "e987ac730cafc69e451ac4847126d2c20eb9001003375320b25fcb021b1e51fe",
    "format-1.sqlite3.xz": "27a781fb09026b0b41b35004c686cd1731f15273d90f510b2795548f7ac88210",
}
"""The SHA-256 of each file. Entries are added with a format, and never change."""


def test_files_of_released_formats_never_change() -> None:
    """They stand for logs that people have. A new format has files of its own."""
    found = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in HERE.glob("*.xz")}
    assert found == FROZEN
    assert {path.name for each in FORMATS for path in each.files} == FROZEN.keys()
    assert sum(path.stat().st_size for path in FORMATS[0].files) < 2_000_000


@pytest.fixture(params=FORMATS, ids=lambda each: f"format-{each.number}")
def written(request: pytest.FixtureRequest) -> Format:
    """A released format."""
    found: Format = request.param
    return found


@pytest.fixture(params=["sqlite", "postgresql"])
def opened(request: pytest.FixtureRequest, written: Format, tmp_path: Path) -> Iterator[Service]:
    """A service over the log of a format: over the file itself, or over PostgreSQL, with the exported file imported."""
    on_sqlite = request.param == "sqlite"
    if on_sqlite:
        (tmp_path / "log.sqlite3").write_bytes(lzma.decompress(written.log.read_bytes()))
    url = f"sqlite:///{tmp_path / 'log.sqlite3'}" if on_sqlite else request.getfixturevalue("postgresql_url")
    settings = Settings.read({}, database_url=url, lake=str(tmp_path / "lake"))
    with Store.open(url) as store:
        service = Service.over(store, settings, installed_rulesets())
        if not on_sqlite:
            file = io.BytesIO(lzma.decompress(written.export.read_bytes()))
            assert [taken.fault for taken in Importer(service.library).games(file) if taken.fault] == []
        yield service


def test_the_log_verifies(opened: Service) -> None:
    """Chains, positions, the rows of games, and the boards that their events have the hashes of."""
    assert list(all_findings(opened.library, opened.store.verification())) == []


def test_every_board_is_what_it_was(opened: Service, written: Format) -> None:
    """At each version, for each viewer; so are the chains, the heads and the sentences."""
    games = written.games()
    assert {str(game_id) for game_id in opened.store.all_game_ids()} == games.keys()
    for game_id, expected in games.items():
        assert golden_game(opened, opened.library.game(UUID(game_id))) == expected, game_id


def test_running_games_go_on(opened: Service, written: Format) -> None:
    """The seat that a game waits for acts, by REST where Tabletale rolls, and the log still verifies."""
    client, continued = Client(create_app(opened)), set()
    for game_id in list(opened.store.all_game_ids()):
        game = opened.library.game(game_id)
        for seat in game.summary.waiting_for[:1]:
            ruleset, board, chance = opened.library.ruleset(game), opened.library.head(game), SeededChance(Random(1))
            action = next(iter(ruleset.legal_actions(board, seat)))
            if game.chance == "server":
                body = ruleset.encode({"seat": seat, "action": action})
                headers = {"If-Match": f'"{game.version}"', "Content-Type": "application/json"}
                answer = client.post(f"/v1/games/{game_id}/actions", data=body, headers=headers)
                assert answer.status_code == 201, answer.json
            else:
                ruleset.decide(board, seat, action, chance)
                entry = Entry(seat=seat, action=action, outcomes=tuple(chance.outcomes))
                opened.recorder.act(game_id, [entry], expected=game.version)
            assert opened.library.game(game_id).version == game.version + 1
            continued.add((game.ruleset, game.chance))
    played = {game.ruleset for game in written.games().values()}
    assert continued == {(name, chance) for name in played for chance in ("server", "table")}
    assert list(all_findings(opened.library, opened.store.verification())) == []


def test_statistics_count_the_games(opened: Service, written: Format) -> None:
    """Every statistic answers."""
    client = Client(create_app(opened))
    for name in {game.ruleset for game in written.games().values()}:
        for statistic in client.get("/v1/statistics").json["items"]:
            answer = client.get(f"/v1/statistics/{statistic['name']}?ruleset={name}")
            assert answer.status_code == 200, (statistic["name"], answer.json)
