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

NOTE = """() => {
  const shown = () => {
    const step = document.querySelector("#steps .row");
    if (step) {
      const badge = document.getElementById("news");
      const newest = Number(document.querySelector("main").dataset.newest);
      const count = badge.hidden ? 0 : parseInt(badge.querySelector("b").textContent);
      const said = badge.hidden ? null : badge.querySelector("span").textContent;
      return { version: newest + count, said, looks: Number(step.dataset.at) };
    }
    const answers = document.querySelector(".answers");
    if (!answers) return null;
    const version = Number(answers.dataset.drawn.split(".")[0]);
    return { version, said: document.querySelector(".last p").textContent, looks: 0 };
  };
  let before = "";
  const look = () => {
    const now = shown();
    const text = JSON.stringify(now);
    if (!now || text === before) return;
    before = text;
    requestAnimationFrame(() => noted({ ...now, at: Date.now() }));
  };
  addEventListener("DOMContentLoaded", () => {
    const all = { subtree: true, childList: true, characterData: true, attributes: true };
    new MutationObserver(look).observe(document.documentElement, all);
    look();
  });
}"""
"""Notes each change of what a page of a game shows as its newest version, and of the version that is looked at."""

SENT = """() => addEventListener("submit", () => sent(Date.now()), true)"""
"""Notes each action that is sent: it is in the click that sends it."""

CUT = """() => {
  if (document.readyState !== "complete") return false;
  const range = document.getElementById("range");
  return range ? !range.hasAttribute("aria-valuetext") : !document.querySelector(".answers");
}"""
"""Whether a page of a game did not come, or only its beginning, or its script did not."""


class Shown(NamedTuple):
    """What a page showed from a moment on."""

    version: int
    """The newest that it knew."""
    said: str | None
    """The sentence beside it; None where nothing is new since the page was opened."""
    looks: int
    """The version whose board it showed; 0 where that is always the newest."""
    at: float
    """Milliseconds, by the clock."""


class Watched:
    """A page that somebody looks at. To be made before an address is opened on it."""

    def __init__(self, page: Page, looks: int = 0) -> None:
        self.page, self.looks = page, looks
        """`looks` is the version that somebody chose to look at."""
        self.shown: list[Shown] = []
        self._known = 0
        page.expose_function("noted", self._note)
        page.add_init_script(f"({NOTE})()")

    def _note(self, told: Mapping[str, Any]) -> None:
        said = None if told["said"] is None else " ".join(told["said"].split())
        self.shown.append(Shown(told["version"], said, told["looks"], told["at"]))

    def until(self, version: int) -> Shown | None:
        """When it first showed the sentence of a version; None where it never does."""
        return self._until(lambda: next((one for one in self.shown if one.version == version and one.said), None))

    def step(self, key: str, to: int) -> bool:
        """Look at another version by a key; whether that is shown then."""
        self.looks = to
        self.page.keyboard.press(key)
        there = self._until(lambda: self.shown[-1].looks == to or None) is not None
        self._known = len(self.shown)
        return there

    def moved(self) -> list[str]:
        """Where it was moved off what somebody looks at, since it was asked last."""
        new, self._known = self.shown[self._known :], len(self.shown)
        return [f"moved off {self.looks}: {one}" for one in new if one.looks != self.looks]

    def _until(self, found: Callable[[], T | None]) -> T | None:
        def look() -> T | None:
            self._load_again()
            return found()

        with suppress(AssertionError):  # what does not come is told with the other faults
            return until_on(self.page, look, "what is looked for")
        return None

    def _load_again(self) -> None:
        """As a person does where the line was cut while a whole page came."""
        with suppress(Error):
            if self.page.evaluate(CUT):
                self.page.reload()


def back_and_forth(shown: list[Shown]) -> list[str]:
    """Where a page went back to an older version, or said something else of one that it had shown already."""
    found, newest = [], Shown(0, None, 0, 0)
    for one in shown:
        if one.version < newest.version:
            found.append(f"showed {one.version} after {newest.version}")
        if one.version == newest.version and None not in (one.said, newest.said) and one.said != newest.said:
            found.append(f"said {one.said!r} of {one.version}, and {newest.said!r} before")
        newest = one if one.version >= newest.version else newest
    return found
