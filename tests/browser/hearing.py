"""What a page hears over its stream, and what it asks for: so that a test can tell that it did nothing about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page, Request

HEARD = """() => {
  window.heard = {};
  window.EventSource = class extends EventSource {
    addEventListener(kind, listener) {
      super.addEventListener(kind, (message) => {
        listener(message);
        requestAnimationFrame(() => { heard[kind] = (heard[kind] ?? 0) + 1; });
      });
    }
  };
}"""
"""Counts in `heard` what a page was told, by kind, once it has done at once what it does about it."""


def asked_by(page: Page) -> list[str]:
    """The addresses of steps that a page asks for from now on."""
    asked: list[str] = []

    def note(request: Request) -> None:
        if "/step?" in request.url:
            asked.append(request.url)

    page.on("request", note)
    return asked
