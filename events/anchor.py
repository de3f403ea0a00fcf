"""Anchors: one hash over the last hash of every game, with the position of the log at which it was made.

The hash chain of a game shows changes within the game. It does not show that the end of the log is missing together
with all rows that refer to it, or that somebody rewrote the log with new hashes: an anchor stored elsewhere shows both.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

Root = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class Anchor(Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of a log up to a position."""

    position: Annotated[int, Meta(ge=0, le=2**63 - 1)]
    games: Annotated[int, Meta(ge=0)]
    """How many games had events up to that position."""
    root: Root
    """SHA-256, in hex, over all games by id: 16 bytes of id, 8 bytes of version, the hash of the last event."""
    format: Literal[1] = 1


def anchor_of(position: int, games: Iterable[tuple[bytes, int, bytes]]) -> Anchor:
    """The anchor of a log with these games: (id, version, hash of the last event), in the order of the ids."""
    digest, count = sha256(), 0
    for raw_id, version, last_hash in games:
        digest.update(raw_id + version.to_bytes(8, "big") + last_hash)
        count += 1
    return Anchor(position, count, digest.hexdigest())


class AnchorCheck:
    """Computes the anchor again from the events, which come by game and version, to compare it."""

    def __init__(self, anchor: Anchor) -> None:
        self.anchor = anchor
        self._last: dict[bytes, tuple[int, bytes]] = {}

    def observe(self, rows: Iterable[Sequence[Any]]) -> None:
        """Add the next rows of events."""
        upto = self.anchor.position
        for row in rows:
            if row[0] <= upto:
                self._last[row[1]] = (row[2], row[-1])

    def computed(self) -> Anchor:
        """The anchor of all events so far."""
        games = ((raw_id, *self._last[raw_id]) for raw_id in sorted(self._last))
        return anchor_of(self.anchor.position, games)
