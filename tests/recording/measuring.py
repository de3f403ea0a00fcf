"""Measures how legal actions are found by taps, and checks the limits."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from tests.recording.boards import positions
from tests.recording.reaching import ARRANGEMENTS, Goal, StepExplorer

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rulesets.kit.ruleset import Ruleset
    from rulesets.kit.structs import Action
    from tests.recording.boards import Position

MOST_GOALS = 500
"""From longer lists, so many random actions are looked for."""
MOST_VALUES = 60
"""The limit of values in a step."""
BY_PICTURE = 0.95
"""The smallest share of actions with parts in the picture that taps in the picture must find; also of distinct ones."""
MEDIAN, USUAL, MOST = 2, 4, 6
"""The limits of taps for 50 %, for 95 % and for all of the actions, including the tap on the button."""
MORE = {"kingdom_rush": 1, "scoresheet": 2}
"""Rulesets in which the first two limits are higher."""
KEYPADS = ("scoresheet",)
"""Rulesets whose numbers are entered digit by digit: the picture has the places where they go, and no keys."""


class Measured(Struct):
    """The measurements of a ruleset with a number of seats."""

    ruleset: str
    seats: int
    is_hardest: bool = False
    """Whether the hardest position is measured instead of random boards."""
    actions: int = 0
    by_rows: int = 0
    on_board: int = 0
    """The number of actions with parts in the picture."""
    on_board_by_picture: int = 0
    """The number of those that taps in the picture alone find."""
    distinct: int = 0
    """The number of actions whose parts in the picture differ from those of all other actions of the list."""
    distinct_by_picture: int = 0
    """The number of those that taps in the picture alone find."""
    taps: dict[int, float] = field(default_factory=dict)
    """How often the shortest path has so many taps, including the button; each list of legal actions has weight 1."""
    values: int = 0
    """The largest number of values in a step."""
    longest: int = 0
    """The longest list of legal actions."""
    times: list[float] = field(default_factory=list)
    """The processor time of each step, in ms."""
    faults: dict[str, list[str]] = field(default_factory=dict)
    """The places of each fault."""
    not_found: dict[str, list[str]] = field(default_factory=dict)
    """The places of actions that the picture alone does not find, by type."""

    def fault(self, what: str, where: str) -> None:
        """Note a fault."""
        self.faults.setdefault(what, []).append(where)

    def at(self, share: float) -> int:
        """The number of taps that is enough for such a share of the actions."""
        reached, ordered = 0.0, sorted(self.taps)
        for taps in ordered:
            reached += self.taps[taps]
            if reached >= share * sum(self.taps.values()) - 1e-9:
                return taps
        return 0

    @property
    def broken(self) -> list[str]:
        """The limits that are exceeded."""
        more, found = MORE.get(self.ruleset, 0), [f"{len(places)} {what}" for what, places in self.faults.items()]
        has_keys = self.ruleset in KEYPADS
        if self.distinct_by_picture < BY_PICTURE * self.distinct and not has_keys:
            found.append(f"{self.distinct - self.distinct_by_picture} of {self.distinct} not found by the picture")
        if self.on_board_by_picture < BY_PICTURE * self.on_board and not has_keys:
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
    """Look for the legal actions of these boards."""
    for position in boards:
        for seat, view in position.views.items():
            if (explorer := StepExplorer(ruleset, view, seat)).legal:
                _look_at(measured, explorer, f"{position.place} seat {seat}")
    return measured


def _look_at(measured: Measured, explorer: StepExplorer, where: str) -> None:
    measured.longest = max(measured.longest, len(explorer.legal))
    goals = [Goal(explorer, action) for action in _sample(explorer.legal, where)]
    about = Counter(goal.signature for goal in goals)
    for goal in goals:
        _look_for(measured, goal, where, is_distinct=about[goal.signature] == 1)
        if shortest := goal.shortest_path("both"):
            measured.taps[shortest.taps] = measured.taps.get(shortest.taps, 0) + 1 / len(goals)
    measured.times += explorer.times
    _look_at_steps(measured, explorer, where)
    for arrangement in ARRANGEMENTS:
        for id_, wrong in explorer.not_drawn_once(arrangement):
            measured.fault(f"{wrong} ({arrangement}): {id_.partition(':')[0]}", f"{where}: {id_}")


def _sample(legal: Sequence[Action[Any]], where: str) -> Sequence[Action[Any]]:
    return Random(where).sample(legal, MOST_GOALS) if len(legal) > MOST_GOALS else legal


def _look_for(measured: Measured, goal: Goal, where: str, *, is_distinct: bool) -> None:
    kind, here = goal.kind.__name__, f"{where}: {goal.label}"
    measured.actions += 1
    if goal.shortest_path("rows"):
        measured.by_rows += 1
    else:
        measured.fault(f"not by rows: {kind}", here)
    if goal.is_on_board:
        found = goal.shortest_path("picture")
        measured.on_board += 1
        measured.distinct += is_distinct
        measured.on_board_by_picture += bool(found)
        measured.distinct_by_picture += bool(found) and is_distinct
        if found is None:
            measured.not_found.setdefault(kind, []).append(here)
        elif not goal.is_in_order(found.chosen.taps):
            measured.fault(f"not in the order of the taps: {kind}", here)


def _look_at_steps(measured: Measured, explorer: StepExplorer, where: str) -> None:
    for chosen, step in explorer.steps.values():
        measured.values = max(measured.values, len(step.values))
        if len(step.values) > MOST_VALUES:
            measured.fault(f"too many values of {step.field}", f"{where}: {chosen}")
        for label in _duplicates(value.label for value in step.values):
            measured.fault(f"two rows alike: {step.field}", f"{where}: {label!r} after {chosen}")


def _duplicates(labels: Iterator[str]) -> list[str]:
    return [label for label, count in Counter(labels).items() if count > 1]
