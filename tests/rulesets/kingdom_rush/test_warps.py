"""Portal storm and Timewarp cards: what the set that ships has them do."""

from __future__ import annotations

import pytest

from rulesets.kingdom_rush.effects import (
    AdvanceStarted,
    GameLost,
    HeroDamaged,
    HordeBlocked,
    HordeEscaped,
    HordeMoved,
    HordesHealed,
    HordeSpawned,
    IconsSeen,
    KingdomChanged,
    MarchEnded,
    PlayStarted,
    SoldiersReturned,
    WarpDrawn,
)
from rulesets.kingdom_rush.phases import BUYING, Displacing, GameOver, PlayCards
from rulesets.kingdom_rush.pieces import Boss, Hero
from rulesets.kingdom_rush.rules.buying import EndPurchases
from rulesets.kingdom_rush.rules.displacing import Displace
from rulesets.kingdom_rush.rules.ending import Done
from rulesets.kingdom_rush.rules.heroes import ActivateHero
from tests.rulesets.kingdom_rush.build import Drawn, hero, horde, pack, portal, table
from tests.rulesets.kingdom_rush.checked import Checked, after, at, done, tiles

AWAY = (Boss("lilith", "p4"),)


def storm(card: str, *things: Hero | Drawn, crystals: int = 2, hearts: int = 9) -> Checked:
    """The round ends, and the next one begins with a card of the Portal storm; no stack has a card."""
    board = table(*things, scenario="storm", pending=BUYING, crystals=crystals, hearts=hearts)
    return at(board).when(1, EndPurchases(), [card])


def timewarp(card: str, *things: Hero | Drawn, crystals: int = 2, hearts: int = 9) -> Checked:
    """Phase 3 is over, and Lilith draws a Timewarp card."""
    board = table(*things, scenario="angel", bosses=AWAY, lives=("wing-1",), crystals=crystals, hearts=hearts)
    return done(board, [card])


@pytest.mark.rule("KRR-BOS-01")
def test_a_portal_storm_begins_each_round_but_the_first() -> None:
    """Its card is drawn before a stack flips; when all are drawn the deck is made again."""
    board = table(scenario="storm", pending=BUYING)
    asked = at(board).when(1, EndPurchases()).needs_chance("draw", "KRR-BOS-01")
    assert {"calm-1", "gust-1", "windfall-3"} <= set(asked.allowed)

    calm = storm("calm-1").waits_for(PlayCards, 1, 2)
    calm.then_includes(WarpDrawn("storm", "calm-1", board.components.deck["portal-storm"].cards))
    assert calm.board.storm.size == 15
    assert "calm-1" not in calm.board.storm.unseen
    again = calm.when(1, Done()).when(2, Done()).when(1, EndPurchases(), ["calm-2"])
    again.then_includes(WarpDrawn("storm", "calm-2"))
    at(board).when(1, EndPurchases(), ["sorrow-1"]).needs_chance("draw")


@pytest.mark.rule("KRR-BOS-01", "KRR-ADV-07")
def test_a_gust_moves_the_first_horde_once() -> None:
    """The one nearest the Exit, one attempt whatever its icons; the others wait for phase 4."""
    speedy = horde("near", "p4", "S....", ".....", ".....", ".....", ".....")
    blown = storm("gust-1", speedy, pack("far", "p8")).waits_for(PlayCards, 1, 2)

    blown.then_includes(AdvanceStarted(("near",), march=True), HordeMoved("near", "p3"), MarchEnded())
    blown.then_never(IconsSeen, HordeSpawned)
    assert [one.space for one in blown.board.hordes] == ["p3", "p8"]
    storm("gust-1").then_never(AdvanceStarted).waits_for(PlayCards, 1, 2)


@pytest.mark.rule("KRR-BOS-01", "KRR-ADV-05", "KRR-ADV-06", "KRR-ADV-11", "KRR-ESC-01")
def test_a_gust_is_a_move_attempt_like_others() -> None:
    """Soldiers hold the Horde up, a hero in front makes way, and at the Exit it costs Hearts."""
    storm("gust-1", pack("near", "p4", soldiers="b2")).then_includes(HordeBlocked("near"), MarchEnded())
    pushed = storm("gust-1", hero("malik", "p3"), pack("near", "p4")).waits_for(Displacing, 1)
    pushed.when(1, Displace("r2")).waits_for(PlayCards, 1, 2)
    storm("gust-1", pack("near", "p1")).then_includes(HordeEscaped("near", 4, 1)).waits_for(PlayCards, 1, 2)
    storm("gust-1", portal("rift", "p1")).then_includes(GameLost("exit")).waits_for(GameOver)


