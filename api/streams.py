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
from api.recording.undo import asks_others
from projections import status_of
from projections.live import STOPPED, Watcher
from projections.notes import may_read

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
    from uuid import UUID

    from events import Game, Note
    from projections import Library
    from projections.live import Change, ChangeQueue
    from rulesets.kit.structs import Viewer

ALIVE_SECONDS = 15.0
"""A quiet stream says so often that it lives, and finds out so that nobody reads it any more."""

AGAIN_MS = 1_000
"""So soon a reader who is cut off asks again; browsers wait three seconds unless told."""

LEFT_FOR_OTHERS = 8
"""Threads that no stream takes."""

KEPT = 4_096
"""Events that are kept as they were written, for all who follow with the same eyes."""

KEPT_GAMES = 64
"""Games that are kept as they were read last, for all who follow."""

LOCKS = 64
"""Who follows a game waits for others of it, and for one game in so many beside."""

K = TypeVar("K")
V = TypeVar("V")

ALIVE = b": alive\n\n"

_encode = msgspec.json.Encoder().encode


class LiveEvent(Struct, frozen=True, kw_only=True):
    """An event of a game, told to one viewer."""

    version: int
    line: int
    head: int
    """The version that the game is at after it."""
    seat: int | None
    round: int
    turn: int
    text: str
    touches: tuple[str, ...]
    waiting_for: tuple[int, ...]
    status: str


class LiveNote(Struct, frozen=True, kw_only=True):
    """A note that is new or has changed, told to one viewer."""

    n: int
    version: int
    seat: int | None
    text: str | None
    visible_to: str
    visible_from: str


class LostNote(Struct, frozen=True, kw_only=True):
    """A note that the viewer does not read any more."""

    n: int
    version: int
    gone: bool = True


class Now(Struct, frozen=True, kw_only=True):
    """A game as it was read for all who follow it."""

    look: int
    """At the log, whose news it holds."""
    game: Game
    asked: dict[str, Any] | None
    """What a seat asks the others for, as everybody may know it."""
    noted: int
    """The look whose notes it holds."""
    notes: Sequence[Note]

    def hello(self, viewer: Viewer) -> dict[str, Any]:
        """Where the game is, what is asked for, and a digest of the notes that a viewer may read.

        All that has no number to go on from: who was cut off sees by it what went by meanwhile.
        """
        return {
            "version": self.game.version,
            "head": self.game.summary.head,
            "status": self.game.summary.status,
            "undo_request": self.asked,
            "notes": _digest(_read_by(viewer, self)),
        }


class Stream:
    """An open stream. It gives its place back however it ends, also where nobody ever read it."""

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

    def close(self) -> None:
        """Called once by the web server, and perhaps again."""
        self._parts.close()
        free, self._free = self._free, None
        if free:
            free.release()


