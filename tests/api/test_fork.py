"""What-ifs: a game is copied up to a version, as its viewer sees it there, and continues independently."""

from __future__ import annotations

import os
from itertools import product
from random import Random
from typing import TYPE_CHECKING, Any
from uuid import UUID

import pytest

from api.recording.decide import Entry
from api.recording.dice import proof
from api.recording.fork import WhatIf
from api.recording.recorder import NewGameRequest
from api.recording.simulate import SeededChance
from api.recording.verify import findings
from rulesets.kit.bots import random_bot
from rulesets.kit.structs import SPECTATOR
from tests.api.amends import service_in
from tests.api.conftest import action_bodies, begin, record, refused
from tests.tables import WIDEST, Table

if TYPE_CHECKING:
    from pathlib import Path

    from api.service import Service
    from events import Game
    from events.game import Chance
    from rulesets.kit.ruleset import Ruleset
    from rulesets.kit.structs import Viewer
    from tests.api.client import Answer, Client

AT = 30
LENGTH = 60
"""Actions of the game that is forked."""


def fork(client: Client, game: str, headers: dict[str, str] | None = None, **body: Any) -> Answer:
    """Start a what-if; `viewer` is sent in the query."""
    query = {"viewer": body.pop("viewer")} if "viewer" in body else {}
    return client.post(f"/v1/games/{game}/fork", json=body, query_string=query, headers=headers or {})


def make_what_if(client: Client, game: str, **body: Any) -> dict[str, Any]:
    """Start a what-if; returns it."""
    answer = fork(client, game, **body)
    assert answer.status_code == 201, answer.json
    return answer.json


def events_of(client: Client, game: str, viewer: str = "table") -> Any:
    query = {"limit": 200, "viewer": viewer}
    return client.get(f"/v1/games/{game}/events", query_string=query).json["items"]


def board(client: Client, game: str, at: int | str, viewer: str = "table") -> Any:
    return client.get(f"/v1/games/{game}/board", query_string={"at": at, "viewer": viewer}).json["board"]


def test_a_fork_is_the_game_up_to_a_version(client: Client) -> None:
    """It has versions of its own, the times at the table, and a name with the version that it starts from."""
    game = record(client, count=LENGTH)
    answer = fork(client, game, at=str(AT))
    other = answer.json
    assert answer.headers["Location"] == f"/v1/games/{other['id']}"
    assert (other["version"], other["head"], other["undo"], other["chance"]) == (AT, AT, "free", "table")
    assert other["name"] == f"What if from {AT} of Hero's Crossing: Tactics"
    assert (other["forked_from"], other["fork"]) == (game, {"version": AT, "viewer": "table", "copied": AT})
    assert [seat["name"] for seat in other["seats"]] == ["Ada", "Ben"]
    old, new = events_of(client, game)[:AT], events_of(client, other["id"])
    for field in ("version", "parent", "kind", "seat", "effects", "outcomes", "text"):
        assert [event[field] for event in new] == [event[field] for event in old], field
    assert [event["action"] for event in new[1:]] == [event["action"] for event in old[1:]]
    assert [event["occurred_at"] for event in new] == [event["recorded_at"] for event in old]
    assert new[0]["action"]["forked_from"] == {"game": game, "version": AT, "viewer": "table", "copied": AT}
    assert board(client, other["id"], "head") == board(client, game, AT)


def test_a_what_if_does_not_change_its_game(client: Client) -> None:
    """A move in a what-if is stored there alone; undo may go back into the copied events."""
    game = record(client, count=LENGTH)
    before = client.get(f"/v1/games/{game}").json
    other = make_what_if(client, game, at=str(AT))["id"]
    assert client.post(f"/v1/games/{other}/actions", json=action_bodies()[AT - 1 : AT + 4]).status_code == 201
    assert board(client, other, "head") == board(client, game, AT + 5)
    assert client.post(f"/v1/games/{other}/undo", json={"to": "10"}).status_code == 201
    assert board(client, other, "head") == board(client, game, 10)
    assert client.get(f"/v1/games/{game}").json == before


