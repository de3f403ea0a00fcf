"""The service behind REST, pages and commands: log, library, recorder and statistics, put together once."""

from __future__ import annotations

import os
import traceback
from functools import lru_cache
from importlib.metadata import entry_points
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct

from api.cluster import SharedCluster
from api.recording.consent import Consent
from api.recording.recorder import Recorder
from api.recording.simulate import SeededChance, set_up
from api.refreshing import Refresher
from api.streams import Streams
from events import Store
from projections import Library
from rulesets import kit
from rulesets.kit.errors import BadRuleset, UnknownAction
from rulesets.kit.ruleset import Ruleset
from rulesets.kit.structs import TABLE
from rulesets.kit.svg import Scene

if TYPE_CHECKING:
    from collections.abc import Mapping
    from uuid import UUID

    from api.settings import Settings

GROUP = "tabletale.rulesets"
"""The group of entry points that publish rulesets."""

KIT = os.path.dirname(kit.__file__)
"""The kit's folder: a broken ruleset may fail there, although the fault is in its own files."""

CACHED_GAMES = 4_096
"""Games whose unchanging part a process caches."""


class MissingRuleset(Struct, frozen=True):
    """A ruleset that is installed but cannot be played."""

    name: str
    why: str
    file: str
    """The file and line where it failed; only for the log, since a path reveals something about the machine."""


class Installed(NamedTuple):
    """The rulesets that packages publish under `tabletale.rulesets`, and those that are broken."""

    rulesets: dict[str, Ruleset[Any]]
    missing: tuple[MissingRuleset, ...]


class LoadedGame(NamedTuple):
    """The part of a game that never changes."""

    ruleset: Ruleset[Any]
    seats: int


class LoadedGames:
    """A cache of games: enough to read an action without asking the database."""

    def __init__(self, library: Library) -> None:
        self._read = lru_cache(maxsize=CACHED_GAMES)(lambda game_id: _load(library, game_id))

    def get(self, game_id: UUID) -> LoadedGame:
        """The ruleset and the seats of a game. Raises UnknownGame, RulesetMissing."""
        return self._read(game_id)


def _load(library: Library, game_id: UUID) -> LoadedGame:
    game = library.game(game_id)
    return LoadedGame(library.ruleset(game), len(game.seats))


class Service(Struct, frozen=True, kw_only=True):
    """One log and everything that works on it. Safe to share between threads."""

    settings: Settings
    store: Store
    rulesets: Mapping[str, Ruleset[Any]]
    missing: tuple[MissingRuleset, ...]
    """The rulesets that are installed and cannot be played."""
    library: Library
    recorder: Recorder
    consent: Consent
    loaded: LoadedGames
    streams: Streams
    refresher: Refresher
    cluster: SharedCluster

    @classmethod
    def over(cls, store: Store, settings: Settings, rulesets: Mapping[str, Ruleset[Any]] | None = None) -> Service:
        """The service over an open log, with the installed rulesets unless others are given."""
        known, missing = installed() if rulesets is None else Installed(dict(rulesets), ())
        library = Library(store, known, {ruleset.name: ruleset.why for ruleset in missing})
        recorder = Recorder(store, library)
        return cls(
            settings=settings,
            store=store,
            rulesets=known,
            missing=missing,
            library=library,
            recorder=recorder,
            consent=Consent(recorder),
            loaded=LoadedGames(library),
            streams=Streams(library, settings.threads),
            refresher=Refresher(store, known, settings),
            cluster=SharedCluster(settings, installed_rulesets),
        )


def installed() -> Installed:
    """Load the rulesets of all packages, by name. One that is broken is left out; the others are loaded."""
    found: list[Ruleset[Any]] = []
    missing: list[MissingRuleset] = []
    for published in sorted(entry_points(group=GROUP), key=lambda published: published.name):
        try:
            found.append(_playable(published.load()))
        except Exception as error:  # code of other packages may raise anything
            missing.append(MissingRuleset(published.name, _why(error), _place(error)))
    return Installed({ruleset.name: ruleset for ruleset in found}, tuple(missing))


def installed_rulesets() -> dict[str, Ruleset[Any]]:
    """The rulesets that are installed and can be played, by name."""
    return installed().rulesets


def _playable(found: object) -> Ruleset[Any]:
    """A ruleset that has passed a trial: a game of it was set up and drawn. Raises what goes wrong."""
    if not isinstance(found, Ruleset):
        raise TypeError(f"its entry point leads to {type(found).__name__}, not to a Ruleset")
    try:
        seats = found.seats_with(found.starter_components).start
        _, play = set_up(found, found.starter_components, seats, SeededChance(Random(0)))
    except UnknownAction:  # it needs options, and none were chosen
        return found
    found.picture(Scene(play.board, None, tuple(play.effects), TABLE, {}, 1))
    return found


def _why(error: Exception) -> str:
    if isinstance(error, BadRuleset):
        return str(error)
    text = str(error)
    if isinstance(error, ImportError) and error.path:
        text = text.replace(f" ({error.path})", "")
    return f"{type(error).__name__}: {text}"


def _place(error: Exception) -> str:
    """The file and line of a package that an error comes from, or of what loaded it."""
    frames = traceback.extract_tb(error.__traceback__)
    last = [frame for frame in frames if not frame.filename.startswith(("<frozen ", KIT))][-1]
    return f"{last.filename}, line {last.lineno}"
