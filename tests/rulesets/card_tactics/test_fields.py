"""What actions of Card Tactics name, and that the picture has it all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from rulesets.card_tactics import RULESET
from rulesets.card_tactics.phases import Acted, Choosing, ChoosingHeroes, Following, Offering
from rulesets.card_tactics.pieces import Slot
from rulesets.card_tactics.rules.attacks import SettleRerolls
from rulesets.card_tactics.rules.choosing import Choose
from rulesets.card_tactics.rules.quirks import UseQuirk
from rulesets.card_tactics.rules.setup import ChooseHeroes
from rulesets.card_tactics.rules.skills import UseBoot
from rulesets.card_tactics.rules.slots import UseItem, UseSkill
from rulesets.kit.structs import TABLE
from rulesets.kit.svg import Scene
from tests.rulesets.card_tactics.build import acts, at, does, gain, hero, item, quirk, skill, table, variant
from tests.rulesets.pictures import piece, titles, whole, words

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from rulesets.card_tactics.board import Board
    from rulesets.kit.structs import Action
    from rulesets.kit.svg import Arrangement

MOVING = at(table(("plain", "mender"), ("elf-1", "elf-2"))).when(1, UseSkill("dance")).board


def words_and_ids(board: Board, action: Action[Board]) -> list[tuple[str, tuple[str, ...]]]:
    """The words and ids of what an action names."""
    return [(value.word, value.ids) for value in RULESET.named(board, 1, action)]


def drawn(board: Board, arrangement: Arrangement) -> Element:
    return whole(RULESET.picture(Scene(board, None, (), TABLE, {}, 5, arrangement=arrangement)))


def test_a_boot_is_about_who_moves_and_who_is_passed() -> None:
    """So that a tap on the neighbour tells the way."""
    assert words_and_ids(MOVING, UseBoot("pull")) == [("Towards the centre", ("card:mender", "card:plain"))]


def test_a_skill_is_where_it_is_written() -> None:
    """That of a hero in the strip of who acts, that of an item on its card."""
    tool = item(skill(gain()), skill(gain(), id="other"))
    armed = at(table(("plain",), ("elf-1",), pool=("tool",), components=variant(tool))).board
    assert words_and_ids(armed, UseSkill("hit")) == [("Hit", ("skill:plain.hit",))]
    assert words_and_ids(armed, UseItem("tool", "other")) == [("Tool", ("card:tool",)), ("Other", ())]


def test_an_item_without_a_skill_is_used_for_its_quirk() -> None:
    """There is nothing else to it."""
    charm = item(id="charm", quirk=quirk("item_used", gain()), costs_action=True)
    board = at(table(("plain",), ("elf-1",), pool=("charm",), components=variant(charm))).board
    assert words_and_ids(board, UseItem("charm")) == [("Charm", ("card:charm",)), ("Its quirk alone", ())]


def test_how_re_rolls_go_is_a_sentence() -> None:
    """It lies nowhere."""
    assert words_and_ids(MOVING, SettleRerolls("negate")) == [("Competing re-rolls negate one another", ())]


@pytest.mark.parametrize("arrangement", ["wide", "narrow"])
def test_branches_of_a_text_are_rows_of_the_strip(arrangement: Arrangement) -> None:
    """Each with what it does, framed while it is to be chosen; also where nobody acts."""
    board = acts({"op": "choose", "options": [[gain()], [gain("bleed")]]}).when(1, UseSkill("test")).board
    assert words_and_ids(board, Choose(("1",))) == [("Give Tester 1 Bleed token", ("option:2",))]
    for asked in (board, replace(board, slot=None)):
        svg = drawn(asked, arrangement)
        assert words(piece(svg, "option:2")) == ["Give Tester 1 Bleed token"]
        assert [part.get("class") for part in piece(svg, "option:1").iter()].count("may") == 1


@pytest.mark.parametrize("arrangement", ["wide", "narrow"])
def test_a_quirk_that_may_be_used_is_told_in_full(arrangement: Arrangement) -> None:
    """Under its own id, with whose it is; to do without it lies beside."""
    proud = variant(hero(skill(gain()), quirk=quirk("token_gained", does("heal"), optional=True)))
    board = at(table(("tester",), ("elf-1",), components=proud)).when(1, UseSkill("test")).board
    assert isinstance(board.pending, Offering)
    assert words_and_ids(board, UseQuirk(True)) == [("Use it", ("quirk:tester.quirk", "card:tester"))]
    assert words_and_ids(board, UseQuirk(False)) == [("Do without it", ("option:without",))]
    assert words(piece(drawn(board, arrangement), "option:without")) == ["Do without it"]
    assert "Tester's quirk Quirk." in words(piece(drawn(board, arrangement), "quirk:tester.quirk"))[0]


@pytest.mark.parametrize("arrangement", ["wide", "narrow"])
def test_heroes_to_choose_from_lie_in_a_tray(arrangement: Arrangement) -> None:
    """All of the set, with their numbers; no space is drawn under them."""
    empty = replace(table(()), pending=ChoosingHeroes())
    svg = drawn(empty, arrangement)
    for card in empty.components.heroes:
        face = empty.components.unit[card]
        assert words(piece(svg, f"card:{card}"))[-2:] == [str(face.health), str(face.defence)]
    assert "Empty hero space" not in titles(svg)
    trio = ChooseHeroes(("archer", "mender", "plain"))
    assert RULESET.touches(empty, 1, trio) == ("card:archer", "card:mender", "card:plain")


@pytest.mark.parametrize("arrangement", ["wide", "narrow"])
def test_what_lies_on_a_pile_is_held_by_it(arrangement: Arrangement) -> None:
    """Enemies that fell, items and events that are discarded: their ids and names, whatever has become of them."""
    board = table(("plain",), ("elf-1",))
    board = replace(board, discard=("brute-1",), item_discard=("dagger", "potion-1"), event_discard=("calm-1",))
    holds = {part.get("data-holds"): part for part in drawn(board, arrangement).iter() if part.get("data-holds")}
    assert {*holds} == {"card:brute-1", "card:dagger card:potion-1", "card:calm-1"}
    assert "2 discarded: Dagger and Potion 1" in titles(holds["card:dagger card:potion-1"])


def test_a_choice_about_an_item_or_a_hero_is_about_its_card() -> None:
    """As is one of who comes first."""
    board = table(("plain",), ("elf-1",), pool=("stone-1",))
    following = Following("plain.hit.0", "plain", "skill", Acted("plain"))
    for kind, name in (("item", "stone-1"), ("unit", "elf-1"), ("order", "elf-1"), ("quirk", "plain")):
        asked = replace(board, slot=Slot("plain"), pending=Choosing(1, kind, (name,), 1, 1, following))
        assert RULESET.touches(asked, 1, Choose((name,))) == (f"card:{name}",)
