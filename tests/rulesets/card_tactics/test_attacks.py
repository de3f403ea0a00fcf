"""Attacks, re-rolls and quirks."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rulesets.card_tactics import RULESET
from rulesets.card_tactics.board import Board
from rulesets.card_tactics.effects import (
    AttackDeclared,
    AttackEnded,
    AttackRedirected,
    AttackResolved,
    CombatStarted,
    DefenceModified,
    DiceRerolled,
    DiceRolled,
    HealthLost,
    LossPrevented,
    QuirkDeclined,
    QuirkOffered,
    QuirkStarted,
    QuirkStopped,
    QuirksTriggered,
    RerollsNegated,
    RerollsSettled,
    TokensGained,
    TotalModified,
    UnitDefeated,
)
from rulesets.card_tactics.phases import STARTING_ROUND, Choosing, ChoosingRerolls, Deciding, Fired, Offering
from rulesets.card_tactics.rules.attacks import SettleRerolls, outcome_of
from rulesets.card_tactics.rules.choosing import Choose
from rulesets.card_tactics.rules.quirks import UseQuirk
from rulesets.card_tactics.rules.slots import UseItem, UseSkill
from rulesets.kit.scenario import Scenario
from tests.rulesets.card_tactics.build import (
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

TWO = ("elf-1", "elf-2")


def hit(*phrases: dict[str, object], dice: list[int], foes: object = ("foe",), more: tuple = ()) -> Scenario[Board]:  # type: ignore[type-arg]
    """A lone hero follows some phrases against a foe of defence 5 and health 3."""
    cards = [hero(skill(*phrases)), *more]
    if not any(card["id"] == "foe" for card in more):
        cards.append(enemy())
    board = table(heroes=("tester",), enemies=foes, components=variant(*cards))  # type: ignore[arg-type]
    return at(board).when(1, UseSkill("test"), dice)


# --- the roll and the check


@pytest.mark.rule("CDT-ATK-01", "CDT-ATK-02")
def test_an_attack_adds_its_bonus_to_the_dice() -> None:
    """W05: with a bonus of 1, six on the dice hit a defence of 7 for 1 health."""
    tough = enemy(defence=7)

    scenario = hit(attack("closest", "enemy", 1), dice=[4, 2], more=(tough,))

    scenario.then_includes(
        AttackDeclared("tester", ("foe",), 1),
        DiceRolled("tester", (4, 2)),
        AttackResolved("tester", "foe", "hit", 7, 7, loss=1),
        HealthLost("foe", 2, 1, "attack"),
    )


@pytest.mark.rule("CDT-ATK-02", "CDT-ATK-03", "CDT-ATK-04")
@pytest.mark.parametrize(
    ("dice", "outcome", "loss"), [([6, 4], "critical", 2), ([6, 3], "hit", 1), ([3, 2], "hit", 1), ([2, 2], "miss", 0)]
)
def test_double_the_defence_is_a_critical_hit(dice: list[int], outcome: str, loss: int) -> None:
    """W06: against 5, a 10 costs 2 health, a 9 costs 1, a 4 nothing."""
    scenario = hit(attack("closest", "enemy"), dice=dice)

    scenario.then_includes(AttackResolved("tester", "foe", outcome, sum(dice), 5, loss=loss))  # type: ignore[arg-type]
    assert scenario.board.unit("foe").health == 3 - loss


@pytest.mark.rule("CDT-ATK-06")
def test_equal_dice_mean_nothing() -> None:
    """Double ones against 5 miss, double threes hit, and that is all."""
    hit(attack("closest", "enemy"), dice=[1, 1]).then_includes(AttackResolved("tester", "foe", "miss", 2, 5))
    hit(attack("closest", "enemy"), dice=[3, 3]).then_includes(AttackResolved("tester", "foe", "hit", 6, 5, loss=1))


@pytest.mark.rule("CDT-ATK-20")
def test_a_defence_of_zero_or_less_makes_every_hit_critical() -> None:
    """There is no lower limit; but a critical hit must also hit."""
    assert outcome_of(2, 0) == "critical"
    assert outcome_of(-3, -2) == "miss"
    assert outcome_of(-2, -2) == "critical"
    board = table(heroes=("plain",), enemies=(unit("brute-1", defence_minus=7, exhausted=True), "elf-1"))
    at(board).when(1, UseSkill("hit"), [1, 1]).then_includes(
        AttackResolved("plain", "brute-1", "critical", 2, -2, loss=2)
    )


@pytest.mark.rule("CDT-ATK-07", "CDT-ATK-08")
def test_effects_of_a_hit_come_on_top_of_the_loss_and_a_critical_hit_is_a_hit() -> None:
    """On a critical hit both texts are followed."""
    text = attack("closest", "enemy", on_hit=[gain("bleed", "target")], on_crit=[gain("restrain", "target")])
    sturdy = (enemy(health=9),)

    plain = hit(text, dice=[3, 3], more=sturdy)
    plain.then_includes(HealthLost("foe", 8, 1, "attack"), TokensGained("foe", "bleed"))
    assert TokensGained("foe", "restrain") not in plain.effects
    hit(text, dice=[6, 4], more=sturdy).then_includes(
        HealthLost("foe", 7, 2, "attack"), TokensGained("foe", "bleed"), TokensGained("foe", "restrain")
    )


@pytest.mark.rule("CDT-ATK-07")
def test_a_text_may_replace_the_loss() -> None:
    """Instead of losing health the target bleeds."""
    text = attack("closest", "enemy", on_hit=[gain("bleed", "target")], hit_replaces_loss=True)

    hit(text, dice=[3, 3]).then_includes(TokensGained("foe", "bleed")).then_never(HealthLost)
    crit = attack("closest", "enemy", on_crit=[gain("bleed", "target")], crit_replaces_loss=True)
    hit(crit, dice=[6, 4]).then_includes(TokensGained("foe", "bleed")).then_never(HealthLost)
    hit(crit, dice=[3, 3]).then_includes(HealthLost("foe", 2, 1, "attack"))


@pytest.mark.rule("CDT-ATK-07")
def test_a_text_for_a_miss_is_followed_on_a_miss() -> None:
    """And on nothing else."""
    text = attack("closest", "enemy", on_miss=[gain("counter")])

    hit(text, dice=[1, 1]).then_includes(TokensGained("tester", "counter"))
    assert TokensGained("tester", "counter") not in hit(text, dice=[3, 3]).effects


@pytest.mark.rule("CDT-ATK-09", "CDT-ATK-10", "CDT-ATK-12", "CDT-ATK-13")
def test_several_targets_are_resolved_from_the_closest_with_one_roll() -> None:
    """Each completely before the next; who was fixed before the roll stays fixed when the line closes up."""
    foes = (unit("elf-1", 1), unit("elf-2", 1), "elf-3")
    text = attack("all", "enemy", on_hit=[gain("bleed", "target")])

    scenario = hit(text, dice=[3, 3], foes=foes)

    assert [type(effect) for effect in scenario.effects].count(DiceRolled) == 1
    scenario.then_includes(
        AttackDeclared("tester", ("elf-1", "elf-2", "elf-3")),
        AttackResolved("tester", "elf-1", "hit", 6, 6, 0, 1, ("tester.test.0.on_hit.0",)),
        UnitDefeated("elf-1"),
        AttackResolved("tester", "elf-2", "hit", 6, 6, 1, 1, ("tester.test.0.on_hit.0",)),
        UnitDefeated("elf-2"),
        AttackResolved("tester", "elf-3", "hit", 6, 6, 2, 1, ("tester.test.0.on_hit.0",)),
        TokensGained("elf-3", "bleed"),
    )


@pytest.mark.rule("CDT-ATK-11")
def test_the_player_orders_targets_at_the_same_distance() -> None:
    """From H2 both neighbours are as close: who comes first is a choice."""
    components = variant(hero(skill(attack("all", "hero"), reach=(1, 1))))
    heroes = (unit("plain", exhausted=True), "tester", unit("archer", exhausted=True))
    scenario = at(table(heroes=heroes, enemies=TWO, components=components)).when(1, UseSkill("test"))

    scenario.waits_for(Choosing, 1).when(1, Choose(("plain",)), [1, 1]).then_includes(
        AttackDeclared("tester", ("plain", "archer"))
    )


@pytest.mark.rule("CDT-ATK-14")
def test_two_attack_phrases_are_two_rolls() -> None:
    """Each with its own dice."""
    scenario = hit(attack("closest", "enemy"), attack("closest", "enemy"), dice=[1, 1, 3, 3])

    scenario.then_includes(DiceRolled("tester", (1, 1)), AttackEnded("tester.test.1"), DiceRolled("tester", (3, 3)))


@pytest.mark.rule("CDT-ATK-01", "CDT-END-08")
def test_both_dice_are_chance_and_each_is_recorded() -> None:
    """The table tells two faces; a seven is no face."""
    with pytest.raises(AssertionError, match="ChanceNeeded"):
        _ = hit(attack("closest", "enemy"), dice=[7, 1]).board
    assert hit(attack("closest", "enemy"), dice=[6, 1]).effects.count(DiceRolled("tester", (6, 1))) == 1


# --- re-rolls

RANGER = hero(
    skill(attack("closest", "enemy", 1)),
    id="ranger",
    quirk=quirk("attack_rolled", {"op": "reroll", "who_decides": "owner"}, optional=True),
)
PIXIE = enemy(id="pixie", defence=6, quirk=quirk("attack_rolled", {"op": "reroll"}, role="target"))


def duel(
    way: str = "ask", heroes: tuple[str, ...] = ("ranger",), foes: tuple[str, ...] = ("pixie",)
) -> Scenario[Board]:
    """The Ranger before a Pixie."""
    return at(table(heroes=heroes, enemies=foes, components=variant(RANGER, PIXIE), rerolls=way))


@pytest.mark.rule("CDT-ATK-15", "CDT-QRK-03")
def test_an_optional_re_roll_is_offered() -> None:
    """All dice are rolled again, the new result stands with all modifiers; or the first stands."""
    scenario = duel(foes=("elf-1",)).when(1, UseSkill("test"), [1, 1]).waits_for(Offering, 1)

    again = scenario.when(1, UseQuirk(True), [4, 4])
    again.then_includes(DiceRerolled("ranger", (4, 4)), AttackResolved("ranger", "elf-1", "hit", 9, 6, loss=1))
    kept = scenario.when(1, UseQuirk(False))
    kept.then_includes(
        QuirkDeclined("ranger", "ranger.quirk", 1), AttackResolved("ranger", "elf-1", "miss", 3, 6)
    ).then_never(DiceRerolled)


@pytest.mark.rule("CDT-ATK-15", "CDT-QRK-03")
def test_a_demanded_re_roll_is_made() -> None:
    """The Pixie asks nobody."""
    board = table(heroes=("plain",), enemies=("pixie",), components=variant(PIXIE))

    at(board).when(1, UseSkill("hit"), [6, 6, 1, 1]).then_includes(
        DiceRolled("plain", (6, 6)), DiceRerolled("plain", (1, 1)), AttackResolved("plain", "pixie", "miss", 2, 6)
    )


@pytest.mark.rule("CDT-ATK-16", "CDT-ATK-19")
def test_the_table_says_how_competing_re_rolls_go() -> None:
    """W13: asked at the first such attack; the answer holds for this combat."""
    scenario = duel().when(1, UseSkill("test"), [4, 4]).waits_for(ChoosingRerolls, 1)
    scenario.when(1, SettleRerolls("toss")).refused("CDT-ATK-16")

    scenario = scenario.when(1, SettleRerolls("negate"))

    scenario.then_includes(RerollsSettled("negate", 1), AttackResolved("ranger", "pixie", "hit", 9, 6, loss=1))
    assert scenario.board.settled == "negate"
    scenario.when(1, UseSkill("test"), [1, 1]).then_includes(
        RerollsNegated(("ranger ranger.quirk", "pixie pixie.quirk"))
    ).waits_for(Deciding, 1)


@pytest.mark.rule("CDT-ATK-16")
def test_they_may_negate_one_another() -> None:
    """W13: the first roll stands."""
    scenario = duel("negate").when(1, UseSkill("test"), [4, 4])

    scenario.then_includes(AttackResolved("ranger", "pixie", "hit", 9, 6, loss=1)).then_never(DiceRerolled)


@pytest.mark.rule("CDT-ATK-16", "CDT-ATK-17")
def test_the_attacker_may_come_first() -> None:
    """W13: the Ranger may roll again, then the Pixie's demand; the last roll is the result."""
    scenario = duel("attacker_first").when(1, UseSkill("test"), [1, 1]).waits_for(Offering, 1)

    scenario.when(1, UseQuirk(True), [6, 6, 2, 2]).then_includes(
        DiceRerolled("ranger", (6, 6)),
        DiceRerolled("ranger", (2, 2)),
        AttackResolved("ranger", "pixie", "miss", 5, 6),
    )
    scenario.when(1, UseQuirk(False), [2, 2]).then_includes(DiceRerolled("ranger", (2, 2)))


