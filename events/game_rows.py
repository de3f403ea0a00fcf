"""The rows of games, with their seats and tags: writing, reading and listing them."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any
from uuid import UUID

import msgspec
import sqlalchemy as sa
from msgspec import UNSET, Struct, UnsetType
from sqlalchemy import Connection

from events import chain, people
from events.errors import Damaged, DamagedGame, GameExists, Stale, UnknownComponentSet, UnknownGame
from events.game import Game, NewGame, Result, Sitter, Status, Summary, Visibility
from events.hot_path import GameRow, Rows, summary_columns
from events.tables import chance_keys, component_sets, events, games, id_of, players, seats, tags

log = logging.getLogger("tabletale")

EARLIEST, LATEST = -62_135_596_800_000_000, 253_402_300_799_999_999
"""The years 1 to 9999, in microseconds UTC."""

_LAST = sa.select(sa.func.max(events.c.version)).where(events.c.game_id == games.c.id).scalar_subquery().label("last")
"""The version of a game's last event."""

_shown = games.alias("shown")
"""The games again, to find the last game of the previous page."""

_FLAGS = ("archived", "count_in_statistics")
_PLAIN = tuple(name for name in Game.__struct_fields__ if name not in ("summary", "seats", "tags", *_FLAGS))
"""The fields of a game that are stored in its row as they are."""

_seats_of = msgspec.json.Decoder(list[tuple[int, str | None, str | None]]).decode
_tags_of = msgspec.json.Decoder(list[str]).decode
_waiting_of = msgspec.json.Decoder(tuple[int, ...]).decode
_standing_of = msgspec.json.Decoder(tuple[tuple[int, int | float], ...]).decode
_result_of = msgspec.json.Decoder(Result).decode


class GameChanges(Struct, frozen=True, kw_only=True):
    """Changes of a game's metadata. What is unset stays as it is."""

    place: str | UnsetType | None = UNSET
    tags: Sequence[str] | UnsetType = UNSET
    name: str | UnsetType | None = UNSET
    visibility: Visibility | UnsetType = UNSET
    archived: bool | UnsetType = UNSET
    count_in_statistics: bool | UnsetType = UNSET
    seats: Mapping[int, Sitter] | UnsetType = UNSET
    """The new players, by seat; other seats stay as they are."""

    def columns(self) -> dict[str, Any]:
        """Return the changes of the game's row."""
        return {
            name: value
            for name in ("name", "place", "visibility", "archived", "count_in_statistics")
            if (value := getattr(self, name)) is not UNSET
        }


class GameFilter(Struct, frozen=True, kw_only=True):
    """Which games to list."""

    ruleset: str | None = None
    component_sets: tuple[str, ...] | None = None
    player: UUID | None = None
    status: Status | None = None
    since: int | None = None
    until: int | None = None
    tag: str | None = None
    place: str | None = None
    archived: bool | None = False
    forks: bool | None = None
    forked_from: UUID | None = None
    before: UUID | None = None

    @property
    def has_dates(self) -> bool:
        """Whether the date of creation is limited."""
        return self.since is not None or self.until is not None


def rows_of(game: NewGame, summary: Summary, created_at: int) -> Rows:
    """Return the rows of a new game, as they are before its first event."""
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
        "finished_at": None if summary.status == "running" else created_at,
        "forked_from": game.forked_from,
        "name": game.name,
        "version": 0,
        "last_hash": chain.ORIGIN,
        "revision": 0,
        **summary_columns(summary),
    }
    new = people.new_profiles(game.seats)
    seated = [new[sitter]["id"] if isinstance(sitter, str) else sitter for sitter in game.seats]
    return {
        "players": list(new.values()),
        "games": [row],
        "seats": [{"game_id": game.id, "seat": seat, "player": player} for seat, player in enumerate(seated, 1)],
        "tags": [{"game_id": game.id, "tag": tag} for tag in sorted(set(game.tags))],
        "chance_keys": [] if game.secret_key is None else [{"game_id": game.id, "key": game.secret_key}],
    }


