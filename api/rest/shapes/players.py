"""Profiles of players."""

from __future__ import annotations

from uuid import UUID

from msgspec import Struct

from api.rest.shapes.values import Line, Time


class PlayerBody(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a profile."""

    name: Line


class Player(Struct, frozen=True, kw_only=True):
    """The profile of a player."""

    id: UUID
    name: str
    created_at: Time


class MergeBody(Struct, frozen=True, forbid_unknown_fields=True):
    """The profile to merge a player into."""

    into: UUID


class MovedPlayer(Struct, frozen=True):
    """The player was merged into another: `Location` leads to that profile."""

    into: UUID


class Players(Struct, frozen=True):
    """A list of players."""

    items: list[Player]
    next: str | None
