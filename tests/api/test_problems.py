"""The problems of the service."""

from __future__ import annotations

import logging
import re
from html import unescape
from typing import Any

import pytest

import events
from api import errors
from api.app import create_app
from api.docs import problems_page
from api.service import Service
from tests.api.client import Client
from tests.api.conftest import TACTICS, action_bodies, begin, game_body, record, refused

NO_GAME = "00000000-0000-7000-8000-000000000000"


def test_a_refusal_names_its_rule_and_quotes_it(client: Client) -> None:
    game = record(client, count=1)
    problem = refused(client.post(f"/v1/games/{game}/actions", json=action_bodies()[0]), 422, "illegal-action")
    assert problem["rule"].startswith("HCT-")
    assert problem["rule_text"]
    assert problem["errors"] == [{"pointer": "/action", "detail": problem["rule"], "where": "body"}]


def test_a_refusal_in_an_array_names_the_action_and_nothing_is_stored(client: Client) -> None:
    game = begin(client)
    first, second = action_bodies()[:2]
    problem = refused(client.post(f"/v1/games/{game}/actions", json=[first, second, first]), 422, "illegal-action")
    assert problem["errors"][0]["pointer"] == "/2/action"
    assert client.get(f"/v1/games/{game}").json["version"] == 1


def test_a_stale_version_is_answered_with_the_current_one(client: Client) -> None:
    game = record(client, count=2)
    answer = client.post(f"/v1/games/{game}/actions", json=action_bodies()[2], headers={"If-Match": '"1"'})
    assert refused(answer, 412, "stale-version")["version"] == 3


def test_a_stale_version_is_answered_with_the_events_since(client: Client) -> None:
    """As sentences, as the viewer may see them: for undo as for actions, and of many events the last twenty."""
    game = begin(client)
    bodies = action_bodies()
    client.post(f"/v1/games/{game}/actions", json=bodies[:2])
    for viewer in ("table", "2", "spectator"):
        listed = client.get(f"/v1/games/{game}/events?viewer={viewer}").json["items"][1:]
        for asked in (f"actions?viewer={viewer}", f"undo?viewer={viewer}"):
            body = bodies[2] if asked.startswith("actions") else {}
            answer = client.post(f"/v1/games/{game}/{asked}", json=body, headers={"If-Match": '"1"'})
            assert refused(answer, 412, "stale-version")["between"] == [
                {"version": event["version"], "text": event["text"]} for event in listed
            ]
    client.post(f"/v1/games/{game}/actions", json=bodies[2:40])
    answer = client.post(f"/v1/games/{game}/undo", json={}, headers={"If-Match": '"1"'})
    assert [each["version"] for each in refused(answer, 412, "stale-version")["between"]] == list(range(22, 42))


def test_an_idempotency_key_is_valid_for_one_request_only(client: Client) -> None:
    game = begin(client)
    first, second = action_bodies()[:2]
    key = {"Idempotency-Key": "k1"}
    assert client.post(f"/v1/games/{game}/actions", json=first, headers=key).status_code == 201
    refused(client.post(f"/v1/games/{game}/actions", json=second, headers=key), 422, "idempotency-key-reused")


def test_the_size_of_an_action_is_limited(client: Client) -> None:
    """Action and outcomes are measured before the action is decided, also in a dry run; the actions before it may be
    stored. Broken by deciding it first: its outcomes were leftover."""
    game, (first, second) = begin(client), action_bodies()[:2]
    large = {**second, "outcomes": ["x" * 100] * 700}
    for query in ("", "?dry_run=1"):
        problem = refused(client.post(f"/v1/games/{game}/actions{query}", json=[first, large]), 422, "action-too-large")
        assert problem["errors"][0]["pointer"].startswith("/1")
    assert "65,536" in problem["detail"]
    assert client.get(f"/v1/games/{game}").json["version"] == 1
    answer = client.post(f"/v1/games/{game}/actions?until_refused=1", json=[first, large])
    assert (answer.status_code, answer.json["version"]) == (201, 2)


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"colour": "red"}, "/colour"),
        ({"seat": "1"}, "/seat"),
        ({"seat": 0}, "/seat"),
        ({"seat": None}, "/seat"),
        ({"outcomes": [1.5]}, "/outcomes/0"),
        ({"occurred_at": "yesterday"}, "/occurred_at"),
        ({"occurred_at": "2026-11-21T19:30:00"}, "/occurred_at"),
        ({"action": []}, "/action"),
        ({"action": {"type": "Fly"}}, "/action/type"),
        ({"action": {}}, "/action/type"),
        ({"action": {"type": "Attack", "column": 1, "target": 1, "speed": 3}}, "/action/speed"),
        ({"action": {"type": "Attack", "column": "1", "target": 1}}, "/action/column"),
    ],
)
def test_an_unknown_field_or_type_is_named_by_a_json_pointer(
    client: Client, change: dict[str, object], pointer: str
) -> None:
    game = begin(client)
    url = f"/v1/games/{game}/actions"
    body = {**action_bodies()[0], **change}
    for sent, prefix in ((body, ""), ([action_bodies()[0], body], "/1")):
        problem = refused(client.post(url, json=sent), 422, "invalid-request")
        assert [(fault["pointer"], fault["where"]) for fault in problem["errors"]] == [(prefix + pointer, "body")]


