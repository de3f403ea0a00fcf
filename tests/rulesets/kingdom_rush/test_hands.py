"""Set-up, passing and upgrading Towers, picking them up, buying."""

import pytest

from rulesets.kingdom_rush import RULESET
from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.effects import (
    Asked,
    CardsPickedUp,
    GameSetUp,
    PlayEnded,
    PlayStarted,
    RoundEnded,
    RoundStarted,
    TowerBought,
    TowerPassed,
)
from rulesets.kingdom_rush.phases import BUYING, Buying, ChoosingSpells, PlayCards, Recruiting, Sharing
from rulesets.kingdom_rush.rules.buying import BuyTower, EndPurchases
from rulesets.kingdom_rush.rules.ending import Done
from rulesets.kingdom_rush.rules.passing import PassTower
from rulesets.kingdom_rush.rules.pick_up import TakeWhiteTower
from rulesets.kingdom_rush.rules.setup import ChooseAbilities, ChooseHero, ChooseSpell
from rulesets.kingdom_rush.rules.towers import PlayTower
from rulesets.kit.chance import GivenChance
from rulesets.kit.scenario import Scenario
from rulesets.kit.structs import Start
from tests.rulesets.kingdom_rush.build import cards, hero, portal, table, tower
from tests.rulesets.kingdom_rush.checked import at, done, legal
from tests.rulesets.kingdom_rush.profile import starter as shipped

# --- set-up


def begin(scenario: str = "lane", seats: int = 2, difficulty: str = "normal") -> Scenario[Board]:
    """A game as it begins, before anybody has a hero."""
    options: dict[str, str | int | bool] = {"scenario": scenario, "difficulty": difficulty}
    start = Start(seats, cards().hash, "table", "free", options=options)
    empty_board = Scenario(RULESET, RULESET.empty_board(start, cards()))
    return empty_board.taken(lambda chance: RULESET.begin(start, cards(), chance), ())


MALIK, ALLERIA = ("its_hammer_time", "earthquake"), ("call_of_the_wild", "do_you_bleed")


@pytest.mark.rule("KRR-SET-02", "KRR-SET-03", "KRR-SET-11", "KRR-SET-12", "KRR-SET-13", "KRR-SET-15")
def test_a_scenario_is_laid_out() -> None:
    """Any one, at any time: its Hearts and Crystals. The number of Portals is public; Soldiers are all there."""
    lane = begin().then(GameSetUp("lane", "normal", 1)).board
    easy = begin(difficulty="easy").board

    assert (lane.hearts, lane.crystals, lane.soldiers) == (9, 2, 12)
    assert (easy.hearts, easy.crystals) == (12, 6)
    assert begin("fork").board.scenario == "fork"


@pytest.mark.rule("KRR-SET-14")
def test_each_stack_has_its_token() -> None:
    """Two stacks, two tokens; which card lies on top, nobody knows."""
    board = begin("fork").board

    assert [(stack.token, stack.size) for stack in board.stacks] == [(1, 1), (2, 1)]
    assert begin().board.stacks[0].segments[0].unseen == ("goblins-1", "goblins-2")


@pytest.mark.rule("KRR-SET-01", "KRR-SET-04", "KRR-SET-05", "KRR-SET-06", "KRR-SET-08", "KRR-SET-09", "KRR-SET-10")
def test_each_player_takes_a_hero_a_colour_and_the_towers_of_the_board() -> None:
    """For two players Malik begins with Archer, Bombard and Militia; they come out of the supply."""
    chosen = begin().when(1, ChooseHero("malik", "blue"))
    board, malik = chosen.board, chosen.board.hero("malik")

    assert board.side(1).hand == ("archer", "bombard", "militia")
    assert board.supply.count("archer") == cards().tower["archer"].copies - 1
    assert (malik.health, malik.space, malik.ready) == (cards().hero["malik"].health, None, True)
    chosen.when(1, ChooseHero("alleria", "red")).refused("KRR-SET-01")
    chosen.when(2, ChooseHero("malik", "red")).refused("KRR-SET-05")
    chosen.when(2, ChooseHero("alleria", "blue")).refused("KRR-SET-10")


@pytest.mark.rule("KRR-SET-07")
def test_each_hero_brings_two_of_its_four_abilities() -> None:
    """Face up."""
    chosen = begin().when(1, ChooseHero("malik", "blue"))

    chosen.when(1, ChooseAbilities(MALIK[:1])).refused("KRR-SET-07")
    chosen.when(1, ChooseAbilities(ALLERIA)).refused("KRR-SET-07")
    tiles = chosen.when(1, ChooseAbilities(MALIK)).board.hero("malik").abilities
    assert [(tile.id, tile.state) for tile in tiles] == [(MALIK[0], "ready"), (MALIK[1], "ready")]


