"""`tabletale export`."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast
from uuid import UUID

import click

from api import errors
from api.commands.common import find_game, open_service, with_progress
from api.commands.options import database_option
from api.recording.game_file import lines_of
from api.settings import Settings
from events import DamagedGame

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import BinaryIO

    from events import Store


@click.command(epilog="Example: tabletale export --all games.jsonl")
@click.argument("which", metavar="[GAME] [FILE]", nargs=-1)
@click.option("--all", "every", is_flag=True, help="Export all games; then give FILE only.")
@database_option
def export(which: tuple[str, ...], every: bool, database: str | None) -> None:
    """Export GAME (an id, or `latest`) to FILE, `-` for the standard output, as JSON Lines with its hash chain.

    `tabletale import` reads it into another log. The file holds all hidden information of the game, even while it
    runs, and the key that its dice and cards come from. Notes are left out. See docs/transfer.md.
    """
    if len(which) > (1 if every else 2) or not (every or which):
        raise click.UsageError("Name a game and a file, or --all and a file; without a file the export is printed.")
    name = which[-1] if len(which) == (1 if every else 2) else "-"
    with open_service(Settings.read(database_url=database)) as service:
        games = None if every else [find_game(service, which[0])]
        with cast("BinaryIO", click.open_file(name, "wb", atomic=name != "-")) as file:
            damaged = _write(service.store, games, file)
    if damaged:
        raise errors.DamagedData(" ".join(damaged))


def _write(store: Store, games: Iterable[UUID] | None, file: BinaryIO) -> list[str]:
    """Write games, by default all; returns what is wrong with damaged ones, which are left out."""
    damaged: list[str] = []
    written: set[str] = set()
    found = [*games] if games is not None else None
    count = sum(1 for _ in store.all_game_ids()) if found is None else len(found)
    for game_id in with_progress(store.all_game_ids() if found is None else found, "exporting", count):
        try:
            file.writelines(lines_of(store, store.game(game_id), written))
        except DamagedGame as error:
            damaged.append(error.detail)
    return damaged
