"""Component sets of Hero's Crossing: what the rulebook prints, what a set must hold, what is wrong and where."""

from __future__ import annotations

import re
from collections import Counter

import msgspec
import pytest

from rulesets.heros_crossing import RULESET
from rulesets.heros_crossing.components import load
from rulesets.heros_crossing.effects import LandPlaced, ModifiersGained, ResourcesProduced
from rulesets.heros_crossing.pieces import FACE
from rulesets.heros_crossing.rules.actions import GetLand, GetModifiers, Produce
from rulesets.heros_crossing.rules.verbs import targets, verb
from rulesets.heros_crossing.tiles import COLOUR_OF
from rulesets.heros_crossing.values import PRINTED, fold
from rulesets.heros_crossing.words import AnyWord
from rulesets.heros_crossing.words.bends import Bend, EndVp
from rulesets.heros_crossing.words.deeds import Deed
from rulesets.kit.errors import BadComponentSet
from tests.rulesets.heros_crossing.boards import at, side, starter, table, using
from tests.rulesets.unconverted import not_one_of

STARTER = starter()
MADE = "name: Enchanter, kind:"
ONCE_MORE = "\n        - {do: extra_draft}"
ASSIGNS = "\n      effects:\n        - {do: assign_die"


@pytest.mark.rule("HCX-CMP-01", "HCX-AMB-45")
def test_cubes_modifiers_and_land_never_run_out() -> None:
    """More of them than the box holds are placed without a word."""
    land = " ".join(["land"] * 40)
    full = side(land, "apothecary-1*3", modifiers=99)
    at(table(full, pending=using("red-1", "get_land"))).when(1, GetLand("40.1")).then_includes(LandPlaced(1, "40.1"))
    at(table(full, pending=using("red-1", "get_modifiers"))).when(1, GetModifiers()).then_includes(
        ModifiersGained(1, 2)
    )
    cubes = side(*(f"land apothecary-{level}*4" for level in (3, 2)), "apothecary-1*3 land")
    at(table(cubes, pending=using("green-1", "produce"))).when(1, Produce("0.0")).then_includes(
        ResourcesProduced(1, "0.0", "potion", 1)
    )


@pytest.mark.rule("HCX-CMP-04")
def test_there_is_one_die_of_each_colour() -> None:
    """Four colours of six faces, and no others."""
    assert Counter(die.split("-")[0] for die in FACE) == {"grey": 6, "green": 6, "blue": 6, "red": 6}
    assert COLOUR_OF == {"armor": "grey", "potion": "green", "magic": "blue", "weapon": "red"}


def test_the_starter_set_is_complete_and_marked_as_invented() -> None:
    """45 heroes, 5 Action Cards, 56 building tiles, 28 land tiles, 12 special tiles."""
    tiles = STARTER.tile.values()
    assert STARTER.source == "invented"
    assert len(STARTER.hero) == 45
    assert len(STARTER.action_card) == 5
    assert STARTER.land_tiles == 28
    assert sum(tile.level > 0 for tile in tiles) == 56
    assert sum(tile.level == 0 and tile.back > 0 for tile in tiles) == 12
    assert all(hero.invented for hero in STARTER.hero.values())


def test_the_starter_set_has_what_the_rulebook_prints() -> None:
    """Names, what buildings deal in and how much; what three heroes want or do; two rows of the Action Cards."""
    tile, hero = STARTER.tile, STARTER.hero
    assert (tile["apothecary-1a"].resource, tile["apothecary-1a"].amount) == ("potion", 1)
    assert tile["apothecary-3a"].amount == 3
    assert [tile[f"weapon-shop-{level}a"].amount for level in (1, 2)] == [1, 2]
    assert tile["armor-smithy-1a"].colour == "grey"
    assert (hero["dancer"].needs, hero["dancer"].dice) == (("magic", "potion", "wild"), ("green", "blue"))
    assert (hero["fighter"].needs, hero["fighter"].dice) == (("weapon", "wild"), ("red",))
    assert "needs" not in hero["dancer"].invented
    rows = {row for card in STARTER.action_card.values() for row in card.rows}
    assert {("move", "spy"), ("bid", "produce")} <= rows


@pytest.mark.rule("HCX-BID-08")
def test_two_players_never_have_all_that_lies_in_the_supply_of_the_starter_set() -> None:
    """Nobody could bid, no other tile would come, and heroes who want another trade would wait for ever.

    What both have and lies in the supply too, there would be three tiles of.
    """
    copies = Counter((tile.name, tile.level) for tile in STARTER.tile.values() if tile.level)
    assert max(copies.values()) == 2


