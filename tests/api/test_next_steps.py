"""A problem advises neither what was just sent nor what cannot work: these tests follow its advice.

`tests.api.conftest.check_next_step` checks the advice in every answer of these tests against what was sent.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from io import BytesIO
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, get_type_hints

import pytest
from msgspec import json

from api import errors
from api.app import ENDPOINTS, create_app
from api.recording import amend
from api.rest.body_limits import MAX_BODY, MAX_UPLOAD
from api.service import Service, installed_rulesets
from api.settings import Settings
from events import Store
from rulesets.kingdom_rush import RULESET as KINGDOM_RUSH
from tests.api.client import Client
from tests.api.conftest import TACTICS, CheckedClient, action_bodies, begin, game_body, methods, record, refused
from tests.api.test_adjust import CROSSING, WHY, adjustable_effects
from tests.api.test_ends import a_game

if TYPE_CHECKING:
    from tests.api.client import Answer

NOBODY = "00000000-0000-7000-8000-000000000000"
JSON_LINES = "application/x-ndjson"


def version_of(client: Client, game: str) -> dict[str, str]:
    """The header that binds a request to the newest version of a game."""
    return {"If-Match": f'"{client.get(f"/v1/games/{game}").json["version"]}"'}


def served(client: Client) -> str:
    """A game that the service deals, in its draft."""
    return begin(client, chance="server", outcomes=[])


def abandoned(client: Client, game: str) -> str:
    assert client.post(f"/v1/games/{game}/abandon", json={}).status_code == 201
    return game


def two_lines(client: Client) -> str:
    """A game with two lines: an undo to 4 left versions 5 to 7, and 9 is the head."""
    game = record(client, count=6)
    assert client.post(f"/v1/games/{game}/undo", json={"to": "4"}).status_code == 201
    assert client.post(f"/v1/games/{game}/actions", json=action_bodies()[3]).json["head"] == 9
    return game


# --- viewers


@pytest.mark.parametrize("viewer", [None, "table", "1", "2", "spectator"])
def test_the_export_of_a_game_that_the_service_deals_waits_for_its_end(client: CheckedClient, viewer: str) -> None:
    """No viewer gets the export while the game runs; a seat gets its replay, and everybody the file once the game is
    over.

    Broken by leaving out the `advise` of the export: it said to ask as a seat, to a seat.
    """
    game, query = served(client), {"viewer": viewer} if viewer else {}
    problem = refused(client.get(f"/v1/games/{game}/export", query_string=query), 403, "hidden-while-running")
    assert "viewer" not in problem["next_step"]
    assert "GET /v1/games/{id}/replay" in problem["next_step"]
    assert client.get(f"/v1/games/{game}/replay?viewer=1").status_code == 200
    abandoned(client, game)
    assert client.get(f"/v1/games/{game}/export", query_string=query).status_code == 200


@pytest.mark.parametrize("viewer", ["1", "spectator"])
def test_a_request_for_the_table_alone_advises_to_ask_as_the_table(client: CheckedClient, viewer: str) -> None:
    """The game is one in which the table enters rolls and draws. Broken by the usual advice, to ask as a seat."""
    game = two_lines(client)
    change, line = {"changes": [{"version": 3, "drop": True}]}, {"line": 7}
    for method, what, body, slug in (
        ("GET", "export", None, "hidden-while-running"),
        ("POST", "amend", change, "table-only"),
        ("POST", "adopt", line, "table-only"),
    ):
        sent: dict[str, Any] = {"method": method, "json": body, "headers": version_of(client, game)}
        address = f"/v1/games/{game}/{what}"
        problem = refused(client.open(f"{address}?viewer={viewer}", **sent), 403, slug)
        assert "`viewer=table`" in problem["next_step"]
        assert client.open(f"{address}?viewer=table", **sent).status_code in (200, 201)


def test_a_seat_that_adjusts_is_advised_to_ask_as_the_table(full_service: Service) -> None:
    """In a game that the service deals, the advice is to undo. Broken by the usual advice, to ask as a seat."""
    client = CheckedClient(create_app(full_service))
    game = a_game(full_service, CROSSING, 20)
    body = {"effects": adjustable_effects(full_service, game, Random(1))[:1], **WHY}
    problem = refused(client.post(f"/v1/games/{game}/adjust?viewer=1", json=body), 403, "table-only")
    assert "`viewer=table`" in problem["next_step"]
    assert client.post(f"/v1/games/{game}/adjust?viewer=table", json=body).status_code == 201
    dealt = client.post("/v1/games", json={"ruleset": "heros_crossing", "seats": [{}, {}], "chance": "server"}).json
    for viewer in ("1", "table"):
        problem = refused(
            client.post(f"/v1/games/{dealt['id']}/adjust?viewer={viewer}", json=body), 422, "illegal-action"
        )
        assert problem["next_step"].startswith("Undo ")


@pytest.mark.parametrize("viewer", ["1", "spectator", "table"])
def test_a_correction_in_a_game_that_the_service_deals_advises_undo(client: CheckedClient, viewer: str) -> None:
    """For any viewer. Broken by telling a seat to ask as the table, and the table to name other actions."""
    game = served(client)
    action = client.get(f"/v1/games/{game}/legal-actions?seat=1").json["items"][0]
    client.post(f"/v1/games/{game}/actions", json={"seat": 1, "action": action["action"]})
    body, headers = {"changes": [{"version": 2, "drop": True}]}, version_of(client, game)
    answer = client.post(f"/v1/games/{game}/amend?viewer={viewer}", json=body, headers=headers)
    assert refused(answer, 422, "amend-refused")["next_step"].startswith("Undo ")
    assert client.post(f"/v1/games/{game}/undo", json={"seat": 1}).status_code == 201
    headers = version_of(client, abandoned(client, game))
    answer = client.post(f"/v1/games/{game}/amend?viewer={viewer}", json=body, headers=headers)
    assert "what-if" in refused(answer, 422, "amend-refused")["next_step"]
    assert client.post(f"/v1/games/{game}/fork?viewer=1", json={"at": "1"}).status_code == 201


BODIES: dict[str, dict[str, Any]] = {
    "take_actions": {"seat": 1, "action": {"type": "Attack", "column": 1, "target": 1}},
    "undo": {},
    "redo": {},
    "adjust": {"effects": [{"type": "PointsGained"}], "reason": "forgotten"},
    "amend": {"changes": [{"version": 2, "drop": True}]},
    "resign": {"seat": 1},
    "abandon": {},
    "fork_game": {"at": "head"},
    "adopt": {"line": 1},
    "accept_undo": {"seat": 1},
}
"""The body for each endpoint that takes a viewer."""
QUERIES = {"diff_versions": {"from": "1"}}
FOR_VIEWERS = [
    endpoint
    for endpoint in ENDPOINTS
    if "query" in endpoint.parameters and "viewer" in get_type_hints(endpoint.parameters["query"])
]


@pytest.mark.parametrize("endpoint", FOR_VIEWERS, ids=lambda endpoint: str(endpoint.name))
def test_no_viewer_is_advised_to_ask_as_itself(client: CheckedClient, endpoint: Any) -> None:
    """And a viewer who follows the advice is not refused in the same way, in any game, at any address.

    Broken by the usual advice in `export_game`, `amend`, `adjust` and `adopt`.
    """
    body = BODIES[endpoint.name] if endpoint.reads else None
    for make in (served, two_lines, lambda on: abandoned(on, served(on)), lambda on: abandoned(on, two_lines(on))):
        game = make(client)

        def ask(viewer: str, of: str = game) -> Answer:
            address = endpoint.path.replace("<game_id>", of).replace("<n>", "1")
            query = {**QUERIES.get(endpoint.name, {}), **({"viewer": viewer} if viewer else {})}
            headers = version_of(client, of) if endpoint.name in ("amend", "adopt") else {}
            return client.open(address, method=endpoint.method, query_string=query, json=body, headers=headers)

        for viewer in ("", "table", "1", "2", "spectator"):
            answer = ask(viewer)
            if answer.mimetype != "application/problem+json":
                answer.close()
                continue
            for advised in re.findall(r"`viewer=(\w+)`", answer.json["next_step"]):
                assert advised != viewer
                followed = ask(advised)
                is_problem = followed.mimetype == "application/problem+json"
                assert not is_problem or followed.json["type"] != answer.json["type"], followed.json
                followed.close()


def test_a_note_in_a_game_that_the_service_deals_needs_a_seat(client: CheckedClient) -> None:
    """The endpoint does not read `viewer`. Broken by the usual advice, to ask as `viewer=1`."""
    notes = f"/v1/games/{served(client)}/annotations"
    note = {"version": 1, "text": "well begun"}
    problem = refused(client.post(notes, json=note), 403, "hidden-while-running")
    assert problem["next_step"] == "Set `seat` to the seat that writes the note."
    n = client.post(notes, json={**note, "seat": 1}).json["n"]
    assert (
        "`seat`" in refused(client.patch(f"{notes}/{n}", json={"text": "?"}), 403, "hidden-while-running")["next_step"]
    )
    assert client.patch(f"{notes}/{n}", json={"text": "?", "seat": 1}).status_code == 200
    assert "`seat`" in refused(client.delete(f"{notes}/{n}"), 403, "hidden-while-running")["next_step"]
    assert client.delete(f"{notes}/{n}?seat=1").status_code == 204


def test_a_note_of_the_table_advises_to_ask_as_the_table(client: CheckedClient) -> None:
    """Such a note has no seat. Broken by the usual advice, that the seat of the note may change it."""
    game = record(client, count=3)
    note = {"version": 1, "text": "well begun", "visible_to": "all"}
    n = client.post(f"/v1/games/{game}/annotations", json=note).json["n"]
    problem = refused(client.delete(f"/v1/games/{game}/annotations/{n}?seat=1"), 403, "not-your-note")
    assert "as the table" in problem["next_step"]
    assert client.delete(f"/v1/games/{game}/annotations/{n}").status_code == 204


@pytest.mark.parametrize(("undo", "verb"), [("own_turn", "undo"), ("consent", "undo"), ("own_turn", "amend")])
def test_an_undo_without_a_seat_advises_to_set_it(client: CheckedClient, undo: str, verb: str) -> None:
    """Broken by the usual advice: `can_undo` has an answer for the seat that acted last, and looks as if it may."""
    game = record(client, count=6, undo=undo)
    body: dict[str, Any] = {} if verb == "undo" else {"changes": [{"version": 7, "drop": True}]}
    answer = client.post(f"/v1/games/{game}/{verb}", json=body, headers=version_of(client, game))
    assert refused(answer, 422, "undo-refused")["next_step"] == "Set `seat` to the seat that requests it."
    seat = action_bodies()[5]["seat"]
    answer = client.post(f"/v1/games/{game}/{verb}", json={**body, "seat": seat}, headers=version_of(client, game))
    assert answer.status_code in (201, 202)


# --- versions and lines


@pytest.mark.parametrize("path", ["board", "board.svg", "events", "timeline", "replay", "diff?from=1"])
def test_an_unknown_line_advises_the_list_of_lines(client: CheckedClient, path: str) -> None:
    """Broken by the usual advice, to ask for `head`, which most of these are asked for already."""
    game = two_lines(client)
    address = f"/v1/games/{game}/{path}{'&' if '?' in path else '?'}line="
    problem = refused(client.get(f"{address}999"), 404, "unknown-version")
    assert "GET /v1/games/{id}/lines" in problem["next_step"]
    for line in client.get(f"/v1/games/{game}/lines").json["items"]:
        assert client.get(f"{address}{line['line']}").status_code == 200


def test_a_version_of_another_line_advises_that_line(client: CheckedClient) -> None:
    """Broken by the usual advice, to ask for a number up to the game's version, such as this one."""
    game = f"/v1/games/{two_lines(client)}"
    problem = refused(client.get(f"{game}/board?at=7&line=9"), 404, "unknown-version")
    assert "`line`" in problem["next_step"]
    assert client.get(f"{game}/board?at=7&line=7").status_code == 200
    assert client.get(f"{game}/board?at=7").status_code == 200
    for query in ("from=7", "to=7", "from=head&line=7"):
        problem = refused(client.get(f"{game}/replay?{query}"), 404, "unknown-version")
        assert "on one line" in problem["next_step"]
    assert client.get(f"{game}/replay?from=5&to=7&line=7").status_code == 200


