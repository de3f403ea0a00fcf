"""Figures in words, as tables and findings have them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_BETWEEN = re.compile("[-_:.]")
_NEGATIVE = re.compile(r"(?<=[:.])-(?=\d)")

CLEAR_Q, CLEAR_P = 0.1, 0.05
"""Below these a difference is called one: of several tests by their `q`, of a single one by its `p_value`."""


def percent(rate: float | None, digits: int = 0) -> str:
    """`27 %`; a dash where there is none."""
    # a sum of nothing may be -0.0
    return "–" if rate is None else f"{100 * rate + 0.0:.{digits}f} %"


def points(difference: float | None, digits: int = 0) -> str:
    """The difference of two rates: `+4 points`, `−0.3 points`; a dash where there is none."""
    if difference is None:
        return "–"
    value = 100 * difference
    shown = max(digits, 1) if abs(value) < 0.95 else digits
    text = f"{value:+.{shown}f}".replace("-", "−") if round(value, shown) else "0"
    return f"{text} points"


def number(value: float | None, digits: int = 1) -> str:
    """`1,234`, `3.5`: whole numbers without a fraction; a dash where there is none."""
    if value is None:
        return "–"
    value = value if round(value, digits) else 0.0  # no −0.0
    text = f"{value:,.0f}" if value == int(value) else f"{value:,.{digits}f}"
    return text.replace("-", "−")


def change(value: float | None, digits: int = 1) -> str:
    """A difference with its sign: `+3`, `−0.5`."""
    return "–" if value is None else ("+" if round(value, digits) > 0 else "") + number(value, digits)


def duration(microseconds: float | None) -> str:
    """`0.4 s`, `12 s`, `3 min`, `2.5 h`; a dash where there is none."""
    if microseconds is None:
        return "–"
    seconds = microseconds / 1_000_000
    for unit, length in (("h", 3600), ("min", 60)):
        if seconds >= 1.5 * length:
            return f"{_short(seconds / length)} {unit}"
    return f"{_short(seconds)} s" if seconds >= 0.1 or seconds == 0 else "under 0.1 s"


def _short(value: float) -> str:
    return f"{value:.0f}" if value >= 10 or value == int(value) else f"{value:.1f}"


def needs(min_n: int) -> str:
    """Why a value is not shown: `needs 10 games`."""
    return f"needs {counted(min_n, 'game')}"


def probability(p: float | None, name: str = "p") -> str:
    """`p = 0.50`, `p < 0.001`; `not tested` where there is none."""
    if p is None:
        return "not tested"
    return f"{name} < 0.001" if p < 0.001 else f"{name} = {p:.2g}" if p < 0.1 else f"{name} = {p:.2f}"


def tested(q: float | None) -> str:
    """A probability alone, as a cell has it: `0.003`, `< 0.001`; a dash where there is none."""
    return "–" if q is None else probability(q, "q").removeprefix("q ").removeprefix("= ")


def counted(n: int, noun: str, nouns: str = "") -> str:
    """`1 game`, `2,000 games`."""
    return f"{n:,} {noun if n == 1 else nouns or noun + 's'}"


def listed(names: Iterable[str], last: str = "and") -> str:
    """`a, b and c`."""
    *first, end = list(names) or [""]
    return f"{', '.join(first)} {last} {end}" if first else end


def clear(*, q: float | None = None, p: float | None = None) -> bool:
    """Whether a difference may be called one."""
    return (q is not None and q < CLEAR_Q) or (p is not None and p < CLEAR_P)


def plain(text: str) -> str:
    """An id or a word of the program as words: `space:old-bridge.2` is `Space old bridge 2`, `cell:-2` `Cell −2`."""
    return capital(" ".join(_BETWEEN.sub(" ", _NEGATIVE.sub("−", text)).split()))


def capital(words: str) -> str:
    """Words as they stand at the beginning of a line."""
    return words[:1].upper() + words[1:]
