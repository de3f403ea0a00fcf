"""Indexes for lists of games by status, of archived games and of what-ifs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

FORKED = "forked_from IS NOT NULL"


def upgrade() -> None:
    op.create_index("games_status", "games", ["status", "id"])
    op.create_index("games_ruleset_status", "games", ["ruleset", "status", "id"])
    few("games_archived", sqlite="archived = 1", postgresql="archived")
    few("games_forks", sqlite=FORKED, postgresql=FORKED)


def few(name: str, sqlite: str, postgresql: str) -> None:
    """An index of those games alone of which this holds, in the order of a list."""
    op.create_index(name, "games", ["id"], sqlite_where=sa.text(sqlite), postgresql_where=sa.text(postgresql))
