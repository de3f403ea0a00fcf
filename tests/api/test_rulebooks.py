"""The pages of all bundled rulebooks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec import json

from api.app import create_app
from api.pages.rulesets import CARDS, card_address, rule_address
from api.service import MissingRuleset, Service, installed_rulesets
from api.settings import Settings
from events import Store
from rulesets.kit.ruleset import Ruleset
from tests.api.client import Answer, Client
from tests.api.test_everywhere import BROWSER, has_header
from tests.api.test_pages import Outline, page

RULESETS = installed_rulesets()
each_ruleset = pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    folder = tmp_path_factory.mktemp("log")
    settings = Settings.read({}, database_url=f"sqlite:///{folder / 'log.db'}", lake=str(folder / "lake"))
    with Store.open(settings.database_url, synchronous="NORMAL") as store:
        yield Service.over(store, settings)


@pytest.fixture(scope="module")
def client(service: Service) -> Client:
    return Client(create_app(service))


def text_of(answer: str) -> str:
    """The text of a page without markup."""
    return " ".join(unescape(re.sub(r"<[^>]*>", "", answer)).split())


# --- overview


def test_one_page_lists_all_rulebooks_with_a_board_each(client: Client) -> None:
    text = page(client, "/rulesets")
    for name, ruleset in RULESETS.items():
        assert f'href="/rulesets/{name}"' in text
        assert f'src="/rulesets/{name}/board.svg"' in text
        assert ruleset.about in text_of(text)


@each_ruleset
def test_a_sample_board_is_a_picture(client: Client, ruleset: Ruleset[Any]) -> None:
    answer = client.get(f"/rulesets/{ruleset.name}/board.svg")
    assert answer.mimetype == "image/svg+xml"
    assert "sandbox" in answer.headers["Content-Security-Policy"]
    assert ElementTree.fromstring(answer.text).tag.endswith("svg")
    assert "var(--" not in answer.text


@each_ruleset
def test_a_rulebook_describes_the_game_and_how_to_start_one(client: Client, ruleset: Ruleset[Any]) -> None:
    text = page(client, f"/rulesets/{ruleset.name}")
    assert ruleset.about in text_of(text)
    for option, values in ruleset.choices(ruleset.starter_components).items():
        assert option.replace("_", " ").capitalize() in text_of(text)
        assert ", ".join(values).replace("-", " ") in text_of(text)
    for question in ruleset.questions:
        assert f"/statistics/{question.name}?ruleset={ruleset.name}" in text
    links = Outline(text).links
    assert {f"/?ruleset={ruleset.name}", f"/statistics?ruleset={ruleset.name}"} <= set(links)


@each_ruleset
def test_the_request_on_the_page_starts_a_game(client: Client, ruleset: Ruleset[Any]) -> None:
    (command,) = re.findall(r"<pre[^>]*>(.*?)</pre>", page(client, f"/rulesets/{ruleset.name}"), re.S)
    body = json.decode(unescape(command).partition("-d '")[2].rstrip("'"))
    assert client.post("/v1/games", json=body).status_code == 201


# --- rules


@each_ruleset
def test_every_rule_has_an_address(client: Client, ruleset: Ruleset[Any]) -> None:
    """It is on the page of all rules, and has a page of its own with the same text."""
    whole = page(client, f"/rulesets/{ruleset.name}/rules")
    assert re.findall(r'<dt id="([^"]+)"', whole) == list(ruleset.rules)
    for rule in [*list(ruleset.rules)[::25], "KIT-OVER-01"]:
        text = page(client, f"/rulesets/{ruleset.name}/rules/{rule}")
        Outline(text)
        assert text_of(ruleset.rules[rule].replace("`", "")) in text_of(text).replace("`", "")


def test_a_rule_links_to_the_rules_that_it_names_and_that_name_it(client: Client) -> None:
    ruleset = RULESETS["kingdom_rush"]
    named = next(
        (rule, found[0])
        for rule, text in ruleset.rules.items()
        if (found := [id for id in re.findall(r"KRR-\w+-\d\d", text) if id in ruleset.rules and id != rule])
    )
    naming, of = named
    assert f'href="/rulesets/kingdom_rush/rules/{of}"' in page(client, f"/rulesets/kingdom_rush/rules/{naming}")
    assert f'href="/rulesets/kingdom_rush/rules/{naming}"' in page(client, f"/rulesets/kingdom_rush/rules/{of}")


def test_rules_are_searched_by_all_words_in_any_case(client: Client) -> None:
    found = page(client, "/rulesets/kingdom_rush/rules?q=PORTAL+exit")
    shown = re.findall(r'<dt id="([^"]+)"', found)
    wanted = [
        rule
        for heading, rules in RULESETS["kingdom_rush"].chapters.items()
        for rule in rules
        if all(
            word in f"{rule} {RULESETS['kingdom_rush'].rules[rule]} {heading}".lower() for word in ("portal", "exit")
        )
    ]
    assert shown == wanted
    assert 0 < len(shown) < 30
    assert "No rules match" in page(client, "/rulesets/kingdom_rush/rules?q=zebra")


def test_a_refusal_links_to_its_rule(client: Client) -> None:
    """So does "Why" on the replay page."""
    body = {"ruleset": "heros_crossing_tactics", "seats": [{"name": "Ada"}, {"name": "Ben"}], "chance": "server"}
    game = client.post("/v1/games", json=body).json["id"]
    action = {"seat": 1, "action": {"type": "Attack", "column": 1, "target": 1}}
    answer = client.post(f"/v1/games/{game}/actions", json=action, headers=BROWSER)
    assert answer.status_code == 422
    (address,) = re.findall(r'href="(/rulesets/heros_crossing_tactics/rules/[^"]+)"', answer.text)
    assert client.get(address).status_code == 200
    why = page(client, f"/games/{game}")
    assert re.findall(r'<b><a href="/rulesets/heros_crossing_tactics/rules/HCT-[^"]+">HCT-', why)


def test_an_unknown_rule_is_not_found(client: Client) -> None:
    with client.application.test_request_context():
        assert rule_address("kingdom_rush", "KRR-SET-01") == "/rulesets/kingdom_rush/rules/KRR-SET-01"
        assert rule_address("kingdom_rush", "HCT-ATK-01") is None
        assert rule_address("chess", "KRR-SET-01") is None


def test_a_card_has_the_same_address_in_every_version_of_the_page(client: Client) -> None:
    """An address without a set is that of the starter set."""
    ruleset = RULESETS["kingdom_rush"]
    with client.application.test_request_context():
        own = card_address(ruleset, ruleset.starter_components.hash, "archer")
        assert own == "/rulesets/kingdom_rush/cards/archer"
        assert card_address(ruleset, "0" * 64, "archer") == f"{own}?set={'0' * 64}"


# --- cards


def faces(text: str) -> list[str]:
    """The ids of the cards on a page."""
    return re.findall(r'<li class="panel face" id="([^"]+)"', text)


@each_ruleset
def test_every_card_is_shown_face_up_with_its_text(client: Client, ruleset: Ruleset[Any]) -> None:
    """Invented cards are marked as such, and each card has a page of its own."""
    cards = {card.id: card for card in ruleset.cards(ruleset.starter_components)}
    found, address = [], f"/rulesets/{ruleset.name}/cards"
    while address:
        text = page(client, unescape(address))
        assert len(faces(text)) <= CARDS
        found += faces(text)
        address = next(iter(re.findall(r'href="([^"]+)">Next cards', text)), "")
    assert found == list(cards)
    for card in list(cards.values())[::12]:
        own = page(client, f"/rulesets/{ruleset.name}/cards/{card.id}")
        Outline(own)
        assert all(" ".join(line.split()) in text_of(own) for line in (card.name, *card.text))
        assert ("Invented" in text_of(own)) == bool(card.invented)
        assert card.picture in own


def test_cards_are_searched_within_a_kind(client: Client) -> None:
    shown = faces(page(client, "/rulesets/heros_crossing/cards?q=weapon+SMITHY&kind=Production+Centers"))
    assert shown == ["weapon-smithy-1a", "weapon-smithy-2a", "weapon-smithy-3a"]
    assert "No cards in this set" in page(client, "/rulesets/heros_crossing/cards?q=zebra")
    assert "No cards in this set" in page(client, "/rulesets/heros_crossing/cards?kind=Zebras")


LONG = "Ω" * 20 + "<script>" + "é" * 20 + "שלום" + "🐉"


def test_an_uploaded_set_is_shown_too(client: Client) -> None:
    text = (
        RULESETS["heros_crossing_tactics"]
        .starter.replace("name: Starter", f"name: '{LONG}'")
        .replace("name: Acolyte", f"name: '{LONG}'")
        .replace("source: invented", "source: printed")
    )
    sent = client.post(
        "/v1/rulesets/heros_crossing_tactics/component-sets", data=text.encode(), content_type="application/yaml"
    )
    assert sent.status_code == 201, sent.data
    hash = sent.json["hash"]
    cards = page(client, f"/rulesets/heros_crossing_tactics/cards?set={hash}")
    Outline(cards)
    assert "<script>" not in cards
    assert LONG in unescape(cards)
    assert "Invented" not in cards
    assert f'href="/rulesets/heros_crossing_tactics/cards/acolyte-1?set={hash}"' in cards
    assert LONG in unescape(page(client, f"/rulesets/heros_crossing_tactics/cards/acolyte-1?set={hash}"))
    assert f"set={hash}" in page(client, "/rulesets/heros_crossing_tactics/cards")
    assert_error_page(client.get(f"/rulesets/kingdom_rush/cards?set={hash}"), 404)


# --- not found


def assert_error_page(answer: Answer, status: int) -> str:
    assert answer.status_code == status
    assert has_header(answer)
    return answer.text


@pytest.mark.parametrize(
    "address", ["/rulesets/chess", "/rulesets/chess/rules", "/rulesets/kingdom_rush/rules/HCT-ATK-01"]
)
def test_unknown_rulebooks_rules_and_cards_are_not_found(client: Client, address: str) -> None:
    assert_error_page(client.get(address), 404)
    assert_error_page(client.get(f"/rulesets/kingdom_rush/rules?q={'x' * 200}"), 404)
    assert client.get("/rulesets/chess/board.svg").status_code == 404


def test_a_broken_ruleset_is_listed_with_its_error(service: Service) -> None:
    lost = MissingRuleset("chess", "No module named 'chess'", "chess.py, line 1")
    broken = Service(**{name: getattr(service, name) for name in service.__struct_fields__} | {"missing": (lost,)})
    client = Client(create_app(broken))
    assert "No module named &#39;chess&#39;" in page(client, "/rulesets")
    assert_error_page(client.get("/rulesets/chess"), 503)
