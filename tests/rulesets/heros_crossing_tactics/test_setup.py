"""Components and set-up: what is on the table, the draft, the first cards."""

from dataclasses import replace

import pytest
from msgspec import structs

from rulesets.heros_crossing_tactics import RULESET
from rulesets.heros_crossing_tactics.board import Board
from rulesets.heros_crossing_tactics.components import load
from rulesets.heros_crossing_tactics.effects import (
    Asked,
    DraftCardPicked,
    DraftHandsPassed,
    DrawingEnded,
    FirstPlayerDetermined,
    HeroDrawn,
    HeroesPlaced,
    HeroFlipped,
    MonarchAssigned,
    RoundStarted,
    SetupDrawingStarted,
    SoldiersGained,
)
from rulesets.heros_crossing_tactics.phases import Drafting, OverLimit, Placing, Recruiting, SetupDrawing, Turn
from rulesets.heros_crossing_tactics.pieces import COLUMNS, KINDS, LEVELS, Kind, Soldiers
from rulesets.heros_crossing_tactics.rules.attack import Attack, AttackReserve, DefenceReserve
from rulesets.heros_crossing_tactics.rules.hire import HirePlace, HireReplace
from rulesets.heros_crossing_tactics.rules.recruit import Discard, DrawHero, FinishDrawing, Recruit
from rulesets.heros_crossing_tactics.rules.setup import PickHero, PlaceHeroes
from rulesets.heros_crossing_tactics.schema import Cubes, HeroCard, Icons
from rulesets.kit.conformance import check
from rulesets.kit.scenario import Scenario, begun
from rulesets.kit.structs import Action
from tests.rulesets.heros_crossing_tactics.build import CARDS, SET, at, front, side, table
from tests.rulesets.heros_crossing_tactics.profile import PROFILE

HAND_1 = ("knight-1", "scout-1", "scout-2")
HAND_2 = ("monk-1", "page-1", "sword-1")


def dealt(first: int = 1) -> Scenario[Board]:
    """Seat 1 holds HAND_1, seat 2 HAND_2."""
    hands = (*HAND_1, *HAND_2) if first == 1 else (*HAND_2, *HAND_1)
    return begun(RULESET, outcomes=(first, *hands), sets=CARDS)


def drafted(first: int = 1) -> Scenario[Board]:
    """Seat 1 has drafted scout-1, sword-1 and knight-1; seat 2 monk-1, scout-2 and page-1."""
    return (
        dealt(first)
        .when(1, PickHero("scout-1"))
        .when(2, PickHero("monk-1"))
        .when(1, PickHero("sword-1"))
        .when(2, PickHero("scout-2"))
    )


def placed(first: int = 1) -> Scenario[Board]:
    return (
        drafted(first)
        .when(1, PlaceHeroes("scout-1", "sword-1", "knight-1"))
        .when(2, PlaceHeroes("monk-1", "scout-2", "page-1"))
    )


# --- components


@pytest.mark.rule("HCT-CMP-01")
def test_a_set_is_heroes_and_cubes_and_nothing_else() -> None:
    """The starter set has the 45 heroes and 60 cubes of the box; no other part of the base game has a place in it."""
    components = load(RULESET.starter)

    assert len(components.hero) == 45
    assert components.cubes.total == 60
    assert set(HeroCard.__struct_fields__) == {
        "id", "name", "level", "recruits", "drawing_power", "monarch", "printed",
    }  # fmt: skip


@pytest.mark.rule("HCT-CMP-02")
@pytest.mark.parametrize("kind", KINDS)
def test_an_icon_stands_for_one_soldier_of_its_type(kind: Kind) -> None:
    """There are four types of Soldiers, and each icon brings a cube of its own type."""
    card = {"weapon": "sword-1", "armor": "knight-1", "potion": "monk-1", "magic": "spark-1"}[kind]
    after = at(table(side(front(card)))).when(1, Recruit(1)).board

    assert after.front(1, 1).soldiers == Soldiers().plus(kind, 1)
    assert KINDS == ("weapon", "armor", "potion", "magic") == Icons.__struct_fields__


