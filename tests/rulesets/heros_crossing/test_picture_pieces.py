"""The picture of Hero's Crossing: visitors, the supply, seats and towns."""

from __future__ import annotations

import pytest

from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.effects import (
    DieDrafted,
)
from rulesets.heros_crossing.phases import TURN, Placing
from rulesets.heros_crossing.picture.panels import hand_width
from rulesets.heros_crossing.picture.plan import COLUMNS, NARROW_INSIDE, SLOT, owned_places
from rulesets.heros_crossing.picture.tiles import lying_part, tile_part
from rulesets.heros_crossing.picture.town import wide_grid
from rulesets.heros_crossing.pieces import Owned
from tests.rulesets.heros_crossing.boards import side, slot, stake, starter, table, using, visit
from tests.rulesets.heros_crossing.drawing import SEATS, drawn, ids, place, titles
from tests.rulesets.pictures import SVG, classes, piece, title, uses, words

# --- visitors


def test_needs_are_open_or_covered_by_a_cube_with_its_seller() -> None:
    """An open need is an outline, Wild has lozenges; a covered one is a cube with the shape of who sold it."""
    hero = piece(drawn(table(visiting={0: visit("dancer", filled="magic - weapon")})), "hero:dancer")
    assert uses(hero, "tt-cube") == 2
    assert len(classes(hero, "hollow")) == 1
    assert uses(hero, "tt-seat-2") == 2
    assert "Magic: covered with Magic by seat 2" in titles(hero)
    assert "Potion: open" in titles(hero)


def test_a_visitor_tells_its_points_its_dice_and_its_power() -> None:
    """What a hero does is told in words, and when by a sign."""
    hero = piece(drawn(table(visiting={0: "herald"})), "hero:herald")
    assert "4" in words(hero)
    assert "Armor dice attract" in titles(hero)
    assert uses(hero, "g-turned") == 1
    assert "Once a round: Exhaust: draft one more die this turn." in titles(hero)


def test_attractions_stand_in_their_order_with_their_dice() -> None:
    """Side by side, the first one left; from three on shapes and sums alone."""
    two = visit("dancer", stake(2, "blue-2"), stake(1, "blue-5+1"))
    hero = piece(drawn(table(seats=3, visiting={0: two})), "hero:dancer")
    offers = [name for name in ids(hero) if name.startswith("offer:")]
    assert offers == ["offer:2.hero.dancer", "offer:1.hero.dancer"]
    assert words(piece(hero, offers[1])) == ["6", "+1"]
    assert len(classes(hero, "die")) == 2
    three = visit("dancer", stake(2, "blue-2"), stake(1, "blue-5"), stake(3, "blue-1"))
    assert not classes(piece(drawn(table(seats=3, visiting={0: three})), "hero:dancer"), "die")


def test_an_empty_space_keeps_its_place() -> None:
    """Where no hero visits, a dashed card stays."""
    space = piece(drawn(table(visiting={1: ""})), "space:2")
    assert len(classes(space, "ghost")) == 1


# --- the supply


def test_a_long_name_is_drawn_within_its_tile() -> None:
    """A word that a wide serif would lead out of the tile is drawn with thin letters, a shorter one is not.

    Not every program knows how to draw a text closer (`textLength`).
    """
    picture = drawn(table(supply={1: "apothecary-1a", 2: "well-1a"}))
    (long,) = [text for text in picture.iter(f"{SVG}text") if text.text == "Apothecary"]
    (short,) = [text for text in picture.iter(f"{SVG}text") if text.text == "Wishing"]
    assert "light" in (long.get("class") or "").split()
    assert "light" not in (short.get("class") or "").split()
    assert not [text for text in picture.iter() if text.get("textLength")]


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("narrow", [False, True])
def test_no_name_of_the_usual_tiles_is_cut(seats: int, narrow: bool) -> None:
    """Neither in the supply nor in a hand, in which tiles are narrowest with three seats, nor in a town."""
    widths = (SLOT, hand_width(NARROW_INSIDE if narrow else COLUMNS[seats][0]))
    lines = [line for tile in starter().tile.values() for width in widths for line in lying_part(tile, width).name]
    lines += [line for tile in starter().tile.values() for line in tile_part(tile, 0, True).name]
    assert "Apothecary" in {line.text for line in lines}
    assert [line.full for line in lines if line.full] == []


def test_bids_lie_below_their_tile_with_the_highest_one_last() -> None:
    """Shape, sum and dice, one below the other."""
    bids = {2: slot("enchanter-1c", stake(2, "blue-5"), stake(1, "blue-4", "blue-2"))}
    svg = drawn(table(supply=bids))
    low, high = (piece(svg, f"offer:{seat}.tile.enchanter-1c") for seat in (2, 1))
    assert words(low) == ["5"]
    assert words(high) == ["6"]
    assert len(classes(high, "die")) == 2
    assert place(low.findall(SVG + "g")[0])[1] < place(high.findall(SVG + "g")[0])[1]


