"""The hash chain of a game: any change, removal, insertion or reordering of stored events breaks it.

    digest = SHA-256(field, field, ...)         of one event
    hash   = SHA-256(hash before + digest)      32 bytes each; the hash before the first event is 32 zero bytes

The bytes of an event are a head of fixed size, then the stored bytes of all fields of variable length:

    head    game_id (16 bytes)
            version, parent, seat, ruleset_version, recorded_at, occurred_at (8 bytes each, signed; a null is 0)
            is seat null, is occurred_at null (1 byte each, 0 or 1)
            lengths of what follows (4 bytes each; of a null, -1); all numbers are big-endian
    bytes   kind, by, action, outcomes, effects (text in UTF-8), salt, board_hash

`position` is left out, since a transfer to another log changes it. `bytes_of` is this table as code.

A digest depends on its event only, so digests are computed before the log is locked. The links are computed while it is
locked.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from itertools import accumulate
from struct import Struct

ORIGIN = bytes(32)
"""The hash before the first event."""

_head = Struct(">16s 6q 2? 7i").pack


def bytes_of(
    game_id: bytes,
    version: int,
    parent: int,
    kind: bytes,
    seat: int | None,
    by: bytes | None,
    action: bytes,
    outcomes: bytes,
    effects: bytes,
    ruleset_version: int,
    recorded_at: int,
    occurred_at: int | None,
    salt: bytes,
    board_hash: bytes | None,
) -> bytes:
    """Return the bytes of an event for hashing. The parameters are in the order of the columns."""
    head = _head(
        game_id,
        version,
        parent,
        seat or 0,
        ruleset_version,
        recorded_at,
        occurred_at or 0,
        seat is None,
        occurred_at is None,
        len(kind),
        -1 if by is None else len(by),
        len(action),
        len(outcomes),
        len(effects),
        len(salt),
        -1 if board_hash is None else len(board_hash),
    )
    return b"".join((head, kind, by or b"", action, outcomes, effects, salt, board_hash or b""))


def digest(event: bytes) -> bytes:
    """Hash the bytes of one event."""
    return sha256(event).digest()


def link(previous: bytes, digest: bytes) -> bytes:
    """The hash of an event, given the hash of the one before it."""
    return sha256(previous + digest).digest()


def links(previous: bytes, digests: Iterable[bytes]) -> list[bytes]:
    """The hashes of consecutive events, given the hash of the one before them."""
    return list(accumulate(digests, link, initial=previous))[1:]
