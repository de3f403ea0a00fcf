"""The set-up: stacks, heroes, starting items."""

from __future__ import annotations

import pytest

from rulesets.card_tactics import RULESET
from rulesets.card_tactics.board import CLASSES, DEPTHS, Board
from rulesets.card_tactics.effects import (
    StacksBuilt,
    StartingItemDiscarded,
)
from rulesets.card_tactics.phases import (
    Camp,
    ChoosingHeroes,
    Deciding,
    DiscardingItem,
    PlacingHeroes,
)
from rulesets.card_tactics.pieces import Tokens
from rulesets.card_tactics.rules.setup import ChooseHeroes, DiscardItem, PlaceHeroes
from rulesets.card_tactics.rules.slots import Skip
from rulesets.kit.scenario import Scenario, begun
from rulesets.kit.steps import next_step
from rulesets.kit.structs import Chosen
from tests.rulesets.card_tactics.build import (
    CARDS,
    SET,
    at,
    lines,
    table,
)

TRIO = ("archer", "mender", "plain")


ELVES = ("elf-1", "elf-2", "elf-3")


def new_game(seats: int = 1) -> Scenario[Board]:
    """A game of the small set before its first decision."""
    return begun(RULESET, seats=seats, sets=CARDS)


def camp(seats: int = 1) -> Scenario[Board]:
    """The first Camp: dagger and a potion in the pool."""
    scenario = new_game(seats).when(1, ChooseHeroes(TRIO), ["dagger", "potion-1", "stone-1"])
    return scenario.when(1, DiscardItem("stone-1")).when(1, PlaceHeroes(("plain", "archer", "mender")))


@pytest.mark.rule("CDT-SET-01", "CDT-SET-02", "CDT-SET-03", "CDT-SET-07")
def test_stacks_lie_face_down_and_tell_only_their_sizes() -> None:
    """Items by rarity, events, and the Challenge stack: any card of a class may still lie anywhere in it."""
    board = new_game().then(StacksBuilt()).waits_for(ChoosingHeroes, 1).board

    assert [pile.size for pile in board.stacks] == [9, 4, 2]
    assert all(SET.item[card].rarity == "common" for card in board.stacks[0].unseen)
    assert board.events.size == 5
    assert dict(zip(CLASSES, (len(pile.unseen) for pile in board.challenge), strict=True)) == {
        "common": 5,
        "common_boss": 1,
        "rare": 5,
        "rare_boss": 1,
        "unique": 5,
        "unique_boss": 1,
    }


@pytest.mark.rule("CDT-SET-04", "CDT-SET-05", "CDT-SET-06")
def test_the_challenge_stack_has_eighteen_cards_in_the_printed_order() -> None:
    """From the top: 5 common, their boss, 5 rare, their boss, 2 unique, the Unique Boss, 3 unique of the same group."""
    board = new_game().board

    assert len(DEPTHS) == sum(pile.size for pile in board.challenge) == 18
    assert DEPTHS[:6] == (*["common"] * 5, "common_boss")
    assert DEPTHS[6:12] == (*["rare"] * 5, "rare_boss")
    assert DEPTHS[12:] == ("unique", "unique", "unique_boss", "unique", "unique", "unique")
    assert board.challenge[CLASSES.index("unique")].size == 5


@pytest.mark.rule("CDT-SET-09")
@pytest.mark.parametrize("heroes", [("archer", "mender"), ("archer", "archer", "plain"), ("archer", "elf-1", "plain")])
def test_exactly_three_different_heroes_are_chosen(heroes: tuple[str, ...]) -> None:
    """Two heroes, the same twice or an enemy are refused."""
    new_game().when(1, ChooseHeroes(heroes)).refused("CDT-SET-09")


@pytest.mark.rule("CDT-SET-09")
def test_heroes_not_chosen_leave_the_game() -> None:
    """Only the three chosen ones appear from then on."""
    assert {card for card, _ in camp().board.controllers} == set(TRIO)


