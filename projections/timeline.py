"""The timeline: rounds, turns and events of a line, a sentence each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from projections.library import marker_text
from projections.tree import Branch
from rulesets.kit.phases import Board

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from events import Event, Game
    from projections.library import Library, Step
    from projections.spans import Path
    from projections.tree import Tree, Version
    from rulesets.kit.structs import Viewer


class Entry(Struct, frozen=True):
    """One event of a line."""

    version: int
    seat: int | None
    by: str | None
    type: str
    begins: bool
    """A move begins with it."""
    text: str
    marks: tuple[str, ...]
    touches: tuple[str, ...]
    recorded_at: int
    """Microseconds UTC, as `occurred_at`."""
    occurred_at: int | None
    think: int | None
    """Microseconds since the event before it on the line; none for the first."""
    after: Board | None
    """The viewer's board after it; none for a marker."""


class Turn(Struct, frozen=True):
    """The events of one turn; `seat` took the first of them."""

    turn: int
    seat: int | None
    events: tuple[Entry, ...]


class Round(Struct, frozen=True):
    """The turns of one round; round 0 is the set-up."""

    round: int
    turns: tuple[Turn, ...]


class Timeline(Struct, frozen=True):
    """One line of a game, and the branches that part from it."""

    line: int
    rounds: tuple[Round, ...]
    branches: tuple[Branch, ...]
    """What was left by undo, and what was played from there."""
    markers: tuple[Entry, ...]
    """Undo and redo, oldest first: they are not steps of a line."""


def timeline(
    library: Library,
    game: Game,
    viewer: Viewer,
    *,
    line: Version | None = None,
    touches: str | None = None,
) -> Timeline:
    """The line through `line` (or to the head) as a viewer may see it; with `touches`, only what concerned that id.

    O(events of the line).
    """
    tree = library.tree(game)
    at = tree.head if line is None else line
    path = tree.path_through(at)
    entries = list(_entries(library.steps(game, path, viewer), library.ruleset(game).home))
    if touches is not None:
        entries = [item for item in entries if touches in item[1].touches]
    return Timeline(
        line=tree.line(path[-1][-1]),
        rounds=_rounds(entries),
        branches=tree.branches(path),
        markers=tuple(_markers(library, game, tree)) if touches is None else (),
    )


def _entries(steps: Iterable[tuple[Step, Board]], home: type) -> Iterator[tuple[tuple[int, int], Entry]]:
    previous: Event | None = None
    for step, after in steps:
        place = (step.before.round, step.before.turn)
        yield place, _entry(step, after, previous, home)
        previous = step.event


def _entry(step: Step, after: Board, previous: Event | None, home: type) -> Entry:
    event = step.event
    return Entry(
        version=event.version,
        seat=event.seat,
        by=event.by,
        type=type(step.action).__name__,
        begins=isinstance(step.before.pending, home),
        text=step.text,
        marks=step.marks,
        touches=step.touches,
        recorded_at=event.recorded_at,
        occurred_at=event.occurred_at,
        think=_time(event) - _time(previous) if previous else None,
        after=after,
    )


def _markers(library: Library, game: Game, tree: Tree) -> Iterator[Entry]:
    """Undo and redo, which hide nothing from anybody."""
    path: Path = tuple(range(version, version + 1) for version in tree.markers())
    for event in library.events(game, path):
        yield Entry(
            version=event.version,
            seat=event.seat,
            by=event.by,
            type=event.kind.capitalize(),
            begins=False,
            text=marker_text(event),
            marks=(event.kind,),
            touches=(),
            recorded_at=event.recorded_at,
            occurred_at=event.occurred_at,
            think=None,
            after=None,
        )


def _time(event: Event) -> int:
    return event.recorded_at if event.occurred_at is None else event.occurred_at


def _rounds(entries: list[tuple[tuple[int, int], Entry]]) -> tuple[Round, ...]:
    grouped: dict[int, dict[int, list[Entry]]] = {}
    for (round_, turn), entry in entries:
        grouped.setdefault(round_, {}).setdefault(turn, []).append(entry)
    return tuple(
        Round(round_, tuple(Turn(turn, _seat(events), tuple(events)) for turn, events in turns.items()))
        for round_, turns in grouped.items()
    )


def _seat(events: list[Entry]) -> int | None:
    return next((entry.seat for entry in events if entry.seat), None)
