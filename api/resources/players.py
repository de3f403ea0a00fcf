"""Players: people's profiles. Events name seats; who sits where is stored beside the log, and can be forgotten."""

from __future__ import annotations

from uuid import UUID

from msgspec import Struct

from api.errors import NameTaken, UnknownPlayer
from api.rest import shapes
from api.rest.paging import cursor_of, read_cursor
from api.rest.web import Reply, Routes
from api.service import Service
from events import Player

routes = Routes(player_id=UnknownPlayer)


class PlayerQuery(Struct, frozen=True):
    """Which players to list."""

    name: shapes.Line | None = None
    limit: shapes.Limit = 50
    cursor: shapes.Cursor | None = None


@routes.get("/v1/players")
def list_players(service: Service, query: PlayerQuery) -> shapes.Players:
    """The profiles of people, oldest first; `name` finds those of exactly that name."""
    after = read_cursor(query.cursor, UUID)
    found = service.store.players(limit=query.limit + 1, after=after, name=query.name)
    page = found[: query.limit]
    return shapes.Players(
        [_player(player) for player in page], cursor_of(page[-1].id) if len(found) > len(page) else None
    )


@routes.post("/v1/players", problems=(NameTaken,))
def create_player(service: Service, body: shapes.PlayerBody) -> Reply[shapes.Player]:
    """Make a profile.

    No two have the same name, since a seat that names its player takes the profile of that name.
    """
    player = service.store.create_player(body.name)
    return Reply(_player(player), {"Location": f"/v1/players/{player.id}"})


@routes.get("/v1/players/<player_id>")
def show_player(service: Service, player_id: UUID) -> shapes.Player:
    """One profile."""
    return _player(service.store.player(player_id))


@routes.patch("/v1/players/<player_id>", problems=(NameTaken,))
def rename_player(service: Service, player_id: UUID, body: shapes.PlayerBody) -> shapes.Player:
    """Correct a name, in all games."""
    return _player(service.store.rename_player(player_id, body.name))


@routes.delete("/v1/players/<player_id>")
def forget_player(service: Service, player_id: UUID) -> None:
    """Forget a player: the seats stay, without a name."""
    service.store.forget_player(player_id)


def _player(player: Player) -> shapes.Player:
    return shapes.Player(id=player.id, name=player.name, created_at=shapes.time_of(player.created_at))