def recruited(scenario: str) -> Scenario[Board]:
    """Both heroes are ready."""
    chosen = begin(scenario).when(1, ChooseHero("malik", "blue")).when(2, ChooseHero("alleria", "red"))
    return chosen.when(1, ChooseAbilities(MALIK)).when(2, ChooseAbilities(ALLERIA))


@pytest.mark.rule("KRR-SET-17")
def test_the_team_chooses_spells_where_the_scenario_has_some() -> None:
    """One of power 1 at the fork; none in the lane."""
    choosing = recruited("fork").then_includes(Asked(ChoosingSpells())).waits_for(ChoosingSpells, 1, 2)

    choosing.when(2, ChooseSpell("hand_of_midas")).refused("KRR-SET-17")
    assert choosing.when(2, ChooseSpell("rain_of_fire")).waits_for(PlayCards, 1, 2).board.spells == ("rain_of_fire",)
    recruited("lane").waits_for(PlayCards, 1, 2)


@pytest.mark.rule("KRR-SET-18")
def test_a_scenario_may_have_a_white_site() -> None:
    """The lane has one, beside those of the players."""
    assert begin().board.setting.sites(2)["w1"] == "white"


@pytest.mark.rule("KRR-SET-19", "KRR-SET-20", "KRR-SET-21")
def test_ghosts_pathbreakers_and_first_hordes_are_laid_out() -> None:
    """Six Ghost cards where there are Ghosts; cards that bar the passes; Hordes that are there from the start."""
    components = shipped()
    boards = {}
    for name in components.scenario:
        start = Start(2, components.hash, "table", "free", options={"scenario": name})
        boards[name] = RULESET.empty_board(start, components)

    assert {board.ghosts.size for board in boards.values()} == {0, 6}
    barred = boards["barred-passes"]
    assert [barrier.card for barrier in barred.barriers] == ["axe", "ram", "torch"]
    assert barred.setting.initial(2, "normal")[0][1:] == ("a3", 1)
    start = Start(2, components.hash, "table", "free", options={"scenario": "barred-passes"})
    begun = RULESET.begin(start, components, GivenChance()).board
    assert [(one.space, one.route, one.tray) for one in begun.hordes] == [("a3", 1, True)]


# --- passing


@pytest.mark.rule("KRR-PAS-01", "KRR-PAS-03", "KRR-PAS-04", "KRR-PAS-09")
def test_a_passed_tower_is_upgraded() -> None:
    """The next level lies in the incoming slot of the other player; the old card is in the supply again."""
    board = table(hands=(("archer", "mage"),))
    passed = at(board).when(1, PassTower("archer", 2, "marksmen")).then(TowerPassed(1, 2, "archer", "marksmen")).board

    assert (passed.side(1).hand, passed.side(2).incoming) == (("mage",), ("marksmen",))
    assert passed.supply.count("archer") == board.supply.count("archer") + 1
    assert passed.supply.count("marksmen") == board.supply.count("marksmen") - 1
    at(board).when(1, PassTower("archer", 1, "marksmen")).refused("KRR-PAS-01")
    at(board).when(1, PassTower("bombard", 2, "artillery")).refused("KRR-PAS-01")


@pytest.mark.rule("KRR-PAS-01")
def test_a_built_tower_cannot_be_passed() -> None:
    """Only cards in hand can."""
    at(table(tower("r1", "archer"))).when(1, PassTower("archer", 2, "marksmen")).refused("KRR-PAS-01")


@pytest.mark.rule("KRR-PAS-02")
def test_upgrading_is_no_choice() -> None:
    """Where it is possible it must be done, by one level, in the type."""
    passing = at(table(hands=(("archer",),)))

    passing.when(1, PassTower("archer", 2, "archer")).refused("KRR-PAS-02")
    passing.when(1, PassTower("archer", 2, "sharpshooter")).refused("KRR-PAS-03")
    passing.when(1, PassTower("archer", 2, "adept")).refused("KRR-PAS-03")


@pytest.mark.rule("KRR-PAS-04")
def test_a_card_that_came_back_is_there_at_once() -> None:
    """A Marksmen that became a Sharpshooter is what the next Archer becomes."""
    board = table(hands=(("marksmen", "archer"),), supply=("sharpshooter",))

    passed = at(board).when(1, PassTower("marksmen", 2, "sharpshooter")).when(1, PassTower("archer", 2, "marksmen"))

    assert passed.board.side(2).incoming == ("marksmen", "sharpshooter")


