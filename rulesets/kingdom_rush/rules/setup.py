"""Game setup: the scenario is laid out; then heroes, colours, abilities, Spells and Bench are chosen."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta, Struct

from rulesets.kingdom_rush import effects as e
from rulesets.kingdom_rush.board import Board
from rulesets.kingdom_rush.ids import ability_id, hero_id
from rulesets.kingdom_rush.names import hero_name, source_name
from rulesets.kingdom_rush.phases import ChoosingBench, ChoosingSpells, Recruiting
from rulesets.kingdom_rush.pieces import Barrier, Boss, HeroName, Horde, Side, Stack
from rulesets.kingdom_rush.rules.common import Decision
from rulesets.kingdom_rush.rules.spawning import start_round
from rulesets.kingdom_rush.schema import DifficultyId, LilithBoss, TimeMages
from rulesets.kit.errors import UnknownAction
from rulesets.kit.piles import Pile
from rulesets.kit.play import Play, automatic, need
from rulesets.kit.words import joined

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rulesets.kingdom_rush.components import Components
    from rulesets.kingdom_rush.scenario import Scenario
    from rulesets.kit.facts import Fact
    from rulesets.kit.phases import Seat
    from rulesets.kit.structs import Start

BENCH = 3
"""KRR-SLO-07."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table agrees on before the game."""

    scenario: Annotated[str, Meta(description="Its id in the component set; empty is the first one.")] = ""
    difficulty: DifficultyId = "normal"


def choices(components: Components) -> dict[str, tuple[str, ...]]:
    """What each option may be with a component set; a scenario need not know every difficulty."""
    return {"scenario": tuple(components.scenario), "difficulty": ("easy", "normal", "hard")}


def empty_board(start: Start, components: Components) -> Board:
    """The table as the scenario lays it out (KRR-SET-02 to 04, 11 to 20), before anybody has chosen a hero."""
    options = msgspec.convert(start.options, Options)
    name = options.scenario or next(iter(components.scenario))
    _need_option("scenario", name, components.scenario)
    scenario = components.scenario[name]
    _need_option("difficulty", options.difficulty, scenario.difficulties)
    seats, difficulty = start.seats, options.difficulty
    stacks = tuple(
        Stack(token, tuple(Pile(part.draw, part.cards) for part in parts))
        for token, parts in scenario.stacks(seats, difficulty).items()
    )
    return Board(
        components=components,
        pending=Recruiting(),
        scenario=name,
        difficulty=difficulty,
        seats=seats,
        sides=(Side(),) * seats,
        stacks=stacks,
        ghosts=_pile(components.ghosts if scenario.ghosts else ()),
        timewarp=_pile(_deck(components, scenario.boss.deck if isinstance(scenario.boss, LilithBoss) else None)),
        storm=_pile(_deck(components, scenario.storm)),
        supply=tuple(sorted(_supply(components, scenario))),
        hearts=scenario.hearts(seats, difficulty),
        soldiers=components.limits.soldiers,
        crystals=scenario.crystals(seats, difficulty),
        barriers=tuple(Barrier(b.card, b.space, int(b.opens) if b.opens else None) for b in scenario.pathbreakers),
        gates=tuple(sorted(components.portal_tile)) if makes_portals(scenario) else (),
        bosses=bosses_of(scenario),
        lives=_lives(scenario, seats),
    )


def _need_option(option: str, wanted: str, there: Iterable[str]) -> None:
    """What may be chosen depends on the component set. Raises UnknownAction, which points at the option."""
    if wanted not in there:
        raise UnknownAction(f"there is no {option} {wanted[:80]!r}; there is {', '.join(there)}", f"/options/{option}")


def makes_portals(scenario: Scenario) -> bool:
    """Whether Portal tiles are in play."""
    return isinstance(scenario.boss, TimeMages) or scenario.portal_tiles == "place_one"


def _pile(cards: tuple[str, ...]) -> Pile:
    return Pile(len(cards), cards)


def _deck(components: Components, deck: str | None) -> tuple[str, ...]:
    return components.deck[deck].cards if deck else ()


