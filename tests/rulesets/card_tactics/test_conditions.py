"""Conditions: when each of them holds."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from rulesets.card_tactics.effects import PhraseSkipped, TokensGained
from rulesets.card_tactics.phases import DRAWING_EVENT
from rulesets.card_tactics.rules.camp import UseCampItem
from rulesets.card_tactics.rules.slots import Skip, UseSkill
from rulesets.card_tactics.words.selecting import Condition
from tests.rulesets.card_tactics.build import (
    Word,
    at,
    attack,
    enemy,
    event,
    gain,
    hero,
    item,
    lines,
    skill,
    table,
    unit,
    variant,
)

YES, NO = "counter", "attack_plus"


def either(condition: Word) -> Word:
    """A phrase that gives its owner one token or another, by the condition."""
    return {"op": "if", "cond": condition, "then": [gain(YES)], "else": [gain(NO)]}


def asked(condition: Word, *before: Word, **parts: Any) -> str:
    """Which token the hero on space 2 gets when it asks: health 4 of 5, two bleeding, an elf and a shade opposite."""
    components = variant(hero(skill(*before, either(condition))))
    heroes = ("plain", unit("tester", 4, of=components, bleed=2))
    board = table(heroes, ("elf-1", unit("shade-1", 1, exhausted=True)), components=components, **parts)
    held = at(board).when(1, UseSkill("test")).board.unit("tester").tokens
    return YES if held.counter else NO if held.attack_plus else ""


SELF, ELF = {"pick": "self"}, {"of": "enemy", "pick": "position", "n": 1}
TRUE, FALSE = {"is": "round_number", "cmp": "==", "n": 1}, {"is": "round_number", "cmp": ">", "n": 1}


@pytest.mark.rule("CDT-SKL-02")
@pytest.mark.parametrize(
    ("holds", "fails"),
    [
        (TRUE, FALSE),
        ({"is": "all", "of": [TRUE, TRUE]}, {"is": "all", "of": [TRUE, FALSE]}),
        ({"is": "any", "of": [FALSE, TRUE]}, {"is": "any", "of": [FALSE, FALSE]}),
        ({"is": "not", "of": FALSE}, {"is": "not", "of": TRUE}),
        ({"is": "has_token", "kind": "bleed", "n": 2}, {"is": "has_token", "kind": "bleed", "n": 3}),
        ({"is": "has_token", "kind": "bleed"}, {"is": "has_token", "kind": "bleed", "sel": ELF}),
        ({"is": "health", "cmp": "<", "n": "printed"}, {"is": "health", "cmp": "==", "n": "printed"}),
        ({"is": "health", "cmp": "==", "n": 3, "sel": ELF}, {"is": "health", "cmp": "<", "n": 3, "sel": ELF}),
        ({"is": "at_position", "n": 2}, {"is": "at_position", "n": 1}),
        (
            {"is": "units_left", "of": "ally", "cmp": "==", "n": 1},
            {"is": "units_left", "of": "hero", "cmp": "==", "n": 1},
        ),
        (
            {"is": "units_left", "of": "opponent", "cmp": "<=", "n": 2},
            {"is": "units_left", "of": "unit", "cmp": "<", "n": 4},
        ),
        ({"is": "card_is", "id": "elf", "sel": ELF}, {"is": "card_is", "id": "shade", "sel": ELF}),
        ({"is": "card_is", "id": "tester"}, {"is": "card_is", "id": "plain"}),
        (
            {"is": "card_is", "id": "shade", "sel": {"of": "enemy", "pick": "closest", "count": 2}},
            {"is": "card_is", "id": "shade", "sel": {"of": "enemy", "pick": "closest"}},
        ),
        (
            {"is": "at_position", "n": 2, "sel": SELF | {"where": {"is": "has_token", "kind": "bleed"}}},
            {"is": "at_position", "n": 2, "sel": SELF | {"where": {"is": "has_token", "kind": "counter"}}},
        ),
        ({"is": "rarity", "rarity": "rare", "sel": ELF}, {"is": "rarity", "rarity": "rare"}),
        ({"is": "phase", "phase": "combat"}, {"is": "phase", "phase": "camp"}),
        (
            {"is": "health", "cmp": "==", "n": 1, "sel": {"of": "enemy", "pick": "lowest_health"}},
            {"is": "health", "cmp": "==", "n": 1, "sel": {"of": "enemy", "pick": "closest"}},
        ),
    ],
    ids=lambda condition: condition["is"],
)
def test_a_condition_holds_or_not(holds: Word, fails: Word) -> None:
    """It is about the owner of the text unless it names somebody else."""
    assert (asked(holds), asked(fails)) == (YES, NO)


@pytest.mark.rule("CDT-MOV-03")
def test_who_is_displaced_has_not_moved() -> None:
    """Only the unit that a text moves has moved in this action."""
    step = {"op": "pull", "sel": SELF}
    neighbour = {"is": "moved_this_action", "sel": {"of": "ally", "pick": "all"}}

    assert asked({"is": "moved_this_action"}) == NO
    assert asked({"is": "moved_this_action"}, step) == YES
    assert asked(neighbour, step) == NO


def test_a_target_is_defeated_once_it_is_gone() -> None:
    """Who was meant by the phrase before, and stands no longer."""
    harm = {"op": "lose_health", "sel": {"of": "enemy", "pick": "farthest"}}
    target = {"is": "defeated", "sel": {"pick": "target"}}

    assert asked(target, harm) == YES
    assert asked(target, {**harm, "sel": ELF}) == NO


@pytest.mark.rule("CDT-ATK-08")
@pytest.mark.parametrize(
    ("dice", "holds"),
    [
        ([1, 1], {"is_miss"}),
        ([2, 3], {"is_hit"}),
        ([4, 5], {"is_hit"}),
        ([5, 5], {"is_hit", "is_crit"}),
    ],
)
def test_how_an_attack_went(dice: list[int], holds: set[str]) -> None:
    """A critical hit is a hit as well; dice and total are told apart; none of it holds without an attack."""
    for name in ("is_hit", "is_crit", "is_miss"):
        branch = [either({"is": name})]
        blows = attack("closest", "enemy", on_hit=branch, on_miss=branch)
        components = variant(hero(skill(blows)), enemy(health=5))
        board = table(("tester",), ("foe",), components=components)
        held = at(board).when(1, UseSkill("test"), dice).board.unit("tester").tokens
        assert bool(held.counter) is (name in holds), name
        assert asked({"is": name}) == NO


@pytest.mark.rule("CDT-ATK-01", "CDT-ATK-06")
def test_the_dice_and_the_total_are_two_things() -> None:
    """The total has the bonus in it, the natural roll has not."""
    for condition, token in (
        ({"is": "natural_roll", "cmp": "==", "n": 6}, YES),
        ({"is": "natural_roll", "cmp": "==", "n": 8}, NO),
        ({"is": "total", "cmp": "==", "n": 8}, YES),
        ({"is": "total", "cmp": "==", "n": 6}, NO),
    ):
        components = variant(hero(skill(attack("closest", "enemy", bonus=2, on_hit=[either(condition)]))), enemy())
        board = table(("tester",), ("foe",), components=components)
        at(board).when(1, UseSkill("test"), [3, 3]).then_includes(TokensGained("tester", token))


def test_nothing_is_rolled_outside_an_attack() -> None:
    """Then neither the dice nor the total are any number."""
    assert asked({"is": "natural_roll", "cmp": ">=", "n": 0}) == NO
    assert asked({"is": "total", "cmp": ">=", "n": 0}) == NO


def test_a_condition_of_a_selector_is_asked_of_each_candidate() -> None:
    """Without a `sel` it is about the unit that might be meant, not about the owner of the text."""
    hurt = {"op": "heal", "sel": {"of": "unit", "pick": "all", "where": {"is": "health", "cmp": "==", "n": 1}}}
    components = variant(hero(skill(hurt)))
    board = table(
        (unit("tester", 2, of=components),),
        (unit("shade-1", 1, exhausted=True), unit("elf-1", 2)),
        components=components,
    )

    after = at(board).when(1, UseSkill("test")).board

    assert [one.health for one in after.units] == [2, 2, 2]


def test_the_phases_of_the_loop_are_told_apart() -> None:
    """An item knows that it is used in Camp, an event that it is followed in the Event phase."""
    tool = item(skill(either({"is": "phase", "phase": "camp"})), phases=["camp"])
    board = table(pool=("tool",), components=variant(tool))
    at(board).when(1, UseCampItem("tool", "plain", "test")).then_includes(TokensGained("plain", YES))

    heroes = {"of": "hero", "pick": "all"}
    now = {"is": "phase", "phase": "event"}
    omen = event({"op": "if", "cond": now, "then": [{"op": "add_token", "sel": heroes, "kind": "bleed"}]})
    components = variant(omen)
    board = replace(
        table(("plain",), components=components, pending=DRAWING_EVENT, revealed=0),
        event_discard=tuple(one for one in components.events if one != "omen"),
    )
    board = replace(board, events=replace(board.events, size=1, unseen=("omen",)))
    at(board, ["omen", "brute-1", "brute-2", "brute-3"]).then_includes(TokensGained("plain", "bleed")).then_never(
        PhraseSkipped
    )


# --- whom a word picks


@pytest.mark.parametrize(
    ("pick", "more", "who"),
    [
        ("closest", {}, "archer"),
        ("second_closest", {}, "mender"),
        ("farthest", {}, "plain"),
        ("lowest_health", {}, "mender"),
        ("highest_health", {}, "archer"),
        ("lowest_defence", {}, "plain"),
        ("highest_defence", {"tie": "centre"}, "archer"),
        ("highest_defence", {"tie": "outer"}, "mender"),
        ("position", {"n": 2}, "mender"),
    ],
)
@pytest.mark.rule("CDT-ENM-05")
def test_the_text_of_an_enemy_names_its_target(pick: str, more: Word, who: str) -> None:
    """By distance from the enemy, by health left, by printed defence, by position; a card may say who wins a tie."""
    strike = {"op": "lose_health", "sel": {"of": "hero", "pick": pick, **more}}
    components = variant(enemy(skill(strike, reach=None)))
    heroes = (unit("archer", 4), unit("mender", 2), unit("plain", 3))
    board = table(heroes, ("foe",), components=components)

    after = at(board).when(1, Skip()).board

    lost = [
        card for card, one in zip(lines(board)[0], after.heroes, strict=True) if one.health < board.unit(card).health
    ]
    assert lost == [who]


def test_every_condition_is_tried_here() -> None:
    """None is forgotten."""
    text = Path(__file__).read_text(encoding="utf-8")
    names = [kind.__struct_config__.tag for kind in get_args(Condition)]

    assert [name for name in names if f'"is": "{name}"' not in text and f'"{name}"' not in text] == []
