"""The summaries of a line are cached, and only new events are read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

from events import NewNote
from projections import Library, timeline
from projections.step_summaries import StepSummaryCache
from tests.projections.conftest import new_game, play

if TYPE_CHECKING:
    from api.recording.recorder import Recorder
    from events import Game, Store
    from projections import Timeline
    from projections.timeline import Entry
    from rulesets.kit.structs import Viewer


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The versions that are read, in order."""
    versions: list[int] = []
    expected = Library._read

    def read_and_count(self: Library, game: Game, event: Any, *more: Any) -> Any:
        versions.append(event.version)
        return expected(self, game, event, *more)

    monkeypatch.setattr(Library, "_read", read_and_count)
    return versions


@pytest.mark.parametrize("viewer", ["table", "spectator", 2])
def test_summaries_agree_with_the_timeline(recorder: Recorder, viewer: Viewer) -> None:
    game = play(recorder, new_game(recorder), 30)
    library = recorder.library
    summaries = library.step_summaries(game, library.tree(game).path(31), viewer)
    rounds = timeline(library, game, viewer).rounds
    expected = [
        (part.round, turn.turn, event.version, event.seat, event.type, event.begins, event.text, event.marks)
        for part in rounds
        for turn in part.turns
        for event in turn.events
    ]
    assert expected == [(t.round, t.turn, t.version, t.seat, t.type, t.begins, t.text, t.marks) for t in summaries]
    ruleset = library.ruleset(game)
    assert [summary.standing for summary in summaries] == [
        ruleset.standing(library.board(game, version, viewer)) for version in range(1, 32)
    ]


def test_an_event_is_read_once(recorder: Recorder, read: list[int]) -> None:
    """A game that grew is read on from its last event; another line from where it branches off."""
    game = play(recorder, new_game(recorder), 20)
    library = recorder.library
    whole = library.step_summaries(game, library.tree(game).path(21), "table")
    read.clear()
    assert library.step_summaries(game, library.tree(game).path(21), "table") == whole
    assert read == []
    game = play(recorder, game, 5)
    read.clear()
    assert library.step_summaries(game, library.tree(game).path(26), "table")[:21] == whole
    assert read == [22, 23, 24, 25, 26]
    game = recorder.undo(game.id, to="10", seat=None).game
    game = play(recorder, game, 2, seed=7)
    read.clear()
    line = library.step_summaries(game, library.tree(game).path(game.version), "table")
    assert read == [28, 29]
    assert [summary.version for summary in line] == [*range(1, 11), 28, 29]


@pytest.mark.parametrize("viewer", ["table", "spectator", 2])
def test_a_timeline_reads_only_notes_and_lines_again(
    recorder: Recorder, store: Store, read: list[int], viewer: Viewer
) -> None:
    """For a line that is cached, notes and branches are read again, but only new events."""
    game = play(recorder, new_game(recorder), 20)
    library = recorder.library
    first = timeline(library, game, viewer)
    assert read.count(21) == 1
    store.add_note(game.id, NewNote(version=4, text="Well.", visible_to="all"))
    read.clear()
    noted = {entry.version for entry in entries_of(timeline(library, game, viewer)) if "note" in entry.marks}
    assert noted == {4}
    assert read == []
    game = play(recorder, game, 3)
    read.clear()
    grown = entries_of(timeline(library, game, viewer))
    assert read == [22, 23, 24]
    unmarked = [replace(entry, marks=()) for entry in grown]
    assert unmarked[:21] == [replace(entry, marks=()) for entry in entries_of(first)]
    game = recorder.undo(game.id, to="10", seat=None).game
    read.clear()
    back = entries_of(timeline(library, game, viewer))
    assert read == []
    assert [entry.version for entry in back] == list(range(1, 11))
    assert "undo" in back[-1].marks
    assert entries_of(timeline(library, game, viewer, line=24))[10:] == grown[10:]
    assert read == []


def entries_of(found: Timeline) -> list[Entry]:
    """The events of a timeline."""
    return [entry for part in found.rounds for turn in part.turns for entry in turn.events]


def test_summaries_name_players_as_they_are_called_now(recorder: Recorder) -> None:
    game = play(recorder, new_game(recorder), 20)
    library = recorder.library
    path = library.tree(game).path(21)
    assert any("Ann" in summary.text for summary in library.step_summaries(game, path, "table"))
    renamed = replace(game, seats=(replace(game.seats[0], name="Zoe"), *game.seats[1:]))
    texts = [summary.text for summary in library.step_summaries(renamed, path, "table")]
    assert any("Zoe" in text for text in texts)
    assert not any("Ann" in text for text in texts)


def test_the_least_recently_used_games_are_dropped(recorder: Recorder, read: list[int]) -> None:
    first, second = (play(recorder, new_game(recorder), 5) for _ in range(2))
    library = recorder.library
    library.summaries = StepSummaryCache(max_size=10)
    for game, expected in ((first, 6), (second, 6), (second, 0), (first, 6)):
        read.clear()
        library.step_summaries(game, library.tree(game).path(6), "table")
        assert len(read) == expected
