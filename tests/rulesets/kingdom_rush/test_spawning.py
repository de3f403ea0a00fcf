"""Rounds, phase 1 and the start of phase 2: stacks flip, heroes make way, knocked-out heroes stand up."""

from copy import copy

import pytest
from msgspec.structs import replace

from rulesets.kingdom_rush import RULESET
from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.effects import (
    GameLost,
    GameWon,
    HeroDamaged,
    HeroDisplaced,
    HordeEscaped,
    HordeSpawned,
    IconsSeen,
    PathbreakerRemoved,
    PlayStarted,
    PurchasesEnded,
    RoundEnded,
    RoundStarted,
    TrayTaken,
)
from rulesets.kingdom_rush.geometry import mask_of
from rulesets.kingdom_rush.phases import BUYING, Buying, ChoosingSpells, Displacing, GameOver, PlayCards
from rulesets.kingdom_rush.pieces import AbilityTile, Barrier, Hero, Tower
from rulesets.kingdom_rush.rules.buying import EndPurchases
from rulesets.kingdom_rush.rules.displacing import Displace
from rulesets.kingdom_rush.rules.ending import Done
from rulesets.kingdom_rush.rules.heroes import ActivateHero, EndActivation
from rulesets.kingdom_rush.rules.passing import PassTower
from rulesets.kingdom_rush.rules.spawning import start_round
from rulesets.kingdom_rush.rules.towers import PlayTower
from rulesets.kit.chance import GivenChance
from rulesets.kit.play import Play
from rulesets.kit.scenario import Scenario
from tests.rulesets.kingdom_rush.build import Drawn, build, hero, horde, portal, table, tower
from tests.rulesets.kingdom_rush.checked import at, done, spaces

BREAKS = ("axe", "ram", "torch")


def next_round(board: Board, *cards: str) -> Scenario[Board]:
    """The round ends; in phase 1 of the next one the stacks flip these cards."""
    return at(board).when(1, EndPurchases(), cards)


def evening(
    *things: Hero | Drawn | Tower | Barrier,
    stack: tuple[Drawn, ...] = (),
    other: tuple[Drawn, ...] = (),
    hearts: int = 9,
) -> Board:
    """The end of round 1 at the fork, with the stacks of its two Spawn tokens."""
    stacks = ((1, stack), (2, other))
    return table(*things, scenario="fork", pending=BUYING, round=1, stacks=stacks, hearts=hearts)


# --- the round


@pytest.mark.rule("KRR-RND-01")
def test_a_round_has_six_phases() -> None:
    """Spawn, play cards, destroy, advance, pick up, spend Crystals."""
    covered, walking = horde("covered", "p1", "o", tiled="a1", crystals=1), horde("walking", "p3")
    board = table(covered, walking, tower("r1", "archer"))

    scenario = done(board).waits_for(Buying, 1, 2)
    tags = [type(effect).__name__ for effect in scenario.effects]

    order = ["PlayEnded", "HordeDestroyed", "AdvanceStarted", "HordeMoved", "CardsPickedUp"]
    assert [tag for tag in tags if tag in order] == order
    spawned = next_round(evening(stack=(horde("h"),)), "h")
    assert [type(effect) for effect in spawned.effects] == [
        PurchasesEnded,
        RoundEnded,
        RoundStarted,
        HordeSpawned,
        PlayStarted,
    ]


@pytest.mark.rule("KRR-RND-03", "KRR-RND-04", "KRR-RND-06")
def test_players_act_in_any_order_and_as_often_as_they_have_cards() -> None:
    """Towers are played and passed, heroes activated, just as it comes."""
    board = table(hero("malik"), hero("alleria", seat=2), hands=(("archer", "mage"), ("archer", "archer")))

    end = at(board).when(2, PlayTower("archer", "b1", "N")).when(1, PlayTower("archer", "r1", "N"))
    end = end.when(1, PlayTower("mage", "r2", "N")).when(2, PassTower("archer", 1, "marksmen"))
    end = end.when(2, ActivateHero()).when(2, EndActivation()).when(1, ActivateHero())

    assert [own.site for own in end.board.towers] == ["b1", "r1", "r2"]


