"""Notes on versions, which can be changed and deleted, on each database."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from events import (
    Cursor,
    KeyReused,
    NewNote,
    Note,
    NoteChanges,
    Repeated,
    Stale,
    Store,
    TooManyNotes,
    UnknownGame,
    UnknownNote,
    new_game_id,
)
from events import notes as module
from tests.events.build import asks, begin, event, play, summary


def test_a_note_is_written_changed_and_deleted(store: Store) -> None:
    """It is deleted completely, and no event, hash or row of the game changes with it."""
    game_id = begin(store, 3)
    before = store.game(game_id), list(store.events(game_id))
    note = store.add_note(game_id, NewNote(version=2, seat=1, text="a slip", visible_to="seat"))
    assert store.notes(game_id) == [store.note(game_id, note.n)] == [note]
    changed = store.change_note(game_id, note.n, NoteChanges(visible_to="all", visible_from="end"))
    assert changed == replace(note, visible_to="all", visible_from="end", changed_at=changed.changed_at)
    assert store.change_note(game_id, note.n, NoteChanges(text=None)).text is None
    store.delete_note(game_id, note.n)
    assert store.notes(game_id) == []
    assert (store.game(game_id), list(store.events(game_id))) == before
    for gone in (
        lambda: store.note(game_id, note.n),
        lambda: store.change_note(game_id, note.n, NoteChanges(text="more")),
        lambda: store.delete_note(game_id, note.n),
    ):
        with pytest.raises(UnknownNote):
            gone()


def test_notes_are_listed_by_version(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those on one version are listed oldest first, whatever their numbers."""
    game_id, other = begin(store, 3), begin(store, 3)
    numbers = iter([9, 5, 7, 3])
    monkeypatch.setattr(module, "new_number", lambda: next(numbers))
    for version in (3, 1, 1):
        store.add_note(game_id, NewNote(version=version))
    store.add_note(other, NewNote(version=1))
    assert [(note.version, note.n) for note in store.notes(game_id)] == [(1, 5), (1, 7), (3, 9)]


def test_the_number_of_a_note_reveals_nothing(store: Store) -> None:
    """It is random."""
    game_id = begin(store, 1)
    numbers = {store.add_note(game_id, NewNote(version=1)).n for _ in range(20)}
    assert len(numbers) == 20
    assert max(numbers) - min(numbers) > module.NUMBERS / 10


def test_the_notes_of_a_seat_are_limited(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Notes of others do not count, so the limit reveals nothing about them."""
    monkeypatch.setattr(module, "MAX_NOTES", 2)
    game_id = begin(store, 1)
    for seat in (None, 1, 2):
        notes = [store.add_note(game_id, NewNote(version=1, seat=seat)) for _ in range(2)]
        with pytest.raises(TooManyNotes):
            store.add_note(game_id, NewNote(version=1, seat=seat))
        store.delete_note(game_id, notes[0].n)
        store.add_note(game_id, NewNote(version=1, seat=seat))


def test_a_change_of_metadata_may_expect_a_version(store: Store) -> None:
    game_id = begin(store, 3)
    note = store.add_note(game_id, NewNote(version=3), expected=3)
    for late in (
        lambda: store.add_note(game_id, NewNote(version=3), expected=2),
        lambda: store.change_note(game_id, note.n, NoteChanges(text="more"), expected=2),
        lambda: store.delete_note(game_id, note.n, expected=2),
    ):
        with pytest.raises(Stale):
            late()
    with pytest.raises(UnknownGame):
        store.add_note(new_game_id(), NewNote(version=1))
    assert store.notes(game_id) == [note]


def test_a_repeated_change_is_carried_out_once(store: Store) -> None:
    """It has the same key, and its answer names the note. A key that was used for another request is refused."""
    game_id, request = begin(store, 1), asks(begin(store, 1))
    note = store.add_note(game_id, NewNote(version=1), request=request)
    with pytest.raises(Repeated) as repeated:
        store.add_note(game_id, NewNote(version=1), request=request)
    assert (repeated.value.answer.game_id, repeated.value.answer.first) == (game_id, note.n)
    with pytest.raises(KeyReused):
        store.add_note(game_id, NewNote(version=1), request=replace(request, fingerprint=b"other"))
    assert store.notes(game_id) == [note]
    again: list[Note] = []
    for _ in range(2):
        try:
            store.delete_note(game_id, note.n, request=replace(request, key="delete"))
        except Repeated:
            again = store.notes(game_id)
    assert again == []


def test_changes_of_metadata_are_found_by_a_cursor(store: Store) -> None:
    """In one query with new events: which games changed, with a number that rises with every change."""
    game_id, other = begin(store, 2), begin(store, 2)
    cursor = store.cursor()
    assert store.changes(cursor).cursor == cursor
    seen = cursor
    note = store.add_note(game_id, NewNote(version=1))
    for change in (
        lambda: store.change_note(game_id, note.n, NoteChanges(text="more")),
        lambda: store.add_note(other, NewNote(version=1)),
        lambda: store.delete_note(game_id, note.n),
        lambda: store.append(other, 2, [event(3, "undo", 1)], summary(3), notes={3: "a slip"}),
    ):
        seen = store.changes(seen).cursor
        change()
        assert store.changes(seen).cursor.metadata == seen.metadata + 1
    changes = store.changes(cursor)
    assert changes.metadata == {game_id: cursor.metadata + 4, other: cursor.metadata + 5}
    assert changes.versions == {other: 3}
    assert changes.cursor == store.cursor() == Cursor(cursor.position + 1, cursor.metadata + 5)


def test_a_change_that_is_not_stored_is_not_reported(store: Store) -> None:
    game_id, cursor = begin(store, 2), store.cursor()
    with pytest.raises(Stale):
        store.add_note(game_id, NewNote(version=1), expected=1)
    play(store, game_id, 2, 1)
    assert not store.changes(cursor).metadata


def test_a_line_has_a_label(store: Store) -> None:
    """It can be removed; no event changes, and readers of events see nothing new."""
    game_id, other, cursor = begin(store, 3), begin(store, 3), store.cursor()
    before = store.game(game_id), list(store.events(game_id))
    store.label_line(game_id, 1, "first", request=asks(game_id))
    with pytest.raises(Repeated):
        store.label_line(game_id, 1, "first", request=asks(game_id))
    store.label_line(game_id, 2, "second")
    store.label_line(game_id, 1, "first of all", expected=3)
    with pytest.raises(Stale):
        store.label_line(game_id, 1, "late", expected=2)
    assert (store.line_labels(game_id), store.line_labels(other)) == ({1: "first of all", 2: "second"}, {})
    store.label_line(game_id, 2, None)
    assert store.line_labels(game_id) == {1: "first of all"}
    assert (store.game(game_id), list(store.events(game_id)), store.cursor()) == (*before, cursor)
