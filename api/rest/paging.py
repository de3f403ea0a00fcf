"""Cursors of lists: opaque to clients, so that their content may change."""

from __future__ import annotations

import binascii
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta

from api.rest.web import encode, invalid

T = TypeVar("T")

Place: Any = Annotated[int, Meta(ge=0, lt=2**31)]


def cursor_of(place: object) -> str:
    """The cursor for where a page ended."""
    return urlsafe_b64encode(encode(place)).decode().rstrip("=")


def read_number(cursor: str | None) -> int | None:
    """The place in a list, or the version, that a cursor holds. Raises Invalid."""
    return read_cursor(cursor, Place)


def read_cursor(cursor: str | None, kind: type[T]) -> T | None:
    """What a cursor holds. Raises Invalid."""
    if cursor is None:
        return None
    try:
        return msgspec.json.decode(urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)), type=kind)
    except (binascii.Error, ValueError, msgspec.MsgspecError, RecursionError):
        raise invalid("not a cursor of this list", "/cursor", "query") from None
