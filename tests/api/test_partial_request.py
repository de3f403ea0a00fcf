"""A request arrives byte by byte, within limits and deadlines; tested without sockets and without waiting."""

from __future__ import annotations

from typing import Any

import pytest
from gunicorn.http.errors import ParseException  # type: ignore[import-untyped]

from api import errors
from api.app import ENDPOINTS
from api.commands.serve import Server
from api.rest.body_limits import MAX_BODY, MAX_UPLOAD
from api.rest.web import Upload
from api.serving import limits
from api.serving.partial_request import PartialRequest
from api.settings import Settings

CLIENT = ("127.0.0.1", 50_000)
GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
POST = b"POST /v1/players HTTP/1.1\r\nHost: localhost\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"
UPLOAD = b"POST /v1/imports HTTP/1.1\r\nHost: localhost\r\n"
PLAIN = POST + b'Content-Length: 15\r\n\r\n{"name": "Ada"}'
IN_CHUNKS = (
    POST + b"Transfer-Encoding: chunked\r\n\r\n"
    b'3;part=one\r\n{"n\r\n00B \t; a="\\""\r\name": "Ada"\r\n1\r\n}\r\n0;last\r\nChecked: yes\r\nBy: nobody\r\n\r\n'
)


@pytest.fixture(scope="module")
def cfg() -> Any:
    """gunicorn's settings, as the service has them."""
    return Server(Settings.read({"XDG_DATA_HOME": "/nowhere"})).cfg


def partial_request(cfg: Any, now: float = 0.0) -> PartialRequest:
    return PartialRequest(cfg, CLIENT, now)


def chunks(sizes: list[int]) -> bytes:
    return b"".join(b"%x\r\n%b\r\n" % (size, b"x" * size) for size in [*sizes, 0])


@pytest.mark.parametrize(("sent", "body"), [(GET, b""), (PLAIN, b'{"name": "Ada"}'), (IN_CHUNKS, b'{"name": "Ada"}')])
def test_a_request_is_complete_with_its_last_byte(cfg: Any, sent: bytes, body: bytes) -> None:
    coming = partial_request(cfg)
    whole = [coming.feed(sent[at : at + 1], 0.0) for at in range(len(sent))]
    assert whole == [False] * (len(sent) - 1) + [True]
    assert coming.request().body.read() == body


@pytest.mark.parametrize("sent", [GET, PLAIN, IN_CHUNKS, b"\r\n" + GET])
def test_it_does_not_matter_where_the_network_cuts_a_request(cfg: Any, sent: bytes) -> None:
    for cut in range(1, len(sent)):
        coming = partial_request(cfg)
        assert not coming.feed(sent[:cut], 0.0)
        assert coming.feed(sent[cut:], 0.0)
        assert coming.request().uri in ("/healthz", "/v1/players")


@pytest.mark.parametrize("first", [GET, PLAIN, IN_CHUNKS])
@pytest.mark.parametrize("second", [b"", b"G", GET, PLAIN * 2])
def test_bytes_after_a_request_belong_to_the_next_one(cfg: Any, first: bytes, second: bytes) -> None:
    coming = partial_request(cfg)
    assert coming.feed(first + second, 0.0)
    request = coming.request()
    request.body.read()
    assert request.unreader.take_buffered() == second


def test_a_body_of_the_largest_size_is_accepted_in_either_form(cfg: Any) -> None:
    body = b"x" * MAX_BODY
    for sent in (
        POST + b"Content-Length: %d\r\n\r\n" % MAX_BODY + body,
        POST + b"Transfer-Encoding: chunked\r\n\r\n" + chunks([1 << 14] * 64),
    ):
        coming = partial_request(cfg)
        assert coming.feed(sent, 0.0)
        assert coming.request().body.read() == body