@pytest.mark.rule("CDT-ATK-16", "CDT-ATK-17")
def test_the_target_may_come_first() -> None:
    """W13: the Pixie's demand, then the Ranger may roll once more."""
    scenario = duel("defender_first").when(1, UseSkill("test"), [6, 6, 1, 1])

    scenario.then_includes(DiceRerolled("ranger", (1, 1)), QuirkOffered(Fired("ranger", "ranger.quirk", "ranger")))
    scenario.waits_for(Offering, 1).when(1, UseQuirk(True), [5, 5]).then_includes(
        DiceRerolled("ranger", (5, 5)), AttackResolved("ranger", "pixie", "hit", 11, 6, loss=1)
    )


HERALD = hero(id="herald", quirk=quirk("attack_rolled", {"op": "reroll"}, of="ally"))
SHAMAN = enemy(id="shaman", quirk=quirk("attack_rolled", {"op": "reroll"}, of="ally", role="target"))


def skirmish(way: str, heroes: tuple[str, ...], foes: tuple[str, ...]) -> Scenario[Board]:
    """The Ranger is last in its line, and acts; others of both lines have re-rolls too."""
    components = variant(RANGER, PIXIE, HERALD, SHAMAN)
    line = [*(unit(one, of=components, exhausted=True) for one in heroes), unit("ranger", of=components)]
    return at(table(heroes=line, enemies=foes, components=components, rerolls=way))


