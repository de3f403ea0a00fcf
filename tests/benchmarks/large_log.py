"""A large log for measuring growth: copies of recorded games with players, places, tags and times."""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from api.service import Service, installed_rulesets
from api.settings import Settings
from events import NewGame, Player, Store, new_game_id
from tests.benchmarks.verify import Recorded, as_new_events
from tests.tables import Table, recorded

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from uuid import UUID

    from events import Summary

LENGTH = 48
"""The limit of decisions in a game; with its start, a game has about 50 events."""
SEEDS = range(1, 5)
TOGETHER = 20
"""Games that are recorded at the same time."""
SLICE = 25
"""Events of a game that are stored before the next game has its turn."""
PLAYERS, PLACES, TAGS = 400, 40, 40
ARCHIVED = 50
"""One of so many games is archived."""
FIRST, APART = 1_700_000_000_000_000, 600_000_000
"""The start of the first game, and the time between the starts of two games, in microseconds UTC."""


class LargeLog(Struct, frozen=True):
    """A log, with the number of its games and events."""

    url: str
    games: int
    events: int


def fill(url: str, games: int) -> LargeLog:
    """Store so many games in a log, unless it has games already."""
    with ExitStack() as stack:
        store = stack.enter_context(Store.open(url, migrate=True, synchronous="NORMAL"))
        if not store.position():
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            _fill(store, templates(Path(folder)), games)
        return LargeLog(url, games, store.position())


def templates(folder: Path) -> list[Recorded]:
    """Random games of each ruleset, recorded as users record them; some of them are finished."""
    url = f"sqlite:///{folder / 'played.sqlite3'}"
    with Store.open(url, synchronous="NORMAL") as store:
        service = Service.over(store, Settings(database_url=url, lake=str(folder / "lake")))
        tables = [Table(name, 2) for name in installed_rulesets()]
        found = [recorded(service, table, seed, LENGTH) for seed in SEEDS for table in tables]
        return [Recorded(game, tuple(store.events(game.id))) for game in found]


def _fill(store: Store, found: Sequence[Recorded], games: int) -> None:
    for name, ruleset in installed_rulesets().items():
        store.put_component_set(name, "starter", ruleset.starter, ruleset.starter_document)
    players = [store.create_player(f"Player {number}") for number in range(PLAYERS)]
    for first in range(0, games, TOGETHER):
        numbers = range(first, min(first + TOGETHER, games))
        copies = [_copying(store, found[number % len(found)], number, players) for number in numbers]
        while copies:
            copies = [copy for copy in copies if next(copy, False)]


def _copying(store: Store, one: Recorded, number: int, players: Sequence[Player]) -> Iterator[bool]:
    """Store a copy of a game with a new id, some events at a time."""
    new, at = _game(one, number, players), FIRST + number * APART
    events, summary = as_new_events(one.events), one.game.summary
    for start in range(0, len(events), SLICE):
        part = events[start : start + SLICE]
        after = summary if start + SLICE >= len(events) else _running(summary, start + SLICE)
        if start:
            store.append(new.id, start, part, after, recorded_at=at + start)
        else:
            store.create(new, part, after, recorded_at=at)
        yield True
    _file(store, new.id, number)


def _game(one: Recorded, number: int, players: Sequence[Player]) -> NewGame:
    game = one.game
    return NewGame(
        id=new_game_id(),
        ruleset=game.ruleset,
        ruleset_version=game.ruleset_version,
        component_set=game.component_set,
        chance=game.chance,
        undo=game.undo,
        seats=tuple(players[(number * (seat + 3) + seat) % len(players)].id for seat in range(len(game.seats))),
        place=f"Place {number % PLACES}",
        tags=(f"tag {number % TAGS}",),
    )


def _running(summary: Summary, version: int) -> Summary:
    return replace(summary, head=version, tip=version, status="running", result=None)


def _file(store: Store, game_id: UUID, number: int) -> None:
    if number % ARCHIVED == 0:
        store.update_game(game_id, archived=True)