@pytest.mark.parametrize(
    ("sent", "kind"),
    [
        (b"GET /" + b"x" * limits.REQUEST_LINE_BYTES, errors.AddressTooLong),
        (b"\r\nGET /" + b"x" * limits.REQUEST_LINE_BYTES, errors.AddressTooLong),
        (b"GET /" + b"x" * limits.REQUEST_LINE_BYTES + GET[4:], errors.AddressTooLong),
        (GET[:-2] + b"A: b\r\n" * limits.HEADERS + b"\r\n", errors.HeadersTooLarge),
        (GET[:-2] + b"A: " + b"b" * limits.HEADER_BYTES + b"\r\n\r\n", errors.HeadersTooLarge),
        (GET[:-2] + b"A: " + b"b" * limits.HEAD_BYTES, errors.HeadersTooLarge),
        (GET[:-2] + (b"A: " + b"b" * 8_000 + b"\r\n") * 9 + b"\r\n", errors.HeadersTooLarge),
        (POST + b"Content-Length: %d\r\n\r\n" % (MAX_BODY + 1), errors.BodyTooLarge),
        (CHUNKED + b"100001\r\n", errors.BodyTooLarge),
        (CHUNKED + chunks([1 << 14] * 65), errors.BodyTooLarge),
        (
            POST + b"Transfer-Encoding: chunked\r\n\r\n" + chunks([1] * (limits.FRAMING_BYTES // 5 + 1)),
            errors.BodyTooLarge,
        ),
        (
            POST + b"Transfer-Encoding: chunked\r\n\r\n" + (b"1;" + b"x" * 8_000 + b"\r\nx\r\n") * 33,
            errors.BodyTooLarge,
        ),
    ],
)
def test_a_large_request_is_refused_before_it_is_complete(cfg: Any, sent: bytes, kind: type[errors.Problem]) -> None:
    with pytest.raises(kind):
        partial_request(cfg).feed(sent, 0.0)


@pytest.mark.parametrize(
    ("sent", "advice"),
    [
        (POST + b"Transfer-Encoding: chunked\r\n\r\n100001\r\n", "Send less at a time"),
        (UPLOAD + b"Transfer-Encoding: chunked\r\n\r\n100001\r\n", "Send it with `Content-Length`"),
        (UPLOAD + b"Content-Length: %d\r\n\r\n" % (MAX_UPLOAD + 1), "Send fewer games in a file"),
    ],
)
def test_a_length_is_advised_only_if_it_helps_and_was_not_sent(cfg: Any, sent: bytes, advice: str) -> None:
    """Broken by advising `Content-Length` although it was sent, and where it allows no larger body."""
    with pytest.raises(errors.BodyTooLarge) as refused:
        partial_request(cfg).feed(sent, 0.0)
    assert refused.value.next_step.startswith(advice)
    assert ("Content-Length" in refused.value.next_step) == ("Content-Length" in advice)


@pytest.mark.parametrize(
    ("sent", "kind"),
    [
        (b"GET /healthz HTTP/1.1\n", errors.InvalidHttp),
        (b"GET /healthz HTTP/1.1\r\nHost: localhost\n", errors.InvalidHttp),
        (b"\r\n\r\n", errors.InvalidHttp),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\r\n\r\n", errors.InvalidHttp),
        (b"GET /healthz\r\n\r\n", errors.InvalidHttp),
        (b"GET /healthz HTTP/2.0\r\n\r\n", errors.InvalidHttp),
        (b"GET /caf\xe9 HTTP/1.1\r\n\r\n", errors.InvalidHttp),
        (GET[:-2] + b"Host: elsewhere\r\n\r\n", errors.InvalidHttp),
        (GET[:-2] + b" folded\r\n\r\n", errors.InvalidHttp),
        (POST + b"Content-Length: 5\r\nContent-Length: 5\r\n\r\n", errors.InvalidHttp),
        (POST + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n", errors.InvalidHttp),
        (POST + b"Content-Length: -5\r\n\r\n", errors.InvalidHttp),
        (POST + b"Content-Length: +5\r\n\r\n", errors.InvalidHttp),
        (POST + b"Content-Length: 5, 5\r\n\r\n", errors.InvalidHttp),
        (POST + b"Transfer-Encoding: chunked, chunked\r\n\r\n", errors.InvalidHttp),
        (POST + b"Transfer-Encoding: gzip\r\n\r\n", errors.InvalidHttp),
        (POST.replace(b"1.1", b"1.0") + b"Transfer-Encoding: chunked\r\n\r\n", errors.InvalidHttp),
        (POST + b"Transfer-Encoding: rot13\r\n\r\n", errors.UnsupportedCoding),
        (POST + b"Expect: tea\r\n\r\n", errors.UnmetExpectation),
    ],
)
def test_an_invalid_or_ambiguous_head_is_refused(cfg: Any, sent: bytes, kind: type[errors.Problem]) -> None:
    with pytest.raises(kind):
        partial_request(cfg).feed(sent, 0.0)


@pytest.mark.parametrize(
    "body", [b"zz\r\n", b"\r\n", b"-1\r\n", b"0x1\r\n", b"1_0\r\n", b" 1\r\n", b"1\r\nxx\r\n0\r\n\r\n", b"1" * 9_000]
)
def test_a_body_in_broken_chunks_is_complete_at_once(cfg: Any, body: bytes) -> None:
    """The parser refuses it when the app reads it."""
    coming = partial_request(cfg)
    assert coming.feed(POST + b"Transfer-Encoding: chunked\r\n\r\n" + body, 0.0)
    with pytest.raises(ParseException):
        coming.request().body.read()


def test_a_head_has_ten_seconds(cfg: Any) -> None:
    coming = partial_request(cfg, now=100.0)
    assert (coming.deadline, coming.begun) == (100.0 + limits.HEAD_SECONDS, False)
    coming.feed(GET[:20], 109.0)
    assert (coming.deadline, coming.begun) == (100.0 + limits.HEAD_SECONDS, True)


def test_a_body_that_keeps_coming_has_up_to_thirty_seconds(cfg: Any) -> None:
    coming = partial_request(cfg, now=100.0)
    coming.feed(POST + b"Content-Length: 1000000\r\n\r\n", 105.0)
    assert coming.deadline == 105.0 + limits.FREE_SECONDS
    coming.feed(b"x" * 2 * limits.BODY_BYTES_PER_SECOND, 106.0)
    assert coming.deadline == 105.0 + limits.FREE_SECONDS + 2
    coming.feed(b"x" * 500_000, 107.0)
    assert coming.deadline == 105.0 + limits.BODY_SECONDS


def test_a_request_has_a_deadline_when_the_service_stops(cfg: Any) -> None:
    coming = partial_request(cfg, now=100.0)
    coming.last_call = 102.0
    assert coming.deadline == 102.0
    coming.feed(POST + b"Content-Length: 1000000\r\n\r\n", 101.0)
    assert coming.deadline == 102.0


def test_a_client_that_expects_100_continue_gets_it_after_the_head(cfg: Any) -> None:
    head = POST + b"Expect: 100-continue\r\nContent-Length: 2\r\n\r\n"
    coming = partial_request(cfg)
    coming.feed(head[:-1], 0.0)
    assert not coming.expects_continue()
    coming.feed(head[-1:], 0.0)
    assert coming.expects_continue()
    assert not coming.expects_continue()


def test_a_client_that_sends_its_body_at_once_gets_no_100_continue(cfg: Any) -> None:
    coming = partial_request(cfg)
    assert coming.feed(POST + b"Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}", 0.0)
    assert not coming.request()._expected_100_continue


def test_the_problem_of_an_incomplete_request_says_what_was_missing(cfg: Any) -> None:
    coming = partial_request(cfg)
    coming.feed(PLAIN[:30], 0.0)
    assert "head" in coming.timed_out().detail
    coming.feed(PLAIN[30:-1], 0.0)
    assert "14 bytes" in coming.incomplete().detail


# --- files of games

FILE = b"POST /v1/imports HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n"


def test_only_endpoints_and_forms_that_read_files_accept_larger_bodies() -> None:
    """The web server knows their addresses. Broken by leaving the address out of `limits.UPLOADS_TO`."""
    reading = {each.path for each in ENDPOINTS if each.parameters.get("body") is Upload}
    assert reading | {"/new/plays"} == limits.UPLOADS_TO
    assert {each.method for each in ENDPOINTS if each.path in reading} == {"POST"}


def test_a_large_file_is_not_held_in_memory(cfg: Any) -> None:
    """The bytes after it are the next request. Broken by moving all that came into the file."""
    body = bytes(range(256)) * (MAX_BODY // 256) + b"the end"
    coming = partial_request(cfg)
    sent = FILE % len(body) + body + GET
    pieces = [sent[at : at + (64 << 10)] for at in range(0, len(sent), 64 << 10)]
    for piece in pieces[:-1]:
        assert not coming.feed(piece, 0.0)
        assert len(coming._data) == 0
    assert coming.feed(pieces[-1], 0.0)
    request = coming.request()
    assert request.body.read() == body
    assert request.unreader.take_buffered() == GET


@pytest.mark.parametrize(
    ("head", "kind"),
    [
        (FILE % (MAX_UPLOAD + 1), errors.BodyTooLarge),
        (FILE.replace(b"POST", b"PUT") % (MAX_BODY + 1), errors.BodyTooLarge),
        (FILE.replace(b"imports", b"players") % (MAX_BODY + 1), errors.BodyTooLarge),
    ],
    ids=["too large", "no POST", "another address"],
)
def test_other_bodies_are_not_treated_as_files(cfg: Any, head: bytes, kind: type[errors.Problem]) -> None:
    """Broken by ignoring the method."""
    with pytest.raises(kind):
        partial_request(cfg).feed(head, 0.0)


def test_the_number_of_files_at_once_is_limited(cfg: Any) -> None:
    """The next one is accepted as soon as one of them is done. Broken by not counting them."""
    coming = [partial_request(cfg) for _ in range(limits.UPLOADS)]
    for each in coming:
        assert not each.feed(FILE % MAX_UPLOAD, 0.0)
    with pytest.raises(errors.Overloaded):
        partial_request(cfg).feed(FILE % MAX_UPLOAD, 0.0)
    del coming, each
    assert not partial_request(cfg).feed(FILE % MAX_UPLOAD, 0.0)


def test_a_file_has_a_longer_deadline_and_a_higher_minimum_rate(cfg: Any) -> None:
    """Broken by giving it the time of other bodies."""
    coming = partial_request(cfg)
    coming.feed(FILE % MAX_UPLOAD, 100.0)
    assert coming.deadline == 110.0
    coming.feed(b"x" * (50 * limits.UPLOAD_BYTES_PER_SECOND), 101.0)
    assert coming.deadline == 160.0
    coming.feed(b"x" * (2 * 600 * limits.UPLOAD_BYTES_PER_SECOND), 102.0)
    assert coming.deadline == 700.0
    assert f"{1250 * limits.UPLOAD_BYTES_PER_SECOND} bytes" in coming.incomplete().detail


def test_a_full_disk_is_a_problem(cfg: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Broken by letting the error out."""

    class Full:
        def write(self, data: bytes) -> int:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr("api.serving.partial_request.TemporaryFile", Full)
    coming = partial_request(cfg)
    with pytest.raises(errors.BodyTooLarge, match="No space left"):
        coming.feed(FILE % MAX_UPLOAD + b"x", 0.0)
