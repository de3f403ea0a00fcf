"""A request counts as a whole or not at all, on every endpoint and under any web server."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from gunicorn.http.body import Body, ChunkedReader  # type: ignore[import-untyped]
from gunicorn.http.unreader import IterUnreader  # type: ignore[import-untyped]
from msgspec import json

from api.rest.body_limits import MAX_BODY
from rulesets.heros_crossing_tactics import RULESET
from tests.api.client import Answer, Client
from tests.api.conftest import TACTICS, action_bodies, begin, game_body, record, refused
from tests.forms import either

KEY = {"Idempotency-Key": "the-evening"}
ACTIONS = either(30, 90)
"""Of the game that is sent."""


def json_lines(count: int = ACTIONS) -> bytes:
    """The first `count` actions of a game, as JSON Lines."""
    return b"".join(json.encode(action) + b"\n" for action in action_bodies()[:count])


def chunked(data: bytes, size: int = 500) -> bytes:
    """A body in chunks of so many bytes."""
    parts = [data[at : at + size] for at in range(0, len(data), size)]
    return b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in (*parts, b""))


def send(client: Client, url: str, data: bytes, media: str, *, length: int, terminated: bool, **more: Any) -> Answer:
    """Post a part of a body whose head announces `length` bytes, as a server of either kind passes it on."""
    environ: dict[str, Any] = {"CONTENT_LENGTH": str(length)}
    if terminated:
        environ["wsgi.input_terminated"] = True
    return client.post(url, input_stream=BytesIO(data), content_type=media, environ_overrides=environ, **more)


def send_chunked(client: Client, url: str, sent: bytes, media: str, **more: Any) -> Answer:
    """Post a part of a chunked body, which the server puts together as the app reads it."""
    environ = {
        "HTTP_TRANSFER_ENCODING": "chunked",
        "wsgi.input_terminated": True,
        "wsgi.input": Body(ChunkedReader(None, IterUnreader((sent,)))),
    }
    return client.post(url, content_type=media, environ_overrides=environ, **more)


@pytest.mark.parametrize("terminated", [True, False])
def test_a_recording_that_is_truncated_at_any_byte_is_not_stored(client: Client, terminated: bool) -> None:
    game, data, media = begin(client), json_lines(), "application/x-ndjson"
    url = f"/v1/games/{game}/actions"
    for cut in range(len(data)):
        answer = send(client, url, data[:cut], media, length=len(data), terminated=terminated, headers=KEY)
        refused(answer, 400, "incomplete-request")
    assert client.get(f"/v1/games/{game}").json["version"] == 1
    whole = send(client, url, data, media, length=len(data), terminated=terminated, headers=KEY)
    assert whole.status_code == 201
    assert whole.json["version"] == 1 + ACTIONS


def test_a_chunked_recording_that_is_truncated_at_any_byte_is_not_stored(client: Client) -> None:
    game, sent, media = begin(client), chunked(json_lines()), "application/x-ndjson"
    url = f"/v1/games/{game}/actions"
    for cut in range(len(sent)):
        answer = send_chunked(client, url, sent[:cut], media, headers=KEY)
        assert (answer.status_code, answer.json["type"]) in (
            (400, "/problems/incomplete-request"),
            (400, "/problems/invalid-http"),
        )
    assert client.get(f"/v1/games/{game}").json["version"] == 1
    assert send_chunked(client, url, sent, media, headers=KEY).json["version"] == 1 + ACTIONS


@pytest.mark.parametrize(
    ("url", "data", "media"),
    [
        ("/v1/games", json.encode(game_body()), "application/json"),
        ("/v1/players", b'{"name": "Ada"}  ', "application/json"),
        (f"/v1/rulesets/{TACTICS}/component-sets", RULESET.starter.encode(), "application/yaml"),
    ],
)
@pytest.mark.parametrize("terminated", [True, False])
def test_every_endpoint_refuses_a_truncated_body(
    client: Client, url: str, data: bytes, media: str, terminated: bool
) -> None:
    """Also if the truncated body is valid: a document without its final spaces, or a file without its last lines."""
    answer = send(client, url, data[:-1], media, length=len(data), terminated=terminated)
    refused(answer, 400, "incomplete-request")


@pytest.mark.parametrize("zeros", [0, 3, 30])
def test_a_length_may_begin_with_zeros(client: Client, zeros: int) -> None:
    """However it is read: a long one is left to Werkzeug."""
    body = b'{"name": "Ada"}'
    environ = {"CONTENT_LENGTH": f"{'0' * zeros}{len(body)}", "wsgi.input": BytesIO(body + b"GET / HTTP/1.1")}
    assert client.post("/v1/players", content_type="application/json", environ_overrides=environ).status_code == 201


def test_a_truncated_form_has_no_effect(client: Client) -> None:
    game = record(client, count=14)
    form, media = b"expected=15&to=13", "application/x-www-form-urlencoded"
    answer = send(client, f"/games/{game}/undo", form[:-1], media, length=len(form), terminated=True)
    assert answer.status_code == 400
    assert "Request incomplete" in answer.get_data(as_text=True)
    assert client.get(f"/v1/games/{game}").json["version"] == 15
    moved = send(client, f"/games/{game}/undo", form, media, length=len(form), terminated=True)
    assert moved.status_code == 303


@pytest.mark.parametrize("sent", [b"zz\r\n{}\r\n0\r\n\r\n", b"2\r\n{}!!0\r\n\r\n", b"-2\r\n{}\r\n", b"\r\n\r\n"])
def test_a_body_in_broken_chunks_is_refused(client: Client, sent: bytes) -> None:
    refused(send_chunked(client, "/v1/players", sent, "application/json"), 400, "invalid-http")


def test_nothing_of_a_body_that_is_too_large_is_stored(client: Client) -> None:
    """A chunked body does not announce its length."""
    game, lines, media = begin(client), json_lines(), "application/x-ndjson"
    url, largest = f"/v1/games/{game}/actions", lines + b"\n" * (MAX_BODY - len(lines))
    refused(send_chunked(client, url, chunked(largest + lines, 50_000), media), 413, "body-too-large")
    assert client.get(f"/v1/games/{game}").json["version"] == 1
    assert send_chunked(client, url, chunked(largest, 50_000), media).json["version"] == 1 + ACTIONS
