"""Rounds, turns and moves of a game by version: what addresses and stepping are based on.

Neither rounds nor turns ever decrease along a line, so where one begins is found by binary search.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from projections.paths import before, contains, first_where, since

if TYPE_CHECKING:
    from collections.abc import Callable

    from projections.paths import Path, Version
    from projections.tree import Tree
    from rulesets.kit.phases import Board


class Mark(Struct, frozen=True, gc=False):
    """What a board says of its place in the game."""

    round: int
    turn: int
    home: bool
    """Whether a move begins here."""


class Moment(Struct, frozen=True):
    """A version and its neighbours on its line; `None` where there is none."""

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
    """What builds on it, where that is more than one thing: the ways to go on from here."""


class Outline:
    """The marks of a game's versions, filled in as they are needed. A mark never changes."""

    def __init__(self) -> None:
        self._marks: dict[Version, Mark] = {}

    def first_missing(self, path: Path) -> Version | None:
        """The first version of a path that is not noted; what is noted of a path is always its beginning."""
        return first_where(path, lambda version: version not in self._marks)

    def note(self, version: Version, board: Board, home: type) -> None:
        """Note what the board of a version says."""
        self._marks[version] = Mark(board.round, board.turn, isinstance(board.pending, home))

    def noting(self, path: Path, home: type) -> Callable[[Version, Board], None]:
        """Notes the boards that a fold of a path passes; those behind one that is missing are left out."""
        first = self.first_missing(path)
        missing = (version for part in since(path, first) for version in part) if first else iter(())
        wanted = next(missing, None)

        def passed(version: Version, board: Board) -> None:
            nonlocal wanted
            if version == wanted:
                self.note(version, board, home)
                wanted = next(missing, None)

        return passed

    def mark(self, version: Version) -> Mark:
        """What is noted of a version."""
        return self._marks[version]

    def first(self, path: Path, test: Callable[[Mark], bool]) -> Version | None:
        """The first version of a path whose mark passes a test that all after it pass as well. O(log(events))."""
        return first_where(path, lambda version: test(self._marks[version]))

    def last_home(self, path: Path, version: Version) -> Version | None:
        """The last version of a path before `version` at which a move begins. O(events of that move)."""
        for part in reversed(before(path, version)):
            for candidate in reversed(part):
                if self._marks[candidate].home:
                    return candidate
        return None

    def moment(self, tree: Tree, path: Path, version: Version) -> Moment:
        """The neighbours of a version on a path that is noted completely."""
        at = tree.stands_for(version)
        here = self._marks[at]
        return Moment(
            version=version,
            line=tree.line(version),
            round=here.round,
            turn=here.turn,
            prev=tree.previous(at),
            next=tree.toward(at, path[-1][-1]) if contains(path, at) else tree.next(at),
            prev_turn=self._back(tree, path, at, lambda mark: mark.turn),
            next_turn=self.first(path, lambda mark: mark.turn > here.turn),
            prev_round=self._back(tree, path, at, lambda mark: mark.round),
            next_round=self.first(path, lambda mark: mark.round > here.round),
            forks=ways if len(ways := tree.children(at)) > 1 else (),
        )

    def _back(self, tree: Tree, path: Path, at: Version, count: Callable[[Mark], int]) -> Version | None:
        """The start of this turn (or round) when inside it, else the start of the one before."""
        start = self._start_of(path, count, at)
        if at > start:
            return start
        previous = tree.previous(start)
        return None if previous is None else self._start_of(path, count, previous)

    def _start_of(self, path: Path, count: Callable[[Mark], int], version: Version) -> Version:
        """Where the turn (or round) of a version begins."""
        number = count(self._marks[version])
        return self.first(path, lambda mark: count(mark) >= number) or version
