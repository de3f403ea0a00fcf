"""A component set is bounded every way: its size, its depth, its lists, its numbers and texts."""

from typing import Any

import msgspec
import pytest

from rulesets.heroes_of_the_campaign import RULESET
from rulesets.kit.components import MAX_BYTES, MAX_DEPTH
from rulesets.kit.errors import BadComponentSet
from tests.rulesets.heroes_of_the_campaign.build import set_text

EARN = {"do": "earn_copper", "amount": 1}


def faults(document: dict[str, Any]) -> list[str]:
    """Where the faults of a document are, each with what it says; empty if it is sound."""
    try:
        RULESET.load(msgspec.json.encode(document).decode())
    except BadComponentSet as bad:
        return [f"{fault.path}: {fault.detail}" for fault in bad.faults]
    return []


def changed(at: str, value: object) -> list[str]:
    """The faults of the plain set with one part put in its place."""
    document = msgspec.json.decode(set_text())
    *path, last = at.split("/")
    part = document
    for key in path:
        part = part[int(key)] if isinstance(part, list) else part[key]
    part[int(last) if isinstance(part, list) else last] = value
    return faults(document)


def test_the_plain_set_is_sound() -> None:
    """Else each of these tests would pass for the wrong reason."""
    assert faults(msgspec.json.decode(set_text())) == []


HERO = {"name": "N", "attack": 1, "resistance": 1}
EVENT = {"name": "N", "type": "event", "actions": [EARN]}
LONG = {"exists": {"side": "own"}}
BOUNDS = [
    # (what, how many are too many, one of them, where)
    ("heroes", 501, lambda n: {"id": f"h{n}", **HERO}, "/heroes"),
    ("strategies", 501, lambda n: {"id": f"s{n}", **EVENT}, "/strategies"),
    ("statuses", 501, lambda n: {"id": f"x{n}", "modifiers": [{"flag": "in_cover"}]}, "/statuses"),
    ("classes", 61, lambda n: f"c{n}", "/classes"),
    ("heroes/0/classes", 9, lambda n: "mage", "/heroes/0/classes"),
    ("heroes/0/tasks", 9, lambda n: {"id": f"t{n}", "actions": [EARN]}, "/heroes/0/tasks"),
    ("heroes/0/tasks/0/actions", 13, lambda n: EARN, "/heroes/0/tasks/0/actions"),
    ("heroes/0/tasks/0/conditions", 7, lambda n: LONG, "/heroes/0/tasks/0/conditions"),
    ("heroes/0/abilities", 25, lambda n: {"kind": "by_hand", "text": "x"}, "/heroes/0/abilities"),
    ("strategies/0/allows", 16, lambda n: "any_time", "/strategies/0/allows"),
]


@pytest.mark.parametrize(("what", "many", "one", "where"), BOUNDS, ids=[bound[0] for bound in BOUNDS])
def test_lists_are_bounded(what: str, many: int, one: Any, where: str) -> None:
    """So many are refused at their place."""
    found = changed(what, [one(number) for number in range(many)])
    assert any(fault.startswith(f"{where}: ") for fault in found), found


ACTION = "heroes/0/tasks/1/actions/0"


@pytest.mark.parametrize(
    ("value", "where"),
    [
        ({"do": "choose", "options": [[EARN]] * 7}, f"/{ACTION}/options"),
        ({"do": "choose", "options": [[EARN]]}, f"/{ACTION}/options"),
        ({"do": "earn_copper", "amount": 100}, f"/{ACTION}/amount"),
        ({"do": "earn_copper", "amount": {"sum": [1] * 7}}, f"/{ACTION}/amount/sum"),
        ({"do": "earn_copper", "amount": {"times": []}}, f"/{ACTION}/amount/times"),
        ({"do": "by_hand", "text": "x" * 501}, f"/{ACTION}/text"),
        ({"do": "heal", "amount": 1, "target": {"pick": {}, "count": 13}}, f"/{ACTION}/target/count"),
        ({"do": "heal", "amount": 1, "target": {"pick": {"any": [{}] * 7}}}, f"/{ACTION}/target/pick/any"),
    ],
)
def test_the_parts_of_an_action_are_bounded(value: object, where: str) -> None:
    """Options, amounts, texts, targets, filters."""
    found = changed(ACTION, value)
    assert any(fault.startswith(f"{where}: ") for fault in found), found


@pytest.mark.parametrize("verb", ["attack", "perform_task"])
@pytest.mark.parametrize("target", [{"all": {"side": "own"}}, {"pick": {"side": "own"}, "count": 2}])
def test_one_hero_attacks_or_performs_a_task(verb: str, target: object) -> None:
    """Several cannot do so in one action."""
    assert changed(ACTION, {"do": verb, "with": target}) == [f"/{ACTION}/with: one hero does this: `pick` one"]
    assert changed(ACTION, {"do": verb, "with": {"pick": {"side": "own"}}}) == []


@pytest.mark.parametrize(
    ("what", "value"), [("attack", 100), ("resistance", 100), ("resistance", 0), ("name", "x" * 61), ("id", "x" * 41)]
)
def test_what_a_card_prints_is_bounded(what: str, value: object) -> None:
    """Numbers of two digits, names of 60 characters, ids of 40."""
    assert [fault.partition(":")[0] for fault in changed(f"heroes/0/{what}", value)] == [f"/heroes/0/{what}"]


def test_a_file_is_bounded() -> None:
    """Its size, and how deep its parts lie in one another."""
    with pytest.raises(BadComponentSet, match="larger than"):
        RULESET.load("#" * (MAX_BYTES + 1))
    deep: dict[str, Any] = dict(EARN)
    for _ in range(MAX_DEPTH):
        deep = {"do": "if", "cond": {"turn": "own"}, "then": [deep]}
    assert any("levels deep" in fault for fault in changed(ACTION, deep))
