"""How a page shows a game: the viewer, spoilers, line and history in its address."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from msgspec import Struct

from api.errors import UnknownAddress
from projections import parse_viewer, viewer_of
from rulesets.kit.structs import TABLE, Viewer

if TYPE_CHECKING:
    from collections.abc import Mapping

    from events import Game
    from rulesets.kit.svg import Arrangement

MAX_WORD = 80
"""Characters of a version or of an id in an address."""


class View(Struct, frozen=True, kw_only=True):
    """The viewer, and how much is shown."""

    viewer: Viewer = TABLE
    default: Viewer = TABLE
    """The viewer if the address names none."""
    spoilers: bool = True
    """Whether the page shows how long the game is and how it ends."""
    line: int | None = None
    """Any version of the line to step through; None for the line through the version that is shown."""
    touches: str | None = None
    """The id of a piece; the timeline then holds only the events that touched it."""
    round: int | None = None
    """A round that the timeline opens besides those around the version."""
    every_round: bool = False
    """Whether the timeline opens all rounds."""

    @classmethod
    def read(cls, query: Mapping[str, str], game: Game) -> View:
        """The view that an address asks for. Raises UnknownAddress, BadViewer, TableCovered."""
        spoilers = query.get("spoilers", "on")
        if spoilers not in ("on", "off"):
            raise UnknownAddress("`spoilers` must be `on` or `off`.")
        return cls(
            viewer=viewer_of(game, parse_viewer(query["viewer"]) if query.get("viewer") else None),
            default=viewer_of(game, None),
            spoilers=spoilers == "on",
            line=_line(query, game),
            touches=word(query, "touches"),
            round=None if query.get("round") == "all" else _number(query, "round"),
            every_round=query.get("round") == "all",
        )

    def fields(self) -> dict[str, str]:
        """The view as parameters; defaults are left out."""
        viewer = {} if self.viewer == self.default else {"viewer": str(self.viewer)}
        spoilers = {} if self.spoilers else {"spoilers": "off"}
        line = {} if self.line is None else {"line": str(self.line)}
        touches = {} if self.touches is None else {"touches": self.touches}
        return viewer | spoilers | line | touches

    def tail(self) -> str:
        """The end of an address after `?v=57`, for long lists."""
        fields = urlencode(self.fields())
        return f"&{fields}" if fields else ""

    def href(self, version: int | None = None, *, whole: bool = False, round: int | None = None) -> str:
        """The address of a version, or of the head, with the same view.

        `whole` with the full timeline, `round` with this round of it opened.
        """
        fields = {name: value for name, value in self.fields().items() if not (whole and name == "touches")}
        if round is not None:
            fields["round"] = str(round)
        return "?" + urlencode({"v": str(version)} | fields if version else fields)


def arrangement_of(query: Mapping[str, str], cookies: Mapping[str, str]) -> Arrangement:
    """The arrangement of the picture: from the address, or from the cookie of the page before; both if unknown.

    Raises UnknownAddress.
    """
    match query.get("arrangement") or cookies.get("arrangement"):
        case "wide":
            return "wide"
        case "narrow":
            return "narrow"
    if "arrangement" in query:
        raise UnknownAddress("`arrangement` must be `wide` or `narrow`.")
    return "both"


def _line(query: Mapping[str, str], game: Game) -> int | None:
    line = _number(query, "line", "a version of the game")
    if line is not None and not 1 <= line <= game.version:
        raise UnknownAddress(f"`line` must be a version of the game, 1 to {game.version}.")
    return line


def _number(query: Mapping[str, str], name: str, what: str = "a number, or `all`") -> int | None:
    text = query.get(name) or None
    if text is None:
        return None
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise UnknownAddress(f"`{name}` must be {what}.")
    return int(text)


def word(query: Mapping[str, str], name: str) -> str | None:
    """One short parameter; None if it is missing or empty. Raises UnknownAddress."""
    value = query.get(name) or None
    if value is not None and len(value) > MAX_WORD:
        raise UnknownAddress(f"`{name}` is longer than {MAX_WORD} characters.")
    return value
