"""The pages without script, as the service renders them."""

from __future__ import annotations

import re
from copy import copy
from html import unescape
from html.parser import HTMLParser
from urllib.parse import parse_qsl

import pytest
from msgspec.structs import replace

from api.app import create_app
from api.service import Service
from rulesets.heros_crossing_tactics import RULESET
from rulesets.heros_crossing_tactics.components import Components
from tests.api.client import Client
from tests.api.conftest import action_bodies, begin, game_body, record

VOID = {"meta", "link", "input", "img", "br"}
DRAFT = 4
"""Actions of the set-up in which all cards but the Monarchs are hidden."""


class Outline(HTMLParser):
    """Fails on a tag that is not closed properly; collects links, forms and ids."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.forms: list[dict[str, str]] = []
        self.attributes: set[str] = set()
        self.feed(text)
        self.close()
        assert not self.open, f"left open: {self.open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        assert len(given) == len(attrs), f"<{tag}> says something twice"
        self.attributes |= given.keys()
        if tag == "a" and "href" in given:
            self.links.append(given["href"])
        if tag == "form" and "action" in given:
            self.forms.append({"action": given["action"], "id": given.get("id", ""), "method": given["method"]})
        if tag == "input" and self.forms and given.get("type") == "hidden" and self.open[-1] == "form":
            self.forms[-1][given["name"]] = given["value"]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes |= {name for name, _ in attrs}

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, f"</{tag}> closes another tag"


def page(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, answer.data
    assert answer.mimetype == "text/html"
    return answer.text


def shown_version(text: str) -> int:
    (version,) = re.findall(r'data-at="(\d+)"', text)
    return int(version)


# --- the replay page


def test_every_version_of_a_game_has_a_page(client: Client) -> None:
    game = record(client, count=30)
    text = page(client, f"/games/{game}")
    assert shown_version(text) == 31
    assert '<svg xmlns="http://www.w3.org/2000/svg" class="tt wide"' in text
    for version in range(1, 32):
        text = page(client, f"/games/{game}?v={version}")
        Outline(text)
        assert shown_version(text) == version
        assert f'data-v="{version}" aria-current="step"' in text


def test_previous_and_next_are_plain_links(client: Client) -> None:
    game = record(client, count=30)
    text = page(client, f"/games/{game}?v=12")
    assert 'id="step-prev" href="?v=11"' in text
    assert 'id="step-next" href="?v=13"' in text
    assert {"?v=1", "?v=11", "?v=13", "?v=31"} <= set(Outline(text).links)


def test_the_first_and_last_version_have_no_link_beyond(client: Client) -> None:
    game = record(client, count=3)
    assert 'id="step-prev"' not in page(client, f"/games/{game}?v=1")
    assert 'id="step-next"' not in page(client, f"/games/{game}?v=4")


def test_relative_versions_are_shown(client: Client) -> None:
    game = record(client)
    for address in ("start", "-3", "round:2", "turn:5", "head"):
        version = client.get(f"/v1/games/{game}/board", query_string={"at": address}).json["version"]
        assert shown_version(page(client, f"/games/{game}?v={address}")) == version


def test_nothing_in_a_page_needs_inline_style_or_script(client: Client) -> None:
    game = record(client, count=40)
    for address in ("/", "/statistics", f"/games/{game}", f"/games/{game}?v=20"):
        answer = client.get(address)
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        attributes = Outline(answer.text).attributes
        assert "style" not in attributes
        assert not [name for name in attributes if name.startswith("on")]
        assert "<style" not in answer.text
        assert re.findall(r"<script[^>]*>(.*?)</script>", answer.text, re.S) in ([], [""])


def test_the_assets_of_a_page_are_served_and_cached(client: Client) -> None:
    game = begin(client)
    text = page(client, f"/games/{game}")
    assets = re.findall(r'(?:href|src)="(/assets/[^"]+)"', text)
    assert len(assets) == 6
    for address in assets:
        answer = client.get(address)
        assert answer.status_code == 200
        assert "immutable" in answer.headers["Cache-Control"]
    assert client.get("/assets/0/views.py").status_code == 404
    assert client.get("/assets/0/tokens.css").headers["Cache-Control"] == "no-cache"


def test_a_page_of_a_game_loads_the_style_sheet_of_its_ruleset(client: Client, service: Service) -> None:
    """If it has one; browsers cache it until it changes."""
    text = page(client, f"/games/{begin(client)}")
    assert not re.findall(r'href="/assets/\w+/rulesets/', text)
    coloured = copy(RULESET)
    coloured.look = replace(RULESET.look, rules="svg.heros_crossing_tactics .bee { fill: var(--gold) }")
    client = Client(create_app(Service.over(service.store, service.settings, {RULESET.name: coloured})))
    text = page(client, f"/games/{begin(client)}")
    (address,) = re.findall(r'<link rel="stylesheet" href="(/assets/\w+/rulesets/[^"]+)"', text)
    answer = client.get(address)
    assert answer.text == coloured.look.rules
    assert answer.content_type == "text/css; charset=utf-8"
    assert "immutable" in answer.headers["Cache-Control"]
    assert client.get("/assets/0/rulesets/heros_crossing_tactics.css").headers["Cache-Control"] == "no-cache"
    assert client.get("/assets/0/rulesets/chess.css").status_code == 404


def test_a_page_is_sent_again_only_when_it_changed(client: Client) -> None:
    game = record(client, count=5)
    first = client.get(f"/games/{game}")
    tag = {"If-None-Match": first.headers["ETag"]}
    assert client.get(f"/games/{game}", headers=tag).status_code == 304
    client.post(f"/v1/games/{game}/actions", json=action_bodies()[5])
    assert client.get(f"/games/{game}", headers=tag).status_code == 200


def test_names_are_text_and_never_markup(client: Client) -> None:
    evil = "<script>alert(1)</script>"
    game = record(client, count=20, seats=[{"name": evil}, {"name": '"><b onclick=x>'}])
    for address in ("/", f"/games/{game}", f"/games/{game}?v=3", f"/games/{game}/step?v=2"):
        text = page(client, address)
        assert "<script>alert" not in text
        assert "<b onclick" not in text
        assert "&lt;script&gt;alert(1)" in text


def test_the_history_of_a_piece_lists_the_events_that_touch_it(client: Client) -> None:
    game = record(client, count=60)
    timeline = client.get(f"/v1/games/{game}/timeline", query_string={"touches": "front:1.1"}).json
    versions = [event["version"] for part in timeline["rounds"] for turn in part["turns"] for event in turn["events"]]
    text = page(client, f"/games/{game}?touches=front:1.1")
    assert [int(version) for version in re.findall(r'data-v="(\d+)"', text)] == versions


# --- viewers


def test_the_page_of_a_spectator_has_no_hidden_card(client: Client) -> None:
    game = record(client, count=DRAFT)
    components = RULESET.starter_components
    assert isinstance(components, Components)
    heroes = {components.hero[card].name for level in (1, 2, 3) for card in components.by_level[level]}
    assert any(name in page(client, f"/games/{game}") for name in heroes)
    for version in range(1, DRAFT + 2):
        for address in (f"/games/{game}", f"/games/{game}/step"):
            text = page(client, f"{address}?v={version}&viewer=spectator")
            assert not [name for name in heroes if name in text]


def test_a_seat_sees_its_own_cards_on_every_version(client: Client) -> None:
    game = record(client, count=DRAFT)
    text = page(client, f"/games/{game}?v=3&viewer=2")
    assert 'href="?v=2&amp;viewer=2"' in text
    assert text != page(client, f"/games/{game}?v=3&viewer=1")


def test_only_the_table_sees_reasons_of_undos_while_the_game_runs(client: Client) -> None:
    game = record(client, count=20)
    client.post(f"/v1/games/{game}/undo", json={"to": "18", "reason": "She held the Knight."})
    assert "She held the Knight." in page(client, f"/games/{game}")
    assert "She held the Knight." not in page(client, f"/games/{game}?viewer=2")


def test_a_page_with_spoilers_off_shows_neither_length_nor_result(client: Client) -> None:
    game = record(client)
    length = client.get(f"/v1/games/{game}").json["version"]
    hidden = page(client, f"/games/{game}?v=10&spoilers=off")
    assert max(int(version) for version in re.findall(r'data-v="(\d+)"', hidden)) == 10
    assert max(int(version) for version in re.findall(r"\?v=(\d+)", hidden)) < length
    assert str(length) not in re.sub(r"[0-9a-f-]{36}|assets/\w+|#[0-9A-F]{6}|\d*\.\d+", "", _without_board(hidden))
    assert "wins" not in hidden
    shown = page(client, f"/games/{game}?v=10")
    assert f'data-last="{length}"' in shown
    assert f'href="?v={length}"' in shown
    last = max(map(int, re.findall(r"round=(\d+)", shown)))
    assert "wins" in page(client, f"/games/{game}?v=10&round={last}")


def _without_board(text: str) -> str:
    """A page without its pictures, whose coordinates may be any numbers."""
    return re.sub(r"(?s)<svg.*?</svg>", "", text)


def test_a_page_with_spoilers_off_begins_at_the_start(client: Client) -> None:
    assert shown_version(page(client, f"/games/{record(client, count=9)}?spoilers=off")) == 1


# --- undo and redo


def button(client: Client, address: str, verb: str) -> dict[str, str]:
    """The visible form for undo or redo; if it asks for confirmation, the form that confirms."""
    forms = [form for form in Outline(page(client, address)).forms if form["action"].split("?")[0].endswith(verb)]
    form = next(form for form in forms if not form["id"])
    if form["method"] == "post":
        return form
    asked = "&".join(f"{name}={value}" for name, value in form.items() if name not in ("action", "id", "method"))
    return button(client, f"{form['action']}?{asked}", verb)


def press(client: Client, form: dict[str, str], **headers: str) -> str:
    """Send a form as a browser does; returns the address that it leads to."""
    fields = {name: value for name, value in form.items() if name not in ("action", "id", "method")}
    answer = client.post(form["action"], data=fields, headers={"Origin": "http://localhost", **headers})
    assert answer.status_code == 303, answer.text
    return answer.headers["Location"]


def test_undo_to_a_version_and_redo(client: Client) -> None:
    game = record(client, count=20)
    leads_to = press(client, button(client, f"/games/{game}?v=15&viewer=1", "undo"))
    assert leads_to == f"/games/{game}?viewer=1"
    assert client.get(f"/v1/games/{game}").json["head"] == 15
    assert shown_version(page(client, f"/games/{game}")) == 15
    press(client, button(client, f"/games/{game}", "redo"))
    assert client.get(f"/v1/games/{game}").json["head"] > 15


def test_undone_events_stay_in_the_timeline_as_another_line(client: Client) -> None:
    game = record(client, count=20)
    press(client, button(client, f"/games/{game}?v=15", "undo"))
    text = page(client, f"/games/{game}")
    assert "Another line: 6 events, undone" in text
    assert shown_version(page(client, f"/games/{game}?v=18")) == 18
    press(client, button(client, f"/games/{game}?v=18", "redo"))
    assert client.get(f"/v1/games/{game}").json["head"] == 18


def test_an_undo_from_an_old_page_is_refused(client: Client) -> None:
    game = record(client, count=20)
    form = button(client, f"/games/{game}?v=15", "undo")
    client.post(f"/v1/games/{game}/actions", json=action_bodies()[20])
    fields = {name: value for name, value in form.items() if name not in ("action", "id", "method")}
    answer = client.post(form["action"], data=fields)
    assert answer.status_code == 412
    assert answer.mimetype == "text/html"
    assert client.get(f"/v1/games/{game}").json["head"] == 22


def test_a_page_of_another_site_cannot_undo(client: Client) -> None:
    game = record(client, count=20)
    form = button(client, f"/games/{game}?v=15", "undo")
    for origin in ("http://elsewhere.example", "null"):
        assert client.post(form["action"], data={"to": "15"}, headers={"Origin": origin}).status_code == 403
    assert client.get(f"/v1/games/{game}").json["head"] == 21


def test_a_spectator_has_no_undo_button(client: Client) -> None:
    game = record(client, count=20)
    assert not Outline(page(client, f"/games/{game}?viewer=spectator")).forms
    forms = Outline(page(client, f"/games/{game}?v=9&spoilers=off")).forms
    assert [form["action"] for form in forms] == [f"/games/{game}/notes?spoilers=off"]  # which changes no game


@pytest.mark.parametrize("fields", [{}, {"to": "x", "expected": "1"}, {"to": "1", "expected": "1", "more": "1"}])
def test_a_malformed_form_changes_nothing(client: Client, fields: dict[str, str]) -> None:
    game = record(client, count=3)
    assert client.post(f"/games/{game}/undo", data=fields).status_code == 404
    assert client.get(f"/v1/games/{game}").json["version"] == 4


# --- not found


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/games/01890000-0000-7000-8000-000000000000", 404),
        ("/games/nonsense", 404),
        ("/games/{}?v=999", 404),
        ("/games/{}?v=nowhere", 404),
        (f"/games/{{}}?v={'9' * 200}", 404),
        ("/games/{}?spoilers=perhaps", 404),
        ("/games/{}?viewer=3", 422),
        ("/games/{}/step?v=999", 404),
        ("/games/nonsense/updates", 404),
        ("/?ruleset=chess", 404),
        ("/?status=lost", 404),
        ("/?before=x", 404),
        ("/statistics?ruleset=chess", 404),
    ],
)
def test_not_found_is_a_page(client: Client, address: str, status: int) -> None:
    answer = client.get(address.format(begin(client)))
    assert answer.status_code == status
    assert answer.mimetype == "text/html"
    Outline(answer.text)
    assert 'href="/"' in answer.text


# --- the lists


def test_the_list_of_games_is_filtered_by_ruleset_and_status(client: Client) -> None:
    running, finished = record(client, count=3), record(client)
    assert {running, finished} <= set(re.findall(r'href="/games/([0-9a-f-]{36})"', page(client, "/")))
    for status, game in (("running", running), ("finished", finished)):
        text = page(client, f"/?ruleset=heros_crossing_tactics&status={status}")
        Outline(text)
        assert re.findall(r'href="/games/([0-9a-f-]{36})"', text) == [game]
    assert "won" in page(client, "/?status=finished")


def test_a_long_list_of_games_continues_on_older_pages(client: Client) -> None:
    for _ in range(42):
        client.post("/v1/games", json=game_body())
    first = page(client, "/")
    (older,) = re.findall(r'href="(/\?before=[^"]+)"', first)
    games = re.findall(r'href="/games/([0-9a-f-]{36})"', first + page(client, older))
    assert len(games) == len(set(games)) == 42


def test_an_empty_list_says_how_to_start(client: Client) -> None:
    assert "No games yet" in page(client, "/")


def test_every_statistic_is_listed_and_has_a_page(client: Client) -> None:
    """Before a game is finished, its page says why there is nothing."""
    text = page(client, "/statistics")
    jobs = client.get("/v1/statistics").json["items"]
    assert len(jobs) >= 3
    for job in jobs:
        assert f'href="/statistics/{job["name"]}?ruleset=heros_crossing_tactics"' in text
        asked = page(client, f"/statistics/{job['name']}?ruleset=heros_crossing_tactics")
        assert "There are no finished games" in asked


def test_the_page_of_a_question_has_finding_chart_table_and_method(client: Client) -> None:
    for seed in (1, 2, 3):
        record(client, seed)
    text = page(client, "/statistics/win_rate_by_seat?ruleset=heros_crossing_tactics&min_n=1&seats=")
    answer = client.get("/v1/statistics/win_rate_by_seat?ruleset=heros_crossing_tactics&min_n=1").json
    address = re.search(r'<img src="([^"]+)"', text)
    assert address
    as_browsers_ask = {"Accept": "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8"}
    assert client.get(unescape(address[1]), headers=as_browsers_ask).mimetype == "image/svg+xml"
    places = [text.index(unescape(part)) for part in (answer["finding"], "<img", "Seat 1", "<h2>Method</h2>")]
    assert places == sorted(places)
    assert answer["method"]["limitations"].partition("'")[0] in text
    for form in re.findall(r'href="(/statistics/win_rate_by_seat/figures\.[^"]+)"', text):
        assert client.get(unescape(form)).status_code == 200
    assert 'name="min_n" value="1"' in text


def test_a_row_leads_to_its_games(client: Client) -> None:
    """The label of a row links to a list of the games that it counts; an unknown row is not found."""
    games = [record(client, seed) for seed in (1, 2, 3)]
    text = page(client, "/statistics/win_rate_by_seat?ruleset=heros_crossing_tactics&min_n=1")
    address = re.search(r'<th scope="row"[^>]*><a[^>]* href="([^"]+)"[^>]*>Seat 1</a>', text)
    assert address
    listed = page(client, unescape(address[1]))
    assert set(re.findall(r'href="/games/([0-9a-f-]{36})"', listed)) == set(games)
    assert "2 seats · Seat 1" in listed
    nowhere = client.get("/statistics/win_rate_by_seat/games?ruleset=heros_crossing_tactics&min_n=1&row=2+9")
    assert nowhere.status_code == 404


def test_a_page_of_a_question_with_a_bad_parameter_says_which(client: Client) -> None:
    answer = client.get("/statistics/win_rate_by_seat?ruleset=heros_crossing_tactics&min_n=0")
    assert answer.status_code == 422
    assert "min_n" in answer.text
    assert client.get("/statistics/no_such?ruleset=heros_crossing_tactics").status_code == 404
    assert client.get("/statistics/win_rate_by_seat/figures.pdf?ruleset=heros_crossing_tactics").status_code == 404


def test_updates_tell_the_newest_version_of_a_game(client: Client, service: Service) -> None:
    game = record(client, count=3)
    assert client.get(f"/games/{game}/updates").json == {"version": 4, "undo_request": None}


# --- the replay page: texts


def test_a_history_shows_the_name_of_a_piece_and_not_its_id(client: Client) -> None:
    """For each piece that an event touched, on the board or gone from it."""
    game = record(client, count=80)
    timeline = client.get(f"/v1/games/{game}/timeline").json
    events = [event for part in timeline["rounds"] for turn in part["turns"] for event in turn["events"]]
    touched = {piece for event in events for piece in event["touches"]}
    assert len(touched) > 20
    for piece in touched:
        heading = re.search(r'<span class="of"[^>]*>(.*?)</span>', page(client, f"/games/{game}?v=5&touches={piece}"))
        assert heading
        assert heading[1].startswith("History of ")
        assert ":" not in heading[1]
        assert piece.partition(":")[2] not in heading[1].split() or piece.partition(":")[2].isdigit()


def test_an_empty_history_says_so(client: Client) -> None:
    text = page(client, f"/games/{record(client, count=5)}?touches=no%20such%20%3Cb%3E")
    assert "No such piece" in text
    assert "No event on this line involves this piece." in text
    assert "Show all" in text


def test_a_link_to_a_version_is_previewed_as_a_spectator_sees_it(client: Client) -> None:
    game = record(client, count=DRAFT)
    text = page(client, f"/games/{game}?v=3&viewer=1")
    preview = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)"', text))
    assert preview["title"] == "Version 3, set-up: Hero&#39;s Crossing: Tactics, Ada against Ben"
    timeline = client.get(f"/v1/games/{game}/timeline?viewer=spectator").json
    events = [event for part in timeline["rounds"] for turn in part["turns"] for event in turn["events"]]
    assert unescape(preview["description"]) == events[2]["text"]
    address = unescape(preview["image"])
    assert "viewer=spectator" in address
    assert "at=3" in address
    assert client.get(address).mimetype == "image/png"


def test_a_board_has_a_legend(client: Client) -> None:
    game = record(client, count=60)
    text = page(client, f"/games/{game}/legend?v=40")
    Outline(text)
    listed = re.findall(r"<li><svg.*?</svg><span>(.*?)</span></li>", text)
    picture = page(client, f"/games/{game}?v=40")
    assert [unescape(words) for words in listed] == [sign.words for sign in RULESET.look.legend(picture)]
    assert len(listed) > 4
    for symbol in re.findall(r'<li><svg.*?<use href="#([^"]+)"', text):
        assert f'<symbol id="{symbol}"' in text


def test_pieces_on_the_board_link_to_their_histories(client: Client) -> None:
    game = record(client, count=60)
    text = page(client, f"/games/{game}/pieces?v=40&viewer=2")
    links = re.findall(rf'href="(/games/{game}\?v=40&amp;viewer=2&amp;touches=[^"]+)"', text)
    assert len(links) > 30
    assert "History of " in page(client, unescape(links[0]))


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("?viewer=9", 422),
        ("?viewer=nobody", 422),
        ("?round=x", 404),
        ("?round=-1", 404),
        ("?round=999999", 200),
        ("?touches=" + "x" * 81, 404),
        ("?v=%00", 404),
        ("/step?arrangement=round", 404),
        ("/undo", 404),
        ("/undo?to=x", 404),
        ("/undo?to=999", 404),
        ("/redo?to=1", 422),
        ("/timeline?v=99", 404),
        ("/pieces?v=99", 404),
        ("/legend?v=99", 404),
    ],
)
def test_a_bad_address_of_the_replay_page_has_a_problem_page(client: Client, path: str, status: int) -> None:
    answer = client.get(f"/games/{record(client, count=5)}{path}")
    assert answer.status_code == status, answer.text
    assert answer.mimetype == "text/html"
    Outline(answer.text)


def test_an_unknown_cookie_is_ignored(client: Client) -> None:
    game = record(client, count=5)
    answer = client.get(f"/games/{game}", headers={"Cookie": "arrangement=round"})
    assert answer.text.count('<svg xmlns="http://www.w3.org/2000/svg" class="tt') == 2


def test_all_rounds_can_be_opened(client: Client) -> None:
    game = record(client)
    length = client.get(f"/v1/games/{game}").json["version"]
    assert len(re.findall(r'data-v="\d+"', page(client, f"/games/{game}?v=5"))) < length
    assert len(re.findall(r'data-v="\d+"', page(client, f"/games/{game}?v=5&round=all"))) == length


@pytest.mark.parametrize("query", ["", "&viewer=2&spoilers=off", "&touches=front:1.2", "&line=3"])
def test_each_event_links_to_its_version_with_the_same_view(client: Client, query: str) -> None:
    game = record(client, count=40)
    text = page(client, f"/games/{game}?v=30&round=all{query}")
    events = re.findall(r'<a class="ev" href="([^"]*)" data-v="(\d+)"', text)
    assert events
    asked = dict(parse_qsl(query))
    assert all(dict(parse_qsl(unescape(href)[1:])) == {"v": version} | asked for href, version in events)
