"""In games that the service rolls for, everybody can verify afterwards that it rolled fairly."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest
import sqlalchemy as sa
from msgspec import json

from api.app import create_app
from api.recording.decide import Entry
from api.recording.dice import NoKey, proof
from api.recording.recorder import NewGameRequest
from api.service import Service
from rulesets.kit.bots import random_bot
from tests.api.amends import RULESETS
from tests.api.client import Client
from tests.api.conftest import begin, record

if TYPE_CHECKING:
    from pathlib import Path

    from events import Game

NAME = "heros_crossing_tactics"


def finished(service: Service, name: str = NAME, seed: int = 1) -> Game:
    """A finished game that the service rolled for."""
    ruleset: Any = RULESETS[name]
    rng, seats = Random(seed), min(ruleset.seats)
    game = service.recorder.create(NewGameRequest(ruleset=name, players=(None,) * seats, chance="server")).game
    while game.summary.waiting_for:
        seat = rng.choice(game.summary.waiting_for)
        action = random_bot(ruleset, service.library.board(game, game.summary.head, seat), seat, rng)
        game = service.recorder.act(game.id, [Entry(seat=seat, action=action)], expected=game.version).game
    return game


@pytest.mark.parametrize("name", RULESETS)
def test_all_outcomes_come_from_the_promised_key(full_service: Service, name: str) -> None:
    """Each outcome in the log is one throw, and follows from the key."""
    game = finished(full_service, name)
    found = proof(full_service.library, game)
    outcomes = [json.decode(event.outcomes) for event in full_service.store.events(game.id)]
    assert found.fair
    assert [throw.stands for throw in found.throws] == [one for each in outcomes for one in each]


def test_one_changed_outcome_is_named(full_service: Service, tmp_path: Path) -> None:
    """If somebody changes a die in the database, the version is named."""
    game = finished(full_service)
    throw = proof(full_service.library, game).throws[3]
    other = next(value for value in throw.allowed if value != throw.stands)
    change(tmp_path, game, throw.version, throw.index, other)
    found = [each for each in proof(full_service.library, game).throws if not each.fair]
    assert [(each.version, each.index, each.stands) for each in found][:1] == [(throw.version, throw.index, other)]


def change(folder: Path, game: Game, version: int, index: int, value: object) -> None:
    """Write another outcome into the log, around its protection."""
    engine = sa.create_engine(f"sqlite:///{folder}/log.db")
    with engine.begin() as connection:
        for (trigger,) in connection.execute(sa.text("SELECT name FROM sqlite_master WHERE type = 'trigger'")).all():
            connection.execute(sa.text(f'DROP TRIGGER "{trigger}"'))
        where = {"game": game.id.bytes, "version": version}
        outcomes = json.decode(
            connection.execute(
                sa.text("SELECT outcomes FROM events WHERE game_id = :game AND version = :version"), where
            ).scalar_one()
        )
        outcomes[index] = value
        connection.execute(
            sa.text("UPDATE events SET outcomes = :told WHERE game_id = :game AND version = :version"),
            where | {"told": json.encode(outcomes).decode()},
        )
    engine.dispose()


def test_running_games_and_games_with_own_dice_show_no_key(full_service: Service, client: Client) -> None:
    """The page says so."""
    for game in (begin(client, chance="server", outcomes=[]), record(client)):
        page = client.get(f"/games/{game}/dice")
        assert page.status_code == 200
        assert 'id="key"' not in page.text
    running = full_service.recorder.create(NewGameRequest(ruleset=NAME, players=(None, None), chance="server")).game
    with pytest.raises(NoKey):
        proof(full_service.library, running)


def test_the_page_has_the_data_for_verification_in_a_browser(full_service: Service) -> None:
    game = finished(full_service)
    page = Client(create_app(full_service)).get(f"/games/{game.id}/dice").text
    found = proof(full_service.library, game)
    assert found.key.hex() in page
    assert page.count("<tr data-message=") == len(found.throws)
    assert f"tabletale verify --dice {game.id}" in page
