"""The set-up: heroes, Spells and the Bench are chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.effects.rows import by_hero, place_id
from rulesets.kingdom_rush.ids import ability_id, colour_id, hero_id, scenario_id, seat_id, spell_id
from rulesets.kingdom_rush.names import hero_name, source_name
from rulesets.kingdom_rush.pieces import ALLERIA, WILDCAT, AbilityTile, Hero, HeroName, Side, SpaceId
from rulesets.kit.facts import Fact
from rulesets.kit.phases import Seat
from rulesets.kit.structs import Effect
from rulesets.kit.tuples import insert, put, without
from rulesets.kit.words import counted, joined

if TYPE_CHECKING:
    from collections.abc import Iterable


class GameSetUp(Effect[Board], frozen=True):
    """The scenario is laid out by its set-up.

    The value of its row is the number of Portals.
    """

    scenario: str
    difficulty: str
    portals: int
    """How many Portals there are (KRR-SET-15)."""

    def apply(self, board: Board) -> Board:
        return board

    def sentence(self, board: Board) -> str:
        portals = f", {counted(self.portals, 'Portal')}" if self.portals else ""
        return f"{board.components.scenario[self.scenario].title}, {self.difficulty}{portals}."

    def facts(self, board: Board) -> Iterable[Fact]:
        place = scenario_id(self.scenario)
        return (Fact(place=place, kind=self.difficulty, value=self.portals),)


class HeroChosen(Effect[Board], frozen=True):
    """A seat takes a hero's board, a colour, and the starting Towers out of the supply."""

    silent = {"health": "always in full", "towers": "follow from the hero, the scenario and the number of players"}
    seat: Seat
    hero: HeroName
    colour: str
    health: int
    towers: tuple[str, ...]
    space: SpaceId | None = None

    def apply(self, board: Board) -> Board:
        supply = board.supply
        for tower in self.towers:
            supply = without(supply, tower)
        side = Side(self.colour, self.hero, tuple(sorted(self.towers)))
        heroes = (*board.heroes, Hero(self.hero, self.seat, self.health, self.space))
        if self.hero == ALLERIA:
            heroes = (*heroes, Hero(WILDCAT, self.seat, 1, fresh=True))
        heroes = tuple(sorted(heroes, key=_by_seat))
        return replace(board, sides=put(board.sides, self.seat - 1, side), heroes=heroes, supply=supply)

    def touches(self) -> tuple[str, ...]:
        return (hero_id(self.hero), seat_id(self.seat))

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} plays {hero_name(board, self.hero)} in {self.colour}."

    def facts(self, board: Board) -> Iterable[Fact]:
        card, colour = hero_id(self.hero), colour_id(self.colour)
        return (Fact(seat=self.seat, card=card, place=place_id(self.space), choice=colour),)


def _by_seat(hero: Hero) -> tuple[bool, Seat]:
    return hero.name == WILDCAT, hero.seat


class AbilitiesChosen(Effect[Board], frozen=True):
    """The special-ability tiles of a hero for this game, face up: a row for each."""

    title = "Ability chosen"
    hero: HeroName
    abilities: tuple[str, ...]

    def apply(self, board: Board) -> Board:
        tiles = tuple(AbilityTile(ability) for ability in self.abilities)
        return board.with_hero(replace(board.hero(self.hero), abilities=tiles))

    def touches(self) -> tuple[str, ...]:
        return (hero_id(self.hero), *map(ability_id, self.abilities))

    def sentence(self, board: Board) -> str:
        names = joined(source_name(board, ability) for ability in self.abilities)
        return f"{{{board.hero(self.hero).seat}}} brings {names} for {hero_name(board, self.hero)}."

    def facts(self, board: Board) -> Iterable[Fact]:
        return tuple(by_hero(board, self.hero, card=ability_id(ability)) for ability in self.abilities)


class SpellChosen(Effect[Board], frozen=True):
    """The team takes a Spell along."""

    silent = {"seat": "who said so"}
    seat: Seat
    """Who said so for the team."""
    spell: str

    def apply(self, board: Board) -> Board:
        return replace(board, spells=insert(board.spells, self.spell))

    def touches(self) -> tuple[str, ...]:
        return (spell_id(self.spell),)

    def sentence(self, board: Board) -> str:
        return f"{{{self.seat}}} chooses {source_name(board, self.spell)} for the team."

    def facts(self, board: Board) -> Iterable[Fact]:
        return (Fact(card=spell_id(self.spell)),)


class BenchChosen(Effect[Board], frozen=True):
    """The heroes of the Bench: a row for each."""

    title = "Put on the Bench"
    heroes: tuple[HeroName, ...]

    def apply(self, board: Board) -> Board:
        return replace(board, bench=self.heroes)

    def touches(self) -> tuple[str, ...]:
        return tuple(hero_id(hero) for hero in self.heroes)

    def sentence(self, board: Board) -> str:
        names = joined(hero_name(board, hero) for hero in self.heroes)
        return f"{{1}} puts {names or 'nobody'} on the Bench."

    def facts(self, board: Board) -> Iterable[Fact]:
        return tuple(Fact(seat=1, card=hero_id(hero)) for hero in self.heroes)
