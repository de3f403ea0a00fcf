"""Problems, as answers to requests."""

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
    """For `stale-version`, the game's current version; for `undo-refused`, the version that cannot be undone."""
    undo_request: int | UnsetType = UNSET
    """The number of the undo request that is open."""
    between: tuple[Between, ...] | UnsetType = UNSET
    """For `stale-version`, the events since then in words, oldest first, at most the last 20."""
    chance_needed: Question | UnsetType = UNSET
    errors: tuple[FieldFault, ...] | UnsetType = UNSET
