"""The schema of the database: checked, and migrated where it is older than the program."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlalchemy import Connection

from events.engines import Engines
from events.errors import SchemaAhead, SchemaBehind

if TYPE_CHECKING:
    from alembic.config import Config

HEAD = "0010"
"""The newest migration. Repeated here, so that opening a log that is up to date need not load Alembic."""

_MIGRATION_LOCK = 8387794215985  # any number that nothing else locks


def prepare(engines: Engines, migrate: bool) -> None:
    """Check that the schema is this program's: migrate an older one if `migrate` says so, else raise `SchemaBehind`."""
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
    """Read the schema's revision; none where the database is empty."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    revision: str | None = connection.scalar(sa.text("SELECT version_num FROM alembic_version"))
    return revision


def upgrade(connection: Connection) -> None:
    """Run the missing migrations, in the connection's transaction. Of two programs that begin at once, one waits."""
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
        raise SchemaAhead(revision)


def configuration() -> Config:
    """Configure Alembic in code: an installed program has no `pyproject.toml` to read it from."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "migrations:")
    return config
