"""The store: every read and write of the log goes through it.

Its promises are tested on both databases (`tests/events`): a stored event never changes; versions and positions have no
gaps, so a reader who follows the positions misses nothing; an append on top of another version than the caller has seen
is refused; every append may be sent twice; a change of stored events is found.

On SQLite, appends that arrive while another is being stored share one commit (`events/group_commit.py`). Each has its
own verdict, which its caller gets after the commit.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import Literal, NoReturn
from uuid import UUID

import sqlalchemy as sa
from msgspec import UNSET, Struct, UnsetType
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from events import component_sets, game_rows, line_labels, people, schema, transfer, undo_requests
from events import notes as stored_notes
from events.anchor import Anchor, anchor_of
from events.engines import Engines, Synchronous, errors_of_drivers, translating_damage, translating_errors
from events.envelope import Answer, Event, Header, LogFault, NewEvent, Request
from events.errors import CheckpointMismatch, Repeated, UnknownGame, UnknownVersion
from events.follower import Follower, QuarantinedGame, Write, checkpoint_mismatches, fetch_quarantined
from events.game import (
    ComponentSet,
    Game,
    NamedSet,
    NewGame,
    NewSet,
    Player,
    Sitter,
    Status,
    Summary,
    Visibility,
    new_id,
    now,
)
from events.game_rows import GameChanges, GameFilter
from events.hot_path import draft, open_hot_path
from events.notes import NewNote, Note, NoteChanges
from events.tables import ADJUSTS, NO_LIMIT, metadata_changes
from events.tables import events as log
from events.transfer import ImportResult, IncomingGame
from events.undo_requests import UndoRequest
from events.verify import Verification
from events.verify_queries import Queries

CHUNK = 1000
"""Events per query: no connection is held while the caller handles them."""


class Cursor(Struct, frozen=True):
    """How far a reader of all games has come."""

    position: int
    """The last event that was read."""
    metadata: int
    """The last change of metadata that was read."""


class Changes(Struct, frozen=True):
    """What was stored after a cursor."""

    cursor: Cursor
    """The new cursor, after all of this."""
    versions: Mapping[UUID, int]
    """The newest version of each game that has new events."""
    metadata: Mapping[UUID, int]
    """Each game whose metadata changed, with the number of its last change; numbers rise over all games."""


class Store:
    """A log in one database. Its methods may be called from many threads, and raise `LogError`s only.

    When the call of a write returns, the write survives the end of the process and a loss of power.
    """

    def __init__(self, engines: Engines) -> None:
        self._engines = engines
        self._hot = open_hot_path(engines)

    @classmethod
    def open(cls, url: str, *, migrate: bool | None = None, synchronous: Synchronous = "FULL") -> Store:
        """Open the log at a database URL.

        A SQLite file is created and migrated unless `migrate` is False; PostgreSQL is migrated only if it is True.
        `synchronous="NORMAL"` makes SQLite faster; a loss of power may then take the last acknowledged events.

        Raises `BadDatabaseUrl`, `SchemaBehind`, `SchemaAhead`, `Unavailable`, and `Damaged` if the file is no database.
        """
        engines = Engines.open(url, synchronous)
        try:
            with translating_errors():
                schema.prepare(engines, engines.on_sqlite if migrate is None else migrate)
        except BaseException:
            engines.close()
            raise
        return cls(engines)

    def close(self) -> None:
        """Close the connections to the database."""
        self._engines.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    # Writing a game

    def create(
        self,
        game: NewGame,
        events: Sequence[NewEvent],
        summary: Summary,
        *,
        request: Request | None = None,
        recorded_at: int | None = None,
    ) -> tuple[Event, ...]:
        """Store a new game, its first events and its new players, all or nothing.

        Raises `Repeated`, `KeyReused`, `GameExists`, `UnknownComponentSet`, `UnknownPlayer`, `EventTooLarge`.
        """
        at = now() if recorded_at is None else recorded_at
        ready = draft(game.id, 0, events, summary, at, request)
        with translating_errors():
            try:
                return self._hot.append(ready, new_rows=game_rows.rows_of(game, summary, at))
            except _refusals() as error:
                self._raise_reason(error, request, game)

    def append(
        self,
        game_id: UUID,
        expected: int,
        events: Sequence[NewEvent],
        summary: Summary,
        *,
        request: Request | None = None,
        notes: Mapping[int, str] | None = None,
        recorded_at: int | None = None,
    ) -> tuple[Event, ...]:
        """Store events after version `expected` of a game, with the game's new summary, all or nothing.

        `notes` are free text by version, stored as notes. Raises `EventTooLarge`; then `Repeated` or `KeyReused`; then
        `UnknownGame`, or `Stale` with the current version of the game.
        """
        at = now() if recorded_at is None else recorded_at
        ready = draft(game_id, expected, events, summary, at, request, notes)
        with translating_errors():
            try:
                return self._hot.append(ready)
            except _refusals() as error:
                self._raise_reason(error, request)

    def import_game(self, incoming: IncomingGame) -> ImportResult:
        """Store a game from another log with all its events; if the game is here, the events that it lacks.

        Events keep everything but their position. The name and the players of a game that is here stay. Raises
        `GameDiffers`, `UnknownComponentSet`.
        """
        return self.import_games([incoming])[0]

    def import_games(self, incoming: Sequence[IncomingGame]) -> list[ImportResult]:
        """Store several games as `import_game` does, which is faster. Each is stored as a whole or not at all.

        SQLite stores all in one transaction, and others wait for it: give it a few hundred games at most. Raises as
        `import_game` does.
        """
        with translating_errors():
            for last in (False, True):
                try:
                    with translating_damage(self._engines.writer), self._engines.writer.begin() as connection:
                        return [transfer.put(connection, each) for each in incoming]
                except _refusals() as error:  # another writer may just have stored a game, or one of its players
                    if last:
                        alone = incoming[0] if len(incoming) == 1 else None
                        self._raise_reason(error, None, alone.game if alone and not alone.component_sets else None)
        raise AssertionError("unreachable")

    def import_notes(self, game_id: UUID, notes: Sequence[Note], labels: Mapping[int, str]) -> None:
        """Store the notes and labels that came with a game from another log; those that are here stay as they are.

        Raises `UnknownGame`, `TooManyNotes`; then none is stored.
        """
        with translating_errors():
            for last in (False, True):
                try:
                    with self._engines.writer.begin() as connection:
                        stored_notes.check_version(connection, game_id, None)
                        stored_notes.put(connection, game_id, notes)
                        line_labels.put_missing(connection, game_id, labels)
                        return
                except _refusals():  # another import may just have stored the same
                    if last:
                        raise

    def _raise_reason(self, error: Exception, request: Request | None, game: NewGame | None = None) -> NoReturn:
        """Raise the reason why the database refused a write. An equal request may just have been stored."""
        answer = None if request is None else self.answered(request)
        if answer is not None:
            raise Repeated(answer) from error
        if game is not None:
            with self._engines.reader.connect() as connection:
                game_rows.raise_reason(connection, game)
        raise error

    def answered(self, request: Request) -> Answer | None:
        """The answer to an earlier equal request, or None. Raises `KeyReused` if its key was used for another."""
        with translating_errors():
            return self._hot.answered(request)

    # Games

    def game(self, game_id: UUID) -> Game:
        """Read a game's row with its seats. Raises `UnknownGame`, and `DamagedGame` for an impossible row."""
        with translating_errors():
            row = self._hot.game(game_id)
        if row is None:
            raise UnknownGame(game_id)
        return game_rows.game_of(row)

    def games(
        self,
        *,
        ruleset: str | None = None,
        component_sets: Collection[str] | None = None,
        player: UUID | None = None,
        status: Status | None = None,
        since: int | None = None,
        until: int | None = None,
        tag: str | None = None,
        place: str | None = None,
        archived: bool | None = False,
        forks: bool | None = None,
        forked_from: UUID | None = None,
        limit: int = 50,
        before: UUID | None = None,
    ) -> list[Game]:
        """List games, newest first; `before` is the last game of the previous page.

        `component_sets` are hashes: of the sets that they may have been played with. `since` and `until` (exclusive)
        are microseconds UTC of creation. `archived` and `forks` (what-ifs) list both kinds if they are None. Damaged
        games are left out and logged.
        """
        which = GameFilter(
            ruleset=ruleset,
            component_sets=None if component_sets is None else tuple(component_sets),
            player=player,
            status=status,
            since=since,
            until=until,
            tag=tag,
            place=place,
            archived=archived,
            forks=forks,
            forked_from=forked_from,
            before=before,
        )
        with translating_errors(), self._engines.reader.connect() as connection:
            return game_rows.fetch_list(connection, which, limit)

    def game_ids(self, ruleset: str | None = None) -> list[UUID]:
        """List the ids of all games, or of those of a ruleset, newest first, also of damaged games."""
        with translating_errors(), self._engines.reader.connect() as connection:
            return game_rows.fetch_ids(connection, ruleset)

    def all_game_ids(self) -> Iterator[UUID]:
        """The ids of all games, oldest first, read in chunks."""
        after: UUID | None = None
        while True:
            with translating_errors(), self._engines.reader.connect() as connection:
                found = game_rows.fetch_next_ids(connection, after, CHUNK)
            yield from found
            if len(found) < CHUNK:
                return
            after = found[-1]

    def update_game(
        self,
        game_id: UUID,
        *,
        expected: int | None = None,
        name: str | UnsetType | None = UNSET,
        place: str | UnsetType | None = UNSET,
        tags: Sequence[str] | UnsetType = UNSET,
        visibility: Visibility | UnsetType = UNSET,
        archived: bool | UnsetType = UNSET,
        count_in_statistics: bool | UnsetType = UNSET,
        seats: Mapping[int, Sitter] | UnsetType = UNSET,
    ) -> Game:
        """Change the metadata of a game; what is unset stays, as do the other seats.

        Raises `UnknownGame`, `UnknownPlayer`, and `Stale` if the game is not at the `expected` version.
        """
        changes = GameChanges(
            name=name,
            place=place,
            tags=tags,
            visibility=visibility,
            archived=archived,
            count_in_statistics=count_in_statistics,
            seats=seats,
        )
        with translating_errors(), self._engines.writer.begin() as connection:
            game_rows.change(connection, game_id, changes, expected)
        return self.game(game_id)

    def secret_key(self, game_id: UUID) -> bytes | None:
        """Read the key that the rolls and draws of a game are derived from, if Tabletale rolls."""
        with translating_errors(), self._engines.reader.connect() as connection:
            return game_rows.fetch_secret_key(connection, game_id)

    # Events

    def event(self, game_id: UUID, version: int) -> Event:
        """Read one event. Raises `UnknownVersion`."""
        with translating_errors():
            found = self._hot.stream(game_id, version, version, 1)
        if not found:
            raise UnknownVersion(game_id, version)
        return found[0]

    def events(self, game_id: UUID, first: int = 1, last: int | None = None) -> Iterator[Event]:
        """Read the events of a game in order, up to `last` inclusive; none if there is no such game."""
        end = NO_LIMIT if last is None else last
        while first <= end:
            with translating_errors():
                chunk = self._hot.stream(game_id, first, end, CHUNK)
            yield from chunk
            if len(chunk) < CHUNK:
                return
            first = chunk[-1].version + 1

    def effects(self, game_id: UUID, first: int, last: int) -> list[tuple[int, str]]:
        """Read (version, effects) of versions `first` to `last` in order, to fold a board."""
        with translating_errors():
            return self._hot.effects(game_id, first, last)

    def joined_effects(self, game_id: UUID, first: int, last: int) -> tuple[int, str]:
        """Read the effects of versions `first` to `last` as one JSON array of their arrays, and how many there are.

        For many versions it is twice as fast as `effects`.
        """
        with translating_errors():
            return self._hot.joined_effects(game_id, first, last)

    def headers(self, game_id: UUID, versions: Sequence[int]) -> dict[int, Header]:
        """Read any events of a game without actions, outcomes and effects. O(versions)."""
        found: dict[int, Header] = {}
        with translating_errors(), self._engines.reader.connect() as connection:
            for start in range(0, len(versions), CHUNK):
                asked = {"game": game_id, "versions": versions[start : start + CHUNK]}
                found |= {row.version: Header(*row) for row in connection.execute(_HEADERS, asked)}
        return found

    def forks(self, game_id: UUID) -> list[tuple[int, int, str]]:
        """Read (version, parent, kind) of every marker and of every event that does not follow the one before it.

        All other events build on `version - 1`, so these rows give the whole tree. They are read from an index of their
        own.
        """
        with translating_errors():
            return self._hot.forks(game_id)

    def adjusts(self, game_id: UUID) -> list[int]:
        """Read the versions at which the board was adjusted by hand, on any line, from an index of their own."""
        query = sa.select(log.c.version).where(log.c.game_id == game_id, sa.text(ADJUSTS)).order_by(log.c.version)
        with translating_errors(), self._engines.reader.connect() as connection:
            return list(connection.scalars(query))

    def log(self, after: int = 0, limit: int = CHUNK) -> list[Event]:
        """Read the events of all games by position, from the one after `after`.

        A reader who continues from the last position gets every event once: no event ever appears at a position that
        was read already.
        """
        with translating_errors():
            return self._hot.log(after, limit)

    def hash_at(self, position: int) -> bytes | None:
        """The hash of the event at a position, even if the rest of it is damaged; None if there is no event."""
        with translating_errors(), self._engines.reader.connect() as connection:
            return connection.scalar(sa.select(log.c.hash).where(log.c.position == position))

    def position(self) -> int:
        """The position of the last event in the log; 0 if the log is empty."""
        with translating_errors(), self._engines.reader.connect() as connection:
            return connection.scalar(sa.select(sa.func.max(log.c.position))) or 0

    def cursor(self) -> Cursor:
        """The cursor of a reader who has read everything."""
        query = sa.select(_last(log.c.position), _last(metadata_changes.c.number))
        with translating_errors(), self._engines.reader.connect() as connection:
            return Cursor(*connection.execute(query).one())

    def changes(self, since: Cursor) -> Changes:
        """What was stored after a cursor, in one query of two indexes. O(new events and games); reads no text."""
        bounds = {"position": since.position, "number": since.metadata}
        with translating_errors(), self._engines.reader.connect() as connection:
            rows = connection.execute(_CHANGES, bounds).all()
        events, others = [row for row in rows if row.version], [row for row in rows if not row.version]
        position = max((row.number for row in events), default=since.position)
        number = max((row.number for row in others), default=since.metadata)
        return Changes(
            Cursor(position, number),
            {row.game_id: row.version for row in events},
            {row.game_id: row.number for row in others},
        )

    def follower(self, name: str, write: Write) -> Follower:
        """A worker of a follower; `write` is called for each event of the log, in order and once."""
        return Follower(self._engines, self._hot, name, write)

    def quarantined(self) -> list[QuarantinedGame]:
        """The games with an event that a follower could not read."""
        with translating_errors(), self._engines.reader.connect() as connection:
            return fetch_quarantined(connection)

    def checkpoint_mismatches(self) -> list[CheckpointMismatch]:
        """The followers whose checkpoints do not belong to this log."""
        return list(checkpoint_mismatches(self._engines, self._hot))

    def verify(self, game_id: UUID | None = None) -> Iterator[LogFault]:
        """Verify one game, or all games and the log as a whole, without the rulesets.

        If an event of a game is not as it was written, only the first such event is reported.
        """
        verification = self.verification(game_id)
        for game in verification.games():
            yield from game.faults()
        yield from verification.faults()

    def verification(
        self,
        game_id: UUID | None = None,
        *,
        ruleset: str | None = None,
        since: int = 0,
        anchor: Anchor | None = None,
    ) -> Verification:
        """Start to verify the whole log, or one game, or the games of a ruleset, in one pass.

        With `since`, only games with events after that position. With `anchor`, the log is compared with what it held
        when the anchor was made; raises ValueError if only a part of the log is verified.
        """
        return Verification(self._engines, game_id, ruleset=ruleset, since=since, anchor=anchor)

    def anchor(self) -> Anchor:
        """One hash over the last hashes of all games, to be stored elsewhere. O(games).

        Raises `Unavailable`, and `Damaged` for an impossible row.
        """
        position, games = Queries(self._engines).heads()
        return anchor_of(position, games)

    # Notes

    def notes(self, game_id: UUID) -> list[Note]:
        """Read the notes of a game by version: comments, marks, and reasons of undos and corrections."""
        with translating_errors(), self._engines.reader.connect() as connection:
            return stored_notes.fetch_list(connection, game_id)

    def note(self, game_id: UUID, n: int) -> Note:
        """Read a note. Raises `UnknownNote`."""
        with translating_errors(), self._engines.reader.connect() as connection:
            return stored_notes.fetch(connection, game_id, n)

    def add_note(
        self, game_id: UUID, note: NewNote, *, expected: int | None = None, request: Request | None = None
    ) -> Note:
        """Store a note. Raises `UnknownGame`, `Stale`, `TooManyNotes`, `Repeated`, `KeyReused`."""
        with self._change_metadata(game_id, expected, request) as connection:
            stored = stored_notes.add(connection, game_id, note, at := now())
            stored_notes.store_request(connection, request, game_id, stored.n, at)
            return stored

    def change_note(
        self,
        game_id: UUID,
        n: int,
        changes: NoteChanges,
        *,
        expected: int | None = None,
        request: Request | None = None,
    ) -> Note:
        """Change a note; what is unset stays. Raises as `add_note`, and `UnknownNote`."""
        with self._change_metadata(game_id, expected, request) as connection:
            stored_notes.store_request(connection, request, game_id, n, at := now())
            return stored_notes.change(connection, game_id, n, changes, at)

    def delete_note(
        self, game_id: UUID, n: int, *, expected: int | None = None, request: Request | None = None
    ) -> None:
        """Delete a note completely. Raises as `change_note`."""
        with self._change_metadata(game_id, expected, request) as connection:
            stored_notes.store_request(connection, request, game_id, n, now())
            stored_notes.delete(connection, game_id, n)

    @contextmanager
    def _change_metadata(self, game_id: UUID, expected: int | None, request: Request | None) -> Iterator[Connection]:
        """A transaction that changes the metadata of a game."""
        with translating_errors():
            try:
                with self._engines.writer.begin() as connection:
                    stored_notes.check_version(connection, game_id, expected)
                    yield connection
            except _refusals() as error:
                self._raise_reason(error, request)

    # Labels of lines

    def line_labels(self, game_id: UUID) -> dict[int, str]:
        """Read the labels of a game's lines, by the name of the line: the version of its first own event."""
        with translating_errors(), self._engines.reader.connect() as connection:
            return line_labels.fetch(connection, game_id)

    def label_line(
        self,
        game_id: UUID,
        line: int,
        label: str | None,
        *,
        expected: int | None = None,
        request: Request | None = None,
    ) -> None:
        """Set the label of a line, or remove it. Raises `UnknownGame`, `Stale`, `Repeated`, `KeyReused`."""
        with self._change_metadata(game_id, expected, request) as connection:
            stored_notes.store_request(connection, request, game_id, line, now())
            line_labels.put(connection, game_id, line, label)

    # Undo requests

    def request_undo(self, asked: UndoRequest, *, request: Request | None = None) -> UndoRequest:
        """Store an undo request under the next number of the game.

        An equal `request` gets the same result. Raises `UnknownGame`, `KeyReused`, `UndoAsked` while another is open,
        and `Stale` if the game is not at the version of the request.
        """
        with translating_errors(), self._engines.writer.begin() as connection:
            return undo_requests.ask(connection, asked, request, now())

    def accept_undo(
        self, game_id: UUID, number: int, seat: int, needed: Collection[int], *, request: Request | None = None
    ) -> UndoRequest:
        """Store that a seat agrees. If two agree at the same moment, the second sees the first.

        When all `needed` seats have agreed, `request` is not stored here but with the append of the undo. Raises
        `UnknownUndoRequest`, `UndoVoid`.
        """
        with translating_errors(), self._engines.writer.begin() as connection:
            return undo_requests.accept(connection, game_id, number, seat, needed, request, now())

    def close_undo(
        self,
        game_id: UUID,
        number: int,
        state: Literal["declined", "withdrawn"],
        *,
        request: Request | None = None,
    ) -> UndoRequest:
        """Store that it was declined or withdrawn. Raises `UnknownUndoRequest`, `UndoVoid`, `KeyReused`."""
        with translating_errors(), self._engines.writer.begin() as connection:
            return undo_requests.close(connection, game_id, number, state, request, now())

    def grant_undo(self, game_id: UUID, number: int) -> None:
        """Store that the undo was carried out; its reason is a note from then on."""
        with translating_errors(), self._engines.writer.begin() as connection:
            undo_requests.grant(connection, game_id, number)

    def undo_request(self, game_id: UUID, number: int) -> UndoRequest:
        """Read an undo request, open or not. Raises `UnknownUndoRequest`."""
        with translating_errors(), self._engines.reader.connect() as connection:
            return undo_requests.fetch(connection, game_id, number)

    def undo_request_by_key(self, game_id: UUID, key: str) -> UndoRequest | None:
        """Read the undo request that was made with an idempotency key, or None."""
        with translating_errors(), self._engines.reader.connect() as connection:
            return undo_requests.fetch_under(connection, game_id, key)

    def open_undo_request(self, game_id: UUID, version: int) -> UndoRequest | None:
        """Read the open undo request of a game, given the game's version; None if there is none."""
        with translating_errors(), self._engines.reader.connect() as connection:
            return undo_requests.fetch_open(connection, game_id, version)

    # Component sets

    def put_component_set(self, ruleset: str, name: str, source: str, document: str) -> str:
        """Store a component set, if it is new; return its address, the SHA-256 of the canonical `document`."""
        return self.put_component_sets([NewSet(ruleset, name, source, document)])[0]

    def put_component_sets(self, new: Sequence[NewSet]) -> list[str]:
        """Store those component sets that are new, all or none; return the addresses of all. Sets that are there
        already, such as those of every game that begins, are only read."""
        sets = [
            ComponentSet(component_sets.address(document), ruleset, name, source, document, at)
            for at, (ruleset, name, source, document) in enumerate(new, now())  # lists have them in this order
        ]
        with translating_errors():
            with self._engines.reader.connect() as connection:
                missing = component_sets.missing(connection, sets)
            if missing:
                with self._engines.writer.begin() as connection:
                    for each in missing:
                        component_sets.put(connection, each)
        return [each.hash for each in sets]

    def component_set(self, hash: str) -> ComponentSet:
        """Read a component set. Raises `UnknownComponentSet`."""
        with translating_errors(), self._engines.reader.connect() as connection:
            return component_sets.fetch(connection, hash)

    def component_sets(self, ruleset: str) -> list[ComponentSet]:
        """List the component sets of a ruleset, oldest first."""
        with translating_errors(), self._engines.reader.connect() as connection:
            return component_sets.fetch_list(connection, ruleset)

    def component_set_names(self, ruleset: str) -> list[NamedSet]:
        """List the component sets of a ruleset without their content, oldest first."""
        with translating_errors(), self._engines.reader.connect() as connection:
            return component_sets.fetch_names(connection, ruleset)

    def played_sets(self, ruleset: str) -> dict[str, int]:
        """The number of games of each component set of a ruleset, those played latest first; what-ifs and archived
        games are not counted."""
        with translating_errors(), self._engines.reader.connect() as connection:
            return game_rows.count_by_set(connection, ruleset)

    # Players

    def create_player(self, name: str, *, owner: str | None = None) -> Player:
        """Create a profile. Raises `NameTaken`."""
        player = Player(new_id(), name, owner, now())
        with translating_errors(), self._engines.writer.begin() as connection:
            people.add(connection, player)
        return player

    def player(self, player: UUID) -> Player:
        """Read a profile. Raises `UnknownPlayer`, or `MergedPlayer` if it was merged into another."""
        with translating_errors(), self._engines.reader.connect() as connection:
            return people.fetch(connection, player)

    def players(
        self,
        *,
        limit: int = 50,
        after: UUID | None = None,
        name: str | None = None,
        owner: str | None = None,
        search: str | None = None,
    ) -> list[Player]:
        """List profiles, oldest first; `after` is the last player of the previous page.

        `name` is a whole name, `search` a part of one, in upper or lower case.
        """
        with translating_errors(), self._engines.reader.connect() as connection:
            return people.fetch_list(connection, limit, after, name, owner, search)

    def players_by_name(
        self, *, limit: int = 50, after: Player | None = None, search: str | None = None
    ) -> list[tuple[Player, int]]:
        """List profiles by name, each with its number of games; `after` is the last player of the previous page."""
        with translating_errors(), self._engines.reader.connect() as connection:
            return people.fetch_directory(connection, limit, after, search)

    def merged_players(self) -> dict[UUID, UUID]:
        """The profile that each id of a merged player leads to."""
        with translating_errors(), self._engines.reader.connect() as connection:
            return people.fetch_merged(connection)

    def rename_player(self, player: UUID, name: str) -> Player:
        """Give a player another name, in every game. Raises `UnknownPlayer`, `NameTaken`."""
        with translating_errors(), self._engines.writer.begin() as connection:
            return people.rename(connection, player, name)

    def forget_player(self, player: UUID) -> None:
        """Delete a profile; the seats of the player stay, without a name. Raises `UnknownPlayer`."""
        with translating_errors(), self._engines.writer.begin() as connection:
            people.forget(connection, player)

    def merge_players(self, player: UUID, into: UUID) -> Player:
        """Merge two profiles of one person: in every game, the seats of `player` become those of `into`.

        The id of `player` leads to `into` from then on, and its name is free. This cannot be undone. Raises
        `SamePlayer`, `UnknownPlayer`, and `MergedPlayer` if either was merged already.
        """
        with translating_errors(), self._engines.writer.begin() as connection:
            return people.merge(connection, player, into)


