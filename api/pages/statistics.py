"""What the page of a question shows: fields of its form, rows of its tables, faults in plain words."""

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
DOWNLOADS = {"csv", "parquet"}
"""Forms that a browser saves."""

IN_PLAIN_WORDS = {
    r"expected `str` of length >= 1": "it must not be empty",
    r"expected `int` >= (\d+)": "a whole number, {0} or more",
    r"expected `int` <= (\d+)": "a whole number, at most {0}",
    r"expected `int": "a whole number",
    r"expected `float` [<>]=? (\S+)": "a number, the limit is {0}",
    r"expected `float": "a number",
    r"expected `str` of length <= (\d+)": "at most {0} characters",
    r"expected `bool": "yes or no",
    r"invalid RFC3339": "a day, such as 2026-11-21",
    r"expected: Text (.+)": "enter text {0}",
    r"expected: (.+)": "{0}",
    r"invalid enum value": "choose one of the options",
}
"""What is wrong with a value: the message of msgspec, and plain words."""

STRIP = 200
"""The width of a strip, in units of its drawing."""


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
    """A strip in units of its drawing; null is not drawn."""

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
    key: str | None
    """The key that finds its games."""


class PanelRows(Struct, frozen=True):
    """A panel, row by row."""

    panel: Panel
    rows: tuple[Row, ...]


def file_of(name: str, form: str) -> str:
    """The value of Content-Disposition: the file name of an answer in this form, and whether it is saved."""
    how = "attachment" if form in DOWNLOADS else "inline"
    return f'{how}; filename="{name}.{"txt" if form == "text" else form}"'


def fields_of(schema: Mapping[str, Any], given: Mapping[str, Any]) -> list[FormField]:
    """The fields of a form for the parameters of this JSON Schema, filled in; the ruleset has a field of its own."""
    return [
        _field(name, about, given.get(name, about.get("default")))
        for name, about in schema["properties"].items()
        if name != "ruleset"
    ]


def _field(name: str, about: Mapping[str, Any], value: object) -> FormField:
    kinds = about.get("anyOf", [about])
    kind = next((kind for kind in kinds if kind.get("type") != "null"), about)
    text = "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
    texts = name, about.get("title", name), about.get("description", "")
    if "enum" in kind:
        return FormField(*texts, "choice", text, tuple(map(str, kind["enum"])))
    if kind.get("type") == "boolean":
        return FormField(*texts, "yes", text)
    return FormField(*texts, {"integer": "number", "number": "number"}.get(kind.get("type", ""), _text(kind)), text)


def _text(kind: Mapping[str, Any]) -> str:
    return "date" if kind.get("format") == "date" else "text"


def tables_of(result: Result) -> Iterator[PanelRows]:
    """The panels of an answer, row by row."""
    for panel in result.panels:
        yield PanelRows(panel, tuple(_row(panel, number) for number in range(len(panel.rows))))


def _row(panel: Panel, number: int) -> Row:
    label, *cells = panel.rows[number]
    depth = panel.depths[number] if panel.depths else 0
    key = panel.row_keys[number] if panel.row_keys else None
    strip = _drawn(panel, panel.strips[number]) if panel.strips else None
    return Row(label, depth, tuple(cells), strip, key)


def _drawn(panel: Panel, strip: Strip | None) -> Drawn | None:
    def place(value: float | None) -> float | None:
        low, high = panel.span
        return None if value is None else round(min(max((value - low) / ((high - low) or 1), 0), 1) * STRIP, 1)

    if strip is None:
        return None
    return Drawn(place(strip.value), place(strip.lo), place(strip.hi), place(panel.par))


def label_of(result: Result, key: str) -> str:
    """The label of the row with this key. Raises UnknownAddress."""
    for panel in result.panels:
        for row, row_key in zip(panel.rows, panel.row_keys, strict=False):
            if row_key == key:
                return " · ".join(filter(None, (panel.heading, row[0])))
    raise UnknownAddress("The answer has no such row.")


def address_of(name: str, given: Mapping[str, str]) -> str:
    """The address of an answer in other forms."""
    return f"/v1/statistics/{name}?{urlencode(given)}"


def schema_of(name: str, ruleset: Ruleset[Any]) -> Mapping[str, Any]:
    """The JSON Schema of the parameters of a statistic, or of a question of the ruleset. Raises UnknownStatistic."""
    return _job(name, ruleset).parameters


def title_of(name: str, ruleset: Ruleset[Any]) -> str:
    """The title of a statistic, or of a question of the ruleset. Raises UnknownStatistic."""
    return next((each.title for each in ruleset.questions if each.name == name), _job(name, ruleset).title)


def _job(name: str, ruleset: Ruleset[Any]) -> Description:
    from analytics import catalogue  # slow to load, and no other page needs it

    job_name = next((each.job for each in ruleset.questions if each.name == name), name)
    found = next((job for job in catalogue() if job.name == job_name), None)
    if found is None:
        raise UnknownStatistic
    return found


def faults_of(problem: InvalidRequest, schema: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What is wrong with parameters: the title of each, and the reason."""
    faults = problem.errors or ()
    named = [(fault.pointer.removeprefix("/"), fault.detail) for fault in faults]
    return [(schema["properties"].get(name, {}).get("title", name), in_plain_words(detail)) for name, detail in named]


def in_plain_words(detail: str) -> str:
    """What is wrong with a value, without the words of a program."""
    for pattern, words in IN_PLAIN_WORDS.items():
        if found := re.match(pattern, detail):
            return words.format(*found.groups())
    return detail


def needed(result: Result) -> int | None:
    """How many games a row needs for a value, where no row has one."""
    if "value" in result.rows.columns and result.rows["value"].is_not_null().any():
        return None
    return result.params.min_n
