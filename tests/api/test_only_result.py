"""The result of a game that nobody recorded, from one form: all of it is stored, or nothing."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from html import unescape
from typing import Any

import pytest

from api.app import create_app
from api.service import Service
from rulesets.scoresheet.titles import SCORINGS
from tests.api.client import Answer
from tests.api.conftest import CheckedClient, refused
from tests.api.recording import Form, Reader

FOUR = {"Ada": "41", "Ben": "37", "Cleo": "55", "Dora": "12"}
TODAY = datetime.now(UTC).date()


@pytest.fixture
def client(full_service: Service) -> CheckedClient:
    return CheckedClient(create_app(full_service))


def form(client: CheckedClient) -> Form:
    (found,) = Reader(client.get("/new/result").text).forms
    return found


def fields_of(names: dict[str, str]) -> dict[str, str]:
    """The fields of players and their scores."""
    found: dict[str, str] = {}
    for seat, (name, score) in enumerate(names.items(), 1):
        found |= {f"seat.{seat}": name, f"score.{seat}": score}
    return found


def send(client: CheckedClient, names: dict[str, str] = FOUR, /, **more: str) -> Answer:
    given = {"title": "Harbour", "scoring": "highest", "key": form(client).fields["key"]}
    fields = given | fields_of(names) | {name.replace("_", "."): text for name, text in more.items()}
    return client.post("/new/result", data=fields, headers={"Accept": "text/html"})


def put(client: CheckedClient, sheet: str) -> None:
    """Upload a component set."""
    yaml = {"Content-Type": "application/yaml"}
    assert client.post("/v1/rulesets/scoresheet/component-sets", data=sheet.encode(), headers=yaml).status_code == 201


def game_of(answer: Answer) -> str:
    """The id of the game whose result is shown."""
    return answer.headers["Location"].split("/")[-2]


def stored(client: CheckedClient, answer: Answer) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The game, and its events."""
    assert answer.status_code == 303, answer.text
    game = game_of(answer)
    return client.get(f"/v1/games/{game}").json, client.get(f"/v1/games/{game}/events").json["items"]


def test_a_result_is_a_finished_game_with_its_scores(client: CheckedClient) -> None:
    """The page leads to its result, and nothing more has to be entered."""
    answer = send(client)
    game, events = stored(client, answer)
    assert answer.headers["Location"].endswith("/end")
    assert game["status"] == "finished"
    assert game["finished_at"]
    assert game["result"]["winners"] == [3]
    assert [seat["name"] for seat in game["seats"]] == [*FOUR]
    assert [event["action"].get("amount") for event in events[1:-1]] == [41, 37, 55, 12]
    assert client.get(answer.headers["Location"]).status_code == 200


def test_the_lowest_wins_where_it_is_said_and_next_time_the_title_knows(client: CheckedClient) -> None:
    game, _ = stored(client, send(client, scoring="lowest"))
    again, _ = stored(client, send(client, title="  HARBOUR ", scoring=""))
    assert [each["result"]["winners"] for each in (game, again)] == [[4], [4]]
    assert game["component_set"] == again["component_set"]


def test_where_nothing_is_counted_the_winners_are_ticked(client: CheckedClient) -> None:
    names = dict.fromkeys(FOUR, "")
    game, _ = stored(client, send(client, names, scoring="win", won_2="yes", won_4="yes"))
    assert game["result"]["winners"] == [2, 4]
    answer = send(client, names, title="Other", scoring="win")
    assert answer.status_code == 422
    assert "Who won: say who won" in answer.text


def chosen(answer: Answer) -> set[str]:
    """The scoring that a form has chosen."""
    return set(re.findall(r'name="scoring" value="(\w+)" checked', answer.text))


