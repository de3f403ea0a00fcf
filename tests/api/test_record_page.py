"""The record page without script: each link and form leads to a new page."""

from __future__ import annotations

import re
from html import unescape
from random import Random
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlparse

import pytest
from msgspec import json

from api.app import create_app
from api.pages.chance import FACES, group_of
from api.pages.perspective import Perspective
from api.service import Service, installed_rulesets
from rulesets.kit.errors import ChanceNeeded
from rulesets.kit.outcomes import ChanceQuestion, OutcomeValue, Outlook, Slot
from tests.api.client import Client
from tests.api.conftest import action_bodies, begin, record
from tests.api.recording import Form, NoScriptBrowser, Reader
from tests.forms import either, in_turn
from tests.tables import PLAYERS, WIDEST, Table, recorded

RULESETS = installed_rulesets()
ACTIONS = 800
"""Decisions of a game at most: all of it but where a game has some thousands;"""
FIRST = 60
"""there the first, and in the short form also where it has some hundreds."""
THOUSANDS, HUNDREDS = {"heros_crossing"}, {"heroes_of_the_campaign", "heros_crossing_tactics"}


def start_game(service: Service, table: Table, chance: str) -> str:
    """Start a game up to its first decision; returns its id."""
    if chance == "table":
        return str(recorded(service, table, most=0).id)
    client = Client(create_app(service))
    seats = [{"name": name} for name in PLAYERS[: table.seats]]
    return str(client.post("/v1/games", json={"ruleset": table.ruleset, "seats": seats, "chance": chance}).json["id"])


@pytest.mark.parametrize(
    ("table", "chance"), in_turn({str(table): table for table in WIDEST}, {"table": "table", "server": "server"})
)
def test_games_are_recorded_by_links_and_forms_alone(full_service: Service, table: Table, chance: str) -> None:
    """Random rows are followed until one action is left; outcomes are entered if the table rolls."""
    whole = table.ruleset not in either(THOUSANDS | HUNDREDS, THOUSANDS)
    client, rng = Client(create_app(full_service)), Random(f"{table}{chance}")
    game, browser = start_game(full_service, table, chance), NoScriptBrowser(client, rng)
    for _ in range(ACTIONS if whole else FIRST):
        page = browser.open(f"/games/{game}/record")
        if not page.rows and not page.record_form:
            break
        before = version_of(client, game)
        answer = browser.send_with_outcomes(browser.choose(page))
        assert answer.status_code == 303, answer.text
        assert version_of(client, game) == before + 1
    if whole:
        assert client.get(f"/v1/games/{game}").json["status"] == "finished"
    same_by_rest(client, game, chance)


def same_by_rest(client: Client, game: str, chance: str) -> None:
    """Assert that REST records the same log for the same actions; all games of the tests have the same key."""
    events = log_of(client, game)
    about = client.get(f"/v1/games/{game}").json
    body = {name: about[name] for name in ("ruleset", "component_set", "chance")}
    body |= {"seats": [{"name": seat["name"]} for seat in about["seats"]]}
    table = chance == "table"
    by_rest = client.post("/v1/games", json=body | ({"outcomes": events[0]["outcomes"]} if table else {})).json["id"]
    for event in events[1:]:
        action = {"seat": event["seat"], "action": event["action"]} | ({"outcomes": event["outcomes"]} if table else {})
        version = {"If-Match": f'"{event["version"] - 1}"'}
        assert client.post(f"/v1/games/{by_rest}/actions", json=action, headers=version).status_code == 201
    again = log_of(client, by_rest)
    compared = ("version", "parent", "kind", "seat", "action", "effects", "text")
    assert [[event[name] for name in compared] for event in again] == [
        [event[name] for name in compared] for event in events
    ]


def log_of(client: Client, game: str) -> list[dict[str, Any]]:
    """Each event as the seat that acted may see it."""
    about = client.get(f"/v1/games/{game}").json
    if about["chance"] == "table":
        return seen_by(client, game, "table")
    logs = {seat["seat"]: seen_by(client, game, str(seat["seat"])) for seat in about["seats"]}
    return [logs[event["seat"] or 1][at] for at, event in enumerate(logs[1])]


