"""`lake export --copy-games`: workers that have no way to the log read copies of the games in the lake."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from analytics import Lake, export, spreading
from analytics.copies import CopiedGames
from api.service import installed_rulesets
from events import Store
from tests.analytics.stores import BUCKET, lake_in_a_store, request
from tests.analytics.workers import Workers, workers
from tests.api.test_cluster import EVENTS, RULESET, run, same
from tests.benchmarks.analytics import record
from tests.events.build import tamper
from tests.forms import mostly

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path
    from uuid import UUID

    from analytics.lake import File
    from events import Game


RUNNING = "status = 'running', finished_at = null, result = null"
NOTHING = "postgresql+psycopg://tabletale@127.0.0.1:1/none"
"""The log of a worker that can read none."""


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A user's log in a SQLite file, and an empty lake."""
    url = f"sqlite:///{tmp_path / 'log.db'}"
    with Store.open(url, synchronous="NORMAL") as store:
        for name in EVENTS:
            record(store, installed_rulesets()[name], 200)
    monkeypatch.setenv("TABLETALE_DATABASE_URL", url)
    monkeypatch.setenv("TABLETALE_LAKE", str(tmp_path / "lake"))
    monkeypatch.setattr(spreading, "LARGEST", 4)
    return url


@pytest.fixture(scope="module")
def blind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workers]:
    """A worker that can read no log."""
    with workers(tmp_path_factory.mktemp("blind"), 1, TABLETALE_DATABASE_URL=NOTHING) as found:
        yield found


def on(cluster: Workers) -> tuple[str, ...]:
    return ("--on", cluster.address, "--on-only", "--copy-games")


def finished(store: Store) -> list[Game]:
    return [game for game in store.games(limit=100) if game.summary.status == "finished" and game.ruleset == RULESET]


def kept_copies(monkeypatch: pytest.MonkeyPatch) -> list[File]:
    """The copies of the exports that follow, which are not deleted."""
    found: list[File] = []
    monkeypatch.setattr(Lake, "delete", lambda _, files: found.extend(files))
    return found


