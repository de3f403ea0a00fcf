"""Problems that keep a command from starting or continuing. Only the command line shows these."""

from __future__ import annotations

from api.errors.base import CannotStart


class BadSetting(
    CannotStart,
    slug="bad-setting",
    title="Invalid setting",
    next_step="See docs/settings.md for what it may hold.",
):
    """A setting has a value that cannot be used."""


class NotLoopback(
    CannotStart,
    slug="not-loopback",
    title="Refusing to listen beyond this machine without access control",
    next_step="Listen on 127.0.0.1, ::1 or localhost; or add --table, which lets in only those who open its link.",
):
    """Other machines could reach the service, and nothing would keep them out."""


class NoNetwork(
    CannotStart,
    slug="no-network",
    title="No network address found",
    next_step="Connect the machine to the network that the phones are in, or name the address to listen on: --host "
    "192.168.1.7.",
):
    """This machine has no address that other machines could reach."""


class CannotListen(
    CannotStart,
    slug="cannot-listen",
    title="Cannot listen on that port",
    next_step="End the program that uses the port, or choose another one with --port.",
):
    """The port is in use, or this user may not listen on it."""


class BadDatabase(
    CannotStart,
    slug="bad-database",
    title="Database cannot be used",
    next_step="Check --database or TABLETALE_DATABASE_URL, and that this program is as new as the database.",
):
    """The database cannot be used."""


class DemoFailed(
    CannotStart,
    slug="demo-failed",
    title="Sample games could not be recorded",
    next_step="Read what the service answered, and try another --port or --database.",
):
    """The sample games could not be recorded."""


class VerificationFailed(
    CannotStart,
    slug="verification-failed",
    title="Log verification failed",
    next_step="Keep a copy of the database as it is, then restore a backup.",
):
    """Something in the log is not as it was written."""


class NoDiceToVerify(
    CannotStart,
    slug="no-dice-to-verify",
    title="No dice to verify",
    next_step="Name a game in which Tabletale rolled, and which is over.",
):
    """Players rolled in this game, or its chance key is secret because it is running."""
