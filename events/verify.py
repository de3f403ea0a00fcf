"""Verifying the log: is everything still as it was written? One pass over the log, game by game.

The hash chain shows events that were changed, removed or inserted within a game. Gaps in the positions show whole games
that are gone, and the row of a game shows events that are missing at its end. The metadata of a game (requests, notes,
labels, undo requests) may refer only to events that exist.

Events are read in pages by game and version, without a transaction from one page to the next: the log can be written
meanwhile. A game is checked up to the version that its row had when it was read.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple
from uuid import UUID

from events.anchor import Anchor, AnchorCheck
from events.engines import Engines
from events.envelope import NO_GAME, LogFault
from events.errors import Damaged
from events.positions import Positions
from events.tables import NO_LIMIT
from events.verified_game import PAGE, VerifiedGame
from events.verify_queries import ID_BYTES, Metadata, Queries, StoredRequest

ROWS = 200
"""Rows of games that are read at once, each with the other metadata."""

MAX_FAULTS = 20
"""At most this many faults of one kind are listed for the log as a whole."""

BEYOND_ALL = b"\xff" * (ID_BYTES + 1)


class Verification:
    """One pass over the log or a part of it: iterate over `games`, then over the `faults` of the log as a whole.

    A part is one game, or the games of a ruleset. With `since`, only games with events after that position are read,
    each from its start. With an `anchor`, the log up to its position is compared with it.
    """

    def __init__(
        self,
        engines: Engines,
        game_id: UUID | None = None,
        *,
        ruleset: str | None = None,
        since: int = 0,
        anchor: Anchor | None = None,
    ) -> None:
        self._queries = Queries(engines)
        self._game_id = game_id
        self._ruleset = ruleset
        self._since = since
        self.is_whole = game_id is None and ruleset is None
        """Whether all games are verified, not a part."""
        self._anchor_check = AnchorCheck(anchor) if anchor else None
        if anchor and (since or not self.is_whole):
            raise ValueError("an anchor is about the whole log")
        self.position, count = self._queries.extent(since)
        self._positions = Positions(since, self.position, count)
        self._duplicates: list[LogFault] = []
        self._other_faults: list[LogFault] = []
        self._faulty: set[bytes] = set()
        self.expected = count if self.is_whole else None
        """About how many events will be read, if that is known."""
        self.events = 0
        """How many events were read so far."""
        self.count = 0
        """How many games were read so far."""
        self.sets: dict[str, set[str]] = defaultdict(set)
        """The rulesets of each undamaged component set, by its address."""

    def games(self) -> Iterator[VerifiedGame]:
        """The games in the order of their ids. Each is read lazily, so finish with it before you take the next.

        Raises Unavailable.
        """
        self._check_sets()
        chunks = self._chunks()
        ahead = next(chunks, None)
        while ahead is not None:
            raw_id, metadata = ahead.game_id, ahead.metadata or self._queries.metadata_of(ahead.game_id)

            def rows(first: _Chunk = ahead, raw_id: bytes = raw_id) -> Iterator[Sequence[Any]]:
                nonlocal ahead
                yield first.rows
                while (ahead := next(chunks, None)) is not None and ahead.game_id == raw_id:
                    yield ahead.rows

            game = VerifiedGame(self._queries, raw_id, metadata, rows(), self._count_rows)
            self.count += 1
            yield game
            game.finish()
            if game.fault:
                self._faulty.add(raw_id)

    def faults(self) -> Iterator[LogFault]:
        """Faults of the log as a whole, after all games were read."""
        yield from self._other_faults
        if not self.is_whole:
            return
        yield from self._anchor_faults()
        try:
            yield from self._position_faults()
            if not self._since:
                yield from self._orphan_faults()
                yield from self._creation_faults()
        except Damaged as error:
            yield LogFault(NO_GAME, 0, f"an index, or the metadata of games, cannot be read: {error.why}")

    def _count_rows(self, rows: Sequence[Any]) -> None:
        self.events += len(rows)
        if self._anchor_check:
            self._anchor_check.observe(rows)
        if self.is_whole:
            for position, raw_id, version, *_ in self._positions.observe(rows)[: MAX_FAULTS - len(self._duplicates)]:
                what = f"position {position} of the log is used twice"
                self._duplicates.append(LogFault(_id_of(raw_id), version, what))

    # --- the order of reading

    def _chunks(self) -> Iterator[_Chunk]:
        if self._game_id is not None:
            yield _Chunk(self._game_id.bytes)
        elif self._since:
            for raw_id in self._queries.ids_since(self._since, self._ruleset):
                yield from self._chunk(raw_id)
        elif self._ruleset is not None:
            for raw_id in self._queries.ids_of(self._ruleset):
                yield from self._chunk(raw_id)
        else:
            yield from self._all_chunks()

    def _all_chunks(self) -> Iterator[_Chunk]:
        """Events in pages, each game with its row; games that have a row but no events come in between."""
        opened = b""
        for rows, upto in self._pages():
            metadata_after = self._metadata_after(opened, upto)
            ahead = next(metadata_after, None)
            for raw_id, group in groupby(rows, key=itemgetter(1)):
                if raw_id == opened:
                    yield _Chunk(raw_id, None, tuple(group))
                    continue
                if raw_id < opened:
                    continue  # a broken key: the game that misses the event reports it
                while ahead is not None and ahead[0] < raw_id:
                    yield from self._chunk(*ahead)
                    ahead = next(metadata_after, None)
                if ahead is not None and ahead[0] == raw_id:
                    yield from self._chunk(*ahead, tuple(group))
                    ahead = next(metadata_after, None)
                else:
                    yield from self._chunk(raw_id, None, tuple(group))
                opened = raw_id
            while ahead is not None:
                yield from self._chunk(*ahead)
                ahead = next(metadata_after, None)
            opened = max(opened, upto)

    def _chunk(self, raw_id: bytes, metadata: Metadata | None = None, rows: Sequence[Any] = ()) -> Iterator[_Chunk]:
        if len(raw_id) == ID_BYTES:
            yield _Chunk(raw_id, metadata, rows)
        else:
            self._count_rows(rows)
            what = f"a game or its events are stored under {raw_id!r}, which is not an id"
            self._other_faults.append(LogFault(NO_GAME, 0, what))

    def _pages(self) -> Iterator[tuple[Sequence[Any], bytes]]:
        """Pages of events, each with the id of its last game."""
        after = (b"", 0)
        while (rows := self._page(after)) is None or rows:
            if rows is None:
                if (skipped := self._unreadable(after)) is None:
                    break
                after = (skipped, NO_LIMIT)
            elif (key := (rows[-1][1], rows[-1][2])) > after:
                after = key
            else:  # a broken key: reading on from it would never end
                after = (after[0], NO_LIMIT)
            yield rows or (), after[0]
        yield (), BEYOND_ALL

    def _page(self, after: tuple[bytes, int]) -> Sequence[Any] | None:
        """The next page of events; if it cannot be read, the next event; None if that cannot be read either."""
        for size in (PAGE, 1):
            try:
                return self._queries.page(after, size)
            except Damaged:
                continue
        return None

    def _unreadable(self, after: tuple[bytes, int]) -> bytes | None:
        """The game after a key whose events cannot be read in a page; it is read on its own."""
        raw_id, version = after
        try:
            if version != NO_LIMIT and self._queries.metadata_of(raw_id).version not in (None, version):
                return raw_id
            return self._queries.next_id(raw_id)
        except Damaged as error:
            self._other_faults.append(LogFault(NO_GAME, 0, f"the log cannot be read to its end: {error.why}"))
            return None

    def _metadata_after(self, after: bytes, upto: bytes) -> Iterator[tuple[bytes, Metadata]]:
        """The games with a row, after one id and up to another, each with its metadata."""
        while after < upto:
            try:
                found = self._queries.metadata_after(after, upto, ROWS)
            except Damaged as error:
                self._other_faults.append(
                    LogFault(NO_GAME, 0, f"rows of games cannot be read: {error.why}", kind="row")
                )
                return
            yield from found.items()
            if len(found) < ROWS:
                return
            after = max(found)

    # --- the log as a whole

    def _check_sets(self) -> None:
        try:
            for ruleset, hash, document in self._queries.component_sets():
                address, name = hash.decode("utf-8", "backslashreplace"), ruleset.decode("utf-8", "backslashreplace")
                found = sha256(document).hexdigest()
                if found == address:
                    self.sets[address].add(name)
                else:
                    what = f"the document of component set {address} of {name} has the address {found}"
                    self._other_faults.append(LogFault(NO_GAME, 0, what, kind="set"))
        except Damaged as error:
            self._other_faults.append(LogFault(NO_GAME, 0, f"component sets cannot be read: {error.why}", kind="set"))

    def _anchor_faults(self) -> Iterator[LogFault]:
        if self._anchor_check is None:
            return
        given, computed = self._anchor_check.anchor, self._anchor_check.computed()
        if self.position < given.position:
            what = f"the log ends at position {self.position}, and the anchor was made at {given.position}"
        elif computed != given:
            what = (
                f"up to position {given.position} the log had {given.games} games with the root {given.root}, "
                f"and has {computed.games} with {computed.root}"
            )
        else:
            return
        yield LogFault(NO_GAME, 0, what, kind="anchor")

    def _position_faults(self) -> Iterator[LogFault]:
        yield from self._duplicates
        listed = 0
        for first, last in self._positions.missing():
            at = first
            for position, raw_id, version in self._queries.indexed_positions(first, last + 1):
                if position > at:
                    what = f"positions {at} to {position - 1} of the log are missing"
                    yield LogFault(_id_of(raw_id), version, what)
                    listed += 1
                at = position + 1
                if position <= last and raw_id not in self._faulty:
                    what = f"the index of positions says {position}, and the event has another position"
                    yield LogFault(_id_of(raw_id), version, what)
                    listed += 1
                if listed >= MAX_FAULTS:
                    yield LogFault(NO_GAME, 0, "more positions of the log are wrong")
                    return
            if at <= last:
                yield LogFault(NO_GAME, 0, f"positions {at} to {last} of the log are missing")

    def _orphan_faults(self) -> Iterator[LogFault]:
        for table, raw_id in self._queries.orphans(MAX_FAULTS):
            yield LogFault(_id_of(raw_id), 0, f"{table} refers to the game, which has no row", kind="beside")

    def _creation_faults(self) -> Iterator[LogFault]:
        """Faults of requests that created a game: their scope is not that game."""
        for request in self._queries.all_requests():
            game_id = _id_of(request.game_id)
            if request.scope != str(game_id).encode() and (what := self._mismatch(request)):
                key = request.key.decode("utf-8", "backslashreplace")
                yield LogFault(game_id, 0, f"the request under the key {key!r} {what}", kind="beside")

    def _mismatch(self, request: StoredRequest) -> str | None:
        """What is wrong with such a request; None if nothing is."""
        if what := request.malformed:
            return what
        times = self._queries.times(request.game_id, (1, request.last, request.last + 1))
        if not times:
            return None  # the game is gone, which is reported elsewhere
        led = request.first == 1 and times[1] == times.get(request.last) == request.recorded_at
        if led and times.get(request.last + 1) != request.recorded_at:
            return None
        return f"led to versions {request.first} to {request.last}, but no game was created with these"


class _Chunk(NamedTuple):
    """Consecutive events of one game; none if they are still to be read."""

    game_id: bytes
    metadata: Metadata | None = None
    rows: Sequence[Any] = ()


def _id_of(raw_id: object) -> UUID:
    return UUID(bytes=raw_id) if isinstance(raw_id, bytes) and len(raw_id) == ID_BYTES else NO_GAME
