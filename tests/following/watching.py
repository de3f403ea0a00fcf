"""Pages in a browser that follow a game: what they show, and when."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from playwright.sync_api import Error

from tests.waiting import until_on

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from playwright.sync_api import Page

T = TypeVar("T")

REPORT_CHANGES = """() => {
  const shown = () => {
    const step = document.querySelector("#steps .row");
    if (step) {
      const badge = document.getElementById("new-events");
      const newest = Number(document.querySelector("main").dataset.newest);
      const count = badge.hidden ? 0 : parseInt(badge.querySelector("b").textContent);
      const text = badge.hidden ? null : badge.querySelector("span").textContent;
      return { version: newest + count, text, looks: Number(step.dataset.at) };
    }
    const answers = document.querySelector(".answers");
    if (!answers) return null;
    const version = Number(answers.dataset.drawn.split(".")[0]);
    return { version, text: document.querySelector(".last p").textContent, looks: 0 };
  };
  let before = "";
  const look = () => {
    const now = shown();
    const json = JSON.stringify(now);
    if (!now || json === before) return;
    before = json;
    requestAnimationFrame(() => noted({ ...now, at: Date.now() }));
  };
  addEventListener("DOMContentLoaded", () => {
    const all = { subtree: true, childList: true, characterData: true, attributes: true };
    new MutationObserver(look).observe(document.documentElement, all);
    look();
  });
}"""
"""Reports each change of the newest version that a page of a game knows, and of the version that it shows."""

REPORT_SENT = """() => addEventListener("submit", () => sent(Date.now()), true)"""
"""Reports each action that is sent."""

IS_INCOMPLETE = """() => {
  if (document.readyState !== "complete") return false;
  const range = document.getElementById("range");
  return range ? !range.hasAttribute("aria-valuetext") : !document.querySelector(".answers");
}"""
"""Whether a page of a game, or its script, was not loaded completely."""


class Shown(NamedTuple):
    """The state of a page since some time."""

    version: int
    """The newest version that the page knew."""
    text: str | None
    """The sentence of that version; None if nothing is new since the page was opened."""
    looks: int
    """The version of the board; 0 if it is always the newest."""
    at: float
    """Milliseconds since 1970."""


class WatchedPage:
    """A page that reports its changes. Create it before the page is opened."""

    def __init__(self, page: Page, looks: int = 0) -> None:
        self.page, self.looks = page, looks
        """`looks` is the version that the page was asked to show."""
        self.shown: list[Shown] = []
        self._known = 0
        page.expose_function("noted", self._note)
        page.add_init_script(f"({REPORT_CHANGES})()")

    def _note(self, shown_now: Mapping[str, Any]) -> None:
        text = None if shown_now["text"] is None else " ".join(shown_now["text"].split())
        self.shown.append(Shown(shown_now["version"], text, shown_now["looks"], shown_now["at"]))

    def until(self, version: int) -> Shown | None:
        """Wait until the page shows the sentence of a version; None if it never does."""
        return self._until(lambda: next((one for one in self.shown if one.version == version and one.text), None))

    def step(self, key: str, to: int) -> bool:
        """Go to another version with a key; returns whether the page shows it."""
        self.looks = to
        self.page.keyboard.press(key)
        there = self._until(lambda: self.shown[-1].looks == to or None) is not None
        self._known = len(self.shown)
        return there

    def moved(self) -> list[str]:
        """A fault for each time since the last call that the page left the version that it should show."""
        new, self._known = self.shown[self._known :], len(self.shown)
        return [f"moved off {self.looks}: {one}" for one in new if one.looks != self.looks]

    def _until(self, found: Callable[[], T | None]) -> T | None:
        def look() -> T | None:
            self._load_again()
            return found()

        with suppress(AssertionError):  # a missing version is reported with the other faults
            return until_on(self.page, look, "what is looked for")
        return None

    def _load_again(self) -> None:
        """Reload, as a person would if the page was cut."""
        with suppress(Error):
            if self.page.evaluate(IS_INCOMPLETE):
                self.page.reload()


def regressions(shown: list[Shown]) -> list[str]:
    """A fault for each time that a page went back to an older version, or changed the sentence of a version."""
    found, newest = [], Shown(0, None, 0, 0)
    for one in shown:
        if one.version < newest.version:
            found.append(f"showed {one.version} after {newest.version}")
        if one.version == newest.version and None not in (one.text, newest.text) and one.text != newest.text:
            found.append(f"said {one.text!r} of {one.version}, and {newest.text!r} before")
        newest = one if one.version >= newest.version else newest
    return found