@pytest.mark.rule("CDT-SET-10")
def test_one_of_three_starting_items_is_discarded() -> None:
    """Three common items are drawn, one is discarded for good, two are the pool."""
    scenario = new_game().when(1, ChooseHeroes(TRIO), ["dagger", "potion-1", "stone-1"])
    scenario.waits_for(DiscardingItem, 1).when(1, DiscardItem("potion-2")).refused("CDT-SET-10")

    scenario = scenario.when(1, DiscardItem("potion-1")).then(StartingItemDiscarded("potion-1", 1))

    assert [one.card for one in scenario.board.pool] == ["dagger", "stone-1"]
    assert scenario.board.item_discard == ("potion-1",)
    assert scenario.board.stacks[0].size == 6


@pytest.mark.rule("CDT-SET-10")
def test_starting_items_are_common() -> None:
    """A rare item cannot be told as one of them."""
    with pytest.raises(AssertionError, match="ChanceNeeded"):
        _ = new_game().when(1, ChooseHeroes(TRIO), ["horn-1"]).board


@pytest.mark.rule("CDT-SET-11", "CDT-SET-12", "CDT-SET-13", "CDT-PHS-01")
def test_heroes_are_placed_with_their_health_and_the_game_starts_in_camp() -> None:
    """In any order, ready, with no token but health."""
    scenario = camp().waits_for(Camp, 1)

    assert lines(scenario.board)[0] == ("plain", "archer", "mender")
    assert [one.health for one in scenario.board.heroes] == [5, 4, 4]
    assert not any(one.exhausted or one.tokens != Tokens() for one in scenario.board.heroes)
    ready = new_game().when(1, ChooseHeroes(TRIO), ["dagger", "potion-1", "stone-1"]).when(1, DiscardItem("stone-1"))
    ready.waits_for(PlacingHeroes, 1).when(1, PlaceHeroes(("plain", "plain", "archer"))).refused("CDT-SET-11")


@pytest.mark.rule("CDT-VAR-02")
def test_each_hero_has_one_controlling_seat() -> None:
    """With three seats the order of the choice says who controls whom; with two, seat 1 has two heroes."""
    three = new_game(3).when(2, ChooseHeroes(("plain", "archer", "mender")), ["dagger", "potion-1", "stone-1"])
    two = new_game(2).when(2, ChooseHeroes(("plain", "archer", "mender")), ["dagger", "potion-1", "stone-1"])

    assert three.board.controllers == (("plain", 1), ("archer", 2), ("mender", 3))
    assert two.board.controllers == (("archer", 1), ("plain", 1), ("mender", 2))
    other = new_game(2).when(2, ChooseHeroes(("archer", "plain", "mender")), ["dagger", "potion-1", "stone-1"])
    assert other.board == two.board
    assert other.board.controllers != three.board.controllers
    board = table(enemies=ELVES, seats=3)
    at(board).waits_for(Deciding, 3).when(1, Skip()).refused("CDT-RND-02")
    camp(3).waits_for(Camp, 1, 2, 3)


@pytest.mark.rule("CDT-VAR-01")
def test_variants_are_no_option() -> None:
    """Survival, and play against each other, have no rules: the only options are about re-rolls and tokens."""
    assert set(RULESET.options.__struct_fields__) == {"rerolls", "token_supply"}


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_heroes_are_chosen_in_whatever_order_they_are_tapped(seats: int) -> None:
    """Not in the alphabet's: each tap is the next hero, and each question names who leads it."""
    board, taps = new_game(seats).board, ("card:plain", "card:mender", "card:archer")
    asks = [next_step(RULESET, board, 1, Chosen(taps=taps[:count])).asks for count in range(3)]
    leaders = {1: (1, 1, 1), 2: (1, 1, 2), 3: (1, 2, 3)}[seats]
    assert asks == [f"Which hero does {{{seat}}} lead?" for seat in leaders]
    (only,) = next_step(RULESET, board, 1, Chosen(taps=taps)).values
    assert only.action == ChooseHeroes(("plain", "mender", "archer"))
