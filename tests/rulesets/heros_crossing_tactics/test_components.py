"""Component sets of Tactics: what the rulebook prints, what a set must hold, what is wrong with one and where."""

import pytest

from rulesets.heros_crossing_tactics import RULESET
from rulesets.heros_crossing_tactics.components import load
from rulesets.heros_crossing_tactics.pieces import Soldiers
from rulesets.kit.errors import BadComponentSet
from tests.rulesets.heros_crossing_tactics.build import CARDS, SET
from tests.rulesets.unconverted import missing, not_one_of

STARTER = load(RULESET.starter)


@pytest.mark.parametrize(
    ("name", "level", "recruits"),
    [
        ("Knight", 1, Soldiers(armor=1)),
        ("Cleric", 2, Soldiers(potion=1, magic=1)),
        ("Monk", None, Soldiers(potion=1)),
        ("Dancer", None, Soldiers(potion=1, magic=1)),
        ("Fighter", None, Soldiers(weapon=1)),
        ("Defender", None, None),
        ("King", 3, None),
        ("Queen", 3, None),
    ],
)
def test_the_starter_set_has_what_the_rulebooks_print(name: str, level: int | None, recruits: Soldiers | None) -> None:
    """Printed facts are exact; of these heroes nothing else is known."""
    cards = [hero for hero in STARTER.hero.values() if hero.name == name]

    assert cards
    assert level is None or {hero.level for hero in cards} == {level}
    assert recruits is None or {hero.recruits for hero in cards} == {recruits}


def test_dancer_and_fighter_draw_one() -> None:
    """Their Wild Need is one Drawing Power, by ruling HCT-AMB-01."""
    assert {hero.drawing_power for hero in STARTER.hero.values() if hero.name in ("Dancer", "Fighter")} == {1}


def test_the_starter_set_is_marked_as_invented_and_complete() -> None:
    """45 heroes, 15 cubes of each type, both Monarchs, enough level 1 heroes for the draft."""
    assert STARTER.source == "invented"
    assert len(STARTER.hero) == 45
    assert [len(STARTER.by_level[level]) for level in (1, 2, 3)] == [18, 14, 11]
    assert STARTER.cubes == Soldiers(15, 15, 15, 15)
    assert STARTER.monarchs == {"king": "king", "queen": "queen"}
    assert "invented" in RULESET.starter.partition("game:")[0]


def test_backs_have_a_level_and_no_name_has_two() -> None:
    """The level of an unknown card is what its back shows."""
    assert [SET.level[back] for back in ("?1", "?2", "?3.4")] == [1, 2, 3]
    assert SET.level["cleric-1"] == 2


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("id: page-2, ", "id: page-1, ", 12, "a second card with the id 'page-1'"),
        ("{id: page-1, name: Page, level: 1}", "{id: page-1, name: Page, level: 4}", 11, "<= 3"),
        ("{id: page-1, name: Page, level: 1}", "{id: Page.1, name: Page, level: 1}", 11, "regex"),
        ("{id: page-1, name: Page, level: 1}", '{id: "page\\n", name: Page, level: 1}', 11, "regex"),
        ("{id: page-1, name: Page, level: 1}", "{id: page-1, level: 1}", 11, missing("name")),
        ("{id: page-1, name: Page, level: 1}", "{id: page-1, name: Page, level: 1, power: 2}", 11, "'power'"),
        ("level: 1, recruits: {armor: 1}", "level: 1, recruits: {armor: 2}", 17, "a Knight recruits 1 Armor"),
        ("name: Knight, level: 1", "name: Knight, level: 2", 17, "a Knight is of level 1"),
        ("name: Cleric, level: 2", "name: Cleric, level: 3", 27, "a Cleric is of level 2"),
        ("recruits: {potion: 1}}", "recruits: {potion: 2}}", 19, "a Monk recruits exactly 1 Potion"),
        ("recruits: {weapon: 1}}", "recruits: {weapon: -1}}", 20, ">= 0"),
        ("recruits: {weapon: 1}}", "recruits: {sword: 1}}", 20, "'sword'"),
        ("monarch: queen", "monarch: king", 8, "needs exactly one"),
        ("name: Queen, level: 3", "name: Queen, level: 2", 9, "King and Queen are of level 3"),
        ("source: invented", "source: printed", 8, "the printed game has 45 heroes"),
        ("source: invented", "source: borrowed", 5, not_one_of("borrowed")),
        ("game: heros_crossing_tactics", "game: chess", 2, not_one_of("chess")),
        ("id: test\n", "id: test\ndragons: 3\n", 4, "'dragons'"),
        ("heroes:\n", "villains:\n", 6, "'villains'"),
    ],
)
def test_a_fault_is_told_with_its_place(old: str, new: str, line: int, message: str) -> None:
    """Each fault names its line, and what would be right."""
    assert old in CARDS
    with pytest.raises(BadComponentSet) as bad:
        load(CARDS.replace(old, new, 1))

    assert any(fault.line == line and message in fault.detail for fault in bad.value.faults), bad.value


def test_all_faults_are_told_at_once() -> None:
    """In the order of the file."""
    broken = CARDS.replace("name: Knight, level: 1", "name: Knight, level: 2").replace("id: page-2, ", "id: page-1, ")
    with pytest.raises(BadComponentSet) as bad:
        load(broken)

    lines = [fault.line for fault in bad.value.faults]
    assert lines == sorted(lines)
    assert len(lines) == 3


@pytest.mark.parametrize("text", ["", "[]", "3", "heroes: 3", "heroes: [3]", "heroes: {a: b}", "{}", "null"])
def test_what_is_no_set_at_all_is_a_fault(text: str) -> None:
    """Never another error."""
    with pytest.raises(BadComponentSet):
        load(text)


def test_a_set_has_a_bounded_number_of_heroes() -> None:
    """Sets come from strangers: more than 500 cards are refused."""
    many = "\n".join(f"  - {{id: extra-{n}, name: Extra, level: 1}}" for n in range(500))
    with pytest.raises(BadComponentSet, match="heroes: a list of 0 to 500 entries"):
        load(CARDS + "\n" + many + "\n")


def test_a_set_needs_heroes_for_the_draft() -> None:
    """Two draft hands of three, all of level 1."""
    few = "\n".join(line for line in CARDS.splitlines() if "level: 1" not in line)
    with pytest.raises(BadComponentSet) as bad:
        load(few)

    assert "needs at least 6 heroes of level 1 for the draft, has 0" in bad.value.faults[0].detail


def test_levels_two_and_three_may_be_empty() -> None:
    """Draws of such a level are then impossible, and nothing else is."""
    small = "\n".join(line for line in CARDS.splitlines() if "monarch" in line or "level: 2" not in line)

    assert load(small).by_level[2] == ()
