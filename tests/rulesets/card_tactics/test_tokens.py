"""Tokens: attack and defence, Bleed, Counter, Restrain and Stun, those of items."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rulesets.card_tactics import RULESET
from rulesets.card_tactics.board import Board
from rulesets.card_tactics.effects import (
    ActionEnded,
    ActionSkipped,
    AttackResolved,
    BleedTriggered,
    CounterResolved,
    DiceRerolled,
    DiceRolled,
    GameWon,
    HealthLost,
    HealthRecovered,
    PhraseDone,
    RestrainBecameStun,
    RoundEnded,
    SkillStopped,
    SlotCutShort,
    SlotStarted,
    StunBecameRestrain,
    TokensDiscarded,
    TokensGained,
    UnitDefeated,
    UnitMoved,
)
from rulesets.card_tactics.parts import Tokens
from rulesets.card_tactics.phases import Deciding
from rulesets.card_tactics.rules.choosing import Choose
from rulesets.card_tactics.rules.slots import Skip, UseItem, UseSkill
from rulesets.kit.scenario import Scenario
from rulesets.kit.structs import Start
from tests.rulesets.card_tactics.build import (
    SET,
    at,
    attack,
    blow,
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

TWO = ("elf-1", "elf-2")
FAR = variant(enemy(skill(blow("farthest"), reach=None), id="thug"))


def acts(*phrases: dict[str, object], me: object = "tester", foes: object = TWO, more: tuple = (), **parts: object):  # type: ignore[no-untyped-def, type-arg]
    """A lone hero about to follow some phrases."""
    components = variant(hero(skill(*phrases)), *more)
    line = (me if not isinstance(me, dict) else unit("tester", of=components, **me),)
    return at(table(heroes=line, enemies=foes, components=components, **parts))


def struck(*, me: dict[str, int] | None = None, foe: dict[str, int] | None = None, dice: list[int]) -> Scenario[Board]:
    """A plain hero (defence 5) hits an elf (defence 6); both may hold tokens."""
    board = table(heroes=(unit("plain", **(me or {})),), enemies=(unit("elf-1", **(foe or {})), "elf-2"))
    return at(board).when(1, UseSkill("hit"), dice)


# --- in general


@pytest.mark.rule("CDT-TKN-01", "CDT-TKN-04")
def test_attack_defence_and_bleed_tokens_stack() -> None:
    """As many as a unit is given."""
    for kind in ("attack_plus", "attack_minus", "defence_plus", "defence_minus", "bleed"):
        scenario = acts(
            gain(kind, "closest", "enemy", n=3), gain(kind, "closest", "enemy", n=3), foes=("elf-3", "elf-2")
        )
        scenario = scenario.when(1, UseSkill("test"))
        assert scenario.effects.count(TokensGained("elf-3", kind, 3)) == 2


@pytest.mark.rule("CDT-TKN-04", "CDT-CTR-01", "CDT-SKL-11")
def test_a_second_counter_changes_nothing() -> None:
    """And the skill goes on."""
    scenario = acts(gain("counter", n=2), gain("counter"), gain("bleed")).when(1, UseSkill("test"))

    assert scenario.effects.count(TokensGained("tester", "counter")) == 1
    scenario.then_includes(TokensGained("tester", "bleed"))


@pytest.mark.rule("CDT-TKN-05")
def test_tokens_stay_across_rounds() -> None:
    """Until something uses them."""
    scenario = acts(gain("attack_plus")).when(1, UseSkill("test")).then_includes(RoundEnded())

    assert scenario.board.unit("tester").tokens == Tokens(attack_plus=1)


@pytest.mark.rule("CDT-TKN-06")
def test_tokens_run_out_only_where_the_table_asks_for_it() -> None:
    """A supply of two Bleed tokens is a limit with the option `token_supply`, and none without."""
    components = replace_supply({"bleed": 2})
    for limited, gained in ((True, 2), (False, 3)):
        board = table(heroes=("tester",), enemies=TWO, components=components, limited=limited)
        at(board).when(1, UseSkill("test")).then_includes(TokensGained("tester", "bleed", gained))
    start = Start(1, SET.hash, "table", "free", {"token_supply": True})
    assert RULESET.blank(start, SET).limited


def replace_supply(supply: dict[str, int]):  # type: ignore[no-untyped-def]
    """A set with that supply of tokens, and a hero that gains three Bleed."""
    components = variant(hero(skill(gain("bleed", n=3))))
    components.supply = supply
    return components


@pytest.mark.rule("CDT-TKN-02", "CDT-TKN-03")
def test_a_token_is_used_whether_one_likes_it_or_not() -> None:
    """A minus token lowers the very next roll, and is gone."""
    scenario = struck(me={"attack_minus": 2}, dice=[4, 3])

    scenario.then_includes(DiceRolled("plain", (4, 3), -2), AttackResolved("plain", "elf-1", "miss", 5, 6))
    assert scenario.board.unit("plain").tokens == Tokens()


# --- attack and defence


@pytest.mark.rule("CDT-MOD-01", "CDT-MOD-05")
def test_all_attack_tokens_are_added_to_the_roll_and_discarded() -> None:
    """Plus and minus lie side by side until they are summed."""
    scenario = struck(me={"attack_plus": 3, "attack_minus": 1}, dice=[2, 2])

    scenario.then_includes(DiceRolled("plain", (2, 2), 2), AttackResolved("plain", "elf-1", "hit", 6, 6, loss=1))
    assert scenario.board.unit("plain").tokens == Tokens()
    both = acts(gain("attack_plus"), gain("attack_minus")).when(1, UseSkill("test"))
    assert both.board.unit("tester").tokens == Tokens(attack_plus=1, attack_minus=1)


@pytest.mark.rule("CDT-MOD-02", "CDT-ATK-09")
def test_attack_tokens_serve_one_roll_with_all_its_targets() -> None:
    """Two targets, one roll, one use."""
    board = table(heroes=(unit("archer", attack_plus=1),), enemies=("elf-1", "elf-2"))

    scenario = at(board).when(1, UseSkill("rain"), [3, 2])

    scenario.then_includes(
        AttackResolved("archer", "elf-1", "hit", 6, 6, loss=1),
        AttackResolved("archer", "elf-2", "hit", 6, 6, 1, loss=1),
    )
    assert scenario.board.unit("archer").tokens == Tokens()


@pytest.mark.rule("CDT-MOD-03", "CDT-ATK-05")
@pytest.mark.parametrize(("dice", "outcome"), [([6, 2], "hit"), ([4, 3], "miss")])
def test_all_defence_tokens_count_for_one_check(dice: list[int], outcome: str) -> None:
    """Hit or miss, they are gone."""
    scenario = struck(foe={"defence_plus": 3, "defence_minus": 1, "stun": 1}, dice=dice)

    loss = int(outcome == "hit")
    scenario.then_includes(AttackResolved("plain", "elf-1", outcome, sum(dice), 8, loss=loss))  # type: ignore[arg-type]
    assert scenario.board.unit("elf-1").tokens.defence == 0


@pytest.mark.rule("CDT-MOD-04")
def test_each_target_uses_its_own_defence_tokens() -> None:
    """At its own check."""
    board = table(heroes=("archer",), enemies=(unit("elf-1", defence_plus=2), unit("elf-2", defence_minus=2)))

    at(board).when(1, UseSkill("rain"), [3, 1]).then_includes(
        AttackResolved("archer", "elf-1", "miss", 4, 8), AttackResolved("archer", "elf-2", "hit", 4, 4, 1, loss=1)
    )


@pytest.mark.rule("CDT-MOD-06", "CDT-RST-16")
def test_a_stunned_unit_still_uses_its_defence_tokens() -> None:
    """And keeps its defence."""
    struck(foe={"stun": 1, "defence_plus": 1}, dice=[3, 3]).then_includes(
        AttackResolved("plain", "elf-1", "miss", 6, 7)
    )


@pytest.mark.rule("CDT-MOD-07")
def test_a_loss_without_an_attack_uses_no_defence_token() -> None:
    """The token stays."""
    foes = (unit("elf-1", 3, defence_plus=1, exhausted=True), unit("elf-2", exhausted=True))
    scenario = acts(does("lose_health", "closest", "enemy"), foes=foes).when(1, UseSkill("test"))

    scenario.then_includes(HealthLost("elf-1", 2, 1, "text"))
    assert scenario.board.unit("elf-1").tokens.defence_plus == 1 + 0


# --- bleed


@pytest.mark.rule("CDT-BLD-01", "CDT-BLD-05")
def test_bleed_costs_one_health_and_one_token_at_the_end_of_the_action() -> None:
    """However many there are; neither defence nor Counter matter."""
    board = table(heroes=(unit("plain", bleed=3, defence_plus=2, counter=1),), enemies=TWO)

    scenario = at(board).when(1, UseSkill("rest"))

    scenario.then_includes(PhraseDone(None, ("plain",)), BleedTriggered("plain", 4), ActionEnded("plain"))
    assert scenario.board.unit("plain").tokens == Tokens(bleed=2, defence_plus=2, counter=1)


@pytest.mark.rule("CDT-BLD-02", "CDT-HP-07")
def test_each_point_healed_staunches_one_bleed() -> None:
    """Only what is really recovered counts."""
    board = table(heroes=(unit("plain", 4, bleed=3),), enemies=TWO)
    components = variant(hero(skill(does("heal", n=3)), id="plain"))

    scenario = at(replace(board, components=components)).when(1, UseSkill("test"))

    scenario.then_includes(HealthRecovered("plain", 5, 1), TokensDiscarded("plain", "bleed", 1))


@pytest.mark.rule("CDT-BLD-03")
def test_bleed_gained_in_the_action_works_at_its_end() -> None:
    """At the end of that same action."""
    acts(gain("bleed")).when(1, UseSkill("test")).then_includes(BleedTriggered("tester", 4), ActionEnded("tester"))


@pytest.mark.rule("CDT-BLD-04", "CDT-HRO-05")
def test_skipping_does_not_staunch() -> None:
    """Bleed works after a skip, chosen or forced."""
    chosen = at(table(heroes=(unit("plain", bleed=1),), enemies=TWO)).when(1, Skip())
    chosen.then_includes(BleedTriggered("plain", 4))
    forced = at(table(heroes=("plain", unit("archer", bleed=1, stun=1)), enemies=TWO))
    forced.then_includes(ActionSkipped("archer", True), BleedTriggered("archer", 3), ActionEnded("archer"))


@pytest.mark.rule("CDT-BLD-06", "CDT-ACT-03", "CDT-HP-04")
def test_bleed_can_defeat() -> None:
    """The unit leaves at once with its tokens; its turn counts as taken."""
    board = table(heroes=("plain", unit("archer", 1, bleed=2, counter=1)), enemies=TWO)

    scenario = at(board).when(1, Skip())

    scenario.then_includes(BleedTriggered("archer", 0), UnitDefeated("archer"), SlotCutShort("archer"))
    scenario.then_includes(SlotStarted("elf-2", "elf.idle")).then_never(GameWon)


@pytest.mark.rule("CDT-BLD-07")
def test_nobody_bleeds_outside_combat() -> None:
    """A bleeding hero in Camp uses an item and loses nothing."""
    from rulesets.card_tactics.rules.camp import UseCampItem

    scenario = at(table(heroes=(unit("plain", bleed=2), "archer", "mender"), pool=("horn-1",)))

    scenario.when(1, UseCampItem("horn-1", "plain", "blow")).then_never(BleedTriggered)


# --- counter


def countered(hero_tokens: dict[str, int], dice: list[int], foe: str = "brute-1", **more: object) -> Scenario[Board]:
    """A hero with a Counter is attacked by a brute (defence 5)."""
    board = table(heroes=(unit("plain", **hero_tokens),), enemies=(foe, unit("elf-2", exhausted=True)), **more)  # type: ignore[arg-type]
    return at(board).when(1, Skip(), dice)


@pytest.mark.rule("CDT-CTR-02", "CDT-CTR-04", "CDT-CTR-05", "CDT-CTR-07")
@pytest.mark.parametrize(
    ("dice", "outcome", "left"), [([1, 1], "miss", 3), ([4, 3], "hit", 2), ([6, 4], "critical", 1)]
)
def test_a_counter_turns_the_total_against_the_attacker(dice: list[int], outcome: str, left: int) -> None:
    """W11: hit or missed, the attacker's own total is compared with its own defence; the token is discarded."""
    scenario = countered({"counter": 1}, dice)

    scenario.then_includes(CounterResolved("plain", "brute-1", outcome, sum(dice), 5))  # type: ignore[arg-type]
    assert scenario.board.unit("brute-1").health == left
    assert not scenario.board.unit("plain").tokens.counter


