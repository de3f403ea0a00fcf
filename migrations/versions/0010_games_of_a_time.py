"""Indexes for lists of games by date."""

from __future__ import annotations

from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("games_created", "games", ["created_at", "id"])
    op.create_index("games_ruleset_created", "games", ["ruleset", "created_at", "id"])
    op.create_index("games_status_created", "games", ["status", "created_at", "id"])
    op.create_index("games_ruleset_status_created", "games", ["ruleset", "status", "created_at", "id"])
