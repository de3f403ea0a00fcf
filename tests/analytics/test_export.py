"""The export from the log to the lake: complete, each game once, and whole after any crash."""

from __future__ import annotations

import hashlib
import os
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import msgspec
import polars as pl
import pytest
from msgspec.structs import replace
from polars.testing import assert_frame_equal

from analytics import Lake, LakeUnreadable, export, exporting, run
from analytics.lake import CHECKPOINT, ROW_GROUP
from analytics.schema import SCHEMA_VERSION, SORTED_BY, empty, in_order
from events import NewEvent, Store
from tests.analytics.conftest import DAY, NOON, SECOND
from tests.analytics.toy import RULESETS
from tests.events.build import tamper
from tests.forms import mostly

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path
    from uuid import UUID

    from analytics.lake import File, Part, Tables
    from events import Game
    from tests.analytics.conftest import Table

GAME = "1 dig r1, 2 sell +2, 1 sell"
ROUNDS = "1 dig r1 +1, 2 sell s1.2 r2 d3.4, 1 wait t1 r3, 2 dig"
TABLES = ("facts", "seats", "games", "holdings", "cards")


def contents(lake: Lake) -> dict[str, pl.DataFrame]:
    """All rows of the current files, sorted; each card once, although each part has those of its games."""
    parts = lake.checkpoint().parts
    found = {}
    for name in TABLES:
        frames = [lake.read(getattr(part, name)).with_columns(pl.col(pl.Enum).cast(pl.String)) for part in parts]
        whole = pl.concat(frames) if frames else empty(name)
        found[name] = (whole.unique() if name == "cards" else whole).sort(SORTED_BY[name], nulls_last=True)
    return found


def files(lake: Lake) -> list[tuple[str, str]]:
    """The current files, each with its hash."""
    return sorted((file.path, file.sha256) for file in lake.checkpoint().files())


def assert_complete(table: Table, folder: Path) -> None:
    """Assert that the lake holds the same as a new lake made of the log."""
    again = Lake(folder)
    export(table.store, RULESETS, again)
    found, expected = contents(table.lake), contents(again)
    for name in TABLES:
        assert_frame_equal(found[name], expected[name])
    assert_frame_equal(*(lake.read(lake.checkpoint().exclusions) for lake in (table.lake, again)))  # type: ignore[arg-type]


def assert_rebuilt(table: Table, folder: Path) -> None:
    """Assert that a rebuilt lake has the same files, byte by byte, as a new lake made of the log."""
    again = Lake(folder)
    export(table.store, RULESETS, again)
    table.export(rebuild=True)
    assert files(table.lake) == files(again)


def undo(table: Table, game: Game, to: int) -> None:
    """Undo a finished game, so that it runs again."""
    event = NewEvent(kind="undo", parent=to, action='{"type":"Undo"}', ruleset_version=1)
    summary = replace(game.summary, head=to, status="running", result=None)
    table.store.append(game.id, table.store.game(game.id).version, [event], summary)


def redo(table: Table, game: Game) -> None:
    """Redo what `undo` undid: the game is finished as it was."""
    event = NewEvent(kind="redo", parent=game.summary.head, action='{"type":"Redo"}', ruleset_version=1)
    table.store.append(game.id, table.store.game(game.id).version, [event], game.summary)


