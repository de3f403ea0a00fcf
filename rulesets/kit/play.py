"""A decision under way: the board as it changes, the effects as they come, chance as it is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic

from rulesets.kit.errors import Refused
from rulesets.kit.structs import B

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.kit.chance import Chance
    from rulesets.kit.structs import Effect, Seat

EFFECT_CAP = 1_000
"""More effects in one decision are refused: component sets come from strangers, and could run for ever."""

TOO_LONG = "KIT-CAP-01"
"""The rule of that refusal: one decision sets off at most 1,000 effects."""


class Play(Generic[B]):
    """What `perform` and automatic steps write on. Dropped whole when they refuse or chance is missing."""

    __slots__ = ("board", "chance", "effects", "seat")

    def __init__(self, board: B, seat: Seat, chance: Chance) -> None:
        self.board = board
        self.seat = seat
        """Who acts; 0 in the set-up. Automatic steps read the board's seat, never this one."""
        self.chance = chance
        self.effects: list[Effect[B]] = []

    def emit(self, effect: Effect[B]) -> None:
        """Record an effect and apply it."""
        if len(self.effects) == EFFECT_CAP:
            raise Refused(TOO_LONG)
        self.board = effect.apply(self.board)
        self.effects.append(effect)


def need(fact: object, rule: str) -> None:
    """Refuse by `rule` unless `fact` holds."""
    if not fact:
        raise Refused(rule)


def fold(board: B, effects: Iterable[Effect[B]]) -> B:
    """The board after `effects`. O(n) in their number."""
    for effect in effects:
        board = effect.apply(board)
    return board
