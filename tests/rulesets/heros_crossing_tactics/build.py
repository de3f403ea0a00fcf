"""Boards of Tactics for tests: small sides, plain heroes, everything else filled in so that all pieces add up."""

from __future__ import annotations

from collections import Counter

from rulesets.heros_crossing_tactics import RULESET
from rulesets.heros_crossing_tactics.board import Board, Front, Side
from rulesets.heros_crossing_tactics.components import load
from rulesets.heros_crossing_tactics.phases import TURN, AttackerReserve, DefenderReserve, Pending
from rulesets.heros_crossing_tactics.pieces import COLUMNS, LEVELS, NONE, Soldiers
from rulesets.heros_crossing_tactics.rules.attack import Attack, AttackReserve, DefenceReserve
from rulesets.kit.piles import Pile
from rulesets.kit.scenario import Scenario, given

CARDS = """
game: heros_crossing_tactics
id: test
name: Test
source: invented
heroes:
  # Monarchs with icons, which must never count
  - {id: king, name: King, level: 3, monarch: king, recruits: {weapon: 9, armor: 9, magic: 9}, drawing_power: 9}
  - {id: queen, name: Queen, level: 3, monarch: queen, recruits: {weapon: 9, magic: 9}, drawing_power: 9}
  # level 1; the pages show nothing
  - {id: page-1, name: Page, level: 1}
  - {id: page-2, name: Page, level: 1}
  - {id: page-3, name: Page, level: 1}
  - {id: page-4, name: Page, level: 1}
  - {id: page-5, name: Page, level: 1}
  - {id: page-6, name: Page, level: 1}
  - {id: knight-1, name: Knight, level: 1, recruits: {armor: 1}}
  - {id: knight-2, name: Knight, level: 1, recruits: {armor: 1}}
  - {id: monk-1, name: Monk, level: 1, recruits: {potion: 1}}
  - {id: sword-1, name: Sword, level: 1, recruits: {weapon: 1}}
  - {id: spark-1, name: Spark, level: 1, recruits: {magic: 1}}
  - {id: scout-1, name: Scout, level: 1, drawing_power: 1}
  - {id: scout-2, name: Scout, level: 1, drawing_power: 2}
  - {id: scout-3, name: Scout, level: 1, drawing_power: 3}
  - {id: mixed-1, name: Mixed, level: 1, recruits: {weapon: 1, armor: 1, potion: 1, magic: 1}, drawing_power: 1}
  # level 2
  - {id: cleric-1, name: Cleric, level: 2, recruits: {potion: 1, magic: 1}}
  - {id: clerk-1, name: Clerk, level: 2, drawing_power: 2}
  - {id: blade-1, name: Blade, level: 2, recruits: {weapon: 2}, drawing_power: 1}
  - {id: wall-1, name: Wall, level: 2, recruits: {armor: 2}}
  # level 3
  - {id: mage-1, name: Mage, level: 3, recruits: {magic: 3}, drawing_power: 1}
  - {id: lord-1, name: Lord, level: 3, recruits: {weapon: 2, armor: 1}}
  - {id: sage-1, name: Sage, level: 3, drawing_power: 9}
"""

SET = load(CARDS)
MONARCHS = ("king", "queen")


def front(
    *heroes: str, weapon: int = 0, armor: int = 0, potion: int = 0, magic: int = 0, activated: bool = False
) -> Front:
    """A Front: its heroes from the top, its cubes."""
    return Front(heroes, Soldiers(weapon, armor, potion, magic), activated)


def side(*fronts: Front, hand: tuple[str, ...] = (), health: int = 6) -> Side:
    """A side; Fronts that are not told, or have no heroes, get a page each."""
    one, two, three = (*fronts, *(Front() for _ in range(3 - len(fronts))))
    return Side(health=health, hand=tuple(sorted(hand)), fronts=(one, two, three))


def table(
    one: Side | None = None,
    two: Side | None = None,
    *,
    pending: Pending = TURN,
    seat: int = 1,
    first: int = 1,
    round: int = 2,
    turn: int = 7,
    discard: tuple[str, ...] = (),
    supply: Soldiers | None = None,
    empty: tuple[int, ...] = (),
) -> Board:
    """A board in round 2, seat 1 to act. Piles hold whatever lies nowhere else, but nothing of the `empty` levels."""
    sides = _manned(one or side(), 1), _manned(two or side(), 2)
    placed = Counter(card for own in sides for card in (*own.hand, *(c for f in own.fronts for c in f.heroes)))
    placed.update(discard)
    first_pile, second_pile, third_pile = (_pile(level, placed, empty=level in empty) for level in LEVELS)
    cubes = sum((f.soldiers for own in sides for f in own.fronts), NONE)
    return Board(
        components=SET,
        pending=pending,
        first=first,
        seat=seat,
        sides=sides,
        piles=(first_pile, second_pile, third_pile),
        supply=SET.cubes - cubes if supply is None else supply,
        discard=tuple(sorted(discard)),
        round=round,
        turn=turn,
    )


def at(board: Board) -> Scenario[Board]:
    """A scenario that starts on the board."""
    return given(RULESET, board)


def attacked(
    board: Board, column: int = 1, target: int = 1, mine: str | None = None, theirs: str | None = None
) -> Scenario[Board]:
    """The board after the whole declaration: seat 1 attacks, both decide on a reserve if they have a choice."""
    scenario = at(board).when(1, Attack(column, target))
    if mine or isinstance(scenario.board.pending, AttackerReserve):
        scenario = scenario.when(1, AttackReserve(mine))
    if theirs or isinstance(scenario.board.pending, DefenderReserve):
        scenario = scenario.when(2, DefenceReserve(theirs))
    return scenario


def _manned(own: Side, number: int) -> Side:
    one, two, three = (
        f if f.heroes else Front((f"page-{3 * number - 3 + column}",), f.soldiers, f.activated)
        for column, f in zip(COLUMNS, own.fronts, strict=True)
    )
    return Side(MONARCHS[number - 1], own.health, own.hand, (one, two, three))


def _pile(level: int, placed: Counter[str], *, empty: bool) -> Pile:
    unknown = placed[f"?{level}"]
    unseen = tuple(card for card in SET.by_level[level] if not placed[card])
    if empty:
        return Pile(0, unseen[:unknown])
    return Pile(len(unseen) - unknown, unseen)