@pytest.mark.rule("KRR-PAS-05")
def test_the_passing_player_chooses_the_fourth_level() -> None:
    """Among the variants in the supply."""
    both = table(hands=(("wizard",),), supply=("arcane_wizard", "sorcerer_wizard"))
    one = table(hands=(("wizard",),), supply=("arcane_wizard",))

    assert {action.becomes for action in legal(at(both), PassTower)} == {"arcane_wizard", "sorcerer_wizard"}
    at(one).when(1, PassTower("wizard", 2, "sorcerer_wizard")).refused("KRR-PAS-05")


@pytest.mark.rule("KRR-PAS-06")
def test_without_the_card_a_tower_is_passed_as_it_is() -> None:
    """It is no better, and it goes all the same."""
    board = table(hands=(("archer",),), supply=())

    assert at(board).when(1, PassTower("archer", 2, "archer")).board.side(2).incoming == ("archer",)
    at(board).when(1, PassTower("archer", 2, "marksmen")).refused("KRR-PAS-06")


@pytest.mark.rule("KRR-PAS-07", "KRR-SET-16")
@pytest.mark.parametrize(("card", "most"), [("archer", 1), ("tesla_tower", 4)])
def test_no_tower_gets_above_the_highest_level(card: str, most: int) -> None:
    """Of the scenario, or of all: it is passed as it is."""
    board = table(hands=((card,),), max_level=most)

    assert at(board).when(1, PassTower(card, 2, card)).board.side(2).incoming == (card,)
    at(board).when(1, PassTower(card, 2, "marksmen")).refused("KRR-PAS-07")


@pytest.mark.rule("KRR-PAS-08")
def test_an_incoming_tower_waits_for_phase_5() -> None:
    """It can be neither played nor passed on."""
    board = at(table(incoming=(("archer",),)))

    board.when(1, PlayTower("archer", "r1", "N")).refused("KRR-PAS-08")
    board.when(1, PassTower("archer", 2, "marksmen")).refused("KRR-PAS-08")


# --- phase 5


@pytest.mark.rule("KRR-PKU-01", "KRR-PKU-02", "KRR-PKU-03", "KRR-PKU-05")
def test_towers_and_hero_cards_come_back_to_hand() -> None:
    """From the sites and the incoming slot, also what a regenerated hero laid down."""
    board = table(hero("malik", ready=False), tower("r1", "archer"), tower("b1", "mage", 2), incoming=(("marksmen",),))
    picked = done(board).then_includes(CardsPickedUp(("w1",))).waits_for(Buying, 1, 2).board

    assert [side.hand for side in picked.sides] == [("archer", "marksmen"), ("mage",)]
    assert (picked.side(1).incoming, picked.towers) == ((), ())
    assert picked.hero("malik").ready


@pytest.mark.rule("KRR-PKU-04", "KRR-BUY-06")
def test_face_down_towers_go_back_to_the_supply() -> None:
    """There they can be bought at once."""
    board = table(tower("r1", "archer", face_up=False), tower("w1", "mage", face_up=False), supply=())
    picked = done(board).waits_for(Buying, 1, 2)

    assert picked.board.supply == ("archer", "mage")
    assert picked.board.side(1).hand == ()
    assert picked.when(1, BuyTower("archer", 2)).board.side(2).hand == ("archer",)


@pytest.mark.rule("KRR-PKU-06")
def test_a_hand_has_no_limit() -> None:
    """All that comes is taken."""
    hand = ("archer", "archer", "archer", "mage", "mage", "militia")
    picked = done(table(hands=(hand,), incoming=(("marksmen", "marksmen"),))).board

    assert len(picked.side(1).hand) == 8


@pytest.mark.rule("KRR-WHT-02", "KRR-WHT-03")
def test_the_team_shares_the_towers_of_white_sites() -> None:
    """Two Towers may go to different players, and neither to the one that played it."""
    sharing = done(table(tower("w1", "militia", 1), tower("w1", "archer", 1))).waits_for(Sharing, 1, 2)

    sharing.when(1, TakeWhiteTower("archer", 2)).refused("KRR-WHT-02")
    sharing.when(1, TakeWhiteTower("militia", 3)).refused("KRR-WHT-02")
    end = sharing.when(2, TakeWhiteTower("militia", 2)).when(1, TakeWhiteTower("archer", 1)).waits_for(Buying, 1, 2)
    assert [side.hand for side in end.board.sides] == [("archer",), ("militia",)]


# --- phase 6


