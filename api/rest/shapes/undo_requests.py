"""Undo that the other seats have to agree to."""

from __future__ import annotations

from msgspec import Struct

from api.rest.shapes.values import SeatNumber


class UndoRequest(Struct, frozen=True, kw_only=True):
    """What a seat asks the others for; void at the next event."""

    n: int
    seat: int
    """Who asks."""
    to: int
    """The version that the game shall be at."""
    version: int
    """The game's when it was asked."""
    accepted: list[int]
    """The other seats that have agreed so far."""


class AnswerBody(Struct, frozen=True, forbid_unknown_fields=True):
    """Whose word it is."""

    seat: SeatNumber