def test_every_word_is_known_to_the_interpreter() -> None:
    """Each bend changes the values in some way, each deed can be done to something."""
    words = AnyWord.__args__
    bends = [msgspec.convert(written, AnyWord) for written in BENDS]
    assert {word for word in words if issubclass(word, Bend)} == {type(bend) for bend in bends}
    assert [type(bend) for bend in bends if fold((bend,)) == PRINTED] == [EndVp]  # its VP come at the end
    assert {word for word in words if issubclass(word, Deed)} == set(verb) == set(targets)


BENDS: list[dict[str, object]] = [
    {"do": "waive_color", "action": "spy"},
    {"do": "value_bonus", "action": "bid", "n": 1},
    {"do": "produce_bonus", "n": 1},
    {"do": "move_bonus", "n": 1},
    {"do": "pass_through", "spies": True},
    {"do": "pass_through", "buildings": True},
    {"do": "spy_rule", "extra": 1},
    {"do": "spy_rule", "immune": True},
    {"do": "spy_rule", "threshold": 3},
    {"do": "bid_rule", "win_ties": True},
    {"do": "bid_rule", "min_margin": 1},
    {"do": "bid_rule", "rebid": True},
    {"do": "attract_rule", "win_ties": True},
    {"do": "attract_rule", "go_first": True},
    {"do": "attract_rule", "extra_worker": True},
    {"do": "sale_rule", "vp": 1},
    {"do": "steal_rule", "free": True},
    {"do": "steal_rule", "extra": 1},
    {"do": "steal_rule", "immune": True},
    {"do": "steal_rule", "keep_die": True},
    {"do": "donation_rule", "cubes": 3},
    {"do": "limit_rule", "n": 5},
    {"do": "place_rule", "ignore_zoning": True},
    {"do": "place_rule", "ignore_adjacency": True},
    {"do": "set_zoning", "face": "N"},
    {"do": "replace_action", "from": "spy", "to": "bid"},
    {"do": "end_vp", "value": {"const": 1}},
]
"""What each can say, one thing at a time."""


def test_bends_of_one_kind_add_up() -> None:
    """Numbers are added, the most generous threshold and the highest margin count, of two replacements the later."""
    written: list[dict[str, object]] = [
        {"do": "spy_rule", "extra": 1, "threshold": 3},
        {"do": "spy_rule", "extra": 2, "threshold": 5},
        {"do": "bid_rule", "min_margin": 2},
        {"do": "bid_rule", "min_margin": 1},
        {"do": "donation_rule", "cubes": 3},
        {"do": "donation_rule", "cubes": 5},
        {"do": "set_zoning", "face": "N"},
        {"do": "set_zoning", "face": "E"},
        {"do": "waive_color", "action": "spy", "colors": ["red"]},
        {"do": "waive_color", "action": "move"},
        {"do": "value_bonus", "action": "move", "n": 1},
        {"do": "move_bonus", "n": 2},
    ]
    v = fold(msgspec.convert(word, AnyWord) for word in written)
    assert (v.spies, v.expel_threshold, v.bid_guard, v.donation, v.zoning) == (4, 3, 2, (5, 1), "E")
    assert v.waived == (("spy", "red"), *(("move", colour) for colour in ("grey", "green", "blue", "red")))
    assert v.added("move") == 3


