"""Boards on a phone and on a desk: a few versions of a game of each ruleset; all of them by `make pictures-check`."""

from __future__ import annotations

import gzip
from itertools import islice
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from api.service import installed_rulesets
from tests.pictures.scenes import versions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rulesets.kit.ruleset import Ruleset
    from tests.pictures.scenes import Version

RULESETS = pytest.mark.parametrize("ruleset", installed_rulesets().values(), ids=lambda ruleset: ruleset.name)
MOST_BYTES = {"heros_crossing": 10 * 1024}
OTHERS = 8 * 1024
"""A picture compressed, by `numbers.md`: what a step sends."""
NAMES = (
    "W" * 200,
    "👩‍👩‍👧‍👧🏳️‍🌈" * 20,
    "مرحبا بالعالم " * 14,
    "Z̷̢̛a̸l̵g̶o̷" * 12,
    "<script>alert(1)</script>&\"'",
    "\x00\x1b]8;;\u202e",
)


def some(ruleset: Ruleset[Any], seats: int, every: int = 40) -> Iterator[Version]:
    """One version in so many of a game."""
    return islice(versions(ruleset, seats, 1), 1, None, every)


@RULESETS
def test_a_picture_is_light(ruleset: Ruleset[Any]) -> None:
    """Either arrangement, with most seats: so much goes over the wire at each step."""
    for version in some(ruleset, max(ruleset.seats)):
        for arrangement in ("wide", "narrow"):
            picture = ruleset.picture(replace(version.scene, arrangement=arrangement))
            assert len(gzip.compress(picture.encode())) <= MOST_BYTES.get(ruleset.name, OTHERS), version.number


@RULESETS
@pytest.mark.parametrize("arrangement", ["wide", "narrow"])
def test_any_name_can_be_drawn(ruleset: Ruleset[Any], arrangement: str) -> None:
    """Of 200 letters, of emoji, from right to left, with marks upon marks, of markup: the picture is XML without it."""
    for version in some(ruleset, max(ruleset.seats), 80):
        for name in NAMES:
            names = dict.fromkeys(range(1, version.seats + 1), name)
            drawn = ruleset.picture(replace(version.scene, names=names, arrangement=arrangement))
            root = ElementTree.fromstring(drawn)
            assert "script" not in {part.tag.rpartition("}")[2] for part in root.iter()}
