"""Each title of a ruleset for any game is asked about by itself."""

from __future__ import annotations

import re
from html import unescape
from typing import Any
from uuid import UUID

import pytest
from click.testing import CliRunner

from analytics import catalogue
from api.app import create_app
from api.cli import tabletale
from api.pages import score_curves
from api.recording.decide import Entry
from api.recording.recorder import NewGameRequest
from api.recording.titles import SheetRequest
from api.service import Service
from api.settings import Settings
from rulesets.kit.structs import Action
from rulesets.scoresheet import RULESET
from rulesets.scoresheet.rules.rounds import EndRound, Finish
from rulesets.scoresheet.rules.scoring import ClaimWin, Score
from tests.api.conftest import CheckedClient, refused

SHEET = "scoresheet"
NAMES = ("Ada", "Ben", "Cleo")


@pytest.fixture
def client(full_service: Service) -> CheckedClient:
    return CheckedClient(create_app(full_service))


def play(service: Service, title: str, scoring: str, *entries: tuple[int, Action[Any]], seats: int = 2) -> UUID:
    """Record a game of a title."""
    request = NewGameRequest(ruleset=SHEET, players=NAMES[:seats], sheet=SheetRequest(title, scoring))
    game = service.recorder.create(request).game.id
    service.recorder.act(game, [Entry(seat=seat, action=action) for seat, action in entries])
    return game


def by_points(service: Service, title: str, scoring: str, *rounds: tuple[int, ...]) -> UUID:
    """Record a game by the points of each seat in each round."""
    entries: list[tuple[int, Action[Any]]] = []
    for number, points in enumerate(rounds, 1):
        entries += [(seat, Score("points", amount)) for seat, amount in enumerate(points, 1)]
        entries.append((1, EndRound() if number < len(rounds) else Finish("won" if scoring == "together" else "")))
    return play(service, title, scoring, *entries, seats=len(rounds[0]))


@pytest.fixture
def history(full_service: Service, client: CheckedClient) -> CheckedClient:
    """Four titles, one for each way of scoring; Ada wins what can be won alone."""
    for _ in range(2):
        by_points(full_service, "Island Trade", "highest", (5, 3), (20, 10))
        by_points(full_service, "Golf", "lowest", (5, 9), (2, 10))
        by_points(full_service, "Storm", "together", (5, 9))
    play(full_service, "Storm", "together", (1, Score("points", 1)), (1, Finish("lost")))
    play(full_service, "Chess", "win", (1, ClaimWin()), (1, Finish()))
    return client


def ask(client: CheckedClient, job: str, sheet: str | None = None, **params: Any) -> Any:
    query = {"ruleset": SHEET, "min_n": 1} | ({"sheet": sheet} if sheet else {}) | params
    answer = client.get(f"/v1/statistics/{job}", query_string=query)
    assert answer.status_code == 200, answer.text
    return answer.json


# --- the filter


@pytest.mark.parametrize(("title", "games"), [("Island Trade", 2), ("golf", 2), ("STORM", 3), ("Chess", 1)])
def test_a_title_is_asked_about_by_itself(history: CheckedClient, title: str, games: int) -> None:
    """In large or small letters."""
    answer = ask(history, "game_length", title)
    assert {row["n"] for row in answer["rows"]} == {games}
    assert f"games of {history_name(title)}" in answer["question"]


def history_name(title: str) -> str:
    return {"golf": "Golf", "STORM": "Storm"}.get(title, title)


def test_all_component_sets_of_a_title_count(history: CheckedClient, full_service: Service) -> None:
    """A refined sheet is the same title; its set can be asked about by its hash, too."""
    (first,) = {game["component_set"] for game in history.get("/v1/games?sheet=Golf").json["items"]}
    source = history.get(f"/v1/component-sets/{first}").json["source"] + "turn_order: false\nroles: []\n"
    refined = source.replace("step: 1", "step: 1, unit: stroke")
    answer = history.post(f"/v1/rulesets/{SHEET}/component-sets", data=refined, content_type="application/yaml")
    by_points(full_service, "Golf", "lowest", (1, 2))
    assert answer.json["hash"] != first
    assert ask(history, "game_length", "Golf")["rows"][0]["n"] == 3
    assert ask(history, "game_length", first)["rows"][0]["n"] == 2
    assert len(history.get("/v1/games?sheet=golf").json["items"]) == 3


