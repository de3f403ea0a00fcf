"""Text that people can tell apart by looking at it: names, and all else that is shown as it was entered.

Two names that look alike must be one name, and no text may change how what stands around it is read. So characters
that are not seen, or that turn the direction of writing, are refused (Unicode's Default_Ignorable_Code_Point and its
formats), and so are piles of marks on one letter. An emoji may be put together by U+200D and U+FE0F.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from msgspec import json

from rulesets.kit.compiled import compiled_document

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_MARKS = 4
"""Combining marks in a row: Hebrew and Vietnamese need three, Tibetan and Arabic four."""

_LAST = 0x20000
"""Above lie letters, and the two blocks that are named below."""

_IGNORED = (
    *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2065, 0x2800, 0x3164, 0xFFA0),
    *range(0x180B, 0x1810),
    *range(0xFE00, 0xFE0F),
    *range(0xFFF0, 0xFFF9),
    *range(0xE0000, 0xE1000),
)
"""What Unicode lets a font ignore, though it is no format: fillers, selectors, tags; and the blank of Braille."""


def _class(codes: Iterable[int]) -> str:
    """The inside of a character class, as ranges."""
    ranges: list[list[int]] = []
    for code in sorted(codes):
        if ranges and code == ranges[-1][1] + 1:
            ranges[-1][1] = code
        else:
            ranges.append([code, code])
    return "".join(f"{re.escape(chr(first))}-{re.escape(chr(last))}" for first, last in ranges)


def _of_unicode() -> str:
    """Three classes out of Python's table of Unicode, in JSON: what can be an emoji, what is not seen, and marks."""
    categories = "".join(map(unicodedata.category, map(chr, range(_LAST))))
    # each category is a capital and a small letter, so that none begins within another

    def of(*wanted: str, but: int = -1, first: int = 0) -> str:
        codes = (found.start() // 2 for found in re.finditer("|".join(wanted), categories))
        return _class(code for code in codes if code >= first and code != but)

    emoji = of("So") + of("Sm", first=0x2190) + "\U0001f3fb-\U0001f3ff"
    return json.encode(
        (emoji, of("Cf", "Zl", "Zp", but=0x200D) + _class(_IGNORED), of("Mn", "Me", but=0xFE0F))
    ).decode()


_EMOJI, _UNSEEN, _MARKS = json.decode(compiled_document(unicodedata.unidata_version, __file__, _of_unicode))
"""Symbols, arrows and tones of skin; formats, ends of lines and what may be ignored; combining marks."""


def _pattern(controls: str) -> str:
    """Text with something to see in it, and nothing of what is refused."""
    unseen = f"[{controls}{_UNSEEN}]|(?<![{_EMOJI}])\ufe0f|(?<![{_EMOJI}\ufe0f])\u200d|\u200d(?![{_EMOJI}])"
    return rf"^(?=[\s\S]*\S)(?![\s\S]*(?:{unseen}|[{_MARKS}]{{{MOST_MARKS + 1}}}))"


LINE = _pattern(r"\x00-\x1f\x7f-\x9f")
"""A pattern for one line of text."""

PROSE = _pattern(r"\x00-\x08\x0b-\x1f\x7f-\x9f")
"""The same with tabs and ends of lines."""

_prose = re.compile(PROSE)


def readable(text: str) -> bool:
    """Whether text of several lines holds nothing that is refused; text without anything to see does not either."""
    if text.isascii() and text.isprintable():  # nearly all that there is, in a hundredth of the time
        return True
    return not text.strip() or _prose.match(text) is not None
