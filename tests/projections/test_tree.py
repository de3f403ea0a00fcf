"""Lines, head and tip, against a model that follows parents one by one."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events import DamagedGame, Event, Game, Summary, new_game_id
from projections import Tree
from projections import tree as tree_module


@dataclass
class Model:
    """A naive tree: a list of (parent, kind), and the head."""

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

    def forks(self) -> list[tuple[int, int, str]]:
        return [
            (version, parent, kind)
            for version, (parent, kind) in enumerate(self.rows, 1)
            if parent != version - 1 or kind in ("undo", "redo")
        ]

    def tree(self) -> Tree:
        return Tree.of(row(len(self.rows), self.head, self.tip), self.forks())


def row(version: int, head: int, tip: int) -> Game:
    """The row of a game, as far as its tree goes by it."""
    summary = Summary(head=head, tip=tip, status="running", round=1, turn=1)
    return Game(
        id=new_game_id(),
        ruleset="chess",
        ruleset_version=1,
        component_set="",
        chance="table",
        undo="free",
        visibility="private",
        place=None,
        tags=(),
        archived=False,
        count_in_statistics=True,
        created_at=0,
        finished_at=None,
        forked_from=None,
        version=version,
        last_hash=bytes(32),
        revision=1,
        summary=summary,
        seats=(),
    )


def an_event(version: int, parent: int, kind: Any) -> Event:
    """An event, as far as a tree goes by it."""
    return Event(version, new_game_id(), version, parent, kind, 1, None, "{}", "[]", "[]", 1, 0, None, b"", None, b"")


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
def test_what_is_returned_to(model: Model) -> None:
    """All versions that something builds on which is not the next one, markers included."""
    found = {parent for version, (parent, _) in enumerate(model.rows, 1) if parent != version - 1}
    assert model.tree().branch_points() - {0} == found


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


@given(models(), st.data())
def test_a_tree_grows_by_what_is_stored(model: Model, data: st.DataObject) -> None:
    """As if it had been read anew, from any of its earlier states on."""
    rows, size = model.rows, data.draw(st.integers(1, len(model.rows)))
    early = [fork for fork in model.forks() if fork[0] <= size]
    stored = [an_event(version, *rows[version - 1]) for version in range(size + 1, len(rows) + 1)]
    grown = Tree(early, size, 1, 1).with_events(stored, model.head, model.tip) if stored else model.tree()
    read = model.tree()
    assert (grown.size, grown.head, grown.tip) == (read.size, read.head, read.tip)
    assert (grown.lines(), grown.markers(), grown.branch_points()) == (
        read.lines(),
        read.markers(),
        read.branch_points(),
    )
    assert all(grown.path(version) == read.path(version) for version in range(1, len(rows) + 1))
    assert all(grown.on_head_path(version) == read.on_head_path(version) for version in model.steps())
    assert all(grown.children(version) == read.children(version) for version in range(1, len(rows) + 1))
    assert grown.branches(grown.path(model.head)) == read.branches(read.path(model.head))


def test_a_tree_that_grew_leaves_the_one_before_as_it_was() -> None:
    """Others may still read it."""
    before = Tree([(21, 10, "undo"), (22, 10, "play")], 25, 25, 25)
    seen = [(before.size, before.children(10), before.end(11), before.lines(), before.path(25))]
    before.with_events([an_event(26, 25, "play"), an_event(27, 10, "undo"), an_event(28, 10, "play")], 28, 28)
    assert seen == [(before.size, before.children(10), before.end(11), before.lines(), before.path(25))]


def test_an_event_that_goes_on_costs_the_same_however_often_the_game_parted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs that are made or looked for, counted: each part of the way to the head is a fork of the game."""
    counted: Counter[str] = Counter()
    look, make = Tree._run, tree_module._run_of
    monkeypatch.setattr(Tree, "_run", lambda *given: counted.update(["look"]) or look(*given))
    monkeypatch.setattr(tree_module, "_run_of", lambda *given: counted.update(["make"]) or make(*given))
    costs = []
    for forks in (1, 500):
        markers = range(100, 100 + 5 * forks, 5)
        rows = [row for at in markers for row in ((at, at - 2, "undo"), (at + 1, at - 2, "play"))]
        size = markers[-1] + 4
        tree = Tree(rows, size, size, size)
        assert len(tree.path(size)) == forks + 1
        counted.clear()
        grown = tree.with_events([an_event(size + 1, size, "play")], size + 1, size + 1)
        costs.append(dict(counted))
        assert grown.path_through(size + 1) == grown.path(size + 1)
    assert costs == [{}, {}]


@given(models())
def test_there_are_several_lines_where_several_are_named(model: Model) -> None:
    tree = model.tree()
    assert tree.has_lines() == (len(tree.lines()) > 1)


@given(models())
def test_a_marker_shows_the_board_that_play_stood_on(model: Model) -> None:
    """A marker is not a step of a line: it stands for its parent, and nothing builds on it."""
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


@given(models(), st.data())
def test_a_tree_that_play_cannot_lead_to_is_refused(model: Model, data: st.DataObject) -> None:
    """Whatever is written over one parent: the tree is one that a game can have, or it is refused; nothing loops."""
    version = data.draw(st.integers(1, len(model.rows)))
    parent = data.draw(st.integers(-2, len(model.rows) + 2))
    kind = model.rows[version - 1][1]
    model.rows[version - 1] = (parent, kind)
    steps = set(model.steps())
    if all(parent in steps and parent < step for step, (parent, _) in list(enumerate(model.rows, 1))[1:]):
        possible = model.rows[0][0] == 0 and model.head in model.path(model.tip)
    else:
        possible = False
    if possible:
        assert list(model.tree().versions(model.head)) == model.path(model.head)
    else:
        with pytest.raises(DamagedGame):
            model.tree()


@pytest.mark.parametrize(
    ("forks", "head", "tip"),
    [
        ([(1, 1, "start")], 9, 9),
        ([(5, 5, "play")], 9, 9),
        ([(5, 7, "play")], 9, 9),
        ([(5, 0, "play")], 9, 9),
        ([(5, -1, "play")], 9, 9),
        ([(5, 2, "undo")], 9, 9),
        ([(5, 2, "undo"), (6, 2, "play"), (8, 5, "redo"), (9, 2, "play")], 9, 9),
        ([(5, 2, "undo"), (6, 2, "play")], 5, 9),
        ([(5, 2, "undo"), (6, 2, "play")], 9, 5),
        ([(5, 2, "undo"), (6, 2, "play")], 9, 4),
        ([(5, "x", "play")], 9, 9),
        ([(5, None, None)], 9, 9),
    ],
)
def test_what_no_play_leads_to_is_said_to_be_damage(forks: list[tuple[int, int, str]], head: int, tip: int) -> None:
    """A cycle, a second beginning, a marker that something builds on, a head or tip that is none."""
    with pytest.raises(DamagedGame):
        Tree.of(row(9, head, tip), forks)


def test_what_was_stored_since_the_row_was_read_is_left_out() -> None:
    """Forks are read after the row, and others may have played on in between."""
    tree = Tree.of(row(4, 4, 4), [(5, 2, "undo"), (6, 2, "play")])
    assert (tree.children(2), tree.lines(), tree.markers()) == ((3,), (1,), ())
