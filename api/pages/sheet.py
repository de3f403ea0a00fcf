"""The sheet of a title: its categories, and how winners are worked out. Saving makes the sheet of its next game."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from flask import make_response, redirect, render_template, request, url_for
from msgspec import Struct
from msgspec.structs import replace

from api.errors import UnknownAddress
from api.pages.base import blueprint
from api.pages.context import sent, service, unknown_form
from api.pages.numbers import whole
from api.pages.rulesets import ruleset_of
from api.pages.statistics import in_plain_words
from api.recording.titles import Sheet, put_sheet, title_named
from rulesets.kit.errors import BadComponentSet
from rulesets.kit.sheets import Category

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from werkzeug.wrappers import Response as AnyResponse

    from api.recording.titles import Title
    from events import ComponentSet
    from rulesets.kit.ruleset import Ruleset
    from rulesets.kit.sheets import Refining

MOST_ROWS = 20
NUMBERS = ("least", "most", "step")
EMPTY = {"id": "", "name": "", "least": "0", "most": "100", "step": "1"}
"""A category that is added, as it is shown first."""
LABELS = {"name": "Name", "least": "Least", "most": "Most", "step": "Step", "scoring": "Winners", "sides": "Winners"}
MOVE = re.compile(r"(up|down|remove)\.([0-9]|1[0-9])", re.ASCII)

BEFORE = "This title had exactly this sheet before its newest one. Change a name or a number, and save again."
MEANWHILE = "Somebody else saved another sheet of this title meanwhile. Open this page again, and repeat your changes."

Row = dict[str, str]
"""A category as it is entered: `EMPTY` says what it has."""


class Wrong(Struct, frozen=True):
    """What is wrong with the form."""

    field: str
    """Its name, such as `most.2`; empty for none alone."""
    label: str
    text: str


class SheetPage(Struct, frozen=True, kw_only=True):
    """The form, as far as it is filled in."""

    ruleset: Ruleset[Any]
    title: Title
    ways: Mapping[str, str]
    way: str
    rows: tuple[Row, ...]
    base: str
    """The hash of the set that the form began with."""
    faults: tuple[Wrong, ...] = ()

    @property
    def full(self) -> bool:
        """Whether no category can be added."""
        return len(self.rows) >= MOST_ROWS


class Faults(Exception):
    """The form cannot be saved."""

    def __init__(self, *faults: Wrong) -> None:
        super().__init__("; ".join(fault.text for fault in faults))
        self.faults = faults


@blueprint.get("/rulesets/<name>/sheet")
def sheet(name: str) -> str:
    """The newest sheet of a title, as a form."""
    ruleset, refining, title = _title(name)
    components: Any = ruleset.load(_stored(title).document)
    rows = tuple(_row(category) for category in refining.categories(components))
    return _page(_form(ruleset, refining, title, way=refining.way(components), rows=rows))


@blueprint.post("/rulesets/<name>/sheet")
def refine_sheet(name: str) -> AnyResponse:
    """Add, move or remove a category of the form, or store the sheet for the next game of the title."""
    ruleset, refining, title = _title(name)
    given = sent()
    rows = _rows(given)
    form = _form(ruleset, refining, title, way=given.get("way", ""), rows=rows, base=given.get("base", ""))
    if "change" in given:
        return make_response(_page(_form_with(form, _changed(rows, given["change"]))))
    try:
        _save(form, refining)
    except Faults as error:
        return make_response(_page(_form_with(form, rows, error.faults)), 422)
    return redirect(url_for("pages.home", ruleset=ruleset.name, sheet=title.name), 303)


def _title(name: str) -> tuple[Ruleset[Any], Refining, Title]:
    """The title that the address names. Raises UnknownRuleset, UnknownAddress."""
    ruleset, asked = ruleset_of(name), request.args.get("title", "")
    title = title_named(service().store, ruleset.name, asked) if asked else None
    if ruleset.sheets is None or ruleset.sheets.refining is None or title is None:
        raise UnknownAddress(f"{ruleset.title} has no title {asked[:80]!r} with a sheet that can be changed.")
    return ruleset, ruleset.sheets.refining, title


def _stored(title: Title) -> ComponentSet:
    return service().store.component_set(title.sets[0])


def _row(category: Category) -> Row:
    return {field: str(getattr(category, field)) for field in EMPTY}


def _rows(given: Mapping[str, str]) -> tuple[Row, ...]:
    """The categories of the form. Raises UnknownAddress for one that no page has."""
    count = given.get("rows", "0")
    if not re.fullmatch("[0-9]{1,2}", count) or int(count) > MOST_ROWS:
        raise unknown_form()
    return tuple({field: given.get(f"{field}.{at}", "").strip() for field in EMPTY} for at in range(int(count)))


def _changed(rows: tuple[Row, ...], change: str) -> tuple[Row, ...]:
    """The categories after a button of the form. Raises UnknownAddress."""
    if change == "add":
        return (*rows, EMPTY)[:MOST_ROWS]
    found = MOVE.fullmatch(change)
    if not found or (at := int(found[2])) >= len(rows):
        raise unknown_form()
    others = [*rows[:at], *rows[at + 1 :]]
    if found[1] != "remove":
        others.insert(max(0, at + (1 if found[1] == "down" else -1)), rows[at])
    return tuple(others)


# --- saving


def _save(form: SheetPage, refining: Refining) -> None:
    """Store the sheet, unless it is the newest one already. Raises Faults."""
    if form.way not in form.ways:
        raise Faults(Wrong("way", LABELS["scoring"], "choose one"))
    title, ruleset = form.title, form.ruleset
    try:
        text = refining.refine(_stored(title).document, form.way, _categories(form.rows))
    except BadComponentSet as error:
        raise Faults(*(_fault(each.path, each.detail) for each in error.faults)) from None
    components = ruleset.load(text)
    if components.hash == title.sets[0]:
        return
    if form.base != title.sets[0]:
        raise Faults(Wrong("", "", MEANWHILE))
    if components.hash in title.sets:
        raise Faults(Wrong("", "", BEFORE))
    put_sheet(service().store, ruleset, Sheet(components.hash, components, text))


def _categories(rows: Sequence[Row]) -> list[Category]:
    """What was entered. Raises Faults."""
    faults: list[Wrong] = []
    found: list[Category] = []
    for at, row in enumerate(rows):
        if not row["name"]:
            faults.append(Wrong(f"name.{at}", f"Name of category {at + 1}", "enter a name, or remove the category"))
        numbers = {field: whole(row[field]) for field in NUMBERS}
        missing = [field for field, number in numbers.items() if number is None]
        faults += (
            Wrong(f"{field}.{at}", f"{LABELS[field]} of category {at + 1}", "enter a whole number") for field in missing
        )
        found.append(Category(row["id"], row["name"], *(number or 0 for number in numbers.values())))
    if faults:
        raise Faults(*faults)
    return found


def _fault(pointer: str, detail: str) -> Wrong:
    """What is wrong with a sheet, by the field of the form; other parts of the sheet by their key."""
    text = in_plain_words(detail[:1].lower() + detail[1:])
    match pointer.split("/")[1:]:
        case ["categories", at, field] if field in LABELS:
            return Wrong(f"{field}.{at}", f"{LABELS[field]} of category {int(at) + 1}", text)
        case ["categories", at, *_] if at.isdecimal():
            return Wrong(f"name.{at}", f"Category {int(at) + 1}", text)
        case ["categories"]:
            return Wrong("", "Categories", text)
        case ["scoring" | "sides", *_]:
            return Wrong("way", LABELS["scoring"], text)
        case [part, *_]:
            return Wrong("", part.replace("_", " ").capitalize(), text)
    return Wrong("", "", text)


# --- the page


def _form(
    ruleset: Ruleset[Any], refining: Refining, title: Title, *, way: str, rows: tuple[Row, ...], base: str = ""
) -> SheetPage:
    return SheetPage(ruleset=ruleset, title=title, ways=refining.ways, way=way, rows=rows, base=base or title.sets[0])


def _form_with(form: SheetPage, rows: tuple[Row, ...], faults: tuple[Wrong, ...] = ()) -> SheetPage:
    return replace(form, rows=rows, faults=faults)


def _page(form: SheetPage) -> str:
    wrong = {fault.field for fault in form.faults}
    return render_template("pages/sheet.html", form=form, wrong=wrong, numbers=NUMBERS, labels=LABELS)
