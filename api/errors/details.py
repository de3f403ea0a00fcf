"""Details that a problem can carry: the wrong places of a request, the missing roll or draw."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

Where = Literal["body", "query", "header"]


class FieldFault(Struct, frozen=True, kw_only=True):
    """One place where a request is wrong."""

    pointer: str
    """JSON Pointer (RFC 6901) into the body; for a query or header, the name after a slash."""
    detail: str
    where: Where = "body"
    line: int | UnsetType = UNSET
    """Line of a file or of JSON Lines, from 1."""
    column: int | UnsetType = UNSET
    """Column in that line, from 1."""


class PossibleOutcome(Struct, frozen=True):
    """A possible outcome of a roll or draw, with its label."""

    value: str | int
    label: str
    touches: tuple[str, ...]
    """Ids of where it lies in the picture."""


class Slot(Struct, frozen=True):
    """One of several similar questions."""

    about: str
    place: str


class Question(Struct, frozen=True, kw_only=True):
    """The roll or draw that has to be entered before the action can be taken."""

    kind: Literal["roll", "draw", "pick", "reveal"]
    index: int
    """Its place in `outcomes`, from 0."""
    allowed: tuple[str | int, ...]
    """The possible outcomes, sorted."""
    unknown_ok: bool
    """Whether `null` is accepted: the card stays unknown to the recorder."""
    rule: str
    about: str = ""
    """What it is, in words: `the reserve card of Ben`."""
    place: str = ""
    """The id of where it lies in the picture; empty if it lies nowhere."""
    values: tuple[PossibleOutcome, ...] = ()
    """The possible outcomes with their labels, each once."""
    alike: int = 1
    """How many similar questions follow whatever the answers are, including this one. Answer them together."""
    slots: tuple[Slot, ...] = ()
    """These questions in order, this one first."""
    ahead: int = 0
    """How many other questions follow at least."""


class Between(Struct, frozen=True, kw_only=True):
    """Something that happened since the version that the caller saw, as the viewer may see it."""

    version: int
    text: str