class TestRows:
    def test_a_row_is_an_action_or_an_effect(self, table: Table) -> None:
        """Step 0 of an event is the decision, the steps after it are its effects."""
        table.play(GAME)
        table.export()
        rows = contents(table.lake)["facts"].select("version", "step", "category", "type", "seat", "value", "score")
        assert rows.rows() == [
            (1, 0, "system", "Start", None, None, None),
            (2, 0, "decision", "Dig", 1, None, 0),
            (3, 0, "decision", "Sell", 2, None, 2),
            (3, 1, "consequence", "Scored", 2, 2, 2),
            (4, 0, "decision", "Sell", 1, None, 0),
        ]

    def test_rows_of_one_effect_are_numbered(self, table: Table, tmp_path: Path) -> None:
        """Three dice of one roll are in the order of the roll, also after a rebuild."""
        table.play("1 dig r1, 2 sell d6.2.4 +1, 1 dig d1.1")
        table.play(GAME)
        table.export()
        rows = (
            contents(table.lake)["facts"]
            .filter(pl.col("type") == "Thrown")
            .select("version", "step", "part", "die_face")
        )
        assert rows.rows() == [(3, 1, 0, 6), (3, 1, 1, 2), (3, 1, 2, 4), (4, 1, 0, 1), (4, 1, 1, 1)]
        assert_complete(table, tmp_path / "anew")

    def test_undone_rows_are_kept_and_marked(self, table: Table) -> None:
        """Rows that are not on the main line are marked `undone`, and have no number; the undo itself is not undone."""
        table.play("1 dig r1, 2 sell, undo 2, 2 dig")
        table.export()
        rows = contents(table.lake)["facts"].select("version", "type", "undone", "decision_no", "prev_type", "third")
        assert rows.rows() == [
            (1, "Start", False, None, None, 1),
            (2, "Dig", False, 1, None, 1),
            (3, "Sell", True, None, None, None),
            (4, "Undo", False, None, None, None),
            (5, "Dig", False, 1, None, 2),
        ]

    def test_a_gap_begins_when_the_seat_got_the_move(self, table: Table) -> None:
        """The time for a decision runs from when its seat was first waited for, or from its own previous decision.

        One second an event. All are waited for from 0 s on. Seat 1 decides at 1 s; then seat 2 alone is waited for, as
        it was before, and decides at 2 and 3 s; seat 1 gets the move at 3 s and decides at 4 s, which is undone at 5 s;
        so at 6 s it has had the move for one second.
        """
        table.play("1 dig r1:2, 2 sell, 2 dig r2:1, 1 dig, undo 4, 1 sell")
        table.export()
        facts = contents(table.lake)["facts"].filter(pl.col("category") == "decision")
        assert [gap / SECOND for gap in facts["gap_us"]] == [1, 2, 1, 1, 1]

    def test_simultaneous_seats_wait_from_the_same_time(self, table: Table) -> None:
        """If several seats may decide, another seat's decision does not restart the time of a seat."""
        table.play("1 dig r1, 2 sell, 2 sell, 1 sell")
        table.export()
        facts = contents(table.lake)["facts"].filter(pl.col("category") == "decision")
        assert [gap / SECOND for gap in facts["gap_us"]] == [1, 2, 1, 3]

    def test_seats_have_rank_and_share(self, table: Table) -> None:
        """Winners rank first, then the others by score; equals share the better place."""
        table.play("1 dig r1 +1, 2 sell +5, 3 dig +1, 4 dig +3", seats=4, won=(3,))
        table.export()
        rows = contents(table.lake)["seats"].select("seat", "score", "rank", "win_share", "decisions", "turn_order")
        assert rows.rows() == [(1, 1, 4, 0, 1, None), (2, 5, 2, 0, 1, 1), (3, 1, 1, 1, 1, 2), (4, 3, 3, 0, 1, 3)]

    def test_files_are_sorted_and_typed(self, table: Table) -> None:
        """Files lie by ruleset and month, sorted by game, version and step, words as Enums, in zstd row groups."""
        for number in range(3):
            table.play(GAME, at=NOON + number * DAY)
        table.export()
        (part,) = table.lake.checkpoint().parts
        assert part.facts.path.startswith("facts/ruleset=toy/month=2026-0")
        facts = table.lake.read(part.facts)
        keys = facts.select("game_id", "version", "step", "part")
        assert keys.equals(keys.sort(keys.columns))
        assert keys.is_unique().all()
        assert {name for name, kind in facts.schema.items() if kind == pl.String} == set()
        assert ROW_GROUP == 131_072


