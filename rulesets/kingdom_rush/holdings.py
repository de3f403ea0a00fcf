"""What statistics know beyond events: what lies where, who plays what, and what the cards are."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from rulesets.kingdom_rush.components import Components
from rulesets.kingdom_rush.ids import (
    ability_id,
    boss_id,
    colour_id,
    deck_id,
    hero_id,
    horde_id,
    pathbreaker_id,
    portal_tile_id,
    scenario_id,
    space_id,
    spell_id,
    stack_id,
    tower_id,
    warp_kind,
)
from rulesets.kingdom_rush.pieces import WILDCAT
from rulesets.kingdom_rush.rules.buying import PRICES
from rulesets.kingdom_rush.rules.ending import portals_left
from rulesets.kingdom_rush.rules.setup import bosses_of
from rulesets.kingdom_rush.rules.wildcat import WILDCAT_POINTS
from rulesets.kingdom_rush.scenario import WHITE
from rulesets.kit.history import Card, Holding

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rulesets.kingdom_rush.board import Board
    from rulesets.kingdom_rush.cards import HordeCard
    from rulesets.kit import phases
    from rulesets.kit.phases import Seat

MADE_UP_NAMES = {
    deck_id("ghosts"): "Ghost deck",
    deck_id("timewarp"): "Timewarp deck",
    deck_id("storm"): "Portal storm",
}
"""Of decks, which no component set names."""


# --- what lies where


def holdings(board: Board) -> Iterator[Holding]:
    """Of the team: Hearts, Crystals, Spells, Portals and Life cards left. Of seats: Towers, health, abilities.

    By place: Hordes, Portals, Soldiers and Bosses of nobody, Towers and heroes of their seats.
    """
    yield from _of_team(board)
    for seat in range(1, board.seats + 1):
        yield from _of_seat(board, seat)
    yield from _on_map(board)


def _of_team(board: Board) -> Iterator[Holding]:
    yield Holding(None, "hearts", board.hearts)
    yield Holding(None, "crystals", board.crystals)
    left = {"spells": len(board.spells), "portals_left": portals_left(board), "lives": len(board.lives)}
    yield from (Holding(None, what, n) for what, n in left.items() if n)


def _of_seat(board: Board, seat: Seat) -> Iterator[Holding]:
    side = board.side(seat)
    yield Holding(seat, "hand", len(side.hand))
    built = [tower.card for tower in board.towers if tower.seat == seat]
    levels = Counter(board.components.tower[card].level for card in (*side.hand, *side.incoming, *built))
    yield from (Holding(seat, f"level_{level}_towers", n) for level, n in sorted(levels.items()))
    if hero := board.hero_of(seat):
        yield Holding(seat, "health", hero.health)
        yield Holding(seat, "ready_abilities", sum(tile.state == "ready" for tile in hero.abilities))


def _on_map(board: Board) -> Iterator[Holding]:
    lying = Counter[tuple[int | None, str, str]]()
    for horde in board.hordes:
        if horde.space:
            lying[None, "portals" if horde.level else "hordes", horde.space] += 1
            lying[None, "soldiers", horde.space] += horde.soldiers.bit_count()
    lying.update((None, "bosses", boss.space) for boss in board.bosses)
    lying.update((tower.seat, "towers", tower.site) for tower in board.towers)
    lying.update((hero.seat, "heroes", hero.space) for hero in board.heroes if hero.space)
    yield from (Holding(seat, what, n, space_id(space)) for (seat, what, space), n in lying.items() if n)


# --- who plays what


def faction(board: Board, seat: Seat) -> dict[str, tuple[str, ...]]:
    """The hero, colour and abilities of a seat, as far as they are chosen; its abilities and the team as a whole."""
    side, hero = board.side(seat), board.hero_of(seat)
    if not hero:
        return {}
    abilities = tuple(ability_id(tile.id) for tile in hero.abilities)
    team = sorted(hero_id(other.hero) for other in board.sides if other.hero)
    return {
        "hero": (hero_id(side.hero),),
        "colour": (colour_id(side.colour),),
        "ability": abilities,
        "abilities": (" ".join(sorted(abilities)),) if abilities else (),
        "team": (" ".join(team),),
    }


# --- what the cards are


def cards(components: phases.Components) -> Iterator[Card]:
    """All that facts of a game with this set may name."""
    assert isinstance(components, Components)
    yield from _of_players(components)
    yield from _of_hordes(components)
    yield from _of_bosses(components)
    yield from _of_maps(components)


def _of_players(components: Components) -> Iterator[Card]:
    for tower in components.tower.values():
        price = PRICES.get(tower.level)
        yield Card(tower_id(tower.id), tower.name, "tower", tower.level, tower.type, price)
    for hero in components.hero.values():
        yield Card(hero_id(hero.id), hero.name, "hero", speed=hero.move)
    yield Card(hero_id(WILDCAT), "Wildcat", "hero", speed=WILDCAT_POINTS)
    for ability in components.ability.values():
        icons = [word for word, is_so in (("ongoing", ability.ongoing), ("protection", ability.protection)) if is_so]
        yield Card(ability_id(ability.id), ability.name, "ability", kind=ability.hero, icons=" ".join(icons) or None)
    for spell in components.spell.values():
        yield Card(spell_id(spell.id), spell.name, "spell", spell.power)
    for colour in (*components.colors, WHITE):
        yield Card(colour_id(colour), _in_words(colour), "colour")


def _of_hordes(components: Components) -> Iterator[Card]:
    for copy, horde in components.horde.items():
        type_ = "portal" if horde.level else "horde"
        icons = " ".join(sorted(icon for foe in horde.faces[0].foes for icon in foe.icons)) or None
        yield Card(horde_id(copy), horde.name, type_, horde.level or None, _kind(horde), icons=icons)
    for life in components.boss_life:
        yield Card(horde_id(life), components.life_name[life], "life")
    for tile in components.portal_tile.values():
        yield Card(portal_tile_id(tile.id), _in_words(tile.id), "portal_tile", tile.level)
    for pathbreaker in components.pathbreaker.values():
        yield Card(pathbreaker_id(pathbreaker.id), pathbreaker.name, "pathbreaker")


def _kind(horde: HordeCard) -> str | None:
    """What is special about a Horde, in one word; of a Portal nothing is."""
    kinds = {
        "flying": horde.flying,
        "ghost": horde.ghost,
        "pathbreaker": bool(horde.breaks),
        "ghost_deck": horde.ghost_deck,
    }
    return next((kind for kind, is_so in kinds.items() if is_so), None if horde.level else "ordinary")


def _of_bosses(components: Components) -> Iterator[Card]:
    bosses = {boss.name for scenario in components.scenario.values() for boss in bosses_of(scenario)}
    yield from (Card(boss_id(boss), _in_words(boss), "boss") for boss in sorted(bosses))
    yield from (Card(deck, name, "deck") for deck, name in MADE_UP_NAMES.items())
    kinds = dict.fromkeys(warp_kind(copy) for copy in components.warp)
    yield from (Card(kind, _in_words(kind.partition(":")[2]), "warp") for kind in kinds)


def _of_maps(components: Components) -> Iterator[Card]:
    scenarios = components.scenario.values()
    yield from (Card(scenario_id(scenario.id), scenario.title, "scenario") for scenario in scenarios)
    tokens = {token for scenario in scenarios for token in scenario.field.routes}
    yield from (Card(stack_id(token), f"Spawn point {token}", "stack") for token in sorted(tokens))
    spaces: Iterable[str] = dict.fromkeys(space for scenario in scenarios for space in scenario.field.where)
    yield from (Card(space_id(space), space, "place") for space in spaces)


def _in_words(name: str) -> str:
    return name.replace("_", " ").replace("-", " ").capitalize()
