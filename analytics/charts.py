"""What all charts share: colours, type, headings. They read as the pages do, light or dark."""

from __future__ import annotations

import json
import re
from functools import cache, partial
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar

import altair as alt
import polars as pl

from rulesets.kit.look import LOOK
from rulesets.kit.svg import legible

if TYPE_CHECKING:
    from collections.abc import Callable

    from analytics.job import Asked
    from analytics.params import Params

Drawn = TypeVar("Drawn", str, bytes)

PAGE, SURFACE, GROUND, LANE = "#F5F1E9", "#FFFDF8", "#EAE4D6", "#E1D9C9"
LINE, EDGE, INK, INK_2 = "#CDC3B0", "#7A7262", "#20242B", "#50555C"
GOLD, FOE, ON_DARK = "#8F6608", "#474D56", "#FFFFFF"
SEATS = ["#6B3FA0", "#D06C26", "#F2CB4A", "#2E333B"]
SHAPES = ["circle", "diamond", "triangle-up", "M0,-1 L.87,-.5 .87,.5 0,1 -.87,.5 -.87,-.5 Z"]
"""Disc, diamond, triangle, hexagon: a seat is recognised by its shape as well as by its colour."""
TOKENS = {
    **{PAGE: "page", SURFACE: "surface", GROUND: "ground", LANE: "lane", LINE: "line", EDGE: "edge"},
    **{INK: "ink", INK_2: "ink-2", GOLD: "gold", FOE: "foe"},
    **{colour: f"seat-{seat}" for seat, colour in enumerate(SEATS, 1)},
}
"""The names of the colours in the service's `tokens.css`, which has a dark value for each."""
_COLOUR = re.compile("|".join((*TOKENS, ON_DARK)))

SANS = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', 'Liberation Sans', Arial, sans-serif"
SERIF = (
    "'Iowan Old Style', 'Palatino Linotype', Palatino, 'Book Antiqua', 'URW Palladio L', P052, Gelasio, Georgia, serif"
)

WIDTH = 640

RATE_TIPS = (("Rate", "value:Q"), ("Interval from", "lo:Q"), ("Interval to", "hi:Q"))


def inline(rows: pl.DataFrame) -> alt.InlineData:
    """The rows as data of a chart, times and lists left out."""
    plain = rows.select(pl.exclude(pl.List, pl.Datetime))
    return alt.InlineData(values=plain.to_dicts())


def percent(name: str) -> pl.Expr:
    """A rate as a text, `54 %`; a dash where it is not shown."""
    return (
        pl.when(pl.col(name).is_null())
        .then(pl.lit("–"))
        .otherwise(pl.format("{} %", (pl.col(name) * 100).round().cast(pl.Int32)))
    )


def spaced(name: str) -> pl.Expr:
    """The name of a type as words: `HirePlace` becomes `Hire place`."""
    words = pl.col(name).str.replace_all(r"([a-z0-9])([A-Z])", "$1 $2").str.to_lowercase()
    return words.str.head(1).str.to_uppercase() + words.str.tail(-1)


def fitted(text: pl.Expr, width: float) -> pl.Expr:
    """A text cut to `width` pixels at 11 px type, with an ellipsis."""
    most = max(int(width / 5.6), 1)
    return (
        pl.when(text.str.len_chars() <= most).then(text).otherwise(text.str.head(most - 1).str.strip_chars_end() + "…")
    )


def tips(*named: tuple[str, str]) -> list[alt.Tooltip]:
    """What a pointer shows: (title, field) each."""
    rates = {"value:Q", "lo:Q", "hi:Q", "base:Q", "share:Q", "winners:Q", "losers:Q"}
    return [
        alt.Tooltip(field, title=title, format=".1%") if field in rates else alt.Tooltip(field, title=title)
        for title, field in named
    ]


def seat_colour(field: str) -> alt.Color:
    """The colour of a seat; after the fourth they begin again."""
    return alt.Color(f"{field}:N", legend=None, scale=alt.Scale(domain=_places(), range=SEATS * 25))


def seat_shape(field: str) -> alt.Shape:
    """The shape of a seat."""
    return alt.Shape(f"{field}:N", legend=None, scale=alt.Scale(domain=_places(), range=SHAPES * 25))


def _places() -> list[str]:
    return [str(place) for place in range(1, 101)]


def faceted(drawn: alt.LayerChart | alt.FacetChart, panels: int, by: alt.Row | alt.Column) -> alt.TopLevelMixin:
    """One panel for each value, if there is more than one."""
    if panels <= 1 and isinstance(by, alt.Row):
        return drawn
    if isinstance(by, alt.Row):
        by.header = alt.Header(labelOrient="top")  # type: ignore[assignment]
        rows: alt.FacetChart = drawn.facet(row=by).resolve_scale(y="independent")
        return rows
    return drawn.facet(column=by)


def nothing(why: str) -> alt.Chart:
    """What is drawn where there are no games."""
    data = alt.InlineData(values=[{"says": "\n".join(wrapped(why, 84))}])
    chart: alt.Chart = (
        alt.Chart(data)
        .mark_text(fontSize=15, color=INK_2, lineBreak="\n", limit=WIDTH)
        .encode(text="says:N")
        .properties(width=WIDTH, height=120)
    )
    return chart


