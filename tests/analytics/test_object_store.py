"""A lake in an object store: as one in a folder, whole after any fault, written by one host."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib import import_module
from itertools import count
from typing import TYPE_CHECKING, Any

import obstore
import pytest
from click.testing import CliRunner
from obstore.store import from_url
from polars.testing import assert_frame_equal

from analytics import Lake, LakeConflict, LakeUnavailable, LakeUnreadable, export, object_store, run
from analytics.jobs import JOBS
from analytics.sql import BadStatement, answer, connect
from api.cli import tabletale
from tests.analytics.conftest import DAY, NOON
from tests.analytics.stores import BUCKET, KEY_ID, SECRET, Proxy, environment, request, start_server
from tests.analytics.test_export import GAME, ROUNDS, TABLES, contents, undo
from tests.analytics.toy import RULESETS
from tests.forms import either, mostly

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.analytics.conftest import Table
    from tests.analytics.stores import Asked, Fault

ADDRESS = f"s3://{BUCKET}/years/lake"
FAULTS: list[Fault] = ["cut", "unanswered", "half", 403, 503, 507]


@pytest.fixture(scope="module")
def server() -> Iterator[int]:
    server = start_server()
    yield server.get_host_and_port()[1]
    server.stop()


@pytest.fixture
def store(server: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Proxy]:
    """The way to an empty bucket. A client asks once, so that each fault is one."""
    request(server, "POST", "/moto-api/reset")
    request(server, "PUT", f"/{BUCKET}")
    with Proxy(server) as proxy:
        for name, value in environment(proxy.url).items():
            monkeypatch.setenv(name, value)
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
        monkeypatch.setattr(object_store, "RETRIES", 0)
        yield proxy


def stored() -> set[str]:
    """The paths of all objects of the lake."""
    return {found["path"] for page in obstore.list(from_url(ADDRESS)) for found in page}


def listed(lake: Lake) -> set[str]:
    return {file.path for file in lake.checkpoint().files()}


def assert_equal(found: Lake, expected: Lake) -> None:
    """Assert that two lakes hold the same rows."""
    ours, theirs = contents(found), contents(expected)
    for name in TABLES:
        assert_frame_equal(ours[name], theirs[name])


def history(table: Table) -> None:
    """Games of three months, adjusted and unfinished ones among them."""
    for month in range(3):
        table.play(ROUNDS, at=NOON + month * 31 * DAY)
    table.play(GAME, adjusted=True)
    table.play(GAME, won=None)


class TestTheSame:
    """A lake is the same wherever it is kept."""

    def test_rows_files_and_answers_are_those_of_a_folder(self, table: Table, store: Proxy) -> None:
        history(table)
        table.export()
        lake = Lake(ADDRESS)
        assert export(table.store, RULESETS, lake).games == 4
        assert_equal(lake, table.lake)
        hashes = [[(file.sha256, file.size) for file in each.checkpoint().files()] for each in (lake, table.lake)]
        assert hashes[0] == hashes[1]
        for name in either(("win_rate_by_seat", "card_performance", "trend"), tuple(JOBS)):
            ours, theirs = (run(each, name, {"ruleset": "toy", "min_n": 1}) for each in (lake, table.lake))
            assert ours.rows.equals(theirs.rows)
            assert ours.latest_games() == theirs.latest_games()
            assert ours.example_games(3, None) == theirs.example_games(3, None)

    def test_a_reader_lists_nothing_and_writes_nothing(self, table: Table, store: Proxy) -> None:
        """Reading takes the checkpoint and the files that it lists, and no right but to read."""
        history(table)
        lake = Lake(ADDRESS)
        export(table.store, RULESETS, lake)
        store.begin()
        run(lake, "action_mix", {"ruleset": "toy"})
        files = {f"/{BUCKET}/years/lake/{path}".replace("=", "%3D") for path in ("_checkpoint.json", *listed(lake))}
        assert {asked.path.replace("=", "%3D") for asked in store.asked} <= files
        assert not [asked for asked in store.asked if asked.lists or asked.writes]

    def test_counts_and_answers_are_cached_on_this_machine(
        self, table: Table, store: Proxy, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("analytics.query.LARGE", 0)
        history(table)
        lake = Lake(ADDRESS)
        export(table.store, RULESETS, lake)
        first = run(lake, "action_mix", {"ruleset": "toy"})
        assert {path.name for path in lake.folder.iterdir()} == {"_counts", "_lock", "_results"}
        monkeypatch.setattr("analytics.query.Query._count_part", lambda *_: pytest.fail("counted again"))
        assert run(lake, "action_mix", {"ruleset": "toy"}).rows.equals(first.rows)
        for path in (lake.folder / "_results").iterdir():
            path.unlink()
        assert run(lake, "action_mix", {"ruleset": "toy"}).rows.equals(first.rows)

    def test_what_did_not_change_is_not_written_again(self, table: Table, store: Proxy, server: int) -> None:
        """An export without news replaces the checkpoint alone."""
        history(table)
        lake = Lake(ADDRESS)
        export(table.store, RULESETS, lake)
        before = stored()
        store.begin()
        export(table.store, RULESETS, lake)
        assert [asked.path for asked in store.asked if asked.writes] == [f"/{BUCKET}/years/lake/_checkpoint.json"]
        assert stored() == before

    def test_a_bucket_of_others_is_left_alone(self, table: Table, store: Proxy, server: int) -> None:
        """Only the lake's own files under its own prefix are ever deleted."""
        others = {
            "letter.parquet",
            "years/lake/letter.parquet",
            "years/lake/facts/note.txt",
            "years/lake2/facts/a.parquet",
        }
        for key in others:
            obstore.put(from_url(f"s3://{BUCKET}"), key, b"dear")
        lake = Lake(ADDRESS)
        for _ in range(2):
            table.play(GAME)
            export(table.store, RULESETS, lake)
        assert others <= {found["path"] for page in obstore.list(from_url(f"s3://{BUCKET}")) for found in page}

    def test_duckdb_reads_it_with_the_same_credentials(self, table: Table, store: Proxy) -> None:
        history(table)
        lake = Lake(ADDRESS)
        export(table.store, RULESETS, lake)
        with connect(lake) as engine:
            assert engine.execute("SELECT count(*) FROM games").fetchall() == [(4,)]
            store.begin(lambda _asked: 403)
            with pytest.raises(BadStatement, match="cannot be read"):
                list(answer(engine, "SELECT max(score) FROM facts")[1])


