"""The pages of players: the list, the games of each player, and changes of a profile."""

from __future__ import annotations

import re
from html import unescape
from uuid import uuid4

import pytest

from tests.api.client import Answer, Client
from tests.api.conftest import begin, record
from tests.api.test_pages import Outline, page

STRANGE = ["L" * 200, "🐉" * 60, "שרה ובן", "<script>alert(1)</script>", "a/b?c=d&e#f%", '"><b onclick=x>']


def profile(client: Client, name: str) -> str:
    """Create a profile; returns its id."""
    return str(client.post("/v1/players", json={"name": name}).json["id"])


def forms(text: str) -> list[dict[str, str]]:
    """The forms of a page that change something."""
    return [form for form in Outline(text).forms if form["method"] == "post"]


def press(client: Client, form: dict[str, str], **fields: str) -> Answer:
    """Send a form as a browser does."""
    sent = {name: value for name, value in form.items() if name not in ("action", "id", "method")}
    return client.post(form["action"], data=sent | fields, headers={"Origin": "http://localhost"})


def twice(client: Client, address: str) -> dict[str, str]:
    """The form that is reached by answering two questions with yes."""
    first = page(client, address)
    assert not forms(first), "it changes nothing yet"
    (onward,) = re.findall(r'<a class="tool sure" href="([^"]+)"', first)
    (form,) = forms(page(client, unescape(onward)))
    return form


# --- the list


def test_players_are_listed_by_name_with_their_games(client: Client) -> None:
    begin(client)
    record(client, 2, seats=[{"name": "Ben"}, {"name": "Älva"}])
    text = page(client, "/players")
    Outline(text)
    names = re.findall(r'<a class="plain cut" href="/players/[^"]+"[^>]*>([^<]+)</a>', text)
    assert set(names) == {"Ada", "Ben", "Älva"}
    assert names[:2] == ["Ada", "Ben"]
    assert re.search(r">Ben</a></th>\s*<td>2</td>", text)
    assert 'href="/players"' in page(client, "/")


def test_players_are_searched_for(client: Client) -> None:
    for name in ("Ann", "Hannah", "Ben"):
        profile(client, name)
    text = page(client, "/players?search=ANN")
    assert ("Ann" in text, "Hannah" in text, "Ben<" in text) == (True, True, False)
    assert "No player has" in page(client, "/players?search=zoe")
    assert "No player has" in page(client, f"/players?search={'x' * 5000}")
    assert page(client, "/players?search=") == page(client, "/players")


def test_a_long_list_of_players_has_pages(client: Client) -> None:
    for number in range(53):
        profile(client, f"P{number:02}")
    first = page(client, "/players")
    (more,) = re.findall(r'href="(/players\?after=[^"]+)"', first)
    seen = re.findall(r">(P\d\d)</a>", first + page(client, more))
    assert seen == [f"P{number:02}" for number in range(53)]
    for bad in ("x", str(uuid4())):
        assert client.get(f"/players?after={bad}").status_code == 404


def test_an_empty_list_of_players_says_where_they_come_from(client: Client) -> None:
    assert "No players yet" in page(client, "/players")


# --- a player


def test_a_player_page_has_games_results_and_opponents(client: Client) -> None:
    games = [record(client, seed, place="Kiel") for seed in (1, 2)]
    games.append(begin(client, seats=[{"name": "Cleo"}, {"name": "Ada"}]))
    winners = [client.get(f"/v1/games/{game}").json["result"]["winners"] for game in games[:2]]
    ada = client.get("/v1/players?name=Ada").json["items"][0]["id"]
    text = page(client, f"/players/{ada}")
    Outline(text)
    assert set(re.findall(r'href="/games/([0-9a-f-]{36})"', text)) == set(games)
    won = sum(1 in seats for seats in winners)
    assert re.search(rf"Tactics</a></th>\s*<td>3</td><td>2</td><td>{won}</td>", text)
    assert re.search(r">Ben</a></th>\s*<td>2</td>", text)
    assert re.search(r">Cleo</a></th>\s*<td>1</td>", text)
    assert "Kiel" in text
    for link in set(re.findall(r'href="(/(?:\?|players|statistics)[^"]*)"', text)):
        assert client.get(unescape(link)).status_code == 200, link


def test_a_player_without_games_has_a_page_too(client: Client) -> None:
    text = page(client, f"/players/{profile(client, 'Ada')}")
    assert "No games yet" in text


def test_a_player_page_links_to_the_statistics_of_the_player(client: Client) -> None:
    """Questions that are chosen from there are about that player."""
    record(client)
    ada = client.get("/v1/players?name=Ada").json["items"][0]["id"]
    (address,) = re.findall(r'href="(/statistics\?[^"]+)"', page(client, f"/players/{ada}"))
    questions = re.findall(r'href="(/statistics/[^"]+)"', page(client, unescape(address)))
    assert len(questions) > 10
    assert all(f"player={ada}" in question for question in questions)


# --- changes of a profile


def test_a_player_is_renamed_on_the_page(client: Client) -> None:
    ada = profile(client, "Ada")
    (form,) = [form for form in forms(page(client, f"/players/{ada}")) if form["action"].endswith("/rename")]
    answer = press(client, form, name="Adah")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/players/{ada}")
    assert "Adah</h1>" in page(client, f"/players/{ada}")


