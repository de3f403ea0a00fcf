"""`tabletale --version`: what is installed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from api.service import installed
from api.version import VERSION
from events.schema import HEAD

if TYPE_CHECKING:
    from collections.abc import Iterator


def versions() -> Iterator[str]:
    """A line for the program, one for the log's schema, and one for each ruleset; those that are broken come last.

    The rulesets are loaded when their lines are read, and tried as the service does: one that is listed with a version
    can be played.
    """
    yield f"tabletale {VERSION}"
    yield f"log schema {HEAD}"
    found = installed()
    for ruleset in found.rulesets.values():
        yield f"ruleset {ruleset.name} {ruleset.version}"
    for broken in found.missing:
        yield f"ruleset {broken.name} is broken: {' '.join(broken.why.split())}"
