"""A board's picture as a file: other programs draw it as a browser draws the page's."""

from __future__ import annotations

import shutil
import subprocess
from base64 import b64encode
from typing import TYPE_CHECKING, Any

import pytest
from msgspec import json

from api.rest.png import in_pixels
from api.service import installed_rulesets
from rulesets.kit.look.values import as_file
from rulesets.kit.svg import Scene
from tests.forms import in_turn
from tests.rulesets.examples import replayed

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from rulesets.kit.look.values import Theme
    from rulesets.kit.ruleset import Ruleset

CELLS, WIDTH = 40, 800
ALIKE, CLOSE = 0.98, 0.08
"""So many of the cells differ by less than so much in each channel."""
BLACK = 0.12

COMPARE = """
async ({ one, other, cells, width }) => {
  const means = async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const height = Math.round(width * image.height / image.width), canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext("2d", { willReadFrequently: true });
    context.drawImage(image, 0, 0, width, height);
    const { data } = context.getImageData(0, 0, width, height), found = [];
    const wide = Math.floor(width / cells), high = Math.floor(height / cells);
    for (let row = 0; row < cells; row++) for (let column = 0; column < cells; column++) {
      const left = Math.floor(column * width / cells), top = Math.floor(row * height / cells), sums = [0, 0, 0, 0];
      for (let y = top; y < top + high; y++) for (let x = left; x < left + wide; x++)
        for (let n = 0; n < 4; n++) sums[n] += data[4 * (y * width + x) + n];
      found.push(sums.map((sum) => sum / (wide * high) / 255));
    }
    return found;
  };
  return JSON.stringify([await means(one), await means(other)]);
}
"""


@pytest.mark.parametrize(("ruleset", "theme"), in_turn(installed_rulesets(), {"light": "light", "dark": "dark"}))
def test_any_program_draws_a_picture_as_a_browser_does(
    opened: Callable[..., Page], ruleset: Ruleset[Any], theme: Theme
) -> None:
    """The middle and the end of the example game, by librsvg where there is one and by the renderer of the charts."""
    events = replayed(ruleset)
    for event in (events[len(events) // 2], events[-1]):
        touched = frozenset(touch for effect in event.effects for touch in effect.touches())
        scene = Scene(event.after, event.before, event.effects, "table", {}, 1, touched)
        svg = as_file(ruleset.picture(scene), ruleset.look.css, theme)
        page = opened("about:blank")
        for painted in (in_pixels(svg, WIDTH), _by_librsvg(svg)):
            if painted:
                _need_alike(page, svg, painted)


def _by_librsvg(svg: str) -> bytes | None:
    if not shutil.which("rsvg-convert"):
        return None
    return subprocess.run(
        ["rsvg-convert", "-w", str(WIDTH)], input=svg.encode(), capture_output=True, check=True
    ).stdout


def _need_alike(page: Page, svg: str, painted: bytes) -> None:
    sources = (_address("svg+xml", svg.encode()), _address("png", painted))
    asked = {"one": sources[0], "other": sources[1], "cells": CELLS, "width": WIDTH}
    theirs, ours = json.decode(page.evaluate(COMPARE, asked))
    apart = [max(abs(a - b) for a, b in zip(one, other, strict=True)) for one, other in zip(theirs, ours, strict=True)]
    assert sum(difference < CLOSE for difference in apart) >= ALIKE * len(apart)
    for one, other in zip(theirs, ours, strict=True):
        assert max(other[:3]) > BLACK or max(one[:3]) <= BLACK + CLOSE, "a black cell that the browser does not have"


def _address(kind: str, content: bytes) -> str:
    return f"data:image/{kind};base64,{b64encode(content).decode()}"
