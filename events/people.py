"""The players: people's profiles. They can be renamed, merged and forgotten; events name only seats."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from events.errors import MergedPlayer, NameTaken, SamePlayer, UnknownPlayer
from events.game import Player, Sitter, new_id, now
from events.tables import games, merged, players, seats

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
        raise missing(connection, player)
    return Player(*row)


def missing(connection: Connection, player: UUID) -> UnknownPlayer:
    """Tell why there is no profile of this id: it leads to another, or to nobody."""
    into = connection.scalar(sa.select(merged.c.player).where(merged.c.id == player))
    return UnknownPlayer(player) if into is None else MergedPlayer(player, into)


def leads_to(player: UUID) -> sa.ColumnElement[UUID]:
    """The id of the profile that an id leads to, within a query: its own unless the player was merged."""
    there = sa.select(merged.c.player).where(merged.c.id == player).scalar_subquery()
    return sa.func.coalesce(there, sa.literal(player, players.c.id.type))


def fetch_list(
    connection: Connection, limit: int, after: UUID | None, name: str | None, owner: str | None, search: str | None
) -> list[Player]:
    """Read profiles in the order in which they were made. With `search` it looks through all of them."""
    query = sa.select(players).order_by(players.c.id).limit(limit)
    if after is not None:
        query = query.where(players.c.id > after)
    if name is not None:
        query = query.where(players.c.name == name)
    if owner is not None:
        query = query.where(players.c.owner == owner)
    if search is not None:
        query = query.where(_named_like(search))
    return [Player(*row) for row in connection.execute(query)]


def fetch_directory(
    connection: Connection, limit: int, after: Player | None, search: str | None
) -> list[tuple[Player, int]]:
    """Read profiles by name, each with the number of games that are neither archived nor what-ifs."""
    query = sa.select(players, _GAMES).order_by(players.c.name, players.c.id).limit(limit)
    if after is not None:
        query = query.where(sa.tuple_(players.c.name, players.c.id) > (after.name, after.id))
    if search is not None:
        query = query.where(_named_like(search))
    return [(Player(*row), games) for *row, games in connection.execute(query)]


_GAMES = (
    sa.select(sa.func.count(sa.distinct(seats.c.game_id)))
    .join(games, games.c.id == seats.c.game_id)
    .where(seats.c.player == players.c.id, games.c.archived == sa.literal(False, games.c.archived.type))
    .where(games.c.forked_from.is_(None))
    .correlate(players)
    .scalar_subquery()
)


def _named_like(search: str) -> sa.ColumnElement[bool]:
    return sa.func.lower(players.c.name).contains(search.lower(), autoescape=True)


def rename(connection: Connection, player: UUID, name: str) -> Player:
    """Give a player another name, in every game. Raises `NameTaken`."""
    _hold(connection, player)
    with _names_apart(name):
        connection.execute(sa.update(players).where(players.c.id == player).values(name=name))
    return fetch(connection, player)


def forget(connection: Connection, player: UUID) -> None:
    """Delete a player: the seats stay, without a name."""
    _hold(connection, player)
    connection.execute(sa.delete(players).where(players.c.id == player))


def merge(connection: Connection, player: UUID, into: UUID) -> Player:
    """Give a player's seats to another, and let the id lead there. Raises `SamePlayer`."""
    if player == into:
        raise SamePlayer(player)
    _hold(connection, player, into)
    connection.execute(sa.update(seats).where(seats.c.player == player).values(player=into))
    connection.execute(sa.update(merged).where(merged.c.player == player).values(player=into))
    connection.execute(sa.insert(merged).values(id=player, player=into))
    connection.execute(sa.delete(players).where(players.c.id == player))
    return fetch(connection, into)


def _hold(connection: Connection, player: UUID, *others: UUID) -> None:
    """Lock these profiles and the games of the first, and raise the revision of these games.

    Locked in the order in which every writer takes them, lest two deadlock: games by id, then players by name.
    """
    played = games.c.id.in_(sa.select(seats.c.game_id).where(seats.c.player == player))
    connection.execute(sa.select(games.c.id).where(played).order_by(games.c.id).with_for_update()).all()
    these = sa.select(players.c.id).where(players.c.id.in_((player, *others)))
    found = set(connection.scalars(these.order_by(players.c.name).with_for_update()))
    for wanted in (player, *others):
        if wanted not in found:
            raise missing(connection, wanted)
    # after the lock on the player: what was begun until then counts too
    connection.execute(sa.update(games).where(played).values(revision=games.c.revision + 1))
