"""Tables for notebooks and spreadsheets: `tabletale export --format parquet|csv|jsonl-flat`.

Each test names how it was seen to fail.
"""

from __future__ import annotations

import csv
import lzma
import os
import re
import sqlite3
from contextlib import closing
from fcntl import F_SETPIPE_SZ, fcntl
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest
from click.testing import CliRunner, Result
from msgspec import json
from polars.testing import assert_frame_equal

from analytics import Lake, export, game_tables, table_files
from analytics import run as statistic
from analytics.columns import TABLES, types
from api.cli import tabletale
from api.recording.fork import WhatIf
from api.service import Service, installed_rulesets
from events import Store
from projections import Tree
from tests import forked
from tests.golden.formats import FORMATS
from tests.tables import WIDEST, Table, recorded

if TYPE_CHECKING:
    from collections.abc import Iterator

DOCS = Path(__file__).parents[2] / "docs"
ENDINGS = {"parquet": "parquet", "csv": "csv", "jsonl-flat": "jsonl"}
WITHOUT_NOTES = [name for name in TABLES if name != "notes"]
ODD_NAMES = [
    "=1+1",
    "+49 40",
    "-2",
    "@SUM(A1)",
    "\t=1",
    "＝1",
    "'=1+1",
    "O'Hara",
    'say "hi", Ben',
    "two\r\nlines",
    "🎲 é",
]
ENTERED = {"games": ("name", "place", "tags"), "seats": ("tags",), "events": ("by",), "facts": ("tags",)}
SHOWN = ["'=1+1", "'+49 40", "'-2", "'@SUM(A1)", "'\t=1", "'＝1", "''=1+1", *ODD_NAMES[7:]]


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(tabletale, ["export", *map(str, arguments)])


