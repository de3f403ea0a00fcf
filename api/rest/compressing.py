"""Answers in gzip for callers that accept it.

Flask-Compress would do it too, but gives each form of an answer an ETag of its own, and ours are compared before an
answer is made at all (`is_known`). One weak ETag stands for all forms instead.
"""

from __future__ import annotations

import gzip
import hashlib
import zlib
from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING

from flask import request

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from flask import Flask, Response

TEXTS = frozenset(
    {
        "application/json",
        "application/problem+json",
        "application/vnd.vegalite.v6+json",
        "application/x-ndjson",
        "application/yaml",
        "image/svg+xml",
    }
)
"""Media types that shrink, beside all of `text/`."""

TOO_SMALL = 500
"""Bytes: less fits into one packet anyway."""
TOO_LARGE = 4 << 20
"""Bytes: the export of a very long game is not worth the second that it would take."""
LEVEL = 6
KEPT = 8 << 20
"""Bytes of compressed answers that a process keeps: pictures and steps are asked for again and again."""


class Squeezed:
    """Answers in gzip by the SHA-256 of what they were made of. Safe to share between threads."""

    def __init__(self, most: int = KEPT) -> None:
        self._most = most
        self._size = 0
        self._kept: OrderedDict[bytes, bytes] = OrderedDict()
        self._lock = Lock()

    def __call__(self, data: bytes) -> bytes:
        """`data` in gzip."""
        key = hashlib.sha256(data).digest()
        with self._lock:
            if (kept := self._kept.get(key)) is not None:
                self._kept.move_to_end(key)
                return kept
        made = gzip.compress(data, LEVEL, mtime=0)
        with self._lock:
            self._keep(key, made)
        return made

    def _keep(self, key: bytes, made: bytes) -> None:
        if key in self._kept:
            return
        self._kept[key] = made
        self._size += len(made)
        while self._size > self._most:
            self._size -= len(self._kept.popitem(last=False)[1])


def watch(app: Flask) -> None:
    """Compress what an app answers, where the caller accepts it."""
    squeezed = Squeezed()

    def compress(response: Response) -> Response:
        if not _shrinks(response):
            return response
        response.vary.add("Accept-Encoding")
        _weaken(response)
        if _wanted(response):
            response.set_data(squeezed(response.get_data()))
            response.headers["Content-Encoding"] = "gzip"
        return response

    app.after_request(compress)


def of_stream(parts: Iterator[bytes]) -> tuple[Iterator[bytes], dict[str, str]]:
    """An answer that is sent as it is made, in gzip for a caller who accepts it, and the header for it."""
    if request.accept_encodings.quality("gzip") <= 0:
        return parts, {}
    return _gzip(parts), {"Content-Encoding": "gzip"}


def _gzip(parts: Iterable[bytes]) -> Iterator[bytes]:
    squeezing = zlib.compressobj(LEVEL, wbits=zlib.MAX_WBITS | 16)
    for part in parts:
        if squeezed := squeezing.compress(part):
            yield squeezed
    yield squeezing.flush()


def _shrinks(response: Response) -> bool:
    """Whether it is text; an answer without a body (304) may stand for one that is."""
    media = response.mimetype or ""
    return response.status_code == 304 or media.startswith("text/") or media in TEXTS


def _weaken(response: Response) -> None:
    """One ETag stands for the answer in each form, so it says that their bytes may differ."""
    tag, weak = response.get_etag()
    if tag is not None and not weak:
        response.set_etag(tag, weak=True)


def _wanted(response: Response) -> bool:
    if response.is_streamed or "Content-Encoding" in response.headers or response.status_code == 304:
        return False
    if request.accept_encodings.quality("gzip") <= 0:
        return False
    return TOO_SMALL <= len(response.get_data()) <= TOO_LARGE