def test_an_undo_to_an_unknown_version_does_not_advise_the_head(client: CheckedClient) -> None:
    """An undo to the head is refused too. Broken by the usual advice, to ask for `head`."""
    game = f"/v1/games/{record(client, count=6)}"
    problem = refused(client.post(f"{game}/undo", json={"to": "999"}), 404, "unknown-version")
    assert "head" not in problem["next_step"]
    refused(client.post(f"{game}/undo", json={"to": "head"}), 422, "undo-refused")
    assert client.post(f"{game}/undo", json={}).status_code == 201
    problem = refused(client.post(f"{game}/redo", json={"to": "round:99"}), 404, "unknown-version")
    assert "`can_redo`" in problem["next_step"]
    to = client.get(game).json["can_redo"]["to"]
    assert client.post(f"{game}/redo", json={"to": str(to)}).status_code == 201


# --- a game that is over


def test_an_action_in_a_game_that_is_over_does_not_advise_legal_actions(client: CheckedClient) -> None:
    """The advice is to undo the end, or to continue in a what-if. Broken by the usual advice, to choose from none."""
    game = f"/v1/games/{abandoned(client, record(client, count=6))}"
    problem = refused(client.post(f"{game}/actions", json=action_bodies()[6]), 422, "illegal-action")
    assert client.get(f"{game}/legal-actions").json["items"] == []
    assert "legal-actions" not in problem["next_step"]
    fork = client.post(f"{game}/fork", json={"at": "7"}).json["id"]
    assert client.post(f"/v1/games/{fork}/actions", json=action_bodies()[6]).status_code == 201
    assert client.get(game).json["can_undo"]["to"]
    assert client.post(f"{game}/undo", json={}).status_code == 201
    assert client.post(f"{game}/actions", json=action_bodies()[6]).status_code == 201


