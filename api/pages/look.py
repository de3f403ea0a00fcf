"""How a page shows a game: what its address says beside the version."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlencode

from msgspec import Struct

from api.errors import UnknownAddress
from projections import parse_viewer
from rulesets.kit.structs import TABLE, Viewer

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_WORD = 80
"""Characters of a version or of an id in an address."""


class Look(Struct, frozen=True, kw_only=True):
    """Who looks, and how much is shown."""

    viewer: Viewer = TABLE
    spoilers: bool = True
    """Whether the page shows how long the game is and how it ends."""
    touches: str | None = None
    """The id of a piece; the timeline then holds only the events that touched it."""

    @classmethod
    def read(cls, query: Mapping[str, str]) -> Look:
        """The look that an address asks for. Raises UnknownAddress, BadViewer."""
        spoilers = query.get("spoilers", "on")
        if spoilers not in ("on", "off"):
            raise UnknownAddress("`spoilers` is `on` or `off`.")
        return cls(
            viewer=parse_viewer(query.get("viewer", TABLE)),
            spoilers=spoilers == "on",
            touches=word(query, "touches"),
        )

    def fields(self) -> dict[str, str]:
        """The look as parameters; defaults are left out."""
        viewer = {} if self.viewer == TABLE else {"viewer": str(self.viewer)}
        spoilers = {} if self.spoilers else {"spoilers": "off"}
        touches = {} if self.touches is None else {"touches": self.touches}
        return viewer | spoilers | touches

    def href(self, version: int | None = None, *, whole: bool = False) -> str:
        """The address of a version, or of the head, with the same look; `whole` with the full timeline."""
        fields = {name: value for name, value in self.fields().items() if not (whole and name == "touches")}
        return "?" + urlencode({"v": str(version)} | fields if version else fields)


def word(query: Mapping[str, str], name: str) -> str | None:
    """One short parameter; None where it is missing or empty. Raises UnknownAddress."""
    value = query.get(name) or None
    if value is not None and len(value) > MAX_WORD:
        raise UnknownAddress(f"`{name}` is longer than {MAX_WORD} characters.")
    return value
