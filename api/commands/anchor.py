"""`tabletale anchor`."""

from __future__ import annotations

import click

from api.commands.common import database_option, open_service
from api.rest.web import encode
from api.settings import Settings


@click.command(epilog="Example: tabletale anchor > anchor.json")
@database_option
def anchor(database: str | None) -> None:
    """Print one hash over the last hashes of all games, with the position of the log.

    Keep it where who can change the log cannot reach. `tabletale verify --anchor FILE` then finds what no chain can: a
    log that was cut off at its end, or written anew.
    """
    with open_service(Settings.read(database_url=database)) as service:
        click.echo(encode(service.store.anchor()))
