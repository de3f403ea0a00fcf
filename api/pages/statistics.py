"""The page of a question: what was asked, found, drawn, told in figures, and how."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from msgspec import Struct

from api.errors import UnknownAddress, UnknownStatistic

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from analytics import Description, Result
    from analytics.panels import Panel, Strip
    from api.errors import InvalidRequest
    from rulesets.kit.ruleset import Ruleset

FORMS = {
    **{"Text": "text/plain", "JSON": "application/json", "CSV": "text/csv"},
    **{"Parquet": "application/vnd.apache.parquet", "SVG": "image/svg+xml", "PNG": "image/png"},
}
TAKEN = {"csv", "parquet"}
"""Forms that no browser shows: they are saved."""

PLAINLY = {
    r"expected `int` >= (\d+)": "a whole number, {0} or more",
    r"expected `int` <= (\d+)": "a whole number, {0} at most",
    r"expected `int": "a whole number",
    r"expected `float` [<>]=? (\S+)": "a number within its bounds, here {0}",
    r"expected `float": "a number",
    r"expected `str` of length <= (\d+)": "at most {0} characters",
    r"expected `bool": "yes or no",
    r"invalid RFC3339": "a day, such as 2026-11-21",
    r"invalid enum value": "one of those that are offered",
}
"""What is wrong with a value: as it is found, and in words."""

STRIP = 200
"""How wide a strip is, in units of its drawing."""


class FormField(Struct, frozen=True):
    """A parameter as a field of the form."""

    name: str
    title: str
    about: str
    kind: str
    """`choice`, `yes`, or the type of an input."""
    value: str
    choices: tuple[str, ...] = ()


class Drawn(Struct, frozen=True):
    """A strip in units of its drawing; what is null is not drawn."""

    value: float | None
    lo: float | None
    hi: float | None
    par: float | None


class Row(Struct, frozen=True):
    """A row of a table."""

    label: str
    depth: int
    cells: tuple[str, ...]
    strip: Drawn | None
    lead: str | None
    """What leads to its games."""


class PanelRows(Struct, frozen=True):
    """A panel, row by row."""

    panel: Panel
    rows: tuple[Row, ...]


def file_of(name: str, form: str) -> str:
    """How an answer in a form is named as a file, and whether it is saved: the value of Content-Disposition."""
    how = "attachment" if form in TAKEN else "inline"
    return f'{how}; filename="{name}.{"txt" if form == "text" else form}"'


def fields_of(schema: Mapping[str, Any], given: Mapping[str, Any]) -> list[FormField]:
    """The fields of a form for parameters of this JSON Schema, filled in; the ruleset is chosen elsewhere."""
    return [
        _field(name, about, given.get(name, about.get("default")))
        for name, about in schema["properties"].items()
        if name != "ruleset"
    ]


def _field(name: str, about: Mapping[str, Any], value: object) -> FormField:
    kinds = about.get("anyOf", [about])
    kind = next((kind for kind in kinds if kind.get("type") != "null"), about)
    text = "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
    told = name, about.get("title", name), about.get("description", "")
    if "enum" in kind:
        return FormField(*told, "choice", text, tuple(map(str, kind["enum"])))
    if kind.get("type") == "boolean":
        return FormField(*told, "yes", text)
    return FormField(*told, {"integer": "number", "number": "number"}.get(kind.get("type", ""), _text(kind)), text)


def _text(kind: Mapping[str, Any]) -> str:
    return "date" if kind.get("format") == "date" else "text"


def tables_of(result: Result) -> Iterator[PanelRows]:
    """The panels of an answer, row by row."""
    for panel in result.panels:
        yield PanelRows(panel, tuple(_row(panel, number) for number in range(len(panel.rows))))


def _row(panel: Panel, number: int) -> Row:
    label, *cells = panel.rows[number]
    depth = panel.depths[number] if panel.depths else 0
    lead = panel.leads[number] if panel.leads else None
    strip = _drawn(panel, panel.strips[number]) if panel.strips else None
    return Row(label, depth, tuple(cells), strip, lead)


def _drawn(panel: Panel, strip: Strip | None) -> Drawn | None:
    def place(value: float | None) -> float | None:
        low, high = panel.span
        return None if value is None else round(min(max((value - low) / ((high - low) or 1), 0), 1) * STRIP, 1)

    if strip is None:
        return None
    return Drawn(place(strip.value), place(strip.lo), place(strip.hi), place(panel.par))


def label_of(result: Result, lead: str) -> str:
    """What the row is called that this leads to the games of. Raises UnknownAddress."""
    for panel in result.panels:
        for row, of in zip(panel.rows, panel.leads, strict=False):
            if of == lead:
                return " · ".join(filter(None, (panel.heading, row[0])))
    raise UnknownAddress("The answer has no such row.")


def address_of(name: str, given: Mapping[str, str]) -> str:
    """Where an answer is had in other forms."""
    return f"/v1/statistics/{name}?{urlencode(given)}"


def schema_of(name: str, ruleset: Ruleset[Any]) -> Mapping[str, Any]:
    """The JSON Schema of the parameters of a statistic, or of a question of the ruleset. Raises UnknownStatistic."""
    return _job(name, ruleset).parameters


def title_of(name: str, ruleset: Ruleset[Any]) -> str:
    """What a question is called before it is asked."""
    return next((each.asks for each in ruleset.questions if each.name == name), _job(name, ruleset).title)


def _job(name: str, ruleset: Ruleset[Any]) -> Description:
    from analytics import catalogue  # slow to load, and no other page needs it

    wanted = next((each.job for each in ruleset.questions if each.name == name), name)
    found = next((job for job in catalogue() if job.name == wanted), None)
    if found is None:
        raise UnknownStatistic
    return found


def faults_of(problem: InvalidRequest, schema: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What is wrong with parameters: the title of each, and why."""
    faults = problem.errors or ()
    named = [(fault.pointer.removeprefix("/"), fault.detail) for fault in faults]
    return [(schema["properties"].get(name, {}).get("title", name), _plainly(detail)) for name, detail in named]


def _plainly(detail: str) -> str:
    """What is wrong with a value as a person would say it."""
    for pattern, words in PLAINLY.items():
        if found := re.match(pattern, detail):
            return words.format(*found.groups())
    return detail


def wants(result: Result) -> int | None:
    """From how many games on a row would have a value, where none has."""
    if "value" in result.rows.columns and result.rows["value"].is_not_null().any():
        return None
    return result.params.min_n