VENOM = enemy(
    skill(blow(on_hit=[gain("bleed", "target"), gain("restrain", "target")]), reach=None), id="viper", defence=5
)


@pytest.mark.rule("CDT-CTR-03", "CDT-CTR-06")
def test_effects_of_the_attack_come_before_the_counter_and_not_with_it() -> None:
    """W11: the hero bleeds and is restrained, then counters; the attacker only loses health."""
    components = variant(VENOM)

    scenario = countered({"counter": 1}, [3, 3], "viper", components=components)

    scenario.then_includes(
        TokensGained("plain", "bleed"),
        TokensGained("plain", "restrain"),
        CounterResolved("plain", "viper", "hit", 6, 5),
        HealthLost("viper", 2, 1, "counter"),
    )
    assert scenario.board.unit("viper").tokens == Tokens()


@pytest.mark.rule("CDT-CTR-10", "CDT-HP-04")
def test_the_defeated_do_not_counter() -> None:
    """W12: the token goes with the hero, the attacker loses nothing."""
    board = table(heroes=(unit("plain", 1, counter=1), unit("archer", exhausted=True)), enemies=("brute-1", "elf-2"))
    board = board.with_unit(unit("elf-2", exhausted=True))

    scenario = at(board).when(1, Skip(), [3, 3])

    scenario.then_includes(UnitDefeated("plain")).then_never(CounterResolved)
    assert scenario.board.unit("brute-1").health == 3


