"""What the replay page draws once for a line: scrubber, timeline, standing, notes. A script moves their hands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from api.pages.chapters import Chapter, Words, around, chapters
from api.pages.pieces import name_of
from api.pages.scrubber import Scrubber, length_of, scrubber
from api.pages.standing import TEAM, Curve, curves
from projections import names
from projections.spans import before
from rulesets.kit.structs import TABLE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from api.pages.look import Look
    from events import Game
    from projections import Library
    from projections.spans import Path
    from projections.traces import Trace
    from projections.tree import Version
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
    """The line through a version, as far as it may be told."""
    path = library.tree(game).path_through(at)
    return path if look.spoilers else before(path, at + 1)


def place_of(path: Path, version: Version) -> int:
    """The how manieth of a line a version is, from 1."""
    return sum(map(len, before(path, version + 1)))


def line_of(library: Library, game: Game, look: Look, at: Version, picture: str) -> Line:
    """The line through version `at`, whose picture is given. O(events of the line)."""
    path, tree, ruleset = path_of(library, game, look, at), library.tree(game), library.ruleset(game)
    traces = library.traced(game, path, look.viewer)
    branches = tree.branches(path) if look.spoilers else ()
    notes = tuple(_notes(library, game, look, at))
    noted = frozenset(tree.parent(note.version) for note in notes)
    shown = traces if look.touches is None else [trace for trace in traces if look.touches in trace.touches]
    return Line(
        scrubber=scrubber(traces, branches, noted, show_length=look.spoilers),
        curves=_curves(ruleset, traces, length_of(len(traces), show_length=look.spoilers)),
        notes=notes,
        chapters=tuple(chapters(shown, branches, Words(names(game), ruleset.titles), _opened(traces, path, look, at))),
        events=len(shown),
        history=_history(library, game, look, picture, shown),
        versions=" ".join(f"{part.start}-{part[-1]}" for part in path),
        marks=" ".join(str(trace.version) for trace in traces if trace.marks),
        many=traces[-1].version > 999,
    )


def _opened(traces: Sequence[Trace], path: Path, look: Look, at: Version) -> frozenset[int]:
    """The rounds whose events the timeline holds: all of a history."""
    if look.touches is not None or look.every_round:
        return frozenset(trace.round for trace in traces)
    return around(traces, place_of(path, at)) | ({look.round} if look.round is not None else set())


def chapters_of(library: Library, game: Game, look: Look, at: Version) -> tuple[Chapter, ...]:
    """The round that a look opens, or the history that it asks for, of the line through version `at`.

    O(events of the line).
    """
    path, ruleset = path_of(library, game, look, at), library.ruleset(game)
    traces = [trace for trace in library.traced(game, path, look.viewer) if _wanted(trace, look)]
    branches = library.tree(game).branches(path) if look.spoilers else ()
    rounds = {trace.round for trace in traces}
    return tuple(chapters(traces, branches, Words(names(game), ruleset.titles), rounds))


def _wanted(trace: Trace, look: Look) -> bool:
    return look.touches in trace.touches if look.touches is not None else trace.round == look.round


def _curves(ruleset: Ruleset[Any], traces: Sequence[Trace], length: int) -> tuple[Curve, ...]:
    scores = [trace.standing for trace in traces]
    if ruleset.cooperative:  # all seats have the team's score
        scores = [((TEAM, score),) for (_, score), *_ in scores]
    return curves(scores, length)


def _history(library: Library, game: Game, look: Look, picture: str, shown: Sequence[Trace]) -> History | None:
    if look.touches is None:
        return None
    name = name_of(library, game, look.viewer, look.touches, picture, shown)
    return History(look.touches, name or "what is not in this game", name is not None)


def _notes(library: Library, game: Game, look: Look, at: Version) -> Iterator[Note]:
    """Reasons given for undo and redo: free text that may hold secrets, so only for viewers who may see everything."""
    if look.viewer != TABLE and game.summary.status == "running":
        return
    for version, text in library.store.notes(game.id).items():
        if look.spoilers or version <= at:
            yield Note(version, library.store.event(game.id, version).seat, text)
