"""Boards at any version, as each viewer may see them: folded from the log and cached, since they never change."""

from __future__ import annotations

import hashlib
import struct
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Sequence
from itertools import chain, islice
from threading import Lock
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from events import DamagedGame, UnknownVersion
from projections.errors import RulesetMissing
from projections.paths import Version, before, grouped, since
from projections.views import seen
from rulesets.kit.errors import UpcastFailed
from rulesets.kit.phases import Board
from rulesets.kit.play import fold
from rulesets.kit.structs import TABLE, Effect, Start, Viewer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from uuid import UUID

    from events import Store
    from projections.outline import Outline
    from projections.paths import Path
    from rulesets.kit.ruleset import Ruleset

SNAPSHOT_INTERVAL = 256
"""Every 256th board of a line is cached, so to show any version folds at most 256 events."""

MAX_BOARDS = 8_192
"""In the cache of one process. A board of Tactics takes about 2 kB besides what it shares with its neighbours."""

MAX_EFFECTS = 256
"""Events whose effects are cached: those that were just stored, from which the next viewer's board is folded. An event
may have 256 KiB of them, and the next viewer is rarely more than a few events behind."""

MOST_JUST_STORED = 16
"""Events since a board that a viewer saw that are still a few."""

CHUNK = 512
"""Events that are read and decoded in one call. Rows, decoded 64 at a time, took 1.4 times as long."""


def board_hash(ruleset: Ruleset[Any], board: Board) -> bytes:
    """The hash of a board: two bytes with the ruleset's board schema, then the SHA-256 of its canonical bytes."""
    return struct.pack(">H", ruleset.board_schema) + hashlib.sha256(ruleset.encode_board(board)).digest()


Chunk = tuple[range, Sequence[Sequence[Effect[Any]]]]
"""Consecutive versions, and the effects of each."""


class GameView(Struct, frozen=True):
    """A game as one viewer sees it, with all that is needed to fold its boards."""

    game_id: UUID
    viewer: Viewer
    ruleset: Any
    empty_board: Callable[[], Board]
    """The board before the first event."""
    oldest: int
    """The version of the ruleset that it began with: none of its events is of an older one."""