def test_a_game_whose_key_is_shown_advises_a_what_if(client: CheckedClient) -> None:
    """Broken by the usual advice: `can_undo` only says that there is no undo."""
    game = f"/v1/games/{abandoned(client, served(client))}"
    for verb in ("undo", "redo"):
        problem = refused(client.post(f"{game}/{verb}", json={"seat": 1}), 422, "undo-refused")
        assert "what-if" in problem["next_step"]
    assert client.post(f"{game}/fork", json={"at": "1"}).status_code == 201


def test_ending_a_game_that_is_over_advises_nothing(full_service: Service) -> None:
    """Also in a game in which nobody could resign.

    Broken by the usual advice, and by advising to abandon a game of more than two seats.
    """
    client = CheckedClient(create_app(full_service))
    for game in (record(client, count=3), a_game(full_service, CROSSING, 20)):
        abandoned(client, game)
        for verb in ("resign", "abandon"):
            problem = refused(client.post(f"/v1/games/{game}/{verb}", json={"seat": 1}), 422, "illegal-action")
            assert problem["next_step"].startswith("Nothing is left to do")
        assert client.get(f"/v1/games/{game}").json["status"] == "abandoned"


# --- actions


@pytest.mark.parametrize("query", ["", "?dry_run=1", "?dry_run=1&until_refused=1"])
def test_an_illegal_action_after_others_does_not_advise_legal_actions(client: CheckedClient, query: str) -> None:
    """Legal actions are listed for the board before all actions of the request.

    Broken by the usual advice, to choose from legal-actions.
    """
    game, (first, second) = begin(client), action_bodies()[:2]
    answer = client.post(f"/v1/games/{game}/actions{query}", json=[first, second, first])
    problem = answer.json.get("refused", answer.json)
    assert problem["errors"][0]["pointer"] == "/2/action"
    assert "legal-actions" not in problem["next_step"]


