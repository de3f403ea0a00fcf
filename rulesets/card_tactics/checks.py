"""What a component set must hold beyond the types of its words: enough cards, names that lead somewhere."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING

from rulesets.card_tactics import schema
from rulesets.card_tactics.words import phrases as p
from rulesets.card_tactics.words.selecting import KNOWN, CardIs, ConditionWord, Selector, UnitsLeft
from rulesets.kit.cards import traverse
from rulesets.kit.checks import by_id, duplicates, not_as_printed, placed, too_few, unknown

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from rulesets.kit.components import Found, Path

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


def faults(document: schema.Document) -> Iterator[Found]:
    """Every fault that types cannot find, each with its path."""
    cards = [*_cards(document)]
    ids = {card.id for _, card in cards}
    names = (((*path, "id"), id_) for path, card in cards for id_ in dict.fromkeys((card.id, *schema.copies_of(card))))
    yield from duplicates(names, "card with the id")
    yield from _counts(document)
    for path, card in cards:
        yield from _inner_ids(path, card)
        yield from _card(path, card, ids)
    if document.faithful:
        yield from _printed(document)


def _cards(document: schema.Document) -> Iterator[tuple[Path, schema.Card]]:
    for name in ("heroes", "enemies", "items", "events"):
        for index, card in enumerate(getattr(document, name)):
            yield (name, index), card


def _inner_ids(path: Path, card: schema.Card) -> Iterator[Found]:
    if isinstance(card, schema.EventCard):
        return
    quirks = [((*path, "quirk", "id"), card.quirk.id)] if card.quirk else []
    yield from duplicates(chain(placed((*path, "skills"), card.skills, "id"), quirks), "skill or quirk with the id")


def _counts(document: schema.Document) -> Iterator[Found]:
    enemies, items = Counter[tuple[str, bool]](), Counter[str]()
    for enemy in document.enemies:
        enemies[enemy.rarity, enemy.boss] += enemy.copies
    for item in document.items:
        items[item.rarity] += item.copies
    for rarity, fewest in FEWEST_ITEMS.items():
        yield from too_few(("enemies",), f"{rarity} enemies", FEWEST_ENEMIES, enemies[rarity, False])
        yield from too_few(("enemies",), f"{rarity} boss", 1, enemies[rarity, True])
        yield from too_few(("items",), f"{rarity} items", fewest, items[rarity])
    yield from too_few(("events",), "events", FEWEST_EVENTS, sum(event.copies for event in document.events))


def _card(path: Path, card: schema.Card, ids: Collection[str]) -> Iterator[Found]:
    event = isinstance(card, schema.EventCard)
    around: list[Path] = []  # selectors that the word stands in
    for inner, word in traverse(card, path):
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
            if (word.pick == "position") is not (word.n is not None):
                yield inner, "`n` goes with `position`, and with nothing else"
            around.append(inner)
        elif isinstance(word, CardIs):
            yield from unknown([((*inner, "id"), word.id)], ids, "card")
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
"""Types of cards that depend on the owner of a text."""


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
    for inner, word in traverse(skill, path):
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
    for inner, word in traverse(quirk, path):
        if isinstance(word, p.Reroll) and quirk.trigger.on != "attack_rolled":
            yield inner, "only what an `attack_rolled` sets off can roll again"
        if isinstance(word, Selector) and word.in_range:
            yield (*inner, "in_range"), "a quirk has no range"


PRINTED = {
    "heroes": ("alchemist", "guardian", "pyromancer", "ranger"),
    "enemies": ("orc", "orc_chieftain", "wolf", "pixie", "dragon"),
    "items": ("dagger", "hound", "guard_dog", "dragon_shield"),
}
"""The cards that the rulebook names."""


def _printed(document: schema.Document) -> Iterator[Found]:
    """The rulebook's facts about the printed cards; only where a set claims to be them."""
    for name, ids in PRINTED.items():
        known = by_id(getattr(document, name))
        yield from (((name,), f"the printed game has {id_!r}") for id_ in ids if id_ not in known)
    for path, card in _cards(document):
        yield from ((path, detail) for detail in _as_printed(card))
    cards = sum(getattr(card, "copies", 1) for _, card in _cards(document))
    yield from not_as_printed(("totals", "cards"), "cards", document.totals.cards, cards)
    tokens = document.tokens.counts().values()
    if None in tokens or sum(filter(None, tokens)) != document.totals.tokens:
        yield ("tokens",), f"the printed game has {document.totals.tokens} tokens, each kind with its count"


def _as_printed(card: schema.Card) -> Iterator[str]:
    """Where a card differs from the rulebook."""
    match card:
        case schema.HeroCard(id="pyromancer", skills=skills):
            if not any(skill.boots == 1 for skill in skills if skill.id == "fire_punch"):
                yield "Fire Punch has one boot"
        case schema.HeroCard(id="guardian", skills=skills):
            bash = [do for skill in skills if skill.id == "shield_bash" for do in p.within(skill.phrases)]
            if not any(isinstance(hit, p.Push) for do in bash if isinstance(do, p.Attack) for hit in do.on_hit):
                yield "Shield Bash pushes its target on a hit"
        case schema.HeroCard(id="ranger", quirk=quirk):
            if not _rerolls(quirk, role="attacker", optional=True):
                yield "the Ranger may roll again when it attacks"
        case schema.EnemyCard(id="pixie", quirk=quirk):
            if not _rerolls(quirk, role="target", optional=False):
                yield "who attacks a Pixie rolls again"
        case schema.EnemyCard(id="dragon", boss=boss, rarity=rarity):
            if not boss or rarity != "unique":
                yield "the Dragon is the Unique Boss"
        case schema.EnemyCard(id="orc_chieftain", skills=skills):
            drums = [skill for skill in skills if skill.id == "war_drums"]
            if not any(isinstance(part, Selector) and part.of == "ally" for _, part in traverse(drums)):
                yield "War Drums are for the allies"
        case schema.ItemCard(id="dagger", skills=skills):
            if not any(skill.boots >= 2 for skill in skills):
                yield "the Dagger lets its user move before and after the attack"
        case schema.ItemCard(id="hound" | "guard_dog" | "dragon_shield", special_token=token):
            if token != card.id:
                yield f"{card.name} has a token of its own"


def _rerolls(quirk: schema.Quirk | None, *, role: str, optional: bool) -> bool:
    return (
        quirk is not None
        and (quirk.trigger.on, quirk.trigger.role, quirk.optional) == ("attack_rolled", role, optional)
        and any(isinstance(do, p.Reroll) for do in p.within(quirk.phrases))
    )
