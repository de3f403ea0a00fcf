"""The line of six: distances, closing up, moving."""

from __future__ import annotations

import pytest

from rulesets.card_tactics.effects import (
    AttackEnded,
    BootUsed,
    EnemyRevealed,
    HealthLost,
    HeroRevived,
    PhraseEnded,
    SkillStopped,
    TokensGained,
    UnitDefeated,
    UnitMoved,
    UnitsSwapped,
)
from rulesets.card_tactics.phases import Choosing, Deciding, Moving
from rulesets.card_tactics.rules.choosing import Choose
from rulesets.card_tactics.rules.skills import Stay, UseBoot
from rulesets.card_tactics.rules.slots import Skip, UseItem, UseSkill
from tests.rulesets.card_tactics.build import (
    at,
    attack,
    does,
    enemy,
    gain,
    hero,
    lines,
    quirk,
    skill,
    table,
    unit,
    variant,
)

TWO_ELVES = ("elf-1", "elf-2")


@pytest.mark.rule("CDT-GEO-01", "CDT-GEO-04", "CDT-GEO-05")
@pytest.mark.parametrize(
    ("place", "expected"),
    [(1, {"H1": 1, "H3": 1, "H2": 0, "E1": 2, "E2": 3, "E3": 4}), (0, {"H2": 1, "H3": 2, "E1": 1, "E2": 2, "E3": 3})],
)
def test_distance_counts_occupied_spaces(place: int, expected: dict[str, int]) -> None:
    """W04: on H2 the neighbours are 1 away and E1 is 2 away, the centre counting nothing; on H1 E1 is 1 away."""
    board = table(enemies=("elf-1", "elf-2", "elf-3"))
    units = {f"H{i}": one.card for i, one in enumerate(board.heroes, 1)}
    units |= {f"E{i}": one.card for i, one in enumerate(board.enemies, 1)}
    me = board.heroes[place].card

    assert {name: board.distance(me, units[name]) for name in expected} == expected


@pytest.mark.rule("CDT-GEO-05")
def test_the_largest_distance_is_five() -> None:
    """H3 and E3 are 5 apart, whoever asks."""
    board = table(enemies=("elf-1", "elf-2", "elf-3"))

    assert board.distance("mender", "elf-3") == board.distance("elf-3", "mender") == 5


@pytest.mark.rule("CDT-GEO-06", "CDT-GEO-07", "CDT-HP-05", "CDT-HP-03")
def test_heroes_close_up_when_one_is_defeated() -> None:
    """W02: the hero behind a defeated one takes its space; the defeated one is set aside."""
    board = table(heroes=("plain", unit("archer", 1, bleed=1), "mender"), enemies=TWO_ELVES)
    board = board.with_unit(unit("mender", exhausted=True))

    scenario = at(board).when(1, Skip())

    scenario.then_includes(UnitDefeated("archer"))
    assert lines(scenario.board)[0] == ("plain", "mender")
    assert scenario.board.aside == ("archer",)


@pytest.mark.rule("CDT-GEO-07", "CDT-GEO-08", "CDT-HP-03", "CDT-RST-17")
def test_enemies_close_up_without_moving() -> None:
    """W03: both enemies behind a defeated one come nearer, a restrained one too, and no quirk about moving stirs."""
    mover = enemy(id="mover", quirk=quirk("moved", gain("bleed"), of="any"))
    sharp = hero(skill(does("lose_health", "chosen", "enemy", n=3)), id="sharp")
    components = variant(mover, sharp)
    board = table(
        heroes=("sharp",),
        enemies=("elf-1", unit("mover", of=components, restrain=1, exhausted=True), unit("elf-2", exhausted=True)),
        components=components,
    )

    scenario = at(board).when(1, UseSkill("test")).when(1, Choose(("elf-1",)))

    scenario.then_includes(UnitDefeated("elf-1")).then_never(UnitMoved, TokensGained)
    assert lines(scenario.board)[1] == ("mover", "elf-2")
    assert scenario.board.discard == ("elf-1",)


@pytest.mark.rule("CDT-GEO-02")
def test_units_of_two_sides_never_change_places() -> None:
    """An exchange between a hero and an enemy cannot be completed: a hero does not begin it, an enemy stops at it."""
    swap = {"op": "swap", "a": {"pick": "self"}, "b": {"pick": "closest", "of": "opponent"}}
    components = variant(hero(skill(swap)), enemy(skill(swap, reach=None)))
    scenario = at(table(heroes=("tester",), enemies=("foe",), components=components))

    scenario.when(1, UseSkill("test")).refused("CDT-SKL-03")
    scenario.when(1, Skip()).then_includes(SkillStopped("foe", "foe.test.0", "there is nobody to do it to")).then_never(
        UnitsSwapped
    )