def seen_by(client: Client, game: str, viewer: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    cursor = ""
    while True:
        page = client.get(f"/v1/games/{game}/events?limit=200&viewer={viewer}{cursor}").json
        found += page["items"]
        if not page["next"]:
            return found
        cursor = f"&cursor={page['next']}"


def version_of(client: Client, game: str) -> int:
    return int(client.get(f"/v1/games/{game}").json["version"])


# --- sending


def random_action_form(client: Client, game: str, seed: int = 1) -> Form:
    """The form of an action that random rows lead to."""
    browser = NoScriptBrowser(client, Random(seed))
    return browser.choose(browser.open(f"/games/{game}/record"))


def test_a_form_that_is_sent_twice_is_recorded_once(client: Client) -> None:
    game = begin(client)
    form = random_action_form(client, game)
    answers = [client.post(form.action, data=form.fields) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [303, 303]
    assert answers[0].headers["Location"] == answers[1].headers["Location"]
    assert version_of(client, game) == 2


def test_a_page_that_is_sent_again_with_another_action_records_nothing(client: Client) -> None:
    """Somebody went back to a page that was sent, and changed it."""
    game = begin(client)
    one, other = random_action_form(client, game), random_action_form(client, game, 5)
    assert one.fields["action"] != other.fields["action"]
    client.post(one.action, data=one.fields)
    answer = client.post(other.action, data=other.fields | {"key": one.fields["key"]})
    assert answer.status_code == 422
    assert "already sent" in answer.text
    assert version_of(client, game) == 2


def test_a_stale_form_is_reported_also_if_the_game_is_over(client: Client) -> None:
    whole = len(action_bodies())
    game = record(client, count=whole - 1)
    late = random_action_form(client, game)
    assert client.post(f"/v1/games/{game}/actions", json=action_bodies()[-1]).json["status"] == "finished"
    answer = client.post(late.action, data=late.fields)
    assert answer.status_code == 412
    assert "Since then:" in answer.text


def test_a_stale_form_is_answered_with_the_events_since(client: Client) -> None:
    """The selection is kept where it still fits."""
    game = begin(client)
    first, second = random_action_form(client, game), random_action_form(client, game, 5)
    mine = next(form for form in (first, second) if form.fields["seat"] == "1")
    theirs = client.get(f"/games/{game}/record?seat=2")
    row = Reader(theirs.text).rows[0]
    other = Reader(client.get(f"/games/{game}/record{row}").text).record_form
    assert other
    assert client.post(other.action, data=other.fields).status_code == 303
    answer = client.post(mine.action, data=mine.fields)
    assert answer.status_code == 412
    assert "Since then:" in answer.text
    assert "Ben" in answer.text
    again = Reader(answer.text).record_form
    assert again
    assert again.fields["action"] == mine.fields["action"]
    assert client.post(again.action, data=again.fields).status_code == 303
    assert version_of(client, game) == 3


def test_a_refusal_names_its_rule_and_leaves_the_question_open(client: Client) -> None:
    game = begin(client)
    form = random_action_form(client, game)
    answer = client.post(form.action, data=form.fields | {"action": '{"type":"PickHero","card":"nobody"}'})
    assert answer.status_code == 422
    assert re.search(r'role="alert"><b><a [^>]*href="/rulesets/[^"]+">HCT-[A-Z]+-\d+</a></b> \w', answer.text)
    assert Reader(answer.text).rows
    assert version_of(client, game) == 1


def test_undo_leads_back_to_the_question(client: Client) -> None:
    game = begin(client)
    form = random_action_form(client, game)
    client.post(form.action, data=form.fields)
    page = Reader(client.get(f"/games/{game}/record").text)
    undo = next(form for form in page.forms if "/undo" in form.action)
    answer = client.post(undo.action, data=undo.fields)
    assert answer.headers["Location"] == f"/games/{game}/record"
    assert client.get(f"/v1/games/{game}").json["head"] == 1


def test_redo_is_offered_after_an_undo(client: Client) -> None:
    game = begin(client)
    form = random_action_form(client, game)
    client.post(form.action, data=form.fields)
    for verb, head in (("undo", 1), ("redo", 2), ("undo", 1)):
        page = Reader(client.get(f"/games/{game}/record").text)
        there = {form.action.split("/")[-1].split("?")[0]: form for form in page.forms}
        assert {*there} & {"undo", "redo"} == {verb}
        answer = client.post(there[verb].action, data=there[verb].fields)
        assert answer.headers["Location"] == f"/games/{game}/record"
        assert client.get(f"/v1/games/{game}").json["head"] == head


def test_an_action_without_its_outcomes_is_not_recorded(client: Client) -> None:
    """The page asks for the outcomes and keeps the selection; with `roll` the service rolls them."""
    game, chance = begin(client), None
    for _ in range(60):
        form = random_action_form(client, game, version_of(client, game))
        answer = client.post(form.action, data=form.fields)
        if answer.status_code == 200:
            chance = Reader(answer.text)
            break
    assert chance
    before = version_of(client, game)
    asked = next(form for form in chance.forms if form.choices)
    assert asked.fields["action"] == form.fields["action"]
    assert version_of(client, game) == before
    wrong = client.post(asked.action, data=asked.fields | dict.fromkeys(asked.choices, '"nobody"'))
    assert wrong.status_code == 200
    assert "is not possible for" in wrong.text
    assert client.post(asked.action, data=asked.fields | {"roll": "yes"}).status_code == 303
    assert version_of(client, game) == before + 1


def test_too_many_outcomes_are_asked_for_one_by_one(client: Client) -> None:
    """An outcome can change the next question; the page says that outcomes were dropped, and guesses none."""
    game, browser = begin(client), NoScriptBrowser(client, Random(3))
    while not (page := Reader(browser.send(browser.choose(browser.open(f"/games/{game}/record"))).text)).forms:
        pass
    asked = next(form for form in page.forms if form.choices)
    before = version_of(client, game)
    answer = browser.send(asked, **{f"outcome.{place}": "1" for place in range(len(asked.choices), 9)})
    assert answer.status_code == 200
    assert "one at a time" in answer.text
    again = next(form for form in Reader(answer.text).forms if form.choices)
    assert [*again.choices] == ["outcome.0"]
    assert version_of(client, game) == before
    assert browser.send_with_outcomes(again).status_code == 303
    assert version_of(client, game) == before + 1


def test_a_game_that_is_over_says_who_won(client: Client) -> None:
    game = record(client)
    text = client.get(f"/games/{game}/record").text
    assert re.search(r'<h2 class="asks[^"]*"[^>]*>\w+ won</h2>', text)
    assert f"/games/{game}/end" in text
    assert not Reader(text).record_form


# --- the selection


def test_each_part_of_the_selection_has_a_link_that_removes_it(full_service: Service) -> None:
    """The address holds the selection; the link of a chip removes that part and all later ones."""
    client, longest = Client(create_app(full_service)), 0
    game = recorded(full_service, Table("heros_crossing", 4), most=60).id
    for seed in range(6):
        browser = NoScriptBrowser(client, Random(seed))
        page = browser.open(f"/games/{game}/record")
        while not page.record_form:
            page = browser.open(browser.rng.choice(page.rows))
            chosen = [pair for pair in parse_qsl(urlparse(browser.address).query) if pair[0] != "seat"]
            chips = re.findall(r'<a href="([^"]*)" title="Change this choice">', page.text)
            assert len(chips) == len(chosen)
            assert [parse_qsl(unescape(href).lstrip("?"))[1:] for href in chips] == [
                chosen[:place] for place in range(len(chosen))
            ]
            longest = max(longest, len(chosen))
    assert longest > 1


def test_a_tap_in_an_old_picture_is_answered_with_the_events_since(full_service: Service) -> None:
    """Another player acted before the tap; the page lists those events, if there are any."""
    client = Client(create_app(full_service))
    game = recorded(full_service, Table("heroes_of_the_campaign", 2), most=40).id
    seat = client.get(f"/v1/games/{game}").json["waiting_for"][0]
    drawn = re.search('data-drawn="([^"]+)"', client.get(f"/games/{game}/record?seat={seat}").text)
    step = client.get(f"/v1/games/{game}/choices?seat={seat}&type=StartTask").json["step"]
    assert drawn
    ended = {"seat": seat, "action": {"type": "EndTurn"}}
    assert client.post(f"/v1/games/{game}/actions", json=ended).status_code == 201
    tapped = f"/games/{game}/record/step?seat={seat}&tap={step['values'][0]['touches'][0]}"
    sentence = client.get(f"/v1/games/{game}/events?from=head").json["items"][0]["text"]
    late = re.search(r'<div class="fault"[^>]*>(.*?)</div>', client.get(f"{tapped}&have={drawn[1]}").text)
    assert late
    assert late[1].startswith("You can no longer choose that. Since then:<ul>")
    assert sentence in unescape(late[1])
    for have in ("", f"{int(drawn[1].partition('.')[0]) + 1}.{seat}", "x", "9" * 40, "999999999."):
        text = client.get(f"{tapped}&have={have}").text
        assert "No possible move fits all your choices." in text, have


def test_a_tapped_part_has_the_name_that_the_picture_shows(full_service: Service) -> None:
    """Also a switch in a strip, which is no piece of its own; it is framed in the picture."""
    client = Client(create_app(full_service))
    game = recorded(full_service, Table("heroes_of_the_campaign", 2), most=20).id
    step = client.get(f"/v1/games/{game}/choices?seat=2&type=WatchFor").json["step"]
    sentence = next(value for value in step["values"] if value["label"] == "Be asked before attacks")
    assert sentence["touches"] == ["watch:2.attack"]
    text = client.get(f"/games/{game}/record?seat=2&tap=watch:2.attack").text
    assert '<span class="cut">Be asked before attacks<' in text
    assert frames_in(text)["watch:2.attack"] == "pick"


@pytest.mark.parametrize("table", WIDEST, ids=str)
def test_chosen_and_possible_parts_are_framed_in_the_picture(full_service: Service, table: Table) -> None:
    """Also without script: every drawn part has its frame, in the group of its own id."""
    client, chosen = Client(create_app(full_service)), 0
    game = recorded(full_service, table, most=40).id
    for seed in range(4):
        browser = NoScriptBrowser(client, Random(seed))
        page = browser.open(f"/games/{game}/record")
        while True:
            frames = frames_in(page.text)
            assert {"pick"} >= {frames[id] for id in ids_in(page.text, "pick") if id in frames}
            assert {"may"} >= {frames[id] for id in ids_in(page.text, "may") if id in frames}
            chosen += len(ids_in(page.text, "pick") & frames.keys())
            if page.record_form:
                break
            page = browser.open(browser.rng.choice(page.rows))
    assert chosen


def ids_in(text: str, name: str) -> set[str]:
    """The ids of the parts that a page marks as possible (`may`) or chosen (`pick`)."""
    found = re.search(f'data-{name}="([^"]*)"', text)
    assert found
    return {unescape(id) for id in found[1].split()}


def frames_in(text: str) -> dict[str, str]:
    """The class of the frame of each piece with a frame."""
    found: dict[str, str] = {}
    around: list[list[str]] = []
    for opened, closed, frame in re.findall(r'(<g\b[^>]*>)|(</g>)|<rect [^>]*class="(may|pick)"', text):
        if opened:
            own = [unescape(id) for ids in re.findall(r'data-(?:id|holds)="([^"]+)"', opened) for id in ids.split()]
            around.append(own or (around[-1] if around else []))
        elif closed:
            around.pop()
        else:
            found |= dict.fromkeys(around[-1], frame)
    return found


def test_a_script_gets_the_picture_only_if_it_changed(client: Client) -> None:
    game = begin(client)
    page = client.get(f"/games/{game}/record?seat=1").text
    drawn = re.search('data-drawn="([^"]+)"', page)
    assert drawn
    row = Reader(page).rows[0]
    step = client.get(f"/games/{game}/record/step{row}&have={drawn[1]}").text
    assert 'aria-label="Board"' not in step
    assert 'aria-label="Board"' in client.get(f"/games/{game}/record/step{row}&have=1.2").text
    form = Reader(step).record_form
    assert form
    answer = client.post(form.action.replace("/record?", f"/record/step?have={drawn[1]}&"), data=form.fields)
    assert answer.status_code == 200
    assert 'aria-label="Board"' in answer.text
    assert version_of(client, game) == 2


@pytest.mark.parametrize("table", WIDEST, ids=str)
def test_the_question_names_its_seat_at_every_step(full_service: Service, table: Table) -> None:
    client = Client(create_app(full_service))
    game = recorded(full_service, table, most=40).id
    for seed in range(4):
        browser = NoScriptBrowser(client, Random(seed))
        page = browser.open(f"/games/{game}/record")
        while not page.record_form:
            question = re.search(r'<h2 class="asks"[^>]*>([^<]*)</h2>', page.text)
            assert question
            assert any(name in question[1] for name in PLAYERS), question[1]
            page = browser.open(browser.rng.choice(page.rows))


BUILDING = 25
"""Decisions until a town may grow."""


def test_a_group_of_places_has_frames_until_one_of_them_is_chosen(
    full_service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A chip names the group; only places in it can still be tapped."""
    client, browser = Client(create_app(full_service)), NoScriptBrowser(Client(create_app(full_service)), Random(1))
    monkeypatch.setattr("rulesets.kit.steps.LISTED", 3)
    game = recorded(full_service, Table("heros_crossing", 2), most=BUILDING).id
    page = browser.open(f"/games/{game}/record?seat=2&type=GetLand")
    assert len(page.rows) < len(ids_in(page.text, "may"))
    page = browser.open(page.rows[0])
    column = parse_qsl(urlparse(browser.address).query)[-1][1]
    assert f'<span class="cut">{column}<' in page.text
    cells, framed = [row for row in page.rows if "cell=" in row], ids_in(page.text, "may")
    assert len(framed) == len(cells) > 1
    assert not framed & ids_in(page.text, "pick")
    tapped = Reader(client.get(f"{browser.address}&{urlencode({'tap': min(framed)})}").text)
    assert tapped.record_form
    page = browser.open(cells[0])
    assert page.record_form
    assert len(ids_in(page.text, "pick") & framed) == 1


def test_a_tap_narrows_the_choices(client: Client) -> None:
    game = begin(client)
    row = client.get(f"/v1/games/{game}/choices?seat=1").json["step"]["values"][0]
    page = Reader(client.get(f"/games/{game}/record?seat=1&tap={row['touches'][0]}").text)
    assert page.record_form
    assert json.decode(page.record_form.fields["action"]) == row["action"]


@pytest.mark.parametrize(
    "query",
    [
        "type=NoSuchThing",
        "type=PickHero&card=nobody",
        "nothing=1",
        "card[0]=1",
        "tap=front:9.9",
        "tap=%F0%9F%90%89&tap=%3Cscript%3E",
        "action=%7B%7D",
        "action=x",
        "action=" + "[" * 3000,
        "action=%7B%22type%22%3A%22Flank%22%7D",
        "action=%7B%22type%22%3A%22PickHero%22%2C%22card%22%3A%22%F0%9F%90%89%22%7D",
        "&".join(f"tap=card:{n}" for n in range(50)),
    ],
)
def test_a_selection_that_fits_no_move_is_reported_and_asked_again(client: Client, query: str) -> None:
    answer = client.get(f"/games/{begin(client)}/record?seat=1&{query}")
    assert answer.status_code == 200
    assert "fits" in answer.text
    assert "<script>" not in answer.text
    assert Reader(answer.text).rows


@pytest.mark.parametrize(
    "query",
    [
        *("seat=3", "seat=0", "seat=x", "seat=1&seat=2", "type=A&type=B", "tap=%00", "card=" + "9" * 5000),
        "&".join(f"tap=card:{n}" for n in range(300)),
    ],
)
def test_an_invalid_address_has_a_problem_page(client: Client, query: str) -> None:
    answer = client.get(f"/games/{begin(client)}/record?{query}", headers={"Accept": "text/html"})
    assert answer.status_code == 404
    assert "<h1>" in answer.text


@pytest.mark.parametrize(
    "wrong",
    [
        {"seat": "9"},
        {"seat": "x"},
        {"expected": ""},
        {"key": ""},
        {"key": "no key"},
        {"action": ""},
        {"outcome.0": "[1]"},
        {"outcome.0": "{"},
    ],
    ids=str,
)
def test_a_malformed_form_has_a_problem_page(client: Client, wrong: dict[str, str]) -> None:
    game = begin(client)
    form = random_action_form(client, game)
    answer = client.post(form.action, data=form.fields | wrong, headers={"Accept": "text/html"})
    assert answer.status_code == 404
    assert "<h1>" in answer.text
    assert version_of(client, game) == 1


@pytest.mark.parametrize("action", ["x", "[]", "{}", '{"type":"Nobody"}', "[" * 9000, '{"type":"PickHero","card":7}'])
def test_an_invalid_action_has_a_problem_page(client: Client, action: str) -> None:
    game = begin(client)
    form = random_action_form(client, game)
    answer = client.post(form.action, data=form.fields | {"action": action})
    assert answer.status_code == 422
    assert "no such action" in answer.text
    assert version_of(client, game) == 1


def test_unknown_games_and_other_methods_are_refused(client: Client) -> None:
    game = begin(client)
    page = {"Accept": "text/html"}
    assert client.get("/games/nothing/record", headers=page).status_code == 404
    assert client.get("/games/01890000-0000-7000-8000-000000000000/record", headers=page).status_code == 404
    assert client.delete(f"/games/{game}/record", headers=page).status_code == 405
    assert client.post(f"/games/{game}/record", json={}, headers=page).status_code == 404


# --- perspective


def served(client: Client) -> str:
    """A game of two seats whose dice and cards the service rolls and deals."""
    seats = [{"name": "Ann"}, {"name": "Ben"}]
    body = {"ruleset": "heros_crossing_tactics", "seats": seats, "chance": "server"}
    return str(client.post("/v1/games", json=body).json["id"])


def record_page(client: Client, game: str, cookie: str, seat: int | None = None) -> str:
    address = f"/games/{game}/record" + (f"?seat={seat}" if seat else "")
    return client.get(address, headers={"Cookie": f"eyes={cookie}"} if cookie else {}).text


def test_a_game_that_the_service_deals_asks_for_the_perspective_once(client: Client) -> None:
    """A device of one seat is not asked again; on a device of several, a page hides the hands between two seats."""
    game = served(client)
    asked = record_page(client, game, "")
    assert "<h1>View as</h1>" in asked
    assert [form.fields["seats"] for form in Reader(asked).forms] == ["1", "2", "12"]
    mine = client.post(f"/games/{game}/perspective", data={"seats": "2"})
    assert mine.headers["Location"] == f"/games/{game}/record?seat=2"
    assert mine.headers["Set-Cookie"].startswith("eyes=2.2;")
    assert f"Path=/games/{game};" in mine.headers["Set-Cookie"]
    assert "Ben: " in record_page(client, game, "2.2")
    assert "Hands are hidden" in record_page(client, game, "2.2", 1)
    both = client.post(f"/games/{game}/perspective", data={"seats": "12"})
    assert both.headers["Set-Cookie"].startswith("eyes=12;")
    cover = record_page(client, game, "12")
    assert "<svg class=" not in cover.replace('<svg class="sr"', "").replace('<svg class="i', "")
    form = Reader(cover).forms[0]
    assert form.fields == {"now": "1"}
    assert (
        client.post(form.action, data=form.fields, headers={"Cookie": "eyes=12"})
        .headers["Set-Cookie"]
        .startswith("eyes=12.1;")
    )
    assert "Ann: " in record_page(client, game, "12.1")


def test_a_device_keeps_seats_of_two_digits_apart() -> None:
    """A letter each, so that older cookies mean what they meant."""
    for seats, now, text in (((1, 3), 1, "13.1"), ((12,), None, "c"), ((1, 2, 10, 11), 10, "12ab.a")):
        assert Perspective(seats, now).text == text
        assert Perspective.read({"eyes": text}) == Perspective(seats, now)
    for text in ("0", "1.", "1.23", "-", "1\n"):
        assert Perspective.read({"eyes": text}) == Perspective()


def test_after_an_action_the_next_hand_is_hidden_for_scripts_too(client: Client) -> None:
    game = served(client)
    page = Reader(record_page(client, game, "12.1"))
    form = Reader(client.get(f"/games/{game}/record{page.rows[0]}", headers={"Cookie": "eyes=12.1"}).text).record_form
    assert form
    answer = client.post(
        form.action.replace("/record?", "/record/step?"), data=form.fields, headers={"Cookie": "eyes=12.1"}
    )
    assert answer.status_code == 200
    assert Reader(answer.text).rows or "Hands are hidden" in answer.text
    other = client.get(f"/games/{game}/record/step?seat=2", headers={"Cookie": "eyes=12.1"}).text
    assert "Hands are hidden" in other
    assert 'class="answers"' not in other


def test_a_seat_that_waits_sees_its_own_hand(client: Client) -> None:
    game = served(client)
    while client.get(f"/v1/games/{game}").json["waiting_for"] != [2]:
        page = Reader(record_page(client, game, "12.1", 1))
        form = Reader(
            client.get(f"/games/{game}/record{page.rows[0]}", headers={"Cookie": "eyes=12.1"}).text
        ).record_form
        assert form
        client.post(form.action, data=form.fields)
    assert re.search(r'<h2 class="asks"[^>]*>Waiting for Ben</h2>', record_page(client, game, "1.1"))


@pytest.mark.parametrize("sent", [{"seats": "3"}, {"seats": "x"}, {"now": "7"}, {"now": "x"}, {}], ids=str)
def test_unknown_seats_are_refused(client: Client, sent: dict[str, str]) -> None:
    answer = client.post(f"/games/{served(client)}/perspective", data=sent, headers={"Accept": "text/html"})
    assert answer.status_code == 404
    assert "<h1>" in answer.text


def test_the_hands_of_a_table_are_hidden_and_shown_by_links(client: Client) -> None:
    """The selection is kept."""
    game = begin(client)
    row = Reader(client.get(f"/games/{game}/record?seat=1").text).rows[0]
    page = client.get(f"/games/{game}/record{row}").text
    cover = unescape(re.findall(r'href="([^"]+)" title="Hide hands"', page)[0])
    hidden = client.get(f"/games/{game}/record{cover}").text
    assert not any(id in hidden for id in ids_in(page, "pick"))
    back = unescape(re.findall(r'<a class="take" href="([^"]+)"', hidden)[0])
    assert Reader(client.get(back).text).record_form


# --- secrets


def test_the_page_of_a_seat_shows_no_cards_of_another_seat(client: Client) -> None:
    """Neither names nor ids of the cards in the other draft, in the picture or in the rows."""
    game = begin(client)
    mine, theirs = (
        {
            row["value"]
            for row in client.get(f"/v1/games/{game}/choices?seat={seat}&viewer={seat}").json["step"]["values"]
        }
        for seat in (1, 2)
    )
    assert mine
    assert theirs
    text = client.get(f"/games/{game}/record?seat=1").text
    assert all(card in text for card in mine)
    assert not any(card in text for card in theirs - mine)


@pytest.mark.parametrize(("possible", "buttons"), [(FACES, True), (FACES + 1, False)])
def test_a_few_possible_outcomes_are_buttons_and_more_are_a_list(possible: int, buttons: bool) -> None:
    """The sides of a die are tapped at once; a card of many is found in a list that can be searched."""
    needed = ChanceNeeded(ChanceQuestion("roll", tuple(range(1, possible + 1)), "X-01"), 0)
    values = tuple(OutcomeValue(side, str(side), ()) for side in range(1, possible + 1))
    needed.outlook = Outlook(slots=(Slot("a die", ""),), values=values, following=0)
    assert group_of(needed, {}).as_buttons is buttons
