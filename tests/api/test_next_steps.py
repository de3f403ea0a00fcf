"""A problem advises neither what was just sent nor what cannot work: here its advice is followed.

`tests.api.conftest.check_next_step` holds the advice in every answer of these tests against what was sent.
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
from api.rest.web import MAX_BODY, MAX_UPLOAD
from api.service import Service, installed_rulesets
from api.settings import Settings
from events import Store
from rulesets.kingdom_rush import RULESET as KINGDOM_RUSH
from tests.api.client import Client
from tests.api.conftest import TACTICS, CheckedClient, action_bodies, begin, game_body, methods, record, refused
from tests.api.test_adjust import CROSSING, WHY, possible
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


def parted(client: Client) -> str:
    """A game of two lines: versions 5 to 7 were left by an undo to 4, and 9 is the head."""
    game = record(client, count=6)
    assert client.post(f"/v1/games/{game}/undo", json={"to": "4"}).status_code == 201
    assert client.post(f"/v1/games/{game}/actions", json=action_bodies()[3]).json["head"] == 9
    return game


# --- who asks


@pytest.mark.parametrize("viewer", [None, "table", "1", "2", "spectator"])
def test_the_export_of_a_game_that_the_service_deals_waits_for_its_end(client: CheckedClient, viewer: str) -> None:
    """Whoever asks, no other viewer gets it; each seat may have a replay, and once the game is over all the file.

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
def test_what_only_the_table_may_do_is_done_as_the_table(client: CheckedClient, viewer: str) -> None:
    """Where the table tells chance. Broken by the usual advice, to ask as a seat."""
    game = parted(client)
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


def test_a_seat_that_adjusts_is_sent_to_the_table(every: Service) -> None:
    """And where the service deals, nobody is. Broken by the usual advice, to ask as a seat."""
    client = CheckedClient(create_app(every))
    game = a_game(every, CROSSING, 20)
    body = {"effects": possible(every, game, Random(1))[:1], **WHY}
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
def test_where_the_service_deals_an_action_is_corrected_by_undo(client: CheckedClient, viewer: str) -> None:
    """Whoever asks. Broken by telling a seat to ask as the table, and the table to name other actions."""
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
"""What is sent to each endpoint that takes a viewer and a body."""
QUERIES = {"diff_versions": {"from": "1"}}
FOR_VIEWERS = [
    endpoint
    for endpoint in ENDPOINTS
    if "query" in endpoint.parameters and "viewer" in get_type_hints(endpoint.parameters["query"])
]


@pytest.mark.parametrize("endpoint", FOR_VIEWERS, ids=lambda endpoint: str(endpoint.name))
def test_no_viewer_is_told_to_be_the_one_that_asked(client: CheckedClient, endpoint: Any) -> None:
    """And who asks as the advice says is not refused in the same way, in any game, at any address.

    Broken by the usual advice in `export_game`, `amend`, `adjust` and `adopt`.
    """
    body = BODIES[endpoint.name] if endpoint.reads else None
    for make in (served, parted, lambda on: abandoned(on, served(on)), lambda on: abandoned(on, parted(on))):
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


def test_where_the_service_deals_a_seat_writes_notes(client: CheckedClient) -> None:
    """`viewer` would not be read there. Broken by the usual advice, to ask as `viewer=1`."""
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


def test_a_note_of_the_table_is_changed_by_the_table(client: CheckedClient) -> None:
    """It names no seat. Broken by the usual advice, to let the seat that it names change it."""
    game = record(client, count=3)
    note = {"version": 1, "text": "well begun", "visible_to": "all"}
    n = client.post(f"/v1/games/{game}/annotations", json=note).json["n"]
    problem = refused(client.delete(f"/v1/games/{game}/annotations/{n}?seat=1"), 403, "not-your-note")
    assert "as the table" in problem["next_step"]
    assert client.delete(f"/v1/games/{game}/annotations/{n}").status_code == 204


@pytest.mark.parametrize(("undo", "verb"), [("own_turn", "undo"), ("consent", "undo"), ("own_turn", "amend")])
def test_who_does_not_say_which_seat_asks_is_told_to(client: CheckedClient, undo: str, verb: str) -> None:
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
def test_a_line_that_there_is_not_leads_to_the_list_of_lines(client: CheckedClient, path: str) -> None:
    """Broken by the usual advice, to ask for `head`, which most of these are asked for already."""
    game = parted(client)
    address = f"/v1/games/{game}/{path}{'&' if '?' in path else '?'}line="
    problem = refused(client.get(f"{address}999"), 404, "unknown-version")
    assert "GET /v1/games/{id}/lines" in problem["next_step"]
    for line in client.get(f"/v1/games/{game}/lines").json["items"]:
        assert client.get(f"{address}{line['line']}").status_code == 200


