"""A page of Chromium in which pictures are measured."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from tests.waiting import LIMIT_MS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from playwright.sync_api import Page

    from rulesets.kit.ruleset import Ruleset
    from rulesets.kit.svg import Arrangement
    from tests.pictures.scenes import Version

TALLEST = 10_000
"""Pixels: what lies below is not seen to be covered."""
MEASURE = (Path(__file__).parent / "measure.js").read_text(encoding="utf-8")


class Form(NamedTuple):
    """Where a picture is seen, and how large its texts have to be there, in pixels."""

    name: str
    width: int
    arrangement: Arrangement
    text: float
    num: float


PHONE = Form("phone", 390, "narrow", 11, 13)
DESK = Form("desk", 598, "wide", 11, 11)
FORMS = (PHONE, DESK)


class Fault(NamedTuple):
    """What is wrong with a text of a picture."""

    form: str
    kind: str
    """`small`, `outside`, `overhangs` (its card), `meets` (another text), `covered`."""
    text: str
    more: str


TOGETHER = 50
"""Pictures that take turns in one page."""


def faults(page: Page, ruleset: Ruleset[Any], seen: Iterable[Version]) -> Iterator[tuple[Version, Fault]]:
    """What is wrong with the pictures of some versions, in each form."""
    versions = iter(seen)
    while some := list(islice(versions, TOGETHER)):
        for form in FORMS:
            pictures = [ruleset.picture(replace(version.scene, arrangement=form.arrangement)) for version in some]
            for version, found in zip(some, measured(page, ruleset.look.css, pictures, form), strict=True):
                yield from ((version, fault) for fault in found)


def measured(page: Page, css: str, pictures: Sequence[str], form: Form) -> list[list[Fault]]:
    """What is wrong with each of some pictures."""
    page.set_viewport_size({"width": form.width, "height": TALLEST})
    page.set_content(f"<style>{css}</style><body style='margin:0'>", timeout=LIMIT_MS)
    found = page.evaluate(MEASURE, [pictures, {"text": form.text, "num": form.num}])
    return [[Fault(form.name, *fault) for fault in faults] for faults in found]
