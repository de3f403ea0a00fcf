"""For any request, the answer is one that the OpenAPI document describes: never a 500, and nothing is half written."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as examples
from hypothesis import strategies as st
from msgspec.structs import replace

from api.app import create_app, document
from api.rest.paging import cursor_of
from api.service import Service
from api.settings import Settings
from events import Store
from rulesets.heros_crossing_tactics import RULESET
from tests.api.client import Client
from tests.api.conftest import TACTICS, CheckedClient, action_bodies, begin, game_body, refused

leaves = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-5, 5)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8)
    | st.sampled_from(["Attack", "PickHero", "starter", "table", "head", "2026-11-21T19:30:00Z", "\x00", "\ud800"])
)
names = st.sampled_from(
    ["seat", "action", "type", "outcomes", "occurred_at", "ruleset", "seats", "options", "name", "to", "reason", "card"]
) | st.text(max_size=4)
documents = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=5), max_leaves=12
)


@st.composite
def corrupted(draw: st.DrawFn, good: object) -> object:
    """A good body with one part replaced by any value."""
    if isinstance(good, dict) and good and draw(st.integers(0, 4)):
        name = draw(st.sampled_from(sorted(good)))
        return {**good, name: draw(corrupted(good[name]))}
    if isinstance(good, list) and good and draw(st.integers(0, 4)):
        index = draw(st.integers(0, len(good) - 1))
        return [*good[:index], draw(corrupted(good[index])), *good[index + 1 :]]
    return draw(documents)


def encode(document: object) -> bytes:
    import json

    return json.dumps(document).encode("ascii")


quickly = examples(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


@pytest.fixture
def game(client: Client) -> str:
    client.application.config["PROPAGATE_EXCEPTIONS"] = False
    return begin(client)


@quickly
@given(data=st.data())
def test_junk_on_any_write_gets_a_problem_and_changes_nothing(client: Client, game: str, data: st.DataObject) -> None:
    url, good = data.draw(
        st.sampled_from(
            [
                ("/v1/games", game_body()),
                (f"/v1/games/{game}/actions", action_bodies()[0]),
                (f"/v1/games/{game}/actions", action_bodies()[:3]),
                (f"/v1/games/{game}/undo", {"to": "start", "seat": 1, "reason": "why"}),
                (f"/v1/games/{game}/redo", {"to": "end", "seat": 1}),
                ("/v1/players", {"name": "Ada"}),
                (f"/v1/rulesets/{TACTICS}/component-sets", {"game": TACTICS, "id": "x", "name": "x", "heroes": [{}]}),
            ]
        )
    )
    body = encode(data.draw(corrupted(good)))
    before = client.get(f"/v1/games/{game}").json["version"]
    answer = client.post(url, data=body, content_type="application/json")
    assert answer.status_code < 500, (url, body, answer.data)
    if answer.status_code >= 400:
        assert client.get(f"/v1/games/{game}").json["version"] == before


@quickly
@given(
    body=st.binary(max_size=60), media=st.sampled_from(["application/json", "application/x-ndjson", "application/yaml"])
)
def test_random_bytes_get_a_problem(client: Client, game: str, body: bytes, media: str) -> None:
    for url in ("/v1/games", f"/v1/games/{game}/actions", f"/v1/games/{game}/undo", "/v1/players"):
        assert client.post(url, data=body, content_type=media).status_code in (400, 415, 422)
    answer = client.post(f"/v1/rulesets/{TACTICS}/component-sets", data=body, content_type=media)
    assert answer.status_code in (400, 415, 422)


@quickly
@given(changes=corrupted({"place": "x", "tags": ["a"], "visibility": "public", "seats": [{"seat": 1, "name": "Ada"}]}))
def test_junk_in_metadata_gets_a_problem(client: Client, game: str, changes: object) -> None:
    answer = client.patch(f"/v1/games/{game}", data=encode(changes), content_type="application/json")
    assert answer.status_code in (200, 400, 422)


words = st.sampled_from(["head", "57", "-3", "round:1", "turn:start", "table", "1", "0", "999999999", ""]) | st.text(
    max_size=6
)


@quickly
@given(
    path=st.sampled_from(["board", "board.svg", "events", "timeline", "export", "legal-actions"]),
    query=st.dictionaries(
        st.sampled_from(["at", "viewer", "from", "line", "limit", "cursor", "seat", "type", "touches", "card"]), words
    ),
)
def test_junk_in_a_query_gets_a_problem(client: Client, game: str, path: str, query: dict[str, str]) -> None:
    answer = client.get(f"/v1/games/{game}/{path}", query_string=query)
    assert answer.status_code in (200, 403, 404, 422), (path, query, answer.data)


@pytest.mark.parametrize("column", [10**30, -(10**30), 2**63, 10**4000])
def test_a_huge_number_is_refused_by_rule_or_by_type(client: Client, game: str, column: int) -> None:
    body = f'{{"seat": 1, "action": {{"type": "Attack", "column": {column}, "target": 1}}}}'
    answer = client.post(f"/v1/games/{game}/actions", data=body, content_type="application/json")
    assert answer.status_code == 422


def test_a_deeply_nested_document_is_malformed(client: Client, game: str) -> None:
    deep = b'{"seat": 1, "action": {"type": "Attack", "x": ' + b"[" * 50_000 + b"]" * 50_000 + b"}}"
    for media in ("application/json", "application/x-ndjson"):
        answer = client.post(
            f"/v1/games/{game}/actions", data=deep, content_type=media, headers={"Idempotency-Key": "k"}
        )
        assert answer.status_code in (400, 422)
    assert msgspec.json.decode(answer.data)["next_step"]


OUTSIDE = "0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59"
"""Times that lie, in UTC, outside the years that there are."""


@pytest.mark.parametrize("time", OUTSIDE)
def test_a_time_outside_the_valid_range_is_refused(client: Client, game: str, time: str) -> None:
    for name in ("since", "until"):
        problem = refused(client.get("/v1/games", query_string={name: time}), 422, "invalid-request")
        assert problem["errors"][0]["pointer"] == f"/{name}"
    one = {**action_bodies()[0], "occurred_at": time}
    for body, pointer in ((one, "/occurred_at"), ([action_bodies()[0], one], "/1/occurred_at")):
        problem = refused(client.post(f"/v1/games/{game}/actions", json=body), 422, "invalid-request")
        assert problem["errors"][0]["pointer"] == pointer
    for url, body in (("", game_body()), (f"/{game}/undo", {}), (f"/{game}/redo", {})):
        problem = refused(client.post(f"/v1/games{url}", json={**body, "occurred_at": time}), 422, "invalid-request")
        assert problem["errors"][0]["pointer"] == "/occurred_at"
    assert client.get(f"/v1/games/{game}").json["version"] == 1


def test_the_first_and_the_last_valid_time_may_be_entered(client: Client, game: str) -> None:
    times = "0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999Z"
    for body, time in zip(action_bodies(), times, strict=False):
        answer = client.post(f"/v1/games/{game}/actions", json={**body, "occurred_at": time})
        assert answer.json["events"][0]["occurred_at"] == time
        assert client.get("/v1/games", query_string={"since": time}).status_code == 200
    for day in ("0001-01-01", "9999-12-31"):
        query = {"ruleset": TACTICS, "since": day, "until": day}
        assert client.get("/v1/statistics/win_rate_by_seat", query_string=query).status_code == 200


@pytest.mark.parametrize("place", [10**30 - 1, -1, 2**63, 1.5, "x", None, [1]])
def test_an_invalid_cursor_is_refused(client: Client, game: str, place: object) -> None:
    for url in (f"/v1/games/{game}/legal-actions?seat=1", f"/v1/games/{game}/events?limit=1", "/v1/games?limit=1"):
        answer = client.get(f"{url}&cursor={cursor_of(place)}")
        assert refused(answer, 422, "invalid-request")["errors"][0]["pointer"] == "/cursor"


@pytest.fixture(params=["sqlite", "postgresql"])
def on_each_database(request: pytest.FixtureRequest, settings: Settings) -> Iterator[Client]:
    if request.param == "postgresql":
        settings = replace(settings, database_url=request.getfixturevalue("postgresql_url"))
    with Store.open(settings.database_url, migrate=True) as store:
        app = create_app(Service.over(store, settings, {RULESET.name: RULESET}))
        app.config["PROPAGATE_EXCEPTIONS"] = False
        yield CheckedClient(app)


@pytest.mark.parametrize("text", ["\0", "a\0b", "\ufffe", "\U000e0041", "\x7f", "'", "%", "\\", "9" * 99])
def test_any_text_is_answered_on_each_database(on_each_database: Client, text: str) -> None:
    client = on_each_database
    game = begin(client)
    for rule in client.application.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and rule.endpoint != "static":
            with client.application.test_request_context():
                free = rule.arguments - (rule.defaults or {}).keys()
                parts = {**{part: game if part == "game_id" else text for part in free}, **(rule.defaults or {})}
                url = client.application.url_map.bind("localhost").build(rule.endpoint, parts)
            for name in parameters(rule.rule):
                answer = client.get(url, query_string={name: text})
                assert answer.status_code < 500, (url, name)
    for body in ({"name": text}, {"ruleset": text, "seats": [{"name": text}]}, {"to": text, "reason": text}):
        for url in ("/v1/players", "/v1/games", f"/v1/games/{game}/undo"):
            assert client.post(url, json=body).status_code < 500
    key = {"Idempotency-Key": text.encode("utf-8").decode("latin-1").replace("\0", " ")}
    assert client.post(f"/v1/games/{game}/actions", json=action_bodies()[0], headers=key).status_code < 500


def parameters(path: str) -> list[str]:
    """The query parameters of an address, and one that it does not have."""
    described = document()["paths"].get(path.replace("<", "{").replace(">", "}"), {}).get("get", {})
    return [each["name"] for each in described.get("parameters", []) if each["in"] == "query"] + ["zz"]