@pytest.mark.rule("CDT-CTR-08")
def test_the_stunned_do_not_counter_and_keep_the_token() -> None:
    """It may serve later."""
    line = ("mender", "archer", unit("plain", counter=1, stun=1, exhausted=True))
    board = table(heroes=line, enemies=("thug",), components=FAR)

    scenario = at(board).when(1, Skip(), [3, 3])

    scenario.then_includes(AttackResolved("thug", "plain", "hit", 6, 5, loss=1)).then_never(CounterResolved)
    assert scenario.board.unit("plain").tokens.counter == 1


@pytest.mark.rule("CDT-CTR-09")
def test_whoever_the_attack_stuns_does_not_counter() -> None:
    """Stunned by this very hit, the hero keeps its Counter."""
    thug = enemy(skill(blow(on_hit=[gain("stun", "target")]), reach=None), id="thug")

    scenario = countered({"counter": 1}, [3, 3, 3, 3], "thug", components=variant(thug))

    assert [type(effect) for effect in scenario.effects].count(CounterResolved) == 0


@pytest.mark.rule("CDT-CTR-11")
def test_a_counter_sets_off_no_counter() -> None:
    """The attacker keeps its own."""
    board = table(heroes=(unit("plain", counter=1),), enemies=(unit("brute-1", counter=1),))

    scenario = at(board).when(1, Skip(), [3, 2])

    assert [type(effect) for effect in scenario.effects].count(CounterResolved) == 1
    assert scenario.board.unit("brute-1").tokens.counter == 1


