"""Problems with what is stored already."""

from __future__ import annotations

from api.errors.base import Conflict


class StaleVersion(
    Conflict,
    slug="stale-version",
    title="The game has changed",
    status=412,
    detail="The game has changed since the version in If-Match.",
    next_step="Look at the game as it is now, decide again, and send `version` in If-Match.",
    next_click="Open the game again, look at what happened since, and decide again.",
):
    """The game has changed since the version in If-Match."""


class VersionNeeded(
    Conflict,
    slug="version-needed",
    title="If-Match header required",
    status=428,
    detail="This request must name the version of the game that the player saw.",
    next_step="Send the game's `version` in If-Match.",
):
    """The request must name the version of the game that the player saw."""


class ConflictingWrites(
    Conflict,
    slug="conflicting-writes",
    title="Too many conflicting writes; try again",
    status=409,
    detail="Other requests wrote to the game first, several times in a row.",
    next_step="Send it again.",
):
    """Other requests wrote to the game first, several times in a row."""


class IdempotencyKeyReused(
    Conflict,
    slug="idempotency-key-reused",
    title="Idempotency-Key already used",
    status=422,
    detail="The Idempotency-Key was used for another request.",
    next_step="Send this request with a key of its own.",
    next_click="Load the page with the form again, and send it from there.",
):
    """The Idempotency-Key was used for another request."""


class UndoRequestOpen(
    Conflict,
    slug="undo-request-open",
    title="Another undo request is open",
    status=409,
    next_step="Accept, decline or withdraw the one whose number is in `undo_request`, or wait for the next action.",
    next_click="Open the game, and accept, decline or withdraw that request first, or wait for the next action.",
):
    """Another undo request is open."""


class UndoRequestClosed(
    Conflict,
    slug="undo-request-closed",
    title="Undo request no longer open",
    status=409,
    detail="The undo request was answered, or the game went on.",
    next_step="Look at the game, and ask again if you still want the undo.",
):
    """The undo request was answered, or the game went on."""


class OwnUndoRequest(
    Conflict,
    slug="own-undo-request",
    title="You cannot answer your own request",
    status=409,
    detail="This seat requested the undo itself.",
    next_step="Let the other seats answer, or withdraw the request with DELETE.",
    next_click="Let the other seats answer, or withdraw the request.",
):
    """A seat cannot answer its own undo request."""


class NameTaken(
    Conflict,
    slug="name-taken",
    title="Name already taken",
    status=409,
    detail="Another player has this name.",
    next_step="Find that player with GET /v1/players?name=, or choose a name that tells the two apart.",
):
    """Another player has this name."""


class PlayerMerged(
    Conflict,
    slug="player-merged",
    title="Player was merged",
    status=409,
    detail="The player was merged into another.",
    next_step="Use the player that the detail names: a merge cannot be undone.",
):
    """The player was merged into another."""


class TooManyNotes(
    Conflict,
    slug="too-many-notes",
    title="Too many notes",
    status=409,
    detail="The seat, or the table, has reached the limit of notes on this game.",
    next_step="Delete one of its notes first, or add to an existing one.",
):
    """A seat, or the table, has reached the limit of notes on a game."""