def raise_reason(connection: Connection, game: NewGame) -> None:
    """Raise the reason why the database refused a new game."""
    if connection.execute(sa.select(games.c.id).where(games.c.id == game.id)).first():
        raise GameExists(game.id)
    here = (component_sets.c.ruleset == game.ruleset) & (component_sets.c.hash == game.component_set)
    if not connection.execute(sa.select(component_sets.c.hash).where(here)).first():
        raise UnknownComponentSet(game.component_set)
    require_players(connection, game.seats)


def require_players(connection: Connection, value: Iterable[Sitter]) -> None:
    """Raise `UnknownPlayer` or `MergedPlayer` for the first id without a profile."""
    ids = [sitter for sitter in value if isinstance(sitter, UUID)]
    known = set(connection.scalars(sa.select(players.c.id).where(players.c.id.in_(ids))))
    for player in ids:
        if player not in known:
            raise people.missing_profile(connection, player)


# Built once: building a statement costs more than running it
_SEATS = (
    sa.select(seats, players.c.name)
    .select_from(seats.outerjoin(players, seats.c.player == players.c.id))
    .where(seats.c.game_id.in_(sa.bindparam("ids", expanding=True)))
    .order_by(seats.c.game_id, seats.c.seat)
)
_TAGS = sa.select(tags).where(tags.c.game_id.in_(sa.bindparam("ids", expanding=True)))


def game_of(row: GameRow) -> Game:
    """The game of a row that a driver read. Raises `DamagedGame`."""
    columns = row.columns
    raw = columns | {"id": id_of(columns["id"]), "forked_from": id_of(columns["forked_from"])}
    with _checking_row(raw["id"]):
        seated = [_seated(seat, player or None, name) for seat, player, name in _seats_of(row.seats or "[]")]
        return _game(raw, seated, sorted(_tags_of(row.tags or "[]")), row.last)


def _seated(seat: object, player: object, name: object) -> dict[str, object]:
    return {"seat": seat, "player": player, "name": name}


def fetch_list(connection: Connection, which: GameFilter, limit: int) -> list[Game]:
    """Read the games that pass the filter, newest first; damaged ones are left out and logged."""
    found: list[Game] = []
    seen = 0
    while missing := limit - len(found):
        rows, readable = _page(connection, which, missing, seen)
        seen += rows
        found += readable
        if rows < missing:
            break
    return found


def fetch_ids(connection: Connection, ruleset: str | None) -> list[UUID]:
    """Read the ids of all games, or of those of a ruleset, newest first; damaged games are included."""
    ids = connection.scalars(sa.select(games.c.id).where(*_conditions(GameFilter(ruleset=ruleset, archived=None))))
    return sorted((game_id for game_id in ids if isinstance(game_id, UUID)), reverse=True)


def count_by_set(connection: Connection, ruleset: str) -> dict[str, int]:
    """Count the games of each component set of a ruleset, but what-ifs and archived ones; those of the newest game
    first. Sets that no game was played with are left out. O(these games), in their index alone."""
    sets = component_sets.c
    which = (games.c.component_set == sets.hash, games.c.archived == sa.false(), games.c.forked_from.is_(None))
    count = sa.select(sa.func.count()).where(*which).scalar_subquery()
    latest = sa.select(games.c.id).where(*which).order_by(games.c.id.desc()).limit(1).scalar_subquery()
    query = sa.select(sets.hash, count.label("games"), latest.label("latest")).where(sets.ruleset == ruleset)
    rows = [row for row in connection.execute(query) if row.games]
    return {row.hash: row.games for row in sorted(rows, key=lambda row: row.latest, reverse=True)}


def fetch_next_ids(connection: Connection, after: UUID | None, limit: int) -> list[UUID]:
    """Read the next ids of all games, oldest first."""
    query = sa.select(games.c.id).order_by(games.c.id).limit(limit)
    return list(connection.scalars(query if after is None else query.where(games.c.id > after)))


