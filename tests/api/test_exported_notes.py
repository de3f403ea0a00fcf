"""Notes, labels and reasons go along when asked for: `tabletale export --with-notes`.

Each test names how it was seen to fail.
"""

from __future__ import annotations

import csv
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema  # type: ignore[import-untyped]
import polars as pl
import pytest
from click.testing import CliRunner, Result
from msgspec import json

from analytics.columns import TABLES, types
from api.cli import tabletale
from api.commands.written_record import written_record
from api.recording.game_file import lines_of
from api.recording.importing import GameImport, Importer
from api.recording.verify import all_findings
from api.service import Service
from events import Game, NewNote, NoteChanges, Store
from tests import reader
from tests.api.test_transfer import rehashed
from tests.tables import WIDEST, Table, recorded

if TYPE_CHECKING:
    pass

TACTICS = Table("heros_crossing_tactics", 2)
SCHEMA = Path(__file__).parents[2] / "docs" / "game-file.schema.json"
LONG = '=1+1 "quoted",\n\ttwo lines and 🎲'


def annotated(service: Service, table: Table = TACTICS) -> Game:
    """A game with a note of every kind: of the table, of a seat for itself, a bookmark, a reason; and two labels."""
    game = recorded(service, table, most=12)
    service.recorder.undo(game.id, to="10", reason="not so")
    store = service.store
    for note in (
        NewNote(version=3, text=LONG, visible_to="all"),
        NewNote(version=3, seat=1, text="mine", visible_to="seat", visible_from="end"),
        NewNote(version=5, seat=1),
        NewNote(version=12, text="was a slip"),
    ):
        store.add_note(game.id, note)
    store.label_line(game.id, 1, "=first try")
    return store.game(game.id)


def exported(store: Store, *, notes: bool = True) -> bytes:
    written: set[str] = set()
    games = map(store.game, store.all_game_ids())
    return b"".join(line for game in games for line in lines_of(store, game, written, notes=notes))


def import_all(service: Service, data: bytes, *, partial: bool = False) -> list[GameImport]:
    return list(Importer(service.library, partial=partial).games(BytesIO(data)))


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(tabletale, list(map(str, arguments)))


# --- JSON Lines


@pytest.mark.parametrize("table", WIDEST, ids=str)
def test_notes_go_from_log_to_log_and_back(
    full_service: Service, on_postgresql: Service, other: Service, table: Table
) -> None:
    """From SQLite to PostgreSQL to SQLite: the files have the same bytes, and the logs pass verification.

    Broken by giving notes new numbers.
    """
    game = annotated(full_service, table)
    first = data = exported(full_service.store)
    for service in (on_postgresql, other):
        (found,) = import_all(service, data)
        assert (found.imported and found.imported.state, found.fault) == ("new", None)
        assert service.store.notes(game.id) == full_service.store.notes(game.id)
        assert len(service.store.notes(game.id)) == 5
        assert service.store.line_labels(game.id) == {1: "=first try"}
        data = exported(service.store)
        assert data == first
        assert list(all_findings(service.library, service.store.verification())) == []


def test_a_file_says_whether_it_has_notes(full_service: Service) -> None:
    """A game without any is written as it always was, byte for byte; one with notes says so with its format, so that
    a program that knows of none refuses it with both versions.

    Broken by writing the format of notes whenever they are asked for.
    """
    recorded(full_service, TACTICS, most=5)
    assert exported(full_service.store) == exported(full_service.store, notes=False)
    annotated(full_service)
    labelled = recorded(full_service, TACTICS, most=5, seed=2)
    full_service.store.label_line(labelled.id, 1, "a label alone")
    headers = [json.decode(line) for line in exported(full_service.store).splitlines() if line.startswith(b'{"format"')]
    assert [header["format_version"] for header in headers] == [1, 2, 2]
    without = exported(full_service.store, notes=False)
    assert without.count(b'"format_version":1') == 3
    assert b'"notes"' not in without
    assert b"not so" not in without


def test_who_reads_only_events_is_not_disturbed_by_notes(full_service: Service) -> None:
    """The second reader prints the same moves, and finds the same chains. Broken by giving notes lines of their own."""
    annotated(full_service)
    with_notes, without = (
        list(reader.moves(exported(full_service.store, notes=notes).decode().splitlines())) for notes in (True, False)
    )
    assert with_notes == without
    assert len(without) > 12


def test_the_schema_describes_notes(full_service: Service) -> None:
    """Broken by adding a field to a note."""
    annotated(full_service)
    validator = jsonschema.Draft202012Validator(json.decode(SCHEMA.read_bytes()))
    lines = [json.decode(line) for line in exported(full_service.store).splitlines()]
    for line in lines:
        validator.validate(line)
    (noted,) = (line for line in lines if "notes" in line and line["version"] == 5)
    (note,) = noted["notes"]
    assert not validator.is_valid({**noted, "notes": [{**note, "colour": "red"}]})
    assert not validator.is_valid({**noted, "notes": [{**note, "visible_to": "nobody"}]})


