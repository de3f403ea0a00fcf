"""What was worked out before, for as long as it can be of use."""

from __future__ import annotations

from typing import Generic, TypeVar

V = TypeVar("V")

MOST = 4_096
"""Kept at once; then all is forgotten, and grows again."""


class Memo(Generic[V]):
    """Remembers by key, and the last one by the identity of the parts that it was made of."""

    __slots__ = ("_known", "latest")

    def __init__(self) -> None:
        self.latest: tuple[tuple[object, ...], V] | None = None
        """Parts and result in one: read and written at once, whatever other threads do."""
        self._known: dict[object, V] = {}

    def get(self, key: object) -> V | None:
        """What is remembered under `key`."""
        return self._known.get(key)

    def put(self, key: object, found: V) -> V:
        """Remember `found`."""
        if len(self._known) >= MOST:
            self._known = {}
        self._known[key] = found
        return found
