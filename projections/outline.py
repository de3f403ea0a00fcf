"""The round, turn and start of a move at each version, for addresses and for stepping.

Rounds and turns never decrease along a line, so their starts are found by binary search.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from projections.paths import before, contains, first_where

if TYPE_CHECKING:
    from collections.abc import Callable

    from projections.paths import Path, Version
    from projections.tree import Tree
    from rulesets.kit.phases import Board


class Mark(Struct, frozen=True, gc=False):
    """Round and turn of a board."""

    round: int
    turn: int
    begins_move: bool
    """Whether a move begins on this board."""


class Moment(Struct, frozen=True):
    """A version and its neighbours on its line; None if there is no such neighbour."""

    version: int
    line: int
    round: int
    turn: int
    prev: int | None
    next: int | None
    prev_turn: int | None
    next_turn: int | None
    prev_round: int | None
    next_round: int | None
    forks: tuple[int, ...] = ()
    """The versions that build on it, if there are several."""


class Outline:
    """The marks of the versions of a game, added when they are needed. A mark never changes."""

    def __init__(self) -> None:
        self._marks: dict[Version, Mark] = {}

    def first_missing(self, path: Path) -> Version | None:
        """The first version of a path without a mark; all versions before it have one, and none after it."""
        return first_where(path, lambda version: version not in self._marks)

    def note(self, version: Version, board: Board, move_phases: type) -> None:
        """Add the mark of a version from its board."""
        self._marks[version] = Mark(board.round, board.turn, isinstance(board.pending, move_phases))

    def marks_after(self, path: Path, base: Version) -> dict[Version, Mark] | None:
        """The marks, for whoever folds a path from `base` on and adds one for each version.

        None if there is nothing to add, or a mark would be missing before those.
        """
        first = self.first_missing(path)
        return self._marks if first and base < first else None

    def mark(self, version: Version) -> Mark:
        """The mark of a version."""
        return self._marks[version]

    def first(self, path: Path, test: Callable[[Mark], bool]) -> Version | None:
        """The first version whose mark passes a test, which all later marks pass as well. O(log(events))."""
        return first_where(path, lambda version: test(self._marks[version]))

    def last_move_start(self, path: Path, version: Version) -> Version | None:
        """The last version of a path before `version` at which a move begins. O(events of that move)."""
        for part in reversed(before(path, version)):
            for candidate in reversed(part):
                if self._marks[candidate].begins_move:
                    return candidate
        return None

    def moment(self, tree: Tree, path: Path, version: Version) -> Moment:
        """The neighbours of a version on a path that has all its marks."""
        at = tree.stands_for(version)
        here = self._marks[at]
        return Moment(
            version=version,
            line=tree.line(version),
            round=here.round,
            turn=here.turn,
            prev=tree.previous(at),
            next=tree.next_towards(at, path[-1][-1]) if contains(path, at) else tree.next(at),
            prev_turn=self._back(tree, path, at, lambda mark: mark.turn),
            next_turn=self.first(path, lambda mark: mark.turn > here.turn),
            prev_round=self._back(tree, path, at, lambda mark: mark.round),
            next_round=self.first(path, lambda mark: mark.round > here.round),
            forks=children if len(children := tree.children(at)) > 1 else (),
        )

    def _back(self, tree: Tree, path: Path, at: Version, count: Callable[[Mark], int]) -> Version | None:
        """The start of this turn (or round), or of the one before if this version is the start."""
        start = self._start_of(path, count, at)
        if at > start:
            return start
        previous = tree.previous(start)
        return None if previous is None else self._start_of(path, count, previous)

    def _start_of(self, path: Path, count: Callable[[Mark], int], version: Version) -> Version:
        """The first version of the turn (or round) of a version."""
        number = count(self._marks[version])
        return self.first(path, lambda mark: count(mark) >= number) or version