@pytest.mark.parametrize("scoring", ["lowest", "win", "together"])
def test_a_title_that_is_scored_in_another_way_says_how_and_the_form_is_kept(
    client: CheckedClient, scoring: str
) -> None:
    """The same form can be sent again as it comes back, once what is missing is entered."""
    first = {"won_1": "yes", "together": "won"} if scoring != "lowest" else {}
    names = FOUR if scoring == "lowest" else dict.fromkeys(FOUR, "")
    game, _ = stored(client, send(client, names, scoring=scoring, **first))
    answer = send(client, title="harbour", date="2025-12-24", minutes="90", won_2="yes")
    assert answer.status_code == 422
    text = f"Scoring: Harbour is recorded with \u201c{SCORINGS[scoring]}\u201d, not \u201c{SCORINGS['highest']}\u201d; "
    assert text in unescape(answer.text)
    assert chosen(answer) == {scoring}
    assert [each["id"] for each in client.get("/v1/games").json["items"]] == [game["id"]]
    for text in ("Cleo", "55", "2025-12-24", "90"):
        assert f'value="{text}"' in answer.text
    assert 'name="won.2" value="yes" aria-label="Player 2 won" checked' in answer.text


def test_the_form_of_a_known_title_has_its_scoring(client: CheckedClient) -> None:
    stored(client, send(client, scoring="lowest"))
    assert chosen(client.get("/new/result?title=Harbour")) == {"lowest"}
    assert chosen(client.get("/new?ruleset=scoresheet&sheet=Harbour")) == {"lowest"}
    assert chosen(client.get("/new/result?title=Other")) == {"highest"}


BARE = "game: scoresheet\nid: harbour\nname: Harbour\nsides: together\n"


@pytest.mark.parametrize("sheet", ["", BARE])
def test_points_that_the_sheet_has_no_place_for_are_not_lost(client: CheckedClient, sheet: str) -> None:
    if sheet:
        put(client, sheet)
    more = {"scoring": "together", "together": "won"} if sheet else {"scoring": "win", "won_1": "yes"}
    answer = send(client, **more)
    assert answer.status_code == 422
    assert "Score of player 1: nothing is counted on the sheet of this game; remove the score" in unescape(answer.text)
    assert 'value="41"' in answer.text
    assert not client.get("/v1/games").json["items"]
    game, _ = stored(client, send(client, dict.fromkeys(FOUR, ""), **more))
    assert game["result"]["winners"]


@pytest.mark.parametrize(("result", "winners"), [("won", [1, 2, 3, 4]), ("lost", [])])
def test_together_all_win_or_lose(client: CheckedClient, result: str, winners: list[int]) -> None:
    """With a score or without; what is ticked of one player does not count."""
    names = dict.fromkeys(FOUR, "") | {"Ada": "30"}
    game, _ = stored(client, send(client, names, scoring="together", together=result, won_1="yes"))
    assert game["result"]["winners"] == winners


@pytest.mark.parametrize("result", ["", "draw"])
@pytest.mark.parametrize("scoring", ["together", ""])
def test_whether_all_won_together_is_not_guessed(client: CheckedClient, scoring: str, result: str) -> None:
    put(client, BARE)
    answer = send(client, dict.fromkeys(FOUR, ""), scoring=scoring, together=result, won_2="yes")
    assert answer.status_code == 422
    assert "Result: say whether all won or lost" in unescape(answer.text)
    assert not client.get("/v1/games").json["items"]


def test_it_was_played_when_the_form_says(client: CheckedClient) -> None:
    """An earlier day ends at noon; without a duration, it began when it ended."""
    _, events = stored(client, send(client, date="2025-12-24", minutes="90"))
    assert events[0]["occurred_at"].startswith("2025-12-24T10:30:00")
    assert events[-1]["occurred_at"].startswith("2025-12-24T12:00:00")
    _, events = stored(client, send(client))
    assert events[0]["occurred_at"] == events[-1]["occurred_at"]
    assert datetime.now(UTC) - datetime.fromisoformat(events[0]["occurred_at"]) < timedelta(hours=1)


def test_east_of_greenwich_it_is_tomorrow_already(client: CheckedClient) -> None:
    """The game ended now, not in the future."""
    _, events = stored(client, send(client, date=str(TODAY + timedelta(days=1)), minutes="30"))
    begun, ended = (datetime.fromisoformat(events[at]["occurred_at"]) for at in (0, -1))
    assert ended <= datetime.now(UTC)
    assert ended - begun == timedelta(minutes=30)


