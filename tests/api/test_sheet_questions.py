"""The questions about Scoresheet on its golden games: the playthrough, and the example of the documentation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

from api.app import create_app
from api.recording.decide import Entry
from api.recording.recorder import NewGameRequest
from api.resources.rulesets import put_starters
from api.service import Service
from api.settings import Settings
from events import Store
from rulesets.kit.structs import Action
from rulesets.scoresheet import RULESET
from tests.api.conftest import CheckedClient
from tests.rulesets.examples import replayed

GOLDEN = Path(__file__).parents[1] / "golden" / "scoresheet" / "playthrough.jsonl"
NAMES = ("Ada", "Ben", "Cleo", "Dan")
ONLY = {"wins_by_role": {"Together against the game"}}
"""Questions about what only one of the games has."""


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CheckedClient]:
    folder = tmp_path_factory.mktemp("golden")
    settings = Settings.read({}, database_url=f"sqlite:///{folder / 'log.db'}", lake=str(folder / "lake"))
    with Store.open(settings.database_url, synchronous="NORMAL") as store:
        service = Service.over(store, settings, {RULESET.name: RULESET})
        put_starters(service)
        lines = [msgspec.json.decode(line) for line in GOLDEN.read_bytes().splitlines()]
        lines = [line for line in lines if "action" in line]
        start, *rest = ((RULESET.stored_action(msgspec.json.encode(line["action"]), 1), line) for line in lines)
        record(service, start, [(line["seat"], action, line["outcomes"]) for action, line in rest if line["seat"]])
        first, *others = replayed(RULESET)
        begun = (first.action, {"outcomes": first.outcomes})
        record(service, begun, [(step.seat, step.action, step.outcomes) for step in others])
        yield CheckedClient(create_app(service))


def record(service: Service, begun: Any, steps: Sequence[tuple[Any, Any, Sequence[Any]]]) -> None:
    start, first = begun
    new = NewGameRequest(
        ruleset=RULESET.name,
        players=NAMES[: start.seats],
        component_set=start.component_set,
        options=start.options,
        outcomes=first["outcomes"],
    )
    game = service.recorder.create(new).game.id
    entries = [
        Entry(seat=seat, action=action, outcomes=outcomes)
        for seat, action, outcomes in steps
        if isinstance(action, Action)
    ]
    service.recorder.act(game, entries)


def test_there_are_eight() -> None:
    assert len(RULESET.questions) == 8


@pytest.mark.parametrize("title", ["Points by category", "Together against the game"])
@pytest.mark.parametrize("name", [question.name for question in RULESET.questions])
def test_each_is_answered_for_each_golden_game(asked: CheckedClient, name: str, title: str) -> None:
    """With figures and a sentence; what a game does not have is said to be nothing."""
    query = {"ruleset": RULESET.name, "sheet": title, "min_n": 1}
    answer = asked.get(f"/v1/statistics/{name}", query_string=query)
    assert answer.status_code == 200, answer.text
    assert answer.json["finding"].endswith(".")
    assert bool(answer.json["rows"]) == (title in ONLY.get(name, {title}))