def spec(chart: alt.TopLevelMixin, asked: Asked[Params]) -> dict[str, Any]:
    """The whole chart as Vega-Lite, with its heading and its look."""
    drawn: dict[str, Any] = chart.to_dict()
    drawn["title"] = {"text": wrapped(asked.title, 74), "subtitle": wrapped(asked.note, 100)}
    drawn["config"] = _CONFIG
    drawn["background"] = PAGE
    drawn["padding"] = {"left": 40, "right": 32, "top": 24, "bottom": 24}  # labels may be wider in a reader's type
    return drawn


def picture(chart: dict[str, Any]) -> str:
    """A chart as an SVG that is dark where its reader's screen is, and light on paper and in plain viewers.

    It is drawn twice, since a style sheet cannot change shades between two colours afterwards.
    """
    import vl_convert

    light = _encoded(chart)
    opening, drawn = _drawing(_whole(vl_convert.vegalite_to_svg, light))
    dark = _COLOUR.sub(lambda found: _dark()[found[0]], light)
    _, redrawn = _drawing(_whole(vl_convert.vegalite_to_svg, dark))
    night = _ID.sub(r"\1dark-", redrawn)
    return (
        f'{opening}<style>{_SWITCH}</style><g class="light">{drawn}</g><g class="dark" display="none">{night}</g></svg>'
    )


def png(chart: dict[str, Any]) -> bytes:
    """A chart as a light picture."""
    import vl_convert

    return _whole(partial(vl_convert.vegalite_to_png, scale=2), _encoded(chart))


def _whole(draw: Callable[[str], Drawn], chart: str) -> Drawn:
    """A chart drawn, with boxes for emoji where it must be: a label that is too long may be cut within one of them,
    and a half of it cannot be drawn."""
    try:
        return draw(chart)
    except ValueError:
        if not _BEYOND.search(chart):
            raise
        return draw(_BEYOND.sub(r"\\u25a1", chart))


def _encoded(chart: dict[str, Any]) -> str:
    """A chart as JSON, all of whose texts can be drawn: what draws stops the whole process at a character that it
    cannot write."""
    return json.dumps(_drawable(chart))


def _drawable(part: Any) -> Any:
    if isinstance(part, str):
        return legible(part)
    if isinstance(part, dict):
        return {name: _drawable(value) for name, value in part.items()}
    return [_drawable(value) for value in part] if isinstance(part, list) else part


_BEYOND = re.compile(r"\\ud[89ab]\w\w\\ud[c-f]\w\w")
"""A character beyond U+FFFF as JSON writes it: in two halves."""

_ID = re.compile(r'(\bid="|url\(#)')
_SWITCH = "@media screen and (prefers-color-scheme: dark){.light{display:none}.dark{display:inline}}"


def _drawing(svg: str) -> tuple[str, str]:
    """The opening tag of an SVG, and all that is within it."""
    opening, bracket, rest = svg.partition(">")
    return opening + bracket, rest.removesuffix("</svg>")


@cache
def _dark() -> dict[str, str]:
    """The dark value of each colour."""
    tokens = (LOOK / "tokens.css").read_text(encoding="utf-8").partition("prefers-color-scheme: dark")[2]
    dark = dict(re.findall(r"--([\w-]+): (#\w+)", tokens.partition("}")[0]))
    return {colour: dark[name] for colour, name in TOKENS.items()} | {ON_DARK: INK}


def wrapped(text: str, most: int) -> list[str]:
    """A text in lines of at most `most` characters, broken between words; words that are longer are broken as well."""
    lines: list[str] = []
    for word in chain.from_iterable(_broken(whole, most) for whole in text.split()):
        if lines and len(lines[-1]) + 1 + len(word) <= most:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _broken(word: str, most: int) -> list[str]:
    return [word[begin : begin + most] for begin in range(0, len(word), most)]


_CONFIG: dict[str, Any] = {
    "font": SANS,
    "view": {"stroke": None},
    "text": {"color": INK, "fontSize": 13},
    "axis": {
        **{"labelColor": INK, "titleColor": INK_2, "labelFontSize": 13, "titleFontSize": 12, "titleFontWeight": 400},
        **{"gridColor": LINE, "gridOpacity": 0.6, "domainColor": EDGE, "tickColor": EDGE, "labelLimit": 220},
    },
    "axisY": {"grid": False},
    "header": {"labelFontWeight": 600, "labelColor": INK, "labelFontSize": 13, "labelAnchor": "start"},
    "legend": {
        "labelColor": INK,
        "titleColor": INK_2,
        "labelFontSize": 12,
        "titleFontSize": 12,
        "titleFontWeight": 400,
        "orient": "top",
        "titleLimit": 400,
    },
    "title": {
        **{"font": SERIF, "fontSize": 18, "fontWeight": 600, "color": INK, "anchor": "start", "offset": 18},
        **{"subtitleFont": SANS, "subtitleFontSize": 13, "subtitleColor": INK_2, "subtitlePadding": 6},
    },
}
