"""Types, fields, values and taps that no action has lead to no values: not to an error, nor to what is not legal."""

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
from tests.recording.boards import crowded, positions
from tests.rulesets.test_by_hand import NOT_OFFERED, waiting
from tests.tables import EVERY, WIDEST, Table, recorded

BOARDS, TRIES = 6, 120
ASKED = 60
"""Questions to the service, of each table."""
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


class Wrong:
    """What somebody may send who is mistaken, curious or mean: parts of what fits, and what never does."""

    def __init__(self, ruleset: Ruleset[Any], rng: Random) -> None:
        self.ruleset, self.rng = ruleset, rng
        self.names = sorted(
            {name for kind in ruleset.actions for name in kind.__struct_fields__} | {"effect", "nobody"}
        )
        self.kinds = [kind.__name__ for kind in ruleset.actions]
        self.values, self.ids = [*JUNK], [*JUNK]

    def note(self, step: ChoiceStep) -> None:
        """Keep what fits somewhere, to be sent elsewhere."""
        for value in step.values:
            self.values.append(text_of(value.value))
            self.ids += value.touches

    def chosen(self) -> Chosen:
        """A type, some fields and some taps, each fitting or not."""
        rng = self.rng
        kind = rng.choice((None, None, rng.choice(self.kinds), rng.choice(self.kinds), rng.choice(JUNK)))
        fixed = {
            rng.choice(self.names): tuple(rng.choices(self.values, k=rng.choice((0, 1, 1, 1, 2, 5))))
            for _ in range(rng.choice((0, 1, 1, 2, 3)))
        }
        taps = rng.choices(self.ids, k=rng.choice((0, 0, 1, 1, 2, 3, 8)))
        return Chosen(kind, fixed, tuple(taps))


def need_legal(ruleset: Ruleset[Any], board: Any, seat: int, step: ChoiceStep) -> None:
    """What is offered may be done."""
    for value in (*step.values, *([step.enough] if step.enough else ())):
        if value.action:
            assert type(value.action) in ruleset.open_kinds(board, seat)
            try:
                value.action.check(board, seat)
            except Refused as error:
                pytest.fail(f"{value.action} is offered, and refused by {error.rule}")


def need_no_error(ruleset: Ruleset[Any], board: Any, wrong: Wrong, tries: int) -> None:
    wrong.note(next_step(ruleset, board, 1, Chosen()))
    for _ in range(tries):
        seat, chosen = wrong.rng.choice((1, 1, 2, board.seats, 0, 9)), wrong.chosen()
        step = next_step(ruleset, board, seat, chosen)
        wrong.note(step)
        need_legal(ruleset, board, seat, step)


@pytest.mark.parametrize("table", EVERY, ids=str)
def test_whatever_is_chosen_leads_to_what_is_legal_or_to_nothing(table: Table) -> None:
    """On boards of random games, as a seat sees them."""
    ruleset = RULESETS[table.ruleset]
    wrong = Wrong(ruleset, Random(f"wrong {table}"))
    for position in positions(ruleset, table.seats, BOARDS):
        need_no_error(ruleset, position.views[1], wrong, TRIES)


def test_whatever_is_chosen_of_the_longest_list() -> None:
    ruleset = RULESETS["kingdom_rush"]
    need_no_error(ruleset, crowded().board, Wrong(ruleset, Random(1)), 40)


@pytest.mark.parametrize("name", NOT_OFFERED)
def test_whatever_is_chosen_where_something_is_entered_by_hand(name: str) -> None:
    ruleset, board = waiting(name)
    wrong = Wrong(ruleset, Random(name))
    wrong.names += [*wrong.kinds, *["effect", "effects"] * 20]
    wrong.kinds = ["EnterByHand"]
    need_no_error(ruleset, board, wrong, TRIES)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    folder = tmp_path_factory.mktemp("wrong")
    settings = Settings.read({}, database_url=f"sqlite:///{folder / 'log.db'}", lake=str(folder / "lake"))
    with Store.open(settings.database_url, synchronous="NORMAL") as store:
        yield Service.over(store, settings, RULESETS)


@pytest.mark.parametrize("table", WIDEST, ids=str)
def test_whatever_is_asked_of_the_service_is_answered(service: Service, table: Table) -> None:
    """By REST with values or none, or with what is malformed in the question; by the page in words."""
    client, rng = CheckedClient(create_app(service)), Random(f"asked {table}")
    game = recorded(service, table, most=20).id
    ruleset = service.rulesets[table.ruleset]
    wrong = Wrong(ruleset, rng)
    wrong.note(next_step(ruleset, service.library.head(service.library.game(game), 1), 1, Chosen()))
    for _ in range(ASKED):
        chosen = wrong.chosen()
        fields = [(name, value) for name, values in chosen.fixed.items() for value in values]
        seat = [("seat", rng.choice(("1", "2", "9", "x")))] if rng.random() < 0.5 else []
        kind = [("type", chosen.kind)] if chosen.kind is not None else []
        query = urlencode([*seat, *kind, *fields, *(("tap", tap) for tap in chosen.taps)])
        assert client.get(f"/v1/games/{game}/choices?{query}").status_code in (200, 422), query
        page = client.get(f"/games/{game}/record?{query}", headers={"Accept": "text/html"})
        assert page.status_code in (200, 404), query
        assert "<h1" in page.text
        assert "<script>" not in page.text
