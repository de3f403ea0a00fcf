"""Component sets: the one that ships uses every word, and a malformed one is refused with the place and the reason."""

from collections import Counter
from typing import Annotated, get_args

import pytest
from msgspec import Meta, Struct
from msgspec.structs import fields

from rulesets.heroes_of_the_campaign import RULESET, schema
from rulesets.heroes_of_the_campaign.components import Components, load
from rulesets.heroes_of_the_campaign.words import reading, terms, verbs
from rulesets.kit.cards import traverse
from rulesets.kit.errors import BadComponentSet
from tests.rulesets.heroes_of_the_campaign.build import starter
from tests.rulesets.unconverted import missing, no_such_kind, not_a, not_one_of

BASE = """\
game: heroes_of_the_campaign
id: test
source: invented
classes: [soldier, mage]
statuses:
- {id: cursed, modifiers: [{stat: resistance, add: -1}]}
heroes:
- {id: ada, name: Ada, classes: [soldier], attack: 2, resistance: 4,
   tasks: [{id: dig, cost: 1, actions: [{do: attack}]}]}
- {id: ben, name: Ben, attack: 1, resistance: 3,
   abilities: [{kind: trigger, on: wounded, subject: {self: only}, actions: [{do: earn_copper, amount: 1}]}]}
- {id: cat, name: Cat, attack: 1, resistance: 3, abilities: [{kind: static, modifiers: [{flag: in_cover}]}]}
strategies:
- {id: storm, name: Storm, type: event, cost: 2, actions: [{do: wound, amount: 1, target: {all: {}}}]}
- {id: edict, name: Edict, type: law,
   abilities: [{kind: static, affects: {side: own}, modifiers: [{stat: attack, add: 1}]}]}
- {id: tower, name: Tower, type: location, capacity: 1, visitor: {wounded: false}}
- {id: drill, name: Drill, type: maneuver, learner: {class: soldier}}
- {id: page, name: Page, type: support, attack: 1, resistance: 1, classes: [mage]}
"""


def test_the_base_of_these_tests_is_sound() -> None:
    """Else each of them would pass for the wrong reason."""
    assert load(BASE).source == "invented"


DO = "{do: attack}"
FILTER = "{side: own}"
MODIFIER = "{stat: attack, add: 1}"

