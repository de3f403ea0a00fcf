"""What a ruleset declares to the suite, and the suite's report of the games that it played."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic

import msgspec

from rulesets.kit.outcomes import Outcome
from rulesets.kit.phases import B, Components, Seat
from rulesets.kit.structs import Action, Effect, Start, Viewer

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence


class GameStep(msgspec.Struct, Generic[B], frozen=True):
    """One event of a game, between two boards."""

    before: B
    seat: Seat | None
    """None for the start."""
    action: Action[B] | Start
    outcomes: tuple[Outcome, ...]
    effects: tuple[Effect[B], ...]
    after: B


def nothing_hidden(_board: Any, _viewer: Viewer) -> Collection[str]:
    """The `hidden` of a game without secrets; then no effect and no action may override `seen_by`."""
    return ()


@dataclass(frozen=True, kw_only=True)
class Profile(Generic[B]):
    """What a ruleset declares to the suite."""

    universe: Callable[[B], Iterable[Action[B]]]
    """Every action that somebody could think of on a board: the legal ones and many more (foreign cards, other
    phases, numbers out of range). Legal actions are compared with what is accepted out of these."""
    hidden: Callable[[B, Viewer], Collection[str]]
    """Names of what `viewer` may not see: in other hands and in piles. `nothing_hidden` for a game without secrets."""
    invariants: Callable[[B], None] = lambda _board: None
    """Holds on every board."""
    transitions: Callable[[GameStep[B]], None] = lambda _step: None
    """Holds for every event."""
    game: Callable[[Sequence[GameStep[B]]], None] = lambda _steps: None
    """Holds for a whole game, over or not."""
    view: Callable[[B, B, Viewer], None] = lambda _truth, _view, _viewer: None
    """How the view of a viewer (the second board) relates to the true one, beyond what the suite compares."""
    independent: Callable[[Action[B], Action[B]], bool] = lambda _one, _two: True
    """Whether two actions that seats may take at the same time have to lead to equal boards in either order."""
    same_labels_ok: str = ""
    """Why two legal actions of one type and seat may have the same label; empty where they may not."""
    shown: Collection[str] = ()
    """Types of cards (`Card.type`) that the picture shows wherever an event or an option names one of them."""
    spoken: str = ""
    """What else the picture then shows, as a regular expression: `(?<=space )[a-z]\\d` for the names of spaces; of
    a match its group `name`, if it has one."""
    sayings: Collection[str] = ()
    """Names of the component set that read like a mistake of grammar, such as `Field of 1 Stones`."""
    exact_boards: float = 0.002
    """Share of the boards on which the list of legal actions is compared with the universe."""
    exact_each: int = 5
    """Boards of each phase on which it is always compared, however rare the phase is."""
    taken_boards: float = 0.1
    """Share of the boards on which every listed action is taken."""
    drawn_boards: float = 0.01
    """Share of the boards that are drawn for each viewer, in a file or for a page; the first of each phase is, too."""
    watched: float = 1.0
    """Share of the events of which everything is tried, for games of thousands of them; of the others only what later
    events depend on: that they are decided, come out of the log, lead to a settled board and are seen. Actions of a
    type are all watched until there were `games.RARE` of them."""
    longest: int = 5_000
    """A game is left after this many events, and counted as unfinished."""
    components: Components | None = None
    """Instead of the component set that ships."""


@dataclass
class Report:
    """What was played and tried, to see whether it was enough."""

    games: int = 0
    unfinished: int = 0
    """Of those, left before their end."""
    events: int = 0
    watched: int = 0
    """Events of which everything was tried."""
    effects: Counter[str] = field(default_factory=Counter)
    """By type."""
    actions: Counter[str] = field(default_factory=Counter)
    """Taken, by type."""
    phases: Counter[str] = field(default_factory=Counter)
    """Boards, by the phase they wait in."""
    passed: Counter[str] = field(default_factory=Counter)
    """Effects, by the phase that they led to or stayed in: automatic phases are among these alone."""
    exact: Counter[str] = field(default_factory=Counter)
    """Boards whose legal actions were compared with the universe, by phase."""
    candidates: int = 0
    """Actions of those universes."""
    refusals: Counter[str] = field(default_factory=Counter)
    """Refusals among them, by rule."""
    dry_runs: Counter[str] = field(default_factory=Counter)
    """`whole` or `stopped` at chance."""
    unknown: int = 0
    """Outcomes that the table did not see."""
    commuted: int = 0
    """Pairs of simultaneous actions taken in both orders."""
    forced: Counter[str] = field(default_factory=Counter)
    """Boards on which a forced choice was looked for, by phase."""
    reached: Counter[str] = field(default_factory=Counter)
    """Actions that were looked for by steps, by type."""
    entered: Counter[str] = field(default_factory=Counter)
    """Effects that were entered by hand by steps, by type."""
    what_ifs: int = 0
    """Actions that were taken from views, as in a what-if game."""
    drawn: Counter[str] = field(default_factory=Counter)
    """Pictures, by phase."""
    declared: frozenset[str] = frozenset()
    """`action Roll`, `effect Rolled`, `phase Turn`: all that the rulesets are made of, but for a game ended by hand."""

    @property
    def unseen(self) -> list[str]:
        """What is declared and never came, in the words of `declared`."""
        came = {f"action {kind}" for kind in self.actions} | {f"effect {kind}" for kind in self.effects}
        return sorted(self.declared - came - {f"phase {kind}" for kind in (*self.phases, *self.passed)})

    def __add__(self, more: Report) -> Report:
        return Report(*(_together(getattr(self, name), getattr(more, name)) for name in self.__dataclass_fields__))


def _together(one: Any, two: Any) -> Any:
    return one | two if isinstance(one, frozenset) else one + two
