"""The marks of a timeline that do not come from effects: undo, fork, correction, note."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from projections.notes import notes_for
from projections.paths import contains, since

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from events import Game, Header
    from projections.library import Library
    from projections.paths import Path, Version
    from projections.tree import Branch, Tree
    from rulesets.kit.structs import Viewer

MAX_TRY_EVENTS = 60
"""A branch with more events is no try, since a try is part of one move."""


class LineMarks(Struct, frozen=True):
    """How a line was left at its branches."""

    amended: frozenset[Version]
    """The undo markers of corrections; the version after each is the first event of the correction."""
    tries: Mapping[Version, tuple[Branch, ...]]
    """What a seat did and undid within its own move, by the version where the branch starts."""
    undone: frozenset[Version]
    """Versions that an undo led back to, without tries."""
    forks: frozenset[Version]
    """Versions that several lines continue from, without tries and corrections."""

    def of(self, version: Version) -> tuple[str, ...]:
        """The marks of a version of the line."""
        found = (
            ("amend", version - 1 in self.amended),
            ("undo", version in self.undone),
            ("fork", version in self.forks),
        )
        return tuple(mark for mark, applies in found if applies)


def line_marks(
    library: Library, game: Game, path: Path, branches: Sequence[Branch], viewer: Viewer, headers: Mapping[int, Header]
) -> LineMarks:
    """The marks of a path; `headers` come from `read_headers`."""
    tree, amended = library.tree(game), _amended(library.tree(game), headers)
    by_start: dict[Version, list[Branch]] = {}
    for branch in branches:
        by_start.setdefault(branch.parts_at, []).append(branch)
    candidates = [branch for branch in branches if _may_be_try(tree, path, branch, amended, headers)]
    tried = library.within_one_move(game, candidates, viewer)
    tries = {
        version: found
        for version, each in by_start.items()
        if (found := tuple(branch for branch in each if branch.start in tried))
    }
    forked = {version: _is_fork(tree, path, version, each, tried, amended) for version, each in by_start.items()}
    returned = {headers[marker].parent for marker in tree.markers() if headers[marker].kind == "undo"} - {
        headers[marker].parent for marker in amended
    }
    return LineMarks(
        amended=amended,
        tries=tries,
        undone=frozenset(version for version in returned if forked.get(version) or version not in by_start),
        forks=frozenset(version for version, each in forked.items() if each and len(tree.children(version)) > 1),
    )


def versions_with_notes(library: Library, game: Game, viewer: Viewer) -> frozenset[Version]:
    """Versions with a note that a viewer may read; a note on a marker counts for the version that it led to."""
    tree = library.tree(game)
    return frozenset(tree.stands_for(note.version) for note in notes_for(library, game, viewer))


def read_headers(library: Library, game: Game, path: Path, branches: Sequence[Branch]) -> Mapping[int, Header]:
    """The headers of markers, of the versions after them, of short branches, and of the path after these start."""
    tree = library.tree(game)
    needed = {version for marker in tree.markers() for version in (marker, marker + 1) if version <= game.version}
    for branch in branches:
        if branch.length <= MAX_TRY_EVENTS:
            needed.update(_own(tree, branch))
            needed.update(_onward(tree, path, branch.parts_at))
    return library.store.headers(game.id, sorted(needed))


def _amended(tree: Tree, headers: Mapping[int, Header]) -> frozenset[Version]:
    """The undo markers of corrections: the event after each was stored with it."""
    return frozenset(
        marker
        for marker in tree.markers()
        if headers[marker].kind == "undo"
        and (after := headers.get(marker + 1))
        and (after.kind, after.parent) == ("play", headers[marker].parent)
        and after.recorded_at == headers[marker].recorded_at
    )


def _may_be_try(
    tree: Tree, path: Path, branch: Branch, amended: Collection[Version], headers: Mapping[int, Header]
) -> bool:
    """Whether a short branch was undone, and the seat that played it then did something else, without a correction."""
    if branch.length > MAX_TRY_EVENTS or tree.on_head_path(branch.start):
        return False
    onward = list(_onward(tree, path, branch.parts_at))
    seats = {headers[version].seat for version in (*_own(tree, branch), *onward)}
    kinds = {headers[version].kind for version in _own(tree, branch)}
    return len(seats) == 1 and None not in seats and kinds == {"play"} and not any(v - 1 in amended for v in onward)


def _is_fork(
    tree: Tree,
    path: Path,
    version: Version,
    branches: Sequence[Branch],
    tried: Collection[Version],
    amended: Collection[Version],
) -> bool:
    """Whether a branch starts here that is neither a try nor left by a correction."""
    others = [branch for branch in branches if branch.start not in tried]
    by_amend = sum(onward - 1 in amended for onward in _onward(tree, path, version))
    return len(others) > by_amend


def _own(tree: Tree, branch: Branch) -> Iterator[Version]:
    for part in since(tree.path(branch.end), branch.start):
        yield from part


def _onward(tree: Tree, path: Path, version: Version) -> Iterator[Version]:
    """The next version of a path after a version, if there is one."""
    last = path[-1][-1]
    if contains(path, version) and (after := tree.next_towards(version, last)):
        yield after
