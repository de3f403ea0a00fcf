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
    """What the game is called that it was copied from."""
    eyes: str
    """Who saw what was copied, in words; empty where that was everything."""


def origin_of(library: Library, game: Game) -> Origin | None:
    """Where a game was copied from, if it is a what-if game."""
    origin = library.start(game).forked_from
    if origin is None:
        return None
    called = library.ruleset(game).title
    return Origin(origin.game, origin.version, called, in_words(game, origin.viewer))


def in_words(game: Game, viewer: Viewer) -> str:
    """Whose eyes these are; empty for those of the table, which see all."""
    if viewer == TABLE:
        return ""
    return "a spectator" if viewer == SPECTATOR else names(game)[viewer]