class TestIncremental:
    def test_many_exports_equal_a_single_one(self, table: Table, tmp_path: Path) -> None:
        """After many exports with undos, changed seats and flags in between, the lake equals that of a single
        export."""
        ann = table.store.create_player("Ann").id
        games = []
        for number in range(12):
            games.append(table.play(GAME, at=NOON + number * 9 * DAY))
            if number == 4:
                undo(table, games[1], 3)
            if number == 6:
                table.store.update_game(games[2].id, seats={1: ann})
            if number == 8:
                table.store.update_game(games[3].id, archived=True)
            if number == 9:
                redo(table, games[1])
            if number == 10:
                table.store.update_game(games[3].id, archived=False)
            table.export()
        assert_complete(table, tmp_path / "again")
        assert_rebuilt(table, tmp_path / "anew")

    def test_nothing_new_writes_nothing(self, table: Table) -> None:
        """An export with nothing to do reads no game and keeps every file."""
        table.play(GAME)
        table.export()
        before = table.lake.checkpoint()
        done = table.export()
        assert (done.games, done.rows, done.removed) == (0, 0, 0)
        assert table.lake.checkpoint().parts == before.parts

    def test_an_undone_end_takes_the_game_out(self, table: Table, tmp_path: Path) -> None:
        """A finished game whose end is undone leaves the statistics, and comes back when it ends again."""
        game = table.play(GAME)
        other = table.play(GAME)
        table.export()
        undo(table, game, 3)
        assert table.export().removed == 1
        assert contents(table.lake)["games"]["game_uuid"].to_list() == [str(other.id)]
        event = NewEvent(
            kind="play",
            parent=3,
            seat=1,
            action='{"type":"Wait"}',
            effects='[{"type":"Ended","winners":[2]}]',
            ruleset_version=1,
        )
        assert game.summary.result
        summary = replace(game.summary, head=6, tip=6, result=replace(game.summary.result, winners=(2,)))
        table.store.append(game.id, 5, [event], summary)
        done = table.export()
        assert (done.games, done.excluded) == (1, {})
        assert sorted(contents(table.lake)["games"]["game_uuid"]) == sorted(map(str, (game.id, other.id)))
        assert contents(table.lake)["seats"].filter(pl.col("game_id") == 1)["win_share"].to_list() == [0, 1]
        assert_complete(table, tmp_path / "again")

    def test_a_changed_player_is_written_again(self, table: Table) -> None:
        """A new player in a seat, which no event records, changes the facts with the next export."""
        ann, bob = (table.store.create_player(name).id for name in ("Ann", "Bob"))
        game = table.play(GAME, players=(ann, None))
        table.export()
        table.store.update_game(game.id, seats={1: bob})
        assert table.export().games == 1
        assert contents(table.lake)["seats"]["player"].to_list() == [str(bob), None]

    def test_a_month_has_one_small_part(self, table: Table, tmp_path: Path) -> None:
        """The next games are written with it; parts of other months stay as they are."""
        for month in range(3):
            table.play(GAME, at=NOON + month * 31 * DAY)
        for number in range(4):
            before = {file.path for part in table.lake.checkpoint().parts for file in part.files()}
            table.play(GAME, at=NOON + 31 * DAY)
            table.export()
            parts = table.lake.checkpoint().parts
            assert [part.games.rows for part in parts] == [1, 2 + number, 1]
            assert before == set() or {file.path for part in (parts[0], parts[2]) for file in part.files()} <= before
        assert_complete(table, tmp_path / "anew")

    @pytest.mark.parametrize("games", mostly([30, 120], [30]))
    def test_a_new_game_rewrites_few_facts(
        self, table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, games: int
    ) -> None:
        """However many games are added one by one: a part is small, or left alone until there are many like it. Parts
        grow, but never beyond their limit."""
        for name, most in (("WAITING", 40), ("PART", 200), ("SMALL", 10), ("MANY", 2)):
            monkeypatch.setattr(exporting, name, most)
        written = 0
        for _ in range(games):
            before = {file.path for file in table.lake.checkpoint().files()}
            table.play(GAME)
            table.export()
            parts = table.lake.checkpoint().parts
            written += sum(part.facts.rows for part in parts if part.facts.path not in before)
            assert max(part.facts.rows for part in parts) <= 200
            assert sum(part.facts.rows < 10 for part in parts) <= 1
        assert written <= 6 * games * 5
        assert len(parts) <= 3 * 2 + games * 5 // 100
        assert_complete(table, tmp_path / "anew")
        undo(table, table.store.games(limit=200)[-1], 3)
        table.store.update_game(table.store.games(limit=200)[games // 2].id, archived=True)
        table.export()
        assert_complete(table, tmp_path / "undone")
        for part in table.lake.checkpoint().parts:
            assert in_order(table.lake.read(part.facts), "facts").equals(table.lake.read(part.facts))
            words = table.lake.read(part.facts)["type"]
            assert set(words.dtype.categories) == set(words.cast(pl.String))  # type: ignore[attr-defined]

    @pytest.mark.parametrize("at_once", mostly([1, 4, 40], [1, 40]))
    def test_a_part_is_written_when_it_is_full(
        self, table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at_once: int
    ) -> None:
        """For any length of history, at most two parts and a game wait in memory; full parts are not written again."""
        for name, most in (("BATCH", 9), ("WAITING", 20), ("PART", 60), ("SMALL", 10)):
            monkeypatch.setattr(exporting, name, most)
        waited: list[int] = []
        add = exporting.Exporting._add

        def watched(work: Any, month: tuple[str, str, bool], tables: dict[str, pl.DataFrame]) -> None:
            add(work, month, tables)
            waited.append(sum(map(work._waiting, work._tables)))

        monkeypatch.setattr(exporting.Exporting, "_add", watched)
        games = []
        for number in range(40):
            games.append(table.play(GAME, at=NOON + number % 2 * 31 * DAY))
            if number % at_once == 0:
                table.export()
            if number == 30:
                undo(table, games[3], 3)
                table.store.update_game(games[4].id, archived=True)
        table.export()
        assert max(waited) <= 20 + 9 + 5
        rows = [part.facts.rows for part in table.lake.checkpoint().parts]
        assert max(rows) <= 60
        assert sum(rows) == 38 * 5
        assert_complete(table, tmp_path / "anew")

    def test_a_broken_game_stops_nothing(self, table: Table) -> None:
        """A game whose events cannot be read is left out, counted and named; all others count."""
        good = table.play(GAME)
        bad = table.play(GAME)
        event = NewEvent(kind="play", parent=4, seat=1, action='{"type":"Fly"}', ruleset_version=1)
        table.store.append(bad.id, 4, [event], bad.summary)
        done = table.export()
        assert done.excluded == {"unreadable": 1}
        assert [fault.game_id for fault in done.faults] == [bad.id]
        assert contents(table.lake)["games"]["game_uuid"].to_list() == [str(good.id)]

    def test_a_damaged_event_at_the_end_of_the_log_stops_nothing(self, table: Table, tmp_path: Path) -> None:
        """The next export begins without reading the damaged event. Broken by reading it anyway."""
        good = table.play(GAME)
        bad = table.play(GAME)
        broken = "update events set action = cast(x'ff' as text) where game_id = :id and version = 4"
        tamper(table.store, broken, id=bad.id)
        for _ in range(2):
            assert [fault.game_id for fault in table.export().faults] == [bad.id]
            assert contents(table.lake)["games"]["game_uuid"].to_list() == [str(good.id)]
        table.play(GAME)
        table.export()
        assert_complete(table, tmp_path / "again")

    @pytest.mark.parametrize("wrong", ["cast(x'ff' as text)", "'won'"])
    def test_a_game_with_a_damaged_row_counts_again_once_it_is_repaired(
        self, table: Table, tmp_path: Path, wrong: str
    ) -> None:
        """The repair changes nothing but the row, so the log does not report a change."""
        good, bad = table.play(GAME), table.play(GAME)
        table.export()
        table.store.update_game(bad.id, place="Kiel")
        tamper(table.store, f"update games set status = {wrong} where id = :id", id=bad.id)
        for _ in range(2):
            done = table.export()
            assert [fault.game_id for fault in done.faults] == [bad.id]
            assert contents(table.lake)["games"]["game_uuid"].to_list() == [str(good.id)]
        tamper(table.store, "update games set status = 'finished' where id = :id", id=bad.id)
        assert table.export().faults == ()
        assert_complete(table, tmp_path / "again")

    def test_two_exports_at_once(self, table: Table, tmp_path: Path) -> None:
        """If two exports run at once, one waits for the other, and nothing is written twice."""
        for _ in range(5):
            table.play(GAME)
        with ThreadPoolExecutor(2) as pool:
            done = list(pool.map(lambda _: table.export(), range(2)))
        assert sorted(each.games for each in done) == [0, 5]
        assert_complete(table, tmp_path / "again")


class TestFollowing:
    def test_only_changed_games_are_read(self, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
        """The log reports new events, changed flags and changed seats; no other game is read."""
        ann = table.store.create_player("Ann").id
        games = [table.play(GAME, players=(ann if number == 3 else None, None)) for number in range(5)]
        table.export()
        looked: list[UUID] = []
        fetch = Store.game

        def watched(store: Store, game_id: UUID) -> Game:
            looked.append(game_id)
            return fetch(store, game_id)

        monkeypatch.setattr(Store, "game", watched)
        assert table.export().games == 0
        assert looked == []
        new = table.play(GAME)
        undo(table, games[0], 3)
        table.store.update_game(games[1].id, count_in_statistics=False)
        table.store.update_game(games[2].id, tags=("club",))
        bea = table.store.create_player("Bea").id
        table.store.merge_players(ann, bea)
        looked.clear()
        done = table.export()
        assert set(looked) == {new.id, *(game.id for game in games[:4])}
        assert (done.games, done.removed, done.excluded) == (3, 2, {"not_counted": 1, "unfinished": 1})
        looked.clear()
        table.export()
        assert looked == []

    def test_parts_without_changed_games_are_not_opened(
        self, table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The cost of one new game does not grow with the lake. Broken by reading the games of each part."""
        monkeypatch.setattr(exporting, "SMALL", 1)
        games = []
        for _ in range(6):
            games.append(table.play(GAME))
            table.export()
        assert len(table.lake.checkpoint().parts) == 6
        opened: list[str] = []
        read, tables = Lake.read, Lake.tables

        def reading(lake: Lake, file: File) -> pl.DataFrame:
            opened.append(file.path.split("/")[0])
            return read(lake, file)

        def looking(lake: Lake, part: Part) -> Tables:
            opened.append("part")
            return tables(lake, part)

        with monkeypatch.context() as patch:
            patch.setattr(Lake, "read", reading)
            patch.setattr(Lake, "tables", looking)
            table.play(GAME)
            table.export()
            assert opened == ["exclusions"]
            undo(table, games[0], 3)
            table.export()
            assert opened.count("part") == 1
        assert_complete(table, tmp_path / "again")

    def test_parts_without_the_range_of_their_games_are_read(self, table: Table, tmp_path: Path) -> None:
        """Older versions of the program wrote parts without `first` and `last`."""
        games = [table.play(GAME) for _ in range(3)]
        table.export()
        path = table.lake.folder / CHECKPOINT
        checkpoint = msgspec.json.decode(path.read_bytes())
        for part in checkpoint["parts"]:
            del part["first"], part["last"]
        path.write_bytes(msgspec.json.encode(checkpoint))
        undo(table, games[0], 3)
        table.play(GAME)
        table.export()
        assert_complete(table, tmp_path / "again")

    @pytest.mark.parametrize("games", [1, 2, 3])
    def test_a_lake_of_another_log_is_written_again(self, table: Table, tmp_path: Path, games: int) -> None:
        """The other log may be an older copy that was restored, shorter or longer than the position of the lake."""
        for _ in range(2):
            table.play(GAME)
        table.export()
        (tmp_path / "other").mkdir()
        other = type(table)(tmp_path / "other")
        for _ in range(games):
            other.play(GAME)
        done = export(other.store, RULESETS, table.lake)
        assert (done.games, done.position) == (games, other.store.position())
        other.export()
        assert files(table.lake) == files(other.lake)
        other.store.close()

    def test_a_ruleset_that_is_removed_and_installed_again(self, table: Table, tmp_path: Path) -> None:
        """While the ruleset is missing, its games are not in the lake, although nothing was recorded."""
        for _ in range(2):
            table.play(GAME)
        table.export()
        without = {name: ruleset for name, ruleset in RULESETS.items() if name != "toy"}
        done = export(table.store, without, table.lake)
        assert (done.removed, done.excluded) == (2, {"unknown_ruleset": 2})
        assert table.lake.checkpoint().parts == ()
        assert table.export().games == 2
        assert_complete(table, tmp_path / "again")

    def test_unreadable_games_are_tried_again(
        self, table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A game that a newer program can read counts with the next export."""
        for _ in range(2):
            table.play(GAME)
        with monkeypatch.context() as patch:
            patch.setattr("analytics.exporting.Tree.of", lambda *_: 1 / 0)
            done = table.export()
        assert (done.excluded, [fault.detail for fault in done.faults][:1]) == (
            {"unreadable": 2},
            ["ZeroDivisionError: division by zero"],
        )
        done = table.export()
        assert (done.games, done.excluded) == (2, {})
        assert_complete(table, tmp_path / "again")


class Crash(Exception):
    """The machine stops here."""


class CrashAt:
    """Lets some file operations pass, then crashes before or after the next one takes effect."""

    def __init__(self, passes: int, *, after: bool) -> None:
        self.left = passes
        self.after = after

    def around(self, operation: Callable[..., object]) -> Callable[..., object]:
        def guarded(*args: object, **options: object) -> object:
            if self.left == 0 and not self.after:
                raise Crash
            done = operation(*args, **options)
            if self.left == 0:
                raise Crash
            self.left -= 1
            return done

        return guarded


@pytest.mark.parametrize("after", mostly([False, True], [False]))
def test_a_crash_at_any_step_leaves_a_whole_lake(table: Table, tmp_path: Path, after: bool) -> None:
    """After a crash at any file operation, the lake reads as before or as after the export; the next export completes
    it."""
    first = table.play(GAME, at=NOON)
    table.export()
    old = contents(table.lake)
    undo(table, first, 3)
    for month in range(2):
        table.play(ROUNDS, at=NOON + month * 31 * DAY)
    crashes = 0
    while True:
        at = CrashAt(crashes, after=after)
        with pytest.MonkeyPatch.context() as patch:
            for name in ("replace", "fsync"):
                patch.setattr(os, name, at.around(getattr(os, name)))
            patch.setattr(pl.DataFrame, "write_parquet", at.around(pl.DataFrame.write_parquet))
            try:
                table.export()
            except Crash:
                crashes += 1
            else:
                break
        now = contents(table.lake)
        if now["games"].height == old["games"].height:
            assert all(now[name].equals(old[name]) for name in TABLES)
        else:
            assert_complete(table, tmp_path / f"again{crashes}")
            break
    assert crashes > 20
    table.export()
    assert_complete(table, tmp_path / "again")
    table.export()  # deletes the files that the export before replaced
    listed = {file.path for file in table.lake.checkpoint().files()}
    assert {str(path.relative_to(table.lake.folder)) for path in table.lake.folder.rglob("*.*t*")} - {
        CHECKPOINT
    } == listed


class TestCheckpoint:
    def test_the_checkpoint_lists_every_file_with_its_hash(self, table: Table) -> None:
        """The checkpoint names each file with its SHA-256, its size and its rows."""
        table.play(GAME)
        table.export()
        for file in table.lake.checkpoint().files():
            data = (table.lake.folder / file.path).read_bytes()
            assert (hashlib.sha256(data).hexdigest(), len(data)) == (file.sha256, file.size)
            assert table.lake.read(file).height == file.rows

    def test_the_checkpoint_says_how_far_the_log_was_read(self, table: Table) -> None:
        """A result names the position of the log that it covers, and the time of the export."""
        table.play(GAME)
        done = table.export()
        result = run(table.lake, "win_rate_by_seat", {"ruleset": "toy"})
        assert result.as_of.position == done.position == table.store.position() == 4
        assert result.as_of.at is not None

    def test_a_lake_of_a_newer_program_is_refused(self, table: Table) -> None:
        """A lake of a newer schema is not changed; `rebuild` writes it again all the same."""
        table.play(GAME)
        table.export()
        write_schema(table.lake, 99)
        with pytest.raises(LakeUnreadable, match="schema 99"):
            table.export()
        with pytest.raises(LakeUnreadable):
            run(table.lake, "win_rate_by_seat", {"ruleset": "toy"})
        assert table.export(rebuild=True).games == 1

    def test_a_lake_of_an_older_program_is_written_again(self, table: Table) -> None:
        """A lake of an older schema, whose parts had fewer tables, is written again by the next export."""
        table.play(GAME)
        table.export()
        write_schema(table.lake, SCHEMA_VERSION - 1, without=("holdings", "cards"))
        with pytest.raises(LakeUnreadable):
            run(table.lake, "win_rate_by_seat", {"ruleset": "toy"})
        assert table.export().games == 1
        assert table.run("win_rate_by_seat").rows.height == 2

    def test_only_files_of_the_lake_are_ever_deleted(self, table: Table) -> None:
        """Other files in the folder of the lake are left alone."""
        table.lake.folder.mkdir()
        (table.lake.folder / "letter.parquet").write_text("dear")
        table.export()
        table.export()
        assert (table.lake.folder / "letter.parquet").read_text() == "dear"


def write_schema(lake: Lake, version: int, without: Sequence[str] = ()) -> None:
    path = lake.folder / CHECKPOINT
    data = msgspec.json.decode(path.read_bytes())
    for part in data["parts"]:
        for name in without:
            del part[name]
    path.write_bytes(msgspec.json.encode(data | {"schema_version": version}))


def test_facts_are_sorted_by_game_when_parts_are_merged() -> None:
    """A merge may read a later game first; the file has the games in order, and each with its rows as they were
    read."""
    read = [(7, 1, 0, 0), (7, 1, 1, 0), (7, 2, 0, 0), (3, 1, 0, 0), (3, 1, 1, 0), (3, 1, 1, 1)]
    frame = pl.DataFrame(read, schema=SORTED_BY["facts"], orient="row")
    assert in_order(frame, "facts").rows() == sorted(read)
