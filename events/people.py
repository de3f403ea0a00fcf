"""The players: people's profiles. They can be renamed and forgotten; events name only seats."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from events.errors import NameTaken, UnknownPlayer
from events.game import Player, Sitter, new_id, now
from events.tables import games, players, seats

Row = Mapping[str, Any]

# The update changes nothing: it answers with the profile that is there, and locks it until the transaction ends
_TAKE = (
    sa.text(
        "INSERT INTO players (id, name, owner, created_at) VALUES (:id, :name, :owner, :created_at) "
        "ON CONFLICT (name, coalesce(owner, '')) DO UPDATE SET name = excluded.name RETURNING id"
    )
    .bindparams(sa.bindparam("id", type_=players.c.id.type))
    .columns(id=players.c.id.type)
)


def add(connection: Connection, player: Player) -> None:
    """Store a profile. Raises `NameTaken`."""
    with _names_apart(player.name):
        connection.execute(sa.insert(players).values(_row(player)))


def newcomers(sitters: Iterable[Sitter]) -> dict[str, Row]:
    """Return a profile for each name, sorted lest two transactions that take the same names deadlock."""
    names = {sitter for sitter in sitters if isinstance(sitter, str)}
    return {name: _row(Player(new_id(), name, None, now())) for name in sorted(names)}


def take(connection: Connection, newcomer: Row) -> UUID:
    """The player of that name: the existing one, else the new one, which is stored."""
    player: UUID = connection.execute(_TAKE, newcomer).scalar_one()
    return player


def _row(player: Player) -> Row:
    return {"id": player.id, "name": player.name, "owner": player.owner, "created_at": player.created_at}


@contextmanager
def _names_apart(name: str) -> Iterator[None]:
    """Raise `NameTaken` where the database refuses a profile: nothing else of it can conflict."""
    try:
        yield
    except IntegrityError:
        raise NameTaken(name) from None


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
    """Give a player another name, in every game. Raises `NameTaken`."""
    _touch_games(connection, player)
    with _names_apart(name):
        connection.execute(sa.update(players).where(players.c.id == player).values(name=name))
    return fetch(connection, player)


def forget(connection: Connection, player: UUID) -> None:
    """Delete a player: the seats stay, without a name."""
    _touch_games(connection, player)
    if connection.execute(sa.delete(players).where(players.c.id == player)).rowcount != 1:
        raise UnknownPlayer(player)


def _touch_games(connection: Connection, player: UUID) -> None:
    """Raise the revision of the player's games, locked in the order of their ids lest two such changes deadlock."""
    played = sa.select(seats.c.game_id).where(seats.c.player == player)
    ids = connection.scalars(sa.select(games.c.id).where(games.c.id.in_(played)).order_by(games.c.id).with_for_update())
    for game_id in ids.all():
        connection.execute(sa.update(games).where(games.c.id == game_id).values(revision=games.c.revision + 1))
