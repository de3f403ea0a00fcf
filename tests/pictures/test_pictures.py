"""Boards on a phone and on a desk: a few versions of a game of each ruleset; all of them by
`make long SUITE=pictures`.
"""

from __future__ import annotations

import gzip
from itertools import islice
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from api.service import installed_rulesets
from rulesets.kit.look import POINTED, STYLE, SYMBOLS
from tests.forms import either
from tests.pictures.measuring import PHONE, faults, measured
from tests.pictures.scenes import example, versions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

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
HEAVY = {"kingdom_rush": (5, 77)}
"""Seeds and versions of pictures with more in them than most: squares are asked for of seven Hordes."""
AS_LONG = 1_500
"""Events; a table needs some 500."""
MOST_WORDS = 60
"""Letters that tell what a sign means."""
TABLES = [(ruleset, seats) for ruleset in installed_rulesets().values() for seats in ruleset.seats]
MEASURED = either(8, 16)
"""Versions of a game that are measured, the first and the last among them."""


def some(ruleset: Ruleset[Any], seats: int, every: int = 40) -> Iterator[Version]:
    """One version in so many of a game, as far as people play: bots play on until towns have hundreds of tiles."""
    return islice(versions(ruleset, seats, 1), 1, AS_LONG, every)


def heavy(ruleset: Ruleset[Any]) -> Iterator[Version]:
    """Versions of games with most seats that hold as much as a picture may have to."""
    if ruleset.name in HEAVY:
        seed, number = HEAVY[ruleset.name]
        yield from islice(versions(ruleset, max(ruleset.seats), seed), number - 1, number)


@pytest.fixture(scope="session")
def page(browser: Browser) -> Page:
    return browser.new_page()


@pytest.mark.browser
@pytest.mark.parametrize("long_cards", [False, True], ids=["printed", "long"])
@pytest.mark.parametrize(("ruleset", "seats"), TABLES, ids=lambda value: getattr(value, "name", value))
def test_its_texts_can_be_read(page: Page, ruleset: Ruleset[Any], seats: int, long_cards: bool) -> None:
    """None is too small, meets another, is covered or lies outside: on a phone and on a desk, with the longest names of
    players, and of cards too."""
    game = list(versions(ruleset, seats, 1, long_cards=long_cards))
    some = [game[n * (len(game) - 1) // (MEASURED - 1)] for n in range(MEASURED)]
    assert [(fault, version.number, version.scene.viewer) for version, fault in faults(page, ruleset, some)] == []


@pytest.mark.browser
@RULESETS
def test_the_texts_of_its_example_can_be_read(page: Page, ruleset: Ruleset[Any]) -> None:
    """People cover trays, fight and build more than a game at random comes to."""
    game = list(example(ruleset))
    some = game[:: max(len(game) // (3 * MEASURED), 1)]
    assert [(fault, version.number) for version, fault in faults(page, ruleset, some)] == []


ANN = '<text x="10" y="40">Ann</text>'
CARD = '<g data-id="hero:a"><rect class="card" width="22" height="50"/></g>'
HALO = '<g data-id="hero:a"><rect class="halo" x="26" y="38" width="9" height="9"/></g>'
BAD = {
    '<text x="10" y="40" class="s13">Ann</text>': ("small", "s13", "7.9 px"),
    '<text x="620" y="40">Ann</text>': ("outside", "Ann", ""),
    f'{ANN}<text x="30" y="44">Ben</text>': ("meets", "Ann", "Ben"),
    f"{ANN}{CARD}": ("covered", "Ann", "rect.card of hero:a"),
    f'<g data-id="hero:b"><rect class="card" x="12" y="20" width="22" height="30"/>{ANN}</g>': (
        "overhangs",
        "Ann",
        "rect.card of hero:b",
    ),
    f"{ANN}{HALO}": ("covered", "Ann", "rect.halo of hero:a"),
    f'<circle cx="40" cy="30" r="12" class="chip"/>{ANN}': ("meets", "Ann", "circle.chip of ?"),
}


@pytest.mark.browser
def test_a_text_that_cannot_be_read_is_told(page: Page) -> None:
    pictures = [f'<svg class="tt" viewBox="0 0 640 100">{drawn}</svg>' for drawn in (ANN, *BAD)]
    found = measured(page, STYLE, pictures, PHONE._replace(text=10))
    assert [[fault[1:] for fault in faults] for faults in found] == [[], *([fault] for fault in BAD.values())]


@RULESETS
def test_a_picture_is_light(ruleset: Ruleset[Any]) -> None:
    """Either arrangement, with most seats: so much goes over the wire at each step."""
    for version in (*some(ruleset, max(ruleset.seats)), *heavy(ruleset)):
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


@RULESETS
def test_each_sign_of_a_picture_is_told(ruleset: Ruleset[Any]) -> None:
    """In the legend of its ruleset: also those of its own that random games do not come to."""
    look = ruleset.look
    drawn = {
        symbol
        for seats in ruleset.seats
        for version in some(ruleset, seats, 10)
        for symbol in POINTED.findall(ruleset.picture(version.scene))
    }
    assert (drawn & look.symbols.keys()) - look.signs.keys() == set()
    assert look.symbols.keys() - SYMBOLS.keys() - look.signs.keys() == set()
    assert all(len(sign.words) <= MOST_WORDS for sign in look.signs.values())
