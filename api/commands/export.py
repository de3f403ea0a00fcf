"""`tabletale export`."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain, repeat
from typing import TYPE_CHECKING, cast
from uuid import UUID

import click

from api import errors
from api.commands.common import find_game, open_service, with_progress
from api.commands.options import database_option
from api.commands.written_record import written_record
from api.recording.game_file import lines_of
from api.settings import Settings
from events import DamagedGame
from projections import RulesetMissing

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import BinaryIO

    from api.service import Service
    from events import Game
    from projections import Library


@click.command(epilog="Example: tabletale export --all games.jsonl")
@click.argument("which", metavar="[GAME] [FILE]", nargs=-1)
@click.option("--all", "every", is_flag=True, help="Export all games; then give FILE only.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["jsonl", "text"]),
    default="jsonl",
    show_default=True,
    help="JSON Lines with the hash chain, or sentences, as people write a game down.",
)
@database_option
def export(which: tuple[str, ...], every: bool, form: str, database: str | None) -> None:
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
            damaged = _write(service, games, file, _text() if form == "text" else _json_lines())
    if damaged:
        raise errors.DamagedData(" ".join(damaged))


Form = Callable[["Library", "Game"], "Iterable[bytes]"]
"""Writes a game."""


def _write(service: Service, games: Iterable[UUID] | None, file: BinaryIO, form: Form) -> list[str]:
    """Write games, by default all; returns what is wrong with those that cannot be read, which are left out."""
    store, library = service.store, service.library
    damaged: list[str] = []
    found = [*games] if games is not None else None
    count = sum(1 for _ in store.all_game_ids()) if found is None else len(found)
    for game_id in with_progress(store.all_game_ids() if found is None else found, "exporting", count):
        try:
            file.writelines(form(library, store.game(game_id)))
        except DamagedGame as error:
            damaged.append(error.detail)
        except RulesetMissing as error:
            damaged.append(f"Game {game_id}: {error}.")
    return damaged


def _json_lines() -> Form:
    """A component set is written with the first game that is played with it."""
    written: set[str] = set()
    return lambda library, game: lines_of(library.store, game, written)


def _text() -> Form:
    """The records, each as a whole or not at all, with an empty line between them."""
    between = chain([b""], repeat(b"\n"))

    def record(library: Library, game: Game) -> list[bytes]:
        lines = [f"{line}\n".encode() for line in written_record(library, game)]
        return [next(between), *lines]

    return record
