"""Adjustments of the board by hand."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode
from uuid import UUID

import pytest
from msgspec import json

from analytics import Lake, export
from analytics.export import reason_to_exclude
from api.app import create_app
from api.recording.verify import findings
from api.statistics import ask
from tests.adjusting import offered
from tests.api.conftest import CheckedClient, begin, record, refused
from tests.api.recording import Reader, button
from tests.api.test_ends import a_game, state
from tests.tables import WIDEST, Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from api.service import Service

BY_HAND = [table for table in WIDEST if table.ruleset in ("card_tactics", "heroes_of_the_campaign", "heros_crossing")]
CROSSING = Table("heros_crossing", 4)
POINTS = {"type": "PointsGained", "seat": 1, "value": 3}
WHY = {"reason": "we forgot it"}


def possible(service: Service, game: str, rng: Random) -> list[dict[str, Any]]:
    """An adjustable effect of each type that a screen offers on the board of a game, as JSON."""
    found = service.library.game(UUID(game))
    ruleset = service.library.ruleset(found)
    return [json.decode(ruleset.encode(effect)) for effect in offered(ruleset, service.library.head(found), rng)]


@pytest.fixture
def client(every: Service) -> CheckedClient:
    return CheckedClient(create_app(every))


@pytest.mark.parametrize("table", BY_HAND, ids=str)
def test_what_the_table_puts_right_is_marked_and_leaves_the_statistics(
    client: CheckedClient, every: Service, table: Table
) -> None:
    """Each type of effect in turn, and all of it taken back by undo, with which the game counts again."""
    game, rng = a_game(every, table, 30), Random(str(table))
    before, entered = state(client, game), 0
    for effect in possible(every, game, rng):
        answer = client.post(f"/v1/games/{game}/adjust", json={"effects": [effect], **WHY})
        assert answer.status_code in (201, 422), answer.json
        if answer.status_code == 422:
            assert answer.json["type"] == "/problems/chance-needed", answer.json
            continue
        (event,) = answer.json["events"]
        assert (event["kind"], event["seat"], event["action"]) == ("adjust", None, {"type": "Adjust", "entered": 1})
        assert event["effects"][0]["type"] == effect["type"]
        assert event["text"].startswith("Board adjusted: ")
        assert state(client, game)["head"] == event["version"]
        assert reason_to_exclude(every.library.game(UUID(game)), every.rulesets) in ("unfinished", "adjusted")
        assert every.library.game(UUID(game)).summary.tainted
        assert client.get(f"/games/{game}").status_code == 200
        assert client.post(f"/v1/games/{game}/undo", json={}).json["head"] == before["head"]
        assert not every.library.game(UUID(game)).summary.tainted
        entered += 1
    assert entered >= 3
    assert client.post(f"/v1/games/{game}/redo", json={}).status_code == 201
    assert every.library.game(UUID(game)).summary.tainted
    marks = [mark for turn in _turns(client, game) for event in turn["events"] for mark in event["marks"]]
    assert "adjust" in marks
    assert list(findings(every.library, UUID(game), re_decide=True)) == []


def _turns(client: CheckedClient, game: str) -> Iterator[Any]:
    for each in client.get(f"/v1/games/{game}/timeline").json["rounds"]:
        yield from each["turns"]


def test_its_reason_is_a_note(client: CheckedClient, every: Service) -> None:
    game = a_game(every, CROSSING, 20)
    effect = possible(every, game, Random(1))[0]
    answer = client.post(f"/v1/games/{game}/adjust", json={"effects": [effect], **WHY})
    notes = [(note.version, note.text) for note in every.store.notes(UUID(game))]
    assert notes == [(answer.json["version"], "we forgot it")]


def test_it_stays_on_what_is_played_after_it(client: CheckedClient, every: Service) -> None:
    """And an amend before it puts it right again, and a line that left it is not concerned."""
    game = a_game(every, CROSSING, 20)
    before = state(client, game)["head"]
    effect = possible(every, game, Random(1))[0]
    client.post(f"/v1/games/{game}/adjust", json={"effects": [effect], **WHY})
    seat = state(client, game)["waiting_for"][0]
    item = client.get(f"/v1/games/{game}/legal-actions?seat={seat}&limit=1").json["items"][0]
    client.post(f"/v1/games/{game}/actions?until_refused=1", json={"seat": seat, "action": item["action"]})
    version = state(client, game)["version"]
    assert every.library.game(UUID(game)).summary.tainted
    body = {"changes": [{"version": before, "drop": True}]}
    answer = client.post(f"/v1/games/{game}/amend", json=body, headers={"If-Match": f'"{version}"'})
    assert answer.status_code == 201, answer.json
    line = client.get(f"/v1/games/{game}/events?line={answer.json['head']}&limit=200").json["items"]
    assert "adjust" in [event["kind"] for event in line]
    assert every.library.game(UUID(game)).summary.tainted
    assert client.post(f"/v1/games/{game}/undo", json={"to": str(before - 1)}).status_code == 201
    assert not every.library.game(UUID(game)).summary.tainted


def test_an_adjust_is_no_action_that_is_amended(client: CheckedClient, every: Service) -> None:
    game = a_game(every, CROSSING, 20)
    effect = possible(every, game, Random(1))[0]
    at = client.post(f"/v1/games/{game}/adjust", json={"effects": [effect], **WHY}).json["version"]
    body = {"changes": [{"version": at, "drop": True}]}
    answer = client.post(f"/v1/games/{game}/amend", json=body, headers={"If-Match": f'"{at}"'})
    assert refused(answer, 422, "amend-refused")["errors"][0]["pointer"] == "/changes/0/version"


def test_what_cannot_be_names_its_rule(client: CheckedClient, every: Service) -> None:
    """And the effect at fault; nothing is stored."""
    game = a_game(every, CROSSING, 20)
    version = state(client, game)["version"]
    fine = possible(every, game, Random(1))[0]
    for bad in ({**POINTS, "seat": 9}, {**POINTS, "value": -1}, {"type": "DieChanged", "seat": 1, "old": 9, "new": 9}):
        answer = client.post(f"/v1/games/{game}/adjust", json={"effects": [fine, bad], **WHY})
        assert answer.status_code == 422, answer.json
        assert answer.json["errors"][0]["pointer"].startswith("/effects/1")
    assert state(client, game)["version"] == version


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"effects": [], **WHY},
        {"effects": [{"type": "GameEnded", "winners": [1], "reason": "mine"}], **WHY},
        {"effects": [{"type": "Nothing"}], **WHY},
        {"effects": ["x"], **WHY},
        {"effects": [{"type": "PointsGained", "seat": 1, "value": "3"}], **WHY},
        {"effects": [{**POINTS, "more": 1}], **WHY},
        {"effects": [POINTS]},
        {"effects": [POINTS], "reason": ""},
        {"effects": [POINTS], "reason": "\x07"},
        {"effects": [POINTS], "reason": "x" * 5001},
    ],
)
def test_what_is_no_effect_is_told(client: CheckedClient, every: Service, body: dict[str, Any]) -> None:
    game = a_game(every, CROSSING, 5)
    refused(client.post(f"/v1/games/{game}/adjust", json=body), 422, "invalid-request")
    assert not every.library.game(UUID(game)).summary.tainted


def test_only_a_table_that_tells_chance_puts_right(client: CheckedClient, every: Service) -> None:
    game = a_game(every, CROSSING, 20)
    body = {"effects": possible(every, game, Random(1))[:1], **WHY}
    for viewer in ("1", "spectator"):
        refused(client.post(f"/v1/games/{game}/adjust?viewer={viewer}", json=body), 403, "table-only")
    old = {"If-Match": '"3"'}
    refused(client.post(f"/v1/games/{game}/adjust", json=body, headers=old), 412, "stale-version")
    served = begin(client, chance="server", outcomes=[])
    made = {"ruleset": "heros_crossing", "seats": [{}, {}], "chance": "server"}
    served = client.post("/v1/games", json=made).json["id"]
    answer = client.post(f"/v1/games/{served}/adjust", json=body)
    assert refused(answer, 422, "illegal-action")["rule"] == "KIT-HAND-01"
    client.post(f"/v1/games/{game}/abandon", json={})
    assert refused(client.post(f"/v1/games/{game}/adjust", json=body), 422, "illegal-action")["rule"] == "KIT-OVER-01"
    nothing = record(client, count=5)
    problem = refused(client.post(f"/v1/games/{nothing}/adjust", json=body), 422, "invalid-request")
    assert "marks no effect as adjustable" in problem["detail"]


def test_sent_twice_the_board_is_adjusted_once(client: CheckedClient, every: Service) -> None:
    game = a_game(every, CROSSING, 20)
    body, key = {"effects": possible(every, game, Random(1))[:1], **WHY}, {"Idempotency-Key": "k"}
    one, other = (client.post(f"/v1/games/{game}/adjust", json=body, headers=key) for _ in range(2))
    assert (one.status_code, one.data) == (201, other.data)


@pytest.mark.parametrize("table", BY_HAND, ids=str)
def test_the_page_leads_through_effects_to_a_reason(client: CheckedClient, every: Service, table: Table) -> None:
    """From the menu of the record page, by links and one form; more than one effect can be entered."""
    game, rng = a_game(every, table, 30), Random(str(table))
    assert f"/games/{game}/adjust" in client.get(f"/games/{game}/record").text
    path = address = f"/games/{game}/adjust"
    for _ in range(20):
        text = client.get(address).text
        if 'name="effects"' in text and (address.count("effects=") == 2 or rng.random() < 0.3):
            break
        rows = re.findall(r'<a class="row" href="([^"]*)"', text)
        assert rows, text
        address = path + rng.choice(rows).replace("&amp;", "&")
    form = button(Reader(text), "Adjust board")
    refused_form = client.post(form.action, data=form.fields | {"effects": '[{"type":"Nothing"}]', "reason": "x"})
    assert (refused_form.status_code, "no such action" in refused_form.text) == (422, True)
    for _ in range(30):
        done = client.post(form.action, data=form.filled(rng) | {"reason": "we forgot it"})
        if done.status_code == 303:
            break
        assert done.status_code == 200, done.text
        (form,) = [each for each in Reader(done.text).forms if "effects" in each.fields]
    assert done.headers["Location"] == f"/games/{game}/record"
    assert every.library.game(UUID(game)).summary.tainted
    assert "Board adjusted" in client.get(f"/games/{game}").text


def test_the_page_says_why_the_board_cannot_be_adjusted(client: CheckedClient, every: Service) -> None:
    made = {"ruleset": "heros_crossing", "seats": [{}, {}], "chance": "server"}
    served = client.post("/v1/games", json=made).json["id"]
    nothing, over = record(client, count=5), a_game(every, CROSSING, 5)
    client.post(f"/v1/games/{over}/abandon", json={})
    for game, why in ((served, "Tabletale rolls"), (nothing, "nothing that can be entered by hand"), (over, "is over")):
        assert why in client.get(f"/games/{game}/adjust").text
        assert f"/games/{game}/adjust" not in client.get(f"/games/{game}/record").text


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"effects": "{", "expected": "6", "key": "k", "reason": "x"},
        {"effects": "{}", "expected": "6", "key": "k", "reason": "x"},
        {"effects": "[]", "expected": "6", "key": "<", "reason": "x"},
        {"effects": "[]", "expected": "6", "key": "k", "reason": "\x07"},
        {"effects": "[]", "expected": "6", "key": "k"},
    ],
)
def test_a_form_of_another_make_is_refused(client: CheckedClient, every: Service, fields: dict[str, str]) -> None:
    game = a_game(every, CROSSING, 5)
    assert client.post(f"/games/{game}/adjust", data=fields).status_code == 404
    for query in ("effects=x", "effect=x", "effects=[]", "effect=PointsGained&effect.more=1", "type=x"):
        assert client.get(f"/games/{game}/adjust?{query}").status_code == 200


def test_statistics_count_it_where_they_are_asked_to(client: CheckedClient, every: Service) -> None:
    """Over REST, on the page and on the command line: by one parameter. An undo makes it a game like any other."""
    game = a_game(every, Table("heros_crossing", 2), 20)
    client.post(f"/v1/games/{game}/adjust", json={"effects": [possible(every, game, Random(1))[0]], **WHY})
    assert client.post(f"/v1/games/{game}/resign", json={"seat": 1}).status_code == 201
    lake = Lake(every.settings.lake)
    export(every.store, every.rulesets, lake)
    asked = {"ruleset": "heros_crossing", "min_n": "1"}
    address = "win_rate_by_seat?" + urlencode(asked)
    without, counted = (client.get(f"/v1/statistics/{address}{more}").json for more in ("", "&adjusted=true"))
    assert (without["rows"], without["excluded"]) == ([], {"adjusted": 1})
    assert ([row["n"] for row in counted["rows"]], counted["excluded"]) == ([1, 1], {})
    assert "including adjusted games" in client.get(f"/statistics/{address}&adjusted=true").text
    assert 'name="adjusted"' in client.get(f"/statistics/{address}").text
    assert ask(every, "win_rate_by_seat", asked | {"adjusted": "true"}).rows.height == 2
    refused(client.get(f"/v1/statistics/{address}&adjusted=perhaps"), 422, "invalid-request")
    facts = [part for part in lake.checkpoint().parts if part.ruleset == "heros_crossing"]
    assert [(part.adjusted, part.facts.path.startswith("adjusted/")) for part in facts] == [(True, True)]