@pytest.mark.parametrize(
    ("name", "reason"), [("Ben", "Another player is already called"), ("", "1 to 200"), ("a\nb", "1 to 200")]
)
def test_an_invalid_name_is_refused_with_a_page(client: Client, name: str, reason: str) -> None:
    ada = profile(client, "Ada")
    profile(client, "Ben")
    answer = client.post(f"/players/{ada}/rename", data={"name": name}, headers={"Origin": "http://localhost"})
    assert answer.status_code in (409, 422)
    assert answer.mimetype == "text/html"
    assert reason in unescape(answer.text)
    assert f'action="/players/{ada}/rename"' in answer.text
    assert ("/merge?into=" in answer.text) == (name == "Ben")
    assert client.get(f"/v1/players/{ada}").json["name"] == "Ada"


def test_a_player_is_deleted_after_two_confirmations(client: Client) -> None:
    game = begin(client)
    ada = client.get(f"/v1/games/{game}").json["seats"][0]["player"]
    text = page(client, f"/players/{ada}/delete")
    assert "stay" in text
    form = twice(client, f"/players/{ada}/delete")
    assert client.post(f"/players/{ada}/delete", data={}).status_code == 404
    assert client.get(f"/v1/players/{ada}").status_code == 200
    answer = press(client, form)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/players")
    assert client.get(f"/v1/games/{game}").json["seats"][0]["name"] is None
    gone = client.get(f"/players/{ada}")
    assert (gone.status_code, gone.mimetype) == (404, "text/html")
    assert press(client, form).status_code == 404


def test_two_profiles_are_merged_after_two_confirmations(client: Client) -> None:
    one, two = begin(client), begin(client, seats=[{"name": "Adah"}, {"name": "Ben"}])
    ada, adah = (client.get(f"/v1/games/{game}").json["seats"][0]["player"] for game in (one, two))
    offered = page(client, f"/players/{ada}/merge?search=ada")
    assert f"/players/{ada}/merge?into={adah}" in unescape(offered)
    assert f"into={ada}" not in offered
    form = twice(client, f"/players/{ada}/merge?into={adah}")
    answer = press(client, form)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/players/{adah}")
    assert [seat["name"] for seat in client.get(f"/v1/games/{one}").json["seats"]] == ["Adah", "Ben"]
    moved = client.get(f"/players/{ada}")
    assert (moved.status_code, moved.headers["Location"]) == (308, f"/players/{adah}")
    late = press(client, form)
    assert (late.status_code, late.mimetype) == (409, "text/html")


def test_merging_two_players_of_the_same_game_warns(client: Client) -> None:
    """Two players of one game are hardly one person, and a merge cannot be undone, so the page says so."""
    game = begin(client)
    ada, ben = (seat["player"] for seat in client.get(f"/v1/games/{game}").json["seats"])
    assert "same game" in page(client, f"/players/{ada}/merge?into={ben}")
    assert "same game" not in page(client, f"/players/{ada}/merge?into={profile(client, 'Cleo')}")


def test_an_invalid_merge_is_refused(client: Client) -> None:
    ada, ben = profile(client, "Ada"), profile(client, "Ben")
    for into, status in ((ada, 422), (uuid4(), 404), ("x", 404)):
        answer = client.get(f"/players/{ada}/merge?into={into}")
        assert (answer.status_code, answer.mimetype) == (status, "text/html"), into
        answer = client.post(f"/players/{ada}/merge", data={"into": str(into), "sure": "twice"})
        assert (answer.status_code, answer.mimetype) == (status, "text/html"), into
    assert client.post(f"/players/{ada}/merge", data={"into": ben}).status_code == 404
    elsewhere = {"Origin": "http://elsewhere.example"}
    for verb in ("merge", "delete", "rename"):
        sent = {"into": ben, "sure": "twice", "name": "x"}
        assert client.post(f"/players/{ada}/{verb}", data=sent, headers=elsewhere).status_code == 403
    assert len(client.get("/v1/players").json["items"]) == 2


@pytest.mark.parametrize("id", ["x", "00000000-0000-0000-0000-000000000000"])
@pytest.mark.parametrize("more", ["", "/delete", "/merge"])
def test_an_unknown_player_has_a_problem_page(client: Client, id: str, more: str) -> None:
    answer = client.get(f"/players/{id}{more}")
    assert (answer.status_code, answer.mimetype) == (404, "text/html")
    assert 'href="/' in answer.text


@pytest.mark.parametrize("name", STRANGE)
def test_names_are_escaped(client: Client, name: str) -> None:
    begin(client, seats=[{"name": name}, {"name": "Ben"}])
    player = client.get("/v1/players", query_string={"name": name}).json["items"][0]["id"]
    ben = client.get("/v1/players?name=Ben").json["items"][0]["id"]
    for address in ("/", "/players", f"/players/{player}", f"/players/{ben}", f"/players/{player}/delete"):
        text = page(client, address)
        Outline(text)
        assert "<script>alert" not in text
        assert "<b onclick" not in text
        assert name in unescape(text)
