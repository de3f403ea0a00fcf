"""Style sheets, scripts and symbols of the pages; their addresses change with their content."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from pathlib import Path

from markupsafe import Markup

from rulesets.kit.look import LOOK

STATIC = Path(__file__).with_name("static")

ASSETS: dict[str, Path] = {
    path.name: path
    for path in (*sorted(STATIC.iterdir()), LOOK / "tokens.css", LOOK / "board.css")
    if path.suffix in (".css", ".js", ".svg")
}
"""The files that are served, by name."""


@cache
def release() -> str:
    """A hash of all assets. It is part of their addresses, so browsers may cache them permanently."""
    return _digest(*(name.encode() + b"\0" + path.read_bytes() for name, path in sorted(ASSETS.items())))


@cache
def release_of(rules: str) -> str:
    """A hash of the CSS of a ruleset."""
    return _digest(rules.encode())


def _digest(*parts: bytes) -> str:
    return hashlib.sha256(b"".join(parts)).hexdigest()[:12]


@cache
def symbols(*names: str) -> Markup:
    """SVG symbols of the boards, to use in a page."""
    text = (LOOK / "symbols.svg").read_text(encoding="utf-8")
    found = dict(re.findall(r'(?s)<symbol id="([^"]+)"(.*?)</symbol>', text))
    return Markup("").join(Markup(f'<symbol id="{name}"{found[name]}</symbol>') for name in names)
