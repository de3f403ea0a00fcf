"""An index for the games of a component set: where each set is a game of its own, they are listed and counted."""

from __future__ import annotations

from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("games_component_set", "games", ["component_set", "archived", "forked_from", "id"])