def test_a_missing_field_is_named(client: Client) -> None:
    problem = refused(client.post("/v1/games", json={"seats": [{}, {}]}), 422, "invalid-request")
    assert problem["errors"][0]["pointer"] == "/ruleset"


def test_an_error_in_json_lines_has_its_line(client: Client) -> None:
    game = begin(client)
    url, lines = f"/v1/games/{game}/actions", {"content_type": "application/x-ndjson"}
    fault = refused(client.post(url, data='\n{"seat": "1"}\n', **lines), 422, "invalid-request")["errors"][0]
    assert (fault["line"], fault["pointer"]) == (2, "/0/seat")
    assert "Line 3" in refused(client.post(url, data=b"\n\n{", **lines), 400, "invalid-json")["detail"]
    refused(client.post(url, data=b"\n \n", **lines), 422, "invalid-request")


@pytest.mark.parametrize("data", [b"", b"{", b"\xff", b"[" * 100_000, b'{"seat": 01}', b'"' + b"\xed\xa0\x80" + b'"'])
def test_a_body_that_is_no_json_is_malformed(client: Client, data: bytes) -> None:
    answer = client.post("/v1/players", data=data, content_type="application/json")
    assert answer.status_code in (400, 422)
    assert answer.json["type"] in ("/problems/invalid-json", "/problems/invalid-request")


def test_a_body_over_a_mebibyte_is_not_read(client: Client) -> None:
    body = b'{"name": "' + b"x" * (1 << 20) + b'"}'
    for url in ("/v1/players", "/v1/games", f"/v1/games/{NO_GAME}/actions", f"/v1/rulesets/{TACTICS}/component-sets"):
        refused(client.post(url, data=body, content_type="application/json"), 413, "body-too-large")


@pytest.mark.parametrize("media", ["text/plain", "application/x-www-form-urlencoded", "", "application/jsonx"])
def test_a_body_in_another_form_is_not_read(client: Client, media: str) -> None:
    answer = client.post("/v1/players", data=b'{"name": "Ada"}', content_type=media)
    assert "application/json" in refused(answer, 415, "unsupported-media-type")["detail"]


def test_a_body_in_another_charset_is_not_read(client: Client) -> None:
    answer = client.post("/v1/players", data=b"{}", content_type="application/json; charset=utf-16")
    refused(answer, 415, "unsupported-media-type")


@pytest.mark.parametrize(
    "path",
    ["", "/legal-actions?seat=1", "/board", "/board.svg", "/events", "/timeline", "/export"],
)
@pytest.mark.parametrize("game", [NO_GAME, "mine", "%00"])
def test_an_unknown_game_is_not_found(client: Client, game: str, path: str) -> None:
    refused(client.get(f"/v1/games/{game}{path}"), 404, "unknown-game")


def test_writing_to_an_unknown_game_is_not_found(client: Client) -> None:
    for verb, body in (("actions", action_bodies()[0]), ("undo", {}), ("redo", {})):
        refused(client.post(f"/v1/games/{NO_GAME}/{verb}", json=body), 404, "unknown-game")
    refused(client.patch(f"/v1/games/{NO_GAME}", json={}), 404, "unknown-game")


@pytest.mark.parametrize(
    ("path", "slug"),
    [
        (f"/v1/players/{NO_GAME}", "unknown-player"),
        ("/v1/players/me", "unknown-player"),
        ("/v1/rulesets/chess", "unknown-ruleset"),
        ("/v1/rulesets/chess/component-sets", "unknown-ruleset"),
        (f"/v1/component-sets/{'0' * 64}", "unknown-component-set"),
        ("/v1/component-sets/starter", "unknown-component-set"),
        ("/v1/statistics/luck", "unknown-statistic"),
        ("/v1/nothing", "unknown-address"),
    ],
)
def test_not_found_problems_name_the_kind(client: Client, path: str, slug: str) -> None:
    refused(client.get(path), 404, slug)


