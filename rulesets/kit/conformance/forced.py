"""Choices that are taken without being asked: where a ruleset looked for one, and what it found."""

from __future__ import annotations

from copy import copy
from itertools import islice
from typing import TYPE_CHECKING, Generic

import msgspec

from rulesets.kit.conformance.phases import phases_of
from rulesets.kit.phases import B, Phase, Seat

if TYPE_CHECKING:
    from collections.abc import Callable

    from rulesets.kit.play import Play
    from rulesets.kit.ruleset import Ruleset


class Forced(msgspec.Struct, Generic[B], frozen=True):
    """A board on which a forced choice was looked for, whether it was found or not."""

    effects: int
    """Those of the event before it."""
    phase: Phase
    seat: Seat
    left: int
    """Actions that the seat could take, counted as far as it matters."""


def noting_forced(ruleset: Ruleset[B], noted: list[Forced[B]]) -> Ruleset[B]:
    """The ruleset, with steps that write into `noted` where `settle` then looks for a forced choice."""
    phases = {phase for phase in phases_of(ruleset) if phase.takes_forced or phase.lapses}
    if not phases:
        return ruleset
    noting = copy(ruleset)
    noting.automatic = {**ruleset.automatic, **{phase: _noting(ruleset, phase, noted) for phase in phases}}
    return noting


def _noting(ruleset: Ruleset[B], phase: type[Phase], noted: list[Forced[B]]) -> Callable[[Play[B]], None]:
    step = ruleset.automatic.get(phase)

    def note(play: Play[B]) -> None:
        before = play.board
        if step:
            step(play)
        waiting = before.pending.who(before)
        if play.board is before and len(waiting) == 1 and not any(kind.open_ended for kind in ruleset.kinds(before)):
            left = how_many_left(ruleset, before, waiting[0])
            noted.append(Forced(len(play.effects), before.pending, waiting[0], left))

    return note


def how_many_left(ruleset: Ruleset[B], board: B, seat: Seat) -> int:
    """How many actions the seat may take, counted up to two, or up to one where only none would make a difference."""
    most = 2 if board.pending.takes_forced else 1
    return sum(1 for _ in islice(ruleset.legal_actions(board, seat), most))