@pytest.mark.rule("KRR-RND-05")
def test_an_action_is_finished_before_another_starts() -> None:
    """While a Tower attacks, nobody else does anything."""
    board = table(horde("h", "p3", "oo", "oo"), hands=(("archer",), ("archer",)))

    build(board, "archer", "r3").when(2, PlayTower("archer", "b1", "N")).refused("KRR-RND-05")


@pytest.mark.rule("KRR-RND-07")
def test_phase_2_ends_when_everybody_is_done() -> None:
    """Cards may be left; who is done plays no more of them."""
    board = table(hands=(("archer",), ("archer",)))

    waiting = at(board).when(2, Done()).waits_for(PlayCards, 1)
    waiting.when(2, PlayTower("archer", "b1", "N")).refused("KRR-RND-07")
    assert waiting.when(1, Done()).waits_for(Buying, 1, 2).board.side(1).hand == ("archer",)


@pytest.mark.rule("KRR-RND-08", "KRR-RND-10")
def test_rounds_follow_one_another() -> None:
    """Turn and round mean the same; the next one starts unless the game is over."""
    board = next_round(evening()).board

    assert (board.round, board.turn) == (2, 2)


@pytest.mark.rule("KRR-RND-02")
def test_nothing_spawns_in_round_1() -> None:
    """Phase 1 is left out."""
    board = table(scenario="fork", pending=ChoosingSpells(), round=0, stacks=((1, (horde("h"),)),))
    play = Play(board, 0, GivenChance())
    start_round(play)
    RULESET.settle(play)

    assert play.effects == [RoundStarted(), PlayStarted()]
    assert play.board.round == 1


# --- phase 1


@pytest.mark.rule("KRR-SPN-01", "KRR-SPN-05")
def test_stacks_flip_in_the_order_of_their_tokens() -> None:
    """Each card is placed in front of its stack before the next is flipped."""
    flipped = next_round(evening(stack=(horde("a"), horde("z")), other=(horde("b"),)), "a", "b")

    flipped.then_includes(HordeSpawned("a", 1, 0, "a1", token=1), HordeSpawned("b", 2, 0, "c1", token=2), PlayStarted())
    assert [stack.size for stack in flipped.board.stacks] == [1, 0]
    assert next_round(evening(stack=(horde("a"),), other=(horde("b"),)), "b", "a").needs_chance("draw", "KRR-SPN-01")


@pytest.mark.rule("KRR-SPN-02")
def test_an_empty_stack_spawns_nothing() -> None:
    """The others go on."""
    assert spaces(next_round(evening(other=(horde("b"),)), "b").board) == {"b": "c1"}


def crowd(*, flying: bool = False, trays: int = 12) -> list[Drawn]:
    """Twelve Hordes next to the Exit."""
    rows = ("oFF",) if flying else ("o",)
    return [horde(f"crowd{n}", "p1", *rows, tray=n < trays) for n in range(12)]


@pytest.mark.rule("KRR-SPN-03", "KRR-SPN-04")
@pytest.mark.parametrize(("used", "tray"), [(11, True), (12, False)])
def test_a_horde_goes_without_a_tray_when_none_is_free(used: int, tray: bool) -> None:
    """It acts as any other."""
    board = next_round(evening(*crowd(trays=used), stack=(horde("h"),)), "h").board

    assert board.horde("h").tray is tray
    assert board.horde("h").space == "a1"


@pytest.mark.rule("KRR-FLY-02")
def test_a_flying_horde_takes_the_tray_of_another() -> None:
    """A Flying one keeps its own."""
    things = [*crowd(flying=True)[:3], *crowd()[3:]]
    flipped = next_round(evening(*things, stack=(horde("bats", "", "oFF"),)), "bats")

    flipped.then_includes(TrayTaken("crowd3"), HordeSpawned("bats", 1, 0, "a1", token=1))
    assert flipped.board.horde("bats").tray
    assert not flipped.board.horde("crowd3").tray


