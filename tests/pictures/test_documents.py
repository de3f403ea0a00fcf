"""The pictures of README and examples are those that the program draws: `make pictures` makes them anew."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from api.service import installed_rulesets
from tests.pictures.documents import PAGE, ROOT, final_board, source_hash, sources, with_source
from tests.rulesets.examples import EXAMPLES

if TYPE_CHECKING:
    from rulesets.kit.ruleset import Ruleset

MOST_BYTES = 400_000
HOW = "run: make pictures"


@pytest.mark.parametrize("ruleset", installed_rulesets().values(), ids=lambda ruleset: ruleset.name)
def test_an_example_shows_its_last_board(ruleset: Ruleset[Any]) -> None:
    """To the byte; its README and that of the project show it."""
    file = EXAMPLES / ruleset.name / "board.svg"
    assert file.read_text(encoding="utf-8") == final_board(ruleset), HOW
    assert "(board.svg)" in (file.parent / "README.md").read_text(encoding="utf-8")
    assert f'src="docs/examples/{ruleset.name}/board.svg"' in (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_replay_page_is_shown_as_it_is() -> None:
    """It carries the hash of what it was made from: pixels differ from machine to machine."""
    assert source_hash(PAGE.read_bytes()) == sources(), HOW
    assert 'src="docs/replay.png"' in (ROOT / "README.md").read_text(encoding="utf-8")


def test_a_picture_says_what_it_was_made_from() -> None:
    """Before its end, in a text of its own; one that says nothing is out of date."""
    end = b"\x00\x00\x00\x00IEND\xaeB`\x82"
    assert source_hash(with_source(b"\x89PNG...." + end, "a" * 64)) == "a" * 64
    assert source_hash(b"\x89PNG...." + end) == ""


def test_they_are_light() -> None:
    """A clone of the repository stays small."""
    assert sum(path.stat().st_size for path in (PAGE, *EXAMPLES.glob("*/board.svg"))) < MOST_BYTES