def test_the_component_sets_of_a_title_are_loaded_once(history: CheckedClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each question about a title asks its sets whether all seats win together."""
    loaded: list[str] = []
    load = type(RULESET).load

    def counted(self: Any, document: str) -> Any:
        loaded.append(document)
        return load(self, document)

    monkeypatch.setattr(type(RULESET), "load", counted)
    ask(history, "game_length", "Golf")
    loaded.clear()
    ask(history, "win_rate_by_seat", "Golf")
    assert loaded == []


def test_a_title_that_nobody_knows_names_the_field(history: CheckedClient) -> None:
    problem = refused(history.get(f"/v1/statistics/game_length?ruleset={SHEET}&sheet=Nowhere"), 422, "invalid-request")
    assert problem["errors"][0]["pointer"] == "/sheet"
    problem = refused(history.get("/v1/games?sheet=Nowhere"), 422, "invalid-request")
    assert problem["errors"][0]["pointer"] == "/sheet"


def test_the_command_line_asks_about_a_title(history: CheckedClient, settings: Settings) -> None:
    environment = {"TABLETALE_LAKE": settings.lake}
    asked = ["statistics", "game_length", "--database", settings.database_url, "--param", f"ruleset={SHEET}"]
    found = CliRunner().invoke(tabletale, [*asked, "--param", "sheet=golf"], env=environment)
    assert found.exit_code == 0, found.output
    assert "games of Golf" in found.output
    found = CliRunner().invoke(tabletale, [*asked, "--param", "sheet=Nowhere"], env=environment)
    assert found.exit_code == 2
    assert "--param sheet: no component set of Scoresheet is called 'Nowhere'" in found.output


def test_component_sets_of_other_rulesets_can_be_asked_about(history: CheckedClient) -> None:
    query = "ruleset=heros_crossing_tactics&sheet=starter"
    history.post(
        "/v1/games",
        json={"ruleset": "heros_crossing_tactics", "seats": [{}, {}], "chance": "server"},
    )
    answer = history.get(f"/v1/statistics/game_length?{query}").json
    assert "games of Hero's Crossing: Tactics with starter" in answer["question"]


# --- what the answers say


@pytest.mark.parametrize("title", ["Island Trade", "Golf", "Storm", "Chess", None])
def test_every_statistic_answers_for_every_title(history: CheckedClient, title: str | None) -> None:
    for job in catalogue():
        ask(history, job.name, title)


def test_a_winner_with_the_lowest_score_ranks_first_and_leads(history: CheckedClient) -> None:
    (row,) = ask(history, "head_to_head", "Golf", player="Ada")["rows"]
    assert row["value"] == 1
    assert [row["value"] for row in ask(history, "lead_curves", "Golf")["rows"]] == [1, 1]


def test_together_all_win_or_lose(history: CheckedClient) -> None:
    """The game counts once, in the words of a cooperative game."""
    answer = ask(history, "win_rate_by_seat", "Storm")
    assert "How often are games won" in answer["question"]
    assert answer["rows"][0]["n"] == 3
    assert answer["rows"][0]["wins"] == 2
    assert "won and lost games" in ask(history, "lead_curves", "Storm")["question"]


def test_titles_of_every_kind_together_are_read_as_competing(history: CheckedClient) -> None:
    """Games that all win or lose together are no seats."""
    answer = ask(history, "win_rate_by_seat")
    assert {row["seat"] for row in answer["rows"]} == {1, 2}
    assert answer["excluded"]["cooperative"] == 3


@pytest.mark.parametrize("question", [each.name for each in RULESET.questions if each.name != "wins_by_role"])
@pytest.mark.parametrize("title", ["Island Trade", "Golf"])
def test_the_questions_answer_for_a_title(history: CheckedClient, question: str, title: str) -> None:
    """All but that about roles, which these titles have not."""
    assert ask(history, question, title)["rows"]


# --- on the pages


def page(client: CheckedClient, address: str) -> str:
    answer = client.get(address, headers={"Accept": "text/html"})
    assert answer.status_code == 200, answer.text
    return answer.text


def test_the_list_of_games_names_titles_and_shows_one_alone(history: CheckedClient) -> None:
    """With the title as its heading, and the way to its statistics."""
    whole = page(history, "/")
    assert "Island Trade" in whole
    assert "Storm" in whole
    alone = page(history, "/?sheet=island%20trade")
    assert '<h1 class="words" dir="auto">Island Trade</h1>' in alone
    assert "/statistics?ruleset=scoresheet&amp;sheet=Island+Trade" in alone
    assert alone.count('class="open" href="/games/') == 2
    assert "No games match these filters" in page(history, "/?sheet=Nowhere")


def test_a_component_set_of_a_rulebook_is_no_title(history: CheckedClient) -> None:
    """The heading names the game, and titles are offered where there are some."""
    tactics = "heros_crossing_tactics"
    history.post("/v1/games", json={"ruleset": tactics, "seats": [{}, {}], "chance": "server"})
    text = page(history, f"/?ruleset={tactics}&sheet=starter")
    assert "Hero&#39;s Crossing: Tactics with starter</h1>" in text
    assert "<title>Hero&#39;s Crossing: Tactics with starter: Tabletale</title>" in text
    assert 'name="sheet" value="starter"' in text
    assert text.count('class="open" href="/games/') == 1
    assert 'name="sheet"' not in page(history, f"/?ruleset={tactics}")
    assert 'name="sheet"' in page(history, f"/?ruleset={SHEET}")
    text = page(history, f"/statistics?ruleset={tactics}&sheet=starter")
    assert "Questions about <bdi>Hero&#39;s Crossing: Tactics with starter</bdi>" in text
    assert "component set <b><bdi>starter" in text


def test_the_page_of_a_player_has_a_row_for_each_title(history: CheckedClient) -> None:
    (ada, *_) = history.get("/v1/players?name=Ada").json["items"]
    text = page(history, f"/players/{ada['id']}")
    rows = dict(re.findall(r'sheet=([^"&]*)">([^<]*)</a></th>\s*<td>2</td><td>2</td><td>2</td>', text))
    assert rows == {"Golf": "Golf", "Island+Trade": "Island Trade"}
    assert re.search(r">Storm</a></th>\s*<td>3</td><td>3</td><td>2</td>", text)


def test_the_catalogue_lists_titles_and_is_headed_by_one(history: CheckedClient) -> None:
    text = page(history, f"/statistics?ruleset={SHEET}")
    assert re.findall(r'sheet=[^"]*" dir="auto">([^<]*)</a>', text) == ["Chess", "Storm", "Golf", "Island Trade"]
    text = page(history, f"/statistics?ruleset={SHEET}&sheet=golf")
    assert "Questions about <bdi>Golf</bdi>" in text
    assert f"/statistics/game_length?ruleset={SHEET}&amp;sheet=golf" in text


def test_a_question_keeps_the_title_in_its_form(history: CheckedClient) -> None:
    text = page(history, f"/statistics/game_length?ruleset={SHEET}&sheet=Golf&min_n=1")
    assert 'name="sheet" value="Golf"' in text
    assert "games of Golf" in text
    answer = history.get(f"/statistics/game_length?ruleset={SHEET}&sheet=Nowhere", headers={"Accept": "text/html"})
    assert answer.status_code == 422
    assert 'name="sheet" value="Nowhere"' in answer.text


def test_the_form_of_a_question_about_all_titles_is_empty(history: CheckedClient) -> None:
    assert 'name="sheet" value=""' in page(history, f"/statistics/game_length?ruleset={SHEET}&min_n=1")


def result_of(client: CheckedClient, title: str) -> tuple[dict[str, Any], str]:
    """A game of a title, and the page of its result."""
    (game, *_) = client.get(f"/v1/games?sheet={title}").json["items"]
    return game, page(client, f"/games/{game['id']}/end")


def test_the_lowest_score_is_first_in_the_result(history: CheckedClient) -> None:
    game, text = result_of(history, "Golf")
    assert game["result"]["ranks"] == [{"seat": 1, "rank": 1}, {"seat": 2, "rank": 2}]
    assert "Ada won" in text
    assert "Golf" in text


def test_seats_behind_the_winner_are_ranked_by_the_lowest_score(full_service: Service, client: CheckedClient) -> None:
    by_points(full_service, "Golf", "lowest", (1, 9, 5))
    game, text = result_of(client, "Golf")
    assert {place["seat"]: place["rank"] for place in game["result"]["ranks"]} == {1: 1, 2: 3, 3: 2}
    assert re.findall(r'<span class="cut" title="(\w+)"', text.partition("<tbody>")[2]) == ["Ada", "Cleo", "Ben"]


def test_a_title_is_played_again_by_the_same_people(history: CheckedClient) -> None:
    """The form of another game is filled in, from the result and from the list of its games."""
    _, text = result_of(history, "Golf")
    (again,) = re.findall(r'href="([^"]*)">Play again', text)
    filled = page(history, unescape(again).partition("#")[0])
    assert 'name="title" value="Golf"' in filled
    assert re.findall(r'name="seat.[12]" value="(\w+)"', filled) == ["Ben", "Ada"]
    assert "/new?ruleset=scoresheet&amp;sheet=Golf#another" in page(history, "/?sheet=Golf")


def test_who_plays_together_wins_or_loses_as_a_team(history: CheckedClient) -> None:
    game, text = result_of(history, "Storm")
    assert game["result"]["winners"] == []
    assert "The team lost" in text
    assert "Lost in round 1" in page(history, "/?sheet=Storm")
    assert "Changes of the lead" not in text


@pytest.mark.parametrize("title", ["Island Trade", "Golf"])
def test_the_curve_of_the_winner_ends_on_top(history: CheckedClient, title: str) -> None:
    """On the page of the result and in the replay; heights grow downwards."""
    game, text = result_of(history, title)
    replay = page(history, f"/games/{game['id']}")
    for curves in (re.findall(r'class="course-\d [^"]*" d="(.+?)"', text), replay_curves(replay)):
        ends = [float(re.findall("[V ]([0-9.]+)", curve)[-1]) for curve in curves if "H" in curve]
        assert len(ends) == 2
        assert ends[0] < ends[1]


@pytest.mark.parametrize("lowest", [False, True])
@pytest.mark.parametrize("seats", [1, 2, 4, 5, 12])
def test_curves_of_one_score_lie_apart_and_within_the_picture(seats: int, lowest: bool) -> None:
    """However many seats there are, and with scores below 0. Broken by two units for each of twelve seats."""
    first, last = ([(seat, score) for seat in range(1, seats + 1)] for score in (0, -5))
    heights = [
        [float(height) for height in re.findall(r"[MV](?:0 )?([\d.]+)", curve.path)]
        for curve in score_curves.curves([first, last], 2, lowest=lowest)
    ]
    assert all(0 <= height <= score_curves.HEIGHT for each in heights for height in each)
    assert all(len({each[end] for each in heights}) == seats for end in (0, -1))


def replay_curves(text: str) -> list[str]:
    return re.findall(r'<path class="line [^"]*" d="(.+?)"', text)


PAGES = ["record", "round", "adjust", "abandon", "amend/2", "fork", "end", "record?seat=1"]


@pytest.mark.parametrize("page", PAGES)
def test_a_page_of_a_game_names_its_title(full_service: Service, client: CheckedClient, page: str) -> None:
    game = play(full_service, "Island Trade", "highest", (1, Score("points", 5)))
    text = client.get(f"/games/{game}/{page}", headers={"Accept": "text/html"}).text
    assert "Island Trade" in re.findall("<title>(.*?)</title>", text, re.DOTALL)[0]
    assert RULESET.title not in text


def test_what_a_game_leads_to_names_its_title(full_service: Service, client: CheckedClient) -> None:
    """The preview of a correction, and a what-if."""
    game = play(full_service, "Island Trade", "highest", (1, Score("points", 5)), (2, Score("points", 7)))
    text = client.post(f"/games/{game}/amend/2", data={"drop": "yes"}, follow_redirects=True).text
    assert "<title>Preview of the correction: Island Trade</title>" in text
    fork = client.post(f"/v1/games/{game}/fork", json={"at": "2"}).json["id"]
    assert client.get(f"/v1/games/{fork}").json["name"] == "What if from 2 of Island Trade"