@pytest.mark.rule("KRR-SPN-06", "KRR-FLY-10")
@pytest.mark.parametrize("row", ["o", "oFF"])
def test_a_horde_comes_to_the_first_free_space_of_its_route(row: str) -> None:
    """A Flying one as well."""
    board = evening(horde("x", "a1"), horde("y", "a2"), stack=(horde("h", "", row),))

    assert next_round(board, "h").board.horde("h").space == "a3"


def packed() -> list[Drawn]:
    """A Horde on each space of the first route."""
    return [horde(f"on-{space}", space) for space in ("a1", "a2", "a3", "p2", "p1")]


@pytest.mark.rule("KRR-SPN-07")
def test_a_horde_that_finds_no_space_is_at_the_exit() -> None:
    """It costs Hearts and pays its Crystals at once."""
    flipped = next_round(evening(*packed(), stack=(horde("h", "", "oo", crystals=1),)), "h")

    flipped.then_includes(HordeEscaped("h", 2, 1))
    assert (flipped.board.hearts, flipped.board.escaped) == (7, ("h",))


@pytest.mark.rule("KRR-SPN-14", "KRR-LOS-01", "KRR-LOS-02", "KRR-LOS-04")
@pytest.mark.parametrize(("card", "left"), [(horde("h", "", "oo"), 0), (portal("h"), 2)])
def test_a_loss_in_phase_1_ends_the_game(card: Drawn, left: int) -> None:
    """The last Heart, or a Portal at the Exit, which takes no Heart: nothing else spawns."""
    lost = next_round(evening(*packed(), stack=(card,), other=(horde("b"),), hearts=2), "h")

    assert isinstance(lost.effects[-1], GameLost)
    assert lost.board.hearts == left
    lost.waits_for(GameOver)


@pytest.mark.rule("KRR-SPN-08")
def test_the_purple_line_faces_the_exit() -> None:
    """A card with its line in the north is turned so that it lies in the west; its enemies turn with it."""
    board = next_round(evening(stack=(horde("h", "", "ooooo", purple="N"),)), "h").board

    assert board.face(board.horde("h")).all == mask_of("a1 a2 a3 a4 a5")


@pytest.mark.rule("KRR-SPN-09", "KRR-SPN-10")
def test_a_hero_makes_way_for_a_new_horde() -> None:
    """Its player chooses an adjacent space without Horde or Tower."""
    board = evening(hero("malik", "a1"), tower("r2", "archer"), stack=(horde("h"),))
    asked = next_round(board, "h").waits_for(Displacing, 1)

    assert asked.board.horde("h").space == "a1"
    asked.when(1, Displace("r2")).refused("KRR-SPN-10")
    asked.when(1, Displace("a1")).refused("KRR-SPN-10")
    moved = asked.when(1, Displace("b2")).waits_for(PlayCards, 1, 2).board.hero("malik")
    assert (moved.space, moved.health) == ("b2", 5)


@pytest.mark.rule("KRR-SPN-11", "KRR-REG-05")
def test_a_hero_that_finds_no_space_goes_to_its_board() -> None:
    """Unharmed; it may be activated."""
    board = evening(
        hero("malik", "a1"), tower("r2", "archer"), tower("b2", "archer", 2), horde("x", "a2"), stack=(horde("h"),)
    )
    flipped = next_round(board, "h").then_includes(HeroDisplaced("malik", None)).then_never(HeroDamaged)

    malik = flipped.board.hero("malik")
    assert (malik.space, malik.health, malik.down) == (None, 5, False)
    assert flipped.when(1, ActivateHero()).board


@pytest.mark.rule("KRR-SPN-12")
def test_spawning_triggers_no_icon() -> None:
    """Heal, speed and dead-eye wait for phase 4."""
    flipped = next_round(evening(hero("malik", "b2"), stack=(horde("h", "", "HSE"),)), "h")

    flipped.then_never(IconsSeen, HeroDamaged)
    assert flipped.board.horde("h").space == "a1"


