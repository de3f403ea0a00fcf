"""The notes of a game that was made of a play: its comment, and what the file says that a game has no field for."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from api.plays.play import SOURCES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from api.plays.play import Play

MOST_OF_NOTE = 5_000
"""Letters of a note."""
MOST_NOTES = 100
"""Notes of a play: the file of a game has them in one line, of 4 MiB at most; and the table may add more."""

ORIGIN = "Imported from"
"""The note of a game begins so that tells where it comes from."""

JOINER, SELECTOR = "\u200d", "\ufe0f"
"""They are a part of an emoji, and no note begins with one, or ends with a joiner."""


def notes_of(play: Play) -> tuple[str, ...]:
    """The comment, and where the game comes from with what it has no field for: as JSON, so nothing of it is lost."""
    origin = {"source": play.source, "id": play.id, **play.origin}
    # without two spaces in a row, so that no part of it is blank
    text = json.dumps(origin, ensure_ascii=True).replace("  ", " \\u0020")
    return *parts(play.comment), *parts(f"{ORIGIN} {SOURCES[play.source]}.\n{text}")


def parts(text: str) -> Iterator[str]:
    """A text in parts of the length that a note may have, divided at spaces where it has any; without blank ones."""
    first = 0
    while first < len(text):
        last = first + MOST_OF_NOTE
        end = last if last >= len(text) else text.rfind(" ", first, last) + 1 or last
        part = text[first:end].lstrip(JOINER + SELECTOR).rstrip(JOINER)
        if part.strip():
            yield part
        first = end
