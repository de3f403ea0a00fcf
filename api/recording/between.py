"""The events since the version of a game that a caller saw."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from events import Game
    from projections import Library
    from rulesets.kit.structs import Viewer


def between(library: Library, game: Game, seen: int, viewer: Viewer, most: int) -> tuple[tuple[int, str], ...]:
    """Version and sentence of the last `most` events after version `seen`, as `viewer` may see them. O(most)."""
    first = max(seen + 1, game.version - most + 1, 1)
    return tuple((each, library.step(game, each, viewer).text) for each in range(first, game.version + 1))