def _conditions(which: GameFilter) -> list[sa.ColumnElement[bool]]:
    related = {
        seats.c.player: None if which.player is None else people.profile_id(which.player),
        tags.c.tag: which.tag,
    }
    plain = {
        games.c.ruleset: which.ruleset,
        games.c.status: which.status,
        games.c.place: which.place,
        games.c.forked_from: which.forked_from,
    }
    conditions = [column == value for column, value in plain.items() if value is not None]
    for column, value in related.items():
        if value is not None:
            conditions.append(games.c.id.in_(sa.select(column.table.c.game_id).where(column == value)))
    if which.component_sets is not None:
        conditions.append(games.c.component_set.in_(which.component_sets))
    if which.archived is not None:  # as a literal, else the index of archived games cannot be used
        conditions.append(games.c.archived == (sa.true() if which.archived else sa.false()))
    if which.forks is not None:
        conditions.append(games.c.forked_from.is_not(None) if which.forks else _played(which.has_dates))
    if which.since is not None:
        conditions.append(games.c.created_at >= which.since)
    if which.until is not None:
        conditions.append(games.c.created_at < which.until)
    if which.before is not None:
        conditions.append(_before(which.before, which.has_dates))
    return conditions


def _played(has_dates: bool) -> sa.ColumnElement[bool]:
    """Games that are no what-ifs. With dates, as an expression for which the index of what-ifs is not chosen."""
    played = games.c.forked_from.is_(None)
    return sa.case((played, sa.true()), else_=sa.false()) if has_dates else played


def _before(last: UUID, has_dates: bool) -> sa.ColumnElement[bool]:
    """The games after the last one of the previous page."""
    if not has_dates:
        return games.c.id < last
    created = sa.select(_shown.c.created_at).where(_shown.c.id == last).scalar_subquery()
    return sa.tuple_(games.c.created_at, games.c.id) < sa.tuple_(created, sa.literal(last, games.c.id.type))


def listing(which: GameFilter, limit: int, after: int = 0) -> sa.Select[Any]:
    """The query for the rows of a list of games, newest first.

    Ids sort by time. If dates are limited, the order is that of an index with dates, so that a page is read without the
    games of other dates.
    """
    order = (games.c.created_at.desc(), games.c.id.desc()) if which.has_dates else (games.c.id.desc(),)
    return sa.select(games, _LAST).where(*_conditions(which)).order_by(*order).limit(limit).offset(after)


def _page(connection: Connection, which: GameFilter, limit: int, after: int) -> tuple[int, list[Game]]:
    """Read one page: the number of its rows, and the games among them that can be read."""
    query = listing(which, limit, after)
    try:
        rows = connection.execute(query).all()
        return len(rows), _games(connection, rows)
    except Damaged:
        if connection.dialect.name == "postgresql":  # the transaction has ended
            raise
        return _one_by_one(connection, query)


def _one_by_one(connection: Connection, query: sa.Select[Any]) -> tuple[int, list[Game]]:
    """Read a page row by row, if one damaged row prevents reading it at once."""
    ids = connection.scalars(query.with_only_columns(games.c.id)).all()
    found: list[Game] = []
    for game_id in ids:
        with _skipping_damaged(game_id):
            found += _games(connection, connection.execute(sa.select(games, _LAST).where(games.c.id == game_id)).all())
    return len(ids), found


def _games(connection: Connection, rows: Sequence[sa.Row[Any]]) -> list[Game]:
    ids = [row.id for row in rows if isinstance(row.id, UUID)]
    seated, tagged = _seats(connection, ids), _tags(connection, ids)
    found: list[Game] = []
    for row in rows:
        with _skipping_damaged(row.id), _checking_row(row.id):
            found.append(_game(row._asdict(), seated[row.id], tagged[row.id], row.last))
    return found


@contextmanager
def _skipping_damaged(game_id: object) -> Iterator[None]:
    """Skip a game in a list, and log it, if it is damaged."""
    try:
        yield
    except Damaged as error:
        log.error(
            "Left out of a list: %s", error if isinstance(error, DamagedGame) else DamagedGame(game_id, error.why)
        )


def _seats(connection: Connection, ids: Sequence[UUID]) -> dict[UUID, list[object]]:
    found: dict[UUID, list[object]] = defaultdict(list)
    for game_id, seat, player, name in connection.execute(_SEATS, {"ids": ids}):
        found[game_id].append(_seated(seat, player, name))
    return found


