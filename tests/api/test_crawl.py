"""Links, from the first page on: each leads to a page with the header, and what players look for is a few clicks
away."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urldefrag, urljoin, urlsplit
from uuid import UUID

import pytest

from api.app import create_app
from api.recording.simulate import record
from api.resources.rulesets import put_starters
from api.service import Service, installed_rulesets
from api.settings import Settings
from events import Store
from rulesets.kit.ruleset import Ruleset
from tests.api.client import Client
from tests.api.test_everywhere import BROWSER, leads_everywhere
from tests.api.test_pages import Outline
from tests.forms import either
from tests.tables import Table, played

RULESETS = installed_rulesets()
ACTIONS = 30
"""Of each game."""
EACH = either(12, 16)
"""So many pages of one kind are opened for each ruleset: there are a rule's page for every rule, and a game's for every
version."""
NEAR = 4
"""Clicks."""


class Visited(NamedTuple):
    """A page that was opened."""

    clicks: int
    text: str
    links: tuple[str, ...]
    ids: frozenset[str]


class Ids(Outline):
    """The ids of a page, and its links."""

    def __init__(self, text: str) -> None:
        self.ids: set[str] = set()
        super().__init__(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids |= {value or "" for name, value in attrs if name == "id"}
        super().handle_starttag(tag, attrs)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A service with a game of each ruleset."""
    folder = tmp_path_factory.mktemp("log")
    settings = Settings.read({}, database_url=f"sqlite:///{folder / 'log.db'}", lake=str(folder / "lake"))
    with Store.open(settings.database_url, synchronous="NORMAL") as store:
        service = Service.over(store, settings)
        put_starters(service)
        record_one_of_each(service, ("Ada", "Ben"))
        yield Client(create_app(service))


def record_one_of_each(service: Service, players: tuple[str, ...]) -> dict[str, UUID]:
    """Start a game of each ruleset; returns their ids by ruleset."""
    return {name: _record_one(service, ruleset, players[: max(ruleset.seats)]) for name, ruleset in RULESETS.items()}


def _record_one(service: Service, ruleset: Ruleset[Any], players: tuple[str, ...]) -> UUID:
    return record(service.recorder, ruleset, played(Table(ruleset.name, len(players)), 5, ACTIONS), players).id


@pytest.fixture(scope="module")
def crawled(client: Client) -> dict[str, Visited]:
    """Every page that was opened, by its address. Fails if a link leads nowhere, or if a page has no header."""
    pages: dict[str, Visited] = {}
    opened: Counter[str] = Counter()
    seen = {"/"}
    waiting = deque([("/", 0, "/")])
    while waiting:
        address, clicks, on = waiting.popleft()
        if opened[kind := _kind(client, address)] >= EACH:
            continue
        opened[kind] += 1
        answer = client.get(address, headers=BROWSER)
        assert answer.status_code // 100 == 2, f"{address}, linked on {on}: {answer.status_code}"
        if answer.mimetype != "text/html":
            continue
        outline = Ids(answer.text)
        assert leads_everywhere(outline.links), f"{address}, linked on {on}, has no header"
        pages[address] = Visited(clicks, answer.text, tuple(outline.links), frozenset(outline.ids))
        for link in outline.links:
            target, _ = urldefrag(urljoin(address, link))
            assert target.startswith("/"), f"{address} leads to {link}"
            if target not in seen:
                seen.add(target)
                waiting.append((target, clicks + 1, address))
    return pages


def _kind(client: Client, address: str) -> str:
    """The endpoint of an address, with the ruleset."""
    parts = urlsplit(address)
    endpoint, values = client.application.url_map.bind("localhost").match(parts.path)
    asked = parse_qs(parts.query).get("ruleset", [""])[0]
    return f"{endpoint} {asked or values.get('name' if '/rulesets/' in parts.path else 'game', '')}"


KINDS = {
    *("home", "show", "statistics", "question", "players", "player", "docs", "problems", "about_problem"),
    *("rulesets", "ruleset", "rules_of", "rule_of", "cards_of", "card_of"),
}


def test_every_link_leads_to_a_page_with_the_header_on_it(client: Client, crawled: dict[str, Visited]) -> None:
    """Pages of every kind are visited, and the rulebooks of all rulesets."""
    opened = {_kind(client, address) for address in crawled}
    assert {f"pages.{kind}" for kind in KINDS} <= {kind.split()[0] for kind in opened}
    for name in RULESETS:
        assert {f"pages.{kind} {name}" for kind in ("ruleset", "rules_of", "rule_of", "cards_of", "card_of")} <= opened


def test_every_link_with_a_fragment_leads_to_an_id(crawled: dict[str, Visited]) -> None:
    for address, found in crawled.items():
        for link in found.links:
            target, place = urldefrag(urljoin(address, link))
            if place and target in crawled:
                assert place in crawled[target].ids, f"{address} leads to {link}"


def test_rules_and_cards_are_a_few_clicks_away(crawled: dict[str, Visited]) -> None:
    """One test for all rulesets: workers of the suite that share cases would each crawl."""
    texts = {address: found.text.replace("&#39;", "'") for address, found in crawled.items()}
    for name, ruleset in RULESETS.items():
        rule = list(ruleset.rules)[-6]
        card = ruleset.cards(ruleset.starter_components)[-1]
        for text in (rule, card.name):
            near = [crawled[address].clicks for address, found in texts.items() if text in found]
            assert min(near, default=99) <= NEAR, f"{text} of {name}"
