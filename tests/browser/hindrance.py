"""What is seriously in somebody's way on a page, by the rules of axe-core."""

from __future__ import annotations

from typing import TYPE_CHECKING

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

if TYPE_CHECKING:
    from playwright.sync_api import Page


def need_no_hindrance(page: Page) -> None:
    """Contrast, names, order, landmarks, and so on."""
    found = Axe().run(page).response["violations"]
    serious = [each for each in found if each["impact"] in ("serious", "critical")]
    assert not serious, [(each["id"], each["nodes"][0]["html"][:200]) for each in serious]
