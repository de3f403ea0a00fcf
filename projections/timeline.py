"""The timeline: the rounds, turns and events of a line, with a sentence for each event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from projections.marks import line_marks, read_headers, versions_with_notes
from projections.steps import marker_text
from projections.tree import Branch

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

    from events import Game, Header
    from projections.library import Library
    from projections.marks import LineMarks
    from projections.paths import Version
    from projections.step_summaries import StepSummary
    from projections.tree import Tree
    from rulesets.kit.structs import Viewer


class Entry(Struct, frozen=True):
    """One event of a line."""

    version: int
    seat: int | None
    by: str | None
    type: str
    begins: bool
    """Whether a move begins with it."""
    text: str
    marks: tuple[str, ...]
    touches: tuple[str, ...]
    recorded_at: int
    """Microseconds UTC, as `occurred_at`."""
    occurred_at: int | None
    think: int | None
    """Microseconds since the event before it on the line; none for the first."""
    tries: tuple[Branch, ...] = ()
    """What the seat that went on from here did before within the same move, and undid."""


class Turn(Struct, frozen=True):
    """The events of one turn; `seat` is the first that acted."""

    turn: int
    seat: int | None
    events: tuple[Entry, ...]


class Round(Struct, frozen=True):
    """The turns of one round; round 0 is the set-up."""

    round: int
    turns: tuple[Turn, ...]


class Timeline(Struct, frozen=True):
    """One line of a game, and its branches."""

    line: int
    rounds: tuple[Round, ...]
    branches: tuple[Branch, ...]
    """Other lines that start from this one, and their branches."""
    markers: tuple[Entry, ...]
    """Undo and redo, oldest first; they lie on no line."""


def timeline(
    library: Library,
    game: Game,
    viewer: Viewer,
    *,
    line: Version | None = None,
    touches: str | None = None,
) -> Timeline:
    """The line through `line`, or to the head, as a viewer may see it; with `touches`, only events about that id.

    O(events of the line), of which only those are read that are not in the cache.
    """
    tree = library.tree(game)
    path = tree.path(tree.head) if line is None else tree.path_of(line)
    branches = tree.branches(path)
    headers = read_headers(library, game, path, branches)
    summaries = library.step_summaries(game, path, viewer)
    marks = line_marks(library, game, path, branches, viewer, headers)
    noted = versions_with_notes(library, game, viewer)
    return Timeline(
        line=tree.line(path[-1][-1]),
        rounds=_rounds(_entries(summaries, marks, noted, touches)),
        branches=branches,
        markers=tuple(_markers(tree, marks, headers)) if touches is None else (),
    )


def _entries(
    summaries: Sequence[StepSummary], marks: LineMarks, noted: Container[Version], touches: str | None
) -> Iterator[tuple[StepSummary, Entry]]:
    """The events of a line, or only those about an id, as entries of a timeline."""
    for previous, summary in zip((None, *summaries), summaries, strict=False):
        if touches is None or touches in summary.touches:
            yield summary, _entry(summary, previous, marks, noted)


def _entry(summary: StepSummary, previous: StepSummary | None, marks: LineMarks, noted: Container[Version]) -> Entry:
    note = ("note",) if summary.version in noted else ()
    return Entry(
        version=summary.version,
        seat=summary.seat,
        by=summary.by,
        type=summary.type,
        begins=summary.begins,
        text=summary.text,
        marks=(*summary.marks, *marks.of(summary.version), *note),
        touches=summary.touches,
        recorded_at=summary.recorded_at,
        occurred_at=summary.occurred_at,
        think=summary.time - previous.time if previous else None,
        tries=marks.tries.get(summary.version, ()),
    )


def _markers(tree: Tree, marks: LineMarks, headers: Mapping[int, Header]) -> Iterator[Entry]:
    """Undo and redo, which every viewer may see."""
    for event in (headers[version] for version in tree.markers()):
        yield Entry(
            version=event.version,
            seat=event.seat,
            by=event.by,
            type=event.kind.capitalize(),
            begins=False,
            text=marker_text(event),
            marks=(event.kind, "amend") if event.version in marks.amended else (event.kind,),
            touches=(),
            recorded_at=event.recorded_at,
            occurred_at=event.occurred_at,
            think=None,
        )


def _rounds(entries: Iterable[tuple[StepSummary, Entry]]) -> tuple[Round, ...]:
    grouped: dict[int, dict[int, list[Entry]]] = {}
    for summary, entry in entries:
        grouped.setdefault(summary.round, {}).setdefault(summary.turn, []).append(entry)
    return tuple(
        Round(round_, tuple(Turn(turn, _seat(events), tuple(events)) for turn, events in turns.items()))
        for round_, turns in grouped.items()
    )


def _seat(events: list[Entry]) -> int | None:
    return next((entry.seat for entry in events if entry.seat), None)
