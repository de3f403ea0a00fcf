"""Options that several commands have."""

from __future__ import annotations

import click

database_option = click.option(
    "--database", metavar="URL", help="The database of the log; by default TABLETALE_DATABASE_URL."
)
