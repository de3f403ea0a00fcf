"""The page of a question: what was asked, found, drawn, told in figures, and how."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from msgspec import Struct

from api.errors import UnknownAddress

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from analytics import Result
    from analytics.panels import Panel, Strip

FORMS = {
    **{"Text": "text/plain", "JSON": "application/json", "CSV": "text/csv"},
    **{"Parquet": "application/vnd.apache.parquet", "SVG": "image/svg+xml", "PNG": "image/png"},
}
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
