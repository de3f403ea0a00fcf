"""The picture of a sheet: who is where, what is written, what fits."""

from __future__ import annotations

from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from rulesets.kit.scenario import Scenario
from rulesets.kit.structs import TABLE
from rulesets.kit.svg import Arrangement, Scene
from rulesets.scoresheet import RULESET
from rulesets.scoresheet.board import Board
from rulesets.scoresheet.picture.plan import NARROW, WIDE, Content, Plan, arranged
from rulesets.scoresheet.rules.chance import Draw, Roll
from rulesets.scoresheet.rules.rounds import EndRound, Finish
from rulesets.scoresheet.rules.scoring import ClaimWin, Correct, Score
from tests.rulesets.pictures import SVG, classes, marked, piece, title, words
from tests.rulesets.scoresheet.build import FARMS, begin
from tests.rulesets.scoresheet.profile import sheet, sheets
from tests.rulesets.scoresheet.test_conformance import CROWDED

SHEET = CROWDED.partition("name: All at once\n")[2]
MANY = "Maximiliana Wollstonecraft-Wittgenstein " * 5


def drawn(
    game: Scenario[Board],
    *,
    arrangement: Arrangement = "wide",
    names: dict[int, str] | None = None,
    clickable: frozenset[str] = frozenset(),
) -> Element:
    touched = frozenset(id_ for effect in game.effects for id_ in effect.touches())
    scene = Scene(game.board, None, game.effects, TABLE, names or {}, 7, touched, clickable, arrangement)
    return ElementTree.fromstring(RULESET.picture(scene))


def test_a_column_for_each_seat_and_a_row_for_each_round() -> None:
    game = begin(seats=3).when(1, Score("farms", 7)).when(2, EndRound()).when(3, Score("farms", -4))
    svg = drawn(game, names={1: "Ada", 2: "Ben", 3: "Cleo"})
    assert [title(piece(svg, f"seat:{seat}")) for seat in (1, 2, 3)] == ["Ada", "Ben", "Cleo"]
    assert words(piece(svg, "cell:1.1.farms")) == ["7"]
    assert words(piece(svg, "cell:3.2.farms")) == ["\u22124"]
    assert title(piece(svg, "cell:2.2.farms")) == "Farms, round 2, Ben: not yet written"
    assert words(piece(svg, "round:1")) == ["Round 1"]
    assert words(piece(svg, "round:2")) == ["Round 2"]
    assert marked(svg, "ring") == {"cell:3.2.farms", "seat:3"}
    assert "Total" in words(svg)


def test_only_cells_of_this_round_wait_for_a_number() -> None:
    game = begin().when(1, Score("farms", 7)).when(2, EndRound())
    svg = drawn(game)
    assert [bool(classes(piece(svg, f"cell:2.{n}.farms"), "blank")) for n in (1, 2)] == [False, True]
    over = drawn(game.when(1, Finish()))
    assert not classes(over, "blank")
    assert len(classes(over, "gilt")) == 1


def test_a_round_that_is_over_is_one_row_that_holds_its_cells() -> None:
    """A correction is tapped there all the same."""
    game = begin(f"{FARMS}  - {{id: goods, name: Goods}}\n").when(1, Score("farms", 7)).when(1, Score("goods", 5))
    svg = drawn(game.when(1, EndRound()), clickable=frozenset({"line:1.1"}))
    line = piece(svg, "line:1.1")
    assert words(line) == ["12"]
    assert line.get("data-holds") == "cell:1.1.farms cell:1.1.goods"
    assert title(line) == "Round 1, Seat 1: Farms 7, Goods 5"
    assert marked(svg, "may") == {"line:1.1"}
    corrected = drawn(game.when(1, EndRound()).when(1, Correct(1, "goods", 6)))
    assert "line:1.1" in marked(corrected, "ring")


def test_whose_turn_it_is_stands_in_the_heading() -> None:
    game = begin(SHEET, seats=3, outcomes=[2])
    svg = drawn(game)
    assert [bool(classes(piece(svg, f"seat:{seat}"), "on")) for seat in (1, 2, 3)] == [False, True, False]
    assert "Bees" in title(piece(svg, "seat:2"))


