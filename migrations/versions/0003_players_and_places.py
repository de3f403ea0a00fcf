"""Redirects of merged players, and an index of games by place.

On PostgreSQL, the role of the program also needs:

    grant select, insert, update, delete on merged to tabletale_app;
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "merged",
        sa.Column("id", uuid(), primary_key=True, nullable=False),
        sa.Column("player", uuid(), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
        sqlite_with_rowid=False,
        sqlite_strict=True,
    )
    op.create_index("merged_player", "merged", ["player"])
    op.create_index("games_place", "games", ["place", "id"])


def uuid() -> sa.types.TypeEngine[object]:
    return sa.UUID().with_variant(sa.LargeBinary(16), "sqlite")
