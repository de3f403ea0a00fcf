"""How Alembic reaches the database: on the program's own connection, or by URL from the command line."""

from __future__ import annotations

import os

from alembic import context
from sqlalchemy import Connection

from events.engines import Engines
from events.tables import metadata


def database_url() -> str:
    """Find the URL: in the environment, else as `sqlalchemy.url` in Alembic's own configuration."""
    url = os.environ.get("TABLETALE_DATABASE_URL") or context.config.get_alembic_option("sqlalchemy.url")
    if url is None:
        raise SystemExit("Set TABLETALE_DATABASE_URL to the database to migrate.")
    return url


def run(connection: Connection) -> None:
    """Run the migrations in the connection's transaction: all of them, or none."""
    # Never render_as_batch: it rebuilds a table to change it, and the triggers of the old one are gone
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=False)
    with context.begin_transaction():
        context.run_migrations()


def main() -> None:
    """Use the connection that the program hands in; without one, open the database by its URL."""
    connection: Connection | None = context.config.attributes.get("connection")
    if connection is not None:
        run(connection)
        return
    with Engines.open(database_url()) as engines, engines.writer.begin() as own:
        run(own)


main()
