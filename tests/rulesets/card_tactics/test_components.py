"""Component sets: a malformed one is refused with the place and the reason of each of its faults."""

from __future__ import annotations

import pytest

from rulesets.card_tactics import RULESET
from rulesets.kit.errors import BadComponentSet
from tests.rulesets.unconverted import missing, no_such_kind, not_a, not_one_of

BASE = """\
game: card_tactics
id: test
name: Test
faithful: false
heroes:
- id: ada
  name: Ada
  health: 5
  defence: 6
  quirk: {id: calm, trigger: {on: healed}, phrases: [{op: add_token, sel: {pick: self}, kind: counter}]}
  skills:
  - {id: shot, name: Shot, range: {min: 1, max: 2}, phrases: [{op: attack, targets: {pick: chosen, in_range: true}}]}
  - {id: rest, name: Rest, phrases: [{op: heal, sel: {pick: self}}]}
- {id: ben, name: Ben, health: 5, defence: 6, skills: [{id: hit, name: Hit, phrases: [{op: end_action}]}]}
- {id: cat, name: Cat, health: 5, defence: 6, skills: [{id: hit, name: Hit, phrases: [{op: end_action}]}]}
- {id: dan, name: Dan, health: 5, defence: 6, skills: [{id: hit, name: Hit, phrases: [{op: end_action}]}]}
enemies:
- id: brute
  name: Brute
  rarity: common
  copies: 5
  health: 3
  defence: 5
  skills:
  - {id: near, name: Near, phrases: [{op: attack, targets: {of: hero, pick: closest}}]}
- {id: elf, name: Elf, rarity: rare, copies: 5, health: 3, defence: 5, skills: [
    {id: step, name: Step, boots: 1, boots_plan: [{when: before, dir: pull}], phrases: [{op: end_action}]}]}
- {id: shade, name: Shade, rarity: unique, copies: 5, health: 3, defence: 5, skills: [
    {id: idle, name: Idle, phrases: [{op: end_action}]}]}
- {id: big, name: Big, rarity: common, boss: true, health: 3, defence: 5, skills: [
    {id: idle, name: Idle, phrases: [{op: end_action}]}]}
- {id: chief, name: Chief, rarity: rare, boss: true, health: 3, defence: 5, skills: [
    {id: idle, name: Idle, phrases: [{op: end_action}]}]}
- {id: wyrm, name: Wyrm, rarity: unique, boss: true, health: 3, defence: 5, skills: [
    {id: idle, name: Idle, phrases: [{op: end_action}]}]}
items:
- {id: rope, name: Rope, rarity: common, copies: 9, skills: [{id: pull, name: Pull, phrases: [{op: end_action}]}]}
- {id: horn, name: Horn, rarity: rare, copies: 4, skills: [{id: blow, name: Blow, phrases: [{op: end_action}]}]}
- {id: ring, name: Ring, rarity: unique, copies: 2, quirk: {id: glow, trigger: {on: static}, modifier: {kind: boots}}}
events:
- {id: rain, name: Rain, copies: 5, phrases: [{op: lose_health, sel: {of: hero, pick: farthest}}]}
"""


def faults(text: str) -> list[tuple[int, int, str]]:
    """Line, column and detail of every fault."""
    try:
        RULESET.load(text)
    except BadComponentSet as bad:
        return [(fault.line, fault.column, fault.detail) for fault in bad.faults]
    return []


def test_the_base_of_these_tests_is_sound() -> None:
    """Else each of them would pass for the wrong reason."""
    assert faults(BASE) == []


AIM = "{pick: chosen, in_range: true}"
HEAL = "{op: heal, sel: {pick: self}}"
QUIRK = "{on: healed}, phrases: [{op: add_token, sel: {pick: self}, kind: counter}]"
BLOW = "{of: hero, pick: closest}"
RAIN = "{op: lose_health, sel: {of: hero, pick: farthest}}"