def _supply(components: Components, scenario: Scenario) -> list[str]:
    """KRR-SET-04: as the scenario says, or all cards of the box."""
    given = scenario.data.towers.supply
    counts = given if given is not None else {tower.id: tower.copies for tower in components.tower.values()}
    return [tower for tower, count in counts.items() for _ in range(count)]


def bosses_of(scenario: Scenario) -> tuple[Boss, ...]:
    """The miniatures of its Boss, where they begin."""
    boss = scenario.boss
    if isinstance(boss, TimeMages):
        return tuple(Boss(f"time_mage_{number}", space) for number, space in enumerate(boss.at, 1))
    return (Boss("lilith", boss.at),) if isinstance(boss, LilithBoss) else ()


def _lives(scenario: Scenario, seats: int) -> tuple[Horde, ...]:
    boss = scenario.boss
    return tuple(Horde(card, "", 0, 0) for card in boss.life[seats - 1]) if isinstance(boss, LilithBoss) else ()


def start(play: Play[Board]) -> None:
    """KRR-SET-15, 21: what is public is announced, and the first Hordes come onto the map."""
    board = play.board
    scenario, seats, difficulty = board.setting, board.seats, board.difficulty
    play.emit(e.GameSetUp(board.scenario, difficulty, scenario.portals(seats, difficulty)))
    for card, space, route in scenario.initial(seats, difficulty):
        horde = board.components.horde[card]
        turn = board.field.turn_of(horde, route)
        play.emit(e.HordeSpawned(card, route, turn, space, horde.level, True, "setup"))


# --- heroes


def starting_towers(board: Board, hero: HeroName) -> tuple[str, ...]:
    """The set on the Hero board, unless the scenario has another (KRR-SET-06)."""
    given = board.setting.data.towers.starting or {}
    return given.get(hero) or board.components.hero[hero].towers[board.seats]  # type: ignore[call-overload]


def has_towers(board: Board, hero: HeroName) -> bool:
    """Whether the supply holds all starting Towers of a hero."""
    towers = starting_towers(board, hero)
    return all(towers.count(tower) <= board.supply.count(tower) for tower in towers)


class ChooseHero(Decision, frozen=True):
    """Take a hero and a colour."""

    hero: HeroName
    colour: str
    phase = Recruiting
    exact = True  # heroes x colours
    title = "Choose a hero"
    columns = {"hero": "card", "colour": "choice"}

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterator[ChooseHero]:
        if board.side(seat).hero:
            return
        taken, colours = {side.hero for side in board.sides}, free_colours(board)
        for hero in board.setting.heroes.allowed:
            if hero not in taken and has_towers(board, hero):
                yield from (cls(hero, colour) for colour in colours)

    def check(self, board: Board, seat: Seat) -> None:
        need(not board.side(seat).hero, "KRR-SET-01")
        need(self.hero in board.setting.heroes.allowed, "KRR-SET-05")
        need(all(side.hero != self.hero for side in board.sides), "KRR-SET-05")
        need(self.colour in free_colours(board), "KRR-SET-10")
        need(has_towers(board, self.hero), "KRR-SET-06")

    def perform(self, play: Play[Board]) -> None:
        board = play.board
        health = board.components.hero[self.hero].health
        space = board.setting.heroes.start.get(self.hero)  # type: ignore[call-overload]
        towers = starting_towers(board, self.hero)
        play.emit(e.HeroChosen(play.seat, self.hero, self.colour, health, towers, space))

    def label(self, board: Board, seat: Seat) -> str:
        return f"Play {hero_name(board, self.hero)} in {self.colour}"


def free_colours(board: Board) -> list[str]:
    """The colours of the scenario that nobody has taken."""
    taken = {side.colour for side in board.sides}
    return [colour for colour in board.setting.colours(board.seats) if colour not in taken]