@pytest.mark.rule("KRR-BOS-01")
def test_a_second_chance_heals_the_first_horde_with_tiles() -> None:
    """One Horde, and none where no tile lies."""
    things = (pack("near", "p4"), pack("next", "p6", tiled="b2"), pack("last", "p8", tiled="b2"))
    healed = storm("second-chance-1", *things).then_includes(HordesHealed("second-chance-1", ("next",)))

    assert [one.tiled > 0 for one in healed.board.hordes] == [False, False, True]
    assert tiles(healed.board, "next") == []
    storm("second-chance-1", pack("near", "p4")).then_never(HordesHealed)


@pytest.mark.rule("KRR-BOS-01", "KRR-ONG-04", "KRR-HDM-01")
def test_shards_hurt_heroes_on_the_map() -> None:
    """Not those on their boards."""
    hit = storm("shards-1", hero("malik", "p3"), hero("ignus", seat=2))

    hit.then_includes(HeroDamaged("malik", 4, "shards-1"))
    assert hit.board.hero("ignus").health == 4


@pytest.mark.rule("KRR-REG-06", "KRR-HDM-02")
@pytest.mark.parametrize("card", ["shards-1", "gust-1"])
def test_a_hero_knocked_out_in_phase_1_lies_for_a_round(card: str) -> None:
    """By a card, or by the Horde that it blows on: it regenerates in the next round, never in the same."""
    struck = storm(card, hero("malik", "p4", "a4", health=1), pack("near", "p4")).waits_for(PlayCards, 1, 2)
    struck.then_includes(PlayStarted())
    struck.when(1, ActivateHero()).refused("KRR-HRO-02")

    later = after(struck.board, Done()).when(2, Done()).when(1, EndPurchases(), ["calm-1"])
    later.then_includes(PlayStarted((("malik", 5),)))


@pytest.mark.rule("KRR-BOS-01", "KRR-CRY-01")
@pytest.mark.parametrize(("had", "has"), [(2, 4), (11, 12), (12, 12)])
def test_a_windfall_is_two_crystals(had: int, has: int) -> None:
    """Up to the limit of twelve."""
    fell = storm("windfall-1", crystals=had)

    assert fell.board.crystals == has
    assert (KingdomChanged("windfall-1", crystals=has - had) in fell.effects) is (has > had)


@pytest.mark.rule("KRR-BOS-01", "KRR-SOL-06")
def test_all_soldiers_may_vanish() -> None:
    """They are in the supply again."""
    gone = storm("vanishing-1", pack("near", "p4", soldiers="b2 c2")).then_includes(SoldiersReturned("vanishing-1"))

    assert (gone.board.soldiers, gone.board.horde("near").soldiers) == (12, 0)
    storm("vanishing-1", pack("near", "p4")).then_never(SoldiersReturned)


@pytest.mark.rule("KRR-BLI-02", "KRR-LOS-01")
@pytest.mark.parametrize(("hearts", "lost"), [(2, False), (1, True)])
def test_sorrow_takes_a_heart(hearts: int, lost: bool) -> None:
    """The last one loses the game, before Lilith does anything else."""
    sad = timewarp("sorrow-1", hero("malik", "p3"), hearts=hearts)

    assert sad.board.hearts == hearts - 1
    assert (sad.effects[-1] == GameLost("hearts")) is lost
    assert any(isinstance(effect, HeroDamaged) for effect in sad.effects) is not lost


@pytest.mark.rule("KRR-BLI-02", "KRR-CRY-01")
@pytest.mark.parametrize(("card", "had", "has"), [("toll-1", 2, 1), ("toll-1", 0, 0), ("found-1", 2, 3)])
def test_toll_and_purse(card: str, had: int, has: int) -> None:
    """A Crystal less, if there is one; or one more."""
    assert timewarp(card, crystals=had).board.crystals == has


@pytest.mark.rule("KRR-BLI-02", "KRR-BLI-05")
def test_sooner_moves_a_horde_before_lilith() -> None:
    """It moves as the card says, then she does, and in phase 4 it moves again."""
    over = timewarp("sooner-1", pack("gob", "p3"))

    over.then_includes(HordeMoved("gob", "p2"), MarchEnded(), AdvanceStarted(("gob",)), HordeMoved("gob", "p1"))
