"""The timeline: what each seat did, round by round. Rounds far from the version that is shown are closed."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import TYPE_CHECKING

from msgspec import Struct

from api.pages.scrubber import round_name
from projections.step_summaries import StepSummary
from rulesets.kit.ruleset import in_plain_words

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Sequence

    from projections.marks import LineMarks
    from projections.tree import Branch

BESIDE = 80
"""A round beside that of the version is open where it has no more events."""


class UndoneLine(Struct, frozen=True):
    """A branch that was left by undo, in the timeline."""

    version: int
    text: str


class Line(Struct, frozen=True):
    """One event."""

    trace: StepSummary
    marks: tuple[str, ...]
    tries: tuple[UndoneLine, ...]
    """What was tried from here and taken back, in the same move."""
    undone: tuple[UndoneLine, ...]
    """The other branches."""


class Block(Struct, frozen=True):
    """What one seat did in a row."""

    seat: int | None
    name: str
    what: str
    lines: tuple[Line, ...]


class Chapter(Struct, frozen=True):
    """A round, or the set-up."""

    title: str
    round: int
    first: int
    """Its versions."""
    last: int
    events: int
    blocks: tuple[Block, ...]
    """None while it is closed."""


class Beside(Struct, frozen=True):
    """What is told of a line beside what its events tell."""

    ways: LineMarks
    noted: Container[int]
    """Versions with notes."""

    def marks(self, version: int) -> tuple[str, ...]:
        """The marks of a version."""
        return (*self.ways.of(version), *(("note",) if version in self.noted else ()))

    def tried(self, branch: Branch) -> bool:
        """Whether it was tried and taken back in the same move."""
        return branch in self.ways.tries.get(branch.parts_at, ())


class Words(Struct, frozen=True):
    """What seats and types of action are called."""

    names: Mapping[int, str]
    titles: Mapping[str, str]
    labels: Mapping[int, str]
    """Of branches, by the versions that they begin with."""

    def of(self, trace: StepSummary) -> str:
        """What was done, in words."""
        return self.titles.get(trace.type) or in_plain_words(trace.type)


def chapters(
    traces: Sequence[StepSummary], branches: Iterable[Branch], words: Words, beside: Beside, opened: Container[int]
) -> Iterator[Chapter]:
    """The rounds of a line, of which those `opened` hold their events."""
    parted: dict[int, list[Branch]] = {}
    for branch in branches:
        parted.setdefault(branch.parts_at, []).append(branch)
    for number, part in groupby(traces, key=lambda trace: trace.round):
        events = list(part)
        blocks = tuple(_blocks(events, words, beside, parted)) if number in opened else ()
        yield Chapter(round_name(number), number, events[0].version, events[-1].version, len(events), blocks)


def around(traces: Sequence[StepSummary], index: int) -> frozenset[int]:
    """The round of the `index`th event, counted from 1, and those beside it that are not long."""
    here = traces[index - 1].round
    sizes: dict[int, int] = {}
    for trace in traces:
        sizes[trace.round] = sizes.get(trace.round, 0) + 1
    return frozenset({here, *(number for number in (here - 1, here + 1) if 0 < sizes.get(number, 0) <= BESIDE)})


def _blocks(
    events: Sequence[StepSummary], words: Words, beside: Beside, parted: Mapping[int, Sequence[Branch]]
) -> Iterator[Block]:
    for seat, run in _runs(events):
        lines = tuple(_line(trace, words, beside, parted.get(trace.version, ())) for trace in run)
        yield Block(seat, words.names[seat] if seat else "The table", words.of(run[0]), lines)


def _line(trace: StepSummary, words: Words, beside: Beside, branches: Sequence[Branch]) -> Line:
    return Line(
        trace,
        marks=(*trace.marks, *beside.marks(trace.version)),
        tries=tuple(_undone(branch, words) for branch in branches if beside.tried(branch)),
        undone=tuple(_undone(branch, words) for branch in branches if not beside.tried(branch)),
    )


def _runs(events: Sequence[StepSummary]) -> Iterator[tuple[int | None, list[StepSummary]]]:
    """A run for each turn, of the seat that began it; in the set-up, for each run of a seat's events."""
    for turn, part in groupby(events, key=lambda trace: trace.turn):
        if turn:
            yield from _moves(part)
        else:
            yield from ((seat, list(run)) for seat, run in groupby(part, key=lambda trace: trace.seat))


def _moves(events: Iterable[StepSummary]) -> Iterator[tuple[int | None, list[StepSummary]]]:
    """Whole moves of one seat in a row; what another seat answers in the middle of a move belongs to the move."""
    run: list[StepSummary] = []
    for trace in events:
        if run and trace.begins and trace.seat != run[0].seat:
            yield run[0].seat, run
            run = []
        run.append(trace)
    if run:
        yield run[0].seat, run


def _undone(branch: Branch, words: Words) -> UndoneLine:
    events = "1 event" if branch.length == 1 else f"{branch.length:,} events"
    return UndoneLine(branch.start, f"{words.labels.get(branch.start, 'Another line')}: {events}, undone")
