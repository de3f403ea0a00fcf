"""Statistics over HTTP, in every form."""

from __future__ import annotations

from io import BytesIO

import polars as pl
import pytest

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


def test_a_statistic_speaks_of_every_game_that_is_finished(history: Client) -> None:
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
def test_a_statistic_is_had_as_a_table_of_many_forms(history: Client, media: str, rows: object) -> None:
    answer = history.get(URL, headers={"Accept": media})
    assert (answer.status_code, answer.mimetype) == (200, media)
    assert callable(rows)
    assert rows(answer.data) == 2


def test_a_statistic_is_had_as_a_chart(history: Client) -> None:
    spec = history.get(URL, headers={"Accept": "application/vnd.vegalite.v6+json"}).get_json(force=True)
    assert "vega-lite/v6" in spec["$schema"]
    picture = history.get(URL, headers={"Accept": "image/svg+xml"})
    assert picture.data.startswith(b"<svg")
    assert "Accept" in picture.headers["Vary"]


def test_a_form_that_there_is_not_is_refused(history: Client) -> None:
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
    fault = refused(history.get(f"/v1/statistics/win_rate_by_seat{query}"), 422, "invalid")["errors"][0]
    assert (fault["pointer"], fault["where"]) == (pointer, "query")
