"""Problems with a file of games. Each names its line; of the game that the line belongs to, nothing was stored."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from api.errors.base import BadImport

if TYPE_CHECKING:
    from collections.abc import Sequence

    from api.errors.details import FieldFault

MOST_FAULTS = 100
"""Faults of a file of plays that its problem names."""

PREFIX = "The events before it can be stored with `partial`."
"""Added to the next step where events before it are sound, and not stored already."""


class InvalidGameFile(
    BadImport,
    slug="invalid-game-file",
    title="Invalid line in game file",
    status=422,
    next_step="Send a file as the export wrote it, in JSON Lines.",
):
    """A line is not JSON, or is no header or event."""


class UnsupportedFormat(
    BadImport,
    slug="unsupported-format",
    title="Unsupported file format",
    status=422,
    next_step="Import it with the version of the program that wrote it, or with a newer one.",
):
    """The file has another format, or another version of it."""


class LineTooLong(
    BadImport,
    slug="line-too-long",
    title="Line too long",
    status=413,
    next_step="Check the line: no export writes one as long as this.",
):
    """A line is longer than any that an export writes."""


class GameTooLarge(
    BadImport,
    slug="game-too-large",
    title="Game too large to import",
    status=413,
    next_step="Leave the game in its own log: a file of this size cannot be imported.",
):
    """A game has more bytes than an import checks at once."""


class ChainBroken(
    BadImport,
    slug="chain-broken",
    title="Hash chain is broken",
    status=422,
    next_step="Export the game again from the log that it comes from.",
):
    """An event is not as it was written, or is not the next one of its game."""


class NeedsRuleset(
    BadImport,
    slug="import-needs-ruleset",
    title="Ruleset missing or too old",
    status=422,
    next_step="Install the package that publishes the ruleset, in the version that the game was played with.",
):
    """The game's ruleset is missing here, or older than the events."""


class NeedsComponentSet(
    BadImport,
    slug="import-needs-component-set",
    title="Component set missing",
    status=422,
    next_step="Upload the set first, or export the game again: its header holds the set.",
):
    """The game's component set is neither in the file nor here, or does not match its hash."""


class NeedsChanceKey(
    BadImport,
    slug="import-needs-chance-key",
    title="Chance key missing",
    status=422,
    next_step="Export the game with `tabletale export`, or over REST once it is over.",
):
    """Tabletale rolls in this game, and the file has no key for it, or another key."""


class UnreadableEvent(
    BadImport,
    slug="unreadable-event",
    title="Event cannot be read",
    status=422,
    next_step="Install the version of the ruleset that the game was played with.",
):
    """The ruleset does not know an action or effect, or it does not fit the board."""


class BoardDiffers(
    BadImport,
    slug="board-differs",
    title="Board differs from the recording",
    status=422,
    next_step="Install the version of the ruleset that the game was played with.",
):
    """The events lead to another board than when they were recorded."""


class GameDiffers(
    BadImport,
    slug="game-differs",
    title="Game exists with other events",
    status=409,
    next_step="Keep one of the two: two continuations of the same game cannot be joined.",
):
    """A game with this id is stored already, with other events."""


class InvalidPlays(
    BadImport,
    slug="invalid-plays",
    title="Plays cannot be imported",
    status=422,
    next_step="Correct the file, or import the other plays with `partial`.",
    next_command="Correct the file, or import the other plays with --partial.",
):
    """A file of plays cannot be read, or some of its plays cannot be imported."""

    @classmethod
    def of(cls, faults: Sequence[FieldFault], detail: str) -> Self:
        """The problem of a file with these faults, of which it names the first few."""
        found = cls(faults[0].line or 1, detail)
        found.detail, found.errors = detail, tuple(faults[:MOST_FAULTS])
        return found


class PlaysTooLarge(
    BadImport,
    slug="plays-too-large",
    title="File of plays too large",
    status=413,
    next_step="Divide the file, and import its parts one after the other.",
):
    """A file of plays is larger than an import reads at once."""