@pytest.mark.rule("HCT-CMP-03")
def test_a_hero_has_icons_of_both_kinds_or_of_one_or_none() -> None:
    """Recruited Soldiers and Drawing Power may be on one card; both may be missing."""
    both = at(table(side(front("mixed-1")))).when(1, Recruit(1))
    none = at(table(side(front("page-1")))).when(1, Recruit(1))

    assert both.board.front(1, 1).soldiers == Soldiers(1, 1, 1, 1)
    assert both.board.pending == Recruiting(1)
    assert none.board.front(1, 1).soldiers == Soldiers()
    assert none.board.seat == 2


@pytest.mark.rule("HCT-CMP-04")
@pytest.mark.rule("HCT-AMB-02")
def test_a_name_has_no_power() -> None:
    """Heroes with the same icons play alike, whatever the base game gives to a card of that name."""
    board = table(side(front("scout-1")))
    renamed = RULESET.load(CARDS.replace("name: Scout", "name: Defender"))

    one, two = at(board), at(structs.replace(board, components=renamed))
    assert one.when(1, Recruit(1)).effects == two.when(1, Recruit(1)).effects


@pytest.mark.rule("HCT-CMP-05")
@pytest.mark.parametrize("column", [-1, 0, 4])
def test_there_are_three_fronts(column: int) -> None:
    """A player has the Fronts 1, 2 and 3, and no other can be activated."""
    scenario = at(table(side(hand=("knight-1",))))

    assert [len(own.fronts) for own in scenario.board.sides] == [3, 3]
    scenario.when(1, Recruit(column)).refused("HCT-CMP-05")
    scenario.when(1, HirePlace(column, "knight-1")).refused("HCT-CMP-05")


@pytest.mark.rule("HCT-CMP-06")
@pytest.mark.parametrize("card", ["nobody", "", "?", "?0", "?4", "knight-1.2"])
def test_a_card_that_the_game_does_not_have_is_refused_as_such(card: str) -> None:
    """Whatever it is entered for: the rule of that action would say nothing of it. A back is a card as well."""
    board = table(side(front("scout-3"), hand=("knight-1",)), side(hand=("monk-1",)))
    declared = at(board).when(1, Attack(1, 1))
    held = ("knight-1", "knight-2", "monk-1", "sword-1", "spark-1", "mixed-1")
    full = at(table(side(hand=held), pending=OverLimit()))
    tries: list[tuple[Scenario[Board], int, type[Action[Board]], tuple[int | str, ...], str]] = [
        (dealt(), 1, PickHero, (), "HCT-SET-08"),
        (drafted(), 1, PlaceHeroes, ("scout-1", "sword-1"), "HCT-SET-11"),
        (at(board), 1, HirePlace, (1,), "HCT-HIR-02"),
        (at(board), 1, HireReplace, (1, 1), "HCT-HIR-05"),
        (full, 1, Discard, (), "HCT-REC-09"),
        (declared, 1, AttackReserve, (), "HCT-EMR-01"),
        (declared.when(1, AttackReserve()), 2, DefenceReserve, (), "HCT-EMR-03"),
    ]

    for scenario, seat, kind, fields, rule in tries:
        scenario.when(seat, kind(*fields, card)).refused("HCT-CMP-06")
        for known in ("king", "?1", "?3.2"):
            scenario.when(seat, kind(*fields, known)).refused(rule)
    assert "names no card of this game" in RULESET.rules["HCT-CMP-06"]


# --- the start


@pytest.mark.rule("HCT-SET-01")
@pytest.mark.parametrize("first", [1, 2])
def test_chance_tells_the_first_player(first: int) -> None:
    """The first thing asked of chance is who goes first, and that seat holds the card."""
    asked = begun(RULESET, sets=CARDS).needs_chance("pick", "HCT-SET-01")

    assert asked.allowed == (1, 2)
    assert dealt(first).effects[0] == FirstPlayerDetermined(first)
    assert dealt(first).board.first == first


