"""The names of ids and types: from the rules, the component sets of the games, and the players."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from analytics.words import plain

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_NUMBER = re.compile(r"\d+$")
"""The number of a copy, at the end of its id."""

NAMELESS = "a player without a name"


class Names:
    """Looks up names. Where there is none, the name is made of the words of the id."""

    def __init__(
        self,
        types: Mapping[str, str] | None = None,
        things: Mapping[str, str] | None = None,
        players: Callable[[str], str | None] = lambda _player: None,
    ) -> None:
        self._types = types or {}
        self._things = things or {}
        called = Counter(self._things.values())
        self._shared = {name for name, times in called.items() if times > 1}
        self._players = players

    def type(self, name: str) -> str:
        """Of a type of action or effect: `Draft a die`."""
        return self._types.get(name) or _spaced(name)

    def thing(self, name: str) -> str:
        """Of what stands in `card`, `source`, `place`, `target`, `kind` or `choice`; several ids with spaces are
        listed."""
        if name in self._things:
            return self._numbered(name)
        parts = name.split(" ")
        if len(parts) > 1 and all(part in self._things for part in parts):
            return ", ".join(map(self._numbered, parts))
        return plain(name)

    def _numbered(self, id: str) -> str:
        """The name of a thing; with its number where copies have ids of their own: `Goblin Line (2)`."""
        called, number = self._things[id], _NUMBER.search(id)
        return f"{called} ({number[0]})" if called in self._shared and number else called

    def faction(self, line: str) -> str:
        """Of one line of a seat's factions, without its dimension: `hero=hero:monk` is `Monk`."""
        return self.thing(line.partition("=")[2])

    def player(self, player: str | None) -> str:
        """Of a player's id; who is forgotten has no name."""
        return (self._players(player) if player else None) or NAMELESS


def _spaced(name: str) -> str:
    """`HirePlace` becomes `Hire place`."""
    words = "".join(f" {letter}" if letter.isupper() else letter for letter in name).split()
    return " ".join(words).capitalize()
