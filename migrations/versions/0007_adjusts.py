"""An index of the versions at which a board was adjusted by hand."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

ADJUSTS = "kind = 'adjust'"


def upgrade() -> None:
    op.create_index(
        "events_adjusts",
        "events",
        ["game_id", "kind", "version"],
        sqlite_where=sa.text(ADJUSTS),
        postgresql_where=sa.text(ADJUSTS),
    )
