"""The tables of the log, for queries. What creates them, with their triggers, is in `migrations/versions`.

Times are integer microseconds UTC. JSON is text: PostgreSQL's JSONB would reorder keys, and so break the hash chain.
What concerns only PostgreSQL stands there too (the rows of a partial index, how full a page may be): here it would load
SQLAlchemy's dialect for logs in SQLite as well, which takes a twentieth of a start.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator, TypeEngine


class Id(TypeDecorator[UUID]):
    """A UUID in 16 bytes, since it is in every index."""

    impl = sa.LargeBinary
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        native: TypeEngine[Any] = sa.Uuid() if dialect.name == "postgresql" else sa.LargeBinary(16)
        return dialect.type_descriptor(native)

    def process_bind_param(self, value: UUID | None, dialect: Dialect) -> Any:
        return value if value is None or dialect.name == "postgresql" else value.bytes

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:
        return id_of(value)


def id_of(value: Any) -> Any:
    """Convert an id from a driver; any other value stays as it is, and the check of the row reports it."""
    return UUID(bytes=value) if isinstance(value, bytes) and len(value) == 16 else value


Int = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
Bool = sa.Boolean().with_variant(sa.Integer(), "sqlite")
Bytes = sa.LargeBinary
Text = sa.Text

NO_LIMIT = 2**63 - 1
"""The largest number that a column holds: where versions or rows have no upper limit."""

FORKS = "(parent <> version - 1 OR kind IN ('undo', 'redo'))"
"""The events that do not build on the one before. A query has to repeat this text to use the partial index."""

ADJUSTS = "kind = 'adjust'"
"""The events that adjust a board by hand; the text must be repeated as well."""

FORKED = "forked_from IS NOT NULL"
"""The what-ifs."""

BY_KEY: dict[str, Any] = {"sqlite_with_rowid": False, "sqlite_strict": True}
"""Rows are stored in the order of the primary key: reading a game is three times faster (measured)."""

metadata = sa.MetaData()

component_sets = sa.Table(
    "component_sets",
    metadata,
    sa.Column("ruleset", Text, primary_key=True),
    sa.Column("hash", Text, primary_key=True),
    sa.Column("name", Text, nullable=False),
    sa.Column("source", Text, nullable=False),
    sa.Column("document", Text, nullable=False),
    sa.Column("created_at", Int, nullable=False),
    sa.Index("component_sets_hash", "hash"),
    sqlite_strict=True,
)

players = sa.Table(
    "players",
    metadata,
    sa.Column("id", Id, primary_key=True),
    sa.Column("name", Text, nullable=False),
    sa.Column("owner", Text),
    sa.Column("created_at", Int, nullable=False),
    sa.Index("players_name", "name", sa.text("coalesce(owner, '')"), unique=True),
    **BY_KEY,
)

# Ids of merged players. Each leads directly to a profile that exists
merged = sa.Table(
    "merged",
    metadata,
    sa.Column("id", Id, primary_key=True),
    sa.Column("player", Id, sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    sa.Index("merged_player", "player"),
    **BY_KEY,
)

games = sa.Table(
    "games",
    metadata,
    sa.Column("id", Id, primary_key=True),
    sa.Column("ruleset", Text, nullable=False),
    sa.Column("ruleset_version", Int, nullable=False),
    sa.Column("component_set", Text, nullable=False),
    sa.Column("chance", Text, nullable=False),
    sa.Column("undo", Text, nullable=False),
    sa.Column("visibility", Text, nullable=False),
    sa.Column("place", Text),
    sa.Column("archived", Bool, nullable=False),
    sa.Column("count_in_statistics", Bool, nullable=False),
    sa.Column("created_at", Int, nullable=False),
    sa.Column("finished_at", Int),
    sa.Column("forked_from", Id),
    sa.Column("version", Int, nullable=False),
    sa.Column("last_hash", Bytes, nullable=False),
    sa.Column("revision", Int, nullable=False),
    sa.Column("head", Int, nullable=False),
    sa.Column("tip", Int, nullable=False),
    sa.Column("status", Text, nullable=False),
    sa.Column("round", Int, nullable=False),
    sa.Column("turn", Int, nullable=False),
    sa.Column("waiting_for", Text, nullable=False),
    sa.Column("standing", Text, nullable=False),
    sa.Column("result", Text),
    sa.Column("tainted", Bool, nullable=False),
    sa.Column("name", Text),
    sa.ForeignKeyConstraint(["ruleset", "component_set"], ["component_sets.ruleset", "component_sets.hash"]),
    sa.Index("games_ruleset", "ruleset", "id"),
    sa.Index("games_status", "status", "id"),
    sa.Index("games_ruleset_status", "ruleset", "status", "id"),
    sa.Index("games_created", "created_at", "id"),
    sa.Index("games_ruleset_created", "ruleset", "created_at", "id"),
    sa.Index("games_status_created", "status", "created_at", "id"),
    sa.Index("games_ruleset_status_created", "ruleset", "status", "created_at", "id"),
    sa.Index("games_archived", "id", sqlite_where=sa.text("archived = 1")),
    sa.Index("games_forks", "id", sqlite_where=sa.text(FORKED)),
    sa.Index("games_place", "place", "id"),
    sa.Index("games_forked_from", "forked_from", "id"),
    sa.Index("games_component_set", "component_set", "archived", "forked_from", "id"),
    **BY_KEY,
)

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("game_id", Id, sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("seat", Int, primary_key=True),
    sa.Column("player", Id, sa.ForeignKey("players.id", ondelete="SET NULL")),
    sa.Index("seats_player", "player", "game_id"),
    **BY_KEY,
)

tags = sa.Table(
    "tags",
    metadata,
    sa.Column("game_id", Id, sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("tag", Text, primary_key=True),
    sa.Index("tags_tag", "tag", "game_id"),
    **BY_KEY,
)

chance_keys = sa.Table(
    "chance_keys",
    metadata,
    sa.Column("game_id", Id, sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("key", Bytes, nullable=False),
    **BY_KEY,
)

# No foreign key to games: the append has just locked the game's row, and a check per event would cost a third of it.
events = sa.Table(
    "events",
    metadata,
    sa.Column("position", Int, nullable=False),
    sa.Column("game_id", Id, primary_key=True),
    sa.Column("version", Int, primary_key=True, autoincrement=False),
    sa.Column("parent", Int, nullable=False),
    sa.Column("kind", Text, nullable=False),
    sa.Column("seat", Int),
    sa.Column("by", Text),
    sa.Column("action", Text, nullable=False),
    sa.Column("outcomes", Text, nullable=False),
    sa.Column("effects", Text, nullable=False),
    sa.Column("ruleset_version", Int, nullable=False),
    sa.Column("recorded_at", Int, nullable=False),
    sa.Column("occurred_at", Int),
    sa.Column("salt", Bytes, nullable=False),
    sa.Column("board_hash", Bytes),
    sa.Column("hash", Bytes, nullable=False),
    sa.Index("events_position", "position", unique=True),
    sa.Index(
        "events_forks",
        "game_id",
        "version",
        "parent",
        "kind",
        sqlite_where=sa.text(FORKS),
    ),
    sa.Index(
        "events_adjusts",
        "game_id",
        "kind",
        "version",
        sqlite_where=sa.text(ADJUSTS),
    ),
    **BY_KEY,
)

requests = sa.Table(
    "requests",
    metadata,
    sa.Column("scope", Text, primary_key=True),
    sa.Column("key", Text, primary_key=True),
    sa.Column("fingerprint", Bytes, nullable=False),
    sa.Column("game_id", Id, nullable=False),
    sa.Column("first", Int, nullable=False),
    sa.Column("last", Int, nullable=False),
    sa.Column("recorded_at", Int, nullable=False),
    **BY_KEY,
)

notes = sa.Table(
    "notes",
    metadata,
    sa.Column("game_id", Id, primary_key=True),
    sa.Column("n", Int, primary_key=True, autoincrement=False),
    sa.Column("version", Int, nullable=False),
    sa.Column("seat", Int),
    sa.Column("text", Text),
    sa.Column("visible_to", Text, nullable=False),
    sa.Column("visible_from", Text, nullable=False),
    sa.Column("created_at", Int, nullable=False),
    sa.Column("changed_at", Int, nullable=False),
    **BY_KEY,
)

line_labels = sa.Table(
    "line_labels",
    metadata,
    sa.Column("game_id", Id, primary_key=True),
    sa.Column("line", Int, primary_key=True, autoincrement=False),
    sa.Column("label", Text, nullable=False),
    **BY_KEY,
)

# An undo request is no event: nothing has happened yet
undo_requests = sa.Table(
    "undo_requests",
    metadata,
    sa.Column("game_id", Id, primary_key=True),
    sa.Column("number", Int, primary_key=True, autoincrement=False),
    sa.Column("version", Int, nullable=False),
    sa.Column("seat", Int, nullable=False),
    sa.Column("target", Int, nullable=False),
    sa.Column("accepted", Text, nullable=False),
    sa.Column("state", Text, nullable=False),
    sa.Column("reason", Text),
    sa.Column("occurred_at", Int),
    sa.Column("key", Text),
    **BY_KEY,
)

# The last change of each game's metadata; triggers write it, with a number higher than all before
metadata_changes = sa.Table(
    "beside",
    metadata,
    sa.Column("game_id", Id, primary_key=True),
    sa.Column("number", Int, nullable=False),
    sa.Index("beside_number", "number", unique=True),
    **BY_KEY,
)

# The checkpoints of followers; if a follower has several builds, readers use the live one
followers = sa.Table(
    "followers",
    metadata,
    sa.Column("name", Text, primary_key=True),
    sa.Column("build", Int, primary_key=True, autoincrement=False),
    sa.Column("position", Int, nullable=False),
    sa.Column("hash", Bytes, nullable=False),
    sa.Column("live", Bool, nullable=False),
    sa.Column("moved_at", Int, nullable=False),
    sa.Index(
        "followers_live",
        "name",
        unique=True,
        sqlite_where=sa.text("live = 1"),
    ),
    **BY_KEY,
)

# The games with an event that a follower could not read
quarantined = sa.Table(
    "parked",
    metadata,
    sa.Column("name", Text, primary_key=True),
    sa.Column("build", Int, primary_key=True, autoincrement=False),
    sa.Column("game_id", Id, primary_key=True),
    sa.Column("version", Int, nullable=False),
    sa.Column("position", Int, nullable=False),
    sa.Column("error", Text, nullable=False),
    sa.Column("parked_at", Int, key="quarantined_at", nullable=False),
    **BY_KEY,
)