def test_a_fork_starts_at_any_version_of_any_line(client: Client) -> None:
    """Also at an undone version, and at an undo, where it starts from the version that the undo led to."""
    game = record(client, count=20)
    client.post(f"/v1/games/{game}/undo", json={"to": "10"})
    for body, version in (({"at": "15"}, 15), ({"at": "22"}, 10), ({}, 10), ({"at": "-2", "line": 15}, 19)):
        other = make_what_if(client, game, **body)
        assert (other["fork"]["version"], other["version"]) == (version, version)


def test_a_fork_of_a_fork_names_where_it_was_copied(client: Client) -> None:
    first = make_what_if(client, record(client, count=20), at="12", name="the archer first")
    second = make_what_if(client, first["id"], at="9")
    assert first["name"] == "the archer first"
    assert (second["forked_from"], second["fork"]["version"]) == (first["id"], 9)


def test_lists_leave_forks_out_by_default(client: Client) -> None:
    """This holds in REST, on the page of games, and in the number of a player's games."""
    game = record(client, count=20)
    other = make_what_if(client, game, at="12", name="the archer first")["id"]
    another = make_what_if(client, other, at="12")["id"]

    def listed(**query: str) -> list[str]:
        return [item["id"] for item in client.get("/v1/games", query_string=query).json["items"]]

    assert listed() == [game]
    assert listed(forks="true") == [another, other]
    assert listed(forked_from=game) == [other]
    assert "the archer first" not in client.get("/").text
    assert "the archer first" in client.get("/?forks=yes").text
    ada = client.get("/v1/players").json["items"][0]["id"]
    assert "the archer first" not in client.get(f"/players/{ada}").text
    assert "<td>1</td>" in client.get("/players").text


def test_the_name_of_a_fork_can_be_changed(client: Client) -> None:
    other = make_what_if(client, record(client, count=20), at="12")["id"]
    assert client.patch(f"/v1/games/{other}", json={"name": "the monk"}).json["name"] == "the monk"
    refused(client.patch(f"/v1/games/{other}", json={"name": "a\u0007b"}), 422, "invalid-request")


def test_invalid_forks_are_refused(client: Client) -> None:
    """Each has a problem of its own, and no game is stored."""
    game = record(client, count=20)
    refused(fork(client, "019a9d3e-7c1a-7b4e-9f1d-2f6f8c0d5a11"), 404, "unknown-game")
    refused(fork(client, "nonsense"), 404, "unknown-game")
    refused(fork(client, game, at="999"), 404, "unknown-version")
    refused(fork(client, game, at="round:99"), 404, "unknown-version")
    refused(fork(client, game, at="5", line=999), 404, "unknown-version")
    refused(fork(client, game, viewer="9"), 422, "invalid-request")
    refused(fork(client, game, name="a\u0007b"), 422, "invalid-request")
    refused(fork(client, game, chance="dice"), 422, "invalid-request")
    refused(fork(client, game, {"If-Match": '"3"'}), 412, "stale-version")
    served = begin(client, chance="server", outcomes=[])
    refused(fork(client, served, viewer="table"), 403, "hidden-while-running")
    assert client.get("/v1/games?forks=true").json["items"] == []


def test_a_fork_that_is_requested_twice_is_made_once(client: Client) -> None:
    game, key = record(client, count=20), {"Idempotency-Key": "k1"}
    first = fork(client, game, key, at="12").json
    assert fork(client, game, key, at="12").json == first
    refused(fork(client, game, key, at="13"), 422, "idempotency-key-reused")