def test_what_is_here_stays(full_service: Service, other: Service) -> None:
    """Importing again stores nothing twice; a note and a label that were changed here stay as they are.

    Broken by storing notes of new games only, and by replacing labels.
    """
    game = annotated(full_service)
    data = exported(full_service.store)
    import_all(other, exported(full_service.store, notes=False))
    assert other.store.notes(game.id) == []
    other.store.label_line(game.id, 1, "mine")
    for _ in range(2):
        (found,) = import_all(other, data)
        assert found.imported
        assert found.imported.state == "here"
    assert other.store.notes(game.id) == full_service.store.notes(game.id)
    assert other.store.line_labels(game.id) == {1: "mine"}
    number = other.store.notes(game.id)[0].n
    other.store.change_note(game.id, number, NoteChanges(text="better so"))
    import_all(other, data)
    assert other.store.note(game.id, number).text == "better so"
    assert len(other.store.notes(game.id)) == 5


@pytest.mark.parametrize(
    "changes",
    [
        {"seat": 9},
        {"seat": None, "visible_to": "seat"},
        {"text": "\u0000"},
        {"text": ""},
        {"text": "x" * 5_001},
        {"n": 0},
        {"visible_to": "nobody"},
        {"created_at": "now"},
    ],
    ids=str,
)
def test_a_bad_note_is_a_fault_of_its_line(full_service: Service, other: Service, changes: dict[str, Any]) -> None:
    """Nothing of the game is stored; with `partial`, the events before it and their notes.

    Broken by not checking seats.
    """
    game = annotated(full_service)
    lines = exported(full_service.store).splitlines(keepends=True)
    line = json.decode(lines[5])
    line["notes"] = [line["notes"][0] | changes]
    data = b"".join([*lines[:5], json.encode(line) + b"\n", *lines[6:]])
    (found,) = import_all(other, data)
    assert found.fault is not None
    assert (found.fault.slug, found.fault.line, found.imported) == ("invalid-game-file", 6, None)
    assert list(other.store.all_game_ids()) == []
    (found,) = import_all(other, data, partial=True)
    assert found.imported is not None
    assert found.imported.last == 4
    assert {note.version for note in other.store.notes(game.id)} == {3}


def test_notes_on_what_is_not_stored_stay_out(full_service: Service, other: Service) -> None:
    """With `partial`, events before one that the rules cannot read are stored, with their notes and labels alone.

    Broken by storing all notes that were read: verification finds them on versions that are not there.
    """
    rehashed(full_service, {5: {"effects": '[{"type":"Teleported"}]'}}, 60)
    game = next(game for game in full_service.store.games() if game.version == 60)
    for version in (3, 8):
        full_service.store.add_note(game.id, NewNote(version=version, text="here"))
        full_service.store.label_line(game.id, version - 2, "there")
    data = b"".join(lines_of(full_service.store, full_service.store.game(game.id), notes=True))
    (found,) = import_all(other, data, partial=True)
    assert found.imported is not None
    assert found.imported.last == 4
    assert [note.version for note in other.store.notes(game.id)] == [3]
    assert other.store.line_labels(game.id) == {1: "there"}
    assert list(all_findings(other.library, other.store.verification())) == []


def test_very_many_notes_are_imported(full_service: Service, other: Service) -> None:
    """As many as a seat may write, of the greatest length, on one version: each has its place in the line.

    Broken by a limit of 1 MiB for a line.
    """
    game = recorded(full_service, TACTICS, most=5)
    for number in range(500):
        full_service.store.add_note(game.id, NewNote(version=2, text=f"{number}".ljust(5_000, "x")))
    (found,) = import_all(other, exported(full_service.store))
    assert found.fault is None
    assert other.store.notes(game.id) == full_service.store.notes(game.id)


def test_no_import_leads_to_more_notes_than_a_seat_may_write(full_service: Service, other: Service) -> None:
    """With those that are here: then the events are stored, and no notes. Broken once: an import had no limit."""
    game = recorded(full_service, TACTICS, most=5)
    import_all(other, exported(full_service.store))
    for service in (full_service, other):
        for number in range(300):
            service.store.add_note(game.id, NewNote(version=2, text=str(number)))
    here = other.store.notes(game.id)
    (found,) = import_all(other, exported(full_service.store))
    assert found.fault is not None
    assert (found.fault.slug, found.imported is not None) == ("game-too-large", True)
    assert "500 notes" in found.fault.detail
    assert other.store.notes(game.id) == here


