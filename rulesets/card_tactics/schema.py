"""Heroes, enemies, items and events as a file writes them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from rulesets.card_tactics.words.phrases import Branch, Modifier, Phrases, Text
from rulesets.card_tactics.words.selecting import CardId, Condition, Rarity, SpecialKind, TokenKind
from rulesets.kit.cards import Word
from rulesets.kit.components import Entries, Name

Copies = Annotated[int, Meta(ge=1, le=20)]
Health = Annotated[int, Meta(ge=1, le=20)]
Defence = Annotated[int, Meta(ge=1, le=30)]
Supply = Annotated[int, Meta(ge=0, le=99)]

Moment = Literal[
    "combat_start",
    "round_start",
    "round_end",
    "before_action",
    "after_action",
    "attack_rolled",
    "attacked",
    "hit_dealt",
    "crit_dealt",
    "hit_taken",
    "miss_dealt",
    "miss_taken",
    "health_lost",
    "healed",
    "token_gained",
    "moved",
    "defeated",
    "item_used",
    "static",
    "by_hand",
]


class Range(Word, frozen=True):
    """Distances, both included; 0 is the unit itself (CDT-RNG-02, 03)."""

    min: Annotated[int, Meta(ge=0, le=5)]
    max: Annotated[int, Meta(ge=0, le=5)]


class Boot(Word, frozen=True):
    """A step of an enemy that uses its boots: enemies choose nothing (CDT-ENM-11)."""

    when: Literal["before", "after"]
    dir: Literal["push", "pull"]


class Skill(Word, frozen=True):
    """A flag of text."""

    id: CardId
    name: Name
    phrases: Branch
    range: Range | None = None
    boots: Annotated[int, Meta(ge=0, le=3)] = 0
    boots_plan: Annotated[tuple[Boot, ...], Meta(max_length=3)] = ()
    text: Text | None = None
    """What the card says, for readers; `phrases` are what counts."""


class Trigger(Word, frozen=True):
    """When a quirk takes place, and whose deed sets it off, seen from its owner."""

    on: Moment
    of: Literal["self", "ally", "opponent", "any"] = "self"
    role: Literal["attacker", "target"] = "attacker"
    """With `attack_rolled`: in which part that unit takes part in the attack."""
    token: TokenKind | None = None
    """With `token_gained`: of which kind."""


class Quirk(Word, frozen=True):
    """What takes place when its condition is met, also in another unit's action (CDT-QRK-01)."""

    id: CardId
    trigger: Trigger
    phrases: Phrases = ()
    if_: Condition | None = field(default=None, name="if")
    optional: bool = False
    limit: Literal["none", "action", "round", "combat", "game"] = "none"
    modifier: Modifier | None = None
    """Of a `static` quirk, instead of phrases: it stands on the owner while the condition is met."""
    text: Text | None = None
    """What the card says; of a quirk `by_hand`, which the table enters whenever it takes place, that alone."""


Skills = Annotated[tuple[Skill, ...], Meta(min_length=1, max_length=2)]
ItemSkills = Annotated[tuple[Skill, ...], Meta(max_length=2)]

Printed = Literal["name", "health", "defence", "quirk", "skills", "rarity", "boss", "special_token"]


class HeroCard(Word, frozen=True):
    """A hero."""

    id: CardId
    name: Name
    health: Health
    defence: Defence
    skills: Skills
    quirk: Quirk | None = None
    printed: tuple[Printed, ...] = ()
    """Which of its facts the rulebook prints; all others are invented."""


class EnemyCard(Word, frozen=True):
    """An enemy or a boss; the first skill is used on positions 1 and 2, the second on 3."""

    id: CardId
    name: Name
    rarity: Rarity
    health: Health
    defence: Defence
    skills: Skills
    copies: Copies = 1
    boss: bool = False
    quirk: Quirk | None = None
    printed: tuple[Printed, ...] = ()


class ItemCard(Word, frozen=True):
    """An item."""

    id: CardId
    name: Name
    rarity: Rarity
    skills: ItemSkills = ()
    copies: Copies = 1
    quirk: Quirk | None = None
    after_use: Literal["exhaust", "discard", "keep_ready"] = "exhaust"
    costs_action: bool = True
    phases: Annotated[tuple[Literal["combat", "camp"], ...], Meta(min_length=1, max_length=2)] = ("combat",)
    special_token: SpecialKind | None = None
    printed: tuple[Printed, ...] = ()


class EventCard(Word, frozen=True):
    """An event."""

    id: CardId
    name: Name
    phrases: Branch
    copies: Copies = 1
    lasts: Literal["immediate", "next_combat", "until_game_end"] = "immediate"
    text: Text | None = None


Card = HeroCard | EnemyCard | ItemCard | EventCard


def copies_of(card: Card) -> tuple[str, ...]:
    """The names of equal cards: a number behind each, unless there is only one."""
    count = 1 if isinstance(card, HeroCard) else card.copies
    return tuple(f"{card.id}-{number}" for number in range(1, count + 1)) if count > 1 else (card.id,)


class Dice(Word, frozen=True):
    """What is rolled for an attack."""

    count: Annotated[int, Meta(ge=1, le=4)] = 2
    faces: Annotated[int, Meta(ge=2, le=20)] = 6


class Special(Word, frozen=True):
    """How many of the tokens that belong to items; `null` is no limit."""

    hound: Supply | None = None
    guard_dog: Supply | None = None
    dragon_shield: Supply | None = None


class TokenSupply(Word, frozen=True):
    """How many tokens lie in the box, by kind; `null` is no limit."""

    health: Supply | None = None
    attack_plus: Supply | None = None
    attack_minus: Supply | None = None
    defence_plus: Supply | None = None
    defence_minus: Supply | None = None
    bleed: Supply | None = None
    counter: Supply | None = None
    restrain: Supply | None = None
    stun: Supply | None = None
    special: Special = Special()

    def counts(self) -> dict[str, int | None]:
        """All of them by kind, those of items included."""
        own = {name: getattr(self, name) for name in self.__struct_fields__ if name != "special"}
        return own | {name: getattr(self.special, name) for name in self.special.__struct_fields__}


class Totals(Word, frozen=True):
    """What the rulebook counts; checked only in a faithful set."""

    cards: int = 66
    tokens: int = 56


class Document(Word, frozen=True):
    """The whole file."""

    game: Literal["card_tactics"]
    id: CardId
    name: Name
    faithful: bool
    """Whether these are the printed faces; false for made-up ones."""
    heroes: Annotated[tuple[HeroCard, ...], Meta(min_length=4, max_length=20)]
    """CDT-SET-09: three are chosen, the rest is discarded."""
    enemies: Entries[EnemyCard]
    items: Entries[ItemCard]
    events: Entries[EventCard]
    dice: Dice = Dice()
    tokens: TokenSupply = TokenSupply()
    totals: Totals = Totals()
