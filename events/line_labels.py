"""The labels of lines. They are metadata of a game that everybody may read."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy import Connection

from events.tables import line_labels


def fetch(connection: Connection, game_id: UUID) -> dict[int, str]:
    """Read the labels of a game, by the names of its lines."""
    query = sa.select(line_labels.c.line, line_labels.c.label).where(line_labels.c.game_id == game_id)
    return {row.line: row.label for row in connection.execute(query)}


def put_missing(connection: Connection, game_id: UUID, labels: Mapping[int, str]) -> None:
    """Store labels from another log. What is here stays: a line that has a label keeps it."""
    here = fetch(connection, game_id)
    new = [{"game_id": game_id, "line": line, "label": label} for line, label in labels.items() if line not in here]
    if new:
        connection.execute(sa.insert(line_labels), new)


def put(connection: Connection, game_id: UUID, line: int, label: str | None) -> None:
    """Set or replace the label of a line, or remove it."""
    this = (line_labels.c.game_id == game_id) & (line_labels.c.line == line)
    connection.execute(sa.delete(line_labels).where(this))
    if label is not None:
        connection.execute(sa.insert(line_labels).values(game_id=game_id, line=line, label=label))
