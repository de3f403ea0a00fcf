"""The pages of statistics: finding an answer, showing it, and downloading it."""

from __future__ import annotations

import re
from html import unescape
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from analytics.panels import Panel, Strip
from api.pages.chart import marked
from api.pages.statistics import STRIP, tables_of
from rulesets.heros_crossing_tactics import RULESET as TACTICS
from tests.api.client import Client
from tests.api.conftest import begin, record
from tests.api.test_pages import Outline, page

if TYPE_CHECKING:
    from analytics import Result

RULESET = "heros_crossing_tactics"
QUESTION = TACTICS.questions[0].name
"""A question of the ruleset."""
SEATS = f"/statistics/win_rate_by_seat?ruleset={RULESET}&min_n=1"


@pytest.fixture
def history(client: Client) -> Client:
    for seed in (1, 2, 3):
        record(client, seed)
    begin(client)
    return client


def links(text: str) -> list[str]:
    return [unescape(link) for link in Outline(text).links]


def test_from_the_first_page_to_the_figures_of_a_question_are_four_clicks(history: Client) -> None:
    """Statistics, a question, its parameters, a file: no address is typed."""
    assert "/statistics" in links(page(history, "/"))
    (question, *_) = [link for link in links(page(history, "/statistics")) if link.startswith("/statistics/")]
    text = page(history, question)
    fields = dict(re.findall(r'<(?:input|select) class="field"[^>]*name="(\w+)"[^>]*?(?:value="([^"]*)")?[^>]*>', text))
    assert "min_n" in fields
    asked = page(history, f"{question}&min_n=1&seats=2")
    (csv,) = [link for link in links(asked) if "figures.csv" in link]
    assert "min_n=1" in csv
    assert history.get(csv).mimetype == "text/csv"


def test_from_the_first_page_to_the_games_of_a_player_are_three_clicks(history: Client) -> None:
    assert "/players" in links(page(history, "/"))
    (player, *_) = [link for link in links(page(history, "/players")) if re.fullmatch(r"/players/[0-9a-f-]{36}", link)]
    games = [link for link in links(page(history, player)) if link.startswith("/?player=")]
    assert games
    assert 'class="open" href="/games/' in page(history, games[0])


def test_an_answer_has_its_date_and_the_number_of_excluded_games(history: Client) -> None:
    text = page(history, SEATS)
    (at,) = re.findall(r'<time datetime="([^"]+)"', text)
    assert at.startswith("20")
    assert "1 unfinished" in text
    assert "Excluded:" in text


@pytest.mark.parametrize(
    ("form", "media", "how"),
    [
        ("csv", "text/csv", "attachment"),
        ("parquet", "application/vnd.apache.parquet", "attachment"),
        ("json", "application/json", "inline"),
        ("svg", "image/svg+xml", "inline"),
        ("png", "image/png", "inline"),
        ("text", "text/plain", "inline"),
    ],
)
def test_an_answer_is_downloaded_as_a_file_with_a_name(history: Client, form: str, media: str, how: str) -> None:
    (link,) = [link for link in links(page(history, SEATS)) if f"figures.{form}" in link]
    answer = history.get(link)
    assert answer.mimetype == media
    ending = "txt" if form == "text" else form
    assert answer.headers["Content-Disposition"] == f'{how}; filename="win_rate_by_seat.{ending}"'


# --- the chart


def test_each_mark_of_a_chart_shows_its_figures(history: Client) -> None:
    """For a pointer and a keyboard, once for all marks of a row: with n and the interval, without field names."""
    text = page(history, SEATS)
    (address,) = re.findall(r'data-marks="([^"]+)"', text)
    answer = history.get(unescape(address))
    assert answer.mimetype == "image/svg+xml"
    drawn = answer.text
    assert "<style" not in drawn
    assert "style=" not in drawn
    titles = re.findall(r"<title>([^<]+)</title>", drawn)
    assert any("Place: Seat 1" in title and "Games: 3" in title and "Interval to:" in title for title in titles)
    assert not [title for title in titles if re.search(r"(^|; )[a-z_]+: ", title)]
    assert not [title for title in titles if re.search(r"\d\.\d{5}", title)]
    light = drawn.partition('class="dark"')[0]
    focused = re.findall(r'tabindex="0"[^>]*aria-label="([^"]+)"|aria-label="([^"]+)"[^>]*tabindex="0"', light)
    labels = [one or other for one, other in focused]
    assert len(labels) == len(set(labels)) == 2


def test_a_page_without_script_has_the_chart_as_a_picture(history: Client) -> None:
    (inside,) = re.findall(r"<noscript>(.*?)</noscript>", page(history, SEATS))
    assert '<img src="/v1/statistics/win_rate_by_seat?' in inside


def test_without_a_chart_the_page_says_why(history: Client) -> None:
    """The page loads no empty chart and no script for it; the preview picture of a link says the same."""
    text = page(history, SEATS.replace("min_n=1", "min_n=50"))
    assert "There is no chart yet: no row has enough games." in text
    assert "data-marks" not in text
    assert "chart.js" not in text
    (link,) = [link for link in links(text) if "figures.svg" in link]
    assert "There is no chart yet" in history.get(link).text
    assert "There is no chart" not in page(history, SEATS)


