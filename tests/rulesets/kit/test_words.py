"""Words strung together."""

from __future__ import annotations

import pytest

from rulesets.kit.words import counted, joined


@pytest.mark.parametrize(
    ("words", "text"),
    [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c"), (iter("ab"), "a and b")],
)
def test_a_list_is_read_aloud(words: list[str], text: str) -> None:
    assert joined(words) == text


def test_one_and_many() -> None:
    assert [counted(n, "card") for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert counted(2, "die", "dice") == "2 dice"
