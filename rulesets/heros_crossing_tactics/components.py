"""The component set of Hero's Crossing: Tactics: heroes and cubes."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

from msgspec import Struct

from rulesets.heros_crossing_tactics.checks import faults
from rulesets.heros_crossing_tactics.pieces import NONE, Soldiers
from rulesets.heros_crossing_tactics.schema import Document, HeroCard
from rulesets.kit.checks import by_id, invented
from rulesets.kit.components import Source, read_document
from rulesets.kit.piles import kind_of

if TYPE_CHECKING:
    from collections.abc import Iterable

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

    def __init__(self, document: Document, hash: str) -> None:
        heroes = document.heroes
        self.hash = hash
        self.source = document.source
        self.cubes = document.cubes.soldiers()
        self.hero = by_id(_hero(h, document.source) for h in heroes)
        self.level = Levels((h.id, h.level) for h in heroes)
        self.monarchs: dict[str, str] = {h.monarch: h.id for h in heroes if h.monarch}
        self.face = _faces(self.hero.values())
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
    made_up = invented(FACTS, card.printed, source)
    return Hero(card.id, card.name, card.level, card.recruits.soldiers(), card.drawing_power, made_up)


COPY = re.compile(r"(?<=.)-[0-9]+$")
"""The part of an id in which copies differ."""


def _faces(heroes: Iterable[Hero]) -> dict[str, str]:
    """What a card shares with its equal copies: `knight` of `knight-1` and `knight-2`; its own id if they differ."""
    kinds = [(hero.id, COPY.sub("", hero.id), _printed_on(hero)) for hero in heroes]
    shown = defaultdict[str, set[object]](set)
    for card, stem, face in kinds:
        shown[card].add(face)
        shown[stem].add(face)
    return {card: stem if len(shown[stem]) == 1 else card for card, stem, _ in kinds}


def _printed_on(hero: Hero) -> object:
    return hero.name, hero.level, hero.recruits, hero.drawing_power


def load(text: str) -> Components:
    """A component set out of its YAML or JSON text. Raises BadComponentSet with every fault found."""
    source = Source(text)
    return Components(read_document(source, Document, faults), source.hash)