def test_from_three_bids_on_a_tile_shapes_and_sums_are_shown() -> None:
    """There is no room for the dice of many."""
    bids = {2: slot("enchanter-1c", stake(2, "blue-2"), stake(1, "blue-3"), stake(3, "blue-6"), stake(4, "blue-6+1"))}
    tile = piece(drawn(table(seats=4, supply=bids)), "tile:enchanter-1c")
    assert not classes(tile, "die")
    assert [text for text in words(tile) if text.isdigit()] == ["2", "3", "6", "7"]
    assert title(piece(tile, "offer:4.tile.enchanter-1c")) == "Seat 4 bids 7: blue 6 + 1 = 7"


def test_a_seat_that_withdrew_is_struck_through() -> None:
    """It may not bid on the tile again in this round."""
    tile = piece(drawn(table(supply={2: slot("enchanter-1c", stake(2, "blue-2"), barred=(1,))})), "tile:enchanter-1c")
    assert len(classes(tile, "gone")) == 1
    assert "Seat 1 withdrew, and may not bid here in this round" in titles(tile)


def test_a_tile_of_a_level_not_reached_is_told_by_its_era() -> None:
    """Its place is dashed; so is one whose stack is empty."""
    svg = drawn(table(era=2, supply={5: ""}, empty=(2,)))
    assert words(piece(svg, "slot:6")) == ["no tile"]
    assert words(piece(svg, "slot:9")) == ["from era 3"]
    assert title(piece(svg, "stack:2")) == "Level 2: 0 tiles face down"


def test_each_building_space_is_called_by_its_number() -> None:
    """Sentences name it where a tile and its copy lie there; it stays when the tile has gone."""
    svg = drawn(table(supply={2: slot("enchanter-1c"), 5: ""}))
    assert title(piece(svg, "tile:enchanter-1c")).startswith("Enchanter 1 (space 3): produces")
    assert title(piece(svg, "slot:6")).startswith("Space 6, level 2: ")


def test_a_tile_that_was_won_stays_in_its_place_until_it_is_placed() -> None:
    """It bears the shape of the seat that places it."""
    tile = piece(drawn(table(pending=Placing(2, "smithy-1c", TURN, 4), supply={4: ""})), "tile:smithy-1c")
    assert title(tile).endswith("; won by seat 2, to be placed")
    assert uses(tile, "tt-seat-2") == 1


# --- seats


def test_a_pool_has_a_place_for_each_type() -> None:
    """Weapon, Armor, Potion, Magic; a second die of a type lies a little to the right, empty places keep a glyph."""
    svg = piece(drawn(table(side(pool="blue-1 grey-4 grey-6"))), "seat:1")
    first, second, magic = classes(svg, "die")
    assert [place(first)[0], place(second)[0], place(magic)[0]] == [44, 51, 100]
    assert len(classes(svg, "faint")) == 2


def test_a_die_that_was_just_drafted_leaves_its_outline() -> None:
    """For one version its place is dashed."""
    before = table(side(pool="blue-1 grey-4"))
    board = table(side(pool="blue-1"), pending=using("grey-4", "produce", row=0))
    svg = drawn(board, DieDrafted(1, "grey-4", 0, ("produce", "move")), before=before)
    assert len([ghost for ghost in classes(piece(svg, "seat:1"), "ghost") if ghost.tag == SVG + "rect"]) == 1
    assert not [ghost for ghost in classes(piece(drawn(board), "seat:1"), "ghost") if ghost.tag == SVG + "rect"]


def test_a_seat_tells_what_it_has_and_what_it_is_at() -> None:
    """Points, modifiers, the pennant of the first player, a wash and a word for the seat to act."""
    svg = drawn(table(side(vp=11, modifiers=3), seats=3, first=1))
    one, two = piece(svg, "seat:1"), piece(svg, "seat:2")
    assert {"11", "×3", "1st", "to draft"} <= set(words(one))
    assert len(classes(one, "wash")) == 1
    assert not {"1st", "to draft"} & set(words(two))
    assert not classes(two, "wash")


def test_a_name_keeps_its_place_and_size_whatever_its_seat_is_at() -> None:
    """The room for the word of the seat to act is always kept."""

    def name(board: Board) -> list[tuple[str | None, str | None]]:
        return [(text.text, text.get("class")) for text in piece(drawn(board), "seat:1").iter(SVG + "text")][:1]

    assert name(table(seats=3, seat=1)) == name(table(seats=3, seat=2, first=2))


def test_an_exhausted_hero_is_turned() -> None:
    """Its card leans, and bears a chip."""
    svg = drawn(table(side(heroes=(Owned("bard", 1, exhausted=True), "cook"))))
    assert "rotate(-3" in (piece(svg, "hero:bard").get("transform") or "")
    assert uses(piece(svg, "hero:bard"), "g-turned") == 1
    assert "rotate" not in (piece(svg, "hero:cook").get("transform") or "")


