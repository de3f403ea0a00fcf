"""What the views call: the log, the library, the recorder, the statistics. Put together once, for REST and commands."""

from __future__ import annotations

from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from api.problems import Translator
from api.recording import Recorder
from events import Store
from projections import Library
from rulesets.kit.ruleset import Ruleset

if TYPE_CHECKING:
    from collections.abc import Mapping

    from api.settings import Settings


class Service(Struct, frozen=True, kw_only=True):
    """One log with all that is done over it. Safe to share between threads."""

    settings: Settings
    store: Store
    rulesets: Mapping[str, Ruleset[Any]]
    library: Library
    recorder: Recorder
    translator: Translator

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
            translator=Translator(known.values()),
        )


def installed_rulesets() -> dict[str, Ruleset[Any]]:
    """The rulesets of all packages that publish one under `tabletale.rulesets`, by name."""
    published = [found.load() for found in entry_points(group="tabletale.rulesets")]
    return {ruleset.name: ruleset for ruleset in sorted(published, key=lambda ruleset: str(ruleset.name))}
