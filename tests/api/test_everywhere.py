"""What holds for every page: it has the header, and every error is a page too."""

from __future__ import annotations

import re

import pytest

from tests.api.client import Answer, Client
from tests.api.conftest import begin
from tests.api.test_pages import Outline

BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"}
NO_GAME = "01890000-0000-7000-8000-000000000000"
PLACES = ("/", "/statistics", "/rulesets", "/players", "/docs")


def has_header(answer: Answer) -> bool:
    """Whether a page has the header with links to all sections."""
    return answer.mimetype == "text/html" and leads_everywhere(Outline(answer.text).links)


def leads_everywhere(links: list[str]) -> bool:
    """Whether these are links to all sections, and others."""
    return all(place in links for place in PLACES)


def test_every_page_links_to_all_sections(client: Client) -> None:
    game = begin(client)
    own = [f"/games/{game}", f"/games/{game}?v=1&spoilers=off"]
    rules = "/rulesets/heros_crossing_tactics"
    there = ["/statistics/game_length", rules, f"{rules}/rules", f"{rules}/rules/HCT-ATK-01"]
    for address in (*PLACES, *own, *there, "/problems", "/problems/undo-refused"):
        answer = client.get(address)
        assert answer.status_code == 200, address
        assert has_header(answer), address


def test_no_link_of_the_header_leads_to_json(client: Client) -> None:
    header = re.findall(r"<header.*?</header>", client.get("/").text, re.S)[0]
    for link in Outline(header).links:
        assert client.get(link).mimetype == "text/html", link


@pytest.mark.parametrize(
    ("method", "address", "status"),
    [
        ("GET", "/nothing", 404),
        ("GET", "/problems/nope", 404),
        ("GET", "/problems/" + "x" * 200, 404),
        ("GET", "/v1", 404),
        ("GET", "/v1/nothing", 404),
        ("GET", f"/v1/games/{NO_GAME}", 404),
        ("GET", "/v1/games/nonsense/board", 404),
        ("GET", f"/v1/games/{NO_GAME}/undo", 405),
        ("GET", "/v1/games?limit=many", 422),
        ("GET", "/v1/games?color=red", 422),
        ("GET", "/v1/statistics/nonsense?ruleset=chess", 404),
        ("DELETE", f"/games/{NO_GAME}", 405),
        ("POST", "/", 405),
        ("POST", "/v1/games", 415),
        ("DELETE", "/docs", 405),
        ("GET", "/assets/0/nothing.css", 404),
        ("GET", "/rulesets/chess", 404),
        ("GET", "/rulesets/heros_crossing_tactics/rules/HCT-ATK-99", 404),
        ("GET", "/rulesets/<script>alert(1)</script>", 404),
        ("GET", "/statistics?ruleset=<script>", 404),
        ("GET", "/%00", 404),
    ],
)
def test_a_browser_gets_a_page_for_every_error(client: Client, method: str, address: str, status: int) -> None:
    """The page has words and links; a program gets the same problem as data."""
    answer = Client(client.application).open(address, method=method, headers=BROWSER)
    assert answer.status_code == status
    assert has_header(answer)
    assert "<script>" not in answer.text
    assert "Accept" in answer.headers["Vary"].split(", ")
    (slug,) = re.findall(r'href="/problems/([\w-]+)">About this problem', answer.text)
    data = client.open(address, method=method, headers={"Accept": "application/json"})
    assert data.status_code == status
    assert data.mimetype == "application/problem+json"
    assert data.json["type"] == f"/problems/{slug}"
    assert data.headers.get("Allow") == answer.headers.get("Allow")


@pytest.mark.parametrize(
    ("accept", "media"),
    [
        (None, "application/problem+json"),
        ("*/*", "application/problem+json"),
        ("application/json, text/plain, */*", "application/problem+json"),
        ("application/json, text/html;q=0.5", "application/problem+json"),
        ("text/html;q=0, */*", "application/problem+json"),
        ("application/problem+json", "application/problem+json"),
        ("text/html, application/json", "text/html"),
        ("application/json;q=0.2, text/html", "text/html"),
        ("application/xhtml+xml", "text/html"),
        ("nonsense", "application/problem+json"),
    ],
)
def test_html_is_sent_if_the_accept_header_prefers_it(client: Client, accept: str | None, media: str) -> None:
    headers = {"Accept": accept} if accept else {}
    assert client.get("/v1/nothing", headers=headers).mimetype == media


def test_a_next_step_that_names_the_reference_links_to_it(client: Client) -> None:
    text = client.get("/v1/nothing", headers=BROWSER).text
    assert 'See <a class="plain" href="/docs">/docs</a> for all addresses.' in text
    assert text.count("Page not found") == 2, "the title and the heading say it, and nothing else"


def test_an_internal_error_is_a_page_too(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: object) -> None:
        raise RuntimeError("a secret of the machine")

    monkeypatch.setattr("api.pages.game_list_routes.listing", lambda *_: fail(_))
    answer = client.get("/", headers=BROWSER)
    assert answer.status_code == 500
    assert has_header(answer)
    assert "secret" not in answer.text


@pytest.mark.parametrize("address", ["/", "/nothing", "/v1/games", "/v1/nothing", "/docs", "/problems/undo-refused"])
def test_head_answers_as_get_does_without_a_body(client: Client, address: str) -> None:
    plain = Client(client.application)
    got, asked = (plain.open(address, method=method, headers=BROWSER) for method in ("GET", "HEAD"))
    assert asked.data == b""
    assert (asked.status_code, asked.mimetype) == (got.status_code, got.mimetype)


def test_options_lists_the_methods_of_an_address(client: Client) -> None:
    for address, methods in (("/", {"GET", "HEAD", "OPTIONS"}), ("/v1/games", {"GET", "HEAD", "OPTIONS", "POST"})):
        answer = Client(client.application).open(address, method="OPTIONS", headers=BROWSER)
        assert answer.status_code == 200
        assert set(answer.headers["Allow"].split(", ")) == methods
