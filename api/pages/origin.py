"""Where a what-if game was copied from, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from msgspec import Struct

from projections import names
from rulesets.kit.structs import SPECTATOR, TABLE

if TYPE_CHECKING:
    from events import Game
    from projections import Library
    from rulesets.kit.structs import Viewer


class Origin(Struct, frozen=True):
    """Where a what-if game was copied from."""

    game: UUID
    version: int
    called: str
    """The title of the original game."""
    viewer: str
    """The viewer whose view was copied, in words; empty for the table."""


def origin_of(library: Library, game: Game) -> Origin | None:
    """Where a what-if game was copied from; None for other games."""
    origin = library.start(game).forked_from
    if origin is None:
        return None
    called = library.title(game)
    return Origin(origin.game, origin.version, called, viewer_in_words(game, origin.viewer))


def viewer_in_words(game: Game, viewer: Viewer) -> str:
    """The viewer in words; empty for the table, which sees everything."""
    if viewer == TABLE:
        return ""
    return "a spectator" if viewer == SPECTATOR else names(game)[viewer]
