"""Bits of stored values flip, and rows are swapped, deleted or duplicated: does `verify` find what its page promises?

Each change is made in a copy of a small log of recorded games without its triggers, as a bad disk or its owner could.
What docs/verify.md promises to find must be found; in any case `verify` must end, with no other error than `Damaged`.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection

from api.recording.verify import all_findings
from api.service import Service
from api.settings import Settings
from events import Damaged, Event, NewNote, Store, UndoRequest
from events.tables import metadata
from rulesets.heros_crossing_tactics import RULESET
from tests.events.build import asks
from tests.projections.conftest import new_game, play

GAMES, ACTIONS = 2, 14
APPEND = "append"
"""The key of a request that led to an event."""
WORD = 63
"""Bits of a number that may flip."""


class ChangeResult(msgspec.Struct):
    """The result of the changes of one kind."""

    kind: str
    changes: int = 0
    found: int = 0
    unpromised: int = 0
    """Not found, and not promised to be found."""
    same: int = 0
    """The database refused the change, or the row is the same as before."""
    wrong: list[str] = msgspec.field(default_factory=list)

    def summary(self) -> str:
        return f"{self.changes} changes, {self.found} found, {self.unpromised} not promised, {self.same} refused"


def recorded(path: Path) -> None:
    """A log with something in each table."""
    url = f"sqlite:///{path}"
    with Store.open(url, synchronous="NORMAL") as store:
        service = Service.over(store, Settings.read({}, database_url=url), {RULESET.name: RULESET})
        recorder = service.recorder
        for n in range(GAMES):
            game = play(recorder, new_game(recorder), ACTIONS, seed=n)
            game = recorder.undo(game.id, to="-3", request=asks(game.id, APPEND)).game
            game = play(recorder, game, 4, seed=n + 9)
            store.add_note(game.id, NewNote(version=3, seat=1, text="well done"), request=asks(game.id, "note"))
            store.label_line(game.id, 1, "another try", request=asks(game.id, "label"))
            undo_request = UndoRequest(game_id=game.id, number=0, version=game.version, seat=2, to=game.version - 2)
            store.request_undo(undo_request, request=asks(game.id, "undo"))
            store.update_game(game.id, tags=("club",), name="final")
        store.follower("tests", unreadable).catch_up()
        store.merge_players(store.create_player("Anne").id, store.players()[0].id)
    with closing(sqlite3.connect(path)) as log, log:
        for (name,) in log.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
            log.execute(f"DROP TRIGGER {name}")
        log.execute("PRAGMA journal_mode = DELETE")


def unreadable(_connection: Connection, _build: int, event: Event) -> None:
    """A follower that cannot read any game."""
    if event.version > 1:
        raise ValueError


class Log:
    """The undamaged log, and a damaged copy of it."""

    def __init__(self, folder: Path) -> None:
        self.sound, self.broken = folder / "sound", folder / "broken"
        recorded(self.sound)
        with closing(sqlite3.connect(self.sound)) as log:
            self.rows: dict[str, list[tuple[Any, ...]]] = {
                table.name: log.execute(f"SELECT * FROM {table.name}").fetchall() for table in metadata.sorted_tables
            }
            self.names = {table: [row[1] for row in log.execute(f"PRAGMA table_info({table})")] for table in self.rows}
        self.keys = {table.name: [column.name for column in table.primary_key] for table in metadata.sorted_tables}
        shutil.copy(self.sound, self.broken)
        if findings := self.findings():
            raise AssertionError(f"the undamaged log has faults: {findings}")

    def change(self, *statements: tuple[str, Sequence[Any]]) -> bool:
        """Damage a copy; return whether it differs now."""
        for suffix in ("-wal", "-shm"):
            Path(f"{self.broken}{suffix}").unlink(missing_ok=True)
        shutil.copy(self.sound, self.broken)
        with closing(sqlite3.connect(self.broken)) as log:
            log.execute("PRAGMA synchronous = OFF")
            log.execute("PRAGMA ignore_check_constraints = ON")
            before = log.total_changes
            try:
                with log:
                    for statement, values in statements:
                        log.execute(statement, values)
            except sqlite3.IntegrityError:
                return False
            return log.total_changes > before

    def findings(self) -> list[str]:
        """The findings of `verify` in the copy."""
        url = f"sqlite:///{self.broken}"
        try:
            with Store.open(url, synchronous="NORMAL") as store:
                service = Service.over(store, Settings.read({}, database_url=url), {RULESET.name: RULESET})
                found = all_findings(service.library, store.verification())
                return [finding.detail for finding in found if finding.kind != "quarantined"]
        except Damaged as error:
            return [str(error)]

    def where(self, table: str, row: Sequence[Any]) -> tuple[str, list[Any]]:
        """The condition that selects one row."""
        named = dict(zip(self.names[table], row, strict=True))
        keys = self.keys[table]
        return " AND ".join(f'"{key}" = ?' for key in keys), [named[key] for key in keys]


class Flip(NamedTuple):
    """One bit of one value."""

    table: str
    column: str
    row: dict[str, Any]
    was: Any
    now: Any


ANY = "any"
OF_EVENTS = (
    *(
        "id",
        "ruleset",
        "ruleset_version",
        "component_set",
        "chance",
        "undo",
        "created_at",
        "finished_at",
        "forked_from",
    ),
    *("version", "last_hash", "head", "status", "round", "turn", "waiting_for", "standing", "result", "tainted"),
)
"""The columns of a game's row that follow from its events; the tip does too, with an exception."""

