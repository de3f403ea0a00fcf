"""Types, fields, values and taps that fit no action lead to no values: not to an error, nor to illegal actions."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest

from api.app import create_app
from api.service import Service, installed_rulesets
from api.settings import Settings
from events import Store
from rulesets.kit.errors import Refused
from rulesets.kit.ruleset import Ruleset
from rulesets.kit.steps import next_step, text_of
from rulesets.kit.structs import ChoiceStep, Chosen
from tests.api.conftest import CheckedClient
from tests.recording.boards import hardest_position, positions
from tests.rulesets.test_by_hand import NOT_OFFERED, waiting
from tests.tables import EVERY, WIDEST, Table, recorded

BOARDS, TRIES = 6, 120
REQUESTS = 60
"""The number of requests to the service for each table."""
RULESETS = installed_rulesets()
JUNK = (
    *("", " ", "0", "-1", "99", "1e9", "9" * 5_000, "true", "null", "None", "NaN", "[]", "{}", "[" * 3_000, '"'),
    *("\ud7ff", "🐉", "<script>", "a1", "a1 a1", "north", "?2", "{1}", "1.2", ".", ":", "square:", "square:.", "card:"),
    *(
        "square:nobody.a1",
        "square:goblins-1.z9",
        "front:9.9",
        "cell:1.",
        "die:0.",
        "horde:",
        "__class__",
        "tap",
        "seat",
    ),
    *('{"type": "Nothing"}', '{"type": "TurnEnded"}', "effect", "effects", "value", "EnterByHand", "Start"),
)


class RandomChoices:
    """Selections that a mistaken, curious or malicious client may send: parts that fit somewhere, and junk."""

    def __init__(self, ruleset: Ruleset[Any], rng: Random) -> None:
        self.ruleset, self.rng = ruleset, rng
        self.names = sorted(
            {name for kind in ruleset.actions for name in kind.__struct_fields__} | {"effect", "nobody"}
        )
        self.kinds = [kind.__name__ for kind in ruleset.actions]
        self.values, self.ids = [*JUNK], [*JUNK]

    def note(self, step: ChoiceStep) -> None:
        """Collect the values of a step, to send them elsewhere."""
        for value in step.values:
            self.values.append(text_of(value.value))
            self.ids += value.touches

    def chosen(self) -> Chosen:
        """A type, some fields and some taps, each of which may fit or not."""
        rng = self.rng
        kind = rng.choice((None, None, rng.choice(self.kinds), rng.choice(self.kinds), rng.choice(JUNK)))
        fixed = {
            rng.choice(self.names): tuple(rng.choices(self.values, k=rng.choice((0, 1, 1, 1, 2, 5))))
            for _ in range(rng.choice((0, 1, 1, 2, 3)))
        }
        taps = rng.choices(self.ids, k=rng.choice((0, 0, 1, 1, 2, 3, 8)))
        return Chosen(kind, fixed, tuple(taps))


def assert_legal(ruleset: Ruleset[Any], board: Any, seat: int, step: ChoiceStep) -> None:
    """Assert that every offered action is legal."""
    for value in (*step.values, *([step.enough] if step.enough else ())):
        if value.action:
            assert type(value.action) in ruleset.open_kinds(board, seat)
            try:
                value.action.check(board, seat)
            except Refused as error:
                pytest.fail(f"{value.action} is offered, and refused by {error.rule}")


def assert_no_error(ruleset: Ruleset[Any], board: Any, choices: RandomChoices, tries: int) -> None:
    choices.note(next_step(ruleset, board, 1, Chosen()))
    for _ in range(tries):
        seat, chosen = choices.rng.choice((1, 1, 2, board.seats, 0, 9)), choices.chosen()
        step = next_step(ruleset, board, seat, chosen)
        choices.note(step)
        assert_legal(ruleset, board, seat, step)


@pytest.mark.parametrize("table", EVERY, ids=str)
def test_any_selection_leads_to_legal_actions_or_to_nothing(table: Table) -> None:
    """On boards of random games, as a seat sees them."""
    ruleset = RULESETS[table.ruleset]
    choices = RandomChoices(ruleset, Random(f"wrong {table}"))
    for position in positions(ruleset, table.seats, BOARDS):
        assert_no_error(ruleset, position.views[1], choices, TRIES)


def test_any_selection_in_the_longest_list() -> None:
    ruleset = RULESETS["kingdom_rush"]
    assert_no_error(ruleset, hardest_position().board, RandomChoices(ruleset, Random(1)), 40)


@pytest.mark.parametrize("name", NOT_OFFERED)
def test_any_selection_where_effects_are_entered_by_hand(name: str) -> None:
    ruleset, board = waiting(name)
    choices = RandomChoices(ruleset, Random(name))
    choices.names += [*choices.kinds, *["effect", "effects"] * 20]
    choices.kinds = ["EnterByHand"]
    assert_no_error(ruleset, board, choices, TRIES)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    folder = tmp_path_factory.mktemp("wrong")
    settings = Settings.read({}, database_url=f"sqlite:///{folder / 'log.db'}", lake=str(folder / "lake"))
    with Store.open(settings.database_url, synchronous="NORMAL") as store:
        yield Service.over(store, settings, RULESETS)


@pytest.mark.parametrize("table", WIDEST, ids=str)
def test_any_selection_is_answered_by_the_service(service: Service, table: Table) -> None:
    """REST answers with values, with none, or with a problem; the page answers with a page."""
    client, rng = CheckedClient(create_app(service)), Random(f"asked {table}")
    game = recorded(service, table, most=20).id
    ruleset = service.rulesets[table.ruleset]
    choices = RandomChoices(ruleset, rng)
    choices.note(next_step(ruleset, service.library.head(service.library.game(game), 1), 1, Chosen()))
    for _ in range(REQUESTS):
        chosen = choices.chosen()
        fields = [(name, value) for name, values in chosen.fixed.items() for value in values]
        seat = [("seat", rng.choice(("1", "2", "9", "x")))] if rng.random() < 0.5 else []
        kind = [("type", chosen.kind)] if chosen.kind is not None else []
        query = urlencode([*seat, *kind, *fields, *(("tap", tap) for tap in chosen.taps)])
        assert client.get(f"/v1/games/{game}/choices?{query}").status_code in (200, 422), query
        page = client.get(f"/games/{game}/record?{query}", headers={"Accept": "text/html"})
        assert page.status_code in (200, 404), query
        assert "<h1" in page.text
        assert "<script>" not in page.text
