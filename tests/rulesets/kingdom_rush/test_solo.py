"""Solo mode: a colour is given up in each round, and a Bench stands ready."""

import pytest

from rulesets.kingdom_rush import RULESET
from rulesets.kingdom_rush.effects import BenchHeroCalled, ColourEliminated, HeroDamaged, HordeBlocked
from rulesets.kingdom_rush.phases import (
    Activating,
    Attacking,
    ChoosingBench,
    Eliminating,
    Engaging,
    PlayCards,
    Recruiting,
    Spawning,
)
from rulesets.kingdom_rush.pieces import Tower
from rulesets.kingdom_rush.rules.abilities import UseAbility
from rulesets.kingdom_rush.rules.attacks import PlaceTile
from rulesets.kingdom_rush.rules.buying import EndPurchases
from rulesets.kingdom_rush.rules.ending import Done
from rulesets.kingdom_rush.rules.heroes import ActivateHero, BasicAttack, EndActivation, Engage, MoveHero, Recover
from rulesets.kingdom_rush.rules.passing import PassTower
from rulesets.kingdom_rush.rules.setup import ChooseAbilities, ChooseBench, ChooseHero
from rulesets.kingdom_rush.rules.solo import CallBenchHero, EliminateColour
from rulesets.kingdom_rush.rules.towers import PlayTower
from rulesets.kingdom_rush.rules.wildcat import PlaceWildcat
from rulesets.kit.scenario import begun
from tests.rulesets.kingdom_rush.build import hero, pack, portal, road
from tests.rulesets.kingdom_rush.checked import after, at, legal, tiles

PENDING = Eliminating(Spawning(()))


@pytest.mark.rule("KRR-SLO-01")
def test_solo_begins_with_what_is_printed_for_one() -> None:
    """Starting Towers, Hearts and Crystals of the column for one player."""
    new = begun(RULESET, seats=1).waits_for(Recruiting, 1)
    setting = new.board.setting
    colour = setting.colours(1)[0]
    chosen = new.when(1, ChooseHero("malik", colour)).board

    assert chosen.side(1).hand == ("archer", "artillery", "footmen", "mage")
    assert (chosen.hearts, chosen.crystals) == (setting.hearts(1, "normal"), setting.crystals(1, "normal"))


@pytest.mark.rule("KRR-SLO-02")
def test_three_colours_are_there_and_one_is_given_up() -> None:
    """The player builds on the sites of the other two, whatever its own colour."""
    board = road(seats=1, pending=PENDING)
    assert set(legal(at(board), EliminateColour)) == {EliminateColour(colour) for colour in ("red", "blue", "green")}
    at(board).when(1, EliminateColour("yellow")).refused("KRR-SLO-02")

    playing = at(road(seats=1, eliminated="red", hands=(("archer",),)))
    assert {action.site for action in legal(playing, PlayTower)} == {"b1", "g1", "w1"}


@pytest.mark.rule("KRR-SLO-03")
def test_a_round_begins_with_giving_up_a_colour() -> None:
    """Before anything spawns; no Tower is built on its sites then."""
    begins = at(road(seats=1, pending=PENDING, hands=(("archer",),)))
    begins.when(1, Done()).refused("KRR-SLO-03")

    chosen = begins.when(1, EliminateColour("blue")).then_includes(ColourEliminated("blue")).waits_for(PlayCards, 1)
    chosen.when(1, PlayTower("archer", "b1", "N")).refused("KRR-SLO-03")
    chosen.when(1, PlayTower("archer", "r1", "N"))


@pytest.mark.rule("KRR-SLO-04")
def test_heroes_stand_on_sites_given_up() -> None:
    """Only building is barred there; Magnus has his bonus too."""
    board = road(hero("magnus", "p8"), pack("gob", "p2"), seats=1, eliminated="red")
    moved = after(board, ActivateHero(), MoveHero("r2"), BasicAttack("N"), PlaceTile("gob", "b2"))

    moved.waits_for(Attacking, 1).when(1, PlaceTile("gob", "b3 c3"))


@pytest.mark.rule("KRR-SLO-05")
def test_white_sites_are_never_given_up() -> None:
    """White is no colour to choose."""
    at(road(seats=1, pending=PENDING)).when(1, EliminateColour("white")).refused("KRR-SLO-05")
    for colour in ("red", "blue", "green"):
        after(road(seats=1, eliminated=colour, hands=(("archer",),)), PlayTower("archer", "w1", "N"))


@pytest.mark.rule("KRR-SLO-06")
def test_no_colour_is_given_up_twice_in_succession() -> None:
    """In the next round it is one of the other two; after that it may be the first again."""
    board = road(seats=1, eliminated="red", pending=PENDING)
    at(board).when(1, EliminateColour("red")).refused("KRR-SLO-06")

    second = (
        at(board).when(1, EliminateColour("blue")).when(1, Done()).when(1, EndPurchases()).waits_for(Eliminating, 1)
    )
    second.when(1, EliminateColour("blue")).refused("KRR-SLO-06")
    assert second.when(1, EliminateColour("red")).board.eliminated == "red"


@pytest.mark.rule("KRR-SLO-07")
def test_the_bench_holds_up_to_three_others() -> None:
    """Not four, not the Main Hero, nobody twice; it may be empty."""
    new = begun(RULESET, seats=1)
    colour = new.board.setting.colours(1)[0]
    ready = new.when(1, ChooseHero("malik", colour)).when(1, ChooseAbilities(("its_hammer_time", "earthquake")))
    ready.waits_for(ChoosingBench, 1)

    for heroes in (("alleria", "ignus", "lilith", "magnus"), ("malik",), ("ignus", "ignus")):
        ready.when(1, ChooseBench(heroes)).refused("KRR-SLO-07")
    assert ready.when(1, ChooseBench(("alleria", "ignus", "lilith"))).board.bench == ("alleria", "ignus", "lilith")
    assert ready.when(1, ChooseBench(())).board.bench == ()


