"""The glossary holds: pages, problems, documents and code say nothing that it tells to say differently."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.glossary import GLOSSARY, NAMES, PHRASES, found, module

if TYPE_CHECKING:
    from pathlib import Path


def test_nothing_says_what_the_glossary_avoids() -> None:
    """`python -m tests.glossary` prints the same."""
    assert [str(each) for each in found()] == []


def test_the_glossary_is_read() -> None:
    """Broken by a table that is written in another way: the search would find nothing, everywhere."""
    rows = [line for line in GLOSSARY.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    assert len(PHRASES) + len(NAMES) > len(rows) / 2
    assert "Look back" in PHRASES
    assert "beside" in NAMES


def test_names_and_phrases_are_found_in_a_module(tmp_path: Path) -> None:
    code = tmp_path / "eyes.py"
    code.write_text(
        '"""Whose eyes?"""\n\n\ndef test_is_put_right(beside: int) -> None:\n    """As a verb, told is well."""\n'
    )
    assert {(each.line, each.word) for each in module(code)} == {
        (1, "eyes"),
        (1, "Whose eyes"),
        (4, "put right"),
        (4, "beside"),
    }
