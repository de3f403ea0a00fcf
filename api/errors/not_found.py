"""Problems with something that is not there."""

from __future__ import annotations

from api.errors.base import NotFound


class UnknownAddress(
    NotFound,
    slug="unknown-address",
    title="Page not found",
    status=404,
    detail="Nothing is at this address.",
    next_step="See /docs for all addresses.",
    next_click="Correct the address, or start from All games.",
):
    """Nothing is at this address."""


class UnknownGame(
    NotFound,
    slug="unknown-game",
    title="Game not found",
    status=404,
    next_step="Check the id against GET /v1/games, or create the game with POST /v1/games.",
    next_command="Give the id that its page shows, or `latest` for the newest game.",
    next_click="Look for it in All games.",
):
    """There is no game with this id."""


class UnknownVersion(
    NotFound,
    slug="unknown-version",
    title="Version not found",
    status=404,
    detail="The game does not have this version.",
    next_step="Ask for `head`, or for a number from 1 to the game's `version`.",
    next_click="Open the game again, and step to the version from there.",
):
    """The game does not have this version."""


class UnknownLine(
    NotFound,
    slug="unknown-line",
    title="Line not found",
    status=404,
    detail="The game does not have this line.",
    next_step="Choose one from GET /v1/games/{id}/lines: its name is the version of its first own event.",
    next_click="Open the game again, and choose one of its lines.",
):
    """The game does not have this line."""


class UnknownNote(
    NotFound,
    slug="unknown-note",
    title="Note not found",
    status=404,
    detail="The game does not have this note, or you may not read it.",
    next_step="Look at GET /v1/games/{id}/annotations; the note may have been deleted, or belong to another seat.",
    next_click="Open the game again: the note may have been deleted, or belong to another seat.",
):
    """The game does not have this note, or the caller may not read it."""


class UnknownPlayer(
    NotFound,
    slug="unknown-player",
    title="Player not found",
    status=404,
    next_step="Look for the name in GET /v1/players; a deleted player does not come back.",
    next_click="Look for the name in Players; a deleted player does not come back.",
):
    """No player has this id."""


class UnknownRuleset(
    NotFound,
    slug="unknown-ruleset",
    title="Ruleset not found",
    status=404,
    next_step="Choose one from GET /v1/rulesets.",
    next_command="Choose one of the rulesets that are named.",
    next_click="Choose one in Rules.",
):
    """No ruleset has this name."""


class UnknownComponentSet(
    NotFound,
    slug="unknown-component-set",
    title="Component set not found",
    status=404,
    next_step="Choose one from GET /v1/rulesets/{ruleset}/component-sets, or upload it there.",
    next_click="Open the ruleset in Rules, and choose one of its sets.",
):
    """No component set has this hash."""


class UnknownUndoRequest(
    NotFound,
    slug="unknown-undo-request",
    title="No such undo request",
    status=404,
    detail="The game has no undo request with this number.",
    next_step="See `undo_request` of the game for the open request.",
    next_click="Open the game again: it shows the open request.",
):
    """The game has no undo request with this number."""


class UnknownStatistic(
    NotFound,
    slug="unknown-statistic",
    title="Statistic not found",
    status=404,
    next_step="Choose one from GET /v1/statistics.",
    next_command="`tabletale statistics` lists them with their parameters.",
    next_click="Choose one in Statistics.",
):
    """No statistic has this name."""