MALFORMED = [
    # (what is replaced, by what, where the fault is, what it says)
    ("game: card_tactics", "game: kingdom_rush", "kingdom_rush", not_one_of("kingdom_rush")),
    ("id: test\n", "", "game:", missing("id")),
    ("id: test", "id: te.st", "te.st", "matching regex"),
    ("faithful: false", "faithful: maybe", "maybe", not_a(bool, "maybe")),
    ("faithful: false", "faithful: false\nauthor: me", "author", "unknown field 'author'"),
    ("faithful: false", "faithful: false\ntokens: {gold: 4}", "gold", "unknown field 'gold'"),
    ("faithful: false", "faithful: false\nfaithful: true", "faithful: true", "stands here twice"),
    ("name: Ada", "name: [Ada]", "[Ada]", not_a(str, [])),
    ("  health: 5\n", "", "id: ada", missing("health")),
    ("health: 5", "health: lots", "lots", not_a(int, "lots")),
    ("defence: 6", "defense: 6", "defense", "unknown field 'defense'"),
    ("rarity: common", "rarity: shiny", "shiny", not_one_of("shiny")),
    ("events:\n- ", "events:\n  one: ", "one", "events: a list of 0 to 500 entries"),
    # ids
    ("id: ben", "id: ada", "ada, name: Ben", "a second card with the id 'ada'"),
    ("id: rain", "id: ada", "ada, name: Rain", "a second card with the id 'ada'"),
    ("id: ben", "id: brute-3", "brute\n", "a second card with the id 'brute-3'"),
    ("id: elf", "id: brute", "brute, name: Elf", "a second card with the id 'brute'"),
    ("id: rest", "id: shot", "shot, name: Rest", "a second skill or quirk with the id 'shot'"),
    ("id: calm", "id: shot", "shot, trigger", "a second skill or quirk with the id 'shot'"),
    # how many there are
    ("- {id: dan", "#", "- id: ada", "heroes: a list of 4 to 20 entries"),
    ("copies: 5", "copies: 4", "- id: brute", "needs at least 5 common enemies, has 4"),
    ("rarity: rare, copies: 5", "rarity: rare, copies: 3", "- id: brute", "needs at least 5 rare enemies, has 3"),
    ("rarity: unique, boss: true", "rarity: rare, boss: true", "- id: brute", "needs at least 1 unique boss, has 0"),
    ("copies: 9", "copies: 8", "- {id: rope", "needs at least 9 common items, has 8"),
    ("copies: 4", "copies: 3", "- {id: rope", "needs at least 4 rare items, has 3"),
    ("copies: 2", "copies: 1", "- {id: rope", "needs at least 2 unique items, has 1"),
    ("Rain, copies: 5", "Rain, copies: 4", "- {id: rain", "needs at least 5 events, has 4"),
    # skills
    ("min: 1, max: 2", "min: 3, max: 2", "{min: 3", "`min` is at most `max`"),
    (AIM, "{pick: chosen, n: 2}", "{pick: chosen, n", "`n` goes with `position`"),
    (AIM, "{pick: position}", "{pick: position", "`n` goes with `position`"),
    (AIM, "{pick: nearest}", "nearest", not_one_of("nearest")),
    (AIM, "{pick: mover}", "mover", "only a quirk knows whose deed set it off"),
    (AIM, "{pick: all, where: {is: card_is, id: zoe}}", "zoe", "there is no card 'zoe'"),
    (AIM, "{pick: all, where: {is: sleepy}}", "sleepy", no_such_kind("sleepy")),
    (AIM, "{pick: all, where: {is: health, cmp: '=', n: 2}}", "'='", not_one_of("=")),
    (HEAL, "{op: heel, sel: {pick: self}}", "heel", no_such_kind("heel")),
    (HEAL, "{sel: {pick: self}}", "{sel", missing("op")),
    (HEAL, "{op: heal}", "{op: heal}", missing("sel")),
    (HEAL, "{op: heal, sel: {of: hero, pick: chosen, in_range: true}}", "true}}]}\n- {id: ben", "prints no range"),
    (HEAL, "{op: add_token, sel: {pick: self}, kind: gold}", "gold", not_one_of("gold")),
    (HEAL, "{op: ready, sel: {pick: self}, item: chosen}", "{op: ready", "needs exactly one of: sel, item"),
    (HEAL, "{op: exhaust}", "{op: exhaust", "needs exactly one of: sel, item"),
    (HEAL, "{op: choose, options: [[{op: end_action}], []]}", "[]]", "length >= 1"),
    (
        HEAL,
        "{op: ongoing, until: end_of_round, modifier: {kind: attack, token: stun}}",
        "stun",
        "`token` goes with `immunity`",
    ),
    ("name: Rest,", "name: Rest, boots: 1, boots_plan: [{when: after, dir: push}],", "[{when", "only enemies follow"),
    # quirks
    (QUIRK, "{on: sneezed}", "sneezed", not_one_of("sneezed")),
    (QUIRK, "{on: healed}", "{id: calm", "a quirk has `phrases`, unless it is static"),
    (QUIRK, "{on: static}", "{id: calm", "a static quirk has a `modifier`"),
    (QUIRK, f"{QUIRK}, modifier: {{kind: boots}}", "{id: calm", "a static quirk has a `modifier`, and no other"),
    (QUIRK, QUIRK.replace("healed", "healed, token: stun"), "stun", "`token` goes with `token_gained`"),
    (QUIRK, "{on: healed}, phrases: [{op: reroll}]", "{op: reroll", "only what an `attack_rolled` sets off"),
    (QUIRK, f"{{on: healed}}, phrases: [{{op: attack, targets: {AIM}}}]", "true}}]}\n  skills", "a quirk has no range"),
    # enemies
    ("Near, phrases", "Near, range: {min: 1, max: 1}, phrases", "{min: 1, max: 1}", "skills of enemies have no range"),
    (BLOW, "{of: hero, pick: closest, in_range: true}", "true}}]}\n- {id: elf", "prints no range"),
    ("boots: 1,", "boots: 2,", "{id: step", "an enemy's boots need a plan"),
    ("dir: pull", "dir: up", "up", not_one_of("up")),
    # items
    ("copies: 9", "copies: 9, after_use: keep_ready, costs_action: false", "keep_ready", "could be used for ever"),
    ("copies: 9", "copies: 9, after_use: keep_ready, phases: [camp]", "keep_ready", "could be used for ever"),
    ("quirk: {id: glow, trigger: {on: static}, modifier: {kind: boots}}", "", "{id: ring", "has a skill or a quirk"),
    ("copies: 9", "copies: 9, phases: [treasure]", "treasure", not_one_of("treasure")),
    # events
    (RAIN, "{op: attack, targets: {pick: all}}", "{op: attack, targets: {pick: all", "an event attacks nobody"),
    (RAIN, "{op: lose_health, sel: {pick: self}}", "{pick: self}}]}\n", "an event has no owner"),
    (RAIN, "{op: lose_health, sel: {of: ally, pick: all}}", "{of: ally", "an event has no owner"),
    (RAIN, "{op: lose_health, sel: {pick: all, in_range: true}}", "true}}]}\n", "an event has no range"),
    (
        RAIN,
        "{op: if, cond: {is: units_left, of: opponent, cmp: '<', n: 2}, then: []}",
        "opponent",
        "an event has no owner",
    ),
    (RAIN, "{op: if, cond: {is: at_position, n: 1}, then: []}", "{is: at_pos", "tell whom the condition is about"),
    ("copies: 5, phrases", "copies: 5, lasts: long, phrases", "long", not_one_of("long")),
]


