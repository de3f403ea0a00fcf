"""The tree of a game's events: its lines, its head and its tip.

Most versions build on the one before. Only the others are read from the log: forks, and the markers of undo and redo.
The versions between two of them are a run, so the cost of every method depends on the number of runs, not on the length
of the game.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from events import DamagedGame
from projections.paths import Version, contains

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from events import Event, Game
    from projections.paths import Path

Fork = tuple[int, int, str]
"""Version, parent and kind of an event."""

MARKERS = frozenset({"undo", "redo"})


class Run(Struct, frozen=True, gc=False):
    """Consecutive versions that build on each other, up to the next run; the first builds on `parent`."""

    first: Version
    parent: Version
    marker: bool


class Branch(Struct, frozen=True, gc=False, order=True):
    """The versions off a path, from `start`, which builds on `parts_at` on the path, along first children to `end`."""

    start: Version
    parts_at: Version
    end: Version
    length: int
    """The number of its events."""


class Tree:
    """How the events of one game build on each other.

    `forks` are the rows (version, parent, kind) of all markers and of all events whose parent is not the version
    before; `size` is the number of versions, `head` the version that the game stands on, `tip` where redo leads.
    """

    @classmethod
    def of(cls, game: Game, forks: Sequence[Fork]) -> Tree:
        """The tree of a game from its row and its forks. Raises DamagedGame if they contradict each other.

        Forks that were stored after the row was read are left out.
        """
        size, head, tip = game.version, game.summary.head, game.summary.tip
        known = [fork for fork in _checked(game, forks) if fork[0] <= size]
        if fault := _fault(known, size, head, tip):
            raise DamagedGame(game.id, fault)
        tree = cls(known, size, head, tip)
        if not tree.is_ancestor(head, tip):
            raise DamagedGame(
                game.id, f"its row says that redo leads from {head} to {tip}, which does not follow on it"
            )
        return tree

    def __init__(self, forks: Iterable[Fork], size: int, head: Version, tip: Version) -> None:
        self.size = size
        self.head = head
        self.tip = tip
        self._runs = [Run(1, 0, marker=False), *map(_run_of, sorted(forks))]
        self._firsts = [run.first for run in self._runs]
        children: dict[Version, list[Version]] = {}
        for run in self._runs:
            if not run.marker:
                children.setdefault(run.parent, []).append(run.first)
        self._children = {parent: tuple(firsts) for parent, firsts in children.items()}
        self._head_path = self.path(head)

    def with_events(self, events: Sequence[Event], head: Version, tip: Version) -> Tree:
        """The tree with these events added, which are the next versions of the game.

        It shares its parts with this tree: an event that continues the line costs O(1), however many forks there are.
        """
        tree = Tree.__new__(Tree)
        tree.__dict__.update(self.__dict__)  # `copy` would take five times as long
        tree.size, tree.head, tree.tip = events[-1].version, head, tip
        new = [_run_of((event.version, event.parent, event.kind)) for event in events if _is_fork(event)]
        for run in new:  # copy instead of changing: other threads read this tree
            tree._runs = [*tree._runs, run]
            tree._firsts = [*tree._firsts, run.first]
            if not run.marker:
                siblings = tree._children.get(run.parent, ())
                tree._children = {**tree._children, run.parent: (*siblings, run.first)}
        goes_on = not new and self._head_path[-1][-1] == self.size and head == tree.size
        *earlier, last = self._head_path
        tree._head_path = (*earlier, range(last.start, head + 1)) if goes_on else tree.path(head)
        return tree

    # --- one version

    def is_marker(self, version: Version) -> bool:
        """Whether it is an undo or redo, which lies on no line."""
        return self._run(version).marker

    def parent(self, version: Version) -> Version:
        """The version that it builds on; for a marker, the head after it; 0 for the first version."""
        run = self._run(version)
        return run.parent if version == run.first else version - 1

    def stands_for(self, version: Version) -> Version:
        """The version with the same board that is no marker: itself, or the parent of a marker."""
        return self.parent(version) if self.is_marker(version) else version

    def children(self, version: Version) -> tuple[Version, ...]:
        """The versions that build on it, oldest first, without markers."""
        run = self._run(version)
        onward = (version + 1,) if not run.marker and version < self._last(run) else ()
        return (*onward, *self._children.get(version, ()))

    def line(self, version: Version) -> Version:
        """The name of its line: the version of the first event that only this line has."""
        run = self._run(self.stands_for(version))
        while run.parent:
            if self.children(run.parent)[0] != run.first:
                return run.first
            run = self._run(run.parent)
        return run.first

    # --- paths

    def path(self, version: Version) -> Path:
        """The versions from the first one to this one, each the parent of the next, as ranges."""
        ranges: list[range] = []
        version = self.stands_for(version)
        while version:
            run = self._run(version)
            ranges.append(range(run.first, version + 1))
            version = run.parent
        return tuple(reversed(ranges))

    def versions(self, version: Version) -> Iterator[Version]:
        """The versions of `path`, one by one."""
        for part in self.path(version):
            yield from part

    def is_ancestor(self, version: Version, of: Version) -> bool:
        """Whether `version` lies on the path to `of`, which includes `of`."""
        return contains(self.path(of), version)

    def common(self, one: Version, other: Version) -> Version:
        """The last version that lies on the paths to both; at least 1."""
        found = 1
        for mine, theirs in zip(self.path(one), self.path(other), strict=False):
            if mine.start != theirs.start:
                break
            found = min(mine[-1], theirs[-1])
            if mine != theirs:
                break
        return found

    def on_head_path(self, version: Version) -> bool:
        """Whether it lies on the path to the head, so it is not undone."""
        return contains(self._head_path, version)

    def end(self, version: Version) -> Version:
        """The last version of its line, along first children."""
        version = self.stands_for(version)
        while children := self.children(version):
            version = self._last(self._run(children[0]))
        return version

    def previous(self, version: Version) -> Version | None:
        """The version before it on its line; None for the first."""
        return self.parent(self.stands_for(version)) or None

    def next(self, version: Version) -> Version | None:
        """The version after it: on the path to the head if it lies there, else its first child."""
        version = self.stands_for(version)
        if version == self.head:
            return None
        if self.on_head_path(version):
            return self._step_towards(version, self._head_path)
        children = self.children(version)
        return children[0] if children else None

    def next_towards(self, version: Version, goal: Version) -> Version | None:
        """The version after `version` on the path to its descendant `goal`."""
        return None if version == goal else self._step_towards(version, self.path(goal))

    def path_through(self, version: Version) -> Path:
        """The whole line through a version: to the head if it lies on that path, else to the end of its line."""
        version = self.stands_for(version)
        return self._head_path if self.on_head_path(version) else self.path(self.end(version))

    def path_of(self, line: Version) -> Path:
        """A whole line: by its name, to the head or to its own end; by another version, the line through that."""
        left = self.line(line) == line != self.line(self.head)
        return self.path(self.end(line)) if left else self.path_through(line)

    def branch_points(self) -> frozenset[Version]:
        """The versions that another version than the next builds on."""
        return frozenset(run.parent for run in self._runs)

    def lines(self) -> tuple[Version, ...]:
        """The names of all lines, oldest first."""
        return tuple(run.first for run in self._runs if not run.marker and self.line(run.first) == run.first)

    def has_lines(self) -> bool:
        """Whether there is more than one line."""
        return any(len(self.children(parent)) > 1 for parent in self._children if parent)

    def branch(self, version: Version) -> Branch:
        """The line of a version, from where it branches off; the first line from the first event."""
        return self._branch(self.line(version))

    def markers(self) -> tuple[Version, ...]:
        """All markers, oldest first."""
        return tuple(run.first for run in self._runs if run.marker)

    def branches(self, path: Path) -> tuple[Branch, ...]:
        """All branches off a path, and branches of these, oldest first. O(forks of the game)."""
        starts = [part[-1] + 1 for part in path if part[-1] < self._last(self._run(part[-1]))]
        starts += [run.first for run in self._runs if not run.marker and self._leaves(path, run)]
        return tuple(map(self._branch, sorted(starts)))

    def _leaves(self, path: Path, run: Run) -> bool:
        """Whether a run starts a branch: off the path, or off a branch as a later child."""
        if contains(path, run.first):
            return False
        return contains(path, run.parent) or self.children(run.parent)[0] != run.first

    def _branch(self, start: Version) -> Branch:
        length, version = 0, start
        onward: tuple[Version, ...] = (start,)
        while onward:
            first, version = onward[0], self._last(self._run(onward[0]))
            length += version - first + 1
            onward = self.children(version)
        return Branch(start, self.parent(start), version, length)

    def _step_towards(self, version: Version, path: Path) -> Version:
        index = bisect_right(path, version, key=lambda part: part.start) - 1
        return version + 1 if version + 1 in path[index] else path[index + 1].start

    def _run(self, version: Version) -> Run:
        return self._runs[bisect_right(self._firsts, version) - 1]

    def _last(self, run: Run) -> Version:
        """The last version of a run."""
        following = bisect_right(self._firsts, run.first)
        return self._firsts[following] - 1 if following < len(self._firsts) else self.size


def _run_of(fork: Fork) -> Run:
    version, parent, kind = fork
    return Run(version, parent, kind in MARKERS)


def _is_fork(event: Event) -> bool:
    return event.kind in MARKERS or event.parent != event.version - 1


def _checked(game: Game, forks: Sequence[Fork]) -> list[Fork]:
    """The forks with their types checked: a broken file may hold anything."""
    try:
        return msgspec.convert(forks, list[Fork])
    except msgspec.ValidationError as error:
        raise DamagedGame(game.id, f"its events hold values that are never stored ({error})") from error


def _fault(forks: Sequence[Fork], size: int, head: Version, tip: Version) -> str | None:
    """What is impossible in these forks; None if nothing is. Without this check, following parents might never end."""
    listed = {version for version, _, _ in forks}
    markers = {version for version, _, kind in forks if kind in MARKERS}
    for version, parent, _ in forks:
        if not 1 <= parent < version:  # only the first version builds on none, and it is not a fork
            return f"version {version} builds on version {parent}"
        if parent in markers:
            return f"version {version} builds on version {parent}, which is an undo or redo"
    for marker in markers:
        if marker < size and marker + 1 not in listed:
            return f"version {marker + 1} builds on version {marker}, which is an undo or redo"
    if head in markers or tip in markers:
        return f"its row says that the game is at {head} and redo leads to {tip}, and one of them is an undo or redo"
    return None
