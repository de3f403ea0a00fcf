"""The round, turn and start of a move at each version, for addresses and for stepping.

Rounds and turns never decrease along a line, so their starts are found by binary search.
"""

from __future__ import annotations

from array import array
from operator import attrgetter
from typing import TYPE_CHECKING

from msgspec import Struct

from projections.paths import before, contains, first_where

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

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


_round, _turn = attrgetter("round"), attrgetter("turn")

UNKNOWN, WITHIN_MOVE, BEGINS_MOVE = range(3)


class Outline:
    """The marks of the versions of a game, added when they are needed. A mark never changes.

    They are kept in arrays by version: an object for each would take a tenth of the time of a long replay.
    """

    def __init__(self) -> None:
        self._rounds = array("q")
        self._turns = array("q")
        self._moves = bytearray()
        """`UNKNOWN` where a version has no mark yet. It is written last, since other threads read meanwhile."""

    def first_missing(self, path: Path) -> Version | None:
        """The first version of a path without a mark; all versions before it have one, and none after it."""
        return first_where(path, lambda version: not self._has(version))

    def note(self, versions: range, boards: Sequence[Board], move_phases: type) -> None:
        """Add the marks of consecutive versions from their boards."""
        if len(versions) != len(boards):
            raise ValueError(f"{len(boards)} boards for {len(versions)} versions")
        if (missing := versions.stop - len(self._moves)) > 0:
            for marks in (self._rounds, self._turns, self._moves):
                marks.extend([0] * missing)
        at = slice(versions.start, versions.stop)
        self._rounds[at] = array("q", map(_round, boards))
        self._turns[at] = array("q", map(_turn, boards))
        begins = [isinstance(board.pending, move_phases) for board in boards]
        self._moves[at] = bytes([BEGINS_MOVE if each else WITHIN_MOVE for each in begins])

    def is_next(self, path: Path, base: Version) -> bool:
        """Whether marks are missing of a path from `base` on, and none before."""
        first = self.first_missing(path)
        return first is not None and base < first

    def mark(self, version: Version) -> Mark:
        """The mark of a version. Raises KeyError if it has none yet."""
        if not self._has(version):
            raise KeyError(version)
        return Mark(self._rounds[version], self._turns[version], self._moves[version] == BEGINS_MOVE)

    def _has(self, version: Version) -> bool:
        return version < len(self._moves) and self._moves[version] != UNKNOWN

    def first(self, path: Path, test: Callable[[Mark], bool]) -> Version | None:
        """The first version whose mark passes a test, which all later marks pass as well. O(log(events))."""
        return first_where(path, lambda version: test(self.mark(version)))

    def last_move_start(self, path: Path, version: Version) -> Version | None:
        """The last version of a path before `version` at which a move begins. O(events of that move)."""
        for part in reversed(before(path, version)):
            for candidate in reversed(part):
                if self._moves[candidate] == BEGINS_MOVE:
                    return candidate
        return None

    def moment(self, tree: Tree, path: Path, version: Version) -> Moment:
        """The neighbours of a version on a path that has all its marks."""
        at = tree.stands_for(version)
        here = self.mark(at)
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
        number = count(self.mark(version))
        return self.first(path, lambda mark: count(mark) >= number) or version
