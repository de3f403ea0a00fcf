"""The component set of Card Tactics, ready to play with: faces of cards, and every phrase under its address."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from rulesets.card_tactics import schema
from rulesets.card_tactics.checks import faults
from rulesets.card_tactics.words.phrases import Attack, ByHand, Phrase, Reroll, calls, jumps, seeking, within
from rulesets.kit.cards import CardStep, lay
from rulesets.kit.checks import invented
from rulesets.kit.components import Source, read_document

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.card_tactics.words.phrases import Modifier
    from rulesets.card_tactics.words.selecting import Condition

Address = str
"""Where a skill, a quirk or a phrase stands: `guardian.shield_bash`, `guardian.shield_bash.0.on_hit.0`."""


class Skill(Struct, frozen=True, gc=False):
    """A skill; its phrases stand under `address.0`, `address.1`, ..."""

    address: Address
    name: str
    low: int
    """Of its range."""
    high: int
    """Of its range; -1 where none is printed."""
    boots: int
    before: tuple[str, ...]
    """What an enemy does with its boots before it follows the description: `push` or `pull`."""
    after: tuple[str, ...]
    phrases: tuple[Phrase, ...]
    needs: tuple[Phrase, ...]
    """Those from the first on that may look for a target (CDT-SKL-03)."""
    text: str = ""


class Quirk(Struct, frozen=True, gc=False):
    """A quirk; its phrases stand under `address.0`, ..."""

    address: Address
    trigger: schema.Trigger
    condition: Condition | None
    optional: bool
    limit: str
    modifier: Modifier | None
    rerolls: bool
    """It asks for another roll, which is settled before anything else that a roll sets off."""
    text: str = ""


class Face(Struct, frozen=True, gc=False):
    """A hero or an enemy."""

    card: str
    """Which card; equal copies share it."""
    name: str
    hero: bool
    health: int
    defence: int
    skills: tuple[Skill, ...]
    quirk: Quirk | None
    rarity: str = ""
    boss: bool = False
    invented: tuple[str, ...] = ()
    """Which of its facts are made up, in a set that is not the printed one; so is `invented` of others."""


class Item(Struct, frozen=True, gc=False):
    """An item."""

    card: str
    name: str
    rarity: str
    skills: tuple[Skill, ...]
    quirk: Quirk | None
    after_use: str
    costs_action: bool
    in_combat: bool
    in_camp: bool
    special_token: str = ""
    invented: tuple[str, ...] = ()


class Event(Struct, frozen=True, gc=False):
    """An event; its phrases stand under `card.0`, `card.1`, ..."""

    card: str
    name: str
    lasts: str
    text: str = ""
    by_hand: bool = False
    """Whether the table enters what it does, or some of it."""
    invented: tuple[str, ...] = ()


class Components:
    """A loaded set. A plain class on purpose: shared by identity, written out as its hash."""

    def __init__(self, document: schema.Document, hash: str) -> None:
        self.hash = hash
        self.faithful = document.faithful
        self.source = "printed" if document.faithful else "invented"
        self.dice = document.dice.count
        self.faces = tuple(range(1, document.dice.faces + 1))
        self.supply = {name: count for name, count in document.tokens.counts().items() if count is not None}
        """How many tokens of a kind there are; kinds without a limit are left out."""
        self.steps: dict[Address, CardStep[Phrase]] = {}
        self.skill: dict[Address, Skill] = {}
        self.quirk: dict[Address, Quirk] = {}
        self.unit: dict[str, Face] = {card.id: self._hero(card) for card in document.heroes}
        self.heroes = tuple(self.unit)
        """Cards of heroes, in the order of the file."""
        self.challenge: dict[str, tuple[str, ...]] = {}
        """Class (`common`, `common_boss`, ...) to all its cards, sorted."""
        for enemy in document.enemies:
            face = self._enemy(enemy)
            kind = class_of(face)
            copies = schema.copies_of(enemy)
            self.unit.update(dict.fromkeys(copies, face))
            self.challenge[kind] = tuple(sorted((*self.challenge.get(kind, ()), *copies)))
        self.item = {copy: self._item(card) for card in document.items for copy in schema.copies_of(card)}
        self.items = {rarity: sorted_of(self.item, rarity) for rarity in RARITIES}
        """Rarity to all its cards, sorted."""
        self.event = {copy: self._event(card) for card in document.events for copy in schema.copies_of(card)}
        self.events = tuple(sorted(self.event))
        self.skill_at = {at: self.skill.get(".".join(at.split(".")[:2])) for at in self.steps}
        """The skill that a phrase is of; none for those of quirks and events."""
        self.moments: frozenset[str] = frozenset(quirk.trigger.on for quirk in self.quirk.values())
        """What sets off a quirk of this set."""
        self.moment_of = {card: face.quirk.trigger.on if face.quirk else None for card, face in self._cards()}
        """Cards of units and items to the moment that sets off their quirk, if they have one."""
        self.quirk_on = {moment: self._quirks_on(moment) for moment in self.moments}
        """Moment to the cards of units and items whose quirk it sets off."""
        self.static = "static" in self.moments

        self.rerolling = frozenset(card for card, face in self._cards() if face.quirk and face.quirk.rerolls)
        """Units and items whose quirk asks for another roll."""

        self.special_by_hand = frozenset(
            card.special_token for card in document.items if card.special_token and _by_hand(card.skills)
        )
        """Tokens of items of which the table enters what they do, or some of it."""

    def _cards(self) -> tuple[tuple[str, Face | Item], ...]:
        return (*self.unit.items(), *self.item.items())

    def _quirks_on(self, moment: str) -> dict[str, Quirk]:
        return {card: face.quirk for card, face in self._cards() if face.quirk and self.moment_of[card] == moment}

    def _hero(self, card: schema.HeroCard) -> Face:
        skills = tuple(self._skill(card.id, skill) for skill in card.skills)
        quirk = self._quirk(card.id, card.quirk)
        made_up = self._invented(card, "health", "defence", "skills")
        return Face(card.id, card.name, True, card.health, card.defence, skills, quirk, invented=made_up)

    def _enemy(self, card: schema.EnemyCard) -> Face:
        skills = tuple(self._skill(card.id, skill) for skill in card.skills)
        quirk = self._quirk(card.id, card.quirk)
        rare, made_up = card.rarity, self._invented(card, "rarity", "health", "defence", "skills")
        return Face(card.id, card.name, False, card.health, card.defence, skills, quirk, rare, card.boss, made_up)

    def _item(self, card: schema.ItemCard) -> Item:
        return Item(
            card.id,
            card.name,
            card.rarity,
            tuple(self._skill(card.id, skill) for skill in card.skills),
            self._quirk(card.id, card.quirk),
            card.after_use,
            card.costs_action,
            "combat" in card.phases,
            "camp" in card.phases,
            card.special_token or "",
            self._invented(card, "rarity", *(("skills",) if card.skills else ())),
        )

    def _event(self, card: schema.EventCard) -> Event:
        self._lay(card.id, card.phrases)
        made_up = invented(("name", "text"), (), self.source)
        return Event(card.id, card.name, card.lasts, card.text or "", _by_hand((card,)), made_up)

    def _invented(self, card: schema.HeroCard | schema.EnemyCard | schema.ItemCard, *facts: str) -> tuple[str, ...]:
        """Which of its facts are made up, of its name, of these and of its quirk if it has one."""
        quirk = ("quirk",) if card.quirk else ()
        return invented(("name", *facts, *quirk), card.printed, self.source)

    def _skill(self, card: str, skill: schema.Skill) -> Skill:
        address = f"{card}.{skill.id}"
        self._lay(address, skill.phrases)
        low, high = (skill.range.min, skill.range.max) if skill.range else (0, -1)
        before, after = (tuple(boot.dir for boot in skill.boots_plan if boot.when == when) for when in BOTH_ENDS)
        needs = seeking(skill.phrases)
        laid = Skill(address, skill.name, low, high, skill.boots, before, after, skill.phrases, needs, skill.text or "")
        self.skill[address] = laid
        return laid

    def _quirk(self, card: str, quirk: schema.Quirk | None) -> Quirk | None:
        if quirk is None:
            return None
        address = f"{card}.{quirk.id}"
        self._lay(address, quirk.phrases)
        rerolls = quirk.trigger.on == "attack_rolled" and any(isinstance(do, Reroll) for do in within(quirk.phrases))
        laid = Quirk(
            address,
            quirk.trigger,
            quirk.if_,
            quirk.optional,
            quirk.limit,
            quirk.modifier,
            rerolls,
            quirk.text or "",
        )
        self.quirk[address] = laid
        return laid

    def _lay(self, name: str, phrases: tuple[Phrase, ...]) -> None:
        """The phrases under their addresses; the lists that an attack or a `for_each` calls end in nothing."""
        laid: dict[Address, CardStep[Phrase]] = {}
        lay(laid, name, phrases, jumps)
        self.steps.update(laid)
        for at, step in laid.items():
            for key, inner in calls(step.do):
                self._lay(f"{at}.{key}", inner)


RARITIES = ("common", "rare", "unique")
BOTH_ENDS = ("before", "after")


def load(text: str) -> Components:
    """A component set out of its YAML or JSON text. Raises BadComponentSet with every fault found."""
    source = Source(text)
    return Components(read_document(source, schema.Document, faults), source.hash)


def class_of(face: Face) -> str:
    """The group of the Challenge stack that an enemy is of (CDT-SET-03)."""
    return f"{face.rarity}_boss" if face.boss else face.rarity


def sorted_of(items: dict[str, Item], rarity: str) -> tuple[str, ...]:
    """The items of a rarity."""
    return tuple(sorted(copy for copy, item in items.items() if item.rarity == rarity))


def _by_hand(texts: Iterable[schema.Skill | schema.EventCard]) -> bool:
    """Whether a phrase of one of the texts is entered by hand."""
    return any(isinstance(do, ByHand) for text in texts for do in within(text.phrases))


def attacks_of(skill: Skill) -> tuple[Attack, ...]:
    """The attacks of a skill, those of its branches included."""
    return tuple(do for do in within(skill.phrases) if isinstance(do, Attack))
