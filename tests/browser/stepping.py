"""Random steps on a replay page, and what is wrong with what they show."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

MEASURE = (Path(__file__).parent / "stepping.js").read_text(encoding="utf-8")
"""What is wrong with a page, as a list of sentences."""

STEPS = ("step-next", "step-prev", "step-next-turn", "step-prev-turn")
TAP = """id => new Promise((done) => {
  const control = document.getElementById(id);
  const began = performance.now();
  if (!control) return done(null);
  const drawn = () => done(performance.now() - began);
  document.addEventListener("shown", () => requestAnimationFrame(drawn), { once: true });
  control.click();
})"""
"""Taps a control; the milliseconds until what it leads to is on show, or null where there is no such control."""

JUMP = """place => new Promise((done) => {
  const range = document.getElementById("range");
  if (Number(range.value) === place) return done();
  document.addEventListener("shown", () => done(), { once: true });
  range.value = place;
  for (const kind of ["input", "change"]) range.dispatchEvent(new Event(kind, { bubbles: true }));
})"""
"""Drags the scrubber to an event."""

DRAG = """([from, to]) => new Promise((done) => {
  const range = document.getElementById("range");
  const asked = new Map();
  const lags = [0];
  const drag = (place) => {
    range.value = place;
    asked.set(place, performance.now());
    range.dispatchEvent(new Event("input", { bubbles: true }));
  };
  document.addEventListener("shown", () => {
    const now = performance.now();
    const shown = Number(document.querySelector("#steps .row").dataset.index);
    const after = [...asked].filter(([place, at]) => place > shown && at < now).map(([, at]) => at);
    lags.push(after.length ? now - Math.min(...after) : 0);
    if (shown === to) done(lags);
  });
  const places = Array.from({ length: 60 }, (_, n) => Math.round(from + ((to - from) * (n + 1)) / 60));
  places.forEach((place, n) => setTimeout(() => drag(place), 33 * n));
  setTimeout(() => done([...lags, 10_000]), 15_000);
})"""
"""Drags the scrubber along for two seconds; how many ms behind the finger each frame was, until the last is shown."""


class Fault(NamedTuple):
    """What is wrong with a version on show."""

    version: int
    what: str


def faults_of_steps(page: Page, events: int, steps: int, seed: int = 1) -> Iterator[Fault]:
    """What is wrong after each of so many random steps, a few of them far."""
    rng = Random(seed)
    for _ in range(steps):
        if rng.random() < 0.15 or page.evaluate(TAP, rng.choice(STEPS)) is None:
            page.evaluate(JUMP, rng.randint(1, events))
        version = page.evaluate("Number(document.querySelector('#steps .row').dataset.at)")
        yield from (Fault(version, what) for what in page.evaluate(MEASURE))
