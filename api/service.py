"""What the views call: the log, the library, the recorder, the statistics. Put together once, for REST and commands."""

from __future__ import annotations

from functools import lru_cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct

from api.recording.recorder import Recorder
from events import Store
from projections import Library
from rulesets.kit.ruleset import Ruleset

if TYPE_CHECKING:
    from collections.abc import Mapping
    from uuid import UUID

    from api.settings import Settings


KEPT = 4_096
"""Games of which a process remembers what never changes."""


class LoadedGame(NamedTuple):
    """What never changes of a game."""

    ruleset: Ruleset[Any]
    seats: int


class LoadedGames:
    """Games as a process has loaded them, once each: reading an action needs no more, and no look at the database."""

    def __init__(self, library: Library) -> None:
        self._read = lru_cache(maxsize=KEPT)(lambda game_id: _load(library, game_id))

    def get(self, game_id: UUID) -> LoadedGame:
        """The ruleset and the seats of a game. Raises UnknownGame, RulesetMissing."""
        return self._read(game_id)


def _load(library: Library, game_id: UUID) -> LoadedGame:
    game = library.game(game_id)
    return LoadedGame(library.ruleset(game), len(game.seats))


class Service(Struct, frozen=True, kw_only=True):
    """One log with all that is done over it. Safe to share between threads."""

    settings: Settings
    store: Store
    rulesets: Mapping[str, Ruleset[Any]]
    library: Library
    recorder: Recorder
    loaded: LoadedGames

    @classmethod
    def over(cls, store: Store, settings: Settings, rulesets: Mapping[str, Ruleset[Any]] | None = None) -> Service:
        """The service over a log that is open; with the rulesets that are installed, unless told otherwise."""
        known = installed_rulesets() if rulesets is None else rulesets
        library = Library(store, known)
        return cls(
            settings=settings,
            store=store,
            rulesets=known,
            library=library,
            recorder=Recorder(store, library),
            loaded=LoadedGames(library),
        )


def installed_rulesets() -> dict[str, Ruleset[Any]]:
    """The rulesets of all packages that publish one under `tabletale.rulesets`, by name."""
    published = [found.load() for found in entry_points(group="tabletale.rulesets")]
    return {ruleset.name: ruleset for ruleset in sorted(published, key=lambda ruleset: str(ruleset.name))}
