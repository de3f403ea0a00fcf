"""What somebody has chosen on the record page so far: it stands in the address, in the order in which it was chosen."""

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
"""Things in an address."""

LONGEST = 4_000
"""Characters of one of them: a whole action has its fields in it."""

NOT_CHOSEN = frozenset({"seat", "action", "have", "cover"})
"""What else stands in an address: `have` is the picture that a page shows already, `cover` hides the hands."""


class Narrowed(Struct, frozen=True):
    """What is chosen so far."""

    seat: int | None = None
    pairs: tuple[tuple[str, str], ...] = ()
    """`type`, a field or `tap`, and its value as a query has it."""
    action: str | None = None
    """A whole action as JSON: the one that is left."""

    @classmethod
    def read(cls, query: MultiDict[str, str]) -> Narrowed:
        """What an address holds. Raises UnknownAddress."""
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
        """The same as the rulesets take it."""
        fixed: dict[str, tuple[str, ...]] = {}
        for name, value in self.pairs:
            if name not in ("type", "tap"):
                fixed[name] = (*fixed.get(name, ()), value)
        kinds = [value for name, value in self.pairs if name == "type"]
        taps = tuple(value for name, value in self.pairs if name == "tap")
        return Chosen(kinds[-1] if kinds else None, fixed, taps)

    def first(self, count: int) -> Narrowed:
        """What was chosen first."""
        return replace(self, pairs=self.pairs[:count], action=None)

    def then(self, name: str, value: str) -> Narrowed:
        """One thing more."""
        return replace(self, pairs=(*self.pairs, (name, value)), action=None)

    def taking(self, action: str) -> Narrowed:
        """One action is left."""
        return replace(self, action=action)

    @property
    def query(self) -> str:
        """As an address has it."""
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
    if not re.fullmatch("[1-9]", text):
        raise UnknownAddress("`seat` must be the number of a seat.")
    return int(text)
