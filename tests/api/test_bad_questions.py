"""Bad parameters of statistics over REST, on a page and on the command line: the problem names the parameter."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from unicodedata import normalize

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given
from hypothesis import settings as examples
from hypothesis import strategies as st

from analytics import JOBS
from api.app import create_app
from api.cli import tabletale
from api.service import Service
from rulesets.kingdom_rush import RULESET as OTHER
from tests.analytics.junk import questions
from tests.api.conftest import TACTICS, record, refused

if TYPE_CHECKING:
    from api.settings import Settings
    from tests.api.client import Client

JOB = "win_rate_by_seat"
BAD = [
    *(("min_n", "0"), ("min_n", "-1"), ("min_n", "1e308"), ("min_n", "NaN"), ("min_n", str(2**63)), ("seats", "0")),
    *(("seats", "100"), ("since", "0000-01-01"), ("since", "10000-01-01"), ("until", "9999-12-31T23:59:59-23:59")),
    *(("by", "colour"), ("colour", "red"), ("player", "Nobody"), ("tag", "x" * 10_000), ("a/b", "1")),
]
FORMS = ("application/json", "text/plain", "text/csv", "application/vnd.apache.arrow.stream")
MORE = ("application/vnd.apache.parquet", "application/vnd.vegalite.v6+json", "text/html")


@pytest.fixture
def history(client: Client) -> Client:
    client.application.config["PROPAGATE_EXCEPTIONS"] = False
    record(client, 1)
    return client


@pytest.fixture
def command(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> CliRunner:
    monkeypatch.setenv("TABLETALE_DATABASE_URL", settings.database_url)
    monkeypatch.setenv("TABLETALE_LAKE", settings.lake)
    return CliRunner()


def test_a_bad_parameter_is_named_everywhere(history: Client, command: CliRunner) -> None:
    for name, value in BAD:
        query = {"ruleset": TACTICS, name: value}
        fault = refused(history.get(f"/v1/statistics/{JOB}", query_string=query), 422, "invalid-request")["errors"][0]
        assert fault["pointer"] == "/" + name.replace("/", "~1")
        for page in ("", "/figures.svg"):
            answer = history.get(f"/statistics/{JOB}{page}", query_string=query)
            assert (answer.status_code, answer.mimetype) == (422, "text/html")
            text = answer.text.replace("&#39;", "'")
            assert fault["detail"].split("`")[0] in text or (not page and "These filters do not work" in text)
        result = command.invoke(
            tabletale, ["statistics", JOB, "--param", f"ruleset={TACTICS}", f"--param={name}={value}"]
        )
        assert result.exit_code == 2
        assert f"--param {fault['pointer'][1:]}: {fault['detail']}" in result.stderr


def test_a_parameter_that_is_given_twice_is_refused_everywhere(history: Client, command: CliRunner) -> None:
    for page in (f"/v1/statistics/{JOB}", f"/statistics/{JOB}", f"/statistics/{JOB}/figures.csv"):
        assert history.get(f"{page}?ruleset={TACTICS}&min_n=1&min_n=2").status_code == 422
    given = [f"--param={given}" for given in (f"ruleset={TACTICS}", "min_n=1", "min_n=2")]
    result = command.invoke(tabletale, ["statistics", JOB, *given])
    assert (result.exit_code, "--param min_n: given twice" in result.stderr) == (2, True)


@pytest.mark.parametrize("param", ["tag=caf\udce9", "player=\udcff", "caf\udce9=1"])
def test_bytes_that_are_not_text_are_refused(history: Client, command: CliRunner, param: str) -> None:
    result = command.invoke(tabletale, ["statistics", JOB, "--param", f"ruleset={TACTICS}", "--param", param])
    assert result.exit_code == 2
    assert "not valid UTF-8" in result.stderr


def test_a_name_is_found_however_its_accents_are_written(history: Client) -> None:
    for form in ("NFC", "NFD"):
        history.post("/v1/players", json={"name": normalize(form, f"Jos\u00e9 {form}")})
        for other in ("NFC", "NFD"):
            query = {"ruleset": TACTICS, "player": normalize(other, f"Jos\u00e9 {form}")}
            answer = history.get(f"/v1/statistics/{JOB}", query_string=query)
            assert "there are none for one player" in answer.json["finding"]


@pytest.mark.parametrize("text", ["a\x01b", "\x1b", "\ufffe", "\uffff", "x" * 200, "]]>"])
def test_a_chart_with_any_text_is_drawn(history: Client, text: str) -> None:
    query = {"ruleset": TACTICS, "tag": text}
    for address in (f"/v1/statistics/{JOB}", f"/statistics/{JOB}/figures.svg", f"/statistics/{JOB}/figures.png"):
        answer = history.get(address, query_string=query, headers={"Accept": "image/svg+xml, text/html;q=0.5"})
        assert answer.status_code == 200, (address, answer.data)


def test_games_of_a_missing_ruleset_are_left_out(history: Client, service: Service) -> None:
    """Statistics cannot be asked about them; all others are answered as before."""
    without = create_app(Service.over(service.store, service.settings, {OTHER.name: OTHER})).test_client()
    assert b'"rows":[]' in without.get(f"/v1/statistics/{JOB}?ruleset={OTHER.name}").data
    answer = without.get(f"/v1/statistics/{JOB}?ruleset={TACTICS}")
    assert (answer.status_code, b'"pointer":"/ruleset"' in answer.data) == (422, True)
    assert without.get(f"/statistics/{JOB}?ruleset={TACTICS}").status_code == 404


@examples(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(data=st.data())
def test_no_parameters_cause_an_internal_error(history: Client, data: st.DataObject) -> None:
    job = data.draw(st.sampled_from(sorted(JOBS)))
    query = {"ruleset": TACTICS} | {name: str(value) for name, value in data.draw(questions(job)).items()}
    query = {name: value.encode(errors="replace").decode() for name, value in query.items()}
    media = data.draw(st.sampled_from(FORMS + MORE))
    path = f"/statistics/{job}" if media == "text/html" else f"/v1/statistics/{job}"
    answer = history.get(path, query_string=query, headers={"Accept": media})
    assert answer.status_code in (200, 404, 422), (path, query, answer.data)
    if answer.status_code == 200 and media not in FORMS[3:] + MORE[:1]:
        assert not re.search(
            r"\bNaN\b|\bInfinity\b",
            re.sub(r'value="[^"]*"|<h1>.*</h1>|<p class="soft-text question">.*</p>', "", answer.text),
        )
