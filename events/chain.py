"""The hash chain of a game: nobody can change, drop, add or reorder a stored event without breaking it.

    digest = SHA-256(field, field, ...)         of one event
    hash   = SHA-256(hash before + digest)      32 bytes each; the hash before the first event is 32 zero bytes

The fields are, in this order: game_id, version, parent, kind, seat, by, action, outcomes, effects, ruleset_version,
recorded_at, occurred_at, salt, board_hash. `position` is left out, since a transfer to another log changes it. Each
field is written as its length (4 bytes, big-endian) and its bytes: text in UTF-8 exactly as stored, a number in decimal
digits, a game id as its 16 bytes, bytes as they are. A field that is null is written as the length FF FF FF FF alone.

Digests hang on nothing but the event, so they are made before the log is locked; only the links are made within.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from itertools import accumulate

ORIGIN = bytes(32)
"""What the first event's hash follows on."""

_NULL = b"\xff\xff\xff\xff"

Field = bytes | str | int | None


def digest(fields: Iterable[Field]) -> bytes:
    """Hash the fields of one event, in the order above."""
    parts: list[bytes] = []
    for field in fields:
        if field is None:
            parts.append(_NULL)
        else:
            data = field if isinstance(field, bytes) else str(field).encode()
            parts += (len(data).to_bytes(4, "big"), data)
    return sha256(b"".join(parts)).digest()


def link(previous: bytes, digest: bytes) -> bytes:
    """Hash an event onto the one before it."""
    return sha256(previous + digest).digest()


def links(previous: bytes, digests: Iterable[bytes]) -> list[bytes]:
    """Hash events, one after the other, onto the one before them."""
    return list(accumulate(digests, link, initial=previous))[1:]