def _last(column: sa.ColumnElement[int]) -> sa.ColumnElement[int]:
    return sa.select(sa.func.coalesce(sa.func.max(column), 0)).scalar_subquery()


# Built once: building a statement costs more than running it
# The limit keeps SQLite from scanning all events in the order of their games
_LATEST = sa.select(log.c.game_id, log.c.version, log.c.position).where(log.c.position > sa.bindparam("position"))
_LATEST_BY_POSITION = _LATEST.order_by(log.c.position).limit(sa.literal_column(str(NO_LIMIT))).subquery()
_CHANGES = sa.union_all(
    sa.select(
        _LATEST_BY_POSITION.c.game_id,
        sa.func.max(_LATEST_BY_POSITION.c.version).label("version"),
        sa.func.max(_LATEST_BY_POSITION.c.position).label("number"),
    ).group_by(_LATEST_BY_POSITION.c.game_id),
    sa.select(metadata_changes.c.game_id, sa.literal_column("0"), metadata_changes.c.number).where(
        metadata_changes.c.number > sa.bindparam("number")
    ),
)

_HEADERS = sa.select(*(log.c[name] for name in Header.__struct_fields__)).where(
    log.c.game_id == sa.bindparam("game", type_=log.c.game_id.type),
    log.c.version.in_(sa.bindparam("versions", expanding=True)),
)


def _refusals() -> tuple[type[Exception], ...]:
    """The errors by which a database refuses a write."""
    return IntegrityError, *errors_of_drivers("IntegrityError")
