"""Somebody who records on the page by taps alone: what is on screen is tapped, at random."""

from __future__ import annotations

from collections import Counter, defaultdict
from random import Random
from typing import TYPE_CHECKING, Any

from tests.browser.conftest import PHONE

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

MOST_TAPS = 60
"""So many for one action, wandering included."""
UNSEEN = "Not seen"
ENDS = "Finish"
"""What ends a game whenever the table likes, where there is such a move."""
FRAMES = """() => {
  const table = document.querySelector(".table").getBoundingClientRect();
  const seen = ({ left, right, top, bottom }) =>
    left >= table.left - 1 && right <= table.right + 1 && top >= table.top - 1 && bottom <= table.bottom + 1;
  return [...document.querySelectorAll(".table .frames .may")]
    .map((frame) => [frame.dataset.tap, frame.getBoundingClientRect()])
    .filter(([, box]) => box.width && seen(box))
    .map(([id, box]) => [id, box.left + box.width / 2, box.top + box.height / 2]);
}"""
"""The frames in view, with the middle of each."""
UNFRAMED = """() => {
  const framed = [...document.querySelectorAll(".table .frames .may")].map((frame) => frame.dataset.tap);
  return document.querySelector(".answers").dataset.may.split(" ").filter((id) => id && !framed.includes(id));
}"""
"""What can be tapped, and has no frame."""
NOTE = """() => {
  const tapped = document.querySelector(".answers");
  window.shown = 0;
  for (const kind of window.began ? [] : ["pointerdown", "keydown"]) {
    document.addEventListener(kind, () => { window.began = performance.now(); }, { capture: true });
  }
  window.began = performance.now();
  const look = () => {
    const now = document.querySelector(".answers");
    if (now === tapped || document.body.classList.contains("sending")) requestAnimationFrame(look);
    else window.shown = performance.now() - window.began;
  };
  look();
}"""
"""Measures from the next tap or key to the frame in which what it leads to is drawn."""
WAIT = "() => window.shown || !document.querySelector('main.recording')"
TOLD = """() => {
  const slots = [...document.querySelectorAll("form.chance fieldset.slot")];
  return !document.body.classList.contains("sending") &&
    (!slots.length || slots.some((slot) => !slot.querySelector("input:checked")));
}"""
"""Whether the outcomes are sent, or one is still missing."""