def test_the_set_up_of_a_game_with_own_dice_needs_outcomes(client: Client) -> None:
    body = game_body()
    entered = body.pop("outcomes")
    problem = refused(client.post("/v1/games", json=body), 422, "chance-needed")
    question = problem["chance_needed"]
    assert question["index"] == 0
    assert entered[0] in question["allowed"]
    assert question["allowed"] == sorted(question["allowed"])
    assert problem["rule"] == question["rule"]


def test_an_impossible_outcome_is_answered_with_the_possible_ones(client: Client) -> None:
    entered = game_body()["outcomes"]
    body = game_body(outcomes=[*entered[:-1], "dragon"])
    problem = refused(client.post("/v1/games", json=body), 422, "chance-needed")
    assert problem["chance_needed"]["index"] == len(entered) - 1
    assert entered[-1] in problem["chance_needed"]["allowed"]
    assert "dragon" in problem["detail"]


def test_too_many_outcomes_are_refused(client: Client) -> None:
    entered = game_body()["outcomes"]
    refused(client.post("/v1/games", json=game_body(outcomes=[*entered, 1])), 422, "too-many-outcomes")


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"ruleset": "chess"}, "/ruleset"),
        ({"seats": [{}]}, "/seats"),
        ({"seats": []}, "/seats"),
        ({"seats": [{"name": "Ada", "player": NO_GAME}, {}]}, "/seats/0"),
        ({"seats": [{"player": NO_GAME}, {}]}, "/seats"),
        ({"seats": [{"name": "a\nb"}, {}]}, "/seats/0/name"),
        ({"seats": [{"name": "a\u202eb"}, {}]}, "/seats/0/name"),
        ({"seats": [{"name": "Ada"}, {"name": "Ada\u3164"}]}, "/seats/1/name"),
        ({"place": "\u200eKiel"}, "/place"),
        ({"tags": ["club", "club\U000e0020"]}, "/tags/1"),
        ({"seats": [{"name": "x" * 201}, {}]}, "/seats/0/name"),
        ({"seats": [{"name": " "}, {}]}, "/seats/0/name"),
        ({"component_set": "0" * 64}, "/component_set"),
        ({"component_set": "mine"}, "/component_set"),
        ({"options": {"speed": 3}}, "/options/speed"),
        ({"chance": "fate"}, "/chance"),
        ({"undo": "never"}, "/undo"),
        ({"tags": ["x", "\x00"]}, "/tags/1"),
    ],
)
def test_an_invalid_field_of_a_new_game_is_named(client: Client, change: dict[str, Any], pointer: str) -> None:
    problem = refused(client.post("/v1/games", json=game_body(**change)), 422, "invalid-request")
    assert problem["errors"][0]["pointer"] == pointer
    assert client.get("/v1/games").json["items"] == []
    assert client.get("/v1/players").json["items"] == []


@pytest.mark.parametrize(
    ("query", "pointer"),
    [
        ("limit=0", "/limit"),
        ("limit=201", "/limit"),
        ("limit=many", "/limit"),
        ("colour=red", "/colour"),
        ("status=won", "/status"),
        ("cursor=!!", "/cursor"),
        ("cursor=e30", "/cursor"),
        ("status=running&status=finished", "/status"),
        ("since=2026", "/since"),
        ("since=2026-02-31T00:00:00Z", "/since"),
        ("until=2026-11-21T19:30:00", "/until"),
    ],
)
def test_a_parameter_that_is_unknown_or_malformed_is_named(client: Client, query: str, pointer: str) -> None:
    fault = refused(client.get(f"/v1/games?{query}"), 422, "invalid-request")["errors"][0]
    assert (fault["pointer"], fault["where"]) == (pointer, "query")


@pytest.mark.parametrize(
    ("header", "value"),
    [("If-Match", "57"), ("If-Match", 'W/"57"'), ("Idempotency-Key", "a b"), ("Idempotency-Key", "")],
)
def test_a_header_that_is_malformed_is_named(client: Client, header: str, value: str) -> None:
    game = begin(client)
    answer = client.post(f"/v1/games/{game}/actions", json=action_bodies()[0], headers={header: value})
    fault = refused(answer, 422, "invalid-request")["errors"][0]
    assert (fault["pointer"], fault["where"]) == (f"/{header}", "header")


