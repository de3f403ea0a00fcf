"""What is chosen on the record page so far. The address holds it, in the order of the choices."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from msgspec import Struct
from msgspec.structs import replace

from api.errors import UnknownAddress
from rulesets.kit.structs import Chosen

if TYPE_CHECKING:
    from werkzeug.datastructures import MultiDict

MOST = 60
"""At most this many parameters in an address,"""

LONGEST = 4_000
"""of at most this many characters each: one may be a whole action."""

NOT_CHOSEN = frozenset({"seat", "action", "have", "cover"})
"""Other parameters: `have` is the key of the picture that a page shows already, `cover` hides hands."""


class Selection(Struct, frozen=True):
    """What is chosen so far."""

    seat: int | None = None
    pairs: tuple[tuple[str, str], ...] = ()
    """`type`, a field or `tap`, and its value as a query has it."""
    action: str | None = None
    """The chosen action, as JSON."""

    @classmethod
    def read(cls, query: MultiDict[str, str]) -> Selection:
        """The selection in an address. Raises UnknownAddress."""
        pairs = tuple((name, value) for name, value in query.items(multi=True) if value)
        if len(pairs) > MOST or any(len(name) + len(value) > LONGEST or "\0" in value for name, value in pairs):
            raise UnknownAddress("This address holds too many choices.")
        single = {name: _once(query, name) for name in ("seat", "type", "action")}
        return cls(
            seat=_seat(single["seat"]),
            pairs=tuple(pair for pair in pairs if pair[0] not in NOT_CHOSEN),
            action=single["action"],
        )

    @property
    def chosen(self) -> Chosen:
        """The selection as rulesets take it."""
        fixed: dict[str, tuple[str, ...]] = {}
        for name, value in self.pairs:
            if name not in ("type", "tap"):
                fixed[name] = (*fixed.get(name, ()), value)
        kinds = [value for name, value in self.pairs if name == "type"]
        taps = tuple(value for name, value in self.pairs if name == "tap")
        return Chosen(kinds[-1] if kinds else None, fixed, taps)

    def first(self, count: int) -> Selection:
        """The first `count` choices."""
        return replace(self, pairs=self.pairs[:count], action=None)

    def then(self, name: str, value: str) -> Selection:
        """One more choice."""
        return replace(self, pairs=(*self.pairs, (name, value)), action=None)

    def taking(self, action: str) -> Selection:
        """The selection with a whole action chosen."""
        return replace(self, action=action)

    @property
    def query(self) -> str:
        """The selection as a query string."""
        seat = (("seat", str(self.seat)),) if self.seat else ()
        action = (("action", self.action),) if self.action else ()
        return "?" + urlencode((*seat, *self.pairs, *action))


def _once(query: MultiDict[str, str], name: str) -> str | None:
    found = [value for value in query.getlist(name) if value]
    if len(found) > 1:
        raise UnknownAddress(f"`{name}` appears twice in this address.")
    return found[0] if found else None


def _seat(text: str | None) -> int | None:
    if text is None:
        return None
    if not re.fullmatch("[1-9][0-9]?", text):
        raise UnknownAddress("`seat` must be the number of a seat.")
    return int(text)