@pytest.mark.rule("CDT-GEO-03", "CDT-GEO-09", "CDT-RND-09")
def test_a_new_enemy_takes_the_first_free_space_outward_and_acts_in_this_round() -> None:
    """With two enemies a third comes to E3, and its turn comes; with three nobody can come."""
    caller = hero(skill({"op": "reveal_enemy"}))
    components = variant(caller)

    scenario = at(table(heroes=("tester",), enemies=TWO_ELVES, components=components))
    scenario = scenario.when(1, UseSkill("test"), ["brute-1", 1, 1])
    scenario.then_includes(EnemyRevealed("brute-1", "common", 3), PhraseEnded(None))
    assert lines(scenario.board)[1] == ("elf-1", "elf-2", "brute-1")
    assert any(getattr(effect, "unit", "") == "brute-1" for effect in scenario.effects)

    full = table(heroes=("tester",), enemies=("elf-1", "elf-2", "elf-3"), components=components)
    at(full).when(1, UseSkill("test")).then_includes(
        SkillStopped("tester", "tester.test.0", "there is no space to move to")
    )


@pytest.mark.rule("CDT-GEO-09", "CDT-HP-08")
def test_a_hero_called_back_stands_behind_the_others() -> None:
    """A card may bring a set-aside hero back, to the first free space outward."""
    components = variant(hero(skill({"op": "revive", "health": 2})))
    line = ("tester", unit("plain", exhausted=True))
    board = table(heroes=line, enemies=TWO_ELVES, aside=("archer",), components=components)

    scenario = at(board).when(1, UseSkill("test"))

    scenario.then_includes(HeroRevived("archer", 2))
    assert lines(scenario.board)[0] == ("tester", "plain", "archer")


@pytest.mark.rule("CDT-SKL-03")
def test_a_card_that_calls_back_needs_somebody_who_is_set_aside() -> None:
    """A hero who fell is the target; without one nothing is used, and nothing lost."""
    components = variant(hero(skill({"op": "revive", "health": 2})))
    board = table(heroes=("tester",), enemies=TWO_ELVES, components=components)

    at(board).when(1, UseSkill("test")).refused("CDT-SKL-03")


# --- moving


@pytest.mark.rule("CDT-MOV-01", "CDT-MOV-02", "CDT-MOV-03", "CDT-MOV-14")
def test_a_push_exchanges_neighbours_and_only_one_has_moved() -> None:
    """W07: pushed by a hit, E1 changes places with E2, which has not moved and whose quirk stays quiet."""
    still = enemy(id="still", quirk=quirk("moved", gain("bleed")))
    components = variant(still)
    board = table(heroes=("basher",), enemies=("elf-1", "still"), components=components)

    scenario = at(board).when(1, UseSkill("bash")).when(1, Choose(("elf-1",)), [3, 3])

    scenario.then_includes(HealthLost("elf-1", 2, 1, "attack"), UnitMoved("elf-1", "push"))
    assert lines(scenario.board)[1] == ("still", "elf-1")
    assert not scenario.board.unit("still").tokens.bleed


@pytest.mark.rule("CDT-MOV-01", "CDT-SKL-10")
def test_a_miss_pushes_nobody() -> None:
    """W07: what a hit would do is not done on a miss, and the skill goes on."""
    board = table(heroes=("basher",), enemies=TWO_ELVES)

    at(board).when(1, UseSkill("bash")).when(1, Choose(("elf-1",)), [1, 1]).then_never(UnitMoved).then_includes(
        TokensGained("basher", "defence_plus")
    )


@pytest.mark.rule("CDT-MOV-04", "CDT-MOV-05", "CDT-MOV-06")
def test_a_double_push_does_what_it_can_and_then_stops_the_skill() -> None:
    """Push(2) is two steps; where only one is possible, it is made, and the skill stops."""
    components = variant(hero(skill(does("push", n=2), gain())))
    far = table(heroes=("tester", unit("plain", exhausted=True)), enemies=TWO_ELVES, components=components)
    free = table(
        heroes=("tester", unit("plain", exhausted=True), unit("archer", exhausted=True)),
        enemies=TWO_ELVES,
        components=components,
    )

    at(free).when(1, UseSkill("test")).then_includes(
        UnitMoved("tester", "push"), UnitMoved("tester", "push"), TokensGained("tester", "defence_plus")
    )
    stopped = at(far).when(1, UseSkill("test"))
    stopped.then_includes(
        UnitMoved("tester", "push"), SkillStopped("tester", "tester.test.0", "there is no space to move to")
    )
    assert not any(effect == TokensGained("tester", "defence_plus") for effect in stopped.effects)


