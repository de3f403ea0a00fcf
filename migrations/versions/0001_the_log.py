"""The log: games, events and what hangs on them.

On PostgreSQL the program should not own its tables. Migrate as their owner, and let the program's own role do no more
than the promises allow:

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
    # INSERT OR REPLACE deletes without firing the trigger above; here it is refused, as is any gap
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
    # One call is one append and one commit, so the lock on the log is never held across a round trip to the client.
    # `born` holds the rows of a new game, for its first append. The lock is taken last: who holds it waits for nobody.
    # Each statement sees what was committed before it began, so max(position) is read after the lock and is the last.
    # An equal request that comes second waits for the first at the game's row, and then finds the game moved on; where
    # the game is new it waits at the key, and fails on it with all that it wrote.
    """
    create function append_events(
      game uuid, expected bigint, recorded bigint, digests bytea[], summary json, request json, notes json, born json,
      parents bigint[], kinds text[], actors bigint[], typists text[], actions text[], told text[], followed text[],
      ruleset_versions bigint[], occurred bigint[], salts bytea[], board_hashes bytea[],
      out verdict text, out subject uuid, out low bigint, out high bigint, out place bigint, out previous bytea
    ) language plpgsql as $$
    declare
      asked requests := json_populate_record(null::requests, request);
      known requests;
      now_is games := json_populate_record(null::games, summary);
      hashes bytea[] := array[]::bytea[];
      link bytea;
      digest bytea;
      size bigint := cardinality(digests);
    begin
      if born is not null then
        insert into games select * from json_populate_recordset(null::games, born->'games');
        insert into seats select * from json_populate_recordset(null::seats, born->'seats');
        insert into tags select * from json_populate_recordset(null::tags, born->'tags');
        insert into chance_keys select * from json_populate_recordset(null::chance_keys, born->'chance_keys');
      end if;

      select g.version, g.last_hash into high, previous from games g where g.id = game for update;
      if high is distinct from expected then
        verdict := case when high is null then 'unknown' else 'stale' end;
        select * into known from requests r where r.scope = asked.scope and r.key = asked.key;
        if found then
          verdict := case when known.fingerprint = asked.fingerprint then 'repeated' else 'reused' end;
          subject := known.game_id; low := known.first; high := known.last;
        end if;
        return;
      end if;

      link := previous;
      foreach digest in array digests loop
        link := sha256(link || digest);
        hashes := array_append(hashes, link);
      end loop;
      subject := game; low := expected + 1; high := expected + size;
      update games g set
        version = high, last_hash = link, revision = g.revision + 1, head = now_is.head, tip = now_is.tip,
        status = now_is.status, round = now_is.round, turn = now_is.turn, waiting_for = now_is.waiting_for,
        standing = now_is.standing, result = now_is.result, tainted = now_is.tainted,
        finished_at = case when now_is.status = 'running' then null else coalesce(g.finished_at, recorded) end
      where g.id = game;
      if request is not null then
        insert into requests (scope, key, fingerprint, game_id, first, last, recorded_at)
        values (asked.scope, asked.key, asked.fingerprint, game, low, high, recorded);
      end if;
      if notes is not null then
        insert into notes (game_id, version, text) select game, n.version, n.text
        from json_populate_recordset(null::notes, append_events.notes) n;
      end if;

      perform pg_advisory_xact_lock(499850046565);
      select coalesce(max(e.position), 0) into place from events e;
      insert into events (position, game_id, version, parent, kind, seat, "by", action, outcomes, effects,
                          ruleset_version, recorded_at, occurred_at, salt, board_hash, hash)
      select place + n, game, expected + n, parent, kind, actor, typist, action, told_, followed_,
             ruleset_version, recorded, occurred_, salt, board_hash, hash
      from unnest(parents, kinds, actors, typists, actions, told, followed, ruleset_versions, occurred, salts,
                  board_hashes, hashes) with ordinality
        as u(parent, kind, actor, typist, action, told_, followed_, ruleset_version, occurred_, salt, board_hash,
             hash, n);
      place := place + 1;
      verdict := 'stored';
    end $$
    """,
)
