"""The tables of the log: games, events and what belongs to them.

On PostgreSQL the program should not own its tables. Migrate as their owner, and give the role of the program only these
rights:

    grant select, insert on events, component_sets, chance_keys to tabletale_app;
    grant select, insert, update on games, players, seats to tabletale_app;
    grant select, insert, delete on tags to tabletale_app;
    grant select, insert, update, delete on requests, notes to tabletale_app;
    grant delete on players to tabletale_app;
    grant select on alembic_version to tabletale_app;
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

FORKS = "(parent <> version - 1 OR kind IN ('undo', 'redo'))"
STRICT: dict[str, Any] = {"sqlite_strict": True}
BY_KEY: dict[str, Any] = {"sqlite_with_rowid": False, "sqlite_strict": True}


def upgrade() -> None:
    create_tables()
    create_events()
    for statement in POSTGRESQL if op.get_context().dialect.name == "postgresql" else SQLITE:
        op.execute(statement)


def create_tables() -> None:
    op.create_table(
        "component_sets",
        text("ruleset", primary_key=True),
        text("hash", primary_key=True),
        text("name"),
        text("source"),
        text("document"),
        integer("created_at"),
        **STRICT,
    )
    op.create_index("component_sets_hash", "component_sets", ["hash"])
    op.create_table(
        "players",
        uuid("id", primary_key=True),
        text("name"),
        text("owner", nullable=True),
        integer("created_at"),
        **BY_KEY,
    )
    op.create_index("players_name", "players", ["name"])
    op.create_table(
        "games",
        uuid("id", primary_key=True),
        text("ruleset"),
        integer("ruleset_version"),
        text("component_set"),
        text("chance"),
        text("undo"),
        text("visibility"),
        text("place", nullable=True),
        flag("archived"),
        flag("count_in_statistics"),
        integer("created_at"),
        integer("finished_at", nullable=True),
        uuid("forked_from", nullable=True),
        integer("version"),
        blob("last_hash"),
        integer("revision"),
        integer("head"),
        integer("tip"),
        text("status"),
        integer("round"),
        integer("turn"),
        text("waiting_for"),
        text("standing"),
        text("result", nullable=True),
        flag("tainted"),
        sa.ForeignKeyConstraint(["ruleset", "component_set"], ["component_sets.ruleset", "component_sets.hash"]),
        # every append updates its game's row: room in the page lets PostgreSQL do so without touching an index
        postgresql_with={"fillfactor": 80},
        **BY_KEY,
    )
    op.create_index("games_ruleset", "games", ["ruleset", "id"])
    op.create_table(
        "seats",
        uuid("game_id", sa.ForeignKey("games.id"), primary_key=True),
        integer("seat", primary_key=True),
        uuid("player", sa.ForeignKey("players.id", ondelete="SET NULL"), nullable=True),
        **BY_KEY,
    )
    op.create_index("seats_player", "seats", ["player", "game_id"])
    op.create_table(
        "tags",
        uuid("game_id", sa.ForeignKey("games.id"), primary_key=True),
        text("tag", primary_key=True),
        **BY_KEY,
    )
    op.create_index("tags_tag", "tags", ["tag", "game_id"])
    op.create_table(
        "chance_keys",
        uuid("game_id", sa.ForeignKey("games.id"), primary_key=True),
        blob("key"),
        **BY_KEY,
    )
    op.create_table(
        "requests",
        text("scope", primary_key=True),
        text("key", primary_key=True),
        blob("fingerprint"),
        uuid("game_id"),
        integer("first"),
        integer("last"),
        integer("recorded_at"),
        **BY_KEY,
    )
    op.create_table(
        "notes",
        uuid("game_id", primary_key=True),
        integer("version", primary_key=True),
        text("text"),
        **BY_KEY,
    )


def create_events() -> None:
    op.create_table(
        "events",
        integer("position"),
        uuid("game_id", primary_key=True),
        integer("version", primary_key=True),
        integer("parent"),
        text("kind"),
        integer("seat", nullable=True),
        text("by", nullable=True),
        text("action"),
        text("outcomes"),
        text("effects"),
        integer("ruleset_version"),
        integer("recorded_at"),
        integer("occurred_at", nullable=True),
        blob("salt"),
        blob("board_hash", nullable=True),
        blob("hash"),
        sa.CheckConstraint("parent >= 0 AND parent < version", name="events_parent"),
        sa.CheckConstraint("kind IN ('start', 'play', 'undo', 'redo', 'adjust', 'end')", name="events_kind"),
        **BY_KEY,
    )
    op.create_index("events_position", "events", ["position"], unique=True)
    op.create_index(
        "events_forks",
        "events",
        ["game_id", "version", "parent", "kind"],
        sqlite_where=sa.text(FORKS),
        postgresql_where=sa.text(FORKS),
    )


def uuid(name: str, *constraints: Any, nullable: bool = False, primary_key: bool = False) -> sa.Column[Any]:
    kind = sa.UUID().with_variant(sa.LargeBinary(16), "sqlite")
    return sa.Column(name, kind, *constraints, nullable=nullable, primary_key=primary_key)


def integer(name: str, nullable: bool = False, primary_key: bool = False) -> sa.Column[Any]:
    kind = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    return sa.Column(name, kind, nullable=nullable, primary_key=primary_key, autoincrement=False)


def text(name: str, nullable: bool = False, primary_key: bool = False) -> sa.Column[Any]:
    return sa.Column(name, sa.Text(), nullable=nullable, primary_key=primary_key)


def blob(name: str, nullable: bool = False) -> sa.Column[Any]:
    return sa.Column(name, sa.LargeBinary(), nullable=nullable)


def flag(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.Boolean().with_variant(sa.Integer(), "sqlite"), nullable=False)


SQLITE = (
    """
    create trigger events_no_update before update on events
    begin select raise(abort, 'events are append-only'); end
    """,
    """
    create trigger events_no_delete before delete on events
    begin select raise(abort, 'events are append-only'); end
    """,
    # INSERT OR REPLACE deletes without firing the trigger above: it is refused here, as is any gap
    """
    create trigger events_contiguous before insert on events
    begin
      select raise(abort, 'events are append-only: not the next version of the game')
      where new.version <> (select coalesce(max(version), 0) + 1 from events where game_id = new.game_id);
      select raise(abort, 'events are append-only: not the next position of the log')
      where new.position <> (select coalesce(max(position), 0) + 1 from events);
    end
    """,
    """
    create trigger component_sets_no_update before update on component_sets
    begin select raise(abort, 'component sets are immutable'); end
    """,
    """
    create trigger component_sets_no_replace before insert on component_sets
    begin
      select raise(abort, 'component sets are immutable')
      where exists (select 1 from component_sets where ruleset = new.ruleset and hash = new.hash);
    end
    """,
)

POSTGRESQL = (
    """
    create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception '% are append-only', tg_table_name;
    end $$
    """,
    """
    create trigger events_append_only before update or delete or truncate on events
    for each statement execute function refuse_change()
    """,
    """
    create trigger component_sets_immutable before update on component_sets
    for each statement execute function refuse_change()
    """,
    # One call is one append and one commit, so the lock on the log is never held during a round trip to the client.
    # `command` is the append as JSON; `born` holds the rows of a new game, for its first append. The lock comes last,
    # so its holder waits for nobody. Each statement sees what was committed before it began, so max(position), read
    # after the lock, is the last. A second equal request waits for the first at the row of the game, and then finds a
    # newer version; for a new game it waits at the key, and fails there with all that it wrote.
    """
    create function append_events(
      command json, out verdict text, out subject uuid, out low bigint, out high bigint, out place bigint,
      out previous bytea
    ) language plpgsql as $$
    declare
      c record;
      link bytea;
      hashes bytea[] := array[]::bytea[];
    begin
      select * into strict c from json_to_record(command) as x(
        game uuid, expected bigint, size bigint, recorded bigint, digests bytea, events json, notes json, born json,
        scope text, key text, fingerprint bytea, head bigint, tip bigint, status text, round bigint, turn bigint,
        waiting_for text, standing text, result text, tainted boolean);
      if c.born is not null then
        insert into games select * from json_populate_recordset(null::games, c.born->'games');
        insert into seats select * from json_populate_recordset(null::seats, c.born->'seats');
        insert into tags select * from json_populate_recordset(null::tags, c.born->'tags');
        insert into chance_keys select * from json_populate_recordset(null::chance_keys, c.born->'chance_keys');
      end if;

      select g.last_hash into previous from games g where g.id = c.game and g.version = c.expected;
      link := previous;
      for n in 0 .. c.size - 1 loop
        link := sha256(link || substring(c.digests from 32 * n::int + 1 for 32));
        hashes := array_append(hashes, link);
      end loop;
      update games g set
        version = c.expected + c.size, last_hash = link, revision = g.revision + 1, head = c.head, tip = c.tip,
        status = c.status, round = c.round, turn = c.turn, waiting_for = c.waiting_for, standing = c.standing,
        result = c.result, tainted = c.tainted,
        finished_at = case c.status when 'running' then null else coalesce(g.finished_at, c.recorded) end
      where g.id = c.game and g.version = c.expected and g.last_hash = previous;
      if not found then
        select case when r.fingerprint = c.fingerprint then 'repeated' else 'reused' end, r.game_id, r.first, r.last
        into verdict, subject, low, high from requests r where r.scope = c.scope and r.key = c.key;
        if not found then
          select 'stale', g.version into verdict, high from games g where g.id = c.game;  -- null: no such game
        end if;
        return;
      end if;
      if c.key is not null then
        insert into requests (scope, key, fingerprint, game_id, first, last, recorded_at)
        values (c.scope, c.key, c.fingerprint, c.game, c.expected + 1, c.expected + c.size, c.recorded);
      end if;
      if c.notes is not null then
        insert into notes select * from json_populate_recordset(null::notes, c.notes);
      end if;

      perform pg_advisory_xact_lock(499850046565);
      select coalesce(max(e.position), 0) into place from events e;
      insert into events
      select place + e.version - c.expected, c.game, e.version, e.parent, e.kind, e.seat, e.by, e.action, e.outcomes,
             e.effects, e.ruleset_version, c.recorded, e.occurred_at, e.salt, e.board_hash,
             hashes[e.version - c.expected]
      from json_to_recordset(c.events) as e(
        version bigint, parent bigint, kind text, seat bigint, "by" text, action text, outcomes text, effects text,
        ruleset_version bigint, occurred_at bigint, salt bytea, board_hash bytea);
      verdict := 'stored';
    end $$
    """,
)
