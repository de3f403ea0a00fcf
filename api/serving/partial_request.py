"""A request while it arrives: fed with bytes, it says when it is whole, or what is wrong with it.

It uses no sockets and no clock. gunicorn's parser reads the head and, when all bytes are there, the body; this module
only finds where both end. If the two disagree about a message in chunks, the parser's reading counts: it never waits
for more, and what it leaves over is the next request.
"""

from __future__ import annotations

import re
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING, Any
from weakref import WeakSet

from gunicorn.http.body import ChunkedReader  # type: ignore[import-untyped]
from gunicorn.http.errors import (  # type: ignore[import-untyped]
    ExpectationFailed,
    LimitRequestHeaders,
    LimitRequestLine,
    NoMoreData,
    ParseException,
    UnsupportedTransferCoding,
)
from gunicorn.http.message import Request  # type: ignore[import-untyped]
from gunicorn.http.unreader import Unreader  # type: ignore[import-untyped]

from api.errors import (
    AddressTooLong,
    BodyTooLarge,
    HeadersTooLarge,
    IncompleteRequest,
    InvalidHttp,
    Overloaded,
    Problem,
    RequestTimeout,
    UnmetExpectation,
    UnsupportedCoding,
)
from api.rest.body_limits import FEWER_GAMES, MAX_BODY, MAX_UPLOAD, WITH_LENGTH
from api.serving import limits

if TYPE_CHECKING:
    from collections.abc import Callable

PIECE_BYTES = 8_192
"""The parser copies its input for each chunk of a body, so it gets a little at a time, as from a socket."""

HEAD_IS_OVER = re.compile(rb"\r\n\r\n|(?<!\r)\n")
"""The end of a head, or an end of line that the parser refuses."""
ACCEPT = re.compile(rb"\r\naccept:[ \t]*([\t -~]{0,1000})", re.I)
"""The header `Accept`."""
CHUNK_SIZE = re.compile(rb"([0-9A-Fa-f]+)(?:[ \t]*;.*)?", re.S)

KINDS: dict[type[Exception], type[Problem]] = {
    LimitRequestLine: AddressTooLong,
    LimitRequestHeaders: HeadersTooLarge,
    ExpectationFailed: UnmetExpectation,
    UnsupportedTransferCoding: UnsupportedCoding,
}
"""Errors of the parser, and the problem for each; all others are InvalidHttp."""


class Collected(Unreader):  # type: ignore[misc]
    """The bytes that arrived, for gunicorn's parser to read."""

    def __init__(self, data: bytes) -> None:
        super().__init__()
        self._data = data
        self._at = 0

    def chunk(self, size_hint: int | None = None) -> bytes:
        begin = self._at
        self._at += max(size_hint or 0, PIECE_BYTES)
        return self._data[begin : self._at]

    def take_buffered(self) -> bytes:
        """The bytes that were not read: what follows the request."""
        rest: bytes = super().take_buffered() + self._data[self._at :]
        self._at = len(self._data)
        return rest

    def refill(self, data: bytes) -> None:
        """Continue with other bytes, when all were read."""
        self._data, self._at = data, 0


class Spooled:
    """A large body, moved to a temporary file as it arrives, so that memory does not hold it."""

    files: WeakSet[IO[bytes]] = WeakSet()
    """The open files. Each is closed when its request is done."""

    def __init__(self, length: int) -> None:
        """Raises BodyTooLarge, and Overloaded where there are too many already."""
        if length > MAX_UPLOAD:
            raise BodyTooLarge(f"Content-Length announces {length} bytes.").advise(FEWER_GAMES)
        if len(self.files) >= limits.UPLOADS:
            raise Overloaded("Too many files of games are being read.")
        self._length = length
        self.size = 0
        self.file: IO[bytes] = TemporaryFile()  # noqa: SIM115 - it lives as long as the request
        self.files.add(self.file)

    def end_in(self, data: bytearray) -> bool:
        """Move the bytes of the body out of `data`, and say whether it is whole. Raises BodyTooLarge."""
        more = data[: self._length - self.size]
        del data[: len(more)]
        try:
            self.file.write(more)
        except OSError as error:
            no_room = BodyTooLarge(f"The service has no space for it in its folder of temporary files ({error}).")
            raise no_room.advise("Free space there, or send fewer games in a file.") from None
        self.size += len(more)
        return self.size == self._length

    def whole(self) -> IO[bytes]:
        """The body, to be read from its first byte."""
        self.file.seek(0)
        return self.file