def _tags(connection: Connection, ids: Sequence[UUID]) -> dict[UUID, list[str]]:
    found: dict[UUID, list[str]] = defaultdict(list)
    for game_id, tag in connection.execute(_TAGS, {"ids": ids}):
        found[game_id].append(tag)
    for names in found.values():
        names.sort()  # not in the query, since databases sort text differently
    return found


@contextmanager
def _checking_row(game_id: object) -> Iterator[None]:
    """Raise `DamagedGame` for a row with values that are never stored."""
    try:
        yield
    except (msgspec.MsgspecError, TypeError, ValueError) as error:
        raise DamagedGame(game_id, f"its row holds values that are never stored ({error})") from error


def _game(row: Mapping[str, Any], seated: Sequence[object], tagged: Sequence[str], last: int | None) -> Game:
    plain = {name: row[name] for name in _PLAIN} | {name: bool(row[name]) for name in _FLAGS}
    related = {"summary": _summary(row), "seats": seated, "tags": tagged}
    game = msgspec.convert(plain | related, Game)
    if contradiction := _contradiction(game, last):
        raise DamagedGame(game.id, contradiction)
    return game


def _summary(row: Mapping[str, Any]) -> dict[str, Any]:
    plain = {name: row[name] for name in ("head", "tip", "status", "round", "turn")}
    return plain | {
        "waiting_for": _waiting_of(row["waiting_for"]),
        "standing": _standing_of(row["standing"]),
        "result": None if row["result"] is None else _result_of(row["result"]),
        "tainted": bool(row["tainted"]),
    }


def _contradiction(game: Game, last: int | None) -> str | None:
    """What is impossible in a row, given the version of the last event; None if nothing is."""
    summary, seats = game.summary, range(1, len(game.seats) + 1)
    if game.version != last:
        return f"its row counts {game.version} events, but the last one stored is {last}"
    if not (1 <= summary.head <= game.version and 1 <= summary.tip <= game.version):
        return f"its row names the versions {summary.head} and {summary.tip}, but it has {game.version} versions"
    if [seated.seat for seated in game.seats] != list(seats):
        return "its seats are not numbered from 1"
    if not _seats_named(summary) <= set(seats):
        return "its row refers to seats that do not exist"
    if not all(EARLIEST <= time <= LATEST for time in (game.created_at, game.finished_at or 0)):
        return "its row holds times outside of the years 1 to 9999"
    return None


def _seats_named(summary: Summary) -> set[int]:
    """The seats that a summary refers to."""
    winners = summary.result.winners if summary.result else ()
    return {*summary.waiting_for, *winners, *(seat for seat, _ in summary.standing)}


def change(connection: Connection, game_id: UUID, changes: GameChanges, expected: int | None) -> None:
    """Change the metadata of a game; `expected` is the version that the caller saw."""
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
        _change_seats(connection, game_id, changes.seats)


def _replace_tags(connection: Connection, game_id: UUID, names: Sequence[str]) -> None:
    connection.execute(sa.delete(tags).where(tags.c.game_id == game_id))
    if names:
        connection.execute(sa.insert(tags), [{"game_id": game_id, "tag": tag} for tag in sorted(set(names))])


def _change_seats(connection: Connection, game_id: UUID, sitters: Mapping[int, Sitter]) -> None:
    require_players(connection, sitters.values())
    taken = {name: people.find_or_add(connection, new) for name, new in people.new_profiles(sitters.values()).items()}
    for seat, sitter in sitters.items():
        place = (seats.c.game_id == game_id) & (seats.c.seat == seat)
        player = taken[sitter] if isinstance(sitter, str) else sitter
        if connection.execute(sa.update(seats).where(place).values(player=player)).rowcount != 1:
            raise ValueError(f"game {game_id} has no seat {seat}")


def fetch_secret_key(connection: Connection, game_id: UUID) -> bytes | None:
    """Read the key that the server's rolls are derived from."""
    return connection.scalar(sa.select(chance_keys.c.key).where(chance_keys.c.game_id == game_id))
