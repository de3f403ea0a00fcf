"""Live streams of a game."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from msgspec import Meta, Struct

from api.errors import TooManyStreams, UnknownGame
from api.rest import shapes
from api.rest.viewers import viewer_of
from api.rest.web import EVENT_STREAM, Reply, Routes, Streamed, hanging_up
from api.service import Service

routes = Routes(game_id=UnknownGame)

HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
"""Nothing on the way may cache the stream, or wait for its end."""


class StreamQuery(Struct, frozen=True):
    """Which viewer follows, and from where."""

    viewer: shapes.Viewer | None = None
    after: Annotated[
        shapes.Number | None, Meta(description="Begin after this version; by default, after the newest.")
    ] = None


@routes.get("/v1/games/<game_id>/stream", writes=(EVENT_STREAM,), problems=(TooManyStreams,))
def follow_game(service: Service, game_id: UUID, query: StreamQuery, last_event: int | None) -> Reply[Streamed]:
    """Follow a game as it is recorded.

    The answer is a stream of server-sent events, as the viewer may see them. `hello` says where the game stands, the
    open undo request, and in `notes` a digest of the notes that the viewer may read: if it differs after a reconnect,
    ask for the notes again. Each `event` has a sentence, what it touched and which seats must act next, but no board:
    ask for the board to show it. `end` follows the event that ends the game. `undo_request` is the open undo request,
    or `null` when it is closed. `annotation` is a new or changed note that the viewer may read, or `{n, version, gone}`
    for one that can no longer be read. The stream begins after `after`, or after `Last-Event-ID`. Every 15 seconds a
    comment shows that the stream is alive.
    """
    game = service.library.game(game_id)
    after = query.after if last_event is None else last_event
    stream = service.streams.open(game, viewer_of(game, query.viewer), after, at_end=hanging_up())
    if stream is None:
        raise TooManyStreams
    return Reply(Streamed(stream), HEADERS)
