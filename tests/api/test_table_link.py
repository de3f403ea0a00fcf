"""Table mode: whoever opened the link is the table, and nobody else gets any answer."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from http.cookies import SimpleCookie
from typing import NamedTuple

import pytest

from api.app import create_app
from api.errors import TokenNeeded
from api.rest import table_link
from api.rest.table_link import TableLink
from api.service import Service
from tests.api.client import Answer, Client
from tests.api.conftest import TACTICS, CheckedClient, check, record, refused

LINK = TableLink(host="192.168.1.7", port=8000, token="Zk3-uQ9_vT5xWm2aLr7pNc")
HOST = {"Host": LINK.authority}
COOKIE = {**HOST, "Cookie": f"{LINK.cookie}={LINK.token}"}
BEARER = {**HOST, "Authorization": f"Bearer {LINK.token}"}
BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
WORDS = "Table link required"

FOREIGN = {
    "no token": HOST,
    "another cookie": {**HOST, "Cookie": f"{LINK.cookie}=Zk3-uQ9_vT5xWm2aLr7pNd"},
    "the cookie of another port": {**HOST, "Cookie": f"tabletale_8001={LINK.token}"},
    "an empty cookie": {**HOST, "Cookie": f"{LINK.cookie}="},
    "a part of the token": {**HOST, "Cookie": f"{LINK.cookie}={LINK.token[:-1]}"},
    "more than the token": {**HOST, "Authorization": f"Bearer {LINK.token}x"},
    "another bearer": {**HOST, "Authorization": "Bearer wrong"},
    "a wrong bearer beside the cookie": {**COOKIE, "Authorization": "Bearer wrong"},
    "another scheme": {**HOST, "Authorization": f"Basic {base64.b64encode(f'x:{LINK.token}'.encode()).decode()}"},
    "letters that no token has": {**HOST, "Cookie": f"{LINK.cookie}=\xe9\xff", "Authorization": "Bearer \xe9"},
    "a token in the query only": HOST,
    "no host": {**COOKIE, "Host": ""},
    "another host": {**COOKIE, "Host": "tabletale.example:8000"},
    "another port": {**COOKIE, "Host": "192.168.1.7:8001"},
    "no port": {**COOKIE, "Host": "192.168.1.7"},
    "loopback": {**BEARER, "Host": "127.0.0.1:8000"},
    "localhost": {**BEARER, "Host": "localhost:8000"},
    "a page of another site": {**COOKIE, "Origin": "http://evil.example"},
    "a page of another port": {**COOKIE, "Origin": "http://192.168.1.7:3000"},
    "a page of the address under TLS": {**COOKIE, "Origin": "https://192.168.1.7:8000"},
    "a page without an origin": {**BEARER, "Origin": "null"},
}
"""Requests that are refused. The last ones have the token, but another host or origin."""
KNOWN_BUT_FOREIGN = {name for name in FOREIGN if name.startswith(("no host", "no port", "another host", "another port",
                     "loopback", "localhost", "a page "))}  # fmt: skip


@pytest.fixture
def client(service: Service) -> Client:
    """A client of a service in table mode, which sends its own host only if a test says so."""
    return Client(create_app(service, LINK))


class Call(NamedTuple):
    method: str
    path: str


@pytest.fixture
def recorded(service: Service) -> str:
    return record(Client(create_app(service)), count=20)


def all_calls(client: Client, service: Service, game: str) -> Iterator[Call]:
    """Each method of each address of the app, with existing ids, and some unknown addresses."""
    meant = {
        "game": game,
        "game_id": game,
        "ruleset": TACTICS,
        "hash": service.rulesets[TACTICS].starter_components.hash,
        "player_id": str(service.store.players(limit=1)[0].id),
        "job": "win_rate_by_seat",
        "slug": "illegal-action",
        "form": "csv",
    }
    names = {"/assets/<version>/<name>": "page.css", "/assets/<version>/rulesets/<name>.css": TACTICS}
    for rule in client.application.url_map.iter_rules():
        name = names.get(rule.rule, "win_rate_by_seat")
        path = re.sub(r"<(?:\w+:)?(\w+)>", lambda part: {**meant, "name": name}.get(part[1], "x"), rule.rule)  # noqa: B023
        yield from (Call(method, path) for method in sorted(rule.methods or ()))
    for path in ("/nothing", "/v1/", "/assets/", "/table/", "/table/wrong", f"/table/{LINK.token[:-1]}", "//", "/%00"):
        yield from (Call(method, path) for method in ("GET", "POST", "DELETE", "OPTIONS", "BREW"))


@pytest.mark.parametrize("who", FOREIGN)
def test_all_other_requests_are_refused_at_any_address(
    client: Client, service: Service, recorded: str, who: str
) -> None:
    """The refusal is the same everywhere: it does not reveal whether a page exists, or how a request has to look."""
    all_asked = list(all_calls(client, service, recorded))
    bodies = set()
    for method, path in all_asked:
        query = f"?token={LINK.token}&table={LINK.token}" if who.endswith("query only") else ""
        answer = client.open(path + query, method=method, headers=FOREIGN[who], json={"name": "Mallory"})
        assert answer.status_code == (403 if who in KNOWN_BUT_FOREIGN else 401), (method, path)
        assert "Set-Cookie" not in answer.headers
        assert LINK.token not in str(answer.headers)
        bodies.add(answer.data)
    assert len(all_asked) > 100
    assert len(bodies - {b""}) <= 2  # with and without a token, at addresses like the link
    assert not any(word in text for text in bodies for word in (b"Ada", recorded.encode(), LINK.token.encode()))
    assert len(service.store.players()) == 2


def test_the_table_gets_answers_at_the_same_addresses(client: Client, service: Service, recorded: str) -> None:
    answered = {asked: client.open(asked.path, method=asked.method, headers=COOKIE) for asked in
                all_calls(client, service, recorded)}  # fmt: skip
    assert not {answer.status_code for answer in answered.values()} & {403, 500}
    for (method, path), answer in answered.items():
        assert (answer.status_code == 401) == (method == "GET" and path.startswith("/table/")), (method, path)
    found = {path for (method, path), answer in answered.items() if method == "GET" and answer.status_code == 200}
    assert {"/", f"/games/{recorded}", "/assets/x/page.css", f"/v1/games/{recorded}/board.svg", "/docs"} <= found
    assert len(found) > 25


@pytest.mark.parametrize(
    "path", ["/", "/games/x", "/assets/x/page.css", "/v1/games", "/healthz", "/nothing", "/table/x"]
)
def test_a_browser_gets_a_page_that_says_what_to_do(client: Client, path: str) -> None:
    answer = client.get(path, headers={**HOST, **BROWSER})
    assert (answer.status_code, answer.mimetype) == (401, "text/html")
    page = answer.get_data(as_text=True)
    assert f"<h1>{WORDS}</h1>" in page
    assert "scan its code" in page
    assert not re.search(r"""(src|href)=["'][^"']""", page), "nothing else would be sent"
    assert client.get(path, headers={**COOKIE, **BROWSER, "Host": "x"}).mimetype == "text/html"


@pytest.mark.parametrize("header", ["Host", "Origin"])
def test_text_of_the_request_is_escaped(client: Client, header: str) -> None:
    answer = client.get("/", headers={**COOKIE, **BROWSER, header: "<b>evil</b>"})
    assert answer.status_code == 403
    assert b"evil" in answer.data
    assert b"<b>" not in answer.data


@pytest.mark.parametrize("accept", ["*/*", "application/json", "text/event-stream", "image/svg+xml", ""])
def test_a_program_gets_a_problem(client: Client, accept: str) -> None:
    problem = refused(client.get("/v1/games", headers={**HOST, "Accept": accept}), 401, "token-needed")
    assert problem["title"] == "Table link required"
    assert "Authorization: Bearer" in problem["next_step"]
    refused(client.get("/v1/games", headers={**COOKIE, "Host": "x", "Accept": accept}), 403, "host-not-allowed")


def test_refusals_are_in_the_openapi_document(client: Client) -> None:
    for headers in (HOST, {**HOST, **BROWSER}, {**COOKIE, "Host": "x"}, {**COOKIE, "Origin": "null", **BROWSER}):
        for path in ("/v1/games", "/docs", "/healthz"):
            check(client.application, client.get(path, headers=headers))
    assert client.get("/v1/games", headers=HOST).headers["WWW-Authenticate"].startswith("Bearer ")


def opened(client: Client, token: str = LINK.token) -> Answer:
    return client.get(f"/table/{token}", headers={**HOST, **BROWSER})


def test_the_link_sets_a_cookie_and_redirects_to_an_address_without_token(client: Client) -> None:
    answer = opened(client)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    (cookie,) = SimpleCookie(answer.headers["Set-Cookie"]).values()
    assert (cookie.key, cookie.value, cookie["path"], cookie["domain"]) == ("tabletale_8000", LINK.token, "/", "")
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Strict")
    assert LINK.token not in answer.get_data(as_text=True)
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert "no-store" in answer.headers["Cache-Control"]


def test_a_wrong_link_is_not_sent_to_other_sites_as_referrer(client: Client) -> None:
    answer = opened(client, "Zk3")
    assert answer.status_code == 401
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert "Zk3" not in answer.get_data(as_text=True)


def test_an_old_link_advises_to_open_the_new_one(client: Client) -> None:
    """Broken by the usual advice, to open the link, which was just opened."""
    problem = refused(client.get("/v1/games", headers={**HOST, "Authorization": "Bearer old"}), 401, "token-needed")
    assert problem["next_step"].startswith("Open the link that the table's machine shows now")
    assert "shows now" in opened(client, "old").text
    assert "shows now" not in client.get("/", headers={**HOST, **BROWSER}).text


def test_every_phone_at_the_table_may_open_the_link(client: Client) -> None:
    assert opened(client).headers["Set-Cookie"] == opened(client).headers["Set-Cookie"]


@pytest.mark.parametrize("headers", [COOKIE, BEARER, {**HOST, "Authorization": f"bearer {LINK.token}"}])
@pytest.mark.parametrize("origin", [{}, {"Origin": LINK.origin}])
def test_with_the_token_pages_and_programs_may_read_and_write(
    client: Client, headers: dict[str, str], origin: dict[str, str]
) -> None:
    assert client.get("/", headers=headers | origin).status_code == 200
    assert client.post("/v1/players", json={"name": "Cleo"}, headers=headers | origin).status_code == 201


def test_many_wrong_tokens_lock_nobody_out(client: Client) -> None:
    for number in range(500):
        assert opened(client, f"{LINK.token[:-3]}{number:03}").status_code == 401
    assert opened(client).status_code == 303
    assert client.get("/v1/games", headers=BEARER).status_code == 200


@pytest.mark.parametrize(
    ("host", "port", "sent", "origin"),
    [
        ("192.168.1.7", 8000, "192.168.1.7:8000", "http://192.168.1.7:8000"),
        ("192.168.1.7", 80, "192.168.1.7", "http://192.168.1.7"),
        ("Laptop.local", 8080, "LAPTOP.local:8080", "http://laptop.local:8080"),
        ("fd00::2", 8000, "[fd00::2]:8000", "http://[fd00::2]:8000"),
    ],
)
def test_the_address_is_as_browsers_write_it(service: Service, host: str, port: int, sent: str, origin: str) -> None:
    link = TableLink.make(host, port)
    client = CheckedClient(create_app(service, link))
    headers = {"Host": sent, "Authorization": f"Bearer {link.token}"}
    assert link.address == f"{origin}/table/{link.token}"
    assert client.get("/v1/games", headers={**headers, "Origin": origin}).status_code == 200
    refused(client.get("/v1/games", headers={**headers, "Origin": f"{origin}0"}), 403, "origin-not-allowed")


def test_each_token_is_new_and_has_at_least_128_random_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def drawn(count: int) -> bytes:
        asked.append(count)
        return len(asked).to_bytes(count, "big")

    monkeypatch.setattr("secrets.token_bytes", drawn)
    tokens = {TableLink.make("192.168.1.7", 8000).token for _ in range(3)}
    assert len(tokens) == 3
    assert min(asked) >= 16
    assert all(len(base64.urlsafe_b64decode(token + "==")) >= 16 for token in tokens)


def test_tokens_are_compared_in_constant_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the comparison of the standard library for this purpose decides, and nothing before it."""
    compared = []

    def never(*given: bytes) -> bool:
        compared.append(given)
        return False

    monkeypatch.setattr(table_link, "compare_digest", never)
    for given in ("x", LINK.token):
        with pytest.raises(TokenNeeded):
            LINK.need(given)
    assert compared == [(b"x", LINK.token.encode()), (LINK.token.encode(), LINK.token.encode())]
