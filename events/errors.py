"""The errors of the log.

    LogError
    ├── NotFound
    │   ├── UnknownGame
    │   ├── UnknownVersion
    │   ├── UnknownNote
    │   ├── UnknownPlayer
    │   │   └── MergedPlayer     the player was merged into another
    │   ├── UnknownComponentSet
    │   └── UnknownUndoRequest
    ├── Conflict
    │   ├── Stale            the game is not at the expected version
    │   ├── Repeated         the same request was carried out already: here is its answer
    │   ├── KeyReused        the key was used for another request
    │   ├── NameTaken        another player has that name
    │   ├── SamePlayer       a player cannot be merged into the same player
    │   ├── TooManyNotes     a seat has the largest number of notes on a game
    │   ├── GameExists       a game with that id is stored
    │   ├── GameDiffers      a game with that id is stored, with other events
    │   ├── UndoAsked        another undo request is open
    │   ├── UndoVoid         the undo request is not open any more
    │   └── StaleFollower    another worker has moved the checkpoint, or another build is live
    ├── NotReached           a follower has not reached a position in time
    ├── EventTooLarge        an event is too large
    ├── BrokenChain          an event from another log is not as it was written there
    └── Unusable
        ├── BadDatabaseUrl   the database URL cannot be used
        ├── SchemaBehind     the database is older than the program
        ├── SchemaAhead      the database is newer than the program
        ├── Strayed          the checkpoint of a follower does not belong to this log
        │   ├── AheadOfLog   the log ends before it
        │   └── AnotherLog   the log has another event there
        ├── Unavailable      the database cannot be reached, written or read at the moment
        └── Damaged          the stored data cannot be read as a log
            └── DamagedGame  the stored data of one game contradicts itself

Each message says what to do next.
"""

from __future__ import annotations

from uuid import UUID

from events.envelope import Answer


class LogError(Exception):
    """Anything the log refuses or cannot do."""


class NotFound(LogError):
    """Something is not in the log."""


class UnknownGame(NotFound):
    """The game is not in the log."""

    def __init__(self, game_id: UUID) -> None:
        super().__init__(f"Game {game_id} was not found. Check the id, or create the game first.")
        self.game_id = game_id


class UnknownVersion(NotFound):
    """The game does not have that version."""

    def __init__(self, game_id: UUID, version: int) -> None:
        super().__init__(f"Game {game_id} has no version {version}. Use a version from 1 to the game's version.")
        self.game_id = game_id
        self.version = version


class UnknownNote(NotFound):
    """The game does not have that note, or it was deleted."""

    def __init__(self, game_id: UUID, n: int) -> None:
        super().__init__(f"Game {game_id} has no note {n}. List its notes to see which there are.")
        self.game_id = game_id
        self.n = n


class UnknownPlayer(NotFound):
    """There is no player with that id, or the player was deleted."""

    def __init__(self, player: UUID, message: str = "") -> None:
        super().__init__(
            message or f"Player {player} was not found. Create the player first, or leave the seat without a player."
        )
        self.player = player


class MergedPlayer(UnknownPlayer):
    """The player was merged into another, whose id is `into`."""

    def __init__(self, player: UUID, into: UUID) -> None:
        super().__init__(player, f"Player {player} was merged into {into}. Use that id.")
        self.into = into


class UnknownComponentSet(NotFound):
    """The ruleset does not have that component set."""

    def __init__(self, hash: str) -> None:
        super().__init__(f"Component set {hash} was not found. Store it first, under the ruleset of the game.")
        self.hash = hash


class UnknownUndoRequest(NotFound):
    """The game does not have an undo request with that number."""

    def __init__(self, game_id: UUID, number: int) -> None:
        super().__init__(f"Game {game_id} has no undo request {number}. See `undo_request` of the game.")
        self.number = number


class Conflict(LogError):
    """A write conflicts with what is stored. It was not stored."""


class EventTooLarge(LogError):
    """An event is too large. Nothing was stored."""

    def __init__(self, version: int, size: int, limit: int) -> None:
        super().__init__(f"Version {version} would have {size:,} bytes, but an event has at most {limit:,}.")
        self.version = version
        self.size = size


class BrokenChain(LogError):
    """An event from another log was changed, or is not the next event of its game. It was not stored."""

    def __init__(self, version: int, why: str) -> None:
        super().__init__(f"Version {version} cannot be imported: {why}. Export the game again from its log.")
        self.version = version
        self.why = why


class Stale(Conflict):
    """The game is not at the expected version."""

    def __init__(self, version: int) -> None:
        super().__init__(f"The game is at version {version} now. Read it and decide again.")
        self.version = version


class Repeated(Conflict):
    """The same request was carried out already; `answer` names the events that it led to."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(
            f"This request was carried out already: versions {answer.first} to {answer.last} of game {answer.game_id}."
        )
        self.answer = answer


class KeyReused(Conflict):
    """The key was used for another request."""

    def __init__(self, key: str) -> None:
        super().__init__(f"The key {key!r} was used for another request. Send this request with a new key.")
        self.key = key


class NameTaken(Conflict):
    """Another player has that name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"There is a player {name!r} already. Use that player, or choose another name.")
        self.name = name


