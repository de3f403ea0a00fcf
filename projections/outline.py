"""Rounds, turns and moves of a game by version: what addresses and stepping go by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from projections.tree import Tree, Version
    from rulesets.kit.structs import Board

Path = tuple[range, ...]


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


class Outline:
    """The marks of a game's versions, filled in as they are asked for. What is noted never changes."""

    def __init__(self) -> None:
        self._marks: dict[Version, Mark] = {}

    def missing(self, path: Path) -> Iterator[Version]:
        """The versions of a path that are not noted yet, in order."""
        return (version for part in path for version in part if version not in self._marks)

    def note(self, version: Version, board: Board, home: type) -> None:
        """Note what the board of a version says."""
        self._marks[version] = Mark(board.round, board.turn, type(board.pending) is home)

    def mark(self, version: Version) -> Mark:
        """What is noted of a version."""
        return self._marks[version]

    def first(self, path: Path, test: Callable[[Mark], bool]) -> Version | None:
        """The first version of a path whose mark passes a test."""
        return next((v for part in path for v in part if test(self._marks[v])), None)

    def last_before(self, path: Path, version: Version, test: Callable[[Mark], bool]) -> Version | None:
        """The last version of a path before `version` whose mark passes a test."""
        for part in reversed(path):
            for candidate in reversed(part):
                if candidate < version and test(self._marks[candidate]):
                    return candidate
        return None

    def moment(self, tree: Tree, path: Path, version: Version) -> Moment:
        """Where a version lies on a path that is noted whole."""
        at = tree.stands_for(version)
        here = self._marks[at]
        turn_start = self._start_of(path, lambda mark: mark.turn >= here.turn)
        round_start = self._start_of(path, lambda mark: mark.round >= here.round)
        return Moment(
            version=version,
            line=tree.line(version),
            round=here.round,
            turn=here.turn,
            prev=tree.previous(at),
            next=tree.next(at),
            prev_turn=self._back(path, at, turn_start, lambda mark, other: mark.turn >= other.turn),
            next_turn=self.first(path, lambda mark: mark.turn > here.turn),
            prev_round=self._back(path, at, round_start, lambda mark, other: mark.round >= other.round),
            next_round=self.first(path, lambda mark: mark.round > here.round),
        )

    def _start_of(self, path: Path, test: Callable[[Mark], bool]) -> Version:
        first = self.first(path, test)
        assert first is not None
        return first

    def _back(self, path: Path, at: Version, start: Version, same: Callable[[Mark, Mark], bool]) -> Version | None:
        """The start of this turn (or round) when inside it, else the start of the one before."""
        if at > start:
            return start
        before = self.last_before(path, start, lambda _mark: True)
        if before is None:
            return None
        reference = self._marks[before]
        return self._start_of(path, lambda mark: same(mark, reference))
