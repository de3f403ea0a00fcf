"""Whom a text means: self, unit, hero, enemy, ally; and a text that says otherwise than the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from rulesets.card_tactics.effects import (
    AttackEnded,
    ItemPutAway,
    SkillStopped,
    SlotStarted,
    TokensDiscarded,
    TokensGained,
    UnitReadied,
)
from rulesets.card_tactics.phases import Choosing, Deciding
from rulesets.card_tactics.pieces import Item
from rulesets.card_tactics.rules.slots import EndAction, Skip, UseItem, UseSkill
from tests.rulesets.card_tactics.build import (
    TWO,
    Word,
    at,
    attack,
    does,
    enemy,
    gain,
    hero,
    item,
    quirk,
    skill,
    table,
    unit,
    variant,
)

if TYPE_CHECKING:
    from rulesets.card_tactics.board import Board
    from rulesets.kit.scenario import Scenario

RESTING = (unit("elf-1", exhausted=True), unit("elf-2", exhausted=True))


def gained(scenario: Scenario[Board], kind: str = "bleed") -> set[str]:
    """Who gained tokens of a kind, whatever became of them."""
    return {done.unit for done in scenario.effects if isinstance(done, TokensGained) and done.kind == kind}


def drummed(of: str) -> Scenario[Board]:
    """A foe between the Dragon and an elf does something to all cards of a type; the hero has skipped."""
    foe = enemy(skill(gain("bleed", "all", of), reach=None), id="foe")
    components = variant(foe)
    line = (unit("dragon", exhausted=True), unit("foe", of=components), unit("elf-1", exhausted=True))
    return at(table(heroes=("plain",), enemies=line, components=components)).when(1, Skip())


@pytest.mark.rule("CDT-TRM-01")
def test_self_is_the_unit_that_acts() -> None:
    """On a hero's skill the hero, on an enemy's the enemy, on an item whoever uses it."""
    components = variant(
        hero(skill(gain("bleed"))),
        enemy(skill(gain("bleed"), reach=None)),
        item(skill(gain("bleed"), reach=None), id="charm"),
    )
    line = (unit("plain", exhausted=True), "tester")
    foes = (unit("foe", of=components), unit("elf-1", exhausted=True))
    board = table(heroes=line, enemies=foes, pool=("charm",), components=components)

    assert gained(at(board).when(1, UseSkill("test"))) == {"tester", "foe"}
    assert gained(at(board).when(1, UseItem("charm", "test"))) == {"tester", "foe"}
    assert gained(at(board).when(1, Skip())) == {"foe"}


@pytest.mark.rule("CDT-TRM-02", "CDT-TRM-03")
def test_a_unit_is_any_hero_enemy_or_boss_in_combat() -> None:
    """Heroes that are set aside are none."""
    components = variant(hero(skill(gain("bleed", "all", "unit"))))
    foes = (unit("elf-1", exhausted=True), unit("dragon", exhausted=True))
    board = table(heroes=("tester", "plain"), enemies=foes, aside=("archer",), components=components)
    board = board.with_unit(unit("plain", exhausted=True))

    assert gained(at(board).when(1, UseSkill("test"))) == {"tester", "plain", "elf-1", "dragon"}


@pytest.mark.rule("CDT-TRM-04")
def test_an_ally_is_every_other_card_of_ones_own_type() -> None:
    """Of an enemy the other enemies, of a hero the other heroes; whoever has no friend has no ally."""
    assert gained(drummed("ally")) == {"dragon", "elf-1"}
    components = variant(hero(skill(gain("bleed", "all", "ally"))))
    line = (unit("plain", exhausted=True), "tester")
    friends = table(heroes=line, enemies=RESTING, components=components)
    assert gained(at(friends).when(1, UseSkill("test"))) == {"plain"}
    alone = table(heroes=("tester",), enemies=RESTING, components=components)
    at(alone).when(1, UseSkill("test")).refused("CDT-SKL-03")


@pytest.mark.rule("CDT-TRM-05", "CDT-TRM-03")
def test_enemy_on_the_card_of_an_enemy_means_that_card_too() -> None:
    """ "Hero" and "enemy" are types of cards, whoever reads them; the Dragon is an enemy like any other."""
    assert gained(drummed("enemy")) == {"dragon", "foe", "elf-1"}
    assert gained(drummed("hero")) == {"plain"}


@pytest.mark.rule("CDT-TRM-05")
@pytest.mark.parametrize(
    ("pick", "who"),
    [("closest", "dragon"), ("farthest", "elf-1"), ("second_closest", "elf-1"), ("lowest_health", "foe")],
)
def test_no_card_is_the_closest_to_itself(pick: str, who: str) -> None:
    """Distances are to others; but the weakest enemy on an enemy's card can be that enemy."""
    components = variant(enemy(skill(gain("bleed", pick, "enemy"), reach=None)))
    foes = (unit("elf-1", exhausted=True), unit("dragon", exhausted=True), unit("foe", 1, of=components))
    board = table(heroes=("plain",), enemies=foes, components=components)

    assert gained(at(board).when(1, Skip())) == {who}


@pytest.mark.rule("CDT-TRM-05", "CDT-ENM-06")
def test_an_enemy_alone_has_no_closest_enemy() -> None:
    """Its text means nobody, and it stops."""
    components = variant(enemy(skill(gain("bleed", "closest", "enemy"), reach=None)))

    scenario = at(table(heroes=("plain",), enemies=("foe",), components=components)).when(1, Skip())

    scenario.then_includes(SkillStopped("foe", "foe.test.0", "there is nobody to do it to"))


