"""Corrections of earlier actions, and what followed, which is decided again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from api.recording.amend import SameChance
from rulesets.heros_crossing_tactics import RULESET
from rulesets.kit.errors import ChanceNeeded
from rulesets.kit.outcomes import ChanceQuestion
from tests.api.amends import RULESETS, amend_at_random, service_in
from tests.api.conftest import action_bodies, begin, record, refused

if TYPE_CHECKING:
    from pathlib import Path

    from tests.api.client import Answer, Client

GAME = "/v1/games/{}"
LENGTH = 60
"""Actions of the recorded game that are entered."""


@pytest.mark.parametrize("name", RULESETS)
def test_an_amended_line_is_the_game_that_would_have_been_recorded(tmp_path: Path, name: str) -> None:
    """Over random amends: a dry run says what storing does, the old line is an undo and a redo away, `verify` is glad.

    Broken once: folding the old effects instead of the new ones.
    """
    with service_in(tmp_path) as service:
        tried = amend_at_random(service, RULESETS[name], 10)
    assert tried.kept
    assert tried.stopped


DIE = ChanceQuestion("roll", (1, 2, 3, 4, 5, 6), "X-01")
PILE = ChanceQuestion("draw", ("knight", "monk", "page"), "X-02")


@pytest.mark.parametrize(
    ("before", "now", "entered"),
    [
        (DIE, DIE, 3),
        (PILE, ChanceQuestion("draw", ("knight", "monk"), "X-02"), "monk"),
        (
            ChanceQuestion("reveal", ("knight", "monk"), "X-03"),
            ChanceQuestion("reveal", ("monk", "page"), "X-03"),
            "monk",
        ),
    ],
)
def test_what_was_entered_answers_the_same_question(
    before: ChanceQuestion, now: ChanceQuestion, entered: int | str
) -> None:
    """A pile may hold other cards by now: the card that was drawn is the card that was drawn."""
    assert SameChance([entered], [before]).ask(now) == entered


@pytest.mark.parametrize(
    ("before", "now", "entered"),
    [
        (DIE, ChanceQuestion("roll", (1, 2, 3, 4), "X-01"), 3),
        (DIE, ChanceQuestion("pick", (1, 2, 3, 4, 5, 6), "X-01"), 3),
        (DIE, ChanceQuestion("roll", (1, 2, 3, 4, 5, 6), "X-09"), 3),
        (PILE, ChanceQuestion("draw", ("knight", "page"), "X-02"), "monk"),
    ],
)
def test_and_no_other_question(before: ChanceQuestion, now: ChanceQuestion, entered: int | str) -> None:
    """Another die, another kind, another rule, or a card that cannot be there any more."""
    with pytest.raises(ChanceNeeded):
        SameChance([entered], [before]).ask(now)


def amend(client: Client, game: str, *changes: dict[str, Any], version: int | None = None, **more: Any) -> Answer:
    """Ask for an amend at a version, the newest unless told."""
    headers = more.pop("headers", {})
    if version is None:
        version = client.get(f"/v1/games/{game}").json["version"]
    headers = {"If-Match": f'"{version}"', **headers}
    body = {"changes": list(changes)} | ({"reason": more.pop("reason")} if "reason" in more else {})
    return client.post(f"/v1/games/{game}/amend", json=body, headers=headers, query_string=more)


def entered(index: int) -> dict[str, Any]:
    """An action of the recorded game; its version is two more."""
    return action_bodies()[index]


def first_with_outcomes() -> int:
    """The version of the first action that has outcomes of chance."""
    return next(index for index, body in enumerate(action_bodies()) if body["outcomes"]) + 2


def test_a_dropped_action_is_left_and_what_stood_on_it_stops(client: Client) -> None:
    """A dry run tells it and stores nothing; the amend stores an undo and the new line in one."""
    game = record(client, count=LENGTH)
    before = client.get(f"/v1/games/{game}").json
    dry_run = amend(client, game, {"version": 30, "drop": True}, dry_run=1)
    assert dry_run.status_code == 200
    assert client.get(f"/v1/games/{game}").json == before
    done = amend(client, game, {"version": 30, "drop": True}, reason="it was not so")
    assert done.status_code == 201
    stored, planned = done.json, dry_run.json
    assert {**planned, "version": stored["version"]} == stored
    assert (stored["previous"], stored["parts_at"]) == ({"line": 1, "head": LENGTH + 1}, 29)
    assert 30 in stored["dropped"]
    assert len(stored["dropped"]) + stored["kept"] == LENGTH - 28
    assert stored["stopped"] is None or stored["stopped"]["version"] == stored["dropped"][1]
    after = client.get(f"/v1/games/{game}").json
    assert (after["version"], after["head"]) == (stored["version"], stored["head"])
    markers = [event for event in events_of(client, game) if event["kind"] == "undo"]
    assert [(marker["version"], marker["parent"]) for marker in markers] == [(LENGTH + 2, 29)]


def events_of(client: Client, game: str) -> Any:
    return client.get(f"/v1/games/{game}/events", query_string={"limit": 200}).json["items"]


def test_another_outcome_of_the_same_action(client: Client) -> None:
    """`outcomes` alone are those of the action that is stored; times stay, and the board is another."""
    version = first_with_outcomes()
    game = record(client, count=version + 3)
    body = entered(version - 2)
    question = client.post(
        f"/v1/games/{record(client, count=version - 2)}/actions", json={**body, "outcomes": []}
    ).json["chance_needed"]
    other = next(value for value in question["allowed"] if value != body["outcomes"][0])
    before = {event["version"]: event for event in events_of(client, game)}
    done = amend(client, game, {"version": version, "outcomes": [other, *body["outcomes"][1:]]})
    assert done.status_code == 201
    first, now = done.json["line"], {event["version"]: event for event in events_of(client, game)}
    assert now[first]["outcomes"][0] == other
    assert now[first]["action"] == before[version]["action"]
    assert now[first]["occurred_at"] == before[version]["recorded_at"]
    assert done.json["kept"] == done.json["head"] - first


def test_what_is_entered_again_is_no_change(client: Client) -> None:
    """The same action with the same outcomes is refused: nothing would be corrected."""
    game = record(client, count=20)
    same = entered(8)
    answer = amend(client, game, {"version": 10, "action": same["action"], "outcomes": same["outcomes"]})
    problem = refused(answer, 422, "amend-refused")
    assert problem["errors"][0]["pointer"] == "/changes/0"
    assert client.get(f"/v1/games/{game}").json["version"] == 21


@pytest.mark.parametrize("version", [1, 12, 22, 9_999_999])
def test_only_actions_on_the_way_to_the_head(client: Client, version: int) -> None:
    """Not the set-up, nothing that was undone, no marker, nothing that is not there: each is named."""
    game = record(client, count=20)
    client.post(f"/v1/games/{game}/undo", json={"to": "11"})
    answer = amend(client, game, {"version": 5, "drop": True}, {"version": version, "drop": True})
    problem = refused(answer, 422, "amend-refused")
    assert problem["errors"][0]["pointer"] == "/changes/1/version"
    assert str(version) in problem["detail"]


def test_a_version_twice_a_change_of_nothing_and_two_in_one(client: Client) -> None:
    game = record(client, count=20)
    twice = amend(client, game, {"version": 5, "drop": True}, {"version": 5, "drop": True})
    assert "twice" in refused(twice, 422, "amend-refused")["detail"]
    assert "what to change" in refused(amend(client, game, {"version": 5}), 422, "amend-refused")["detail"]
    both = amend(client, game, {"version": 5, "drop": True, "outcomes": [1]})
    assert "only one" in refused(both, 422, "amend-refused")["detail"]


def test_what_is_entered_now_has_to_hold(client: Client) -> None:
    """An action put in before, that the rules refuse: its place is named, and nothing is stored."""
    game = record(client, count=20)
    no = {"seat": 1, "action": {"type": "Attack", "column": 2, "target": 2}, "outcomes": []}
    yes = entered(3)
    answer = amend(client, game, {"version": 5, "before": [yes, no]}, {"version": 4, "drop": True}, dry_run=1)
    problem = refused(answer, 422, "illegal-action")
    assert problem["errors"][0]["pointer"].startswith("/changes/0/before/")
    assert client.get(f"/v1/games/{game}").json["version"] == 21


def test_a_change_behind_the_stop_is_not_lost_in_silence(client: Client) -> None:
    """It is refused, with the rule at which the line before it stops."""
    game = record(client, count=40)
    stop = amend(client, game, {"version": 10, "drop": True}, dry_run=1).json["stopped"]
    assert stop
    answer = amend(client, game, {"version": 10, "drop": True}, {"version": 41, "drop": True})
    assert answer.status_code == 422
    assert answer.json["errors"][0]["pointer"] == "/changes/1/version"


def test_where_the_service_rolls_one_undoes(client: Client) -> None:
    game = begin(client, chance="server", outcomes=[])
    answer = amend(client, game, {"version": 2, "drop": True}, version=1)
    assert "undo" in refused(answer, 422, "amend-refused")["detail"]


def test_it_is_bound_to_the_version_that_was_seen(client: Client) -> None:
    """Without one it is not done; nor after somebody else acted."""
    game = record(client, count=20)
    body = {"changes": [{"version": 5, "drop": True}]}
    refused(client.post(f"/v1/games/{game}/amend", json=body), 428, "version-needed")
    refused(amend(client, game, *body["changes"], version=20), 412, "stale-version")


def test_a_seat_does_not_amend(client: Client) -> None:
    game = record(client, count=20)
    refused(amend(client, game, {"version": 5, "drop": True}, viewer="1"), 403, "table-only")


def test_sent_twice_it_is_done_once(client: Client) -> None:
    """The second answer is the first one, though the head is another meanwhile."""
    game = record(client, count=30)
    change, key = {"version": 12, "drop": True}, {"Idempotency-Key": "k"}
    first = amend(client, game, change, version=31, headers=key)
    assert first.status_code == 201
    again = amend(client, game, change, version=31, headers=key)
    assert again.json == first.json
    assert client.get(f"/v1/games/{game}").json["version"] == first.json["version"]
    refused(amend(client, game, {"version": 13, "drop": True}, version=31, headers=key), 422, "idempotency-key-reused")


def test_a_stop_says_what_its_board_waits_for(client: Client) -> None:
    """With the board of it, so that a page can ask on; leaving the action out as well leads further."""
    game = record(client, count=LENGTH)
    stop = amend(client, game, {"version": 10, "drop": True}, dry_run=1).json["stopped"]
    assert stop["waiting_for"]
    assert stop["rule"] in RULESET.rules
    assert stop["board"]["round"] == stop["round"]
    further = amend(
        client, game, {"version": 10, "drop": True}, {"version": stop["version"], "drop": True}, dry_run=1
    ).json
    assert further["stopped"] is None or further["stopped"]["version"] > stop["version"]
