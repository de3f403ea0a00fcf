"""`tabletale anchor`."""

from __future__ import annotations

import click

from api.commands.common import open_service
from api.commands.options import database_option
from api.rest.web import encode
from api.settings import Settings


@click.command(epilog="Example: tabletale anchor > anchor.json")
@database_option
def anchor(database: str | None) -> None:
    """Print one hash over the last hashes of all games, with the position of the log.

    Store it where nobody who can change the log can reach it. `tabletale verify --anchor FILE` then finds what hash
    chains cannot show: a log whose end was cut off, or that was rewritten.
    """
    with open_service(Settings.read(database_url=database)) as service:
        click.echo(encode(service.store.anchor()))