class Fingers:
    """Taps what is on screen; `touch` by fingers, else with a mouse."""

    def __init__(self, page: Page, rng: Random, *, touch: bool, by_hand: float = 1, ends: bool = True) -> None:
        self.page, self.rng, self.touch = page, rng, touch
        self.ends = ends
        """Whether it takes what ends a game at any time: one that does ends it soon."""
        self.by_hand = by_hand
        """How often it looks at what can be entered by hand: a game in which it always does hardly ends."""
        self.done: Counter[str] = Counter()
        """What was tapped: frames, rows, answers of chance, cards that nobody saw, tabs of who may act at any time."""
        self.times: defaultdict[str, list[float]] = defaultdict(list)
        """How long it took from each tap of a kind until what it leads to was on show, in ms."""
        self.faults: list[str] = []

    @property
    def steps(self) -> list[float]:
        """How long steps took, in ms."""
        return [*self.times["frames"], *self.times["rows"]]

    # --- taps

    def tap_at(self, x: float, y: float) -> None:
        """A point of the picture."""
        if self.touch:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def press(self, part: Locator) -> None:
        """Something that stands there."""
        if self.touch:
            part.tap()
        else:
            part.click()

    def then(self, tap: Any, what: str) -> None:
        """Tap, and wait until what it leads to is on show."""
        self.page.evaluate(NOTE)
        tap()
        if took := self.page.wait_for_function(WAIT).json_value():
            self.times[what].append(float(took))
        self.done[what] += 1

    # --- an action

    def record(self, *, most: int = MOST_TAPS) -> bool:
        """Record one action, whatever it is; false where the game is over."""
        for _ in range(most):
            self.uncover()
            if self.page.locator("form.chance").count():
                return self.tell()
            if not self.page.locator("form.taking, a.row").count():
                return False
            if self.step():
                return True
        raise AssertionError(f"no action after {most} taps: {self.page.url}")

    def step(self) -> bool:
        """Tap a frame, a row or the button; whether something was recorded."""
        frames = self.frames()
        rows = self.page.locator(", ".join(f"{part} a.row:visible{self._without()}" for part in (".rows", ".always")))
        take = self.page.locator("form.taking:not(.chance) button.take")
        if self.page.locator("form.number").count():
            self.enter_number()
        if take.count() and (not frames or self.rng.random() < 0.6):
            return self.take(take)
        if frames and (self.rng.random() < 0.6 or not rows.count()):
            self.tap_frame(self.rng.choice(frames))
        elif rows.count():
            self.then(lambda: self.press(rows.nth(self.rng.randrange(rows.count()))), "rows")
        elif take.count():
            return self.take(take)
        return False

    def enter_number(self) -> None:
        """A possible number, by its keys: those of the page, or those of a keyboard where it has none."""
        field = self.page.locator("form.number input[name=number]")
        least, most, step = (int(field.get_attribute(name) or "") for name in ("min", "max", "step"))
        number = str(self.rng.randrange(least, most + 1, step))
        keypad = self.page.locator(".keypad:visible")
        if not keypad.count():
            field.fill(number)
            return
        while field.input_value():
            self.press(keypad.locator('[data-key="Backspace"]'))
        for key in number:
            self.press(keypad.locator(f'[data-key="{key}"]'))
        self.done["numbers"] += 1

    def _without(self) -> str:
        """Which rows are left alone now."""
        enters = "EnterByHand" in self.page.url or self.rng.random() < self.by_hand
        left_alone = ("" if enters else "EnterByHand", "" if self.ends else ENDS)
        return "".join(f':not([href*="{kind}"])' for kind in filter(None, left_alone))

    def frames(self) -> list[Any]:
        """What can be tapped in the picture: each id with its middle."""
        if unframed := self.page.evaluate(UNFRAMED):
            self.faults.append(f"no frame around {unframed}: {self.page.url}")
        found: list[Any] = self.page.evaluate(FRAMES)
        return found

    def tap_frame(self, frame: list[Any]) -> None:
        """A frame of the picture, in its middle: it has to lead on."""
        id_, x, y = frame
        before = self.page.url
        self.then(lambda: self.tap_at(x, y), "frames")
        if "tap=" not in self.page.url or self.page.locator(".fault").count():
            self.faults.append(f"a tap on {id_} leads nowhere: {before} -> {self.page.url}")

    def take(self, button: Locator) -> bool:
        """The button; then what chance is asked."""
        self.then(lambda: self.press(button), "taken")
        self.uncover()
        if self.page.locator("form.chance").count():
            return self.tell()
        if self.page.locator(".fault").count():
            self.faults.append(f"refused: {self.page.locator('.fault').first.inner_text()} {self.page.url}")
            return False
        return True

    def tell(self) -> bool:
        """Tell what chance is asked, one outcome after the other, until it is recorded."""
        for _ in range(200):
            faces = self.page.locator("form.chance fieldset.slot:visible label.face:visible")
            if not (labels := faces.all_inner_texts()):
                return True
            unseen = UNSEEN in labels and self.rng.random() < 0.3
            self.press(faces.nth(labels.index(UNSEEN) if unseen else self.rng.randrange(len(labels))))
            self.done["not seen" if unseen else "chance"] += 1
            self.page.wait_for_function(TOLD)
        raise AssertionError("chance is asked for ever")

    # --- who acts

    def uncover(self) -> None:
        """Choose who plays, and show hidden hands."""
        for _ in range(4):
            if self.page.locator("main.recording").count():
                return
            with self.page.expect_navigation():
                self.press(self.page.locator('form[action$="/perspective"] button').last)
        raise AssertionError(f"nothing is shown: {self.page.url}")

    def interrupt(self) -> bool:
        """Go to somebody who may act at any time, if there is one."""
        tab = self.page.locator(".tab-bar .tab.anytime")
        if not tab.count():
            return False
        self.then(lambda: self.press(tab.first), "interruptions")
        return True


def screen(size: dict[str, int]) -> dict[str, Any]:
    """A phone with touch, or a desk with a mouse."""
    return {"viewport": size} | ({"has_touch": True, "is_mobile": True} if size == PHONE else {})