class TestFaults:
    @pytest.mark.parametrize("fault", mostly(FAULTS, ["unanswered", 503]))
    def test_a_store_that_fails_from_any_request_on(
        self, table: Table, store: Proxy, server: int, tmp_path: Path, fault: Fault
    ) -> None:
        """The lake is as before or as after the export; the next one completes it, and leaves nothing over."""
        first = table.play(GAME)
        lake = Lake(ADDRESS)
        export(table.store, RULESETS, lake)
        table.export()
        undo(table, first, 3)
        table.play(ROUNDS)
        table.play(GAME, at=NOON + 31 * DAY)
        again = Lake(tmp_path / "again")
        export(table.store, RULESETS, again)
        for number in count(step=either(4, 1)):
            store.begin(partial(_from, number, fault))
            try:
                export(table.store, RULESETS, lake)
            except LakeUnavailable as error:
                assert_harmless(error)
            else:
                break
            finally:
                store.begin()
            found = Lake(ADDRESS)  # over a new connection: the last one may be closed a moment after its answer
            position = found.checkpoint().position
            assert_equal(found, table.lake if position == table.lake.checkpoint().position else again)
            if position == again.checkpoint().position:
                break
        assert number > 12
        for _ in range(2):
            export(table.store, RULESETS, lake)
        assert_equal(lake, again)
        assert stored() == listed(lake) | {"_checkpoint.json"}

    @pytest.mark.parametrize("fault", mostly(FAULTS, ["half"]))
    def test_a_store_that_fails_while_somebody_counts(self, table: Table, store: Proxy, fault: Fault) -> None:
        """A statistic is complete or refused, whichever request fails."""
        history(table)
        lake = Lake(ADDRESS)
        export(table.store, RULESETS, lake)
        table.export()
        expected = table.run("win_rate_by_seat").rows
        refused = 0
        for number in count(step=either(4, 1)):
            store.begin(partial(_from, number, fault))
            try:
                found = run(lake, "win_rate_by_seat", {"ruleset": "toy", "min_n": 1}).rows
            except LakeUnavailable as error:
                assert_harmless(error)
                refused += 1
            else:
                assert found.equals(expected)
                if len(store.asked) <= number:
                    break
        assert refused

    @pytest.mark.parametrize("fault", ["cut", "unanswered", 503])
    def test_a_fault_that_passes_is_not_noticed(
        self, table: Table, store: Proxy, server: int, monkeypatch: pytest.MonkeyPatch, fault: Fault
    ) -> None:
        """Every third request fails, and is sent again. Also a checkpoint whose answer was lost is known as our own."""
        monkeypatch.setattr(object_store, "RETRIES", 6)
        history(table)
        table.export()
        for pause in range(either(1, 3)):
            request(server, "POST", "/moto-api/reset")
            request(server, "PUT", f"/{BUCKET}")
            failed: set[str] = set()
            store.begin(partial(_once, failed, fault, pause))
            lake = Lake(ADDRESS)
            export(table.store, RULESETS, lake)
            assert_equal(lake, table.lake)
            assert len(failed) > 5

    def test_a_slow_store_is_waited_for(self, table: Table, store: Proxy) -> None:
        history(table)
        table.export()
        store.begin(lambda _asked: "slow")
        lake = Lake(ADDRESS)
        export(table.store, RULESETS, lake)
        assert_equal(lake, table.lake)

    def test_a_damaged_checkpoint_is_refused_and_made_again(self, table: Table, store: Proxy, server: int) -> None:
        """Half a checkpoint is no lake; the next export makes it again."""
        history(table)
        lake = Lake(ADDRESS)
        export(table.store, RULESETS, lake)
        for half in (b"", b'{"schema_version": 5, "parts": [{'):
            obstore.put(from_url(ADDRESS), "_checkpoint.json", half)
            with pytest.raises(LakeUnreadable, match="damaged"):
                run(lake, "win_rate_by_seat", {"ruleset": "toy"})
            assert export(table.store, RULESETS, lake).games == 4
        export(table.store, RULESETS, lake)  # deletes what the damaged checkpoint may have listed
        assert stored() == listed(lake) | {"_checkpoint.json"}


