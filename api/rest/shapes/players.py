"""People's profiles."""

from __future__ import annotations

from uuid import UUID

from msgspec import Struct

from api.rest.shapes.values import Line, Time


class PlayerBody(Struct, frozen=True, forbid_unknown_fields=True):
    """What a profile says."""

    name: Line


class Player(Struct, frozen=True, kw_only=True):
    """A person's profile."""

    id: UUID
    name: str
    created_at: Time


class MergeBody(Struct, frozen=True, forbid_unknown_fields=True):
    """The profile that a player's seats go to."""

    into: UUID


class MovedPlayer(Struct, frozen=True):
    """The player was merged into another: `Location` leads to the profile that there is."""

    into: UUID


class Players(Struct, frozen=True):
    """A list of players."""

    items: list[Player]
    next: str | None
