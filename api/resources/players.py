"""Profiles of players. Events name seats only; who sits where is metadata, so that a player can be deleted."""

from __future__ import annotations

from uuid import UUID

from msgspec import Struct

import events
from api.errors import NameTaken, PlayerMerged, UnknownPlayer
from api.rest import shapes
from api.rest.paging import cursor_of, read_cursor
from api.rest.web import Reply, Routes, invalid
from api.service import Service
from events import Player

routes = Routes(player_id=UnknownPlayer)


class PlayerQuery(Struct, frozen=True):
    """Which players to list."""

    name: shapes.Line | None = None
    search: shapes.Line | None = None
    limit: shapes.Limit = 50
    cursor: shapes.Cursor | None = None


@routes.get("/v1/players")
def list_players(service: Service, query: PlayerQuery) -> shapes.Players:
    """List players, oldest first.

    `name` finds a whole name, `search` a part of one.
    """
    after = read_cursor(query.cursor, UUID)
    found = service.store.players(limit=query.limit + 1, after=after, name=query.name, search=query.search)
    page = found[: query.limit]
    return shapes.Players(
        [_player(player) for player in page], cursor_of(page[-1].id) if len(found) > len(page) else None
    )


@routes.post("/v1/players", problems=(NameTaken,))
def create_player(service: Service, body: shapes.PlayerBody) -> Reply[shapes.Player]:
    """Create a player.

    Names are unique, since a seat that names its player gets the profile of that name.
    """
    player = service.store.create_player(body.name)
    return Reply(_player(player), {"Location": f"/v1/players/{player.id}"})


@routes.get("/v1/players/<player_id>", also={308: shapes.MovedPlayer})
def show_player(service: Service, player_id: UUID) -> Reply[shapes.Player] | Reply[shapes.MovedPlayer]:
    """Show a player.

    The id of a merged player leads to the other profile.
    """
    try:
        return Reply(_player(service.store.player(player_id)))
    except events.MergedPlayer as error:
        return Reply(shapes.MovedPlayer(error.into), {"Location": f"/v1/players/{error.into}"}, status=308)


@routes.patch("/v1/players/<player_id>", problems=(NameTaken, PlayerMerged))
def rename_player(service: Service, player_id: UUID, body: shapes.PlayerBody) -> shapes.Player:
    """Rename a player."""
    return _player(service.store.rename_player(player_id, body.name))


@routes.delete("/v1/players/<player_id>", problems=(PlayerMerged,))
def delete_player(service: Service, player_id: UUID) -> None:
    """Delete a player.

    The seats stay, without a name. This cannot be undone.
    """
    service.store.forget_player(player_id)


@routes.post("/v1/players/<player_id>/merge", status=200, problems=(PlayerMerged,))
def merge_player(service: Service, player_id: UUID, body: shapes.MergeBody) -> shapes.Player:
    """Merge two profiles of the same person.

    This cannot be undone. All seats of this player now belong to `into`, in every game and in the statistics. This
    address leads there, and the name is free again. No event changes.
    """
    try:
        return _player(service.store.merge_players(player_id, body.into))
    except events.MergedPlayer as error:
        if error.into == body.into:
            raise PlayerMerged(str(error)).advise("Nothing is left to do: the two are one player already.") from None
        raise (error if error.player == player_id else invalid(f"it was merged into {error.into}", "/into")) from None
    except events.UnknownPlayer as error:
        raise (error if error.player == player_id else invalid(f"no player has the id {body.into}", "/into")) from None


def _player(player: Player) -> shapes.Player:
    return shapes.Player(id=player.id, name=player.name, created_at=shapes.time_of(player.created_at))
