"""Cursors of lists: opaque to clients, so that what they hold may change."""

from __future__ import annotations

import binascii
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import TypeVar

import msgspec

from api.web import encode, invalid

T = TypeVar("T")


def cursor_of(place: object) -> str:
    """Where a page ended, as text."""
    return urlsafe_b64encode(encode(place)).decode().rstrip("=")


def read_cursor(cursor: str | None, kind: type[T]) -> T | None:
    """Where the page before ended. Raises Invalid."""
    if cursor is None:
        return None
    try:
        return msgspec.json.decode(urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)), type=kind)
    except (binascii.Error, ValueError, msgspec.MsgspecError, RecursionError):
        raise invalid("no cursor of this list", "/cursor", "query") from None