@pytest.mark.rule("HCT-SET-02")
def test_king_and_queen_are_dealt_and_not_drawn() -> None:
    """Each seat has a Monarch, and the level 3 pile is made without them."""
    board = dealt().board

    assert [own.monarch for own in board.sides] == ["king", "queen"]
    assert board.pile(3).unseen == ("lord-1", "mage-1", "sage-1")
    assert board.pile(3).size == 3


@pytest.mark.rule("HCT-SET-03")
def test_a_monarch_takes_no_part_in_the_fronts() -> None:
    """A Monarch's icons count neither for Soldiers nor for Drawing Power, and it cannot be hired."""
    scenario = placed()

    assert SET.hero["king"].drawing_power == 9
    assert scenario.board.pending == SetupDrawing(1)  # scout-1 alone
    at(table()).when(1, HirePlace(1, "king")).refused("HCT-HIR-02")
    assert at(table()).when(1, Recruit(1)).board.front(1, 1).soldiers == Soldiers()


@pytest.mark.rule("HCT-SET-04")
def test_monarchs_start_with_six_health() -> None:
    """Both health dice show 6."""
    assert [own.health for own in dealt().board.sides] == [6, 6]


@pytest.mark.rule("HCT-SET-05")
def test_piles_are_made_by_level() -> None:
    """Every other hero lies in the pile of its level, in no order that anybody could know."""
    start = begun(RULESET, outcomes=(1, *[None] * 6), sets=CARDS).board

    for level in LEVELS:
        assert start.pile(level).unseen == SET.by_level[level] == tuple(sorted(SET.by_level[level]))
        assert {SET.level[card] for card in start.pile(level).unseen} == {level}
    assert [pile.size for pile in start.piles] == [15 - 6, 4, 3]


@pytest.mark.rule("HCT-SET-06")
def test_the_supply_holds_fifteen_of_each() -> None:
    """A component set that tells no cubes has the box's."""
    assert dealt().board.supply == Soldiers(15, 15, 15, 15) == Cubes().soldiers()


# --- the draft


@pytest.mark.rule("HCT-SET-07")
def test_both_draw_three_cards_of_level_one() -> None:
    """Draft hands are three cards of the level 1 pile, and each is seen by its holder only."""
    scenario = dealt()
    asked = begun(RULESET, outcomes=(1,), sets=CARDS).needs_chance("draw", "HCT-SET-07")

    assert asked.allowed == SET.by_level[1]
    assert [own.draft for own in scenario.board.sides] == [HAND_1, HAND_2]
    assert [effect.seen_by(2) for effect in scenario.effects[3:]] == [
        type(scenario.effects[3])(1, ("?1", "?1", "?1")),
        type(scenario.effects[4])(2, HAND_2),
    ]
    begun(RULESET, outcomes=(1, "cleric-1"), sets=CARDS).needs_chance("draw", "HCT-SET-07")


@pytest.mark.rule("HCT-SET-08")
def test_both_pick_at_the_same_time() -> None:
    """Either may pick first, one card of the own draft hand, and a pick cannot be changed."""
    scenario = dealt().waits_for(Drafting, 1, 2)

    scenario.when(2, PickHero("monk-1")).then(DraftCardPicked(2, "monk-1")).waits_for(Drafting, 1)
    scenario.when(2, PickHero("monk-1")).when(2, PickHero("page-1")).refused("HCT-SET-08")
    scenario.when(1, PickHero("monk-1")).refused("HCT-SET-08")
    assert DraftCardPicked(2, "monk-1").seen_by(1) == DraftCardPicked(2, "?1")
    assert PickHero("monk-1").seen_by(1, 2) == PickHero("?1")


@pytest.mark.rule("HCT-SET-09")
def test_hands_are_passed_once_both_have_picked() -> None:
    """After the second pick the draft hands change places, and not before."""
    one = dealt().when(1, PickHero("scout-1"))
    one.then_never(DraftHandsPassed)
    one.when(2, PickHero("monk-1")).then_includes(
        DraftHandsPassed((("page-1", "sword-1"), ("knight-1", "scout-2")))
    ).waits_for(Drafting, 1, 2)