def test_a_fork_in_which_the_service_rolls_has_a_key_of_its_own(
    client: Client, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secrets.token_bytes", os.urandom)
    game = begin(client, chance="server", outcomes=[])
    mine, yours = (make_what_if(client, game, viewer="1", chance="server") for _ in range(2))
    keys = {service.store.secret_key(UUID(each)) for each in (game, mine["id"], yours["id"])}
    assert len(keys) == 3
    hashes = {events_of(client, each["id"], "spectator")[0]["action"]["chance_key_hash"] for each in (mine, yours)}
    assert len(hashes) == 2


def served(service: Service, table: Table, actions: int) -> Game:
    """The first actions of a random game that the service rolls for."""
    ruleset, rng = service.rulesets[table.ruleset], Random(str(table))
    game = service.recorder.create(
        NewGameRequest(ruleset=ruleset.name, players=(None,) * table.seats, chance="server")
    ).game
    return go_on(service, game, ruleset, rng, actions)


def go_on(service: Service, game: Game, ruleset: Ruleset[Any], rng: Random, actions: int) -> Game:
    """Play random actions of all seats, with random outcomes where the table enters them."""
    for _ in range(actions):
        if not (waiting := game.summary.waiting_for):
            break
        seat, board, chance = rng.choice(waiting), service.library.head(game), SeededChance(rng)
        action = random_bot(ruleset, board, seat, rng)
        ruleset.decide(board, seat, action, chance)
        outcomes = tuple(chance.outcomes) if game.chance == "table" else ()
        entry = Entry(seat=seat, action=action, outcomes=outcomes)
        game = service.recorder.act(game.id, [entry], expected=game.version).game
    return game


@pytest.mark.parametrize("table", WIDEST, ids=str)
def test_a_what_if_continues_from_the_viewers_board(tmp_path: Path, table: Table) -> None:
    """In a game that the service deals, the board is the viewer's, whoever rolls from there on; `verify` finds nothing.

    `verify --re-decide` begins after the copied events. Broken once: it decided the copies too, which lack outcomes.
    """
    with service_in(tmp_path) as service:
        game, library, ruleset = served(service, table, 60), service.library, service.rulesets[table.ruleset]
        rng = Random(f"on {table}")
        viewers: tuple[Viewer, ...] = (1, SPECTATOR)
        chances: tuple[Chance, ...] = ("server", "table")
        for viewer, at, chance in product(viewers, (3, 12, 45), chances):
            fork = service.recorder.fork(game.id, WhatIf(at=str(at), viewer=viewer, chance=chance)).game
            if chance == game.chance:
                assert library.board(fork, at) == library.board(game, at, viewer)
            outcomes = {event.outcomes for event in service.store.events(fork.id, 1, at)}
            assert outcomes == {"[]"} or game.summary.status == "finished"
            fork = go_on(service, fork, ruleset, rng, 15)
            assert fork.version > at
            assert not list(findings(library, fork.id, re_decide=True))


def test_a_what_if_of_a_finished_game_copies_everything(tmp_path: Path) -> None:
    """Nothing is hidden any more, for any viewer; the copied dice came from the key of the original game."""
    with service_in(tmp_path) as service:
        game = served(service, Table("card_tactics", 1), 3_000)
        assert game.summary.status == "finished"
        fork = service.recorder.fork(game.id, WhatIf(at="end", viewer=1, chance="server")).game
        assert (fork.summary.status, fork.summary.result) == ("finished", game.summary.result)
        copied = list(service.store.events(fork.id, 2))
        assert [event.outcomes for event in copied] == [event.outcomes for event in service.store.events(game.id, 2)]
        assert proof(service.library, fork).throws == ()
        assert proof(service.library, fork).fair


def test_the_service_cannot_roll_for_a_set_that_needs_entries_by_hand(
    client: Client, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There would be nobody to enter them, so the table goes on with its own dice and cards."""
    game = record(client, count=20)
    monkeypatch.setattr(service.rulesets["heros_crossing_tactics"], "stuck", lambda _board: True)
    problem = refused(fork(client, game, chance="server"), 422, "invalid-request")
    assert problem["errors"][0]["pointer"] == "/chance"


@pytest.mark.parametrize("viewer", ["table", 2, "spectator"])
def test_the_board_of_a_new_copy_is_cached(
    service: Service, client: Client, monkeypatch: pytest.MonkeyPatch, viewer: Viewer
) -> None:
    """It is the board that its stored events give."""
    game = UUID(record(client, count=LENGTH))
    asked: list[UUID] = []
    effects = service.store.joined_effects

    def asking(id: UUID, *span: int) -> Any:
        asked.append(id)
        return effects(id, *span)

    monkeypatch.setattr(service.store, "joined_effects", asking)
    copy = service.recorder.fork(game, WhatIf(at=str(AT), viewer=viewer)).game
    boards = [service.library.head(copy, viewer) for viewer in ("table", "spectator")]
    assert copy.id not in asked
    service.library.boards._cache.clear()
    assert [service.library.head(copy, viewer) for viewer in ("table", "spectator")] == boards
    assert copy.id in asked