def test_dice_piles_and_counters_lie_beside_the_rows() -> None:
    game = begin(SHEET, seats=3, outcomes=[2]).when(2, Roll("w"), ["East"])
    svg = drawn(game)
    assert words(piece(svg, "die:w")) == ["Wind", "East"]
    assert words(piece(svg, "die:d")) == ["Odd die", "not rolled"]
    assert words(piece(svg, "pile:p")) == ["Pile", "3 left"]
    assert words(piece(svg, "tally:0.all")) == ["All", "100"]
    drawn_one = drawn(game.when(2, Draw("p"), ["Fox"]))
    assert words(piece(drawn_one, "pile:p")) == ["Pile", "2 left, Fox"]
    assert words(piece(svg, "tally:3.own")) == ["0"]


def test_who_won_is_marked_where_nothing_is_counted() -> None:
    svg = drawn(begin("scoring: win\n").when(2, ClaimWin()).when(1, Finish()))
    assert "won" in words(svg)
    assert len(classes(svg, "gilt")) == 1


def test_points_and_who_won_are_drawn_where_wins_are_noted() -> None:
    svg = drawn(begin(f"{FARMS}scoring: noted\n").when(2, Score("farms", 7)).when(1, ClaimWin()).when(1, Finish()))
    assert {"7", "won", "Total", "Result"} <= {*words(svg)}
    assert "winners are noted" in " ".join(words(svg))


@pytest.mark.parametrize("arrangement", ["wide", "narrow"])
@pytest.mark.parametrize("seats", [1, 2, 8, 12])
def test_everything_is_drawn_inside_however_many_sit_there(seats: int, arrangement: Arrangement) -> None:
    """With names of 200 letters, quotes and emoji."""
    names = {seat: f'{seat} <{MANY}> \U0001f3b2 & "O\'Neill"' for seat in range(1, seats + 1)}
    game = begin(seats=seats)
    for _ in range(12):
        game = game.when(1, Score("farms", -5)).when(1, EndRound())
    svg = drawn(game, arrangement=arrangement, names=names)
    _, _, width, height = map(float, svg.get("viewBox", "").split())
    assert 400 <= width <= (640 if arrangement == "wide" else 400)
    for group in svg.iter(SVG + "g"):
        if at := group.get("transform", "").removeprefix("translate("):
            x, _, y = at.partition(")")[0].partition(" ")
            assert 0 <= float(x) <= width
            assert 0 <= float(y or 0) <= height
    assert title(piece(svg, "seat:1")).startswith("1 <Max")


@pytest.mark.parametrize(
    ("plan", "seats", "digits", "bands"),
    [(WIDE, 12, 3, [12]), (NARROW, 8, 3, [8]), (NARROW, 12, 3, [6, 6]), (NARROW, 8, 7, [3, 3, 2]), (WIDE, 1, 8, [1])],
)
def test_seats_that_do_not_fit_side_by_side_are_in_another_band(
    plan: Plan, seats: int, digits: int, bands: list[int]
) -> None:
    """Eight fit on a phone, with numbers of three digits."""
    layout = arranged(plan, Content(seats, 20, digits=digits))
    assert [len(band) for band in layout.bands] == bands


@pytest.mark.parametrize("seats", [1, 4, 8, 12])
@pytest.mark.parametrize("rows", [6, 12, 40])
def test_a_sheet_for_a_desk_is_about_as_high_as_wide(seats: int, rows: int) -> None:
    """A short one has larger letters and more room in its rows, and twelve seats are in two bands.

    A phone needs no such thing, since it is scrolled.
    """
    content = Content(seats, rows, sums=1)
    layout = arranged(WIDE, content)
    assert layout.height(content) >= 0.7 * layout.width
    assert layout.width == 640 or layout.height(content) <= 1.1 * layout.width
    assert len(layout.bands) == (2 if seats == 12 and rows < 12 else 1)
    assert arranged(NARROW, content).row == 26


def test_a_page_has_both_arrangements() -> None:
    game = begin()
    scene = Scene(game.board, None, game.effects, TABLE, {}, 1, arrangement="both")
    assert RULESET.picture(scene).count("<svg") == 2


@pytest.mark.parametrize("name", sheets())
def test_all_parts_of_a_sheet_can_be_looked_at(name: str) -> None:
    """Each is drawn, and says what it is."""
    cards = RULESET.cards(sheet(name))
    assert len({card.id for card in cards}) == len(cards) >= 2
    for card in cards:
        assert words(ElementTree.fromstring(card.picture))[0]
        assert all(line.endswith(".") for line in card.text)
