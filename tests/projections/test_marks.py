"""The marks of a timeline that do not come from effects: undo, fork, correction, note."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Any

from api.recording.amend import Change
from api.recording.decide import Entry
from api.recording.recorder import NewGameRequest
from api.recording.simulate import play as played
from events import NewNote
from projections import Library, timeline
from rulesets.heros_crossing_tactics import RULESET
from rulesets.kit.bots import BOTS
from rulesets.kit.errors import KitError
from tests.projections.conftest import new_game, play

if TYPE_CHECKING:
    from api.recording.recorder import Recorder
    from events import Game
    from projections.timeline import Entry as TimelineEntry
    from rulesets.kit.structs import Viewer

MARKS = {"amend", "undo", "fork", "note", "adjust"}


def table_game(recorder: Recorder, actions: int) -> tuple[Game, list[Entry]]:
    """A game whose table rolls and deals, with its first actions recorded; and the remaining ones."""
    recorded = played(RULESET, RULESET.starter_components, 2, {1: BOTS["random"], 2: BOTS["random"]}, Random(1))
    request = NewGameRequest(ruleset=RULESET.name, players=("Ann", "Bob"), outcomes=list(recorded.outcomes))
    game = recorder.create(request).game
    entries = list(recorded.entries)
    return recorder.act(game.id, entries[:actions]).game, entries[actions:]


def entries(library: Library, game: Game, viewer: Viewer = "table", **more: Any) -> dict[int, TimelineEntry]:
    """The events of a timeline by version."""
    found = timeline(library, game, viewer, **more)
    return {each.version: each for part in found.rounds for turn in part.turns for each in turn.events}


def marked(library: Library, game: Game, viewer: Viewer = "table", **more: Any) -> dict[int, set[str]]:
    """The marks by version, without those of effects."""
    entries_by_version = entries(library, game, viewer, **more)
    return {version: marks for version, each in entries_by_version.items() if (marks := MARKS & {*each.marks})}


def play_another_action(recorder: Recorder, game: Game) -> Game:
    """Play the first legal action that needs no roll or draw."""
    board: Any = recorder.library.head(game)
    for seat in game.summary.waiting_for:
        for action in RULESET.legal_actions(board, seat):
            try:
                return recorder.act(game.id, [Entry(seat=seat, action=action)]).game
            except KitError:
                continue
    raise AssertionError("every action needs a roll or draw")


def test_play_without_undo_has_no_marks(recorder: Recorder, library: Library) -> None:
    game, _ = table_game(recorder, 40)
    assert marked(library, game) == {}
    assert not any(each.tries for each in entries(library, game).values())


def test_an_undo_and_a_fork_are_marked(recorder: Recorder, library: Library) -> None:
    """Until another action is played it is only an undo; then it is also a fork, on both lines."""
    game, _ = table_game(recorder, 40)
    game = recorder.undo(game.id, to="20").game
    assert marked(library, game) == {20: {"undo"}}
    assert [(each.marks, each.begins) for each in timeline(library, game, "table").markers] == [(("undo",), False)]
    game = play_another_action(recorder, game)
    assert marked(library, game) == marked(library, game, line=1) == {20: {"undo", "fork"}}
    assert not entries(library, game)[20].tries


def test_an_undo_that_was_redone_is_no_fork(recorder: Recorder, library: Library) -> None:
    game, _ = table_game(recorder, 40)
    game = recorder.redo(recorder.undo(game.id, to="20").game.id, to="41").game
    assert marked(library, game) == {20: {"undo"}}


def test_what_a_seat_tried_within_its_move_is_a_try(recorder: Recorder, library: Library) -> None:
    """It is marked neither as undo nor as fork, however often; the entry lists the tries."""
    game = play(recorder, new_game(recorder), 40)
    home, head = RULESET.home, game.summary.head
    while not isinstance(library.head(game).pending, home):
        game = play(recorder, game, 1)
    head, seat = game.summary.head, game.summary.waiting_for[0]
    for _ in range(2):
        game = first_of(recorder, game, seat)
        game = recorder.undo(game.id, to=str(head)).game
    assert [branch.length for branch in entries(library, game)[head].tries] == [1, 1]
    game = first_of(recorder, game, seat)
    for viewer in ("table", seat, "spectator"):
        entry = entries(library, game, viewer)[head]
        assert len(entry.tries) == 2, viewer
        assert not MARKS & {*entry.marks}


def test_a_try_may_have_several_actions(recorder: Recorder, library: Library) -> None:
    """As long as they lie within one move: one that goes on is begun, gone on with, and undone."""

    def begins(before: Game, after: Game) -> bool:
        boards = (library.board(game, game.summary.head) for game in (before, after))
        at_home = [isinstance(board.pending, RULESET.home) for board in boards]
        return at_home == [True, False] and before.summary.waiting_for == after.summary.waiting_for

    games = [new_game(recorder)]
    for seed in range(60):
        games.append(play(recorder, games[-1], 1, seed))
    head = next(before.summary.head for before, after in pairwise(games) if begins(before, after))
    game = recorder.undo(games[-1].id, to=str(head)).game
    for _ in range(2):
        game = first_of(recorder, game, game.summary.waiting_for[0])
    game = recorder.undo(game.id, to=str(head)).game
    assert 2 in [branch.length for branch in entries(library, game)[head].tries]


def first_of(recorder: Recorder, game: Game, seat: int) -> Game:
    board: Any = recorder.library.head(game)
    action = next(iter(RULESET.legal_actions(board, seat)))
    return recorder.act(game.id, [Entry(seat=seat, action=action)]).game


def test_more_than_one_move_is_no_try(recorder: Recorder, library: Library) -> None:
    """Neither is what another seat did, nor what was corrected."""
    game, _ = table_game(recorder, 60)
    for target in range(20, 60):
        undone = recorder.undo(game.id, to=str(target)).game
        game = play_another_action(recorder, undone)
        tree = library.tree(game)
        for version, entry in entries(library, game).items():
            for branch in entry.tries:
                after = list(recorder.store.events(game.id, branch.start, branch.end))
                assert {event.seat for event in after} == {recorder.store.event(game.id, branch.start).seat}
                boards = [library.board(game, event.version) for event in after[:-1]]
                assert not any(isinstance(board.pending, RULESET.home) for board in boards)
                assert tree.parent(branch.start) == version
        game = recorder.undo(game.id, to=str(target)).game
        game = recorder.redo(game.id, to="61").game


def test_a_correction_is_marked(recorder: Recorder, library: Library) -> None:
    """At its first action, and at the undo marker that it starts with; the old line is no fork."""
    game, _ = table_game(recorder, 40)
    changes = ([Change(version=version, drop=True)] for version in range(2, 41))
    change = next(each for each in changes if recorder.would_amend(game.id, each, expected=41)[0].decided)
    found, done = recorder.amend(game.id, change, expected=41)
    marks = marked(library, done.game)
    assert "amend" in marks[done.events[1].version]
    assert not {"fork", "undo"} & marks.get(found.base, set())
    assert timeline(library, done.game, "table").markers[-1].marks == ("undo", "amend")


def test_a_note_is_marked_for_viewers_who_may_read_it(recorder: Recorder, library: Library) -> None:
    """The reason of an undo is marked at the version that the undo led to."""
    game, _ = table_game(recorder, 40)
    recorder.store.add_note(game.id, NewNote(version=5, visible_to="all"))
    recorder.store.add_note(game.id, NewNote(version=9, seat=1, visible_to="seat"))
    game = recorder.undo(game.id, to="38", seat=2, reason="a slip").game
    readers: dict[Viewer, set[int]] = {"table": {5, 9, 38}, 1: {5, 9}, 2: {5, 38}, "spectator": {5}}
    for viewer, versions in readers.items():
        found = marked(library, game, viewer)
        assert {version for version, marks in found.items() if "note" in marks} == versions, viewer
