"""What holds of every event of Hero's Crossing and of whole games: cubes, modifiers, VP and rounds add up."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING

from rulesets.heros_crossing.board import Board
from rulesets.heros_crossing.effects import (
    ActionCardDrawn,
    ActionTaken,
    BuildingPlaced,
    CubesGained,
    CubesGiven,
    CubeSold,
    CubesRemoved,
    DieDrafted,
    DieStolen,
    EndPowerScored,
    HeroExhausted,
    LandPlaced,
    ModifiersGained,
    ModifiersLost,
    PointsGained,
    PointsLost,
    PowerUsed,
    ResourcesDonated,
    ResourcesProduced,
    RoundStarted,
)
from rulesets.heros_crossing.rules.town import SIDES, around
from rulesets.kit.play import fold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulesets.kit.conformance import GameStep
    from rulesets.kit.structs import Effect

CARDS_OF_A_CYCLE = 5
DICE_OF_A_ROUND = 4
ACTIONS_OF_A_ROUND = 8
OPPOSITE = {"N": 2, "E": 3, "S": 0, "W": 1}
"""By the face of the Zoning Die, the place in `around` of the cell that must hold a tile."""


def transitions(step: GameStep[Board]) -> None:
    """All that can be told of one event."""
    before, after = step.before, step.after
    if not before.round:
        return
    _sums(step)
    assert after.era >= before.era  # 21
    assert before.heroes_left >= after.heroes_left  # 18
    if before.last_round:
        assert after.last_round == before.last_round  # 27
    if after.round == before.round:
        assert after.first == before.first or not after.card  # the clean-up of the last round
    else:  # 24, 26
        assert after.round == before.round + 1
        assert after.first == before.left_of(before.first)
        assert not any(own.exhausted for side in after.sides for own in side.heroes)
        assert not any(slot.bids or slot.barred for slot in after.supply)  # 16
        assert not any(visit.stakes for visit in after.visiting)
        assert all(visit.hero for visit in after.visiting) or not after.heroes_left  # 20
    for old, new in zip(before.sides, after.sides, strict=True):  # 11
        assert {lot.cell for lot in old.town} <= {lot.cell for lot in new.town}
    _placed(step)


def _sums(step: GameStep[Board]) -> None:
    """6, 7, 8, 9: cubes, modifiers and VP change by what the effects say, and by nothing else."""
    cubes, modifiers, points = (Counter[int]() for _ in range(3))
    for effect in step.effects:
        match effect:
            case ResourcesProduced(seat, _, _, n) | CubesGained(seat, _, _, n):
                cubes[seat] += n
            case CubesGiven(seat, _, _, n) | CubesRemoved(seat, _, _, n):
                cubes[seat] -= n
            case CubeSold(seat, _, _, _, _, vp):
                cubes[seat] -= 1
                points[seat] += vp
            case ResourcesDonated(seat, vp) | PointsGained(seat, vp) | EndPowerScored(seat, _, vp):
                points[seat] += vp
            case PointsLost(seat, vp):
                points[seat] -= vp
            case ModifiersGained(seat, n):
                modifiers[seat] += n
            case ModifiersLost(seat, n):
                modifiers[seat] -= n
            case DieDrafted(seat=seat, modifiers=n):
                modifiers[seat] -= n
            case DieStolen(seat, victim, _, _, n):
                modifiers[seat] -= n
                modifiers[victim] += n
            case PowerUsed(seat, _, n, vp):
                modifiers[seat] -= n
                points[seat] -= vp
    for seat, (old, new) in enumerate(zip(step.before.sides, step.after.sides, strict=True), 1):
        assert sum(lot.cubes for lot in new.town) - sum(lot.cubes for lot in old.town) == cubes[seat]
        assert new.modifiers - old.modifiers == modifiers[seat]
        assert new.vp - old.vp == points[seat]


def _placed(step: GameStep[Board]) -> None:
    """12: a new cell has a tile on the side that the Zoning Die asks for, unless a power says otherwise."""
    board = step.before
    for effect in step.effects:
        if isinstance(effect, LandPlaced | BuildingPlaced) and board.zoning in SIDES:
            side = board.side(effect.seat)
            behind = around(effect.cell)[OPPOSITE[board.zoning]]
            assert side.lot(behind) or side.heroes
        board = effect.apply(board)


def game(steps: Sequence[GameStep[Board]]) -> None:
    """23, 25, 26, 28: cycles of Action Cards, dice and actions of each round, heroes exhausted; one fold of all."""
    effects = list(chain.from_iterable(step.effects for step in steps))
    assert fold(steps[0].before, effects) == steps[-1].after
    cards = [effect.card for effect in effects if isinstance(effect, ActionCardDrawn)]
    for start in range(0, len(cards), CARDS_OF_A_CYCLE):
        cycle = cards[start : start + CARDS_OF_A_CYCLE]
        assert len(set(cycle)) == len(cycle)
    for played in _rounds(effects):
        _round(played, steps[-1].after)


def _rounds(effects: list[Effect[Board]]) -> list[list[Effect[Board]]]:
    rounds: list[list[Effect[Board]]] = []
    for effect in effects:
        if isinstance(effect, RoundStarted):
            rounds.append([])
        elif rounds:
            rounds[-1].append(effect)
    return rounds


def _round(effects: list[Effect[Board]], end: Board) -> None:
    powers = any(isinstance(effect, PowerUsed) for effect in effects)
    drafts = Counter(effect.seat for effect in effects if isinstance(effect, DieDrafted))
    actions = Counter(effect.seat for effect in effects if type(effect) is ActionTaken)
    kept = any(
        type(word).__name__ == "StealRule" for side in end.sides for own in side.heroes for word in _of(end, own)
    )
    if drafts and not powers and not kept:
        assert max(drafts.values()) <= DICE_OF_A_ROUND
        assert max(actions.values(), default=0) <= ACTIONS_OF_A_ROUND
    turned = Counter(effect.card for effect in effects if isinstance(effect, HeroExhausted))
    assert powers or not turned


def _of(board: Board, own: object) -> tuple[object, ...]:
    return board.components.hero[own.hero].power.effects  # type: ignore[attr-defined]