@pytest.mark.rule("CDT-MOV-05")
def test_nobody_is_pulled_over_the_centre() -> None:
    """A Pull at position 1 cannot be completed."""
    components = variant(hero(skill(does("pull"))))

    at(table(heroes=("tester",), enemies=TWO_ELVES, components=components)).when(1, UseSkill("test")).then_includes(
        SkillStopped("tester", "tester.test.0", "there is no space to move to")
    )


READY_LAST = ("plain", "mender")


@pytest.mark.rule("CDT-MOV-07", "CDT-MOV-08", "CDT-MOV-10", "CDT-MOV-11")
def test_one_boot_moves_before_or_after_or_not_at_all() -> None:
    """W08: with one boot a hero steps before it follows the description, or after, but not both."""
    ready = at(table(heroes=READY_LAST, enemies=TWO_ELVES)).waits_for(Deciding, 1)
    used = ready.when(1, UseSkill("dance")).waits_for(Moving, 1)

    before = used.when(1, UseBoot("pull")).then_includes(BootUsed("mender", "pull"))
    before = before.waits_for(Choosing, 1).when(1, Choose(("elf-1",)), [1, 1])
    before.then_never(BootUsed).waits_for(Deciding, 1)
    assert lines(before.board)[0] == ("mender", "plain")

    after = used.when(1, Stay(), [1, 1]).waits_for(Moving, 1).when(1, UseBoot("pull"))
    after.then_includes(BootUsed("mender", "pull")).waits_for(Deciding, 1)
    none = used.when(1, Stay(), [1, 1]).when(1, Stay())
    assert lines(none.board)[0] == READY_LAST


@pytest.mark.rule("CDT-MOV-11")
def test_boots_move_nobody_but_their_user() -> None:
    """Of three heroes the one that uses the skill, or the item, changes places; the third stays where it is."""
    line = ("plain", "archer", "mender")
    dancing = at(table(heroes=line, enemies=TWO_ELVES)).when(1, UseSkill("dance")).when(1, UseBoot("pull"))
    stabbing = at(table(heroes=line, enemies=TWO_ELVES, pool=("dagger",))).when(1, UseItem("dagger", "stab"))

    for scenario in (dancing, stabbing.when(1, UseBoot("pull"))):
        scenario.then_includes(BootUsed("mender", "pull"))
        assert lines(scenario.board)[0] == ("plain", "mender", "archer")


@pytest.mark.rule("CDT-MOV-14")
def test_pushed_by_another_a_unit_has_moved() -> None:
    """Its quirk about moving stirs."""
    components = variant(enemy(id="wary", quirk=WARY))
    board = table(heroes=("basher",), enemies=("wary", unit("elf-1", exhausted=True)), components=components)

    scenario = at(board).when(1, UseSkill("bash")).when(1, Choose(("wary",)), [3, 3])

    scenario.then_includes(UnitMoved("wary", "push"), TokensGained("wary", "bleed"))


@pytest.mark.rule("CDT-MOV-03")
def test_only_who_moved_counts_as_having_moved() -> None:
    """A text that asks who has moved in this action finds the mover, and not whom it displaced."""
    asks = {
        "op": "add_token",
        "kind": "bleed",
        "sel": {"pick": "all", "of": "hero", "where": {"is": "moved_this_action"}},
    }
    components = variant(hero(skill(does("pull"), asks)))
    board = table(heroes=(unit("plain", exhausted=True), "tester"), enemies=TWO_ELVES, components=components)

    scenario = at(board).when(1, UseSkill("test"))

    assert [effect.unit for effect in scenario.effects if effect == TokensGained("tester", "bleed")] == ["tester"]
    assert not scenario.board.unit("plain").tokens.bleed