def test_a_version_of_another_line_leads_to_its_own(client: CheckedClient) -> None:
    """Broken by the usual advice, to ask for a number up to the game's version, such as this one."""
    game = f"/v1/games/{parted(client)}"
    problem = refused(client.get(f"{game}/board?at=7&line=9"), 404, "unknown-version")
    assert "`line`" in problem["next_step"]
    assert client.get(f"{game}/board?at=7&line=7").status_code == 200
    assert client.get(f"{game}/board?at=7").status_code == 200
    for query in ("from=7", "to=7", "from=head&line=7"):
        problem = refused(client.get(f"{game}/replay?{query}"), 404, "unknown-version")
        assert "on one line" in problem["next_step"]
    assert client.get(f"{game}/replay?from=5&to=7&line=7").status_code == 200


def test_an_undo_to_nowhere_is_not_sent_to_the_head(client: CheckedClient) -> None:
    """There it would lead nowhere either. Broken by the usual advice, to ask for `head`."""
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


def test_a_game_that_is_over_has_no_legal_actions_to_choose_from(client: CheckedClient) -> None:
    """Its end is undone, or play goes on in a what-if game. Broken by the usual advice, to choose from none."""
    game = f"/v1/games/{abandoned(client, record(client, count=6))}"
    problem = refused(client.post(f"{game}/actions", json=action_bodies()[6]), 422, "illegal-action")
    assert client.get(f"{game}/legal-actions").json["items"] == []
    assert "legal-actions" not in problem["next_step"]
    fork = client.post(f"{game}/fork", json={"at": "7"}).json["id"]
    assert client.post(f"/v1/games/{fork}/actions", json=action_bodies()[6]).status_code == 201
    assert client.get(game).json["can_undo"]["to"]
    assert client.post(f"{game}/undo", json={}).status_code == 201
    assert client.post(f"{game}/actions", json=action_bodies()[6]).status_code == 201


def test_a_game_whose_key_is_shown_goes_on_as_a_what_if(client: CheckedClient) -> None:
    """Broken by the usual advice: `can_undo` says nothing but that it cannot be."""
    game = f"/v1/games/{abandoned(client, served(client))}"
    for verb in ("undo", "redo"):
        problem = refused(client.post(f"{game}/{verb}", json={"seat": 1}), 422, "undo-refused")
        assert "what-if" in problem["next_step"]
    assert client.post(f"{game}/fork", json={"at": "1"}).status_code == 201


def test_what_is_over_need_not_be_ended(every: Service) -> None:
    """Also where nobody could resign. Broken by the usual advice, and by telling more than two to abandon it."""
    client = CheckedClient(create_app(every))
    for game in (record(client, count=3), a_game(every, CROSSING, 20)):
        abandoned(client, game)
        for verb in ("resign", "abandon"):
            problem = refused(client.post(f"/v1/games/{game}/{verb}", json={"seat": 1}), 422, "illegal-action")
            assert problem["next_step"].startswith("Nothing is left to do")
        assert client.get(f"/v1/games/{game}").json["status"] == "abandoned"


# --- actions


@pytest.mark.parametrize("query", ["", "?dry_run=1", "?dry_run=1&until_refused=1"])
def test_an_action_after_others_is_not_among_the_legal_ones_yet(client: CheckedClient, query: str) -> None:
    """They are those before all that was sent. Broken by the usual advice, to choose from legal-actions."""
    game, (first, second) = begin(client), action_bodies()[:2]
    answer = client.post(f"/v1/games/{game}/actions{query}", json=[first, second, first])
    problem = answer.json.get("refused", answer.json)
    assert problem["errors"][0]["pointer"] == "/2/action"
    assert "legal-actions" not in problem["next_step"]


def test_once_those_before_it_are_stored_it_is(client: CheckedClient) -> None:
    """Broken by advising so after all actions but the first."""
    game, (first, second) = begin(client), action_bodies()[:2]
    answer = client.post(f"/v1/games/{game}/actions?until_refused=1", json=[first, second, first])
    assert "legal-actions" in answer.json["refused"]["next_step"]
    legal = client.get(f"/v1/games/{game}/legal-actions").json["items"]
    action = {"seat": legal[0]["seat"], "action": legal[0]["action"]}
    assert client.post(f"/v1/games/{game}/actions?dry_run=1", json=action).status_code == 200