@pytest.mark.rule("CDT-TRM-06")
@pytest.mark.parametrize("of", ["opponent", "any"])
def test_self_in_a_quirk_is_its_owner(of: str) -> None:
    """Also when another unit acts: an enemy strengthens itself whenever a hero moves."""
    watcher = enemy(id="watcher", quirk=quirk("moved", gain("bleed"), of=of))
    components = variant(watcher, hero(skill(does("pull"))))
    foes = (unit("watcher", of=components, exhausted=True), *RESTING)
    board = table(heroes=("plain", "tester"), enemies=foes, components=components)

    assert gained(at(board).when(1, UseSkill("test"))) == {"watcher"}


@pytest.mark.rule("CDT-TRM-07")
def test_an_item_may_say_that_it_costs_no_action_or_is_not_exhausted() -> None:
    """Where a text says otherwise than the rules, the text counts."""
    components = variant(item(skill(gain(), reach=None), id="charm", after_use="keep_ready"))
    board = table(heroes=("plain", "archer"), enemies=RESTING, pool=("charm", "stone-1"), components=components)

    free = at(board).when(1, UseItem("stone-1", "whet")).waits_for(Deciding, 1)
    assert free.board.pending == Deciding("archer")
    kept = at(board).when(1, UseItem("charm", "test")).when(1, EndAction())
    kept.then_includes(ItemPutAway("keep_ready"), SlotStarted("plain"))
    used = kept.board.item("charm")
    assert used is not None
    assert not used.exhausted


@pytest.mark.rule("CDT-TRM-07", "CDT-RND-06")
def test_a_text_may_make_a_unit_ready_or_discard_a_token() -> None:
    """An exhausted hero that is readied acts again in this round; Bleed goes without healing."""
    wake: Word = does("ready", "closest", "hero")
    cleanse: Word = does("remove_token", "closest", "hero", kind="bleed")
    components = variant(hero(skill(wake, cleanse)))
    line = (unit("plain", exhausted=True, bleed=1), "tester")

    scenario = at(table(heroes=line, enemies=RESTING, components=components)).when(1, UseSkill("test"))

    scenario.then_includes(UnitReadied("plain"), TokensDiscarded("plain", "bleed"), SlotStarted("plain"))


@pytest.mark.rule("CDT-TRM-04", "CDT-GEO-02")
def test_an_ally_is_nobody_of_the_other_side() -> None:
    """Next to the enemies alone, a hero without friends finds nobody to attack among its allies."""
    components = variant(hero(skill(gain(), attack("all", "ally"))))
    board = table(heroes=("tester",), enemies=RESTING, components=components)

    at(board).when(1, UseSkill("test")).refused("CDT-SKL-03")
    with_friend = table(heroes=("tester", unit("plain", exhausted=True)), enemies=RESTING, components=components)
    struck = at(with_friend).when(1, UseSkill("test"), [1, 1])
    struck.then_includes(AttackEnded(None)).then_never(SkillStopped, Choosing)  # type: ignore[arg-type]


@pytest.mark.rule("CDT-TRM-01", "CDT-TRM-04", "CDT-ENM-05")
def test_allies_are_all_others_of_the_same_type() -> None:
    """W01: the chief's drums reach both other enemies, not itself and no hero."""
    board = table(heroes=("plain",), enemies=("elf-1", "elf-2", "chief"))

    scenario = at(board).when(1, Skip())

    drums = (effect for effect in scenario.effects if isinstance(effect, TokensGained))
    gained = [effect.unit for effect in drums if effect.kind == "attack_plus"]
    assert sorted(gained) == ["elf-1", "elf-2"]


@pytest.mark.rule("CDT-TRM-02", "CDT-TRM-03", "CDT-TRM-05")
def test_enemy_on_an_enemys_card_means_itself_too() -> None:
    """ "Unit", "hero" and "enemy" are types of cards, whoever reads them; a boss is an enemy."""
    crier = enemy(skill(gain("attack_plus", "all", "enemy"), gain("bleed", "all"), reach=None), id="crier")
    components = variant(crier)
    board = table(heroes=("plain",), enemies=("big", unit("crier", of=components)), components=components)

    scenario = at(board).when(1, Skip(), [1, 1])

    scenario.then_includes(TokensGained("big", "attack_plus"), TokensGained("crier", "attack_plus"))
    scenario.then_includes(TokensGained("plain", "bleed"), TokensGained("big", "bleed"), TokensGained("crier", "bleed"))


@pytest.mark.rule("CDT-TRM-06")
def test_self_in_the_quirk_of_a_hero_is_that_hero() -> None:
    """Set off by another's action, it still means whose quirk it is."""
    watcher = hero(id="watcher", quirk=quirk("hit_dealt", gain("attack_plus"), of="opponent"))
    board = table(heroes=("watcher",), enemies=("brute-1",), components=variant(watcher))

    scenario = at(board).when(1, Skip(), [6, 1])

    scenario.then_includes(TokensGained("watcher", "attack_plus"))
    assert not scenario.board.unit("brute-1").tokens.attack_plus


@pytest.mark.rule("CDT-TRM-07")
def test_a_card_overrides_the_rules() -> None:
    """An item that says so stays ready after its use."""
    tool = item(skill(gain()), id="tool", after_use="keep_ready")
    board = table(heroes=("plain",), enemies=TWO, pool=("tool",), components=variant(tool))

    scenario = at(board).when(1, UseItem("tool", "test")).then_includes(ItemPutAway("keep_ready"))

    assert scenario.board.pool == (Item("tool"),)
