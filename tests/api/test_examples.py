"""The pages of the example games use the colours that the rules give to seats."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from api.app import create_app
from api.service import Service, installed_rulesets
from api.settings import Settings
from events import Store
from tests.api.client import Client
from tests.rulesets.examples import EXAMPLES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    settings = Settings.read({}, database_url=f"sqlite:///{tmp_path / 'log.db'}", lake=str(tmp_path / "lake"))
    with Store.open(settings.database_url, synchronous="NORMAL") as store:
        yield Client(create_app(Service.over(store, settings, installed_rulesets())))


def page_of(client: Client, example: str, page: str = "") -> str:
    """The replay page of an example at its end, or another page of the game."""
    folder = EXAMPLES / example
    begun = client.post("/v1/games", data=(folder / "game.json").read_bytes(), content_type="application/json")
    address, actions = f"/v1/games/{begun.json['id']}/actions", (folder / "actions.jsonl").read_bytes()
    sent = client.post(address, data=actions, content_type="application/x-ndjson", headers={"If-Match": '"1"'})
    assert sent.status_code == 201, sent.json
    return client.get(f"/games/{begun.json['id']}{page}").get_data(as_text=True)


def test_the_replay_page_uses_chosen_colours(client: Client) -> None:
    """Scrubber, standing and names have the colours of the game, and the shapes of the seats."""
    page = page_of(client, "kingdom_rush")
    assert re.search(r'class="seat-1 paint-blue"><svg[^>]*><use href="#tt-seat-1"', page)
    assert 'class="tick seat-2 paint-red' in page


def test_the_end_page_uses_chosen_colours(client: Client) -> None:
    """Names and curves have the same colour."""
    page = page_of(client, "heros_crossing", "/end")
    names = re.findall(r'<th scope="row"><span class="(seat-\d paint-\w+) who">', page)
    assert len(names) > 1
    assert all(re.search(rf'<path class="course-\d {colour}"', page) for colour in names)


@pytest.mark.parametrize("example", ["kingdom_rush", "heros_crossing"])
def test_the_list_of_games_uses_chosen_colours(client: Client, example: str) -> None:
    """The names have the colours of the end page, and the shapes of the seats."""
    ends = re.findall(r'"(seat-\d paint-\w+)', page_of(client, example))
    listed = re.findall(
        r'<span class="(seat-\d paint-\w+)(?: won)?"><svg[^>]*><use href="#tt-seat-(\d)"', games(client)
    )
    assert len(listed) > 1
    assert {classes for classes, _ in listed} <= set(ends)
    assert all(classes.startswith(f"seat-{shape} ") for classes, shape in listed)


def games(client: Client) -> str:
    """The list of games, as text."""
    return client.get("/").get_data(as_text=True)


def test_a_score_lists_its_parts(client: Client) -> None:
    """They are listed where a score is more than the track of the board shows."""
    page = page_of(client, "heros_crossing")
    parts_shown = re.findall(r'<b>(\d+)</b></span><small class="parts">([^<]+)</small>', page)
    assert parts_shown
    assert all(int(score) == sum(map(int, re.findall(r"\d+", parts))) for score, parts in parts_shown)
    assert any("from heroes" in parts and "on the track" in parts for _, parts in parts_shown)


def test_a_score_of_one_part_lists_no_parts(client: Client) -> None:
    """Health has no parts; seats that choose no colour have that of their seat."""
    page = page_of(client, "heros_crossing_tactics")
    assert '<small class="parts">' not in page
    assert "paint-" not in re.sub(r"<style.*?</style>", "", page, flags=re.DOTALL)
