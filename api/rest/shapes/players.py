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


class Players(Struct, frozen=True):
    """A list of players."""

    items: list[Player]
    next: str | None