@pytest.mark.rule("CDT-MOV-02", "CDT-MOV-07")
def test_a_boot_exchanges_places_with_a_neighbour() -> None:
    """W09: a hero on H2 that pulls itself changes places with H1, which has not moved."""
    components = variant(
        hero(skill(attack(of="enemy"), reach=(2, 2), boots=1), id="thrower"), hero(id="wary", quirk=WARY)
    )
    board = table(heroes=("wary", "thrower"), enemies=TWO_ELVES, components=components)

    scenario = at(board).when(1, UseSkill("test")).when(1, UseBoot("pull"), [1, 1])

    scenario.then_includes(BootUsed("thrower", "pull"))
    assert lines(scenario.board)[0] == ("thrower", "wary")
    assert not scenario.board.unit("wary").tokens.bleed


WARY = quirk("moved", gain("bleed"))


@pytest.mark.rule("CDT-MOV-09", "CDT-ITM-09")
def test_two_boots_may_be_split() -> None:
    """W10: with the Dagger a hero on H2 pulls, attacks, and pushes back."""
    board = table(heroes=("plain", "archer"), enemies=TWO_ELVES, pool=("dagger",))

    scenario = at(board).when(1, UseItem("dagger", "stab")).when(1, UseBoot("pull"))
    scenario = scenario.when(1, Stay()).when(1, Choose(("elf-1",)), [1, 1]).waits_for(Moving, 1)
    scenario = scenario.when(1, UseBoot("push")).then_includes(BootUsed("archer", "push"))

    assert lines(scenario.board)[0] == ("plain", "archer")


@pytest.mark.rule("CDT-MOV-09", "CDT-MOV-08")
def test_all_boots_may_be_used_at_one_end_but_never_in_between() -> None:
    """Both steps before the attack leave none for afterwards."""
    board = table(heroes=("plain", "archer"), enemies=TWO_ELVES, pool=("dagger",))

    scenario = at(board).when(1, UseItem("dagger", "stab")).when(1, UseBoot("pull"))
    scenario = scenario.when(1, UseBoot("push"), [1, 1])

    scenario.then_includes(BootUsed("archer", "push"), AttackEnded(None)).waits_for(Deciding, 1)
    assert lines(scenario.board)[0] == ("plain", "archer")


@pytest.mark.rule("CDT-MOV-13", "CDT-RST-01", "CDT-RST-03")
def test_a_restrained_hero_uses_the_skill_but_not_its_boots() -> None:
    """No movement is offered before or after."""
    board = table(heroes=("plain", unit("mender", restrain=1)), enemies=TWO_ELVES)

    at(board).when(1, UseSkill("dance"), [1, 1]).then_never(BootUsed).waits_for(Deciding, 1)
    components = variant(hero(skill(attack(of="enemy"), reach=(1, 1), boots=1)))
    out_of_reach = table(
        heroes=("plain", unit("tester", restrain=1, of=components)), enemies=TWO_ELVES, components=components
    )
    at(out_of_reach).when(1, UseSkill("test")).refused("CDT-SKL-03")


@pytest.mark.rule("CDT-MOV-12")
def test_there_is_no_bare_movement_in_combat() -> None:
    """A boot is refused while no skill is in use."""
    at(table(heroes=READY_LAST, enemies=TWO_ELVES)).when(1, UseBoot("pull")).refused("CDT-RND-02")


@pytest.mark.rule("CDT-MOV-05", "CDT-MOV-01")
def test_a_boot_needs_a_neighbour_and_a_way() -> None:
    """The outermost hero cannot be pushed, the innermost not pulled; there is no third way."""
    used = at(table(heroes=READY_LAST, enemies=TWO_ELVES)).when(1, UseSkill("dance"))

    used.when(1, UseBoot("push")).refused("CDT-MOV-05")
    used.when(1, UseBoot("up")).refused("CDT-MOV-01")


# --- range


@pytest.mark.rule("CDT-RNG-01", "CDT-RNG-02", "CDT-RNG-03", "CDT-RNG-04", "CDT-SKL-04")
def test_every_unit_at_a_distance_in_range_is_a_target() -> None:
    """Range 2-4 from H1 reaches H3, E2 and E3, friend or foe, and neither the neighbours nor the shooter."""
    board = table(
        heroes=("archer", unit("plain", exhausted=True), unit("mender", exhausted=True)),
        enemies=("elf-1", "elf-2", "elf-3"),
    )

    scenario = at(board).when(1, UseSkill("shot")).waits_for(Choosing, 1)

    pending = scenario.board.pending
    assert isinstance(pending, Choosing)
    assert pending.among == ("elf-2", "elf-3", "mender")
    scenario.when(1, Choose(("elf-1",)), [1, 1]).refused("CDT-SKL-04")


