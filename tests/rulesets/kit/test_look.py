"""A ruleset brings symbols and rules for its own picture, and a picture carries what it uses; names are safe in it."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from rulesets.kit.errors import BadRuleset
from rulesets.kit.look import STYLE, SYMBOLS, Look, look_of
from rulesets.kit.ruleset import NoComponents, in_words
from rulesets.kit.structs import SPECTATOR, Start
from rulesets.kit.svg import Scene, Sheet, Template, in_two
from tests.rulesets.kit.tips import Turn, empty_board

OWN = """<svg xmlns="http://www.w3.org/2000/svg"><defs>
<symbol id="g-bee" viewBox="0 0 24 24"><path class="g" fill="none" d="M2 2h20"/></symbol>
<symbol id="hive-heart" viewBox="0 0 24 24"><path class="g" stroke="var(--gold)" d="M2 2h20"/></symbol>
<pattern id="comb" width="6" height="6"><path class="comb" d="M0 0V6"/></pattern>
</defs></svg>"""
RULES = """
/* Honey { flows; } */
svg.hive .comb, svg.hive.narrow .comb { --honey: var(--gold); stroke: var(--honey); stroke-width: 1.5; fill: none }
svg.hive .comb { color: var(--on, currentColor); outline: 2px dashed var(--edge); font: 18px var(--sans) }
@media print { svg.hive > .comb { stroke: currentColor } }
"""
BOARD = """<use href="#{{ symbol }}"/><rect fill="url(#comb)"/>"""


@pytest.fixture(params=["", "picture"])
def hive(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """The folder of a ruleset with a look of its own: a package of its picture, or one module."""
    folder = Path(tmp_path, "hive", request.param)
    (folder / "look").mkdir(parents=True)
    (folder / "look" / "symbols.svg").write_text(OWN)
    (folder / "look" / "board.css").write_text(RULES)
    (folder / "board.svg.jinja").write_text(BOARD)
    return folder


def drawn(folder: Path, symbol: str) -> str:
    text = Template(folder).draw(Sheet("Hive", "Bees", 100), symbol=symbol)
    ElementTree.fromstring(text)
    return text


def test_a_picture_carries_the_symbols_that_it_uses_and_no_more(hive: Path) -> None:
    """Its own and those of the kit, by the same words."""
    text = drawn(hive, "g-bee")
    assert [name for name in (*SYMBOLS, "g-bee", "hive-heart", "comb") if f' id="{name}"' in text] == ["g-bee", "comb"]
    assert ' id="hive-heart"' in drawn(hive, "hive-heart")
    assert SYMBOLS["g-heart"] in drawn(hive, "g-heart")


def test_a_picture_has_a_legend_of_the_symbols_that_it_uses(hive: Path) -> None:
    """Each meaning once; the ruleset's words come before those of the kit."""
    (hive / "look" / "legend.txt").write_text("g-bee: a bee\ncomb (gold): honey\ng-laurel: the queen\ng-paw: a bear")
    look = look_of(hive.parent if hive.name == "picture" else hive)
    assert [(sign.symbol, sign.words) for sign in look.legend(drawn(hive, "g-bee"))] == [
        ("g-bee", "a bee"),
        ("comb", "honey"),
    ]
    assert [sign.words for sign in look.legend(drawn(hive, "tt-seat-2"))] == ["honey", "player 2"]
    assert [sign.words for sign in look.legend(drawn(hive, "g-laurel"))] == ["honey", "the queen"]
    pips = '<use href="#tt-pips-1"/><use href="#tt-pips-2"/>'
    assert [sign.words for sign in look.legend(pips)] == ["what a die shows"]
    bee, comb = (ElementTree.fromstring(look.drawn(look.signs[name])) for name in ("g-bee", "comb"))
    assert [(part.tag, part.get("class")) for part in bee.iter()][1:] == [("g", "ink"), ("use", None)]
    assert [part.get("fill") for part in comb.iter()][-1] == "url(#comb)"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("g-bee a bee", "a line is"),
        ("g-bee: ", "a line is"),
        ("g-wasp: a wasp", "is no symbol"),
        ("g-bee: a bee\ng-bee: no bee", "line 2: g-bee is no symbol, or is told twice"),
    ],
)
def test_a_legend_tells_symbols_that_there_are_each_once(hive: Path, line: str, message: str) -> None:
    (hive / "look" / "legend.txt").write_text(line)
    with pytest.raises(BadRuleset, match=message):
        look_of(hive.parent if hive.name == "picture" else hive)


def test_its_rules_are_for_its_pictures_alone(hive: Path) -> None:
    """They follow those of the kit, and its pictures are of its class."""
    assert look_of(hive.parent if hive.name == "picture" else hive).css == STYLE + RULES
    assert 'class="tt hive"' in drawn(hive, "g-bee")


def test_a_ruleset_without_a_look_has_that_of_the_kit(tmp_path: Path) -> None:
    """Its pictures are of no class of their own."""
    assert look_of(tmp_path) == Look(tmp_path.name, SYMBOLS)
    (tmp_path / "board.svg.jinja").write_text(BOARD)
    assert look_of(tmp_path).css == STYLE
    assert 'class="tt"' in drawn(tmp_path, "g-heart")


def test_any_name_can_stand_in_a_picture() -> None:
    """Strangers choose them: what no XML may hold is replaced, and a seat that is not named has its number."""
    board = empty_board(Start(2, NoComponents.hash, "server", "free"), NoComponents())
    scene = Scene(replace(board, pending=Turn()), None, (), SPECTATOR, {1: "A\x00<b>"}, 1)
    assert scene.called() == {1: "A\ufffd<b>", 2: "Seat 2"}
    drawn = ElementTree.fromstring(in_words(scene))
    assert "A\ufffd<b> has to play a card" in [text.text for text in drawn.iter()]


@pytest.mark.parametrize(
    ("name", "lines"),
    [("Hall of the Giants", ("Hall of", "the Giants")), ("WWW WWW iiii", ("WWW", "WWW iiii"))],
)
def test_a_name_in_two_lines_is_as_narrow_as_can_be(name: str, lines: tuple[str, str]) -> None:
    """By how wide the letters are, not by how many there are."""
    assert in_two(name.split(), 14) == lines
