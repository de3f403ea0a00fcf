"""A chart for a page: each mark tells its figures to a pointer and to a keyboard."""

from __future__ import annotations

import re
from html import escape, unescape

_STYLE = re.compile(r"<style>.*?</style>", re.S)
_MARK = re.compile(r"<(\w+)( [^<>]*)/>")
_SAYS = re.compile(r' aria-label="([^"]*)"')
_IS = re.compile(r' aria-roledescription="([^"]*)"')
_LONG = re.compile(r"-?\d+\.\d{4,}")

FIGURES = {"bar", "point", "tick", "rule mark", "rect mark", "symbol mark", "arc", "circle", "square"}
"""The marks that stand for a row: no axes, legends, headings or labels."""

DARK = '<g class="dark"'


def marked(svg: str) -> str:
    """A chart whose marks have titles, and can be focused, each row's once; its style sheet is left to the page."""
    light, begins, dark = _STYLE.sub("", svg).partition(DARK)
    return _told_once(light) + begins + _told_once(dark)


def _told_once(drawn: str) -> str:
    seen: list[set[str]] = []

    def tell(found: re.Match[str]) -> str:
        name, attributes = found.groups()
        kind, says = _IS.search(attributes), _SAYS.search(attributes)
        parts = _parts(says[1]) if kind and says and kind[1] in FIGURES else []
        if not parts:
            return found[0]
        words = escape("; ".join(parts))
        again = any(
            other <= set(parts) or set(parts) <= other for other in seen
        )  # with the value of an axis or without
        seen.append(set(parts))
        how = ' aria-hidden="true"' if again else f' aria-label="{words}" tabindex="0"'
        return f"<{name}{_SAYS.sub('', attributes)}{how}><title>{words}</title></{name}>"

    return _MARK.sub(tell, drawn)


def _parts(label: str) -> list[str]:
    """What a label says under a heading of its own; what stands under the bare name of a field only places the mark."""
    parts = [part for part in unescape(label).split("; ") if part[:1].isupper()]
    return [_LONG.sub(lambda number: f"{float(number[0]):.3g}", part) for part in parts]