class Boards:
    """Folds boards, and caches them by game, viewer and version. Safe to share between threads.

    The lock is held to add a board and to drop the oldest, but not to look one up or to fold.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._cache: OrderedDict[tuple[UUID, Viewer, Version], Board] = OrderedDict()
        self._effects: OrderedDict[tuple[UUID, Version], Sequence[Effect[Any]]] = OrderedDict()
        self._lock = Lock()

    def at(self, view: GameView, path: Path, outline: Outline | None = None, first: Version | None = None) -> Board:
        """The board at the end of a path; an `outline` of the game gets the marks of the versions on the way.

        With `first`, boards that are cached from that version on are folded again, for their marks.
        O(events since the nearest cached board). Long replays are made of this loop, so it does nothing for a version
        but apply its effects; the rest is done for a chunk.
        """
        base, board = self._nearest_board(view, path if first is None else before(path, first))
        noted = outline if outline and outline.is_next(path, base) else None
        snapshots, home, viewer = snapshot_versions(path), view.ruleset.home, view.viewer
        for versions, decoded in self._chunks(view, since(path, base + 1)):
            boards = []
            for effects in decoded if viewer == TABLE else (seen(effects, viewer) for effects in decoded):
                for effect in effects:
                    board = effect.apply(board)
                boards.append(board)
            if noted:
                noted.note(versions, boards, home)
            for version in snapshots[bisect_left(snapshots, versions.start) : bisect_left(snapshots, versions.stop)]:
                self.cache(view.game_id, viewer, version, boards[version - versions.start])
        self.cache(view.game_id, viewer, path[-1][-1], board)
        return board

    def cached(self, game_id: UUID, viewer: Viewer, version: Version) -> Board | None:
        """A board from the cache, or None."""
        return self._cache.get((game_id, viewer, version))

    def just_stored(
        self, game_id: UUID, viewer: Viewer, version: Version, parent: Callable[[Version], Version]
    ) -> Board | None:
        """The board at an event that was just stored, folded from a cached one a few events before it; else None.

        Each action is answered with it, so it does without what a long path needs.
        """
        missing: list[tuple[Version, Sequence[Effect[Any]]]] = []
        while (board := self.cached(game_id, viewer, version)) is None:
            effects = self.effects_of(game_id, version)
            if effects is None or len(missing) == MOST_JUST_STORED:
                return None
            missing.append((version, effects))
            version = parent(version)
        for version, effects in reversed(missing):
            board = fold(board, seen(effects, viewer))
            self.cache(game_id, viewer, version, board)
        return board

    def cache(self, game_id: UUID, viewer: Viewer, version: Version, board: Board) -> None:
        """Add a board to the cache."""
        with self._lock:
            self._cache[game_id, viewer, version] = board
            while len(self._cache) > MAX_BOARDS:
                self._cache.popitem(last=False)

    def effects_of(self, game_id: UUID, version: Version) -> Sequence[Effect[Any]] | None:
        """The effects of an event from the cache, as the table sees them, or None."""
        return self._effects.get((game_id, version))

    def cache_effects(self, game_id: UUID, version: Version, effects: Sequence[Effect[Any]]) -> None:
        """Add the effects of an event that was just stored to the cache."""
        with self._lock:
            self._effects[game_id, version] = effects
            while len(self._effects) > MAX_EFFECTS:
                self._effects.popitem(last=False)

    def _nearest_board(self, view: GameView, path: Path) -> tuple[Version, Board]:
        """The last cached board among the `_candidates` of a path; if there is none, the board before all events."""
        for version in _candidates(path):
            if (board := self.cached(view.game_id, view.viewer, version)) is not None:
                return version, board
        return 0, view.empty_board()

    def effects(self, view: GameView, path: Path) -> Iterator[tuple[Version, Sequence[Effect[Any]]]]:
        """The effects of the versions of a path."""
        return chain.from_iterable(
            zip(versions, decoded, strict=True) for versions, decoded in self._chunks(view, path)
        )

    def _chunks(self, view: GameView, path: Path) -> Iterator[Chunk]:
        """The effects of the versions of a path, from the cache or else decoded."""
        if (recent := self._recent(view.game_id, path)) is not None:
            yield from recent
        elif view.ruleset.upcasters.needed(view.oldest):
            yield from self._upcast(view, path)
        else:
            decode = view.ruleset.batch_decoder.decode
            for versions, text in self._texts(view.game_id, path):
                decoded = decode(text)
                if len(decoded) != len(versions):
                    raise ValueError(f"versions {versions[0]} to {versions[-1]} have the effects of {len(decoded)}")
                yield versions, decoded

    def _upcast(self, view: GameView, path: Path) -> Iterator[Chunk]:
        """The effects of a path of which some may be of an older version of the ruleset."""
        decode = view.ruleset.stored_effects
        for part in path:
            events = list(self._store.events(view.game_id, part.start, part.stop - 1))
            _need_all(view.game_id, part, len(events))
            yield part, [decode(event.effects, event.ruleset_version) for event in events]

    def _recent(self, game_id: UUID, path: Path) -> list[Chunk] | None:
        """The effects of a short path if all of them are cached."""
        if sum(map(len, path)) > MAX_EFFECTS:
            return None
        found: list[Chunk] = []
        for part in path:
            of_part = [effects for version in part if (effects := self.effects_of(game_id, version)) is not None]
            if len(of_part) < len(part):
                return None
            found.append((part, of_part))
        return found

    def _texts(self, game_id: UUID, path: Path) -> Iterator[tuple[range, str]]:
        """Consecutive versions of a path, and their effects as JSON. Raises DamagedGame if some are missing."""
        for span, parts in grouped(path):
            if len(parts) > 1:
                rows = self._store.effects(game_id, span.start, span.stop - 1)
                _need_all(game_id, span, len(rows))
                for part in parts:
                    texts = (text for _, text in rows[part.start - span.start : part.stop - span.start])
                    yield part, f"[{','.join(texts)}]"
                continue
            for start in range(span.start, span.stop, CHUNK):
                versions = range(start, min(start + CHUNK, span.stop))
                count, text = self._store.joined_effects(game_id, start, versions.stop - 1)
                _need_all(game_id, versions, count)
                yield versions, text


def _candidates(path: Path) -> Iterator[Version]:
    """Versions that may have a cached board, from the end of a path: first one by one, then the snapshots."""
    yield from islice(chain.from_iterable(map(reversed, reversed(path))), SNAPSHOT_INTERVAL)
    yield from reversed(snapshot_versions(path))


def _need_all(game_id: UUID, span: range, found: int) -> None:
    """Raise DamagedGame if some versions of a span are missing."""
    if found != len(span):
        raise DamagedGame(game_id, f"of its versions {span.start} to {span.stop - 1} only {found} are stored")


def snapshot_versions(path: Path) -> list[Version]:
    """Every `SNAPSHOT_INTERVAL`th version of a path: the same on all lines that share them."""
    found: list[Version] = []
    depth = 0
    for part in path:
        found += part[-(depth + 1) % SNAPSHOT_INTERVAL :: SNAPSHOT_INTERVAL]
        depth += len(part)
    return found


def read_start(store: Store, game_id: UUID, ruleset: Ruleset[Any] | None = None) -> Start:
    """The setup of a game: the action of its first event, in today's form if its ruleset is given.

    Raises DamagedGame, and RulesetMissing if an upcaster fails.
    """
    try:
        first = store.event(game_id, 1)
        if ruleset is None:
            return msgspec.json.decode(first.action, type=Start)
        return ruleset.stored_start(first.action, first.ruleset_version)
    except UpcastFailed as error:
        assert ruleset
        raise RulesetMissing(ruleset.name, f"in game {game_id}, {error}") from error
    except (UnknownVersion, msgspec.MsgspecError, TypeError) as error:
        raise DamagedGame(game_id, f"its first event does not start a game ({error})") from error
