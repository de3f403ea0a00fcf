"""Whatever is sent, the answer is one that the document tells of: never a 500, never half a write."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.api.client import Client
from tests.api.conftest import TACTICS, action_bodies, begin, game_body

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
def spoilt(draw: st.DrawFn, good: object) -> object:
    """A good body with one part of it replaced by anything."""
    if isinstance(good, dict) and good and draw(st.integers(0, 4)):
        name = draw(st.sampled_from(sorted(good)))
        return {**good, name: draw(spoilt(good[name]))}
    if isinstance(good, list) and good and draw(st.integers(0, 4)):
        index = draw(st.integers(0, len(good) - 1))
        return [*good[:index], draw(spoilt(good[index])), *good[index + 1 :]]
    return draw(documents)


def encode(document: object) -> bytes:
    import json

    return json.dumps(document).encode("ascii")


quickly = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


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
    body = encode(data.draw(spoilt(good)))
    before = client.get(f"/v1/games/{game}").json["version"]
    answer = client.post(url, data=body, content_type="application/json")
    assert answer.status_code < 500, (url, body, answer.data)
    if answer.status_code >= 400:
        assert client.get(f"/v1/games/{game}").json["version"] == before


@quickly
@given(
    body=st.binary(max_size=60), media=st.sampled_from(["application/json", "application/x-ndjson", "application/yaml"])
)
def test_bytes_that_mean_nothing_get_a_problem(client: Client, game: str, body: bytes, media: str) -> None:
    for url in ("/v1/games", f"/v1/games/{game}/actions", f"/v1/games/{game}/undo", "/v1/players"):
        assert client.post(url, data=body, content_type=media).status_code in (400, 415, 422)
    answer = client.post(f"/v1/rulesets/{TACTICS}/component-sets", data=body, content_type=media)
    assert answer.status_code in (400, 415, 422)


@quickly
@given(changes=spoilt({"place": "x", "tags": ["a"], "visibility": "public", "seats": [{"seat": 1, "name": "Ada"}]}))
def test_junk_in_what_stands_beside_the_log_gets_a_problem(client: Client, game: str, changes: object) -> None:
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
def test_a_number_of_any_size_is_refused_by_rule_or_by_type(client: Client, game: str, column: int) -> None:
    body = f'{{"seat": 1, "action": {{"type": "Attack", "column": {column}, "target": 1}}}}'
    answer = client.post(f"/v1/games/{game}/actions", data=body, content_type="application/json")
    assert answer.status_code == 422


def test_a_document_of_great_depth_is_malformed(client: Client, game: str) -> None:
    deep = b'{"seat": 1, "action": {"type": "Attack", "x": ' + b"[" * 50_000 + b"]" * 50_000 + b"}}"
    for media in ("application/json", "application/x-ndjson"):
        answer = client.post(
            f"/v1/games/{game}/actions", data=deep, content_type=media, headers={"Idempotency-Key": "k"}
        )
        assert answer.status_code in (400, 422)
    assert msgspec.json.decode(answer.data)["next_step"]
