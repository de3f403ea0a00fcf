"""What a timeline marks beside what effects tell: where play went back, parted or was put right, and what is noted."""

from __future__ import annotations

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
    from projections.timeline import Entry as Told
    from rulesets.kit.structs import Viewer

BESIDE = {"amend", "undo", "fork", "note", "adjust"}


def table_game(recorder: Recorder, actions: int) -> tuple[Game, list[Entry]]:
    """A game that a table tells, with its first so many actions; and those that are left."""
    told = played(RULESET, RULESET.starter_components, 2, {1: BOTS["random"], 2: BOTS["random"]}, Random(1))
    wanted = NewGameRequest(ruleset=RULESET.name, players=("Ann", "Bob"), outcomes=list(told.outcomes))
    game = recorder.create(wanted).game
    entries = list(told.entries)
    return recorder.act(game.id, entries[:actions]).game, entries[actions:]


def entries(library: Library, game: Game, viewer: Viewer = "table", **more: Any) -> dict[int, Told]:
    """The events of a timeline by version."""
    found = timeline(library, game, viewer, **more)
    return {each.version: each for part in found.rounds for turn in part.turns for each in turn.events}


def marked(library: Library, game: Game, viewer: Viewer = "table", **more: Any) -> dict[int, set[str]]:
    """The marks beside those of effects, by version."""
    told = entries(library, game, viewer, **more)
    return {version: marks for version, each in told.items() if (marks := BESIDE & {*each.marks})}


def otherwise(recorder: Recorder, game: Game) -> Game:
    """Play on with the first action that needs nothing of chance."""
    board: Any = recorder.library.head(game)
    for seat in game.summary.waiting_for:
        for action in RULESET.legal_actions(board, seat):
            try:
                return recorder.act(game.id, [Entry(seat=seat, action=action)]).game
            except KitError:
                continue
    raise AssertionError("every action asks chance")


def test_nothing_is_marked_that_just_went_on(recorder: Recorder, library: Library) -> None:
    game, _ = table_game(recorder, 40)
    assert marked(library, game) == {}
    assert not any(each.tries for each in entries(library, game).values())


def test_where_play_went_back_is_marked(recorder: Recorder, library: Library) -> None:
    """Until it goes on otherwise there is nothing but an undo; then it is a fork, on both lines."""
    game, _ = table_game(recorder, 40)
    game = recorder.undo(game.id, to="20").game
    assert marked(library, game) == {20: {"undo"}}
    game = otherwise(recorder, game)
    assert marked(library, game) == marked(library, game, line=1) == {20: {"undo", "fork"}}
    assert not entries(library, game)[20].tries


def test_an_undo_that_was_redone_is_no_fork(recorder: Recorder, library: Library) -> None:
    game, _ = table_game(recorder, 40)
    game = recorder.redo(recorder.undo(game.id, to="20").game.id, to="41").game
    assert marked(library, game) == {20: {"undo"}}


def test_what_a_seat_tried_in_its_own_move_is_folded(recorder: Recorder, library: Library) -> None:
    """It is neither an undo nor a fork, however often it was done; the ways that were tried are named."""
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
        told = entries(library, game, viewer)[head]
        assert len(told.tries) == 2, viewer
        assert not BESIDE & {*told.marks}


def first_of(recorder: Recorder, game: Game, seat: int) -> Game:
    board: Any = recorder.library.head(game)
    action = next(iter(RULESET.legal_actions(board, seat)))
    return recorder.act(game.id, [Entry(seat=seat, action=action)]).game


def test_a_whole_move_more_is_no_try(recorder: Recorder, library: Library) -> None:
    """Nor is what another seat did; nor what was put right."""
    game, _ = table_game(recorder, 60)
    for target in range(20, 60):
        undone = recorder.undo(game.id, to=str(target)).game
        game = otherwise(recorder, undone)
        tree = library.tree(game)
        for version, told in entries(library, game).items():
            for branch in told.tries:
                after = list(recorder.store.events(game.id, branch.start, branch.end))
                assert {event.seat for event in after} == {recorder.store.event(game.id, branch.start).seat}
                boards = [library.board(game, event.version) for event in after[:-1]]
                assert not any(isinstance(board.pending, RULESET.home) for board in boards)
                assert tree.parent(branch.start) == version
        game = recorder.undo(game.id, to=str(target)).game
        game = recorder.redo(game.id, to="61").game


def test_what_was_put_right_is_marked(recorder: Recorder, library: Library) -> None:
    """At the first action that an amend put there, and at the undo that it began with; what it left is no fork."""
    game, _ = table_game(recorder, 40)
    changes = ([Change(version=version, drop=True)] for version in range(2, 41))
    change = next(each for each in changes if recorder.would_amend(game.id, each, expected=41)[0].decided)
    found, done = recorder.amend(game.id, change, expected=41)
    marks = marked(library, done.game)
    assert "amend" in marks[done.events[1].version]
    assert not {"fork", "undo"} & marks.get(found.base, set())
    assert timeline(library, done.game, "table").markers[-1].marks == ("undo", "amend")


def test_a_note_is_marked_for_who_may_read_it(recorder: Recorder, library: Library) -> None:
    """The reason of an undo where the undo led."""
    game, _ = table_game(recorder, 40)
    recorder.store.add_note(game.id, NewNote(version=5, visible_to="all"))
    recorder.store.add_note(game.id, NewNote(version=9, seat=1, visible_to="seat"))
    game = recorder.undo(game.id, to="38", seat=2, reason="a slip").game
    readers: dict[Viewer, set[int]] = {"table": {5, 9, 38}, 1: {5, 9}, 2: {5, 38}, "spectator": {5}}
    for viewer, versions in readers.items():
        found = marked(library, game, viewer)
        assert {version for version, marks in found.items() if "note" in marks} == versions, viewer