class SamePlayer(Conflict):
    """Both profiles of a merge are the same."""

    def __init__(self, player: UUID) -> None:
        super().__init__(f"Player {player} cannot be merged into the same player. Choose two profiles.")
        self.player = player


class TooManyNotes(Conflict):
    """A seat, or the table, has the largest number of notes on a game."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"A seat has at most {limit} notes on a game. Delete one first.")
        self.limit = limit


class GameExists(Conflict):
    """A game with that id is stored already."""

    def __init__(self, game_id: UUID) -> None:
        super().__init__(f"Game {game_id} is stored already. Use a new id for a new game.")
        self.game_id = game_id


class GameDiffers(Conflict):
    """A game with that id is stored already, and has other events from a version on."""

    def __init__(self, game_id: UUID, version: int) -> None:
        super().__init__(
            f"Game {game_id} is stored already, with another event at version {version}. Keep one of the two: copies "
            "of a game that were continued separately cannot be joined."
        )
        self.game_id = game_id
        self.version = version


class UndoAsked(Conflict):
    """Another undo request is open, and not every seat has answered."""

    def __init__(self, number: int) -> None:
        super().__init__(f"Undo request {number} is not answered yet. Accept, decline or withdraw it first.")
        self.number = number


class UndoVoid(Conflict):
    """The undo request is not open any more: it was answered, or the game went on."""

    def __init__(self, number: int) -> None:
        super().__init__(f"Undo request {number} is not open any more. Read the game, and request the undo again.")
        self.number = number


class StaleFollower(Conflict):
    """Another worker has moved the checkpoint since this one read it, or another build is live."""

    def __init__(self, name: str, position: int) -> None:
        super().__init__(
            f"Follower {name!r} is not at position {position} any more. Read its checkpoint and continue from there."
        )
        self.name = name
        self.position = position


class FollowerBehind(LogError):
    """A follower has not reached a position in time."""

    def __init__(self, name: str, expected: int, found: int) -> None:
        super().__init__(
            f"Follower {name!r} is at position {found}, not at {expected} yet. Wait longer, or check that it runs."
        )
        self.name = name
        self.expected = expected
        self.found = found


class Unusable(LogError):
    """The database cannot serve this program."""


class BadDatabaseUrl(Unusable):
    """The database URL cannot be used."""

    def __init__(self, url: str, why: str) -> None:
        super().__init__(f"The log cannot be stored at {url!r}: {why}")


class SchemaBehind(Unusable):
    """The database is older than the program."""

    def __init__(self, found: str | None, needed: str) -> None:
        super().__init__(
            f"The database is at schema {found or 'nothing'}, this program needs {needed}. "
            "Make a backup, then run `tabletale serve --migrate`."
        )
        self.found = found


class SchemaAhead(Unusable):
    """The database was written by a newer program."""

    def __init__(self, found: str, newest: str) -> None:
        super().__init__(
            f"The database is at schema {found}, and this program knows schemas up to {newest}: install a newer one."
        )
        self.found = found


class CheckpointMismatch(Unusable):
    """The checkpoint of a follower does not belong to this log, so neither does what it wrote."""

    def __init__(self, name: str, position: int, why: str) -> None:
        super().__init__(
            f"Follower {name!r} is at position {position}, but {why}. If this is the right log, rebuild what the "
            "follower writes."
        )
        self.name = name
        self.position = position


class AheadOfLog(CheckpointMismatch):
    """The log ends before the checkpoint: it was restored from an older copy."""

    def __init__(self, name: str, position: int) -> None:
        super().__init__(name, position, "the log ends before that: it may be restored from an older copy")


class AnotherLog(CheckpointMismatch):
    """The log has another event at the checkpoint: it is another log, or it was restored and went on."""

    def __init__(self, name: str, position: int) -> None:
        super().__init__(name, position, "the log has another event there: it is another log, or was restored")


class Unavailable(Unusable):
    """The database cannot be reached, written or read at the moment. What was acknowledged before is safe."""

    def __init__(self, why: object) -> None:
        super().__init__(
            f"The database does not answer: {why}. The last write may or may not be stored: send it again with the "
            "same key when the database is back."
        )


class Damaged(Unusable):
    """The stored data cannot be read as a log: it is no database, or part of it is broken. Waiting does not help."""

    def __init__(self, what: str, why: object) -> None:
        self.what = what
        self.why = str(why)
        self.detail = f"{what} cannot be read: {why}."
        super().__init__(
            f"{self.detail} If it is the right database and its disk works, keep a copy of it and restore a backup."
        )


class DamagedGame(Damaged):
    """The stored data of one game cannot be read, or contradicts itself. Other games are not affected."""

    def __init__(self, game_id: object, why: object) -> None:
        super().__init__(f"Game {game_id}", why)
        self.game_id = game_id
