"""Sheets: what ships, and what is wrong with one and where."""

from __future__ import annotations

import pytest

from rulesets.kit.errors import BadComponentSet
from rulesets.kit.phases import seats_of
from rulesets.scoresheet import RULESET
from rulesets.scoresheet.components import load
from rulesets.scoresheet.schema import Document
from tests.rulesets.scoresheet.build import FARMS, HEAD, begin
from tests.rulesets.scoresheet.profile import sheet, sheets
from tests.running import ROOT


def faults(text: str) -> list[tuple[int, str, str]]:
    """What is wrong with a sheet: line, path and words."""
    with pytest.raises(BadComponentSet) as refused:
        load(HEAD + text)
    return [(fault.line, fault.path, fault.detail) for fault in refused.value.faults]


def test_eight_sheets_ship() -> None:
    """One for each way in which games are scored."""
    loaded = {name: sheet(name).sheet for name in sheets()}
    assert len(loaded) == 8
    assert {each.scoring for each in loaded.values()} == {"highest", "lowest", "win"}
    assert {each.sides for each in loaded.values()} == {"each", "teams", "together"}
    assert loaded["race"].rounds.target == 30
    assert loaded["together"].difficulties
    assert len({each.name for each in loaded.values()}) == 8


def test_the_sheet_beside_the_guide_can_be_played() -> None:
    loaded = load((ROOT / "docs" / "how-to" / "lantern-night.yaml").read_text(encoding="utf-8"))
    assert list(loaded.team) == ["owls", "foxes"]
    assert len(loaded.role) == 6
    assert len(loaded.sheet.moves) == 2


@pytest.mark.parametrize("name", sheets())
def test_every_sheet_that_ships_explains_itself(name: str) -> None:
    """A comment stands on top, for who writes the next one."""
    assert sheets()[name].startswith("# ")


@pytest.mark.parametrize(
    ("text", "line", "path", "words"),
    [
        (f"seats: {{least: 2, most: 13}}\n{FARMS}", 4, "/seats/most", "<= 12"),
        (f"seats: {{least: 0, most: 3}}\n{FARMS}", 4, "/seats/least", ">= 1"),
        (f"seats: {{least: 5, most: 3}}\n{FARMS}", 4, "/seats/least", "at least 5 seats, and at most 3"),
        (f"{FARMS}  - {{id: farms, name: Fields}}\n", 6, "/categories/1/id", "a second category with the id 'farms'"),
        (f"{FARMS}  - {{id: fields, name: FARMS}}\n", 6, "/categories/1/name", "a second category called 'farms'"),
        (f"{FARMS}rounds: {{target: 601}}\n", 6, "/rounds/target", "at most 600 points in 30 rounds"),
        (f"{FARMS}rounds: {{target: 20, number: 3}}\n", 6, "/rounds", "a `number` of rounds, or at a `target`"),
        (f"{FARMS}rounds: {{number: 31}}\n", 6, "/rounds/number", "<= 30"),
        ("categories:\n  - {id: a, name: A, least: 5, most: 5}\n", 5, "/categories/0/most", "above least (5)"),
        ("categories:\n  - {id: a, name: A, most: 7, step: 2}\n", 5, "/categories/0/step", "never come to 7"),
        ("categories:\n  - {id: a, name: A, most: 1000}\n", 5, "/categories/0/most", "1001 amounts; at most 1000"),
        ("categories:\n  - {id: a, name: A, most: 2000000}\n", 5, "/categories/0/most", "<= 1000000"),
        (f"categories:\n  - {{id: a, name: {'A' * 61}}}\n", 5, "/categories/0/name", "length <= 60"),
        ("categories:\n  - {id: a, name: '{2}'}\n", 5, "/categories/0/name", "without braces"),
        ('categories:\n  - {id: a, name: "A\\nB"}\n', 5, "/categories/0/name", "on one line"),
        ("categories:\n  - {id: a, name: ' '}\n", 5, "/categories/0/name", "1 to 60 letters"),
        ("categories: []\n", 4, "/categories", "name at least one category"),
        (f"{FARMS}scoring: win\n", 5, "/categories", "nothing is scored"),
        (f"{FARMS}scoring: noted\nsides: together\n", 6, "/scoring", "take `highest`"),
        (f"{FARMS}scoring: noted\ntie_breaks: [{{category: farms}}]\n", 7, "/tie_breaks", "no tie is broken"),
        ("scoring: win\nrounds: {target: 3}\n", 5, "/rounds/target", "no target is reached"),
        (f"{FARMS}sides: teams\n", 6, "/sides", "name at least 2 teams"),
        (f"{FARMS}teams: [{{id: a, name: A}}]\n", 6, "/teams", "where `sides` is `teams`"),
        (f"{FARMS}difficulties: [{{id: a, name: A}}]\n", 6, "/difficulties", "`sides` is `together`"),
        (f"{FARMS}tie_breaks: [{{category: fields}}]\n", 6, "/tie_breaks/0/category", "there is no category 'fields'"),
        (f"{FARMS}tie_breaks: [{{counter: lives}}]\n", 6, "/tie_breaks/0/counter", "no counter of a seat 'lives'"),
        (f"{FARMS}tie_breaks: [{{}}]\n", 6, "/tie_breaks/0", "by a `category` or by a `counter`"),
        (f"{FARMS}counters: [{{id: a, name: A, start: 100}}]\n", 6, "/counters/0/start", "not within 0 to 99"),
        (f"{FARMS}counters: [{{id: a, name: A, most: 0}}]\n", 6, "/counters/0/most", "above least (0)"),
        (f"{FARMS}dice: [{{id: a, name: A, faces: [1]}}]\n", 6, "/dice/0/faces", "length >= 2"),
        (f"{FARMS}moves: [{{id: a, name: A, does: as, target: place}}]\n", 6, "/moves/0", "name the `places`"),
        (f"{FARMS}roles: [{{id: a, name: A}}]\nseats: {{least: 2}}\n", 6, "/roles", "not enough for 2 seats"),
        (f"{FARMS}colour: red\n", 6, "/colour", "unknown field 'colour'"),
    ],
)
def test_a_fault_is_named_with_its_line_and_field(text: str, line: int, path: str, words: str) -> None:
    """Whoever wrote the sheet finds it."""
    ((found_line, found_path, detail),) = faults(text)
    assert (found_line, found_path) == (line, path)
    assert words in detail


