"""Adjustments of the board."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode
from uuid import UUID

import pytest
from msgspec import json

from analytics import Lake, export
from analytics.excluded import reason_to_exclude
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


def adjustable_effects(service: Service, game: str, rng: Random) -> list[dict[str, Any]]:
    """An effect of each type that the adjust page offers on the board of a game, as JSON."""
    found = service.library.game(UUID(game))
    ruleset = service.library.ruleset(found)
    return [json.decode(ruleset.encode(effect)) for effect in offered(ruleset, service.library.head(found), rng)]


@pytest.fixture
def client(full_service: Service) -> CheckedClient:
    return CheckedClient(create_app(full_service))


@pytest.mark.parametrize("table", BY_HAND, ids=str)
def test_an_adjusted_game_is_marked_and_excluded_from_statistics(
    client: CheckedClient, full_service: Service, table: Table
) -> None:
    """This holds for each type of effect; after an undo of the adjustment the game counts again."""
    game, rng = a_game(full_service, table, 30), Random(str(table))
    before, entered = state(client, game), 0
    for effect in adjustable_effects(full_service, game, rng):
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
        assert reason_to_exclude(full_service.library.game(UUID(game)), full_service.rulesets) in (
            "unfinished",
            "adjusted",
        )
        assert full_service.library.game(UUID(game)).summary.tainted
        assert client.get(f"/games/{game}").status_code == 200
        assert client.post(f"/v1/games/{game}/undo", json={}).json["head"] == before["head"]
        assert not full_service.library.game(UUID(game)).summary.tainted
        entered += 1
    assert entered >= 3
    assert client.post(f"/v1/games/{game}/redo", json={}).status_code == 201
    assert full_service.library.game(UUID(game)).summary.tainted
    marks = [mark for turn in _turns(client, game) for event in turn["events"] for mark in event["marks"]]
    assert "adjust" in marks
    assert list(findings(full_service.library, UUID(game), re_decide=True)) == []


def _turns(client: CheckedClient, game: str) -> Iterator[Any]:
    for each in client.get(f"/v1/games/{game}/timeline").json["rounds"]:
        yield from each["turns"]


def test_the_reason_of_an_adjustment_is_a_note(client: CheckedClient, full_service: Service) -> None:
    game = a_game(full_service, CROSSING, 20)
    effect = adjustable_effects(full_service, game, Random(1))[0]
    answer = client.post(f"/v1/games/{game}/adjust", json={"effects": [effect], **WHY})
    notes = [(note.version, note.text) for note in full_service.store.notes(UUID(game))]
    assert notes == [(answer.json["version"], "we forgot it")]


def test_a_game_stays_adjusted_while_the_adjustment_is_on_its_line(
    client: CheckedClient, full_service: Service
) -> None:
    """A correction before the adjustment applies it again; a line without it is not adjusted."""
    game = a_game(full_service, CROSSING, 20)
    before = state(client, game)["head"]
    effect = adjustable_effects(full_service, game, Random(1))[0]
    client.post(f"/v1/games/{game}/adjust", json={"effects": [effect], **WHY})
    seat = state(client, game)["waiting_for"][0]
    item = client.get(f"/v1/games/{game}/legal-actions?seat={seat}&limit=1").json["items"][0]
    client.post(f"/v1/games/{game}/actions?until_refused=1", json={"seat": seat, "action": item["action"]})
    version = state(client, game)["version"]
    assert full_service.library.game(UUID(game)).summary.tainted
    body = {"changes": [{"version": before, "drop": True}]}
    answer = client.post(f"/v1/games/{game}/amend", json=body, headers={"If-Match": f'"{version}"'})
    assert answer.status_code == 201, answer.json
    line = client.get(f"/v1/games/{game}/events?line={answer.json['head']}&limit=200").json["items"]
    assert "adjust" in [event["kind"] for event in line]
    assert full_service.library.game(UUID(game)).summary.tainted
    assert client.post(f"/v1/games/{game}/undo", json={"to": str(before - 1)}).status_code == 201
    assert not full_service.library.game(UUID(game)).summary.tainted


def test_an_adjustment_cannot_be_amended(client: CheckedClient, full_service: Service) -> None:
    game = a_game(full_service, CROSSING, 20)
    effect = adjustable_effects(full_service, game, Random(1))[0]
    at = client.post(f"/v1/games/{game}/adjust", json={"effects": [effect], **WHY}).json["version"]
    body = {"changes": [{"version": at, "drop": True}]}
    answer = client.post(f"/v1/games/{game}/amend", json=body, headers={"If-Match": f'"{at}"'})
    assert refused(answer, 422, "amend-refused")["errors"][0]["pointer"] == "/changes/0/version"


def test_an_impossible_adjustment_names_the_effect_at_fault(client: CheckedClient, full_service: Service) -> None:
    """Nothing is stored."""
    game = a_game(full_service, CROSSING, 20)
    version = state(client, game)["version"]
    fine = adjustable_effects(full_service, game, Random(1))[0]
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
def test_an_invalid_effect_is_refused(client: CheckedClient, full_service: Service, body: dict[str, Any]) -> None:
    game = a_game(full_service, CROSSING, 5)
    refused(client.post(f"/v1/games/{game}/adjust", json=body), 422, "invalid-request")
    assert not full_service.library.game(UUID(game)).summary.tainted


def test_only_a_table_with_its_own_dice_and_cards_adjusts(client: CheckedClient, full_service: Service) -> None:
    game = a_game(full_service, CROSSING, 20)
    body = {"effects": adjustable_effects(full_service, game, Random(1))[:1], **WHY}
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


def test_an_adjustment_that_is_sent_twice_is_stored_once(client: CheckedClient, full_service: Service) -> None:
    game = a_game(full_service, CROSSING, 20)
    body, key = {"effects": adjustable_effects(full_service, game, Random(1))[:1], **WHY}, {"Idempotency-Key": "k"}
    one, other = (client.post(f"/v1/games/{game}/adjust", json=body, headers=key) for _ in range(2))
    assert (one.status_code, one.data) == (201, other.data)


@pytest.mark.parametrize("table", BY_HAND, ids=str)
def test_the_board_is_adjusted_on_pages(client: CheckedClient, full_service: Service, table: Table) -> None:
    """From the menu of the record page, by links and one form; more than one effect can be entered."""
    game, rng = a_game(full_service, table, 30), Random(str(table))
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
    assert full_service.library.game(UUID(game)).summary.tainted
    assert "Board adjusted" in client.get(f"/games/{game}").text


def test_the_page_says_why_the_board_cannot_be_adjusted(client: CheckedClient, full_service: Service) -> None:
    made = {"ruleset": "heros_crossing", "seats": [{}, {}], "chance": "server"}
    served = client.post("/v1/games", json=made).json["id"]
    nothing, over = record(client, count=5), a_game(full_service, CROSSING, 5)
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
def test_a_malformed_form_is_refused(client: CheckedClient, full_service: Service, fields: dict[str, str]) -> None:
    game = a_game(full_service, CROSSING, 5)
    assert client.post(f"/games/{game}/adjust", data=fields).status_code == 404
    for query in ("effects=x", "effect=x", "effects=[]", "effect=PointsGained&effect.more=1", "type=x"):
        assert client.get(f"/games/{game}/adjust?{query}").status_code == 200


def test_statistics_can_include_adjusted_games(client: CheckedClient, full_service: Service) -> None:
    """One parameter includes them over REST, on the page and on the command line."""
    game = a_game(full_service, Table("heros_crossing", 2), 20)
    client.post(
        f"/v1/games/{game}/adjust", json={"effects": [adjustable_effects(full_service, game, Random(1))[0]], **WHY}
    )
    assert client.post(f"/v1/games/{game}/resign", json={"seat": 1}).status_code == 201
    lake = Lake(full_service.settings.lake)
    export(full_service.store, full_service.rulesets, lake)
    asked = {"ruleset": "heros_crossing", "min_n": "1"}
    address = "win_rate_by_seat?" + urlencode(asked)
    without, counted = (client.get(f"/v1/statistics/{address}{more}").json for more in ("", "&adjusted=true"))
    assert (without["rows"], without["excluded"]) == ([], {"adjusted": 1})
    assert ([row["n"] for row in counted["rows"]], counted["excluded"]) == ([1, 1], {})
    assert "including adjusted games" in client.get(f"/statistics/{address}&adjusted=true").text
    assert 'name="adjusted"' in client.get(f"/statistics/{address}").text
    assert ask(full_service, "win_rate_by_seat", asked | {"adjusted": "true"}).rows.height == 2
    refused(client.get(f"/v1/statistics/{address}&adjusted=perhaps"), 422, "invalid-request")
    facts = [part for part in lake.checkpoint().parts if part.ruleset == "heros_crossing"]
    assert [(part.adjusted, part.facts.path.startswith("adjusted/")) for part in facts] == [(True, True)]
