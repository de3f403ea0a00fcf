"""The garbage collector is paused while a process starts, and only then."""

from __future__ import annotations

import gc
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from api import app, collector
from api.cli import main
from api.commands import common, verify
from api.commands.serve import Server
from api.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from api.service import Service


@pytest.fixture(autouse=True)
def _collecting() -> Iterator[None]:
    assert gc.isenabled()
    yield
    gc.enable()


def test_what_there_is_after_a_start_is_never_looked_through() -> None:
    collector.pause()
    assert not gc.isenabled()
    before = gc.get_freeze_count()
    kept: list[list[int]] = [[] for _ in range(1_000)]
    collector.resume()
    assert gc.isenabled()
    assert gc.get_freeze_count() >= before + len(kept)


def test_a_collector_that_is_not_paused_is_left_alone() -> None:
    before = gc.get_freeze_count()
    collector.resume()
    assert gc.isenabled()
    assert gc.get_freeze_count() == before


def test_a_command_collects_once_its_log_is_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    states: list[bool] = []
    monkeypatch.setattr(verify, "open_service", _watched(common.open_service, states))
    with pytest.raises(SystemExit):
        main(["verify", "--database", f"sqlite:///{tmp_path / 'log.db'}"])
    assert states == [False, True]


def test_a_service_collects_once_it_can_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[bool] = []

    def create_app(service: Service, *_given: object) -> None:
        made.append(gc.isenabled())
        service.store.close()

    monkeypatch.setattr(app, "create_app", create_app)
    log, lake = f"sqlite:///{tmp_path / 'log.db'}", str(tmp_path / "lake")
    Server(Settings.read({}, database_url=log, lake=lake)).load()
    assert made == [False]
    assert gc.isenabled()


def _watched(open_service: Any, states: list[bool]) -> Any:
    @contextmanager
    def watched(*given: Any) -> Iterator[Any]:
        states.append(gc.isenabled())
        with open_service(*given) as service:
            states.append(gc.isenabled())
            yield service

    return watched
