"""The component set of Hero's Crossing: Tactics: heroes and cubes."""

from __future__ import annotations

from msgspec import Struct

from rulesets.heros_crossing_tactics.checks import check
from rulesets.heros_crossing_tactics.pieces import NONE, Soldiers
from rulesets.heros_crossing_tactics.schema import Header, HeroCard
from rulesets.kit.components import Source, canonical, content_hash
from rulesets.kit.piles import kind_of

MOST_HEROES = 500
"""In a set that somebody made up; the printed game has 45."""

BACKS = ("?1", "?2", "?3")
"""Of unknown cards, by level; a back of a later generation adds its number."""


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
    check(source, header, heroes)
    source.finish()
    return Components(header, heroes, canonical(source.data))