@pytest.mark.rule("HCT-SET-10")
def test_the_third_pick_is_forced() -> None:
    """Each picks twice; the last card is taken without being asked for."""
    scenario = drafted()

    scenario.then(
        DraftCardPicked(2, "scout-2"),
        DraftHandsPassed((("knight-1",), ("page-1",))),
        DraftCardPicked(1, "knight-1"),
        DraftCardPicked(2, "page-1"),
        Asked(Placing()),
    ).waits_for(Placing, 1, 2)
    assert [own.drafted for own in scenario.board.sides] == [
        ("knight-1", "scout-1", "sword-1"),
        ("monk-1", "page-1", "scout-2"),
    ]


@pytest.mark.rule("HCT-SET-11")
@pytest.mark.rule("HCT-AMB-05")
def test_one_drafted_hero_goes_into_each_front() -> None:
    """A placement uses the three own drafted heroes, each once: six ways, and no other is accepted."""
    scenario = drafted()

    assert len(list(RULESET.legal_actions(scenario.board, 1))) == 6
    scenario.when(1, PlaceHeroes("scout-1", "scout-1", "knight-1")).refused("HCT-SET-11")
    scenario.when(1, PlaceHeroes("scout-1", "sword-1", "monk-1")).refused("HCT-SET-11")
    board = scenario.when(1, PlaceHeroes("sword-1", "scout-1", "knight-1")).board
    assert [board.front(1, column).heroes for column in COLUMNS] == [("sword-1",), ("scout-1",), ("knight-1",)]


@pytest.mark.rule("HCT-SET-12")
def test_placements_are_turned_up_together() -> None:
    """The first to place shows nothing; when the second has placed, all six heroes are turned up."""
    one = drafted().when(1, PlaceHeroes("scout-1", "sword-1", "knight-1"))

    one.then(HeroesPlaced(1, ("scout-1", "sword-1", "knight-1")))
    assert one.effects[0].seen_by(2) == HeroesPlaced(1, ("?1", "?1", "?1"))
    assert PlaceHeroes("scout-1", "sword-1", "knight-1").seen_by(2, 1) == PlaceHeroes("?1", "?1", "?1")
    flipped = [effect for effect in placed().effects if isinstance(effect, HeroFlipped)]
    assert [(effect.seat, effect.column) for effect in flipped] == [(s, c) for s in (1, 2) for c in (1, 2, 3)]
    for own in placed().board.sides:
        assert own.first_heroes == tuple(hero for front in own.fronts for hero in front.heroes)
        assert len(own.first_heroes) == 3


@pytest.mark.rule("HCT-SET-13")
@pytest.mark.rule("HCT-AMB-04")
def test_each_front_gets_the_soldiers_of_its_hero() -> None:
    """One cube for each icon, the first player's Fronts first, left to right."""
    gains = [effect for effect in placed(first=2).effects if isinstance(effect, SoldiersGained)]

    assert gains == [
        SoldiersGained(2, 1, Soldiers(potion=1)),
        SoldiersGained(1, 2, Soldiers(weapon=1)),
        SoldiersGained(1, 3, Soldiers(armor=1)),
    ]


@pytest.mark.rule("HCT-SET-14")
def test_setup_drawing_power_is_of_all_three_heroes() -> None:
    """The icons of a player's three heroes add up; the first player draws first."""
    assert placed().board.pending == SetupDrawing(1)  # scout-1
    placed().waits_for(SetupDrawing, 1)
    assert placed(first=2).board.pending == SetupDrawing(2)  # scout-2
    placed(first=2).waits_for(SetupDrawing, 2)
    board = placed(first=2).when(2, FinishDrawing()).board
    assert (board.seat, board.pending) == (1, SetupDrawing(1))


def drawing(power: int, drawn: int = 0) -> Scenario[Board]:
    return at(table(pending=SetupDrawing(power, drawn), round=0, turn=0))