def test_heroes_are_as_wide_as_their_names() -> None:
    """Side by side in rows; none moves when another joins, and the last of a row is no wider than the rest of it."""
    widths = (100, 70, 100, 150, 90, 150)
    places = owned_places(widths, 238)
    assert [(place.x, place.row, place.w) for place in places] == [
        (0, 0, 100), (106, 0, 70), (0, 1, 100), (106, 1, 132), (0, 2, 90), (96, 2, 142)
    ]  # fmt: skip
    assert all(owned_places(widths[:count], 238) == places[:count] for count in range(len(widths)))


def test_heroes_that_would_take_too_many_rows_are_equally_wide() -> None:
    """Then they bear names only where there is room for them."""
    assert {(place.w, place.named) for place in owned_places((200,) * 4, 238)} == {(116, True)}
    assert {(place.w, place.named) for place in owned_places((100,) * 7, 238)} == {(75.3, False)}


@pytest.mark.parametrize("seats", SEATS)
def test_many_heroes_stay_within_the_width_of_their_town(seats: int) -> None:
    """They become narrower, and lose their names but neither level nor points."""
    heroes = ("cook", "sage", "rogue", "bard", "mason", "herald", "king", "queen", "miser", "dragon", "runner", "monk")
    svg = drawn(table(side(heroes=heroes[:11]), seats=seats, visiting={3: ""}))
    width = 238 if seats == 3 else 363
    for hero in heroes[:11]:
        card = piece(svg, f"hero:{hero}")
        assert place(card)[0] + float(next(card.iter(SVG + "rect")).get("width") or 0) <= width + 0.5


# --- towns


def test_north_is_up_and_east_is_right() -> None:
    """A cell further north stands higher, one further east more to the right."""
    svg = drawn(table(side("land .", "land land")))
    home, north, east = (place(piece(svg, f"cell:1.{cell}")) for cell in ("0.0", "0.1", "1.0"))
    assert (north[0], east[1]) == home
    assert north[1] < home[1]
    assert east[0] > home[0]


def test_a_town_stays_where_it_is_while_it_fits() -> None:
    """A grid of four by four begins one cell west and south of the first tile as long as it can."""
    small = wide_grid(("0.0", "1.0"), 280, 274)
    assert wide_grid(("-1.0", "0.0", "1.0", "2.2"), 280, 274) == small
    assert small.scale == 1
    assert wide_grid(("0.0", "1.0", "3.0"), 280, 274).at("0.0") == (0, 124)


@pytest.mark.parametrize("seats", SEATS)
def test_a_large_town_stays_within_its_lane(seats: int) -> None:
    """Its tiles are scaled down."""
    width, height = {2: (363, 254), 3: (238, 254), 4: (363, 214)}[seats]
    cells = tuple(f"{x}.{y}" for x in range(-4, 5) for y in range(-3, 4))
    grid = wide_grid(cells, width, height)
    for cell in ("-4.3", "4.-3"):
        x, y = grid.at(cell)
        assert 0 <= grid.x + x * grid.scale <= width - 60 * grid.scale
        assert 0 <= grid.y + y * grid.scale <= height - 60 * grid.scale


def test_a_tile_tells_its_kind_its_level_and_its_cubes() -> None:
    """Cubes lie on four docks; more than a tile can show are told by a number."""
    svg = drawn(table(side("apothecary-2*3 land magic-shop-1*6")))
    center, shop = piece(svg, "cell:1.0.0"), piece(svg, "cell:1.2.0")
    assert "Apothecary 2 (the first cell): produces 2 Potion; 3 cubes" in titles(center)
    assert uses(center, "tt-cube") == 3
    assert len(classes(center, "hair")) == 1
    assert words(shop) == ["6"]


def test_special_tiles_have_signs_of_their_own() -> None:
    """Well, shield, double arrow and house; land has its tree."""
    svg = drawn(table(side("well-1 guard-1 line-1 base-1 land")))
    signs = ("g-well", "g-armor", "g-speed", "g-house", "tt-land")
    assert [uses(piece(svg, f"cell:1.{x}.0"), sign) for x, sign in enumerate(signs)] == [1] * 5


def test_on_a_phone_tiles_bear_their_names() -> None:
    """As long as four of them fit side by side."""
    assert words(piece(drawn(table(side("apothecary-1 land")), narrow=True), "cell:1.0.0")) == ["Apothecary"]
    wide_town = table(side("apothecary-1 land land land land"))
    assert words(piece(drawn(wide_town, narrow=True), "cell:1.0.0")) == []


def test_spies_stand_on_their_tile_with_the_shape_of_their_owner() -> None:
    """Several stand side by side; the owner's strip shows an outline instead."""
    svg = drawn(table(side("land!23"), seats=3))
    cell = piece(svg, "cell:1.0.0")
    assert uses(cell, "tt-meeple") == 2
    assert uses(cell, "tt-seat-2") == uses(cell, "tt-seat-3") == 1
    assert "The spy, sent out" in titles(piece(svg, "seat:2"))
    assert "The spy, at home" in titles(piece(svg, "seat:1"))
