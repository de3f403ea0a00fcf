"""What a look at a long game costs: queries and folds are counted, never seconds."""

from __future__ import annotations

import secrets
from collections import Counter, OrderedDict
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from api.service import installed_rulesets
from events import Store
from projections import Library, boards, timeline
from rulesets.heros_crossing_tactics import RULESET
from rulesets.kit.bots import any_of
from rulesets.kit.chance import ServerChance
from rulesets.kit.structs import Start
from tests.projections.conftest import new_game, play

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from threading import Lock

    from api.recording.recorder import Recorder
    from events import Game
    from rulesets.kit.structs import Viewer

READS = ("event", "events", "effects", "joined_effects", "forks", "log")


class Counted:
    """How often a store is asked for events, and how many it gave the effects of."""

    def __init__(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: Counter[str] = Counter()
        self.folded = 0
        for name in READS:
            monkeypatch.setattr(store, name, self._counting(name, getattr(store, name)), raising=False)

    def _counting(self, name: str, ask: Any) -> Any:
        def counting(*arguments: Any) -> Any:
            self.asked[name] += 1
            found = ask(*arguments)
            if name == "effects":
                self.folded += len(found)
            elif name == "joined_effects":
                self.folded += found[0]
            return found

        return counting

    def forget(self) -> None:
        self.asked.clear()
        self.folded = 0


@pytest.fixture(autouse=True)
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server rolls the same in every run."""
    monkeypatch.setattr(secrets, "token_bytes", bytes)


@pytest.fixture
def counted(store: Store, monkeypatch: pytest.MonkeyPatch) -> Counted:
    return Counted(store, monkeypatch)


def fresh(store: Store) -> Library:
    """A library that has nothing in memory, as after a start."""
    return Library(store, {RULESET.name: RULESET})


def branching_game(recorder: Recorder) -> Game:
    """A game in which play went back again and again."""
    game = play(recorder, new_game(recorder), 20)
    for seed in range(25):
        game = recorder.undo(play(recorder, game, 3, seed).id, to="-1").game
    return play(recorder, game, 10)


def test_the_first_look_at_a_game_folds_it_once(recorder: Recorder, store: Store, counted: Counted) -> None:
    """Neighbours of a version are known after one pass over the effects; what is noted is not read again."""
    game = play(recorder, new_game(recorder), 120)
    library = fresh(store)
    counted.forget()
    first = library.moment(game, game.version)
    assert counted.asked["joined_effects"] == 1
    assert counted.asked["effects"] == 0
    assert counted.folded == game.version
    counted.forget()
    assert library.moment(game, game.version) == first
    assert library.resolve(game, "move:start") < game.version
    assert not counted.asked


def test_neighbours_are_known_once_the_head_is_folded(recorder: Recorder, store: Store, counted: Counted) -> None:
    """Every page reads the board at the head first; that one pass tells rounds and turns as well."""
    game = branching_game(recorder)
    library = fresh(store)
    library.head(game)
    counted.forget()
    for version in library.tree(game).versions(game.summary.head):
        assert library.moment(game, version) == recorder.library.moment(game, version)
    assert not counted.asked


def test_a_fold_from_the_middle_leaves_no_gap_in_what_is_noted(
    recorder: Recorder, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A board that is at hand may be kept while nothing is noted of the versions before it."""
    monkeypatch.setattr(boards, "SNAPSHOT_INTERVAL", 8)
    game = play(recorder, new_game(recorder), 60)
    library = fresh(store)
    library.head(game)
    library._outlines.clear()
    library.board(game, game.version // 2 + 1)  # where the search for the first gap begins
    library.board(game, 47)
    for version in range(1, game.version + 1):
        assert library.moment(game, version) == recorder.library.moment(game, version)


def test_an_event_more_costs_no_query(recorder: Recorder, counted: Counted) -> None:
    """The recorder gets the neighbours of the newest version, and only forks are read for it."""
    game = play(recorder, new_game(recorder), 40)
    recorder.library.moment(game, game.version)
    game = play(recorder, game, 1)
    recorder.library.tree(game)
    counted.forget()
    assert recorder.library.moment(game, game.version).prev == game.version - 1
    assert not counted.asked


def test_marks_that_were_dropped_are_folded_again(recorder: Recorder, store: Store) -> None:
    """Also where the board at the head is cached. Broken by folding from that board on."""
    game = branching_game(recorder)
    library = fresh(store)
    wanted = library.moment(game, game.version)
    library._outlines.clear()
    assert library.moment(game, game.version) == wanted


def test_a_line_with_many_forks_is_read_in_few_queries(recorder: Recorder, store: Store, counted: Counted) -> None:
    """Versions that were undone are read along, instead of one query for each part of the line."""
    game = branching_game(recorder)
    library = fresh(store)
    assert len(library.tree(game).path(game.summary.head)) > 10
    counted.forget()
    library.moment(game, game.summary.head)
    assert counted.asked["effects"] == 1
    counted.forget()
    timeline(library, game, "spectator")
    assert counted.asked["events"] <= 2
    assert counted.asked["effects"] == counted.asked["event"] == 0


def test_a_jump_folds_no_more_than_one_snapshot_interval(
    recorder: Recorder, store: Store, counted: Counted, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every `SNAPSHOT_INTERVAL`th board of a line is cached, also if undone versions lie in between."""
    monkeypatch.setattr(boards, "SNAPSHOT_INTERVAL", 8)
    game = branching_game(recorder)
    library = fresh(store)
    library.moment(game, game.summary.head)
    path = library.tree(game).path(game.summary.head)
    monkeypatch.setattr("projections.paths.GAP", 0)
    for version in [version for part in path for version in part][::-5]:
        counted.forget()
        assert library.board(game, version) == recorder.library.board(game, version)
        assert counted.folded < 8


@pytest.mark.parametrize("viewer", ["table", "spectator"])
def test_after_a_timeline_a_jump_folds_no_more_either(
    recorder: Recorder, store: Store, counted: Counted, monkeypatch: pytest.MonkeyPatch, viewer: Viewer
) -> None:
    """Whoever has looked at all of a line finds the boards of its ladder, and those that lines part from."""
    monkeypatch.setattr(boards, "SNAPSHOT_INTERVAL", 8)
    game = branching_game(recorder)
    library = fresh(store)
    timeline(library, game, viewer)
    monkeypatch.setattr("projections.paths.GAP", 0)
    tree = library.tree(game)
    for version in (version for branch in tree.branches(tree.path(tree.head)) for version in [branch.parts_at]):
        counted.forget()
        library.board(game, version, viewer)
        assert not counted.asked
    for version in list(tree.versions(tree.head))[::-5]:
        counted.forget()
        assert library.board(game, version, viewer) == recorder.library.board(game, version, viewer)
        assert counted.folded < 8


class Watched(OrderedDict[Any, Any]):
    """Boards in memory that fail when they are searched under the lock."""

    lock: Lock

    def get(self, *arguments: Any) -> Any:
        assert not self.lock.locked()
        return super().get(*arguments)

    def __getitem__(self, key: Any) -> Any:
        assert not self.lock.locked()
        return super().__getitem__(key)

    def __iter__(self) -> Iterator[Any]:
        raise AssertionError("all boards in memory were searched")


def test_nobody_waits_while_a_board_is_looked_for_or_folded(
    recorder: Recorder, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Locks are held to put something in or to take something out, and for nothing else."""
    game = branching_game(recorder)
    library = fresh(store)
    watched = Watched()
    watched.lock = library.boards._lock
    library.boards._cache = watched

    def checked(ask: Callable[..., Any]) -> Callable[..., Any]:
        def asking(*arguments: Any) -> Any:
            assert not library.boards._lock.locked()
            assert not library._lock.locked()
            return ask(*arguments)

        return asking

    for name in ("effects", "joined_effects"):
        monkeypatch.setattr(store, name, checked(getattr(store, name)))
    for version in range(1, game.version + 1, 7):
        library.board(game, version, 1)
        library.moment(game, version)


def test_neighbours_are_those_that_one_finds_step_by_step(recorder: Recorder, store: Store) -> None:
    """At every version, also off the line of play, turns and rounds begin where the boards say so."""
    game = branching_game(recorder)
    library = fresh(store)
    tree = library.tree(game)
    for version in range(1, game.version + 1):
        moment = library.moment(game, version)
        line = [(step, library.board(game, step)) for part in tree.path_through(version) for step in part]
        for unit, previous, following in (
            ("turn", moment.prev_turn, moment.next_turn),
            ("round", moment.prev_round, moment.next_round),
        ):
            starts = [
                step
                for index, (step, board) in enumerate(line)
                if not index or getattr(line[index - 1][1], unit) < getattr(board, unit)
            ]
            at = tree.stands_for(version)
            assert previous == max((step for step in starts if step < at), default=None)
            assert following == min((step for step in starts if step > at), default=None)


def test_an_address_of_play_is_found_from_any_line(recorder: Recorder, store: Store) -> None:
    """`turn:start` and `move:start` start from the head, whatever line is looked at."""
    game = branching_game(recorder)
    tree = recorder.library.tree(game)
    undone = next(version for version in range(1, game.version) if not tree.on_head_path(version))
    for address in ("turn:start", "move:start", "turn:1"):
        assert fresh(store).resolve(game, address, line=undone) >= 1


def test_steps_back_are_counted_along_the_line(recorder: Recorder, library: Library) -> None:
    """`-3` is three events before the head, whatever was undone in between."""
    game = branching_game(recorder)
    line = list(library.tree(game).versions(game.summary.head))
    assert [library.resolve(game, f"-{steps}") for steps in range(1, len(line))] == line[-2::-1]


@pytest.mark.parametrize("name", installed_rulesets())
def test_rounds_and_turns_never_fall(name: str) -> None:
    """Of every ruleset: where a turn or a round begins is found by halving, so neither may ever go back."""
    ruleset = installed_rulesets()[name]
    rng, components = Random(1), ruleset.starter_components
    options = ruleset.agreed({}, components)
    start = Start(max(ruleset.seats), components.hash, "server", "free", options)
    board = ruleset.begin(start, components, ServerChance(bytes(32), b"")).board
    places = [(board.round, board.turn)]
    for number in range(250):
        if not (waiting := ruleset.waiting_for(board)):
            break
        seat = rng.choice(waiting)
        action = any_of(list(ruleset.legal_actions(board, seat)), rng)
        board = ruleset.decide(board, seat, action, ServerChance(bytes(32), b"%d" % number)).board
        places.append((board.round, board.turn))
    assert places[-1] > places[0]
    assert all(one[0] <= two[0] and one[1] <= two[1] for one, two in pairwise(places))
