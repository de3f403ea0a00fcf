"""What can be wrong with a file of games. Each names its line; of the game that it is in, nothing was stored."""

from __future__ import annotations

from api.errors import FieldFault, Problem

PREFIX = "What comes before it can be stored with `partial`."
"""Where something comes before it, and is not stored already."""


class BadImport(Problem):
    """A file of games cannot be taken over from a line on."""

    def __init__(self, line: int = 1, detail: str = "it cannot be taken over", *, version: int | None = None) -> None:
        fault = FieldFault(pointer="", detail=detail, line=line)
        super().__init__(f"Line {line}: {detail}.", errors=(fault,))
        self.line = line
        self.good = 0 if version is None else version - 1
        """So many versions before it are sound."""


class NotAGameFile(
    BadImport,
    slug="not-a-game-file",
    title="A line is not what a file of games holds",
    status=422,
    next_step="Send a file as the export wrote it, in JSON Lines.",
):
    """A line is not JSON, or is no header or event."""


class OtherFormat(
    BadImport,
    slug="other-format",
    title="The file is of another format, or of another version of it",
    status=422,
    next_step="Import it with the version of the program that wrote it, or with a newer one.",
):
    """The file has another format, or another version of it."""


class LineTooLong(
    BadImport,
    slug="line-too-long",
    title="A line, or an event in it, is larger than one may be",
    status=413,
    next_step="Look at the line: no export writes one as long as this.",
):
    """A line is longer than any that an export writes."""


class GameTooLarge(
    BadImport,
    slug="game-too-large",
    title="The game is larger than one that can be imported",
    status=413,
    next_step="Keep it in the log where it is.",
):
    """A game has more bytes than are checked at once."""


class ChainBroken(
    BadImport,
    slug="chain-broken",
    title="An event is not as it was written, or not the next one of its game",
    status=422,
    next_step="Export the game again from the log that it comes from.",
):
    """The hash chain breaks, or ends before the last event."""


class NeedsRuleset(
    BadImport,
    slug="import-needs-ruleset",
    title="The game's ruleset is not installed here, or is an older version",
    status=422,
    next_step="Install the package that publishes the ruleset, in the version that the game was played by.",
):
    """The ruleset is missing here, or older than the events."""


class NeedsComponentSet(
    BadImport,
    slug="import-needs-component-set",
    title="The game's component set is neither in the file nor here",
    status=422,
    next_step="Upload the set first, or export the game again: its header holds the set.",
):
    """The component set is missing, or is not what its address says."""


class NeedsChanceKey(
    BadImport,
    slug="import-needs-chance-key",
    title="The key that the game's dice and cards come from is not in the file",
    status=422,
    next_step="Export the game with `tabletale export`, or over REST once it is over.",
):
    """The service rolls in this game, and its key is missing or another."""


class UnreadableEvent(
    BadImport,
    slug="unreadable-event",
    title="The ruleset cannot read an event",
    status=422,
    next_step="Install the version of the ruleset that the game was played by.",
):
    """An action or effect that the ruleset does not know, or that does not fit its board."""


class OtherBoard(
    BadImport,
    slug="other-board",
    title="The events lead to another board than when they were recorded",
    status=422,
    next_step="Install the version of the ruleset that the game was played by.",
):
    """A board has another hash than was stored."""


class GameDiffers(
    BadImport,
    slug="game-differs",
    title="A game of that id is stored already, with other events",
    status=409,
    next_step="Keep one of the two: copies of a game that were played on apart cannot be joined.",
):
    """The game is here, and goes on in another way."""
