"""Other programs read the lake: docs/lake.md is right, its queries give our figures, `tabletale lake sql` runs SQL."""

from __future__ import annotations

import csv
import io
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb
import msgspec
import polars as pl
import pytest
from click.testing import CliRunner

from analytics import Checkpoint, Lake, export, run
from analytics.lake import CHECKPOINT, File, Part
from analytics.lake_columns import ABOUT, TABLES
from analytics.schema import COLUMNS, SCHEMA_VERSION, SORTED_BY, to_words
from analytics.sql import connect, statements
from api import docs
from api.cli import tabletale
from tests.analytics.made import NOON, make_lake
from tests.analytics.toy import RULESETS

if TYPE_CHECKING:
    from click.testing import Result

    from tests.analytics.conftest import Table

PAGE = Path(__file__).parents[2] / "docs" / "lake.md"
RULESET = "heros_crossing_tactics"
GAME = "1 dig r1, 2 sell +2, 1 sell"


def page() -> str:
    return PAGE.read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """The examples of the page in a language."""
    return re.findall(rf"```{language}\n(.*?)```", page(), re.S)


@pytest.fixture
def lake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Lake:
    """Games of two and three seats with shared wins, in three parts; and a part of an adjusted game."""
    seats = [
        {"game_id": game, "seat": seat, "seats": 2 + game % 2, "win_share": share}
        for game in range(1, 41)
        for seat, share in enumerate(_shares(game), 1)
    ]
    facts = [
        {"game_id": row["game_id"], "seat": row["seat"], "version": row["seat"], "type": kind, "category": "decision"}
        for row, kind in zip(seats, ["Attack", "Pass", "Attack"] * len(seats), strict=False)
    ]
    lake = make_lake(tmp_path / "lake", parts=3, ruleset=RULESET, seats=seats, facts=facts)
    checkpoint = lake.checkpoint()
    adjusted = make_lake(tmp_path / "other", ruleset=RULESET, seats=[seats[0] | {"game_id": 99, "win_share": 1.0}])
    (part,) = adjusted.checkpoint().parts
    files = {
        name: lake.write(name, to_words(adjusted.read(getattr(part, name)), name), RULESET, "2026-06", adjusted=True)
        for name in ("facts", "seats", "games", "holdings", "cards")
    }
    part = msgspec.structs.replace(part, adjusted=True, **files)
    lake.publish(msgspec.structs.replace(checkpoint, parts=(*checkpoint.parts, part)))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TABLETALE_LAKE", str(lake.folder))
    return lake


def _shares(game: int) -> list[float]:
    winners = {1 + game % 2, 1 + game * 7 % (2 + game % 2)}
    return [float(seat in winners) / len(winners) for seat in range(1, 3 + game % 2)]


def rates(lake: Lake) -> list[tuple[int, int, int, float]]:
    """Our win rates by seat."""
    rows = run(lake, "win_rate_by_seat", {"ruleset": RULESET, "min_n": 1}).rows
    return rows.select("seats", "seat", "n", "value").sort("seats", "seat").rows()


