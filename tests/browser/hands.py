"""Two more who record on the page: one by keys alone, and one whose browser runs no script."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from tests.browser.taps import Fingers

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from playwright.sync_api import ElementHandle, Locator, Page

MOST_KEYS = 200
"""Tabs or arrows until something has the focus."""
NUMBERED = 8
"""Rows that have a key of their own."""
TELLING = 30
"""Pages on which one decision asks for chance, those asked anew included."""
PRESSED = "part => part.querySelector('input') ?? part"
"""What has the focus when a part is pressed: of the face of a card its button."""
NUMBER = """part => [...document.querySelectorAll(".rows a.row, fieldset.slot:not([hidden]) label.face input")]
  .filter((row) => row.checkVisibility()).indexOf(part) + 1"""
"""Which of the rows that are shown it is; 0 for none."""
NAME = "part => part.closest('label.face')?.dataset.name ?? part.querySelector('span')?.textContent ?? ''"
IS_FIRST = """part => (part.closest("label.face") ?? part) ===
  [...document.querySelectorAll(".rows a.row, label.face")].find((row) => row.checkVisibility())"""
"""Whether it is the first row that typing left."""
HAS_FOCUS = "part => part === document.activeElement"
SEEN = """part => {
  const seen = part.closest("label") ?? part;
  const box = seen.getBoundingClientRect();
  return part.matches(":focus-visible") && seen.checkVisibility() &&
    box.top > -1 && box.left > -1 && box.bottom < innerHeight + 1 && box.right < innerWidth + 1;
}"""
"""Whether the focus is on screen, and shown."""
IS_BEFORE = """part => {
  const at = document.activeElement;
  return at !== document.body && Boolean(at.compareDocumentPosition(part) & Node.DOCUMENT_POSITION_PRECEDING);
}"""
LISTENING = (
    "() => !['SELECT', 'INPUT'].includes(document.activeElement.tagName) || document.activeElement.type === 'radio'"
)
"""Whether a number is a row's key, and not typed into a field."""
AT_QUESTION = "() => document.activeElement.matches('body, h2.asks')"


class Keys(Fingers):
    """Records by keys alone, with script: numbers, letters, Enter, Escape, arrows, and tabs to whatever has none."""

    def __init__(self, page: Page, rng: Random) -> None:
        super().__init__(page, rng, touch=False)

    def frames(self) -> list[Any]:
        """Nothing: a key reaches rows."""
        return []

    def step(self) -> bool:
        """At times Escape takes back what was chosen last."""
        if self.page.locator(".trail a").count() and self.rng.random() < 0.1:
            self.then(lambda: self._key("Escape"), "taken back")
        return super().step()

    def press(self, part: Locator) -> None:
        """By its number, by typing its name, by Enter at the question, or by tabs: at random what there is."""
        target = part.evaluate_handle(PRESSED).as_element()
        assert target
        number = int(target.evaluate(NUMBER)) if self.page.evaluate(LISTENING) else 0
        is_lit = target.evaluate("part => part.matches('form.taking:not(.chance) button.take')")
        ways: list[Callable[[], None]] = [lambda: self._by_tabs(target)]
        if 0 < number <= NUMBERED:
            ways.append(lambda: self._key(str(number)))
        if number and self.page.locator(".filter").count():
            ways.append(lambda: self._by_typing(target))
        if is_lit and self.page.evaluate(AT_QUESTION):
            ways.append(lambda: self._key("Enter"))
        self.rng.choice(ways)()

    def _by_tabs(self, target: ElementHandle) -> None:
        """Tabs, and among the faces of a card arrows; then Enter, or the key of a button that is one of several."""
        key = "Shift+Tab" if target.evaluate(IS_BEFORE) else "Tab"
        radio = bool(target.evaluate("part => part.type === 'radio'"))
        if radio:
            self._until(key, target, "part => part.name === document.activeElement.name")
            self._until(self.rng.choice(("ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft")), target, HAS_FOCUS)
        else:
            self._until(key, target, HAS_FOCUS)
        if not target.evaluate(SEEN):
            self.faults.append(f"the focus is not to be seen: {target.inner_text()!r} {self.page.url}")
        self._key(self.rng.choice((" ", "Enter")) if radio else "Enter")

    def _by_typing(self, target: ElementHandle) -> None:
        """The name, and Enter for the first row that is left; where that is another, tabs from there."""
        name = str(target.evaluate(NAME))
        if name[:1].isalpha():
            self._key(name[0])
        else:
            self._by_tabs_to_filter()
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type(name)
        if target.evaluate(IS_FIRST):
            self._key("Enter")
        else:
            self._by_tabs(target)

    def _by_tabs_to_filter(self) -> None:
        field = self.page.locator(".filter").element_handle()
        assert field
        self._until("Shift+Tab" if field.evaluate(IS_BEFORE) else "Tab", field, HAS_FOCUS)

    def _until(self, key: str, target: ElementHandle, reached: str) -> None:
        for _ in range(MOST_KEYS):
            if target.evaluate(reached):
                return
            self._key(key)
        raise AssertionError(f"{MOST_KEYS} times {key} do not lead to {target.inner_text()!r}: {self.page.url}")

    def _key(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.done[f"key {'number' if key.isdigit() else 'letter' if len(key) == 1 and key.isalpha() else key}"] += 1


class Links(Fingers):
    """Records in a browser without script: links, lists to pick from and buttons, a page each."""

    def __init__(self, page: Page, rng: Random) -> None:
        super().__init__(page, rng, touch=False)

    def frames(self) -> list[Any]:
        """Nothing: the picture is looked at."""
        return []

    def then(self, tap: Any, what: str) -> None:
        """Press, and wait for the next page."""
        with self.page.expect_navigation():
            tap()
        self.done[what] += 1

    def tell(self) -> bool:
        """Tell all that a page asks, and send it, until it is recorded."""
        for _ in range(TELLING):
            form = self.page.locator("form.chance")
            if not form.count():
                return True
            for slot in form.locator("fieldset.slot").all():
                faces = slot.locator("label.face").all()
                self.press(self.rng.choice(faces))
                self.done["chance"] += 1
            for field in form.locator("select").all():
                ways = field.locator("option").evaluate_all("all => all.map(one => one.value).filter(Boolean)")
                field.select_option(self.rng.choice(ways))
                self.done["chance"] += 1
            self.then(partial(self.press, form.locator("button.take")), "told")
        raise AssertionError(f"chance is asked for ever: {self.page.url}")