@pytest.mark.rule("CDT-CTR-12")
def test_a_counter_uses_the_attackers_defence_tokens_and_no_attack_tokens() -> None:
    """Those of the countering unit stay."""
    board = table(heroes=(unit("plain", counter=1, attack_plus=2),), enemies=(unit("brute-1", defence_plus=2),))

    scenario = at(board).when(1, Skip(), [3, 3])

    scenario.then_includes(CounterResolved("plain", "brute-1", "miss", 6, 7))
    assert scenario.board.unit("plain").tokens.attack_plus == 2
    assert scenario.board.unit("brute-1").tokens.defence_plus == 0


@pytest.mark.rule("CDT-CTR-13")
def test_a_counter_works_at_any_distance_and_within_a_side() -> None:
    """Shot by its friend from two spaces away, a hero counters."""
    board = table(
        heroes=(unit("plain", counter=1, exhausted=True), unit("mender", exhausted=True), "archer"), enemies=TWO
    )

    scenario = at(board).when(1, UseSkill("shot")).when(1, Choose(("plain",)), [3, 3])

    scenario.then_includes(CounterResolved("plain", "archer", "hit", 7, 6))


SWEEPER = enemy(skill(blow("all"), reach=None), id="sweeper", health=1, defence=5)


@pytest.mark.rule("CDT-CTR-14")
def test_counters_come_after_the_last_target_in_the_same_order() -> None:
    """The first defeats the attacker: the second does not happen, and that token stays."""
    components = variant(SWEEPER)
    heroes = (unit("plain", counter=1), unit("archer", counter=1, exhausted=True))
    board = table(heroes=heroes, enemies=("sweeper", unit("elf-1", exhausted=True)), components=components)

    scenario = at(board).when(1, Skip(), [3, 2])

    scenario.then_includes(
        AttackResolved("sweeper", "plain", "hit", 5, 5, loss=1),
        AttackResolved("sweeper", "archer", "miss", 5, 6, 1),
        CounterResolved("plain", "sweeper", "hit", 5, 5),
        UnitDefeated("sweeper"),
        SlotCutShort("sweeper"),
    )
    assert scenario.board.unit("archer").tokens.counter == 1