@pytest.mark.rule("CDT-ATK-16", "CDT-QRK-06")
@pytest.mark.parametrize("way", ["ask", "negate", "attacker_first", "defender_first"])
def test_a_re_roll_of_an_ally_of_the_attacker_does_not_compete(way: str) -> None:
    """The Herald makes its friends roll again: after the Ranger's own re-roll, whatever was agreed."""
    scenario = skirmish(way, ("herald",), ("elf-1",)).when(1, UseSkill("test"), [1, 1]).waits_for(Offering, 1)

    scenario.when(1, UseQuirk(True), [6, 6, 2, 2]).then_includes(
        DiceRerolled("ranger", (6, 6)), QuirkStarted("herald", "herald.quirk", "ranger"), DiceRerolled("ranger", (2, 2))
    ).then_never(RerollsNegated)


@pytest.mark.rule("CDT-ATK-16", "CDT-QRK-06")
@pytest.mark.parametrize("way", ["ask", "negate"])
def test_a_re_roll_of_an_ally_of_the_target_does_not_compete(way: str) -> None:
    """The Shaman, who is not attacked, spoils a blow against its friend after the Ranger has rolled again."""
    scenario = skirmish(way, (), ("elf-1", "shaman")).when(1, UseSkill("test"), [1, 1]).waits_for(Offering, 1)

    scenario.when(1, UseQuirk(False), [2, 2]).then_includes(DiceRerolled("ranger", (2, 2))).then_never(RerollsNegated)