def test_the_starter_set_uses_most_words() -> None:
    """Its heroes show what can be said."""
    used = {type(word) for hero in STARTER.hero.values() for word in hero.power.effects}
    assert len(used) >= 28
    assert STARTER.values(()) is PRINTED


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("id: squire\n", "id: page\n", "a second entry with the id 'page'"),
        ("name: Squire", "name: Page", "a second hero called 'Page'"),
        ("{id: forge-1,", "{id: foundation,", "'foundation' is what special tiles of that kind are called"),
        ("attraction_dice: [blue]", "attraction_dice: [red]", "colours of the needs"),
        ("attraction_dice: [green]", "attraction_dice: [green, green]", "names a colour twice"),
        ("id: fletcher\n    name: Fletcher\n    level: 1", "id: fletcher\n    name: Fletcher\n    level: 4", "<= 3"),
        ("[get_land, spy]", "[get_land, dance]", not_one_of("dance")),
        ("[get_modifiers, expel]", "[get_modifiers, spy]", "no Action Card has: expel"),
        ("id: armor-shop-2, name: Armor Shop", "id: armor-shop-2, name: Hat Shop", "to build it upon"),
        (f"{MADE} production, resource: magic, level: 2", f"{MADE} shop, resource: magic, level: 2", "one kind"),
        ("shop, resource: magic, level: 2", "shop, resource: magic, level: 1", "a second entry for 'Magic"),
        ("- {do: move_bonus, n: 1}", "- {do: fly, n: 1}", "fly"),
        ("- {do: move_bonus, n: 1}", "- {do: gain_modifiers, n: 1}", "does not go with `when: passive`"),
        ("{count: heroes}, cap: 4", "{count: heroes, const: 3}, cap: 4", "needs exactly one of"),
        ("{count: heroes}, cap: 4", "{const: 3, level: 1}, cap: 4", "go with `count`"),
        ("when: passive", "when: passive\n      exhaust: true", "only an activated power exhausts"),
        ("when: passive", "when: passive\n      cost: {vp: 1}", "only an activated power has a cost"),
        ("when: passive", "when: passive\n      if: {const: 1}", "has no condition"),
        (f"exhaust: true\n      effects:{ONCE_MORE}", f"effects:{ONCE_MORE}", "used for ever"),
        ("- {do: reroll_die, whose: self}", f"- {{do: reroll_die}}{ONCE_MORE}", "nothing follows a deed"),
        ("window: in_action", "window: own_turn", "a die is in use only in the window"),
        (f"window: at_draft{ASSIGNS}", f"window: own_turn{ASSIGNS}", "as it is drafted"),
        ("{do: extra_action, action: move, with_die: true}", "{do: extra_action, action: bid}", "nothing to bid with"),
    ],
)  # fmt: skip
def test_a_fault_is_told_with_its_place(old: str, new: str, message: str) -> None:
    """Line, column, path and reason."""
    text = RULESET.starter
    assert old in text
    with pytest.raises(BadComponentSet) as caught:
        load(text.replace(old, new, 1))
    faults = [str(fault) for fault in caught.value.faults]
    assert any(message in fault for fault in faults), faults
    assert all(fault.line > 10 for fault in caught.value.faults)


@pytest.mark.rule("HCX-POW-06")
@pytest.mark.parametrize(
    ("cost", "effect", "pays"),
    [
        ("modifiers: 1", "gain_modifiers, n: 1", True),
        ("modifiers: 2", "extra_action, action: get_modifiers", True),
        ("vp: 2", "gain_vp, value: {const: 2}", True),
        ("vp: 2", "gain_vp, value: {count: heroes}", True),
        ("modifiers: 2", "gain_modifiers, n: 1", False),
        ("modifiers: 3", "extra_action, action: get_modifiers", False),
        ("vp: 2", "gain_vp, value: {const: 1}", False),
        ("vp: 1", "gain_modifiers, n: 2", False),
        ("modifiers: 1", "gain_vp, value: {const: 1}", False),
    ],
)
def test_a_power_without_the_symbol_does_not_pay_for_itself(cost: str, effect: str, *, pays: bool) -> None:
    """It would be used without end."""
    old = f"exhaust: true\n      effects:{ONCE_MORE}"
    assert old in RULESET.starter
    text = RULESET.starter.replace(old, f"cost: {{{cost}}}\n      effects:\n        - {{do: {effect}}}")
    if not pays:
        assert load(text).hero
        return
    with pytest.raises(BadComponentSet, match="gives back what it costs"):
        load(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]", "a component set is a mapping"),
        ("game: heros_crossing\nid: a\nname: A\nsource: invented", "heroes: a list of 0 to 500 entries"),
    ],
)
def test_something_else_is_no_set(text: str, message: str) -> None:
    """Nor is one without its lists."""
    with pytest.raises(BadComponentSet, match=message):
        load(text)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("source: invented", "source: printed", None),
        ("level: 3, copies: 1, printed: [name, resource, items_produced]}", "level: 3, copies: 2}", "has 56"),
    ],
)
def test_a_printed_set_has_the_counts_of_the_box(old: str, new: str, message: str | None) -> None:
    """45 heroes, 56 buildings, 12 special tiles."""
    text = RULESET.starter.replace("source: invented", "source: printed").replace(old, new, 1)
    if message is None:
        assert not any(hero.invented for hero in load(text).hero.values())
        return
    with pytest.raises(BadComponentSet, match=message):
        load(text)


def test_too_few_tiles_or_heroes_or_cards_are_noticed() -> None:
    """21 tiles of level 1 for four players, four heroes of each level, five Action Cards."""
    text = re.sub(r"level: 1, copies: \d", "level: 1, copies: 1", RULESET.starter)
    with pytest.raises(BadComponentSet, match="needs at least 21 tiles"):
        load(text)
    card = "  - {id: festival, "
    short = "\n".join(line for line in RULESET.starter.splitlines() if not line.startswith(card))
    with pytest.raises(BadComponentSet, match="action_cards: a list of 5 entries"):
        load(short)
    with pytest.raises(BadComponentSet, match="needs at least 4 heroes of level 3, has 0"):
        load(RULESET.starter.replace("    level: 3\n", "    level: 2\n"))
