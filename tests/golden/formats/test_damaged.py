"""Old files that are cut, of a format that this program does not know, or with events that nobody knows.

Each is an error of its own that names game, version or line, and the other games are imported, opened and recorded.
"""

from __future__ import annotations

import io
import lzma
import sqlite3
from contextlib import closing
from itertools import accumulate
from typing import TYPE_CHECKING

import pytest

from api.app import create_app
from api.recording.importing import Importer
from api.recording.verify import all_findings
from api.service import Service, installed_rulesets
from api.settings import Settings
from events import Damaged, Store
from tests.api.client import Client
from tests.golden.formats import FORMATS, Format

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from api.recording.importing import GameImport

EACH_FORMAT = pytest.mark.parametrize("written", FORMATS, ids=lambda each: f"format-{each.number}")


def service_over(store: Store, folder: Path) -> Service:
    return Service.over(store, Settings.read({}, lake=str(folder / "lake")), installed_rulesets())


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Service]:
    """A service over a new log."""
    with Store.open(f"sqlite:///{tmp_path / 'new.sqlite3'}", synchronous="NORMAL") as store:
        yield service_over(store, tmp_path)


def exported(written: Format) -> list[bytes]:
    return lzma.decompress(written.export.read_bytes()).splitlines(keepends=True)


def headers(lines: list[bytes]) -> list[int]:
    """Where the games of a file begin."""
    return [number for number, line in enumerate(lines) if line.startswith(b'{"format"')]


def import_into(service: Service, data: bytes) -> list[GameImport]:
    return list(Importer(service.library).games(io.BytesIO(data)))


@EACH_FORMAT
@pytest.mark.parametrize("part", [1, 3, 5, 7, 9])
def test_a_file_that_is_cut(empty: Service, written: Format, part: int) -> None:
    """In the middle of a line or between two. The games before are imported; the whole file brings the rest."""
    lines = exported(written)
    data = b"".join(lines)
    at = len(data) * part // 10
    whole = sum(end <= at for end in accumulate(map(len, lines)))
    begun = [number for number in headers(lines) if number < whole]
    *imported, cut = import_into(empty, data[:at])
    assert [taken.fault for taken in imported if taken.fault] == []
    assert cut.fault is not None
    assert (cut.fault.slug, cut.line) in {("invalid-game-file", begun[-1] + 1), ("chain-broken", begun[-1] + 1)}
    assert cut.fault.line in (whole, whole + 1)
    assert len(list(empty.store.all_game_ids())) == len(begun) - 1
    assert [taken.fault for taken in import_into(empty, data) if taken.fault] == []
    assert len(list(empty.store.all_game_ids())) == len(headers(lines))
    assert list(all_findings(empty.library, empty.store.verification())) == []


@EACH_FORMAT
def test_a_game_in_a_newer_format(empty: Service, written: Format) -> None:
    """Both versions are named, and what to do; the other games of the file are imported."""
    lines = exported(written)
    third = headers(lines)[2]
    lines[third] = lines[third].replace(b'"format_version":1', b'"format_version":99')
    taken = import_into(empty, b"".join(lines))
    (fault,) = [each.fault for each in taken if each.fault]
    assert (fault.slug, fault.line) == ("unsupported-format", third + 1)
    assert "tabletale.game 99; this program reads tabletale.game 1" in fault.detail
    assert "with a newer one" in fault.next_step
    assert len(list(empty.store.all_game_ids())) == len(headers(lines)) - 1


@pytest.fixture
def log(tmp_path: Path, written: Format) -> Path:
    """The log of a format, whose triggers do not hold off who writes past the program."""
    path = tmp_path / "log.sqlite3"
    path.write_bytes(lzma.decompress(written.log.read_bytes()))
    return path


@EACH_FORMAT
@pytest.mark.parametrize("part", [1, 4, 7])
def test_a_log_that_is_cut(log: Path, part: int, tmp_path: Path) -> None:
    """No byte of it is taken for something else: it does not open, or what is lost is named."""
    data = log.read_bytes()
    log.write_bytes(data[: len(data) * part // 10])
    try:
        with Store.open(f"sqlite:///{log}") as store:
            sound = not any(all_findings(service_over(store, tmp_path).library, store.verification()))
    except Damaged:
        sound = False
    assert not sound


@EACH_FORMAT
@pytest.mark.parametrize(
    ("column", "stored"), [("effects", '[{"type":"Teleported"}]'), ("action", '{"type":"Teleport"}')]
)
def test_an_event_of_a_type_that_nobody_knows(
    log: Path, written: Format, column: str, stored: str, tmp_path: Path
) -> None:
    """Its game answers with a problem that names it, and `verify` finds it; the others are shown and go on."""
    broken, game = next((id, game) for id, game in written.games().items() if game.status == "finished")
    change_event(log, broken, 5, column, stored)
    with Store.open(f"sqlite:///{log}") as store:
        service = service_over(store, tmp_path)
        client = Client(create_app(service))
        answer = client.get(f"/v1/games/{broken}/events")
        assert answer.status_code == 503, answer.json
        assert f"Game {broken} cannot be read: version 5 is not an event of {game.ruleset}" in answer.json["detail"]
        assert answer.json["next_step"]
        assert {str(finding.game) for finding in all_findings(service.library, store.verification())} == {broken}
        for id in written.games().keys() - {broken}:
            assert client.get(f"/v1/games/{id}").status_code == 200
            assert client.get(f"/v1/games/{id}/events").status_code == 200


def change_event(log: Path, game: str, version: int, column: str, stored: str) -> None:
    """Write over an event, as the owner of the file can."""
    with closing(sqlite3.connect(log)) as database, database:
        for (trigger,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            database.execute(f"DROP TRIGGER {trigger}")
        where = "lower(hex(game_id)) = ? AND version = ?"
        done = database.execute(
            f"UPDATE events SET {column} = ? WHERE {where}", [stored, game.replace("-", ""), version]
        )
        assert done.rowcount == 1
