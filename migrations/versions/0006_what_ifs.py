"""Names of games, and an index of what-ifs by the game that they were forked from."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("name", sa.Text(), nullable=True))
    op.create_index("games_forked_from", "games", ["forked_from", "id"])
