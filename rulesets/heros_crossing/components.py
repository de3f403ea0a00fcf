"""The component set of Hero's Crossing: heroes, tiles and Action Cards, ready to play with."""

from __future__ import annotations

from string import ascii_lowercase
from typing import TYPE_CHECKING

from msgspec import Struct

from rulesets.heros_crossing.checks import faults
from rulesets.heros_crossing.schema import Document, HeroForm, PowerForm
from rulesets.heros_crossing.tiles import BUILDINGS, LAND, SPECIAL_NAMES, Tile
from rulesets.heros_crossing.values import PRINTED, Values, fold
from rulesets.heros_crossing.words.bends import Bend
from rulesets.kit.checks import by_id, invented
from rulesets.kit.components import Source, read_document

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


CACHE_SIZE = 4_096
"""Combinations of powers whose values a process keeps."""


class Hero(Struct, frozen=True, gc=False):
    """One Hero Card."""

    id: str
    name: str
    level: int
    vp: int
    needs: tuple[str, ...]
    dice: tuple[str, ...]
    """Colours that attract it."""
    power: PowerForm
    invented: tuple[str, ...] = ()
    """Which of its facts are made up, in a set that is not the printed one."""


class Components:
    """A loaded set. A plain class on purpose: shared by identity, written out as its hash."""

    def __init__(self, document: Document, hash: str) -> None:
        self.hash = hash
        self.source = document.source
        self.land_tiles = document.land_tiles
        self.hero = by_id(_hero(form, document.source) for form in document.heroes)
        self.heroes = tuple(tuple(sorted(h.id for h in self.hero.values() if h.level == n)) for n in (1, 2, 3))
        """Ids by level, sorted."""
        self.tile = by_id((Tile(LAND, LAND, "Land", "land", 0), *_buildings(document), *_specials(document)))
        self.stacks = tuple(tuple(sorted(t.id for t in self.tile.values() if t.back == n)) for n in (1, 2, 3))
        """Ids of tiles by the level on their back, sorted."""
        self.wells = frozenset(tile.id for tile in self.tile.values() if tile.kind == "wishing_well")
        """Ids of Wishing Wells: the score asks for them on every board."""
        self.action_card = by_id(document.action_cards)
        self.bend: dict[str, Bend] = dict(addresses(self.hero.values()))
        """Bends by address: `dancer.0` is the first effect of the Dancer's power."""
        self.passive = {hero.id: passive(hero) for hero in self.hero.values()}
        """Addresses of what a hero bends as long as it is owned."""
        self._values: dict[tuple[str, ...], Values] = {(): PRINTED}

    def values(self, bends: tuple[str, ...]) -> Values:
        """What the rules ask for and give under the bends at these addresses."""
        if found := self._values.get(bends):
            return found
        if len(self._values) > CACHE_SIZE:
            self._values = {(): PRINTED}
        return self._values.setdefault(bends, fold(self.bend[address] for address in bends))


def _hero(form: HeroForm, source: str) -> Hero:
    made_up = invented(("name", "level", "vp", "needs", "attraction_dice", "power"), form.printed, source)
    return Hero(form.id, form.name, form.level, form.vp, form.needs, form.attraction_dice, form.power, made_up)


def _buildings(document: Document) -> Iterator[Tile]:
    for form in document.buildings:
        amount = (form.items_produced if form.kind == "production" else form.vp) or form.level
        facts = ("name", "resource", "items_produced" if form.kind == "production" else "vp")
        made_up = invented(facts, form.printed, document.source)
        for copy in ascii_lowercase[: form.copies]:
            id_ = f"{form.id}{copy}"
            dealt = form.level, form.resource, amount
            yield Tile(id_, form.id, form.name, form.kind, form.level, *dealt, building=True, invented=made_up)


def _specials(document: Document) -> Iterator[Tile]:
    for form in document.specials:
        for copy in ascii_lowercase[: form.copies]:
            name, kind = SPECIAL_NAMES[form.special], form.special
            made_up = invented(("level_on_its_back",), (), document.source)
            id_, building = f"{form.id}{copy}", kind in BUILDINGS
            yield Tile(id_, kind, name, kind, form.back_level, building=building, invented=made_up)


def addresses(heroes: Iterable[Hero]) -> Iterator[tuple[str, Bend]]:
    """The bends of some heroes, each by its address."""
    for hero in heroes:
        for n, word in enumerate(hero.power.effects):
            if isinstance(word, Bend):
                yield f"{hero.id}.{n}", word


def passive(hero: Hero) -> tuple[str, ...]:
    """Addresses of what a hero bends as long as it is owned."""
    if hero.power.when != "passive":
        return ()
    return tuple(f"{hero.id}.{n}" for n, word in enumerate(hero.power.effects) if isinstance(word, Bend))


def load(text: str) -> Components:
    """A component set out of its YAML or JSON text. Raises BadComponentSet with every fault found."""
    source = Source(text)
    return Components(read_document(source, Document, faults), source.hash)