class Streams:
    """The open streams of a process: so many at most that threads are left for everything else."""

    def __init__(self, library: Library, threads: int) -> None:
        self.library = library
        self.watch = Watcher(library.store)
        self._free = BoundedSemaphore(most) if (most := threads - LEFT_FOR_OTHERS) > 0 else None
        self._written: OrderedDict[tuple[UUID, Viewer, bool, int], bytes] = OrderedDict()
        self._shared: OrderedDict[UUID, Now] = OrderedDict()
        self._lock = Lock()
        self._locks = [Lock() for _ in range(LOCKS)]

    def open(self, game: Game, viewer: Viewer, after: int | None, at_end: Callable[[], None]) -> Stream | None:
        """The events of a game after a version, and then as they come; None where too many streams are open.

        An `after` that the game has not got yet is of another game: it begins at the newest. `at_end` is called once
        all is told.
        """
        if self._free is None or self.watch.stopped or not self._free.acquire(blocking=False):
            return None
        return Stream(self._stream(game.id, viewer, after), self._free, at_end)

    def stop(self) -> None:
        """End all streams. A signal may call it."""
        self.watch.stop()

    def _stream(self, game_id: UUID, viewer: Viewer, after: int | None) -> Generator[bytes, None, None]:
        with self.watch.subscribe(game_id) as news:
            yield from self._follow(news, game_id, viewer, after)

    def _follow(self, news: ChangeQueue, game_id: UUID, viewer: Viewer, after: int | None) -> Iterator[bytes]:
        now = self._read(game_id)
        told = after if after is not None and after <= now.game.version else now.game.version
        asked, notes = None, _read_by(viewer, now)
        yield b"retry: %d\n" % AGAIN_MS + _message("hello", now.hello(viewer))
        alive_at = monotonic() + ALIVE_SECONDS
        while True:
            for version in range(told + 1, now.game.version + 1):
                yield self._event(now.game, viewer, version)
            told = max(told, now.game.version)
            if now.asked != asked:
                asked = now.asked
                yield _message("undo_request", asked)
            before, notes = notes, _read_by(viewer, now)
            yield from _changed(before, notes)
            while (change := _heard(news, alive_at)) is None:
                yield ALIVE
                alive_at = monotonic() + ALIVE_SECONDS
            if change is STOPPED:
                return
            now = self._now(game_id, change)

    # --- what all who follow share

    def _now(self, game_id: UUID, change: Change) -> Now:
        """The game after a change: read once for all who follow it."""
        with self._lock_of(game_id):
            kept = self._shared.get(game_id)
            if kept is None or kept.look < change.poll:
                kept = self._read(game_id, change.poll, kept if kept and change.metadata_poll <= kept.noted else None)
                with self._lock:
                    _keep(self._shared, game_id, kept, KEPT_GAMES)
        return kept

    def _read(self, game_id: UUID, look: int = 0, before: Now | None = None) -> Now:
        """The game as it is; with the notes as they were `before`, where none is new since."""
        store, game = self.library.store, self.library.game(game_id)
        asked = store.open_undo_request(game.id, game.version) if asks_others(game) else None
        return Now(
            look=look,
            game=game,
            asked=None if asked is None else in_public(asked),
            noted=before.noted if before else look,
            notes=before.notes if before else store.notes(game_id),
        )

    def _event(self, game: Game, viewer: Viewer, version: int) -> bytes:
        """An event as it is sent: written once for all who follow with the same eyes."""
        key = game.id, viewer, game.summary.status != "running", version
        with self._lock_of(game.id):
            kept = self._written.get(key)
            if kept is None:
                kept = self._write(game, viewer, version)
                with self._lock:
                    _keep(self._written, key, kept, KEPT)
        return kept

    def _lock_of(self, game_id: UUID) -> Lock:
        """So that who follows one game never waits for long games of others."""
        return self._locks[game_id.int % len(self._locks)]

    def _write(self, game: Game, viewer: Viewer, version: int) -> bytes:
        library, tree, ruleset = self.library, self.library.tree(game), self.library.ruleset(game)
        step, board = library.step(game, version, viewer), library.board(game, version, viewer)
        over = ruleset.over(board)
        told = LiveEvent(
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
        message = _message("event", told, version)
        return message + _message("end", {"version": version}) if over else message


def _keep(kept: OrderedDict[K, V], key: K, value: V, most: int) -> None:
    kept[key] = value
    kept.move_to_end(key)
    while len(kept) > most:
        kept.popitem(last=False)


def _read_by(viewer: Viewer, now: Now) -> Mapping[int, LiveNote]:
    """The notes that a viewer may read, by their numbers."""
    return {
        note.n: LiveNote(
            n=note.n,
            version=note.version,
            seat=note.seat,
            text=note.text,
            visible_to=note.visible_to,
            visible_from=note.visible_from,
        )
        for note in now.notes
        if may_read(now.game, note, viewer)
    }


def _digest(notes: Mapping[int, LiveNote]) -> str:
    """Equal for equal notes; empty where there are none."""
    listed = [notes[n] for n in sorted(notes)]
    return hashlib.sha256(_encode(listed)).hexdigest()[:16] if listed else ""


def _changed(before: Mapping[int, LiveNote], now: Mapping[int, LiveNote]) -> Iterator[bytes]:
    """What a viewer is told of notes: nothing where those of others have changed."""
    for n, note in now.items():
        if before.get(n) != note:
            yield _message("annotation", note)
    for n in before.keys() - now.keys():
        yield _message("annotation", LostNote(n=n, version=before[n].version))


def _heard(news: ChangeQueue, until: float) -> Change | None:
    """The last that was told; None if until then nothing was.

    What concerns others alone must not make a stream say later that it lives, so it is not counted from the last news.
    """
    heard = None
    try:
        heard = news.get(timeout=max(0.0, until - monotonic()))
        while heard is not STOPPED and not news.empty():
            heard = news.get()
    except Empty:
        pass
    return heard


def _message(kind: str, data: object, version: int | None = None) -> bytes:
    number = b"" if version is None else b"id: %d\n" % version
    return b"%bevent: %b\ndata: %b\n\n" % (number, kind.encode(), _encode(data))
