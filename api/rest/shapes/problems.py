"""The problems that requests are answered with."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from api.errors import Between, FieldFault, Question


class ProblemDetails(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A problem, in the form of RFC 9457."""

    type: str
    """The address of a page about this kind of problem."""
    title: str
    status: int
    detail: str
    next_step: str
    """What to do about it."""
    rule: str | UnsetType = UNSET
    """The id of the rule that forbids it."""
    rule_text: str | UnsetType = UNSET
    version: int | UnsetType = UNSET
    """Of a stale version, the game's current one; of a refused undo, the version that may not be undone."""
    undo_request: int | UnsetType = UNSET
    """The number of the undo that is asked for already."""
    between: tuple[Between, ...] | UnsetType = UNSET
    """Of a stale version, the events since then in words, oldest first; of many the last 20."""
    chance_needed: Question | UnsetType = UNSET
    errors: tuple[FieldFault, ...] | UnsetType = UNSET