def place_of(text: str, at: str, around: int) -> tuple[int, int]:
    """Line and column of some text: of what begins about there, or else before it, or else behind it."""
    here = text.find(at, around, around + 150 + len(at))
    here = here if here >= 0 else text.rfind(at, 0, around)
    here = here if here >= 0 else text.index(at)
    return text.count("\n", 0, here) + 1, here - text.rfind("\n", 0, here)


@pytest.mark.parametrize(("old", "new", "at", "message"), MALFORMED, ids=range(len(MALFORMED)))
def test_a_malformed_set_is_refused_with_the_place_and_the_reason(old: str, new: str, at: str, message: str) -> None:
    """Line and column of the fault, and what is wrong with it."""
    text = BASE.replace(old, new, 1)
    assert text != BASE

    found = faults(text)

    place = place_of(text, at, BASE.index(old))
    assert any(place == (line, column) and message in detail for line, column, detail in found), (found, place)


def test_every_card_with_a_fault_is_named() -> None:
    """One fault for each card, in the order of the file."""
    text = BASE.replace("name: Ada", "name: 5").replace("name: Elf", "name: []").replace("name: Rain, ", "")

    assert [line for line, _, _ in faults(text)] == [7, 26, 41]


@pytest.mark.parametrize("text", ["[]", "5", "game: card_tactics", "heroes: []\nenemies: []\nitems: []\nevents: []"])
def test_a_set_is_a_mapping_with_its_four_lists(text: str) -> None:
    """Anything else is refused, whatever it is."""
    assert faults(text)


def test_what_is_the_same_has_the_same_address() -> None:
    """Comments and quotes do not matter; a number does."""
    same = RULESET.load("# mine\n" + BASE.replace("name: Ada", "name: 'Ada'"))

    assert RULESET.load(BASE).hash == same.hash
    assert RULESET.load(BASE).hash != RULESET.load(BASE.replace("defence: 6", "defence: 7", 1)).hash
