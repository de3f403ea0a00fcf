"""Undo requests, which the other seats accept or decline."""

from __future__ import annotations

from msgspec import Struct

from api.rest.shapes.values import SeatNumber


class UndoRequest(Struct, frozen=True, kw_only=True):
    """A request of a seat to undo or redo; the next event closes it."""

    n: int
    seat: int
    """The seat that requests it."""
    to: int
    """The version to go to."""
    version: int
    """The game's version when it was requested."""
    accepted: list[int]
    """The other seats that have accepted so far."""


class AnswerBody(Struct, frozen=True, forbid_unknown_fields=True):
    """The seat that answers or withdraws the request."""

    seat: SeatNumber