def test_all_faults_are_named_at_once() -> None:
    """Nobody mends a sheet one fault after the other."""
    text = "categories:\n  - {id: a, name: A, least: 5, most: 5}\n  - {id: b, name: B, most: 7, step: 2}\n"
    assert [line for line, _, _ in faults(text)] == [5, 6]


def test_amounts_of_all_categories_together_are_bounded() -> None:
    """Three of 999 points are too many: lists of what is legal would be long."""
    lines = "".join(f"  - {{id: c{n}, name: C{n}, most: 999}}\n" for n in range(3))
    ((line, path, detail),) = faults(f"categories:\n{lines}")
    assert (line, path) == (5, "/categories")
    assert "3000 amounts in all categories; at most 2000" in detail


def test_cards_of_a_pile_are_bounded() -> None:
    cards = "".join(f"      - {{id: c{n}, name: C{n}, copies: 30}}\n" for n in range(7))
    ((_, path, detail),) = faults(f"{FARMS}piles:\n  - id: p\n    name: P\n    cards:\n{cards}")
    assert (path, detail) == ("/piles/0/cards", "210 cards with all copies; at most 200")


def test_names_may_hold_any_sign_but_braces() -> None:
    """Quotes, emoji and other letters; a spreadsheet's formula is a name as well."""
    names = ('O\'Neill "the" <b>', "\U0001f3b2\U0001f3b2", "=1+1", "\u0391\u03b2\u03b3", "A" * 60)
    lines = "".join(f"  - {{id: c{n}, name: '{name.replace(chr(39), chr(39) * 2)}'}}\n" for n, name in enumerate(names))
    board = begin(f"categories:\n{lines}").board
    assert tuple(each.name for each in board.components.category.values()) == names


@pytest.mark.rule("SHT-SET-01")
def test_a_game_has_the_seats_of_its_sheet() -> None:
    begin(f"seats: {{least: 2, most: 3}}\n{FARMS}", seats=4).refused("SHT-SET-01")
    assert seats_of(begin(f"seats: {{least: 2, most: 3}}\n{FARMS}", seats=3).board) == (1, 2, 3)
    assert RULESET.seats_with(load(HEAD + f"seats: {{least: 2, most: 3}}\n{FARMS}")) == range(2, 4)
    assert RULESET.seats == range(1, 13)


def test_a_sheet_has_the_same_address_however_it_is_written() -> None:
    assert load(HEAD + FARMS).hash == load(f"# ours\n{HEAD}{FARMS}").hash


@pytest.mark.parametrize("name", sheets())
def test_a_sheet_says_whether_all_win_together(name: str) -> None:
    assert RULESET.cooperative_with(sheet(name)) is (name == "together")


def test_the_starter_names_every_field() -> None:
    """In comments, so that whoever edits it finds them; what is commented is a sheet."""
    _, _, rest = RULESET.starter.partition("# All else")
    lines = [line.removeprefix("# ") for line in rest.splitlines()[2:]]
    fields = {line.partition(":")[0] for line in lines if line[:1].isalpha()}
    named = {"game", "id", "name", "seats"}
    assert fields == {*Document.__struct_fields__} - named
    text = "\n".join(line for line in lines if not line.startswith(("teams", "difficulties", "sides")))
    sheet = load(f"{HEAD}seats: {{most: 2}}\n{text}\n").sheet
    assert (sheet.categories[0].step, len(sheet.moves), sheet.rounds.number) == (10, 2, 3)
