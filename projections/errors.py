"""Errors of projections.

ProjectionError
├── BadAddress       an address that names no version of the game
│   └── OffLine      a version that does not lie on the given line
├── BadViewer        not a seat of this game
├── TableCovered     hidden while the game is running
└── RulesetMissing   the game's ruleset is not installed, or cannot be played
"""

from __future__ import annotations


class ProjectionError(Exception):
    """Something about a game that cannot be shown."""


class BadAddress(ProjectionError):
    """`address` names no version of this game; `why` says which addresses do."""

    def __init__(self, address: str, why: str) -> None:
        super().__init__(f"There is no version {address!r} here: {why}")
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
    """When Tabletale rolls and deals, nobody may see everything while the game is running."""

    def __init__(self) -> None:
        super().__init__("Tabletale deals in this game, so the whole table is hidden until the game is over")


class RulesetMissing(ProjectionError):
    """No ruleset of this name can be played here; `why` says what is wrong with one that is installed."""

    def __init__(self, name: str, why: str = "") -> None:
        super().__init__(
            f"the ruleset {name!r} cannot be played: {why}" if why else f"the ruleset {name!r} is not installed"
        )
        self.name = name
        self.why = why
