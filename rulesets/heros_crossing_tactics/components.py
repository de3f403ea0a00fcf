"""The component set of Hero's Crossing: Tactics: heroes and cubes."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Literal

from msgspec import Meta, Struct

from rulesets.heros_crossing_tactics.pieces import NONE, Soldiers
from rulesets.kit.components import CARD_ID, Source, canonical, content_hash
from rulesets.kit.piles import kind_of

GAME = "heros_crossing_tactics"
PRINTED_HEROES = 45
MOST_HEROES = 500
"""In a set that somebody made up; the printed game has 45."""
DRAFTED_HEROES = 6
"""HCT-SET-07: two draft hands of three, all of level 1."""

PRINTED_RECRUITS = {"Knight": (1, Soldiers(armor=1)), "Cleric": (2, Soldiers(potion=1, magic=1))}
"""What the rulebook shows of these two: level and Recruited Soldiers (Hire, examples 1 and 2)."""

BACKS = ("?1", "?2", "?3")
"""Of unknown cards, by level; a back of a later generation adds its number."""

CardId = Annotated[str, Meta(pattern=CARD_ID, min_length=1, max_length=40)]
Name = Annotated[str, Meta(min_length=1, max_length=60)]
Count = Annotated[int, Meta(ge=0, le=99)]


class Icons(Struct, frozen=True, forbid_unknown_fields=True):
    """A number for each type of Soldier; what is not told is 0."""

    weapon: Count = 0
    armor: Count = 0
    potion: Count = 0
    magic: Count = 0

    def soldiers(self) -> Soldiers:
        return Soldiers(self.weapon, self.armor, self.potion, self.magic)


class Cubes(Icons, frozen=True, forbid_unknown_fields=True):
    """The cubes in the box."""

    weapon: Count = 15
    armor: Count = 15
    potion: Count = 15
    magic: Count = 15


class HeroCard(Struct, frozen=True, forbid_unknown_fields=True):
    """One Hero Card as the file writes it."""

    id: CardId
    name: Name
    level: Annotated[int, Meta(ge=1, le=3)]
    recruits: Icons = Icons()
    drawing_power: Annotated[int, Meta(ge=0, le=9)] = 0
    monarch: Literal["king", "queen"] | None = None
    printed: tuple[Literal["name", "level", "recruits", "drawing_power"], ...] = ()
    """Which of its facts the rulebooks print; all others are invented."""


class Header(Struct, frozen=True, forbid_unknown_fields=True):
    """The file without its heroes."""

    game: Literal["heros_crossing_tactics"]
    id: CardId
    name: Name
    source: Literal["printed", "invented"]
    cubes: Cubes = Cubes()


class Hero(Struct, frozen=True, gc=False):
    """One physical card, ready to play with."""

    id: str
    name: str
    level: int
    recruits: Soldiers
    drawing_power: int
    invented: tuple[str, ...] = ()
    """Which of its facts are made up, in a set that is not the printed one."""


class Levels(dict[str, int]):
    """The level of each card, backs included: `?2` and `?2.3` show a 2."""

    def __missing__(self, card: str) -> int:
        return int(kind_of(card))


class Components:
    """A loaded set. A plain class on purpose: shared by identity, written out as its hash."""

    __slots__ = ("by_level", "cubes", "hash", "hero", "level", "monarchs", "name", "source")

    def __init__(self, header: Header, heroes: tuple[HeroCard, ...], document: str) -> None:
        self.hash = content_hash(document)
        self.name = header.name
        self.source = header.source
        self.cubes = header.cubes.soldiers()
        self.hero = {h.id: _hero(h, header.source) for h in heroes}
        self.level = Levels((h.id, h.level) for h in heroes)
        self.monarchs: dict[str, str] = {h.monarch: h.id for h in heroes if h.monarch}
        drawable = [h for h in heroes if not h.monarch]
        self.by_level = {n: tuple(sorted(h.id for h in drawable if h.level == n)) for n in (1, 2, 3)}

    def has(self, card: str) -> bool:
        """Whether there is such a card in this set, or such a back (`?2`, `?2.3`) in its piles."""
        return card in self.hero or card.partition(".")[0] in BACKS

    def recruits(self, cards: tuple[str, ...]) -> Soldiers:
        """The Recruited Soldier icons on some cards together."""
        return sum((self.hero[card].recruits for card in cards), NONE)

    def drawing_power(self, cards: tuple[str, ...]) -> int:
        """The Drawing Power icons on some cards together."""
        return sum(self.hero[card].drawing_power for card in cards)


FACTS = ("name", "level", "recruits", "drawing_power")


def _hero(card: HeroCard, source: str) -> Hero:
    invented = tuple(fact for fact in FACTS if fact not in card.printed) if source == "invented" else ()
    return Hero(card.id, card.name, card.level, card.recruits.soldiers(), card.drawing_power, invented)


def load(text: str) -> Components:
    """A component set out of its YAML or JSON text. Raises BadComponentSet with every fault found."""
    source = Source(text)
    if not isinstance(source.data, dict):
        source.fault((), "a component set is a mapping")
        source.finish()
    raw_heroes = source.data.pop("heroes", None)
    header = source.convert((), Header)
    source.data["heroes"] = raw_heroes
    if not isinstance(raw_heroes, list) or len(raw_heroes) > MOST_HEROES:
        source.fault(("heroes",), f"`heroes` is a list of at most {MOST_HEROES} cards")
        source.finish()
    cards = tuple(source.convert(("heroes", index), HeroCard) for index in range(len(raw_heroes)))
    source.finish()
    heroes = tuple(card for card in cards if card)
    assert header is not None
    _check(source, header, heroes)
    source.finish()
    return Components(header, heroes, canonical(source.data))


def _check(source: Source, header: Header, heroes: tuple[HeroCard, ...]) -> None:
    seen: Counter[str] = Counter()
    for index, hero in enumerate(heroes):
        seen[hero.id] += 1
        if seen[hero.id] > 1:
            source.fault(("heroes", index, "id"), f"a second card with the id {hero.id!r}")
        _check_printed(source, index, hero)
    for monarch in ("king", "queen"):
        if (count := sum(h.monarch == monarch for h in heroes)) != 1:
            source.fault(("heroes",), f"needs exactly one {monarch}, has {count}")
    drafted = sum(h.level == 1 and not h.monarch for h in heroes)
    if drafted < DRAFTED_HEROES:
        source.fault(("heroes",), f"needs at least {DRAFTED_HEROES} heroes of level 1 for the draft, has {drafted}")
    if header.source == "printed" and len(heroes) != PRINTED_HEROES:
        source.fault(("heroes",), f"the printed game has {PRINTED_HEROES} heroes, this set {len(heroes)}")


def _check_printed(source: Source, index: int, hero: HeroCard) -> None:
    path = ("heroes", index)
    if hero.monarch and hero.level != 3:
        source.fault((*path, "level"), "King and Queen are of level 3")
    if hero.name in PRINTED_RECRUITS:
        level, recruits = PRINTED_RECRUITS[hero.name]
        if hero.level != level:
            source.fault((*path, "level"), f"a {hero.name} is of level {level}")
        if hero.recruits.soldiers() != recruits:
            source.fault((*path, "recruits"), f"a {hero.name} recruits {recruits.words()}")
    if hero.name == "Monk" and hero.recruits.potion != 1:
        source.fault((*path, "recruits"), "a Monk recruits exactly 1 Potion")
