"""Answers in gzip."""

from __future__ import annotations

import gzip

import pytest

from api.app import create_app
from api.rest import compressing
from api.rest.compressing import GzipCache
from api.service import Service
from tests.api.client import Client
from tests.api.conftest import begin, record

GZIP = {"Accept-Encoding": "gzip, deflate, br"}


@pytest.fixture
def client(service: Service) -> Client:
    """A client that does not decompress answers."""
    return Client(create_app(service))


def test_text_is_compressed_for_clients_that_accept_it(client: Client) -> None:
    game = record(client, count=20)
    reads = ("", "/board.svg", "/board", "/timeline", "/export", "/nothing")
    for path in (*(f"/v1/games/{game}{read}" for read in reads), f"/games/{game}", "/openapi.json", "/docs"):
        plain, small = client.get(path), client.get(path, headers=GZIP)
        assert plain.headers["Vary"] == small.headers["Vary"], path
        assert plain.headers["Vary"].endswith("Accept-Encoding"), path
        assert "Content-Encoding" not in plain.headers
        assert small.status_code == plain.status_code
        if len(plain.data) < compressing.TOO_SMALL:
            assert small.data == plain.data
            continue
        assert small.headers["Content-Encoding"] == "gzip", path
        assert gzip.decompress(small.data) == plain.data
        assert int(small.headers["Content-Length"]) == len(small.data) < len(plain.data)


@pytest.mark.parametrize("accepted", ["identity", "gzip;q=0", "br", ""])
def test_a_client_that_does_not_accept_gzip_gets_plain_text(client: Client, accepted: str) -> None:
    answer = client.get(f"/games/{begin(client)}", headers={"Accept-Encoding": accepted})
    assert "Content-Encoding" not in answer.headers
    assert answer.text.startswith("<!doctype html>")


def test_a_png_is_not_compressed_again(client: Client) -> None:
    answer = client.get(f"/v1/games/{begin(client)}/board.png?width=100", headers=GZIP)
    assert "Content-Encoding" not in answer.headers
    assert "Vary" not in answer.headers


@pytest.mark.parametrize("path", ["/games/{}", "/v1/games/{}", "/v1/games/{}/board.svg"])
def test_compressed_and_plain_answers_have_the_same_etag(client: Client, path: str) -> None:
    """It is a weak ETag, since the bytes differ; an answer that the client has, in whichever form, is not sent
    again."""
    address = path.format(record(client, count=20))
    plain, small = client.get(address), client.get(address, headers=GZIP)
    assert plain.headers["ETag"] == small.headers["ETag"]
    assert small.headers["ETag"].startswith('W/"')
    for headers in ({}, GZIP):
        again = client.get(address, headers={**headers, "If-None-Match": small.headers["ETag"]})
        assert again.status_code == 304
        assert again.headers["Vary"] == "Accept-Encoding"
        assert again.data == b""


def test_compressed_answers_are_cached_up_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[bytes] = []

    def compress(data: bytes, *_more: int, **_named: int) -> bytes:
        made.append(data)
        return data

    monkeypatch.setattr(gzip, "compress", compress)
    squeezed = GzipCache(most=10)
    for data in (b"aaaa", b"bbbb", b"aaaa", b"cccc", b"aaaa", b"bbbb"):
        assert squeezed(data) == data
    assert made == [b"aaaa", b"bbbb", b"cccc", b"bbbb"]
