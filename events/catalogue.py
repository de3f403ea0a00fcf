"""The games of the log: their rows, with the seats and tags beside them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import msgspec
import sqlalchemy as sa
from msgspec import UNSET, Struct, UnsetType
from sqlalchemy import Connection

from events import chain, people
from events.errors import GameExists, Stale, UnknownComponentSet, UnknownGame, UnknownPlayer
from events.game import Game, NewGame, Result, Seated, Sitter, Status, Summary, Visibility
from events.hot_path import GameRow, Rows, summary_columns
from events.tables import chance_keys, component_sets, games, players, seats, tags

_seats_of = msgspec.json.Decoder(tuple[int, ...]).decode
_standing_of = msgspec.json.Decoder(tuple[tuple[int, int | float], ...]).decode
_result_of = msgspec.json.Decoder(Result).decode


class Changes(Struct, frozen=True, kw_only=True):
    """What may change about a game beside its log. What is left unset stays."""

    place: str | UnsetType | None = UNSET
    tags: Sequence[str] | UnsetType = UNSET
    visibility: Visibility | UnsetType = UNSET
    archived: bool | UnsetType = UNSET
    count_in_statistics: bool | UnsetType = UNSET
    seats: Mapping[int, Sitter] | UnsetType = UNSET
    """Who else takes the seats named."""

    def columns(self) -> dict[str, Any]:
        """Return the changes of the game row itself."""
        return {
            name: value
            for name in ("place", "visibility", "archived", "count_in_statistics")
            if (value := getattr(self, name)) is not UNSET
        }


class Filter(Struct, frozen=True, kw_only=True):
    """Which games to list."""

    ruleset: str | None = None
    player: UUID | None = None
    status: Status | None = None
    since: int | None = None
    until: int | None = None
    tag: str | None = None
    archived: bool | None = False
    before: UUID | None = None


def rows_of(game: NewGame, summary: Summary, created_at: int) -> Rows:
    """Lay a new game out as rows, as it is just before its first event."""
    row = {
        "id": game.id,
        "ruleset": game.ruleset,
        "ruleset_version": game.ruleset_version,
        "component_set": game.component_set,
        "chance": game.chance,
        "undo": game.undo,
        "visibility": game.visibility,
        "place": game.place,
        "archived": False,
        "count_in_statistics": game.count_in_statistics,
        "created_at": created_at,
        "finished_at": None,
        "forked_from": game.forked_from,
        "version": 0,
        "last_hash": chain.ORIGIN,
        "revision": 0,
        **summary_columns(summary),
    }
    new = people.newcomers(game.seats)
    seated = [new[sitter]["id"] if isinstance(sitter, str) else sitter for sitter in game.seats]
    return {
        "players": list(new.values()),
        "games": [row],
        "seats": [{"game_id": game.id, "seat": seat, "player": player} for seat, player in enumerate(seated, 1)],
        "tags": [{"game_id": game.id, "tag": tag} for tag in sorted(set(game.tags))],
        "chance_keys": [] if game.secret_key is None else [{"game_id": game.id, "key": game.secret_key}],
    }


def explain(connection: Connection, game: NewGame) -> None:
    """Raise what keeps a new game from being stored, once the database has refused it."""
    if connection.execute(sa.select(games.c.id).where(games.c.id == game.id)).first():
        raise GameExists(game.id)
    here = (component_sets.c.ruleset == game.ruleset) & (component_sets.c.hash == game.component_set)
    if not connection.execute(sa.select(component_sets.c.hash).where(here)).first():
        raise UnknownComponentSet(game.component_set)
    require_players(connection, game.seats)


def require_players(connection: Connection, wanted: Iterable[Sitter]) -> None:
    """Raise `UnknownPlayer` for the first id that is not there."""
    ids = [sitter for sitter in wanted if isinstance(sitter, UUID)]
    known = set(connection.scalars(sa.select(players.c.id).where(players.c.id.in_(ids))))
    for player in ids:
        if player not in known:
            raise UnknownPlayer(player)


# Built once: to build a statement costs more than to run it
_SEATS = (
    sa.select(seats, players.c.name)
    .select_from(seats.outerjoin(players, seats.c.player == players.c.id))
    .where(seats.c.game_id.in_(sa.bindparam("ids", expanding=True)))
    .order_by(seats.c.game_id, seats.c.seat)
)
_TAGS = sa.select(tags).where(tags.c.game_id.in_(sa.bindparam("ids", expanding=True)))


def game_of(row: GameRow) -> Game:
    """The game of a row that a driver read."""
    columns = dict(row.columns, id=_uuid(row.columns["id"]), forked_from=_uuid(row.columns["forked_from"]))
    seated = tuple(Seated(seat, UUID(player) if player else None, name) for seat, player, name in row.seats)
    return _game(SimpleNamespace(**columns), seated, tuple(sorted(row.tags)))


def _uuid(value: bytes | UUID | None) -> UUID | None:
    return UUID(bytes=value) if isinstance(value, bytes) else value


def fetch_list(connection: Connection, which: Filter, limit: int) -> list[Game]:
    """Read the games that pass the filter, newest first."""
    newest = sa.select(games).where(*_conditions(which)).order_by(games.c.id.desc()).limit(limit)
    return _games(connection, connection.execute(newest).all())


def _conditions(which: Filter) -> list[sa.ColumnElement[bool]]:
    beside = {
        seats.c.player: which.player,
        tags.c.tag: which.tag,
    }
    plain = {
        games.c.ruleset: which.ruleset,
        games.c.status: which.status,
        games.c.archived: None if which.archived is None else sa.literal(which.archived, games.c.archived.type),
    }
    conditions = [column == wanted for column, wanted in plain.items() if wanted is not None]
    for column, wanted in beside.items():
        if wanted is not None:
            conditions.append(games.c.id.in_(sa.select(column.table.c.game_id).where(column == wanted)))
    if which.since is not None:
        conditions.append(games.c.created_at >= which.since)
    if which.until is not None:
        conditions.append(games.c.created_at < which.until)
    if which.before is not None:
        conditions.append(games.c.id < which.before)
    return conditions


def _games(connection: Connection, rows: Sequence[sa.Row[Any]]) -> list[Game]:
    ids = [row.id for row in rows]
    seated, tagged = _seats(connection, ids), _tags(connection, ids)
    return [_game(row, tuple(seated[row.id]), tuple(tagged[row.id])) for row in rows]


def _seats(connection: Connection, ids: Sequence[UUID]) -> dict[UUID, list[Seated]]:
    found: dict[UUID, list[Seated]] = defaultdict(list)
    for game_id, seat, player, name in connection.execute(_SEATS, {"ids": ids}):
        found[game_id].append(Seated(seat, player, name))
    return found


def _tags(connection: Connection, ids: Sequence[UUID]) -> dict[UUID, list[str]]:
    found: dict[UUID, list[str]] = defaultdict(list)
    for game_id, tag in connection.execute(_TAGS, {"ids": ids}):
        found[game_id].append(tag)
    for names in found.values():
        names.sort()  # here, since databases differ in how they sort text
    return found


def _game(row: Any, seated: tuple[Seated, ...], tagged: tuple[str, ...]) -> Game:
    return Game(
        id=row.id,
        ruleset=row.ruleset,
        ruleset_version=row.ruleset_version,
        component_set=row.component_set,
        chance=row.chance,
        undo=row.undo,
        visibility=row.visibility,
        place=row.place,
        tags=tagged,
        archived=bool(row.archived),
        count_in_statistics=bool(row.count_in_statistics),
        created_at=row.created_at,
        finished_at=row.finished_at,
        forked_from=row.forked_from,
        version=row.version,
        last_hash=bytes(row.last_hash),
        revision=row.revision,
        summary=_summary(row),
        seats=seated,
    )


def _summary(row: Any) -> Summary:
    return Summary(
        head=row.head,
        tip=row.tip,
        status=row.status,
        round=row.round,
        turn=row.turn,
        waiting_for=_seats_of(row.waiting_for),
        standing=_standing_of(row.standing),
        result=None if row.result is None else _result_of(row.result),
        tainted=bool(row.tainted),
    )


def change(connection: Connection, game_id: UUID, changes: Changes, expected: int | None) -> None:
    """Change what may change about a game; `expected` is the version that the caller saw."""
    raised = {**changes.columns(), "revision": games.c.revision + 1}
    moved = sa.update(games).where(games.c.id == game_id).values(raised).returning(games.c.version)
    version = connection.execute(moved).scalar()
    if version is None:
        raise UnknownGame(game_id)
    if expected not in (None, version):
        raise Stale(version)
    if changes.tags is not UNSET:
        _replace_tags(connection, game_id, changes.tags)
    if changes.seats is not UNSET:
        _reseat(connection, game_id, changes.seats)


def _replace_tags(connection: Connection, game_id: UUID, names: Sequence[str]) -> None:
    connection.execute(sa.delete(tags).where(tags.c.game_id == game_id))
    if names:
        connection.execute(sa.insert(tags), [{"game_id": game_id, "tag": tag} for tag in sorted(set(names))])


def _reseat(connection: Connection, game_id: UUID, sitters: Mapping[int, Sitter]) -> None:
    require_players(connection, sitters.values())
    taken = {name: people.take(connection, new) for name, new in people.newcomers(sitters.values()).items()}
    for seat, sitter in sitters.items():
        place = (seats.c.game_id == game_id) & (seats.c.seat == seat)
        player = taken[sitter] if isinstance(sitter, str) else sitter
        if connection.execute(sa.update(seats).where(place).values(player=player)).rowcount != 1:
            raise ValueError(f"game {game_id} has no seat {seat}")


def fetch_secret_key(connection: Connection, game_id: UUID) -> bytes | None:
    """Read the key that a server's chance is derived from."""
    return connection.scalar(sa.select(chance_keys.c.key).where(chance_keys.c.game_id == game_id))
