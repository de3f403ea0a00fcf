"""A component set is bounded every way: its lists, numbers and texts, and the time that its words take."""

from __future__ import annotations

from typing import Any

import pytest

from rulesets.card_tactics import RULESET
from rulesets.card_tactics.rules.slots import Skip, UseSkill
from rulesets.kit.components import Source, canonical
from rulesets.kit.errors import BadComponentSet
from tests.rulesets.card_tactics.build import CARDS, at, attack, gain, hero, skill, table, variant


def changed(at: str, value: object) -> list[str]:
    """Where the faults are when one part of the small set is put in its place: `path: detail`."""
    data = Source(CARDS).data
    *path, last = at.split("/")
    part = data
    for key in path:
        part = part[int(key)] if isinstance(part, list) else part[key]
    part[int(last) if isinstance(part, list) else last] = value
    try:
        RULESET.load(canonical(data))
    except BadComponentSet as bad:
        return [f"{fault.path}: {fault.detail}" for fault in bad.faults]
    return []


PHRASE = "heroes/0/skills/0/phrases/0"
SELF = {"pick": "self"}
HIT = {"is": "is_hit"}

BOUNDS = [
    # (where, what is just too much or too little, what is just allowed)
    ("name", "x" * 61, "x" * 60),
    ("name", "", "x"),
    ("id", "x" * 41, "x" * 40),
    ("heroes/0/name", "x" * 61, "x" * 60),
    ("heroes/0/health", 0, 1),
    ("heroes/0/health", 21, 20),
    ("heroes/0/defence", 0, 1),
    ("heroes/0/defence", 31, 30),
    ("heroes/0/skills", [], [skill(gain())]),
    ("heroes/0/skills", [skill(gain(), id=f"s{n}") for n in range(3)], [skill(gain(), id=f"s{n}") for n in range(2)]),
    ("heroes/0/skills/0/boots", 4, 3),
    ("heroes/0/skills/0/boots", -1, 0),
    ("heroes/0/skills/0/range/max", 6, 5),
    ("heroes/0/skills/0/range/min", -1, 0),
    ("heroes/0/skills/0/text", "x" * 401, "x" * 400),
    ("heroes/0/skills/0/phrases", [], [gain()]),
    ("heroes/0/skills/0/phrases", [gain()] * 13, [gain()] * 12),
    ("enemies/0/copies", 0, 5),
    ("enemies/0/copies", 21, 20),
    ("items/1/skills", [skill(gain(), id=f"s{n}") for n in range(3)], [skill(gain())]),
    ("items/0/phases", [], ["camp"]),
    ("items/0/phases", ["camp"] * 3, ["camp", "combat"]),
    ("events/0/phrases", [], [{"op": "end_action"}]),
    ("dice", {"count": 0}, {"count": 1}),
    ("dice", {"count": 5}, {"count": 4}),
    ("dice", {"faces": 1}, {"faces": 2}),
    ("dice", {"faces": 21}, {"faces": 20}),
    ("tokens", {"bleed": -1}, {"bleed": 0}),
    ("tokens", {"special": {"hound": 100}}, {"special": {"hound": 99}}),
    (PHRASE, gain(n=0), gain(n=1)),
    (PHRASE, gain(n=10), gain(n=9)),
    (PHRASE, attack(bonus=100), attack(bonus=99)),
    (PHRASE, attack(bonus=-100), attack(bonus=-99)),
    (PHRASE, attack(on_hit=[gain()] * 13), attack(on_hit=[gain()] * 12)),
    (PHRASE, {"op": "push", "sel": SELF, "n": 3}, {"op": "push", "sel": SELF, "n": 2}),
    (PHRASE, {"op": "reveal_enemy", "n": 4}, {"op": "reveal_enemy", "n": 3}),
    (PHRASE, {"op": "choose", "options": [[gain()]]}, {"op": "choose", "options": [[gain()]] * 2}),
    (PHRASE, {"op": "choose", "options": [[gain()]] * 7}, {"op": "choose", "options": [[gain()]] * 6}),
    (PHRASE, attack(count=7), attack()),
    (f"{PHRASE}/targets/count", 7, 6),
    (f"{PHRASE}/targets/count", 0, 1),
    (f"{PHRASE}/targets/where", {"is": "at_position", "n": 4}, {"is": "at_position", "n": 3}),
    (f"{PHRASE}/targets/where", {"is": "all", "of": [HIT] * 7}, {"is": "all", "of": [HIT] * 6}),
    (f"{PHRASE}/targets/where", {"is": "any", "of": []}, {"is": "any", "of": [HIT]}),
]


@pytest.mark.parametrize(("where", "wrong", "right"), BOUNDS, ids=range(len(BOUNDS)))
def test_numbers_texts_and_lists_are_bounded(where: str, wrong: object, right: object) -> None:
    """One more, or one fewer, is refused at its place; as many as allowed are not."""
    assert changed(where, right) == []
    found = changed(where, wrong)
    assert found
    assert all(fault.startswith(f"/{where}") for fault in found), found


@pytest.mark.parametrize(
    ("what", "most", "one"),
    [
        ("heroes", 20, hero()),
        ("items", 500, {"name": "N", "rarity": "rare", "skills": [skill(gain())]}),
        ("events", 500, {"name": "N", "phrases": [{"op": "end_action"}]}),
    ],
)
def test_cards_are_bounded(what: str, most: int, one: dict[str, Any]) -> None:
    """Twenty heroes, five hundred cards of any other kind."""
    cards = [{key: value for key, value in one.items() if key != "_in"} | {"id": f"card{n}"} for n in range(most + 1)]
    more = {"items": Source(CARDS).data["items"]}.get(what, [])

    assert changed(what, [*more, *cards[: most - len(more)]]) == []
    (found,) = changed(what, cards)
    assert found.startswith(f"/{what}: ")


def nested(times: int) -> dict[str, Any]:
    """A selector with so many others within one another."""
    sel: dict[str, Any] = {"pick": "all"}
    for _ in range(times):
        sel["where"] = {"is": "health", "cmp": ">", "n": 0, "sel": dict(sel)}
    return {"op": "lose_health", "sel": sel}


def test_selectors_lie_only_so_deep_in_one_another() -> None:
    """Each is read for every unit that the one around it could mean: six times as long each time."""
    assert changed(PHRASE, nested(1)) == []
    assert [fault.partition(": ")[2] for fault in changed(PHRASE, nested(2))] == [
        "more than 2 selectors within one another"
    ]


def test_a_hundred_boots_take_no_longer_than_two() -> None:
    """A unit can only be at three places, whatever it makes its way with."""
    winged = {"id": "wings", "trigger": {"on": "static"}, "modifier": {"kind": "boots", "n": 99}}
    far = hero(skill(attack(of="enemy"), reach=(5, 5), boots=3), quirk=winged)
    near = hero(skill(attack(of="enemy"), reach=(1, 1), boots=3), id="near", quirk={**winged, "id": "more"})
    components = variant(far, near)

    out_of_reach = at(table(("plain", "archer", "tester"), ("elf-1",), components=components))
    within = at(table(("plain", "archer", "near"), ("elf-1",), components=components))

    assert list(RULESET.legal_actions(out_of_reach.board, 1)) == [Skip()]
    assert UseSkill("test") in list(RULESET.legal_actions(within.board, 1))
