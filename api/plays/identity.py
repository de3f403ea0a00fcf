"""The ids of games that were made of plays. A play has the same one in every log, so it is imported once.

An id is a UUIDv7 like that of every game: its time is when the play began, so lists have it where it belongs; the other
bits are a digest of the source and the source's own id. A play whose date was changed since is recognised by them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID, uuid5

if TYPE_CHECKING:
    from collections.abc import Iterable

    from api.plays.play import Play, Source

NAMESPACE = UUID("5d1c1c3e-96c5-5c0e-8d43-0d6a8a6b0c35")

VERSION = 0x7 << 76
VARIANT = 0x2 << 62
DIGEST = ((1 << 76) - 1) ^ (0x3 << 62)
"""The bits of an id that are no time, no version and no variant."""
LATEST = (1 << 48) - 1
"""The latest time of an id, in milliseconds."""


def game_id(play: Play) -> UUID:
    """The id of the game that a play becomes. A game that was exported from here has its own id."""
    if own := own_id(play.source, play.id):
        return own
    at = min(max(play.begun // 1_000, 0), LATEST)
    return UUID(int=at << 80 | VERSION | VARIANT | _digest(play.source, play.id))


def digest_of(game: UUID) -> int:
    """What the ids of a play have in common, whatever its date is."""
    return game.int & DIGEST


def _digest(source: Source, id_: str) -> int:
    return uuid5(NAMESPACE, f"{source}:{id_}").int & DIGEST


def own_id(source: Source, id_: str) -> UUID | None:
    """The id of a game that Tabletale exported, which is the play's own."""
    if source != "bgstats":
        return None
    try:
        found = UUID(id_)
    except ValueError:
        return None
    return found if found.version == 7 else None


class Here:
    """The games of a log, to be compared with those of plays."""

    def __init__(self, games: Iterable[UUID]) -> None:
        self._by_digest = {digest_of(game): game for game in games}

    def find(self, game: UUID) -> UUID | None:
        """The game that is stored for a play, also if the play has another date by now."""
        return self._by_digest.get(digest_of(game))

    def of_source(self, source: Source, id_: str) -> UUID | None:
        """The same, by the source's own id."""
        own = own_id(source, id_)
        return self.find(own) if own else self._by_digest.get(_digest(source, id_))


def origin_of(play: Play) -> str:
    """Who recorded the events of the game: the source, and its own id."""
    return f"{play.source}:{play.id}"


def source_id(recorder: str | None) -> str | None:
    """The id that a play has in BG Stats, by who recorded the events of its game."""
    source, _, id_ = (recorder or "").partition(":")
    return id_ if source == "bgstats" and id_ else None
