"""Checking the schema of the database, and migrating it if it is older than the program."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlalchemy import Connection

from events.engines import Engines
from events.errors import SchemaAhead, SchemaBehind

if TYPE_CHECKING:
    from alembic.config import Config

HEAD = "0011"
"""The newest migration. Repeated here, so that Alembic is loaded only for a log that is out of date."""

_MIGRATION_LOCK = 8387794215985  # any number that no other lock uses


def prepare(engines: Engines, migrate: bool) -> None:
    """Check the schema. If it is older, migrate it, or raise `SchemaBehind` if `migrate` is False."""
    with engines.reader.connect() as connection:
        found = current(connection)
    if found == HEAD:
        return
    refuse_unknown(found)
    if not migrate:
        raise SchemaBehind(found, HEAD)
    with engines.writer.begin() as connection:
        upgrade(connection)


def current(connection: Connection) -> str | None:
    """Read the revision of the schema; None for an empty database."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    revision: str | None = connection.scalar(sa.text("SELECT version_num FROM alembic_version"))
    return revision


def upgrade(connection: Connection) -> None:
    """Run the missing migrations in the transaction of a connection. If two programs start at once, one waits."""
    from alembic import command

    if connection.dialect.name == "postgresql":
        connection.execute(sa.text(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})"))
    config = configuration()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def refuse_unknown(revision: str | None) -> None:
    """Raise `SchemaAhead` for a revision that is not among this program's migrations."""
    from alembic.script import ScriptDirectory

    known = {script.revision for script in ScriptDirectory.from_config(configuration()).walk_revisions()}
    if revision is not None and revision not in known:
        raise SchemaAhead(revision, HEAD)


def configuration() -> Config:
    """Configure Alembic in code, since an installed program has no `pyproject.toml`."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "migrations:")
    return config
