"""The players: people's profiles. They can be renamed and forgotten; events name only seats."""

from __future__ import annotations

from uuid import UUID

import sqlalchemy as sa
from sqlalchemy import Connection

from events.errors import UnknownPlayer
from events.game import Player
from events.tables import games, players, seats


def add(connection: Connection, player: Player) -> None:
    """Store a profile."""
    row = {"id": player.id, "name": player.name, "owner": player.owner, "created_at": player.created_at}
    connection.execute(sa.insert(players).values(row))


def fetch(connection: Connection, player: UUID) -> Player:
    """Read a profile."""
    row = connection.execute(sa.select(players).where(players.c.id == player)).first()
    if row is None:
        raise UnknownPlayer(player)
    return Player(*row)


def fetch_list(
    connection: Connection, limit: int, after: UUID | None, name: str | None, owner: str | None
) -> list[Player]:
    """Read profiles in the order in which they were made."""
    query = sa.select(players).order_by(players.c.id).limit(limit)
    if after is not None:
        query = query.where(players.c.id > after)
    if name is not None:
        query = query.where(players.c.name == name)
    if owner is not None:
        query = query.where(players.c.owner == owner)
    return [Player(*row) for row in connection.execute(query)]


def rename(connection: Connection, player: UUID, name: str) -> Player:
    """Give a player another name, in every game."""
    _touch_games(connection, player)
    connection.execute(sa.update(players).where(players.c.id == player).values(name=name))
    return fetch(connection, player)


def forget(connection: Connection, player: UUID) -> None:
    """Delete a player: the seats stay, and nobody is known to have sat there."""
    _touch_games(connection, player)
    if connection.execute(sa.delete(players).where(players.c.id == player)).rowcount != 1:
        raise UnknownPlayer(player)


def _touch_games(connection: Connection, player: UUID) -> None:
    """Raise the revision of the player's games, locked in the order of their ids lest two such changes deadlock."""
    played = sa.select(seats.c.game_id).where(seats.c.player == player)
    ids = connection.scalars(sa.select(games.c.id).where(games.c.id.in_(played)).order_by(games.c.id).with_for_update())
    for game_id in ids.all():
        connection.execute(sa.update(games).where(games.c.id == game_id).values(revision=games.c.revision + 1))
