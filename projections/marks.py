"""What a timeline marks beside what effects tell: where play went back, parted or was put right, and what is noted."""

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

MOST_TRIED = 60
"""A try has no more events: it is part of one move."""


class Ways(Struct, frozen=True):
    """How the branches of a line were left."""

    amended: frozenset[Version]
    """Undo markers that an amend began with; the version after each is the first that it put there."""
    tries: Mapping[Version, tuple[Branch, ...]]
    """What a seat did and took back in its own move, by where it parts."""
    undone: frozenset[Version]
    """Versions that an undo led back to, other than from tries."""
    forks: frozenset[Version]
    """Versions from which play went on in more than one way, other than by tries and amends."""

    def of(self, version: Version) -> tuple[str, ...]:
        """The marks of a version of the line."""
        found = (
            ("amend", version - 1 in self.amended),
            ("undo", version in self.undone),
            ("fork", version in self.forks),
        )
        return tuple(mark for mark, applies in found if applies)


def ways_of(
    library: Library, game: Game, path: Path, branches: Sequence[Branch], viewer: Viewer, headers: Mapping[int, Header]
) -> Ways:
    """How the branches of a path were left; `headers` are those of `read_beside`."""
    tree, amended = library.tree(game), _amended(library.tree(game), headers)
    parted: dict[Version, list[Branch]] = {}
    for branch in branches:
        parted.setdefault(branch.parts_at, []).append(branch)
    alike = [branch for branch in branches if _is_of_one_seat(tree, path, branch, amended, headers)]
    tried = library.within_a_move(game, alike, viewer)
    tries = {
        version: found
        for version, each in parted.items()
        if (found := tuple(branch for branch in each if branch.start in tried))
    }
    left = {version: _left(tree, path, version, each, tried, amended) for version, each in parted.items()}
    returned = {headers[marker].parent for marker in tree.markers() if headers[marker].kind == "undo"} - {
        headers[marker].parent for marker in amended
    }
    return Ways(
        amended=amended,
        tries=tries,
        undone=frozenset(version for version in returned if left.get(version) or version not in parted),
        forks=frozenset(version for version, each in left.items() if each and len(tree.children(version)) > 1),
    )


def noted_by(library: Library, game: Game, viewer: Viewer) -> frozenset[Version]:
    """Versions with a note that a viewer may read; a note on a marker is on the version that it led to."""
    tree = library.tree(game)
    return frozenset(tree.stands_for(note.version) for note in notes_for(library, game, viewer))


def read_beside(library: Library, game: Game, path: Path, branches: Sequence[Branch]) -> Mapping[int, Header]:
    """The headers of markers, of what follows on them, of short branches, and of what the path has in their place."""
    tree = library.tree(game)
    wanted = {version for marker in tree.markers() for version in (marker, marker + 1) if version <= game.version}
    for branch in branches:
        if branch.length <= MOST_TRIED:
            wanted.update(_own(tree, branch))
            wanted.update(_onward(tree, path, branch.parts_at))
    return library.store.headers(game.id, sorted(wanted))


def _amended(tree: Tree, headers: Mapping[int, Header]) -> frozenset[Version]:
    """Markers that an amend began with: what follows on them was stored with them."""
    return frozenset(
        marker
        for marker in tree.markers()
        if headers[marker].kind == "undo"
        and (after := headers.get(marker + 1))
        and (after.kind, after.parent) == ("play", headers[marker].parent)
        and after.recorded_at == headers[marker].recorded_at
    )


def _is_of_one_seat(
    tree: Tree, path: Path, branch: Branch, amended: Collection[Version], headers: Mapping[int, Header]
) -> bool:
    """Whether a short branch was taken back, is all of the seat that then did something else, and was not put right."""
    if branch.length > MOST_TRIED or tree.on_head_path(branch.start):
        return False
    onward = list(_onward(tree, path, branch.parts_at))
    seats = {headers[version].seat for version in (*_own(tree, branch), *onward)}
    kinds = {headers[version].kind for version in _own(tree, branch)}
    return len(seats) == 1 and None not in seats and kinds == {"play"} and not any(v - 1 in amended for v in onward)


def _left(
    tree: Tree,
    path: Path,
    version: Version,
    branches: Sequence[Branch],
    tried: Collection[Version],
    amended: Collection[Version],
) -> bool:
    """Whether some branch was left otherwise than by tries, and by an amend that goes on here."""
    others = [branch for branch in branches if branch.start not in tried]
    by_amend = sum(onward - 1 in amended for onward in _onward(tree, path, version))
    return len(others) > by_amend


def _own(tree: Tree, branch: Branch) -> Iterator[Version]:
    for part in since(tree.path(branch.end), branch.start):
        yield from part


def _onward(tree: Tree, path: Path, version: Version) -> Iterator[Version]:
    """What a path has after a version, if anything."""
    last = path[-1][-1]
    if contains(path, version) and (after := tree.toward(version, last)):
        yield after