class TestTheLake:
    @pytest.mark.parametrize("size", mostly([spreading.COPIED, 20_000, 1], [20_000]))
    def test_is_the_one_that_is_written_here(
        self, log: str, blind: Workers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int
    ) -> None:
        """However many games a copy has: all of a batch, some, or one."""
        monkeypatch.setattr(spreading, "COPIED", size)
        with Store.open(log) as store:
            store.update_game(finished(store)[2].id, archived=True)
        exported = run("lake", "export", *on(blind))
        monkeypatch.setenv("TABLETALE_LAKE", str(tmp_path / "here"))
        here = run("lake", "export")
        assert (exported.output, exported.exit_code) == (here.output, 0)
        same(Lake(tmp_path / "lake"), Lake(tmp_path / "here"))
        assert run("lake", "rebuild", *on(blind)).exit_code == 0
        same(Lake(tmp_path / "here"), Lake(tmp_path / "lake"))

    def test_has_games_that_changed(self, log: str, blind: Workers, tmp_path: Path) -> None:
        assert run("lake", "export", *on(blind)).exit_code == 0
        with Store.open(log) as store:
            for game in finished(store)[:2]:
                store.update_game(game.id, tags=["changed"])
            store.update_game(finished(store)[2].id, archived=True)
            changed = run("lake", "export", *on(blind))
            assert changed.output.startswith("2 games with "), changed.output
            assert "1 removed" in changed.output
            fresh = Lake(tmp_path / "fresh")
            export(store, installed_rulesets(), fresh)
        same(Lake(tmp_path / "lake"), fresh)

    @pytest.mark.parametrize(
        ("statement", "column"),
        [
            ("update games set tip = -1 where id = :id", "damaged"),
            ("update events set effects = '[' where version = 3 and game_id = :id", "unreadable"),
            ("update events set effects = cast(X'FF' as text) where version = 3 and game_id = :id", "unreadable"),
        ],
    )
    def test_has_all_but_what_is_damaged(
        self,
        log: str,
        blind: Workers,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        statement: str,
        column: str,
    ) -> None:
        """And what is wrong is told in the same words."""
        with Store.open(log) as store:
            tamper(store, statement, id=finished(store)[1].id)
        exported = run("lake", "export", *on(blind))
        monkeypatch.setenv("TABLETALE_LAKE", str(tmp_path / "here"))
        here = run("lake", "export")
        assert (exported.output, exported.exit_code) == (here.output, 0)
        assert here.output.count(" is left out: ") == 1
        checkpoint = Lake(tmp_path / "lake").checkpoint()
        assert len(checkpoint.damaged) == (column == "damaged")
        same(Lake(tmp_path / "lake"), Lake(tmp_path / "here"))

    @pytest.mark.long
    def test_may_be_in_an_object_store(self, log: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        with Store.open(log) as store:
            here = Lake(tmp_path / "here")
            export(store, installed_rulesets(), here)
        with lake_in_a_store(monkeypatch) as (port, access):
            with workers(tmp_path, 1, TABLETALE_DATABASE_URL=NOTHING, **access) as found:
                assert run("lake", "export", *on(found)).exit_code == 0
            same(Lake(f"s3://{BUCKET}/lake"), here)
            assert b"lake/facts/" in (listed := request(port, "GET", f"/{BUCKET}?list-type=2"))
            assert b"lake/copies/" not in listed


class TestCopies:
    def test_hold_only_what_is_read(self, log: str, blind: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
        """Of games that are not over, that do not count, or that the lake has already, the row alone is copied."""
        files = kept_copies(monkeypatch)
        with Store.open(log) as store:
            archived, counts, running = finished(store)[:3]
            tamper(store, f"update games set {RUNNING} where id = :id", id=running.id)
            store.update_game(archived.id, archived=True)
            assert run("lake", "export", *on(blind)).exit_code == 0
            copied = {game_id: len([*of.events(game_id, 1, 9_999)]) for game_id, of in copies(files, store)}
            assert copied.keys() == {*store.game_ids()}
            assert not any(copied[game.id] for game in (archived, running))
            assert copied[counts.id] == counts.version
            files.clear()
            store.update_game(counts.id, place="Kiel")
            assert run("lake", "export", *on(blind)).exit_code == 0
            assert [game_id for game_id, _ in copies(files, store)] == [counts.id]

    def test_are_as_the_log_has_it(self, log: str, blind: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
        files = kept_copies(monkeypatch)
        with Store.open(log) as store:
            assert run("lake", "export", *on(blind)).exit_code == 0
            for game in finished(store):
                (copied,) = [of for game_id, of in copies(files, store) if game_id == game.id]
                assert copied.game(game.id) == game
                assert copied.forks(game.id) == store.forks(game.id)
                assert [*copied.events(game.id, 2, 4)] == [*store.events(game.id, 2, 4)]
                assert copied.component_set(game.component_set) == store.component_set(game.component_set)

    def test_are_gone_after_the_export(self, log: str, blind: Workers, tmp_path: Path) -> None:
        assert run("lake", "export", *on(blind)).exit_code == 0
        assert not [*(tmp_path / "lake" / "copies").iterdir()]

    def test_that_an_export_left_are_deleted_by_the_next(
        self, log: str, blind: Workers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def ends(*_: object, **__: object) -> None:
            raise KeyboardInterrupt

        folder = tmp_path / "lake" / "copies"
        with monkeypatch.context() as patch:
            patch.setattr("analytics.cluster.Cluster.spread", ends)
            assert run("lake", "export", *on(blind)).exit_code == 1
        assert [*folder.iterdir()]
        assert not Lake(tmp_path / "lake").checkpoint().exported_at
        assert run("lake", "export").exit_code == 0
        assert not [*folder.iterdir()]


class TestRefused:
    def test_copies_for_nobody(self, log: str) -> None:
        refused = run("lake", "export", "--copy-games")
        assert refused.exit_code == 2
        assert "name their scheduler with --on or TABLETALE_CLUSTER" in refused.output

    def test_a_worker_without_the_lake(
        self, log: str, blind: Workers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        elsewhere = str(tmp_path / "elsewhere")
        monkeypatch.setattr("analytics.spreading.address_of", lambda _: elsewhere)
        refused = run("lake", "export", *on(blind))
        assert refused.exit_code == 1
        assert f"the games that were copied for it are not in the lake at {elsewhere} on this machine" in refused.output
        assert not Lake(tmp_path / "lake").checkpoint().exported_at


def copies(files: Sequence[File], store: Store) -> Iterator[tuple[UUID, CopiedGames]]:
    """The games of these files."""
    lake = Lake(os.environ["TABLETALE_LAKE"])
    ids = {str(game_id): game_id for game_id in store.game_ids()}
    for file in files:
        of = CopiedGames(lake, file)
        for name in lake.read(file)["of"]:
            if name in ids:
                yield ids[name], of
