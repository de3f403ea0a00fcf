"""How large a body may be. Imports nothing, so that the process that only watches the server stays small."""

from __future__ import annotations

MAX_BODY = 1 << 20
"""A body is at most 1 MiB."""

MAX_UPLOAD = 256 << 20
"""The most bytes of a body that is read as a file, which needs its length: as many as the largest game."""

FEWER_GAMES = "Send fewer games in a file, or import it with `tabletale import`, which takes any size."
WITH_LENGTH = "Send it with `Content-Length`: without it a file of games may have only 1 MiB."
"""What to do with a file of games that is too large."""