def test_labels_of_marks_stay_escaped() -> None:
    """Everything else stays as it was."""
    drawn = (
        '<svg viewBox="0 0 9 9"><style>a{}</style><g role="graphics-symbol" aria-roledescription="axis" '
        'aria-label="X-axis"/><path aria-label="who: x; Player: &lt;b&gt; &amp; Co; Games: 3; Rate: 0.123456" '
        'role="graphics-symbol" aria-roledescription="bar" d="M0,0"/></svg>'
    )
    chart = marked(drawn)
    assert "<b>" not in chart
    assert "<title>Player: &lt;b&gt; &amp; Co; Games: 3; Rate: 0.123</title></path>" in chart
    assert 'aria-label="X-axis"/>' in chart
    assert "<style" not in chart


# --- missing values and bad parameters


def test_an_answer_without_values_says_how_many_games_it_needs(history: Client) -> None:
    text = page(history, f"/statistics/win_rate_by_seat?ruleset={RULESET}&min_n=50")
    assert "from 50 games on" in text
    assert "from 1 games" not in page(history, SEATS)
    empty = page(history, f"/statistics/win_rate_by_seat?ruleset={RULESET}&tag=none")
    assert "from 10 games on" in empty
    assert f'href="/statistics/win_rate_by_seat?ruleset={RULESET}"' in empty


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("min_n=0", "Minimum sample size: a whole number, 1 or more"),
        ("min_n=abc&seats=2", "Minimum sample size: a whole number"),
        ("seats=-1", "Number of seats"),
        ("since=yesterday", "From: a day, such as 2026-11-21"),
        ("since=2026-02-01&until=2026-01-01", "To"),
        ("player=Nobody", "no player is called"),
        ("colour=red", "colour"),
        ("tag=" + "x" * 201, "With tag: at most 200 characters"),
    ],
)
def test_a_bad_parameter_is_explained_above_the_form(history: Client, query: str, text: str) -> None:
    """The form keeps what was entered, and a link resets it."""
    for name in ("win_rate_by_seat", QUESTION):
        answer = history.get(f"/statistics/{name}?ruleset={RULESET}&{query}")
        assert (answer.status_code, answer.mimetype) == (422, "text/html")
        page = unescape(answer.text)
        assert text in re.sub(r"</?b>", "", page)
        assert f'href="/statistics/{name}?ruleset={RULESET}"' in answer.text
        assert '<form class="ask"' in answer.text
        if "colour" not in query:
            assert f'value="{query.partition("=")[2].partition("&")[0]}"' in page
        for form in ("csv", "png"):
            figures = history.get(f"/statistics/{name}/figures.{form}?ruleset={RULESET}&{query}")
            assert (figures.status_code, figures.mimetype) == (422, "text/html")


def test_the_form_shows_the_name_of_a_player(history: Client) -> None:
    ada = history.get("/v1/players?name=Ada").json["items"][0]["id"]
    assert 'name="player" value="Ada"' in page(history, f"{SEATS}&player={ada}")
    history.delete(f"/v1/players/{ada}")
    text = page(history, f"{SEATS}&player={ada}")
    assert f'name="player" value="{ada}"' in text


def test_an_unknown_ruleset_is_a_problem_page(history: Client) -> None:
    for address in ("/statistics", "/statistics/win_rate_by_seat", "/statistics/win_rate_by_seat/marks"):
        answer = history.get(f"{address}?ruleset=chess")
        assert (answer.status_code, answer.mimetype) == (404, "text/html")
        assert 'href="/"' in answer.text


def test_links_keep_the_common_filters(history: Client) -> None:
    """From the list to a question, and to the list of another ruleset."""
    text = page(history, f"/statistics?ruleset={RULESET}&player=Ada&tag=x&colour=red")
    assert all("player=Ada" in link and "tag=x" in link for link in links(text) if link.startswith("/statistics/"))
    assert "colour=red" not in text
    assert '<input type="hidden" name="player" value="Ada">' in text
    assert f'href="/statistics?ruleset={RULESET}"' in text


def test_the_strip_of_a_row_lies_on_the_scale_of_its_panel() -> None:
    """From the left end to the right; what is beyond an end lies on it, and what is null is not drawn."""
    strips = Strip(20, 5, 45), Strip(None, 10, 30), Strip(25)
    panel = Panel(columns=("", "points"), rows=(("a", ""), ("b", ""), ("c", "")), strips=strips, span=(10, 30), par=15)
    (table,) = tables_of(cast("Result", SimpleNamespace(panels=(panel,))))
    drawn = [row.strip for row in table.rows]
    assert [(one.value, one.lo, one.hi, one.par) for one in drawn if one] == [
        (STRIP / 2, 0, STRIP, STRIP / 4),
        (None, 0, STRIP, STRIP / 4),
        (STRIP * 3 / 4, None, None, STRIP / 4),
    ]
