"""What ends an action early, and what is resolved all the same."""

from __future__ import annotations

import pytest

from rulesets.card_tactics.board import Board
from rulesets.card_tactics.effects import (
    ActionCalledOff,
    ActionEnded,
    ActionSkipped,
    ActionStopped,
    BleedTriggered,
    BootUsed,
    CounterResolved,
    HealthLost,
    ItemPutAway,
    ItemUsed,
    QuirkStopped,
    RoundEnded,
    SkillStopped,
    SkillUsed,
    SlotStarted,
    TokensGained,
    UnitExhausted,
    UnitMoved,
)
from rulesets.card_tactics.phases import Deciding
from rulesets.card_tactics.rules.skills import Stay
from rulesets.card_tactics.rules.slots import Skip, UseItem, UseSkill
from rulesets.kit.scenario import Scenario
from tests.rulesets.card_tactics.build import (
    Word,
    acts,
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

STOP: Word = {"op": "end_action"}
ENDED = "a text ends the action"

FIRST_STOPS: Word = {
    "op": "if",
    "cond": {"is": "at_position", "n": 1, "sel": {"pick": "target"}},
    "then": [STOP, gain("bleed", "target")],
    "else": [gain("restrain", "target")],
}
"""What ends the action for the one in front, and binds the others."""


# --- in what an attack calls


@pytest.mark.rule("CDT-SKL-07", "CDT-SKL-13", "CDT-ATK-13")
def test_an_action_that_a_hit_ends_stops_when_all_targets_are_resolved() -> None:
    """The first target ends it, the second takes its effects; what stands behind the attack is lost."""
    scenario = acts(attack("all", "enemy", on_hit=[FIRST_STOPS]), gain("counter")).when(1, UseSkill("test"), [3, 3])

    scenario.then_includes(
        HealthLost("elf-1", 2, 1, "attack"),
        HealthLost("elf-2", 2, 1, "attack"),
        TokensGained("elf-2", "restrain"),
        SkillStopped("tester", "tester.test.0", ENDED),
        ActionEnded("tester"),
    )
    assert not {TokensGained("elf-1", "bleed"), TokensGained("tester", "counter")} & set(scenario.effects)


@pytest.mark.rule("CDT-SKL-07", "CDT-ATK-08")
def test_a_critical_hit_may_end_the_action_after_a_hit_did_something() -> None:
    """What the hit does is done; then the action ends."""
    hits = attack("closest", "enemy", on_hit=[gain("bleed", "target")], on_crit=[STOP])

    scenario = acts(hits, gain("counter")).when(1, UseSkill("test"), [6, 6])

    scenario.then_includes(TokensGained("elf-1", "bleed"), SkillStopped("tester", "tester.test.0", ENDED))
    assert TokensGained("tester", "counter") not in scenario.effects


@pytest.mark.rule("CDT-SKL-07", "CDT-SKL-13")
def test_an_action_that_one_of_several_ends_stops_when_each_was_taken() -> None:
    """The same holds where phrases are repeated for each of some units."""
    each: Word = {"op": "for_each", "sel": {"of": "enemy", "pick": "all"}, "phrases": [FIRST_STOPS]}

    scenario = acts(each, gain("counter")).when(1, UseSkill("test"))

    scenario.then_includes(TokensGained("elf-2", "restrain"), SkillStopped("tester", "tester.test.0", ENDED))
    assert TokensGained("tester", "counter") not in scenario.effects


@pytest.mark.rule("CDT-SKL-07", "CDT-SKL-13")
def test_a_hit_ends_the_action_out_of_a_repetition_too() -> None:
    """Within the phrases that are repeated stands an attack whose hit ends the action."""
    hits = attack("target", in_range=False, on_hit=[STOP])
    each: Word = {"op": "for_each", "sel": {"of": "enemy", "pick": "all"}, "phrases": [hits]}

    scenario = acts(each, gain("counter")).when(1, UseSkill("test"), [6, 6, 1, 1])

    scenario.then_includes(HealthLost("elf-1", 1, 2, "attack"), SkillStopped("tester", "tester.test.0", ENDED))
    assert TokensGained("tester", "counter") not in scenario.effects


# --- by Stun, in the use of a free item


@pytest.mark.rule("CDT-SKL-14", "CDT-ITM-10", "CDT-RST-10")
@pytest.mark.parametrize("bond", [gain("stun"), gain("restrain", n=2)])
def test_a_hero_that_the_item_of_its_action_stuns_stops_and_skips_its_next_slot(bond: Word) -> None:
    """What follows in the text is lost, the item is used up; the token stays at the end, for the slot it costs."""
    components = variant(item(skill(bond, gain("bleed")), after_use="discard"))
    heroes = (unit("plain", exhausted=True), "archer")
    board = table(heroes, (unit("elf-1", exhausted=True),), pool=("stone-1", "tool"), components=components)

    used = at(board).when(1, UseItem("tool", "test"))

    used.then_includes(
        SkillStopped("archer", "tool.test.1", "it is stunned"),
        ItemPutAway("discard"),
        ActionEnded("archer"),
        RoundEnded(),
        SlotStarted("archer"),
        ActionSkipped("archer", True),
        ActionEnded("archer"),
    )
    assert TokensGained("archer", "bleed") not in used.effects


@pytest.mark.rule("CDT-SKL-14", "CDT-ITM-13")
def test_a_hero_that_its_item_stuns_last_uses_no_free_item_any_more() -> None:
    """The text is followed to its end; then the action ends though a stone is at hand."""
    components = variant(item(skill(gain("bleed"), gain("stun"))))
    board = table(("plain", "archer"), ("elf-1",), pool=("stone-1", "tool"), components=components)

    used = at(board).when(1, UseItem("tool", "test"))

    used.then_includes(TokensGained("archer", "stun"), ItemPutAway("exhaust"), ActionEnded("archer"))
    assert used.board.unit("archer").tokens.stun == 1


@pytest.mark.rule("CDT-SKL-14", "CDT-ITM-13", "CDT-RST-10")
@pytest.mark.parametrize("phrases", [(gain("stun"), gain("bleed")), (gain("bleed"), gain("stun"))])
@pytest.mark.parametrize("after", [False, True])
def test_a_hero_that_a_free_item_stuns_stops_and_skips_its_next_slot(phrases: tuple[Word, ...], after: bool) -> None:
    """Wherever in the text the Stun stands, before the action or after it: this slot ends, and the token stays."""
    potent = item(skill(*phrases), costs_action=False, after_use="discard")
    heroes = (unit("plain", exhausted=True), "archer")
    board = table(heroes, (unit("elf-1", exhausted=True),), pool=("tool",), components=variant(potent))
    scenario = at(board).when(1, Skip()) if after else at(board)

    used = scenario.when(1, UseItem("tool", "test"))

    used.then_includes(ItemUsed("tool", "archer", 1), ItemPutAway("discard"), ActionEnded("archer"))
    used.then_includes(SlotStarted("archer"), ActionSkipped("archer", True), SlotStarted("elf-1", "elf.idle"))
    effects = list(used.effects)
    assert effects.index(ActionEnded("archer")) < effects.index(ActionSkipped("archer", True))


# --- by being exhausted

EXHAUSTED = "it is exhausted"


@pytest.mark.rule("CDT-RND-06", "CDT-SKL-09")
def test_a_unit_that_is_exhausted_before_it_acts_does_not_act() -> None:
    """Of a hero as of an enemy: its slot comes to its end, and the turn passes."""
    tire = quirk("before_action", does("exhaust", "mover"), of="opponent", limit="game")
    components = variant(hero(quirk=tire), enemy(quirk=tire))
    heroes = (unit("tester", of=components, exhausted=True), unit("plain", bleed=1))
    board = table(heroes, ("elf-1", unit("foe", of=components, exhausted=True)), components=components)

    scenario = at(board).waits_for(Deciding, 1)

    scenario.then_includes(
        ActionStopped("plain", EXHAUSTED),
        BleedTriggered("plain", 4),
        ActionEnded("plain"),
        ActionStopped("elf-1", EXHAUSTED),
        ActionEnded("elf-1"),
        RoundEnded(),
    )


@pytest.mark.rule("CDT-RND-06", "CDT-ITM-08")
def test_a_hero_that_its_free_item_exhausts_chooses_nothing_more() -> None:
    """Neither a skill nor another free item."""
    tiring = item(skill(does("exhaust")), costs_action=False)
    board = table(("plain", "archer"), ("elf-1",), pool=("stone-1", "tool"), components=variant(tiring))

    scenario = at(board).when(1, UseItem("tool", "test"))

    scenario.then_includes(ActionStopped("archer", EXHAUSTED), ItemPutAway("exhaust"), ActionEnded("archer"))
    scenario.waits_for(Deciding, 1).when(1, UseItem("tool", "test")).refused("CDT-ITM-05")


@pytest.mark.rule("CDT-RND-06", "CDT-ITM-08")
def test_a_skill_that_exhausts_its_user_is_followed_to_its_end() -> None:
    """The card would be turned at the end anyway; only a free item is used no more."""
    scenario = struck(quirk("healed", gain()), does("exhaust"), gain("attack_plus"), pool=("stone-1",))

    scenario = scenario.when(1, UseSkill("test"), [1, 1])

    scenario.then_includes(UnitExhausted("tester"), TokensGained("tester", "attack_plus"), ActionEnded("tester"))


# --- by a quirk


def struck(quirk_on_hit: Word, *phrases: Word, boots: int = 0, pool: tuple[str, ...] = ()) -> Scenario[Board]:
    """A hero hits a foe that holds a Counter and has a quirk."""
    components = variant(
        hero(skill(attack("closest", "enemy"), *phrases, boots=boots)), enemy(defence=4, quirk=quirk_on_hit)
    )
    heroes = ("tester", unit("plain", exhausted=True))
    foes = (unit("foe", of=components, counter=1, exhausted=True), unit("elf-1", exhausted=True))
    return at(table(heroes, foes, pool=pool, components=components))


@pytest.mark.rule("CDT-SKL-15", "CDT-CTR-02", "CDT-ATK-13")
def test_a_quirk_that_ends_the_action_lets_the_attack_under_way_be_resolved() -> None:
    """The foe is hurt, counters, and then the skill stops: nobody loses a token that was triggered."""
    scenario = struck(quirk("hit_taken", STOP, gain("bleed")), gain("attack_plus")).when(1, UseSkill("test"), [3, 2])

    scenario.then_includes(
        ActionCalledOff("tester"),
        QuirkStopped("foe.quirk.0", ENDED),
        HealthLost("foe", 2, 1, "attack"),
        CounterResolved("foe", "tester", "hit", 5, 5),
        SkillStopped("tester", "tester.test.1", ENDED),
        ActionEnded("tester"),
    )
    assert not {TokensGained("foe", "bleed"), TokensGained("tester", "attack_plus")} & set(scenario.effects)


@pytest.mark.rule("CDT-SKL-15", "CDT-ATK-12")
def test_an_attack_that_was_declared_is_rolled_though_a_quirk_ends_the_action() -> None:
    """Its targets are fixed and have been attacked; only what comes after it is lost."""
    scenario = struck(quirk("attacked", STOP), gain("attack_plus")).when(1, UseSkill("test"), [1, 1])

    scenario.then_includes(
        CounterResolved("foe", "tester", "miss", 2, 5), SkillStopped("tester", "tester.test.1", ENDED)
    )


@pytest.mark.rule("CDT-SKL-07", "CDT-ITM-13")
def test_an_action_ended_by_a_quirk_leaves_no_boots_and_no_free_item() -> None:
    """The attack was the last phrase: neither the movement after nor the whetstone is offered."""
    scenario = struck(quirk("hit_taken", STOP), boots=1, pool=("stone-1",)).when(1, UseSkill("test"))
    scenario = scenario.when(1, Stay(), [3, 2])

    scenario.then_includes(ActionEnded("tester")).then_never(BootUsed)


@pytest.mark.rule("CDT-QRK-07")
def test_a_quirk_that_stops_in_an_attack_takes_nothing_of_the_attack_with_it() -> None:
    """The foe cannot pull itself over the centre; what the hit does is done, and the skill goes on."""
    hits = attack("closest", "enemy", on_hit=[gain("bleed", "target")])
    components = variant(hero(skill(hits, gain("counter"))), enemy(quirk=quirk("hit_taken", does("pull"))))
    board = table(("tester",), ("foe", "elf-1"), components=components)

    at(board).when(1, UseSkill("test"), [3, 3]).then_includes(
        QuirkStopped("foe.quirk.0", "there is no space to move to"),
        TokensGained("foe", "bleed"),
        TokensGained("tester", "counter"),
    )


@pytest.mark.rule("CDT-SKL-13", "CDT-QRK-07")
def test_a_quirk_that_goes_well_in_an_attack_does_not_make_up_for_what_the_attack_could_not_do() -> None:
    """Pulled by one space of two, the foe gains its token; the skill stops."""
    hits = attack("farthest", "enemy", on_hit=[does("pull", "target", n=2)])
    sore = enemy(quirk=quirk("moved", gain("bleed")))
    board = table(("tester",), ("elf-1", "foe"), components=variant(hero(skill(hits, gain("counter"))), sore))

    scenario = at(board).when(1, UseSkill("test"), [3, 3])

    scenario.then_includes(TokensGained("foe", "bleed"), ActionEnded("tester"))
    assert TokensGained("tester", "counter") not in scenario.effects


@pytest.mark.rule("CDT-QRK-03", "CDT-QRK-06")
def test_quirks_that_wait_take_place_though_the_first_ends_the_action() -> None:
    """Two answer the same movement: the nearer one ends the action, the other still gains its token."""
    components = variant(
        hero(skill(does("pull"), gain("counter"))),
        enemy(quirk=quirk("moved", STOP, of="opponent")),
        enemy(id="far", quirk=quirk("moved", gain("bleed"), of="opponent")),
    )
    heroes = (unit("plain", exhausted=True), "tester")
    board = table(heroes, ("foe", "far"), components=components)

    scenario = at(board).when(1, UseSkill("test"))

    scenario.then_includes(
        ActionCalledOff("tester"), TokensGained("far", "bleed"), SkillStopped("tester", "tester.test.1", ENDED)
    )
    assert TokensGained("tester", "counter") not in scenario.effects


@pytest.mark.rule("CDT-ACT-01", "CDT-SKL-09")
def test_a_quirk_may_end_an_action_before_it_is_chosen() -> None:
    """Of a hero as of an enemy: nothing is used, the end-of-action steps follow, and the turn passes."""
    lull = quirk("before_action", STOP, of="opponent", limit="game")
    components = variant(hero(quirk=lull), enemy(quirk=lull))
    heroes = (unit("tester", of=components, exhausted=True), unit("plain", restrain=1))
    board = table(heroes, ("elf-1", unit("foe", of=components, exhausted=True)), components=components)

    scenario = at(board)

    scenario.then_includes(
        SlotStarted("plain"),
        ActionStopped("plain", ENDED),
        ActionEnded("plain"),
        SlotStarted("elf-1", "elf.idle"),
        ActionStopped("elf-1", ENDED),
        ActionEnded("elf-1"),
    )
    assert not any(isinstance(effect, SkillUsed) and effect.unit == "elf-1" for effect in scenario.effects)
    assert not scenario.board.unit("plain").tokens.restrain


@pytest.mark.rule("CDT-RST-10", "CDT-ACT-01")
def test_the_stunned_skip_whatever_else_ends_their_action() -> None:
    """The Stun check comes after the quirks before the action: the skip is a skip, and the token goes."""
    components = variant(enemy(quirk=quirk("before_action", STOP, of="opponent", limit="game")))
    foes = (unit("foe", of=components, exhausted=True), unit("elf-1", exhausted=True))

    scenario = at(table((unit("plain", stun=1),), foes, components=components)).waits_for(Deciding, 1)

    scenario.then_includes(ActionSkipped("plain", True), ActionEnded("plain")).then_never(ActionStopped)
    assert scenario.board.unit("plain").tokens.stun == 0


@pytest.mark.rule("CDT-SKL-07", "CDT-SKL-15")
def test_an_action_stays_called_off_though_the_unit_moves_on_a_hit() -> None:
    """The hit still pulls the hero forward; the phrase behind the attack is lost all the same."""
    hits = attack("closest", "enemy", on_hit=[does("pull")])
    components = variant(hero(skill(hits, gain("attack_plus"))), enemy(quirk=quirk("hit_taken", STOP)))
    heroes = (unit("plain", exhausted=True), "tester")
    scenario = at(table(heroes, ("foe", "elf-1"), components=components)).when(1, UseSkill("test"), [3, 3])

    scenario.then_includes(UnitMoved("tester", "pull"), SkillStopped("tester", "tester.test.1", ENDED))
    assert TokensGained("tester", "attack_plus") not in scenario.effects


@pytest.mark.rule("CDT-QRK-01", "CDT-ACT-01")
@pytest.mark.parametrize("moment", ["after_action", "round_end"])
def test_a_quirk_after_the_action_has_nothing_to_end(moment: str) -> None:
    """Nor has one between two slots: its text simply goes on."""
    components = variant(hero(quirk=quirk(moment, STOP, gain("bleed"))))
    board = table(("tester",), (unit("elf-1", exhausted=True),), components=components)

    scenario = at(board).when(1, Skip())

    scenario.then_includes(TokensGained("tester", "bleed")).then_never(QuirkStopped, ActionCalledOff)