# --- Pathbreakers


@pytest.mark.rule("KRR-SPN-13", "KRR-SET-20")
def test_a_stack_behind_a_pathbreaker_card_does_not_spawn() -> None:
    """The other one does."""
    board = evening(Barrier("axe", "c2", 2), stack=(horde("a"),), other=(horde("b"),))

    assert spaces(next_round(board, "a").board) == {"a": "a1"}


def breaker() -> Drawn:
    """A Pathbreaker Horde with the icons axe, ram, torch."""
    return horde("breaker", "", "o", "", "", "", "KKKKK", breaks=BREAKS)


@pytest.mark.rule("KRR-PBK-02", "KRR-PBK-03", "KRR-PBK-04", "KRR-PBK-06", "KRR-PBK-08")
def test_a_pathbreaker_horde_opens_the_first_card_of_its_icons() -> None:
    """It comes to where the card lay, on the route that this closed; the stack behind waits for the next round."""
    board = evening(Barrier("torch", "a3"), Barrier("ram", "c2", 2), stack=(breaker(),), other=(horde("b"),))
    flipped = next_round(board, "breaker")

    flipped.then_includes(PathbreakerRemoved("ram"), HordeSpawned("breaker", 2, 0, "c2", token=1), PlayStarted())
    assert [barrier.card for barrier in flipped.board.barriers] == ["torch"]
    assert spaces(flipped.board) == {"breaker": "c2"}


@pytest.mark.rule("KRR-PBK-08")
def test_a_card_that_closed_no_stack_gives_the_lowest_route() -> None:
    """Through its space."""
    board = evening(Barrier("axe", "p2"), other=(breaker(),))

    assert next_round(board, "breaker").board.horde("breaker").route == 1


@pytest.mark.rule("KRR-PBK-05")
def test_a_pathbreaker_horde_without_cards_spawns_as_others_do() -> None:
    """In front of its stack."""
    assert spaces(next_round(evening(stack=(breaker(),)), "breaker").board) == {"breaker": "a1"}


@pytest.mark.rule("KRR-PBK-07")
def test_no_horde_enters_the_space_of_a_pathbreaker_card() -> None:
    """It goes past."""
    assert spaces(done(table(Barrier("axe", "p3"), horde("h", "p4"))).board) == {"h": "p2"}


# --- phase 2 begins


@pytest.mark.rule("KRR-REG-01", "KRR-REG-02", "KRR-REG-03", "KRR-REG-06", "KRR-HRO-02")
def test_a_knocked_out_hero_regenerates_in_the_next_round() -> None:
    """To full health, standing on its board; it cannot be activated in this round."""
    flipped = next_round(evening(hero("malik", down=True))).then_includes(PlayStarted((("malik", 5),)))
    malik = flipped.board.hero("malik")

    assert (malik.health, malik.down, malik.space) == (5, False, None)
    flipped.when(1, ActivateHero()).refused("KRR-HRO-02")


@pytest.mark.rule("KRR-REG-04")
def test_regenerating_turns_no_ability_face_up() -> None:
    """Face-down tiles stay so."""
    tiles = (AbilityTile("earthquake", "used"), AbilityTile("hammer_smash"))
    board = evening(replace(hero("malik", down=True), abilities=tiles))

    assert next_round(board).board.hero("malik").abilities == tiles


@pytest.mark.rule("KRR-REG-06", "KRR-LOS-05")
def test_knocked_out_heroes_do_not_lose_the_game() -> None:
    """Not even all of them; and none stands up in the round in which it fell."""
    board = table(
        hero("malik", "p3", "a1", health=1), hero("magnus", "p3", "c1", seat=2, health=1), horde("h", "p3", "ooooo")
    )
    end = done(board).waits_for(Buying, 1, 2).board

    assert [own.down for own in end.heroes] == [True, True]
    assert [own.health for own in end.heroes] == [0, 0]


