"""Moments: what sets off a quirk, and whose deed it has to be."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, get_args

import pytest

from rulesets.card_tactics.effects import AttackResolved, QuirkStarted
from rulesets.card_tactics.phases import DRAWING_EVENT
from rulesets.card_tactics.rules.slots import Skip, UseItem, UseSkill
from rulesets.card_tactics.schema import Moment
from tests.rulesets.card_tactics.build import (
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

NOTED = gain("attack_plus")


def used(phrase: Word, dice: tuple[int, ...] = (), on: str = "", of: str = "self", owner: str = "tester") -> bool:
    """Whether a quirk with this trigger takes place when the hero in front uses a skill of one phrase."""
    noted = quirk(on, NOTED, of=of)
    user = hero(skill(phrase), quirk=noted if owner == "tester" else None)
    watcher = hero(id="watcher", quirk=noted if owner == "watcher" else None)
    foe = enemy(health=3, quirk=noted if owner == "foe" else None)
    components = variant(user, watcher, foe)
    heroes = (unit("watcher", exhausted=True, of=components), unit("tester", 4, of=components))
    board = table(heroes, (unit("foe", exhausted=True, of=components), "elf-1"), components=components)
    return fired(at(board).when(1, UseSkill("test"), dice), owner)


def fired(scenario: Scenario[Board], owner: str) -> bool:
    """Whether the quirk of a unit took place."""
    assert scenario.board
    return any(isinstance(effect, QuirkStarted) and effect.owner == owner for effect in scenario.effects)


FAR = attack("closest", "enemy", in_range=False)


@pytest.mark.rule("CDT-QRK-01", "CDT-QRK-02")
@pytest.mark.parametrize(
    ("moment", "owner", "phrase", "dice", "expected"),
    [
        ("attacked", "foe", FAR, (1, 1), True),
        ("attacked", "tester", FAR, (1, 1), False),
        ("hit_dealt", "tester", FAR, (3, 3), True),
        ("hit_dealt", "tester", FAR, (1, 1), False),
        ("crit_dealt", "tester", FAR, (5, 5), True),
        ("crit_dealt", "tester", FAR, (3, 3), False),
        ("hit_taken", "foe", FAR, (3, 3), True),
        ("hit_taken", "foe", FAR, (1, 1), False),
        ("miss_dealt", "tester", FAR, (1, 1), True),
        ("miss_dealt", "tester", FAR, (3, 3), False),
        ("miss_taken", "foe", FAR, (1, 1), True),
        ("miss_taken", "tester", FAR, (1, 1), False),
        ("health_lost", "foe", FAR, (3, 3), True),
        ("health_lost", "foe", FAR, (1, 1), False),
        ("health_lost", "tester", does("lose_health"), (), True),
        ("healed", "tester", does("heal"), (), True),
        ("healed", "watcher", does("heal", "closest", "hero"), (), False),
        ("token_gained", "tester", gain("bleed"), (), True),
        ("token_gained", "watcher", gain("bleed"), (), False),
        ("moved", "tester", does("pull"), (), True),
        ("moved", "watcher", does("pull"), (), False),
        ("defeated", "foe", does("lose_health", "closest", "enemy", n=3), (), True),
        ("defeated", "foe", does("lose_health", "closest", "enemy", n=2), (), False),
        ("after_action", "tester", gain("bleed"), (), True),
        ("after_action", "watcher", gain("bleed"), (), False),
    ],
)
def test_a_deed_sets_off_the_quirk_of_whoever_it_concerns(
    moment: str, owner: str, phrase: Word, dice: tuple[int, ...], expected: bool
) -> None:
    """A quirk of `self` answers what its owner does, or what is done to it, and nothing else."""
    assert used(phrase, dice, moment, owner=owner) is expected


@pytest.mark.rule("CDT-QRK-01", "CDT-TRM-04")
@pytest.mark.parametrize(
    ("of", "owner", "expected"),
    [
        ("self", "watcher", False),
        ("ally", "watcher", True),
        ("ally", "tester", False),
        ("ally", "foe", False),
        ("opponent", "foe", True),
        ("opponent", "watcher", False),
        ("any", "foe", True),
        ("any", "tester", True),
    ],
)
def test_a_quirk_may_answer_what_others_do(of: str, owner: str, expected: bool) -> None:
    """Allies, opponents or anybody, seen from its owner, who is no ally of its own."""
    assert used(does("pull"), (), "moved", of, owner) is expected


@pytest.mark.parametrize(("limit", "times"), [("none", 2), ("action", 1), ("round", 1), ("combat", 1), ("game", 1)])
def test_a_limit_counts_also_where_one_moment_concerns_several(limit: str, times: int) -> None:
    """Two allies are attacked at once, and there are as many uses of the quirk as its card allows."""
    watcher = enemy(id="watcher", quirk=quirk("attacked", NOTED, of="ally", limit=limit))
    components = variant(hero(skill(attack("all", "enemy"), reach=(1, 2))), watcher)
    board = table(("tester",), ("elf-1", "elf-2", "watcher"), components=components)
    scenario = at(board).when(1, UseSkill("test"), [1, 1])
    assert scenario.board
    assert sum(isinstance(effect, QuirkStarted) for effect in scenario.effects) == times


@pytest.mark.rule("CDT-QRK-01", "CDT-ACT-01")
def test_an_action_sets_off_quirks_before_it() -> None:
    """As soon as the slot begins, before its hero decides."""
    components = variant(hero(quirk=quirk("before_action", NOTED)))

    assert fired(at(table(("tester",), ("elf-1",), components=components)), "tester")


@pytest.mark.rule("CDT-QRK-01")
def test_a_combat_and_a_round_set_off_quirks_as_they_begin() -> None:
    """All heroes that stand are concerned; nobody's deed it is."""
    for moment in ("combat_start", "round_start"):
        components = variant(hero(quirk=quirk(moment, NOTED)))
        board = table(("tester", "plain"), components=components, pending=DRAWING_EVENT, revealed=0)
        scenario = at(board, ["calm-1", "brute-1", "brute-2", "brute-3"])
        assert fired(scenario, "tester"), moment
        assert scenario.board.unit("tester").tokens.attack_plus == 1