@pytest.fixture(scope="module")
def golden(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log of games of all rulesets that were there when it was written, with all that can happen to a game."""
    log = tmp_path_factory.mktemp("golden") / "log.sqlite3"
    log.write_bytes(lzma.decompress(FORMATS[0].log.read_bytes()))
    return log


@pytest.fixture(scope="module")
def exported(golden: Path) -> dict[str, Path]:
    """Its tables, in each format."""
    folders = {form: golden.parent / form for form in ENDINGS}
    for form, folder in folders.items():
        done = run("--all", folder, "--format", form, "--database", f"sqlite:///{golden}")
        assert (done.exit_code, done.output) == (0, "")
    return folders


@pytest.fixture(scope="module")
def store(golden: Path) -> Iterator[Store]:
    with Store.open(f"sqlite:///{golden}") as store:
        yield store


def parquet(folder: Path) -> dict[str, pl.DataFrame]:
    return {path.stem: pl.read_parquet(path) for path in folder.iterdir()}


def cells(path: Path) -> list[list[str]]:
    """The rows of a CSV file, read as RFC 4180 says."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.reader(file, strict=True))


def objects(path: Path) -> list[dict[str, Any]]:
    return [json.decode(line) for line in path.read_bytes().splitlines()]


def column_of(path: Path, column: str) -> list[Any]:
    """The values of a column in a file of any format."""
    match path.suffix:
        case ".parquet":
            return pl.read_parquet(path)[column].to_list()
        case ".csv":
            header, *rows = cells(path)
            return [row[header.index(column)] for row in rows]
    return [row[column] for row in objects(path)]


# --- what stands in them


def test_the_columns_are_those_of_the_data_dictionary(exported: dict[str, Path]) -> None:
    """In each format, in order, and with those types; and games of all rulesets of the log stand in each table.

    Broken by renaming a column of a frame, and by writing a table's columns in another order.
    """
    page = (DOCS / "data-dictionary.md").read_text(encoding="utf-8")
    described = {
        name: re.findall(r"^\| `(\w+)` \| (\w+) \|", part, re.M)
        for name, part in (section.split("\n", 1) for section in page.split("\n## ")[1:])
    }
    assert [*described] == [*TABLES]
    rulesets = {game.ruleset for game in FORMATS[0].games().values()}
    for name, frame in parquet(exported["parquet"]).items():
        assert [(column, str(kind.base_type())) for column, kind in frame.schema.items()] == described[name]
        columns = [column for column, _ in described[name]]
        assert cells(exported["csv"] / f"{name}.csv")[0] == columns
        assert {tuple(row) for row in objects(exported["jsonl-flat"] / f"{name}.jsonl")} == {tuple(columns)}
        assert set(frame["ruleset"]) == rulesets


def test_all_formats_hold_the_same(exported: dict[str, Path]) -> None:
    """Broken by rounding times to milliseconds in CSV."""
    for form, ending in ENDINGS.items():
        assert sorted(path.name for path in exported[form].iterdir()) == sorted(f"{x}.{ending}" for x in WITHOUT_NOTES)
    for name, frame in parquet(exported["parquet"]).items():
        times = [column for column, kind in frame.schema.items() if kind == pl.Datetime]
        whole = frame.with_columns(pl.col(times).dt.strftime("%Y-%m-%dT%H:%M:%S%.6fZ"))
        assert objects(exported["jsonl-flat"] / f"{name}.jsonl") == whole.to_dicts()
        read = pl.read_csv(exported["csv"] / f"{name}.csv", schema=whole.schema)
        assert_frame_equal(read, whole)


def test_they_hold_every_game_in_any_state_and_every_event(exported: dict[str, Path], store: Store) -> None:
    """What-ifs, running, archived and abandoned games too; in the order in which they were created.

    Broken by leaving out what-ifs, and by telling markers as undone.
    """
    tables = parquet(exported["parquet"])
    games = [store.game(game_id) for game_id in store.all_game_ids()]
    rows = tables["games"]
    assert rows["game_uuid"].to_list() == [str(game.id) for game in games]
    assert set(rows["status"]) == {"running", "finished", "abandoned"}
    assert rows["forked_from"].to_list() == [game.forked_from and str(game.forked_from) for game in games]
    assert rows["name"].to_list() == [game.name for game in games]
    ids = dict(rows.select("game_uuid", "game_id").iter_rows())
    assert tables["seats"].select("game_id", "seat", "name").rows() == [
        (ids[str(game.id)], seated.seat, seated.name) for game in games for seated in game.seats
    ]
    found = tables["events"].rows_by_key("game_id", named=True)
    for game in games:
        events = [*store.events(game.id)]
        line = {*Tree.of(game, store.forks(game.id)).versions(game.summary.head)}
        for row, event in zip(found[ids[str(game.id)]], events, strict=True):
            same = ("position", "version", "parent", "kind", "seat", "by", "outcomes", "effects", "ruleset_version")
            assert [row[name] for name in same] == [getattr(event, name) for name in same]
            marks = event.kind in ("undo", "redo")
            assert row["action"] == (None if marks else event.action)
            assert row["type"] == (event.kind.capitalize() if marks else json.decode(event.action)["type"])
            assert row["undone"] == (event.version not in line and not marks)
    assert tables["events"]["undone"].any()


def test_facts_and_results_are_those_of_the_lake(exported: dict[str, Path], store: Store, tmp_path: Path) -> None:
    """Of each game that the lake holds; and `excluded` says why it does not hold the others.

    Broken by telling a third of running games, and by counting archived games.
    """
    lake, tables = Lake(tmp_path), parquet(exported["parquet"])
    done = export(store, installed_rulesets(), lake)
    checkpoint = lake.checkpoint()
    uuids = {uuid for part in checkpoint.parts for uuid in lake.read(part.games)["game_uuid"]}
    in_lake = tables["games"].filter(pl.col("game_uuid").is_in(uuids))
    assert in_lake.height == len(uuids) > 5
    for name in ("games", "seats", "facts"):
        columns = [column for column in types(TABLES[name]) if column in lake.read(getattr(checkpoint.parts[0], name))]
        read = [lake.read(getattr(part, name)).select(columns) for part in checkpoint.parts]
        kinds = {column: TABLES[name][column].type for column in columns}
        held = pl.concat([frame.cast(kinds) for frame in read])  # type: ignore[arg-type]
        mine = tables[name].join(in_lake, on="game_id", how="semi").select(columns)
        assert_frame_equal(mine, held, check_row_order=False)
        others = tables[name].join(in_lake, on="game_id", how="anti")
        assert others.height > 0
    assert tables["games"]["excluded"].drop_nulls().value_counts().sort("excluded").rows() == sorted(
        done.excluded.items()
    )


def test_a_running_game_has_no_result(full_service: Service, tmp_path: Path) -> None:
    """Neither winners nor ranks, and nothing of it lies in a third. Broken by taking its last event for its end."""
    recorded(full_service, WIDEST[0], most=8)
    tables = parquet(folder_of(tmp_path))
    (game,) = tables["games"].to_dicts()
    assert (game["status"], game["excluded"], game["events"]) == ("running", "unfinished", 9)
    assert [game[name] for name in ("winners", "end_reason", "ended_at", "finished_at")] == [None] * 4
    for table, columns in {
        "seats": ("rank", "win_share", "ended_at"),
        "facts": ("third", "win_share", "ended_at"),
    }.items():
        assert tables[table].select(columns).unique().rows() == [(None, None, None)]
    assert tables["facts"]["decision_no"].max() is not None


def folder_of(tmp_path: Path, form: str = "parquet", *more: str) -> Path:
    """The tables of the log of `full_service`."""
    folder = tmp_path / "tables"
    done = run("--all", folder, "--format", form, "--database", f"sqlite:///{tmp_path / 'log.db'}", *more)
    assert (done.exit_code, done.output) == (0, "")
    return folder


def test_one_game_may_be_exported(full_service: Service, tmp_path: Path) -> None:
    """Broken by exporting all games nevertheless."""
    games = [recorded(full_service, WIDEST[0], seed=seed, most=5) for seed in (1, 2)]
    folder = tmp_path / "one"
    done = run(str(games[0].id), folder, "--format", "parquet", "--database", f"sqlite:///{tmp_path / 'log.db'}")
    assert done.exit_code == 0, done.output
    assert parquet(folder)["games"]["game_uuid"].to_list() == [str(games[0].id)]
    assert parquet(folder)["events"].height == games[0].version


@pytest.mark.parametrize("form", ENDINGS)
def test_an_empty_log_has_tables_without_rows(full_service: Service, tmp_path: Path, form: str) -> None:
    """A CSV file has its header. Broken by writing only tables that have rows."""
    folder = folder_of(tmp_path, form)
    for name in WITHOUT_NOTES:
        path = folder / f"{name}.{ENDINGS[form]}"
        match form:
            case "parquet":
                assert pl.read_parquet(path).schema == types(TABLES[name])
            case "csv":
                assert cells(path) == [[*TABLES[name]]]
            case _:
                assert path.read_bytes() == b""


# --- spreadsheets


def test_nothing_that_a_person_typed_is_a_formula(full_service: Service, tmp_path: Path) -> None:
    """It gets an apostrophe in CSV, which can be taken off again; other formats have it as it was typed.

    Broken by marking names only, and by not marking what begins with the mark.
    """
    store = full_service.store
    for number, text in enumerate(ODD_NAMES):
        game = recorded(full_service, WIDEST[0], seed=number, most=3)
        store.update_game(game.id, name=text, place=text, tags=(text,))
        assert game.seats[0].player
    store.rename_player(store.players()[0].id, "=cmd|' /C calc'!A0")
    damage(tmp_path, "UPDATE events SET by = (SELECT name FROM games WHERE id = game_id)")
    folder = folder_of(tmp_path, "csv")
    for name in WITHOUT_NOTES:
        header, *rows = cells(folder / f"{name}.csv")
        for column in ENTERED[name]:
            at = header.index(column)
            assert list(dict.fromkeys(row[at] for row in rows)) == SHOWN
        assert (folder / f"{name}.csv").read_bytes().startswith(b"\xef\xbb\xbf")
    header, *seats = cells(folder / "seats.csv")
    assert "'=cmd|' /C calc'!A0" in {row[header.index("name")] for row in seats}
    assert [text.removeprefix("'") if re.match(r"'[=+\-@\t＝']", text) else text for text in SHOWN] == ODD_NAMES
    data = (folder / "games.csv").read_bytes()
    assert data.count(b"\r\n") == len(ODD_NAMES) + 4  # three are in a name, a place and a tag
    assert data.endswith(b"\r\n")


# --- games that cannot be read


def damage(tmp_path: Path, *statements: str) -> None:
    """Write over the log of `full_service`, as nothing but a damaged disk would."""
    with closing(sqlite3.connect(tmp_path / "log.db")) as log, log:
        for (trigger,) in log.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            log.execute(f"DROP TRIGGER {trigger}")
        for statement in statements:
            log.execute(statement)


@pytest.mark.parametrize("form", ENDINGS)
def test_games_that_cannot_be_read_are_left_out_and_named(full_service: Service, tmp_path: Path, form: str) -> None:
    """All else is written, and the command fails, as it does with every format.

    Broken by adding the row of a game before its events are read.
    """
    games = [recorded(full_service, WIDEST[n % 2], seed=n, most=6) for n in range(6)]
    ids = [f"x'{game.id.hex}'" for game in games]
    damage(
        tmp_path,
        f"UPDATE games SET ruleset = 'gone' WHERE id = {ids[0]}",
        f"UPDATE games SET ruleset_version = 9 WHERE id = {ids[1]}",
        f'UPDATE events SET effects = \'[{{"type":"Nothing"}}]\' WHERE game_id = {ids[2]} AND version = 6',
        f"DELETE FROM events WHERE game_id = {ids[3]} AND version = 4",
        f"UPDATE games SET status = 'finished' WHERE id = {ids[4]}",
    )
    folder = tmp_path / "tables"
    done = run("--all", folder, "--format", form, "--database", f"sqlite:///{tmp_path / 'log.db'}")
    assert done.exit_code == 1
    assert [str(game.id) in done.output for game in games] == [True] * 5 + [False]
    uuids = column_of(folder / f"games.{ENDINGS[form]}", "game_uuid")
    assert uuids == [str(games[5].id)]
    assert {len(set(column_of(folder / f"{name}.{ENDINGS[form]}", "game_id"))) for name in WITHOUT_NOTES} == {1}
    one = run(str(games[2].id), tmp_path / "one", "--format", form, "--database", f"sqlite:///{tmp_path / 'log.db'}")
    assert one.exit_code == 1
    assert str(games[2].id) in one.output
    assert not (tmp_path / "one").exists()


# --- the folder


def left(tmp_path: Path) -> list[str]:
    return sorted(path.name for path in tmp_path.iterdir() if not path.name.startswith("log.db"))


def test_a_folder_is_new_or_empty(full_service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Anything else is refused in a line that says what to do, and nothing is changed.

    Broken by writing into a folder that has files.
    """
    log = ("--format", "csv", "--database", f"sqlite:///{tmp_path / 'log.db'}")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").write_text("mine")
    (tmp_path / "file").write_text("mine")
    (tmp_path / "here").mkdir()
    (tmp_path / "empty").mkdir()
    before = left(tmp_path)
    monkeypatch.chdir(tmp_path / "here")
    for name, code, why in (
        (str(tmp_path / "full"), 1, "it is not empty; name a new folder, or an empty one."),
        (str(tmp_path / "file"), 1, "it is a file; name a new folder."),
        (str(tmp_path / "no" / "where"), 1, "make it first."),
        (".", 1, "it is the folder that you are in; name a new one."),
        ("-", 2, "name a new folder for them."),
    ):
        done = run("--all", name, *log)
        assert (done.exit_code, done.output.splitlines()[-1].endswith(why)) == (code, True), done.output
    assert run("--all", *log).exit_code == 2
    assert left(tmp_path) == before
    assert (tmp_path / "full" / "mine.txt").read_text() == "mine"
    for name in ("empty", "new"):
        assert run("--all", tmp_path / name, *log).exit_code == 0
        assert len([*(tmp_path / name).iterdir()]) == 4
    assert left(tmp_path) == sorted([*before, "new"])


@pytest.mark.parametrize("form", ENDINGS)
@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_nothing_half_written_stays(
    full_service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str, error: BaseException
) -> None:
    """An error while parts are written, while a file is made of them, or at the end leaves nothing behind.

    Broken by naming the folder before its files are written.
    """
    recorded(full_service, WIDEST[0], most=5)

    def fail(*_arguments: object) -> None:
        raise error

    before = left(tmp_path)
    broken = table_files.TableFormat(ENDINGS[form], fail)
    for owner, name, value in (
        (table_files.TableFiles, "add", fail),
        (table_files.FORMATS, form, broken),
        (os, "replace", fail),
    ):
        with monkeypatch.context() as patch:
            patch.setitem(owner, name, value) if isinstance(owner, dict) else patch.setattr(owner, name, value)
            done = run("--all", tmp_path / "new", "--format", form, "--database", f"sqlite:///{tmp_path / 'log.db'}")
        assert done.exit_code == 1
        assert "Traceback" not in done.output
        assert left(tmp_path) == before
    if isinstance(error, OSError):
        assert done.output == f"Error: {tmp_path / 'new'} cannot be written: No space left on device.\n"


@pytest.mark.parametrize("form", ["jsonl", "text"])
def test_a_file_that_cannot_be_written_is_a_line_too(full_service: Service, tmp_path: Path, form: str) -> None:
    """Broken by ending with a traceback."""
    done = run("--all", tmp_path / "no" / "file", "--format", form, "--database", f"sqlite:///{tmp_path / 'log.db'}")
    assert done.exit_code == 1
    assert done.output == f"Error: {tmp_path / 'no' / 'file'} cannot be written: No such file or directory.\n"


LIMITED = """
import resource, sys
from api.cli import main
resource.setrlimit(resource.RLIMIT_FSIZE, (48 << 10, 48 << 10))
main(sys.argv[1:])
"""


@pytest.mark.parametrize("form", ["jsonl", "text", *ENDINGS])
def test_a_full_disk_leaves_nothing(golden: Path, tmp_path: Path, form: str) -> None:
    """Neither a part of a file nor one with another name. Broken by closing a file before it may be deleted."""
    to = ("--all", tmp_path / "new", "--format", form, "--database", f"sqlite:///{golden}")
    done = forked.run(LIMITED, "export", *to)
    assert done.returncode == 1
    assert re.fullmatch(r"Error: .*/new cannot be written: .*File too large.*\.\n", done.stderr)
    assert left(tmp_path) == []


KILLED = """
import os, sys
from analytics import table_files
from api.cli import main
write = table_files.TableFiles.write
table_files.TableFiles.write = lambda files: (write(files), os.kill(os.getpid(), 9))
main(sys.argv[1:])
"""


def test_a_killed_export_has_no_folder(golden: Path, tmp_path: Path) -> None:
    """Even if all files are written; the next export to that folder is whole. Broken by writing into the folder."""
    to = ("--all", tmp_path / "new", "--format", "csv", "--database", f"sqlite:///{golden}")
    done = forked.run(KILLED, "export", *to)
    assert done.returncode == -9
    (name,) = left(tmp_path)
    assert re.fullmatch(r"\.new\.[0-9a-f]+\.tmp", name)
    assert run(*to).exit_code == 0
    assert {*left(tmp_path)} == {name, "new"}
    assert len([*(tmp_path / "new").iterdir()]) == 4


def test_a_file_is_replaced_as_a_whole_and_a_pipe_is_written(full_service: Service, tmp_path: Path) -> None:
    """A file that others may not read stays so. Broken by writing into the file that is there, and by its new mode."""
    recorded(full_service, WIDEST[0], most=5)
    log = ("--database", f"sqlite:///{tmp_path / 'log.db'}")
    file = tmp_path / "games.jsonl"
    file.write_text("older")
    file.chmod(0o600)
    with file.open() as reading:
        assert run("--all", file, *log).exit_code == 0
        assert reading.read() == "older"
    assert (file.stat().st_mode & 0o777, file.read_bytes()) == (0o600, run("--all", *log).stdout_bytes)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    end = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    fcntl(end, F_SETPIPE_SZ, 1 << 20)
    assert run("--all", pipe, *log).exit_code == 0
    assert os.read(end, 1 << 20) == file.read_bytes()
    os.close(end)
    assert pipe.is_fifo()
    done = run("--all", tmp_path, *log)
    assert done.output == f"Error: {tmp_path} cannot be written: Is a directory.\n"


# --- the guide


def test_the_guide_counts_wins_as_the_statistic_does(
    full_service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its example, typed into a notebook, tells what `tabletale statistics` tells of the same log.

    Broken by counting what-ifs.
    """
    ruleset = "heros_crossing_tactics"
    for seed in range(6):
        game = recorded(full_service, Table(ruleset, 2), seed=seed, most=1_000)
        full_service.recorder.fork(game.id, WhatIf(at="5", chance="server"))
    recorded(full_service, Table(ruleset, 2), seed=9, most=5)
    folder_of(tmp_path)
    page = (DOCS / "transfer.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", page, re.S)
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    exec(example, names)
    lake = Lake(tmp_path / "lake")
    export(full_service.store, full_service.rulesets, lake)
    counted = statistic(lake, "win_rate_by_seat", {"ruleset": ruleset, "min_n": 1}).rows
    expected = counted.select("seat", "n", win_rate="value")
    assert_frame_equal(names["wins"].select("seat", "n", "win_rate"), expected, check_dtypes=False)
    assert counted["n"].to_list() == [6, 6]


# --- size


def test_what_is_held_does_not_grow_with_the_log(
    golden: Path, exported: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games are written in parts of about the same size, and the files are those of one part.

    Broken by gathering all games, by keeping those that were taken, and by sorting each part by ruleset.
    """
    heights: list[int] = []
    add = table_files.TableFiles.add

    def watched(files: table_files.TableFiles, tables: Any) -> None:
        heights.append(tables["facts"].height)
        add(files, tables)

    whole = parquet(exported["parquet"])
    monkeypatch.setattr(game_tables, "MANY_FACTS", 1_000)
    monkeypatch.setattr(table_files.TableFiles, "add", watched)
    done = run("--all", tmp_path / "new", "--format", "parquet", "--database", f"sqlite:///{golden}")
    assert done.exit_code == 0, done.output
    largest = whole["facts"]["game_id"].value_counts()["count"].max()
    assert len(heights) > 5
    assert max(heights) < 1_000 + largest  # type: ignore[operator]
    _empty, *full, _last = heights
    assert min(full) >= 1_000
    for name, frame in parquet(tmp_path / "new").items():
        assert_frame_equal(frame, whole[name])


def test_long_texts_of_events_make_a_part_too(golden: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Broken by counting facts alone."""
    takes: list[int] = []
    take = game_tables.GameTables.take

    def watched(tables: game_tables.GameTables) -> Any:
        takes.append(1)
        return take(tables)

    monkeypatch.setattr(game_tables, "MANY_BYTES", 20_000)
    monkeypatch.setattr(game_tables.GameTables, "take", watched)
    assert run("--all", tmp_path / "x", "--format", "parquet", "--database", f"sqlite:///{golden}").exit_code == 0
    assert len(takes) > 10
