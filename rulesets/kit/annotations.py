"""Annotations of structs that are evaluated once, which saves a tenth of the time of loading rulesets.

msgspec evaluates the text of an annotation anew for each type that is read, for each type that inherits it, and each
time it is asked for the fields; most of these texts are the same few.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Iterator

_done: WeakSet[type[Struct]] = WeakSet()


def evaluate_annotations() -> None:
    """Put types in the place of texts, in all structs that are defined so far.

    A text that names what its module does not hold stays: msgspec looks in the class as well, and says what is missing.
    """
    evaluated: dict[str, dict[str, Any]] = {}
    for kind in structs_below(Struct):
        if kind not in _done:
            _done.add(kind)
            _evaluate(kind, evaluated.setdefault(kind.__module__, {}))


def structs_below(kind: type[Struct]) -> Iterator[type[Any]]:
    """The structs that are defined so far and inherit from one, each as often as it does."""
    for below in kind.__subclasses__():
        yield below
        yield from structs_below(below)


def _evaluate(kind: type[Struct], known: dict[str, Any]) -> None:
    """Evaluate the annotations of one struct; `known` holds what the texts of its module stand for."""
    module = sys.modules.get(kind.__module__)
    if module is None:  # it could not be imported, but the struct was defined before that
        return
    annotations: dict[str, Any] = vars(kind).get("__annotations__", {})
    for field, text in annotations.items():
        if isinstance(text, str):
            if text not in known:
                try:
                    known[text] = eval(text, vars(module))
                except Exception:  # structs of all packages are met here, and what a text calls may raise anything
                    continue
            annotations[field] = known[text]
