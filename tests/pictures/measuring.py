"""A page of Chromium in which pictures are measured."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

    from rulesets.kit.ruleset import Ruleset
    from tests.pictures.scenes import Version

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


def faults(page: Page, ruleset: Ruleset[Any], version: Version) -> Iterator[Fault]:
    """What is wrong with a version's picture in each form."""
    for form in FORMS:
        scene = replace(version.scene, arrangement="narrow" if form.narrow else "wide")
        picture = ruleset.picture(scene)
        page.set_viewport_size({"width": form.width, "height": 4000})
        page.set_content(f"<style>{ruleset.look.css}</style><body style='margin:0'>{picture}")
        for kind, text, more in page.evaluate(MEASURE, {"text": form.text, "num": form.num}):
            yield Fault(form.name, kind, text, more)
