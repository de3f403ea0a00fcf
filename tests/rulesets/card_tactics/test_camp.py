"""Camp: heroes come back, rearrange, use items, and leave."""

from __future__ import annotations

import pytest

from rulesets.card_tactics.effects import (
    CampLeft,
    CombatStarted,
    EventDrawn,
    EventResolved,
    HealthRecovered,
    HeroesRearranged,
    ItemPutAway,
    TokensDiscarded,
    TokensGained,
)
from rulesets.card_tactics.phases import (
    Camp,
    Deciding,
    DrawingTreasure,
)
from rulesets.card_tactics.pieces import Item, Tokens
from rulesets.card_tactics.rules.camp import LeaveCamp, Rearrange, UseCampItem
from rulesets.card_tactics.rules.choosing import Choose
from tests.rulesets.card_tactics.build import (
    REVEALED,
    at,
    gain,
    hero,
    lines,
    quirk,
    table,
    unit,
    variant,
)


@pytest.mark.rule("CDT-CMP-01", "CDT-CMP-03", "CDT-CMP-11", "CDT-CMP-12")
def test_defeated_heroes_come_back_to_camp_with_one_health() -> None:
    """Behind the others in the order of their defeat, without tokens; everything is ready."""
    board = table(
        heroes=(unit("plain", 2, exhausted=True, bleed=1),),
        aside=("mender", "archer"),
        pool=(Item("dagger", True),),
        pending=DrawingTreasure(False),
        combat=1,
    )
    drawn = ["potion-1", "potion-2", "horn-1"]

    scenario = at(board, drawn).waits_for(Camp, 1)

    assert lines(scenario.board)[0] == ("plain", "mender", "archer")
    assert [one.health for one in scenario.board.heroes] == [2, 1, 1]
    assert scenario.board.heroes[1].tokens == Tokens()
    assert not any(one.exhausted for one in scenario.board.heroes)
    assert not any(one.exhausted for one in scenario.board.pool)


@pytest.mark.rule("CDT-CMP-02", "CDT-CMP-08")
def test_camp_itself_neither_heals_nor_clears() -> None:
    """A hero that stood keeps its health, and its tokens until Camp ends."""
    board = table(
        heroes=(unit("plain", 2, bleed=1, stun=1), "archer", "mender"), pending=DrawingTreasure(False), combat=1
    )

    hero = at(board, ["potion-1", "potion-2", "horn-1"]).board.heroes[0]

    assert (hero.health, hero.tokens) == (2, Tokens(bleed=1, stun=1))


@pytest.mark.rule("CDT-CMP-04", "CDT-RST-17")
def test_heroes_rearrange_at_will_in_camp() -> None:
    """Any order, any number of times; Restrain and Stun do not matter."""
    board = table(heroes=(unit("plain", restrain=1), unit("archer", stun=1), "mender"))

    scenario = at(board).when(1, Rearrange(("archer", "mender", "plain")))

    scenario.then(HeroesRearranged(("archer", "mender", "plain"), 1)).when(1, Rearrange(("plain", "mender", "archer")))
    scenario.when(1, Rearrange(("archer", "mender", "plain"))).refused("CDT-CMP-04")


@pytest.mark.rule("CDT-CMP-05", "CDT-EVT-04")
def test_only_the_heroes_that_stand_are_rearranged() -> None:
    """They fill positions 1 to k; one that is set aside has no place among them."""
    board = table(heroes=("plain", "archer"), aside=("mender",))

    at(board).when(1, Rearrange(("archer", "plain"))).then(HeroesRearranged(("archer", "plain"), 1))
    at(board).when(1, Rearrange(("archer", "plain", "mender"))).refused("CDT-CMP-05")


@pytest.mark.rule("CDT-CMP-06")
def test_only_items_that_say_so_are_used_in_camp() -> None:
    """The potion may be drunk, the dagger stays sheathed."""
    scenario = at(table(pool=("dagger", "potion-1")))

    scenario.when(1, UseCampItem("dagger", "plain", "stab")).refused("CDT-CMP-06")
    scenario.when(1, UseCampItem("crown-1", "plain", "rule")).refused("CDT-ITM-02")


@pytest.mark.rule("CDT-CMP-07")
def test_a_camp_item_is_exhausted_or_discarded_after_use() -> None:
    """The horn is blown once in a Camp; no hero is exhausted by it."""
    scenario = at(table(pool=("horn-1",))).when(1, UseCampItem("horn-1", "plain", "blow"))

    scenario.then_includes(TokensGained("plain", "attack_plus"), ItemPutAway("exhaust")).waits_for(Camp, 1)
    assert not any(one.exhausted for one in scenario.board.heroes)
    scenario.when(1, UseCampItem("horn-1", "plain", "blow")).refused("CDT-CMP-07")


@pytest.mark.rule("CDT-CMP-13", "CDT-RST-05", "CDT-CMP-08")
def test_a_camp_item_is_used_by_a_hero_even_a_stunned_one() -> None:
    """Range counts from its user; healing loosens bonds and staunches as ever."""
    heroes = ("plain", "archer", unit("mender", 1, stun=1, bleed=2))
    scenario = at(table(heroes=heroes, pool=("potion-1",), aside=()))

    used = scenario.when(1, UseCampItem("potion-1", "mender", "drink")).when(1, Choose(("mender",)))

    used.then_includes(HealthRecovered("mender", 3, 2), TokensDiscarded("mender", "bleed", 2))
    assert used.board.heroes[2].tokens == Tokens(restrain=1)
    far = scenario.when(1, UseCampItem("potion-1", "plain", "drink")).when(1, Choose(("mender",)))
    far.refused("CDT-SKL-04")
    scenario.when(1, UseCampItem("potion-1", "basher", "drink")).refused("CDT-CMP-13")


@pytest.mark.rule("CDT-CMP-09", "CDT-CMP-10", "CDT-EVT-01", "CDT-SPC-02", "CDT-PHS-02")
def test_leaving_camp_clears_all_tokens_and_brings_an_event() -> None:
    """Special tokens go too; nothing of Camp is possible afterwards."""
    board = table(heroes=(unit("plain", 3, bleed=2, hound=1), unit("archer", attack_plus=1), "mender"), revealed=0)

    scenario = at(board).when(1, LeaveCamp(), ["calm-1", "brute-1", "brute-2", "brute-3"])

    scenario.then_includes(CampLeft(1), EventDrawn("calm-1", "calm.0"), EventResolved(), CombatStarted())
    assert all(one.tokens == Tokens() for one in scenario.board.heroes)
    assert [type(effect) for effect in scenario.effects].count(EventDrawn) == 1
    scenario.when(1, Rearrange(("archer", "plain", "mender"))).refused("CDT-RND-02")


@pytest.mark.rule("CDT-CMP-13", "CDT-GEO-08")
def test_free_placing_stirs_no_quirk() -> None:
    """Rearranging in Camp is no movement."""
    components = variant(hero(quirk=quirk("moved", gain("bleed"), of="any")))
    board = table(heroes=("tester", "plain", "archer"), components=components)

    at(board).when(1, Rearrange(("plain", "tester", "archer"))).then(HeroesRearranged(("plain", "tester", "archer"), 1))


@pytest.mark.rule("CDT-CMP-10")
def test_camp_lasts_until_somebody_leaves_it() -> None:
    """Any one seat records that the camp is left."""
    scenario = at(table(seats=2, revealed=0)).waits_for(Camp, 1, 2)

    scenario.when(2, LeaveCamp(), ["calm-1", *REVEALED]).waits_for(Deciding, 1)
