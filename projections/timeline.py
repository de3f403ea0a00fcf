"""The timeline: rounds, turns and events of a line, a sentence each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from projections.library import marker_text
from projections.marks import noted_by, read_beside, ways_of
from projections.tree import Branch
from rulesets.kit.phases import Board

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping

    from events import Event, Game, Header
    from projections.library import Library, Step
    from projections.marks import Ways
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
    tries: tuple[Branch, ...] = ()
    """What the seat that went on from here tried before, in the same move, and took back."""


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
    path = tree.path(tree.head) if line is None else tree.path_of(line)
    branches = tree.branches(path)
    headers = read_beside(library, game, path, branches)
    steps = _keeping(library, game, viewer, library.steps(game, path, viewer), {each.parts_at for each in branches})
    entries = list(_entries(steps, library.ruleset(game).home))
    ways, noted = ways_of(library, game, path, branches, viewer, headers), noted_by(library, game, viewer)
    entries = [(place, _marked(entry, ways, noted)) for place, entry in entries]
    if touches is not None:
        entries = [item for item in entries if touches in item[1].touches]
    return Timeline(
        line=tree.line(path[-1][-1]),
        rounds=_rounds(entries),
        branches=branches,
        markers=tuple(_markers(tree, ways, headers)) if touches is None else (),
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


def _keeping(
    library: Library, game: Game, viewer: Viewer, steps: Iterable[tuple[Step, Board]], wanted: Container[Version]
) -> Iterator[tuple[Step, Board]]:
    """The same, while the boards from which branches part are kept: they are at hand here."""
    for step, after in steps:
        if step.event.version in wanted:
            library.keep_seen(game, step.event.version, viewer, after)
        yield step, after


def _marked(entry: Entry, ways: Ways, noted: Container[Version]) -> Entry:
    marks = (*ways.of(entry.version), *(("note",) if entry.version in noted else ()))
    tries = ways.tries.get(entry.version, ())
    return replace(entry, marks=(*entry.marks, *marks), tries=tries) if marks or tries else entry


def _markers(tree: Tree, ways: Ways, headers: Mapping[int, Header]) -> Iterator[Entry]:
    """Undo and redo, which hide nothing from anybody."""
    for event in (headers[version] for version in tree.markers()):
        yield Entry(
            version=event.version,
            seat=event.seat,
            by=event.by,
            type=event.kind.capitalize(),
            begins=False,
            text=marker_text(event),
            marks=(event.kind, "amend") if event.version in ways.amended else (event.kind,),
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
