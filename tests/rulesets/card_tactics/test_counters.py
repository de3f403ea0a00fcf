"""Counter: the total of an attack turned against the attacker."""

from __future__ import annotations

import pytest

from rulesets.card_tactics.board import Board
from rulesets.card_tactics.effects import (
    AttackRedirected,
    AttackResolved,
    CounterResolved,
    DiceRerolled,
    HealthLost,
    SlotCutShort,
    TokensDiscarded,
    TokensGained,
    UnitDefeated,
)
from rulesets.card_tactics.pieces import Tokens
from rulesets.card_tactics.rules.choosing import Choose
from rulesets.card_tactics.rules.slots import Skip, UseSkill
from rulesets.kit.scenario import Scenario
from tests.rulesets.card_tactics.build import (
    TWO,
    acts,
    at,
    attack,
    blow,
    enemy,
    gain,
    hero,
    quirk,
    skill,
    table,
    unit,
    variant,
)

FAR = variant(enemy(skill(blow("farthest"), reach=None), id="thug"))


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


@pytest.mark.rule("CDT-CTR-04", "CDT-CTR-12")
def test_a_counter_takes_over_every_modifier_of_the_attack() -> None:
    """Dice 4, a bonus of 1 and two attack tokens make 7, against the hero as against the attacker."""
    components = variant(enemy(skill(blow(bonus=1), reach=None), id="thug", defence=7))
    foes = (unit("thug", of=components, attack_plus=2), unit("elf-2", exhausted=True))
    board = table(heroes=(unit("plain", counter=1),), enemies=foes, components=components)

    scenario = at(board).when(1, Skip(), [3, 1])

    scenario.then_includes(
        AttackResolved("thug", "plain", "hit", 7, 5, loss=1), CounterResolved("plain", "thug", "hit", 7, 7)
    )


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
    components = variant(enemy(skill(blow(on_hit=[gain("stun", "target")]), reach=None), id="thug"))
    line = (unit("plain", counter=1), unit("archer", exhausted=True))
    board = table(heroes=line, enemies=("thug",), components=components)

    scenario = at(board).when(1, Skip(), [3, 3])

    scenario.then_includes(TokensGained("plain", "stun")).then_never(CounterResolved)
    assert scenario.board.unit("plain").tokens == Tokens(counter=1, stun=1)


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


@pytest.mark.rule("CDT-CTR-14", "CDT-CTR-02")
def test_everyone_attacked_counters_in_turn() -> None:
    """The closest first, and none before the last target is resolved; a miss is answered too."""
    components = variant(enemy(skill(blow("all"), reach=None), id="sweeper", defence=9))
    heroes = (unit("plain", counter=1), unit("archer", counter=1, exhausted=True))
    board = table(heroes=heroes, enemies=("sweeper", unit("elf-1", exhausted=True)), components=components)

    scenario = at(board).when(1, Skip(), [3, 2])

    scenario.then_includes(
        AttackResolved("sweeper", "plain", "hit", 5, 5, loss=1),
        AttackResolved("sweeper", "archer", "miss", 5, 6, 1),
        CounterResolved("plain", "sweeper", "miss", 5, 9),
        CounterResolved("archer", "sweeper", "miss", 5, 9, 1),
    )


@pytest.mark.rule("CDT-CTR-14", "CDT-ATK-12")
def test_whoever_steps_into_an_attack_counters_in_the_place_of_the_target() -> None:
    """Once the dice lie, the hero farthest out takes the place of the closest, and counters before the other target."""
    sweep = blow("all")
    sweep["targets"]["where"] = {"is": "not", "of": {"is": "at_position", "n": 3}}
    step_in = quirk("attack_rolled", {"op": "redirect", "to": {"pick": "self"}}, of="ally", role="target")
    components = variant(
        enemy(skill(sweep, reach=None), id="sweeper", defence=9), hero(id="guard", health=5, quirk=step_in)
    )
    line = (
        unit("plain", counter=1),
        unit("archer", counter=1, exhausted=True),
        unit("guard", of=components, counter=1, exhausted=True),
    )
    board = table(heroes=line, enemies=("sweeper", unit("elf-1", exhausted=True)), components=components)

    scenario = at(board).when(1, Skip(), [3, 2])

    scenario.then_includes(
        AttackRedirected("plain", "guard", ("guard", "archer")),
        CounterResolved("guard", "sweeper", "miss", 5, 9),
        CounterResolved("archer", "sweeper", "miss", 5, 9, 1),
    )
    assert scenario.board.unit("plain").tokens.counter == 1


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


@pytest.mark.rule("CDT-CTR-02", "CDT-CTR-07")
def test_a_counter_that_the_attack_takes_away_does_not_answer_it() -> None:
    """The hit discards the token; nothing is left to counter with."""
    disarm = {"op": "remove_token", "sel": {"pick": "target"}, "kind": "counter"}
    components = variant(enemy(skill(blow(on_hit=[disarm]), reach=None), id="thug"))

    scenario = countered({"counter": 1}, [3, 3], "thug", components=components)

    scenario.then_includes(TokensDiscarded("plain", "counter")).then_never(CounterResolved)


@pytest.mark.rule("CDT-CTR-14", "CDT-QRK-07")
def test_an_attack_of_a_quirk_ends_with_its_attacker() -> None:
    """A foe hits back at all heroes; the first counter defeats it, the second does not happen, the slot goes on."""
    rage = quirk("hit_taken", blow("all"))
    components = variant(hero(skill(attack("closest", "enemy"), gain("attack_plus"))), enemy(health=1, quirk=rage))
    heroes = (unit("plain", counter=1, exhausted=True), unit("tester", of=components, counter=1))
    board = table(heroes=heroes, enemies=("foe", "elf-1"), components=components)

    scenario = at(board).when(1, UseSkill("test"), [3, 2, 3, 3])

    scenario.then_includes(
        CounterResolved("plain", "foe", "hit", 6, 5), UnitDefeated("foe"), TokensGained("tester", "attack_plus")
    )
    assert [type(effect) for effect in scenario.effects].count(CounterResolved) == 1
    assert scenario.board.unit("tester").tokens.counter == 1