@pytest.mark.rule("CDT-CTR-15", "CDT-ACT-03")
def test_a_counter_comes_before_the_next_phrase() -> None:
    """It defeats the attacker, and the rest of the skill is lost."""
    components = variant(
        hero(skill(attack("closest", "enemy"), gain("attack_plus")), defence=4, health=2), hero(id="by")
    )
    board = table(
        heroes=(unit("by", of=components, exhausted=True), unit("tester", 1, of=components)),
        enemies=(unit("elf-1", counter=1), "elf-2"),
        components=components,
    )

    scenario = at(board).when(1, UseSkill("test"), [2, 2])

    scenario.then_includes(CounterResolved("elf-1", "tester", "hit", 4, 4), UnitDefeated("tester"))
    assert TokensGained("tester", "attack_plus") not in scenario.effects


@pytest.mark.rule("CDT-CTR-16")
def test_an_exhausted_unit_counters_too() -> None:
    """Nobody is asked."""
    board = table(heroes=("archer", unit("plain", counter=1, exhausted=True)), enemies=("thug",), components=FAR)

    at(board).when(1, Skip(), [1, 1]).then_includes(CounterResolved("plain", "thug", "miss", 2, 5))


@pytest.mark.rule("CDT-CTR-17")
def test_nobody_counters_itself() -> None:
    """A hero that hits itself keeps its Counter."""
    scenario = acts(attack("self", in_range=False), me={"counter": 1}).when(1, UseSkill("test"), [2, 3])

    scenario.then_includes(HealthLost("tester", 4, 1, "attack")).then_never(CounterResolved)


@pytest.mark.rule("CDT-CTR-18")
def test_a_counter_gained_from_the_attack_does_not_answer_it() -> None:
    """It must have been held when the attack came."""
    kind = hero(skill(attack("closest", "enemy", on_hit=[gain("counter", "target")])))
    board = table(heroes=("tester",), enemies=TWO, components=variant(kind))

    scenario = at(board).when(1, UseSkill("test"), [4, 4])

    scenario.then_includes(TokensGained("elf-1", "counter")).then_never(CounterResolved)


@pytest.mark.rule("CDT-CTR-19")
def test_a_counter_is_no_roll_and_no_attack_of_its_own() -> None:
    """No re-roll, no quirk on hitting; one on losing health works."""
    eager = hero(id="eager", quirk=quirk("hit_dealt", gain("bleed")))
    lucky = hero(id="lucky", quirk=quirk("attack_rolled", {"op": "reroll"}))
    sore = enemy(skill(blow(), reach=None), id="sore", quirk=quirk("health_lost", gain("attack_plus")))
    for card in (eager, lucky):
        components = variant(card, sore)
        me = unit(str(card["id"]), of=components, counter=1)
        scenario = at(table(heroes=(me,), enemies=("sore",), components=components)).when(1, Skip(), [3, 3])
        scenario.then_includes(HealthLost("sore", 2, 1, "counter"), TokensGained("sore", "attack_plus"))
        scenario.then_never(DiceRerolled)
        assert TokensGained(me.card, "bleed") not in scenario.effects