def test_a_form_that_is_sent_twice_makes_one_game(client: CheckedClient) -> None:
    key = form(client).fields["key"]
    assert game_of(send(client, key=key)) == game_of(send(client, key=key))
    assert send(client, key=key, title="Other").status_code == 422
    assert len(client.get("/v1/games").json["items"]) == 1


def test_rows_in_between_may_be_left_empty(client: CheckedClient) -> None:
    fields = {"seat_7": "Ed", "score_7": "60"}
    game, _ = stored(client, send(client, {"Ada": "3", "": "", "Ben": "4"}, **fields))
    assert [seat["name"] for seat in game["seats"]] == ["Ada", "Ben", "Ed"]
    assert game["result"]["winners"] == [3]


WRONG: dict[str, tuple[dict[str, str], str]] = {
    "no title": ({"title": ""}, "Title:"),
    "a title of 200 letters": ({"title": "x" * 200}, "Title:"),
    "a title with braces": ({"title": "{1}"}, "Title: a name is 1 to"),
    "no players": ({f"{name}_{seat}": "" for name in ("seat", "score") for seat in range(1, 5)}, "Players:"),
    "a player of 200 letters and more": ({"seat_2": "x" * 201}, "Player 2:"),
    "a player twice": ({"seat_2": "ada"}, "Player 2: ada plays already"),
    "a score without a player": ({"seat_2": ""}, "Player 2: enter a name"),
    "a winner without a player": ({"won_9": "yes"}, "Player 9: enter a name"),
    "no score": ({"score_3": ""}, "Score of player 3: enter a whole number, \u221299 to 900"),
    "letters": ({"score_3": "ten"}, "Score of player 3: enter a whole number"),
    "a decimal": ({"score_3": "1.5"}, "Score of player 3: enter a whole number"),
    "a score beyond the limits": ({"score_3": "901"}, "Score of player 3: enter a whole number, \u221299 to 900"),
    "200 letters": ({"score_3": "x" * 200}, "Score of player 3: enter a whole number"),
    "200 figures": ({"score_3": "9" * 200}, "Score of player 3: enter a whole number"),
    "a date of words": ({"date": "yesterday"}, "Date: enter a date"),
    "a day that does not exist": ({"date": "2025-02-30"}, "Date: enter a date"),
    "a week": ({"date": "2025-W01-1"}, "Date: enter a date"),
    "the day after tomorrow": ({"date": str(TODAY + timedelta(days=2))}, "Date: enter a day from 1900-01-01 to today"),
    "long ago": ({"date": "1515-09-13"}, "Date: enter a day from 1900-01-01 to today"),
    "minutes in words": ({"minutes": "an hour"}, "Duration: enter a whole number of minutes"),
    "fewer minutes than none": ({"minutes": "-5"}, "Duration: enter a whole number of minutes"),
    "too many minutes": ({"minutes": "99999"}, "Duration: enter a whole number of minutes"),
    "another scoring": ({"scoring": "most"}, "Scoring: there is no"),
}


