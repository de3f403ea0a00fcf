"""The lines of a game, and their labels."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from msgspec import Meta

from api import errors
from api.recording.labels import label_line
from api.resources.games import request_of
from api.rest import shapes
from api.rest.web import Precondition, Routes
from api.service import Service
from events import Game, Header

routes = Routes(game_id=errors.UnknownGame, line=errors.UnknownLine)

LineName = Annotated[int, Meta(ge=1, le=999_999_999)]


@routes.get("/v1/games/<game_id>/lines")
def list_lines(service: Service, game_id: UUID) -> shapes.Lines:
    """List the lines of a game.

    Lines that an undo or a correction left are listed too: nothing is lost.
    """
    game = service.library.game(game_id)
    names = service.library.tree(game).lines()
    labels, firsts = service.store.line_labels(game_id), service.store.headers(game_id, names)
    return shapes.Lines([_line(service, game, firsts[name], labels.get(name)) for name in names])


@routes.patch("/v1/games/<game_id>/lines/<line>")
def change_line(
    service: Service, game_id: UUID, line: LineName, body: shapes.LineChanges, precondition: Precondition
) -> shapes.GameLine:
    """Label a line, or remove its label.

    Everybody can read the label. The address names the line by the version of its first own event.
    """
    request = request_of(precondition, str(game_id))
    game = label_line(service.library, game_id, line, body.label, expected=precondition.expected, request=request)
    first = service.store.headers(game_id, [line])[line]
    return _line(service, game, first, service.store.line_labels(game_id).get(line))


def _line(service: Service, game: Game, first: Header, label: str | None) -> shapes.GameLine:
    tree, name = service.library.tree(game), first.version
    branch = tree.branch(name)
    return shapes.GameLine(
        line=name,
        label=label,
        parts_at=branch.parts_at or None,
        end=branch.end,
        length=branch.length,
        main=tree.line(game.summary.head) == name,
        seat=first.seat,
        by=first.by,
        begun_at=shapes.time_of(first.recorded_at),
    )
