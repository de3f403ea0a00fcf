"""What labels and sentences of Hero's Crossing call things, and that the picture shows them."""

from __future__ import annotations

from msgspec.structs import replace

from rulesets.heros_crossing import RULESET
from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.effects import BidPlaced, BidWithdrawn, CubeSold, FinalScoreComputed, SpySent
from rulesets.heros_crossing.names import offered_name
from rulesets.heros_crossing.phases import TURN, ChoosingColours, Placing, Scoring, Selling
from rulesets.heros_crossing.pieces import Side
from rulesets.heros_crossing.rules.bidding import Bid
from rulesets.heros_crossing.rules.spies import SendSpy
from rulesets.heros_crossing.rules.turns import DraftDie
from rulesets.kit.structs import Effect
from tests.rulesets.heros_crossing.boards import laid, side, slot, stake, table, using, visit
from tests.rulesets.heros_crossing.drawing import drawn, ids, titles
from tests.rulesets.pictures import classes, piece, uses, words


def sentence(board: Board, *effects: Effect[Board]) -> str:
    return RULESET.sentence(board, effects)


# --- words and ids


def test_what_an_action_touches_lies_under_its_fields() -> None:
    """A die with its row; the town that a spy goes to, its cell, and where the spy comes from."""
    board = table(side("land", pool="red-3"), side("land"), card="deeds")
    assert RULESET.touches(board, 1, DraftDie("red-3", 2)) == ("die:1.red-3", "row:2")
    assert RULESET.touches(board, 1, SendSpy(2, "0.0")) == ("spy:1", "seat:2", "cell:2.0.0")


def test_copies_in_the_supply_are_told_apart_by_their_space() -> None:
    """A tile that lies there alone is called by its name."""
    board = table(
        supply={0: "armorer-1a", 2: "armorer-1b", 3: "enchanter-1a"}, pending=using("grey-5", "bid", row=0), card="bids"
    )
    assert offered_name(board, "armorer-1a") == "Armor Smithy 1 (space 1)"
    assert Bid("armorer-1b").label(board, 1) == "Bid on Armor Smithy 1 (space 3)"
    assert offered_name(board, "enchanter-1a") == "Enchanter 1"
    assert "Armor Smithy 1 (space 3): produces 1 Armor" in titles(piece(drawn(board), "tile:armorer-1b"))


def test_colours_to_choose_from_lie_in_a_tray() -> None:
    """With the shape of the seat that has one already; the tray is gone when all have chosen."""
    svg = drawn(
        replace(table(side(), side()), sides=(Side(colour="yellow"), Side()), pending=ChoosingColours(), round=0)
    )
    assert [name for name in ids(svg) if name.startswith("colour:")] == [
        f"colour:{colour}" for colour in ("black", "orange", "purple", "yellow")
    ]
    assert uses(piece(svg, "colour:yellow"), "tt-seat-1") == 1
    assert not uses(piece(svg, "colour:black"), "tt-seat-1")
    assert not [name for name in ids(drawn(table())) if name.startswith("colour:")]


def test_empty_cells_that_a_tile_may_come_into_are_drawn() -> None:
    """With the numbers of their columns and rows at the edges; else neither is there."""
    svg = drawn(table(side("land"), pending=Placing(1, "land", TURN), zoning="E"))
    assert "1 east" in titles(piece(svg, "cell:1.1.0"))
    assert {"1E", "1N"} <= set(words(svg))
    quiet = drawn(table(side("land"), zoning="E"))
    assert "cell:1.1.0" not in ids(quiet)
    assert "1E" not in words(quiet)


def test_a_cell_holds_the_id_of_its_tile() -> None:
    """So that a tile is found wherever it lies; plain land has no id."""
    svg = drawn(table(side("apothecary-1 land")))
    assert piece(svg, "cell:1.0.0").get("data-holds") == "tile:apothecary-1a"
    assert piece(svg, "cell:1.1.0").get("data-holds") is None


def test_a_visiting_space_is_found_whether_somebody_visits_or_not() -> None:
    """The next hero may come while the last one still stands there."""
    svg = drawn(table(visiting={0: "herald", 1: ""}))
    assert piece(svg, "hero:herald").get("data-holds") == "space:1"
    assert piece(svg, "space:2").get("data-holds") is None


# --- colours and points


def test_who_chose_yellow_is_yellow() -> None:
    """Wherever the seat is drawn; its shape is that of its place at the table."""
    board = table(side(pool="red-1"), side(pool="red-1"))
    svg = drawn(board.with_side(1, replace(board.side(1), colour="yellow")))
    assert classes(svg, "seat-3")
    assert not [part for part in classes(svg, "seat-1") if part.get("data-id")]
    assert uses(piece(svg, "seat:1"), "tt-seat-1") == 1


def test_points_are_those_of_the_standing_and_tell_their_parts() -> None:
    """Heroes and Wishing Wells count on the strip; the ruler shows the track."""
    board = table(side("well-1 land", vp=3, heroes=("sage",)))
    svg = drawn(board)
    assert dict(RULESET.standing(board))[1] == 10
    assert "10" in words(piece(svg, "seat:1"))
    assert "10 VP (3 on the track, 4 from heroes, 3 from Wishing Wells)" in titles(piece(svg, "seat:1"))


def test_heroes_keep_their_names_in_rows() -> None:
    """Two side by side where three towns are; the lanes of all begin below the longest column."""
    board = table(side(heroes=("cook", "sage", "rogue")), side(), side(), seats=3)
    svg = drawn(board)
    assert {"Cook", "Sage", "Rogue"} <= set(words(svg))
    lanes = [part.get("y") for part in classes(svg, "lane") if part.get("width") == "238"]
    assert lanes == ["116"] * 3


# --- sentences


def test_a_bid_tells_what_it_beats_and_what_makes_it() -> None:
    """Its modifiers, the own total where it is raised, the others with their names."""
    board = table(
        supply={2: slot("enchanter-1c", stake(2, "blue-5"), stake(1, "blue-4"))}, pending=using("blue-2", "bid")
    )
    assert sentence(board, BidPlaced(1, "enchanter-1c", laid("blue-2+1"), "raised")) == (
        "{1} raises the bid on Enchanter 1 to 7 by blue 2 + 1 = 3, against 5 of {2}."
    )
    assert sentence(board, BidWithdrawn(1, "enchanter-1c", "not_raised")) == (
        "{1} has not raised the bid of 4 on Enchanter 1, which is withdrawn."
    )


def test_a_sale_tells_its_shop_and_a_spy_where_it_goes() -> None:
    """Each with the cell, as the edges of the town call it."""
    board = table(side("potion-shop-1*1 land"), side("land"), visiting={0: visit("monk", stake(1, "green-4"))})
    selling = replace(board, pending=Selling(1, 0))
    assert (
        sentence(selling, CubeSold(1, "monk", 0, "0.0", "potion", 1))
        == "{1} sells 1 Potion cube from Potion Shop 1 (the first cell) to the Monk for 1 VP."
    )
    assert sentence(board, SpySent(1, 2, "0.0")) == "{1} sends a spy to Land (the first cell) of {2}."


def test_the_final_score_tells_where_it_comes_from() -> None:
    """The track, and what is counted at the end."""
    board = table(side(vp=5, heroes=("sage",)), side(vp=7), pending=Scoring("rounds"))
    assert sentence(board, FinalScoreComputed((9, 7), (1,))) == (
        "Final score: {1} 9 (5 on the track, 4 from heroes and wells), {2} 7. {1} wins."
    )
