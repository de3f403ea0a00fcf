"""The list of games: its rows and its filters."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from random import Random

import pytest
from msgspec import json

from api.app import create_app
from api.recording.simulate import Played, play
from api.service import Service
from api.settings import Settings
from events import Store
from rulesets.card_tactics import RULESET as CARDS
from rulesets.heros_crossing_tactics import RULESET as TACTICS
from rulesets.kit.bots import BOTS
from tests.api.client import Client
from tests.api.conftest import begin, record
from tests.api.test_pages import Outline, page


def games_in(text: str) -> list[str]:
    """The names of the games of a list, in order."""
    return re.findall(r'class="open" href="/games/([0-9a-f-]{36})"', text)


def rows(text: str) -> list[str]:
    """The rows of a list as text."""
    found = re.findall(r'(?s)<li class="panel game">(.*?)</li>', text)
    return [" ".join(re.sub(r"<[^>]*>", " ", row).split()) for row in found]


def test_games_are_found_by_player_place_and_date(client: Client) -> None:
    one = record(client, tags=["final", "club night"], place="Kiel")
    two = begin(client, seats=[{"name": "Cleo"}, {"name": "Ben"}])
    cleo = client.get("/v1/players?name=Cleo").json["items"][0]["id"]
    today = client.get(f"/v1/games/{one}").json["created_at"][:10]
    for query, found in {
        "player=Cleo": [two],
        f"player={cleo}": [two],
        "player=Ben": [two, one],
        "place=Kiel": [one],
        "tag=club+night": [one],
        f"since={today}&until={today}": [two, one],
        "since=2999-01-01": [],
        "until=2000-01-01": [],
        "player=Ben&status=running&ruleset=heros_crossing_tactics": [two],
        "player=&place=&tag=&since=&until=&status=&ruleset=": [two, one],
    }.items():
        text = page(client, f"/?{query}")
        Outline(text)
        assert games_in(text) == found, query
    assert 'value="Cleo"' in page(client, f"/?player={cleo}")


def test_an_unknown_name_suggests_similar_names(client: Client) -> None:
    begin(client, seats=[{"name": "Hannah"}, {"name": "Ben"}])
    text = page(client, "/?player=hann")
    assert "No player is called" in text
    assert 'href="/?player=Hannah"' in text
    assert "No player is called" in page(client, "/?player=" + "x" * 3000)
    assert games_in(text) == []


def test_the_next_page_keeps_the_filters(client: Client) -> None:
    for number in range(60):
        begin(client, place="Kiel" if number % 2 else "Bonn")
    first = page(client, "/?place=Kiel&player=Ada")
    (older,) = re.findall(r'href="(/\?[^"]*before=[^"]+)"', first)
    second = page(client, unescape(older))
    assert len(set(games_in(first) + games_in(second))) == 30
    assert "before=" not in second


@pytest.mark.parametrize("query", ["since=yesterday", "until=2026-02-30", "since=0000-01-01", "until=9999-12-31"])
def test_an_invalid_date_is_reported(client: Client, query: str) -> None:
    answer = client.get(f"/?{query}")
    assert answer.mimetype == "text/html"
    assert answer.status_code == (200 if "9999" in query else 404)
    if answer.status_code == 404:
        assert "2026-11-21" in answer.text


def test_a_running_game_says_who_is_to_act(client: Client) -> None:
    game = record(client, count=12)
    seat = client.get(f"/v1/games/{game}").json["waiting_for"][0]
    (row,) = rows(page(client, "/"))
    assert f"{['Ada', 'Ben'][seat - 1]} to act" in row


def test_numbers_have_headings(client: Client) -> None:
    record(client)
    (row,) = rows(page(client, "/"))
    assert "health of 6" in row
    assert re.search(r"\d+ events", row)


def test_a_finished_game_says_how_it_ended_and_links_to_its_end(client: Client) -> None:
    game, running = record(client), begin(client)
    text = page(client, "/")
    assert "a Monarch is dead" in rows(text)[1]
    assert f'href="/games/{game}/end"' in text
    assert f'href="/games/{running}/end"' not in text


def test_each_row_has_a_lazy_thumbnail(client: Client) -> None:
    """It shows the board as it stands; of a running game as a spectator sees it."""
    finished, running = record(client), record(client, 2, count=9)
    pictures = re.findall(r"<img [^>]*>", page(client, "/"))
    assert len(pictures) == 2
    assert all('loading="lazy"' in picture and 'alt=""' in picture for picture in pictures)
    addresses = [unescape(re.findall(r'src="([^"]+)"', picture)[0]) for picture in pictures]
    assert running in addresses[0]
    assert "viewer=spectator" in addresses[0]
    assert finished in addresses[1]
    assert "immutable" in client.get(addresses[1]).headers["Cache-Control"]
    assert client.get(addresses[0]).mimetype == "image/svg+xml"


# --- cooperative games


@pytest.fixture
def together(settings: Settings) -> Iterator[Client]:
    """A service with a cooperative game."""
    with Store.open(settings.database_url, synchronous="NORMAL") as store:
        yield Client(create_app(Service.over(store, settings, {CARDS.name: CARDS, TACTICS.name: TACTICS})))


def test_a_cooperative_game_is_won_or_lost(together: Client) -> None:
    """The team wins or loses, and has one score."""
    ended = [record_cards(together, seed) for seed in (1, 2, 3, 4)]
    results = {game: together.get(f"/v1/games/{game}").json["result"]["winners"] for game in ended}
    text = page(together, "/")
    for game, row in zip(games_in(text), rows(text), strict=True):
        assert ("Won in round" in row) == bool(results[game])
        assert ("Lost in round" in row) == (not results[game])
        assert row.count("health of the heroes") == 1
    assert len(set(map(bool, results.values()))) == 2, "seeds of a game that is won and of one that is lost"


def cards_played(seed: int) -> Played:
    bots = dict.fromkeys((1, 2), BOTS["greedy"])
    return play(CARDS, CARDS.starter_components, 2, bots, Random(seed))


def record_cards(client: Client, seed: int) -> str:
    played = cards_played(seed)
    body = {"ruleset": CARDS.name, "seats": [{"name": "Ada"}, {"name": "Ben"}], "outcomes": list(played.outcomes)}
    game = str(client.post("/v1/games", json=body).json["id"])
    actions = [
        {"seat": entry.seat, "action": json.decode(CARDS.encode(entry.action)), "outcomes": list(entry.outcomes)}
        for entry in played.entries
    ]
    answer = client.post(f"/v1/games/{game}/actions", json=actions, headers={"If-Match": '"1"'})
    assert answer.status_code == 201, answer.json
    return game


def test_a_game_of_a_missing_ruleset_is_still_listed(settings: Settings, client: Client, service: Service) -> None:
    """It has the ruleset's id and no picture; it can be found by it, and its row leads to an explanation."""
    game = record(client)
    bare = Client(create_app(Service.over(service.store, settings, {CARDS.name: CARDS})))
    text = page(bare, "/")
    assert games_in(text) == [game]
    assert "<img" not in text
    assert "heros_crossing_tactics" in text
    assert games_in(page(bare, "/?ruleset=heros_crossing_tactics")) == [game]
    for address in (f"/games/{game}", f"/games/{game}/end"):
        answer = bare.get(address)
        assert (answer.status_code, answer.mimetype) == (503, "text/html")
    assert bare.get("/?ruleset=chess").status_code == 404
