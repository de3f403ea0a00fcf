"""What a component set must hold beyond the types of its words: enough cards, names that lead somewhere."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from msgspec import Struct

from rulesets.card_tactics import schema
from rulesets.card_tactics.words import phrases as p
from rulesets.card_tactics.words.selecting import KNOWN, CardIs, ConditionWord, Selector, UnitsLeft
from rulesets.kit.cards import walk

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rulesets.kit.components import Path

Found = tuple["Path", str]

MOST_HEROES = 20
FEWEST_HEROES = 4
"""CDT-SET-09: three are chosen, the rest is discarded."""
FEWEST_EVENTS = 5
"""CDT-EVT-01: one for each loop."""
FEWEST_ITEMS = {"common": 9, "rare": 4, "unique": 2}
"""What a game without extra draws deals out (CDT-SET-10, CDT-TRS-01, CDT-TRS-02)."""
FEWEST_ENEMIES = 5
"""CDT-SET-04: of each rarity; of its bosses one."""
MOST_SELECTORS = 2
"""Within one another: each is read for every unit that the one around it could mean."""

ROLL_WORDS = (p.Attack, p.Reroll, p.ModifyTotal, p.SetTotal, p.ModifyDefence, p.Redirect, p.PreventLoss)
"""What means an attack: nothing for an event."""


def faults(parts: schema.Parts) -> Iterator[Found]:
    """Everything that the types cannot tell, each with its path."""
    yield from _ids(parts)
    yield from _counts(parts)
    for key, cards in _lists(parts):
        for index, card in enumerate(cards):
            yield from _card((key, index), card, parts)
    if parts.header.faithful:
        yield from _printed(parts)


def _lists(parts: schema.Parts) -> tuple[tuple[str, tuple[Struct, ...]], ...]:
    return ("heroes", parts.heroes), ("enemies", parts.enemies), ("items", parts.items), ("events", parts.events)


def _ids(parts: schema.Parts) -> Iterator[Found]:
    seen: set[str] = set()
    for key, cards in _lists(parts):
        for index, card in enumerate(cards):
            count = getattr(card, "copies", 1)
            names = {card.id} | ({f"{card.id}-{n}" for n in range(1, count + 1)} if count > 1 else set())  # type: ignore[attr-defined]
            if names & seen:
                yield (key, index, "id"), f"a second card with the id {sorted(names & seen)[0]!r}"
            seen |= names
            yield from _inner_ids((key, index), card)


def _inner_ids(path: Path, card: Struct) -> Iterator[Found]:
    skills: tuple[schema.Skill, ...] = getattr(card, "skills", ())
    quirk: schema.Quirk | None = getattr(card, "quirk", None)
    names = Counter(skill.id for skill in skills)
    if quirk:
        names[quirk.id] += 1
    for name, count in names.items():
        if count > 1:
            yield path, f"{count} skills or quirks with the id {name!r}"


def _counts(parts: schema.Parts) -> Iterator[Found]:
    if not FEWEST_HEROES <= len(parts.heroes) <= MOST_HEROES:
        yield ("heroes",), f"needs {FEWEST_HEROES} to {MOST_HEROES} heroes, has {len(parts.heroes)}"
    enemies, items = Counter[tuple[str, bool]](), Counter[str]()
    for enemy in parts.enemies:
        enemies[enemy.rarity, enemy.boss] += enemy.copies
    for item in parts.items:
        items[item.rarity] += item.copies
    for rarity, fewest in FEWEST_ITEMS.items():
        if enemies[rarity, False] < FEWEST_ENEMIES:
            yield ("enemies",), f"needs {FEWEST_ENEMIES} {rarity} enemies, has {enemies[rarity, False]}"
        if not enemies[rarity, True]:
            yield ("enemies",), f"needs a {rarity} boss"
        if items[rarity] < fewest:
            yield ("items",), f"needs {fewest} {rarity} items, has {items[rarity]}"
    if (events := sum(event.copies for event in parts.events)) < FEWEST_EVENTS:
        yield ("events",), f"needs {FEWEST_EVENTS} events, has {events}"


def _card(path: Path, card: Struct, parts: schema.Parts) -> Iterator[Found]:
    cards = {known.id for _, known_cards in _lists(parts) for known in known_cards}  # type: ignore[attr-defined]
    event = isinstance(card, schema.EventCard)
    around: list[Path] = []  # selectors that the word stands in
    for inner, word in walk(card, path):
        while around and inner[: len(around[-1])] != around[-1]:
            around.pop()
        if isinstance(word, schema.ItemCard):
            yield from _item(inner, word)
        elif isinstance(word, schema.Skill):
            yield from _skill(inner, word, enemy=isinstance(card, schema.EnemyCard))
        elif isinstance(word, schema.Quirk):
            yield from _quirk(inner, word)
        elif isinstance(word, p.Modifier) and word.token and word.kind != "immunity":
            yield (*inner, "token"), "`token` goes with `immunity`, and with nothing else"
        elif isinstance(word, Selector):
            if len(around) >= MOST_SELECTORS:
                yield inner, f"more than {MOST_SELECTORS} selectors within one another"
            yield from _selector(inner, word)
            around.append(inner)
        elif isinstance(word, CardIs) and word.id not in cards:
            yield (*inner, "id"), f"no card {word.id!r}"
        elif isinstance(word, p.Exhaust | p.Ready) and (word.sel is None) is (word.item is None):
            yield inner, "needs exactly one of: sel, item"
        if event:
            yield from _of_event(inner, word, asked=bool(around))


def _of_event(path: Path, word: object, *, asked: bool) -> Iterator[Found]:
    """What an event cannot say; `asked` within a `where`, whose conditions are about the unit that it is asked of."""
    if isinstance(word, ROLL_WORDS):
        yield path, "an event attacks nobody, and interrupts no attack"
    elif isinstance(word, Selector):
        if word.pick in KNOWN - {"target"} or word.of in OWNED:
            yield path, "an event has no owner: `self`, `ally` and the like mean nothing"
        if word.in_range:
            yield (*path, "in_range"), "an event has no range"
    elif isinstance(word, UnitsLeft) and word.of in OWNED:
        yield (*path, "of"), "an event has no owner: `ally` and `opponent` mean nothing"
    elif isinstance(word, ConditionWord) and not asked and getattr(word, "sel", word) is None:
        yield path, "an event has no owner: tell whom the condition is about"


OWNED = ("ally", "opponent")
"""Types of cards that are told from the owner of a text."""


def _item(path: Path, item: schema.ItemCard) -> Iterator[Found]:
    if item.after_use == "keep_ready" and (not item.costs_action or "camp" in item.phases):
        yield (*path, "after_use"), "what costs no action is exhausted or discarded: else it could be used for ever"
    if not item.skills and not item.quirk:
        yield path, "an item has a skill or a quirk"


def _skill(path: Path, skill: schema.Skill, *, enemy: bool) -> Iterator[Found]:
    if enemy and skill.range:
        yield (*path, "range"), "skills of enemies have no range (CDT-RNG-01)"
    if skill.range and skill.range.min > skill.range.max:
        yield (*path, "range"), "`min` is at most `max`"
    if enemy and len(skill.boots_plan) != skill.boots:
        yield path, "an enemy's boots need a plan, one entry for each (CDT-ENM-11)"
    if not enemy and skill.boots_plan:
        yield (*path, "boots_plan"), "only enemies follow a plan: heroes choose"
    for inner, word in walk(skill, path):
        if isinstance(word, Selector) and word.in_range and (enemy or not skill.range):
            yield (*inner, "in_range"), "in range of a skill that prints no range"
        if isinstance(word, Selector) and word.pick == "mover":
            yield (*inner, "pick"), "only a quirk knows whose deed set it off"


def _quirk(path: Path, quirk: schema.Quirk) -> Iterator[Found]:
    if quirk.trigger.token and quirk.trigger.on != "token_gained":
        yield (*path, "trigger", "token"), "`token` goes with `token_gained`, and with nothing else"
    if (quirk.trigger.on == "static") is not (quirk.modifier is not None):
        yield path, "a static quirk has a `modifier`, and no other has one"
    if (quirk.trigger.on in ("static", "by_hand")) is bool(quirk.phrases):
        yield path, "a quirk has `phrases`, unless it is static or entered by hand"
    if quirk.trigger.on == "by_hand" and (not quirk.text or quirk.if_ or quirk.optional or quirk.limit != "none"):
        yield path, "a quirk that is entered by hand has a `text`, which says when it takes place, and nothing else"
    if quirk.trigger.on != "attack_rolled":
        for inner, word in walk(quirk, path):
            if isinstance(word, p.Reroll):
                yield inner, "only what an `attack_rolled` sets off can roll again"
    for inner, word in walk(quirk, path):
        if isinstance(word, Selector) and word.in_range:
            yield (*inner, "in_range"), "a quirk has no range"


def _selector(path: Path, word: Selector) -> Iterator[Found]:
    if (word.pick == "position") is not (word.n is not None):
        yield path, "`n` goes with `position`, and with nothing else"


PRINTED_HEROES = ("alchemist", "guardian", "pyromancer", "ranger")
PRINTED_ENEMIES = ("orc", "orc_chieftain", "wolf", "pixie", "dragon")
PRINTED_ITEMS = ("dagger", "hound", "guard_dog", "dragon_shield")
SPECIAL_ITEMS = frozenset(("hound", "guard_dog", "dragon_shield"))


def _printed(parts: schema.Parts) -> Iterator[Found]:
    """What the rulebook tells of the printed cards; only where a set claims to be them."""
    yield from _printed_totals(parts)
    heroes = {card.id: (("heroes", i), card) for i, card in enumerate(parts.heroes)}
    enemies = {card.id: (("enemies", i), card) for i, card in enumerate(parts.enemies)}
    items = {card.id: (("items", i), card) for i, card in enumerate(parts.items)}
    for key, known, names in (
        ("heroes", set(heroes), PRINTED_HEROES),
        ("enemies", set(enemies), PRINTED_ENEMIES),
        ("items", set(items), PRINTED_ITEMS),
    ):
        for name in names:
            if name not in known:
                yield (key,), f"the printed game has {name!r}"
    for name in SPECIAL_ITEMS & set(items):
        path, item = items[name]
        if item.special_token != name:
            yield path, f"{item.name} has a token of its own"
    if "dragon" in enemies and not (enemies["dragon"][1].boss and enemies["dragon"][1].rarity == "unique"):
        yield enemies["dragon"][0], "the Dragon is the Unique Boss"
    if "dagger" in items and not any(skill.boots >= 2 for skill in items["dagger"][1].skills):
        yield items["dagger"][0], "the Dagger lets its user move before and after the attack"
    yield from _printed_skills(heroes)
    yield from _printed_quirks(heroes, enemies)
    if "orc_chieftain" in enemies:
        path, chieftain = enemies["orc_chieftain"]
        drums = _skill_of(chieftain.skills, "war_drums")
        if not any(isinstance(part, Selector) and part.of == "ally" for _, part in walk(drums)):
            yield path, "War Drums are for the allies"


def _skill_of(skills: tuple[schema.Skill, ...], name: str) -> schema.Skill | None:
    return next((skill for skill in skills if skill.id == name), None)


def _printed_skills(heroes: Mapping[str, tuple[Path, schema.HeroCard]]) -> Iterator[Found]:
    if "pyromancer" in heroes:
        path, hero = heroes["pyromancer"]
        punch = _skill_of(hero.skills, "fire_punch")
        if punch is None or punch.boots != 1:
            yield path, "Fire Punch has one boot"
    if "guardian" in heroes:
        path, hero = heroes["guardian"]
        bash = _skill_of(hero.skills, "shield_bash")
        attacks = [do for do in p.within(bash.phrases) if isinstance(do, p.Attack)] if bash else []
        if not any(isinstance(do, p.Push) for attack in attacks for do in attack.on_hit):
            yield path, "Shield Bash pushes its target on a hit"


def _printed_quirks(
    heroes: Mapping[str, tuple[Path, schema.HeroCard]], enemies: Mapping[str, tuple[Path, schema.EnemyCard]]
) -> Iterator[Found]:
    if "ranger" in heroes:
        path, ranger = heroes["ranger"]
        if not _rerolls(ranger.quirk, role="attacker", optional=True):
            yield path, "the Ranger may roll again when it attacks"
    if "pixie" in enemies:
        path, pixie = enemies["pixie"]
        if not _rerolls(pixie.quirk, role="target", optional=False):
            yield path, "who attacks a Pixie rolls again"


def _rerolls(quirk: schema.Quirk | None, *, role: str, optional: bool) -> bool:
    return (
        quirk is not None
        and (quirk.trigger.on, quirk.trigger.role, quirk.optional) == ("attack_rolled", role, optional)
        and any(isinstance(do, p.Reroll) for do in p.within(quirk.phrases))
    )


def _printed_totals(parts: schema.Parts) -> Iterator[Found]:
    cards = len(parts.heroes) + sum(
        card.copies for cards in (parts.enemies, parts.items, parts.events) for card in cards
    )
    if cards != parts.header.totals.cards:
        yield ("totals", "cards"), f"the printed game has {parts.header.totals.cards} cards, this set {cards}"
    tokens = parts.header.tokens
    counts = [getattr(tokens, name) for name in tokens.__struct_fields__ if name != "special"]
    counts += [getattr(tokens.special, name) for name in tokens.special.__struct_fields__]
    if None in counts or sum(counts) != parts.header.totals.tokens:
        yield ("tokens",), f"the printed game has {parts.header.totals.tokens} tokens, each kind with its count"
