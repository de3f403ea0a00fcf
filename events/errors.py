"""What can go wrong in the log.

    LogError
    ├── NotFound
    │   ├── UnknownGame
    │   ├── UnknownVersion
    │   ├── UnknownNote
    │   ├── UnknownPlayer
    │   │   └── MergedPlayer     the player was merged into another, and the id leads there
    │   ├── UnknownComponentSet
    │   └── UnknownUndoRequest
    ├── Conflict
    │   ├── Stale            the game has changed since the expected version
    │   ├── Repeated         the same request was carried out already: here is its answer
    │   ├── KeyReused        the key was used for another request
    │   ├── NameTaken        there is a player of that name
    │   ├── SamePlayer       a player cannot be merged into the same player
    │   ├── TooManyNotes     a seat has as many notes on the game as it may have
    │   ├── GameExists       a game of that id is stored
    │   ├── GameDiffers      a game of that id is stored, with other events
    │   ├── UndoAsked        an undo is asked for already
    │   ├── UndoVoid         the undo is not asked for any more
    │   └── StaleFollower    another worker has moved the checkpoint, or another build was switched to
    ├── NotReached           a follower has not come to a position in time
    ├── EventTooLarge        an event is larger than one may be
    ├── BrokenChain          an event from another log is not as it was written there
    └── Unusable
        ├── BadDatabaseUrl   the database URL cannot be used
        ├── SchemaBehind     the database is older than the program
        ├── SchemaAhead      the database is newer than the program
        ├── Strayed          the checkpoint of a follower is not of this log
        │   ├── AheadOfLog   the log ends before it
        │   └── AnotherLog   the log has another event there
        ├── Unavailable      the database cannot be reached, written or read just now
        └── Damaged          what is stored cannot be read as a log
            └── DamagedGame  what is stored of one game contradicts itself

The message of each says what to do next.
"""

from __future__ import annotations

from uuid import UUID

from events.envelope import Answer


class LogError(Exception):
    """Anything the log refuses or cannot do."""


class NotFound(LogError):
    """What was asked for is not in the log."""


class UnknownGame(NotFound):
    """There is no such game."""

    def __init__(self, game_id: UUID) -> None:
        super().__init__(f"There is no game {game_id}. Check the id, or create the game first.")
        self.game_id = game_id


class UnknownVersion(NotFound):
    """The game has no such version."""

    def __init__(self, game_id: UUID, version: int) -> None:
        super().__init__(f"Game {game_id} has no version {version}. Ask for one from 1 to the game's version.")
        self.game_id = game_id
        self.version = version


class UnknownNote(NotFound):
    """The game has no such note, or it was deleted."""

    def __init__(self, game_id: UUID, n: int) -> None:
        super().__init__(f"Game {game_id} has no note {n}. Look at the notes that it has.")
        self.game_id = game_id
        self.n = n


class UnknownPlayer(NotFound):
    """There is no such player, or the player was forgotten."""

    def __init__(self, player: UUID, says: str = "") -> None:
        says = says or f"There is no player {player}. Create the player first, or leave the seat without one."
        super().__init__(says)
        self.player = player


class MergedPlayer(UnknownPlayer):
    """The player was merged into another: `into` is the profile that there is now."""

    def __init__(self, player: UUID, into: UUID) -> None:
        super().__init__(player, f"Player {player} was merged into {into}. Use that one.")
        self.into = into


class UnknownComponentSet(NotFound):
    """The ruleset has no such component set."""

    def __init__(self, hash: str) -> None:
        super().__init__(f"There is no component set {hash}. Store the set first, under the game's ruleset.")
        self.hash = hash


class UnknownUndoRequest(NotFound):
    """Nobody has asked for such an undo in the game."""

    def __init__(self, game_id: UUID, number: int) -> None:
        super().__init__(f"No undo {number} was asked for in game {game_id}. See `undo_request` of the game.")
        self.number = number


class Conflict(LogError):
    """The write conflicts with what is stored. Nothing was stored."""


class EventTooLarge(LogError):
    """An event is larger than one may be. Nothing was stored."""

    def __init__(self, version: int, size: int, most: int) -> None:
        super().__init__(f"Version {version} would have {size:,} bytes, and an event has at most {most:,}.")
        self.version = version
        self.size = size


class BrokenChain(LogError):
    """An event from another log is not as it was written there, or not the next one of its game. It was not stored."""

    def __init__(self, version: int, why: str) -> None:
        super().__init__(f"Version {version} cannot be taken over: {why}. Export the game again from its log.")
        self.version = version
        self.why = why


class Stale(Conflict):
    """The game has changed since the expected version."""

    def __init__(self, version: int) -> None:
        super().__init__(f"The game is at version {version} now. Look at it and decide again.")
        self.version = version


class Repeated(Conflict):
    """The same request was carried out already; `answer` says which events it led to."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(
            f"This request was carried out already: versions {answer.first} to {answer.last} of game {answer.game_id}."
        )
        self.answer = answer


class KeyReused(Conflict):
    """The key was used for another request."""

    def __init__(self, key: str) -> None:
        super().__init__(f"The key {key!r} was used for another request. Send this one with a key of its own.")
        self.key = key


class NameTaken(Conflict):
    """Another player has that name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"There is a player {name!r} already. Take that one, or a name that tells the two apart.")
        self.name = name


