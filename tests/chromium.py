"""The Chromium of this machine, which all tests of a process share."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING, NoReturn

import pytest

from tests.waiting import LIMIT_MS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Playwright

CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""The first needs two thirds of the time of the others, as it has no windows of its own."""
HOW_TO_GET_ONE = (
    "no Chromium is on the PATH; `apt-get install chromium-headless-shell` (or `brew install chromium`) brings one"
)
FLAGS = (
    "--no-sandbox --disable-gpu --disable-dev-shm-usage --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
)
TABLE_NAME = "table.test"
"""A name for loopback that is no secure context, as the address of a machine in a network is none."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One for all tests: a process can have only one Playwright."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = launched(playwright)
        yield browser
        browser.close()


def launched(playwright: Playwright) -> Browser:
    """The Chromium of this machine; whatever is expected of its pages may take as long as anything may."""
    from playwright.sync_api import expect

    expect.set_options(timeout=LIMIT_MS)
    path = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if path is None:
        _there_is_none()
    args = [*FLAGS.split(), f"--host-resolver-rules=MAP {TABLE_NAME} 127.0.0.1"]
    return playwright.chromium.launch(executable_path=path, headless=True, args=args, timeout=LIMIT_MS)


def _there_is_none() -> NoReturn:
    """Say how to get one; where tests have to run, that is a failure."""
    if os.environ.get("CI"):
        pytest.fail(HOW_TO_GET_ONE)
    pytest.skip(HOW_TO_GET_ONE)
