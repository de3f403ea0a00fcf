"""Server-sent events: each action of a game as it is recorded, as one viewer may see it."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from queue import Empty
from threading import BoundedSemaphore, Lock
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from msgspec import Struct

from api.recording.consent import in_public
from api.recording.undo import needs_consent
from events import Unavailable
from projections import status_of
from projections.live import STOPPED, Watcher
from projections.notes import may_read

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
    from uuid import UUID

    from events import Game, Note
    from projections import Library
    from projections.live import Change, ChangeQueue
    from rulesets.kit.structs import Viewer

ALIVE_SECONDS = 15.0
"""How often a quiet stream sends a comment, by which it notices that its reader is gone."""

AGAIN_MS = 1_000
"""How soon an interrupted reader reconnects; the default of browsers is three seconds."""

LEFT_FOR_OTHERS = 8
"""Threads that streams leave free."""

CACHED_EVENTS = 4_096
"""Encoded events that are cached for all who follow as the same viewer."""

CACHED_GAMES = 64
"""Games whose last snapshot is cached for all who follow them."""

LOCKS = 64
"""How many locks the games share: a follower waits for its own game, and rarely for another one."""

K = TypeVar("K")
V = TypeVar("V")

ALIVE = b": alive\n\n"

_encode = msgspec.json.Encoder().encode


class LiveEvent(Struct, frozen=True, kw_only=True):
    """An event of a game, as one viewer may see it."""

    version: int
    line: int
    head: int
    """The version that the game stands on after it."""
    seat: int | None
    round: int
    turn: int
    text: str
    touches: tuple[str, ...]
    waiting_for: tuple[int, ...]
    status: str


class LiveNote(Struct, frozen=True, kw_only=True):
    """A new or changed note, as one viewer may see it."""

    n: int
    version: int
    seat: int | None
    text: str | None
    visible_to: str
    visible_from: str

    @classmethod
    def of(cls, note: Note) -> LiveNote:
        """A stored note as it is sent."""
        return msgspec.convert(note, cls, from_attributes=True)


class LostNote(Struct, frozen=True, kw_only=True):
    """A note that the viewer can no longer read."""

    n: int
    version: int
    gone: bool = True


class Snapshot(Struct, frozen=True, kw_only=True):
    """A game as it was read for all who follow it."""

    poll: int
    """The number of the poll of the log that it comes from."""
    game: Game
    undo_request: dict[str, Any] | None
    """The open undo request, as everybody may know it."""
    metadata_poll: int
    """The number of the poll that its notes come from."""
    notes: Sequence[Note]

    def hello(self, viewer: Viewer) -> dict[str, Any]:
        """Where the game stands, the open undo request, and a digest of the notes that a viewer may read.

        Undo requests and notes have no version: by these, an interrupted reader learns whether they changed.
        """
        return {
            "version": self.game.version,
            "head": self.game.summary.head,
            "status": self.game.summary.status,
            "undo_request": self.undo_request,
            "notes": _digest(_readable(viewer, self)),
        }


class Stream:
    """An open stream. When it ends, another one may be opened in its place, even if nobody ever read it.

    It also ends when the database is away, without an error: its reader connects again anyway.
    """

    def __init__(self, parts: Generator[bytes, None, None], free: BoundedSemaphore, at_end: Callable[[], None]) -> None:
        self._parts, self._at_end = parts, at_end
        self._free: BoundedSemaphore | None = free

    def __iter__(self) -> Stream:
        return self

    def __next__(self) -> bytes:
        try:
            return next(self._parts)
        except StopIteration:
            self._at_end()
            raise
        except Unavailable:  # the reader connects again, and continues where this ends
            self._at_end()
            raise StopIteration from None

    def close(self) -> None:
        """Called once by the web server, and perhaps again."""
        self._parts.close()
        free, self._free = self._free, None
        if free:
            free.release()


class Streams:
    """The open streams of a process; some threads are left for everything else."""

    def __init__(self, library: Library, threads: int) -> None:
        self.library = library
        self.watch = Watcher(library.store)
        self._free = BoundedSemaphore(most) if (most := threads - LEFT_FOR_OTHERS) > 0 else None
        self._written: OrderedDict[tuple[UUID, Viewer, bool, int], bytes] = OrderedDict()
        self._shared: OrderedDict[UUID, Snapshot] = OrderedDict()
        self._lock = Lock()
        self._locks = [Lock() for _ in range(LOCKS)]

    def open(self, game: Game, viewer: Viewer, after: int | None, at_end: Callable[[], None]) -> Stream | None:
        """The events of a game after a version, and then as they come; None if too many streams are open.

        If the game does not have the version `after` yet, the stream begins at the newest. `at_end` is called when
        everything is sent.
        """
        if self._free is None or self.watch.stopped or not self._free.acquire(blocking=False):
            return None
        return Stream(self._stream(game.id, viewer, after), self._free, at_end)

    def stop(self) -> None:
        """End all streams. A signal may call it."""
        self.watch.stop()

    def _stream(self, game_id: UUID, viewer: Viewer, after: int | None) -> Generator[bytes, None, None]:
        with self.watch.subscribe(game_id) as changes:
            yield from self._follow(changes, game_id, viewer, after)

    def _follow(self, changes: ChangeQueue, game_id: UUID, viewer: Viewer, after: int | None) -> Iterator[bytes]:
        now = self._read(game_id)
        sent = after if after is not None and after <= now.game.version else now.game.version
        undo_request, notes = None, _readable(viewer, now)
        yield b"retry: %d\n" % AGAIN_MS + _message("hello", now.hello(viewer))
        alive_at = monotonic() + ALIVE_SECONDS
        while True:
            for version in range(sent + 1, now.game.version + 1):
                yield self._event(now.game, viewer, version)
            sent = max(sent, now.game.version)
            if now.undo_request != undo_request:
                undo_request = now.undo_request
                yield _message("undo_request", undo_request)
            before, notes = notes, _readable(viewer, now)
            yield from _changed(before, notes)
            while (change := _latest(changes, alive_at)) is None:
                yield ALIVE
                alive_at = monotonic() + ALIVE_SECONDS
            if change is STOPPED:
                return
            now = self._now(game_id, change)

    # --- shared by all who follow

    def _now(self, game_id: UUID, change: Change) -> Snapshot:
        """The game after a change: read once for all who follow it."""
        with self._lock_of(game_id):
            cached = self._shared.get(game_id)
            if cached is None or cached.poll < change.poll:
                cached = self._read(
                    game_id, change.poll, cached if cached and change.metadata_poll <= cached.metadata_poll else None
                )
                with self._lock:
                    _keep(self._shared, game_id, cached, CACHED_GAMES)
        return cached

    def _read(self, game_id: UUID, poll: int = 0, before: Snapshot | None = None) -> Snapshot:
        """The game as it is; with the notes of `before`, if none is new since."""
        store, game = self.library.store, self.library.game(game_id)
        undo_request = store.open_undo_request(game.id, game.version) if needs_consent(game) else None
        return Snapshot(
            poll=poll,
            game=game,
            undo_request=None if undo_request is None else in_public(undo_request),
            metadata_poll=before.metadata_poll if before else poll,
            notes=before.notes if before else store.notes(game_id),
        )

    def _event(self, game: Game, viewer: Viewer, version: int) -> bytes:
        """An event as it is sent: encoded once for all who follow as the same viewer."""
        key = game.id, viewer, game.summary.status != "running", version
        with self._lock_of(game.id):
            cached = self._written.get(key)
            if cached is None:
                cached = self._write(game, viewer, version)
                with self._lock:
                    _keep(self._written, key, cached, CACHED_EVENTS)
        return cached

    def _lock_of(self, game_id: UUID) -> Lock:
        """Followers of one game do not wait for other long games."""
        return self._locks[game_id.int % len(self._locks)]

    def _write(self, game: Game, viewer: Viewer, version: int) -> bytes:
        library, tree, ruleset = self.library, self.library.tree(game), self.library.ruleset(game)
        step, board = library.step(game, version, viewer), library.board(game, version, viewer)
        over = ruleset.over(board)
        event = LiveEvent(
            version=version,
            line=tree.line(version),
            head=tree.stands_for(version),
            seat=step.event.seat,
            round=board.round,
            turn=board.turn,
            text=step.text,
            touches=step.touches,
            waiting_for=tuple(ruleset.waiting_for(board)),
            status=status_of(over),
        )
        message = _message("event", event, version)
        return message + _message("end", {"version": version}) if over else message


def _keep(cached: OrderedDict[K, V], key: K, value: V, most: int) -> None:
    cached[key] = value
    cached.move_to_end(key)
    while len(cached) > most:
        cached.popitem(last=False)


def _readable(viewer: Viewer, now: Snapshot) -> Mapping[int, LiveNote]:
    """The notes that a viewer may read, by their numbers."""
    return {note.n: LiveNote.of(note) for note in now.notes if may_read(now.game, note, viewer)}


def notes_digest(notes: Iterable[Note]) -> str:
    """The digest that a stream begins with, for the notes that its viewer may read."""
    return _digest({note.n: LiveNote.of(note) for note in notes})


def _digest(notes: Mapping[int, LiveNote]) -> str:
    """Equal for equal notes; empty if there are none."""
    listed = [notes[n] for n in sorted(notes)]
    return hashlib.sha256(_encode(listed)).hexdigest()[:16] if listed else ""


def _changed(before: Mapping[int, LiveNote], now: Mapping[int, LiveNote]) -> Iterator[bytes]:
    """The messages about changed notes that the viewer may read."""
    for n, note in now.items():
        if before.get(n) != note:
            yield _message("annotation", note)
    for n in before.keys() - now.keys():
        yield _message("annotation", LostNote(n=n, version=before[n].version))


def _latest(changes: ChangeQueue, until: float) -> Change | None:
    """The latest change; None if there was none until then.

    Changes that the viewer may not see must not delay the comment that the stream is alive, so the time is fixed.
    """
    latest = None
    try:
        latest = changes.get(timeout=max(0.0, until - monotonic()))
        while latest is not STOPPED and not changes.empty():
            latest = changes.get()
    except Empty:
        pass
    return latest


def _message(kind: str, data: object, version: int | None = None) -> bytes:
    number = b"" if version is None else b"id: %d\n" % version
    return b"%bevent: %b\ndata: %b\n\n" % (number, kind.encode(), _encode(data))