@pytest.mark.rule("CDT-QRK-01")
def test_the_end_of_a_round_sets_off_quirks_once() -> None:
    """When all have acted, and not before."""
    components = variant(hero(quirk=quirk("round_end", NOTED)))
    board = table(("plain", "tester"), ("elf-1",), components=components)

    one = at(board).when(1, Skip())
    assert not fired(one, "tester")
    assert fired(one.when(1, Skip()), "tester")


@pytest.mark.rule("CDT-QRK-04", "CDT-ITM-03")
def test_the_quirk_of_an_item_answers_its_own_use() -> None:
    """And stays silent while another item is used."""
    own = item(skill(gain("bleed")), quirk=quirk("item_used", NOTED))
    other = item(skill(gain("bleed")), id="other")
    board = table(("plain",), ("elf-1",), pool=("other", "tool"), components=variant(own, other))

    assert fired(at(board).when(1, UseItem("tool", "test")), "plain")
    assert not fired(at(board).when(1, UseItem("other", "test")), "plain")


@pytest.mark.rule("CDT-QRK-01")
def test_a_quirk_may_want_one_kind_of_tokens() -> None:
    """Gaining another kind does not set it off."""
    for kind, expected in (("bleed", True), ("counter", False)):
        bleeding = quirk("token_gained", NOTED, token="bleed")
        components = variant(hero(skill(gain(kind)), quirk=bleeding))
        board = table(("tester",), ("elf-1",), components=components)
        assert fired(at(board).when(1, UseSkill("test")), "tester") is expected


@pytest.mark.rule("CDT-QRK-01")
def test_a_static_quirk_stands_while_its_condition_is_met() -> None:
    """It changes a number all the time, and takes place at no moment."""
    tough = {"id": "q", "trigger": {"on": "static"}, "modifier": {"kind": "defence", "n": 2}}
    tough["if"] = {"is": "at_position", "n": 1}
    pushes = skill(does("push", "closest", "enemy"), attack("farthest", "enemy", in_range=False), id="shove")
    components = variant(enemy(quirk=tough), hero(skill(FAR), pushes))
    scenario = at(table(("tester",), ("foe", unit("elf-1", exhausted=True)), components=components))

    in_front = scenario.when(1, UseSkill("test"), [3, 3])
    behind = scenario.when(1, UseSkill("shove"), [3, 3])

    in_front.then_includes(AttackResolved("tester", "foe", "miss", 6, 7, 0, 0))
    behind.then_includes(AttackResolved("tester", "foe", "hit", 6, 5, 0, 1))


def test_every_moment_sets_off_something_here() -> None:
    """None is forgotten; rolls are told with the attacks, and what no word tells with what is entered by hand."""
    text = Path(__file__).read_text(encoding="utf-8")

    elsewhere = ("attack_rolled", "by_hand")
    assert [name for name in get_args(Moment) if f'"{name}"' not in text and name not in elsewhere] == []


@pytest.mark.rule("CDT-QRK-01", "CDT-TRM-07")
def test_a_hit_that_costs_nothing_is_no_loss() -> None:
    """The foe is hit, but loses no health: only the quirk on being hit takes place."""
    ward = does("ongoing", "closest", "enemy", modifier={"kind": "immunity"}, until="end_of_round")
    for moment, expected in (("health_lost", False), ("hit_taken", True)):
        components = variant(hero(skill(ward, FAR)), enemy(quirk=quirk(moment, NOTED)))
        board = table(("tester",), ("foe", "elf-1"), components=components)
        assert fired(at(board).when(1, UseSkill("test"), [3, 3]), "foe") is expected


@pytest.mark.rule("CDT-QRK-01", "CDT-MOV-14")
@pytest.mark.parametrize("owner", ["one", "two"])
def test_both_move_that_exchange_their_places(owner: str) -> None:
    """Whoever of the two it is, its quirk on moving takes place."""
    swap = {"op": "swap", "a": {"pick": "closest", "of": "ally"}, "b": {"pick": "farthest", "of": "ally"}}
    sways = {name: quirk("moved", NOTED) if name == owner else None for name in ("one", "two")}
    components = variant(hero(skill(swap)), *(hero(id=name, quirk=sway) for name, sway in sways.items()))
    line = (unit("one", of=components, exhausted=True), unit("two", of=components, exhausted=True), "tester")

    assert fired(at(table(line, ("elf-1",), components=components)).when(1, UseSkill("test")), owner)


@pytest.mark.rule("CDT-QRK-01", "CDT-RST-06")
def test_restrained_again_a_unit_gains_a_stun_token() -> None:
    """And out of Stun it gains a Restrain token: quirks on those kinds take place."""
    for token, phrase, bond in (("stun", gain("restrain"), "restrain"), ("restrain", does("heal"), "stun")):
        bound = quirk("token_gained", NOTED, token=token)
        helper = skill({**phrase, "sel": {"pick": "closest", "of": "ally"}})
        components = variant(hero(id="bound", health=5, quirk=bound), hero(helper))
        line = (unit("bound", 3, of=components, exhausted=True, **{bond: 1}), unit("tester", of=components))
        assert fired(at(table(line, ("elf-1",), components=components)).when(1, UseSkill("test")), "bound"), token
