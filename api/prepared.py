"""Structs are made ready to be read before several threads read them.

When msgspec reads the first value of a struct, it works out the types of its fields, and puts them on the class before
they are whole: another thread that reads such a value at that moment ends the process (SIGSEGV, with msgspec 0.22). A
service begins with several requests at once, so what they read is worked out before.
"""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

from msgspec import Struct
from msgspec.json import Decoder

from rulesets.kit.annotations import evaluate_annotations, structs_below

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rulesets.kit.ruleset import Ruleset

PACKAGES = ("api.", "events.", "projections.", "analytics.", "rulesets.kit.")
"""Whose structs are read in requests; rulesets make decoders of their own when they are loaded."""

_ready: WeakSet[type] = WeakSet()
_preparing = Lock()


def prepare_structs(rulesets: Iterable[Ruleset[Any]] = ()) -> None:
    """Work out the structs of all modules that are loaded, and the options of rulesets, in this thread alone."""
    with _preparing:
        evaluate_annotations()
        read = {kind for kind in structs_below(Struct) if kind.__module__.startswith(PACKAGES)}
        for kind in (read | {ruleset.options for ruleset in rulesets}) - {*_ready}:
            _ready.add(kind)
            try:
                Decoder(kind)
            except (TypeError, NameError, AttributeError):
                continue  # it is never read: its annotations are for type checkers alone
