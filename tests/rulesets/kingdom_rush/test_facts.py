"""What games of Kingdom Rush tell analytics of each action and each effect."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from rulesets.kingdom_rush import RULESET
from rulesets.kingdom_rush import effects as e
from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.components import load
from rulesets.kingdom_rush.phases import (
    BUYING,
    ChoosingBench,
    ChoosingSpells,
    Conjuring,
    Destroying,
    Inspiring,
    PlacingWildcat,
)
from rulesets.kingdom_rush.pieces import ALLERIA, AbilityTile, Barrier, Boss
from rulesets.kingdom_rush.rules.abilities import Bless, Conjure, Forgo, Inspire, Refresh, UseAbility
from rulesets.kingdom_rush.rules.attacks import BringForward, LeaveOut, PlacePieces, PlaceTile
from rulesets.kingdom_rush.rules.bosses import GiveUpTower, PlacePortal
from rulesets.kingdom_rush.rules.buying import BuyTower, EndPurchases
from rulesets.kingdom_rush.rules.displacing import Displace
from rulesets.kingdom_rush.rules.ending import Done
from rulesets.kingdom_rush.rules.heroes import ActivateHero, BasicAttack, EndActivation, Engage, MoveHero, Recover
from rulesets.kingdom_rush.rules.passing import PassTower
from rulesets.kingdom_rush.rules.pick_up import TakeWhiteTower
from rulesets.kingdom_rush.rules.setup import ChooseAbilities, ChooseBench, ChooseHero, ChooseSpell
from rulesets.kingdom_rush.rules.soldiers import RelocateSoldier, StopRelocating
from rulesets.kingdom_rush.rules.solo import CallBenchHero, EliminateColour
from rulesets.kingdom_rush.rules.spells import Suffer, UseHandOfMidas, UseSpell
from rulesets.kingdom_rush.rules.towers import PlayTower
from rulesets.kingdom_rush.rules.wildcat import ActivateWildcat, KeepWildcat, PlaceWildcat
from rulesets.kit.bots import random_bot
from rulesets.kit.chance import ServerChance
from rulesets.kit.conformance import GameStep
from rulesets.kit.facts import Fact
from rulesets.kit.outcomes import Outcome
from rulesets.kit.scenario import begun
from rulesets.kit.structs import Action, Effect, Start
from tests.rulesets.examples import replayed
from tests.rulesets.kingdom_rush.build import FIELD, build, hero, horde, pack, portal, road, table, tower
from tests.rulesets.kingdom_rush.checked import after, at

COMPONENTS = load(RULESET.starter)

TOLD = ("seat", "card", "place", "target", "kind", "value", "source", "choice")


def short(fact: Fact) -> dict[str, Any]:
    """What a row tells, beside its step and its type."""
    return {name: expected for name in TOLD if (expected := getattr(fact, name)) is not None}


def rows(board: Board, *actions: Action[Board], seat: int = 1, outcomes: tuple[Outcome, ...] = ()) -> list[Fact]:
    """The rows of the last of these actions of a seat."""
    *before, last = actions
    board = after(board, *before, seat=seat).board
    return RULESET.facts(board, seat, last, at(board).when(seat, last, outcomes).effects)


def of(kind: str, facts: list[Fact]) -> list[dict[str, Any]]:
    """What the rows of a type tell."""
    return [short(fact) for fact in facts if fact.type == kind]


# --- decisions

USED = AbilityTile("earthquake", "used")
MALIK = road(hero("malik", "p3", health=2, abilities=(USED, "its_hammer_time")), hands=(("archer", "mage"),))
ON_P2 = road(hero("malik", "p1"), pack("gob", "p2"))
MAGNUS = road(hero("magnus", "r2", abilities=("knowledge_is_power", "hocus_pocus")), hero("ignus", "p9", seat=2))
ALLERIA_R2 = road(
    hero(ALLERIA, "r2", abilities=("like_the_wind",)), hero("wildcat", down=True), pack("gob", "p2"), seats=2
)
SOLO = road(hero("malik", "p1"), pack("gob", "p8"), seats=1, bench=("ignus",), eliminated="red")
MILITIA = build(table(horde("a", "p3", *FIELD), hands=(("militia",),)), "militia", "r3").board
LACKING = build(
    table(horde("far", "p6", *FIELD, soldiers="a1 b1 c1"), horde("a", "p3", *FIELD), hands=(("militia",),), soldiers=0),
    "militia",
    "r3",
).board
MARKSMEN = build(table(portal("gate", "p3", *FIELD[:2], "oo#oo"), hands=(("marksmen",),)), "marksmen", "r3").board
RICH = table(pending=BUYING, crystals=7, supply=("archer",))


@pytest.mark.parametrize(
    ("board", "actions", "expected"),
    [
        (MALIK, (ActivateHero(),), {"source": "hero:malik"}),
        (MALIK, (ActivateHero(), Recover()), {"source": "hero:malik", "value": 3}),
        (MALIK, (ActivateHero(), EndActivation()), {"source": "hero:malik"}),
        (MALIK, (ActivateHero(), MoveHero("p4")), {"source": "hero:malik", "place": "space:p4"}),
        (MALIK, (ActivateHero(), BasicAttack("N")), {"source": "hero:malik", "kind": "N"}),
        (
            MALIK,
            (ActivateHero(), UseAbility("its_hammer_time", "N")),
            {"source": "hero:malik", "card": "ability:its_hammer_time", "kind": "N"},
        ),
        (
            MALIK,
            (ActivateHero(), UseAbility("its_hammer_time", "N"), Refresh("malik", "earthquake")),
            {"source": "hero:malik", "card": "hero:malik", "choice": "ability:earthquake"},
        ),
        (
            MALIK,
            (ActivateHero(), UseAbility("its_hammer_time", "N"), Forgo()),
            {"source": "hero:malik", "choice": "nobody"},
        ),
        (MALIK, (Done(),), {"value": 2}),
        (
            ON_P2,
            (ActivateHero(), MoveHero("p2"), Engage("a4")),
            {"source": "hero:malik", "target": "horde:gob", "choice": "a4"},
        ),
        (
            MAGNUS,
            (ActivateHero(), UseAbility("knowledge_is_power", "N", "hocus_pocus")),
            {
                "source": "hero:magnus",
                "card": "ability:knowledge_is_power",
                "kind": "N",
                "choice": "ability:hocus_pocus",
            },
        ),
        (
            MAGNUS,
            (ActivateHero(), UseAbility("hocus_pocus", "N"), Conjure("ignus", "p5")),
            {"source": "hero:magnus", "card": "hero:ignus", "place": "space:p5"},
        ),
        (
            ALLERIA_R2,
            (ActivateHero(), UseAbility("like_the_wind", "N"), PlaceTile("gob", "b2"), Inspire(ALLERIA)),
            {"source": "hero:alleria", "card": "hero:alleria"},
        ),
        (
            ALLERIA_R2,
            (ActivateHero(), BasicAttack("N"), PlaceTile("gob", "b2 b3"), KeepWildcat()),
            {"source": "hero:alleria", "card": "hero:wildcat", "choice": "no"},
        ),
        (
            ALLERIA_R2,
            (ActivateHero(), BasicAttack("N"), PlaceTile("gob", "b2 b3"), PlaceWildcat()),
            {"source": "hero:alleria", "card": "hero:wildcat", "choice": "yes"},
        ),
        (road(hero(ALLERIA), hero("wildcat", "p3")), (ActivateWildcat(),), {"source": "hero:wildcat"}),
        (
            table(hands=(("archer",),)),
            (PlayTower("archer", "r3", "E"),),
            {"card": "tower:archer", "place": "space:r3", "kind": "E"},
        ),
        (MILITIA, (PlacePieces("a", "a1 b1"),), {"source": "tower:militia", "target": "horde:a", "value": 2}),
        (MILITIA, (LeaveOut(),), {"source": "tower:militia"}),
        (
            LACKING,
            (RelocateSoldier("far", "a1", "a", "b2"),),
            {"source": "tower:militia", "card": "horde:far", "target": "horde:a"},
        ),
        (LACKING, (StopRelocating(),), {"source": "tower:militia"}),
        (MARKSMEN, (BringForward(2),), {"source": "tower:marksmen", "choice": "1x2"}),
        (MARKSMEN, (PlaceTile("gate", "a1"),), {"source": "tower:marksmen", "target": "horde:gate", "value": 1}),
        (
            table(hands=(("archer",),)),
            (PassTower("archer", 2, "marksmen"),),
            {"card": "tower:archer", "target": "seat:2", "choice": "tower:marksmen"},
        ),
        (
            table(hands=(("archer",),), spells=("hand_of_midas",)),
            (UseHandOfMidas("archer", 2, "sharpshooter"),),
            {
                "source": "spell:hand_of_midas",
                "card": "tower:archer",
                "target": "seat:2",
                "choice": "tower:sharpshooter",
            },
        ),
        (RICH, (BuyTower("archer", 2),), {"card": "tower:archer", "target": "seat:2"}),
        (RICH, (EndPurchases(),), {"value": 7}),
        (
            road(pack("gob", "p8"), portal("gate", "p6"), spells=("gem_of_timewarp",)),
            (UseSpell("gem_of_timewarp"),),
            {"card": "spell:gem_of_timewarp"},
        ),
        (
            road(hero("malik"), portal("gate", "p6"), spells=("gem_of_timewarp",)),
            (UseSpell("gem_of_timewarp"), LeaveOut(), Suffer("malik")),
            {"source": "spell:gem_of_timewarp", "card": "hero:malik"},
        ),
        (SOLO, (CallBenchHero("ignus", "p5"),), {"source": "hero:ignus", "place": "space:p5"}),
        (SOLO, (Done(), EndPurchases(), EliminateColour("blue")), {"choice": "colour:blue"}),
    ],
)
def test_a_decision_tells_what_was_decided(
    board: Board, actions: tuple[Action[Board], ...], expected: dict[str, object]
) -> None:
    """Who acts is its source; whom or what it is about its card; then where, against what, and what was picked."""
    facts = rows(board, *actions)

    assert (facts[0].step, facts[0].type) == (0, type(actions[-1]).__name__)
    assert short(facts[0]) == {"seat": 1, **expected}


def test_the_choices_of_the_set_up_are_told() -> None:
    """The hero and its colour, the abilities, the Spells and the Bench."""
    board = begun(RULESET, seats=1).board
    malik, tiles = ChooseHero("malik", "red"), ChooseAbilities(("its_hammer_time", "earthquake"))

    (chosen,) = of("ChooseHero", rows(board, malik))
    assert chosen == {"seat": 1, "card": "hero:malik", "choice": "colour:red"}
    facts = rows(board, malik, tiles)
    (chosen,) = of("ChooseAbilities", facts)
    assert chosen == {
        "seat": 1,
        "source": "hero:malik",
        "choice": "ability:its_hammer_time ability:earthquake",
    }
    assert [row["card"] for row in of("AbilitiesChosen", facts)] == ["ability:its_hammer_time", "ability:earthquake"]
    board = after(board, malik, tiles).board
    assert isinstance(board.pending, ChoosingBench)
    (chosen,) = of("ChooseBench", rows(board, ChooseBench(("ignus", "lilith"))))
    assert chosen == {"seat": 1, "choice": "hero:ignus hero:lilith", "value": 2}
    (nobody,) = of("ChooseBench", rows(board, ChooseBench(())))
    assert nobody == {"seat": 1, "value": 0}
    (spell,) = of("ChooseSpell", rows(road(pending=ChoosingSpells()), ChooseSpell("rain_of_fire")))
    assert spell == {"seat": 1, "card": "spell:rain_of_fire"}


def test_the_choices_between_the_phases_are_told() -> None:
    """Where a hero gives way, which Horde becomes a Portal, which Tower Lilith takes, who takes a white one."""
    way = at(table(hero("malik", "p3"), pack("near", "p4"), scenario="storm", pending=BUYING))
    pushed = way.when(1, EndPurchases(), ["gust-1"]).board
    assert short(rows(pushed, Displace("r2"))[0]) == {"seat": 1, "card": "hero:malik", "place": "space:r2"}

    mages = table(pack("gob", "p8"), scenario="mages", gates=("azure-rift",), bosses=(Boss("time_mage_1", "y1"),))
    placing = at(mages).when(1, Done()).when(2, Done()).board
    (placed,) = of("PortalPlaced", rows(placing, PlacePortal("azure-rift", "gob", "a4 b4 c4")))
    assert placed == {"card": "tile:azure-rift", "target": "horde:gob", "place": "space:p7"}

    towers = (tower("w1", "militia"), tower("w1", "archer", 2))
    angel = table(*towers, scenario="angel", bosses=(Boss("lilith", "p4"),), lives=("wing-1",))
    losing = at(angel).when(1, Done()).when(2, Done(), ["stillness-1"]).board
    facts = rows(losing, GiveUpTower("w1", "archer"))
    assert short(facts[0]) == {"seat": 1, "card": "tower:archer", "place": "space:w1", "kind": "face_up"}
    lost = {"seat": 2, "card": "tower:archer", "place": "space:w1", "kind": "boss", "source": "boss:lilith"}
    assert of("TowerLost", facts) == [lost]

    sharing = at(road(tower("w1", "archer"))).when(1, Done()).when(2, Done()).board
    (taken,) = of("TakeWhiteTower", rows(sharing, TakeWhiteTower("archer", 2)))
    assert taken == {"seat": 1, "card": "tower:archer", "target": "seat:2", "place": "space:w1"}


def test_a_blessing_names_who_is_blessed_and_what_is_turned() -> None:
    """Lilith blesses herself: an ability of hers is face up again, and she heals."""
    lilith = hero("lilith", "p3", health=2, abilities=(AbilityTile("resurrection", "used"),))
    facts = rows(road(lilith), ActivateHero(), BasicAttack("N"), Bless("lilith", "resurrection"))

    assert short(facts[0]) == {
        "seat": 1,
        "source": "hero:lilith",
        "card": "hero:lilith",
        "choice": "ability:resurrection",
    }
    assert of("AbilityTurned", facts) == [{"seat": 1, "card": "ability:resurrection", "target": "hero:lilith"}]
    assert of("HeroHealed", facts) == [{"seat": 1, "card": "hero:lilith", "source": "hero:lilith", "value": 1}]


# --- attacks


def test_a_tower_its_pieces_and_what_they_cover() -> None:
    """A piece names its Tower, the Horde and the squares; those that show no enemy are a row of their own."""
    board = table(horde("gob", "p3", "oo"), hands=(("footmen", "artillery"),))
    built = rows(board, PlayTower("artillery", "r3", "N"))
    fired = rows(board, PlayTower("artillery", "r3", "N"), PlaceTile("gob", "a1 a2 b2"))
    by = {"seat": 1, "source": "tower:artillery", "target": "horde:gob", "place": "space:p3", "kind": "horde"}

    assert of("TowerPlayed", built) == [
        {"seat": 1, "card": "tower:artillery", "place": "space:r3", "kind": "N", "value": 1}
    ]
    assert of("TilePlaced", fired) == [{**by, "value": 3}]
    assert of("BlanksCovered", fired) == [{**by, "value": 2}]
    away = rows(board, PlayTower("artillery", "r3", "S"))
    assert [row["value"] for row in of("TowerPlayed", away)] == [0]


def test_an_ability_a_hero_and_a_spell_are_sources() -> None:
    """Tiles name what they are of, each by the id that it has elsewhere."""
    hero_row = rows(MAGNUS_AT_HORDE, ActivateHero(), BasicAttack("N"), PlaceTile("gob", "b2"))
    spell_row = rows(CAST, UseSpell("rain_of_fire"), PlaceTile("gob", "b2 b3"))
    ability = rows(ALLERIA_R2, ActivateHero(), UseAbility("like_the_wind", "N"), PlaceTile("gob", "b2"))

    (basic,), (cast,), (used,) = (of("TilePlaced", facts) for facts in (hero_row, spell_row, ability))
    assert (basic["source"], cast["source"], used["source"]) == (
        "hero:magnus",
        "spell:rain_of_fire",
        "ability:like_the_wind",
    )


MAGNUS_AT_HORDE = road(hero("magnus", "r2"), pack("gob", "p2"))
CAST = road(pack("gob", "p8"), spells=("rain_of_fire",))


def test_an_attack_on_a_portal_is_forced_and_costs_the_tower() -> None:
    """It is forced where only a Portal is in range; the Tower is turned down, and lost when hands are picked up."""
    board = table(portal("gate", "p3", "o", "", "..#"), hands=(("militia",),))
    built = rows(board, PlayTower("militia", "r3", "N"))
    hit = rows(board, PlayTower("militia", "r3", "N"), PlacePieces("gate", "a1"))
    lost = rows(after(board, PlayTower("militia", "r3", "N"), PlacePieces("gate", "a1"), Done()).board, Done(), seat=2)
    tower = {"seat": 1, "card": "tower:militia", "place": "space:r3"}

    assert of("AttackForced", built) == [{"seat": 1, "source": "tower:militia", "place": "space:r3"}]
    assert [row["kind"] for row in of("SoldiersPlaced", hit)] == ["portal"]
    assert of("TowerTurnedDown", hit) == [{**tower, "target": "horde:gate"}]
    assert of("TowerLost", lost) == [{**tower, "kind": "portal"}]


# --- heroes


@pytest.mark.parametrize(("health", "type_"), [(3, "HeroDamaged"), (1, "HeroKnockedOut")])
def test_what_hurts_a_hero_is_a_source_and_how_is_a_kind(health: int, type_: str) -> None:
    """A Horde that it holds up, that is destroyed under it, or that shoots at it; being knocked out is a type."""
    dead_eye = horde("gob", "p4", "E....", ".....", "ooooo")
    on_it, near = hero("malik", "p4", "a4", health=health), hero("malik", "r2", health=health)
    held = road(on_it, horde("gob", "p4", "ooooo"))
    gone = road(on_it, horde("gob", "p4", "", "", "", "oo", "oo"))
    expected = {"seat": 1, "card": "hero:malik", "source": "horde:gob", "value": 1}

    for board, kind, place in (
        (held, "blocked", "p4"),
        (gone, "destroyed", "p4"),
        (road(near, dead_eye), "dead_eye", "r2"),
    ):
        facts = rows(after(board, Done()).board, Done(), seat=2)
        assert of(type_, facts) == [{**expected, "kind": kind, "place": f"space:{place}"}]


def test_a_boss_a_spell_and_a_card_hurt_as_well() -> None:
    """Each is a source by its own id: the Boss Lilith is not the hero Lilith, and all copies of a card are one."""
    angel = table(hero("malik", "p4"), scenario="angel", bosses=(Boss("lilith", "p4"),), lives=("wing-1",))
    by_boss = rows(after(angel, Done()).board, Done(), seat=2, outcomes=("stillness-1",))
    gem = road(hero("malik"), portal("gate", "p6"), spells=("gem_of_timewarp",))
    by_spell = rows(gem, UseSpell("gem_of_timewarp"), LeaveOut(), Suffer("malik"))
    storm = table(hero("malik", "p3"), scenario="storm", pending=BUYING)
    by_card = rows(storm, EndPurchases(), outcomes=("shards-2",))

    hurt = [of("HeroDamaged", facts)[0] for facts in (by_boss, by_spell, by_card)]
    assert [(row["kind"], row["source"]) for row in hurt] == [
        ("boss", "boss:lilith"),
        ("spell", "spell:gem_of_timewarp"),
        ("card", "warp:shards"),
    ]
    assert of("WarpDrawn", by_card) == [{"card": "warp:shards", "source": "deck:storm"}]
    assert [fact.chance for fact in by_card if fact.type == "WarpDrawn"] == [True]


def test_a_hero_that_regenerates_is_a_row() -> None:
    """With its health, as its knock-out was one: how many rounds lie between is to be counted."""
    fallen = table(hero("malik", down=True), scenario="storm", pending=BUYING)

    facts = rows(fallen, EndPurchases(), outcomes=("calm-1",))
    assert of("HeroRegenerated", facts) == [{"seat": 1, "card": "hero:malik", "value": 5}]


def test_a_hero_engages_with_so_many_enemies_under_its_base() -> None:
    """The row names the hero, the Horde and the space."""
    (engaged,) = of("HeroEngaged", rows(ON_P2, ActivateHero(), MoveHero("p2"), Engage("b3")))

    assert engaged == {
        "seat": 1,
        "source": "hero:malik",
        "place": "space:p2",
        "target": "horde:gob",
        "value": 2,
    }


# --- Hordes


def test_a_horde_is_held_up_by_heroes_and_by_soldiers() -> None:
    """One row says by what; each hero that does it is one of its own."""
    both = road(hero("malik", "p4", "a4"), horde("gob", "p4", "ooo", soldiers="a1 b1"))
    soldiers = road(horde("gob", "p4", "ooo", soldiers="a1"))
    row = {"card": "horde:gob", "place": "space:p4"}

    facts = rows(after(both, Done()).board, Done(), seat=2)
    assert of("HordeBlocked", facts) == [{**row, "kind": "hero soldiers", "value": 2}]
    assert of("HordeHeldUp", facts) == [{**row, "seat": 1, "source": "hero:malik"}]
    facts = rows(after(soldiers, Done()).board, Done(), seat=2)
    assert of("HordeBlocked", facts) == [{**row, "kind": "soldiers", "value": 1}]
    assert of("HordeHeldUp", facts) == []


def test_a_destroyed_horde_names_all_that_covered_it() -> None:
    """Each Tower and hero with its squares on enemies; Crystals that the team cannot take are a row."""
    board = road(
        hero("malik", "p4", "a4"),
        horde("gob", "p4", "oo", "", "", "oo", "oo", tiled="a1 b1", crystals=3),
        crystals=11,
    )
    facts = rows(after(board, Done()).board, Done(), seat=2)
    row = {"card": "horde:gob", "place": "space:p4", "kind": "horde"}

    assert of("HordeDestroyed", facts) == [{**row, "value": 1}]
    assert of("HordeDestroyedWith", facts) == [
        {**row, "source": "tower:archer", "value": 2},
        {**row, "source": "hero:malik", "value": 4},
    ]
    assert of("CrystalsOverflowed", facts) == [{"card": "horde:gob", "value": 2}]


def test_an_escape_tells_the_hearts_lost_and_the_crystals_left() -> None:
    """The Horde is what did it. The last Heart ends the game before it pays."""
    board = road(horde("gob", "p1", "oo", crystals=1))
    facts = rows(after(board, Done()).board, Done(), seat=2)
    assert of("HordeEscaped", facts) == [{"card": "horde:gob", "source": "horde:gob", "kind": "horde", "value": 2}]
    assert of("CrystalsFromEscape", facts) == [{"card": "horde:gob", "value": 1}]

    last = rows(after(road(horde("gob", "p1", "oo"), hearts=1), Done()).board, Done(), seat=2)
    assert [fact.type for fact in last if fact.step] == ["PlayEnded", "HordeEscaped", "GameLost"]


def test_a_move_says_how_far_and_how() -> None:
    """One space ahead, or past another Horde."""
    board = road(pack("near", "p4", soldiers="b2"), pack("far", "p5"))

    (moved,) = of("HordeMoved", rows(after(board, Done()).board, Done(), seat=2))
    assert moved == {"card": "horde:far", "place": "space:p3", "kind": "past", "value": 2}


def test_icons_are_words_and_uncovered_squares_a_number() -> None:
    """A healer throws its tile off, and hurries."""
    board = road(horde("gob", "p4", "HS", "ooo", tiled="a2 b2"))

    (seen,) = of("IconsSeen", rows(after(board, Done()).board, Done(), seat=2))
    assert seen == {"card": "horde:gob", "place": "space:p4", "kind": "heal speed", "value": 2}


def test_a_card_names_itself_in_all_that_it_does() -> None:
    """It gives Crystals, heals Hordes, takes Soldiers and Hearts."""
    things = (pack("near", "p4", tiled="b2 c2", soldiers="b3"),)
    storm = table(*things, scenario="storm", pending=BUYING)
    angel = table(scenario="angel", bosses=(Boss("lilith", "p4"),), lives=("wing-1",))

    expected = {
        card: rows(storm, EndPurchases(), outcomes=(f"{card}-1",))
        for card in ("windfall", "second-chance", "vanishing")
    }
    assert of("KingdomChanged", expected["windfall"]) == [{"kind": "crystals", "value": 2, "source": "warp:windfall"}]
    assert of("HordesHealed", expected["second-chance"]) == [
        {"card": "horde:near", "value": 2, "source": "warp:second-chance"}
    ]
    assert of("SoldiersReturned", expected["vanishing"]) == [{"value": 1, "source": "warp:vanishing"}]
    sorrow = rows(after(angel, Done()).board, Done(), seat=2, outcomes=("sorrow-1",))
    assert of("KingdomChanged", sorrow) == [{"kind": "hearts", "value": -1, "source": "warp:sorrow"}]


# --- effects


ATTACKING = after(ALLERIA_R2, ActivateHero(), BasicAttack("N")).board
BOLT = after(road(pack("gob", "p8"), spells=("lightning_bolt",)), UseSpell("lightning_bolt")).board
INSPIRING = replace(MAGNUS, pending=Inspiring(1, "alleria"))
CONJURING = replace(MAGNUS, pending=Conjuring(1, "magnus"))
CALLED = replace(ALLERIA_R2, pending=PlacingWildcat(1, ALLERIA))
GHOST = replace(road(), pending=Destroying((("p5", 3),)))
PLAIN = road(hero("malik", "p4", "a4", health=2), pack("gob", "p4", tiled="b2", soldiers="c2 c3"), hands=(("archer",),))
BARRED = road(Barrier("iron", "p5", 3), bosses=(Boss("lilith", "p4"),))


@pytest.mark.parametrize(
    ("board", "effect", "expected"),
    [
        (BOLT, e.HordeAimedAt("gob"), {"source": "spell:lightning_bolt", "target": "horde:gob", "place": "space:p8"}),
        (ATTACKING, e.TilesLeftOut(1), {"source": "hero:alleria", "value": 1}),
        (MARKSMEN, e.PieceBroughtForward(1), {"source": "tower:marksmen", "choice": "1x2"}),
        (
            LACKING,
            e.SoldierRelocated("far", "a1", "a", "b2"),
            {"source": "tower:militia", "card": "horde:far", "target": "horde:a", "value": 1},
        ),
        (
            PLAIN,
            e.TowerPassed(1, 2, "archer", "marksmen"),
            {"card": "tower:archer", "target": "seat:2", "kind": "upgraded", "choice": "tower:marksmen"},
        ),
        (
            PLAIN,
            e.TowerPassed(1, 2, "archer", "archer"),
            {"card": "tower:archer", "target": "seat:2", "kind": "same", "choice": "tower:archer"},
        ),
        (PLAIN, e.TowerBought(1, "archer", 2, 2), {"card": "tower:archer", "value": 2}),
        (PLAIN, e.WhiteTowerTaken(1, "archer", "w1", 2), {"card": "tower:archer", "place": "space:w1"}),
        (PLAIN, e.PlayEnded(1), {"value": 1}),
        (PLAIN, e.SpellUsed(1, "thunderbolt"), {"card": "spell:thunderbolt"}),
        (
            PLAIN,
            e.BenchHeroCalled("ignus", "p4", 4, True),
            {"source": "hero:ignus", "place": "space:p4", "target": "horde:gob"},
        ),
        (PLAIN, e.ColourEliminated("red"), {"choice": "colour:red"}),
        (PLAIN, e.HeroActivated("malik", 2), {"source": "hero:malik", "place": "space:p4"}),
        (PLAIN, e.HeroMoved("malik", "p5"), {"source": "hero:malik", "place": "space:p5"}),
        (PLAIN, e.HeroAttacked("malik", "E"), {"source": "hero:malik", "place": "space:p4", "kind": "E"}),
        (PLAIN, e.HeroRecovered("malik", 5), {"source": "hero:malik", "place": "space:p4", "value": 3}),
        (
            PLAIN,
            e.AbilityUsed("malik", "knowledge_is_power", "earthquake", "E"),
            {
                "source": "hero:malik",
                "place": "space:p4",
                "card": "ability:knowledge_is_power",
                "choice": "ability:earthquake",
                "kind": "E",
            },
        ),
        (
            PLAIN,
            e.AbilityUsed("malik", "earthquake", "earthquake", "E"),
            {"source": "hero:malik", "place": "space:p4", "card": "ability:earthquake", "kind": "E"},
        ),
        (
            PLAIN,
            e.HeroResurrected("malik", 5),
            {"card": "hero:malik", "source": "ability:resurrection", "value": 3},
        ),
        (
            PLAIN,
            e.HeroSurged("malik", "p5", "gob"),
            {"source": "hero:malik", "place": "space:p5", "target": "horde:gob"},
        ),
        (PLAIN, e.HeroDisplaced("malik", None), {"card": "hero:malik", "source": "horde:gob"}),
        (
            CALLED,
            e.WildcatPlaced("p2", "b3"),
            {"card": "hero:wildcat", "source": "hero:alleria", "place": "space:p2", "target": "horde:gob", "value": 2},
        ),
        (INSPIRING, e.HeroInspired("magnus"), {"card": "hero:magnus", "source": "hero:alleria"}),
        (
            CONJURING,
            e.HeroConjured("magnus", "p5"),
            {"card": "hero:magnus", "source": "hero:magnus", "place": "space:p5"},
        ),
    ],
)
def test_an_effect_of_a_seat_names_who_did_it(board: Board, effect: Effect[Board], expected: dict[str, object]) -> None:
    """Its seat, and the hero, Tower, ability or Spell."""
    (fact,) = effect.facts(board)

    assert short(fact) == {"seat": 1, **expected}


@pytest.mark.parametrize(
    ("board", "effect", "expected"),
    [
        (GHOST, e.GhostStayedAway(), {"place": "space:p5"}),
        (PLAIN, e.HordeRose("gob", ("malik",)), {"card": "horde:gob", "place": "space:p4", "value": 2}),
        (PLAIN, e.DeadEyeFired("gob"), {"card": "horde:gob", "place": "space:p4"}),
        (PLAIN, e.TrayTaken("gob"), {"card": "horde:gob"}),
        (PLAIN, e.LifeLost("wing-1"), {"card": "horde:wing-1"}),
        (PLAIN, e.SpellChosen(1, "thunderbolt"), {"card": "spell:thunderbolt"}),
        (
            PLAIN,
            e.HordeMoved("gob", "p3", onto=True),
            {"card": "horde:gob", "place": "space:p3", "kind": "onto", "value": 1},
        ),
        (BARRED, e.PathbreakerRemoved("iron"), {"card": "pathbreaker:iron", "place": "space:p5"}),
        (BARRED, e.BossMoved("lilith", "p5"), {"source": "boss:lilith", "place": "space:p5"}),
        (
            PLAIN,
            e.HordeSpawned("ghost-1", 3, 0, "p5", cause="ghost"),
            {"card": "horde:ghost-1", "place": "space:p5", "kind": "horde", "source": "deck:ghosts"},
        ),
    ],
)
def test_an_effect_of_nobody_says_what_happened(
    board: Board, effect: Effect[Board], expected: dict[str, object]
) -> None:
    """Hordes, Bosses and cards have no seat."""
    (fact,) = effect.facts(board)

    assert short(fact) == expected


@pytest.mark.parametrize(
    "effect",
    [
        e.RoundStarted((1,)),
        e.RoundEnded(),
        e.PlayStarted(),
        e.CardsPickedUp(),
        e.AdvanceStarted(("gob",)),
        e.DestructionEnded(),
        e.MarchEnded(),
        e.ActivationEnded("malik"),
        e.SurgeEnded("malik"),
        e.WildcatCalled(),
        e.BossStepStarted(2),
        e.ChoiceAsked("bless", 1),
        e.DisplacementAsked("malik", ("p3", "p5")),
        e.AttackEnded("archer"),
        e.AbilityTurned("malik", "earthquake", "used"),
        e.BenchChosen(()),
    ],
    ids=lambda effect: type(effect).__name__,
)
def test_what_only_moves_play_on_is_no_row(effect: Effect[Board]) -> None:
    """A phase begins or ends; a choice is asked, whose answer is a row."""
    assert list(effect.facts(PLAIN)) == []


def test_of_a_stack_only_the_top_is_held_up_by_heroes() -> None:
    """Soldiers alone hold up the Horde beneath, whoever stands above."""
    board = road(hero("malik", "p4", "a4"), horde("low", "p4", "ooo", soldiers="a1"), horde("top", "p4", "ooo"))

    (blocked,) = e.HordeBlocked("low").facts(board)
    assert short(blocked) == {"card": "horde:low", "place": "space:p4", "kind": "soldiers", "value": 1}
    assert [fact.type for fact in e.HordeBlocked("top").facts(board)] == ["", "HordeHeldUp"]


# --- whole games


@cache
def example() -> tuple[list[Fact], ...]:
    """The facts of each line of the example game; the first are those of its set-up."""
    return tuple(expected(step) for step in replayed(RULESET))


def expected(step: GameStep[Board]) -> list[Fact]:
    return list(RULESET.facts(step.before, step.seat, step.action, step.effects))


def test_the_scenario_is_told_at_the_start() -> None:
    """Its name, its difficulty and how many Portals there are, and the Hordes that stand there by no chance."""
    (laid,) = of("GameSetUp", example()[0])

    assert laid == {"place": "scenario:quiet-road", "kind": "normal", "value": 2}
    spawned = [fact for fact in example()[0] if fact.type == "HordeSpawned"]
    assert {fact.place for fact in spawned} <= {f"space:p{number}" for number in range(1, 8)}
    assert {(fact.chance, fact.source) for fact in spawned} == {(False, None)}


def test_a_horde_out_of_a_stack_is_drawn() -> None:
    """Its row names the stack."""
    spawned = [fact for facts in example()[1:] for fact in facts if fact.type == "HordeSpawned"]

    assert spawned
    assert all(fact.chance and str(fact.source).startswith("stack:") for fact in spawned)


def test_the_end_has_a_reason() -> None:
    """A word of `ENDINGS`."""
    assert of("GameWon", example()[147]) == [{"kind": "portals"}]


@pytest.mark.parametrize("seats", RULESET.seats)
@pytest.mark.parametrize("scenario", tuple(COMPONENTS.scenario))
def test_facts_of_random_games_tell_all_that_happens(scenario: str, seats: int) -> None:
    """Each row tells something; what it names is a card of the set; Hearts and Crystals add up."""
    known = {card.id for card in RULESET.history.cards(COMPONENTS)} | {f"seat:{seat}" for seat in range(1, seats + 1)}
    changed = Counter[str]()
    start = Start(seats, COMPONENTS.hash, "server", "free", RULESET.agreed({"scenario": scenario}, COMPONENTS))
    first = RULESET.empty_board(start, COMPONENTS)
    rng, number = Random(5), 0
    play = RULESET.begin(start, COMPONENTS, ServerChance(b"k", b""))
    while waiting := RULESET.waiting_for(before := play.board):
        number += 1
        seat = rng.choice(waiting)
        action = random_bot(RULESET, before, seat, rng)
        play = RULESET.decide(before, seat, action, ServerChance(b"k", b"%d" % number))
        facts = RULESET.facts(before, seat, action, play.effects)
        for fact in facts:
            assert short(fact).keys() - {"seat"}, f"{fact.type} tells nothing"
            assert named(fact) <= known, fact
            changed.update(gains(fact))
    assert changed["hearts"] == play.board.hearts - first.hearts
    assert changed["crystals"] == play.board.crystals - first.crystals


def named(fact: Fact) -> set[str]:
    """The ids that a row names, but for squares and words."""
    columns = (fact.card, fact.source, fact.place, fact.target, *(fact.choice or "").split())
    return {name for name in columns if name and ":" in name}


def gains(fact: Fact) -> dict[str, int]:
    """The Hearts and Crystals that a row tells of, less than 0 where they are lost."""
    value = fact.value or 0
    match fact.type:
        case "HordeEscaped":
            return {"hearts": -value}
        case "HordeDestroyed" | "CrystalsFromEscape":
            return {"crystals": value}
        case "TowerBought":
            return {"crystals": -value}
        case "KingdomChanged":
            return {str(fact.kind): value}
    return {}