@pytest.mark.rule("HCT-SET-15")
def test_a_setup_card_costs_its_level() -> None:
    """With 2 Drawing Power a level 3 card is too dear, and a level 1 card leaves 1."""
    drawing(2).when(1, DrawHero(3)).refused("HCT-SET-15")
    drawing(2).when(1, DrawHero(1), ["monk-1"]).then(HeroDrawn(1, 1, "monk-1"))
    assert drawing(2).when(1, DrawHero(1), ["monk-1"]).board.pending == SetupDrawing(1, 1)
    assert drawing(9).when(1, DrawHero(3), ["mage-1"]).board.pending == SetupDrawing(6, 1)
    drawing(1).when(1, DrawHero(1), ["monk-1"]).then_includes(DrawingEnded(1))


@pytest.mark.rule("HCT-SET-16")
def test_five_cards_are_the_most_in_the_setup() -> None:
    """After the fifth card drawing is over, with Drawing Power left."""
    drawing(9, drawn=3).when(1, DrawHero(1), ["monk-1"]).then(HeroDrawn(1, 1, "monk-1"))
    drawing(9, drawn=4).when(1, DrawHero(1), ["monk-1"]).then_includes(HeroDrawn(1, 1, "monk-1"), DrawingEnded(1, 8))


@pytest.mark.rule("HCT-SET-17")
def test_setup_drawing_is_optional_and_spare_power_is_lost() -> None:
    """One may stop at any time; what was not spent is nowhere to be found later."""
    scenario = placed().when(1, FinishDrawing()).then_includes(DrawingEnded(1, 1))

    scenario.then_includes(SetupDrawingStarted(2, 2))
    board = scenario.when(2, FinishDrawing()).then_includes(DrawingEnded(2, 2)).board
    assert [own.hand for own in board.sides] == [(), ()]
    assert board.pending == Turn()


@pytest.mark.rule("HCT-SET-18")
def test_round_one_starts_when_both_have_drawn() -> None:
    """Then the first player takes the first turn, and no Front is activated."""
    scenario = placed(first=2).when(2, FinishDrawing()).when(1, FinishDrawing())

    scenario.then(DrawingEnded(1, 1), RoundStarted(2)).waits_for(Turn, 2)
    assert (scenario.board.round, scenario.board.turn) == (1, 1)
    assert not any(f.activated for own in scenario.board.sides for f in own.fronts)


@pytest.mark.rule("HCT-AMB-03")
def test_the_first_player_gets_the_king() -> None:
    """The pairing has no effect, so it is not asked for."""
    assert dealt(first=2).effects[1:3] == (MonarchAssigned(2, "king"), MonarchAssigned(1, "queen"))


def test_a_draft_may_be_recorded_unseen() -> None:
    """A table that sees no card enters backs, until the flip names all six."""
    scenario = begun(RULESET, outcomes=(1, *[None] * 6), sets=CARDS)
    for seat in (1, 2, 1, 2):
        scenario = scenario.when(seat, PickHero("?1"))
    scenario = scenario.when(1, PlaceHeroes("?1", "?1", "?1"))
    last = PlaceHeroes("?1", "?1", "?1")

    assert scenario.when(2, last).needs_chance("reveal", "HCT-SET-12").allowed == SET.by_level[1]
    twice = scenario.when(2, last, ["monk-1", "monk-1"]).needs_chance("reveal", "HCT-SET-12")
    assert "monk-1" not in twice.allowed
    board = scenario.when(2, last, ["monk-1", "page-1", "page-2", "knight-1", "scout-1", "sword-1"]).board
    assert board.front(2, 3).heroes == ("sword-1",)
    assert board.pile(1).size == len(board.pile(1).unseen) == 9


def test_random_games_with_the_test_set_hold_every_promise() -> None:
    """The suite also passes with another component set, in which piles run dry soon."""
    report = check(RULESET, replace(PROFILE, components=SET, longest=500), games=40, seed=9_000)

    assert report.effects["PileRecreated"] > 0
    assert report.games == 40