def sql(*arguments: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(tabletale, ["lake", "sql", *arguments], input=typed)


class TestPage:
    def test_its_columns_are_those_of_the_code(self) -> None:
        assert page() == docs.lake_page(page()), "run: python -m api.docs docs"
        assert TABLES.keys() == COLUMNS.keys() == ABOUT.keys() == SORTED_BY.keys()
        assert all(column.meaning.endswith(".") for columns in TABLES.values() for column in columns.values())

    @pytest.mark.parametrize("kind", [Checkpoint, Part, File])
    def test_it_names_every_field(self, kind: type[msgspec.Struct]) -> None:
        first_cells = " ".join(re.findall(r"^\| ([^|]+) \|", page(), re.M))
        assert all(f"`{field.encode_name}`" in first_cells for field in msgspec.structs.fields(kind))
        assert f"format: {SCHEMA_VERSION}." in page()

    def test_its_queries_give_our_win_rates(self, lake: Lake) -> None:
        setting, by_seat, by_action = blocks("sql")
        with duckdb.connect() as engine:
            engine.execute(setting)
            found = engine.execute(by_seat).fetchall()
            actions = engine.execute(by_action).fetchall()
        expected = rates(lake)
        assert [row[:3] for row in found] == [row[:3] for row in expected]
        assert [row[3] for row in found] == pytest.approx([row[3] for row in expected], rel=1e-12)
        mix = run(lake, "action_mix", {"ruleset": RULESET, "min_n": 1, "per": "game"}).rows
        assert dict(actions) == dict(mix.select("what", "count").iter_rows())

    def test_its_example_for_notebooks_gives_our_win_rates(self, lake: Lake) -> None:
        (code,) = blocks("python")
        names: dict[str, pl.LazyFrame] = {}
        exec(code, names)
        found = names["rates"].sort("seats", "seat").collect().rows()
        assert [row[3] for row in found] == pytest.approx([row[3] for row in rates(lake)], rel=1e-12)
        assert [row[:3] for row in found] == [row[:3] for row in rates(lake)]


class TestCommand:
    def test_views_have_the_files_of_the_checkpoint_alone(self, lake: Lake) -> None:
        """What nothing lists is not read; games with adjusted boards are marked."""
        lake.write("seats", to_words(lake.read(lake.checkpoint().parts[0].seats), "seats"), RULESET, "2026-06")
        found = sql("--csv", "SELECT seats, seat, count(*), avg(win_share) FROM seats WHERE NOT adjusted GROUP BY ALL")
        rows = sorted(tuple(map(float, row)) for row in list(csv.reader(io.StringIO(found.stdout)))[1:])
        assert rows == [pytest.approx(row) for row in rates(lake)]
        assert sql("SELECT count(*) AS n FROM seats WHERE adjusted").stdout == "n\n1\n"

    def test_views_have_all_columns_with_and_without_parts(self, lake: Lake, tmp_path: Path) -> None:
        """They have the same names and types in a lake that is empty."""
        with connect(lake) as full, connect(Lake(tmp_path / "none")) as empty:
            for name, columns in TABLES.items():
                described = [engine.execute(f"DESCRIBE {name}").fetchall() for engine in (full, empty)]
                own = [] if name == "exclusions" else ["ruleset", "month", "adjusted"]
                assert sorted(row[0] for row in described[0]) == sorted([*own, *columns])
                assert sorted(row[:2] for row in described[0]) == sorted(row[:2] for row in described[1])
                assert empty.execute(f"SELECT count(*) FROM {name}").fetchall() == [(0,)]

    def test_a_lake_of_a_log(self, table: Table) -> None:
        """Real rows, with times, lists and games that do not count."""
        table.play(GAME)
        table.play(GAME, won=None)
        table.play(GAME, adjusted=True)
        table.export()
        with connect(table.lake) as engine:
            assert engine.execute("SELECT reason, players FROM exclusions ORDER BY reason").fetchall() == [
                *[("adjusted", []), ("unfinished", [])]
            ]
            assert engine.execute("SELECT adjusted, month, count(*) FROM games GROUP BY ALL ORDER BY 1").fetchall() == [
                *[(False, "2026-06", 1), (True, "2026-06", 1)]
            ]
            (at,) = engine.execute("SELECT epoch_us(min(started_at)) FROM games").fetchall()
            assert at == (NOON,)

    def test_statements_come_from_the_standard_input(self, lake: Lake) -> None:
        typed = "CREATE TABLE t AS\nSELECT 1 AS a;\n\nINSERT INTO t VALUES (2); \nSELECT sum(a) AS s\nFROM t"
        assert sql(typed=typed).stdout.splitlines()[-2:] == ["s", "3"]
        assert list(statements(["SELECT ';' AS a,\n", "1;\n", "\n"])) == ["SELECT ';' AS a,\n1;\n"]
        assert sql(typed="").stdout == ""

    @pytest.mark.parametrize("typed", [False, True])
    def test_a_mistake_is_told(self, lake: Lake, typed: bool) -> None:
        mistake = "SELECT colour FROM seats"
        found = sql(typed=mistake) if typed else sql(mistake)
        assert (found.exit_code, found.stdout) == (1, "")
        assert "colour" in found.stderr

    def test_text_is_printed_as_it_is(self, lake: Lake) -> None:
        """CSV quotes what has to be; nothing is lost."""
        found = sql("--csv", "SELECT 'a,\"b\"\n\N{GAME DIE}' AS t, NULL AS nothing, [1, 2] AS list")
        assert list(csv.reader(io.StringIO(found.stdout))) == [
            ["t", "nothing", "list"],
            ['a,"b"\n\N{GAME DIE}', "", "[1, 2]"],
        ]

    def test_long_answers_are_cut_off_unless_asked_for_all(self, lake: Lake) -> None:
        long = sql("SELECT * FROM range(1001)")
        assert (len(long.stdout.splitlines()), "--csv prints all" in long.stderr) == (1001, True)
        assert len(sql("--csv", "SELECT * FROM range(30000)").stdout.splitlines()) == 30_001

    @pytest.mark.parametrize("name", ["o'dd", "a[1]*?", "\N{GAME DIE}"])
    def test_a_lake_in_a_folder_with_any_name(self, table: Table, tmp_path: Path, name: str) -> None:
        table.play(GAME)
        lake = Lake(tmp_path / name)
        export(table.store, RULESETS, lake)
        with connect(lake) as engine:
            assert engine.execute("SELECT count(*) FROM facts").fetchall() == [(5,)]

    def test_a_file_that_was_replaced(self, lake: Lake) -> None:
        """The answer says to ask again, on the command line and for rows that are read later."""
        (lake.folder / lake.checkpoint().parts[0].seats.path).unlink()
        found = sql("SELECT count(*) FROM seats")
        assert (found.exit_code, found.stdout) == (1, "")
        assert "Ask again" in found.stderr

    def test_without_duckdb_it_tells_what_to_install(self, lake: Lake, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "duckdb", None)
        found = sql("SELECT 1")
        assert (found.exit_code, found.stdout) == (1, "")
        assert "pip install duckdb" in found.stderr

    def test_a_lake_of_another_schema(self, lake: Lake) -> None:
        path = lake.folder / CHECKPOINT
        path.write_bytes(
            path.read_bytes().replace(f'"schema_version": {SCHEMA_VERSION}'.encode(), b'"schema_version": 99')
        )
        found = sql("SELECT 1")
        assert (found.exit_code, "schema 99" in found.stderr) == (1, True)