@pytest.mark.rule("CDT-ATK-16", "CDT-QRK-06")
def test_where_the_attackers_and_the_targets_negate_one_another_those_of_others_take_place() -> None:
    """The Ranger and the Pixie cancel out; the Herald and the Shaman still make the Ranger roll again."""
    scenario = skirmish("negate", ("herald",), ("pixie", "shaman")).when(1, UseSkill("test"), [6, 6, 4, 4, 2, 2])

    scenario.then_includes(
        RerollsNegated(("ranger ranger.quirk", "pixie pixie.quirk")),
        QuirkStarted("herald", "herald.quirk", "ranger"),
        DiceRerolled("ranger", (4, 4)),
        QuirkStarted("shaman", "shaman.quirk", "pixie"),
        DiceRerolled("ranger", (2, 2)),
        AttackResolved("ranger", "pixie", "miss", 5, 6),
    )


@pytest.mark.rule("CDT-ATK-16", "CDT-QRK-06")
@pytest.mark.parametrize(
    ("way", "order"),
    [
        ("attacker_first", ["ranger", "herald", "pixie", "shaman"]),
        ("defender_first", ["pixie", "ranger", "herald", "shaman"]),
    ],
)
def test_whoever_comes_first_of_two_comes_before_others_too(way: str, order: list[str]) -> None:
    """The rest follow by their distance from the Ranger."""
    scenario = skirmish(way, ("herald",), ("pixie", "shaman"))
    dice = [1, 1] * (2 if way == "defender_first" else 1)
    scenario = scenario.when(1, UseSkill("test"), dice).waits_for(Offering, 1)
    done = scenario.when(1, UseQuirk(True), [1, 1] * (5 - len(dice) // 2))

    started = [one.owner for one in (*scenario.effects, *done.effects) if isinstance(one, QuirkStarted)]
    assert list(dict.fromkeys(started)) == order


@pytest.mark.rule("CDT-ATK-16", "CDT-ATK-19")
@pytest.mark.parametrize("agreed", ["attacker_first", "defender_first"])
def test_what_was_agreed_may_be_agreed_anew_for_a_combat(agreed: str) -> None:
    """At a hero's time to act, before re-rolls have competed in it; another combat goes as agreed before."""
    scenario = duel(agreed).when(1, SettleRerolls("negate")).then(RerollsSettled("negate", 1)).waits_for(Deciding, 1)

    scenario.when(1, UseSkill("test"), [4, 4]).then_includes(
        RerollsNegated(("ranger ranger.quirk", "pixie pixie.quirk"))
    )
    assert (scenario.board.settled, scenario.board.rerolls) == ("negate", agreed)
    assert CombatStarted().apply(scenario.board).settled is None


@pytest.mark.rule("CDT-ATK-19")
def test_what_has_been_used_in_a_combat_stays_for_it() -> None:
    """Re-rolls competed as agreed before: nothing else is agreed on any more, nor a second time."""
    used = (
        duel("negate").when(1, UseSkill("test"), [1, 1]).then_includes(RerollsSettled("negate")).waits_for(Deciding, 1)
    )
    used.when(1, SettleRerolls("attacker_first")).refused("CDT-ATK-19")

    agreed = duel("negate").when(1, SettleRerolls("attacker_first"))
    agreed.when(1, SettleRerolls("defender_first")).refused("CDT-ATK-19")


@pytest.mark.rule("CDT-ATK-16")
def test_only_another_way_is_agreed_anew_and_only_where_it_matters() -> None:
    """Not what is agreed already; not where nobody can compete with the Ranger, nor where the table will be asked."""
    ways = [one.way for one in RULESET.legal_actions(duel("negate").board, 1) if isinstance(one, SettleRerolls)]
    assert ways == ["attacker_first", "defender_first"]
    duel("negate").when(1, SettleRerolls("negate")).refused("CDT-ATK-16")

    duel("ask").when(1, SettleRerolls("negate")).refused("CDT-ATK-16")
    alone = duel("negate", foes=("elf-1",))
    alone.when(1, SettleRerolls("attacker_first")).refused("CDT-ATK-16")
    assert not any(isinstance(one, SettleRerolls) for one in RULESET.legal_actions(alone.board, 1))
    bow = item(skill(gain()), id="bow", quirk=quirk("attack_rolled", {"op": "reroll"}))
    armed = table(("ranger",), ("elf-1",), pool=("bow",), components=variant(RANGER, bow), rerolls="attacker_first")
    at(armed).when(1, SettleRerolls("negate")).then(RerollsSettled("negate", 1))


def test_an_agreement_for_a_combat_says_that_it_is_one() -> None:
    """When it comes to that, its label needs no more."""
    before = duel("attacker_first")
    asked = duel().when(1, UseSkill("test"), [4, 4])

    assert SettleRerolls("negate").label(before.board, 1) == "For this combat: competing re-rolls negate one another"
    assert SettleRerolls("negate").label(asked.board, 1) == "Competing re-rolls negate one another"


@pytest.mark.rule("CDT-ATK-19")
def test_the_answer_is_for_one_combat() -> None:
    """The next combat begins without one."""
    board = table(heroes=("plain",), settled="negate")

    assert CombatStarted().apply(board).settled is None


@pytest.mark.rule("CDT-ATK-18", "CDT-MOD-02")
def test_a_re_roll_replaces_the_one_roll_for_all_targets() -> None:
    """Before the first of them is resolved."""
    sweep = hero(skill(attack("all", "enemy")), id="sweep")
    board = table(heroes=("sweep",), enemies=("elf-1", "pixie"), components=variant(sweep, PIXIE))

    at(board).when(1, UseSkill("test"), [1, 1, 4, 4]).then_includes(
        DiceRerolled("sweep", (4, 4)),
        AttackResolved("sweep", "elf-1", "hit", 8, 6, loss=1),
        AttackResolved("sweep", "pixie", "hit", 8, 6, 1, 1),
    )


# --- other quirks in an attack


@pytest.mark.rule("CDT-ATK-05", "CDT-QRK-01")
def test_quirks_may_change_the_total_the_defence_and_the_loss() -> None:
    """Each for this attack only."""
    hasty = quirk("attack_rolled", {"op": "modify_total", "n": 3})
    eager = hero(skill(attack("closest", "enemy")), id="eager", quirk=hasty)
    warded = enemy(id="warded", quirk=quirk("attacked", {"op": "modify_defence", "n": 2}))
    stony = enemy(id="stony", quirk=quirk("hit_taken", {"op": "prevent_loss", "n": "all"}))
    grave = enemy(id="grave", quirk=quirk("attack_rolled", {"op": "set_total", "n": 2}, role="target"))
    components = variant(eager, warded, stony, grave)

    def against(foe: str, me: str = "plain", word: str = "hit") -> Scenario[Board]:
        board = table(heroes=(me,), enemies=(foe,), components=components)
        return at(board).when(1, UseSkill(word), [3, 3])

    at(table(heroes=("eager",), enemies=("elf-1",), components=components)).when(
        1, UseSkill("test"), [2, 1]
    ).then_includes(TotalModified(3), AttackResolved("eager", "elf-1", "hit", 6, 6, loss=1))
    against("warded").then_includes(DefenceModified("warded", 2), AttackResolved("plain", "warded", "miss", 6, 7))
    against("stony").then_includes(LossPrevented(1)).then_never(HealthLost)
    against("grave").then_includes(TotalModified(2, True), AttackResolved("plain", "grave", "miss", 2, 5))


@pytest.mark.rule("CDT-QRK-01", "CDT-ATK-12")
def test_a_quirk_may_redirect_an_attack() -> None:
    """A bodyguard takes the blow for its friend."""
    guard = enemy(id="guard", quirk=quirk("attacked", {"op": "redirect", "to": {"pick": "self"}}, of="ally"))
    board = table(heroes=("plain",), enemies=("elf-1", "guard"), components=variant(guard))

    at(board).when(1, UseSkill("hit"), [3, 3]).then_includes(
        AttackRedirected("elf-1", "guard"), AttackResolved("plain", "guard", "hit", 6, 5, loss=1)
    )


# --- quirks in general


@pytest.mark.rule("CDT-QRK-02", "CDT-QRK-04")
def test_an_items_quirk_works_only_while_it_is_used() -> None:
    """A tool that blesses its user blesses nobody from the pool."""
    tool = item(skill(gain()), id="tool", quirk=quirk("item_used", gain("attack_plus")))
    other = item(skill(gain()), id="other")
    board = table(heroes=("plain",), enemies=TWO, pool=("tool", "other"), components=variant(tool, other))

    used = at(board).when(1, UseItem("tool", "test"))
    used.then_includes(QuirkStarted("plain", "tool.quirk", "plain"), TokensGained("plain", "attack_plus"))
    at(board).when(1, UseItem("other", "test")).then_never(QuirkStarted)


@pytest.mark.rule("CDT-QRK-03")
def test_a_quirk_is_mandatory_unless_its_text_says_may() -> None:
    """An optional one is offered to whoever controls its owner, a mandatory one to nobody."""
    willing = hero(id="willing", quirk=quirk("before_action", gain("attack_plus"), optional=True))
    forced = hero(id="forced", quirk=quirk("before_action", gain("bleed")))
    for name, seats in (("willing", (1,)), ("forced", ())):
        board = table(heroes=(name,), enemies=TWO, components=variant(willing, forced))
        scenario = at(board)
        if seats:
            scenario.waits_for(Offering, *seats).when(1, UseQuirk(True)).then_includes(
                TokensGained(name, "attack_plus")
            )
        else:
            scenario.then_includes(TokensGained(name, "bleed")).waits_for(Deciding, 1)


@pytest.mark.rule("CDT-QRK-05")
def test_quirks_of_the_defeated_are_silent_but_for_their_own_defeat() -> None:
    """A last curse is laid; anything else is over."""
    cursed = enemy(id="cursed", health=1, quirk=quirk("defeated", gain("bleed", "all", "hero")))
    sore = enemy(id="sore", health=1, quirk=quirk("health_lost", gain("bleed", "all", "hero")))
    for name, bleeds in (("cursed", True), ("sore", False)):
        board = table(heroes=("plain",), enemies=(name, "elf-1"), components=variant(cursed, sore))
        scenario = at(board).when(1, UseSkill("hit"), [3, 2])
        assert (TokensGained("plain", "bleed") in scenario.effects) is bleeds
        assert UnitDefeated(name) in scenario.effects


@pytest.mark.rule("CDT-QRK-06")
def test_quirks_of_one_moment_come_in_order() -> None:
    """The acting unit's first, then by distance from it; of two as far the players choose the first."""
    noisy = quirk("round_start", gain("attack_plus"))
    cards = [hero(id=name, quirk=noisy) for name in ("near", "middle", "far")]
    board = table(heroes=("near", "middle", "far"), enemies=("elf-1",), components=variant(*cards))
    scenario = at(replace(board, pending=STARTING_ROUND))

    order = [effect.unit for effect in scenario.effects if isinstance(effect, TokensGained)]
    assert order == ["near", "middle", "far"]
    tied = [enemy(id="other", quirk=noisy), hero(id="near", quirk=noisy)]
    board = table(heroes=("near",), enemies=("other",), components=variant(*tied))
    asked = at(replace(board, pending=STARTING_ROUND)).waits_for(Choosing, 1).when(1, Choose(("other",)))
    first = next(effect for effect in asked.effects if isinstance(effect, TokensGained))
    assert first == TokensGained("other", "attack_plus")


@pytest.mark.rule("CDT-QRK-07")
def test_a_quirk_that_cannot_go_on_ends_alone() -> None:
    """The skill in which it took place goes on."""
    clumsy = hero(skill(gain("attack_plus"), gain("bleed")), id="clumsy")
    clumsy["quirk"] = quirk("token_gained", does("pull"), gain("counter"), token="attack_plus")
    board = table(heroes=("clumsy",), enemies=TWO, components=variant(clumsy))

    scenario = at(board).when(1, UseSkill("test"))

    scenario.then_includes(
        QuirksTriggered((Fired("clumsy", "clumsy.quirk", "clumsy"),)),
        QuirkStopped("clumsy.quirk.0", "there is no space to move to"),
        TokensGained("clumsy", "bleed"),
    )
    assert TokensGained("clumsy", "counter") not in scenario.effects


@pytest.mark.rule("CDT-QRK-01", "CDT-QRK-03")
def test_a_quirk_with_a_limit_takes_place_so_often_and_no_more() -> None:
    """Once in a round; in the next round again."""
    proud = hero(skill(gain("counter"), gain("attack_plus"), gain("attack_plus")), id="proud")
    proud["quirk"] = quirk("token_gained", gain("bleed"), token="attack_plus", limit="round")
    scenario = at(table(heroes=("proud",), enemies=TWO, components=variant(proud))).when(1, UseSkill("test"))

    assert scenario.effects.count(TokensGained("proud", "bleed")) == 1
    assert scenario.when(1, UseSkill("test")).effects.count(TokensGained("proud", "bleed")) == 1