PROMISED: dict[str, dict[str, str] | str] = {
    "events": ANY,
    "chance_keys": ANY,
    "games": dict.fromkeys(OF_EVENTS, ANY),
    "component_sets": {"hash": ANY, "document": ANY},
    "seats": {"game_id": ANY, "seat": ANY},
    "notes": {"game_id": ANY, "version": "version", "seat": "seat"},
    "line_labels": {"game_id": ANY, "line": "version"},
    "undo_requests": {"game_id": ANY, "version": "version", "seat": "seat", "target": "version"},
    "followers": {"position": ANY, "hash": ANY},
    "parked": {"game_id": ANY},
    "requests": {"game_id": ANY, "first": "append", "last": "append", "recorded_at": "append"},
}
"""What docs/verify.md promises to find, by table and column: any change; a change to a version or seat that does not
exist; or a change of a request that led to events."""


def is_promised(flip: Flip, versions: dict[bytes, int]) -> bool:
    rules = PROMISED.get(flip.table, {})
    rule = rules if isinstance(rules, str) else rules.get(flip.column)
    if rule in ("version", "seat"):
        last = versions[flip.row["game_id"]] if rule == "version" else 2
        return not 1 <= flip.now <= last
    if rule == "append":
        return bool(flip.row["key"] == APPEND)
    return rule == ANY


def flipped(value: Any, rng: Random) -> Any:
    """The value with one bit flipped."""
    if isinstance(value, int):
        return value ^ (1 << rng.randrange(WORD))
    raw = bytearray(value.encode() if isinstance(value, str) else value)
    raw[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
    return bytes(raw)


def flips(log: Log, count: int, seed: int = 1) -> list[ChangeResult]:
    """Flip bits, equally often in each table, in all of its columns."""
    rng = Random(seed)
    versions = {row[0]: row[log.names["games"].index("version")] for row in log.rows["games"]}
    tables = [table for table, rows in log.rows.items() if rows]
    results = {table: ChangeResult(table) for table in tables}
    for n in range(count):
        table = tables[n % len(tables)]
        row = rng.choice(log.rows[table])
        named = dict(zip(log.names[table], row, strict=True))
        column = rng.choice([name for name, value in named.items() if value not in (None, "", b"")])
        flip = Flip(table, column, named, named[column], flipped(named[column], rng))
        where, key = log.where(table, row)
        written = "CAST(? AS TEXT)" if isinstance(flip.was, str) else "?"
        change = (f'UPDATE {table} SET "{column}" = {written} WHERE {where}', [flip.now, *key])
        what = f"{table}.{column}, {flip.was!r:.60} became {flip.now!r:.60}"
        _judge(log, results[table], what, is_promised(flip, versions), change)
    return [*results.values()]


def _judge(log: Log, results: ChangeResult, what: str, promised: bool, *change: tuple[str, Sequence[Any]]) -> None:
    results.changes += 1
    if not log.change(*change):
        results.same += 1
        return
    try:
        findings = log.findings()
    except Exception as error:
        results.wrong.append(f"{what}: {type(error).__name__}: {error}")
        return
    results.found += bool(findings)
    if not findings and promised:
        results.wrong.append(f"{what}: not found")
    elif not findings:
        results.unpromised += 1


# --- whole rows


def dropped(log: Log, table: str, rng: Random) -> Sequence[tuple[str, Sequence[Any]]]:
    where, key = log.where(table, rng.choice(log.rows[table]))
    return [(f"DELETE FROM {table} WHERE {where}", key)]


def doubled(log: Log, table: str, rng: Random) -> Sequence[tuple[str, Sequence[Any]]]:
    """Duplicate a row with the next version, seat or position, or with another id."""
    row = rng.choice(log.rows[table])
    named = dict(zip(log.names[table], row, strict=True))
    for column in {"events": ("version", "position"), "seats": ("seat",)}.get(table, ()):
        at = log.names[table].index(column)
        named[column] = max(each[at] for each in log.rows[table]) + 1
    if table in ("games", "chance_keys"):
        named[log.keys[table][0]] = rng.randbytes(16)
    marks = ", ".join("?" * len(named))
    return [(f"INSERT INTO {table} VALUES ({marks})", [*named.values()])]


def swapped(log: Log, table: str, rng: Random) -> Sequence[tuple[str, Sequence[Any]]]:
    """Swap two rows, except for their keys."""
    one, other = rng.sample(log.rows[table], 2)
    others = [name for name in log.names[table] if name not in log.keys[table] and name != "position"]
    fields = ", ".join(f'"{name}" = ?' for name in others)
    at = [log.names[table].index(name) for name in others]
    if [one[n] for n in at] == [other[n] for n in at]:
        return []  # the chance keys of the tests are all equal
    return [
        (f"UPDATE {table} SET {fields} WHERE {where}", [*(source[n] for n in at), *key])
        for source, (where, key) in ((one, log.where(table, other)), (other, log.where(table, one)))
    ]


ROWS: dict[str, tuple[Callable[[Log, str, Random], Sequence[tuple[str, Sequence[Any]]]], tuple[str, ...]]] = {
    "dropped": (dropped, ("events", "events", "events", "games", "seats", "chance_keys")),
    "doubled": (doubled, ("events", "events", "events", "games", "seats", "chance_keys")),
    "swapped": (swapped, ("events", "events", "events", "games", "chance_keys")),
}
"""The changes of whole rows, and the tables in which all of them are promised to be found."""


def rows(log: Log, count: int, seed: int = 1) -> list[ChangeResult]:
    """Swap, delete and duplicate rows: all of it is promised to be found."""
    rng = Random(seed)
    results = {name: ChangeResult(f"rows {name}") for name in ROWS}
    for n in range(count):
        name = [*ROWS][n % len(ROWS)]
        act, tables = ROWS[name]
        table = rng.choice(tables)
        _judge(log, results[name], f"a row of {table}, {name}, seed {seed}, number {n}", True, *act(log, table, rng))
    return [*results.values()]
