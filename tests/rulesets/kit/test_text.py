"""Text that people can tell apart by looking at it."""

from __future__ import annotations

import re
import sys
import unicodedata

import pytest

from rulesets.kit.text import LINE, MOST_MARKS, PROSE, readable

line, prose = re.compile(LINE), re.compile(PROSE)


def test_no_format_control_or_filler_stands_in_a_name() -> None:
    """Whatever Unicode calls a control, a format or a separator of lines is refused, wherever it lies."""
    unseen = {0x034F, 0x115F, 0x1160, 0x17B4, 0x180B, 0x180F, 0x2800, 0x3164, 0xFE00, 0xFE0F, 0xFFA0, 0xE0041, 0xE0100}
    unseen |= {
        code for code in range(sys.maxunicode + 1) if unicodedata.category(chr(code)) in ("Cc", "Cf", "Zl", "Zp")
    }
    passing = [hex(code) for code in unseen if line.match(f"a{chr(code)}b")]
    assert passing == []


def test_marks_do_not_pile_up() -> None:
    """A few marks on a letter are writing; more in a row cover what stands around."""
    marks = [chr(code) for code in range(sys.maxunicode + 1) if unicodedata.category(chr(code)) in ("Mn", "Me")]
    seen = [mark for mark in marks if line.match(f"a{mark}b")]
    assert len(seen) > 1_500
    for mark in seen:
        assert line.match(f"a{mark * MOST_MARKS}b")
        assert not line.match(f"a{mark * (MOST_MARKS + 1)}b"), hex(ord(mark))
    assert not line.match("a\u0300\u0489\u20dd\u05b0\u0e31")


@pytest.mark.parametrize(
    "name",
    [
        "Ada Lovelace",
        "Élif",
        "Дев",
        "नमस्ते",
        "สวัสดี",
        "தமிழ்",
        "שָּׁלוֹם",
        "Nguyễn",
        "مُحَمَّد",
        "李小龍",
        "❤️",
        "👩‍🚀",
        "👍🏽",
        "🏳️‍🌈",
        "½ & ½",
    ],
)
def test_names_as_people_write_them_pass(name: str) -> None:
    """In any script, composed or not, and with an emoji."""
    for form in ("NFC", "NFD"):
        assert line.match(unicodedata.normalize(form, name))


@pytest.mark.parametrize(
    "text", ["", " ", "\u3000", "\u200d", "a\u200db", "+\ufe0f", "1\ufe0f", "a\nb", "a\tb", "\ufeffa"]
)
def test_a_name_can_be_seen(text: str) -> None:
    """Blanks alone are no name, and the parts of an emoji stand in an emoji only."""
    assert not line.match(text)


def test_text_of_several_lines_has_tabs_and_ends_of_lines() -> None:
    """And may be empty where nothing has to be said."""
    assert prose.match("a\n\tb")
    assert not line.match("a\n\tb")
    assert readable("")
    assert readable("a\n\tb")
    assert not readable("a\u202eb")
    assert not readable("a\x07")
