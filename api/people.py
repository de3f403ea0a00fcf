"""People as others tell of them: by the id of a profile, or by name."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING
from unicodedata import normalize
from uuid import UUID

from events import MergedPlayer, UnknownPlayer

if TYPE_CHECKING:
    from events import Player, Store

LONGEST = 200
"""Characters of a name."""


def find(store: Store, told: str) -> UUID | None:
    """The id of whom an id or a whole name means; the other profile's where a player was merged, none for nobody."""
    with suppress(ValueError):
        return _now(store, UUID(told))
    found = called(store, told[:LONGEST])
    return found[0].id if found else None


def called(store: Store, name: str) -> list[Player]:
    """Who is called so; a letter with an accent may be entered in either of two ways."""
    spellings = dict.fromkeys((name, normalize("NFC", name), normalize("NFD", name)))
    return [player for spelling in spellings for player in store.players(name=spelling, limit=1)]


def _now(store: Store, player: UUID) -> UUID:
    """The id of the profile that an id leads to."""
    try:
        return store.player(player).id
    except MergedPlayer as error:
        return error.into
    except UnknownPlayer:  # forgotten: nothing is left under this id, and nothing is found
        return player