@pytest.mark.parametrize("at", ["999", "round:99", "turn:99", "-99", "0"])
@pytest.mark.parametrize("path", ["board?at=", "board.svg?at=", "events?from="])
def test_an_unknown_address_is_not_found(client: Client, path: str, at: str) -> None:
    game = record(client, count=3)
    refused(client.get(f"/v1/games/{game}/{path}{at}"), 404, "unknown-version")


@pytest.mark.parametrize("at", ["later", "round:x", "57%0a", "", "--3"])
def test_an_invalid_version_is_refused(client: Client, at: str) -> None:
    game = begin(client)
    answer = client.get(f"/v1/games/{game}/board?at={at}")
    assert answer.status_code in (404, 422)
    assert answer.json["type"] in ("/problems/invalid-request", "/problems/unknown-version")


@pytest.mark.parametrize("viewer", ["3", "9", "god", "0"])
def test_a_viewer_that_is_no_seat_of_the_game_is_refused(client: Client, viewer: str) -> None:
    game = begin(client)
    for path in ("board", "board.svg", "events", "timeline", "export", "legal-actions?seat=1"):
        joined = "&" if "?" in path else "?"
        problem = refused(client.get(f"/v1/games/{game}/{path}{joined}viewer={viewer}"), 422, "invalid-request")
        assert problem["errors"][0]["pointer"] == "/viewer"


def test_another_method_is_not_allowed(client: Client) -> None:
    answer = client.delete("/v1/games")
    refused(answer, 405, "method-not-allowed")
    assert "POST" in answer.headers["Allow"]


def test_an_internal_error_is_logged_and_reveals_nothing_of_the_machine(
    service: Service, caplog: pytest.LogCaptureFixture
) -> None:
    app = create_app(service)

    def break_down() -> str:
        raise RuntimeError("/secret/path")

    app.add_url_rule("/broken", view_func=break_down)
    with caplog.at_level(logging.ERROR, "tabletale"):
        answer = Client(app).get("/broken")
    refused(answer, 500, "internal-error")
    assert b"secret" not in answer.data
    assert "/secret/path" in caplog.text


def test_a_database_that_does_not_answer_is_unavailable(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_: object) -> None:
        raise events.Unavailable("disk /dev/sdb1 is gone")

    monkeypatch.setattr(events.Store, "game", gone)
    monkeypatch.setattr(events.Store, "position", gone)
    for path in (f"/v1/games/{NO_GAME}", "/readyz"):
        answer = client.get(path)
        assert "sdb1" not in str(refused(answer, 503, "database-unavailable"))
        assert answer.headers["Retry-After"]
    assert client.get("/healthz").status_code == 200


def test_a_damaged_log_is_a_problem_and_details_are_only_logged(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Waiting does not help, so there is no `Retry-After`."""

    def broken(*_: object) -> None:
        raise events.Damaged("The log at sqlite:////secret/log.db", "database disk image is malformed")

    monkeypatch.setattr(events.Store, "game", broken)
    monkeypatch.setattr(events.Store, "position", broken)
    for path in (f"/v1/games/{NO_GAME}", "/readyz"):
        with caplog.at_level(logging.ERROR, "tabletale"):
            answer = client.get(path)
        problem = refused(answer, 503, "damaged-data")
        assert "restore a backup" in problem["next_step"]
        assert b"secret" not in answer.data
        assert "Retry-After" not in answer.headers
        assert "/secret/log.db cannot be read" in caplog.text
        caplog.clear()


def test_each_problem_has_a_slug_a_title_a_status_and_a_next_step() -> None:
    kinds = list(errors.kinds())
    assert len({kind.slug for kind in kinds}) == len(kinds)
    for kind in kinds:
        assert kind.title
        assert kind.next_step.endswith(".")
        assert kind.status >= 400 or issubclass(kind, errors.CannotStart)


def test_the_drawn_tree_of_errors_is_up_to_date() -> None:
    drawn = [line.split()[-1 - len(line.split()) :] for line in problems_page().splitlines() if "─ " in line]
    names = [" ".join(words).partition("─ ")[2].split()[0] for words in drawn]
    assert names == [kind.__name__ for kind in walk(errors.Problem)]


def walk(base: type[errors.Problem]) -> list[type[errors.Problem]]:
    return [found for kind in base.__subclasses__() for found in (kind, *walk(kind))]


def test_the_type_of_a_problem_is_the_address_of_a_page_about_it(client: Client) -> None:
    for kind in errors.kinds():
        page = client.get(f"/problems/{kind.slug}")
        assert page.status_code == 200
        text = unescape(re.sub("<[^>]*>", "", page.get_data(as_text=True)))
        assert kind.next_step.replace("`", "") in text