class PartialRequest:
    """The request that a connection is sending. Times are seconds of a monotonic clock."""

    def __init__(self, cfg: Any, client: Any, now: float) -> None:
        self._cfg = cfg
        self._client = client
        self._data = bytearray()
        """Bytes of the head, then of the body and of what follows it."""
        self._searched = 0
        self._since = now
        """When the reading of the head began; when the head is whole, that of the body."""
        self._request: Any = None
        self._body_ends: Callable[[bytearray], bool] = _is_over
        self._spooled: Spooled | None = None
        self.last_call = float("inf")
        """An earlier deadline, if the service stops."""
        self.accept = ""
        """The header `Accept`, when it has arrived."""

    @property
    def begun(self) -> bool:
        """Whether anything has arrived."""
        return bool(self._data) or self._request is not None

    @property
    def deadline(self) -> float:
        """The deadline: bytes of a body extend it, bytes of a head do not."""
        if self._request is None:
            return min(self._since + limits.HEAD_SECONDS, self.last_call)
        rate, most = limits.BODY_BYTES_PER_SECOND, limits.BODY_SECONDS
        if self._spooled is not None:
            rate, most = limits.UPLOAD_BYTES_PER_SECOND, limits.UPLOAD_SECONDS
        earned = limits.FREE_SECONDS + self._came / rate
        return min(self._since + min(earned, most), self.last_call)

    def feed(self, data: bytes, now: float) -> bool:
        """Take bytes, and say whether the request is whole. Raises the problem that it is refused with."""
        self._data += data
        if self._request is None and self._can_read_head():
            self.accept = self._accepted()
            self._read_head()
            self._since = now
        return self._request is not None and self._body_ends(self._data)

    def expects_continue(self) -> bool:
        """Whether the client waits for `100 Continue`. True only once."""
        if self._request is None:
            return False
        wants: bool = self._request._expected_100_continue
        self._request._expected_100_continue = False
        return wants

    def request(self) -> Any:
        """gunicorn's request with all its bytes, when it is whole."""
        self._request._expected_100_continue = False  # or gunicorn would send it again
        self._request.unreader.refill(bytes(self._data))
        if self._spooled is not None:
            self._request.body = self._spooled.whole()
        return self._request

    def timed_out(self) -> Problem:
        """The answer after the deadline."""
        return RequestTimeout(f"The {self._part} did not arrive in time; {self._came} bytes of it arrived.")

    def incomplete(self) -> Problem:
        """The answer when nothing more can come."""
        return IncompleteRequest(
            f"The connection ended in the middle of the {self._part}, after {self._came} bytes of it."
        )

    @property
    def _came(self) -> int:
        """Bytes of the head, then of the body."""
        return len(self._data) + (self._spooled.size if self._spooled is not None else 0)

    @property
    def _part(self) -> str:
        return "head" if self._request is None else "body"

    def _accepted(self) -> str:
        found = ACCEPT.search(self._data)
        return found[1].decode("ascii") if found else ""

    def _can_read_head(self) -> bool:
        """Whether the parser can read the head: it is whole, too large, or can never be valid."""
        found = HEAD_IS_OVER.search(self._data, max(self._searched - 3, 0))
        self._searched = len(self._data)
        return bool(found) or self._is_too_long()

    def _is_too_long(self) -> bool:
        length = len(self._data)
        lines = b"\r\n" in self._data[2 : limits.REQUEST_LINE_BYTES + 4]  # after an empty line that may come first
        return length > limits.HEAD_BYTES or (length > limits.REQUEST_LINE_BYTES + 4 and not lines)

    def _read_head(self) -> None:
        unreader = Collected(bytes(self._data))
        try:
            self._request = Request(self._cfg, unreader, self._client)
        except (NoMoreData, StopIteration):
            raise _large_head() from None
        except ParseException as error:
            raise KINDS.get(type(error), InvalidHttp)(f"{str(error)[:200]}.") from None
        rest = unreader.take_buffered()
        if len(self._data) - len(rest) > limits.HEAD_BYTES:
            raise _large_head()
        self._data = bytearray(rest)
        reader = self._request.body.reader
        if self._is_upload() and not isinstance(reader, ChunkedReader) and reader.length > MAX_BODY:
            self._spooled = Spooled(reader.length)
            self._body_ends = self._spooled.end_in
        else:
            self._body_ends = _end_of_body(reader, WITH_LENGTH if self._is_upload() else BodyTooLarge.next_step)

    def _is_upload(self) -> bool:
        return self._request.method == "POST" and self._request.path.rstrip("/") in limits.UPLOADS_TO


def _large_head() -> HeadersTooLarge:
    return HeadersTooLarge(f"The head is over {limits.HEAD_BYTES} bytes.")


def _is_over(_data: bytearray) -> bool:
    return True


def _end_of_body(reader: Any, in_chunks: str) -> Callable[[bytearray], bool]:
    """A function that says whether a body ends in the bytes after its head. Raises BodyTooLarge.

    `in_chunks` is the next step if a body in chunks is too large.
    """
    if isinstance(reader, ChunkedReader):
        return Chunks(in_chunks).end_in
    length: int = reader.length
    if length > MAX_BODY:
        raise BodyTooLarge(f"Content-Length announces {length} bytes.")
    return lambda data: len(data) >= length


class Chunks:
    """Finds where a body in chunks ends. Anything but a chunk ends it too: the parser reports the fault."""

    def __init__(self, next_step: str = BodyTooLarge.next_step) -> None:
        """`next_step` is the advice if it is too large."""
        self._next_step = next_step
        self._at = 0
        """Where the next line with a size begins."""
        self._size = 0
        """Bytes of all chunks so far."""

    def end_in(self, data: bytearray) -> bool:
        """Whether the body ends in `data`, which begins as it did before. Raises BodyTooLarge."""
        while (end := data.find(b"\r\n", self._at)) >= 0:
            size = CHUNK_SIZE.fullmatch(data, self._at, end)
            if size is None:
                return True
            if (length := int(size[1], 16)) == 0:
                return data.find(b"\r\n\r\n", end) >= 0 or len(data) - end > limits.HEAD_BYTES
            self._add(length, end + 2)
        return len(data) - self._at > limits.HEADER_BYTES

    def _add(self, length: int, begin: int) -> None:
        self._size += length
        self._at = begin + length + 2
        if self._size > MAX_BODY or self._at - self._size > limits.FRAMING_BYTES:
            raise BodyTooLarge("Its chunks are too many or too large.").advise(self._next_step)
