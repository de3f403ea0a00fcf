"""Words as people string them together."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def joined(words: Iterable[str]) -> str:
    """`a`, `a and b`, `a, b and c`; the empty string for none."""
    *many, last = [*words] or [""]
    return f"{', '.join(many)} and {last}" if many else last


def opening(text: str) -> str:
    """A text as a row or a sentence begins."""
    return text[:1].upper() + text[1:]


def counted(n: int, one: str, many: str = "") -> str:
    """`1 card`, `2 cards`; `many` where its plural has more than an s."""
    return f"{n} {one if n == 1 else many or f'{one}s'}"
