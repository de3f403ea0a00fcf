"""Problems with access: what the caller is not allowed to do."""

from __future__ import annotations

from api.errors.base import Forbidden


class TokenNeeded(
    Forbidden,
    slug="token-needed",
    title="Table link required",
    status=401,
    detail="Only those who opened the table's link may see and record games here.",
    next_step="Open the link that the table's machine shows in this browser, or scan its code; a program sends the "
    "link's last part as Authorization: Bearer.",
    next_click="Open the link that the table's machine shows in this browser, or scan its code.",
):
    """The caller has not opened the table's link."""


class HostNotAllowed(
    Forbidden,
    slug="host-not-allowed",
    title="Host name not allowed",
    status=403,
    detail="The service answers only under its own address.",
    next_step="Use the address that the service printed when it started.",
):
    """The request names another host than the service."""


class OriginNotAllowed(
    Forbidden,
    slug="origin-not-allowed",
    title="Request from another website",
    status=403,
    detail="A page of another website sent the request.",
    next_step="Send it from a page of this service, or from a program that sends no `Origin`.",
):
    """A page of another website sent the request."""


class HiddenWhileRunning(
    Forbidden,
    slug="hidden-while-running",
    title="Hidden while the game is running",
    status=403,
    detail="It would show hidden information of a running game.",
    next_step="Ask as a seat (`viewer=1`) or as a spectator, or wait until the game is over.",
):
    """It would show hidden information of a running game."""


class TableOnly(
    Forbidden,
    slug="table-only",
    title="Only the table can do this",
    status=403,
    next_step="Leave `viewer` out, or ask as the table (`viewer=table`).",
):
    """Only the table can do this, not a seat or a spectator."""


class NotYourUndoRequest(
    Forbidden,
    slug="not-your-undo-request",
    title="Not your undo request",
    status=403,
    detail="Another seat requested this undo.",
    next_step="Let the seat that requested it withdraw it; any other seat of the game may decline it.",
):
    """Only the seat that requested an undo may withdraw the request."""


class NotYourNote(
    Forbidden,
    slug="not-your-note",
    title="Not your note",
    status=403,
    detail="The note belongs to another seat, or to the table.",
    next_step="Let the seat that the note names change it, or write your own note on the same version.",
):
    """Only the table, and the seat that a note names, may change the note."""
