"""Verifying the log: is everything in it still as it was written? One reading of it, game by game.

The chain finds what was changed, dropped or put in within a game; contiguous positions find whole games that are gone;
the game's row finds events lost at the end. What lies beside the events, requests, notes, labels and undo requests, has
to speak of events that there are.

Events are read in pages by game and version, and no transaction stays open between two pages: a log can be verified
while it is written. A game is checked up to the version that its row had when it was read.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple
from uuid import UUID

from events.anchor import Anchor, Anchored
from events.engines import Engines
from events.envelope import NAMELESS, LogFault
from events.errors import Damaged
from events.positions import Positions
from events.tables import NO_LIMIT
from events.verified_game import PAGE, VerifiedGame
from events.verify_queries import ID_BYTES, Asked, Beside, Queries

ROWS = 200
"""Rows of games that are read at once, with all that lies beside them."""

MOST = 20
"""Faults of one kind that are listed of the log as a whole."""

BEYOND_ALL = b"\xff" * (ID_BYTES + 1)


class Reading:
    """One reading of the log, or of a part of it: go through `games`, then ask for the `faults` of the log as a whole.

    A part are the games of a ruleset, or one game. With `since`, only games that have events after that position are
    read, each from its beginning. With an `anchor`, the log up to its position is compared with it.
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
        """Whether it is about the log as a whole."""
        self._anchored = Anchored(anchor) if anchor else None
        if anchor and (since or not self.is_whole):
            raise ValueError("an anchor is about the whole log")
        self.position, count = self._queries.extent(since)
        self._positions = Positions(since, self.position, count)
        self._twice: list[LogFault] = []
        self._strays: list[LogFault] = []
        self._faulty: set[bytes] = set()
        self.expected = count if self.is_whole else None
        """About how many events it will read, where that is known."""
        self.events = 0
        """How many it has read."""
        self.count = 0
        """How many games."""
        self.sets: dict[str, set[str]] = defaultdict(set)
        """The rulesets of the component sets that are as they were stored, by address."""

    def games(self) -> Iterator[VerifiedGame]:
        """The games in the order of their ids. Each is read while it is looked at: be done with one before the next.

        Raises Unavailable.
        """
        self._check_sets()
        chunks = self._chunks()
        ahead = next(chunks, None)
        while ahead is not None:
            raw_id, beside = ahead.game_id, ahead.beside or self._queries.alone(ahead.game_id)

            def rows(first: _Chunk = ahead, raw_id: bytes = raw_id) -> Iterator[Sequence[Any]]:
                nonlocal ahead
                yield first.rows
                while (ahead := next(chunks, None)) is not None and ahead.game_id == raw_id:
                    yield ahead.rows

            game = VerifiedGame(self._queries, raw_id, beside, rows(), self._see)
            self.count += 1
            yield game
            game.finish()
            if game.fault:
                self._faulty.add(raw_id)

    def faults(self) -> Iterator[LogFault]:
        """What is wrong with the log as a whole, once all games were read."""
        yield from self._strays
        if not self.is_whole:
            return
        yield from self._of_anchor()
        try:
            yield from self._of_positions()
            if not self._since:
                yield from self._orphans()
                yield from self._of_creations()
        except Damaged as error:
            yield LogFault(NAMELESS, 0, f"an index, or what lies beside the events, cannot be read: {error.why}")

    def _see(self, rows: Sequence[Any]) -> None:
        self.events += len(rows)
        if self._anchored:
            self._anchored.see(rows)
        if self.is_whole:
            for position, raw_id, version, *_ in self._positions.see(rows)[: MOST - len(self._twice)]:
                what = f"position {position} of the log is taken twice"
                self._twice.append(LogFault(_id_of(raw_id), version, what))

    # --- the order in which all is read

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
        """Events in pages, each game's with its row; between them the games that have rows and no events there."""
        opened = b""
        for rows, upto in self._pages():
            besides = self._besides(opened, upto)
            ahead = next(besides, None)
            for raw_id, group in groupby(rows, key=itemgetter(1)):
                if raw_id == opened:
                    yield _Chunk(raw_id, None, tuple(group))
                    continue
                if raw_id < opened:
                    continue  # a broken key: the game that lacks the event is named for it
                while ahead is not None and ahead[0] < raw_id:
                    yield from self._chunk(*ahead)
                    ahead = next(besides, None)
                if ahead is not None and ahead[0] == raw_id:
                    yield from self._chunk(*ahead, tuple(group))
                    ahead = next(besides, None)
                else:
                    yield from self._chunk(raw_id, None, tuple(group))
                opened = raw_id
            while ahead is not None:
                yield from self._chunk(*ahead)
                ahead = next(besides, None)
            opened = max(opened, upto)

    def _chunk(self, raw_id: bytes, beside: Beside | None = None, rows: Sequence[Any] = ()) -> Iterator[_Chunk]:
        if len(raw_id) == ID_BYTES:
            yield _Chunk(raw_id, beside, rows)
        else:
            self._see(rows)
            what = f"a game or its events are stored under {raw_id!r}, which is not an id"
            self._strays.append(LogFault(NAMELESS, 0, what))

    def _pages(self) -> Iterator[tuple[Sequence[Any], bytes]]:
        """Pages of events, each with the id up to which its games go."""
        after = (b"", 0)
        while (rows := self._page(after)) is None or rows:
            if rows is None:
                if (skipped := self._unreadable(after)) is None:
                    break
                after = (skipped, NO_LIMIT)
            elif (key := (rows[-1][1], rows[-1][2])) > after:
                after = key
            else:  # a broken key, and who went on from it would go round in circles
                after = (after[0], NO_LIMIT)
            yield rows or (), after[0]
        yield (), BEYOND_ALL

    def _page(self, after: tuple[bytes, int]) -> Sequence[Any] | None:
        """The next events; where they cannot be read together, the next one; None where not even that can be read."""
        for size in (PAGE, 1):
            try:
                return self._queries.page(after, size)
            except Damaged:
                continue
        return None

    def _unreadable(self, after: tuple[bytes, int]) -> bytes | None:
        """The game of the events after a key, which cannot be read with others: it is asked for by itself."""
        raw_id, version = after
        try:
            if version != NO_LIMIT and self._queries.alone(raw_id).version not in (None, version):
                return raw_id
            return self._queries.next_id(raw_id)
        except Damaged as error:
            self._strays.append(LogFault(NAMELESS, 0, f"the log cannot be read to its end: {error.why}"))
            return None

    def _besides(self, after: bytes, upto: bytes) -> Iterator[tuple[bytes, Beside]]:
        """The games after an id that have a row, up to an id, with what lies beside their events."""
        while after < upto:
            try:
                found = self._queries.besides(after, upto, ROWS)
            except Damaged as error:
                self._strays.append(LogFault(NAMELESS, 0, f"rows of games cannot be read: {error.why}", kind="row"))
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
                    self._strays.append(LogFault(NAMELESS, 0, what, kind="set"))
        except Damaged as error:
            self._strays.append(LogFault(NAMELESS, 0, f"component sets cannot be read: {error.why}", kind="set"))

    def _of_anchor(self) -> Iterator[LogFault]:
        if self._anchored is None:
            return
        kept, found = self._anchored.anchor, self._anchored.found()
        if self.position < kept.position:
            what = f"the log ends at position {self.position}, and the anchor was made at {kept.position}"
        elif found != kept:
            what = (
                f"up to position {kept.position} the log had {kept.games} games with the root {kept.root}, "
                f"and has {found.games} with {found.root}"
            )
        else:
            return
        yield LogFault(NAMELESS, 0, what, kind="anchor")

    def _of_positions(self) -> Iterator[LogFault]:
        yield from self._twice
        listed = 0
        for first, last in self._positions.missing():
            at = first
            for position, raw_id, version in self._queries.places(first, last + 1):
                if position > at:
                    what = f"positions {at} to {position - 1} of the log are missing"
                    yield LogFault(_id_of(raw_id), version, what)
                    listed += 1
                at = position + 1
                if position <= last and raw_id not in self._faulty:
                    what = f"by the index of positions its place in the log is {position}, by the event it is another"
                    yield LogFault(_id_of(raw_id), version, what)
                    listed += 1
                if listed >= MOST:
                    yield LogFault(NAMELESS, 0, "more places of the log are wrong")
                    return
            if at <= last:
                yield LogFault(NAMELESS, 0, f"positions {at} to {last} of the log are missing")

    def _orphans(self) -> Iterator[LogFault]:
        for table, raw_id in self._queries.orphans(MOST):
            yield LogFault(_id_of(raw_id), 0, f"{table} speaks of the game, which has no row", kind="beside")

    def _of_creations(self) -> Iterator[LogFault]:
        """Requests that were not sent to the game that they are about: they made it."""
        for asked in self._queries.all_requests():
            game_id = _id_of(asked.game_id)
            if asked.scope != str(game_id).encode() and (what := self._unlike(asked)):
                key = asked.key.decode("utf-8", "backslashreplace")
                yield LogFault(game_id, 0, f"the request under the key {key!r} {what}", kind="beside")

    def _unlike(self, asked: Asked) -> str | None:
        """What such a request says that cannot be; None where all is as it was stored."""
        if what := asked.misshapen:
            return what
        times = self._queries.times(asked.game_id, (1, asked.last, asked.last + 1))
        if not times:
            return None  # the game is gone, and named for that
        led = asked.first == 1 and times[1] == times.get(asked.last) == asked.recorded_at
        if led and times.get(asked.last + 1) != asked.recorded_at:
            return None
        return f"led to versions {asked.first} to {asked.last}, and with it no game was stored that begins with these"


class _Chunk(NamedTuple):
    """Events of one game that follow each other; none where they are still to be read."""

    game_id: bytes
    beside: Beside | None = None
    rows: Sequence[Any] = ()


def _id_of(raw_id: object) -> UUID:
    return UUID(bytes=raw_id) if isinstance(raw_id, bytes) and len(raw_id) == ID_BYTES else NAMELESS