MALFORMED = [
    # (what is replaced, by what, where the fault is, what it says)
    ("game: heroes_of_the_campaign", "game: kingdom_rush", "kingdom_rush", not_one_of("kingdom_rush")),
    ("id: test\n", "", "game:", missing("id")),
    ("id: test", "id: Test!", "Test!", "matching regex"),
    ("source: invented", "source: found", "found", not_one_of("found")),
    ("source: invented", "source: invented\nauthor: me", "author", "unknown field 'author'"),
    ("source: invented", "source: invented\nsource: printed", "source: printed", "stands here twice"),
    ("classes: [soldier, mage]", "classes: [soldier, 5]", "5]", not_a(str, 5)),
    ("classes: [soldier, mage]", "classes: &x [soldier, mage]", "&x", "anchors and aliases"),
    ("classes: [soldier, mage]", "classes: [soldier, mage", ":\n- {id: cursed", "expected ',' or ']'"),
    ("name: Ada", 'name: ""', '"", classes', "length >= 1"),
    ("attack: 2", "attack: -2", "-2", ">= 0"),
    ("attack: 2", "attack: two", "two", not_a(int, "two")),
    ("attack: 2", "atack: 2", "atack", "unknown field 'atack'"),
    ("resistance: 4", "resistance: 0", "0,\n   tasks", ">= 1"),
    ("resistance: 4,\n", "\n", "{id: ada", missing("resistance")),
    ("classes: [soldier], attack", "classes: [pirate], attack", "pirate", "there is no class 'pirate'"),
    ("id: ben", "id: ada", "ada, name: Ben", "a second card with the id 'ada'"),
    ("id: storm", "id: ada", "ada, name: Storm", "a second card with the id 'ada'"),
    ("id: ben", "id: ben.jr", "ben.jr", "matching regex"),
    ("id: ben", "id: camp", "camp", "a word of the language"),
    ("id: cursed", "id: untouchable", "untouchable", "a word of the language"),
    ("tasks: [", "tasks: [{id: dig, actions: [{do: attack}]}, ", "dig, cost: 1", "a second task with the id 'dig'"),
    ("actions: [{do: attack}]", "actions: []", "[]", "length >= 1"),
    ("cost: 1,", "cost: 1, allows: [any_time],", "any_time", "a permission of players"),
    ("cost: 1,", "cost: 1, allows: [fly],", "fly", not_one_of("fly")),
    (DO, "{do: juggle}", "juggle", no_such_kind("juggle")),
    (DO, "{amount: 1}", "{amount", missing("do")),
    (DO, "{do: attack, with: other}", "other}", "there is no `other` here"),
    (DO, "{do: attack, against: {class: pirate}}", "pirate", "there is no class 'pirate'"),
    (DO, "{do: attack, against: {status: drunk}}", "drunk", "there is no status 'drunk'"),
    (DO, "{do: attack, against: {place: cellar}}", "cellar", "there is no place 'cellar'"),
    (DO, "{do: attack, against: {card: storm}}", "storm}", "there is no card 'storm'"),
    (DO, "{do: attack, against: {maneuver: tower}}", "tower}", "there is no maneuver 'tower'"),
    (DO, "{do: attack, against: {ref: subject}}", "subject}", "there is no `subject` here"),
    (DO, "{do: earn_copper, amount: {count: {}, laws: any}}", "{count: {}", "exactly one of"),
    (DO, "{do: earn_copper, amount: {stat: attack, of: target}}", "target}", "there is no `target` here"),
    (DO, "{do: earn_copper, amount: 100}", "100", not_a(Annotated[int, Meta(le=99)], 100)),
    (DO, "{do: earn_copper, amount: lots}", "lots", not_one_of("lots")),
    (DO, "{do: send, target: self, to: storm}", "storm}", "there is no location 'storm'"),
    (DO, "{do: heal, amount: 1, target: {pick: {}, all: {}}}", "{pick", "exactly one of"),
    (DO, "{do: heal, amount: 1, target: {pick: {}, count: 0}}", "0}", ">= 1"),
    (DO, "{do: add_status, status: drunk, target: self, until: permanent}", "drunk", "there is no status 'drunk'"),
    (DO, "{do: add_status, status: cursed, target: self, until: noon}", "noon", not_one_of("noon")),
    (DO, "{do: choose, options: [[]]}", "[[]]", "length >= 2"),
    (DO, "{do: if, cond: {turn: own, law: any}, then: []}", "{turn", "exactly one of"),
    (DO, "{do: if, cond: {law: storm}, then: []}", "storm}", "there is no law 'storm'"),
    (
        DO,
        "{do: earn_copper, amount: {count: {where: {stat: attack, op: '<', value: "
        "{count: {where: {stat: attack, op: '<', value: "
        "{count: {where: {stat: attack, op: '<', value: {count: {kind: hero}}}}}}}}}}}}",
        "{kind: hero}",
        "more than 3 times",
    ),
    ("on: wounded", "on: sneezed", "sneezed", not_one_of("sneezed")),
    ("on: wounded", "on: turn_started", "{self: only}", "`turn_started` has no subject"),
    ("subject: {self: only}", "other: {}, once_per: day", "day", not_one_of("day")),
    ("on: wounded, subject: {self: only}", "on: task_started, other: {}", "{}, actions", "has no other hero"),
    ("{flag: in_cover}", "{flag: in_cover, lose_flag: in_cover}", "{flag", "exactly one of"),
    ("{flag: in_cover}", "{stat: attack}", "{stat: attack}", "either `add` or `set`"),
    ("{flag: in_cover}", "{stat: attack, add: 1, set: 2}", "{stat: attack, add: 1, set", "either `add` or `set`"),
    ("{flag: in_cover}", "{flag: in_cover, player: own}", "{flag", "`player` is of costs"),
    ("{flag: in_cover}", "{task_cost: 1, cards: event}", "{task_cost", "`cards` is of permissions"),
    ("{flag: in_cover}", "{forbid: use_event, cards: ada}", "ada}", "there is no type or strategy card 'ada'"),
    ("{flag: in_cover}", "{stat: attack, add: last_amount}", "last_amount", "there is no `last_amount` here"),
    ("{flag: in_cover}", "{lose_class: pirate}", "pirate", "there is no class 'pirate'"),
    ("{all: {}}", "self", "self}", "name a target"),
    ("{all: {}}", "{all: {self: exclude}}", "exclude", "there is no `self` here"),
    ("{do: wound, amount: 1,", "{do: wound, amount: {stat: attack},", "{stat: attack}", "there is no `self` here"),
    (
        "{do: wound, amount: 1, target: {all: {}}}",
        "{do: add_status, status: cursed, target: {all: {}}, until: while_source}",
        "while_source",
        "an event is no source that lasts",
    ),
    ("affects: {side: own}, ", "", "{kind: static, modifiers: [{stat: attack", "a law has no `self`"),
    (f"modifiers: [{MODIFIER}]", "modifiers: [{allow: any_time}]", "{side: own}", "affects no heroes"),
    (
        f",\n   abilities: [{{kind: static, affects: {FILTER}, modifiers: [{MODIFIER}]}}]",
        "",
        "{id: edict",
        "a law has",
    ),
    ("capacity: 1", "capacity: 0", "0, visitor", ">= 1"),
    ("capacity: 1", "at_any_time: true", "true", "not used at any time"),
    ("capacity: 1", "window: combat", "combat", "not used in combat"),
    ("visitor: {wounded: false}", "visitor: {self: only}", "only}", "there is no `self` here"),
    ("type: support", "type: hireling", "hireling", no_such_kind("hireling")),
    ("learner: {class: soldier}", "cost: true", "true", not_a(int, True)),
]


