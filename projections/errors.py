"""Why a question about a game can be refused.

ProjectionError
├── BadAddress       an address that leads to no version of the game
│   └── OffLine      a version that does not lie on the line that is asked for
├── BadViewer        no such seat at this table
├── TableCovered     only its seats and spectators may look, until it is over
└── RulesetMissing   the game's ruleset is not installed, or cannot be played
"""

from __future__ import annotations


class ProjectionError(Exception):
    """A question that has no answer."""


class BadAddress(ProjectionError):
    """`address` names no version of this game; `why` says what would."""

    def __init__(self, address: str, why: str) -> None:
        super().__init__(f"{address!r}: {why}")
        self.address = address
        self.why = why


class OffLine(BadAddress):
    """`version` does not lie on the line of `line`."""

    def __init__(self, version: int, line: int) -> None:
        super().__init__(str(version), f"it does not lie on the line of version {line}")


class BadViewer(ProjectionError):
    """`viewer` is not a seat of the game."""

    def __init__(self, viewer: object, seats: int) -> None:
        super().__init__(f"{viewer!r} is not table, spectator or a seat from 1 to {seats}")
        self.viewer = viewer
        self.seats = seats


class TableCovered(ProjectionError):
    """Where the service rolls, nobody at the table sees all while the game runs."""

    def __init__(self) -> None:
        super().__init__("the service deals in this game, so nobody sees all of it before it is over")


class RulesetMissing(ProjectionError):
    """No ruleset of this name can be played here; `why` says what is wrong with one that is installed."""

    def __init__(self, name: str, why: str = "") -> None:
        super().__init__(
            f"the ruleset {name!r} cannot be played: {why}" if why else f"the ruleset {name!r} is not installed"
        )
        self.name = name
        self.why = why
