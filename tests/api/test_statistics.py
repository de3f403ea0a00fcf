"""Statistics over HTTP, in every form."""

from __future__ import annotations

from io import BytesIO

import polars as pl
import pytest

from analytics import Lake, export
from api.service import Service
from tests.api.client import Client
from tests.api.conftest import TACTICS, begin, record, refused

URL = f"/v1/statistics/win_rate_by_seat?ruleset={TACTICS}"


@pytest.fixture
def history(client: Client) -> Client:
    for seed in (1, 2, 3):
        record(client, seed)
    begin(client)
    return client


def test_the_statistics_are_listed_with_their_parameters(client: Client) -> None:
    jobs = {job["name"]: job for job in client.get("/v1/statistics").json["items"]}
    assert {"win_rate_by_seat", "action_mix", "opening_tree"} <= jobs.keys()
    assert "ruleset" in jobs["win_rate_by_seat"]["parameters"]["properties"]


def test_a_statistic_counts_every_finished_game(history: Client) -> None:
    result = history.get(f"{URL}&min_n=1").json
    assert [row["n"] for row in result["rows"]] == [3, 3]
    assert sum(row["value"] for row in result["rows"]) == 1
    assert result["excluded"] == {"unfinished": 1}
    assert "Tactics" in result["question"]


@pytest.mark.parametrize(
    ("media", "rows"),
    [
        ("text/csv", lambda data: pl.read_csv(data).height),
        ("application/vnd.apache.parquet", lambda data: pl.read_parquet(BytesIO(data)).height),
        ("application/vnd.apache.arrow.stream", lambda data: pl.read_ipc_stream(BytesIO(data)).height),
    ],
)
def test_a_statistic_comes_in_many_forms(history: Client, media: str, rows: object) -> None:
    answer = history.get(URL, headers={"Accept": media})
    assert (answer.status_code, answer.mimetype) == (200, media)
    assert callable(rows)
    assert rows(answer.data) == 2


def test_a_statistic_comes_as_a_chart(history: Client) -> None:
    spec = history.get(URL, headers={"Accept": "application/vnd.vegalite.v6+json"}).get_json(force=True)
    assert "vega-lite/v6" in spec["$schema"]
    picture = history.get(URL, headers={"Accept": "image/svg+xml"})
    assert picture.data.startswith(b"<svg")
    assert "Accept" in picture.headers["Vary"]


def test_an_answer_comes_as_text_of_80_columns(history: Client) -> None:
    answer = history.get(f"{URL}&min_n=1", headers={"Accept": "text/plain"})
    lines = answer.data.decode().splitlines()
    assert lines[:2] == ["Win rate by seat", "How often does each seat win in games of Hero's Crossing: Tactics?"]
    assert max(map(len, lines)) <= 80
    assert any(line.lstrip().startswith("Seat 1") and "%" in line for line in lines)


def test_a_chart_comes_as_png(history: Client) -> None:
    assert history.get(URL, headers={"Accept": "image/png"}).data.startswith(b"\x89PNG")


def test_an_answer_has_a_finding_and_a_method(history: Client) -> None:
    result = history.get(f"{URL}&min_n=1").json
    assert result["finding"].startswith("No seat wins clearly more often")
    (panel,) = result["table"]
    assert (panel["heading"], [row[0] for row in panel["rows"]]) == ("2 seats", ["Seat 1", "Seat 2"])
    assert result["method"]["sample"] == "3 games"


def test_an_unchanged_answer_is_not_sent_again(history: Client) -> None:
    """Nor counted again: its ETag depends on the statistic, the parameters, the files and the form."""
    first = history.get(URL)
    again = history.get(URL, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    other = history.get(f"{URL}&min_n=1", headers={"If-None-Match": first.headers["ETag"]})
    as_text = history.get(URL, headers={"If-None-Match": first.headers["ETag"], "Accept": "text/plain"})
    assert (other.status_code, as_text.status_code) == (200, 200)


def test_a_new_game_changes_the_answer(history: Client, service: Service) -> None:
    tag = history.get(URL).headers["ETag"]
    record(history, 4)
    export(service.store, service.rulesets, Lake(service.settings.lake))
    answer = history.get(URL, headers={"If-None-Match": tag})
    assert answer.status_code == 200
    assert answer.json["rows"][0]["n"] == 4


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("seats=4", "`seats`: there are none with 4 seats"),
        ("tag=league", "`tag`: there are none tagged league"),
        ("option=colour=red", "`option`: there are none played with colour=red"),
        ("faction=hero=nobody", "`faction`: there are none for seats with hero=nobody"),
        ("until=2001-01-01", "`until`: there are none until 2001-01-01"),
        ("player=01a1b3c0-0000-7000-8000-000000000000", "`player`: there are none for one player"),
    ],
)
def test_a_filter_that_matches_no_game_is_named(history: Client, query: str, why: str) -> None:
    answer = history.get(f"{URL}&{query}").json
    assert answer["rows"] == []
    assert why in answer["finding"]


def test_a_player_is_found_by_name(history: Client) -> None:
    player = history.post("/v1/players", json={"name": "Wanda"}).json["id"]
    by_name, by_id = (history.get(f"{URL}&player={given}") for given in ("Wanda", player))
    assert by_name.json["rows"] == by_id.json["rows"] == []
    fault = refused(history.get(f"{URL}&player=Nobody"), 422, "invalid-request")["errors"][0]
    assert fault["pointer"] == "/player"


def test_an_unknown_form_is_refused(history: Client) -> None:
    problem = refused(history.get(URL, headers={"Accept": "application/pdf"}), 406, "not-acceptable")
    assert "text/csv" in problem["detail"]


@pytest.mark.parametrize(
    ("query", "pointer"),
    [
        ("", "/ruleset"),
        ("?ruleset=chess", "/ruleset"),
        (f"?ruleset={TACTICS}&speed=3", "/speed"),
        (f"?ruleset={TACTICS}&min_n=0", "/min_n"),
        (f"?ruleset={TACTICS}&ruleset=x", "/ruleset"),
    ],
)
def test_a_parameter_that_a_statistic_does_not_take_is_named(history: Client, query: str, pointer: str) -> None:
    fault = refused(history.get(f"/v1/statistics/win_rate_by_seat{query}"), 422, "invalid-request")["errors"][0]
    assert (fault["pointer"], fault["where"]) == (pointer, "query")


def test_a_statistic_of_one_player_has_more_rows(history: Client) -> None:
    """With `player`, there are also rows of seats, factions and actions."""
    ada = history.get("/v1/players").json["items"][0]["id"]
    result = history.get(f"/v1/statistics/player_profile?ruleset={TACTICS}&min_n=1&player={ada}").json
    assert {row["row"] for row in result["rows"]} >= {"wins", "seat", "action"}
    assert any(table["heading"] == "Seats" for table in result["table"])


def test_a_chart_of_long_names_of_emoji_is_drawn(client: Client) -> None:
    """A label that is too long is cut, and never inside an emoji."""
    record(client, seats=[{"name": "🐉" * 60}, {"name": "Ben"}])
    address = f"/v1/statistics/player_profile?ruleset={TACTICS}&min_n=1"
    for media in ("image/svg+xml", "image/png"):
        assert client.get(address, headers={"Accept": media}).status_code == 200
    assert "□" in client.get(address, headers={"Accept": "image/svg+xml"}).text