# --- restrain and stun


@pytest.mark.rule("CDT-RST-01", "CDT-SKL-06", "CDT-SKL-07", "CDT-SKL-09", "CDT-SKL-16", "CDT-RST-04")
def test_a_restrained_unit_cannot_move_itself() -> None:
    """W14: the skill stops at the phrase that moves its user, the rest is ignored; the token goes at the end."""
    scenario = acts(does("push"), gain("attack_plus"), me={"restrain": 1}).when(1, UseSkill("test"))

    scenario.then_includes(SkillStopped("tester", "tester.test.0", "it is restrained"), ActionEnded("tester"))
    assert scenario.board.unit("tester").tokens == Tokens()


@pytest.mark.rule("CDT-RST-02")
def test_others_can_move_a_restrained_unit() -> None:
    """Its own side or the other."""
    foes = (unit("elf-1", restrain=1, exhausted=True), unit("elf-2", exhausted=True))

    acts(does("push", "closest", "enemy"), foes=foes).when(1, UseSkill("test")).then_includes(
        UnitMoved("elf-1", "push")
    )


@pytest.mark.rule("CDT-RST-04")
def test_restrain_is_discarded_at_the_end_of_the_action() -> None:
    """Whatever the action was, also a token gained in it."""
    for scenario in (
        acts(gain("restrain")).when(1, UseSkill("test")),
        acts(gain(), me={"restrain": 1}).when(1, Skip()),
    ):
        assert not scenario.board.unit("tester").tokens.restrain


@pytest.mark.rule("CDT-RST-05", "CDT-RST-11", "CDT-RST-12")
def test_healing_loosens_one_step_whatever_the_amount() -> None:
    """Restrain goes; Stun becomes Restrain."""
    for before, effect, after in (
        ({"restrain": 1}, TokensDiscarded("elf-1", "restrain"), Tokens()),
        ({"stun": 1}, StunBecameRestrain("elf-1"), Tokens(restrain=1)),
    ):
        foes = (unit("elf-1", 1, exhausted=True, **before), "elf-2")
        scenario = acts(does("heal", "closest", "enemy", n=2), foes=foes).when(1, UseSkill("test"))
        scenario.then_includes(HealthRecovered("elf-1", 3, 2), effect)
        assert scenario.effects.count(effect) == 1
        assert after in (Tokens(), Tokens(restrain=1))


@pytest.mark.rule("CDT-RST-05", "CDT-HP-06", "CDT-HP-07", "CDT-SKL-11")
def test_healing_nobody_needs_loosens_nothing() -> None:
    """At full health nothing is recovered, and the skill goes on."""
    foes = (unit("elf-1", restrain=1, exhausted=True), "elf-2")
    scenario = acts(does("heal", "closest", "enemy", n=2), gain(), foes=foes).when(1, UseSkill("test"))

    scenario.then_never(HealthRecovered).then_includes(TokensGained("tester", "defence_plus"))
    assert TokensDiscarded("elf-1", "restrain") not in scenario.effects


@pytest.mark.rule("CDT-RST-06", "CDT-RST-07", "CDT-RST-08", "CDT-TKN-04", "CDT-SKL-11")
def test_restrain_upon_restrain_is_stun() -> None:
    """A third changes nothing; Stun given directly takes the place of Restrain."""
    foes = (unit("elf-1", exhausted=True), "elf-2")
    thrice = acts(gain("restrain", "closest", "enemy", n=3), foes=foes).when(1, UseSkill("test"))
    thrice.then_includes(TokensGained("elf-1", "restrain"), RestrainBecameStun("elf-1"))
    assert [type(effect) for effect in thrice.effects].count(RestrainBecameStun) == 1
    direct = acts(
        gain("stun", "closest", "enemy", n=2), foes=(unit("elf-1", restrain=1, exhausted=True), "elf-2")
    ).when(1, UseSkill("test"))
    direct.then_includes(RestrainBecameStun("elf-1"))
    assert TokensGained("elf-1", "stun") not in direct.effects