def _from(number: int, fault: Fault, asked: Asked) -> Fault | None:
    """Let every request fail from this one on."""
    return fault if asked.number >= number else None


def _once(failed: set[str], fault: Fault, pause: int, asked: Asked) -> Fault | None:
    """Let each address fail once."""
    if asked.path in failed or asked.number < pause:
        return None
    failed.add(asked.path)
    return fault


def assert_harmless(error: LakeUnavailable) -> None:
    """Assert that an error says what happened and what to do, each in a line, and tells nothing of the credentials."""
    text = f"{error} {error.advice}"
    assert ADDRESS in text
    assert "\n" not in text
    for part in (SECRET, SECRET.replace("+", "%2B"), KEY_ID, "Signature", "Credential", "127.0.0.1"):
        assert part not in text
    assert (error.__cause__, error.__suppress_context__) == (None, True)


class TestWriters:
    """One host writes. Others are refused, whoever comes first."""

    @pytest.fixture
    def another_host(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], Lake]:
        def lake() -> Lake:
            monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "another host"))
            return Lake(ADDRESS)

        return lake

    @pytest.mark.parametrize("games", [0, 1])
    def test_who_publishes_second_is_refused(
        self, table: Table, store: Proxy, server: int, another_host: Callable[[], Lake], games: int
    ) -> None:
        """Into an empty lake and into one that is there: nothing is merged, and the next export goes on."""
        lake, other = Lake(ADDRESS), another_host()
        for _ in range(games):
            table.play(GAME)
            export(table.store, RULESETS, lake)
        table.play(ROUNDS)

        def meanwhile(done: int, of: int) -> None:
            if done == of:
                export(table.store, RULESETS, other)

        with pytest.raises(LakeConflict, match=r"nothing of this export counts\.$") as caught:
            export(table.store, RULESETS, lake, progress=meanwhile)
        assert "one host" in caught.value.advice
        assert contents(lake)["games"].height == games + 1
        table.export()
        assert_equal(lake, table.lake)
        table.play(GAME)
        export(table.store, RULESETS, lake)
        table.export()
        assert_equal(lake, table.lake)
        export(table.store, RULESETS, lake)
        assert stored() == listed(lake) | {"_checkpoint.json"}

    def test_what_another_writes_meanwhile_is_not_deleted(
        self, table: Table, store: Proxy, another_host: Callable[[], Lake]
    ) -> None:
        """A writer that begins, and one that began before, do not take each other's files for leftovers; also where
        both write the same rows."""
        lake, other = Lake(ADDRESS), another_host()
        table.play(GAME)
        with pytest.MonkeyPatch.context() as patch:
            publish = Lake.publish

            def late(self: Lake, checkpoint: Any) -> None:
                patch.undo()
                store.begin(lambda asked: "cut" if asked.writes and "_checkpoint" in asked.path else None)
                with pytest.raises(LakeUnavailable):  # another begins, and is cut off before it publishes
                    export(table.store, RULESETS, other)
                store.begin()
                publish(self, checkpoint)

            patch.setattr(Lake, "publish", late)
            export(table.store, RULESETS, lake)
        table.export()
        assert_equal(lake, table.lake)
        export(table.store, RULESETS, other)
        assert_equal(lake, table.lake)

    def test_who_begins_while_another_tidies_up_keeps_its_files(
        self, table: Table, store: Proxy, another_host: Callable[[], Lake]
    ) -> None:
        """It may write the same rows that a crash left, and that the other is about to delete."""
        lake, other = Lake(ADDRESS), another_host()
        game = table.play(GAME)
        store.begin(lambda asked: "cut" if asked.writes and "_checkpoint" in asked.path else None)
        with pytest.raises(LakeUnavailable):
            export(table.store, RULESETS, lake)
        store.begin()
        table.store.update_game(game.id, archived=True)
        with pytest.MonkeyPatch.context() as patch:
            delete = object_store.ObjectStore.delete

            def late(place: object_store.ObjectStore, paths: set[str]) -> None:
                patch.undo()
                table.store.update_game(game.id, archived=False)
                export(table.store, RULESETS, other)
                delete(place, paths)

            patch.setattr(object_store.ObjectStore, "delete", late)
            export(table.store, RULESETS, lake)
        table.export()
        assert_equal(lake, table.lake)

    def test_writers_of_one_machine_wait_for_each_other(self, table: Table, store: Proxy) -> None:
        for _ in range(4):
            table.play(GAME)
        with ThreadPoolExecutor(3) as threads:
            done = list(threads.map(lambda _: export(table.store, RULESETS, Lake(ADDRESS)), range(3)))
        assert sorted(each.games for each in done) == [0, 0, 4]

    def test_readers_keep_the_files_of_the_checkpoint_before(self, table: Table, store: Proxy, server: int) -> None:
        """A file that an export replaces is deleted by the export after it."""
        lake = Lake(ADDRESS)
        before: set[str] = set()
        for _ in range(3):
            table.play(GAME)
            export(table.store, RULESETS, lake)
            assert stored() == before | listed(lake) | {"_checkpoint.json"}
            before = listed(lake)


