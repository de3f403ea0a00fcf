"""Finds players by the id of a profile, or by name."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING
from unicodedata import normalize
from uuid import UUID

from events import MergedPlayer, UnknownPlayer

if TYPE_CHECKING:
    from events import Player, Store

LONGEST = 200
"""The most characters of a name."""


def find(store: Store, text: str) -> UUID | None:
    """The player with this id or whole name; for a merged player the other profile; None if there is none."""
    with suppress(ValueError):
        return _current(store, UUID(text))
    found = called(store, text[:LONGEST])
    return found[0].id if found else None


def called(store: Store, name: str) -> list[Player]:
    """The players with this name; a letter with an accent may be entered in two ways."""
    spellings = dict.fromkeys((name, normalize("NFC", name), normalize("NFD", name)))
    return [player for spelling in spellings for player in store.players(name=spelling, limit=1)]


def _current(store: Store, player: UUID) -> UUID:
    """The id of the profile that an id leads to."""
    try:
        return store.player(player).id
    except MergedPlayer as error:
        return error.into
    except UnknownPlayer:  # deleted: nothing is left under this id
        return player
