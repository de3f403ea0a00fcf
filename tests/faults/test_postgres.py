"""PostgreSQL fails while clients write; `make long SUITE=faults ARGS=postgres` does so more often."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from api.app import create_app
from api.service import Service
from api.settings import Settings
from events import Store
from rulesets.heros_crossing_tactics import RULESET
from tests.api.client import Client
from tests.api.conftest import action_bodies, begin, refused
from tests.faults import postgres
from tests.faults.proxy import Cut, proxied
from tests.faults.servers import NoMount, new_servers

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

CUTS = 20


def faults(results: Iterable[postgres.Result]) -> list[tuple[str, list[str]]]:
    """The results with faults; there is at least one result."""
    found = [(each.text, each.wrong) for each in results]
    assert found
    return [each for each in found if each[1]]


def test_a_server_that_is_stopped_or_killed_loses_nothing(tmp_path: Path) -> None:
    """Over the store, over REST and in streams. Broken by a pool that keeps its dead connections."""
    assert faults(postgres.restarts(tmp_path, 1)) == []


def test_a_standby_takes_over(tmp_path: Path) -> None:
    """The service finds it by a list of hosts, or at the same address."""
    assert faults(postgres.failovers(tmp_path, 1)) == []


def test_what_a_standby_acknowledged_is_not_lost() -> None:
    """And what it did not acknowledge is found to be lost, so the check is not blind."""
    assert faults(postgres.without_standby()) == []


def test_a_write_may_be_sent_again_after_a_cut_at_each_moment(tmp_path: Path) -> None:
    """Broken by a call of PostgreSQL that does not store the request."""
    assert faults(postgres.cuts(tmp_path)) == []


def test_connections_may_be_cut_anywhere() -> None:
    assert faults(postgres.random_cuts(CUTS)) == []


def test_a_full_disk_is_reported_and_writing_goes_on_when_there_is_room() -> None:
    try:
        assert faults(postgres.full_disk(1)) == []
    except NoMount as error:
        pytest.skip(str(error))


def test_an_action_whose_answer_was_cut_off_gets_the_same_answer_again() -> None:
    """Over REST: first the problem of a database that is away, then what was stored."""
    with new_servers(1) as (server,), proxied(server) as proxy, Store.open(proxy.url) as store:
        settings = Settings.read({}, database_url=server.url)
        client = Client(create_app(Service.over(store, settings, {RULESET.name: RULESET})))
        game = begin(client)
        send = {"json": action_bodies()[0], "headers": {"Idempotency-Key": "cut", "If-Match": '"1"'}}
        proxy.cut = Cut(b'"key":"cut"', "before the answer")
        answer = client.post(f"/v1/games/{game}/actions", **send)
        refused(answer, 503, "database-unavailable")
        assert answer.headers["Retry-After"]
        again = client.post(f"/v1/games/{game}/actions", **send)
        assert (again.status_code, [each["version"] for each in again.json["events"]]) == (201, [2])
        assert again.json == client.post(f"/v1/games/{game}/actions", **send).json
        assert client.get(f"/v1/games/{game}").json["version"] == 2
