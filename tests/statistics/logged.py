"""The log as its rows and their JSON have it, past rulesets and facts."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import UUID

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

COUNTS = "NOT archived AND count_in_statistics AND forked_from IS NULL"
"""The games that statistics are of, when they are finished."""
NOT_ADJUSTED = "NOT tainted"
"""What else is asked of them, unless those that were adjusted by hand are asked for too."""

OF_GAMES = ("id", "head", "status", "round", "standing", "result")
OF_EVENTS = ("version", "parent", "kind", "seat", "coalesce(occurred_at, recorded_at)", "action", "effects")


class LoggedEvent(NamedTuple):
    """An event as its row in the log has it."""

    version: int
    parent: int
    """What it follows; of an undo, what was gone back to."""
    kind: str
    seat: int | None
    at: int
    """Microseconds UTC."""
    action: dict[str, Any]
    effects: list[dict[str, Any]]


class Decided(NamedTuple):
    """A decision on the line that leads to the head."""

    seat: int
    type: str


@dataclass(frozen=True)
class Logged:
    """A game as its rows in the log have it."""

    head: int
    status: str
    rounds: int
    scores: dict[int, int]
    winners: tuple[int, ...]
    reason: str
    players: dict[int, str]
    """Who sits where; nobody, where the player is forgotten."""
    events: dict[int, LoggedEvent]

    @cached_property
    def line(self) -> list[LoggedEvent]:
        """The events that lead to the head."""
        return [self.events[version] for version in reversed(list(self.back_from(self.head)))]

    def back_from(self, version: int, to: int = 0) -> Iterator[int]:
        """The versions from one back to another, without that."""
        while version > to:
            yield version
            version = self.events[version].parent

    @cached_property
    def plays(self) -> list[LoggedEvent]:
        """The decisions on the line."""
        return [event for event in self.line if event.kind == "play"]

    @cached_property
    def decided(self) -> list[Decided]:
        """The same by seat and type."""
        return [Decided(event.seat or 0, event.action["type"]) for event in self.plays]

    @property
    def seats(self) -> int:
        """How many play."""
        found: int = self.line[0].action["seats"]
        return found

    @property
    def options(self) -> str:
        """`difficulty=hard scenario=two-bridges`."""
        options = sorted(self.line[0].action.get("options", {}).items())
        return " ".join(f"{name}={value if isinstance(value, str) else json.dumps(value)}" for name, value in options)

    def share(self, seat: int) -> Fraction:
        """What a seat has of the win where seats compete."""
        return Fraction(seat in self.winners, len(self.winners) or 1)

    def place(self, seat: int) -> tuple[bool, int]:
        """The higher, the better it ranks: winners before all others, then by score."""
        won = seat in self.winners
        return won, 0 if won else self.scores.get(seat, 0)

    def lines(self, depth: int | None = None) -> dict[int, tuple[str, ...]]:
        """How each seat opened, or all that it decided."""
        return {
            seat: tuple(decided.type for decided in self.decided if decided.seat == seat)[:depth]
            for seat in range(1, self.seats + 1)
        }


class Log(NamedTuple):
    """The games of one ruleset."""

    ruleset: str
    together: bool
    """Whether all seats win or lose together."""
    games: list[Logged]
    """Those that statistics are of."""
    open: list[Logged]
    """Those that never ended."""


def read(log: Path, ruleset: str, *, together: bool, adjusted: bool = False) -> Log:
    """A log on SQLite, whose games are all of one ruleset; with `adjusted` also those that were adjusted by hand."""
    finished = f"status = 'finished' AND {COUNTS}" + ("" if adjusted else f" AND {NOT_ADJUSTED}")
    with sqlite3.connect(log) as db:
        wanted = f"SELECT {', '.join(OF_GAMES)} FROM games WHERE"
        of_game = f"SELECT {', '.join(OF_EVENTS)} FROM events WHERE game_id = ? ORDER BY version"
        found = [
            [_logged(row, db.execute(of_game, row[:1]), _players(db, row[0])) for row in db.execute(query).fetchall()]
            for query in (f"{wanted} {finished}", f"{wanted} status <> 'finished'")
        ]
    games, unfinished = found
    return Log(ruleset, together, sorted(games, key=lambda game: game.events[1].at), unfinished)


def _players(db: sqlite3.Connection, game: bytes) -> dict[int, str]:
    rows = db.execute("SELECT seat, player FROM seats WHERE game_id = ? AND player IS NOT NULL", (game,))
    return {seat: str(UUID(bytes=player)) for seat, player in rows}


def _logged(row: tuple[Any, ...], events: sqlite3.Cursor, players: dict[int, str]) -> Logged:
    _, head, status, rounds, standing, result = row
    ended = json.loads(result) if result else {}
    return Logged(
        head,
        status,
        rounds,
        dict(json.loads(standing)),
        tuple(ended.get("winners", ())),
        ended.get("reason", ""),
        players,
        {event[0]: _event(*event) for event in events},
    )


def _event(version: int, parent: int, kind: str, seat: int | None, at: int, action: str, effects: str) -> LoggedEvent:
    return LoggedEvent(version, parent, kind, seat, at, json.loads(action), json.loads(effects))
