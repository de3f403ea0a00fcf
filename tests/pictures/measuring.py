"""A page of Chromium in which pictures are measured."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from playwright.sync_api import Page

    from rulesets.kit.ruleset import Ruleset
    from rulesets.kit.svg import Arrangement
    from tests.pictures.scenes import Version

TALLEST = 4000
"""Pixels: what lies below is not seen to be covered."""
MEASURE = (Path(__file__).parent / "measure.js").read_text(encoding="utf-8")


class Form(NamedTuple):
    """Where a picture is seen, and how large its texts have to be there, in pixels."""

    name: str
    width: int
    narrow: bool
    text: float
    num: float


FORMS = (Form("phone", 390, True, 11, 13), Form("desk", 598, False, 11, 11))


class Fault(NamedTuple):
    """What is wrong with a text of a picture."""

    form: str
    kind: str
    """`small`, `outside`, `meets` (another text), `covered`."""
    text: str
    more: str


Found = list[tuple[str, str, str]]
"""Kind, text and more of each fault of a picture."""
TOGETHER = 50
"""Pictures that take turns in one page."""


def faults(page: Page, ruleset: Ruleset[Any], seen: Iterable[Version]) -> Iterator[tuple[Version, Fault]]:
    """What is wrong with the pictures of some versions, in each form."""
    versions = iter(seen)
    while some := list(islice(versions, TOGETHER)):
        for form in FORMS:
            for version, found in zip(some, _measured(page, ruleset, some, form), strict=True):
                for kind, text, more in found:
                    yield version, Fault(form.name, kind, text, more)


def _measured(page: Page, ruleset: Ruleset[Any], some: Sequence[Version], form: Form) -> list[Found]:
    arrangement: Arrangement = "narrow" if form.narrow else "wide"
    pictures = [ruleset.picture(replace(version.scene, arrangement=arrangement)) for version in some]
    page.set_viewport_size({"width": form.width, "height": TALLEST})
    page.set_content(f"<style>{ruleset.look.css}</style><body style='margin:0'>")
    found: list[Found] = page.evaluate(MEASURE, [pictures, {"text": form.text, "num": form.num}])
    return found