@pytest.mark.parametrize(("more", "text"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_named_by_its_field_and_nothing_is_stored(
    client: CheckedClient, more: dict[str, str], text: str
) -> None:
    """What was entered is there again."""
    answer = send(client, **more)
    assert answer.status_code == 422
    assert text in unescape(answer.text)
    assert 'role="alert"' in answer.text
    assert not client.get("/v1/games").json["items"]
    assert not [each for each in client.get("/v1/players").json["items"] if each["name"] == "Cleo"]
    assert 'value="Cleo"' in answer.text or more.get("seat_3") == ""


SEVERAL = """game: scoresheet
id: harbour
name: Harbour
categories: [{id: farms, name: Farms}, {id: goods, name: Goods}]
"""
TEAMS = """game: scoresheet
id: harbour
name: Harbour
seats: {least: 2}
sides: teams
teams: [{id: red, name: Red}, {id: blue, name: Blue}]
categories: [{id: points, name: Points}]
"""


@pytest.mark.parametrize(("sheet", "text"), [(SEVERAL, "2 kinds of scores"), (TEAMS, "in teams")])
def test_a_sheet_on_which_more_is_written_says_so(client: CheckedClient, sheet: str, text: str) -> None:
    put(client, sheet)
    answer = send(client)
    assert answer.status_code == 422
    assert text in answer.text
    assert not client.get("/v1/games").json["items"]


def test_the_new_game_page_leads_there(client: CheckedClient) -> None:
    assert 'href="/new/result"' in client.get("/new").text


def test_who_won_is_told_beside_the_scores_where_points_do_not_tell(client: CheckedClient) -> None:
    sheet = "game: scoresheet\nid: noted\nname: Noted\nscoring: noted\ncategories:\n  - {id: points, name: Points}\n"
    put(client, sheet)
    game, _ = stored(client, send(client, title="Noted", won_1="on"))
    assert game["result"]["winners"] == [1]
    assert "say who won" in unescape(send(client, title="Noted").text)


# --- over HTTP


def post(client: CheckedClient, result: dict[str, Any], /, **more: Any) -> Answer:
    given = {"ruleset": "scoresheet", "seats": [{"name": "Ada"}, {"name": "Ben"}], "result": result}
    return client.post("/v1/games", json=given | {"sheet": {"title": "Harbour"}} | more)


@pytest.mark.parametrize(
    ("sheet", "result", "winners"),
    [
        ({"title": "Harbour"}, {"scores": [41, 37]}, [1]),
        ({"title": "Golf", "scoring": "lowest"}, {"scores": [41, 37], "won": [1]}, [2]),
        ({"title": "Chess", "scoring": "win"}, {"won": [2]}, [2]),
        ({"title": "Storm", "scoring": "together"}, {"won": [1, 2], "scores": [7, None]}, [1, 2]),
        ({"title": "Storm", "scoring": "together"}, {"won": []}, []),
    ],
)
def test_a_result_is_stored_in_one_request(
    client: CheckedClient, sheet: dict[str, str], result: dict[str, Any], winners: list[int]
) -> None:
    times = {"occurred_at": "2026-01-02T19:00:00Z", "result": result | {"ended_at": "2026-01-02T20:30:00Z"}}
    made = post(client, result, sheet=sheet, **times)
    assert made.status_code == 201, made.text
    assert made.json["status"] == "finished"
    assert made.json["result"]["winners"] == winners
    first, *_, last = client.get(f"/v1/games/{made.json['id']}/events").json["items"]
    assert [first["occurred_at"], last["occurred_at"]] == ["2026-01-02T19:00:00Z", "2026-01-02T20:30:00Z"]


@pytest.mark.parametrize(
    ("result", "more", "pointer", "detail"),
    [
        ({"scores": [1]}, {}, "/result/scores", "2 scores"),
        ({"scores": [1, None]}, {}, "/result/scores/1", "a whole number"),
        ({"scores": [1, 1_000_000]}, {}, "/result/scores/1", "900"),
        ({"scores": [1, 2], "won": [3]}, {}, "/result/won", "seats 1 to 2"),
        ({}, {"sheet": {"title": "Chess", "scoring": "win"}}, "/result/won", "say who won"),
        ({}, {"sheet": {"title": "Storm", "scoring": "together"}}, "/result/won", "all won or lost"),
        ({"scores": [1, 2]}, {"sheet": None}, "/result", "kinds of scores"),
        ({"scores": [1, 2]}, {"ruleset": "kingdom_rush", "sheet": None}, "/result", "move by move"),
        (
            {"scores": [1, 2], "ended_at": "2026-01-02T20:30:00Z"},
            {"occurred_at": "2026-01-03T20:30:00Z"},
            "/result/ended_at",
            "after it began",
        ),
    ],
)
def test_a_bad_result_is_refused_by_its_field(
    client: CheckedClient, result: dict[str, Any], more: dict[str, Any], pointer: str, detail: str
) -> None:
    """Nothing is stored, not even the sheet of a new title."""
    problem = refused(post(client, result, **more), 422, "invalid-request")
    assert [fault["pointer"] for fault in problem["errors"]] == [pointer]
    assert detail in problem["detail"]
    assert client.get("/v1/games").json["items"] == []
    assert refused(client.get("/v1/games?sheet=Harbour"), 422, "invalid-request")
