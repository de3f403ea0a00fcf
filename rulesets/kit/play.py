"""A decision under way: the board as it changes, the effects as they come, chance as it is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic

from rulesets.kit.errors import Refused
from rulesets.kit.phases import B

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from rulesets.kit.chance import Chance
    from rulesets.kit.effects import Effect
    from rulesets.kit.phases import Phase, Seat

EFFECT_CAP = 1_000
"""More effects in one decision are refused: component sets come from strangers, and could run without end."""

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
        effects = self.effects
        if len(effects) == EFFECT_CAP:
            raise Refused(TOO_LONG)
        self.board = effect.apply(self.board)
        effects.append(effect)


STEPS: dict[Callable[[Play[Any]], None], tuple[type[Phase], ...]] = {}
"""The phases that each automatic step continues."""


def automatic(*phases: type[Phase]) -> Callable[[Callable[[Play[B]], None]], Callable[[Play[B]], None]]:
    """Mark a function of `rules/` as what follows by itself in these phases: it runs until it emits nothing."""

    def mark(step: Callable[[Play[B]], None]) -> Callable[[Play[B]], None]:
        STEPS[step] = phases
        return step

    return mark


def need(fact: object, rule: str) -> None:
    """Refuse by `rule` unless `fact` holds."""
    if not fact:
        raise Refused(rule)


def fold(board: B, effects: Iterable[Effect[B]]) -> B:
    """The board after `effects`. O(n) in their number."""
    for effect in effects:
        board = effect.apply(board)
    return board
