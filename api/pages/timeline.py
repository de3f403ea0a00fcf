"""What the replay page draws once for a line: scrubber, timeline, score curves, notes. A script moves their markers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from api.pages.pieces import name_of
from api.pages.score_curves import TEAM, Curve, curves
from api.pages.scrubber import Scrubber, length_of, scrubber
from api.pages.timeline_rounds import Annotations, TimelineRound, Words, around, timeline_rounds
from projections import names
from projections.marks import LineMarks, line_marks, read_headers
from projections.notes import notes_for
from projections.paths import before, contains

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

    from api.pages.view import View
    from events import Game
    from projections import Library
    from projections.paths import Path, Version
    from projections.step_summaries import StepSummary
    from projections.tree import Branch, Tree


class Note(Struct, frozen=True):
    """Why somebody undid or redid something."""

    version: int
    seat: int | None
    text: str


class History(Struct, frozen=True):
    """The history of a piece."""

    piece: str
    name: str
    """Its name."""
    there: bool
    """Whether an event touched it, or the board shows it."""


class Line(Struct, frozen=True, kw_only=True):
    """The parts of the page that are drawn once."""

    scrubber: Scrubber
    curves: tuple[Curve, ...]
    notes: tuple[Note, ...]
    rounds: tuple[TimelineRound, ...]
    events: int
    """How many events the timeline has."""
    history: History | None
    versions: str
    """Those of the line, as ranges: `1-57 60-91`."""
    marks: str
    """Those with a mark: `3 9 20`."""
    many: bool
    """Versions have four digits."""

    @property
    def closed(self) -> bool:
        """Whether some rounds are closed."""
        return any(not each.blocks for each in self.rounds)


def path_of(library: Library, game: Game, view: View, at: Version) -> Path:
    """The chosen line, or the one through a version; without spoilers only up to that version."""
    tree = library.tree(game)
    path = tree.path_through(at) if view.line is None else tree.path_of(view.line)
    return path if view.spoilers else before(path, at + 1)


def on_line(library: Library, game: Game, view: View, at: Version) -> View:
    """The view of a version: along its line if the version is on that line."""
    if view.line is None or contains(library.tree(game).path_of(view.line), at):
        return view
    return replace(view, line=None)


def place_of(path: Path, version: Version) -> int:
    """The number of a version on its line, from 1."""
    return sum(map(len, before(path, version + 1)))


def line_of(library: Library, game: Game, view: View, at: Version, picture: str) -> Line:
    """The line through version `at`, whose picture is given. O(events of the line)."""
    path, tree, ruleset = path_of(library, game, view, at), library.tree(game), library.ruleset(game)
    summaries = library.step_summaries(game, path, view.viewer)
    branches = tree.branches(path) if view.spoilers else ()
    words = Words(names(game), ruleset.titles, _labels(library, game, branches))
    notes = tuple(_notes(library, game, view, at))
    opened = _opened(summaries, path, view, at)
    annotations = Annotations(_line_marks(library, game, view, path, summaries, branches, opened), _noted(tree, notes))
    shown = summaries if view.touches is None else [summary for summary in summaries if view.touches in summary.touches]
    return Line(
        scrubber=scrubber(summaries, branches, annotations.marks, show_length=view.spoilers),
        curves=_curves(library, game, summaries, length_of(len(summaries), show_length=view.spoilers)),
        notes=notes,
        rounds=tuple(timeline_rounds(shown, branches, words, annotations, opened)),
        events=len(shown),
        history=_history(library, game, view, picture, shown),
        versions=" ".join(f"{part.start}-{part[-1]}" for part in path),
        marks=" ".join(
            str(each.version) for each in summaries if each.marks or "note" in annotations.marks(each.version)
        ),
        many=summaries[-1].version > 999,
    )


def _opened(summaries: Sequence[StepSummary], path: Path, view: View, at: Version) -> frozenset[int]:
    """The rounds whose events are listed; for a history, all."""
    if view.touches is not None or view.every_round:
        return frozenset(summary.round for summary in summaries)
    return around(summaries, place_of(path, at)) | ({view.round} if view.round is not None else set())


def rounds_of(library: Library, game: Game, view: View, at: Version) -> tuple[TimelineRound, ...]:
    """The round or the history that a view asks for, of the line through version `at`.

    O(events of the line).
    """
    path, ruleset = path_of(library, game, view, at), library.ruleset(game)
    summaries = [summary for summary in library.step_summaries(game, path, view.viewer) if _wanted(summary, view)]
    branches = library.tree(game).branches(path) if view.spoilers else ()
    rounds = frozenset(summary.round for summary in summaries)
    noted = _noted(library.tree(game), _notes(library, game, view, at))
    annotations = Annotations(_line_marks(library, game, view, path, summaries, branches, rounds), noted)
    words = Words(names(game), ruleset.titles, _labels(library, game, branches))
    return tuple(timeline_rounds(summaries, branches, words, annotations, rounds))


def _noted(tree: Tree, notes: Iterable[Note]) -> frozenset[Version]:
    """The versions of a line that notes are on: of one on an undo or redo, the version that it led to."""
    return frozenset(tree.stands_for(note.version) for note in notes)


def _line_marks(
    library: Library,
    game: Game,
    view: View,
    path: Path,
    summaries: Sequence[StepSummary],
    branches: Sequence[Branch],
    opened: Container[int],
) -> LineMarks:
    """How the branches of open rounds were left; nothing if spoilers are hidden."""
    if not view.spoilers:
        return LineMarks(frozenset(), {}, frozenset(), frozenset())
    here = {summary.version for summary in summaries if summary.round in opened}
    looked_at = [branch for branch in branches if branch.parts_at in here]
    headers = read_headers(library, game, path, looked_at)
    return line_marks(library, game, path, looked_at, view.viewer, headers)


def _labels(library: Library, game: Game, branches: Sequence[Branch]) -> Mapping[Version, str]:
    """Names of branches, by their first versions."""
    if not branches:
        return {}
    tree, labels = library.tree(game), library.store.line_labels(game.id)
    return {branch.start: label for branch in branches if (label := labels.get(tree.line(branch.start)))}


def _wanted(summary: StepSummary, view: View) -> bool:
    return view.touches in summary.touches if view.touches is not None else summary.round == view.round


def _curves(library: Library, game: Game, summaries: Sequence[StepSummary], length: int) -> tuple[Curve, ...]:
    scores = [summary.standing for summary in summaries]
    if library.is_cooperative(game):  # all seats have the team's score
        scores = [((TEAM, score),) for (_, score), *_ in scores]
    return curves(scores, length, lowest=library.is_lowest(game))


def _history(library: Library, game: Game, view: View, picture: str, shown: Sequence[StepSummary]) -> History | None:
    if view.touches is None:
        return None
    name = name_of(library, game, view.viewer, view.touches, picture, shown)
    return History(view.touches, name or "a piece that is not in this game", name is not None)


def _notes(library: Library, game: Game, view: View, at: Version) -> Iterator[Note]:
    """The notes that the viewer may read, without spoilers up to the version."""
    for note in notes_for(library, game, view.viewer):
        if view.spoilers or note.version <= at:
            yield Note(note.version, note.seat, note.text or "")
