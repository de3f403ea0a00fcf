"""What any text and id of a ruleset must be."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from rulesets.kit.phases import B
    from rulesets.kit.ruleset import Ruleset

ID = re.compile(r"[a-z]+(?::[a-z0-9_.?-]+)?")
"""Ids of components and places (`card:knight-1`, `front:1.2`, `discard`); `?` opens the back of an unknown card."""

WORD = re.compile(r"[a-z0-9_-]+")
"""What may be a name, in JSON or a sentence."""

_SEAT = re.compile(r"\{(\d+)\}")
_NO_WORD = re.compile(r"\b[a-z]+:[a-z0-9]|\b[a-z_]+-\d+[a-z]?\b|\b[a-z]+_[a-z]+|\?\w|: to |\b[Ss]eat \d")
_MOST_SHOWN = 3


def need_ids(of: object, ids: Iterable[str]) -> None:
    """What is touched has ids."""
    for text in ids:
        assert ID.fullmatch(text), f"{of} touches {text!r}, which is no id"


def need_seats(of: object, text: str, seats: int) -> None:
    """Every `{n}` of a text is a seat of the game, and no other brace is in it."""
    if "{" in text or "}" in text:
        for number in _SEAT.findall(text):
            assert 1 <= int(number) <= seats, f"{of} names seat {number}, which is none of this game: {text!r}"
        rest = _SEAT.sub("", text)
        assert not {"{", "}"} & {*rest}, f"{of} has a brace that stands for no seat: {text!r}"


def need_plain(of: object, text: str) -> None:
    """No id, no number of a seat, no command after a colon."""
    spoken = _NO_WORD.search(text)
    assert not spoken, f"{of} says {text!r}, and {spoken and spoken[0]!r} is no word"


def need_rule(ruleset: Ruleset[B], of: object, rule: str) -> None:
    """A rule that is named is one of the ruleset's."""
    assert rule in ruleset.rules, f"{of} names {rule}, which is no rule"


def few(items: Collection[object]) -> str:
    """The first of some items, and how many more there are."""
    more = f" and {len(items) - _MOST_SHOWN} more" if len(items) > _MOST_SHOWN else ""
    return ", ".join(map(str, list(items)[:_MOST_SHOWN])) + more or "none"
