"""Anchors: one hash over the last hash of every game, with the position of the log at which it was made.

A chain finds what was changed in the middle of a game. It cannot find a log whose last stretch is gone with all rows
that speak of it, nor one that somebody wrote anew with all its hashes: an anchor that was kept in another place does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

Root = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class Anchor(Struct, frozen=True, forbid_unknown_fields=True):
    """What a log held up to a position."""

    position: Annotated[int, Meta(ge=0, le=2**63 - 1)]
    games: Annotated[int, Meta(ge=0)]
    """How many games had events up to there."""
    root: Root
    """SHA-256, in hex, over each game by id: its 16 bytes, its version in 8, the hash of its last event."""
    format: Literal[1] = 1


def anchor_of(position: int, games: Iterable[tuple[bytes, int, bytes]]) -> Anchor:
    """The anchor of a log of these games: id, version and last hash of each, in the order of the ids."""
    digest, count = sha256(), 0
    for raw_id, version, last_hash in games:
        digest.update(raw_id + version.to_bytes(8, "big") + last_hash)
        count += 1
    return Anchor(position, count, digest.hexdigest())


class Anchored:
    """Works an anchor out anew while the events pass by, by game and version."""

    def __init__(self, anchor: Anchor) -> None:
        self.anchor = anchor
        self._last: dict[bytes, tuple[int, bytes]] = {}

    def see(self, rows: Iterable[Sequence[Any]]) -> None:
        """Take the next events, as they are read for verifying."""
        upto = self.anchor.position
        for row in rows:
            if row[0] <= upto:
                self._last[row[1]] = (row[2], row[-1])

    def found(self) -> Anchor:
        """The anchor of what has passed by."""
        games = ((raw_id, *self._last[raw_id]) for raw_id in sorted(self._last))
        return anchor_of(self.anchor.position, games)
