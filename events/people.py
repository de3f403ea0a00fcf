"""The profiles of players. They can be renamed, merged and deleted, since events refer to seats only."""

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

# The update changes nothing: it returns the existing profile, and locks it until the transaction ends
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
    with _unique_name(player.name):
        connection.execute(sa.insert(players).values(_row(player)))


def new_profiles(sitters: Iterable[Sitter]) -> dict[str, Row]:
    """Make a profile for each name. Sorted by name, so two transactions with the same names cannot deadlock."""
    names = {sitter for sitter in sitters if isinstance(sitter, str)}
    return {name: _row(Player(new_id(), name, None, now())) for name in sorted(names)}


def find_or_add(connection: Connection, newcomer: Row) -> UUID:
    """The id of the profile with that name; if there is none, the new profile is stored."""
    player: UUID = connection.execute(_TAKE, newcomer).scalar_one()
    return player


def _row(player: Player) -> Row:
    return {"id": player.id, "name": player.name, "owner": player.owner, "created_at": player.created_at}


@contextmanager
def _unique_name(name: str) -> Iterator[None]:
    """Raise `NameTaken` if the database refuses a profile: only its name can conflict."""
    try:
        yield
    except IntegrityError:
        raise NameTaken(name) from None


def fetch(connection: Connection, player: UUID) -> Player:
    """Read a profile."""
    row = connection.execute(sa.select(players).where(players.c.id == player)).first()
    if row is None:
        raise missing_profile(connection, player)
    return Player(*row)


def missing_profile(connection: Connection, player: UUID) -> UnknownPlayer:
    """The error for an id without a profile: it was merged into another, or it is unknown."""
    into = connection.scalar(sa.select(merged.c.player).where(merged.c.id == player))
    return UnknownPlayer(player) if into is None else MergedPlayer(player, into)


def fetch_merged(connection: Connection) -> dict[UUID, UUID]:
    """The profile that each id of a merged player leads to."""
    return {row.id: row.player for row in connection.execute(sa.select(merged))}


def profile_id(player: UUID) -> sa.ColumnElement[UUID]:
    """An expression for the profile of an id: the same id, unless the player was merged."""
    there = sa.select(merged.c.player).where(merged.c.id == player).scalar_subquery()
    return sa.func.coalesce(there, sa.literal(player, players.c.id.type))


def fetch_list(
    connection: Connection, limit: int, after: UUID | None, name: str | None, owner: str | None, search: str | None
) -> list[Player]:
    """Read profiles, oldest first. `search` has to read all of them."""
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
    """Read profiles by name, each with its number of games, without archived games and what-ifs."""
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
    _lock_profiles(connection, player)
    with _unique_name(name):
        connection.execute(sa.update(players).where(players.c.id == player).values(name=name))
    return fetch(connection, player)


def forget(connection: Connection, player: UUID) -> None:
    """Delete a profile; the seats stay, without a name."""
    _lock_profiles(connection, player)
    connection.execute(sa.delete(players).where(players.c.id == player))


def merge(connection: Connection, player: UUID, into: UUID) -> Player:
    """Give the seats of a player to another, and redirect the id. Raises `SamePlayer`."""
    if player == into:
        raise SamePlayer(player)
    _lock_profiles(connection, player, into)
    connection.execute(sa.update(seats).where(seats.c.player == player).values(player=into))
    connection.execute(sa.update(merged).where(merged.c.player == player).values(player=into))
    connection.execute(sa.insert(merged).values(id=player, player=into))
    connection.execute(sa.delete(players).where(players.c.id == player))
    return fetch(connection, into)


def _lock_profiles(connection: Connection, player: UUID, *others: UUID) -> None:
    """Lock profiles and the games of the first one, and raise the revision of these games.

    The order of the locks is that of every writer, so two cannot deadlock: games by id, then players by name.
    """
    played = games.c.id.in_(sa.select(seats.c.game_id).where(seats.c.player == player))
    connection.execute(sa.select(games.c.id).where(played).order_by(games.c.id).with_for_update()).all()
    these = sa.select(players.c.id).where(players.c.id.in_((player, *others)))
    found = set(connection.scalars(these.order_by(players.c.name).with_for_update()))
    for wanted in (player, *others):
        if wanted not in found:
            raise missing_profile(connection, wanted)
    # after the player is locked, so games that were created until then are included
    connection.execute(sa.update(games).where(played).values(revision=games.c.revision + 1))
