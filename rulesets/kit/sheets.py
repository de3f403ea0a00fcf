"""Rulesets for any game: each title that is played is a component set of them."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Any

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


class Sheets(Struct, frozen=True):
    """How component sets and titles belong together, in a ruleset whose sets are games of their own."""

    title: Callable[[Any], str]
    """The title of a component set."""
    scorings: Mapping[str, str]
    """The ways of scoring that a new title can be begun with, in words, by name; the first is the usual one."""
    write: Callable[[str, str], str]
    """The text of a component set, of a title and one of the ways of scoring. Raises BadComponentSet."""


def title_key(title: str) -> str:
    """What titles are compared by: neither case nor spaces make another title."""
    return " ".join(unicodedata.normalize("NFKC", title).casefold().split())
