"""Notes that can be changed, and labels of lines. A trigger counts a changed note as a change of metadata.

On PostgreSQL, the role of the program also needs:

    grant select, insert, update, delete on notes, line_labels to tabletale_app;
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

BY_KEY: dict[str, Any] = {"sqlite_with_rowid": False, "sqlite_strict": True}


def upgrade() -> None:
    reasons = op.get_bind().execute(sa.text(REASONS)).all()
    op.drop_table("notes")
    create_tables()
    if reasons:
        op.get_bind().execute(sa.text(NOTE), [row._asdict() | {"n": n} for n, row in enumerate(reasons, 1)])
    for statement in POSTGRESQL if op.get_context().dialect.name == "postgresql" else SQLITE:
        op.execute(statement)


def create_tables() -> None:
    op.create_table(
        "notes",
        uuid("game_id"),
        integer("n", primary_key=True),
        integer("version"),
        integer("seat", nullable=True),
        sa.Column("text", sa.Text(), nullable=True),
        sa.Column("visible_to", sa.Text(), nullable=False),
        sa.Column("visible_from", sa.Text(), nullable=False),
        integer("created_at"),
        integer("changed_at"),
        **BY_KEY,
    )
    op.create_table(
        "line_labels",
        uuid("game_id"),
        integer("line", primary_key=True),
        sa.Column("label", sa.Text(), nullable=False),
        **BY_KEY,
    )


def uuid(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.UUID().with_variant(sa.LargeBinary(16), "sqlite"), primary_key=True, nullable=False)


def integer(name: str, nullable: bool = False, primary_key: bool = False) -> sa.Column[Any]:
    kind = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    return sa.Column(name, kind, nullable=nullable, primary_key=primary_key, autoincrement=False)


REASONS = """
    select notes.game_id, notes.version, notes.text, events.seat, events.recorded_at from notes
    join events on events.game_id = notes.game_id and events.version = notes.version
    order by notes.game_id, notes.version
"""

NOTE = """
    insert into notes (game_id, n, version, seat, text, visible_to, visible_from, created_at, changed_at)
    values (:game_id, :n, :version, :seat, :text, 'table', 'now', :recorded_at, :recorded_at)
"""

SQLITE = tuple(
    f"""
    create trigger notes_told_{verb} after {verb} on notes
    begin
      insert into beside (game_id, number)
      values ({row}.game_id, (select coalesce(max(number), 0) + 1 from beside))
      on conflict (game_id) do update set number = excluded.number;
    end
    """
    for verb, row in (("insert", "new"), ("update", "new"), ("delete", "old"))
)

POSTGRESQL = (
    """
    create trigger notes_told after insert or update or delete on notes
    for each row execute function tell_beside()
    """,
)
