"""The component set of Kingdom Rush: cards, tiles, heroes, scenarios."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesets.kingdom_rush import checks, scenario_checks, schema
from rulesets.kingdom_rush.cards import (
    Ability,
    Card,
    Deck,
    Face,
    Hero,
    HordeCard,
    Tower,
    Warp,
    card_of,
    copies_of,
    face_of,
    horde_card,
    offsets_of,
    read_tray,
)
from rulesets.kingdom_rush.geometry import spots
from rulesets.kingdom_rush.printed import ABILITIES, HERO_IDS, TOWER_NAMES
from rulesets.kingdom_rush.programs import facings, programs
from rulesets.kingdom_rush.scenario import Field, Scenario
from rulesets.kit.checks import by_id
from rulesets.kit.components import Source, read_document

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rulesets.kingdom_rush.geometry import Mask, Shape


class Components:
    """A loaded set. A plain class on purpose: shared by identity, written out as its hash.

    Everything is found by its id. `horde` knows each copy, `goblins-1`; copies of a Horde share one object.
    """

    def __init__(self, document: schema.Document, hash: str) -> None:
        self.hash = hash
        self.source = document.source
        self.colors = document.colors
        self.limits = document.limits
        self.shape: dict[str, Shape] = {id_: offsets_of(rows) for id_, rows in document.shapes.items()}
        self.spots: dict[str, dict[str, Mask]] = {id_: spots(shape, free=True) for id_, shape in self.shape.items()}
        """Shape to all places of a free tile in an empty tray, name to mask."""
        self.tower = by_id(_tower(tower, self.shape) for tower in document.towers)
        self.ability = by_id(_ability(tile, self.shape) for tile in document.abilities)
        heroes = sorted(document.heroes, key=lambda hero: HERO_IDS.index(hero.id))
        self.hero = by_id(_hero(hero, self) for hero in heroes)
        owners: tuple[Tower | Hero | Ability, ...] = (*self.tower.values(), *self.hero.values(), *self.ability.values())
        self.card: dict[str, Card] = {owner.id: owner.card for owner in owners}
        """Attacks of each Tower, Hero (basic) and ability tile."""
        enemies = document.enemy
        cards = by_id(horde_card(horde, read_tray(horde.grid, enemies)) for horde in document.hordes)
        self.horde: dict[str, HordeCard] = {copy: card for card in cards.values() for copy in card.copies}
        self.portals = frozenset(copy for copy, card in self.horde.items() if card.level)
        """All Portal cards."""
        self.face = {copy: card.faces for copy, card in self.horde.items()}
        """Copy of a Horde to its faces by quarter turns."""
        self.ghosts = tuple(sorted(copy for copy, card in self.horde.items() if card.ghost_deck))
        """The Ghost deck."""
        self.spell = by_id(document.spells)
        self.pathbreaker = by_id(document.pathbreakers)
        self.portal_tile = by_id(document.portal_tiles)
        self.deck = by_id(_deck(deck) for deck in document.decks)
        self.warp = {copy: warp for deck in document.decks for kind in deck.cards for copy, warp in _warps(kind)}
        self.boss_life: dict[str, Face] = {
            card.id: face_of(read_tray(card.grid, enemies), 0) for card in document.boss_life
        }
        self.life_name = {card.id: card.name for card in document.boss_life}
        self.scenario = by_id(Scenario(scenario, self.colors, cards, self.card) for scenario in document.scenarios)
        """In the order of the file; the first is the one to begin with."""
        self.program = programs(self.tower.values(), self.hero.values(), self.ability.values())
        """What each Tower, hero (its basic attack), ability and Spell places, shot by shot."""
        self.facings = {id_: facings(card, self.program[id_]) for id_, card in self.card.items()}
        """The ways to face that make a difference to an attack."""
        self.field: dict[str, Field] = {id_: scenario.field for id_, scenario in self.scenario.items()}
        """Scenario to its map."""


def load(text: str) -> Components:
    """A component set out of its YAML or JSON text. Raises BadComponentSet with every fault found."""
    source = Source(text)
    return Components(read_document(source, schema.Document, checks.faults, scenario_checks.faults), source.hash)


def _tower(tower: schema.Tower, shapes: Mapping[str, Shape]) -> Tower:
    levels = TOWER_NAMES[tower.type]
    upgrades = levels[tower.level] if tower.level < len(levels) else ()
    card = card_of(tower.id, tower.attacks, shapes)
    return Tower(tower.id, tower.name, tower.type, tower.level, tower.copies, card, upgrades)


def _hero(hero: schema.Hero, components: Components) -> Hero:
    card = card_of(hero.id, (hero.basic,), components.shape)
    abilities = tuple(tile.id for tile in components.ability.values() if tile.hero == hero.id)
    towers = dict(enumerate(hero.towers, 1))
    return Hero(hero.id, hero.name, hero.health, hero.move, card, towers, abilities, hero.turn)


def _ability(tile: schema.Ability, shapes: Mapping[str, Shape]) -> Ability:
    printed = ABILITIES.get(tile.id)
    protection = printed.protection if printed else tile.protection
    card = card_of(tile.id, (tile.attack,) if tile.attack else (), shapes)
    pattern = tuple((dx, dy) for dx, dy in tile.pattern) if tile.pattern else None
    ongoing, custom = tile.kind == "ongoing", printed is None
    return Ability(tile.id, tile.hero, tile.name, ongoing, protection, card, tile.damage, tile.turn, pattern, custom)


def _deck(deck: schema.Deck) -> Deck:
    return Deck(deck.id, tuple(sorted(copy for card in deck.cards for copy in copies_of(card.id, card.copies))))


def _warps(card: schema.Warp) -> list[tuple[str, Warp]]:
    does = tuple((deed.what, deed.amount) for deed in card.does)
    return [(copy, Warp(copy, card.text, does)) for copy in copies_of(card.id, card.copies)]
