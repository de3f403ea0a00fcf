"""What statistics are told of Kingdom Rush beside events: what lies where, who plays what, what cards are."""

from __future__ import annotations

from collections import Counter

import pytest

from rulesets.kingdom_rush import RULESET
from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.pieces import AbilityTile, Boss
from rulesets.kit.history import Card, Holding
from rulesets.kit.scenario import begun
from rulesets.kit.structs import Start
from tests.rulesets.kingdom_rush.build import hero, horde, portal, road, table, tower
from tests.rulesets.kingdom_rush.profile import starter

CARDS = {card.id: card for card in RULESET.history.cards(RULESET.starter_components)}


def held(board: Board) -> set[tuple[int | None, str, int, str | None]]:
    """Each holding as seat, what, how many, where."""
    return {(one.seat, one.what, one.n, one.place) for one in RULESET.history.holdings(board)}


def test_the_team_and_each_seat_hold_what_they_have() -> None:
    """Hearts, Crystals and hands also where there are none; Towers by level, wherever the seat has them."""
    malik = hero("malik", "p3", health=2, abilities=(AbilityTile("earthquake", "used"), "its_hammer_time"))
    board = road(
        malik,
        hero("ignus", seat=2),
        horde("gob", "p4", "ooo", soldiers="a1 b1"),
        horde("fly", "p4"),
        portal("gate", "p6"),
        tower("r1", "mage"),
        tower("r1", "knights", 2),
        hands=(("archer", "marksmen"), ()),
        incoming=((), ("archer",)),
        crystals=0,
        spells=("thunderbolt",),
        bosses=(Boss("lilith", "p9"),),
        lives=("wing-1",),
    )

    assert held(board) == {
        (None, "hearts", 9, None),
        (None, "crystals", 0, None),
        (None, "spells", 1, None),
        (None, "portals_left", 1, None),
        (None, "lives", 1, None),
        (1, "hand", 2, None),
        (1, "level_1_towers", 2, None),
        (1, "level_2_towers", 1, None),
        (1, "health", 2, None),
        (1, "ready_abilities", 1, None),
        (2, "hand", 0, None),
        (2, "level_1_towers", 1, None),
        (2, "level_3_towers", 1, None),
        (2, "health", 4, None),
        (2, "ready_abilities", 0, None),
        (None, "hordes", 2, "space:p4"),
        (None, "soldiers", 2, "space:p4"),
        (None, "portals", 1, "space:p6"),
        (None, "bosses", 1, "space:p9"),
        (1, "towers", 1, "space:r1"),
        (2, "towers", 1, "space:r1"),
        (1, "heroes", 1, "space:p3"),
    }


def test_the_wildcat_stands_where_it_stands() -> None:
    """It is a second hero of its seat; its health is not that of the seat."""
    found = held(table(hero("alleria", "p1"), hero("wildcat", "p1")))

    assert (1, "heroes", 2, "space:p1") in found
    assert (1, "health", 3, None) in found


@pytest.mark.parametrize("seats", RULESET.seats)
def test_a_table_that_is_not_set_up_has_no_hero(seats: int) -> None:
    """Its seats play nothing yet, and hold nothing."""
    board = begun(RULESET, seats=seats).board

    assert {one for one in RULESET.history.holdings(board) if one.seat} == {
        Holding(seat, "hand", 0) for seat in range(1, seats + 1)
    }
    assert RULESET.history.faction(board, seats) == {}


def test_a_seat_is_its_hero_its_colour_and_its_abilities() -> None:
    """Each of them by its id, which `cards` knows; its abilities and the team also as a whole, in one order."""
    board = road(hero("malik", abilities=("its_hammer_time", "earthquake")), hero("ignus", seat=2))
    faction = RULESET.history.faction(board, 1)

    assert faction == {
        "hero": ("hero:malik",),
        "colour": ("colour:red",),
        "ability": ("ability:its_hammer_time", "ability:earthquake"),
        "abilities": ("ability:earthquake ability:its_hammer_time",),
        "team": ("hero:ignus hero:malik",),
    }
    assert {name for names in faction.values() for text in names for name in text.split()} <= CARDS.keys()


@pytest.mark.parametrize(
    "card",
    [
        Card("tower:marksmen", "Marksmen", "tower", 2, "archery", 3),
        Card("tower:ranger_hideout", "Ranger Hideout", "tower", 4, "archery"),
        Card("ability:earthquake", "Earthquake", "ability", kind="malik", icons="ongoing protection"),
        Card("spell:hand_of_midas", "Hand of Midas", "spell", 2),
        Card("hero:wildcat", "Wildcat", "hero", speed=2),
        Card("colour:red", "Red", "colour"),
        Card("colour:white", "White", "colour"),
        Card("horde:wing-1", "First Wing", "life"),
        Card("tile:azure-rift", "Azure rift", "portal_tile", 1),
        Card("boss:time_mage_1", "Time mage 1", "boss"),
        Card("boss:lilith", "Lilith", "boss"),
        Card("warp:second-chance", "Second chance", "warp"),
        Card("deck:storm", "Portal storm", "deck"),
        Card("stack:3", "Spawn point 3", "stack"),
        Card("scenario:fallen-angel", "The Fallen Angel", "scenario"),
        Card("space:p1", "p1", "place"),
    ],
    ids=lambda card: card.id,
)
def test_a_card_is_what_the_set_says_of_it(card: Card) -> None:
    """Its name, its type, and what is printed on it."""
    assert CARDS[card.id] == card


def test_copies_of_a_horde_are_equal_but_for_their_ids() -> None:
    """Each is named by facts, since each goes its own way."""
    one, two = CARDS["horde:goblins-1"], CARDS["horde:goblins-2"]

    assert (one.name, one.type, one.level, one.kind, one.icons) == (two.name, two.type, two.level, two.kind, two.icons)
    kinds = Counter(card.kind for card in CARDS.values() if card.type in ("horde", "portal"))
    assert {"flying", "ghost", "pathbreaker", "ghost_deck"} <= kinds.keys()
    assert (CARDS["horde:goblins-1"].kind, CARDS["horde:portal-of-one-1"].kind) == ("ordinary", None)
    assert {card.level for card in CARDS.values() if card.type == "portal"} >= {1}
    assert any("speed" in (card.icons or "") for card in CARDS.values() if card.type == "horde")


def test_all_heroes_move_as_their_boards_say() -> None:
    """The speed of a hero is its move points."""
    heroes = starter().hero

    assert {card.id: card.speed for card in CARDS.values() if card.type == "hero"} == {
        **{f"hero:{hero.id}": hero.move for hero in heroes.values()},
        "hero:wildcat": 2,
    }


def test_the_score_is_the_hearts_of_the_kingdom() -> None:
    """Of the whole team, as it is held."""
    components = RULESET.starter_components
    start = Start(2, components.hash, "table", "free", RULESET.agreed({}, components))
    board = RULESET.empty_board(start, components)

    assert RULESET.score == "Hearts of the Kingdom"
    assert RULESET.standing(board) == ((1, board.hearts), (2, board.hearts))
    assert (None, "hearts", board.hearts, None) in held(board)
