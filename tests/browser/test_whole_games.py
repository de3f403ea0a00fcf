"""Games of each ruleset are recorded by taps alone; `python -m tests.recording.games` records whole ones."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from urllib.parse import urlparse

import pytest
from playwright.sync_api import Page

from api.recording.simulate import set_up
from api.service import installed_rulesets
from rulesets.kit.chance import GivenChance
from tests.api.test_record_page import same_by_rest
from tests.browser.conftest import DESK, PHONE, GameServer
from tests.browser.hands import Keys, Links
from tests.browser.taps import FRAMES, UNFRAMED, Fingers, screen
from tests.forms import either
from tests.tables import PLAYERS, WIDEST, Table, played, recorded

FIRST, ACTIONS = either(8, 12), 15
TALKED_OF = Table("heros_crossing_tactics", 2)
BUYING = Table("kingdom_rush", 1)


@pytest.mark.parametrize("table", WIDEST, ids=str)
def test_the_first_actions_are_recorded_by_taps_alone(
    test_server: GameServer, opened: Callable[..., Page], table: Table
) -> None:
    """Frames by their place in the picture, rows, the button, and what chance told: the log is the one of REST."""
    game = recorded(test_server.service, table, most=0)
    touch = table.ruleset != "heroes_of_the_campaign"
    address = f"{test_server.address}/games/{game.id}/record"
    page = opened(address, **screen(PHONE if touch else DESK))
    fingers = Fingers(page, Random(str(table)), touch=touch, ends=False)
    for _ in range(FIRST):
        assert fingers.record()
    assert not fingers.faults
    id = urlparse(address).path.split("/")[2]
    assert test_server.client.get(f"/v1/games/{id}").json["version"] >= FIRST
    same_by_rest(test_server.client, id, "table")


@pytest.mark.parametrize(("hand", "script"), [(Keys, True), (Links, False)], ids=["by keys alone", "without script"])
def test_the_first_actions_are_recorded(
    test_server: GameServer, opened: Callable[..., Page], hand: Callable[[Page, Random], Fingers], script: bool
) -> None:
    """With nothing pointed at, and with nothing but links and buttons: the log is the one of REST."""
    game = recorded(test_server.service, TALKED_OF, most=0)
    page = opened(f"{test_server.address}/games/{game.id}/record", java_script_enabled=script)
    recording = hand(page, Random("second"))
    for _ in range(ACTIONS):
        assert recording.record()
    assert not recording.faults
    assert recording.done["chance"]
    assert test_server.client.get(f"/v1/games/{game.id}").json["version"] == 1 + ACTIONS
    same_by_rest(test_server.client, str(game.id), "table")


def test_what_a_pile_holds_is_framed_as_well(test_server: GameServer, opened: Callable[..., Page]) -> None:
    """Towers of the supply, which a number stands for: each is tapped there."""
    game = recorded(test_server.service, BUYING, most=until_bought())
    page = opened(f"{test_server.address}/games/{game.id}/record", **screen(PHONE))
    assert [
        id_ for id_ in (page.locator(".answers").get_attribute("data-may") or "").split() if id_.startswith("supply:")
    ]
    assert page.evaluate(UNFRAMED) == []
    fingers = Fingers(page, Random(1), touch=True)
    fingers.tap_frame(next(frame for frame in page.evaluate(FRAMES) if frame[0].startswith("supply:")))
    assert not fingers.faults


def until_bought() -> int:
    """After so many actions somebody may buy a Tower of the supply."""
    ruleset = installed_rulesets()[BUYING.ruleset]
    game = played(BUYING, 3, 250)
    board = set_up(ruleset, ruleset.starter_components, BUYING.seats, GivenChance(game.outcomes))[1].board
    for count, entry in enumerate(game.entries):
        if any(kind.__name__ == "BuyTower" for kind in ruleset.kinds(board)) and list(ruleset.legal_actions(board, 1)):
            return count
        board = ruleset.decide(board, entry.seat, entry.action, GivenChance(entry.outcomes)).board
    raise AssertionError("nobody buys")


def test_a_new_game_is_three_clicks_and_the_names_away(test_server: GameServer, opened: Callable[..., Page]) -> None:
    """From the list of games to what is asked first: New game, the ruleset, begin; one screen more where chance is
    rolled."""
    page, clicks = opened(test_server.address), 0
    for wanted in ('a:text-is("New game")', 'a[href*="ruleset=heros_crossing"]:not([href*="tactics"])'):
        page.locator(f"{wanted}:visible").first.click()
        clicks += 1
    fields = page.locator("input[list]").all()
    assert len(fields) > 1
    for field, name in zip(fields, PLAYERS, strict=False):
        field.fill(name)
    page.locator("button.take").click()
    clicks += 1
    page.locator('button[name="roll"]').click()
    page.wait_for_url("**/record*")
    assert clicks == 3
    assert Fingers(page, Random(1), touch=False).record()
