"""Where the service rolls, everybody can check afterwards that it rolled fairly."""

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
    """A game that the service rolled for, to its end."""
    ruleset: Any = RULESETS[name]
    rng, seats = Random(seed), min(ruleset.seats)
    game = service.recorder.create(NewGameRequest(ruleset=name, players=(None,) * seats, chance="server")).game
    while game.summary.waiting_for:
        seat = rng.choice(game.summary.waiting_for)
        action = random_bot(ruleset, service.library.board(game, game.summary.head, seat), seat, rng)
        game = service.recorder.act(game.id, [Entry(seat=seat, action=action)], expected=game.version).game
    return game


@pytest.mark.parametrize("name", RULESETS)
def test_all_that_chance_answered_comes_from_the_promised_key(every: Service, name: str) -> None:
    """Each outcome in the log is one throw, and the key gives it."""
    game = finished(every, name)
    found = proof(every.library, game)
    outcomes = [json.decode(event.outcomes) for event in every.store.events(game.id)]
    assert found.fair
    assert [throw.stands for throw in found.throws] == [one for each in outcomes for one in each]


def test_one_changed_outcome_is_named(every: Service, tmp_path: Path) -> None:
    """Whoever changes a die in the database is found out, and where."""
    game = finished(every)
    throw = proof(every.library, game).throws[3]
    other = next(value for value in throw.allowed if value != throw.stands)
    change(tmp_path, game, throw.version, throw.index, other)
    found = [each for each in proof(every.library, game).throws if not each.fair]
    assert [(each.version, each.index, each.stands) for each in found][:1] == [(throw.version, throw.index, other)]


def change(folder: Path, game: Game, version: int, index: int, value: object) -> None:
    """Write another outcome into the log, past what protects it."""
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


def test_a_game_that_runs_or_that_a_table_told_has_no_key(every: Service, client: Client) -> None:
    """The page says so, and shows no key."""
    for game in (begin(client, chance="server", outcomes=[]), record(client)):
        page = client.get(f"/games/{game}/dice")
        assert page.status_code == 200
        assert 'id="key"' not in page.text
    running = every.recorder.create(NewGameRequest(ruleset=NAME, players=(None, None), chance="server")).game
    with pytest.raises(NoKey):
        proof(every.library, running)


def test_the_page_holds_what_a_browser_needs(every: Service) -> None:
    game = finished(every)
    page = Client(create_app(every)).get(f"/games/{game.id}/dice").text
    found = proof(every.library, game)
    assert found.key.hex() in page
    assert page.count("<tr data-message=") == len(found.throws)
    assert f"tabletale verify --dice {game.id}" in page