@pytest.mark.rule("CDT-RST-09", "CDT-RST-10", "CDT-RST-15", "CDT-HRO-04", "CDT-ENM-10")
def test_a_stunned_unit_skips_its_action_and_recovers() -> None:
    """Hero or enemy: no skill, no item, no movement; the token goes and leaves no Restrain; the turn passes."""
    board = table(heroes=("plain", unit("archer", stun=1)), enemies=("elf-1", unit("elf-2", stun=1)), pool=("stone-1",))

    scenario = at(board)

    scenario.then(
        SlotStarted("archer"),
        ActionSkipped("archer", True),
        ActionEnded("archer"),
        SlotStarted("elf-2", "elf.idle"),
        ActionSkipped("elf-2", True),
        ActionEnded("elf-2"),
        SlotStarted("plain"),
    )
    assert scenario.board.unit("archer").tokens == scenario.board.unit("elf-2").tokens == Tokens()
    assert scenario.board.unit("archer").exhausted


@pytest.mark.rule("CDT-RST-13", "CDT-RST-03")
def test_healed_out_of_stun_a_unit_acts_restrained() -> None:
    """The mender frees its friend in time."""
    board = table(heroes=(unit("plain", 1, stun=1), "mender"), enemies=(unit("elf-1", exhausted=True),))

    scenario = at(board).when(1, UseSkill("mend")).when(1, Choose(("plain",)))

    scenario.then_includes(StunBecameRestrain("plain"), SlotStarted("plain")).waits_for(Deciding, 1)
    assert scenario.board.pending == Deciding("plain")


@pytest.mark.rule("CDT-RST-14", "CDT-SKL-14")
def test_stunned_after_having_acted_a_unit_skips_its_next_slot() -> None:
    """A hero that stuns itself stops at once; the token stays for the slot that it makes it skip."""
    scenario = acts(gain("stun"), gain("attack_plus")).when(1, UseSkill("test"))

    scenario.then_includes(
        SkillStopped("tester", "tester.test.1", "it is stunned"),
        ActionEnded("tester"),
        RoundEnded(),
        SlotStarted("tester"),
        ActionSkipped("tester", True),
    )
    assert TokensGained("tester", "attack_plus") not in scenario.effects


@pytest.mark.rule("CDT-RST-16", "CDT-QRK-05")
def test_quirks_of_the_stunned_and_the_exhausted_work() -> None:
    """Only acting and countering are out of the question."""
    tough = enemy(id="tough", quirk=quirk("hit_taken", gain("attack_plus")))
    foes = (unit("tough", of=variant(tough), stun=1, exhausted=True),)
    scenario = acts(attack("closest", "enemy"), more=(tough,), foes=foes).when(1, UseSkill("test"), [3, 3])

    scenario.then_includes(TokensGained("tough", "attack_plus"))


# --- of items


@pytest.mark.rule("CDT-SPC-01", "CDT-ITM-03")
def test_special_tokens_follow_the_text_of_their_item() -> None:
    """The Hound's token lies where its item puts it, and goes when that says so."""
    put = skill({"op": "place_special", "kind": "hound", "sel": {"pick": "closest", "of": "enemy"}}, id="set")
    call = skill({"op": "remove_special", "kind": "hound", "sel": {"pick": "closest", "of": "enemy"}}, id="call")
    hound = item(put, call, id="hound", special_token="hound", costs_action=False, after_use="exhaust")
    components = variant(hound)
    board = table(
        heroes=("plain",), enemies=(unit("elf-1", hound=1, exhausted=True),), pool=("hound",), components=components
    )

    at(board).when(1, UseItem("hound", "set")).then_includes(TokensGained("elf-1", "hound"))
    at(board).when(1, UseItem("hound", "call")).then_includes(TokensDiscarded("elf-1", "hound"))