def test_what_came_between_is_named_where_it_is_told(client: CheckedClient) -> None:
    """Broken by the advice to read it in all answers of the kind."""
    game = record(client, count=6)
    places = {"resign": {"seat": 1}, "fork": {}, "abandon": {}, "undo": {}, "actions": action_bodies()[6]}
    for verb, body in (places | {"annotations": {"version": 1, "text": "x"}}).items():
        for version in (1, 999):
            sent = {"json": body, "headers": {"If-Match": f'"{version}"'}}
            problem = refused(client.post(f"/v1/games/{game}/{verb}", **sent), 412, "stale-version")
            assert ("`between`" in problem["next_step"]) == bool(problem.get("between")), verb
    assert client.post(f"/v1/games/{game}/fork", json={}, headers={"If-Match": '"7"'}).status_code == 201


def test_a_change_behind_the_stop_is_left_out_or_the_stop_is_corrected_too(client: CheckedClient) -> None:
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


def test_where_the_others_have_to_agree_they_are_asked_first(client: CheckedClient) -> None:
    """Broken by the usual advice, to name actions on the way to the head, to who had named one."""
    game = record(client, count=6, undo="consent")
    body, headers = {"changes": [{"version": 7, "drop": True}]}, version_of(client, game)
    answer = client.post(f"/v1/games/{game}/amend", json=body, headers=headers)
    assert "consent of the other seats" in refused(answer, 422, "amend-refused")["next_step"]
    asked = client.post(f"/v1/games/{game}/undo", json={"seat": 1}).json["n"]
    assert client.post(f"/v1/games/{game}/undo-requests/{asked}/accept", json={"seat": 2}).status_code == 201
    assert client.post(f"/v1/games/{game}/actions", json=action_bodies()[5]).status_code == 201