def test_an_illegal_action_after_stored_ones_advises_legal_actions(client: CheckedClient) -> None:
    """Broken by advising legal-actions only for the first action."""
    game, (first, second) = begin(client), action_bodies()[:2]
    answer = client.post(f"/v1/games/{game}/actions?until_refused=1", json=[first, second, first])
    assert "legal-actions" in answer.json["refused"]["next_step"]
    legal = client.get(f"/v1/games/{game}/legal-actions").json["items"]
    action = {"seat": legal[0]["seat"], "action": legal[0]["action"]}
    assert client.post(f"/v1/games/{game}/actions?dry_run=1", json=action).status_code == 200


def test_events_in_between_are_advised_only_if_the_problem_lists_them(client: CheckedClient) -> None:
    """Broken by the same advice in all problems of the kind."""
    game = record(client, count=6)
    places = {"resign": {"seat": 1}, "fork": {}, "abandon": {}, "undo": {}, "actions": action_bodies()[6]}
    for verb, body in (places | {"annotations": {"version": 1, "text": "x"}}).items():
        for version in (1, 999):
            sent = {"json": body, "headers": {"If-Match": f'"{version}"'}}
            problem = refused(client.post(f"/v1/games/{game}/{verb}", **sent), 412, "stale-version")
            assert ("`between`" in problem["next_step"]) == bool(problem.get("between")), verb
    assert client.post(f"/v1/games/{game}/fork", json={}, headers={"If-Match": '"7"'}).status_code == 201


def test_a_change_after_the_stop_advises_to_leave_it_out_or_to_correct_the_stop(client: CheckedClient) -> None:
    """Broken by the usual advice, to choose from the legal actions of the head."""
    game = record(client, count=40)
    first, late = {"version": 10, "drop": True}, {"version": 41, "drop": True}
    address, headers = f"/v1/games/{game}/amend?dry_run=1", version_of(client, game)
    stop = client.post(address, json={"changes": [first]}, headers=headers).json["stopped"]["version"]
    answer = client.post(address, json={"changes": [first, late]}, headers=headers)
    assert answer.status_code == 422
    assert f"Correct version {stop} as well" in answer.json["next_step"]
    both = client.post(address, json={"changes": [first, {"version": stop, "drop": True}]}, headers=headers)
    assert both.status_code == 200
    assert both.json["stopped"] is None or both.json["stopped"]["version"] > stop


def test_a_correction_in_a_game_with_consent_advises_an_undo_request(client: CheckedClient) -> None:
    """Broken by the usual advice, to name actions on the main line, although one was named."""
    game = record(client, count=6, undo="consent")
    body, headers = {"changes": [{"version": 7, "drop": True}]}, version_of(client, game)
    answer = client.post(f"/v1/games/{game}/amend", json=body, headers=headers)
    assert "consent of the other seats" in refused(answer, 422, "amend-refused")["next_step"]
    asked = client.post(f"/v1/games/{game}/undo", json={"seat": 1}).json["n"]
    assert client.post(f"/v1/games/{game}/undo-requests/{asked}/accept", json={"seat": 2}).status_code == 201
    assert client.post(f"/v1/games/{game}/actions", json=action_bodies()[5]).status_code == 201


