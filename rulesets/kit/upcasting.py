"""Upcasting: JSON that an older version of a ruleset stored becomes what today's types read.

A log keeps what was stored, byte for byte. Where a type of action or effect changes so that old JSON would be misread
or refused, the ruleset raises its version and names a function for it, which gets the old JSON and returns the new.
Events of today's version never pass here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from rulesets.kit.errors import BadRuleset, UpcastFailed

Json = dict[str, Any]
"""An action or effect as it is stored: `type` and its fields."""

Upcasts = dict[str, Callable[[Json], Json | Sequence[Json]]]
"""What became of types with one version."""


class Upcaster(Struct, frozen=True):
    """What became of one type with one version of a ruleset.

    `upcast` gets the JSON that the versions before `version` stored, and returns that of `version`: one action or
    effect, of this or another type; of an effect also several, or none. It must not change what it is given, and it
    knows nothing but that JSON.
    """

    version: int
    """The first version that does not store the old form any more."""
    type: str
    """The type as it was called before."""
    upcast: Callable[[Json], Json | Sequence[Json]]


class Upcasters:
    """The upcasters of a ruleset, by version and type.

    Raises BadRuleset for two of the same, and for one of a version that the ruleset has not reached.
    """

    def __init__(self, package: str, version: int, upcasters: Iterable[Upcaster]) -> None:
        self._steps: dict[int, Upcasts] = {}
        for each in upcasters:
            step = self._steps.setdefault(each.version, {})
            if each.type in step:
                raise BadRuleset(package, f"two upcasters of {each.type} for version {each.version}")
            if not 1 < each.version <= version:
                raise BadRuleset(package, f"an upcaster of {each.type} for version {each.version} of 2 to {version}")
            step[each.type] = each.upcast
        self._newest = max(self._steps, default=1)

    def newest(self) -> dict[str, int]:
        """The types that are upcast, each with the last version that has an upcaster of it."""
        return {kind: version for version, step in self._after(1) for kind in step}

    def needed(self, version: int) -> bool:
        """Whether something that a version stored may have to be upcast."""
        return version < self._newest

    def effects(self, text: str | bytes, version: int) -> list[Json]:
        """Effects that a version stored, as today's JSON: through the functions of each later version in turn.

        Raises UpcastFailed, MsgspecError.
        """
        found = msgspec.json.decode(text, type=list[Json])
        for later, step in self._after(version):
            found = [new for old in found for new in _several(later, step, old)]
        return found

    def action(self, text: str | bytes, version: int) -> Json:
        """An action that a version stored, as today's JSON. Raises UpcastFailed, MsgspecError."""
        stored = msgspec.json.decode(text, type=Json)
        for later, step in self._after(version):
            found = _several(later, step, stored)
            if len(found) != 1:
                raise UpcastFailed(stored["type"], later, f"an action became {len(found)} actions")
            (stored,) = found
        return stored

    def _after(self, version: int) -> list[tuple[int, Upcasts]]:
        return [(later, self._steps[later]) for later in sorted(self._steps) if later > version]


def _several(later: int, step: Upcasts, stored: Json) -> Sequence[Json]:
    kind = stored.get("type")
    upcast = step.get(kind) if isinstance(kind, str) else None
    if upcast is None:
        return (stored,)
    try:
        made = upcast(stored)
        return (made,) if isinstance(made, dict) else tuple(made)
    except Exception as error:  # it is a ruleset's own, and may raise anything
        raise UpcastFailed(stored["type"], later, type(error).__name__) from error