def test_what_is_too_much_at_once_begins_later(client: CheckedClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Broken by the usual advice, to name actions on the way to the head, to who had named one."""
    monkeypatch.setattr(amend, "MOST", 10)
    game = record(client, count=20)
    address, headers = f"/v1/games/{game}/amend?dry_run=1", version_of(client, game)
    answer = client.post(address, json={"changes": [{"version": 3, "drop": True}]}, headers=headers)
    assert refused(answer, 422, "amend-refused")["next_step"] == "Begin at a later version."
    late = client.post(address, json={"changes": [{"version": 15, "drop": True}]}, headers=headers)
    assert late.status_code == 200


def test_outcomes_of_a_change_are_those_that_are_asked_for(client: CheckedClient) -> None:
    """Those of the action that is stored there are left over as well. Broken by the usual advice, to leave them out."""
    index = next(index for index, body in enumerate(action_bodies()) if body["outcomes"])
    game, stored = record(client, count=index + 1), action_bodies()[index]["outcomes"]
    address, headers = f"/v1/games/{game}/amend?dry_run=1", version_of(client, game)
    body = {"changes": [{"version": index + 2, "outcomes": [*stored, stored[0]]}]}
    problem = refused(client.post(address, json=body, headers=headers), 422, "too-many-outcomes")
    assert problem["next_step"] == "Send in `outcomes` of that change only the rolls and draws that are needed."


def test_an_adjustment_that_cannot_be_is_corrected_while_the_game_runs(every: Service) -> None:
    """Broken by the usual advice, to choose from legal-actions, none of which adjusts anything."""
    client = CheckedClient(create_app(every))
    game = a_game(every, CROSSING, 20)
    fine, bad = possible(every, game, Random(1))[0], {"type": "PointsGained", "seat": 9, "value": 3}
    address = f"/v1/games/{game}/adjust"
    for effect, kind in ((bad, "illegal-action"), ({"type": "Nothing"}, "invalid-request")):
        problem = refused(client.post(address, json={"effects": [effect], **WHY}), 422, kind)
        assert problem["next_step"] == "Correct the effects that `errors` names."
    abandoned(client, game)
    problem = refused(client.post(address, json={"effects": [fine], **WHY}), 422, "illegal-action")
    assert problem["next_step"].startswith("The game is over")
    assert client.post(f"/v1/games/{game}/undo", json={}).status_code == 201
    assert client.post(address, json={"effects": [fine], **WHY}).status_code == 201


def test_what_is_kept_before_a_large_action_is_not_denied(client: CheckedClient) -> None:
    """Broken by saying that nothing was stored, beside what was."""
    game, (first, second) = begin(client), action_bodies()[:2]
    large = {**second, "outcomes": ["x" * 100] * 700}
    answer = client.post(f"/v1/games/{game}/actions?until_refused=1", json=[first, large])
    assert answer.json["version"] == 2
    assert "Nothing of it was stored" in answer.json["refused"]["next_step"]


def test_an_undo_is_withdrawn_by_the_seat_that_asks_or_declined_by_one_of_the_game(client: CheckedClient) -> None:
    """Also where the seat that tried is none of it. Broken by telling that one to decline it."""
    game = f"/v1/games/{record(client, count=6, undo='consent')}"
    asked = f"{game}/undo-requests/{client.post(f'{game}/undo', json={'seat': 1}).json['n']}"
    for seat in (2, 7):
        problem = refused(client.delete(f"{asked}?seat={seat}"), 403, "not-your-undo-request")
        assert "any other seat of the game may decline it" in problem["next_step"]
    refused(client.post(f"{asked}/decline", json={"seat": 7}), 422, "invalid-request")
    assert client.post(f"{asked}/decline", json={"seat": 2}).status_code == 204


def test_a_correction_that_a_rule_forbids_is_not_chosen_from_the_head(client: CheckedClient) -> None:
    """Broken by the usual advice: the legal actions are those on the head."""
    game = record(client, count=20)
    no = {"seat": 1, "action": {"type": "Attack", "column": 2, "target": 2}}
    body = {"changes": [{"version": 5, "before": [no]}]}
    answer = client.post(f"/v1/games/{game}/amend", json=body, headers=version_of(client, game))
    assert "legal-actions" not in refused(answer, 422, "illegal-action")["next_step"]


def test_an_outcome_that_is_missing_in_what_was_tried_is_entered_as_an_action(client: CheckedClient) -> None:
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


def test_what_cannot_be_taken_over_is_named_where_it_is_at_fault(client: CheckedClient) -> None:
    """Broken by one advice for all: to name a what-if game, to who had named the right one."""
    game = parted(client)
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


def test_a_body_is_asked_for_in_the_form_that_its_address_reads(client: CheckedClient) -> None:
    """Broken by naming JSON Lines where they are not read, and JSON to who sends YAML."""
    game = record(client, count=3)
    plain = refused(client.post("/v1/players", data=b"{", content_type="application/json"), 400, "invalid-json")
    assert "line" not in plain["next_step"]
    answer = client.post(f"/v1/games/{game}/actions", data=b"{\n", content_type=JSON_LINES)
    assert "on each line" in refused(answer, 400, "invalid-json")["next_step"]
    address = f"/v1/rulesets/{TACTICS}/component-sets"
    problem = refused(client.post(address, data=b"\xff", content_type="application/yaml"), 400, "invalid-json")
    assert "JSON" not in problem["next_step"]


def test_what_each_ruleset_has_of_its_own_is_looked_up_there(client: CheckedClient) -> None:
    """The OpenAPI document says no more than that it is an object. Broken by naming that document."""
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


def test_a_parameter_of_a_statistic_is_looked_up_in_their_list(client: CheckedClient) -> None:
    """The OpenAPI document names none. Broken by naming that document."""
    for query in ("speed=3", f"ruleset={TACTICS}&player=Nobody"):
        problem = refused(client.get(f"/v1/statistics/win_rate_by_seat?{query}"), 422, "invalid-request")
        assert "GET /v1/statistics" in problem["next_step"]
    listed = {each["name"]: each["parameters"] for each in client.get("/v1/statistics").json["items"]}
    assert "player" in listed["win_rate_by_seat"]["properties"]


def test_a_set_of_another_ruleset_is_not_to_be_corrected(client: CheckedClient) -> None:
    """Another one is named in its place. Broken by telling who begins a game to upload it again."""
    foreign = client.application.extensions["tabletale"].store.put_component_set(
        KINGDOM_RUSH.name, "starter", KINGDOM_RUSH.starter, KINGDOM_RUSH.starter_document
    )
    problem = refused(client.post("/v1/games", json=game_body(component_set=foreign)), 422, "bad-component-set")
    assert "GET /v1/rulesets/{ruleset}/component-sets" in problem["next_step"]
    (own,) = client.get(f"/v1/rulesets/{TACTICS}/component-sets").json["items"]
    assert client.post("/v1/games", json=game_body(component_set=own["hash"])).status_code == 201


def test_a_player_that_there_is_not_is_looked_for(client: CheckedClient) -> None:
    """No request about a profile takes a name in its place. Broken by telling to send `name` instead."""
    client.post("/v1/players", json={"name": "Ada"})
    for method in ("GET", "DELETE"):
        problem = refused(client.open(f"/v1/players/{NOBODY}", method=method), 404, "unknown-player")
        assert "GET /v1/players" in problem["next_step"]
        assert "seat" not in problem["detail"]
    assert [each["name"] for each in client.get("/v1/players?search=Ad").json["items"]] == ["Ada"]


def test_a_merge_that_is_sent_twice_is_done(client: CheckedClient) -> None:
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


def test_partial_is_named_where_something_comes_before_the_fault(
    client: CheckedClient, elsewhere: CheckedClient
) -> None:
    """Never to who has sent it. Broken by having it in the usual advice of these kinds."""
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
def test_a_file_that_is_too_large_comes_with_its_length_or_in_parts(
    client: CheckedClient, head: dict[str, str], advice: str
) -> None:
    """Broken by one advice for both: to send the length, to who had sent it."""
    answer = client.post(
        "/v1/imports",
        input_stream=BytesIO(b"x" * (MAX_BODY + 1)),
        content_type=JSON_LINES,
        environ_overrides={**head, "wsgi.input_terminated": True},
    )
    assert refused(answer, 413, "body-too-large")["next_step"].startswith(advice)


# --- pages


class Visited(NamedTuple):
    """An address of a page that leads to a problem, and the form that is sent there."""

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
def test_who_is_on_a_page_is_not_told_to_send_requests(client: CheckedClient, visited: Visited) -> None:
    """No method with an address, no header, no field of an answer. Broken by showing a page what a program is told."""
    path = visited.path.format(game=record(client, count=6), served=served(client))
    method, accept = "GET" if visited.form is None else "POST", {"Accept": "text/html"}
    answer = client.open(path, method=method, data=visited.form, headers=accept)
    assert (answer.status_code // 100, answer.mimetype) == (4, "text/html")
    advice = advice_on(answer)
    assert not re.search(r"/v1|[A-Z]{3,}|-Match|`|/docs|openapi|can_undo|header", advice), advice
    assert "forbids" in advice or not advice.startswith("Rule")


def advice_on(answer: Answer) -> str:
    """The next step on the page of a problem."""
    found = re.search(r'<p class="soft-text">(.*?)</p>', answer.get_data(as_text=True), re.S)
    assert found
    return unescape(re.sub("<[^>]*>", "", found[1]))


def test_a_form_of_another_make_is_sent_from_its_page(client: CheckedClient) -> None:
    """Broken by the usual advice, to correct the address: that is right."""
    game, accept = record(client, count=6), {"Accept": "text/html"}
    answer = client.post(f"/games/{game}/abandon", data={"seat": "1"}, headers=accept)
    assert advice_on(answer) == "Load the page again, and send the form from there."
    page = client.get(f"/games/{game}/abandon", headers=accept).text
    (expected,) = re.findall(r'name="expected" value="(\d+)"', page)
    assert client.post(f"/games/{game}/abandon", data={"expected": expected}).status_code == 303


def test_a_browser_that_opens_an_address_of_programs_is_told_what_they_are(service: Service) -> None:
    """Broken by showing it the advice for pages."""
    answer = Client(create_app(service)).get(f"/v1/games/{NOBODY}", headers={"Accept": "text/html"})
    assert "GET /v1/games" in advice_on(answer)


def test_an_end_that_is_sent_to_a_game_that_is_over_shows_how_it_ended(client: CheckedClient) -> None:
    """Broken by a refusal, which told to choose what the rule allows."""
    game = abandoned(client, record(client, count=6))
    answer = client.post(f"/games/{game}/abandon", data={"expected": "8"}, headers={"Accept": "text/html"})
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/games/{game}/end")


# --- the kinds themselves


@pytest.mark.parametrize("kind", list(errors.kinds()), ids=lambda kind: str(kind.slug))
def test_the_endpoints_that_a_kind_names_are_there(kind: type[errors.Problem]) -> None:
    """Broken by a misspelled address."""
    for method, path in re.findall(r"\b(GET|POST|PATCH|DELETE) (/v1[\w/{}-]*)", kind.next_step):
        assert method in methods().get(re.sub(r"{\w+}", "{}", path), ())


def test_advice_is_given_to_one_problem_alone() -> None:
    """Wherever it is shown; the next of its kind has the usual one. Broken by setting it on the class."""
    usual = errors.TableOnly.next_step
    problem = errors.TableOnly().advise("Wait.")
    assert (problem.next_step, problem.next_command, problem.next_click) == ("Wait.",) * 3
    assert problem.advise("Send it.", click="Tap it.").next_click == "Tap it."
    assert errors.TableOnly().next_step == errors.TableOnly.next_step == usual
