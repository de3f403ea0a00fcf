"""Rulesets for any game: each title that is played is a component set of them."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from rulesets.kit.phases import Seat
    from rulesets.kit.structs import Action


LONGEST_TITLE = 100
"""Characters of a title."""


class Category(Struct, frozen=True):
    """What points of a set are for, and how many there may be: from `least` to `most`, by steps."""

    id: str
    """Empty if it is new."""
    name: str
    least: int
    most: int
    step: int


class Refining(Struct, frozen=True):
    """How the next set of a title is made of its newest one."""

    ways: Mapping[str, str]
    """How winners can be worked out, in words, by name."""
    way: Callable[[Any], str]
    """The way of a component set."""
    categories: Callable[[Any], Sequence[Category]]
    """What is scored by a component set, in its order."""
    refine: Callable[[str, str, Sequence[Category]], str]
    """The text of a set: of the document of another one as JSON, one of the ways, and the categories.
    Raises BadComponentSet, whose faults are in `/categories/0/most` and the like, or in parts that stay as they are."""


class Sheets(Struct, frozen=True):
    """How component sets and titles belong together, in a ruleset whose sets are games of their own."""

    title: Callable[[Any], str]
    """The title of a component set."""
    scorings: Mapping[str, str]
    """The ways of scoring that a new title can be begun with, in words, by name; the first is the usual one."""
    write: Callable[[str, str], str]
    """The text of a component set, of a title and one of the ways of scoring. Raises BadComponentSet."""
    scoring: Callable[[Any], str | None]
    """The way of scoring of a component set, if it is one of `scorings`."""
    result: Callable[[Any, Sequence[int | None], Sequence[bool] | None], Iterable[tuple[Seat, Action[Any]]]]
    """What each seat decides in a game of which only the result is known: of a component set, the scores of the seats,
    and whether they won, or None if nobody said so. It needs no chance. Raises BadResult."""
    refining: Refining | None = None
    """None where a set can only be uploaded."""


class BadResult(Exception):
    """A result cannot be written down like this."""

    def __init__(
        self, field: Literal["ruleset", "title", "score", "won", "together"], seat: Seat | None, detail: str
    ) -> None:
        super().__init__(detail)
        self.field, self.seat, self.detail = field, seat, detail


def title_key(title: str) -> str:
    """What titles are compared by: neither case nor spaces make another title."""
    return " ".join(unicodedata.normalize("NFKC", title).casefold().split())
