"""What the replay page draws once for a line: scrubber, timeline, standing, notes. A script moves their hands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from api.pages.chapters import Beside, Chapter, Words, around, chapters
from api.pages.pieces import name_of
from api.pages.scrubber import Scrubber, length_of, scrubber
from api.pages.standing import TEAM, Curve, curves
from projections import names
from projections.marks import LineMarks, line_marks, read_headers
from projections.notes import notes_for
from projections.paths import before, contains

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

    from api.pages.look import Look
    from events import Game
    from projections import Library
    from projections.paths import Path, Version
    from projections.step_summaries import StepSummary
    from projections.tree import Branch, Tree
    from rulesets.kit.ruleset import Ruleset


class Note(Struct, frozen=True):
    """Why somebody undid or redid something."""

    version: int
    seat: int | None
    text: str


class History(Struct, frozen=True):
    """A piece that is looked at."""

    piece: str
    name: str
    """What it is called; its id never is."""
    there: bool
    """Whether an event touched it, or the board shows it."""


class Line(Struct, frozen=True, kw_only=True):
    """What is drawn once."""

    scrubber: Scrubber
    curves: tuple[Curve, ...]
    notes: tuple[Note, ...]
    chapters: tuple[Chapter, ...]
    events: int
    """How many the timeline holds."""
    history: History | None
    versions: str
    """Those of the line, as ranges: `1-57 60-91`."""
    marks: str
    """Those with a mark: `3 9 20`."""
    many: bool
    """Versions have four digits."""

    @property
    def closed(self) -> bool:
        """Whether the events of some rounds have to be asked for."""
        return any(not chapter.blocks for chapter in self.chapters)


def path_of(library: Library, game: Game, look: Look, at: Version) -> Path:
    """The line that is looked at, or the one through a version, as far as it may be told."""
    tree = library.tree(game)
    path = tree.path_through(at) if look.line is None else tree.path_of(look.line)
    return path if look.spoilers else before(path, at + 1)


def on_line(library: Library, game: Game, look: Look, at: Version) -> Look:
    """The look at a version: along the line that it names where the version lies on that one."""
    if look.line is None or contains(library.tree(game).path_of(look.line), at):
        return look
    return replace(look, line=None)


def place_of(path: Path, version: Version) -> int:
    """The how manieth of a line a version is, from 1."""
    return sum(map(len, before(path, version + 1)))


def line_of(library: Library, game: Game, look: Look, at: Version, picture: str) -> Line:
    """The line through version `at`, whose picture is given. O(events of the line)."""
    path, tree, ruleset = path_of(library, game, look, at), library.tree(game), library.ruleset(game)
    traces = library.step_summaries(game, path, look.viewer)
    branches = tree.branches(path) if look.spoilers else ()
    words = Words(names(game), ruleset.titles, _labels(library, game, branches))
    notes = tuple(_notes(library, game, look, at))
    opened = _opened(traces, path, look, at)
    beside = Beside(_ways(library, game, look, path, traces, branches, opened), _noted(tree, notes))
    shown = traces if look.touches is None else [trace for trace in traces if look.touches in trace.touches]
    return Line(
        scrubber=scrubber(traces, branches, beside.marks, show_length=look.spoilers),
        curves=_curves(ruleset, traces, length_of(len(traces), show_length=look.spoilers)),
        notes=notes,
        chapters=tuple(chapters(shown, branches, words, beside, opened)),
        events=len(shown),
        history=_history(library, game, look, picture, shown),
        versions=" ".join(f"{part.start}-{part[-1]}" for part in path),
        marks=" ".join(str(trace.version) for trace in traces if trace.marks or "note" in beside.marks(trace.version)),
        many=traces[-1].version > 999,
    )


def _opened(traces: Sequence[StepSummary], path: Path, look: Look, at: Version) -> frozenset[int]:
    """The rounds whose events the timeline holds: all of a history."""
    if look.touches is not None or look.every_round:
        return frozenset(trace.round for trace in traces)
    return around(traces, place_of(path, at)) | ({look.round} if look.round is not None else set())


def chapters_of(library: Library, game: Game, look: Look, at: Version) -> tuple[Chapter, ...]:
    """The round that a look opens, or the history that it asks for, of the line through version `at`.

    O(events of the line).
    """
    path, ruleset = path_of(library, game, look, at), library.ruleset(game)
    traces = [trace for trace in library.step_summaries(game, path, look.viewer) if _wanted(trace, look)]
    branches = library.tree(game).branches(path) if look.spoilers else ()
    rounds = frozenset(trace.round for trace in traces)
    noted = _noted(library.tree(game), _notes(library, game, look, at))
    beside = Beside(_ways(library, game, look, path, traces, branches, rounds), noted)
    words = Words(names(game), ruleset.titles, _labels(library, game, branches))
    return tuple(chapters(traces, branches, words, beside, rounds))


def _noted(tree: Tree, notes: Iterable[Note]) -> frozenset[Version]:
    """The versions of a line that notes are on: of one on an undo or redo, the version that it led to."""
    return frozenset(tree.stands_for(note.version) for note in notes)


def _ways(
    library: Library,
    game: Game,
    look: Look,
    path: Path,
    traces: Sequence[StepSummary],
    branches: Sequence[Branch],
    opened: Container[int],
) -> LineMarks:
    """How the branches of open rounds were left; who does not want to know the end is told of no way back."""
    if not look.spoilers:
        return LineMarks(frozenset(), {}, frozenset(), frozenset())
    here = {trace.version for trace in traces if trace.round in opened}
    looked_at = [branch for branch in branches if branch.parts_at in here]
    headers = read_headers(library, game, path, looked_at)
    return line_marks(library, game, path, looked_at, look.viewer, headers)


def _labels(library: Library, game: Game, branches: Sequence[Branch]) -> Mapping[Version, str]:
    """What branches are called, by the versions that they begin with."""
    if not branches:
        return {}
    tree, labels = library.tree(game), library.store.line_labels(game.id)
    return {branch.start: label for branch in branches if (label := labels.get(tree.line(branch.start)))}


def _wanted(trace: StepSummary, look: Look) -> bool:
    return look.touches in trace.touches if look.touches is not None else trace.round == look.round


def _curves(ruleset: Ruleset[Any], traces: Sequence[StepSummary], length: int) -> tuple[Curve, ...]:
    scores = [trace.standing for trace in traces]
    if ruleset.cooperative:  # all seats have the team's score
        scores = [((TEAM, score),) for (_, score), *_ in scores]
    return curves(scores, length)


def _history(library: Library, game: Game, look: Look, picture: str, shown: Sequence[StepSummary]) -> History | None:
    if look.touches is None:
        return None
    name = name_of(library, game, look.viewer, look.touches, picture, shown)
    return History(look.touches, name or "a piece that is not in this game", name is not None)


def _notes(library: Library, game: Game, look: Look, at: Version) -> Iterator[Note]:
    """The notes that the viewer may read, as far as the game may be told."""
    for note in notes_for(library, game, look.viewer):
        if look.spoilers or note.version <= at:
            yield Note(note.version, note.seat, note.text or "")