@pytest.mark.rule("KRR-BUY-01", "KRR-BUY-02", "KRR-BUY-05")
@pytest.mark.parametrize(("card", "price", "rule"), [("archer", 2, "KRR-BUY-01"), ("adept", 3, "KRR-BUY-02")])
def test_towers_have_their_price(card: str, price: int, rule: str) -> None:
    """2 Crystals for level 1, 3 for level 2, for the hand of any player."""
    buying = (
        at(table(pending=BUYING, crystals=price + 2)).when(1, BuyTower(card, 2)).then(TowerBought(2, card, price, 1))
    )

    assert (buying.board.side(2).hand, buying.board.crystals) == ((card,), 2)
    at(table(pending=BUYING, crystals=price - 1)).when(1, BuyTower(card, 2)).refused(rule)
    for nobody in (0, 3):
        at(table(pending=BUYING, crystals=price)).when(1, BuyTower(card, nobody)).refused(rule)
    at(table(pending=BUYING, crystals=price + 2)).when(2, BuyTower(card, 1)).then(TowerBought(1, card, price, 2))


@pytest.mark.rule("KRR-BUY-03")
@pytest.mark.parametrize("card", ["wizard", "tesla_tower"])
def test_high_towers_are_not_sold(card: str) -> None:
    """Levels 3 and 4 come of passing alone."""
    at(table(pending=BUYING, crystals=12)).when(1, BuyTower(card, 1)).refused("KRR-BUY-03")


@pytest.mark.rule("KRR-BUY-04")
def test_the_team_buys_as_long_as_it_can() -> None:
    """Crystals and supply are the limit."""
    board = table(pending=BUYING, crystals=6, supply=("archer", "archer", "mage"))
    bought = at(board).when(1, BuyTower("archer", 1)).when(2, BuyTower("archer", 2))

    bought.when(1, BuyTower("archer", 1)).refused("KRR-BUY-04")
    assert bought.board.crystals == 2


@pytest.mark.rule("KRR-BUY-07")
def test_no_tower_above_the_highest_level_is_sold() -> None:
    """Where that is 1, a level-2 Tower is not to be had."""
    at(table(pending=BUYING, crystals=6, max_level=1)).when(1, BuyTower("adept", 1)).refused("KRR-BUY-07")


@pytest.mark.rule("KRR-BUY-08")
def test_crystals_that_are_left_are_kept() -> None:
    """For the rounds to come."""
    board = table(portal("gate", "p3"), pending=BUYING, crystals=5)

    assert at(board).when(1, EndPurchases()).waits_for(PlayCards, 1, 2).board.crystals == 5


@pytest.mark.rule("KRR-AMB-70")
@pytest.mark.parametrize("supply", [("archer", "mage"), ("archer",)])
def test_where_nothing_can_be_bought_the_round_ends(supply: tuple[str, ...]) -> None:
    """No Crystals are left, or no Tower: the team is not asked, and the next round begins."""
    crystals = 2 * len(supply)
    buying = at(table(portal("gate", "p3"), pending=BUYING, crystals=crystals, supply=supply))

    for card in supply[1:]:
        buying = buying.when(1, BuyTower(card, 1)).waits_for(Buying, 1, 2)
    bought = buying.when(1, BuyTower("archer", 2))
    bought.then(TowerBought(2, "archer", 2, 1), RoundEnded(), RoundStarted(), PlayStarted()).waits_for(PlayCards, 1, 2)


@pytest.mark.rule("KRR-AMB-70", "KRR-RND-07")
def test_the_last_seat_is_done_where_it_has_nothing_left_to_play() -> None:
    """Not while others play; and who could still do something is asked."""
    board = table(hero("malik", ready=False), hero("alleria", seat=2, ready=False), hands=(("archer",), ()))
    played = at(board).waits_for(PlayCards, 1, 2).when(1, PlayTower("archer", "r1", "N"))

    waiting = at(table(hero("malik", ready=False), hero("alleria", seat=2))).when(1, Done())
    waiting.then(PlayEnded(1)).waits_for(PlayCards, 2)
    played.waits_for(PlayCards, 1, 2).when(1, Done()).then_includes(PlayEnded(1), PlayEnded(2, last=True))
    one = at(board).when(2, Done()).then(PlayEnded(2)).waits_for(PlayCards, 1)
    one.when(1, PassTower("archer", 2, "marksmen")).then_includes(PlayEnded(1, last=True))


@pytest.mark.rule("KRR-SET-05")
def test_the_game_begins_with_heroes() -> None:
    """Both seats choose, in any order."""
    begin().waits_for(Recruiting, 1, 2)
