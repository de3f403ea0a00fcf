"""Copies of games in the lake, for workers that cannot read the log: it is a SQLite file, or they have no way to it.

The process that exports copies the games of a batch into a file, and a worker reads them from there as it would read
them from the log. No checkpoint lists these files: an export deletes its own at the end, and the next one what it left.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol
from uuid import UUID

import msgspec
import polars as pl
from msgspec import Struct

from events import ComponentSet, Event, Game

if TYPE_CHECKING:
    from collections.abc import Iterator

    from analytics.lake import File, Lake

Fork = tuple[int, int, str]


class Games(Protocol):
    """What an export reads of the log, game by game."""

    def game(self, game_id: UUID) -> Game:
        """The row of a game."""

    def events(self, game_id: UUID, first: int, last: int) -> Iterator[Event]:
        """Its events."""

    def forks(self, game_id: UUID) -> Sequence[Fork]:
        """What does not follow the event before it."""

    def component_set(self, hash: str) -> ComponentSet:
        """What a game was played with."""


class CopiedGame(Struct, frozen=True):
    """All that is read of a game."""

    game: Game
    forks: Sequence[Fork] = ()
    events: Sequence[Event] = ()
    """None, if it does not count or the lake has it already: its row alone says so."""


SCHEMA = {"of": pl.String, "content": pl.Binary}
"""A row is a game or a component set, with its id or its hash."""

_encode = msgspec.msgpack.Encoder().encode
_game = msgspec.msgpack.Decoder(CopiedGame).decode
_set = msgspec.msgpack.Decoder(ComponentSet).decode


class Copies:
    """Games that are copied into one file."""

    def __init__(self, log: Games) -> None:
        self._log = log
        self._rows: dict[str, bytes] = {}
        self.ids: list[UUID] = []
        self.size = 0
        """Bytes, before they are compressed."""

    def add_row(self, game: Game) -> None:
        """Copy a game without its events."""
        self._add_game(CopiedGame(game))

    def add_whole(self, game: Game) -> None:
        """Copy a game. If something of it cannot be read, nothing is copied. Raises the errors of the log."""
        copied = CopiedGame(game, self._log.forks(game.id), [*self._log.events(game.id, 1, game.version)])
        if game.component_set not in self._rows:
            self._add(game.component_set, self._log.component_set(game.component_set))
        self._add_game(copied)

    def _add_game(self, copied: CopiedGame) -> None:
        self._add(str(copied.game.id), copied)
        self.ids.append(copied.game.id)

    def _add(self, name: str, content: Struct) -> None:
        self._rows[name] = _encode(content)
        self.size += len(self._rows[name])

    def write(self, lake: Lake) -> File:
        """Write the file."""
        return lake.write_copies(pl.DataFrame([*self._rows.items()], schema=SCHEMA, orient="row"))


class CopiedGames:
    """The games of such a file, in place of the log."""

    def __init__(self, lake: Lake, file: File) -> None:
        self._rows: dict[str, bytes] = dict(lake.read(file).iter_rows())
        self._last: CopiedGame | None = None

    def game(self, game_id: UUID) -> Game:
        return self._copied(game_id).game

    def events(self, game_id: UUID, first: int, last: int) -> Iterator[Event]:
        yield from self._copied(game_id).events[first - 1 : last]

    def forks(self, game_id: UUID) -> Sequence[Fork]:
        return self._copied(game_id).forks

    def component_set(self, hash: str) -> ComponentSet:
        return _set(self._rows[hash])

    def _copied(self, game_id: UUID) -> CopiedGame:
        if self._last is None or self._last.game.id != game_id:
            self._last = _game(self._rows[str(game_id)])
        return self._last
