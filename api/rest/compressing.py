"""Compresses answers with gzip for callers that accept it.

Flask-Compress gives each form of an answer its own ETag, but ours are compared before an answer is made (`is_known`).
One weak ETag stands for all forms instead.
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
"""Media types to compress, besides all of `text/`."""

TOO_SMALL = 500
"""Bytes: smaller answers fit into one packet anyway."""
TOO_LARGE = 4 << 20
"""Bytes: compressing the export of a very long game would take a second."""
LEVEL = 6
CACHE_BYTES = 8 << 20
"""Bytes of compressed answers that a process caches: pictures and steps are requested again and again."""


class GzipCache:
    """Compressed answers by the SHA-256 of their content. Safe to share between threads."""

    def __init__(self, most: int = CACHE_BYTES) -> None:
        self._most = most
        self._size = 0
        self._cache: OrderedDict[bytes, bytes] = OrderedDict()
        self._lock = Lock()

    def __call__(self, data: bytes) -> bytes:
        """`data` in gzip."""
        key = hashlib.sha256(data).digest()
        with self._lock:
            if (cached := self._cache.get(key)) is not None:
                self._cache.move_to_end(key)
                return cached
        made = gzip.compress(data, LEVEL, mtime=0)
        with self._lock:
            self._keep(key, made)
        return made

    def _keep(self, key: bytes, made: bytes) -> None:
        if key in self._cache:
            return
        self._cache[key] = made
        self._size += len(made)
        while self._size > self._most:
            self._size -= len(self._cache.popitem(last=False)[1])


def watch(app: Flask) -> None:
    """Compress the answers of an app, if the caller accepts it."""
    compressed = GzipCache()

    def compress(response: Response) -> Response:
        if not _is_text(response):
            return response
        given = {name.lower() for name, _ in response.headers}  # a lookup of each would take five times as long
        if "vary" in given:
            response.vary.add("Accept-Encoding")
        else:
            response.headers.add("Vary", "Accept-Encoding")
        if "etag" in given:
            _weaken(response)
        if "content-encoding" not in given and _should_compress(response):
            response.set_data(compressed(response.get_data()))
            response.headers["Content-Encoding"] = "gzip"
        return response

    app.after_request(compress)


def of_stream(parts: Iterator[bytes]) -> tuple[Iterator[bytes], dict[str, str]]:
    """A streamed answer, compressed if the caller accepts it, and its header."""
    if request.accept_encodings.quality("gzip") <= 0:
        return parts, {}
    return _gzip(parts), {"Content-Encoding": "gzip"}


def _gzip(parts: Iterable[bytes]) -> Iterator[bytes]:
    compressor = zlib.compressobj(LEVEL, wbits=zlib.MAX_WBITS | 16)
    for part in parts:
        if compressed := compressor.compress(part):
            yield compressed
    yield compressor.flush()


def _is_text(response: Response) -> bool:
    """Whether it is text; an answer without a body (304) may stand for text."""
    media = response.mimetype or ""
    return response.status_code == 304 or media.startswith("text/") or media in TEXTS


def _weaken(response: Response) -> None:
    """Make the ETag weak, since it stands for each form of the answer."""
    tag, weak = response.get_etag()
    if tag is not None and not weak:
        response.set_etag(tag, weak=True)


def _should_compress(response: Response) -> bool:
    if "HTTP_ACCEPT_ENCODING" not in request.environ:
        return False
    if response.is_streamed or response.status_code == 304:
        return False
    if request.accept_encodings.quality("gzip") <= 0:
        return False
    return TOO_SMALL <= len(response.get_data()) <= TOO_LARGE
