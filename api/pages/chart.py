"""A chart for a page: each mark shows its figures to a pointer and to a keyboard."""

from __future__ import annotations

import re
from html import escape, unescape

_STYLE = re.compile(r"<style>.*?</style>", re.S)
_MARK = re.compile(r"<(\w+)( [^<>]*)/>")
_LABEL = re.compile(r' aria-label="([^"]*)"')
_KIND = re.compile(r' aria-roledescription="([^"]*)"')
_LONG = re.compile(r"-?\d+\.\d{4,}")

FIGURES = {"bar", "point", "tick", "rule mark", "rect mark", "symbol mark", "arc", "circle", "square"}
"""The marks that stand for a row; axes, legends, headings and labels do not."""

DARK = '<g class="dark"'


def marked(svg: str) -> str:
    """A chart whose marks have titles and can be focused, once for each row; the page has its style sheet."""
    light, begins, dark = _STYLE.sub("", svg).partition(DARK)
    return _titled(light) + begins + _titled(dark)


def _titled(drawn: str) -> str:
    seen: list[set[str]] = []

    def with_title(found: re.Match[str]) -> str:
        name, attributes = found.groups()
        kind, label = _KIND.search(attributes), _LABEL.search(attributes)
        parts = _parts(label[1]) if kind and label and kind[1] in FIGURES else []
        if not parts:
            return found[0]
        words = escape("; ".join(parts))
        again = any(other <= set(parts) or set(parts) <= other for other in seen)  # the same row, another mark
        seen.append(set(parts))
        how = ' aria-hidden="true"' if again else f' aria-label="{words}" tabindex="0"'
        return f"<{name}{_LABEL.sub('', attributes)}{how}><title>{words}</title></{name}>"

    return _MARK.sub(with_title, drawn)


def _parts(label: str) -> list[str]:
    """The parts of a label that have a heading; parts under the name of a field only place the mark."""
    parts = [part for part in unescape(label).split("; ") if part[:1].isupper()]
    return [_LONG.sub(lambda number: f"{float(number[0]):.3g}", part) for part in parts]
