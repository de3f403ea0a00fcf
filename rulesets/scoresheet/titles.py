"""Sheets that are made of a title and a way of scoring, without a file."""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from typing import TYPE_CHECKING

from msgspec import Struct

from rulesets.kit.sheets import title_key
from rulesets.scoresheet.components import load

if TYPE_CHECKING:
    from rulesets.scoresheet.components import Components

SCORINGS = {
    "highest": "Most points win",
    "lowest": "Fewest points win",
    "win": "Won or lost only",
    "together": "All together against the game",
}
"""The ways of scoring, in words."""
KEYS = {
    "highest": "scoring: highest",
    "lowest": "scoring: lowest",
    "win": "scoring: win",
    "together": "sides: together",
}
"""The line of a sheet that says so."""

LONGEST_ID = 40


class Points(Struct, frozen=True):
    """The amounts that can be written down: from the least to the most, by steps."""

    least: int = -99
    most: int = 900
    step: int = 1


COMMON = Points()
"""Of most games."""


def write(title: str, scoring: str, points: Points = COMMON) -> str:
    """The file of a sheet with one category, for 1 to 12 seats and as many rounds as the table plays.

    `scoring` is one of `SCORINGS`. Raises BadComponentSet where no sheet can have the title or the amounts.
    """
    amounts = f"least: {points.least}, most: {points.most}, step: {points.step}"
    category = f"categories:\n  - {{id: points, name: Points, {amounts}}}\n" if scoring != "win" else ""
    # a text of JSON is one of YAML, whatever stands in it
    name = json.dumps(title, ensure_ascii=False)
    text = f"game: scoresheet\nid: '{id_of(title)}'\nname: {name}\n{KEYS[scoring]}\n{category}"
    load(text)
    return text


def id_of(name: str, kind: str = "title", longest: int = LONGEST_ID) -> str:
    """The id of the sheets of a title, or of another part: the letters and figures of its name, or a hash of those that
    have none."""
    key = title_key(name)
    plain = unicodedata.normalize("NFKD", key).encode("ascii", "ignore").decode()
    words = re.sub("[^a-z0-9]+", "-", plain).strip("-")[:longest].strip("-")
    return words or f"{kind}-{hashlib.sha256(key.encode()).hexdigest()[:8]}"


def title_of(components: Components) -> str:
    """The game that is played with a sheet."""
    return components.sheet.name


def way_of(components: Components) -> str:
    """How a sheet works out who won: one of `SCORINGS`, or `noted`."""
    return "together" if components.together else components.sheet.scoring


def scoring_of(components: Components) -> str | None:
    """The way of scoring of a sheet; none where winners are noted beside points, and where teams play."""
    way = way_of(components)
    return way if way in SCORINGS and components.sheet.sides != "teams" else None
