"""What is seriously in somebody's way on a page, by the rules of axe-core: contrast, names, order, landmarks, ..."""

from __future__ import annotations

from typing import TYPE_CHECKING

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

if TYPE_CHECKING:
    from playwright.sync_api import Page


def hindrances(page: Page) -> list[tuple[str, str]]:
    """The rule that each of them breaks, and the beginning of the first element that does."""
    violations = Axe().run(page).response["violations"]
    serious = [each for each in violations if each["impact"] in ("serious", "critical")]
    return [(each["id"], each["nodes"][0]["html"][:200]) for each in serious]


def need_no_hindrance(page: Page) -> None:
    """Fail where there is one."""
    assert not hindrances(page)
