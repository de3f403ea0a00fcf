"""What statistics are told beside events: what lies where, who plays what, what cards are."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rulesets.heros_crossing import RULESET, holdings
from rulesets.heros_crossing.pieces import PLAYER_COLOURS
from rulesets.kit.history import Card, Holding
from tests.rulesets.heros_crossing.boards import cards, side, starter, table
from tests.rulesets.heros_crossing.random_games import game


def test_holdings_are_the_parts_of_the_score_and_of_the_town() -> None:
    """The track, heroes and Wishing Wells are VP and add up to the score; tiles and cubes lie on kinds of tiles."""
    own = side(
        "smithy-1*2 land weapon-shop-1*1", "land . well-1", "land . .", vp=5, modifiers=0, heroes=("monk", "king")
    )
    board = table(own, side("land!1"))
    held = [holding for holding in holdings.holdings(board) if holding.seat == 1]
    assert {(holding.what, holding.place): holding.n for holding in held} == {
        ("track", None): 5,
        ("heroes", None): 10,
        ("wells", None): 3,
        ("heroes_owned", None): 2,
        ("modifiers", None): 0,
        ("trades", None): 1,
        ("spies", "cell:2.0.0"): 1,
        ("tiles", "tile:smithy-1"): 1,
        ("tiles", "tile:weapon-shop-1"): 1,
        ("tiles", "tile:wishing_well"): 1,
        ("tiles", "tile:land"): 3,
        ("cubes", "tile:smithy-1"): 2,
        ("cubes", "tile:weapon-shop-1"): 1,
    }
    assert sum(holding.n for holding in held if holding.what in ("track", "heroes", "wells")) == 18
    assert dict(RULESET.standing(board))[1] == 18
    assert Holding(None, "heroes_left", board.heroes_left) in holdings.holdings(board)


def test_a_seat_is_its_colour_and_its_heroes() -> None:
    """By the end of the game; before colours are chosen it is nothing."""
    board = table(side(heroes=("monk", "king")))
    assert holdings.faction(board, 1) == {"colour": ("black",), "hero": ("hero:monk", "hero:king")}
    assert holdings.faction(board, 2) == {"colour": ("orange",), "hero": ()}
    nobody = board.with_side(2, replace(board.side(2), colour=""))
    assert holdings.faction(nobody, 2) == {"colour": (), "hero": ()}


def test_cards_are_told_as_players_read_them() -> None:
    """A level 2 Shop can be found; copies are one card; a hero has its needs as icons."""
    known = {card.id: card for card in holdings.cards(cards())}
    assert known["tile:potion-shop-2"] == Card("tile:potion-shop-2", "Potion Shop 2", "tile", 2, "shop", icons="potion")
    assert known["tile:wishing_well"] == Card("tile:wishing_well", "Wishing Well", "tile", kind="wishing_well")
    assert known["hero:dancer"] == Card("hero:dancer", "Dancer", "hero", 1, "blue green", icons="magic potion wild")
    assert known["die:red"].name == "Red die"
    assert known["card:deeds"].name == "Deeds"
    assert {card.id for card in known.values() if card.type == "row"} >= {"bid+produce", "get_land+get_modifiers"}
    assert known["get_land+get_modifiers"].name == "Get land and get modifiers"
    assert {card.id for card in known.values() if card.type == "colour"} == set(PLAYER_COLOURS)
    assert sum(card.type == "tile" for card in known.values()) == 8 * 3 + 4 + 1


@pytest.mark.parametrize("seats", RULESET.seats)
def test_all_that_is_named_is_a_card_of_the_set(seats: int) -> None:
    """But for cells and seats, of which no set knows, and words."""
    known = {card.id for card in holdings.cards(starter())}
    rows = game(seats).rows
    assert {row.card for row in rows} | {row.source for row in rows} <= known | {None}
    named = {name for row in rows for name in (row.place, row.target) if name}
    assert {name for name in named if name.partition(":")[0] not in ("cell", "seat")} <= known
    owned = [name for seat in range(1, seats + 1) for name in holdings.faction(game(seats).board, seat)["hero"]]
    assert owned
    assert set(owned) | set(PLAYER_COLOURS) <= known
