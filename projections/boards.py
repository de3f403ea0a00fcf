"""Boards at any version, as each viewer may see them: folded from the log, and kept, since they never change."""

from __future__ import annotations

import hashlib
import struct
from collections import OrderedDict
from itertools import chain, islice
from threading import Lock
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from events import DamagedGame, UnknownVersion
from projections.paths import before, since, spans
from projections.views import seen
from rulesets.kit.phases import Board
from rulesets.kit.structs import Effect, Start, Viewer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from uuid import UUID

    from events import Store
    from projections.paths import Path, Version
    from rulesets.kit.ruleset import Ruleset

LADDER = 256
"""While folding, one board in so many of a line is kept, so that a jump folds at most so many events."""

KEPT_BOARDS = 8_192
"""Boards kept by a process. A board of Tactics takes about 2 kB beyond what it shares with its neighbours."""

CHUNK = 64
"""Events decoded in one call on a cold fold: 5 to 10 % faster than one by one."""


def board_hash(ruleset: Ruleset[Any], board: Board) -> bytes:
    """The fingerprint of a board: two bytes of the ruleset's board schema, then SHA-256 over its canonical bytes."""
    return struct.pack(">H", ruleset.board_schema) + hashlib.sha256(ruleset.encode_board(board)).digest()


class Sight(Struct, frozen=True):
    """A game as one viewer sees it: what is needed to fold its boards."""

    game_id: UUID
    viewer: Viewer
    ruleset: Any
    empty_board: Callable[[], Board]
    """The board before the first event."""


class Boards:
    """The boards that a process has in memory, by game, viewer and version. Safe to share between threads.

    The lock is held to put one in and to take the oldest out, and never while a board is looked for or folded.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[tuple[UUID, Viewer, Version], Board] = OrderedDict()
        self._lock = Lock()

    def at(self, sight: Sight, path: Path, passed: Callable[[Version, Board], None] | None = None) -> Board:
        """The board at the end of a path; `passed` is told each that is folded on the way.

        O(events since the nearest board that is kept).
        """
        base, board = self._nearest(sight, path)
        for version, folded in self._fold(sight, path, base, board):
            board = folded
            if passed:
                passed(version, folded)
        self.keep(sight.game_id, sight.viewer, path[-1][-1], board)
        return board

    def along(self, sight: Sight, path: Path, first: Version = 1) -> Iterator[tuple[Version, Board]]:
        """The boards of a path in one pass, from version `first` of it on. Only those of the ladder are kept."""
        base, board = self._nearest(sight, before(path, first))
        return (found for found in self._fold(sight, path, base, board) if found[0] >= first)

    def kept(self, game_id: UUID, viewer: Viewer, version: Version) -> Board | None:
        """A board that is in memory."""
        return self._kept.get((game_id, viewer, version))

    def keep(self, game_id: UUID, viewer: Viewer, version: Version, board: Board) -> None:
        """Remember a board that was just made."""
        with self._lock:
            self._kept[game_id, viewer, version] = board
            while len(self._kept) > KEPT_BOARDS:
                self._kept.popitem(last=False)

    def _nearest(self, sight: Sight, path: Path) -> tuple[Version, Board]:
        """The last board of a path that is in memory, as far as `_stops` goes; else the one before all events."""
        for version in _stops(path):
            if (board := self.kept(sight.game_id, sight.viewer, version)) is not None:
                return version, board
        return 0, sight.empty_board()

    def _fold(self, sight: Sight, path: Path, base: Version, board: Board) -> Iterator[tuple[Version, Board]]:
        """The boards of a path after version `base`, whose board is given; those of the ladder are kept."""
        kept = frozenset(rungs(path))
        for version, effects in self.effects(sight, since(path, base + 1)):
            for effect in seen(effects, sight.viewer):
                board = effect.apply(board)
            if version in kept:
                self.keep(sight.game_id, sight.viewer, version, board)
            yield version, board

    def effects(self, sight: Sight, path: Path) -> Iterator[tuple[Version, list[Effect[Any]]]]:
        """The effects of the versions of a path, many decoded at a time."""
        decode = sight.ruleset.batch_decoder.decode
        rows = self._texts(sight.game_id, path)
        while chunk := list(islice(rows, CHUNK)):
            decoded = decode(f"[{','.join([text for _, text in chunk])}]")
            yield from zip([version for version, _ in chunk], decoded, strict=True)

    def _texts(self, game_id: UUID, path: Path) -> Iterator[tuple[Version, str]]:
        for span, parts in spans(path):
            rows = self._store.effects(game_id, span.start, span.stop - 1)
            if len(rows) != len(span):
                raise DamagedGame(
                    game_id, f"of its versions {span.start} to {span.stop - 1} only {len(rows)} are stored"
                )
            for part in parts:
                yield from rows[part.start - span.start : part.stop - span.start]


def _stops(path: Path) -> Iterator[Version]:
    """Where a kept board is looked for, from the end of a path: version by version at first, then by the ladder."""
    yield from islice(chain.from_iterable(map(reversed, reversed(path))), LADDER)
    yield from reversed(rungs(path))


def rungs(path: Path) -> list[Version]:
    """Every `LADDER`th version of a path: the same ones on every line that goes through them."""
    found: list[Version] = []
    depth = 0
    for part in path:
        found += part[-(depth + 1) % LADDER :: LADDER]
        depth += len(part)
    return found


def read_start(store: Store, game_id: UUID) -> Start:
    """What was agreed before the game: the action of its first event. Raises DamagedGame."""
    try:
        return msgspec.json.decode(store.event(game_id, 1).action, type=Start)
    except (UnknownVersion, msgspec.MsgspecError, TypeError) as error:
        raise DamagedGame(game_id, f"its first event does not begin a game ({error})") from error