class SamePlayer(Conflict):
    """Both profiles of a merge are one and the same."""

    def __init__(self, player: UUID) -> None:
        super().__init__(f"Player {player} cannot be merged into the same player. Name two profiles.")
        self.player = player


class TooManyNotes(Conflict):
    """A seat, or the table, has as many notes on a game as it may have."""

    def __init__(self, most: int) -> None:
        super().__init__(f"There are {most} notes of theirs on this game. Delete one first.")
        self.most = most


class GameExists(Conflict):
    """A game of that id is stored already."""

    def __init__(self, game_id: UUID) -> None:
        super().__init__(f"Game {game_id} is stored already. Make a new id for a new game.")
        self.game_id = game_id


class GameDiffers(Conflict):
    """A game of that id is stored already, and from a version on it has other events."""

    def __init__(self, game_id: UUID, version: int) -> None:
        super().__init__(
            f"Game {game_id} is stored already, and version {version} of it is another event. Keep one of the two: "
            "copies of a game that were played on apart cannot be joined."
        )
        self.game_id = game_id
        self.version = version


class UndoAsked(Conflict):
    """An undo is asked for already, and not every seat has answered."""

    def __init__(self, number: int) -> None:
        super().__init__(f"Undo {number} is asked for, and not answered yet. Accept, decline or withdraw it first.")
        self.number = number


class UndoVoid(Conflict):
    """The undo is not asked for any more: it was answered, or the game went on."""

    def __init__(self, number: int) -> None:
        super().__init__(f"Undo {number} is not asked for any more. Look at the game, and ask again.")
        self.number = number


class StaleFollower(Conflict):
    """Another worker has moved the checkpoint since this one read it, or another build was switched to."""

    def __init__(self, name: str, position: int) -> None:
        super().__init__(
            f"Follower {name!r} is not at position {position} any more. Read its checkpoint and go on there."
        )
        self.name = name
        self.position = position


class FollowerBehind(LogError):
    """A follower has not come to a position in time."""

    def __init__(self, name: str, wanted: int, found: int) -> None:
        super().__init__(
            f"Follower {name!r} is at position {found}, not at {wanted} yet. Wait longer, or see if it runs."
        )
        self.name = name
        self.wanted = wanted
        self.found = found


class Unusable(LogError):
    """The database cannot serve this program."""


class BadDatabaseUrl(Unusable):
    """The database URL cannot be used."""

    def __init__(self, url: str, why: str) -> None:
        super().__init__(f"The log cannot live at {url!r}: {why}")


class SchemaBehind(Unusable):
    """The database is older than the program."""

    def __init__(self, found: str | None, wanted: str) -> None:
        super().__init__(
            f"The database is at schema {found or 'nothing'}, this program needs {wanted}. "
            "Make a backup, then run `tabletale serve --migrate`."
        )
        self.found = found


class SchemaAhead(Unusable):
    """The database was written by a newer program."""

    def __init__(self, found: str) -> None:
        super().__init__(f"The database is at schema {found}, which this program does not know. Install a newer one.")
        self.found = found


class CheckpointMismatch(Unusable):
    """The checkpoint of a follower is not of this log, so that what it wrote is not either."""

    def __init__(self, name: str, position: int, why: str) -> None:
        super().__init__(
            f"Follower {name!r} has come to position {position}, and {why}. If this is the right log, rebuild what the "
            "follower writes."
        )
        self.name = name
        self.position = position


class AheadOfLog(CheckpointMismatch):
    """The log ends before the checkpoint: it was restored from an older copy."""

    def __init__(self, name: str, position: int) -> None:
        super().__init__(name, position, "the log ends before that, as one that was restored from an older copy")


class AnotherLog(CheckpointMismatch):
    """The log has another event at the checkpoint: it is another log, or went on after it was restored."""

    def __init__(self, name: str, position: int) -> None:
        super().__init__(name, position, "the log has another event there: it is another log, or was restored")


class Unavailable(Unusable):
    """The database cannot be reached, written or read just now. What was acknowledged before is safe."""

    def __init__(self, why: object) -> None:
        super().__init__(
            f"The database does not answer: {why}. Whether the last write was stored is not known; "
            "send it again with the same key when the database is back."
        )


class Damaged(Unusable):
    """What is stored cannot be read as a log: it is no database, or part of it is broken. Waiting does not help."""

    def __init__(self, what: str, why: object) -> None:
        self.what = what
        self.why = str(why)
        self.detail = f"{what} cannot be read: {why}."
        super().__init__(
            f"{self.detail} If it is the right database and its disk is sound, keep a copy of it as it is and "
            "restore a backup."
        )


class DamagedGame(Damaged):
    """What is stored of one game cannot be read, or contradicts itself. The other games are not affected."""

    def __init__(self, game_id: object, why: object) -> None:
        super().__init__(f"Game {game_id}", why)
        self.game_id = game_id