@pytest.mark.rule("CDT-RNG-02", "CDT-RNG-03")
@pytest.mark.parametrize(
    ("reach", "expected"),
    [
        ((0, 0), {"tester"}),
        ((1, 1), {"plain", "archer"}),
        ((2, 2), {"elf-1"}),
        ((2, 3), {"elf-1", "elf-2"}),
        ((0, 1), {"tester", "plain", "archer"}),
        ((4, 5), {"elf-3"}),
    ],
)
def test_neither_nearer_nor_farther_than_its_range(reach: tuple[int, int], expected: set[str]) -> None:
    """From H2: 0 is the hero itself, N exactly N spaces either way, a-b every distance from a to b and no other."""
    everybody = {"op": "add_token", "sel": {"pick": "all", "in_range": True}, "kind": "bleed"}
    components = variant(hero(skill(everybody, reach=reach)))
    line = ("plain", "tester", unit("archer", exhausted=True))
    foes = [unit(f"elf-{n}", exhausted=True) for n in (1, 2, 3)]

    scenario = at(table(heroes=line, enemies=foes, components=components)).when(1, UseSkill("test"))

    gained = {effect.unit for effect in scenario.effects if isinstance(effect, TokensGained)}
    assert gained == expected


@pytest.mark.rule("CDT-RNG-02")
def test_range_zero_is_oneself() -> None:
    """A hero alone in range 0 of its own skill is healed without a choice."""
    board = table(heroes=(unit("plain", 2),), enemies=TWO_ELVES)

    at(board).when(1, UseSkill("rest")).then_includes(PhraseEnded(None, ("plain",)))


@pytest.mark.rule("CDT-RNG-05")
def test_an_item_reaches_as_far_from_whoever_uses_it() -> None:
    """The Dagger in the hand of H2 reaches H1 without a step, but no enemy."""
    board = table(heroes=("plain", "archer"), enemies=TWO_ELVES, pool=("dagger",))

    scenario = at(board).when(1, UseItem("dagger", "stab")).when(1, Stay(), [1, 1])

    assert any(getattr(effect, "targets", ()) == ("plain",) for effect in scenario.effects)


@pytest.mark.rule("CDT-RNG-06", "CDT-SKL-03")
def test_range_counts_from_where_the_description_is_followed() -> None:
    """A skill out of reach may be used if its boots bring it into reach, and only such steps are offered first."""
    components = variant(hero(skill(attack(of="enemy"), reach=(1, 1), boots=1)))
    far = table(heroes=("plain", "tester"), enemies=TWO_ELVES, components=components)
    farther = table(
        heroes=("plain", unit("archer", exhausted=True), "tester"), enemies=TWO_ELVES, components=components
    )

    used = at(far).when(1, UseSkill("test")).waits_for(Moving, 1)
    used.when(1, Stay()).refused("CDT-SKL-03")
    used.when(1, UseBoot("pull"), [1, 1]).then_includes(BootUsed("tester", "pull"))
    at(farther).when(1, UseSkill("test")).refused("CDT-SKL-03")


@pytest.mark.rule("CDT-RNG-06")
def test_range_counts_from_where_a_text_has_moved_the_user() -> None:
    """A skill that first pulls its user reaches what is in range afterwards."""
    components = variant(hero(skill(does("pull"), attack(of="enemy"), reach=(1, 1))))
    board = table(heroes=("plain", "tester"), enemies=TWO_ELVES, components=components)

    at(board).when(1, UseSkill("test"), [1, 1]).then_includes(UnitMoved("tester", "pull"))


@pytest.mark.rule("CDT-GEO-09", "CDT-TRM-07")
def test_a_card_may_say_that_an_enemy_comes_to_the_centre() -> None:
    """The others stand one space farther out, without having moved."""
    components = variant(hero(skill({"op": "reveal_enemy", "place": "centre"})))
    foes = (unit("elf-1", exhausted=True), unit("elf-2", exhausted=True))
    board = table(heroes=("tester",), enemies=foes, components=components)

    scenario = at(board).when(1, UseSkill("test"), ["brute-1", 1, 1])

    scenario.then_includes(EnemyRevealed("brute-1", "common", 3, "centre")).then_never(UnitMoved)
    assert lines(scenario.board)[1] == ("brute-1", "elf-1", "elf-2")
