"""The picture of Hero's Crossing: the document, the round, the set-up, what the last event did."""

from __future__ import annotations

import re
from itertools import islice

import pytest
from msgspec.structs import replace

from rulesets.heros_crossing import RULESET
from rulesets.heros_crossing.effects import (
    BidPlaced,
    HeroAttracted,
    ResourcesMoved,
    ResourcesProduced,
    SpyExpelled,
    SpySent,
)
from rulesets.heros_crossing.phases import TURN, Drafting, GameOver, Placing
from rulesets.heros_crossing.picture.view import TINTS
from rulesets.heros_crossing.pieces import Assigned
from rulesets.kit.structs import TABLE, Viewer
from rulesets.kit.svg import advance
from tests.rulesets.heros_crossing.boards import laid, side, slot, stake, starter, table, using, visit
from tests.rulesets.heros_crossing.drawing import SEATS, drawn, game, ids, place, scene, titles, views
from tests.rulesets.pictures import SVG, classes, piece, title, uses, whole, words

# --- the document


@pytest.mark.parametrize("seats", SEATS)
def test_every_board_of_a_game_can_be_drawn_and_names_no_piece_twice(seats: int) -> None:
    """Each piece stands in one group with its id, in both arrangements the same ones."""
    for board, effects in game(seats)[::3]:
        wide, narrow = drawn(board, *effects), drawn(board, *effects, narrow=True)
        assert len(ids(wide)) == len(set(ids(wide)))
        assert sorted(ids(wide)) == sorted(ids(narrow))


@pytest.mark.parametrize("seats", SEATS)
def test_what_never_moves_keeps_its_place(seats: int) -> None:
    """From version to version the whole table stays where it is."""
    fixed = ("stack:1", "stack:2", "stack:3", "action-card", "graveyard", "track", "zoning")
    boards = [board for board, _ in game(seats)[::20]]
    assert len({tuple(place(piece(drawn(board), name)) for name in fixed) for board in boards}) == 1


def test_a_page_gets_both_arrangements_and_shows_one() -> None:
    """For a page there are two pictures without styles; their style sheet shows the wide or the narrow one."""
    both = RULESET.picture(replace(scene(table()), arrangement="both"))
    assert re.findall(r'<svg[^>]* class="([\w ]+)" viewBox="0 0 (\d+)[^>]* role="(\w+)"', both) == [
        ("tt heros_crossing wide", "760", "img"),
        ("tt heros_crossing narrow", "400", "img"),
    ]
    assert "<style>" not in both
    assert both.count('id="b-title"') == both.count('id="n-title"') == 1


def test_a_picture_is_arranged_for_a_desk_or_for_a_phone() -> None:
    """By its width, in board units."""
    assert drawn(table()).get("viewBox") == "0 0 760 882"
    narrow = drawn(table(), narrow=True)
    assert (narrow.get("viewBox") or "").startswith("0 0 400 ")


def test_on_a_phone_the_town_of_the_viewer_comes_first_then_clockwise() -> None:
    """The order hangs on who looks, never on whose turn it is; onlookers begin with seat 1."""
    board = table(seats=4, seat=3)

    def order(viewer: Viewer) -> list[str]:
        return [name for name in ids(drawn(board, viewer=viewer, narrow=True)) if name.startswith("seat:")]

    assert order(3) == ["seat:3", "seat:4", "seat:1", "seat:2"]
    assert order(TABLE) == order("spectator") == ["seat:1", "seat:2", "seat:3", "seat:4"]


@pytest.mark.parametrize("tint", TINTS.values())
def test_a_seat_that_has_chosen_no_colour_yet_has_one_for_all_that_is_drawn_of_seats(tint: str) -> None:
    """Without one of them what is drawn in it is black, on black."""
    rule = re.search(rf"\.{tint} {{([^}}]*)}}", RULESET.look.css)
    assert rule
    assert {"--c", "--on", "--name", "--wash"} <= {part.partition(":")[0].strip() for part in rule[1].split(";")}


def test_names_are_escaped_and_cut() -> None:
    """A name is text whatever it says, and never runs into what stands beside it."""
    evil = replace(scene(table(seats=3)), names={1: "<b>&\x00", 2: "W" * 60, 3: "Marten"})
    svg = whole(RULESET.picture(evil))
    assert "<b>&\ufffd" in words(piece(svg, "seat:1"))
    cut = next(text for text in piece(svg, "seat:2").iter(SVG + "text") if "…" in (text.text or ""))
    assert title(cut) == "W" * 60


def test_what_is_kept_holds_no_name() -> None:
    """Pieces that a process keeps drawn speak of seats by their number."""
    bids = {0: slot("armorer-1c", stake(1, "grey-2"), stake(2, "grey-5"))}
    svg = drawn(table(seats=2, supply=bids, visiting={0: visit("dancer", stake(2, "blue-3"))}))
    assert "Otter" not in titles(piece(svg, "tile:armorer-1c")) + titles(piece(svg, "hero:dancer"))