def test_a_correction_of_too_many_actions_advises_a_later_version(
    client: CheckedClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Broken by the usual advice, to name actions on the main line, although one was named."""
    monkeypatch.setattr(amend, "MOST", 10)
    game = record(client, count=20)
    address, headers = f"/v1/games/{game}/amend?dry_run=1", version_of(client, game)
    answer = client.post(address, json={"changes": [{"version": 3, "drop": True}]}, headers=headers)
    assert refused(answer, 422, "amend-refused")["next_step"] == "Begin at a later version."
    late = client.post(address, json={"changes": [{"version": 15, "drop": True}]}, headers=headers)
    assert late.status_code == 200


def test_too_many_outcomes_of_a_correction_advise_the_needed_ones(client: CheckedClient) -> None:
    """If they are left out, those of the stored action are too many as well.

    Broken by the usual advice, to leave them out.
    """
    index = next(index for index, body in enumerate(action_bodies()) if body["outcomes"])
    game, stored = record(client, count=index + 1), action_bodies()[index]["outcomes"]
    address, headers = f"/v1/games/{game}/amend?dry_run=1", version_of(client, game)
    body = {"changes": [{"version": index + 2, "outcomes": [*stored, stored[0]]}]}
    problem = refused(client.post(address, json=body, headers=headers), 422, "too-many-outcomes")
    assert problem["next_step"] == "Send in `outcomes` of that change only the rolls and draws that are needed."


def test_an_impossible_adjustment_does_not_advise_legal_actions(full_service: Service) -> None:
    """Broken by the usual advice, to choose from legal-actions, none of which adjusts the board."""
    client = CheckedClient(create_app(full_service))
    game = a_game(full_service, CROSSING, 20)
    fine, bad = adjustable_effects(full_service, game, Random(1))[0], {"type": "PointsGained", "seat": 9, "value": 3}
    address = f"/v1/games/{game}/adjust"
    for effect, kind in ((bad, "illegal-action"), ({"type": "Nothing"}, "invalid-request")):
        problem = refused(client.post(address, json={"effects": [effect], **WHY}), 422, kind)
        assert problem["next_step"] == "Correct the effects that `errors` names."
    abandoned(client, game)
    problem = refused(client.post(address, json={"effects": [fine], **WHY}), 422, "illegal-action")
    assert problem["next_step"].startswith("The game is over")
    assert client.post(f"/v1/games/{game}/undo", json={}).status_code == 201
    assert client.post(address, json={"effects": [fine], **WHY}).status_code == 201


def test_a_large_action_after_stored_ones_does_not_say_that_nothing_was_stored(client: CheckedClient) -> None:
    """Broken by saying that nothing was stored, next to the stored events."""
    game, (first, second) = begin(client), action_bodies()[:2]
    large = {**second, "outcomes": ["x" * 100] * 700}
    answer = client.post(f"/v1/games/{game}/actions?until_refused=1", json=[first, large])
    assert answer.json["version"] == 2
    assert "Nothing of it was stored" in answer.json["refused"]["next_step"]


def test_an_undo_request_is_withdrawn_by_its_seat_or_declined_by_another_one(client: CheckedClient) -> None:
    """Also if the seat that tried is not in the game. Broken by advising that seat to decline it."""
    game = f"/v1/games/{record(client, count=6, undo='consent')}"
    asked = f"{game}/undo-requests/{client.post(f'{game}/undo', json={'seat': 1}).json['n']}"
    for seat in (2, 7):
        problem = refused(client.delete(f"{asked}?seat={seat}"), 403, "not-your-undo-request")
        assert "any other seat of the game may decline it" in problem["next_step"]
    refused(client.post(f"{asked}/decline", json={"seat": 7}), 422, "invalid-request")
    assert client.post(f"{asked}/decline", json={"seat": 2}).status_code == 204


def test_an_illegal_correction_does_not_advise_the_legal_actions_of_the_head(client: CheckedClient) -> None:
    """Broken by the usual advice: the legal actions are those on the head."""
    game = record(client, count=20)
    no = {"seat": 1, "action": {"type": "Attack", "column": 2, "target": 2}}
    body = {"changes": [{"version": 5, "before": [no]}]}
    answer = client.post(f"/v1/games/{game}/amend", json=body, headers=version_of(client, game))
    assert "legal-actions" not in refused(answer, 422, "illegal-action")["next_step"]


def test_a_missing_outcome_of_applied_moves_advises_to_record_an_action(client: CheckedClient) -> None:
    """`adopt` takes no outcomes. Broken by the usual advice, to send them."""
    bodies = action_bodies()
    asks = next(index for index in range(20, 60) if bodies[index]["outcomes"])
    game = record(client, count=asks)
    tried = client.post(f"/v1/games/{game}/fork", json={}).json["id"]
    assert client.post(f"/v1/games/{tried}/actions", json=bodies[asks : asks + 3]).status_code == 201

    def adopt(**more: Any) -> Answer:
        body = {"game": tried, **more}
        return client.post(f"/v1/games/{game}/adopt", json=body, headers=version_of(client, game))

    problem = refused(adopt(), 422, "chance-needed")
    assert "POST /v1/games/{id}/actions" in problem["next_step"]
    assert "`after`" in problem["next_step"]
    assert client.post(f"/v1/games/{game}/actions", json=bodies[asks]).status_code == 201
    assert adopt(after=asks + 2).status_code == 201


def test_moves_that_cannot_be_applied_have_advice_for_each_fault(client: CheckedClient) -> None:
    """Broken by one advice for all: to name a what-if game, although the right one was named."""
    game = two_lines(client)
    tried, other = (client.post(f"/v1/games/{of}/fork", json={}).json["id"] for of in (game, record(client, count=3)))
    for body, follow in (
        ({"line": 9}, "GET /v1/games/{id}/lines"),
        ({"game": other}, "GET /v1/games?forked_from="),
        ({"line": 7, "after": 2}, "Set `after` to a later version"),
        ({"line": 7, "to": 9}, "Choose `to`"),
        ({"game": tried}, "Record a move there first"),
    ):
        answer = client.post(f"/v1/games/{game}/adopt", json=body, headers=version_of(client, game))
        assert follow in refused(answer, 422, "adopt-refused")["next_step"]
    assert [each["id"] for each in client.get(f"/v1/games?forked_from={game}").json["items"]] == [tried]
    rest = {"line": 7, "after": 5}
    assert client.post(f"/v1/games/{game}/adopt", json=rest, headers=version_of(client, game)).status_code == 201


# --- bodies and parameters


def test_an_unsupported_media_type_advises_the_types_of_the_endpoint(client: CheckedClient) -> None:
    """Broken by naming JSON Lines where they are not read, and JSON where YAML was meant."""
    game = record(client, count=3)
    plain = refused(client.post("/v1/players", data=b"{", content_type="application/json"), 400, "invalid-json")
    assert "line" not in plain["next_step"]
    answer = client.post(f"/v1/games/{game}/actions", data=b"{\n", content_type=JSON_LINES)
    assert "on each line" in refused(answer, 400, "invalid-json")["next_step"]
    address = f"/v1/rulesets/{TACTICS}/component-sets"
    problem = refused(client.post(address, data=b"\xff", content_type="application/yaml"), 400, "invalid-json")
    assert "JSON" not in problem["next_step"]


def test_a_bad_action_or_option_advises_the_ruleset(client: CheckedClient) -> None:
    """The OpenAPI document only says that it is an object. Broken by naming that document."""
    game = record(client, count=3)
    for answer in (
        client.post(f"/v1/games/{game}/actions", json={"seat": 1, "action": {"type": "Fly"}}),
        client.post("/v1/games", json=game_body(options={"speed": 3})),
        client.get(f"/v1/games/{game}/legal-actions?type=Fly"),
        client.get(f"/v1/games/{game}/legal-actions?speed=3"),
    ):
        assert "GET /v1/rulesets/{ruleset}" in refused(answer, 422, "invalid-request")["next_step"]
    assert "PickHero" in client.get(f"/v1/rulesets/{TACTICS}").json["actions"]
    problem = refused(client.post("/v1/games", json=game_body(ruleset="chess")), 422, "invalid-request")
    assert "GET /v1/rulesets" in problem["next_step"]


def test_a_bad_parameter_of_a_statistic_advises_the_list_of_statistics(client: CheckedClient) -> None:
    """The OpenAPI document does not describe these parameters. Broken by naming that document."""
    for query in ("speed=3", f"ruleset={TACTICS}&player=Nobody"):
        problem = refused(client.get(f"/v1/statistics/win_rate_by_seat?{query}"), 422, "invalid-request")
        assert "GET /v1/statistics" in problem["next_step"]
    listed = {each["name"]: each["parameters"] for each in client.get("/v1/statistics").json["items"]}
    assert "player" in listed["win_rate_by_seat"]["properties"]


def test_a_set_of_another_ruleset_advises_to_choose_another_set(client: CheckedClient) -> None:
    """Broken by advising to correct and upload it again."""
    foreign = client.application.extensions["tabletale"].store.put_component_set(
        KINGDOM_RUSH.name, "starter", KINGDOM_RUSH.starter, KINGDOM_RUSH.starter_document
    )
    problem = refused(client.post("/v1/games", json=game_body(component_set=foreign)), 422, "bad-component-set")
    assert "GET /v1/rulesets/{ruleset}/component-sets" in problem["next_step"]
    (own,) = client.get(f"/v1/rulesets/{TACTICS}/component-sets").json["items"]
    assert client.post("/v1/games", json=game_body(component_set=own["hash"])).status_code == 201


def test_an_unknown_player_advises_a_search(client: CheckedClient) -> None:
    """No request about a profile takes a name in its place. Broken by advising to send `name` instead."""
    client.post("/v1/players", json={"name": "Ada"})
    for method in ("GET", "DELETE"):
        problem = refused(client.open(f"/v1/players/{NOBODY}", method=method), 404, "unknown-player")
        assert "GET /v1/players" in problem["next_step"]
        assert "seat" not in problem["detail"]
    assert [each["name"] for each in client.get("/v1/players?search=Ad").json["items"]] == ["Ada"]


def test_a_merge_that_is_sent_twice_says_that_it_is_done(client: CheckedClient) -> None:
    """Broken by the usual advice: the other player cannot be merged into the same player."""
    one, other = (client.post("/v1/players", json={"name": name}).json["id"] for name in ("Ada", "Ben"))
    assert client.post(f"/v1/players/{one}/merge", json={"into": other}).status_code == 200
    problem = refused(client.post(f"/v1/players/{one}/merge", json={"into": other}), 409, "player-merged")
    assert problem["next_step"].startswith("Nothing is left to do")
    problem = refused(client.patch(f"/v1/players/{one}", json={"name": "Ada"}), 409, "player-merged")
    assert "the player that the detail names" in problem["next_step"]
    assert other in problem["detail"]
    assert client.patch(f"/v1/players/{other}", json={"name": "Ada"}).status_code == 200


# --- files of games


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[CheckedClient]:
    """A service over another, empty log."""
    settings = Settings.read({}, database_url=f"sqlite:///{tmp_path / 'other.db'}", lake=str(tmp_path / "lake"))
    with Store.open(settings.database_url, synchronous="NORMAL") as store:
        yield CheckedClient(create_app(Service.over(store, settings, installed_rulesets())))


def test_partial_is_advised_only_if_it_helps(client: CheckedClient, elsewhere: CheckedClient) -> None:
    """It helps if good events come before the fault, and it was not sent already.

    Broken by having it in the usual advice of these kinds.
    """
    header, *lines = client.get(f"/v1/games/{record(client, count=6)}/export").data.splitlines()

    def send(*of: bytes, query: str = "") -> Answer:
        return elsewhere.post(f"/v1/imports{query}", data=b"\n".join(of), content_type=JSON_LINES)

    for query in ("", "?partial=1"):
        for nothing in (b"", b"x", header, header + b"\n[]"):
            answer = send(nothing, query=query)
            assert (answer.status_code, "partial" in answer.json["next_step"]) == (422, False), nothing
    assert "`partial`" in refused(send(header, *lines[:4]), 422, "chain-broken")["next_step"]
    (found,) = map(json.decode, send(header, *lines[:4], query="?partial=1").data.splitlines())
    assert (found["state"], found["last"]) == ("new", 4)
    assert found["problem"]["type"] == "/problems/chain-broken"
    assert "partial" not in found["problem"]["next_step"]


@pytest.mark.parametrize(
    ("head", "advice"),
    [
        ({"HTTP_TRANSFER_ENCODING": "chunked"}, "Send it with `Content-Length`"),
        ({"CONTENT_LENGTH": str(MAX_UPLOAD + 1)}, "Send fewer games in a file"),
    ],
)
def test_a_file_that_is_too_large_advises_its_length_or_parts(
    client: CheckedClient, head: dict[str, str], advice: str
) -> None:
    """Broken by one advice for both: to send the length, although it was sent."""
    answer = client.post(
        "/v1/imports",
        input_stream=BytesIO(b"x" * (MAX_BODY + 1)),
        content_type=JSON_LINES,
        environ_overrides={**head, "wsgi.input_terminated": True},
    )
    assert refused(answer, 413, "body-too-large")["next_step"].startswith(advice)


# --- pages


class Visited(NamedTuple):
    """The address of a page with a problem, and the form that is sent there."""

    path: str
    form: dict[str, str] | None = None


FLY = '{"changes": [{"version": 5, "action": {"type": "Fly"}}]}'
PAGES = [
    Visited("/nothing"),
    Visited("/problems/nothing"),
    Visited(f"/games/{NOBODY}"),
    Visited("/games/{game}?v=999"),
    Visited("/games/{game}?viewer=9"),
    Visited("/games/{game}?spoilers=maybe"),
    Visited("/games/{game}/undo?to=7"),
    Visited("/games/{game}/amend/99"),
    Visited("/games/{game}/notes"),
    Visited("/games/{game}/undo", {"to": "3", "expected": "3"}),
    Visited("/games/{game}/undo", {"to": "999", "expected": "7"}),
    Visited("/games/{game}/undo", {"to": "3"}),
    Visited("/games/{game}/amend", {"changes": FLY, "expected": "7", "key": "k"}),
    Visited("/games/{game}/notes", {"version": "3", "text": "x" * 5_001}),
    Visited("/games/{game}/notes?viewer=spectator", {"version": "3", "text": "x"}),
    Visited("/games/{game}/notes/9", {"version": "3", "text": "x"}),
    Visited("/games/{game}/lines/9", {"version": "3", "label": "x"}),
    Visited("/games/{game}/undo-requests/9/accept", {"seat": "1"}),
    Visited("/games/{served}?viewer=table"),
    Visited("/games/{served}/amend/1"),
    Visited(f"/players/{NOBODY}"),
    Visited(f"/players/{NOBODY}/rename", {"name": "Ada"}),
    Visited("/rulesets/chess"),
    Visited("/?ruleset=chess"),
]


@pytest.mark.parametrize("visited", PAGES, ids=lambda visited: f"{visited.path} {'POST' if visited.form else 'GET'}")
def test_a_page_does_not_advise_requests(client: CheckedClient, visited: Visited) -> None:
    """No method with an address, no header, no field of an answer.

    Broken by showing the advice for programs on a page.
    """
    path = visited.path.format(game=record(client, count=6), served=served(client))
    method, accept = "GET" if visited.form is None else "POST", {"Accept": "text/html"}
    answer = client.open(path, method=method, data=visited.form, headers=accept)
    assert (answer.status_code // 100, answer.mimetype) == (4, "text/html")
    advice = advice_on(answer)
    assert not re.search(r"/v1|[A-Z]{3,}|-Match|`|/docs|openapi|can_undo|header", advice), advice
    assert "forbids" in advice or not advice.startswith("Rule")


def advice_on(answer: Answer) -> str:
    """The next step on a problem page."""
    found = re.search(r'<p class="soft-text">(.*?)</p>', answer.get_data(as_text=True), re.S)
    assert found
    return unescape(re.sub("<[^>]*>", "", found[1]))


def test_a_malformed_form_advises_to_use_its_page(client: CheckedClient) -> None:
    """Broken by the usual advice, to correct the address, which is right."""
    game, accept = record(client, count=6), {"Accept": "text/html"}
    answer = client.post(f"/games/{game}/abandon", data={"seat": "1"}, headers=accept)
    assert advice_on(answer) == "Load the page again, and send the form from there."
    page = client.get(f"/games/{game}/abandon", headers=accept).text
    (expected,) = re.findall(r'name="expected" value="(\d+)"', page)
    assert client.post(f"/games/{game}/abandon", data={"expected": expected}).status_code == 303


def test_a_browser_at_an_address_of_the_api_gets_the_advice_for_programs(service: Service) -> None:
    """Broken by showing it the advice for pages."""
    answer = Client(create_app(service)).get(f"/v1/games/{NOBODY}", headers={"Accept": "text/html"})
    assert "GET /v1/games" in advice_on(answer)


def test_an_end_form_for_a_game_that_is_over_shows_its_end(client: CheckedClient) -> None:
    """Broken by a refusal, which advised to choose another action."""
    game = abandoned(client, record(client, count=6))
    answer = client.post(f"/games/{game}/abandon", data={"expected": "8"}, headers={"Accept": "text/html"})
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/games/{game}/end")


# --- the kinds of problems


@pytest.mark.parametrize("kind", list(errors.kinds()), ids=lambda kind: str(kind.slug))
def test_the_endpoints_that_a_kind_names_exist(kind: type[errors.Problem]) -> None:
    """Broken by a misspelled address."""
    for method, path in re.findall(r"\b(GET|POST|PATCH|DELETE) (/v1[\w/{}-]*)", kind.next_step):
        assert method in methods().get(re.sub(r"{\w+}", "{}", path), ())


def test_special_advice_belongs_to_one_problem_only() -> None:
    """The next problem of the same kind has the usual advice. Broken by setting it on the class."""
    usual = errors.TableOnly.next_step
    problem = errors.TableOnly().advise("Wait.")
    assert (problem.next_step, problem.next_command, problem.next_click) == ("Wait.",) * 3
    assert problem.advise("Send it.", click="Tap it.").next_click == "Tap it."
    assert errors.TableOnly().next_step == errors.TableOnly.next_step == usual
