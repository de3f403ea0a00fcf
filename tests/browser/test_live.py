"""Others at the table and at home see each action as it is entered."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from urllib.parse import urlparse
from uuid import UUID

import pytest
from playwright.sync_api import Browser, Page, expect

from api.recording.decide import Entry
from api.recording.simulate import SeededChance
from rulesets.kit.bots import random_bot
from tests.browser.conftest import PHONE, GameServer, contexts
from tests.browser.hearing import HEARD, asked_by
from tests.following.browsers import RECORDED_BEFORE, STEP_EVERY, Following, FollowingResult
from tests.following.cutting import CuttingProxy
from tests.tables import WIDEST, Table, recorded

Opened = Callable[..., Page]


@pytest.mark.parametrize("table", WIDEST, ids=str)
def test_an_action_is_shown_to_all_who_look(test_server: GameServer, opened: Opened, table: Table) -> None:
    """On the record page of another phone by itself, and beside the version that somebody looks back at."""
    address, _ = test_server.own(table, most=21)
    game = address.rpartition("/")[2]
    at_the_table = opened(f"{address}/record", viewport=PHONE, has_touch=True)
    looking_back = opened(f"{address}?v=5")
    for _ in range(3):
        sentence = enter(test_server, game)
        expect(at_the_table.locator(".last p")).to_contain_text(sentence)
        expect(looking_back.locator("#new-events span")).to_have_text(sentence)
    expect(looking_back.locator("#new-events b")).to_have_text("3 new")
    expect(looking_back.locator("#steps .row")).to_have_attribute("data-at", "5")


def test_nobody_loses_what_is_chosen(test_server: GameServer, opened: Opened) -> None:
    """While something is chosen, the page stays; once that is given up, it shows what came meanwhile."""
    address, _ = test_server.own(Table("heros_crossing_tactics", 2), most=22)
    page = opened("about:blank")
    page.add_init_script(f"({HEARD})()")
    page.goto(f"{address}/record")
    page.locator(".rows a.row").first.click()
    expect(page.locator("nav.trail a, .taking")).not_to_have_count(0)
    chosen = page.locator("nav.trail").inner_text() if page.locator("nav.trail").count() else ""
    asked = asked_by(page)
    sentence = enter(test_server, address.rpartition("/")[2])
    page.wait_for_function("() => heard.event")
    if chosen:
        assert not asked
        assert page.locator("nav.trail").inner_text() == chosen
        page.keyboard.press("Escape")
    expect(page.locator(".last p")).to_contain_text(sentence)


def enter(test_server: GameServer, game: str) -> str:
    """An action that somebody else enters; its sentence."""
    service = test_server.service
    found = service.library.game(UUID(game))
    rng = Random(found.version)  # the same in each run: what is drawn may be the secret of a seat
    ruleset, board = service.library.ruleset(found), service.library.head(found)
    seat, chance = rng.choice(found.summary.waiting_for), SeededChance(rng)
    action = random_bot(ruleset, board, seat, rng)
    ruleset.decide(board, seat, action, chance)
    entry = Entry(seat=seat, action=action, outcomes=tuple(chance.outcomes))
    service.recorder.act(found.id, [entry], expected=found.version)
    after = service.library.game(found.id)
    return service.library.step(after, after.version, "table").text


OVER_A_WHOLE_ONE, OVER_A_CUT_LINE = WIDEST[:2], WIDEST[-1:]
"""In the long form all are followed over both."""


@pytest.mark.parametrize(
    ("table", "cut"),
    [
        pytest.param(table, cut, id=f"{table}-{'cut' if cut else 'whole'}", marks=pytest.mark.long if more else ())
        for table in WIDEST
        for cut in (False, True)
        for more in [table not in (OVER_A_CUT_LINE if cut else OVER_A_WHOLE_ONE)]
    ],
)
def test_what_one_records_by_taps_is_shown_to_those_who_follow(
    test_server: GameServer, browser: Browser, table: Table, cut: bool
) -> None:
    """In its order, each sentence once, over lines that are cut again and again too; nobody is moved off a version.

    Broken once: a step that did not come left a notice, and the page waited for a tap; a stream that came back told
    the newest version without its sentence.
    """
    game, followed = str(recorded(test_server.service, table, seed=8, most=RECORDED_BEFORE).id), FollowingResult()
    line = CuttingProxy(urlparse(test_server.address).port or 0, Random(str(table)))
    with contexts(browser) as context:
        there = line.address if cut else test_server.address
        following = Following(context, game, test_server.address, there, lambda path: test_server.client.get(path).json)
        if cut:
            line.cut_often()
        following.follow(STEP_EVERY + 1, followed)
    line.close()
    assert followed.faults == []
    assert followed.actions == STEP_EVERY + 1
    assert len(followed.waits) == 2 * followed.actions
    assert bool(line.cuts) == cut
