"""Corrections of earlier actions; the actions after them are decided again."""

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
    """Over random corrections: a dry run gives the answer of the real one, undo and redo lead back to the old line, and
    `verify` finds nothing.

    Broken once: folding the old effects instead of the new ones.
    """
    with service_in(tmp_path) as service:
        totals = amend_at_random(service, RULESETS[name], 10)
    assert totals.kept
    assert totals.stopped


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
def test_an_outcome_is_kept_if_the_question_is_the_same(
    before: ChanceQuestion, now: ChanceQuestion, entered: int | str
) -> None:
    """A pile may hold other cards by now; the card that was drawn stays the same."""
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
def test_an_outcome_is_dropped_if_the_question_is_another(
    before: ChanceQuestion, now: ChanceQuestion, entered: int | str
) -> None:
    """It is another die, kind or rule, or the card cannot be there any more."""
    with pytest.raises(ChanceNeeded):
        SameChance([entered], [before]).ask(now)


def amend(client: Client, game: str, *changes: dict[str, Any], version: int | None = None, **more: Any) -> Answer:
    """Correct actions, at the newest version unless another is given."""
    headers = more.pop("headers", {})
    if version is None:
        version = client.get(f"/v1/games/{game}").json["version"]
    headers = {"If-Match": f'"{version}"', **headers}
    body = {"changes": list(changes)} | ({"reason": more.pop("reason")} if "reason" in more else {})
    return client.post(f"/v1/games/{game}/amend", json=body, headers=headers, query_string=more)


def entered(index: int) -> dict[str, Any]:
    """An action of the recorded game; its version is `index + 2`."""
    return action_bodies()[index]


def first_with_outcomes() -> int:
    """The version of the first action with outcomes."""
    return next(index for index, body in enumerate(action_bodies()) if body["outcomes"]) + 2


def test_an_action_can_be_removed(client: Client) -> None:
    """A dry run gives the same answer and stores nothing; the correction stores an undo and the new line in one
    append."""
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


def test_an_outcome_can_be_corrected(client: Client) -> None:
    """With `outcomes` alone the action stays as it is stored; times stay, and the board changes."""
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


def test_a_correction_that_changes_nothing_is_refused(client: Client) -> None:
    """The action and its outcomes are those that are stored."""
    game = record(client, count=20)
    same = entered(8)
    answer = amend(client, game, {"version": 10, "action": same["action"], "outcomes": same["outcomes"]})
    problem = refused(answer, 422, "amend-refused")
    assert problem["errors"][0]["pointer"] == "/changes/0"
    assert client.get(f"/v1/games/{game}").json["version"] == 21


@pytest.mark.parametrize("version", [1, 12, 22, 9_999_999])
def test_only_actions_on_the_main_line_can_be_corrected(client: Client, version: int) -> None:
    """The set-up, an undone action, an undo, and an unknown version are refused, and the problem names the version."""
    game = record(client, count=20)
    client.post(f"/v1/games/{game}/undo", json={"to": "11"})
    answer = amend(client, game, {"version": 5, "drop": True}, {"version": version, "drop": True})
    problem = refused(answer, 422, "amend-refused")
    assert problem["errors"][0]["pointer"] == "/changes/1/version"
    assert str(version) in problem["detail"]


def test_contradictory_changes_are_refused(client: Client) -> None:
    game = record(client, count=20)
    twice = amend(client, game, {"version": 5, "drop": True}, {"version": 5, "drop": True})
    assert "twice" in refused(twice, 422, "amend-refused")["detail"]
    assert "what to change" in refused(amend(client, game, {"version": 5}), 422, "amend-refused")["detail"]
    both = amend(client, game, {"version": 5, "drop": True, "outcomes": [1]})
    assert "only one" in refused(both, 422, "amend-refused")["detail"]


def test_an_inserted_action_must_be_legal(client: Client) -> None:
    """The problem names the place of the illegal action, and nothing is stored."""
    game = record(client, count=20)
    no = {"seat": 1, "action": {"type": "Attack", "column": 2, "target": 2}, "outcomes": []}
    yes = entered(3)
    answer = amend(client, game, {"version": 5, "before": [yes, no]}, {"version": 4, "drop": True}, dry_run=1)
    problem = refused(answer, 422, "illegal-action")
    assert problem["errors"][0]["pointer"].startswith("/changes/0/before/")
    assert client.get(f"/v1/games/{game}").json["version"] == 21


def test_a_change_after_the_stop_is_refused(client: Client) -> None:
    """The problem names the rule at which the line stops before that change."""
    game = record(client, count=40)
    stop = amend(client, game, {"version": 10, "drop": True}, dry_run=1).json["stopped"]
    assert stop
    answer = amend(client, game, {"version": 10, "drop": True}, {"version": 41, "drop": True})
    assert answer.status_code == 422
    assert answer.json["errors"][0]["pointer"] == "/changes/1/version"


def test_a_game_that_the_service_deals_is_corrected_by_undo(client: Client) -> None:
    game = begin(client, chance="server", outcomes=[])
    answer = amend(client, game, {"version": 2, "drop": True}, version=1)
    assert "undo" in refused(answer, 422, "amend-refused")["detail"]


def test_a_correction_needs_the_expected_version(client: Client) -> None:
    """Without a version it is refused, and also if somebody else acted since."""
    game = record(client, count=20)
    body = {"changes": [{"version": 5, "drop": True}]}
    refused(client.post(f"/v1/games/{game}/amend", json=body), 428, "version-needed")
    refused(amend(client, game, *body["changes"], version=20), 412, "stale-version")


def test_a_seat_cannot_amend(client: Client) -> None:
    game = record(client, count=20)
    refused(amend(client, game, {"version": 5, "drop": True}, viewer="1"), 403, "table-only")


def test_a_correction_that_is_sent_twice_is_stored_once(client: Client) -> None:
    """The second answer equals the first one, although the head has changed."""
    game = record(client, count=30)
    change, key = {"version": 12, "drop": True}, {"Idempotency-Key": "k"}
    first = amend(client, game, change, version=31, headers=key)
    assert first.status_code == 201
    again = amend(client, game, change, version=31, headers=key)
    assert again.json == first.json
    assert client.get(f"/v1/games/{game}").json["version"] == first.json["version"]
    refused(amend(client, game, {"version": 13, "drop": True}, version=31, headers=key), 422, "idempotency-key-reused")


def test_a_stop_says_what_its_board_waits_for(client: Client) -> None:
    """A stop has its board, so that a page can ask on; if that action is removed as well, the line goes further."""
    game = record(client, count=LENGTH)
    stop = amend(client, game, {"version": 10, "drop": True}, dry_run=1).json["stopped"]
    assert stop["waiting_for"]
    assert stop["rule"] in RULESET.rules
    assert stop["board"]["round"] == stop["round"]
    further = amend(
        client, game, {"version": 10, "drop": True}, {"version": stop["version"], "drop": True}, dry_run=1
    ).json
    assert further["stopped"] is None or further["stopped"]["version"] > stop["version"]
