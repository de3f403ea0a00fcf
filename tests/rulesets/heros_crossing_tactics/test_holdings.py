"""What lies where, with whom a seat began, and what the cards are."""

from __future__ import annotations

from msgspec.structs import replace

from rulesets.heros_crossing_tactics import RULESET
from rulesets.heros_crossing_tactics.board import Board, Side
from rulesets.heros_crossing_tactics.components import load
from rulesets.heros_crossing_tactics.holdings import cards, faction, holdings
from rulesets.heros_crossing_tactics.phases import Placing
from rulesets.heros_crossing_tactics.pieces import Soldiers
from rulesets.heros_crossing_tactics.rules.hire import HireReplace
from rulesets.heros_crossing_tactics.rules.setup import PlaceHeroes
from rulesets.kit.history import Card, Holding
from rulesets.kit.structs import Start
from tests.rulesets.heros_crossing_tactics.build import CARDS, SET, at, front, side, table


def test_each_front_tells_its_heroes_levels_and_soldiers() -> None:
    """What there is none of is left out; health and hand are told always."""
    board = table(
        side(front("lord-1", "monk-1", weapon=2, magic=1), hand=("knight-1",), health=4),
        side(front("wall-1"), front("page-4"), front("page-5")),
    )
    found = list(holdings(board))

    assert [holding for holding in found if holding.seat == 1] == [
        Holding(1, "health", 4),
        Holding(1, "hand", 1),
        Holding(1, "heroes", 2, "front:1.1"),
        Holding(1, "levels", 4, "front:1.1"),
        Holding(1, "soldiers", 3, "front:1.1"),
        Holding(1, "weapon", 2, "front:1.1"),
        Holding(1, "magic", 1, "front:1.1"),
        Holding(1, "heroes", 1, "front:1.2"),
        Holding(1, "levels", 1, "front:1.2"),
        Holding(1, "heroes", 1, "front:1.3"),
        Holding(1, "levels", 1, "front:1.3"),
    ]
    assert [holding for holding in found if holding.seat == 2][:3] == [
        Holding(2, "health", 6),
        Holding(2, "hand", 0),
        Holding(2, "heroes", 1, "front:2.1"),
    ]


def test_a_supply_that_is_dry_is_told() -> None:
    """What lies beside the Fronts is nobody's: cubes, piles and the discard."""
    board = table(supply=Soldiers(weapon=3, magic=1), empty=(2,), discard=("mage-1",))

    assert [holding for holding in holdings(board) if holding.seat is None] == [
        Holding(None, "weapon", 3, "supply"),
        Holding(None, "armor", 0, "supply"),
        Holding(None, "potion", 0, "supply"),
        Holding(None, "magic", 1, "supply"),
        Holding(None, "cards", 9, "pile:1"),
        Holding(None, "cards", 0, "pile:2"),
        Holding(None, "cards", 2, "pile:3"),
        Holding(None, "cards", 1, "discard"),
    ]


def test_heroes_that_lie_face_down_count() -> None:
    """Of a card that nobody sees, the back shows the level."""
    board = table(side(front("?1")))

    assert Holding(1, "levels", 1, "front:1.1") in holdings(board)


def test_before_the_game_nobody_has_or_is_anything() -> None:
    """All can be asked of the empty board."""
    empty = RULESET.empty_board(Start(2, SET.hash, "table", "free"), SET)

    assert [holding for holding in holdings(empty) if holding.seat] == [
        Holding(1, "health", 6),
        Holding(1, "hand", 0),
        Holding(2, "health", 6),
        Holding(2, "hand", 0),
    ]
    assert faction(empty, 1) == {"monarch": (), "hero": (), "trio": ()}


def turned_up() -> Board:
    """A board on which seat 1 has begun with Scout, Knight and Monk, in the order of the Fronts."""
    drafted = Side("king", drafted=("knight-2", "monk-1", "scout-1")), Side("queen", fronts=table().sides[1].fronts)
    board = replace(table(), sides=drafted, pending=Placing((False, True)), round=0, turn=0)
    return at(board).when(1, PlaceHeroes("scout-1", "knight-2", "monk-1")).board


def test_a_seat_is_its_monarch_and_the_heroes_that_it_began_with() -> None:
    """Each of the three in the order of the Fronts, and all as one whole; copies are alike."""
    assert faction(turned_up(), 1) == {
        "monarch": ("card:king",),
        "hero": ("card:scout-1", "card:knight", "card:monk"),
        "trio": ("card:knight card:monk card:scout-1",),
    }
    assert faction(turned_up(), 2)["monarch"] == ("card:queen",)


def test_heroes_that_are_replaced_stay_those_that_it_began_with() -> None:
    """A trio is what was drafted, not what stands at the end; of two equal heroes the one counts, but in the trio."""
    board = table(side(front("page-1"), hand=("cleric-1",)))
    began = board.with_side(1, replace(board.side(1), first_heroes=("page-1", "page-2", "monk-1")))
    hired = at(began).when(1, HireReplace(1, 1, "cleric-1")).board

    assert faction(hired, 1)["hero"] == ("card:page", "card:monk")
    assert faction(hired, 1)["trio"] == ("card:monk card:page card:page",)


# --- cards


def test_equal_copies_are_one_card() -> None:
    """With its icons, those of Drawing Power too; its cost is the Drawing Power that it takes to draw it."""
    known = {card.id: card for card in RULESET.history.cards(RULESET.starter_components)}

    assert known["card:monk"] == Card("card:monk", "Monk", "hero", level=1, cost=1, icons="drawing drawing potion")
    assert known["card:king"] == Card("card:king", "King", "monarch", level=3)
    assert {card.level for card in known.values() if card.type == "hero"} == {1, 2, 3}
    assert len([card for card in known.values() if card.type == "hero"]) == 24


def test_cards_that_differ_keep_their_own_ids() -> None:
    """One word for two would mix them up, however their ids begin."""
    known = [card.id for card in cards(SET)]

    assert {"card:scout-1", "card:scout-2", "card:scout-3", "card:page"} <= set(known)
    assert "card:scout" not in known
    assert len(known) == len(set(known))


def test_a_card_that_is_called_like_the_copies_of_another_is_its_own() -> None:
    """However many numbers an id ends in, and whichever comes first."""
    more = ("a-1, level: 1", "a-2, level: 2", "a-1-1, level: 3", "b, level: 1", "b-1, level: 1")
    found = load(CARDS + "\n".join(f"  - {{name: A, id: {hero}}}" for hero in more))

    assert [found.face[card] for card in ("a-1", "a-2", "a-1-1", "b", "b-1")] == ["a-1", "a-2", "a-1-1", "b", "b"]


def test_places_have_names() -> None:
    """Fronts, and the Soldiers in them, of either seat."""
    known = {card.id: card for card in cards(SET)}

    assert known["front:2.3"] == Card("front:2.3", "Front 3 of seat 2", "place")
    assert known["soldiers:1.2.magic"] == Card(
        "soldiers:1.2.magic", "Magic in Front 2 of seat 1", "soldiers", kind="magic"
    )
    assert {card.name for card in known.values() if card.type == "place"} > {"Level 1 pile", "Supply", "Discard"}