@pytest.mark.rule("KRR-SLO-08")
def test_each_of_the_bench_comes_once() -> None:
    """Besides the Main Hero's activation, several in a round if wanted, but nobody a second time."""
    board = road(hero("malik", "p1"), seats=1, bench=("ignus", "magnus"))
    called = after(board, ActivateHero(), EndActivation(), CallBenchHero("ignus", "p3"), EndActivation())

    called.when(1, CallBenchHero("ignus", "p4")).refused("KRR-SLO-08")
    called.when(1, CallBenchHero("lilith", "p4")).refused("KRR-SLO-08")
    assert called.when(1, CallBenchHero("magnus", "p4")).board.bench == ()


@pytest.mark.rule("KRR-SLO-09")
def test_a_called_hero_stands_anywhere_and_attacks() -> None:
    """Any space where a hero may end; on a Horde it engages. It does not move, recover, or use abilities."""
    board = road(
        hero("malik", "p1"),
        pack("gob", "p8"),
        portal("rift", "p5"),
        Tower("r1", "mage", 1, "N"),
        seats=1,
        bench=("ignus",),
    )
    at(board).when(1, CallBenchHero("ignus", "p5")).refused("KRR-POR-12")
    at(board).when(1, CallBenchHero("ignus", "r1")).refused("KRR-MOV-04")
    at(board).when(1, CallBenchHero("ignus", "gate")).refused("KRR-SLO-09")
    called = at(board).when(1, CallBenchHero("ignus", "p8")).then(BenchHeroCalled("ignus", "p8", 4, True))

    ready = called.waits_for(Engaging, 1).when(1, Engage("d4")).waits_for(Activating, 1)
    assert not any(legal(ready, kind) for kind in (MoveHero, Recover, UseAbility))
    for more in (MoveHero("p7"), Recover(), UseAbility("lets_burn", "N")):
        ready.when(1, more).refused("KRR-SLO-09")
    struck = ready.when(1, BasicAttack("N")).when(1, PlaceTile("gob", "b2 b3 b4")).waits_for(PlayCards, 1)
    assert tiles(struck.board, "gob") == ["b2 b3 b4"]


@pytest.mark.rule("KRR-SLO-10")
def test_a_called_hero_leaves_when_the_round_ends() -> None:
    """With Alleria goes her Wildcat; the Main Hero stays."""
    board = road(hero("malik", "p1"), seats=1, bench=("alleria",), eliminated="red")
    called = after(board, CallBenchHero("alleria", "p3"), BasicAttack("N"), PlaceWildcat())
    assert [own.name for own in called.board.heroes] == ["malik", "alleria", "wildcat"]

    buying = called.when(1, Done())
    assert [own.name for own in buying.board.heroes] == ["malik", "alleria", "wildcat"]
    ended = buying.when(1, EndPurchases()).board
    assert ([own.name for own in ended.heroes], ended.bench) == (["malik"], ())


@pytest.mark.rule("KRR-SLO-11")
def test_the_tiles_of_the_bench_remain() -> None:
    """In the next round they still lie on the Horde."""
    board = road(hero("malik", "p1"), pack("gob", "p8"), seats=1, bench=("magnus",), eliminated="red")
    hit = after(board, CallBenchHero("magnus", "g1"), BasicAttack("N"), PlaceTile("gob", "b2"))
    called = hit.when(1, PlaceTile("gob", "b3 c3"))
    later = called.when(1, Done()).when(1, EndPurchases()).when(1, EliminateColour("blue"))

    assert tiles(later.board, "gob") == ["b2", "b3 c3"]


@pytest.mark.rule("KRR-SLO-12")
def test_until_then_a_called_hero_is_like_others() -> None:
    """It covers, blocks, and takes damage."""
    board = road(hero("malik", "p1"), pack("gob", "p8"), seats=1, bench=("ignus",), eliminated="red")
    called = after(board, CallBenchHero("ignus", "p8"), Engage("a4"), EndActivation())
    assert called.board.covered(called.board.horde("gob"))

    over = called.when(1, Done()).then_includes(HordeBlocked("gob"), HeroDamaged("ignus", 3, "gob"))
    assert over.board.horde("gob").space == "p8"


@pytest.mark.rule("KRR-SLO-13")
def test_alone_a_tower_is_upgraded_into_the_own_slot() -> None:
    """The Archer goes to the supply, the Marksmen come in; they are in hand in the next round."""
    board = road(seats=1, hands=(("archer",),), supply=("marksmen",), eliminated="red")
    passed = after(board, PassTower("archer", 1, "marksmen"))

    assert (passed.board.side(1).incoming, passed.board.supply) == (("marksmen",), ("archer",))
    passed.when(1, PlayTower("marksmen", "b1", "N")).refused("KRR-PAS-08")
    assert passed.when(1, Done()).board.side(1).hand == ("marksmen",)
    at(board).when(1, PassTower("archer", 2, "marksmen")).refused("KRR-SLO-13")


@pytest.mark.rule("KRR-SLO-14")
@pytest.mark.parametrize("name", ["alleria", "malik", "lilith", "magnus", "ignus"])
def test_any_hero_may_be_the_main_hero(name: str) -> None:
    """That a melee hero is recommended is advice: archers and mages are taken as well."""
    new = begun(RULESET, seats=1)

    assert new.when(1, ChooseHero(name, new.board.setting.colours(1)[0])).board.side(1).hero == name