@pytest.mark.parametrize(("old", "new", "at", "message"), MALFORMED, ids=range(len(MALFORMED)))
def test_a_malformed_set_is_refused_with_the_place_and_the_reason(old: str, new: str, at: str, message: str) -> None:
    """Line and column of the fault, and what is wrong with it."""
    text = BASE.replace(old, new, 1)
    assert text != BASE
    with pytest.raises(BadComponentSet) as bad:
        RULESET.load(text)
    place = text.index(at, max(0, text.index(new[:12]) - 90) if new and new[:12] in text else 0)
    line, column = text.count("\n", 0, place) + 1, place - text.rfind("\n", 0, place)
    found = [(fault.line, fault.column, fault.detail) for fault in bad.value.faults]
    assert any((line, column) == (x, y) and message in detail for x, y, detail in found), (found, (line, column))


def test_there_are_many_of_them() -> None:
    """At least fifty."""
    assert len(MALFORMED) >= 50


def test_every_card_with_a_fault_is_named() -> None:
    """One fault for each card, in the order of the file."""
    text = BASE.replace("attack: 2", "attack: two").replace("cost: 2", "cost: x").replace("id: cursed", "id: Cursed")
    with pytest.raises(BadComponentSet) as bad:
        RULESET.load(text)
    assert [fault.line for fault in bad.value.faults] == [6, 8, 14]


def test_no_set_is_a_list_or_too_small() -> None:
    """A set is a mapping, with at least three heroes and three strategy cards."""
    for text in ("[]", "game: heroes_of_the_campaign", BASE.replace("strategies:", "strategies: []\nrest:")):
        with pytest.raises(BadComponentSet):
            RULESET.load(text)


def test_what_is_the_same_has_the_same_address() -> None:
    """Comments and quotes do not matter."""
    assert RULESET.load(BASE).hash == RULESET.load("# mine\n" + BASE.replace("name: Ada", "name: 'Ada'")).hash


# --- the set that ships


def _words(components: Components) -> list[object]:
    parts = (tuple(components.cards.values()), tuple(components.named.values()))
    return [word for part in parts for _, word in traverse(part)]


def test_the_set_that_ships_is_large_and_invented() -> None:
    """At least sixteen heroes and sixteen strategy cards, of all five kinds."""
    found = starter()
    assert found.source == "invented"
    assert len(found.heroes) >= 16
    assert len(found.strategies) >= 16
    kinds = Counter(type(card) for card in found.strategies.values())
    assert (
        min(kinds[kind] for kind in (schema.Support, schema.Maneuver, schema.Event, schema.Law, schema.Location)) >= 3
    )


def test_the_set_that_ships_uses_every_name_of_the_language() -> None:
    """Moments, flags, permissions, prohibitions, durations, verbs, and all values of short lists."""
    words = _words(starter())
    written = {word for word in words if isinstance(word, str)}
    for names in (
        terms.Moment,
        terms.Flag,
        terms.HeroPermission,
        terms.PlayerPermission,
        terms.HeroProhibition,
        terms.PlayerProhibition,
        terms.Until,
        terms.Active,
    ):
        assert set(get_args(names)) <= written, set(get_args(names)) - written
    used = {type(word) for word in words}
    assert set(get_args(verbs.Verb)) <= used
    assert set(get_args(schema.Ability)) <= used


@pytest.mark.parametrize(
    "kind",
    [
        reading.AmountOf,
        reading.Filter,
        reading.Condition,
        reading.Modifier,
        reading.TargetOf,
        schema.Static,
        schema.Trigger,
        schema.Task,
        schema.Location,
        schema.Maneuver,
        schema.Law,
        verbs.Attack,
        verbs.AddStatus,
        verbs.Choose,
        verbs.PerformTask,
        verbs.BreakLaw,
    ],
    ids=lambda kind: kind.__name__,
)
def test_the_set_that_ships_uses_every_field_of(kind: type[Struct]) -> None:
    """Each is told at least once as something else than its default."""
    used = {
        field.name
        for word in _words(starter())
        if isinstance(word, kind)
        for field in fields(word)
        if getattr(word, field.name) != field.default
    }
    wanted = {field.name for field in fields(kind)} - {"name", "allows"}
    if kind in (schema.Location, schema.Law):
        wanted -= {"window", "at_any_time"}
    assert wanted <= used, wanted - used