# --- the end


@pytest.mark.rule("KRR-WIN-01", "KRR-WIN-02", "KRR-WIN-03", "KRR-DES-10")
def test_the_game_is_won_at_the_end_of_the_round_of_the_last_portal() -> None:
    """The other phases are played first."""
    evening_of = done(table(portal("gate", "p3", tiled="c2 c4"), horde("h", "p6"))).waits_for(Buying, 1, 2)
    won = evening_of.when(1, EndPurchases())

    assert spaces(evening_of.board) == {"h": "p5"}
    won.then(PurchasesEnded(1), GameWon("portals")).waits_for(GameOver)
    won.when(1, EndPurchases()).refused("KRR-LOS-04")


@pytest.mark.rule("KRR-WIN-02", "KRR-SET-15")
@pytest.mark.parametrize("where", ["map", "stack"])
def test_the_game_is_not_won_while_a_portal_is_left(where: str) -> None:
    """On the map, or in a stack."""
    things = (portal("gate", "p3"),) if where == "map" else ()
    stack = (portal("gate"),) if where == "stack" else ()
    board = table(*things, pending=BUYING, stacks=((1, stack),))

    next_round(board, *(("gate",) if stack else ())).then_never(GameWon)


@pytest.mark.rule("KRR-WIN-01", "KRR-WIN-02")
@pytest.mark.parametrize("left", ["a Horde", "a card", ""])
def test_a_scenario_may_ask_for_empty_stacks(left: str) -> None:
    """Nothing on the map and nothing in the stacks: then the round is the last one."""
    things = (horde("h", "p3"),) if left == "a Horde" else ()
    stack = (horde("card"),) if left == "a card" else ()
    ended = next_round(
        table(*things, pending=BUYING, scenario="join", stacks=((1, stack), (2, ()))), *(("card",) if stack else ())
    )

    if left:
        ended.then_never(GameWon)
    else:
        ended.then(PurchasesEnded(1), GameWon("hordes"))


@pytest.mark.rule("KRR-WIN-01", "KRR-WIN-02")
@pytest.mark.parametrize(("number", "won"), [(2, False), (3, True)])
def test_a_scenario_may_ask_to_hold_out(number: int, won: bool) -> None:
    """So many rounds, whatever is left on the map."""
    ended = next_round(table(horde("h", "a2"), pending=BUYING, scenario="fork", round=number))

    assert (ended.effects == (PurchasesEnded(1), GameWon("rounds"))) is won


@pytest.mark.rule("KRR-WIN-03", "KRR-LOS-01")
def test_a_loss_after_the_last_portal_is_a_loss() -> None:
    """Phase 4 of that round is played in earnest."""
    done(table(portal("gate", "p3", tiled="c2 c4"), horde("h", "p1", "oo"), hearts=2)).waits_for(GameOver)


@pytest.mark.rule("KRR-LOS-02", "KRR-ESC-07", "KRR-LOS-04")
def test_a_portal_that_reaches_the_exit_loses_the_game() -> None:
    """However many Hearts are left, and before one of them is taken for its enemies; nothing follows."""
    lost = done(table(portal("gate", "p1", crystals=3), horde("h", "p2"), hearts=2))

    assert lost.effects[-2:] == (HordeEscaped("gate"), GameLost("exit"))
    assert lost.board.hearts == 2
    lost.when(1, EndPurchases()).refused("KRR-LOS-04")


@pytest.mark.rule("KRR-LOS-03")
def test_a_scenario_may_add_a_way_to_lose() -> None:
    """A limit of rounds, for one."""
    board = table(portal("gate", "p3"), pending=BUYING)
    components, setting = copy(board.components), copy(board.setting)
    setting.round_limit = 2
    components.scenario = components.scenario | {"lane": setting}

    next_round(replace(board, components=components)).then(PurchasesEnded(1), GameLost("time"))
