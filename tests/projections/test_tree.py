"""Lines, head and tip, against a model that follows parents one by one."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from projections import Tree


@dataclass
class Model:
    """The tree told naively: a list of (parent, kind), and where play stands."""

    rows: list[tuple[int, str]] = field(default_factory=lambda: [(0, "start")])
    head: int = 1
    tip: int = 1

    def act(self) -> None:
        self.rows.append((self.head, "play"))
        self.head = self.tip = len(self.rows)

    def move(self, kind: str, to: int) -> None:
        self.rows.append((to, kind))
        self.head = to
        if kind == "redo" and to not in self.path(self.tip):
            self.tip = self.end(to)

    def marker(self, version: int) -> bool:
        return self.rows[version - 1][1] in ("undo", "redo")

    def path(self, version: int) -> list[int]:
        found = [version]
        while parent := self.rows[found[-1] - 1][0]:
            found.append(parent)
        return found[::-1]

    def children(self, version: int) -> list[int]:
        return [v for v in self.steps() if self.rows[v - 1][0] == version]

    def steps(self) -> list[int]:
        return [v for v in range(1, len(self.rows) + 1) if not self.marker(v)]

    def end(self, version: int) -> int:
        while children := self.children(version):
            version = children[0]
        return version

    def line(self, version: int) -> int:
        for parent, child in list(pairwise(self.path(version)))[::-1]:
            if self.children(parent)[0] != child:
                return child
        return 1

    def tree(self) -> Tree:
        forks = [
            (version, parent, kind)
            for version, (parent, kind) in enumerate(self.rows, 1)
            if parent != version - 1 or kind in ("undo", "redo")
        ]
        return Tree(forks, len(self.rows), self.head, self.tip)


@st.composite
def models(draw: st.DrawFn) -> Model:
    model = Model()
    for _ in range(draw(st.integers(0, 40))):
        kind = draw(st.sampled_from(["act", "act", "act", "undo", "redo"]))
        if kind == "act":
            model.act()
        elif kind == "undo" and model.head > 1:
            model.move("undo", draw(st.sampled_from(model.path(model.head)[:-1])))
        elif kind == "redo":
            after = [v for v in model.steps() if model.head in model.path(v) and v != model.head]
            if after:
                model.move("redo", draw(st.sampled_from(after)))
    return model


@given(models())
def test_paths_lines_and_ends_follow_parents(model: Model) -> None:
    """A version's path, line and end are what one finds by following parents one by one."""
    tree = model.tree()
    for version in model.steps():
        assert list(tree.versions(version)) == model.path(version)
        assert tree.children(version) == tuple(model.children(version))
        assert tree.line(version) == model.line(version)
        assert tree.end(version) == model.end(version)
        assert tree.parent(version) == model.rows[version - 1][0]


@given(models())
def test_a_marker_shows_the_board_that_play_stood_on(model: Model) -> None:
    """A marker is no step of a line: it stands for its parent, and nobody builds on it."""
    tree = model.tree()
    for version in range(1, len(model.rows) + 1):
        assert tree.is_marker(version) == model.marker(version)
        if model.marker(version):
            assert tree.stands_for(version) == model.rows[version - 1][0]
            assert tree.children(version) == ()
    assert set(tree.markers()) == {v for v in range(1, len(model.rows) + 1) if model.marker(v)}


@given(models())
def test_stepping_walks_the_head_line_and_comes_back(model: Model) -> None:
    """Next and previous walk the line to the head without a gap, and off it through first children."""
    tree = model.tree()
    walked = [1]
    while (step := tree.next(walked[-1])) is not None:
        walked.append(step)
    assert walked == model.path(model.head)
    for version in model.steps():
        step = tree.next(version)
        assert step is None or tree.previous(step) == version


@given(models())
def test_branches_and_the_path_hold_every_step_once(model: Model) -> None:
    """The line to the head and all branches together are the whole tree."""
    tree = model.tree()
    branches = tree.branches(tree.path(tree.head))
    found = [*model.path(model.head)]
    for branch in branches:
        own = [version for version in model.path(branch.end) if version >= branch.start]
        assert len(own) == branch.length
        assert tree.parent(branch.start) == branch.parts_at
        found += own
    assert sorted(found) == model.steps()


@given(models())
def test_names_of_lines_never_change(model: Model) -> None:
    """An action more leaves every line its name."""
    before = {version: model.tree().line(version) for version in model.steps()}
    model.act()
    assert all(model.tree().line(version) == line for version, line in before.items())