class ChooseAbilities(Decision, frozen=True):
    """Choose the special-ability tiles of the hero for this game."""

    abilities: tuple[str, ...]
    """In the order of the hero's tiles."""
    phase = Recruiting
    exact = True
    title = "Choose abilities"

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[ChooseAbilities]:
        return [cls(abilities) for abilities in _ability_sets(board, seat)]

    def check(self, board: Board, seat: Seat) -> None:
        need(self.abilities in _ability_sets(board, seat), "KRR-SET-07")

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.AbilitiesChosen(play.board.side(play.seat).hero, self.abilities))

    def fact(self, board: Board, seat: Seat) -> Fact:
        kept = super().fact(board, seat)
        kept.source = hero_id(board.side(seat).hero)
        kept.choice = " ".join(map(ability_id, self.abilities))
        return kept

    def label(self, board: Board, seat: Seat) -> str:
        return f"Bring {joined(source_name(board, a) for a in self.abilities if a in board.components.ability)}"


def _ability_sets(board: Board, seat: Seat) -> list[tuple[str, ...]]:
    hero = board.hero_of(seat)
    if not hero or hero.abilities:
        return []
    tiles = board.components.hero[hero.name].abilities
    return list(combinations(tiles, min(board.setting.heroes.abilities, len(tiles))))


@automatic(Recruiting)
def recruiting_goes_on(play: Play[Board]) -> None:
    """All heroes are ready: Spells are next, or the Bench, or round 1."""
    if not play.board.pending.who(play.board):
        _continue(play, spells=play.board.setting.spells is not None)


def _continue(play: Play[Board], *, spells: bool) -> None:
    if spells:
        play.emit(e.Asked(ChoosingSpells()))
    elif play.board.seats == 1:
        play.emit(e.Asked(ChoosingBench()))
    else:
        start_round(play)


# --- Spells and the Bench


def spells_to_choose(board: Board) -> list[str]:
    """The Spells that the team may still take along (KRR-SET-17)."""
    given = board.setting.spells
    if not given or len(board.spells) >= given.count:
        return []
    spells = board.components.spell.values()
    return [spell.id for spell in spells if spell.power <= given.max_power and spell.id not in board.spells]


class ChooseSpell(Decision, frozen=True):
    """Take a Spell along, for the team."""

    spell: str
    phase = ChoosingSpells
    title = "Choose a Spell"
    columns = {"spell": "card"}

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[ChooseSpell]:
        return (cls(spell) for spell in spells_to_choose(board))

    def check(self, board: Board, seat: Seat) -> None:
        need(self.spell in spells_to_choose(board), "KRR-SET-17")

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.SpellChosen(play.seat, self.spell))

    def label(self, board: Board, seat: Seat) -> str:
        return f"Choose {source_name(board, self.spell)}"


@automatic(ChoosingSpells)
def choosing_spells_goes_on(play: Play[Board]) -> None:
    """All Spells are chosen, or there are no more."""
    if not spells_to_choose(play.board):
        _continue(play, spells=False)


def _others(board: Board) -> list[HeroName]:
    """The heroes of the scenario but the Main Hero, in alphabetical order."""
    return sorted(hero for hero in board.setting.heroes.allowed if hero != board.side(1).hero)


class ChooseBench(Decision, frozen=True):
    """Solo: put up to three other heroes on the Bench."""

    heroes: tuple[HeroName, ...]
    """In alphabetical order."""
    phase = ChoosingBench
    nowhere = "the Bench may stay empty"
    exact = True
    title = "Set up the Bench"

    @classmethod
    def options(cls, board: Board, seat: Seat) -> Iterable[ChooseBench]:
        others = _others(board)
        return [cls(heroes) for size in range(BENCH + 1) for heroes in combinations(others, size)]

    def check(self, board: Board, seat: Seat) -> None:
        need(len(self.heroes) <= BENCH, "KRR-SLO-07")
        need(list(self.heroes) == sorted(set(self.heroes)), "KRR-SLO-07")
        need(set(_others(board)).issuperset(self.heroes), "KRR-SLO-07")

    def perform(self, play: Play[Board]) -> None:
        play.emit(e.BenchChosen(self.heroes))
        start_round(play)

    def fact(self, board: Board, seat: Seat) -> Fact:
        kept = super().fact(board, seat)
        kept.choice = " ".join(map(hero_id, self.heroes)) or None
        kept.value = len(self.heroes)
        return kept

    def label(self, board: Board, seat: Seat) -> str:
        names = (hero_name(board, hero) for hero in self.heroes if hero in board.components.hero)
        return f"Put {joined(names)} on the Bench" if self.heroes else "Put nobody on the Bench"