# --- the round


def test_the_strip_tells_round_step_era_zoning_and_heroes_to_come() -> None:
    """Steps are bars, the one under way tall; the era is told by dots."""
    svg = drawn(table(seats=3, round=6, era=2, zoning="E", left=(0, 1, 4)))
    assert "Round 6 · Draft dice" in words(svg)
    assert titles(svg).count("Step 4 of 6: Draft dice") == 1
    assert "Era 2 of 3" in titles(svg)
    assert words(piece(svg, "zoning")) == ["E"]
    assert "Heroes still to come: 1 of level 2, then 4 of level 3" in titles(svg)


def test_a_zoning_die_that_was_set_shows_that_it_was_a_star() -> None:
    """The face that counts stands on the die, and a star before it."""
    zoning = piece(drawn(replace(table(), rolled="*", zoning="N")), "zoning")
    assert words(zoning) == ["N", "*"]
    assert title(zoning) == "Zoning Die: north, chosen after *"


def test_the_last_round_is_told_once_it_is_set() -> None:
    """The end stands where the heroes to come stood."""
    svg = drawn(table(last_round=11))
    assert "Last round 11" in words(svg)
    assert "Heroes to come" not in words(svg)


def test_the_row_in_use_is_washed_and_tells_what_is_done_and_what_is_open() -> None:
    """A check on an action that is settled, a dotted frame around one that is open, the die in the head of the card."""
    card = piece(drawn(table(pending=using("green-3+2", "produce", row=0), card="bids")), "action-card")
    assert len(classes(card, "wash")) == 1
    assert uses(card, "g-done") == 1
    assert len(classes(card, "may")) == 1
    assert "Green 3: Potion die" in titles(card)
    assert "+2 = 5" in words(card)


def test_no_action_runs_into_the_frame_of_the_one_beside_it() -> None:
    """Though it is the longest, and its row in use."""
    row = piece(drawn(table(pending=using("green-3", "expel", row=2), card="deeds")), "row:2")
    modifiers = next(text for text in row.iter(SVG + "text") if text.text == "Modifiers")
    (frame,) = classes(row, "may")
    left = {text.text: place(group)[0] for group in row.iter(SVG + "g") for text in group.findall(SVG + "text")}
    assert "num" not in (modifiers.get("class") or "")
    assert left["Modifiers"] + 22 + advance("Modifiers", 14) <= left["Expel"] + float(frame.get("x") or 0)


def test_a_move_half_made_and_a_die_that_is_assigned_are_told() -> None:
    """The card tells the movement points that are left and ticks the Move later; the seat tells the die to draft."""
    svg = drawn(table(pending=using("green-3", row=4, points=2), card="bids"))
    card = piece(svg, "action-card")
    assert title(card).endswith("; 2 movement points left")
    assert "Move: 2" in words(card)
    assert uses(card, "g-done") == 1
    done = piece(drawn(table(pending=using("green-3", row=4), card="bids")), "action-card")
    assert uses(done, "g-done") == 2
    own = replace(side(pool="red-3"), assigned=(Assigned("red-3", "attract"),))
    assert title(piece(drawn(table(own)), "seat:1")).endswith("2 dice modifiers, red 3 to attract")


def test_the_action_card_names_its_rows() -> None:
    """All rows are shown, and how many cards are left in the deck."""
    card = piece(drawn(table(card="heroes")), "action-card")
    assert title(card) == "Action Card Heroes: Attract and Produce; Attract and Attract; Attract and Bid"
    assert "4 left" in words(card)
    assert not classes(card, "wash")


def test_spent_dice_lie_in_the_graveyard() -> None:
    """Few are large, many are small and in two rows; all are there and within it."""
    for count in (1, 6, 7, 8, 9, 16):
        for narrow in (False, True):
            yard = piece(drawn(table(seats=4, graveyard=("red-3",) * count), narrow=narrow), "graveyard")
            dice = classes(yard, "die")
            assert len(dice) == count
            spots = {place(die) for die in dice}
            assert len(spots) == count
            assert max(x for x, _ in spots) < (150 if narrow else 202) - 16


def test_seats_stand_on_the_ruler_of_points_and_pile_up_where_they_meet() -> None:
    """The ruler begins with the twenty that the last seat is in, and is as long as it needs to be."""
    svg = piece(drawn(table(side(vp=21), side(vp=21), side(vp=47))), "track")
    assert [text for text in words(svg) if text.isdigit()] == ["20", "30", "40", "50", "60"]
    spots = [(use.get("x"), use.get("y")) for use in svg.iter(SVG + "use") if "tt-seat" in (use.get("href") or "")]
    assert spots[0][0] == spots[1][0] != spots[2][0]
    assert spots[0][1] == spots[2][1] != spots[1][1]


