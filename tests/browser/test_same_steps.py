"""What the record page asks with script is what it asks without: from random states, along random steps."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import DESK, PHONE, GameServer
from tests.browser.taps import Fingers, screen
from tests.forms import either
from tests.tables import WIDEST, Table, recorded

FEW = either(2, 3)
"""States of each ruleset, unless more are asked for."""
EARLY, STEPS = 60, 4
"""A state comes after fewer decisions than that, and so many steps at most are taken there."""
SHOWN = r"""() => {
  const answers = document.querySelector(".answers");
  const words = (part) => part.textContent.replace(/\s+/g, " ").trim();
  const all = (css, around = answers) => [...around.querySelectorAll(css)];
  const links = (css, around) => all(css, around).map((link) => [words(link), link.getAttribute("href")]);
  const ways = (slot) => [
    ...all("label.face", slot).map((face) => [face.dataset.name ?? words(face), face.querySelector("input").value]),
    ...all("option", slot).filter(({ value }) => value).map((option) => [words(option), option.value]),
  ];
  const { here, drawn, may, pick } = answers.dataset;
  return {
    here, drawn, may, pick,
    question: words(answers.querySelector("h2.asks")),
    said: words(answers.querySelector(".last p")),
    rows: links(".rows a.row"),
    always: links(".always a.row"),
    trail: links("nav.trail a"),
    faults: all(".fault").map(words),
    slots: all(".slot").map((slot) => [words(slot.querySelector("legend, span")), ways(slot)]),
    taken: all("form.taking button.take").map(words),
    actions: all("form.taking [name=action]").map((field) => field.value),
    who: links(".tab", document.querySelector(".tab-bar")),
    board: [...new Set(all(".table [data-id]", document).map((piece) => piece.dataset.id))].sort(),
  };
}"""
"""All that is asked, and what lies on the board; what a key of a form or a list to pick from looks like is left out."""


@pytest.fixture
def states(request: pytest.FixtureRequest) -> int:
    return int(request.config.getoption("--states") or FEW)


@pytest.mark.parametrize("table", WIDEST, ids=str)
def test_a_script_shows_the_same_steps(
    test_server: GameServer, opened: Callable[..., Page], table: Table, states: int
) -> None:
    """The same question, rows and board after each tap, on the way to an action and after it; chance asks alike."""
    compared = 0
    for state in range(states):
        rng = Random(f"{table} {state}")
        game = recorded(test_server.service, table, seed=state, most=rng.randrange(EARLY))
        address, touch = f"{test_server.address}/games/{game.id}/record", rng.random() < 0.5
        pages = opened(address, **screen(PHONE if touch else DESK)), opened(address, java_script_enabled=False)
        compared += walked(Walk(*pages, rng, touch=touch), rng)
        for page in pages:
            page.context.close()
    assert compared > 2 * states


class Walk:
    """Two browsers on one game: one with script, in which things are tapped, and one without that follows."""

    def __init__(self, page: Page, plain: Page, rng: Random, *, touch: bool) -> None:
        self.page, self.plain, self.rng = page, plain, rng
        self.fingers = Fingers(page, rng, touch=touch)

    def step(self) -> bool:
        """Tap a frame or a row; false where there is none."""
        frames, rows = self.fingers.frames(), self.page.locator(".rows a.row:visible, .always a.row:visible")
        if frames and (self.rng.random() < 0.5 or not rows.count()):
            self.fingers.tap_frame(self.rng.choice(frames))
        elif rows.count():
            self.fingers.then(lambda: self.fingers.press(rows.nth(self.rng.randrange(rows.count()))), "rows")
        else:
            return False
        self.plain.goto(self.page.url)
        return True

    def take(self) -> bool:
        """Press the button in the first, and where chance is asked in the other too; false where there is none."""
        button = "form.taking:not(.chance) button.take"
        if not self.page.locator(button).count():
            return False
        if self.page.locator("form.number").count():
            self.fingers.enter_number()
        self.fingers.then(lambda: self.fingers.press(self.page.locator(button)), "taken")
        if self.page.locator("form.chance").count():
            with self.plain.expect_navigation():
                self.plain.locator(button).click()
        else:
            self.plain.goto(self.page.url)
        return True

    def compare(self) -> None:
        shown, plain = (page.evaluate(SHOWN) for page in (self.page, self.plain))
        differing: dict[str, Any] = {name: (shown[name], plain[name]) for name in plain if shown[name] != plain[name]}
        assert not differing, (self.page.url, differing)
        assert not self.fingers.faults


def walked(walk: Walk, rng: Random) -> int:
    """Go some steps, take what is left, and compare after each; how many states were compared."""
    walk.compare()
    compared = 1
    for _ in range(rng.randint(1, STEPS)):
        if not walk.step():
            break
        walk.compare()
        compared += 1
    if walk.take():
        walk.compare()
        compared += 1
    return compared
