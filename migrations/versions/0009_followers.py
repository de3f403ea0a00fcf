"""Checkpoints of followers, and the games that they could not read.

Changes of a game's row that are no events, such as its players, count as changes of metadata from here on.

On PostgreSQL, the role of the program also needs:

    grant select, insert, update, delete on followers, parked to tabletale_app;
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

BY_KEY: dict[str, Any] = {"sqlite_with_rowid": False, "sqlite_strict": True}


def upgrade() -> None:
    create_tables()
    for statement in POSTGRESQL if op.get_context().dialect.name == "postgresql" else SQLITE:
        op.execute(statement)


def create_tables() -> None:
    op.create_table(
        "followers",
        sa.Column("name", sa.Text(), primary_key=True, nullable=False),
        integer("build", primary_key=True),
        integer("position"),
        sa.Column("hash", sa.LargeBinary(), nullable=False),
        sa.Column("live", sa.Boolean().with_variant(sa.Integer(), "sqlite"), nullable=False),
        integer("moved_at"),
        **BY_KEY,
    )
    live = {"sqlite_where": sa.text("live = 1"), "postgresql_where": sa.text("live")}
    op.create_index("followers_live", "followers", ["name"], unique=True, **live)
    op.create_table(
        "parked",
        sa.Column("name", sa.Text(), primary_key=True, nullable=False),
        integer("build", primary_key=True),
        sa.Column("game_id", sa.UUID().with_variant(sa.LargeBinary(16), "sqlite"), primary_key=True, nullable=False),
        integer("version"),
        integer("position"),
        sa.Column("error", sa.Text(), nullable=False),
        integer("parked_at"),
        **BY_KEY,
    )


def integer(name: str, primary_key: bool = False) -> sa.Column[Any]:
    kind = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    return sa.Column(name, kind, nullable=False, primary_key=primary_key, autoincrement=False)


# An append raises the revision too, but readers find it by its events
SQLITE = (
    """
    create trigger games_told after update of revision on games
    when new.version = old.version
    begin
      insert into beside (game_id, number)
      values (new.id, (select coalesce(max(number), 0) + 1 from beside))
      on conflict (game_id) do update set number = excluded.number;
    end
    """,
)

# Deferred to the end of the transaction: the lock on the numbers comes after those on players, since its holder may
# wait for the log only
POSTGRESQL = (
    """
    create function tell_game() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(499850046566);
      insert into beside (game_id, number)
      select new.id, coalesce(max(b.number), 0) + 1 from beside b
      on conflict (game_id) do update set number = excluded.number;
      return null;
    end $$
    """,
    """
    create constraint trigger games_told after update on games deferrable initially deferred
    for each row when (new.version = old.version and new.revision <> old.revision) execute function tell_game()
    """,
)
