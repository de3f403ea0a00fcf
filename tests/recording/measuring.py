"""What recording by taps promises of the legal actions of a board, measured."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from tests.recording.boards import positions
from tests.recording.reaching import ARRANGEMENTS, Asking, Goal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rulesets.kit.ruleset import Ruleset
    from rulesets.kit.structs import Action
    from tests.recording.boards import Position

MOST_GOALS = 500
"""Of longer lists so many actions are looked for, drawn at random."""
MOST_VALUES = 60
"""No step shows more."""
BY_PICTURE = 0.95
"""The share of all that is about the picture, and of what lies apart there, that taps there find."""
MEDIAN, USUAL, MOST = 2, 4, 6
"""Taps of half of all actions, of 95 in a hundred and of all, the take included;"""
MORE = {"kingdom_rush": 1}
"""of the first two so many more."""


class Measured(Struct):
    """What was found of a ruleset with a number of seats."""

    ruleset: str
    seats: int
    is_hardest: bool = False
    """Whether boards were not drawn at random."""
    actions: int = 0
    by_rows: int = 0
    on_board: int = 0
    """Actions that are about something in the picture;"""
    on_board_by_picture: int = 0
    """those of them that taps there find, alone;"""
    apart: int = 0
    """those that are about something else than all others of their list: no number or way tells them apart alone;"""
    apart_by_picture: int = 0
    """and those of these that taps find."""
    taps: dict[int, float] = field(default_factory=dict)
    """How often the shortest way has so many taps, the take included: each list of legal actions counts once."""
    values: int = 0
    """Most that a step showed."""
    longest: int = 0
    """The longest list of legal actions."""
    times: list[float] = field(default_factory=list)
    """How much work each step was, in ms of the processor."""
    faults: dict[str, list[str]] = field(default_factory=dict)
    """What is wrong, and where."""
    not_found: dict[str, list[str]] = field(default_factory=dict)
    """What the picture alone does not find, and where."""

    def fault(self, what: str, where: str) -> None:
        """Note something that is wrong."""
        self.faults.setdefault(what, []).append(where)

    def at(self, share: float) -> int:
        """Taps that are enough for such a share of the actions."""
        reached, ordered = 0.0, sorted(self.taps)
        for taps in ordered:
            reached += self.taps[taps]
            if reached >= share * sum(self.taps.values()) - 1e-9:
                return taps
        return 0

    @property
    def broken(self) -> list[str]:
        """The promises that do not hold."""
        more, found = MORE.get(self.ruleset, 0), [f"{len(places)} {what}" for what, places in self.faults.items()]
        if self.apart_by_picture < BY_PICTURE * self.apart:
            found.append(f"{self.apart - self.apart_by_picture} of {self.apart} not found by the picture")
        if self.on_board_by_picture < BY_PICTURE * self.on_board:
            found.append(f"{self.on_board - self.on_board_by_picture} of all {self.on_board} not found by the picture")
        for share, most in () if self.is_hardest else ((0.5, MEDIAN + more), (0.95, USUAL + more)):
            if self.at(share) > most:
                found.append(f"{self.at(share)} taps for {share:.0%} of the actions, not {most}")
        if self.at(1) > MOST:
            found.append(f"{self.at(1)} taps for an action, not {MOST}")
        return found


def measure(ruleset: Ruleset[Any], seats: int, boards: int) -> Measured:
    """Look for the legal actions of so many random boards."""
    return measure_on(positions(ruleset, seats, boards), Measured(ruleset.name, seats), ruleset)


def measure_on(boards: Iterable[Position], measured: Measured, ruleset: Ruleset[Any]) -> Measured:
    """The same on these boards."""
    for position in boards:
        for seat, view in position.views.items():
            if (asking := Asking(ruleset, view, seat)).legal:
                _look_at(measured, asking, f"{position.place} seat {seat}")
    return measured


def _look_at(measured: Measured, asking: Asking, where: str) -> None:
    measured.longest = max(measured.longest, len(asking.legal))
    goals = [Goal(asking, action) for action in _some(asking.legal, where)]
    about = Counter(goal.about for goal in goals)
    for goal in goals:
        _look_for(measured, goal, where, is_apart=about[goal.about] == 1)
        if shortest := goal.reached("both"):
            measured.taps[shortest.taps] = measured.taps.get(shortest.taps, 0) + 1 / len(goals)
    measured.times += asking.times
    _look_at_steps(measured, asking, where)
    for arrangement in ARRANGEMENTS:
        for id_, wrong in asking.not_once(arrangement):
            measured.fault(f"{wrong} ({arrangement}): {id_.partition(':')[0]}", f"{where}: {id_}")


def _some(legal: Sequence[Action[Any]], where: str) -> Sequence[Action[Any]]:
    return Random(where).sample(legal, MOST_GOALS) if len(legal) > MOST_GOALS else legal


def _look_for(measured: Measured, goal: Goal, where: str, *, is_apart: bool) -> None:
    kind, here = goal.kind.__name__, f"{where}: {goal.label}"
    measured.actions += 1
    if goal.reached("rows"):
        measured.by_rows += 1
    else:
        measured.fault(f"not by rows: {kind}", here)
    if goal.is_on_board:
        found = goal.reached("picture")
        measured.on_board += 1
        measured.apart += is_apart
        measured.on_board_by_picture += bool(found)
        measured.apart_by_picture += bool(found) and is_apart
        if found is None:
            measured.not_found.setdefault(kind, []).append(here)
        elif not goal.is_in_order(found.chosen.taps):
            measured.fault(f"not in the order of the taps: {kind}", here)


def _look_at_steps(measured: Measured, asking: Asking, where: str) -> None:
    for chosen, step in asking.steps.values():
        measured.values = max(measured.values, len(step.values))
        if len(step.values) > MOST_VALUES:
            measured.fault(f"too many values of {step.field}", f"{where}: {chosen}")
        for label in _twice(value.label for value in step.values):
            measured.fault(f"two rows alike: {step.field}", f"{where}: {label!r} after {chosen}")


def _twice(labels: Iterator[str]) -> list[str]:
    return [label for label, count in Counter(labels).items() if count > 1]
