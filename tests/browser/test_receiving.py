"""A seat's browser receives no card that the seat cannot see; `python -m tests.browser.receiving` plays whole games."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser

from projections import Library
from rulesets.kit.structs import TABLE
from tests.browser.conftest import GameServer
from tests.browser.receiving import hidden_cards, leaks, received
from tests.tables import Table

TACTICS = Table("heros_crossing_tactics", 2)
FIRST = 8
"""Actions: the draft, in which hands are hidden."""


def test_a_seats_browser_receives_no_hidden_card(test_server: GameServer, browser: Browser) -> None:
    """In pages, steps, pictures and streams, whichever it asks for."""
    game, parts = received(browser, test_server, TACTICS, FIRST)
    assert any(hidden_cards(test_server.service, game).values())
    assert any("/stream" in part.asked for part in parts)
    searched, found = leaks(test_server.service, game, parts)
    assert searched
    assert found == []


def test_a_picture_that_forgets_to_hide_is_caught(
    test_server: GameServer, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the table's board in the picture of a seat."""
    scene = Library.board

    def all_seen(library: Library, game: Any, version: int, viewer: Any = TABLE) -> Any:
        return scene(library, game, version, TABLE)

    with monkeypatch.context() as leaky:
        leaky.setattr(Library, "board", all_seen)
        game, parts = received(browser, test_server, TACTICS, 3)
    assert leaks(test_server.service, game, parts)[1]
