"""Undo requests, and a table of changes of metadata.

The table `beside` has a row for each game whose metadata has changed, with a number that is higher than all before: a
reader asks for the rows after the last number that it has read. Triggers write it, so that no writer can forget it.

On PostgreSQL, the role of the program also needs:

    grant select, insert, update on undo_requests, beside to tabletale_app;
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

BY_KEY: dict[str, Any] = {"sqlite_with_rowid": False, "sqlite_strict": True}


def upgrade() -> None:
    op.create_table(
        "undo_requests",
        uuid("game_id"),
        integer("number", primary_key=True),
        integer("version"),
        integer("seat"),
        integer("target"),
        sa.Column("accepted", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        integer("occurred_at", nullable=True),
        sa.Column("key", sa.Text(), nullable=True),
        **BY_KEY,
    )
    op.create_table("beside", uuid("game_id"), integer("number"), **BY_KEY)
    op.create_index("beside_number", "beside", ["number"], unique=True)
    for statement in POSTGRESQL if op.get_context().dialect.name == "postgresql" else SQLITE:
        op.execute(statement)


def uuid(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.UUID().with_variant(sa.LargeBinary(16), "sqlite"), primary_key=True, nullable=False)


def integer(name: str, nullable: bool = False, primary_key: bool = False) -> sa.Column[Any]:
    kind = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    return sa.Column(name, kind, nullable=nullable, primary_key=primary_key, autoincrement=False)


# Numbers rise in the order of commits: on SQLite there is one writer, on PostgreSQL the lock is held to the end of the
# transaction. An append takes it before the lock on the log, and nobody takes it after that.
SQLITE = tuple(
    f"""
    create trigger undo_requests_told_{verb} after {verb} on undo_requests
    begin
      insert into beside (game_id, number)
      values (new.game_id, (select coalesce(max(number), 0) + 1 from beside))
      on conflict (game_id) do update set number = excluded.number;
    end
    """
    for verb in ("insert", "update")
)

POSTGRESQL = (
    """
    create function tell_beside() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(499850046566);
      insert into beside (game_id, number)
      select coalesce(new.game_id, old.game_id), coalesce(max(b.number), 0) + 1 from beside b
      on conflict (game_id) do update set number = excluded.number;
      return null;
    end $$
    """,
    """
    create trigger undo_requests_told after insert or update on undo_requests
    for each row execute function tell_beside()
    """,
)
