"""Somebody who records what a bot decides, by taps: games that end seldom under taps at random come to their end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlparse
from uuid import UUID

import msgspec
from werkzeug.datastructures import MultiDict

from api.pages.selection import Selection
from rulesets.kit.bots import random_bot
from rulesets.kit.steps import Narrowing
from rulesets.kit.structs import Chosen
from tests.browser.taps import Fingers

if TYPE_CHECKING:
    from random import Random

    from playwright.sync_api import Page

    from api.service import Service
    from rulesets.kit.structs import Action

ROWS = """rows => rows.filter((row) => row.checkVisibility()).map((row) => row.getAttribute("href"))"""


class Goal:
    """An action that a bot decided on a board."""

    def __init__(self, ruleset: Any, board: Any, seat: int, rng: Random) -> None:
        self.ruleset, self.board, self.seat = ruleset, board, seat
        self.action: Action[Any] = random_bot(ruleset, board, seat, rng)
        self._label = self.action.label(board, seat)

    def is_reached(self, text: str) -> bool:
        """Whether an action, as JSON, is this one, or a copy that nobody can tell apart."""
        found = self.ruleset.read_action(msgspec.json.decode(text))
        return type(found) is type(self.action) and found.label(self.board, self.seat) == self._label

    def is_ahead(self, way: Selection) -> bool:
        """Whether what is chosen can still become it."""
        if way.seat not in (None, self.seat):
            return False
        if way.action:
            return self.is_reached(way.action)
        chosen = way.chosen
        if chosen.kind not in (None, type(self.action).__name__):
            return False
        return self.action in self._fitting(chosen)

    def _fitting(self, chosen: Chosen) -> list[Action[Any]]:
        return list(Narrowing(self.ruleset, type(self.action), self.board, self.seat, chosen).fitting())


class Minded(Fingers):
    """Taps what leads to the action that a bot decided, by frames and by rows; at random where nothing shown does."""

    def __init__(self, page: Page, rng: Random, *, service: Service, touch: bool) -> None:
        super().__init__(page, rng, touch=touch, by_hand=0)
        self._service = service
        self._goals: dict[tuple[int, int], Goal] = {}
        """Of the newest version, by seat."""

    def step(self) -> bool:
        """The button where it has the goal; else a frame or a row on the way to it."""
        way, goal = self._here(), self._goal()
        take = self.page.locator("form.taking:not(.chance) button.take")
        ready = self.page.locator("form.taking:not(.chance) input[name=action]")
        if take.count() and ready.count() and goal.is_reached(ready.first.input_value()):
            self.done["as decided"] += 1
            return self.take(take)
        rows = self.page.locator(".rows a.row:visible, .always a.row:visible")
        hrefs = rows.evaluate_all(ROWS)
        ahead = [at for at, href in enumerate(hrefs) if goal.is_ahead(_way(href))]
        frames = [frame for frame in self.frames() if goal.is_ahead(way.then("tap", frame[0]))]
        if frames and (not ahead or self.rng.random() < 0.6):
            self.tap_frame(self.rng.choice(frames))
        elif ahead:
            at = self.rng.choice(ahead)
            self.then(lambda: self.press(rows.nth(at)), "rows")
        else:
            self.done["at random"] += 1
            return super().step()
        return False

    def _here(self) -> Selection:
        return _way(self.page.url)

    def _goal(self) -> Goal:
        game = self._service.library.game(UUID(urlparse(self.page.url).path.split("/")[2]))
        waiting = game.summary.waiting_for
        seat = self._here().seat or waiting[0]
        if (game.version, seat) not in self._goals:
            ruleset = self._service.library.ruleset(game)
            board = self._service.library.board(game, game.summary.head, seat)
            self._goals = {(game.version, seat): Goal(ruleset, board, seat, self.rng)}
        return self._goals[game.version, seat]


def _way(address: str) -> Selection:
    return Selection.read(MultiDict(parse_qsl(urlparse(address).query)))
