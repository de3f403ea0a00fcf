"""Local mode: only this machine may send requests, and no page of another site."""

from __future__ import annotations

import pytest

from api.errors import NotLoopback
from api.rest.addresses import need_loopback
from tests.api.client import Client
from tests.api.conftest import refused


@pytest.mark.parametrize("host", ["localhost", "localhost:8000", "127.0.0.1:8000", "127.9.9.9", "[::1]:8000", "[::1]"])
def test_requests_of_this_machine_are_answered(client: Client, host: str) -> None:
    assert client.get("/v1/games", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "tabletale.example",
        "192.168.1.7:8000",
        "127.0.0.1.example",
        "localhost.example",
        "0.0.0.0",
        "",
        "[::2]",
        "[::1].example",
    ],
)
@pytest.mark.parametrize("path", ["/v1/games", "/openapi.json", "/healthz", "/nothing"])
def test_a_foreign_host_is_refused(client: Client, host: str, path: str) -> None:
    refused(client.get(path, headers={"Host": host}), 403, "host-not-allowed")
    assert {client.get(page, headers={"Host": host}).status_code for page in ("/", "/docs")} == {403}


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://localhost:3000", "http://127.0.0.1"])
def test_a_request_of_another_site_is_refused(client: Client, origin: str) -> None:
    headers = {"Origin": origin, "Host": "localhost:8000"}
    refused(client.post("/v1/players", json={"name": "Mallory"}, headers=headers), 403, "origin-not-allowed")
    assert client.get("/v1/players").json["items"] == []


def test_a_page_of_this_service_may_write(client: Client) -> None:
    headers = {"Origin": "http://localhost:8000", "Host": "localhost:8000"}
    assert client.post("/v1/players", json={"name": "Ada"}, headers=headers).status_code == 201


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.7", "::", "example.org", ""])
def test_the_service_refuses_to_listen_where_others_could_reach_it(host: str) -> None:
    with pytest.raises(NotLoopback):
        need_loopback(host)


@pytest.mark.parametrize("path", ["/v1/games", "/docs", "/nothing", "/healthz"])
def test_every_answer_has_security_headers(client: Client, path: str) -> None:
    headers = client.get(path).headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cache-Control"].startswith("private")
