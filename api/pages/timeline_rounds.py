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
"""The rounds before and after that of the version are open if they have at most this many events."""


class UndoneLine(Struct, frozen=True):
    """An undone branch in the timeline."""

    version: int
    text: str


class Line(Struct, frozen=True):
    """One event."""

    summary: StepSummary
    marks: tuple[str, ...]
    tries: tuple[UndoneLine, ...]
    """Variations of the same move, which were undone."""
    undone: tuple[UndoneLine, ...]
    """The other branches."""


class Block(Struct, frozen=True):
    """What one seat did in a row."""

    seat: int | None
    name: str
    what: str
    lines: tuple[Line, ...]


class TimelineRound(Struct, frozen=True):
    """A round, or the set-up."""

    title: str
    round: int
    first: int
    """Its versions."""
    last: int
    events: int
    blocks: tuple[Block, ...]
    """None while it is closed."""


class Annotations(Struct, frozen=True):
    """How branches were left, and which versions have notes."""

    line_marks: LineMarks
    noted: Container[int]
    """Versions with notes."""

    def marks(self, version: int) -> tuple[str, ...]:
        """The marks of a version."""
        return (*self.line_marks.of(version), *(("note",) if version in self.noted else ()))

    def tried(self, branch: Branch) -> bool:
        """Whether it was tried and undone in the same move."""
        return branch in self.line_marks.tries.get(branch.parts_at, ())


class Words(Struct, frozen=True):
    """Names of seats, types of action and lines."""

    names: Mapping[int, str]
    titles: Mapping[str, str]
    labels: Mapping[int, str]
    """Names of branches, by their first versions."""

    def of(self, summary: StepSummary) -> str:
        """The type of an event in words."""
        return self.titles.get(summary.type) or in_plain_words(summary.type)


def timeline_rounds(
    summaries: Sequence[StepSummary],
    branches: Iterable[Branch],
    words: Words,
    annotations: Annotations,
    opened: Container[int],
) -> Iterator[TimelineRound]:
    """The rounds of a line; only those in `opened` list their events."""
    parted: dict[int, list[Branch]] = {}
    for branch in branches:
        parted.setdefault(branch.parts_at, []).append(branch)
    for number, part in groupby(summaries, key=lambda summary: summary.round):
        events = list(part)
        blocks = tuple(_blocks(events, words, annotations, parted)) if number in opened else ()
        yield TimelineRound(round_name(number), number, events[0].version, events[-1].version, len(events), blocks)


def around(summaries: Sequence[StepSummary], index: int) -> frozenset[int]:
    """The round of the `index`th event, from 1, and its neighbours if they are short."""
    here = summaries[index - 1].round
    sizes: dict[int, int] = {}
    for summary in summaries:
        sizes[summary.round] = sizes.get(summary.round, 0) + 1
    return frozenset({here, *(number for number in (here - 1, here + 1) if 0 < sizes.get(number, 0) <= BESIDE)})


def _blocks(
    events: Sequence[StepSummary], words: Words, annotations: Annotations, parted: Mapping[int, Sequence[Branch]]
) -> Iterator[Block]:
    for seat, run in _runs(events):
        lines = tuple(_line(summary, words, annotations, parted.get(summary.version, ())) for summary in run)
        yield Block(seat, words.names[seat] if seat else "The table", words.of(run[0]), lines)


def _line(summary: StepSummary, words: Words, annotations: Annotations, branches: Sequence[Branch]) -> Line:
    return Line(
        summary,
        marks=(*summary.marks, *annotations.marks(summary.version)),
        tries=tuple(_undone(branch, words) for branch in branches if annotations.tried(branch)),
        undone=tuple(_undone(branch, words) for branch in branches if not annotations.tried(branch)),
    )


def _runs(events: Sequence[StepSummary]) -> Iterator[tuple[int | None, list[StepSummary]]]:
    """A run for each turn, of the seat that began it; in the set-up, for each run of a seat's events."""
    for turn, part in groupby(events, key=lambda summary: summary.turn):
        if turn:
            yield from _moves(part)
        else:
            yield from ((seat, list(run)) for seat, run in groupby(part, key=lambda summary: summary.seat))


def _moves(events: Iterable[StepSummary]) -> Iterator[tuple[int | None, list[StepSummary]]]:
    """Whole moves of one seat in a row; what another seat answers in the middle of a move belongs to the move."""
    run: list[StepSummary] = []
    for summary in events:
        if run and summary.begins and summary.seat != run[0].seat:
            yield run[0].seat, run
            run = []
        run.append(summary)
    if run:
        yield run[0].seat, run


def _undone(branch: Branch, words: Words) -> UndoneLine:
    events = "1 event" if branch.length == 1 else f"{branch.length:,} events"
    return UndoneLine(branch.start, f"{words.labels.get(branch.start, 'Another line')}: {events}, undone")