# --- the set-up


def test_a_seat_sees_its_own_hand_and_the_backs_of_the_others() -> None:
    """What a viewer cannot know is not in the picture at all."""
    hidden = 0
    for board, view in islice(views(3, 1), 14):
        if not isinstance(board.pending, Drafting):
            continue
        svg = whole(RULESET.picture(view))
        tiles = starter().tile
        own = piece(svg, "hand:1")
        assert all(tiles[tile].name in titles(own) for tile in board.side(1).hand)
        for seat in (2, 3):
            other = piece(svg, f"hand:{seat}")
            hidden += len(board.side(seat).hand)
            assert not any(tiles[tile].name in "".join(other.itertext()) for tile in board.side(seat).hand)
            assert "A hidden tile of level 1" in titles(other)
    assert hidden


def test_a_picked_tile_lies_apart_with_a_check() -> None:
    """It has the last place of the hand, whatever is left of that."""
    board = next(board for board, _ in game(2) if isinstance(board.pending, Drafting) and board.side(1).picked)
    hand = piece(drawn(board), "hand:1")
    assert uses(hand, "g-done") == 1
    assert "one picked" in title(hand)


def test_tiles_to_be_laid_stand_below_the_town() -> None:
    """Land tiles are all alike and have no names."""
    tiles = starter().tile
    board = next(board for board, _ in game(2) if "land" in board.side(1).tiles and len(board.side(1).tiles) < 6)
    svg = drawn(board)
    assert {f"tile:{tile}" for tile in board.side(1).tiles if tile != "land"} <= set(ids(svg))
    assert all(tiles[tile].name in titles(svg) for tile in board.side(1).tiles)


# --- what the last event did, what can be chosen


def test_a_bid_is_ringed_itself() -> None:
    """Neither its tile nor its seat is."""
    bids = {2: slot("enchanter-1c", stake(1, "blue-4"))}
    svg = drawn(table(supply=bids), BidPlaced(1, "enchanter-1c", laid("blue-4"), "first"))
    assert len(classes(svg, "ring")) == len(classes(piece(svg, "offer:1.tile.enchanter-1c"), "ring")) == 1


def test_an_attraction_is_ringed_itself() -> None:
    """As a bid is."""
    board = table(visiting={0: visit("dancer", stake(1, "blue-4"))})
    svg = drawn(board, HeroAttracted(1, "dancer", laid("blue-4")))
    assert len(classes(svg, "ring")) == len(classes(piece(svg, "offer:1.hero.dancer"), "ring")) == 1


def test_a_cell_that_was_touched_is_ringed() -> None:
    """The ring stands on the grid, where the cell is."""
    svg = drawn(table(side("apothecary-1*1 land")), ResourcesProduced(1, "0.0", "potion", 1))
    assert len(classes(svg, "ring")) == 1


def test_cubes_and_spies_leave_a_trace() -> None:
    """Dots lead from where cubes were to where they are; a spy that left is an outline, an expelled one is struck."""
    town = side("apothecary-1 land potion-shop-1*1")
    moved = drawn(table(town), ResourcesMoved(1, "0.0", "2.0", "potion", 1, 2, 3))
    assert len(classes(moved, "lure")) == 1
    sent = drawn(table(side("land"), side("land!1"), side("land")), SpySent(1, 2, "0.0", 3, "0.0"))
    assert "A spy left" in titles(sent)
    assert not classes(sent, "gone")
    expelled = drawn(table(side("land"), side("land")), SpyExpelled(2, "0.0", 1))
    assert "A spy was expelled" in titles(expelled)
    assert len(classes(expelled, "gone")) == 1


def test_what_can_be_chosen_has_a_dotted_frame() -> None:
    """A die of the seat to act, a tile, a hero, and cells, empty ones too."""
    clickable = ("die:1.blue-1", "tile:enchanter-1c", "hero:monk", "cell:1.0.1")
    svg = drawn(table(pending=Placing(1, "land", TURN)), clickable=clickable)
    assert len(classes(svg, "may")) == 4
    for name in clickable:
        assert classes(piece(svg, name), "may")


# --- the end


def test_the_final_scores_and_the_winners_are_told() -> None:
    """Winners bear a laurel pill; the strips show the final scores."""
    king = side(vp=32, heroes=("king",))
    svg = drawn(table(king, side(vp=12), side(vp=41), pending=GameOver((1, 3), "rounds", (41, 12, 41))))
    assert "won" in words(piece(svg, "seat:1"))
    assert "won" in words(piece(svg, "seat:3"))
    assert "won" not in words(piece(svg, "seat:2"))
    assert "41" in words(piece(svg, "seat:1"))
    assert "41 VP (32 on the track, 9 from heroes)" in title(piece(svg, "seat:1"))
    assert "Round 2 · game over" in words(svg)