def test_a_lake_that_is_replaced_while_somebody_counts(
    table: Table, store: Proxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is counted again: the answer is that of the new lake, not of parts of both."""
    lake = Lake(ADDRESS)
    for month in range(2):
        table.play(ROUNDS, at=NOON + month * 31 * DAY)
    export(table.store, RULESETS, lake)
    counted = 0
    count_part = import_module("analytics.query").Query._count_part

    def counting(query: Any, part: Any) -> Any:
        nonlocal counted
        found = count_part(query, part)
        counted += 1
        if counted == 1:
            for _ in range(3):
                table.play(ROUNDS, at=NOON + 31 * DAY)
                export(table.store, RULESETS, lake, rebuild=True)
        return found

    monkeypatch.setattr("analytics.query.Query._count_part", counting)
    monkeypatch.setattr("analytics.query.AT_ONCE", 1)
    found = run(lake, "win_rate_by_seat", {"ruleset": "toy", "min_n": 1})
    table.export()
    assert counted > 2
    assert found.rows.equals(table.run("win_rate_by_seat").rows)
    assert found.as_of.position == table.store.position()


def test_a_lake_whose_file_is_gone_for_good_is_not_counted_for_ever(table: Table, store: Proxy, server: int) -> None:
    history(table)
    lake = Lake(ADDRESS)
    export(table.store, RULESETS, lake)
    gone = lake.checkpoint().parts[0].facts.path
    obstore.delete(from_url(ADDRESS), gone)
    with pytest.raises(FileNotFoundError):
        run(lake, "action_mix", {"ruleset": "toy", "adjusted": "true"})


class TestAddresses:
    @pytest.mark.parametrize(
        ("address", "reason"),
        [
            ("ftp://club/lake", "there are no such addresses"),
            ("s3://", "bucket and folder may have"),
            ("s3:///lake", "bucket and folder may have"),
            ("s3://club/a b", "bucket and folder may have"),
            ("s3://club/'\N{GAME DIE}\n", "bucket and folder may have"),
            ("s3://key:hush@club/lake", "more than bucket and folder"),
            ("s3://club/lake?signature=hush", "more than bucket and folder"),
        ],
    )
    def test_an_address_that_is_none(self, address: str, reason: str) -> None:
        with pytest.raises(LakeUnavailable, match=reason) as caught:
            Lake(address)
        assert "hush" not in str(caught.value)
        assert "\n" not in str(caught.value)
        assert "s3://bucket/folder" in caught.value.advice

    def test_a_bucket_alone_and_slashes_at_the_end(self, table: Table, store: Proxy) -> None:
        table.play(GAME)
        for address in (f"s3://{BUCKET}", f"s3://{BUCKET}/lake//"):
            assert export(table.store, RULESETS, Lake(address)).games == 1
            assert contents(Lake(address.rstrip("/")))["games"].height == 1

    @pytest.mark.parametrize("scheme", ["gs", "az"])
    def test_other_stores_say_what_they_need(
        self, scheme: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        """Without settings in the environment, no request is sent: the error names them."""
        monkeypatch.setenv("GOOGLE_APPLICATION_CREDENTIALS", str(tmp_path / "none.json"))
        monkeypatch.setenv("HOME", str(tmp_path))
        with pytest.raises(LakeUnavailable) as caught:
            Lake(f"{scheme}://club/lake").checkpoint()
        assert ("AZURE" if scheme == "az" else "GOOGLE") in caught.value.advice

    def test_without_the_extra_it_says_what_to_install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "obstore", None)
        with pytest.raises(LakeUnavailable) as caught:
            Lake(ADDRESS)
        assert "pip install 'tabletale[object-store]'" in caught.value.advice

    def test_a_folder_needs_no_extra(self, table: Table) -> None:
        """Nothing of an object store is imported for a lake in a folder."""
        table.play(GAME)
        code = (
            "import sys; from analytics import Lake, run; lake = Lake(sys.argv[1]); "
            "run(lake, 'win_rate_by_seat', {'ruleset': 'toy'}); "
            "print(sorted({'obstore', 'boto3', 'duckdb', 'distributed'} & sys.modules.keys()))"
        )
        table.export()
        answer = subprocess.run([sys.executable, "-c", code, str(table.lake.folder)], capture_output=True, text=True)
        assert (answer.stdout, answer.returncode) == ("[]\n", 0), answer.stderr


class TestCommands:
    """On the command line, a fault is a line with what to do, and exit code 1."""

    @pytest.fixture(autouse=True)
    def settings(self, store: Proxy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("TABLETALE_DATABASE_URL", f"sqlite:///{tmp_path / 'log.db'}")
        monkeypatch.setenv("TABLETALE_LAKE", ADDRESS)

    def test_export_and_info(self, store: Proxy) -> None:
        assert CliRunner().invoke(tabletale, ["lake", "export"]).exit_code == 0
        answer = CliRunner().invoke(tabletale, ["lake", "info"])
        assert answer.output == f"{ADDRESS}: up to position 0 of the log.\n"

    @pytest.mark.parametrize(
        ("fault", "text"),
        [
            (403, "the store refuses access (403)"),
            (507, "the store is full"),
            (503, "the store answers 503"),
            (501, "no conditional writes"),
            ("cut", "the store does not answer"),
        ],
    )
    @pytest.mark.parametrize(
        "command", ["lake export", "lake rebuild", "statistics win_rate_by_seat --param ruleset=x"]
    )
    def test_a_store_that_refuses(self, store: Proxy, server: int, fault: Fault, text: str, command: str) -> None:
        store.begin(lambda asked: fault if asked.writes else None)
        done = CliRunner().invoke(tabletale, command.split())
        assert (done.exit_code, done.stdout) == (1, "")
        assert text in done.stderr
        assert SECRET not in done.stderr
        assert len(done.stderr.splitlines()) == 2
        assert not stored()

    def test_a_file_that_is_missing(self, store: Proxy) -> None:
        """It can only be made again: the command says how."""
        assert CliRunner().invoke(tabletale, ["lake", "export"]).exit_code == 0
        exclusions = Lake(ADDRESS).checkpoint().exclusions
        assert exclusions
        obstore.delete(from_url(ADDRESS), exclusions.path)
        for command in ("lake export", "statistics ngrams --param ruleset=card_tactics"):
            done = CliRunner().invoke(tabletale, command.split())
            assert (done.exit_code, done.stdout) == (1, "")
            assert "A file of the lake is missing." in done.stderr
            assert "tabletale lake rebuild" in done.stderr
        assert CliRunner().invoke(tabletale, ["lake", "rebuild"]).exit_code == 0

    def test_a_bucket_that_is_not_there(self, store: Proxy, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("TABLETALE_LAKE", "s3://nobody/lake")
        for command in ("lake export", "lake rebuild", "lake info"):
            done = CliRunner().invoke(tabletale, command.split())
            assert done.exit_code == (0 if command == "lake info" and not done.stderr else 1)
            assert "there is no such bucket" in done.stderr


@pytest.mark.parametrize("name", ["a[1]*?", "=1+1", "o'dd \N{GAME DIE}", 'quo"te'])
def test_a_folder_may_have_any_name(table: Table, tmp_path: Path, name: str) -> None:
    table.play(GAME)
    lake = Lake(tmp_path / name)
    assert export(table.store, RULESETS, lake).games == 1
    assert run(lake, "win_rate_by_seat", {"ruleset": "toy", "min_n": 1}).rows.height == 2


def test_a_folder_that_cannot_be_written(table: Table, tmp_path: Path) -> None:
    """The error names the folder and says what to do."""
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(LakeUnavailable, match="cannot be written: ") as caught:
        export(table.store, RULESETS, Lake(tmp_path / "file" / "lake"))
    assert "TABLETALE_LAKE" in caught.value.advice


def test_content_hashes_are_those_of_the_objects(table: Table, store: Proxy, server: int) -> None:
    table.play(GAME)
    lake = Lake(ADDRESS)
    export(table.store, RULESETS, lake)
    for file in lake.checkpoint().files():
        data = bytes(obstore.get(from_url(ADDRESS), file.path).bytes())
        assert (hashlib.sha256(data).hexdigest(), len(data)) == (file.sha256, file.size)