def test_a_game_with_two_faults_says_both(full_service: Service, other: Service) -> None:
    """Broken once: too many notes hid an event that could not be read."""
    game = recorded(full_service, TACTICS, most=5)
    import_all(other, exported(full_service.store))
    for service in (full_service, other):
        for number in range(300):
            service.store.add_note(game.id, NewNote(version=2, text=str(number)))
    *sound, last = exported(full_service.store).splitlines(keepends=True)
    (found,) = import_all(other, b"".join([*sound, b"{" + last]), partial=True)
    assert found.fault is not None
    assert found.imported is not None
    first = found.fault.detail.index(f"Line {len(sound) + 1}: ")
    assert "500 notes" in found.fault.detail[first:]
    assert [fault.line for fault in found.fault.errors or ()] == [len(sound) + 1, 1]
    assert found.fault.next_step.endswith("then import it again.")


# --- text


def test_a_note_stands_below_its_event(full_service: Service) -> None:
    """Notes on what is left out stand at the end. Broken by leaving out notes on undone events."""
    game = annotated(full_service)
    lines = list(written_record(full_service.library, game, notes=True))
    third = next(place for place, line in enumerate(lines) if line.startswith("    3  "))
    assert lines[third + 1 : third + 4] == [
        '       Note of the table: =1+1 "quoted",',
        "       \ttwo lines and 🎲",
        "       Note of Ada: mine",
    ]
    fifth = next(place for place, line in enumerate(lines) if line.startswith("    5  "))
    assert lines[fifth + 1] == "       Bookmark of Ada"
    at = lines.index("Notes on events that are left out")
    assert "   12  Note of the table: was a slip" in lines[at:]
    assert f"{game.version:5}  Note of the table: not so" in lines[at:]
    assert sum("Label: =first try" in line for line in lines) == 1
    plain = list(written_record(full_service.library, game))
    assert plain == [line for line in lines[: at - 1] if not line.startswith("       ")]


# --- tables


@pytest.mark.parametrize(("form", "ending"), [("parquet", "parquet"), ("csv", "csv"), ("jsonl-flat", "jsonl")])
def test_notes_are_a_table(full_service: Service, tmp_path: Path, form: str, ending: str) -> None:
    """Only when asked for, with the columns of the data dictionary. Broken by leaving out labels."""
    games = [annotated(full_service, table) for table in WIDEST]
    log = ("--format", form, "--database", f"sqlite:///{tmp_path / 'log.db'}")
    assert run("export", "--all", tmp_path / "without", *log).exit_code == 0
    assert not (tmp_path / "without" / f"notes.{ending}").exists()
    done = run("export", "--all", tmp_path / "tables", "--with-notes", *log)
    assert (done.exit_code, done.output) == (0, "")
    path = tmp_path / "tables" / f"notes.{ending}"
    names = [*TABLES["notes"]]
    rows: list[dict[str, Any]]
    match form:
        case "parquet":
            frame = pl.read_parquet(path)
            assert frame.schema == types(TABLES["notes"])
            rows = frame.to_dicts()
        case "csv":
            with path.open(encoding="utf-8-sig", newline="") as file:
                header, *cells = csv.reader(file, strict=True)
            assert header == names
            rows = [dict(zip(header, row, strict=True)) for row in cells]
        case _:
            rows = [json.decode(line) for line in path.read_bytes().splitlines()]
            assert {tuple(row) for row in rows} == {tuple(names)}
    mark, none = ("'", "") if form == "csv" else ("", None)
    expected: list[tuple[Any, ...]] = []
    for game in games:
        for note in full_service.store.notes(game.id):
            text = note.text and (mark if note.text.startswith("=") else "") + note.text
            expected.append((game.ruleset, str(note.version), "note", text or none, note.visible_to))
        expected.append((game.ruleset, "1", "label", f"{mark}=first try", "all"))
    found = [(row["ruleset"], str(row["version"]), row["kind"], row["text"], row["visible_to"]) for row in rows]
    assert found == expected
    assert [str(row["seat"] or "") for row in rows[:3]] == ["", "1", "1"]


def test_a_command_takes_notes_along_when_asked(full_service: Service, tmp_path: Path) -> None:
    """To a file and into another log, or as text. Broken by handing the option to tables alone."""
    game = annotated(full_service)
    here, there = (f"sqlite:///{tmp_path / name}" for name in ("log.db", "there.db"))
    asked = run("export", "--all", tmp_path / "games.jsonl", "--with-notes", "--database", here)
    assert (asked.exit_code, asked.output) == (0, "")
    assert (tmp_path / "games.jsonl").read_bytes() == exported(full_service.store)
    assert run("import", tmp_path / "games.jsonl", "--database", there).exit_code == 0
    with Store.open(there) as store:
        assert store.notes(game.id) == full_service.store.notes(game.id)
    assert run("export", "latest", "--database", here).stdout_bytes == exported(full_service.store, notes=False)
    text = ("export", "latest", "--format", "text", "--database", here)
    assert "Note of Ada: mine" in run(*text, "--with-notes").stdout
    assert "mine" not in run(*text).stdout
