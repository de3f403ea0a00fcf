"""Charts of one figure a row with its interval, and of differences of two sides beside no difference."""

from __future__ import annotations

from typing import TYPE_CHECKING

import altair as alt
import polars as pl

from analytics import charts
from analytics.compare import MOST, clearest, enough
from analytics.words import CLEAR_Q, probability

if TYPE_CHECKING:
    from analytics.compare import Sides

STEP = 26
LABEL_LIMIT = 320
"""How wide labels are at most (pixels)."""
CLEAR = ["clear", "may be due to chance"]
SIGNED = {"points": "format(datum.value * 100, '+,')", "%": "format(datum.value * 100, '+,') + ' %'"}
"""How differences are written at the axis, by their unit; none at all is 0."""
DISC = 8
"""So far labels and notes keep off a disc at either end of the axis (pixels)."""


def both(rows: pl.DataFrame, title: str, sides: Sides, *, share: bool, whole: bool = True) -> alt.TopLevelMixin:
    """Figures, and below them the differences where any was tested. Rows have `label`; `share`: they are rates;
    `whole`: and drawn from 0 to 1."""
    above, below = figures(rows, title, share=share, whole=whole), differences(rows, sides)
    if below is None:
        return above
    stacked: alt.TopLevelMixin = alt.vconcat(above, below).resolve_scale(
        y="independent", color="independent", shape="independent"
    )
    return stacked


def figures(rows: pl.DataFrame, title: str, *, share: bool, whole: bool = True) -> alt.LayerChart:
    """The first rows, each a disc with its interval and its `n`."""
    few = pl.when(pl.col("value").is_null()).then(pl.lit(", too few")).otherwise(pl.lit(""))
    shown = enough(rows).head(MOST).with_columns(note=pl.format("n = {}", "n") + few)
    scale = alt.Scale(domain=[0, 1]) if share and whole else alt.Scale(zero=True)
    axis = alt.Axis(tickCount=5, format="%") if share else alt.Axis(tickCount=5)
    tips = charts.RATE_TIPS if share else (("Value", "value:N"), ("Interval from", "lo:N"), ("Interval to", "hi:N"))
    base = _based(shown, ("Games", "n:Q"), *tips)
    points = _points(base).encode(x=alt.X("value:Q", title=title, scale=scale, axis=axis), color=alt.value(charts.GOLD))
    return _layered(_span(base, "lo", "hi"), points, _notes(base))


def differences(rows: pl.DataFrame, sides: Sides) -> alt.LayerChart | None:
    """The tested rows, clear ones first: a golden diamond where a difference is clear, else a pale disc, with its
    interval beside no difference. Nothing where nothing was tested."""
    tested = clearest(rows).head(MOST)
    if tested.is_empty():
        return None
    clear = pl.when(pl.col("q") < CLEAR_Q).then(pl.lit(CLEAR[0])).otherwise(pl.lit(CLEAR[1]))
    notes = pl.Series([probability(q, "q") for q in tested["q"]], dtype=pl.String)
    shown = tested.with_columns(clear=clear, note=notes)
    signed = SIGNED.get(sides.unit, "format(datum.value, '+,')")
    axis = alt.Axis(tickCount=5, labelExpr=f"datum.value ? {signed} : '0'")
    tips = (("Difference", "difference:N"), ("Interval from", "difference_lo:N"), ("Interval to", "difference_hi:N"))
    base = _based(shown, *tips, ("q", "q:N"))
    points = _points(base).encode(
        x=alt.X("difference:Q", title=_less(sides), axis=axis),
        color=alt.Color("clear:N", title=None, scale=alt.Scale(domain=CLEAR, range=[charts.GOLD, charts.SURFACE])),
        shape=alt.Shape("clear:N", title=None, scale=alt.Scale(domain=CLEAR, range=["diamond", "circle"])),
    )
    zero = alt.Chart(alt.InlineData(values=[{"zero": 0}])).mark_rule(color=charts.EDGE).encode(x="zero:Q")
    return _layered(zero, _span(base, "difference_lo", "difference_hi"), points, _notes(base))


def _less(sides: Sides) -> str:
    first, second = sides.names
    return f"{first[:1].upper()}{first[1:]} minus {second}{', in points' if sides.unit == 'points' else ''}"


def _based(shown: pl.DataFrame, *tips: tuple[str, str]) -> alt.Chart:
    axis = alt.Axis(ticks=False, domain=False, labelLimit=LABEL_LIMIT, labelPadding=DISC)
    y = alt.Y("label:N", title=None, sort=None, axis=axis)
    based: alt.Chart = alt.Chart(charts.inline(shown)).encode(y=y, tooltip=charts.tips(("", "label:N"), *tips))
    return based


def _span(base: alt.Chart, low: str, high: str) -> alt.Chart:
    bar: alt.Chart = base.mark_bar(height=5, cornerRadius=2.5, color=charts.EDGE, opacity=0.45)
    return bar.encode(x=f"{low}:Q", x2=f"{high}:Q")


def _points(base: alt.Chart) -> alt.Chart:
    marked: alt.Chart = base.mark_point(size=90, filled=True, opacity=1, stroke=charts.INK, strokeWidth=0.8)
    return marked


def _notes(base: alt.Chart) -> alt.Chart:
    marked: alt.Chart = base.mark_text(align="left", dx=DISC + 4, fontSize=11, color=charts.INK_2)
    return marked.encode(x=alt.value(charts.WIDTH), text="note:N")


def _layered(*layers: alt.Chart) -> alt.LayerChart:
    return alt.layer(*layers).properties(width=charts.WIDTH, height=alt.Step(STEP))  # type: ignore[return-value]
