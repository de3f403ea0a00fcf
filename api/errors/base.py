"""`Problem`, and the branches of its tree. The kinds stand in one module for each branch."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec import UNSET, UnsetType

from api.errors.details import FieldFault

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Self

    from api.errors.details import Between, Question


class Problem(Exception):
    """An error that the service answers with; one subclass for each kind."""

    slug: ClassVar[str]
    title: ClassVar[str]
    """What happened, in two to six words."""
    status: ClassVar[int]
    usual_detail: ClassVar[str]
    """The case in a sentence, where whoever raises it says nothing more exact."""
    next_step: str
    """What to do next. A kind has the usual advice; a problem can have its own, for the request at hand."""
    next_command: str
    """The advice for the command line, where it differs,"""
    next_click: str
    """and for pages."""

    def __init__(
        self,
        detail: str = "",
        *,
        rule: str | UnsetType = UNSET,
        rule_text: str | UnsetType = UNSET,
        version: int | UnsetType = UNSET,
        undo_request: int | UnsetType = UNSET,
        between: tuple[Between, ...] | UnsetType = UNSET,
        chance_needed: Question | UnsetType = UNSET,
        errors: tuple[FieldFault, ...] | UnsetType = UNSET,
    ) -> None:
        super().__init__(detail or self.title)
        self.detail = detail or self.usual_detail
        self.rule = rule
        self.rule_text = rule_text
        self.version = version
        self.undo_request = undo_request
        self.between = between
        self.chance_needed = chance_needed
        self.errors = errors

    def __init_subclass__(
        cls,
        slug: str = "",
        title: str = "",
        status: int = 0,
        detail: str = "",
        next_step: str = "",
        next_command: str = "",
        next_click: str = "",
    ) -> None:
        cls.slug, cls.title, cls.status = slug, title, status
        cls.usual_detail = detail or f"{title}."
        cls.next_step, cls.next_command, cls.next_click = next_step, next_command or next_step, next_click or next_step

    def advise(self, next_step: str, *, click: str = "") -> Self:
        """Give this problem its own next step, where the usual advice does not help; pages show `click` if given."""
        self.next_step = self.next_command = next_step
        self.next_click = click or next_step
        return self


def kinds(base: type[Problem] = Problem) -> Iterator[type[Problem]]:
    """Every kind of problem, in the order of the tree."""
    for kind in base.__subclasses__():
        if kind.slug:
            yield kind
        yield from kinds(kind)


class BadRequest(Problem):
    """The request itself is wrong."""


class NotFound(Problem):
    """Nothing is there."""


class Illegal(Problem):
    """The game does not allow it. Nothing was stored."""


class Conflict(Problem):
    """It conflicts with what is stored. Nothing was stored."""


class Forbidden(Problem):
    """The caller is not allowed to do this."""


class Failed(Problem):
    """The service cannot answer."""


class CannotStart(Problem):
    """The program cannot start, or cannot continue. Only the command line shows these."""


class BadImport(Problem):
    """A file of games cannot be imported from a line on. Nothing of that line's game was stored."""

    def __init__(self, line: int = 1, detail: str = "it cannot be imported", *, version: int | None = None) -> None:
        fault = FieldFault(pointer="", detail=detail, line=line)
        super().__init__(f"Line {line}: {detail}.", errors=(fault,))
        self.line = line
        self.good = 0 if version is None else version - 1
        """How many versions before it are sound."""

    def along_with(self, other: BadImport) -> Self:
        """Say what `other` says, too: both were found in one game."""
        self.detail = f"{self.detail} {other.detail}"
        self.errors = (*(self.errors or ()), *(other.errors or ()))
        return self.advise(f"{self.next_step} {other.next_step}")
