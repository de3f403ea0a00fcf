"""Of several branches only those are offered that can begin."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.card_tactics import RULESET
from rulesets.card_tactics.board import Board
from rulesets.card_tactics.components import Components
from rulesets.card_tactics.effects import ItemDiscarded, ItemDrawn, SkillStopped, TokensGained
from rulesets.card_tactics.phases import RESOLVING_EVENT, Choosing, Following
from rulesets.card_tactics.pieces import Item
from rulesets.card_tactics.rules.choosing import Choose
from rulesets.card_tactics.rules.slots import UseSkill
from rulesets.kit.piles import Pile
from rulesets.kit.scenario import Scenario
from tests.rulesets.card_tactics.build import (
    TWO,
    Word,
    at,
    attack,
    blow,
    does,
    enemy,
    gain,
    hero,
    holding,
    quirk,
    skill,
    table,
    unit,
    variant,
)


def choice(*firsts: Word) -> Word:
    """A choice between branches that begin with these phrases, and two that always can."""
    return {"op": "choose", "options": [*([first, gain("attack_plus")] for first in firsts), [gain()], [gain("bleed")]]}


def is_offered(first: Word, *, line: str = "plain tester", dice: list[int], around: Word | None, **parts: Any) -> bool:
    """Whether a branch that begins so is among those that the tester is offered; its friends have acted."""
    text = choice(first) if around is None else around | {"on_hit": [choice(first)]}
    components = variant(hero(skill(text)))
    bonds = parts.pop("me", None)
    mine = [unit(one, of=components, exhausted=one != "tester") for one in line.split()]
    heroes = tuple(holding(one, bonds) if one.card == "tester" else one for one in mine)
    basis: dict[str, Any] = {"heroes": heroes, "enemies": TWO, "components": components}
    scenario = at(table(**(basis | parts))).when(1, UseSkill("test"), dice).waits_for(Choosing, 1)
    pending = scenario.board.pending
    assert isinstance(pending, Choosing)
    return "0" in pending.among


BOUND: Word = {"me": {"restrain": 1}}
ALONE: Word = {"line": "tester"}
BEFORE: Word = {"line": "tester plain"}
"""The tester stands nearer to the centre than its friend; else behind it."""
ONE_FOE: Word = {"enemies": ("elf-1",)}
EMPTY: Word = {"stacks": (Pile(0, ()),) * 3}
STONE: Word = {"pool": ("stone-1",)}
USED_STONE: Word = {"pool": (Item("stone-1", True),)}
IN_ATTACK: Word = {"around": attack("closest", "enemy"), "dice": [5, 3]}
"""The choice stands in what a hit of the tester sets off."""

EXCHANGE: Word = {"op": "swap", "a": {"pick": "self"}, "b": {"pick": "closest", "of": "ally"}}
REVEAL: Word = {"op": "reveal_enemy", "n": 2}
RARE: Word = {"op": "draw_item", "rarity": "rare", "n": 2}
DISCARD: Word = {"op": "discard_item", "n": 2}
ASIDE: Word = {"op": "redirect", "to": {"pick": "farthest", "of": "enemy"}}
CURE: Word = {"op": "heal", "sel": {"pick": "target", "where": {"is": "has_token", "kind": "bleed"}}}
IN_CAMP: Word = {"is": "phase", "phase": "camp"}


@pytest.mark.rule("CDT-SKL-02", "CDT-SKL-07")
@pytest.mark.parametrize(
    ("first", "can", "cannot"),
    [
        (DISCARD, STONE, {}),
        (DISCARD | {"rarity": "common"}, STONE, {"pool": ("horn-1",)}),
        (RARE, {}, EMPTY),
        ({"op": "exhaust", "item": "chosen"}, STONE, USED_STONE),
        ({"op": "ready", "item": "chosen"}, USED_STONE, STONE),
        (REVEAL, {}, {"enemies": (*TWO, "elf-3")}),
        (REVEAL, {}, {"revealed": 18}),
        ({"op": "revive"}, {"aside": ("archer",)}, {}),
        (does("pull", n=2), {}, BEFORE),
        (does("push", n=2), BEFORE, {}),
        (does("pull"), {}, BOUND),
        (does("push", "closest", "enemy", n=2), {}, ONE_FOE),
        (does("pull", "closest", "ally"), BEFORE, {}),
        (does("pull", "all", "enemy"), BOUND, ONE_FOE),
        (EXCHANGE, {}, ALONE),
        (EXCHANGE, BEFORE, BOUND),
        (gain("bleed", "closest", "ally"), {}, ALONE),
        (gain("bleed", "second_closest", "enemy"), {}, ONE_FOE),
        (attack("closest", "ally"), {}, ALONE),
        ({"op": "modify_total", "n": 1}, IN_ATTACK, {}),
        ({"op": "set_total", "n": 1}, IN_ATTACK, {}),
        ({"op": "modify_defence", "n": 1}, IN_ATTACK, {}),
        (CURE, IN_ATTACK | {"enemies": (unit("elf-1", bleed=1),)}, IN_ATTACK),
        ({"op": "choose", "options": [[RARE], [DISCARD]]}, STONE | EMPTY, EMPTY),
        ({"op": "if", "cond": IN_CAMP, "then": [gain()], "else": [RARE]}, {}, EMPTY),
        (does("for_each", "all", "enemy", phrases=[does("push", "target")]), {}, ONE_FOE),
        (does("for_each", "closest", "ally", phrases=[gain("bleed", "target")]), {}, ALONE),
    ],
)
def test_a_branch_is_offered_only_if_its_first_phrase_can_begin(first: Word, can: Word, cannot: Word) -> None:
    """On one board it can, on the other it cannot: an item, a card, room, a unit or an attack is missing."""
    plain: dict[str, Any] = {"dice": [], "around": None}

    assert is_offered(first, **(plain | can))
    assert not is_offered(first, **(plain | cannot))


@pytest.mark.rule("CDT-SKL-02")
@pytest.mark.parametrize("late", [{"op": "prevent_loss"}, ASIDE])
def test_nothing_is_left_to_change_in_an_attack_that_has_hit(late: Word) -> None:
    """The loss is taken and the targets are fixed: no such branch is offered, within the attack or without."""
    assert not is_offered(late, **IN_ATTACK)
    assert not is_offered(late, dice=[], around=None)


@pytest.mark.rule("CDT-SKL-02", "CDT-QRK-01")
@pytest.mark.parametrize(
    ("moment", "change"),
    [
        ("attack_rolled", {"op": "reroll"}),
        ("attack_rolled", {"op": "redirect", "to": {"pick": "second_closest", "of": "enemy"}}),
        ("hit_dealt", {"op": "prevent_loss"}),
    ],
)
def test_an_attack_is_changed_in_its_time(moment: str, change: Word) -> None:
    """A roll as long as it is pending, a target before it is resolved, a loss before it is taken."""
    choosy = hero(skill(attack("closest", "enemy")), quirk=quirk(moment, choice(change)))
    scenario = at(table(heroes=("tester",), enemies=TWO, components=variant(choosy)))

    asked = scenario.when(1, UseSkill("test"), [5, 3]).waits_for(Choosing, 1).board.pending
    assert isinstance(asked, Choosing)
    assert asked.among == ("0", "1", "2")


@pytest.mark.rule("CDT-SKL-02", "CDT-ATK-15")
def test_only_a_roll_that_is_pending_is_made_again() -> None:
    """Not that of an attack which a quirk made when another was rolled, and which has hit."""
    blows = blow("closest", "enemy", on_hit=[choice({"op": "reroll"})])
    wild = hero(skill(attack("closest", "enemy")), quirk=quirk("attack_rolled", blows))
    scenario = at(table(heroes=("tester",), enemies=TWO, components=variant(wild)))

    asked = scenario.when(1, UseSkill("test"), [1, 1, 5, 3]).waits_for(Choosing, 1).board.pending
    assert isinstance(asked, Choosing)
    assert asked.among == ("1", "2")


@pytest.mark.rule("CDT-SKL-02", "CDT-ATK-12")
def test_an_attack_is_redirected_only_to_another_unit() -> None:
    """Whoever is a target already is none anew."""
    change = {"op": "redirect", "to": {"pick": "closest", "of": "enemy"}}
    choosy = hero(skill(attack("closest", "enemy")), quirk=quirk("attack_rolled", choice(change)))
    scenario = at(table(heroes=("tester",), enemies=TWO, components=variant(choosy)))

    asked = scenario.when(1, UseSkill("test"), [5, 3]).waits_for(Choosing, 1).board.pending
    assert isinstance(asked, Choosing)
    assert asked.among == ("1", "2")


@pytest.mark.rule("CDT-SKL-02", "CDT-HP-08")
def test_the_defeated_attack_nobody_with_their_last_curse() -> None:
    """Of a blow and a curse only the curse is left, and is laid without a question."""
    curse: Word = {"op": "choose", "options": [[blow()], [gain("bleed", "closest", "hero")]]}
    cursed = enemy(health=1, quirk=quirk("defeated", curse))
    board = table(heroes=("plain",), enemies=("foe", "elf-1"), components=variant(cursed))

    at(board).when(1, UseSkill("hit"), [5, 1]).then_includes(TokensGained("plain", "bleed"))


@pytest.mark.rule("CDT-SKL-02", "CDT-SPC-01")
@pytest.mark.parametrize(("held", "among"), [(0, ("0", "1", "2")), (1, ("1", "2"))])
def test_an_items_own_token_is_placed_only_if_one_is_left(held: int, among: tuple[str, ...]) -> None:
    """Of one Hound that lies on a foe there is none left."""
    hound = {"op": "place_special", "kind": "hound", "sel": {"pick": "self"}}
    components = variant(hero(skill(choice(hound))))
    components.supply = {"hound": 1}
    board = table(("tester",), (unit("elf-1", hound=held), "elf-2"), components=components, limited=True)

    asked = at(board).when(1, UseSkill("test")).waits_for(Choosing, 1).board.pending
    assert isinstance(asked, Choosing)
    assert asked.among == among


@pytest.mark.rule("CDT-SKL-02", "CDT-SKL-07")
def test_a_choice_without_a_branch_that_can_begin_cannot_be_completed() -> None:
    """The skill stops there, as at any other phrase."""
    none: Word = {"op": "choose", "options": [[DISCARD], [{"op": "draw_item", "rarity": "rare"}, gain()]]}
    components = variant(hero(skill(gain(), none, gain("bleed"))))
    board = table(("tester",), TWO, components=components, **EMPTY)

    scenario = at(board).when(1, UseSkill("test"))

    scenario.then_includes(
        TokensGained("tester", "defence_plus"), SkillStopped("tester", "tester.test.1", "nothing of it can be begun")
    )
    assert TokensGained("tester", "bleed") not in scenario.effects


# --- the Peddler of the set that ships


def peddler(*pool: str) -> Scenario[Board]:
    """Two heroes meet him; one of them is hurt."""
    components = RULESET.starter_components
    assert isinstance(components, Components)
    line = (unit("guardian", 1, of=components), unit("ranger", of=components))
    visit = Following("peddler.0", "", "event", RESOLVING_EVENT)
    board = table(line, pool=pool, components=components, pending=visit, event="peddler", revealed=0)
    return at(board)


@pytest.mark.rule("CDT-EVT-02", "CDT-EVT-08")
def test_the_peddler_gives_nothing_for_nothing() -> None:
    """With an empty pool he heals a hero, and that is all he can do; with an item he trades it for a rare one."""
    scenario = peddler().waits_for(Choosing, 1)
    asked = scenario.board.pending
    assert isinstance(asked, Choosing)
    assert (asked.kind, asked.among) == ("unit", ("guardian", "ranger"))

    trade = peddler("sling-1").waits_for(Choosing, 1).when(1, Choose(("0",)), ["cloak", "goblin-1", "wolf-1", "orc-1"])
    trade.then_includes(ItemDiscarded("sling-1"), ItemDrawn("cloak", "rare"))
