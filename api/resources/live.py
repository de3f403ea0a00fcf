"""Following a game as it is recorded."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from msgspec import Meta, Struct

from api.errors import TooManyStreams, UnknownGame
from api.rest import shapes
from api.rest.seeing import viewer_of
from api.rest.web import EVENT_STREAM, Reply, Routes, Streamed, hanging_up
from api.service import Service

routes = Routes(game_id=UnknownGame)

HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
"""Nothing between here and the reader may keep a stream, or wait for the end of it."""


class StreamQuery(Struct, frozen=True):
    """Who follows."""

    viewer: shapes.Viewer | None = None
    after: Annotated[shapes.Number | None, Meta(description="Begin after this version; else at the newest.")] = None


@routes.get("/v1/games/<game_id>/stream", writes=(EVENT_STREAM,), problems=(TooManyStreams,))
def follow_game(service: Service, game_id: UUID, query: StreamQuery, last_event: int | None) -> Reply[Streamed]:
    """Each event of a game as it is recorded, as the viewer may see it, in server-sent events.

    `hello` says where the game is, which undo is asked for, and `notes`: a digest of the notes that the viewer may
    read. Notes have no number to go on from: who comes back to another digest asks for them again. Each `event` has a
    sentence, what it touched, who is waited for, and no board: who shows one asks for it. `end` follows the event
    that ends the game. `undo_request` is what a seat asks the others for, as the game has it, or `null` once it is
    not asked for any more. `annotation` is a note that the viewer may read, new or changed, or `{n, version, gone}`
    of one that is not to be read any more. `after` begins after a version that is known, and `Last-Event-ID` after
    the last that was told. Every 15 seconds a comment says that the stream lives.
    """
    game = service.library.game(game_id)
    after = query.after if last_event is None else last_event
    stream = service.streams.open(game, viewer_of(game, query.viewer), after, at_end=hanging_up())
    if stream is None:
        raise TooManyStreams
    return Reply(Streamed(stream), HEADERS)
